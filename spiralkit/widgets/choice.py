"""What is chosen on the board before it is played: cards, a cell that is asked about, what the pointer is on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..board import Cell
from ..spiral import Move, State
from . import words


@dataclass(frozen=True, slots=True)
class Choice:
    """The columns of the chosen cards (none, one letter, or two), the cell asked about, the cell or column pointed at.

    >>> from spiralkit import deal
    >>> choice = Choice().with_card(deal(1), "b").with_card(deal(1), "a")
    >>> choice.cards, choice.whole, choice.shown(deal(1))
    ('ab', True, Move('ab'))
    """

    cards: str = ""
    cell: Cell | None = None
    over_cell: Cell | None = None
    over_column: str = ""

    @property
    def whole(self) -> bool:
        """Whether a pair is chosen."""
        return len(self.cards) == 2

    def fits(self, state: State) -> bool:
        """Whether the cards can be taken in this state."""
        return not self.cards or any(self.cards in (move.columns, *move.columns) for move in picks(state))

    def with_card(self, state: State, column: str) -> Choice:
        """After the bottom card of a column is pressed: it is the first, the second, or, after a whole pair, the first.

        The first card pressed again is put back, if two of its column cannot be taken.
        """
        if self.whole or not self.cards:
            return Choice(column)
        both = "".join(sorted(self.cards + column))
        return Choice(both if Move(both) in picks(state) else "")

    def with_cell(self, state: State, cell: Cell) -> Choice:
        """After a cell is pressed: if one pick alone leads there, it is chosen."""
        ways = words.leading(state, cell)
        return Choice(ways[0].columns if len(ways) == 1 else "", cell)

    def over(self, cell: Cell | None, column: str) -> Choice:
        """With the pointer on a cell or on the cards of a column, or on neither."""
        return replace(self, over_cell=cell, over_column=column)

    def shown(self, state: State) -> Move | None:
        """The pick whose consequences are shown: the one chosen, or else the one that would be."""
        if self.whole:
            return Move(self.cards)
        if self.over_cell is not None:
            there = self.with_cell(state, self.over_cell)
            return Move(there.cards) if there.whole else None
        both = Move("".join(sorted(self.cards + self.over_column)))
        return both if self.cards and both in picks(state) else None

    @property
    def asked(self) -> Cell | None:
        """The cell of which it is shown what leads there."""
        return self.cell if self.whole or self.over_cell is None else self.over_cell

    def ways(self, state: State) -> tuple[Move, ...]:
        """The picks that lead to the cell asked about."""
        return () if self.asked is None else words.leading(state, self.asked)

    def picture(self, state: State) -> dict[str, Any]:
        """How the picture shows it: the options of ``draw.spiral.scene``; none if there is nothing to show."""
        move = self.shown(state)
        if move is not None:
            piece = state.placement(move)
            foretold = state.forecast(move) or ()
            return {"slides": (piece,), "must": 1 << piece.cell, "forecast": foretold, "selected": move.columns}
        options: dict[str, Any] = {"selected": self.cards} if self.cards else {}
        if self.asked is None:
            return options | self._seconds(state) if self.cards else options
        pieces = tuple(map(state.placement, self.ways(state)))
        marks: dict[Cell, str] = {}
        for piece in pieces:
            marks[piece.named] = f"{marks[piece.named]} {piece.columns}" if piece.named in marks else piece.columns
        return options | {"slides": pieces, "must": 1 << self.asked, "marks": marks}

    def _seconds(self, state: State) -> dict[str, Any]:
        """How the picture shows the cells that the first card can reach, each with the letter of the second."""
        marks: dict[Cell, str] = {}
        for move in (move for move in picks(state) if self.cards in move.columns):
            cell, other = state.placement(move).cell, move.columns.replace(self.cards, "", 1)
            marks[cell] = f"{marks[cell]} {other}" if cell in marks else other
        return {"marks": marks}

    def told(self, state: State) -> list[str]:
        """What is shown, in words, a line each; none if there is nothing to show."""
        move = self.shown(state)
        told = [] if self.asked is None else [words.reached(state, self.asked)]
        if move is not None:
            told += words.would(state, move)
        elif self.cards and not told:
            told.append(words.first_card(state, self.cards))
        return told


def picks(state: State) -> tuple[Move, ...]:
    """Your picks; none when it is not for you to choose."""
    return state.moves() if state.turn == "me" else ()
