"""A position that is being built, possible or not: pieces set, cards put into the columns, every edit taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import board
from ..board import Cell
from ..cards import PIQUET, Card, TextError, shuffled
from ..draw.building import MOST_CARDS
from ..spiral import COLUMNS, STANDARD, Column, State, Turn, Variant, redeal

EMPTY = State(0, 0, ((), (), (), ()), "me", STANDARD)

NEXT = {".": "x", "x": "o", "o": "."}
"""What a cell becomes when it is pressed."""


class Draft:
    """A position that is being built, and the column that takes the next card.

    ``position`` is a state or its text; without it board and columns are empty. Cards that lie in no column are
    discards, as in a position's text. ``changed`` is called after every change.

    >>> draft = Draft()
    >>> draft.set_cell("TK", "x")
    >>> next(iter(draft.problems))
    "1 piece of yours and 0 of Dr. Brooks's cannot be when it is your move: she must have 2"
    >>> draft.undo()
    >>> draft.fresh_deal(seed=1)
    >>> draft.state.text == draft.text
    True

    Raises TextError if the text is no position, not even an impossible one.
    """

    def __init__(self, position: State | str | None = None, changed: Callable[[], object] = lambda: None) -> None:
        if isinstance(position, str):
            position = State.parse(position, check=False)
        self._position = position or EMPTY
        self._past: list[State] = []
        self._changed = changed
        self._column = next((letter for letter in COLUMNS if self.room(letter)), COLUMNS[0])

    @property
    def position(self) -> State:
        """What there is now, possible or not."""
        return self._position

    @property
    def problems(self) -> tuple[str, ...]:
        """Why it cannot be a position, all that there is; empty if it can."""
        return tuple(self._position.problems())

    @property
    def state(self) -> State:
        """The position; raises TextError, which says all that is wrong, while it is impossible."""
        if self.problems:
            raise TextError(f"not a position yet: {'; '.join(self.problems)}")
        return self._position

    @property
    def text(self) -> str:
        """It as the text of a position, possible or not."""
        return self._position.text

    @property
    def tray(self) -> tuple[Card, ...]:
        """The cards that lie in no column, in the order of the pack."""
        placed = set().union(*self._position.columns)
        return tuple(card for card in PIQUET.cards if card not in placed)

    @property
    def bare(self) -> bool:
        """Whether no card is placed yet."""
        return not any(self._position.columns)

    @property
    def column(self) -> str:
        """The letter of the column that takes the next card: the marked one."""
        return self._column

    def room(self, column: str) -> int:
        """How many cards a column still takes; raises ValueError if there is none of that letter."""
        return MOST_CARDS - len(self._cards(column))

    def _cards(self, column: str) -> Column:
        if column not in tuple(COLUMNS):
            raise ValueError(f"{column!r} is no column; there are a, b, c, d")
        return self._position.columns[COLUMNS.index(column)]

    # Edits.

    def _become(self, position: State) -> None:
        if position != self._position:
            self._past.append(self._position)
            self._position = position
        self._changed()

    def _edit(self, **changes: Any) -> None:
        self._become(replace(self._position, **changes, _end=True))  # how it ends is to be found anew

    def _put(self, columns: dict[str, Column]) -> None:
        now = dict(zip(COLUMNS, self._position.columns, strict=True)) | columns
        self._edit(columns=tuple(now[letter] for letter in COLUMNS))

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to take back."""
        return bool(self._past)

    def undo(self) -> None:
        """Take back the last edit; raises ValueError if there is none."""
        if not self._past:
            raise ValueError("there is nothing to undo")
        self._position = self._past.pop()
        self._changed()

    def load(self, text: str) -> None:
        """Take over the text of a position, possible or not; raises TextError if it cannot be read."""
        self._become(State.parse(text, check=False))

    def set_cell(self, cell: Cell | str, owner: str) -> None:
        """Make a cell yours (``x``), hers (``o``) or vacant (``.``); raises ValueError if there is no such."""
        if owner not in tuple(NEXT):
            raise ValueError(f"a cell is x, o or '.', not {owner!r}")
        bit = 1 << (board.cell_of(cell) if isinstance(cell, str) else cell)
        masks = {"x": self._position.mine & ~bit, "o": self._position.hers & ~bit}
        if owner in masks:
            masks[owner] |= bit
        self._edit(mine=masks["x"], hers=masks["o"])

    def press_cell(self, cell: Cell | str, owner: str = "") -> None:
        """Make a cell what ``owner`` says, or, if it says nothing, vacant yours, yours hers, hers vacant."""
        cell = board.cell_of(cell) if isinstance(cell, str) else cell
        self.set_cell(cell, owner or NEXT[self._position.owner(cell)])

    def put(self, card: Card | str, column: str | None = None) -> None:
        """Put a card of the tray below the last one of a column, or of the marked column.

        A full column hands the mark on. Raises ValueError if the column is full or the card is not in the tray.
        """
        card = PIQUET.parse(card) if isinstance(card, str) else card
        column = column or self._column
        room = self.room(column)
        if card not in self.tray:
            raise ValueError(f"{card} is in a column already")
        if not room:
            raise ValueError(f"column {column} has eight cards")
        if room == 1:
            after = COLUMNS[COLUMNS.index(column) + 1 :] + COLUMNS
            self._column = next((other for other in after if other != column and self.room(other)), column)
        self._put({column: (*self._cards(column), card)})

    def take_back(self, card: Card | str | None = None) -> None:
        """Take a card out of its column back to the tray, or else the last one of the marked column.

        The column is marked. Raises ValueError if the card is in no column, or the marked column is empty.
        """
        if card is None:
            if not self._cards(self._column):
                raise ValueError(f"column {self._column} has no card")
            card = self._cards(self._column)[-1]
        card = PIQUET.parse(card) if isinstance(card, str) else card
        for letter, column in zip(COLUMNS, self._position.columns, strict=True):
            if card in column:
                self._column = letter
                return self._put({letter: tuple(other for other in column if other != card)})
        raise ValueError(f"{card} is in no column")

    def press_card(self, card: Card | str) -> None:
        """Put a card of the tray into the marked column; take one that lies in a column back."""
        card = PIQUET.parse(card) if isinstance(card, str) else card
        self.put(card) if card in self.tray else self.take_back(card)

    def choose_column(self, column: str) -> None:
        """Mark the column that takes the next card; raises ValueError if there is none of that letter."""
        self.room(column)  # says so
        self._column = column
        self._changed()

    def clear_board(self) -> None:
        """Make all cells vacant."""
        self._edit(mine=0, hers=0)

    def clear_cards(self) -> None:
        """Take all cards back to the tray, and mark the first column."""
        self._column = COLUMNS[0]
        self._put(dict.fromkeys(COLUMNS, ()))

    def fresh_deal(self, seed: int) -> None:
        """Deal all cards anew: the first deal of this seed. The board stays."""
        self._edit(columns=redeal(seed, 1).columns)

    def fill(self, seed: int) -> None:
        """Shuffle the tray by a seed, and put its cards below those in the columns, eight to each column.

        Raises ValueError if the tray is empty.
        """
        if not self.tray:
            raise ValueError("all cards are in the columns already")
        rest = shuffled(self.tray, seed, 1)
        columns = {}
        for letter in COLUMNS:
            room = self.room(letter)
            columns[letter], rest = (*self._cards(letter), *rest[:room]), rest[room:]
        self._put(columns)

    def set_turn(self, turn: Turn) -> None:
        """Say whose turn it is: ``me``, ``brooks``, or ``brooks2`` before her second piece."""
        self._edit(turn=turn)

    def set_variant(self, variant: Variant) -> None:
        """Say which variant is played."""
        self._edit(variant=variant)
