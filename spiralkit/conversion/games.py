"""Deals, reshuffles, and whole games as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cards import STANDARD as PACK
from ..cards import Card, shuffled
from ..game import Line
from .moves import Move
from .state import State
from .table import STANDARD, Colour, Rules, colour_of, in_order

FIRST_RESHUFFLE = 101
"""Shuffles 1, 2, .. of a seed are deals (the second only where the first gives you no card); reshuffles follow."""


def dealt(cards: Sequence[Card], rules: Rules = STANDARD) -> State:
    """The game as it begins with these 52 cards: sixteen on the spiral from place 1, five in the hand, the deck.

    Your colour is the one with fewer cards on the spiral; 8-8, the colour of card 1.
    """
    reds = sum(card.suits in "dh" for card in cards[:16])
    colour: Colour = "red" if reds < 8 or (reds == 8 and colour_of(cards[0]) == "red") else "black"
    piles = tuple((card,) for card in cards[:16])
    return State(piles, in_order(cards[16:21]), tuple(cards[21:]), (), colour, rules=rules)._settled()


def deal(seed: int, rules: Rules = STANDARD) -> State:
    """The game ``seed`` as it begins; a deal with no card of your colour is dealt again.

    >>> deal(1).colour, len(deal(1).hand), len(deal(1).deck)
    ('red', 5, 31)
    """
    number = 1
    while (state := dealt(shuffled(PACK.cards, seed, number), rules)).outcome is not None:
        number += 1
    return state


def reshuffle(state: State, seed: int, number: int) -> Move:
    """Reshuffle ``number`` (1, 2, ..) of the game ``seed``: the discards in the order of a shuffle of the whole pack.

    So the chance in it depends on the seed and the number only, whatever was discarded.
    """
    order = shuffled(PACK.cards, seed, FIRST_RESHUFFLE - 1 + number)
    return Move("reshuffle", (), tuple(card for card in order if card in state.discards))


def to_json(line: Line[State, Move], *, seed: int | None = None, policy: str | None = None) -> dict[str, Any]:
    """A game as JSON: what was dealt, every event, how it ended (``None`` if it has not), the points."""
    start, end = line.start, line.states[-1].outcome
    return {
        "game": "conversion",
        "seed": seed,
        "policy": policy,
        "rules": start.rules.changed,
        "result": end.result if end else None,
        "points": end.points if end else 0,
        "spiral": [str(card) for card in start.cards],
        "hand": [str(card) for card in start.hand],
        "deck": [str(card) for card in start.deck],
        "events": [move.event for move in line.moves],
    }
