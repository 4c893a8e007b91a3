"""The Spider games, played thoughtfully (every card known) and honestly (only what the player sees): never mixed.

Thoughtful studies ask the solver: a deal is *won* (a line was found), *lost* (proved by a complete search), or
*unknown* within the positions allowed. Honest studies let players play who see the view only. Each name, and each
column that counts wins, says which of the two it is.

Small decks are searched to the end, so a change of one parameter shows as it is; whole decks show what it costs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, fsum, sqrt
from statistics import fmean, median, stdev
from time import process_time
from typing import Any, NamedTuple, TypeVar

from .. import kernels
from ..lookahead import wilson
from ..lookahead.spider import POLICIES, Policy, play_game
from ..lookahead.spider_advisor import Advisor
from ..lookahead.spider_solver import solve
from ..spider import Move, State
from ..spider.build import goes_to_tower
from .games import Job, Z
from .spider_cases import Case
from .table import Row, Table, table

SEED = 8_000_000
"""The first seed of the results that are kept: solver and players were made and first tried on others."""

THOUGHTFUL = "solver"
"""Who plays in a thoughtful study."""

FEW = 10
"""Of fewer games than these the interval of the cards that left is Wilson's, rather too wide; else the normal one."""

PLAYERS = tuple(dict.fromkeys([*POLICIES, "advisor"]))
"""Who plays in an honest study, the weakest first."""

KEPT = 1000
"""Deals kept of those done last: what is not changed stands in several groups of a study."""


# Thoughtful: what the solver finds.


class Solved(NamedTuple):
    """What the solver found of a deal; ``fool``: how many cards lie on the lowest trump at first (None: no trumps).

    Of the line: ``first_set``, the share of its moves that are made when the first set leaves; ``jokers`` and ``stay``
    as ``jokers_of`` has them. ``cpu``: the processor's seconds that it took here.
    """

    case: Case
    seed: int
    status: str
    nodes: int
    moves: int
    first_set: float | None
    jokers: int
    stay: float | None
    fool: int | None
    cpu: float


def solved(job: Job) -> list[Solved]:
    """The deals of a job, each given to the solver."""
    kernels.fast_beam()
    case = job.variant
    seeds = range(job.first, job.first + job.games)
    return [_solved(case._replace(changed="", value=""), seed)._replace(case=case) for seed in seeds]


@lru_cache(maxsize=KEPT)
def _solved(case: Case, seed: int) -> Solved:
    state = case.start(seed)
    start = process_time()
    found = solve(state, nodes=case.nodes)
    cpu = process_time() - start
    sets = [number for number, move in enumerate(found.moves, 1) if move.do == "set"]
    first = sets[0] / len(found.moves) if sets else None
    jokers = jokers_of(state, found.moves)
    return Solved(case, seed, found.status, found.nodes, len(found.moves), first, *jokers, fool_of(state), cpu)


def jokers_of(state: State, moves: Sequence[Move]) -> tuple[int, float | None]:
    """The most Jokers that are in the columns at once on a line, and for how many moves one stays there on average."""
    if not state.rules.jokers:
        return 0, None
    away = []
    for move in moves:
        state = state.play(move)
        away.append(state.rules.jokers - state.troupe)
    used = sum(move.do == "joker" for move in moves)
    return max(away, default=0), sum(away) / used if used else None


def fool_of(state: State) -> int | None:
    """How many cards lie on the trump that the tower takes next; None if there is none in a column."""
    for place in range(len(state.columns)):
        for above, face in enumerate(reversed(state.faces(place))):
            if goes_to_tower(face, state.tower):
                return above
    return None


def thoughtful(name: str) -> Callable[[Iterable[Solved]], Table]:
    """The table of that name: how many deals of each case are won, proved lost, unknown, and the positions it took."""

    def made(rows: Iterable[Solved]) -> Table:
        return table(name, ({**_about(case), **_found(found)} for case, found in _by_case(rows)))

    return made


def fool_thoughtful(rows: Iterable[Solved]) -> Table:
    """The same by the number of cards that lie on the Fool."""
    by = _grouped((row.fool, row) for row in rows)
    return table("spider_fool_thoughtful", ({"on_fool": above, **_found(by[above])} for above in sorted(by)))


def public_thoughtful(rows: Iterable[Solved]) -> Table:
    """The same by hundreds of public deals, with the numbers of the unknown ones and the seconds that a deal took.

    The seconds, and they alone, are another machine's on another machine.
    """
    by = _grouped(((row.seed - 1) // 100, row) for row in rows)
    return table("spider_public_thoughtful", (_hundred(by[hundred]) for hundred in sorted(by)))


def _hundred(rows: Sequence[Solved]) -> Row:
    unsolved = " ".join(str(row.seed) for row in rows if row.status != "won") or None
    seconds = [row.cpu for row in rows]
    span = {"first": rows[0].seed, "last": rows[-1].seed}
    return {**span, **_found(rows), "cpu_median": median(seconds), "cpu_most": max(seconds), "unsolved": unsolved}


def _about(case: Case) -> Row:
    return {"changed": case.changed, "value": case.value}


def _found(rows: Sequence[Solved]) -> Row:
    kinds = [row.status for row in rows]
    nodes = sorted(row.nodes for row in rows)
    count = len(nodes)
    half = Z * sqrt(count) / 2  # of the ranks between which the median lies in 95 of 100 samples
    won = kinds.count("won")
    low, high = wilson(won, count)
    stays = [row.stay for row in rows if row.stay is not None]
    firsts = [row.first_set for row in rows if row.first_set is not None]
    return {
        "deals": count,
        "nodes_allowed": rows[0].case.nodes,
        "thoughtful_won": won,
        "thoughtful_lost": kinds.count("lost"),
        "thoughtful_unknown": kinds.count("unknown"),
        "thoughtful_share": won / count,
        "thoughtful_low": low,
        "thoughtful_high": high,
        "nodes_median": median(nodes),
        "nodes_median_low": nodes[max(0, int(count / 2 - half))],
        "nodes_median_high": nodes[min(count, ceil(count / 2 + half)) - 1],
        "nodes_p95": nodes[ceil(0.95 * count) - 1],
        "moves_median": median([row.moves for row in rows if row.status == "won"]) if won else None,
        "first_set_median": median(firsts) if firsts else None,
        "jokers_most_median": median([row.jokers for row in rows if row.status == "won"]) if won else None,
        "joker_stay_median": median(stays) if stays else None,
    }


# Honest: what players do who see the view only.


class Played(NamedTuple):
    """How an honest game ended: ``won``, ``stuck`` (no legal move) or ``resigned``.

    ``off``: the share of the cards that left.
    """

    case: Case
    player: str
    seed: int
    end: str
    sets: int
    off: float
    moves: int
    fool: int | None


def played(job: Job) -> list[Played]:
    """The games of a job, each to its end: won, no legal move, or resigned as ``lookahead.spider.play_game`` has it."""
    case = job.variant
    seeds = range(job.first, job.first + job.games)
    return [_played(case._replace(changed="", value=""), job.player, seed)._replace(case=case) for seed in seeds]


def _policy(player: str) -> Policy:
    """The advisor is a new one in each game: it keeps a plan in mind."""
    return Advisor() if player == "advisor" else POLICIES[player]


@lru_cache(maxsize=KEPT)
def _played(case: Case, player: str, seed: int) -> Played:
    line = play_game(seed, _policy(player), case.rules)
    state, ending = line.state, line.state.outcome
    end = "resigned" if ending is None else "won" if ending.winner == "me" else "stuck"
    left = sum(map(len, state.columns)) - (state.rules.jokers - state.troupe) + len(state.stock)
    off = 1 - (left + (state.cell is not None)) / len(state.rules.deck.cards)
    return Played(case, player, seed, end, len(state.off), off, len(line.moves), fool_of(line.start))


def honest(name: str) -> Callable[[Iterable[Played]], Table]:
    """The table of that name: how many games of each case each player wins, and what share of the cards leaves."""

    def made(rows: Iterable[Played]) -> Table:
        cases = _by_case(rows)
        return table(
            name,
            (
                {**_about(case), "player": player, **_ended(games)}
                for case, found in cases
                for player, games in _by_player(found)
            ),
        )

    return made


def _ended(games: Sequence[Played]) -> Row:
    count = len(games)
    ends = [game.end for game in games]
    low, high = wilson(ends.count("won"), count)
    off = [game.off for game in games]
    if count < FEW:
        off_low, off_high = wilson(fsum(off), count)
    else:
        error = Z * stdev(off) / sqrt(count)
        off_low, off_high = max(0.0, fmean(off) - error), min(1.0, fmean(off) + error)
    return {
        "games": count,
        "honest_won": ends.count("won"),
        "honest_stuck": ends.count("stuck"),
        "honest_resigned": ends.count("resigned"),
        "honest_share": ends.count("won") / count,
        "honest_low": low,
        "honest_high": high,
        "honest_off": fmean(off),
        "honest_off_low": off_low,
        "honest_off_high": off_high,
        "moves_median": median(game.moves for game in games),
    }


def sets_honest(rows: Iterable[Played]) -> Table:
    """Of the games that took so many sets off, how many took another."""
    lines: list[Row] = []
    for case, found in _by_case(rows):
        for player, games in _by_player(found):
            for sets in range(case.rules.sets):
                reached = [game for game in games if game.sets >= sets]
                if not reached:
                    break
                more = sum(game.sets > sets for game in reached)
                low, high = wilson(more, len(reached))
                counted = {"games": len(reached), "honest_took": more, "honest_share": more / len(reached)}
                ends = {"honest_low": low, "honest_high": high}
                lines.append({**_about(case), "player": player, "sets_off": sets, **counted, **ends})
    return table("spider_sets_honest", lines)


def fool_honest(rows: Iterable[Played]) -> Table:
    """How the games of each player end, by the number of cards that lie on the Fool at first."""
    lines: list[Row] = []
    for player, games in _by_player(list(rows)):
        by = _grouped((game.fool, game) for game in games)
        lines += ({"on_fool": above, "player": player, **_ended(by[above])} for above in sorted(by))
    return table("spider_fool_honest", lines)


# Rows by what they belong to.

R = TypeVar("R", Solved, Played)


def _grouped(pairs: Iterable[tuple[Any, R]]) -> dict[Any, list[R]]:
    found: dict[Any, list[R]] = defaultdict(list)
    for key, row in pairs:
        found[key].append(row)
    return found


def _by_case(rows: Iterable[R]) -> Iterator[tuple[Case, list[R]]]:
    """In the order in which the cases stand in their study, which is that of the first jobs."""
    for found in _grouped(((row.case.changed, row.case.value), row) for row in rows).values():
        yield found[0].case, found


def _by_player(rows: Sequence[Played]) -> Iterator[tuple[str, list[Played]]]:
    by = _grouped((row.player, row) for row in rows)
    return ((player, by[player]) for player in PLAYERS if player in by)
