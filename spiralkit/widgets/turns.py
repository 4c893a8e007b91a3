"""A line turn by turn: where you decide, what follows by itself, and the lines that were left."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from .. import conversion, spider
from ..game import Line
from ..record import SpiralLine
from ..spiral import Deal, State


def decides(state: State | conversion.State | spider.State) -> bool:
    """Whether you are to choose: a pair, or, where it is cards that convert, one of several moves."""
    match state:
        case conversion.State():
            return state.choosing and len(state.moves()) > 1
        case spider.State():
            return bool(state.moves())
    return state.turn == "me" and bool(state.moves())


def forced(state: State | conversion.State | spider.State) -> bool:
    """Whether what comes next is not for you to choose: her pieces, deals, draws."""
    return state.outcome is None and not decides(state)


def before(line: Line[Any, Any], place: int, yours: Callable[[Any], bool] = decides) -> int:
    """The place of your last decision before this one, or the start; ``yours`` says where you decide."""
    states = line.states
    return next((earlier for earlier in range(place - 1, 0, -1) if yours(states[earlier])), 0)


def after(line: Line[Any, Any], place: int, yours: Callable[[Any], bool] = decides) -> int:
    """The place of your next decision after this one, or the end; ``yours`` says where you decide."""
    states = line.states
    return next((later for later in range(place + 1, len(line)) if yours(states[later])), len(line))


def deals(line: SpiralLine, place: int) -> int:
    """The number of the deal on the table; the one at the start of the line is the first."""
    return 1 + sum(isinstance(move, Deal) for move in line.moves[:place])


def follow(line: Line[Any, Any], place: int, move: Any) -> int:
    """Play a move at a place; where a line that was left goes on with it, that line comes back. Gives the new place.

    Raises MoveError as ``line.play`` does.
    """
    line.go(place)
    if line.moves[place : place + 1] != (move,):
        begun = (*line.moves[:place], move)
        known = (number for number, branch in enumerate(line.branches) if branch[: place + 1] == begun)
        if (number := next(known, None)) is not None:
            line.switch(number)
            line.go(place)
    line.play(move)
    return line.at


def partings(line: SpiralLine) -> list[str]:
    """The lines that were left, in words: where each parts from the present one, and for how many turns of yours.

    >>> from spiralkit import Line, Move, deal
    >>> line = Line(deal(1), [Move("ab"), Move("ab"), Move("cd")])
    >>> follow(line, 0, Move("bd"))
    1
    >>> partings(line)
    ['1. your piece 1: ab, 1 turn']
    """
    told = []
    for number, (state, rest) in enumerate(parted(line), start=1):
        pieces = state.mine.bit_count()
        where = f"your piece {pieces + 1}" if decides(state) else f"after your piece {pieces}"
        what = "it ends there" if not rest else "another deal" if isinstance(rest[0], Deal) else str(rest[0])
        yours = 0
        for move in rest:
            yours += decides(state)
            state = state.play(move)
        told.append(f"{number}. {where}: {what}, {yours} turn{'s' * (yours != 1)}")
    return told


def parted(line: Line[Any, Any]) -> list[tuple[Any, tuple[Any, ...]]]:
    """For each line that was left the state where it parts from the present one, and its moves from there."""
    found = []
    for branch in line.branches:
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(line.moves, branch, strict=False)))
        found.append((line.states[shared], branch[shared:]))
    return found
