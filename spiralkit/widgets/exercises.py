"""Exercises to solve in a notebook: answers by buttons, clicks or keys, why they are right or wrong, hints, a score."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from ipywidgets import HTML, Button, HBox, Layout

from .. import board
from ..draw import hexes, spiral, svg
from ..draw.scene import Scene
from ..game import MoveError
from ..lookahead.exercises import Exercise, exercises
from ..lookahead.quiz import Quiz, Reply, Sheet
from ..spiral import COLUMNS, Move, State
from . import words
from .app import App
from .choice import Choice

PICTURE = (738, 360)
"""Pixels: width and height of the picture."""

PAIRS = tuple(Move(one + other) for place, one in enumerate(COLUMNS) for other in COLUMNS[place:])
"""The ten picks there can be; those that take two cards of one column only where the variant allows it."""

SHOWN = "The board shows how this line ends, its pieces numbered in order."
HOW = "Press a pair to see where its piece goes, press it again to answer."
HOW_TO_CLICK = (
    "Press a pair or click two cards to see where the piece goes, once more to answer. "
    "Keys on the picture: arrows, Enter, a to d, h (hint), n and p (next, previous), Escape."
)


class Exercises(App):
    """Exercises one after the other: so many of a seed (of one grade if one is given), or those ``given``.

    A pair is chosen, which shows where its piece goes, and chosen once more to answer with it; what Dr. Brooks then
    takes is shown with the reply, and when the exercise is over, the end of the winning line with its path. Hints
    come one at a time. Neither the solution nor a reason nor a hint is in any widget before it is asked for. With
    anywidget the picture can be clicked and walked through by keys; without it, or with ``clickable=False``, the
    buttons do the same. ``large`` and ``layout`` are as in ``Stepper``.

    >>> asked = Exercises(2, seed=1)
    >>> asked.answer(asked.exercise.solutions[0]).right
    True
    >>> asked.next()
    >>> str(asked.quiz.score)
    '1 of 2 solved, 1 at the first try'
    >>> asked.close()

    Raises ValueError if there is no exercise, or no such grade.
    """

    taken = (*COLUMNS, "h", "n", "p", "escape")
    _typed = False

    def __init__(
        self,
        count: int = 6,
        seed: int = 1,
        *,
        grade: int | None = None,
        given: Iterable[Exercise] | None = None,
        clickable: bool = True,
        large: bool = False,
        layout: hexes.Layout = hexes.PLAIN,
    ) -> None:
        self.seed, self._wanted = seed, None if given is not None else (count, grade)
        self.quiz = Quiz(exercises(count, seed, grade=grade) if given is None else given)
        self.choice = Choice()
        self._turned = layout
        super().__init__(large=large)
        self._build(clickable)
        self.set_large(large)

    @property
    def exercise(self) -> Exercise:
        """The exercise that is shown."""
        return self.quiz.exercise

    # Actions.

    def select(self, move: Move | str) -> None:
        """Choose a pair, and see where its piece goes; raises TextError or MoveError if it is no move."""
        move = Move.parse(move) if isinstance(move, str) else move
        self.exercise.state.placement(move)  # says why not
        self._choose(Choice(move.columns))

    def press(self, move: Move | str) -> None:
        """Choose a pair; answer with it if it is the one that is chosen already."""
        move = Move.parse(move) if isinstance(move, str) else move
        self.answer(move) if move.columns == self.choice.cards else self.select(move)

    def press_card(self, column: str) -> None:
        """Choose the bottom card of a column; one of a pair that is chosen answers. Raises MoveError for no column."""
        if column not in tuple(COLUMNS):
            raise MoveError(f"{column!r} is no column; there are {', '.join(COLUMNS)}")
        if self.choice.whole and column in self.choice.cards:
            self.answer()
        else:
            self._choose(self.choice.with_card(self.exercise.state, column))

    def press_cell(self, cell: str) -> None:
        """See which pairs lead to a cell; the one that does, if it is the only one, is chosen, or answers if it is."""
        number = board.cell_of(cell)
        chosen = self.choice.shown(self.exercise.state) if self.choice.whole else None
        if chosen and self.exercise.state.placement(chosen).cell == number:
            self.answer()
        else:
            self._choose(self.choice.with_cell(self.exercise.state, number))

    def point(self, cell: str = "", column: str = "") -> None:
        """Show for the moment what pressing this cell, or, after a first card, this column's card, would show.

        When the exercise is over its end is shown, and that stays.
        """
        if self.quiz.sheet.over:
            return
        before = self.choice
        self.choice = before.over(board.cell_of(cell) if cell else None, column)
        if self._told(self.choice) != self._told(before):
            self.draw()

    def clear(self) -> None:
        """Choose nothing."""
        self._choose(Choice())

    def answer(self, move: Move | str | None = None) -> Reply:
        """Answer with a pair, or with the one that is chosen.

        Raises ValueError if the exercise is over, MoveError if no pair is chosen or it cannot be taken, TextError
        if it is no pair.
        """
        if move is None and not self.choice.whole:
            raise MoveError("no pair is chosen yet")
        reply = self.quiz.answer(self.choice.cards if move is None else move)
        self.choice = Choice()
        self.draw()
        return reply

    def hint(self) -> None:
        """Show the next hint; raises ValueError if there is none, or the exercise is over."""
        self.quiz.hint()
        self.clear()

    def show_solution(self) -> None:
        """Show the solution; the exercise then counts as not solved. Raises ValueError if it is over."""
        self.quiz.give_up()
        self.clear()

    def go(self, number: int) -> None:
        """Turn to an exercise, 0 the first; raises IndexError if there is none."""
        self.quiz.go(number)
        self.clear()

    def next(self) -> None:
        """The next exercise; raises IndexError at the last."""
        if self.quiz.at == len(self.quiz.sheets) - 1:
            raise IndexError("this is the last exercise")
        self.go(self.quiz.at + 1)

    def previous(self) -> None:
        """The exercise before; raises IndexError at the first."""
        if self.quiz.at == 0:
            raise IndexError("this is the first exercise")
        self.go(self.quiz.at - 1)

    def more(self) -> None:
        """As many others, of the next seed, which takes a while; raises ValueError where the exercises were given."""
        if self._wanted is None:
            raise ValueError("there are no more: these exercises were given")
        count, grade = self._wanted
        self.more_button.disabled = True
        self.words.value = _status(f"Looking for {count} other{'s' * (count != 1)} ..")
        try:
            self.quiz = Quiz(exercises(count, self.seed + 1, grade=grade))
            self.seed += 1
        finally:
            self.clear()
            self.more_button.disabled = False

    def _choose(self, choice: Choice) -> None:
        self.choice = choice
        self.draw()

    # What is seen.

    def _build(self, clickable: bool) -> None:
        """All widgets, once and for all."""
        size = Layout(width=f"{PICTURE[0]}px", height=f"{PICTURE[1]}px", margin="0 auto")
        self.picture, self.clickable = self.picture_for(self.hear, clickable, size)
        self.picture.add_class("spiralkit-picture")
        self.pairs = {move: self._pair_button(move) for move in PAIRS}
        self.previous_button = self.button("Previous", self.previous)
        self.next_button = self.button("Next", self.next)
        self.hint_button = self.button("Hint", self.hint)
        self.solution_button = self.button("Solution", self.show_solution)
        self.more_button = self.button("Others", self.more)
        self.more_button.tooltip = "As many other exercises, of the next seed"
        self.head = HTML(layout=Layout(flex="1 1 0", width="auto", min_width="0", margin="2px 6px"))
        self.head.add_class("spiralkit-message")
        self.words = HTML(layout=Layout(flex="1 1 0", width="auto", margin="0 2px", overflow="auto"))
        steps = (self.previous_button, self.next_button, self.head)
        asking = (self.hint_button, self.solution_button, self.more_button, self.large_type)
        self.children = (
            *self.top,
            HBox([*steps, *asking], layout=Layout(height="34px", overflow="hidden")),
            self.picture,
            HBox(list(self.pairs.values()), layout=Layout(height="34px", overflow="hidden")),
            self.words,
        )

    def _pair_button(self, move: Move) -> Button:
        button = self.button(str(move), lambda: self.press(move))
        button.layout.flex, button.layout.min_width = "1 1 0", "0"
        return button

    def hear(self, act: str, data: dict[str, str]) -> None:
        """What was done to the picture: see ``Clickable``."""
        cell, column = data.get("cell", ""), data.get("column", "")
        typed, self._typed = self._typed, False
        if act == "key":
            self.key(data["key"].lower())
        elif act == "point":
            self.point(cell, column)
        elif data.get("key") == "Enter" and typed and self.choice.whole:
            self.answer()  # the cards were chosen by letters, and the focus has not moved since
        elif cell:
            self.press_cell(cell)
        else:
            self.press_card(column)

    def key(self, key: str) -> None:
        """A key on the picture: a to d, h, n, p, Escape; any other does nothing."""
        ways = {"h": self.hint, "n": self.next, "p": self.previous, "escape": self.clear}
        if key in tuple(COLUMNS):
            self._typed = True
            self.press_card(key)
        elif key in ways:
            ways[key]()

    def draw(self) -> None:
        """Show the exercise, what was answered, and what is chosen."""
        quiz, sheet = self.quiz, self.quiz.sheet
        picture = svg.render(self.scene(), interactive=self.clickable)
        words = _status("<br>".join(map(self._line, self.story())))
        head = f"Exercise {quiz.at + 1}, grade {self.exercise.grade}."
        score = f"{quiz.score.solved} of {quiz.score.asked} solved" if self.large else str(quiz.score)
        # what is seen at once changes at once, one right after the other
        self.head.value = f'<span title="{quiz.score}"><b>{head}</b> {score}.</span>'
        self.picture.value, self.words.value = picture, words
        self.previous_button.disabled = quiz.at == 0
        self.next_button.disabled = quiz.at == len(quiz.sheets) - 1
        self.hint_button.disabled = sheet.over or len(sheet.hints) == len(self.exercise.hints)
        self.solution_button.disabled = sheet.over
        for button in (self.hint_button, self.solution_button):
            button.layout.display = "none" if quiz.over else None
        self.more_button.layout.display = None if quiz.over and self._wanted else "none"
        self._draw_pairs(sheet)

    def scene(self) -> Scene:
        """The picture: what is chosen, or else the end of the winning line if it is known, or the last answer."""
        sheet, state = self.quiz.sheet, self.exercise.state
        # what she takes then is for the reader to see, until the answer is given
        shown = {name: value for name, value in self.choice.picture(state).items() if name != "forecast"}
        if not shown and sheet.over:
            state, shown = _ended(sheet)
        shown = shown or _replied(sheet)
        return spiral.scene(state, **shown, whose="me", large=self.large, layout=self._turned)

    def _draw_pairs(self, sheet: Sheet) -> None:
        """What each pair names and where it lands; which were answered, and how."""
        state, ways = self.exercise.state, self.choice.ways(self.exercise.state)
        answered = {reply.move: reply.right for reply in sheet.replies}
        can = state.moves()
        for move, button in self.pairs.items():
            button.layout.display = None if move in can else "none"
            if move not in can:
                continue
            piece = state.placement(move)
            mark = "" if move not in answered else "✓ " if answered[move] else "✗ "
            chosen = move.columns == self.choice.cards and not sheet.over
            button.description = f"Answer {move}" if chosen else f"{mark}{move}: {words.named(piece)}"
            button.tooltip = f"{piece}."
            styles = {"✓ ": "success", "✗ ": "danger"}
            button.button_style = "primary" if chosen else styles.get(mark, "info" if move in ways else "")

    def story(self) -> list[str]:
        """Where a piece would go; or the last reply, and the hints until it is over; or the question; a line each."""
        sheet = self.quiz.sheet
        if told := self._told(self.choice):
            cards = self.choice.cards
            again = f"Press Answer {cards}, or {cards[-1:]} again to answer; Escape to choose another."
            return told + [again] * (self.choice.whole and not sheet.over)
        told = [str(reply) for reply in sheet.replies[-1:]]
        if sheet.over:
            told.append(SHOWN)
            others = f" Press Others for those of seed {self.seed + 1}." if self._wanted else ""
            return [*told, f"All done: {self.quiz.score}.{others}"] if self.quiz.over else told
        told += [" ".join(sheet.hints)] * bool(sheet.hints)
        if sheet.replies:
            return [*told, "Try another pair."]
        return [self.exercise.question, *told, HOW_TO_CLICK if self.clickable else HOW]

    def _line(self, words: str) -> str:
        """A line of the story as HTML, the verdict at the beginning of a reply in bold type."""
        verdict, stop, reason = words.partition(". ")
        if words not in map(str, self.quiz.sheet.replies[-1:]):
            return escape(words)
        return f"<b>{escape(verdict + stop.rstrip())}</b> {escape(reason)}"

    def _told(self, choice: Choice) -> list[str]:
        """What is chosen or pointed at, in words: no more of it than where a piece would go."""
        state = self.exercise.state
        told = [] if choice.asked is None else [words.reached(state, choice.asked)]
        move = choice.shown(state)
        if move is not None:
            told.append(f"{move}: {state.placement(move)}.")
        elif choice.cards and not told:
            told.append(words.first_card(state, choice.cards))
        return told


def _status(words: str) -> str:
    return f'<div role="status">{words}</div>'


def _ended(sheet: Sheet) -> tuple[State, dict[str, Any]]:
    """How the picture shows the end of the winning line: its pieces ringed and numbered, and the path of the fork."""
    state, pieces = sheet.exercise.state, []
    for move in sheet.exercise.verdict(sheet.replies[-1].move).line:
        pieces.append(state.placement(move))
        state = state.play(move)
    return state, {"last": pieces, "marks": {piece.cell: str(number) for number, piece in enumerate(pieces, 1)}}


def _replied(sheet: Sheet) -> dict[str, Any]:
    """How the picture shows the last answer: the piece, and what she then takes."""
    return Choice(sheet.replies[-1].move.columns).picture(sheet.exercise.state) if sheet.replies else {}
