"""Whole games: who wins how many of the same deals, how they end, and what the variants change."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

from ..game import Line
from ..lookahead import Advisor, Policy, greedy, lookahead, play_game, random_policy, wilson
from ..spiral import VARIANTS, Deal, Move, State
from .table import Row, Table, table

PLAYERS: dict[str, Callable[[], Policy]] = {
    "random": lambda: random_policy,
    "greedy": lambda: greedy,
    "lookahead": lambda: lookahead,
    "advisor": Advisor,
    "advisor-high": lambda: Advisor("high"),
}
"""Who plays, the weakest first; the last is ``advisor`` with the effort high."""

Z = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""


class Job(NamedTuple):
    """Games that one player plays in one go: seeds ``first`` to ``first + games - 1``.

    ``variant``: the rules of Spiral, or the ``Case`` of a Spider study.
    """

    player: str
    variant: Any
    first: int
    games: int

    def lines(self) -> Iterator[tuple[int, Line[State, Move | Deal]]]:
        """Each seed with the game played to its end."""
        policy = PLAYERS[self.player]()
        for seed in range(self.first, self.first + self.games):
            yield seed, play_game(seed, policy, self.variant)


class Played(NamedTuple):
    """How a game ended: ``how`` and ``by`` name the connection, ``mine`` and ``hers`` count the pieces then."""

    player: str
    variant: str
    seed: int
    won: bool
    how: str
    by: str
    deals: int
    mine: int
    hers: int


def played(job: Job) -> list[Played]:
    """The games of a job."""
    return [_played(job, seed, line) for seed, line in job.lines()]


def _played(job: Job, seed: int, line: Line[State, Move | Deal]) -> Played:
    end = line.state.outcome
    assert end is not None
    deals = 1 + sum(isinstance(move, Deal) for move in line.moves)
    pieces = line.state.mine.bit_count(), line.state.hers.bit_count()
    return Played(job.player, str(job.variant), seed, end.winner == "me", end.how, end.by, deals, *pieces)


# What is made of them.


def share(wins: int, games: int) -> Row:
    """So many of so many, the share and its 95 % interval (Wilson)."""
    low, high = wilson(wins, games)
    return {"games": games, "won": wins, "share": wins / games, "low": low, "high": high}


def paired(first_only: int, second_only: int, games: int) -> tuple[float, float, float]:
    """How much larger the first share of wins is than the second, on the same deals, and its 95 % interval.

    Only the games count that one won and the other did not (Bonett and Price 2012: one game is added to
    each kind, so that the interval holds for few of them too).

    >>> difference, low, high = paired(30, 10, 100)
    >>> print(f"{difference:.2f} {low:.3f} {high:.3f}")
    0.20 0.078 0.315
    """
    one, two = (first_only + 1) / (games + 2), (second_only + 1) / (games + 2)
    spread = Z * sqrt((one + two - (one - two) ** 2) / (games + 2))
    return (first_only - second_only) / games, max(-1.0, one - two - spread), min(1.0, one - two + spread)


def rates(games: Iterable[Played]) -> Table:
    """How many games each player wins, in each variant."""
    won = defaultdict(list)
    for game in games:
        won[game.player, game.variant].append(game.won)
    rows = (
        {"player": player, "variant": variant, **share(sum(won[player, variant]), len(won[player, variant]))}
        for player, variant in sorted(won, key=_order)
    )
    return table("players", rows)


def _order(key: tuple[str, str]) -> tuple[int, int]:
    return list(PLAYERS).index(key[0]), list(map(str, VARIANTS)).index(key[1])


def differences(games: Iterable[Played]) -> Table:
    """Each player against each weaker one on the deals that both had."""
    won: dict[str, dict[int, bool]] = defaultdict(dict)
    for game in games:
        won[game.player][game.seed] = game.won
    players = [name for name in PLAYERS if name in won]
    rows = ({"player": one, "than": two, **_compared(won[one], won[two])} for two, one in combinations(players, 2))
    return table("differences", rows)


def _compared(one: dict[int, bool], two: dict[int, bool]) -> Row:
    both = sorted(one.keys() & two.keys())
    more, fewer = (sum(a[seed] > b[seed] for seed in both) for a, b in ((one, two), (two, one)))
    found = paired(more, fewer, len(both)) if both else (None, None, None)
    return {"games": len(both), "only_first": more, "only_second": fewer} | dict(
        zip(("difference", "low", "high"), found, strict=True)
    )


def endings(games: Iterable[Played]) -> Table:
    """How many games end by whose fork or bridge, in which deal, with how many pieces on the board."""
    ends: Counter[tuple[str, str, str, int, int, int]] = Counter()
    totals: Counter[str] = Counter()
    for game in games:
        ends[game.player, game.by, game.how, game.deals, game.mine, game.hers] += 1
        totals[game.player] += 1
    names = ("player", "by", "how", "deals", "mine", "hers")
    order = list(PLAYERS)
    rows: Iterator[Row] = (
        {**dict(zip(names, end, strict=True)), "games": ends[end], "share": ends[end] / totals[end[0]]}
        for end in sorted(ends, key=lambda end: (order.index(end[0]), *map(str, end[1:3]), *end[3:]))
    )
    return table("endings", rows)


def variants(games: Iterable[Played]) -> Table:
    """How many games each player wins in each variant, and how much more than in the standard game, deal for deal."""
    games = list(games)
    won: dict[tuple[str, str], dict[int, bool]] = defaultdict(dict)
    for game in games:
        won[game.player, game.variant][game.seed] = game.won
    rows = []
    for row in rates(games).rows:
        player, variant = str(row["player"]), str(row["variant"])
        standard = {} if variant == "standard" else won[player, "standard"]
        more = _compared(won[player, variant], standard)
        rows.append({**row, "more": more["difference"], "more_low": more["low"], "more_high": more["high"]})
    return table("variants", rows)
