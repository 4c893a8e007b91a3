"""Studies: players on many deals, and tables with intervals.

- ``players``: who wins how many of the same deals, each player against each weaker one, how the games end;
- ``endings``: the last of these alone: by whose fork or bridge, in which deal, with how many pieces;
- ``variants``: each variant against the standard game, the same player on the same deals;
- ``residuals``: what is left to chance after the second deal, 1 less the value of the board, from fresh deals;
- ``calibration``: whether boards are won as often as the chances told for them;
- ``census``: deals without shuffling, each solved: can all be won, and in ten picks?

The Spider games, thoughtful (every card known, by the solver) and honest (players who see their view only) apart:

- ``spider_games_thoughtful``, ``spider_games_honest``: the seven games;
- ``spider_small_thoughtful``, ``spider_small_honest``: one size changed at a time, in decks searched to the end;
- ``spider_whole_thoughtful``: the same in open Spider, two packs and ten columns;
- ``spider_rules_thoughtful``: Jokers, stack limit, weave cell, cards face down, deals on empty columns, removal;
  ``spider_rules_honest``;
- ``spider_fool_thoughtful``, ``spider_fool_honest``: Wizard's Tower, by how deep the Fool lies;
- ``spider_public_thoughtful``: Spider deals that other programs have too; ``--seed`` is the number of the first.

A study is cut into jobs that are measured on one core, on many, or on a cluster; what comes out
depends on the deals and the players only. A stop keeps what is done.

>>> found = run("players", games=50, seed=1, players=("random", "greedy"))
>>> print(found.tables[0])
player  variant   games  won  share       low      high
random  standard     50    0      0         0  0.071348
greedy  standard     50   13   0.26  0.158715  0.395532
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain
from typing import Any

from ..spiral import NO_SHUFFLE, STANDARD, VARIANTS, Variant
from . import boards, census, games, spider
from . import spider_cases as cases
from .games import PLAYERS, Job
from .spider_cases import Case
from .table import Table, table
from .work import Progress, spread

SEED = 9_000_000
"""The first seed if none is named: the players were made and chosen on others."""

STEPS = {"random": 200, "greedy": 20, "lookahead": 5, "advisor": 2, "advisor-high": 1, "solver": 500}
"""Games of each player in one job, some seconds at most where they are just played."""


@dataclass(frozen=True)
class Study:
    """What is measured of each job, the tables made of it, and how many games each player plays if nothing is said.

    A job has at most ``step`` games. ``also``: players who play where they are named only.
    """

    measure: Callable[[Job], list[Any]]
    tables: tuple[Callable[[list[Any]], Table], ...]
    games: dict[str, int]
    variants: tuple[Variant, ...] | tuple[Case, ...] = (STANDARD,)
    step: int = 1000
    also: tuple[str, ...] = tuple(PLAYERS)


def _thoughtful(name: str, deals: int, which: tuple[Case, ...], *tables: Callable[[list[Any]], Table]) -> Study:
    return Study(spider.solved, tables or (spider.thoughtful(name),), {spider.THOUGHTFUL: deals}, which, 5, ())


def _honest(name: str, games: dict[str, int], which: tuple[Case, ...], *tables: Callable[[list[Any]], Table]) -> Study:
    also = tuple(player for player in spider.PLAYERS if player not in games)
    return Study(spider.played, tables or (spider.honest(name),), games, which, 10, also)


STUDIES: dict[str, Study] = {
    "players": Study(
        games.played,
        (games.rates, games.differences, games.endings),
        {"random": 20_000, "greedy": 2_000, "lookahead": 1_000, "advisor": 1_000},
    ),
    "endings": Study(
        games.played, (games.endings,), {"random": 20_000, "greedy": 2_000, "lookahead": 500, "advisor": 500}
    ),
    "variants": Study(games.played, (games.variants,), {"random": 10_000, "greedy": 1_000, "lookahead": 100}, VARIANTS),
    "residuals": Study(
        boards.residual,
        (boards.residuals,),
        {"greedy": 500, "lookahead": 500, "advisor": 1_000, "advisor-high": 500},
    ),
    "calibration": Study(
        boards.foreseen,
        (boards.calibration, boards.charts),
        {"random": 1_000, "greedy": 300, "lookahead": 200, "advisor": 100},
        step=4,
    ),
    "census": Study(census.solved, (census.census,), {"solver": 100_000}, (NO_SHUFFLE,), also=()),
    "spider_games_thoughtful": _thoughtful("spider_games_thoughtful", 100, cases.GAMES),
    "spider_games_honest": _honest(
        "spider_games_honest",
        {"random": 100, "greedy": 100, "advisor": 100},
        cases.GAMES,
        spider.honest("spider_games_honest"),
        spider.sets_honest,
    ),
    "spider_small_thoughtful": _thoughtful("spider_small_thoughtful", 200, cases.SMALL),
    "spider_small_honest": _honest("spider_small_honest", {"random": 300, "greedy": 300}, cases.SMALL_DEALT),
    "spider_whole_thoughtful": _thoughtful("spider_whole_thoughtful", 40, cases.WHOLE),
    "spider_rules_thoughtful": _thoughtful("spider_rules_thoughtful", 40, cases.RULES),
    "spider_rules_honest": _honest("spider_rules_honest", {"random": 40, "greedy": 40, "advisor": 12}, cases.RULES),
    "spider_fool_thoughtful": _thoughtful("spider_fool_thoughtful", 200, cases.FOOL, spider.fool_thoughtful),
    "spider_public_thoughtful": _thoughtful("spider_public_thoughtful", 1000, cases.PUBLIC, spider.public_thoughtful),
    "spider_fool_honest": _honest("spider_fool_honest", {"random": 100, "greedy": 100}, cases.FOOL, spider.fool_honest),
}
"""The studies by name."""


@dataclass(frozen=True)
class Found:
    """The tables of a study, how many games of how many are in them, and whether it was stopped."""

    tables: tuple[Table, ...]
    done: int
    asked: int
    stopped: bool


def run(
    name: str,
    games: int | None = None,
    seed: int = SEED,
    workers: int = 1,
    cluster: str | None = None,
    players: Sequence[str] = (),
    on_progress: Callable[[int, int], None] | None = None,
) -> Found:
    """Run a study, of so many games a player (its own numbers if None) from this seed on.

    ``players`` are those who play, if not all of the study. ``on_progress`` hears how many games of how many are done.
    Ctrl-C, or the stop button of a notebook, ends it early, with the games that are done.

    Raises ValueError for a study or player that there is not; ImportError and OSError as ``work.spread`` does.
    """
    if name not in STUDIES:
        raise ValueError(f"there is no study {name!r}; there are {', '.join(STUDIES)}")
    study = STUDIES[name]
    jobs = _jobs(study, games, seed, players)
    asked = sum(job.games for job in jobs)
    done = 0

    def heard(job: Job, _: object) -> None:
        nonlocal done
        done += job.games
        if on_progress:
            on_progress(done, asked)

    results, stopped = spread(study.measure, jobs, workers, cluster, heard)
    options = f" --games {games}" * (games is not None) + f" --seed {seed}"
    notes = {
        "command": f"spiralkit study {name}{options}" + "".join(f" --player {player}" for player in players),
        "seeds": _seeds(jobs[: len(results)]),
        "date": date.today().isoformat(),
    }
    if stopped:
        notes["stopped"] = f"after {done} of {asked} games"
    rows = list(chain.from_iterable(results))
    return Found(tuple(replace(make(rows), notes=notes) for make in study.tables), done, asked, stopped)


def _jobs(study: Study, count: int | None, seed: int, players: Sequence[str]) -> list[Job]:
    """All jobs in an order in which all players come forward evenly."""
    known = [*study.games, *(player for player in study.also if player not in study.games)]
    for player in players:
        if player not in known:
            raise ValueError(f"there is no player {player!r} in this study; there are {', '.join(known)}")
    numbers = {player: count or study.games.get(player, 100) for player in players or study.games}
    jobs = []
    for place, (player, total) in enumerate(numbers.items()):
        step = min(STEPS.get(player, 1), study.step)
        for first in range(0, total, step):
            for variant in study.variants:
                job = Job(player, variant, seed + first, min(step, total - first))
                jobs.append((first / total, place, job))
    return [job for *_, job in sorted(jobs, key=lambda each: each[:2])]


def _seeds(jobs: Sequence[Job]) -> str:
    """The seeds of these jobs, for each player."""
    first = {job.player: job.first for job in reversed(jobs)}
    last = {job.player: job.first + job.games - 1 for job in jobs}
    return "; ".join(f"{player} {first[player]} to {last[player]}" for player in dict.fromkeys(j.player for j in jobs))


__all__ = ["PLAYERS", "SEED", "STUDIES", "Found", "Job", "Progress", "Study", "Table", "run", "spread", "table"]
