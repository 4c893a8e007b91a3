"""What the player of a Spider game sees: everything but the faces of face-down cards and the stock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..cards import Card
from .moves import CELL, Move
from .rules import LETTERS, Rules
from .text import picture

if TYPE_CHECKING:
    from .state import State


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees of a State. Hints and honest players get this and nothing else.

    ``known`` is the state with all unseen cards (face down, and in the stock) in sorted order: its face-up cards, its
    counts and its moves are true, its unseen cards mean nothing. Two states that differ in the order of the unseen
    cards alone have the same view.

    >>> from spiralkit.spider import deal
    >>> state = deal("spider", 1)
    >>> len(state.view().unseen)
    94
    >>> state.view().imagine(state.view().unseen[::-1]).view() == state.view()
    True
    """

    known: State

    @classmethod
    def of(cls, state: State) -> View:
        """The view of a state."""
        return cls(_filled(state, _sorted(unseen(state), state.rules)))

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.known.rules

    def moves(self) -> tuple[Move, ...]:
        """What may be played; it never depends on unseen cards."""
        return self.known.moves()

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards face down and in the stock, sorted: which they are is known, where they lie is not."""
        return unseen(self.known)

    @property
    def columns(self) -> tuple[tuple[Card | None, ...], ...]:
        """The columns, top card first; None for a face-down card."""
        return tuple(
            (None,) * hidden + column[hidden:]
            for column, hidden in zip(self.known.columns, self.known.hidden, strict=True)
        )

    def where(self, card: Card) -> tuple[tuple[str, int], ...]:
        """Where a card is seen to lie: the letter of the column and the place from its top; ``w`` is the weave cell.

        >>> from spiralkit.cards import TWO_STANDARD
        >>> from spiralkit.spider import deal
        >>> view = deal("spider_open", 1).view()
        >>> view.where(TWO_STANDARD.parse("Ts")), view.unseen.count(TWO_STANDARD.parse("Ts"))
        ((('b', 6), ('g', 1)), 0)
        """
        found = [
            (letter, place)
            for letter, column in zip(LETTERS, self.columns, strict=False)
            for place, other in enumerate(column, 1)
            if other == card
        ]
        return (*found, *[(CELL, 1)] * (self.known.cell == card))

    def imagine(self, cards: Sequence[Card]) -> State:
        """The state if the unseen cards lay in this order, column by column and then the stock.

        Raises ValueError if these are not the unseen cards.
        """
        if Counter(cards) != Counter(self.unseen):
            raise ValueError("what is imagined is made of the unseen cards, each as often as it is unseen")
        return _filled(self.known, cards)

    def __str__(self) -> str:
        return picture(self.known)


def unseen(state: State) -> tuple[Card, ...]:
    """The cards of a state that lie face down or in the stock, column by column, the stock last."""
    down = (card for column, hidden in zip(state.columns, state.hidden, strict=True) for card in column[:hidden])
    return (*down, *state.stock)


def _sorted(cards: Iterable[Card], rules: Rules) -> list[Card]:
    counts = Counter(cards)
    return [card for card in rules.faces for _ in range(counts[card])]


def _filled(state: State, cards: Sequence[Card]) -> State:
    """The state with these cards where its unseen ones are."""
    columns, used = [], 0
    for column, hidden in zip(state.columns, state.hidden, strict=True):
        columns.append((*cards[used : used + hidden], *column[hidden:]))
        used += hidden
    return replace(state, columns=tuple(columns), stock=tuple(cards[used:]))
