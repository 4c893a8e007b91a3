"""A game against Dr. Brooks: choose a pair, see what it does, play it; take it back, play on differently."""

from __future__ import annotations

from html import escape
from typing import Any

from ipywidgets import HTML, Button, Dropdown, HBox, Layout, Text

from .. import board, conversion, spider
from ..board import Cell
from ..draw import hexes, spiral, svg
from ..draw.scene import Scene
from ..game import MoveError
from ..lookahead.advisor import Advice, Effort
from ..spiral import COLUMNS, STANDARD, VARIANTS, Deal, Move, Placement, State, Variant, deal, redeal
from . import turns, words
from .advice import Adviser
from .app import HEIGHT, named, seed_in
from .choice import Choice, picks
from .conversion_player import ConversionPlayer
from .explorer import Explorer
from .game_app import Game, read, start_of
from .playing import Playing, any_seed
from .spider_player import SpiderPlayer
from .stepper import Stepper

PAIRS = tuple(Move(one + other) for place, one in enumerate(COLUMNS) for other in COLUMNS[place:])
"""The ten picks there can be; those that take two cards of one column only where the variant allows it."""

LARGE_ROWS, LARGE_ROW = 5, 92
"""How many rows of how many letters of large type the words have room for."""

BACK = 34
"""Pixels: the height of the row below a review that leads back to the game."""

_STYLE = "<style>.spiralkit-review > :not(.spiralkit, .spiralkit-back) { display: none !important }</style>"
"""While a review is shown, its stepper has the place of the game."""

HOW = "Press a pair to see what it does, press it again to play it."
HOW_TO_CLICK = (
    "Click two cards, or a cell to see what leads there; click again to play. "
    "Keys: arrows, Enter, a to d, u and r (undo, redo), comma and full stop (one piece), Escape."
)


class Player(Playing):
    """A game of Spiral against Dr. Brooks.

    ``game`` is your own line, played on from its place, or a state, a record, or the text of a record (both from
    their end) or of a position; nothing gives a new game of ``variant``. Dr. Brooks's pieces follow yours at once,
    each as a move of its own. Deal n of a game with a ``seed`` is ``redeal(seed, n)`` and comes by itself; without
    a seed, as in a game picked up half-way from the table, the app waits for ``deal``: cards, or a seed.

    With anywidget the picture can be clicked and walked through by keys; without it, or with ``clickable=False``,
    the buttons do the same. ``large`` and ``layout`` are as in ``Stepper``. A game of the colour-conversion spiral or
    of the Spider family gets its own player, ``ConversionPlayer`` or ``SpiderPlayer``, which takes the same options.

    >>> player = Player(seed=1)
    >>> player.select("bd")
    >>> player.play()
    >>> [str(move) for move in player.line.moves], player.state.turn
    (['bd', 'ab', 'cd'], 'me')
    >>> player.undo()
    >>> player.state == deal(1)
    True
    >>> player.close()

    Raises TextError if a text is neither a record nor a position, ValueError if a variant is given with a game.
    """

    taken = (*COLUMNS, "u", "r", ",", ".", "escape")
    usual = STANDARD
    choice: Choice
    _typed = False

    def __new__(cls, game: Game | None = None, **options: Any) -> Any:
        """The player of the game: only one of Spiral is a Player."""
        game = read(game) if isinstance(game, str) else game
        match start_of(game) if game is not None else None:
            case conversion.State():
                return ConversionPlayer(game, **options)
            case spider.State():
                return SpiderPlayer(game, **options)
        return super().__new__(cls)

    def __init__(
        self,
        game: Game | None = None,
        *,
        seed: int | None = None,
        variant: Variant | None = None,
        clickable: bool = True,
        large: bool = False,
        layout: hexes.Layout = hexes.PLAIN,
    ) -> None:
        if game is not None and variant is not None:
            raise ValueError(f"the game has its own variant; {variant} cannot be given as well")
        self._turned = layout
        super().__init__(game, seed=seed, rules=variant, clickable=clickable, large=large)

    # The game.

    def begun(self, seed: int, rules: Variant) -> State:
        """The first deal of this seed."""
        return deal(seed, rules)

    @property
    def rules(self) -> Variant:
        """The variant that is played."""
        variant: Variant = self.state.variant
        return variant

    def new_game(self, seed: int | None = None, variant: Variant | None = None) -> None:
        """Begin another game, of any seed if none is given, and of the present variant if none is given."""
        super().new_game(seed, variant)

    # Choosing a pair.

    @property
    def selected(self) -> str:
        """The columns of the cards that are chosen: none, one letter, or the two of a pick."""
        return self.choice.cards

    def _pick(self, move: Move | str) -> Move:
        """One of your picks; raises TextError or MoveError if it is none."""
        self._may_choose()
        move = Move.parse(move) if isinstance(move, str) else move
        self.state.placement(move)  # says why not
        return move

    def _may_choose(self) -> None:
        if not turns.decides(self.state):
            raise MoveError(f"no pair can be chosen: {self.state.status()}")

    def select(self, move: Move | str) -> None:
        """Choose a pair, and see what it would do; raises MoveError if it cannot be taken, TextError if it is none."""
        self._choose(Choice(self._pick(move).columns))

    def press(self, move: Move | str) -> None:
        """Choose a pair; play it if it is the one that is chosen already."""
        move = self._pick(move)
        self.play(move) if move.columns == self.selected else self.select(move)

    def press_card(self, column: str) -> None:
        """Choose the bottom card of a column: the first of a pair, the second, or, after a whole pair, another first.

        A first card is put back by pressing it again; a card of a complete pair plays the pair. Raises MoveError
        if no card can be chosen.
        """
        self._may_choose()
        if column not in tuple(COLUMNS):
            raise MoveError(f"{column!r} is no column; there are {', '.join(COLUMNS)}")
        again = self.choice.whole and column in self.selected
        self.play() if again else self._choose(self.choice.with_card(self.state, column))

    def press_cell(self, cell: Cell | str) -> None:
        """See which pairs lead to a cell; choose the pick that does if there is just one, play it if it is chosen.

        Raises ValueError if there is no such cell.
        """
        cell = board.cell_of(cell) if isinstance(cell, str) else cell
        if not 0 <= cell < board.CELLS:
            raise ValueError(f"there is no cell {cell}; there are 0 to {board.CELLS - 1}")
        again = self.choice.whole and self.state.placement(Move(self.selected)).cell == cell
        self.play() if again else self._choose(self.choice.with_cell(self.state, cell))

    def clear(self) -> None:
        """Choose nothing."""
        self._choose(Choice())

    def point(self, cell: str = "", column: str = "") -> None:
        """Show for the moment what pressing this cell, or, after a first card, this column's card, would show."""
        before = self.choice
        self.choice = before.over(board.cell_of(cell) if cell else None, column)
        if self.choice.told(self.state) != before.told(self.state):
            self.draw()

    def _choose(self, choice: Choice) -> None:
        self.choice = choice
        self.draw()

    def forget(self) -> None:
        """Choose nothing; called whenever the place in the line is another."""
        self.choice = Choice()

    # Playing.

    def play(self, move: Move | str | None = None) -> None:
        """Play a pair, or the one that is chosen; Dr. Brooks's pieces and the deals of the seed follow.

        Raises MoveError if the pair cannot be taken or none is chosen, TextError if it is no pair.
        """
        if move is None and not self.choice.whole:
            raise MoveError("no pair is chosen yet")
        self.follow(self._pick(self.selected if move is None else move))
        self.go_on()

    def deal(self, cards: Deal | str | int) -> None:
        """Deal the cards again: as you dealt them (top card first, ``8d../7c../..``), or by a seed from now on.

        Raises TextError if the text is no deal, MoveError if none is due.
        """
        if isinstance(cards, int):
            self.follow(redeal(cards, turns.deals(self._line, self.place) + 1))
            self.set_seed(cards)
        else:
            self.follow(Deal.parse(cards) if isinstance(cards, str) else cards)
        self.deal_text.value = ""
        self.go_on()

    def chance(self) -> Deal | None:
        """The next deal of the seed; None without one."""
        return None if self._seed is None else redeal(self._seed, turns.deals(self._line, self.place) + 1)

    def wanted(self) -> str:
        """What must be done here before anything can follow."""
        if self.state.deal_due:
            return "a column is empty: type the cards as you dealt them, or take a seed"
        return "there is nothing to redo: choose a pair"

    def partings(self) -> list[str]:
        """The lines that were left, in words."""
        return turns.partings(self._line)

    # Advice.

    @property
    def advice(self) -> Advice | None:
        """What is known so far of what to play here; None if it was not asked for."""
        return self._adviser.advice

    def advise(self, effort: Effort = "normal") -> None:
        """Work out what to play here: in a notebook beside all else, until ``stop`` or another place, else at once.

        The move advised is marked, not played. Raises ValueError if the game is over.
        """
        self._adviser.ask(effort)

    def stop(self) -> None:
        """Work on the advice no more; what is known so far stays."""
        self._adviser.stop()

    def _draw_advice(self) -> None:
        self._adviser.show(self.state)
        over = self.state.outcome is not None
        self.advise_button.layout.display = "none" if over else None
        self.review_button.layout.display = None if over else "none"
        self._draw_pairs()
        self.words.value = self._story_html()

    # Another look at it.

    def stepper(self) -> Stepper:
        """A stepper on the same line, at this place."""
        self._line.go(self.place)
        return Stepper(self._line, large=self.large, layout=self._turned)

    def explorer(self) -> Explorer:
        """The tree of this position."""
        return Explorer(self._line, place=self.place, large=self.large, layout=self._turned)

    def review(self, effort: str = "normal") -> None:
        """Look back on the game in a stepper, in place of the game until it is closed: see ``Stepper.review``."""
        self._give_place(True)
        self.show_stepper(True)
        assert self._below is not None
        self._below.layout.order = "-1"  # before the way back
        self.layout.height = f"{HEIGHT + BACK}px"
        for guard in self.guard:
            guard.scroll()
        self._below.review(effort)

    def show_stepper(self, on: bool) -> None:
        """Open a stepper on this game below, or close it; what had its place to a review is then there again."""
        reviewed = self.leave_button.layout.display is None
        if not on and reviewed and self._below is not None and self._below.large != self.large:
            self.set_large(self._below.large)
        super().show_stepper(on)
        if not on:
            self._give_place(False)

    def _give_place(self, on: bool) -> None:
        """Show nothing but the stepper and the way back, or the game again."""
        (self.add_class if on else self.remove_class)("spiralkit-review")
        self.leave_button.layout.display = None if on else "none"

    def show_record(self, on: bool) -> None:
        """Show the record, and ways to begin or save a game, in place of board and picks; or these again."""
        super().show_record(on)
        self.draw()

    def show_position(self) -> None:
        """Show this position as text in place of the board, to be copied."""
        self.show_record(True)
        self.write(self.state.text)

    # What is seen.

    def _build(self, clickable: bool) -> None:
        """All widgets, once and for all."""
        self.build_picture(clickable)
        self.pairs = {move: self._pair_button(move) for move in PAIRS}
        self.pair_row = HBox([self.pairs[move] for move in PAIRS], layout=Layout(height="34px", overflow="hidden"))
        self.deal_text = Text(placeholder="top card first: 8dJs../../../..", layout=Layout(flex="1 1 0", width="auto"))
        self.deal_text.description = "Cards as dealt"
        self.deal_text.style.description_width = "initial"
        self.deal_seed = self.seed_box(any_seed(), "150px")
        deal_typed = self.button("Deal these", lambda: self.deal(self.deal_text.value))
        deal_by_seed = self.button("Deal by seed", lambda: self.deal(seed_in(self.deal_seed)))
        self.deal_row = HBox([self.deal_text, deal_typed, self.deal_seed, deal_by_seed], layout=Layout(height="34px"))
        self.build_record("Game", self._new_game_parts())
        self.words = HTML(layout=Layout(flex="1 1 0", width="auto", margin="0 2px", overflow="auto"))
        self._adviser = Adviser(self, self._draw_advice)
        self.advise_button, self.value_line = self._adviser.button, self._adviser.line
        self.review_button = self.button("Review", self.review)
        self.review_button.tooltip = "What each of your moves was worth, in a stepper in place of the game"
        self.review_button.layout.width = self.advise_button.layout.width
        self.leave_button = self.button("Back to the game", lambda: self.show_stepper(False))
        self.leave_button.layout.display, self.leave_button.layout.align_self = "none", "flex-start"
        self.leave_button.add_class("spiralkit-back")
        self.style_sheet.value += _STYLE
        switches = (self.advise_button, self.review_button, self.record_button, self.build_stepper(), self.large_type)
        self.children = (
            *self.top,
            self.value_line,
            self.picture,
            self.record_view,
            self.pair_row,
            self.deal_row,
            HBox([*self.build_walk("Piece"), *switches]),
            self.words,
            self.leave_button,
        )

    def _pair_button(self, move: Move) -> Button:
        button = self.button(str(move), lambda: self.press(move))
        button.layout.flex, button.layout.min_width, button.layout.padding = "1 1 0", "0", "0"
        return button

    def _new_game_parts(self) -> tuple[Any, ...]:
        self.seed_field = self.seed_box(self._seed or 1)
        names = [(str(variant), variant) for variant in VARIANTS]
        self.variant_field = Dropdown(options=names, value=self.state.variant, layout=Layout(width="auto"))
        named(self.variant_field, "Variant")
        return (
            self.button("Position text", self.show_position),
            self.seed_field,
            self.variant_field,
            self.button("New game of seed", lambda: self.new_game(seed_in(self.seed_field), self.variant_field.value)),
            self.button("New game", lambda: self.new_game(None, self.variant_field.value)),
        )

    def hear(self, act: str, data: dict[str, str]) -> None:
        """What was done to the picture: see ``Clickable``."""
        cell, column = data.get("cell", ""), data.get("column", "")
        typed, self._typed = self._typed, False
        if act == "key":
            self.key(data["key"])
        elif act == "point":
            self.point(cell, column)
        elif data.get("key") == "Enter" and typed and self.choice.whole:
            self.play()  # the cards were chosen by letters, and the focus has not moved since
        elif cell:
            self.press_cell(cell)
        else:
            self.press_card(column)

    def key(self, key: str) -> None:
        """A key on the picture: a to d, u and r, comma and full stop, Escape; any other does nothing."""
        ways = {"u": self.undo, "r": self.redo, ",": self.back, ".": self.forward, "escape": self.clear}
        key = key.lower()
        if key in tuple(COLUMNS):
            self._typed = True
            self.press_card(key)
        elif key in ways:
            ways[key]()

    def close(self) -> None:
        """Close the app with all it holds, the stepper below too."""
        if not self._closed:
            self._adviser.close()
        super().close()

    def draw(self) -> None:
        """Show the present state, and what is chosen."""
        if not self.choice.fits(self.state):
            self.choice = Choice()  # another app has changed the line
        self._setting = True
        try:
            waits = self.state.deal_due and self._seed is None
            self.pair_row.layout.display = "none" if waits or self.record_button.value else None
            self.deal_row.layout.display = "none" if not waits or self.record_button.value else None
            self.draw_walk()
            if self._seed is not None:
                self.seed_field.value = str(self._seed)
            self.picture.value = svg.render(self.scene(), interactive=self.clickable)
            self._draw_advice()
        finally:
            self._setting = False
        self.draw_stepper()

    def _draw_pairs(self) -> None:
        """The label of each pair says what it names and where it lands, or, with advice, where and what it is worth.

        The buttons that lead to a cell stand out, and so does the move advised.
        """
        state = self.state
        can, ways = picks(state), self.choice.ways(state)
        for move, button in self.pairs.items():
            button.layout.display = None if move.columns[0] != move.columns[1] or state.variant.one_column else "none"
            button.disabled = move not in can
            chosen, best = move.columns == self.selected, move == self._adviser.best
            button.button_style = "primary" if chosen else "info" if move in ways else "success" if best else ""
            if button.disabled:
                button.description, button.tooltip = str(move), ""
                continue
            piece = state.placement(move)
            if chosen:
                label = f"Play {move}"
            elif worth := self._adviser.short(move):
                label = f"{move} {worth}" if state.variant.one_column else f"{move} {board.label(piece.cell)} {worth}"
            else:
                label = f"{move} {piece.pair}" if state.variant.one_column else f"{move}: {words.named(piece)}"
            button.description = f"★{label}" if best else label
            button.tooltip = "\n".join([*words.would(state, move), *self._adviser.long(move)])

    def _last(self) -> list[Placement]:
        """The pieces that were placed since your previous decision."""
        moves, states = self._line.moves, self._line.states
        return [states[place].placement(move) for place in self.since() if isinstance(move := moves[place], Move)]

    def scene(self) -> Scene:
        """The picture of this place: what happened last, or what the pick that is chosen or pointed at would do."""
        last = self._last()
        shown = self.choice.picture(self.state) or {
            "last": last,
            "slides": () if self.state.outcome else last,
            "forecast": tuple(piece.cell for piece in self.state.forced()),
        }
        return spiral.scene(self.state, **shown, whose="me", large=self.large, layout=self._turned)

    def story(self) -> list[str]:
        """What a pick would do, what leads to a cell, or what happened and what is to be done, a line each."""
        if told := self.choice.told(self.state):
            again = f"Press Play {self.selected}, or {self.selected[-1:]} again to play it; Escape to choose another."
            return told + [again] * self.choice.whole
        moves, states = self._line.moves, self._line.states
        told = [words.happened(states[place], moves[place]) for place in self.since()]
        if not self.place:
            told = ["The game begins." if self.state.occupied == 0 else "Position loaded."]
        return [*self._adviser.story(), *told, self._to_do()]

    def _to_do(self) -> str:
        state = self.state
        status = state.status()
        deals = "" if self._seed is None else f" Deal {turns.deals(self._line, self.place)} of seed {self._seed}."
        if state.outcome is not None:
            how = " Review to look back on it, Undo to play on differently, Game to begin another or to save this one."
        elif turns.decides(state):
            how = "" if self.place or self.advice else f" {HOW_TO_CLICK if self.clickable else HOW}"
        elif state.deal_due and self._seed is None:
            how = " Deal your own cards and type them in, or let a seed deal."
        else:
            how = f" {self.redo_button.description} lets it go on."
        return f"{status[0].upper()}{status[1:]}.{deals}{how}"

    def _story_html(self) -> str:
        story = self.story()
        rows = sum(-(-len(told) // LARGE_ROW) for told in story)
        size = ' style="font-size: 14px"' if rows > LARGE_ROWS else ""
        return f'<div role="status"{size}>{"<br>".join(map(escape, story))}</div>'
