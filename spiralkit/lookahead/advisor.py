"""Players that look ahead, and advice on a position.

``lookahead`` searches the deal on the table and trusts a simple formula at the redeal. The
advisor also weighs the ends of the deal by sampled next deals (see ``values``), and plays so or
says so: ``advise`` tells for each move what is proved, or else how likely it wins.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from threading import Thread
from time import perf_counter
from typing import Literal

from .. import board, kernels
from ..spiral import Move, Placement, State
from . import packed
from .reasons import reasons, why_lost
from .search import Look, Verdict, look, solve
from .values import EFFORTS, PROVED, SIDE, Budget, Chooser, Ends, Value, during, relay, run, seed_of

Effort = Literal["normal", "high"]

STEP = 0.02
"""Seconds between two advices while there is more to do."""


def plan(state: State, budget: Budget) -> tuple[Move, ...]:
    """Your picks up to the redeal.

    A win before the redeal comes first, in the fewest picks. In a lost position the plan is the line that holds
    out longest.
    """
    one_column = state.variant.one_column
    chooser = Chooser(state.variant)
    if state.variant.no_shuffle:
        found = solve(state)
        return found.moves if found.status == "won" else _yours(state)
    ends = chooser.ends(state)
    if ends.forks:
        return solve(state).moves
    odds = run(chooser.judged(ends))
    alive = _alive(odds)
    if not alive:
        return _yours(state)
    choice = chooser.choose(ends, odds, alive, budget, seed_of(*packed.pack(state)))
    return packed.picks(int(ends.paths[run(choice)]), one_column)


def _alive(odds: Sequence[float]) -> list[int]:
    """The ends with a fork within reach."""
    return [end for end, each in enumerate(odds) if each > kernels.loops.HOPELESS]


def _yours(state: State) -> tuple[Move, ...]:
    """Your picks of the best line inside the deal."""
    picks = []
    for move in look(state).line:
        if state.turn == "me":
            picks.append(move)
        state = state.play(move)
    return tuple(picks)


def along(state: State, picks: tuple[Move, ...]) -> Iterator[tuple[State, Move]]:
    """Each pick of yours with the state where it is made, her pieces in between."""
    for move in picks:
        yield state, move
        state = state.play(move)
        while state.turn != "me" and state.moves():
            state = state.play(state.moves()[0])


class Advisor:
    """The policy that plays as it is advised, ``effort`` "normal" or "high".

    It thinks once a deal and follows the plan, for inside a deal nothing unforeseen can happen; who asks in the
    middle of a deal gets a plan from there. It draws no random numbers.
    """

    def __init__(self, effort: str = "normal") -> None:
        self.budget = EFFORTS[effort]
        self._plan: dict[State, Move] = {}

    def __call__(self, state: State, source: Iterator[int]) -> Move:
        """The move; the loops are compiled first."""
        if state not in self._plan:
            kernels.fast()
            self._plan = dict(along(state, plan(state, self.budget)))
        return self._plan[state]


def lookahead(state: State, source: Iterator[int]) -> Move:
    """A win before the redeal, or else the way to the end of the deal with the best slack.

    The slack is your pieces left less the cells a fork then takes. Of equal ends the one is taken that keeps most of
    it when Dr. Brooks has one more cell (the mean over all vacant cells but the centre), then the first.
    """
    kernels.fast()
    if state.variant.no_shuffle:
        return plan(state, EFFORTS["normal"])[0]
    chooser = Chooser(state.variant)
    ends = chooser.ends(state)
    if ends.forks:
        return solve(state).moves[0]
    slacks = chooser.slacks(ends.mine, ends.hers)
    best = max(slacks, default=-1)
    if best < 0:
        return _yours(state)[0]
    tied = [end for end, slack in enumerate(slacks) if slack == best]
    kept = _kept(chooser, [int(ends.mine[end]) for end in tied], [int(ends.hers[end]) for end in tied])
    end = tied[kept.index(max(kept))]
    return packed.picks(int(ends.paths[end]), state.variant.one_column)[0]


def _kept(chooser: Chooser, mine: list[int], hers: list[int]) -> list[float]:
    """For each board the slack when Dr. Brooks has one more cell, the mean over those she may take."""
    taken = [own | other | 1 << board.CENTRE for own, other in zip(mine, hers, strict=True)]
    vacant = [list(board.cells(board.FULL & ~cells)) for cells in taken]
    after = [other | 1 << cell for other, some in zip(hers, vacant, strict=True) for cell in some]
    slacks = iter(chooser.slacks([own for own, some in zip(mine, vacant, strict=True) for _ in some], after))
    return [sum(islice(slacks, len(some))) / max(1, len(some)) for some in vacant]


# Advice.


@dataclass(frozen=True)
class Advised:
    """One of your moves: what it does, its verdict, its value and the line on which the value stands.

    ``value`` is None as long as it has not been measured. The line has the moves of both sides, to the redeal for
    an open move.
    """

    move: Move
    placement: Placement
    verdict: Verdict
    value: Value | None
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Advice:
    """What is known of a position, so far or (``partial`` is False) altogether.

    ``forced`` are the pieces Dr. Brooks places first and ``at`` is the state after them; ``moves`` are yours there,
    none where a deal is due. ``best`` is the move advised, ``value`` its value or that of the board. ``reason`` says
    why, ``note`` what is weaker than it could be, ``done`` is the share of the work that is done.
    """

    state: State
    forced: tuple[Placement, ...]
    at: State
    moves: tuple[Advised, ...]
    best: Move | None
    value: Value | None
    reason: str
    note: str
    done: float
    partial: bool

    @property
    def line(self) -> tuple[Move, ...]:
        """The line of the move advised, from ``at`` on."""
        return next((each.line for each in self.moves if each.move == self.best), ())


def advise(
    state: State,
    effort: Effort = "normal",
    should_stop: Callable[[], bool] | None = None,
    on_progress: Callable[[Advice], None] | None = None,
) -> Advice:
    """What to play: proved where the layout decides, else by the odds of sampled next deals.

    >>> state = State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                     "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard")
    >>> advice = advise(state)
    >>> print(advice.best, advice.value, *advice.line)
    bc 100 % bc ab cd bc

    ``on_progress`` gets the advice as far as it is known every little while; when ``should_stop`` says so, that is
    what is returned, marked as partial. The best move depends on the position and the effort only, not
    on whether the loops are compiled. Raises ValueError if the game is over.
    """
    for advice in advise_steps(state, effort):
        if on_progress:
            on_progress(advice)
        if should_stop and should_stop():
            break
    return advice


def advise_steps(state: State, effort: Effort = "normal") -> Iterator[Advice]:
    """As ``advise``, in steps of some 20 ms (at worst 200) for whoever has other things to do between them.

    The last advice is not partial. Where the loops can be compiled and are not yet, that is done in another thread
    meanwhile, and the first advice comes from the plain ones.
    """
    seen = look(state)
    advice = _known(seen)
    if seen.verdict != "open":
        yield replace(advice, done=1.0, partial=False)
        return
    if kernels.ready() is kernels.loops:
        Thread(target=kernels.fast, daemon=True).start()
    chooser = Chooser(state.variant)
    steps = _weighed(chooser, advice, EFFORTS[effort]) if seen.moves else _due(chooser, advice)
    last = perf_counter()
    for advice in steps:
        if perf_counter() > last + STEP:
            yield replace(advice, note=_note(chooser))
            last = perf_counter()
    yield replace(advice, done=1.0, partial=False, note=_note(chooser))


def move_values(state: State, seen: Look | None = None, effort: Effort = "normal") -> dict[Move, Value]:
    """The value of each of your moves, measured where it is not proved.

    ``seen`` saves a look. The loops are compiled first if need be. Raises ValueError if the game is over.
    """
    seen = seen or look(state)
    advice = _known(seen)
    if seen.verdict == "open" and seen.moves:
        kernels.fast()
        *_, advice = _weighed(Chooser(state.variant), advice, EFFORTS[effort])
    return {each.move: each.value for each in advice.moves if each.value}


def _known(seen: Look) -> Advice:
    """What a look proves."""
    moves = tuple(
        Advised(each.move, each.placement, each.verdict, PROVED.get(each.verdict), each.line) for each in seen.moves
    )
    best = seen.best.move if seen.best else None
    reason = ""
    if seen.verdict == "loss":
        reason = str(why_lost(seen.state, seen))
    elif seen.verdict == "win":
        reason = str(reasons(seen)[best]) if best else "The centre is yours whatever is dealt, and makes your fork."
    return Advice(
        seen.state, seen.forced, seen.at, moves, best, PROVED.get(seen.verdict), reason, "", 0.0, partial=True
    )


def _note(chooser: Chooser) -> str:
    """What is weaker than it could be."""
    notes = []
    if chooser.weights is None:
        notes.append("the fitted weights are missing: boards are judged by a formula, which is weaker")
    if kernels.ready() is kernels.loops:
        if kernels.compiles():
            notes.append("the fast loops are being made ready, once, some seconds; until then slower ones do it")
        else:
            notes.append("by the plain loops, which are slower: values are counted from fewer sampled deals")
    return "; ".join(notes)


def _due(chooser: Chooser, advice: Advice) -> Iterator[Advice]:
    """The value of a board at a redeal."""
    measure = chooser.measure(advice.at.mine, advice.at.hers, _fresh(advice.at))
    value = yield from relay(measure, lambda done: replace(advice, done=done))
    yield replace(advice, value=value, done=1.0, reason=f"A deal is due; good play from here wins {value}.")


def _fresh(state: State) -> int:
    """A seed for the deals from which the values shown are counted: others than those that choose."""
    return seed_of(*packed.pack(state), 1)


def _weighed(chooser: Chooser, advice: Advice, budget: Budget) -> Iterator[Advice]:
    """The best move by the odds, and then the values of all open moves, each by its own best end of the deal."""
    at = advice.at
    seed = seed_of(*packed.pack(at))
    ends = chooser.ends(at)
    odds = yield from during(chooser.judged(ends), advice)
    alive = _alive(odds)
    choosing = chooser.choose(ends, odds, alive, budget, seed)
    best = yield from relay(choosing, lambda said: replace(_chosen(advice, ends, said[0]), done=said[1] / 2))
    advice = replace(_chosen(advice, ends, best), done=0.5)
    order = sorted((each for each in advice.moves if each.verdict == "open"), key=lambda each: each.move != advice.best)
    for number, each in enumerate(order):
        root = packed.MOVES[at.variant.one_column].index(each.move)
        mine = [end for end in alive if int(ends.roots[end]) >> root & 1]
        end = best
        if best not in mine:
            end = yield from during(chooser.choose(ends, odds, mine, SIDE, seed), advice)
        advice = yield from _measured(chooser, advice, ends, end, each, 0.5 / len(order))
        advice = replace(advice, done=0.5 + 0.5 * (number + 1) / len(order))
        yield advice


def _measured(
    chooser: Chooser, advice: Advice, ends: Ends, end: int, each: Advised, part: float
) -> Generator[Advice, None, Advice]:
    """The advice with one move measured by the end it goes for."""
    measure = chooser.measure(int(ends.mine[end]), int(ends.hers[end]), _fresh(advice.at))
    value = yield from relay(measure, lambda share: replace(advice, done=advice.done + share * part))
    valued = replace(each, value=value, line=_line(advice.at, int(ends.paths[end])))
    advice = replace(advice, moves=tuple(valued if one.move == each.move else one for one in advice.moves))
    if each.move != advice.best:
        return advice
    reason = f"No move wins before the next deal; from the best board there good play wins {value}."
    return replace(advice, value=value, reason=reason)


@lru_cache(maxsize=256)
def _line(at: State, path: int) -> tuple[Move, ...]:
    """The moves of both sides to an end of the deal."""
    line: list[Move] = []
    for state, move in along(at, packed.picks(path, at.variant.one_column)):
        line += [move, *(Move(placement.columns) for placement in state.play(move).forced())]
    return tuple(line)


def _chosen(advice: Advice, ends: Ends, end: int) -> Advice:
    """The advice with this end of the deal to be gone for."""
    line = _line(advice.at, int(ends.paths[end]))
    moves = tuple(replace(each, line=line) if each.move == line[0] else each for each in advice.moves)
    reason = "No move wins before the next deal; this one goes for the board that is judged best there."
    return replace(advice, moves=moves, best=line[0], reason=reason)
