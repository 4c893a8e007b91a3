"""States and moves of the colour-conversion spiral as the loops take them; see ``kernels.spiralling``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ...cards import STANDARD as PACK
from ...cards import Card
from ...conversion import NEIGHBOURS, Move, Rules, State, colour_of
from ...conversion.table import CONVERTS, PLACES, Colour
from ...kernels import spiralling as at

_STEPS = {"cover": at.COVER, "in": at.IN, "top": at.TOP, "swap": at.SWAP, "out": at.SPIRAL_OUT}
_NUMBERS = {card: 2 * PACK.ranks.index(card.rank) + (card.suits in "sh") for card in PACK.cards}


def number(card: Card, colour: Colour) -> int:
    """The number of a card for the player of this colour.

    >>> number(Card("A", "h"), "red"), number(Card("K", "s"), "red")
    (1, 51)
    """
    return _NUMBERS[card] + 26 * (colour_of(card) != colour)


@lru_cache
def rules_of(loops: Any, rules: Rules) -> Any:
    """The rules for these loops."""
    near = [sum(1 << other - 1 for other in NEIGHBOURS[place]) for place in PLACES]
    lower = []
    for other in (13, 0):
        for rank, ranks in zip(PACK.ranks, (CONVERTS[rules.ace][rank] for rank in PACK.ranks), strict=True):
            (below,) = [other + PACK.ranks.index(each) for each in ranks if each != rank] or [26]
            lower.append(below)
    return loops.rules_of(near, lower, rules.exhausted == "lose")


def pack(state: State) -> list[int]:
    """A state at a choice."""
    colour = state.colour
    packed = [number(card, colour) for card in state.cards] + [0] * (at.SIZE - 16)
    for first, count, cards in (
        (at.HAND, at.HELD, state.hand),
        (at.DECK, at.DECKED, state.deck),
        (at.DISCARDS, at.OUT, state.discards),
    ):
        packed[first : first + len(cards)] = [number(card, colour) for card in cards]
        packed[count] = len(cards)
    packed[at.CYCLE], packed[at.STEP], packed[at.PLAYED] = state.cycle, _STEPS[state.step], state.played
    packed[at.PLACE] = max(state.place - 1, 0)
    packed[at.MINE], packed[at.THEIRS] = state.left(colour), state.left(state.opposing)
    return packed


def order(cards: Iterable[int]) -> list[int]:
    """The place of each card in a shuffle of the whole pack."""
    places = [0] * 52
    for place, card in enumerate(cards):
        places[card] = place
    return places


def unpack(state: State, choice: int) -> Move:
    """The move that a choice of the loops is in this state."""
    if state.due == "swap":
        return Move("swap", ((choice >> 4) + 1, (choice & 15) + 1))
    return laid(state, choice >> 3, state.hand[choice & 7])


def unpack_line(state: State, choice: int) -> Move:
    """The move that a choice in a line of the loops is in this state."""
    if state.due == "swap":
        return unpack(state, choice)
    (card,) = (card for card in state.hand if number(card, state.colour) == choice & 63)
    return laid(state, choice >> 6, card)


def laid(state: State, place: int, card: Card) -> Move:
    """The move that lays this card on this place, 0 to 15."""
    if state.due == "convert":
        return Move("convert", (state.place, place + 1), (card,))
    return Move("cover", (place + 1,), (card,))
