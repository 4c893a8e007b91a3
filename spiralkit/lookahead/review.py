"""Review of a finished game of Spiral: what each of your moves was worth, and where the game was thrown away.

Within a deal a position is worth what the board is worth that its best line comes to at the redeal.
So a game is gone through deal by deal, from the last to the first and each from its end: what a
move was worth is what the position after it is worth, and the best move is measured beside it by
the same sampled deals. What the layout decides is proved; all else is estimated, with an interval.
The deals that really came play no part.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from threading import Thread

from .. import kernels
from ..game import Line
from ..spiral import Deal, Move, Placement, State
from . import packed
from .reasons import Reason, reason
from .search import Look, Verdict, look
from .values import NORMAL, PROVED, SIDE, Budget, Chooser, Value, during, is_late, relay, seed_of

WON = 0.75
"""A position counts as won if that is proved, or if its whole interval is above this."""

THROWN = 0.1
"""A move is flagged if a better one has at least so much more, and its whole interval lies above."""

DOUBTFUL = 0.05
"""A move is doubtful if it is not flagged and a better one seems to have at least so much more."""


@dataclass(frozen=True)
class Effort:
    """How much is done a move at most: how the ends of a deal are compared, and the sampled deals a value is from.

    A ``late`` board is mostly decided by one deal, an ``early`` one is played out. Where nothing can be compiled it
    is an eighth of the deals.
    """

    budget: Budget
    late: int
    early: int


EFFORTS = {
    "quick": Effort(SIDE, 512, 32),
    "normal": Effort(SIDE, 2048, 128),
    "high": Effort(NORMAL, 8192, 512),
}
"""The efforts by name."""


@dataclass(frozen=True)
class Moment:
    """One of your moves: the position at ``place`` of the line, the move played there, and a best one.

    ``before`` is the value of the position, which is that of its ``best`` move; ``after`` is the value of the move
    played. Where none was found better ``best`` is the move played. ``deal`` counts from 1, ``number`` counts
    your moves.
    """

    place: int
    number: int
    deal: int
    state: State
    placement: Placement
    best: Move
    before: Value
    after: Value
    verdict: Verdict
    best_reason: Reason | None
    """Why the best move wins, where the one played does not and it is proved."""
    reason: Reason | None
    """Why the move played loses, where not all do and it is proved."""

    @property
    def move(self) -> Move:
        """The move played."""
        return Move(self.placement.columns)

    @property
    def cost(self) -> float:
        """The chance of winning that the move played gave away."""
        return self.before.share - self.after.share

    @property
    def better(self) -> bool:
        """Whether the best move is better for sure: its whole interval lies above that of the one played."""
        return self.before.low > self.after.high

    @property
    def thrown(self) -> bool:
        """Whether the move is flagged: the best one is better for sure, and by ``THROWN`` at least."""
        return self.better and self.cost >= THROWN

    @property
    def doubtful(self) -> bool:
        """Whether the best move seems better by ``DOUBTFUL`` at least, and the move is not flagged."""
        return self.cost >= DOUBTFUL and not self.thrown

    @property
    def won(self) -> bool:
        """Whether the position was won, or looked won: proved, or estimated with the whole interval above ``WON``."""
        return self.before.low > WON

    @property
    def row(self) -> tuple[str, str, str, str, str]:
        """Number, move, values before and after, and the best move if it is better for sure, in words."""
        better = str(self.best) if self.better else ""
        return str(self.number), str(self.move), told(self.before), told(self.after), better

    @property
    def why(self) -> str:
        """What was better and why: reasons where it is proved, the odds where it is estimated; else nothing."""
        if not self.thrown:
            return ""
        if self.best_reason is not None:
            better = f"{self.best} wins, proved: {self.best_reason}"
        else:
            better = f"{self.best} had {told(self.before)}, estimated."
        if self.reason is not None:
            return f"{better} {self.move} loses, proved: {self.reason}"
        return f"{better} {self.move} left {told(self.after)}, estimated."


def told(value: Value) -> str:
    """A value in few words.

    >>> print(told(PROVED["win"]), "|", told(Value(0.634, 0.6, 0.67, 2048)))
    won, proved | 63 % (60 to 67)

    What is estimated is never said to be 0 or 100 %.
    """
    if not value.deals:
        return "won, proved" if value.share else "lost, proved"
    share = "> 99" if value.share >= 0.995 else "< 1" if value.share < 0.005 else f"{100 * value.share:.0f}"
    return f"{share} % ({100 * value.low:.0f} to {100 * value.high:.0f})"


@dataclass(frozen=True)
class Review:
    """What is known of a game: its moments in order, as far as they are done, the last ones first.

    ``end`` is the state at the end of the line, ``picks`` how many moves of yours it has, ``done`` the share of the
    work that is done.
    """

    end: State
    picks: int
    moments: tuple[Moment, ...]
    done: float

    @property
    def partial(self) -> bool:
        """Whether moments are missing."""
        return len(self.moments) < self.picks

    @property
    def thrown(self) -> tuple[Moment, ...]:
        """The moves flagged, in the order of the game."""
        return tuple(each for each in self.moments if each.thrown)

    @property
    def doubtful(self) -> tuple[Moment, ...]:
        """The moves that are doubtful, in the order of the game."""
        return tuple(each for each in self.moments if each.doubtful)

    @property
    def last_won(self) -> Moment | None:
        """The last moment at which the game was won, proved or estimated; None if it never was, as far as known."""
        return next((each for each in reversed(self.moments) if each.won), None)

    @property
    def shown(self) -> tuple[Moment, str] | None:
        """The moment to look at again, and what it is, in words; None while no moment is known.

        That is the last one that was won; in a game that you won, the first from which the win is proved to its end.
        If there is none it is the best.
        """
        if not self.moments:
            return None
        last = self.last_won
        if last is None:
            best = max(self.moments, key=lambda each: (each.before.share, each.place))
            return best, f"Never quite won: the best moment, {told(best.before)}"
        if last is not self.moments[-1] or last.after != PROVED["win"]:
            was = "looked won" if last.before.deals else "was won"
            return last, f"The last moment it {was}: {_how(last)}"
        proved = last
        for each in reversed(self.moments):
            if each.before != PROVED["win"]:
                break
            proved = each
        return proved, "From here on the win is proved"

    def __str__(self) -> str:
        lines = [f"Your moves: {self.end.status()}"]
        if self.partial:
            lines.append(f"so far {len(self.moments)} of {self.picks} moves")
        lines.append(f"{'no':>2}  {'deal':>4}  {'move':4}  {'before':19}  {'after':19}  best")
        for each in self.moments:
            number, move, before, after, better = each.row
            row = f"{number:>2}  {each.deal:>4}  {move:4}  {before:19}  {after:19}  {better}{' !' * each.thrown}"
            lines.append(row.rstrip())
        lines += [f"! {each.number}: {each.why}" for each in self.thrown]
        if self.shown:
            moment, words = self.shown
            lines.append(f"{words}, before move {moment.number}.")
        return "\n".join(lines)


def _how(moment: Moment) -> str:
    return "proved" if not moment.before.deals else f"{told(moment.before)}, estimated"


def review(line: Line[State, Move | Deal], effort: str = "normal") -> Review:
    """The review of a game, ``effort`` "quick", "normal" or "high"; the loops are compiled first if need be.

    >>> from spiralkit.draw.figures import FORK_GAME, played
    >>> print(review(played(*FORK_GAME), "quick").end.status())
    you win (your fork)

    The same line and effort give the same review. Raises ValueError as ``review_steps`` does.
    """
    kernels.fast()
    *_, found = review_steps(line, effort)
    return found


def review_steps(line: Line[State, Move | Deal], effort: str = "normal") -> Iterator[Review]:
    """As ``review``, in steps of some 50 ms with what is known so far; the last one is whole.

    Where the loops can be compiled and are not yet, that is done in another thread meanwhile.

    The line is read whole, wherever its place is. Raises ValueError if it has no move of yours or the effort is
    unknown.
    """
    if effort not in EFFORTS:
        raise ValueError(f"unknown effort {effort!r}; there are {', '.join(EFFORTS)}")
    states, moves = line.states, line.moves
    places = [place for place, move in enumerate(moves) if isinstance(move, Move) and states[place].turn == "me"]
    if not places:
        raise ValueError("there is nothing to review: the game has no move of yours")
    if kernels.ready() is kernels.loops:
        Thread(target=kernels.fast, daemon=True).start()  # until it is done the plain loops give the same
    return _steps(states, moves, places, EFFORTS[effort])


def _steps(
    states: tuple[State, ...], moves: tuple[Move | Deal, ...], places: list[int], effort: Effort
) -> Iterator[Review]:
    found = Review(states[-1], len(places), (), 0.0)
    judge = _Judge(states[0], effort)
    deals = [1]
    for move in moves:
        deals.append(deals[-1] + isinstance(move, Deal))
    following: Value | None = None
    for number in range(len(places), 0, -1):
        place = places[number - 1]
        state = states[place]
        first = next(states[k] for k in places if deals[k] == deals[place])
        seed = seed_of(*packed.pack(first))
        if number == len(places) or deals[places[number]] != deals[place]:
            following = None  # chance lies between, or nothing follows
        move = moves[place]
        assert isinstance(move, Move)
        judged = judge.moment(state, move, seed, following)
        moment = yield from relay(judged, partial(_further, found))
        moment = replace(moment, place=place, number=number, deal=deals[place])
        following = moment.before
        found = _further(replace(found, moments=(moment, *found.moments)), 0.0)
        yield found


def _further(found: Review, part: float) -> Review:
    """The review with so much of its next moment done."""
    return replace(found, done=(len(found.moments) + part) / found.picks)


class _Judge:
    """Measures positions of one game, every board of a deal by the same sampled deals, and each once."""

    def __init__(self, start: State, effort: Effort) -> None:
        self.chooser = Chooser(start.variant)
        self.effort = effort
        self._values: dict[tuple[int, int, int], Value] = {}

    def moment(self, state: State, move: Move, seed: int, following: Value | None) -> Generator[float, None, Moment]:
        """A move played, ``following`` being the value of your next position where that follows from the layout."""
        seen = look(state)
        played = next(each for each in seen.moves if each.move == move)
        yield 0.0
        after = PROVED.get(played.verdict) or following
        if after is None:
            position = self._position(_next(state.play(move)), seed)
            after = yield from relay(position, lambda part: part / 2)
        before, best = after, move
        if seen.verdict == "win" and played.verdict != "win":
            assert seen.best is not None
            before, best = PROVED["win"], seen.best.move
        elif seen.verdict == "open":
            root = packed.MOVES[state.variant.one_column].index(move)
            value, roots, pick = yield from relay(self._best(state, seed), lambda part: 0.5 + part / 2)
            if not roots >> root & 1 and value.share > after.share:
                before, best = value, pick
        moment = Moment(0, 0, 0, state, played.placement, best, before, after, played.verdict, None, None)
        return _reasoned(moment, seen) if moment.thrown else moment

    def _position(self, state: State, seed: int) -> Generator[float, None, Value]:
        """The value of a position with your move or a deal to come."""
        if state.deal_due:
            return (yield from self._board(state.mine, state.hers, seed))
        seen = look(state)
        if seen.verdict != "open":
            return PROVED[seen.verdict]
        value, _, _ = yield from self._best(state, seed)
        return value

    def _best(self, state: State, seed: int) -> Generator[float, None, tuple[Value, int, Move]]:
        """The value of the best line of an open position, the mask of first picks that lead there, and its own."""
        chooser = self.chooser
        ends = chooser.ends(state)
        odds = yield from during(chooser.judged(ends), 0.0)
        alive = [end for end, each in enumerate(odds) if each > kernels.loops.HOPELESS]
        choosing = chooser.choose(ends, odds, alive, self.effort.budget, seed)
        end = yield from relay(choosing, lambda said: said[1] / 2)
        value = yield from self._board(int(ends.mine[end]), int(ends.hers[end]), seed)
        picks = packed.picks(int(ends.paths[end]), state.variant.one_column)
        return value, int(ends.roots[end]), picks[0]

    def _board(self, mine: int, hers: int, seed: int) -> Generator[float, None, Value]:
        """The value of a board at a redeal."""
        key = mine, hers, seed
        if key not in self._values:
            deals = self.effort.late if is_late(mine) else self.effort.early
            # other deals than those that choose, or what is chosen would look too good
            fresh = seed_of(seed, 1)
            measure = self.chooser.measure(mine, hers, fresh, deals // (1 if kernels.compiles() else 8))
            self._values[key] = yield from relay(measure, lambda share: 0.5 + share / 2)
        return self._values[key]


def _next(state: State) -> State:
    """The state after her forced pieces."""
    while state.turn != "me" and state.moves():
        state = state.play(state.moves()[0])
    return state


def _reasoned(moment: Moment, seen: Look) -> Moment:
    """The moment with the reasons of what is proved of it."""
    state = moment.state
    return replace(
        moment,
        best_reason=None if moment.before.deals else reason(state, moment.best, seen),
        reason=reason(state, moment.move, seen) if moment.verdict == "loss" else None,
    )
