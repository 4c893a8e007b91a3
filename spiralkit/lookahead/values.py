"""What a board is worth at a redeal: the chance of winning under good play over random next deals.

Nobody hides anything inside a deal, so a deal is searched whole; chance comes in at the redeals
only. *Late* boards (seven pieces of yours or more) are mostly decided by the next deal: sampled
deals are laid on them and solved exactly. *Early* ones have two deals or more to come: two small
nets judge boards at once, and sampled deals are searched and their ends judged by the nets, or
played out by a quick choice to the end.

The deals are samples of a seed of their own, made from the position, never from a game's seed:
the deals that really come play no part. All boards that are compared get the same ones.

The weights of the nets lie in ``weights.json`` and are made by ``spiralkit.lookahead.fit``. They
are multiples of 1/1024 and sums of them are never rounded, so the answers are the same compiled
or plain. Without the file boards are judged by their slack, which is weaker.
"""

from __future__ import annotations

import importlib.util
import json
import math
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from pathlib import Path
from typing import Any, TypeVar

from .. import kernels
from ..cards import GOLDEN, MASK64, mix64
from ..spiral import State, Variant
from . import batches, packed
from .players import wilson

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")

WEIGHTS = Path(__file__).with_name("weights.json")
SCALE = 1024
"""The weights are written as multiples of one over this."""

SEEDS = 1 << 63
"""Seeds of sampled deals are below this."""


@dataclass(frozen=True)
class Value:
    """A chance of winning: ``share`` with its 95 % interval, from so many sampled ``deals``; 0 deals: proved."""

    share: float
    low: float
    high: float
    deals: int

    def __str__(self) -> str:
        if not self.deals:
            return f"{100 * self.share:.0f} %"
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


PROVED = {"win": Value(1.0, 1.0, 1.0, 0), "loss": Value(0.0, 0.0, 0.0, 0)}


@dataclass(frozen=True)
class Ends:
    """How the rest of a deal can end: the undecided boards at the redeal, in the order of the search.

    ``forks`` is a mask of the first picks (by their numbers in ``packed.MOVES``) from which a line wins before
    the redeal. Board k is ``mine[k], hers[k]``; ``paths[k]`` leads to it and ``roots[k]`` is a mask of the first
    picks from which it can be reached. The sequences are lists or, compiled, arrays.
    """

    forks: int
    mine: Sequence[int]
    hers: Sequence[int]
    paths: Sequence[int]
    roots: Sequence[int]

    def __len__(self) -> int:
        return len(self.mine)


@lru_cache
def weights() -> tuple[int, int, tuple[float, ...]] | None:
    """The sizes of the two layers and all numbers, as ``kernels.loops.judge`` takes them; None without the file."""
    try:
        read = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return read["first"], read["second"], tuple(number / SCALE for number in read["late"] + read["early"])


def chance(odds: float) -> float:
    """The chance from its log odds."""
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, odds))))


def seed_of(*numbers: int) -> int:
    """A seed for sampled deals made from these numbers and nothing else."""
    found = 0
    for number in numbers:
        found = mix64((found ^ number) + GOLDEN & MASK64)
    return found % SEEDS


class Sampler:
    """Boards and deals of one variant, with the compiled loops as soon as they are ready and the same answers before.

    The ends of a deal come as whatever the loops of that moment made; what is handed in may be of either kind.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.room = 1 << 16 if variant.one_column else 1 << 13
        self.weights = weights()

    def ends(self, state: State) -> Ends:
        """The rest of a deal searched whole, with you to move."""
        loops = kernels.ready()
        return _ends(loops.search(*packed.pack(state), self.room, *packed.tables(loops, self.variant)))

    def next_ends(self, mine: int, hers: int, seed: int, number: int) -> Ends:
        """The ends of deal ``number`` of ``seed``, laid on a board at a redeal."""
        loops = kernels.ready()
        return _ends(loops.search_deal(mine, hers, seed, number, self.room, *packed.tables(loops, self.variant)))

    def slacks(self, mine: Sequence[int], hers: Sequence[int]) -> list[int]:
        """Your pieces left less the cells a fork takes, for each board; -1 where it is out of reach."""
        loops = kernels.ready()
        if _batched(loops):
            return batches.slacks(mine, hers, 0).tolist()  # type: ignore[no-any-return]
        found = loops.zeros(len(mine))
        near, sides = packed.tables(loops, self.variant)[1:3]
        loops.slacks(_table(loops, mine), _table(loops, hers), len(mine), found, near, sides)
        return list(map(int, found))

    def odds(self, mine: Sequence[int], hers: Sequence[int], least: int = 0) -> list[float]:
        """The log odds of winning of each board at a redeal, by the nets or, without their weights, by slack.

        The slack's are those of the third deal: 0.14, 0.4, 0.7, 0.9 for a slack of 0, 1, 2, 3. Boards with less slack
        than ``least`` are given up.
        """
        loops = kernels.ready()
        if self.weights is None:
            return [1.3 * slack - 1.8 if slack >= least else loops.HOPELESS for slack in self.slacks(mine, hers)]
        first, second, numbers = self.weights
        near, sides = packed.tables(loops, self.variant)[1:3]
        if loops is kernels.loops:
            if _batched(loops):
                return batches.odds(mine, hers, least, first, second, numbers)
            found: Any = loops.reals(len(mine))
            loops.judge(mine, hers, len(mine), least, first, second, numbers, found, near, sides)
            return list(found)
        found = loops.reals(len(mine))
        boards = _table(loops, mine), _table(loops, hers), len(mine)
        loops.judge(*boards, least, first, second, batches.table(numbers), found, near, sides)
        return found.tolist()  # type: ignore[no-any-return]

    def settle(
        self, mine: Sequence[int], hers: Sequence[int], seed: int, first: int, deals: int
    ) -> tuple[list[int], list[int]]:
        """Of deals ``first``, ``first + 1``, .. laid on each board: those won, and those still undecided after."""
        loops = kernels.ready()
        won, undecided = loops.zeros(len(mine)), loops.zeros(len(mine))
        tables = packed.tables(loops, self.variant)
        boards = loops.table(mine), loops.table(hers)
        loops.settle_deals(*boards, seed, first, deals, won, undecided, *tables)
        return list(map(int, won)), list(map(int, undecided))


def _batched(loops: Any) -> bool:
    """Whether many boards at once go through numpy: where it is there and nothing is compiled (yet)."""
    return loops is kernels.loops and importlib.util.find_spec("numpy") is not None


def _table(loops: Any, numbers: Sequence[int]) -> Any:
    return numbers if hasattr(numbers, "dtype") and loops is not kernels.loops else loops.table(numbers)


def _ends(found: tuple[Any, ...]) -> Ends:
    _, _, _, forks, count, *boards = found
    if count < 0:
        raise AssertionError("a deal has more ends than there is room for")
    return Ends(forks, *(each[:count] for each in boards))


# Choosing among boards.


@dataclass(frozen=True)
class Budget:
    """How hard the ends of a deal are compared: rounds of (how many are kept for it, sampled deals by its end).

    ``late`` rounds settle deals exactly. ``early`` rounds search deals and let the nets judge how they end;
    ``played`` ones, which follow, play them out by a quick choice.
    """

    late: tuple[tuple[int, int], ...]
    early: tuple[tuple[int, int], ...] = ()
    played: tuple[tuple[int, int], ...] = ()


QUICK = Budget(late=((24, 16), (6, 64)))
SIDE = Budget(late=((64, 16), (16, 64), (4, 256)), early=((6, 4),))
NORMAL = Budget(late=((256, 16), (64, 64), (16, 256), (4, 1024)), early=((16, 4), (4, 12)))
HIGH = Budget(
    late=((1024, 16), (256, 64), (64, 256), (16, 1024), (4, 4096)),
    early=((64, 4), (24, 12), (8, 32)),
    played=((8, 12),),
)
EFFORTS = {"normal": NORMAL, "high": HIGH}

UNDECIDED = 0.5
"""What a deal counts that leaves a late board undecided."""

MEASURED_LATE, MEASURED_EARLY = 2048, 128
"""Fresh deals from which the value shown of a board is counted; an eighth of them where nothing can be compiled."""

_SOLVES = 256
"""Deals settled between two signs of life while the loops are plain; compiled it is 32 times as many."""

Progress = tuple[int, float]
"""The best end so far and the share of the work done."""


def run(steps: Generator[Any, None, T]) -> T:
    """What a computation in steps comes to."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def relay(steps: Generator[T, None, U], make: Callable[[T], V]) -> Generator[V, None, U]:
    """The same computation with something else made of what each step says."""
    while True:
        try:
            said = next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        yield make(said)


def during(steps: Generator[Any, None, U], said: V) -> Generator[V, None, U]:
    """The same computation, each step of which says this."""
    return (yield from relay(steps, lambda _: said))


def is_late(mine: int) -> bool:
    """Whether the next deal mostly decides a board with these pieces of yours."""
    return mine.bit_count() >= kernels.loops.LATE


class Chooser(Sampler):
    """Compares the ends of a deal, and measures what a board is worth, all in steps.

    Compiled a step takes some 20 ms at most, plain some 50.
    """

    def judged(self, ends: Ends, least: int = 0) -> Generator[None, None, list[float]]:
        """The log odds of each end, HOPELESS where a fork is out of reach or the slack is below ``least``."""
        loops = kernels.ready()
        size = 8192 if loops is not kernels.loops else 1024 if _batched(loops) else 64
        odds: list[float] = []
        for start in range(0, len(ends), size):
            odds += self.odds(ends.mine[start : start + size], ends.hers[start : start + size], least)
            yield
        return odds

    def choose(
        self, ends: Ends, odds: Sequence[float], among: Iterable[int], budget: Budget, seed: int
    ) -> Generator[Progress, None, int]:
        """The best of some ends, judged so, in steps: the better they are the more sampled deals they are compared by.

        Every end meets the same deals. Of equals the one judged better, then the first, is taken.
        """
        ranked = sorted(among, key=odds.__getitem__, reverse=True)
        late = all(is_late(int(ends.mine[k])) for k in ranked)
        phases = [budget.late] if late else [budget.early, budget.played]
        work = sum(keep * deals for phase in phases for keep, deals in phase)
        done = 0.0
        for number, phase in enumerate(phases):
            totals = dict.fromkeys(ranked, 0.0)
            before = 0
            for keep, deals in phase:
                kept = ranked[:keep]
                if len(kept) == 1:
                    return kept[0]
                for share in self._meet(ends, kept, totals, seed, range(before + 1, deals + 1), number == 1):
                    yield ranked[0], min(0.99, (done + share * keep * deals) / work)
                ranked = sorted(kept, key=totals.__getitem__, reverse=True)
                before = deals
                done += keep * deals
        return ranked[0]

    def _meet(
        self, ends: Ends, kept: list[int], totals: dict[int, float], seed: int, deals: range, played: bool
    ) -> Iterator[float]:
        """Lets some ends meet some deals and adds up in ``totals`` what they get; says the share done."""
        if all(is_late(int(ends.mine[k])) for k in kept):
            size = max(1, self._solves() // len(deals))
            for start in range(0, len(kept), size):
                some = kept[start : start + size]
                mine, hers = [int(ends.mine[k]) for k in some], [int(ends.hers[k]) for k in some]
                counts = zip(some, *self.settle(mine, hers, seed, deals.start, len(deals)), strict=True)
                for k, won, undecided in counts:
                    totals[k] += won + UNDECIDED * undecided
                yield start / len(kept)
            return
        for place, k in enumerate(kept):
            for number in deals:
                share = (place + (number - deals.start) / len(deals)) / len(kept)
                worth = self.worth(int(ends.mine[k]), int(ends.hers[k]), seed, number, played)
                totals[k] += yield from during(worth, share)

    def _solves(self) -> int:
        return _SOLVES if kernels.ready() is kernels.loops else 32 * _SOLVES

    def worth(self, mine: int, hers: int, seed: int, number: int, played: bool) -> Generator[None, None, float]:
        """The chance of winning a board with deal ``number`` of ``seed`` to come, by the nets or played out."""
        if is_late(mine):
            won, undecided = self.settle([mine], [hers], seed, number, 1)
            return won[0] + UNDECIDED * undecided[0]
        ends = self.next_ends(mine, hers, seed, number)
        yield
        if ends.forks:
            return 1.0
        if not len(ends):
            return 0.0
        odds = yield from self.judged(ends, 1)  # where some have slack to spare the others are not looked at
        if max(odds) == kernels.loops.HOPELESS:
            odds = yield from self.judged(ends)
        if not played:
            return chance(max(odds))
        best = nlargest(QUICK.late[0][0], range(len(ends)), key=odds.__getitem__)
        choice = self.choose(ends, odds, best, QUICK, seed_of(seed, number, 1))
        end = yield from during(choice, None)
        mine, hers = int(ends.mine[end]), int(ends.hers[end])
        after = seed_of(seed, number, 2)
        if not is_late(mine):
            return (yield from self.worth(mine, hers, after, 1, played))
        deals = 64
        won, undecided = self.settle([mine], [hers], after, 1, deals)
        return (won[0] + UNDECIDED * undecided[0]) / deals

    def measure(self, mine: int, hers: int, seed: int, deals: int = 0) -> Generator[float, None, Value]:
        """What a board at a redeal is worth by so many sampled deals, in steps; gives the share done, then the value.

        An early board is played out by a quick choice: what it shows can be had, and better play has a little more.
        Deals that leave a late board undecided count as neither: the interval spans both.
        """
        late = is_late(mine)
        deals = deals or (MEASURED_LATE if late else MEASURED_EARLY) // (1 if kernels.compiles() else 8)
        won = undecided = 0.0
        first = 1
        while first <= deals:
            some = min(self._solves(), deals + 1 - first) if late else 1
            if late:
                more, others = self.settle([mine], [hers], seed, first, some)
                won, undecided = won + more[0], undecided + others[0]
            else:
                won += yield from during(self.worth(mine, hers, seed, first, True), (first - 1) / deals)
            first += some
            yield (first - 1) / deals
        low, high = wilson(won, deals)[0], wilson(won + undecided, deals)[1]
        return Value((won + UNDECIDED * undecided) / deals, low, high, deals)
