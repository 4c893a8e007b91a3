"""The advisor of the colour-conversion spiral: the choices that look best, each tried on the same sampled decks.

What a choice is worth by itself is told by ``worth``: as ``sweep`` counts, and pairs of neighbours besides. The best
few are then tried: the unseen cards are laid in a random order, the choice is made, and the game is played to its end
by the choices worth most. All candidates meet the same orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ... import kernels
from ...cards import GOLDEN, MASK64, mix64, shuffled
from ...conversion import Move, View
from ...kernels import spiralling as at
from . import packed

EFFORTS = {"normal": (6, 10), "high": (12, 40)}
"""How many choices are tried, each on how many decks: some 900 and 6000 playouts a game."""


class Advisor:
    """The policy that plays so, ``effort`` "normal" or "high".

    It sees the view and nothing else: the sampled orders depend on the view alone. It draws no random numbers.
    """

    def __init__(self, effort: str = "normal") -> None:
        self.choices, self.decks = EFFORTS[effort]

    def __call__(self, view: View, source: Iterator[int]) -> Move:
        """The choice that wins most of the sampled games; of equals the one worth most, then the first."""
        loops = kernels.fast_spiralling()
        rules = packed.rules_of(loops, view.known.rules)
        state = packed.pack(view.known)
        found, worths = loops.zeros(at.CHOICES), loops.zeros(at.CHOICES)
        count = loops.choices(loops.table(state), rules, found, worths)
        best = sorted(range(count), key=lambda each: -worths[each])[: self.choices]
        if len(best) > 1:
            won = [0] * count
            for deck, orders in islice(sampled(loops, state), self.decks):
                for each in best:
                    won[each] += bool(loops.wins(deck, found[each], orders, rules))
            best.sort(key=lambda each: -won[each])
        return packed.unpack(view.known, int(found[best[0]]))


def sampled(loops: Any, state: list[int]) -> Iterator[tuple[Any, Any]]:
    """The packed state with its deck in random orders, each with an order for the reshuffle."""
    seed = 0
    for value in state:
        seed = mix64((seed ^ value) + GOLDEN & MASK64)
    last = at.DECK + state[at.DECKED]
    number = 0
    while True:
        number += 2
        deck = shuffled(state[at.DECK : last], seed, number)
        order = packed.order(shuffled(range(52), seed, number + 1))
        yield loops.table([*state[: at.DECK], *deck, *state[last:]]), loops.table(order)
