"""The tree of a position to walk through, each move with its verdict, or as a question to a class."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYetError
from functools import partial
from html import escape
from time import monotonic
from typing import Any

from ipywidgets import HTML, BoundedIntText, Button, HBox, Layout, Textarea, ToggleButton

from ..draw import hexes, svg, tree
from ..draw.scene import Scene
from ..game import Line, MoveError
from ..lookahead.advisor import advise_steps
from ..record import Record, SpiralLine
from ..spiral import STANDARD, Move, State, Variant, deal
from .app import App
from .aside import SIGN_OF_LIFE, aside, step_of
from .nodes import Node, Start, of_record, parse
from .verdicts import MARKS, MOST_MOVES, Answer, answer
from .walk import Walk, marked, told

PICTURE = (824, 359)
WORDS = 78
"""Pixels: width and height of the picture, and the height of the words below it."""

AT_ONCE = 0.25
"""Seconds that a search is waited for; one that takes longer goes on beside all else."""

HIDDEN = "#E4E4E4"
"""The colour of a move whose verdict is not shown."""

_STYLE = """<style>
.spiralkit-text textarea {
    white-space: pre; overflow: hidden; resize: none; height: 28px; min-height: 28px; line-height: 18px
}
.spiralkit-moves .jupyter-button { line-height: 24px }
</style>"""

Work = Callable[[], Awaitable[None]]


class Explorer(App):
    """The tree below a position: a move leads to the next node, ``back`` to the one before, as far as one likes.

    ``position`` is a state, a line (from its place), a record (from its start), a seed, or a text of any of these
    as ``parse`` reads it; ``place`` is another place of a line or record to explore from. The node that is chosen is
    shown large, with the reason of the move that led there; its moves and the way to it are small boards, with what
    Dr. Brooks must answer. With ``question`` the verdicts stay hidden until the class has voted and they
    are revealed move by move: nothing of them is in any widget before.

    What is proved comes at once; a search that takes longer, and the values of open moves if they are asked for, go on
    beside all else in a notebook, until ``stop`` or another node. With anywidget the boards can be clicked;
    without it, or with ``clickable=False``, the buttons do the same. ``large`` and ``layout`` are as in ``Stepper``.

    >>> explorer = Explorer(7, question=True)
    >>> explorer.vote("bd")
    >>> explorer.reveal("bd")
    >>> explorer.node.shown, explorer.hidden
    ([Move('bd')], True)
    >>> explorer.ask(False)
    >>> explorer.choose("bd")
    >>> explorer.text == deal(7).text + " bd"
    True
    >>> explorer.close()

    Raises TextError if a text is none of these, MoveError if a move in it is not possible, IndexError if there is no
    such place.
    """

    _task: asyncio.Task[None] | None = None

    def __init__(
        self,
        position: State | SpiralLine | Record | str | int,
        *,
        place: int | None = None,
        variant: Variant = STANDARD,
        question: bool = False,
        clickable: bool = True,
        large: bool = False,
        layout: hexes.Layout = hexes.PLAIN,
    ) -> None:
        start = _start(position, variant)
        if place is not None:
            start = _at(start, place)
        self._turned = layout
        self._setting = False
        self.walk = Walk(start)
        if question:
            self.walk.ask(True)
        super().__init__(large=large)
        self.style_sheet.value += _STYLE
        self._build(clickable)
        self.set_large(large)
        self._go_on()

    # The tree.

    @property
    def node(self) -> Node:
        """The node that is chosen."""
        return self.walk.node

    @property
    def path(self) -> tuple[Move, ...]:
        """Your moves from the start to the node that is chosen."""
        return self.walk.path

    @property
    def state(self) -> State:
        """The position at the node that is chosen."""
        return self.node.state

    def choose(self, move: Move | str) -> None:
        """Go to the node that a move leads to; raises MoveError if it cannot be played, TextError if it is none."""
        self.walk.choose(move)
        self._come()

    def go(self, depth: int) -> None:
        """Go back to the node so many moves below the start; raises IndexError if there is no such on the way."""
        self.walk.go(depth)
        self._come()

    def back(self) -> None:
        """Go back to the node before; raises MoveError at the start."""
        if not self.path:
            raise MoveError("there is nothing before the start of the tree")
        self.go(len(self.path) - 1)

    def start(self) -> None:
        """Go back to the start."""
        self.go(0)

    # The one text.

    @property
    def text(self) -> str:
        """What is shown in one text, to be handed on: position, moves to this node, ``?`` if it is a question."""
        return self.walk.text

    parse = staticmethod(parse)

    def load(self, text: str) -> None:
        """Explore what a text hands over; raises TextError or MoveError, and keeps what there was, if it is wrong."""
        self._explore(parse(text))

    def set_place(self, place: int) -> None:
        """Explore the line from another place; raises IndexError if it has no such."""
        self._explore(_at(self.walk.start, place))

    def _explore(self, start: Start) -> None:
        self.walk = Walk(start)
        self._come()

    # Question and answer.

    @property
    def question(self) -> bool:
        """Whether verdicts are hidden until they are revealed."""
        return self.walk.question

    @property
    def hidden(self) -> bool:
        """Whether something of this node is still to be revealed."""
        return self.walk.hidden

    def ask(self, question: bool) -> None:
        """Make a question of the tree, with no votes yet and nothing revealed; or show all verdicts."""
        self.walk.ask(question)
        self._come()

    def vote(self, move: Move | str, count: int = 1) -> None:
        """Count votes of the class for a move, fewer with a negative count; raises MoveError if it cannot be played."""
        self.walk.vote(move, count)
        self.draw()

    def take_back(self) -> None:
        """Take the last vote back; raises MoveError if there is none."""
        self.walk.take_back()
        self.draw()

    def reset_votes(self) -> None:
        """Begin the vote at this node again: no votes, nothing revealed."""
        self.walk.asked.forget_votes()
        self._come()

    def close_vote(self) -> None:
        """End the vote; from now on a press on a move reveals it."""
        self.walk.asked.voting = False
        self.draw()

    def reveal(self, move: Move | str) -> None:
        """Show verdict and reason of a move; this ends the vote. Raises MoveError if it cannot be played."""
        self.walk.reveal(move)
        self._know()
        self._go_on()

    def reveal_next(self) -> None:
        """Reveal the first move that is not yet; raises MoveError if all are."""
        rest = [move for move in self.walk.asked.moves if move not in self.node.shown]
        if not rest:
            raise MoveError("all moves are revealed")
        self.reveal(rest[0])

    def reveal_all(self) -> None:
        """Reveal all moves, the best one last: it is the one that is explained."""
        while self.hidden:
            self.reveal_next()
        if self.question and self.node.answer and self.node.answer.best:
            self.reveal(self.node.answer.best)

    def press(self, move: Move | str) -> None:
        """What a press on a move means now: go there, or, in a question, vote for it or reveal it."""
        move = self.walk.move(move)
        if not self.question or move in self.node.shown:
            self.choose(move)
        elif self.node.voting:
            self.vote(move)
        else:
            self.reveal(move)

    # Work that takes long.

    def measure(self) -> None:
        """Measure the values of the open moves here and now: some seconds without a sign of life."""
        self.stop()
        self._know()
        if self.node.open:
            for advice in advise_steps(self.state):
                self.node.take(advice)
        self.draw()

    def set_values(self, on: bool) -> None:
        """Measure the values of open moves at each node that is chosen, in a notebook beside all else; or no more."""
        self.values_switch.value = on
        self._come()

    def stop(self) -> None:
        """Give up the work that is going on; what has been measured stays, and is said to be so far."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self.draw()

    def stop_or_look(self) -> None:
        """Stop the work, and measure no values any more; or look at a node where that was stopped."""
        if self._task is None:
            self._go_on()
        else:
            self.values_switch.value = False
            self.stop()

    def _know(self) -> None:
        """Look now at all on the way that has not been looked at."""
        for node in self.walk.not_looked_at:
            node.answer = answer(node.state)

    def _come(self) -> None:
        """Leave what was going on for another node, and go on there."""
        self.stop()
        self._go_on()

    def _go_on(self) -> None:
        """Find out what is to be known of the node, and show it as it comes."""
        if self._task is None:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:  # nothing goes on beside all else here
                self._know()
            else:
                work = self._look() or self._value(self.node)
                self._task = loop.create_task(self._work(work)) if work else None
        self.draw()

    def _look(self) -> Work | None:
        """Look at all on the way that has not been looked at; if that takes long, the rest of the work is given."""
        for node in self.walk.not_looked_at:
            work = aside(answer, node.state)
            try:
                node.answer = work.result(AT_ONCE)
            except NotYetError:
                return partial(self._wait, node, work)
        return None

    def _value(self, node: Node) -> Work | None:
        """The work of measuring values, if they are wanted, and there are some that may be seen."""
        wanted = self.values_switch.value and not self.hidden
        return partial(self._measure, node) if wanted and node.open and node.done < 1 else None

    async def _work(self, work: Work) -> None:
        """Do something to its end, and show what goes wrong."""
        try:
            await work()
        except Exception as error:
            self.values_switch.value = False
            self._task = None
            self.draw()
            self.show_error(error)
        else:
            self._task = None
            self._go_on()

    async def _wait(self, node: Node, work: Future[Answer]) -> None:
        began = monotonic()
        while not work.done():
            self._progress(f"looking, {monotonic() - began:.0f} s")
            await asyncio.sleep(SIGN_OF_LIFE / 2)
        node.answer = work.result()

    async def _measure(self, node: Node) -> None:
        steps = advise_steps(node.state)
        said = 0.0
        while (advice := await step_of(steps)) is not None:
            more = node.take(advice)
            if more or monotonic() > said + SIGN_OF_LIFE:
                said = monotonic()
                self._progress(_share(node.done))
            if more:
                self.draw()

    def _progress(self, words: str) -> None:
        self.progress.value = f'<span role="status">{words}</span>'

    # What is pressed in the picture.

    def hear(self, act: str, data: dict[str, str]) -> None:
        """What was done in the picture: see ``Clickable``."""
        kind, _, name = data.get("card", "").partition(" ")
        if act == "press" and kind == "move":
            self.press(name)
        elif act == "press" and kind == "node":
            self.go(int(name))
        elif act == "key" and data["key"] == "Backspace":
            self.back()

    # What is seen.

    def _build(self, clickable: bool) -> None:
        """All widgets, once and for all."""
        self.start_button = self.button("Start", self.start)
        self.back_button = self.button("Back", self.back)
        self.question_switch = ToggleButton(False, description="Question", layout=Layout(width="auto"))
        self.question_switch.tooltip = "Hide the verdicts until the class has voted"
        self.take_back_button = self.button("Take back", self.take_back)
        self.take_back_button.tooltip = "Take the last vote back"
        self.close_button = self.button("Close vote", self.close_vote)
        self.next_button = self.button("Show next", self.reveal_next)
        self.all_button = self.button("Show all", self.reveal_all)
        self.new_button = self.button("New vote", self.reset_votes)
        self.values_switch = ToggleButton(False, description="Values", layout=Layout(width="auto"))
        self.values_switch.tooltip = "Measure by sampled deals how likely open moves win; it takes a while"
        self.stop_button = self.button("Stop", self.stop_or_look)
        self.progress = HTML(layout=Layout(width="120px"))
        self.progress.add_class("spiralkit-message")
        size = Layout(width=f"{PICTURE[0]}px", height=f"{PICTURE[1]}px", margin="0 auto")
        self.picture, self.clickable = self.picture_for(self.hear, clickable, size)
        self.picture.add_class("spiralkit-picture")
        self.moves = tuple(map(self._move_button, range(MOST_MOVES)))
        move_row = HBox(self.moves, layout=Layout(height="32px", overflow="hidden"))
        move_row.add_class("spiralkit-moves")
        self.words = HTML(layout=Layout(height=f"{WORDS}px", margin="0 2px", overflow="auto"))
        self.position = Textarea(rows=1, description="Text", layout=Layout(flex="1 1 0", width="auto", height="28px"))
        self.position.tooltip = "Hand this text on; or paste a position, a record or a seed, then Load"
        self.position.add_class("spiralkit-text")
        load_button = self.button("Load", lambda: self.load(self.position.value))
        self.place = BoundedIntText(0, max=0, description="Place", layout=Layout(width="110px"))
        for control in (self.position, self.place):
            control.style.description_width = "initial"
        self.on_value(self.question_switch, lambda on: self._set(self.ask, on))
        self.on_value(self.values_switch, lambda on: self._set(self.set_values, on))
        self.on_value(self.place, lambda place: self._set(self.set_place, place))
        votes = (self.take_back_button, self.close_button, self.next_button, self.all_button, self.new_button)
        work = (self.values_switch, self.stop_button, self.progress)
        top = HBox([self.start_button, self.back_button, self.question_switch, *votes, self.large_type])
        self.children = (
            *self.top,
            top,
            self.picture,
            move_row,
            self.words,
            HBox([self.position, load_button, self.place, *work]),
        )

    def _move_button(self, number: int) -> Button:
        button = self.button("", lambda: self.press(self.node.moves[number]))
        button.layout.flex, button.layout.min_width = "1 1 0", "0"
        button.style.text_color = "#000"
        button.style.font_weight = "bold"
        return button

    def _set(self, action: Callable[[Any], object], value: Any) -> None:
        """What a control was set to, unless ``draw`` set it."""
        if not self._setting:
            action(value)

    def close(self) -> None:
        """Give up what is going on, and close the app with all it holds."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        super().close()

    def draw(self) -> None:
        """Show the node that is chosen."""
        self._setting = True
        try:
            self._draw_controls()
            for move, button in zip(self.node.moves, self.moves, strict=False):
                self._draw_move(move, button)
            for number, button in enumerate(self.moves):
                button.layout.display = None if number < len(self.node.moves) else "none"
            self.picture.value = svg.render(self.scene(), interactive=self.clickable)
            self.words.value = "".join(self._rows())
            self.position.value = self.text
        finally:
            self._setting = False

    def _draw_controls(self) -> None:
        node = self.node
        self.start_button.disabled = self.back_button.disabled = not self.path
        self.question_switch.value = self.question
        for button in (self.take_back_button, self.close_button, self.next_button, self.all_button, self.new_button):
            button.layout.display = None if self.question else "none"
        self.take_back_button.disabled = not node.voting or not node.cast
        self.close_button.disabled = not node.voting or not node.moves
        self.next_button.disabled = self.all_button.disabled = not self.hidden
        self.new_button.disabled = node.voting and not node.cast
        self.values_switch.disabled = self.hidden
        stopped = self._task is None and bool(self.walk.not_looked_at)
        self.stop_button.description = "Look" if stopped else "Stop"
        self.stop_button.disabled = self._task is None and not stopped
        if self._task is None:
            self._progress("")
        self.place.max = len(self.walk.start.line)
        self.place.value = self.walk.start.place
        self.place.layout.display = None if len(self.walk.start.line) else "none"

    def _draw_move(self, move: Move, button: Button) -> None:
        seen = self.walk.seen(self.node, move)
        many = len(self.node.moves) > tree.WIDE
        votes = f": {self.node.votes[move]}" if self.question else ""
        if seen == "hidden":
            what = ("+ " if self.node.voting else "? " if many else "Show ") if self.question else ""
            button.description, button.style.button_color = f"{what}{move}{votes}", HIDDEN
        else:
            button.description = marked(seen, f"{move}{'' if many else f' {seen}'}{votes}")
            button.style.button_color = MARKS[seen][1]  # type: ignore[index]
        button.tooltip = told(self.state.placement(move))

    def scene(self) -> Scene:
        """The picture of the node, of the way to it and of its moves."""
        node = self.node
        return tree.scene(
            node.state,
            headline=self.walk.headline,
            last=node.pieces,
            way=self.walk.way(),
            moves=self.walk.ahead(),
            end=node.end,
            large=self.large,
            layout=self._turned,
        )

    def story(self) -> list[str]:
        """Why the move that led here is what it is, and how things stand here, a line each; nothing that is hidden."""
        return self.walk.story()

    def _rows(self) -> Iterator[str]:
        for seen, words in self.walk.told():
            mark = MARKS[seen] if seen else ("", "")  # type: ignore[index]
            sign = f'<b style="background:{mark[1]};padding:0 4px">{mark[0]}</b> ' if seen else ""
            yield f'<div style="margin-bottom:2px">{sign}{escape(words)}</div>'


def _share(done: float) -> str:
    """How far values are: in the first half of the work the ends of the deal are compared, none is measured yet."""
    return f"comparing, {200 * done:.0f} %" if done < 0.5 else f"values, {200 * done - 100:.0f} %"


def _start(position: State | SpiralLine | Record | str | int, variant: Variant) -> Start:
    match position:
        case str():
            return parse(position)
        case int():
            return Start(Line(deal(position, variant)))
        case Record():
            return of_record(position)
        case Line():
            return of_record(Record(position), position.at)
        case _:
            return Start(Line(position))


def _at(start: Start, place: int) -> Start:
    if not 0 <= place <= len(start.line):
        raise IndexError(f"the line has the places 0 to {len(start.line)}, not {place}")
    return Start(start.line, place, (), start.question)
