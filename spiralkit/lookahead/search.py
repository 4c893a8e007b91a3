"""Search inside the layout, exact: which moves win, which are lost, and what is left open.

Until the next redeal everything is certain, for Dr. Brooks has no choice. A move is

- ``win`` if some line of your picks from it makes a fork before the next redeal;
- ``loss`` if no line from it avoids losing: each ends with your bridge or her connection, or
  comes to a position from which a fork takes more cells than you have pieces left of thirteen;
- ``open`` otherwise: some line reaches a redeal with a fork still within your pieces.

When only the centre is vacant it decides, whether a deal is due or not, for it is yours
whatever the cards. Without shuffling nothing is open: there is no redeal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from .. import board, kernels
from ..spiral import MY_PIECES, Move, Placement, State
from . import packed

Verdict = Literal["win", "loss", "open"]

CENTRE_LEFT = board.CELLS - 1  # pieces on a board of which only the centre is vacant


@dataclass(frozen=True)
class MoveVerdict:
    """One of your moves: what it does, what it comes to, and the line that shows it.

    ``line`` are the moves of both sides, this one first. For a win it is a shortest line to the
    fork; for a loss the line that holds out longest, to where the loss is plain (the game is over or
    the fork is out of reach); for an open move a line to the redeal that keeps the best ``slack``:
    your pieces left there less the cells a fork then takes (None if the move is not open).
    """

    move: Move
    placement: Placement
    verdict: Verdict
    line: tuple[Move, ...]
    slack: int | None = None


@dataclass(frozen=True)
class Look:
    """A position looked at: the verdict of each of your moves and of the whole.

    ``forced`` are the pieces Dr. Brooks places first if it is her turn, and ``at`` is the state
    after them; ``moves`` are your moves there, in order, none if the game ends before or a deal is
    due. ``nodes`` counts the picks that were tried.
    """

    state: State
    forced: tuple[Placement, ...]
    at: State
    moves: tuple[MoveVerdict, ...]
    verdict: Verdict
    nodes: int

    @property
    def best(self) -> MoveVerdict | None:
        """The shortest win, or else the open move with the best slack, or else the loss that holds out longest.

        The first of equals; None if there is no move.
        """
        return min(self.moves, key=_rank, default=None)

    @property
    def line(self) -> tuple[Move, ...]:
        """The line from ``state`` on: her forced moves, then that of the best move."""
        best = self.best
        return tuple(Move(placement.columns) for placement in self.forced) + (best.line if best else ())


def _rank(found: MoveVerdict) -> tuple[int, int]:
    if found.verdict == "win":
        return 0, len(found.line)
    if found.verdict == "open":
        return 1, -(found.slack or 0)
    return 2, -len(found.line)


@dataclass(frozen=True)
class Refutation:
    """Why a move loses: ``why``, or else each of your moves after it loses, as ``replies`` say.

    ``placements`` are your piece and hers, ``state`` is what they come to. ``why`` is

    - ``bridge``: your own piece makes a bridge;
    - ``brooks``: Dr. Brooks connects with one of hers;
    - ``centre``: only the centre is vacant, and it makes no fork of yours;
    - ``reach``: a fork takes more cells than you have pieces left;
    - ``every``: the game goes on, and every move loses.
    """

    placements: tuple[Placement, ...]
    state: State
    why: Literal["bridge", "brooks", "centre", "reach", "every"]
    replies: tuple[Refutation, ...] = ()

    @property
    def move(self) -> Move:
        """The move refuted."""
        return Move(self.placements[0].columns)


@dataclass(frozen=True)
class Solution:
    """The answer of ``solve``: ``moves`` are your picks of a win, as few as can be; ``nodes`` the picks tried."""

    status: Literal["won", "lost", "unknown"]
    moves: tuple[Move, ...]
    nodes: int


def look(state: State) -> Look:
    """The verdict of every move, proved.

    >>> state = State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                     "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard")
    >>> found = look(state)
    >>> [(str(each.move), each.verdict) for each in found.moves]
    [('ab', 'loss'), ('ac', 'loss'), ('ad', 'loss'), ('bc', 'win'), ('bd', 'win'), ('cd', 'loss')]
    >>> print(*found.best.line)
    bc ab cd bc

    Raises ValueError if the game is over.
    """
    at, forced = _your_turn(state)
    verdict = _settled(at)
    if verdict is not None or at.deal_due:
        return Look(state, forced, at, (), verdict or "open", 0)
    seeker = _Seeker(at)
    legal = at.moves()
    found = tuple(
        seeker.move(root, move) for root, move in enumerate(packed.MOVES[at.variant.one_column]) if move in legal
    )
    verdicts = {each.verdict for each in found}
    whole: Verdict = "win" if "win" in verdicts else "open" if "open" in verdicts else "loss"
    return Look(state, forced, at, found, whole, seeker.nodes)


def solve(state: State, nodes: int | None = None) -> Solution:
    """A win in the fewest picks before the next redeal, or the proof that the position is lost.

    ``unknown`` if a redeal decides, or if the answer takes more than so many nodes. In a ``no-shuffle`` game
    there is no redeal, so without a limit the answer is never unknown.

    >>> from spiralkit.spiral import NO_SHUFFLE, deal
    >>> found = solve(deal(1, NO_SHUFFLE))
    >>> found.status, len(found.moves)
    ('won', 10)

    Raises ValueError if the game is over.
    """
    at, _ = _your_turn(state)
    verdict = _settled(at)
    if verdict is not None:
        return Solution("won" if verdict == "win" else "lost", (), 0)
    if at.deal_due:
        return Solution("unknown", (), 0)
    seeker = _Seeker(at, nodes)
    try:
        path = seeker.win(-1)
        if path is not None:
            return Solution("won", packed.picks(path, at.variant.one_column), seeker.nodes)
        lost = at.variant.no_shuffle or seeker.open(-1, 0) is None
    except _SpentError:
        return Solution("unknown", (), seeker.nodes)
    return Solution("lost" if lost else "unknown", (), seeker.nodes)


def refute(state: State, move: Move) -> Refutation:
    """The proof that a move of yours loses, as a tree of all that can follow.

    It is cut where the loss is plain; even so it is meant for endgames: with many pieces left it can be large.

    >>> state = State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                     "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard")
    >>> proof = refute(state, Move("ac"))
    >>> proof.why, [(str(reply.move), reply.why) for reply in proof.replies[:2]]
    ('every', [('ab', 'brooks'), ('ac', 'brooks')])

    Raises ValueError if the move does not lose, MoveError if it is not legal.
    """
    found = refute_turn(state, move)
    if found.why != "every":
        return found
    return replace(found, replies=tuple(refute(found.state, reply) for reply in found.state.moves()))


def refute_turn(state: State, move: Move) -> Refutation:
    """The top of the proof that a move of yours loses: this turn and her reply, the replies left out.

    Raises as ``refute`` does, but only for what this turn shows.
    """
    placements = [state.placement(move)]
    after = state.play(move)
    if after.outcome is None:
        placements += after.forced()
        for placement in placements[1:]:
            after = after.play(Move(placement.columns))
    if after.outcome is not None:
        if after.outcome.winner == "me":
            raise ValueError(f"{move} does not lose: it wins at once")
        return Refutation(tuple(placements), after, "bridge" if after.outcome.by == "me" else "brooks")
    if after.occupied.bit_count() == CENTRE_LEFT and not board.fork(after.mine | 1 << board.CENTRE):
        return Refutation(tuple(placements), after, "centre")
    if out_of_reach(after):
        return Refutation(tuple(placements), after, "reach")
    if after.deal_due:
        raise ValueError(f"{move} does not lose: it can come to a redeal with a fork within reach")
    return Refutation(tuple(placements), after, "every")


def _your_turn(state: State) -> tuple[State, tuple[Placement, ...]]:
    """The state after her forced pieces, and these; raises ValueError if the game is over before."""
    if state.outcome is not None:
        raise ValueError(f"there is nothing to look ahead to: the game is over ({state.outcome})")
    forced = state.forced()
    for placement in forced:
        state = state.play(Move(placement.columns))
    return state, forced


def _settled(state: State) -> Verdict | None:
    """The verdict of a state where no pick is asked: it is over, or a deal is due and only the rules speak."""
    if state.outcome is not None:
        return "loss"  # only her pieces have been played
    if not state.deal_due:
        return None
    if state.occupied.bit_count() == CENTRE_LEFT:
        return "win" if board.fork(state.mine | 1 << board.CENTRE) else "loss"
    return "loss" if out_of_reach(state) else None


def out_of_reach(state: State) -> bool:
    """Whether a fork takes more cells than you have pieces left: then the game is lost."""
    distance = board.fork_distance(state.mine, state.hers)
    return distance is None or distance > MY_PIECES - state.mine.bit_count()


class _SpentError(Exception):
    """The nodes allowed are spent."""


class _Seeker:
    """The questions asked of ``kernels.loops.seek`` about one position with you to move."""

    def __init__(self, state: State, nodes: int | None = None) -> None:
        self.state = state
        self.loops: Any = kernels.ready()
        self.tables = packed.tables(self.loops, state.variant)
        self.packed = packed.pack(state)
        self.pieces = state.mine.bit_count()
        self.left = -1 if nodes is None else nodes
        self.nodes = 0
        wheel = state.variant.no_shuffle
        # Dr. Brooks takes a card of every column a turn: no more picks than the lowest column has cards.
        self.most = MY_PIECES if wheel else min(MY_PIECES, self.pieces + min(map(len, state.columns)))

    def _seek(self, root: int, cap: int, goal: int) -> tuple[bool, int]:
        wheel = int(self.state.variant.no_shuffle)
        found, path, nodes = self.loops.seek(*self.packed, root, wheel, cap, goal, self.left, *self.tables)
        self.nodes += nodes
        if self.left >= 0:
            self.left -= nodes
        if found < 0:
            raise _SpentError
        return bool(found), path

    def win(self, root: int) -> int | None:
        """The shortest path to a win, or None; ``tried`` is then the longest path."""
        for cap in range(self.pieces + 1, self.most + 1):
            found, self.tried = self._seek(root, cap, self.loops.WIN)
            if found:
                return self.tried
        if self.most < MY_PIECES - 1 or self.state.variant.no_shuffle:
            return None
        # No win inside the layout; but 36 pieces with a deal due are won too if the centre makes the fork.
        found, self.tried = self._seek(root, MY_PIECES, self.loops.CENTRE_WIN)
        return self.tried if found else None

    def open(self, root: int, slack: int) -> int | None:
        """A path to a redeal that keeps so much slack, or None; ``tried`` is then the longest path."""
        found, self.tried = self._seek(root, MY_PIECES - slack, self.loops.OPEN)
        return self.tried if found else None

    def move(self, root: int, move: Move) -> MoveVerdict:
        """The verdict of one move, its number in ``picks`` being ``root``."""
        placement = self.state.placement(move)
        path = self.win(root)
        if path is not None:
            return MoveVerdict(move, placement, "win", self._line(path))
        if not self.state.variant.no_shuffle:
            for slack in range(self.slack, -1, -1):
                path = self.open(root, slack)
                if path is not None:
                    return MoveVerdict(move, placement, "open", self._line(path), slack)
        return MoveVerdict(move, placement, "loss", self._line(self.tried, lost=True))

    @cached_property
    def slack(self) -> int:
        """The slack of the position, which no play makes larger; at least 0."""
        near, sides = self.tables[1:3]
        left = MY_PIECES - self.pieces
        for most in range(1, left):
            if self.loops.within(self.state.mine, self.state.hers, most, near, sides):
                return left - most
        return 0

    def _line(self, path: int, lost: bool = False) -> tuple[Move, ...]:
        """Your picks of a path with her replies between; a lost line goes on to where the loss is plain."""
        state = self.state
        line: list[Move] = []
        picks = list(packed.picks(path, state.variant.one_column))
        while picks or (lost and state.outcome is None and not out_of_reach(state)):
            turn = [picks.pop(0) if picks else state.moves()[0]]
            while turn:
                state = state.play(turn[0])
                line.append(turn[0])
                turn = [] if state.turn == "me" else list(state.moves())
        return tuple(line)
