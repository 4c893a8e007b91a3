"""States as the kernels take them: masks, columns packed into ints, and the tables of the board.

See ``kernels.loops`` for what the numbers mean.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .. import board
from ..spiral import COLUMNS, Column, Move, State, Variant

MOVES: dict[bool, tuple[Move, ...]] = {
    one_column: tuple(Move(a + b) for i, a in enumerate(COLUMNS) for b in COLUMNS[i:] if one_column or a != b)
    for one_column in (False, True)
}
"""Your picks in the order of the columns, without and with two from one column."""

_DOWNS = [0] * 256
for _cell, _pair in enumerate(board.PAIRS):
    _low, _high = (board.RANKS.index(rank) + 1 for rank in _pair)
    _DOWNS[_low << 4 | _high] = _DOWNS[_high << 4 | _low] = (2 << _cell) - 1


@lru_cache
def tables(loops: Any, variant: Variant) -> tuple[Any, ...]:
    """``picks, near, sides, downs`` for these loops (``kernels.ready()`` or ``kernels.fast()``)."""
    places = [[COLUMNS.index(letter) for letter in move.columns] for move in MOVES[variant.one_column]]
    picks = loops.table([4 * first + second for first, second in places])
    return picks, *loops.tables(board.NEAR, board.SIDES, _DOWNS)


def column(cards: Column) -> int:
    """A column as one nibble a card, the exposed card lowest, the seven 1.

    >>> from spiralkit.cards import PIQUET
    >>> hex(column(PIQUET.parse_all("7c As Td")))
    '0x184'
    """
    packed = 0
    for card in cards:
        packed = packed << 4 | board.RANKS.index(card.rank) + 1
    return packed


def pack(state: State) -> tuple[int, int, int, int, int, int]:
    """``mine, hers`` and the four columns."""
    a, b, c, d = map(column, state.columns)
    return state.mine, state.hers, a, b, c, d


def picks(path: int, one_column: bool) -> tuple[Move, ...]:
    """Your picks from a path: one nibble a pick, the first lowest, each 1 + its number.

    >>> picks(0x52, False)
    (Move('ac'), Move('bd'))
    """
    found = []
    while path:
        found.append(MOVES[one_column][(path & 15) - 1])
        path >>= 4
    return tuple(found)
