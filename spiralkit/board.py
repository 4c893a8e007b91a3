"""The hex-hex board of Spiral: 37 cells, six sides of four, and what connects what.

Cells are numbered along the spiral from the outside in: 0 is 77, 1 is 78, .. 35 is AA, and 36
is the centre, which no pair names. 77 lies on a corner; every ring starts on the diagonal
through that corner and runs clockwise. *Down* the spiral is towards 77.

A set of cells is an int, the *mask*, with bit ``c`` set for cell ``c``. Everything here is a
plain function of masks and knows no cards, turns or players: ``own`` is the colour asked
about, ``other`` the colour in its way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

Cell = int
Mask = int
Goal = tuple[tuple[int, ...], ...]

RANKS = "789TJQKA"
PAIRS: tuple[str, ...] = tuple(a + b for a, b in combinations_with_replacement(RANKS, 2))
"""The 36 pairs in the order of the spiral, lower rank first; PAIRS[c] labels cell c."""

CELLS = 37
CENTRE: Cell = 36
FULL: Mask = (1 << CELLS) - 1
CENTRE_LABEL = "--"

CELL_OF: dict[str, Cell] = {pair: cell for cell, pair in enumerate(PAIRS)}
CELL_OF |= {pair[::-1]: cell for pair, cell in CELL_OF.items()}
"""Pair, in either order, to cell."""

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def _spiral() -> tuple[tuple[int, int], ...]:
    places = []
    for ring in (3, 2, 1):
        q, r = 0, -ring
        for dq, dr in STEPS:
            for _ in range(ring):
                places.append((q, r))
                q, r = q + dq, r + dr
    return (*places, (0, 0))


AXIAL: tuple[tuple[int, int], ...] = _spiral()
"""Axial coordinates (q, r) of each cell; r grows downwards, (0, 0) is the centre."""

_AT = {place: cell for cell, place in enumerate(AXIAL)}

NEIGHBOURS: tuple[tuple[Cell, ...], ...] = tuple(
    tuple(sorted(_AT[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in _AT)) for q, r in AXIAL
)
NEAR: tuple[Mask, ...] = tuple(sum(1 << cell for cell in cells) for cells in NEIGHBOURS)
"""The neighbours of each cell as a mask."""

RING: tuple[int, ...] = tuple(max(abs(q), abs(r), abs(q + r)) for q, r in AXIAL)
"""3 for the outer ring, 0 for the centre."""

SIDE_CELLS: tuple[tuple[Cell, ...], ...] = tuple(
    tuple((3 * side + step) % 18 for step in range(4)) for side in range(6)
)
SIDES: tuple[Mask, ...] = tuple(sum(1 << cell for cell in cells) for cells in SIDE_CELLS)
"""The six sides, numbered around the board; side 0 is 77 78 79 7T. A corner lies on two."""

FORKS: Goal = ((0, 2, 4), (1, 3, 5))
BRIDGES: Goal = ((0, 3), (1, 4), (2, 5))
"""A goal is sets of sides: a group that touches every side of one set has reached it."""


def label(cell: Cell) -> str:
    """The pair that names a cell; ``--`` for the centre.

    >>> label(0), label(35), label(36)
    ('77', 'AA', '--')
    """
    return CENTRE_LABEL if cell == CENTRE else PAIRS[cell]


def cell_of(text: str) -> Cell:
    """The cell named by a pair, read either way and in either case; ``--`` is the centre.

    >>> cell_of("TK") == cell_of("kt")
    True

    Raises ValueError if the text names no cell.
    """
    if text == CENTRE_LABEL:
        return CENTRE
    try:
        return CELL_OF[text.upper()]
    except KeyError:
        raise ValueError(f"{text!r} names no cell") from None


def cells(mask: Mask) -> Iterator[Cell]:
    """The cells of a mask in the order of the spiral.

    >>> list(cells(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: Iterable[Cell | str]) -> Mask:
    """The mask of some cells, given as numbers or labels.

    >>> mask_of(["77", 1])
    3
    """
    mask = 0
    for cell in cells:
        mask |= 1 << (cell_of(cell) if isinstance(cell, str) else cell)
    return mask


def labels(mask: Mask) -> tuple[str, ...]:
    """The labels of the cells of a mask, in the order of the spiral."""
    return tuple(label(cell) for cell in cells(mask))


def symmetries() -> tuple[tuple[Cell, ...], ...]:
    """The 12 ways to turn and mirror the board: ``t[c]`` is where cell ``c`` goes. The first leaves all in place."""
    ways = []
    for mirror in (False, True):
        for turn in range(6):
            way = []
            for q, r in AXIAL:
                if mirror:
                    q, r = r, q
                for _ in range(turn):
                    q, r = -r, q + r
                way.append(_AT[q, r])
            ways.append(tuple(way))
    return tuple(ways)


def moved(mask: Mask, way: tuple[Cell, ...]) -> Mask:
    """The mask after one of the ``symmetries``."""
    return mask_of(way[cell] for cell in cells(mask))


def landing(named: Cell, occupied: Mask) -> Cell:
    """Where a piece for the named cell lands: there, or the next vacant cell down, or else the next up.

    >>> label(landing(cell_of("79"), mask_of(["79", "78"])))
    '77'
    >>> label(landing(cell_of("77"), mask_of(["77", "78"])))
    '79'

    Raises ValueError if the board is full.
    """
    vacant = FULL & ~occupied
    down = vacant & ((2 << named) - 1)
    if down:
        return down.bit_length() - 1
    if not vacant:
        raise ValueError("the board is full")
    return (vacant & -vacant).bit_length() - 1


def slides(occupied: Mask) -> tuple[Cell, ...]:
    """For each of the 36 pairs the cell where a piece would land now: 36 cells, in the order of PAIRS.

    Raises ValueError if the board is full.
    """
    return tuple(landing(named, occupied) for named in range(CENTRE))


def pairs_to(occupied: Mask) -> dict[Cell, tuple[str, ...]]:
    """For each vacant cell the pairs that lead there now, in the order of the spiral.

    >>> pairs_to(FULL & ~mask_of(["TK", "8A", "--"]))[cell_of("8A")][-3:]
    ('TT', 'TJ', 'TQ')

    A cell that no pair reaches has an empty tuple. Raises ValueError if the board is full.
    """
    reach: dict[Cell, tuple[str, ...]] = dict.fromkeys(cells(FULL & ~occupied), ())
    for pair, cell in zip(PAIRS, slides(occupied), strict=True):
        reach[cell] += (pair,)
    return reach


def _near_sets() -> tuple[tuple[Mask, ...], ...]:
    """For each ten bits of a mask, the neighbours of every set of cells that they can name."""
    tables = []
    for first in range(0, CELLS, 10):
        near = [0]
        for bits in range(1, 1 << min(10, CELLS - first)):
            low = bits & -bits
            near.append(near[bits ^ low] | NEAR[first + low.bit_length() - 1])
        tables.append(tuple(near))
    return tuple(tables)


_NEAR_0, _NEAR_10, _NEAR_20, _NEAR_30 = _near_sets()


def beside(mask: Mask) -> Mask:
    """All neighbours of the cells of a mask; some may lie in the mask itself.

    >>> labels(beside(mask_of(["77"])))
    ('78', '9J', '9Q')
    """
    # four look-ups instead of a loop over the cells: all floods and distances stand on this
    return _NEAR_0[mask & 1023] | _NEAR_10[mask >> 10 & 1023] | _NEAR_20[mask >> 20 & 1023] | _NEAR_30[mask >> 30]


def group_of(cell: Cell, mask: Mask) -> Mask:
    """The cells of the mask that hang together with this cell, the cell itself counted in."""
    group = 1 << cell
    new = NEAR[cell] & mask
    while new:
        group |= new
        new = beside(new) & mask & ~group
    return group


def groups(mask: Mask) -> list[Mask]:
    """The groups of a colour, in the order of their lowest cells.

    >>> [labels(group) for group in groups(mask_of(["77", "78", "AA"]))]
    [('77', '78'), ('AA',)]
    """
    found = []
    while mask:
        group = group_of((mask & -mask).bit_length() - 1, mask)
        found.append(group)
        mask &= ~group
    return found


def sides(group: Mask) -> tuple[int, ...]:
    """The sides that a group touches.

    >>> sides(mask_of(["7T", "7J"]))
    (0, 1)
    """
    return tuple(side for side in range(6) if group & SIDES[side])


def joins(group: Mask, wanted: Goal) -> bool:
    """Whether one group has reached the goal (FORKS or BRIDGES)."""
    return any(all(group & SIDES[side] for side in some) for some in wanted)


def fork(mask: Mask) -> Mask:
    """The group that touches three non-adjacent sides, or 0."""
    return next((group for group in groups(mask) if joins(group, FORKS)), 0)


def bridge(mask: Mask) -> Mask:
    """The first group that touches two opposite sides, or 0."""
    return next((group for group in groups(mask) if joins(group, BRIDGES)), 0)


# Distances. A colour's groups cost nothing to walk through, a vacant cell costs one, the other
# colour is a wall. From each side a table says how many vacant cells the cheapest walk to each
# cell takes, that cell counted in. A bridge is two walks that meet, a fork is a tree with three
# ends, so three walks that meet: the cell where they meet most cheaply is exact (a Steiner tree
# with three terminals).

_FAR = 99  # more than any real cost


def _layers(side: int, own: Mask, vacant: Mask) -> list[Mask]:
    """Layer k: the cells whose cheapest walk from the side takes k vacant cells."""
    layers: list[Mask] = []
    seen, layer, near = 0, 0, SIDES[side]
    while True:
        while more := near & own & ~seen & ~layer:
            layer |= more
            near |= beside(more)
        seen |= layer
        layers.append(layer)
        layer = near & vacant & ~seen
        if not layer:
            return layers
        near = beside(layer)


def _table(layers: list[Mask]) -> list[int]:
    """The cost of each cell; _FAR where it cannot be reached."""
    table = [_FAR] * CELLS
    for cost, layer in enumerate(layers):
        while layer:
            low = layer & -layer
            table[low.bit_length() - 1] = cost
            layer ^= low
    return table


def _meetings(own: Mask, vacant: Mask, wanted: Goal) -> tuple[int, list[tuple[Cell, tuple[int, ...]]]]:
    """The least cost, and every (cell, sides) where walks from these sides meet at that cost; _FAR and none: never."""
    tables = [_table(_layers(side, own, vacant)) for side in range(6)]
    best, where = _FAR, []
    for some in wanted:
        costs = list(map(sum, zip(*(tables[side] for side in some), strict=True)))
        again = len(some) - 1  # each walk has counted the cell where they meet
        for cell in cells(own | vacant):
            cost = costs[cell] - (again if vacant >> cell & 1 else 0)
            if cost < best:
                best, where = cost, [(cell, some)]
            elif cost == best < _FAR:
                where.append((cell, some))
    return best, where


def fork_distance(own: Mask, other: Mask) -> int | None:
    """The fewest further cells with which ``own`` has a fork, never through ``other``; None if it cannot.

    The centre counts as a cell that can be had. 0 means that there is a fork.

    >>> fork_distance(0, 0)
    10
    """
    cost, _ = _meetings(own, FULL & ~own & ~other, FORKS)
    return cost if cost < _FAR else None


def bridge_distance(own: Mask, other: Mask) -> int | None:
    """The fewest further cells with which ``own`` has a bridge, never through ``other``; None if it cannot.

    >>> bridge_distance(0, 0)
    7
    """
    cost, _ = _meetings(own, FULL & ~own & ~other, BRIDGES)
    return cost if cost < _FAR else None


@dataclass(frozen=True)
class Completion:
    """The ways to finish a connection with the fewest further cells.

    ``distance`` cells are missing, ``cells`` is one smallest set of them, ``count`` is how many
    such sets there are, and ``must`` are the cells that lie in all of them: what the owner must
    not lose, and where the other side must block one of.
    """

    distance: int
    cells: Mask
    count: int
    must: Mask


def fork_completion(own: Mask, other: Mask) -> Completion | None:
    """The smallest completions of a fork; None if there can be none.

    >>> fork_completion(0, 0).count
    6512
    """
    return completion(own, other, FORKS)


def bridge_completion(own: Mask, other: Mask) -> Completion | None:
    """The smallest completions of a bridge; None if there can be none."""
    return completion(own, other, BRIDGES)


@lru_cache(maxsize=256)
def completion(own: Mask, other: Mask, wanted: Goal) -> Completion | None:
    """The smallest completions of a goal (FORKS, BRIDGES, or FORKS + BRIDGES for either); None if there can be none.

    Takes up to 5 ms (the empty board, for a fork), mostly well under 1 ms; the last few are remembered.
    """
    vacant = FULL & ~own & ~other
    distance, where = _meetings(own, vacant, wanted)
    if distance >= _FAR:
        return None
    # Every smallest set is a tree of cheapest walks that meet in one of these cells, and the
    # other way round, so joining the walks in all ways finds each set (some of them repeatedly).
    walks = {side: _walks(side, own, vacant) for side in range(6)}
    sets: set[Mask] = set()
    for cell, some in where:
        found = {0}
        for side in some:
            found = {one | walk for one in found for walk in walks[side][cell]}
        sets |= found
    must = FULL
    for one in sets:
        must &= one
    return Completion(distance, min(sets), len(sets), must)


def _walks(side: int, own: Mask, vacant: Mask) -> dict[Cell, frozenset[Mask]]:
    """For each cell that can be reached from the side, the vacant cells of each cheapest walk to it."""
    walks: dict[Cell, frozenset[Mask]] = {}
    before = 0
    for cost, layer in enumerate(_layers(side, own, vacant)):
        for cell in cells(layer & vacant):
            if cost == 1:  # on the side, or on a group that touches it
                walks[cell] = frozenset([1 << cell])
            else:
                nears = cells(NEAR[cell] & before)
                walks[cell] = frozenset(walk | 1 << cell for near in nears for walk in walks[near])
        for group in groups(layer & own):
            nears = cells(beside(group) & layer & vacant)
            reached = frozenset(walk for near in nears for walk in walks[near]) if cost else frozenset([0])
            walks.update(dict.fromkeys(cells(group), reached))
        before = layer
    return walks


def connecting_path(mask: Mask, wanted: Goal) -> Mask:
    """A smallest tree of cells of the mask that shows its fork (FORKS) or bridge (BRIDGES); 0 if it has none.

    >>> labels(connecting_path(SIDES[0] | SIDES[1] | SIDES[2] | SIDES[3], BRIDGES))
    ('77', '78', '79', '7T', '7J', '7Q', '7K')
    """
    found = completion(0, FULL & ~mask, wanted)
    return found.cells if found else 0
