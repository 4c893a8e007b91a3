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

FORKS = ((0, 2, 4), (1, 3, 5))
BRIDGES = ((0, 3), (1, 4), (2, 5))


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
    """For each of the 36 pairs the cell where a piece would land now: 36 cells, in the order of PAIRS."""
    return tuple(landing(named, occupied) for named in range(CENTRE))


def pairs_to(occupied: Mask) -> dict[Cell, tuple[str, ...]]:
    """For each vacant cell the pairs that lead there now, in the order of the spiral.

    >>> pairs_to(FULL & ~mask_of(["TK", "8A", "--"]))[cell_of("8A")][-3:]
    ('TT', 'TJ', 'TQ')

    A cell that no pair reaches has an empty tuple.
    """
    reach: dict[Cell, tuple[str, ...]] = dict.fromkeys(cells(FULL & ~occupied), ())
    for pair, cell in zip(PAIRS, slides(occupied), strict=True):
        reach[cell] += (pair,)
    return reach


def group_of(cell: Cell, mask: Mask) -> Mask:
    """The cells of the mask that hang together with this cell, the cell itself counted in."""
    group = todo = 1 << cell
    while todo:
        low = todo & -todo
        new = NEAR[low.bit_length() - 1] & mask & ~group
        group |= new
        todo = (todo ^ low) | new
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


def joins(group: Mask, wanted: tuple[tuple[int, ...], ...]) -> bool:
    """Whether one group touches all the sides of one of the wanted sets (FORKS or BRIDGES)."""
    return any(all(group & SIDES[side] for side in some) for some in wanted)


def fork(mask: Mask) -> Mask:
    """The group that touches three non-adjacent sides, or 0."""
    return next((group for group in groups(mask) if joins(group, FORKS)), 0)


def bridge(mask: Mask) -> Mask:
    """The first group that touches two opposite sides, or 0."""
    return next((group for group in groups(mask) if joins(group, BRIDGES)), 0)


# Distances. A colour's groups cost nothing to walk through, a vacant cell costs one, the other
# colour is a wall. From each side a table says how many vacant cells the cheapest walk to each
# cell takes, that cell counted in. A bridge is a cheapest walk. A fork is a tree with three
# ends, so it has a junction from which three walks run: the cheapest junction is exact
# (a Steiner tree with three terminals).


def _grow(start: Mask, own: Mask) -> Mask:
    """The start and every cell of ``own`` that hangs on it."""
    reached = todo = start
    while todo:
        low = todo & -todo
        new = NEAR[low.bit_length() - 1] & own & ~reached
        reached |= new
        todo = (todo ^ low) | new
    return reached


def _beside(mask: Mask) -> Mask:
    beside = 0
    for cell in cells(mask):
        beside |= NEAR[cell]
    return beside


def _layers(side: int, own: Mask, vacant: Mask) -> list[Mask]:
    """Layer k: the cells whose cheapest walk from the side takes k vacant cells."""
    start = SIDES[side]
    layers = [_grow(start & own, own)]
    seen = layers[0]
    step = (start | _beside(seen)) & vacant
    while step:
        layer = _grow(step, own & ~seen)
        layers.append(layer)
        seen |= layer
        step = _beside(layer) & vacant & ~seen
    return layers


def _tables(own: Mask, vacant: Mask) -> list[list[int]]:
    """For each side, the cost of each cell; 99 where it cannot be reached."""
    tables = []
    for side in range(6):
        table = [99] * CELLS
        for cost, layer in enumerate(_layers(side, own, vacant)):
            for cell in cells(layer):
                table[cell] = cost
        tables.append(table)
    return tables


def _junctions(
    own: Mask, vacant: Mask, wanted: tuple[tuple[int, ...], ...]
) -> tuple[int, list[tuple[Cell, tuple[int, ...]]]]:
    """The least cost, and every (cell, sides) at which it is reached. A cost of 99 or more: never."""
    tables = _tables(own, vacant)
    best, where = 99, []
    for some in wanted:
        extra = len(some) - 1
        chosen = [tables[side] for side in some]
        for cell in cells(own | vacant):
            cost = sum(table[cell] for table in chosen) - extra * (vacant >> cell & 1)
            if cost < best:
                best, where = cost, [(cell, some)]
            elif cost == best and cost < 99:
                where.append((cell, some))
    return best, where


def fork_distance(own: Mask, other: Mask) -> int | None:
    """The fewest further cells with which ``own`` has a fork, never through ``other``; None if it cannot.

    The centre counts as a cell that can be had. 0 means that there is a fork.

    >>> fork_distance(0, 0)
    10
    """
    cost, _ = _junctions(own, FULL & ~own & ~other, FORKS)
    return cost if cost < 99 else None


def bridge_distance(own: Mask, other: Mask) -> int | None:
    """The fewest further cells with which ``own`` has a bridge, never through ``other``; None if it cannot.

    >>> bridge_distance(0, 0)
    7
    """
    cost, _ = _junctions(own, FULL & ~own & ~other, BRIDGES)
    return cost if cost < 99 else None


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
    return _completion(own, FULL & ~own & ~other, FORKS)


def bridge_completion(own: Mask, other: Mask) -> Completion | None:
    """The smallest completions of a bridge; None if there can be none."""
    return _completion(own, FULL & ~own & ~other, BRIDGES)


@lru_cache(maxsize=256)
def _completion(own: Mask, vacant: Mask, wanted: tuple[tuple[int, ...], ...]) -> Completion | None:
    distance, where = _junctions(own, vacant, wanted)
    if distance >= 99:
        return None
    sets: set[Mask] = set()
    walks: dict[int, dict[Mask, frozenset[Mask]]] = {}
    for cell, some in where:
        found = {(1 << cell) & vacant}
        for side in some:
            if side not in walks:
                walks[side] = _walks(side, own, vacant)
            found = {one | walk for one in found for walk in walks[side][1 << cell]}
        sets |= found
    must = FULL
    for one in sets:
        must &= one
    return Completion(distance, min(sets), len(sets), must)


def _walks(side: int, own: Mask, vacant: Mask) -> dict[Mask, frozenset[Mask]]:
    """For each cell that can be reached, the vacant cells of each cheapest walk to it from the side."""
    walks: dict[Mask, frozenset[Mask]] = {}
    start = SIDES[side]
    for cost, layer in enumerate(_layers(side, own, vacant)):
        for cell in cells(layer & vacant):
            if cost == 1 and start >> cell & 1:
                walks[1 << cell] = frozenset([1 << cell])
                continue
            before: set[Mask] = set()
            for near in cells(NEAR[cell] & (own | vacant)):
                before.update(walk for walk in walks.get(1 << near, ()) if walk.bit_count() == cost - 1)
            walks[1 << cell] = frozenset(walk | 1 << cell for walk in before)
        for group in groups(layer & own):
            if cost == 0:
                reached = frozenset([0])
            else:
                reached = frozenset().union(*(walks[1 << near] for near in cells(_beside(group) & layer & vacant)))
            for cell in cells(group):
                walks[1 << cell] = reached
    return walks


def connecting_path(mask: Mask, wanted: tuple[tuple[int, ...], ...]) -> Mask:
    """A smallest tree of cells of the mask that shows its fork (FORKS) or bridge (BRIDGES); 0 if it has none.

    >>> labels(connecting_path(SIDES[0] | SIDES[1] | SIDES[2] | SIDES[3], BRIDGES))
    ('77', '78', '79', '7T', '7J', '7Q', '7K')
    """
    found = _completion(0, mask, wanted)
    return found.cells if found else 0
