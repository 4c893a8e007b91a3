"""How the lines of a proof end, found and put into words: the connection made, or the fork out of reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .. import board
from ..board import BRIDGES, CENTRE, FORKS, Cell, Mask
from ..spiral import MY_PIECES, Placement, State
from .attrition import spoken
from .claims import name_of
from .search import Refutation, refute_turn

MOST = 2000
"""A proof with more turns than this is told by the line that holds out longest."""


@dataclass(frozen=True)
class Ending:
    """How lines end: by a connection, or in how far away your fork is.

    - ``fork``, ``bridge``, or ``connects`` (either): ``by`` has connected, with a last piece on one of
      ``cells``; ``sides``, unless it is empty, are joined in every such line.
    - ``reach``: the fork takes ``distance`` further cells or more, and ``left``, fewer, are your
      pieces left; None if the lines differ in that.
    - ``cut off``: you can make no fork any more.
    - ``deal``: a deal is due; the fork takes ``distance`` cells of the pieces ``left``.
    """

    how: Literal["fork", "bridge", "connects", "reach", "cut off", "deal"]
    by: Literal["me", "brooks"]
    cells: tuple[Cell, ...] = ()
    sides: tuple[int, ...] = ()
    distance: int | None = None
    left: int | None = None


def connection(state: State, last: Placement) -> Ending:
    """The connection that the last piece has made."""
    assert state.outcome is not None
    return _ending(last.mover, [(last.cell, state.mine if last.mover == "me" else state.hers)])


def at_centre(state: State) -> Ending:
    """What the centre makes when only it is vacant: without a fork a bridge, for no full board is without either."""
    return _ending("me", [(CENTRE, state.mine | 1 << CENTRE)])


def _ending(by: Literal["me", "brooks"], made: list[tuple[Cell, Mask]]) -> Ending:
    """What is common to some connections: for each the cell of the last piece, and all pieces of its owner."""
    groups = [board.group_of(cell, mask) for cell, mask in made]
    forks = [board.joins(group, FORKS) for group in groups]
    how: Literal["fork", "bridge", "connects"] = "fork" if all(forks) else "connects" if any(forks) else "bridge"
    joined = (
        sides
        for sides in {"fork": FORKS, "bridge": BRIDGES, "connects": ()}[how]
        if all(board.joins(group, (sides,)) for group in groups)
    )
    return Ending(how, by, tuple(sorted({cell for cell, _ in made})), next(joined, ()))


def reach(*states: State) -> Ending:
    """How far away your fork is: the least distance, if your pieces left are as many in all these states."""
    distances = [board.fork_distance(state.mine, state.hers) for state in states]
    lefts = {MY_PIECES - state.mine.bit_count() for state in states}
    can_be = [distance for distance in distances if distance is not None]
    if not can_be:
        return Ending("cut off", "me")
    if len(lefts) > 1:
        return Ending("reach", "me")
    return Ending("reach", "me", distance=min(can_be), left=lefts.pop())


def all_ends(state: State) -> tuple[int, tuple[Ending, ...]] | None:
    """How all lines from a lost position end, and with which of your picks at the latest; None if too many."""
    leaves: list[Refutation] = []
    todo, picks, turns = [state], 0, 0
    while todo:
        picks += 1
        onward = []
        for at in todo:
            for move in at.moves():
                turns += 1
                if turns > MOST:
                    return None
                found = refute_turn(at, move)
                if found.why == "every":
                    onward.append(found.state)
                else:
                    leaves.append(found)
        todo = onward
    endings = []
    by_her = [(leaf.placements[-1].cell, leaf.state.hers) for leaf in leaves if leaf.why == "brooks"]
    by_you = [(leaf.placements[0].cell, leaf.state.mine) for leaf in leaves if leaf.why == "bridge"]
    by_you += [(CENTRE, leaf.state.mine | 1 << CENTRE) for leaf in leaves if leaf.why == "centre"]
    beyond = [leaf.state for leaf in leaves if leaf.why == "reach"]
    if by_her:
        endings.append(_ending("brooks", by_her))
    if by_you:
        endings.append(_ending("me", by_you))
    if beyond:
        endings.append(reach(*beyond))
    return picks, tuple(endings)


# In words.


def makes(end: Ending) -> str:
    """What the last piece makes: ``joins sides 0, 3: her bridge``."""
    own = "her " if end.by == "brooks" else "your own " if end.how == "bridge" else ""
    return f"joins sides {', '.join(map(str, end.sides))}: {own}{end.how}"


def centre(end: Ending) -> str:
    """What the centre makes when only it is vacant."""
    return f"only the centre is left, yours in any case: it {makes(end)}"


def far(end: Ending, then: bool = False, more: bool = False) -> str:
    """Why the fork is out of reach, or how near it is; ``more``: of several lines, so the distance is the least."""
    if end.how == "cut off":
        return "you can make no fork any more"
    if end.distance is None or end.left is None:
        return "your fork takes more cells than you have pieces left"
    cells = f"{end.distance} cell{'s' * (end.distance > 1)}{' or more' * more}"
    pieces = f"{end.left} piece{'s' * (end.left > 1)}"
    return f"your fork {'then ' * then}takes {cells} and you have {pieces} left"


def clause(end: Ending) -> str:
    """How lines end, as fully as can be said."""
    if end.how in ("reach", "cut off"):
        return far(end, more=True)
    who, cells = ("she", end.cells) if end.by == "brooks" else ("you", end.cells)
    where = spoken(map(name_of, cells), "or")
    verb = "s" * (who == "she")
    if end.sides and len(cells) == 1:
        return f"{who} take{verb} {where} and {makes(end) if who == 'she' else makes(end).replace('joins', 'join')}"
    return _brief(end, f" at {where}")


def _brief(end: Ending, where: str = "") -> str:
    """How lines end, for a sentence that has several such clauses."""
    if end.how in ("reach", "cut off"):
        return far(end, more=True)
    if end.by == "me":
        return f"you make a bridge yourself{where}"
    return f"she connects{where}" if end.how == "connects" else f"she makes a {end.how}{where}"


def clauses(endings: Sequence[Ending]) -> Iterator[str]:
    """How all lines end, in ever fewer words."""
    if len(endings) == 1:
        yield clause(endings[0])
    for most in (6, 3, 1, 0):
        yield ", or ".join(
            _brief(end, f" at {spoken(map(name_of, end.cells), 'or')}" if 0 < len(end.cells) <= most else "")
            for end in endings
        )
    yield ", or ".join(_brief(replace(end, distance=None)) for end in endings)
