"""Players: policies that choose your move, whole games played by them, and how sure a share of wins is.

A policy gets the state, with you to move, and random numbers of its own. These come from
stream 0 of the game's seed; deals use the streams 1, 2, ..., so what a policy draws never
changes a deal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from .. import board
from ..cards import below, numbers
from ..game import Line
from ..spiral import STANDARD, Deal, Move, State, Variant, deal, redeal

Policy = Callable[[State, Iterator[int]], Move]
"""Chooses one of ``state.moves()``; it may draw 64-bit numbers from the iterator, as many as it likes."""

POLICY_STREAM = 0
"""The stream of a seed from which a policy draws; no deal uses it."""

NEVER = 99
"""The fork distance of a side that can have no fork any more: larger than any other."""


def random_policy(state: State, source: Iterator[int]) -> Move:
    """One of the legal moves, each equally likely."""
    moves = state.moves()
    return moves[below(source, len(moves))]


def greedy(state: State, source: Iterator[int]) -> Move:
    """A fork at once if there is one; else the move after which your fork is nearest, compared with hers.

    Compared are your fork distance minus hers, after her forced reply, or, where a redeal comes
    between, right after your own piece. A move that loses at once, by your bridge or in her reply,
    is worse than any other. Of equal moves the first in the order of the columns is taken.

    >>> state = State.parse("ooxooxoooooxooooxo.oo.xoooxooxox.xxx. AcJsAs/JdQs9h/Kh8d7c7sTs/Qd9cQh9dKc me standard")
    >>> move = greedy(state, iter(()))
    >>> print(state.placement(move), "--", state.play(move).outcome)
    As + Kc name KA; taken, so down the spiral to QA -- win: fork by me
    """
    return min(state.moves(), key=lambda move: _cost(state.play(move)))  # min keeps the first of equals


def _cost(state: State) -> float:
    """How bad the state after your piece is: lower is better."""
    if state.outcome is not None:
        return -math.inf if state.outcome.winner == "me" else math.inf
    while state.turn != "me" and not state.deal_due:
        state = state.play(state.moves()[0])
        if state.outcome is not None:
            return math.inf
    mine = board.fork_distance(state.mine, state.hers)
    hers = board.fork_distance(state.hers, state.mine)
    return (NEVER if mine is None else mine) - (NEVER if hers is None else hers)


def play_game(seed: int, policy: Policy, variant: Variant = STANDARD) -> Line[State, Move | Deal]:
    """The game ``seed`` played to its end by the policy, every deal and every piece of Dr. Brooks's written out.

    >>> line = play_game(1, random_policy)
    >>> line.state.outcome is not None, line.start == deal(1)
    (True, True)
    """
    line: Line[State, Move | Deal] = Line(deal(seed, variant))
    source = numbers(seed, POLICY_STREAM)
    deals = 1
    while line.state.outcome is None:
        state = line.state
        if state.deal_due:
            deals += 1
            line.play(redeal(seed, deals))
        elif state.turn == "me":
            line.play(policy(state, source))
        else:
            line.play(state.moves()[0])
    return line


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson 1927): two numbers from 0 to 1, the lower first.

    A win may count in part: for games played out several times from some point the interval is then rather too wide.

    >>> low, high = wilson(4, 1000)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0016 0.0102

    Raises ValueError if no game was played or more were won than played.
    """
    if not 0 <= wins <= games or games == 0:
        raise ValueError(f"{wins} wins in {games} games give no interval")
    z = 1.959963984540054  # 95 % of a normal distribution lie within z standard deviations
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (centre - spread) / whole), min(1.0, (centre + spread) / whole)
