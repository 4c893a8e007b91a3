"""Thoughtful play of the colour-conversion spiral: the order of the deck and the reshuffles are known.

Nobody at a table can play so. It tells how many deals can be won at all, from below: a line that is found is
a win; where none is found nothing is known, for the search is not complete.
"""

from __future__ import annotations

from ... import kernels
from ...cards import STANDARD as PACK
from ...cards import shuffled
from ...conversion import STANDARD, Move, Rules, State, deal, reshuffle
from ...conversion.games import FIRST_RESHUFFLE
from ...game import Line
from ...kernels import spiralling as at
from . import packed
from .players import play_game

RESHUFFLES = 4
"""Reshuffles that the search knows; a line that needs more is not found."""

NOISE = 80
"""In 16ths of a unit of ``worth``: half a place of the square."""


def thoughtful_line(seed: int, tries: int = 2000, rules: Rules = STANDARD) -> Line[State, Move] | None:
    """A won game on the deal ``seed``, its deck known, or None if so many playouts found none (then nothing is known).

    >>> print(thoughtful_line(1).state.outcome.result)
    win
    """
    state = deal(seed, rules)
    while not state.choosing:
        state = state.play(reshuffle(state, seed, 1) if state.deal_due else state.moves()[0])
    loops = kernels.fast_spiralling()
    orders: list[int] = []
    for number in range(RESHUFFLES):
        order = shuffled(PACK.cards, seed, FIRST_RESHUFFLE + number)
        orders += packed.order(packed.number(card, state.colour) for card in order)
    found = loops.zeros(at.LINE)
    made = loops.winning_line(
        loops.table(packed.pack(state)),
        loops.table(orders),
        packed.rules_of(loops, rules),
        tries,
        NOISE,
        seed & 0xFFFFFF,
        found,
    )
    if not made:
        return None
    choices = iter(found[:made])
    line = play_game(seed, lambda view, source: packed.unpack_line(view.known, int(next(choices))), rules)
    return line if line.state.outcome and line.state.outcome.winner == "me" else None
