"""What the commands say of games and positions: as JSON for programs, and in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

from . import board, kernels
from .cards import text_of
from .game import Line
from .lookahead.exercises import Exercise
from .lookahead.reasons import MARKS, reasons, why_lost
from .lookahead.search import Look, MoveVerdict, Solution, look, solve
from .lookahead.values import PROVED, Value
from .record import ConversionLine, SpiderLine, SpiralLine
from .spider import State as SpiderState
from .spider import to_json
from .spider.text import tower_cards
from .spiral import Deal, Move, State

if TYPE_CHECKING:
    from .lookahead.spider_solver import Solution as Thought

FIRST_NODES = 10_000

COMPILING = 10.0
"""Seconds that must be allowed before the loops are compiled, which takes some the first time."""


# Whole games.


def story(line: SpiralLine, *, seed: int | None = None, policy: str | None = None) -> dict[str, Any]:
    """A whole line of Spiral as JSON: how it ended, the deals of which a card was taken, and each piece as a turn."""
    outcome = line.states[-1].outcome
    deals = [line.start.columns]
    turns: list[dict[str, Any]] = []
    for state, move in zip(line.states, line.moves, strict=False):
        if isinstance(move, Deal):
            deals.append(move.columns)
            continue
        placement = state.placement(move)
        turns.append(
            {
                "deal": len(deals),
                "mover": placement.mover,
                "columns": placement.columns,
                "cards": list(map(str, placement.cards)),
                "pair": placement.pair,
                "cell": board.label(placement.cell),
            }
        )
    return {
        "game": "spiral",
        "seed": seed,
        "policy": policy,
        "rules": {},
        "variant": str(line.start.variant),
        "result": outcome.result if outcome else None,
        "how": outcome.how if outcome else None,
        "by": outcome.by if outcome else None,
        "deals": [list(map(text_of, columns)) for columns in deals[: turns[-1]["deal"] if turns else 0]],
        "turns": turns,
    }


def summary(line: SpiralLine) -> str:
    """How a line ended, in words."""
    state = line.states[-1]
    deals = 1 + sum(isinstance(move, Deal) for move in line.moves)
    pieces = state.occupied.bit_count()
    return f"{state.status()}, {pieces} piece{'s' * (pieces != 1)} on the board, {deals} deal{'s' * (deals > 1)}"


def conversion_summary(line: ConversionLine) -> str:
    """How a line of the colour-conversion spiral ended, in words."""
    state = line.states[-1]
    return f"{state.outcome or state.status()}, in cycle {state.cycle}, {len(state.yours)} of 16 yours"


def spider_summary(line: SpiderLine) -> str:
    """How a line of a Spider game ended, in words; it was stopped if it has not."""
    state = line.states[-1]
    rules, ending = state.rules, state.outcome
    parts = ["stopped" if ending is None else "won" if ending.winner == "me" else f"lost ({ending.how})"]
    if rules.sets:
        parts.append(f"{len(state.off)} of {rules.sets} sets off")
    if rules.family("tower"):
        parts.append(f"{state.tower} of {len(tower_cards(rules))} trumps in the tower")
    return ", ".join([*parts, f"{len(line)} move{'s' * (len(line) != 1)}"])


# Looking ahead.


def looked(state: State) -> tuple[Look, float]:
    """The look at a position, and the seconds it took; raises ValueError if the game is over."""
    start = perf_counter()
    return look(state), perf_counter() - start


def look_json(seen: Look, seconds: float, values: Mapping[Move, Value]) -> dict[str, Any]:
    """A look as JSON, with the values that have been measured.

    ``forced`` are the picks that Dr. Brooks makes first, and each ``line`` begins with the move itself. ``value`` and
    ``interval`` of a move without a value are null. ``why`` covers every move of a lost position, else it is null.
    """
    words = reasons(seen)
    best = seen.best
    return {
        "position": seen.state.text,
        "verdict": seen.verdict,
        "why": str(why_lost(seen.state, seen)) if seen.verdict == "loss" else None,
        "forced": [placement.columns for placement in seen.forced],
        "moves": [_move_json(each, values.get(each.move)) | {"reason": str(words[each.move])} for each in seen.moves],
        "best": str(best.move) if best else None,
        "nodes": seen.nodes,
        "seconds": round(seconds, 6),
    }


def _move_json(found: MoveVerdict, measured: Value | None) -> dict[str, Any]:
    value = measured or PROVED.get(found.verdict)
    return {
        "columns": str(found.move),
        "cards": list(map(str, found.placement.cards)),
        "pair": found.placement.pair,
        "cell": board.label(found.placement.cell),
        "verdict": found.verdict,
        "value": value and value.share,
        "interval": value and [value.low, value.high],
        "line": list(map(str, found.line)),
        "slack": found.slack,
    }


def look_text(seen: Look, seconds: float, values: Mapping[Move, Value]) -> str:
    """A look as a table: for each move its mark and verdict, what it does, the line that shows it, and the reason."""
    lines = [f"Dr. Brooks takes first {placement.columns}: {placement}" for placement in seen.forced]
    words = reasons(seen)
    if seen.moves:
        lines.append(f"  {'move':6}{'cards':8}{'cell':6}{'verdict':9}line")
    for each in seen.moves:
        cards = "+".join(map(str, each.placement.cards))
        cell = board.label(each.placement.cell)
        line = " ".join(map(str, each.line))
        lines.append(f"{MARKS[each.verdict]} {each.move!s:6}{cards:8}{cell:6}{each.verdict:9}{line}")
        lines.append(f"{'':8}{words[each.move]}")
        if each.verdict == "open" and each.move in values:
            lines.append(f"{'':8}Good play from there wins {values[each.move]}.")
    if seen.verdict == "loss":
        lines.append(f"{MARKS['loss']} Lost. {why_lost(seen.state, seen)}")
    elif seen.verdict == "open":
        after = (
            "a deal is due" if not seen.moves else "no move wins before the next deal, and not every one is proved lost"
        )
        lines.append(f"{MARKS['open']} Open: {after}.")
    else:
        how = f"with {seen.best.move}" if seen.best else "by the centre, which is yours whatever is dealt"
        lines.append(f"{MARKS['win']} Won, {how}.")
    lines.append(f"{seen.nodes} picks tried in {seconds:.3g} s")
    return "\n".join(lines)


def solved(state: State, nodes: int | None, seconds: float | None) -> tuple[Solution, float]:
    """The solution within so many nodes and seconds, and the seconds it took; raises ValueError if the game is over.

    The first, short search is plain. Few positions ask for more, and these wait until the loops are compiled. With
    a limit of seconds the search begins again with twice the nodes as long as it may end in time.
    """
    start = perf_counter()
    limit = FIRST_NODES
    while True:
        limit = limit if nodes is None else min(limit, nodes)
        found = solve(state, limit)
        took = perf_counter() - start
        done = found.status != "unknown" or found.nodes < limit or limit == nodes
        if done or (seconds is not None and 2 * took > seconds):
            return found, took
        if seconds is None:
            kernels.fast()
            return solve(state, nodes), perf_counter() - start
        if seconds >= COMPILING:
            kernels.fast()
        limit *= 2


def solve_json(state: State, seed: int | None, found: Solution, seconds: float) -> dict[str, Any]:
    """A solution as JSON; ``moves`` are your picks, Dr. Brooks's follow from the cards."""
    return {
        "game": "spiral",
        "variant": str(state.variant),
        "seed": seed,
        "rules": {},
        "status": found.status,
        "position": state.text,
        "columns": [list(map(str, column)) for column in state.columns],
        "stock": [],
        "moves": list(map(str, found.moves)),
        "nodes": found.nodes,
        "seconds": round(seconds, 6),
    }


def solve_text(state: State, found: Solution, seconds: float) -> str:
    """A solution in words."""
    tried = f"{found.nodes} picks tried in {seconds:.3g} s"
    if found.status == "won":
        picks = len(found.moves)
        how = f"in {picks} pick{'s' * (picks != 1)}: {' '.join(map(str, found.moves))}" if picks else "by the centre"
        return f"won {how} ({tried}; no win has fewer)"
    if found.status == "lost":
        return f"lost: there is no win, proved by complete search ({tried})"
    why = "the limit came first" if state.variant.no_shuffle else "the next deal decides, or the limit came first"
    return f"unknown: {why} ({tried})"


def spider_solve_json(state: SpiderState, seed: int | None, number: int | None, found: Thought) -> dict[str, Any]:
    """A solution of a Spider game as JSON; ``ms`` is the number of a public deal.

    ``thoughtful``: the solver knows the cards that lie face down and the stock.
    """
    story = to_json(Line(state), seed=seed)
    return {
        "game": story["game"],
        "seed": seed,
        "ms": number,
        "rules": story["rules"],
        "thoughtful": True,
        "status": found.status,
        "position": state.text,
        "columns": story["columns"],
        "stock": story["stock"],
        "moves": list(map(str, found.moves)),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def spider_solve_text(found: Thought) -> str:
    """A solution of a Spider game in words."""
    tried = f"{found.nodes} positions tried in {found.seconds:.3g} s"
    count = len(found.moves)
    told = {
        "won": f"won in {count} move{'s' * (count != 1)}: {' '.join(map(str, found.moves))} ({tried})",
        "lost": f"lost: there is no win, proved by complete search ({tried})",
        "unknown": f"unknown: the limit came first ({tried})",
    }
    return f"Thoughtful, with all cards known: {told[found.status]}"


# Exercises.


def exercise_json(found: Exercise, seed: int, number: int) -> dict[str, Any]:
    """An exercise of a worksheet as JSON, with the game that comes to it.

    ``line`` are the columns of the shortest win for both sides, ``wrong`` says of each other move why it loses.
    ``game_seed``, ``deals`` and ``turns`` are the game, as ``story`` has them; the last deal lies on the table.
    """
    features = found.features
    deals = [found.start.columns, *(move.columns for move in found.moves if isinstance(move, Deal))]
    return {
        "game": "spiral",
        "variant": str(found.state.variant),
        "seed": seed,
        "number": number,
        "position": found.state.text,
        "question": found.question,
        "grade": found.grade,
        "points": features.points,
        "picks": features.picks,
        "plausible": list(map(str, features.plausible)),
        "slide": features.slide,
        "uncovered": features.uncovered,
        "solutions": list(map(str, found.solutions)),
        "line": list(map(str, found.win.line)),
        "reason": str(found.reason),
        "wrong": {
            str(each.move): str(found.reason_of(each.move)) for each in found.seen.moves if each.verdict == "loss"
        },
        "hints": list(found.hints),
        "game_seed": found.seed,
        "deals": [list(map(text_of, columns)) for columns in deals],
        "turns": story(found.line)["turns"],
    }
