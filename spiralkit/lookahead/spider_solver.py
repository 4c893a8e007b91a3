"""The thoughtful solver of the Spider games: it knows every card, also those face down and in the stock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

from .. import kernels
from ..cards import Card
from ..spider import JOKER, Move, Rules, State
from ..spider.build import finished, may_lie_on, unit_length
from ..spider.moves import CELL
from ..spider.rules import FOUR, LETTERS

NODES = 5_000_000
"""How many positions are looked at if neither a number nor a time is given."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver found: a line that wins, that there is none (``lost``), or nothing within its budget.

    ``nodes``: how many positions were looked at; ``seconds``: how long that took.
    """

    status: Literal["won", "lost", "unknown"]
    moves: tuple[Move, ...]
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Weights:
    """What a position is worth to the beam: points for each column, card by card from the top."""

    suited: int = 100
    longer: int = 7
    built: int = 4
    broken: int = -8
    under: int = -7
    unit: int = -7
    ordered: int = 62
    king: int = 13
    first_empty: int = 224
    empty: int = 112
    removed: int = 250
    noise: int = 118
    down: int = 0
    held: int = -50
    joker: int = -60
    gap: int = 0
    trump: int = 60
    tiles: int = 250
    tile_built: int = -3
    tile_on: int = -15
    on_tile: int = -15
    tile_floor: int = 0


def solve(
    state: State,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    on_progress: Callable[[int], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Solution:
    """A line that wins from here, or the proof that there is none, or neither within the budget."""
    began = perf_counter()
    if nodes is None and seconds is None:
        nodes = NODES
    if state.outcome:
        status: Literal["won", "lost"] = "won" if state.outcome.winner == "me" else "lost"
        return Solution(status, (), 0, perf_counter() - began)
    search = _Search(state, nodes, seconds, on_progress, should_stop, began)
    found = search.run()
    if isinstance(found, list):
        return Solution("won", tuple(line(state, found, search)), search.nodes, perf_counter() - began)
    return Solution("unknown" if found is None else "lost", (), search.nodes, perf_counter() - began)


class _Over(Exception):
    """The budget is used up."""


class _Search:
    def __init__(self, state: State, nodes: int | None, seconds: float | None, on_progress: Any, should_stop: Any, began: float):
        self.k = kernels.fast_beam()
        self.state, self.rules = state, state.rules
        self.budget = nodes if nodes is not None else 1 << 60
        self.until = None if seconds is None else began + seconds
        self.on_progress, self.should_stop = on_progress, should_stop
        self.nodes = 0
        self.log: list[Any] = []
        self.compiled = self.k.__name__.endswith("compiled")
        self.pack = Pack(self.k, state)
        size = sum(map(len, state.columns)) + len(state.stock) + state.rules.columns + 8
        self.work = tuple(self.k.zeros(size) for _ in range(self.k.WORK))

    def run(self):
        try:
            for attempt in schedule(self.rules, self.state):
                found = self.beam(*attempt[1:]) if attempt[0] == "beam" else self.complete(attempt[1])
                if found is not None:
                    return found
        except _Over:
            return None
        return None

    def check(self, info):
        used = self.nodes + info[self.k.NODES]
        if self.on_progress:
            self.on_progress(int(used))
        if used >= self.budget or (self.until and perf_counter() > self.until) or (self.should_stop and self.should_stop()):
            self.nodes = int(used)
            raise _Over

    def chunk(self):
        return 256 if self.compiled else 16

    def expand(self, rows, first, last, origin, complete, seed, most, game, seen, found, pool, pooled, info):
        return self.k.expand(rows, first, last, origin, complete, seed, self.budget - self.nodes, most, game, self.work, seen, found, pool, pooled, info)

    def beam(self, width, weights, seed):
        k = self.k
        game = self.pack.tables(weights)
        stride = self.pack.stride
        rows, count = self.pack.row(self.state), 1
        noise = k.mixed(seed * 7919 + 1)
        info = k.zeros(8)
        found = tuple(k.zeros(24 * width + 2 * k.ROOM) for _ in range(4))
        pool = k.shorts((2 * width + 2) * stride)
        pooled = (k.zeros(2 * width), k.zeros(2 * width))
        self.log = [(None, None)]
        stock = len(self.state.stock)
        seen = k.zeros(1 << 16)
        while True:
            for i in range(len(seen)) if not self.compiled else ():
                seen[i] = 0
            if self.compiled:
                seen[:] = 0
            info[k.USED] = info[k.POOLED] = 0
            info[k.CUT] = info[k.BEST] = -(1 << 40)
            best, idle = -(1 << 40), 0
            for level in range(LEVELS if stock else 1000):
                info[k.COUNT], info[k.DROPPED], info[k.WON_CODE] = 0, 0, -1
                at = 0
                origin = len(self.log) - 1 << 32
                while at < count:
                    goal = min(count, at + self.chunk())
                    at = self.expand(rows, at, goal, origin, False, noise, width, game, seen, found, pool, pooled, info)
                    if info[k.WON_CODE] >= 0:
                        self.nodes += int(info[k.NODES])
                        return self.codes(origin + at) + [int(info[k.WON_CODE])]
                    self.check(info)
                    if at < goal:
                        if 2 * (info[k.USED] + k.ROOM) > len(seen):
                            seen = grown(k, seen)
                        if info[k.COUNT] + k.ROOM > len(found[0]):
                            k.selected(found, width, info)
                count = int(k.selected(found, width, info))
                if not count:
                    break
                fresh, parents, codes = k.shorts(count * stride), k.zeros(count), k.zeros(count)
                k.built(rows, found, count, fresh, parents, codes, origin, game)
                rows = fresh
                self.log.append((parents, codes))
                if stock:
                    top = info[k.BEST]
                else:
                    top = max(found[k.SCORE][i] for i in range(count)) if not self.compiled else found[k.SCORE][:count].max()
                if top > best:
                    best, idle = top, 0
                else:
                    idle += 1
                    if idle >= (PATIENCE if stock else LAST_PATIENCE):
                        break
            if not stock:
                break
            count = int(k.trimmed(pool, pooled, width, game, info))
            if not count:
                break
            stock = max(0, stock - self.rules.columns)
            rows = pool[: count * stride].copy() if self.compiled else pool[: count * stride]
            self.log.append((pooled[0][:count].copy(), k.zeros(count) + (k.DEAL << 32)) if self.compiled else (pooled[0][:count], [k.DEAL << 32] * count))
        self.nodes += int(info[k.NODES])
        return None

    def complete(self, cap):
        k = self.k
        game = self.pack.tables(Weights())
        stride = self.pack.stride
        rows, count = self.pack.row(self.state), 1
        info = k.zeros(8)
        found = tuple(k.zeros(cap + k.ROOM) for _ in range(4))
        pool = k.shorts(2 * stride)
        pooled = (k.zeros(2), k.zeros(2))
        size = 1 << 10
        while size < 2 * (cap + k.ROOM):
            size *= 2
        seen = k.zeros(size)
        self.log = [(None, None)]
        while count:
            info[k.COUNT], info[k.WON_CODE] = 0, -1
            at = 0
            origin = len(self.log) - 1 << 32
            while at < count:
                goal = min(count, at + self.chunk())
                at = self.expand(rows, at, goal, origin, True, 0, 1, game, seen, found, pool, pooled, info)
                if info[k.WON_CODE] >= 0:
                    self.nodes += int(info[k.NODES])
                    return self.codes(origin + at) + [int(info[k.WON_CODE])]
                self.check(info)
                if at < goal or info[k.USED] > cap or info[k.DROPPED]:
                    self.nodes += int(info[k.NODES])
                    return None
            count = int(info[k.COUNT])
            fresh, parents, codes = k.shorts(count * stride), k.zeros(count), k.zeros(count)
            k.built(rows, found, count, fresh, parents, codes, origin, game)
            rows = fresh
            self.log.append((parents, codes))
        self.nodes += int(info[k.NODES])
        return "lost"

    def codes(self, ref):
        found = []
        while ref >> 32:
            parents, codes = self.log[ref >> 32]
            slot = ref & 0xFFFFFFFF
            found.append(int(codes[slot]))
            ref = int(parents[slot])
        return found[::-1]


LEVELS, PATIENCE, LAST_PATIENCE = 60, 10, 30


def grown(k, seen):
    bigger = k.zeros(2 * len(seen))
    k.copied(seen, bigger)
    return bigger


GROWTH = 1.5


def portfolio(rules):
    return [Weights()]


def schedule(rules, state):
    sets = portfolio(rules)
    width, seed = 30, 1
    yield ("beam", width, sets[0], seed)
    yield ("complete", 20000)
    while True:
        width, seed = int(width * GROWTH), seed + 1
        if not state.stock and seed == 3:
            yield ("complete", 300_000)
        yield ("beam", width, sets[(seed - 1) % len(sets)], seed)


class Pack:
    """Positions of one game as rows, and the tables of the game."""

    def __init__(self, k, state):
        self.k, self.rules = k, state.rules
        rules = state.rules
        self.cards = [card for card in rules.faces if card != JOKER]
        self.ids = {card: number for number, card in enumerate(self.cards)}
        self.ids[JOKER] = len(self.cards)
        self.stock = [self.ids[card] for card in state.stock]
        total = sum(map(len, state.columns)) + len(state.stock) + (state.cell is not None) + state.troupe
        self.stride = 2 * rules.columns + k.HEAD + total

    def row(self, state):
        rules = self.rules
        numbers = [len(column) for column in state.columns] + list(state.hidden)
        dealt = len(self.stock) - len(state.stock)
        numbers += [state.tower, 0 if state.cell is None else self.ids[state.cell] + 1, state.troupe, dealt]
        numbers += [self.ids[card] for column in state.columns for card in column]
        row = self.k.shorts(self.stride)
        for place, number in enumerate(numbers):
            row[place] = number
        return row

    def tables(self, weights):
        k, rules = self.k, self.rules
        faces = [rules.faces[card] for card in self.cards]
        count = len(faces)
        joker, none, width = count, count + 1, count + 2
        leaves = {"run": k.RUN, "tower": k.TO_TOWER, "different": k.DIFFERENT, "any": k.ANY}
        gone = []
        for face in faces:
            size = face.top + 1
            if face.family.leave == "run":
                pairs = sum(weights.suited + weights.longer * n for n in range(1, size))
                gone.append((weights.removed + pairs + weights.king) // size + 1)
            elif face.family.leave == "tower":
                gone.append(weights.trump)
            else:
                gone.append(weights.tiles // 4)
        join, base = [0] * width * width, [0] * width * width
        for x, low in enumerate(faces):
            place = none * width + x
            join[place] = k.ONE | 2
            base[place] = (weights.tile_floor if low.family.build == 'class' else weights.king if low.rank == low.top else 0) - gone[x]
            base[joker * width + x] = weights.broken + weights.unit - gone[x]
            for y, high in enumerate(faces):
                place = y * width + x
                lies = may_lie_on(rules, low, high) + 2 * may_lie_on(rules, low, high, 2)
                run = high.rank == low.rank + 1 and high.suits & low.suits
                join[place] = lies | (k.SUITED if run else 0)
                if run:
                    worth = weights.suited
                elif lies:
                    worth = weights.built + weights.unit
                    if low.family.build == "higher":
                        worth += weights.gap * (high.rank - low.rank - 1)
                    if low.family.build == "class":
                        worth = weights.tile_built
                elif low.family.build == "class":
                    worth = weights.tile_on
                elif high.family.build == "class":
                    worth = weights.on_tile
                else:
                    worth = weights.broken + weights.unit
                    if low.family is high.family and low.rank > high.rank:
                        worth += weights.under
                base[place] = worth - gone[x]
        for y in range(width):
            base[y * width + joker] = weights.joker
        facts = k.zeros(17)
        for name, value in {
            k.WIDTH: width, k.COLUMNS: rules.columns, k.STRIDE: self.stride, k.JOKER: joker,
            k.STRICT: rules.strict_fill, k.AUTO: rules.removal == "auto", k.STUCK: rules.deal_when == "stuck",
            k.WEAVE: rules.weave, k.LIMIT: rules.stack_limit or 0,
            k.LONGER: weights.longer, k.APART: weights.built + weights.unit - weights.suited,
            k.ORDERED: weights.ordered, k.FIRST_EMPTY: weights.first_empty, k.EMPTY: weights.empty,
            k.DOWN: weights.down, k.HELD: weights.held, k.NOISE: weights.noise,
        }.items():
            facts[name] = int(value)
        families = [rules.families.index(face.family) for face in faces]
        keys = [k.mixed(1000 + number) for number in range(count + 1)]
        return (
            facts,
            k.table([face.suits for face in faces] + [0]),
            k.table([face.rank for face in faces] + [-1]),
            k.table([face.top for face in faces] + [-1]),
            k.table([leaves[face.family.leave] for face in faces] + [0]),
            k.table(families + [-1]),
            k.table([int(face.family.unit) for face in faces] + [0]),
            k.table([int(face.family.build == "class") for face in faces] + [0]),
            k.table(keys),
            k.table(join),
            k.table(base),
            k.table(self.stock),
        )


# From codes to moves.


def line(state: State, codes: list[int], search: _Search) -> list[Move]:
    k = search.k
    moves: list[Move] = []
    for code in codes:
        some = [code]
        if code >> 32 == k.DEAL and state.rules.strict_fill and not all(state.columns):
            rows = k.shorts(2 * search.pack.stride)
            row = search.pack.row(state)
            for place in range(search.pack.stride):
                rows[place] = row[place]
            fills = k.zeros(state.rules.columns)
            made = k.filled(rows, 0, search.pack.stride, search.pack.tables(Weights()), search.work, fills)
            some = [*map(int, fills[:made]), code]
        for one in some:
            for move in moves_of(state, one, k):
                state = state.play(move)
                moves.append(move)
    assert state.outcome is not None and state.outcome.winner == "me"
    return moves


def moves_of(state: State, code: int, k: Any) -> Iterator[Move]:
    kind, source, target, count = code >> 32, code >> 24 & 255, code >> 16 & 255, code & 65535
    letters = LETTERS + " " * 256
    if kind == k.DEAL:
        yield Move("deal")
    elif kind == k.SET:
        yield Move("set", letters[source])
    elif kind == k.TAKE:
        yield Move("tower", letters[source])
    elif kind == k.ENDS:
        yield Move("set", "".join(letter for place, letter in enumerate(LETTERS) if code >> place & 1))
    elif kind == k.JOKE:
        yield Move("joker", letters[source], letters[target], count + 1)
    elif kind == k.ASIDE:
        yield Move("move", letters[source], CELL)
    elif kind == k.BACK:
        yield Move("move", CELL, letters[target])
    else:
        units, faces = [], state.faces(source)
        while count:
            length = min(count, unit_length(faces))
            units.insert(0, length)
            faces = faces[:-length]
            count -= length
        spare = [place for place, column in enumerate(state.columns) if not column and place != target]
        if len(units) <= 1 << len(spare):
            yield from carried(units, source, target, spare)
        else:
            above = len(state.columns[source]) - sum(units)
            for number in range(sum(units[:-1])):
                yield Move("joker", letters[source], letters[target], above + number + 1)
            yield Move("move", letters[source], letters[target], units[-1])


def carried(units: list[int], source: int, target: int, spare: list[int]) -> Iterator[Move]:
    """Units, one upon the other, over to another column by way of empty columns."""
    if len(units) == 1:
        yield Move("move", LETTERS[source], LETTERS[target], units[0])
        return
    lower = min(len(units) - 1, 1 << len(spare) - 1)
    yield from carried(units[-lower:], source, spare[0], spare[1:])
    yield from carried(units[:-lower], source, target, spare[1:])
    yield from carried(units[-lower:], spare[0], target, spare[1:])
