"""The fillings of the last vacant cells: who wins each, and what each cell does to it.

The vacant cells are taken one after the other until somebody connects: you take one, Dr. Brooks
two, and the centre, which is always yours, comes last. So it is known how many of the other
vacant cells will be yours; which ones is the *filling*. The cards are left out of it: what
holds in all fillings holds however the cards lie and whatever is dealt next.

Who wins a filling. On a full board one side has a fork or a bridge, and a fork of yours leaves
her with nothing (both are facts of the board). So without a fork of yours she wins, in whatever
order the cells were taken. With one you win, unless you had a bridge before it: if your cells can
also be taken in an order that makes a bridge before the fork, the filling is *open*, the order
decides. A game that ends early has the winner of every filling that it could still have come to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from .. import board
from ..board import BRIDGES, CENTRE, FORKS, FULL, Cell, Mask
from ..spiral import MY_PIECES, State

Mover = Literal["me", "brooks"]
Winner = Literal["me", "brooks", "open"]


@dataclass(frozen=True)
class Due:
    """A turn still to come: who moves, how many pieces, how many cells are vacant before it."""

    mover: Mover
    pieces: int
    vacant: int


def turns_due(state: State) -> tuple[Due, ...]:
    """The turns until the board is full.

    >>> [due.mover for due in turns_due(State((1 << 12) - 1, (1 << 36) - (1 << 12), ((), (), (), ()), "me"))]
    ['me']
    """
    turns = []
    vacant = board.CELLS - state.occupied.bit_count()
    mover: Mover = "me" if state.turn == "me" else "brooks"
    pieces = 2 if state.turn == "brooks" else 1
    while vacant:
        turns.append(Due(mover, pieces, vacant))
        vacant -= pieces
        mover, pieces = ("brooks", 2) if mover == "me" else ("me", 1)
    return tuple(turns)


class Fillings:
    """All fillings of a position that is not over.

    A set of vacant cells (the centre aside) is an int s with a bit for each. A family of sets is
    an int with bit s for each set s in it, so that one operation on ints works on all sets at
    once. The families here are of sets that are added to your pieces: ``fork`` and ``lost`` (a
    bridge and no fork) end the game, ``live`` do not, ``fork_at_centre`` have a fork with the
    centre. ``hers_live`` added to her pieces end nothing.
    """

    def __init__(self, state: State) -> None:
        self.cells = tuple(board.cells(FULL & ~state.occupied & ~(1 << CENTRE)))
        self.turns = turns_due(state)
        self.all = (1 << (1 << len(self.cells))) - 1
        self.fork, bridge = _connected(state.mine, self.cells)
        self.fork_at_centre, _ = _connected(state.mine | 1 << CENTRE, self.cells)
        self.lost = bridge & ~self.fork
        self.live = self.all & ~(self.fork | bridge)
        her_fork, her_bridge = _connected(state.hers, self.cells)
        self.hers_live = self.all & ~(her_fork | her_bridge)
        yours = MY_PIECES - 1 - state.mine.bit_count()  # of these cells
        self.fillings = sum(1 << s for s in self._sets(yours))
        self.can_win = self._possible(self.fork, self.fork_at_centre)
        self.can_lose = self._possible(self.lost, ~self.fork_at_centre)

    # Families.

    def _lacking(self, place: int) -> int:
        """The sets without a cell: of every 2 << place sets the first 1 << place."""
        return self.all // ((1 << (1 << place)) + 1)

    def _plus(self, family: int, place: int) -> int:
        """The sets without a cell that come into the family by adding it."""
        return family >> (1 << place) & self._lacking(place)

    def _added(self, family: int, place: int) -> int:
        """The sets of the family that lack a cell, with it."""
        return (family & self._lacking(place)) << (1 << place)

    def _sets(self, size: int, family: int = -1) -> Iterator[int]:
        """The sets of one size that are in a family."""
        for s in range(1 << len(self.cells)):
            if s.bit_count() == size and family >> s & 1:
                yield s

    def _possible(self, ends: int, at_centre: int) -> int:
        """The sets that can be taken in an order in which one of ``ends`` is the first end, or only the centre ends it.

        Every part of a live set is live, so the first end is a set of ``ends`` that one cell makes from a live set.
        """
        found = 0
        for place in range(len(self.cells)):
            found |= self._added(self.live, place) & ends
        for place in range(len(self.cells)):
            found |= self._added(found, place)  # whatever is taken after the end
        return found | self.live & at_centre

    def _reach(self, ends: int, at_centre: int, without: int) -> int:
        """The live sets which further cells, one cell never, can turn into one of ``ends``, or else the centre does."""
        found, before = self.live & at_centre, -1
        while found != before:
            before = found
            for place in range(len(self.cells)):
                if place != without:
                    found |= self.live & self._plus(ends | found, place)
        return found

    # What is proved.

    def winner(self, among: int = -1) -> Winner | None:
        """Who wins all fillings, or all those in a family, in every order; None if there are none."""
        some = self.fillings & among
        if not some:
            return None
        return "me" if not some & self.can_lose else "brooks" if not some & self.can_win else "open"

    def count(self, winner: Winner) -> int:
        """How many fillings you win, or she wins, or the order decides."""
        win, lose = self.fillings & self.can_win, self.fillings & self.can_lose
        return {"me": win & ~lose, "brooks": lose & ~win, "open": win & lose}[winner].bit_count()

    def taken(self, cell: Cell) -> tuple[Winner | None, Winner | None]:
        """Who wins all fillings in which a vacant cell is yours, and all those in which it is hers."""
        if cell == CENTRE:
            return self.winner(), None
        lacking = self._lacking(self.cells.index(cell))
        return self.winner(~lacking), self.winner(lacking)

    def never(self, cell: Cell) -> bool:
        """Whether a vacant cell, taken by you at any moment or else left to her, never changes who wins.

        The other cells are yours or hers in any numbers, and yours are taken in any order. (Any
        numbers, because with fixed numbers no cell changes hands alone.)
        """
        if cell == CENTRE:
            return not self.live & self.fork_at_centre
        one = self.cells.index(cell)
        fork_can_be = self._reach(self.fork, self.fork_at_centre, one)
        loss_can_be = self._reach(self.lost, ~self.fork_at_centre, one)
        # Taking it ends the game now, and without it the game could have ended otherwise.
        differs = self.live & (self._plus(self.fork, one) & loss_can_be | self._plus(self.lost, one) & fork_can_be)
        # Taking it ends nothing, but a later cell makes only a bridge without it, and a fork too with it.
        both = self.live & self._plus(self.live, one)
        for place in range(len(self.cells)):
            if place != one:
                differs |= both & self._plus(self.lost, place) & self._plus(self._plus(self.fork, place), one)
        # Nothing ends it before the centre, and the centre makes a fork only with it.
        differs |= both & ~self.fork_at_centre & self._plus(self.fork_at_centre, one)
        return not differs

    def longest(self) -> tuple[int, Mask]:
        """The most turns a game can have, and the cells which its last turn has taken in every game so long."""
        for number in range(len(self.turns), 0, -1):
            before = self.turns[: number - 1]
            mine, hers = (sum(due.pieces for due in before if due.mover == mover) for mover in ("me", "brooks"))
            theirs = tuple(self._sets(hers, self.hers_live))
            undecided = ((x, o) for x in self._sets(mine, self.live) for o in theirs if not x & o)
            first = next(undecided, None)
            if first is not None:
                return number, self._taken_last(self.turns[number - 1], (first, *undecided))
        raise AssertionError("a game that is not over has a next turn")

    def _taken_last(self, due: Due, undecided: Iterable[tuple[int, int]]) -> Mask:
        if due.vacant == 1:
            return 1 << CENTRE
        always = everything = (1 << len(self.cells)) - 1
        for x, o in undecided:
            free = tuple(1 << place for place in board.cells(everything & ~x & ~o))
            for one in free:
                if due.pieces == 1 or not self.hers_live >> (o | one) & 1:
                    always &= one
                else:
                    for two in free:
                        if two != one:
                            always &= one | two
            if not always:
                break
        return board.mask_of(self.cells[place] for place in board.cells(always))


def _connected(own: Mask, vacant: tuple[Cell, ...]) -> tuple[int, int]:
    """The families of sets of vacant cells which, added to ``own``, give a fork, and a bridge."""
    groups = [tuple(board.groups(own))]
    fork, bridge = [bool(board.fork(own))], [bool(board.bridge(own))]
    for s in range(1, 1 << len(vacant)):
        top = s.bit_length() - 1
        before = s ^ 1 << top
        near, grown, apart = board.NEAR[vacant[top]], 1 << vacant[top], []
        for group in groups[before]:
            if group & near:
                grown |= group
            else:
                apart.append(group)
        groups.append((grown, *apart))
        fork.append(fork[before] or board.joins(grown, FORKS))
        bridge.append(bridge[before] or board.joins(grown, BRIDGES))
    return _family(fork), _family(bridge)


def _family(table: list[bool]) -> int:
    return int("".join("01"[one] for one in reversed(table)), 2)
