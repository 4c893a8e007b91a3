"""The thoughtful solver of the Spider games: it knows every card, also those face down and in the stock.

It is a beam search. Of all positions that may follow those it holds it keeps the best few, again and again. A *stage*
is the time between two deals: every position that is kept is also dealt in thought, and the best of what that gives
begins the next stage. A stage is over when its dealt positions become no better. What is best is a sum over the columns
(``Weights``), and chance: the same position gets the same bonus or malus each time, which keeps the beam from being all
of one kind. If a beam fails, the next one is wider, with other chance and other weights. Most beams take positions
that differ in the order of the columns alone as one, which keeps them varied; but while stock remains the order can
decide, so not all do.

Now and then, and with more room each time, it also looks at everything there is, breadth first. Only such a complete
search, done to the end, says that a game is lost. It leaves nothing out but what is sound: without stock the order of
the columns means nothing, and a trump that the tower takes is of no more use. (Positions are told apart by hashes of 62
bits.)

The weights were found by trial on deals with small seeds. Small changes matter little; chance, and other weights for
later tries, matter more. A whole run is worth less in the columns than off them, whatever its length; tiles of which
four ends leave, and trumps, are worth a good deal more off than on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from time import perf_counter
from typing import Any, Literal

from .. import kernels
from ..spider import Move, State, deal
from .spider_packed import Packed, Weights

NODES = 5_000_000
"""How many positions are looked at if neither a number nor a time is given."""

FIRST_WIDTH, GROWTH, MOST_WIDTH = 10, 1.4, 8000
LEVELS, PATIENCE, LAST_PATIENCE = 60, 10, 30
"""A stage is over after so many levels, or so many without a better position; the last one is without a limit."""

FIRST_ROOM, MORE_ROOM = 20_000, 8
"""A complete search gives up after so many positions; the next may have so many times more, the last rather more."""
SHARE, SHARE_WITH_STOCK = 4, 50
"""How many times the room of the next complete search the beams have looked at before it is tried.

In a game that is dealt whole the last and largest is tried when they have looked at its room once.
"""
MOST_NUMBERS = 150_000_000
"""What the positions of a complete search are made of may be no more numbers than that."""
MOST_SEEN = 1 << 25
"""How many hashes a beam has room for; half of them are used."""

WORST = -(1 << 40)


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver found: ``won`` with a line from here, ``lost`` if there is none, ``unknown`` within its budget.

    ``nodes``: how many positions were looked at; ``seconds``: how long it took.
    """

    status: Literal["won", "lost", "unknown"]
    moves: tuple[Move, ...]
    nodes: int
    seconds: float


PORTFOLIO = (
    Weights(chance=160, loose=True),
    Weights(chance=200, first_empty=150, empty=80),
    Weights(longer=3, first_empty=100, empty=50, on_tile=-100, loose=True),
    Weights(under=-15, on_tile=-15, tiles=800, loose=True),
)
"""The weights of the beams, in turn."""


def solve(
    state: State,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    on_progress: Callable[[int], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Solution:
    """A line that wins from here, or that there is none, or neither.

    All cards are known to it, those face down and in the stock too, but it keeps to the rules of play: the moves are
    legal one after the other and the last clears the layout. ``lost`` is said after a complete search only. It ends as
    ``unknown`` after so many ``nodes`` (then it gives the same answer each time), after so many ``seconds``, or when
    ``should_stop`` says so; if neither is given, after NODES nodes. ``on_progress`` hears every little while how many
    nodes have been looked at.

    >>> from spiralkit.spider import deal
    >>> found = solve(deal("chinese_spider", 5), nodes=5)
    >>> found.status, found.moves
    ('unknown', ())
    """
    loops = _loops()
    began = perf_counter()
    if state.outcome:
        status: Literal["won", "lost"] = "won" if state.outcome.winner == "me" else "lost"
        return Solution(status, (), 0, perf_counter() - began)
    if nodes is None and seconds is None:
        nodes = NODES
    until = None if seconds is None else began + seconds
    search = _Search(loops, state, nodes, until, on_progress, should_stop)
    moves: tuple[Move, ...] = ()
    try:
        codes = search.codes()
    except _OverError:
        verdict: Literal["won", "lost", "unknown"] = "unknown"
    else:
        verdict = "lost" if codes is None else "won"
        moves = search.line(codes) if codes else ()
    return Solution(verdict, moves, search.nodes, perf_counter() - began)


@cache
def _loops() -> Any:
    """The loops, compiled before any clock runs."""
    loops = kernels.fast_beam()
    if loops is not kernels.beam:
        search = _Search(loops, deal("chinese_spider", 1), None, None, None, None)
        search.beam(2, Weights(), 1)
        row, none = search.packed.row(search.state), loops.table([0])
        loops.clears(row, none, 1, -1, 0, search.packed.tables(Weights()))
    return loops


def _rooms(most: int, share: int, last: int) -> list[tuple[int, int]]:
    """The rooms of the complete searches in turn, and what the beams have looked at before; the last room is ``most``.

    >>> _rooms(1_400_000, 4, 1)
    [(20000, 80000), (160000, 640000), (1400000, 1400000)]
    """
    rooms, room = [], FIRST_ROOM
    while 2 * room <= most:
        rooms.append((room, share * room))
        room *= MORE_ROOM
    return [*rooms, (most, last * most)]


class _OverError(Exception):
    """The budget is used up."""


@dataclass
class _Room:
    """What one beam or complete search works with."""

    game: Any
    seen: Any
    found: Any
    pool: Any
    pooled: Any
    info: Any
    width: int
    complete: bool
    seed: int = 0
    came: list[Any] = field(default_factory=lambda: [None])  # by level: from where, and by which codes


class _Search:
    """The search of one position."""

    def __init__(
        self,
        loops: Any,
        state: State,
        nodes: int | None,
        until: float | None,
        on_progress: Callable[[int], None] | None,
        should_stop: Callable[[], bool] | None,
    ) -> None:
        self.loops = loops
        self.state, self.budget, self.until = state, 1 << 60 if nodes is None else nodes, until
        self.on_progress, self.should_stop = on_progress, should_stop
        self.nodes = 0
        self.packed = Packed(state, self.loops)
        self.weights = PORTFOLIO[0]  # of the last beam
        self.chunk = 16 if self.loops is kernels.beam else 256

    # How it goes.

    def codes(self) -> list[int] | None:
        """The codes that win, None if nothing does; raises _OverError at the end of the budget."""
        width, spent, number = FIRST_WIDTH, 0, 0
        share, rules = SHARE_WITH_STOCK if self.state.stock else SHARE, self.state.rules
        last = 1 if rules.dealt == len(rules.deck.cards) else share
        rooms = _rooms(MOST_NUMBERS // self.packed.stride, share, last)
        while True:
            before = self.nodes
            found = self.beam(width, PORTFOLIO[number % len(PORTFOLIO)], number + 1)
            if found:
                return found
            spent += self.nodes - before
            width, number = min(int(width * GROWTH) + 1, MOST_WIDTH), number + 1
            if rooms and (number == 1 or spent >= rooms[0][1]):
                done, found = self.complete(rooms.pop(0)[0])
                if done:
                    return found

    def beam(self, width: int, weights: Weights, seed: int) -> list[int] | None:
        """The codes that win, if a beam so wide finds some."""
        self.weights = weights
        loops, stride, columns = self.loops, self.packed.stride, self.state.rules.columns
        room = _Room(
            self.packed.tables(weights), None, tuple(loops.zeros(24 * width + 2 * loops.ROOM) for _ in range(4)),
            loops.shorts((2 * width + 2) * stride), (loops.zeros(2 * width), loops.zeros(2 * width)), loops.zeros(8),
            width, False, loops.mixed(seed),
        )  # fmt: skip
        info = room.info
        rows, count, stock = self.packed.row(self.state), 1, len(self.state.stock)
        while True:
            room.seen = loops.zeros(1 << 16)
            info[loops.USED] = info[loops.POOLED] = 0
            info[loops.CUT] = info[loops.BEST] = best = WORST
            level = idle = 0
            while count and idle < (PATIENCE if stock else LAST_PATIENCE) and (level < LEVELS or not stock):
                won = self.expanded(room, rows, count)
                if won:
                    return won
                best_found = loops.selected(room.found, width, info) if info[loops.COUNT] else WORST
                rows, count = self.next_rows(room, rows)
                now = info[loops.BEST] if stock else best_found
                level, idle, best = level + 1, 0 if now > best else idle + 1, max(best, now)
            loops.trimmed(room.pool, room.pooled, width, room.game, info)
            count = int(info[loops.POOLED])
            if not count:
                self.nodes += int(info[loops.NODES])
                return None
            stock = max(0, stock - columns)
            rows, whence, codes = loops.shorts(count * stride), loops.zeros(count), loops.zeros(count)
            loops.taken(room.pool, room.pooled, rows, whence, codes, room.game, info)
            room.came.append((whence, codes))

    def complete(self, most: int) -> tuple[bool, list[int] | None]:
        """Whether everything there is was looked at, or a win found; and its codes."""
        loops = self.loops
        size = 1 << (2 * (most + loops.ROOM)).bit_length()
        room = _Room(
            self.packed.tables(Weights()), loops.zeros(size), tuple(loops.zeros(most + loops.ROOM) for _ in range(4)),
            loops.shorts(2 * self.packed.stride), (loops.zeros(2), loops.zeros(2)), loops.zeros(8), 1, True,
        )  # fmt: skip
        rows, count = self.packed.row(self.state), 1
        while count:
            won = self.expanded(room, rows, count)
            if won:
                return True, won
            if room.info[loops.DROPPED] or room.info[loops.USED] > most:
                self.nodes += int(room.info[loops.NODES])
                return False, None
            rows, count = self.next_rows(room, rows)
        self.nodes += int(room.info[loops.NODES])
        return True, None

    def expanded(self, room: _Room, rows: Any, count: int) -> list[int] | None:
        """Finds what may follow the rows, the beam's width of it at least; the codes that win if some do."""
        loops, info = self.loops, room.info
        info[loops.COUNT], info[loops.WON_CODE] = 0, -1
        at, origin = 0, len(room.came) - 1 << 32
        while at < count:
            last = min(count, at + self.chunk)
            at = loops.expand(
                rows, at, last, origin, int(room.complete), room.seed, self.budget - self.nodes, room.width,
                room.game, self.packed.work, room.seen, room.found, room.pool, room.pooled, info,
            )  # fmt: skip
            if info[loops.WON_CODE] >= 0:
                self.nodes += int(info[loops.NODES])
                return [*self.traced(room, origin + at), int(info[loops.WON_CODE])]
            self.check(self.nodes + int(info[loops.NODES]))
            if at < last and room.complete:
                info[loops.DROPPED] = 1
                return None
            if 2 * (info[loops.USED] + loops.ROOM) > len(room.seen):
                bigger = loops.zeros(min(2 * len(room.seen), MOST_SEEN))
                if len(bigger) > len(room.seen):
                    loops.copied(room.seen, bigger)
                else:
                    info[loops.USED] = 0  # a beam may meet again what it forgets
                room.seen = bigger
            if info[loops.COUNT] + loops.ROOM > len(room.found[0]):
                loops.selected(room.found, room.width, info)
        return None

    def check(self, nodes: int) -> None:
        """Raises _OverError if the budget is used up."""
        if self.on_progress:
            self.on_progress(nodes)
        late = self.until is not None and perf_counter() > self.until
        if nodes >= self.budget or late or (self.should_stop and self.should_stop()):
            self.nodes = nodes
            raise _OverError

    def next_rows(self, room: _Room, rows: Any) -> tuple[Any, int]:
        """The rows of the candidates, and how many there are."""
        loops = self.loops
        count, origin = int(room.info[loops.COUNT]), len(room.came) - 1 << 32
        after, parents, codes = loops.shorts(count * self.packed.stride), loops.zeros(count), loops.zeros(count)
        loops.built(rows, room.found, after, parents, codes, origin, room.game, room.info)
        room.came.append((parents, codes))
        return after, count

    def traced(self, room: _Room, place: int) -> list[int]:
        """The codes that led to a position."""
        codes: list[int] = []
        while place >> 32:
            parents, by = room.came[place >> 32]
            number = place & 0xFFFFFFFF
            codes.append(int(by[number]))
            place = int(parents[number])
        return codes[::-1]

    # The line.

    def line(self, codes: Sequence[int]) -> tuple[Move, ...]:
        """The moves of the codes, made fewer, and played by the engine."""
        single: list[int] = []
        state = self.state
        for code in codes:
            for some in self.packed.filling(state, code, self.weights):
                for move in self.packed.moves(state, some):
                    single.append(self.packed.code(move, state))
                    state = state.play(move)
        moves, state = [], self.state
        for code in self.shortened(single):
            (move,) = self.packed.moves(state, code)
            state = state.play(move)
            moves.append(move)
        if state.outcome is None or state.outcome.winner != "me":
            raise AssertionError(f"the line of the solver does not win: {moves}")
        return tuple(moves)

    def shortened(self, codes: list[int]) -> list[int]:
        """The codes of single moves, some left out or two made one where the rest still clears the layout.

        Not where what is legal depends on all else that is (removal=auto, deal_when=stuck).
        """
        loops, rules, stride = self.loops, self.state.rules, self.packed.stride
        if rules.removal == "auto" or rules.deal_when == "stuck":
            return codes
        game = self.packed.tables(Weights())
        better = True
        while better:
            better = False
            at, row = 0, self.packed.row(self.state)
            while at < len(codes):
                line = loops.table(codes[at:])
                for gone, changed, code in self.edits(codes[at:]):
                    if loops.clears(row, line, gone, changed, code, game):
                        rest = codes[at:]
                        if changed >= 0:
                            rest[changed] = code
                        codes = codes[:at] + [code for code in rest[gone:] if code >= 0]
                        better = True
                        break
                else:
                    after = loops.shorts(stride)
                    loops.played(row, 0, codes[at], after, 0, game)
                    row, at = after, at + 1
        return codes

    def edits(self, codes: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """What may be done without at the first of these codes: how many, and one further on that becomes another."""
        loops = self.loops
        kind, source, target, count = codes[0] >> 32, codes[0] >> 24 & 255, codes[0] >> 16 & 255, codes[0] & 65535
        for gone in (1, 2, 3, 4):
            if gone < len(codes):
                yield gone, -1, 0
        if kind not in (loops.MOVE, loops.ASIDE):
            return
        for later, code in enumerate(codes[1:], 1):
            if code >> 32 == loops.BACK if kind == loops.ASIDE else code >> 24 == loops.MOVE << 8 | target:
                to = code >> 16 & 255
                if kind == loops.ASIDE or code & 65535 == count:
                    straight = loops.MOVE << 32 | source << 24 | to << 16 | count
                    yield 1, later, -1 if to == source else straight
                return
