"""The census of the game without shuffling, where all is known from the start: can every deal be won, and how soon?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from .. import kernels
from ..lookahead import wilson
from ..lookahead.search import solve
from ..spiral import deal
from .games import Job
from .table import Table, table


class Solved(NamedTuple):
    """A deal solved: the picks of a shortest win, None if there is none, and the picks tried."""

    seed: int
    picks: int | None
    nodes: int


def solved(job: Job) -> list[Solved]:
    """The deals of a job, each solved whole."""
    kernels.fast()
    rows = []
    for seed in range(job.first, job.first + job.games):
        found = solve(deal(seed, job.variant))
        rows.append(Solved(seed, len(found.moves) if found.status == "won" else None, found.nodes))
    return rows


def census(rows: Iterable[Solved]) -> Table:
    """How many deals are won in how many picks at least; an empty cell: not at all. ``first`` is the first such seed.

    There is a row for ten picks, for more and for deals that cannot be won, even where there is none of the kind.
    """
    kinds: dict[int | None, list[Solved]] = defaultdict(list)
    total = 0
    for row in rows:
        kinds[row.picks].append(row)
        total += 1
    lines = []
    if total:
        for picks in (10, 11, 12, 13, None):
            found = kinds[picks]
            low, high = wilson(len(found), total)
            lines.append(
                {
                    "picks": picks,
                    "deals": len(found),
                    "share": len(found) / total,
                    "low": low,
                    "high": high,
                    "nodes": sum(row.nodes for row in found) / len(found) if found else None,
                    "first": min((row.seed for row in found), default=None),
                }
            )
    return table("census", lines)
