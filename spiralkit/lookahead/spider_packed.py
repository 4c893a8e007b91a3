"""Spider positions as ``kernels.beam`` takes them: rows, the tables of a game with its weights, codes for moves.

See there for what the numbers mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..spider import JOKER, Move, State
from ..spider.build import finished, may_lie_on, unit_length
from ..spider.moves import CELL
from ..spider.rules import FOUR, LETTERS, Face


@dataclass(frozen=True)
class Weights:
    """What is good in a position, for each card as it lies on the card above it, and for each column.

    ``suited``: on the next of its suit, and ``longer`` for each card already in that run; ``built``: on another that it
    may go on; ``broken``: on one that it may not, and ``under`` if that is a lower one; ``unit``: every run that begins
    so. ``king``: the highest card as the first of a column; ``ordered``: a column that could have been built from its
    first card on; ``first_empty`` and ``empty``: columns without cards. ``tile_built``, ``on_tile``, ``tile_on``: in
    the families built by class, on each other, another card on one, one on another card. ``joker``: a Joker in a
    column; ``cell``: a card in the weave cell. ``removed``, ``tiles``, ``trump``: a run off, beyond what it was worth;
    four ends off; a trump off. ``chance``: the most that chance adds or takes. ``loose``: whether positions that differ
    in the order of the columns alone are one to the beam, also while stock remains.
    """

    suited: int = 100
    longer: int = 7
    built: int = 4
    broken: int = -8
    under: int = -7
    unit: int = -7
    king: int = 13
    ordered: int = 62
    first_empty: int = 224
    empty: int = 112
    tile_built: int = -3
    on_tile: int = -50
    tile_on: int = -15
    joker: int = -60
    cell: int = -50
    removed: int = 250
    tiles: int = 1200
    trump: int = 150
    chance: int = 118
    loose: bool = False


class Packed:
    """The positions of one game from a state on, for these loops (``kernels.beam`` or ``kernels.fast_beam()``).

    >>> from spiralkit.kernels import beam
    >>> from spiralkit.spider import deal
    >>> state = deal("myrmex", 1)
    >>> packed = Packed(state, beam)
    >>> [packed.code(move, state) for move in state.moves()[:2]] == [4 << 16 | 1, 5 << 16 | 1]
    True
    """

    def __init__(self, state: State, loops: Any) -> None:
        self.state, self.loops = state, loops
        self.cards = [card for card in state.rules.faces if card != JOKER]
        self.numbers = {card: number for number, card in enumerate([*self.cards, JOKER])}
        self.size = sum(map(len, state.columns)) + len(state.stock) + state.troupe + (state.cell is not None)
        self.stride = 2 * state.rules.columns + loops.HEAD + self.size
        self.here = loops.zeros(loops.PLACES)
        self.work = tuple(loops.zeros(self.size + state.rules.columns + 1) for _ in range(loops.WORK))

    def row(self, state: State) -> Any:
        """A position as a row."""
        held = JOKER if state.cell is None else state.cell
        dealt = len(self.state.stock) - len(state.stock)
        numbers = [*map(len, state.columns), *state.hidden, state.tower, self.numbers[held], state.troupe, dealt]
        numbers += [self.numbers[card] for column in state.columns for card in column]
        row = self.loops.shorts(self.stride)
        for place, number in enumerate(numbers):
            row[place] = number
        return row

    def tables(self, weights: Weights) -> tuple[Any, ...]:
        """The tables of the game."""
        loops, rules = self.loops, self.state.rules
        faces = [rules.faces[card] for card in self.cards]
        joker, none, width = len(faces), len(faces) + 1, len(faces) + 2
        off = [_worth_off(face, weights) for face in faces]
        join, base = [0] * width**2, [0] * width**2
        for low, face in enumerate(faces):
            join[none * width + low] = loops.ONE | loops.UNITS
            base[none * width + low] = weights.king * (face.rank == face.top) - off[low]
            base[joker * width + low] = weights.broken + weights.unit - off[low]
            for high, upper in enumerate(faces):
                run = upper.rank == face.rank + 1 and bool(upper.suits & face.suits)
                one, units = may_lie_on(rules, face, upper), may_lie_on(rules, face, upper, 2)
                join[high * width + low] = loops.ONE * one | loops.UNITS * units | loops.SUITED * run
                base[high * width + low] = _worth_on(face, upper, run, one, weights) - off[low]
        for upper_card in range(width):
            base[upper_card * width + joker] = weights.joker
        facts = [0] * loops.FACTS_SIZE
        facts[loops.WIDTH], facts[loops.COLUMNS], facts[loops.STRIDE] = width, rules.columns, self.stride
        facts[loops.JOKER], facts[loops.STRICT], facts[loops.AUTO] = joker, rules.strict_fill, rules.removal == "auto"
        facts[loops.STUCK], facts[loops.WEAVE] = rules.deal_when == "stuck", rules.weave
        facts[loops.LIMIT] = rules.stack_limit or 0
        facts[loops.LONGER], facts[loops.APART] = weights.longer, weights.built + weights.unit - weights.suited
        facts[loops.ORDERED], facts[loops.CHANCE] = weights.ordered, weights.chance
        facts[loops.FIRST_EMPTY], facts[loops.EMPTY] = weights.first_empty, weights.empty
        facts[loops.HELD] = weights.cell
        facts[loops.LOOSE] = weights.loose and rules.deal_when == "any"  # else every legal move must be seen
        leaves = {"run": loops.RUN, "tower": loops.TO_TOWER, "different": loops.DIFFERENT, "any": loops.ANY}
        families = [face.family for face in faces if face.family]
        return (
            loops.table(list(map(int, facts))),
            loops.table([face.suits for face in faces] + [0]),
            loops.table([face.rank for face in faces] + [-1]),
            loops.table([face.top for face in faces] + [-1]),
            loops.table([leaves[family.leave] for family in families] + [loops.RUN]),
            loops.table([rules.families.index(family) for family in families] + [-1]),
            loops.table([int(family.unit) for family in families] + [0]),
            loops.table([int(family.build == "class") for family in families] + [0]),
            loops.table([loops.mixed(number) for number in range(1, width + 1)]),
            loops.table(join),
            loops.table(base),
            loops.table([self.numbers[card] for card in self.state.stock]),
        )

    def filling(self, state: State, code: int, weights: Weights) -> Iterator[int]:
        """A code, and before a deal those that fill empty columns if the rules want that."""
        loops = self.loops
        if code >> 32 == loops.DEAL and state.rules.strict_fill and not all(state.columns):
            rows, fills = loops.shorts(2 * self.stride), loops.zeros(state.rules.columns)
            for place, number in enumerate(self.row(state)):
                rows[place] = number
            made = loops.filled(rows, 0, self.stride, self.tables(weights), self.work, self.here, fills)
            yield from map(int, fills[:made])
        yield code

    def moves(self, state: State, code: int) -> Iterator[Move]:
        """The single moves of a code."""
        loops = self.loops
        kind, source, target, count = code >> 32, code >> 24 & 255, code >> 16 & 255, code & 65535
        letter, to = LETTERS[source : source + 1], LETTERS[target : target + 1]
        if kind == loops.MOVE:
            yield from _macro(state, source, target, count)
        elif kind == loops.SET:
            yield Move("set", letter)
        elif kind == loops.TAKE:
            yield Move("tower", letter)
        elif kind == loops.ENDS:
            yield Move("set", "".join(letter for place, letter in enumerate(LETTERS) if code >> place & 1))
        elif kind == loops.JOKE:
            yield Move("joker", letter, to, count + 1)
        elif kind == loops.ASIDE:
            yield Move("move", letter, CELL)
        elif kind == loops.BACK:
            yield Move("move", CELL, to)
        else:
            yield Move("deal")

    def code(self, move: Move, state: State) -> int:
        """The code of a single move."""
        loops = self.loops
        source = LETTERS.find(move.columns) if len(move.columns) == 1 else -1
        target = LETTERS.find(move.to) if move.to else -1
        kind, count = loops.MOVE, move.count
        match move.do:
            case "set" if len(move.columns) > 1:
                return int(loops.ENDS << 32 | sum(1 << LETTERS.index(letter) for letter in move.columns))
            case "set":
                kind, count = loops.SET, finished(state.faces(source))
            case "tower":
                kind = loops.TAKE
            case "joker":
                kind, count = loops.JOKE, move.count - 1
            case "deal":
                kind, count = loops.DEAL, 0
            case "move" if move.to == CELL:
                kind = loops.ASIDE
            case "move" if move.columns == CELL:
                kind = loops.BACK
        return int(kind << 32 | (source & 255) << 24 | (target & 255) << 16 | count)


def _worth_off(face: Face, weights: Weights) -> int:
    """What a card is worth when it is off: its share of what leaves together."""
    assert face.family is not None
    match face.family.leave:
        case "run":
            run = sum(weights.suited + weights.longer * number for number in range(1, face.top + 1))
            return (weights.removed + run + weights.king) // (face.top + 1) + 1
        case "tower":
            return weights.trump
    return weights.tiles // FOUR


def _worth_on(face: Face, upper: Face, run: bool, lies: bool, weights: Weights) -> int:
    """What a card is worth on an upper one."""
    assert face.family is not None
    assert upper.family is not None
    if run:
        return weights.suited
    if lies:
        return weights.tile_built if face.family.build == "class" else weights.built + weights.unit
    if face.family.build == "class":
        return weights.tile_on
    if upper.family.build == "class":
        return weights.on_tile
    return weights.broken + weights.unit + weights.under * (face.family is upper.family and face.rank > upper.rank)


def _macro(state: State, source: int, target: int, count: int) -> Iterator[Move]:
    """Units, one upon the other, over to another column, by way of empty columns or by Jokers."""
    units: list[int] = []
    faces = state.faces(source)
    while count:
        length = min(count, unit_length(faces))
        units.insert(0, length)
        faces = faces[:-length]
        count -= length
    spare = [place for place, column in enumerate(state.columns) if not column and place != target]
    if len(units) <= 1 << len(spare):
        yield from _carried(units, source, target, spare)
    else:
        above = len(state.columns[source]) - sum(units)
        for number in range(above + 1, above + 1 + sum(units[:-1])):
            yield Move("joker", LETTERS[source], LETTERS[target], number)
        yield Move("move", LETTERS[source], LETTERS[target], units[-1])


def _carried(units: Sequence[int], source: int, target: int, spare: Sequence[int]) -> Iterator[Move]:
    """Units over to another column: the lower half goes aside first, and onto the upper half afterwards."""
    if len(units) == 1:
        yield Move("move", LETTERS[source], LETTERS[target], units[0])
        return
    lower = min(len(units) - 1, 1 << len(spare) - 1)
    yield from _carried(units[-lower:], source, spare[0], spare[1:])
    yield from _carried(units[:-lower], source, target, spare[1:])
    yield from _carried(units[-lower:], spare[0], target, spare[1:])
