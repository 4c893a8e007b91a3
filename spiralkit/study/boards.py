"""Boards at a redeal: what good play leaves to chance, and whether predicted chances come true."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, median, stdev
from typing import NamedTuple

from .. import kernels
from ..lookahead import Advisor
from ..lookahead.search import out_of_reach
from ..lookahead.values import Chooser, chance, is_late, run, seed_of
from ..spiral import State, redeal
from .games import PLAYERS, Job, Z, share
from .table import Row, Table, table

FRESH = 2000
"""Fresh deals by which a board is judged in ``residuals``."""

DEALS_LATE, DEALS_EARLY = 2048, 128
"""Deals from which ``calibration`` counts a chance, as many as the advisor shows: of a late board, of an early one."""

EARLY_ONE_IN = 4
"""``calibration`` takes the early board of every fourth game only: it is ten times the work of a late one."""

CHARTS = 1000
"""Charts drawn by chance to see how far a true one strays."""

BINS = 10

_RESIDUAL, _SHOWN, _COME = 987654321, 12, 13  # three kinds of deals, none of which decided a move


class Residual(NamedTuple):
    """What a player left to chance after the second deal of a game."""

    player: str
    seed: int
    residual: float
    won: bool


def residual(job: Job) -> list[Residual]:
    """For each game 1 less the value of the board at the second redeal, counted from ``FRESH`` deals solved exactly.

    A deal that leaves the board undecided counts as not won. A game that is over before counts 0 if it is won, else 1.
    """
    kernels.fast()
    chooser = Chooser(job.variant)
    rows = []
    for seed, line in job.lines():
        won = line.state.outcome is not None and line.state.outcome.winner == "me"
        due = [state for state in line.states if state.deal_due]
        if len(due) < 2:
            rows.append(Residual(job.player, seed, 0.0 if won else 1.0, won))
            continue
        wins, _ = chooser.settle([due[1].mine], [due[1].hers], seed_of(seed, _RESIDUAL), 1, FRESH)
        rows.append(Residual(job.player, seed, 1 - wins[0] / FRESH, won))
    return rows


def residuals(rows: Iterable[Residual]) -> Table:
    """The mean residual of each player with its 95 % interval (normal), and how the residuals are spread."""
    found: dict[str, list[Residual]] = defaultdict(list)
    for row in rows:
        found[row.player].append(row)
    lines: list[Row] = []
    for player in filter(found.__contains__, PLAYERS):
        games = found[player]
        values = sorted(game.residual for game in games)
        mean = fmean(values)
        error = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else None
        lines.append(
            {
                "player": player,
                "games": len(values),
                "residual": mean,
                "low": None if error is None else max(0.0, mean - error),
                "high": None if error is None else min(1.0, mean + error),
                "median": median(values),
                "nine_of_ten_below": values[min(len(values) - 1, len(values) * 9 // 10)],
                "largest": values[-1],
                "won": sum(game.won for game in games),
            }
        )
    return table("residuals", lines)


# Predicted chances.


class Foreseen(NamedTuple):
    """A board at a redeal: the chances that the nets and the sampled deals give it, and whether it was then won."""

    player: str
    seed: int
    stage: str
    nets: float
    sampled: float
    won: bool


def foreseen(job: Job) -> list[Foreseen]:
    """The boards at the second redeal of each game, and at the first of every fourth, if a fork is within reach.

    The chance is told before the deals that come are made; then the advisor plays on.
    """
    kernels.fast()
    chooser = Chooser(job.variant)
    rows = []
    for seed, line in job.lines():
        for number, state in enumerate([state for state in line.states if state.deal_due][:2]):
            late = is_late(state.mine)
            if out_of_reach(state) or (not late and seed % EARLY_ONE_IN):
                continue
            deals = DEALS_LATE if late else DEALS_EARLY
            value = run(chooser.measure(state.mine, state.hers, seed_of(seed, _SHOWN, number), deals))
            told = chance(chooser.odds([state.mine], [state.hers])[0])
            least = 0.5 / deals  # so many deals tell no difference finer than that from never and always
            sampled = min(max(value.share, least), 1 - least)
            won = play_on(state, seed_of(seed, _COME, number))
            rows.append(Foreseen(job.player, seed, "late" if late else "early", told, sampled, won))
    return rows


def play_on(state: State, seed: int) -> bool:
    """Whether the advisor wins from a board at a redeal with deals 1, 2, .. of this seed to come."""
    advisor = Advisor()
    number = 0
    while state.outcome is None:
        if state.deal_due:
            number += 1
            state = state.play(redeal(seed, number))
        else:
            state = state.play(advisor(state, iter(())) if state.turn == "me" else state.moves()[0])
    return state.outcome.winner == "me"


def _charts(rows: Sequence[Foreseen]) -> list[tuple[str, str, list[tuple[float, bool]]]]:
    """For each way to tell and each stage the chances told with what came of them."""
    return [
        (by, stage, [(getattr(row, by), row.won) for row in rows if row.stage == stage])
        for by in ("nets", "sampled")
        for stage in ("early", "late")
    ]


def _bin(told: float) -> int:
    return min(BINS - 1, int(told * BINS))


def calibration(rows: Sequence[Foreseen]) -> Table:
    """Boards in bins by the chance told: the mean of what was told, and the share that was won."""
    lines: list[Row] = []
    for by, stage, pairs in _charts(rows):
        for number in range(BINS):
            inside = [(told, won) for told, won in pairs if _bin(told) == number]
            if inside:
                line: Row = {"by": by, "stage": stage, "from": number / BINS, "to": (number + 1) / BINS}
                won = share(sum(won for _, won in inside), len(inside))
                lines.append({**line, "told": fmean(told for told, _ in inside), **won})
    return table("calibration", lines)


def charts(rows: Sequence[Foreseen]) -> Table:
    """For each whole chart: what was told and what came on average, and how often chance alone strays so far."""
    lines: list[Row] = []
    for by, stage, pairs in _charts(rows):
        if pairs:
            strayed, chance_of_it = stray(pairs)
            lines.append(
                {
                    "by": by,
                    "stage": stage,
                    "boards": len(pairs),
                    "told": fmean(told for told, _ in pairs),
                    "won": fmean(won for _, won in pairs),
                    "chi_square": strayed,
                    "p": chance_of_it,
                }
            )
    return table("charts", lines)


def stray(pairs: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """How far a whole chart strays from the chances told (chi-square over its bins), and how often chance does as much.

    The latter is counted in ``CHARTS`` charts in which each board is won with just the chance told.

    >>> fair = [(0.25, n % 4 == 0) for n in range(200)]
    >>> stray(fair)[1] > 0.5, stray([(0.75, won) for _, won in fair])[1] < 0.01
    (True, True)
    """
    random = Random(1).random
    weights = [0.0] * BINS
    for told, _ in pairs:
        weights[_bin(told)] += told * (1 - told)

    def strays(won: Iterable[bool]) -> float:
        excess = [0.0] * BINS
        for (told, _), win in zip(pairs, won, strict=True):
            excess[_bin(told)] += win - told
        return sum(over * over / weight for over, weight in zip(excess, weights, strict=True) if weight)

    seen = strays(won for _, won in pairs)
    as_far = sum(strays(random() < told for told, _ in pairs) >= seen for _ in range(CHARTS))
    return seen, (1 + as_far) / (1 + CHARTS)
