"""The hex-hex board as shapes: how it lies, where its cells are, pieces with their marks, hatching and links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot, sqrt

from .. import board
from ..board import CELLS, Cell, Mask
from .scene import Circle, Path, Point, Shape, Step, line, polygon, toward

PIECE = 0.66
"""Radius of a piece, in sides of a cell."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the board lies: turned clockwise by ``turn`` sixths, mirrored before that or not.

    Play is the same in every layout; a printed board may lie either way.
    """

    turn: int = 0
    mirror: bool = False

    def place(self, cell: Cell) -> Point:
        """The middle of a cell, in sides of a cell from the middle of the board, y downwards.

        >>> [round(x, 3) for x in Layout().place(0)]
        [-2.598, -4.5]
        """
        q, r = board.AXIAL[cell]
        if self.mirror:
            q, r = r, q
        for _ in range(self.turn % 6):
            q, r = -r, q + r
        return sqrt(3) * (q + r / 2), 1.5 * r

    def outward(self, side: int) -> int:
        """The direction of a side as seen from the middle, in degrees from the right, clockwise.

        >>> [Layout().outward(side) for side in range(6)]
        [270, 330, 30, 90, 150, 210]
        """
        places = [self.place(cell) for cell in board.SIDE_CELLS[side]]
        return round(degrees(atan2(sum(y for _, y in places), sum(x for x, _ in places)))) % 360


PLAIN = Layout()


@dataclass(frozen=True)
class Hexes:
    """A board that lies somewhere: its layout, the side of a cell, and the middle of the board."""

    layout: Layout
    size: float
    x: float
    y: float

    @cached_property
    def places(self) -> tuple[Point, ...]:
        """The middle of each cell."""
        places = map(self.layout.place, range(CELLS))
        return tuple((self.x + self.size * x, self.y + self.size * y) for x, y in places)

    @cached_property
    def _edges(self) -> tuple[tuple[Point, ...], ...]:
        """The corner of a cell that points to each side, with the corners beside it, as seen from the cell's middle."""
        directions = map(self.layout.outward, range(6))
        return tuple(tuple(toward(0, 0, out + turn, self.size) for turn in (-60, 0, 60)) for out in directions)

    def side(self, side: int, beyond: float) -> Point:
        """The point before the middle of a side, so far beyond the corners of its cells."""
        return toward(self.x, self.y, self.layout.outward(side), 5.5 * self.size + beyond)

    def links(self, cell: Cell, group: Mask, sides: Sequence[int], role: str) -> list[Shape]:
        """Half a link to each neighbour in the group (the other half is the neighbour's), and the sides touched."""
        x, y = self.places[cell]
        shapes: list[Shape] = []
        for near in board.cells(board.NEAR[cell] & group):
            other = self.places[near]
            shapes.append(line([(x, y), ((x + other[0]) / 2, (y + other[1]) / 2)], f"{role}-link"))
        for side in sides:
            if board.SIDES[side] >> cell & 1:
                shapes.append(line([(x + dx, y + dy) for dx, dy in self._edges[side]], f"{role}-edge"))
        return shapes

    def steps(self, cells: Sequence[Cell], role: str, clear: float = 0.0) -> dict[Cell, list[Shape]]:
        """For each of these cells, one beside the next, half a line to those before and after it.

        ``clear``, in sides of a cell, is left free round the middle.
        """
        shapes: dict[Cell, list[Shape]] = {cell: [] for cell in cells}
        for one, other in pairwise(cells):
            for here, there in ((one, other), (other, one)):
                (x0, y0), (x1, y1) = self.places[here], self.places[there]
                start = toward(x0, y0, degrees(atan2(y1 - y0, x1 - x0)), clear * self.size)
                shapes[here].append(line([start, ((x0 + x1) / 2, (y0 + y1) / 2)], role))
        return shapes

    def head(self, start: Cell, end: Cell, length: float, role: str) -> Path:
        """An arrowhead of that length, in sides of a cell, in the middle of the edge from a cell to the next one."""
        (x0, y0), (x1, y1) = self.places[start], self.places[end]
        angle = degrees(atan2(y1 - y0, x1 - x0))
        far = length * self.size
        x, y = toward((x0 + x1) / 2, (y0 + y1) / 2, angle, -far / 2)
        return polygon(
            [toward(x, y, angle, far), toward(x, y, angle + 90, far * 0.6), toward(x, y, angle - 90, far * 0.6)], role
        )

    def heart(self, group: Mask) -> Cell:
        """The cell of a group that is nearest to the group's middle."""
        points = {cell: self.places[cell] for cell in board.cells(group)}
        x, y = (sum(point[axis] for point in points.values()) / len(points) for axis in (0, 1))
        return min(points, key=lambda cell: round(hypot(points[cell][0] - x, points[cell][1] - y), 3))


def piece(x: float, y: float, radius: float, owner: str) -> tuple[Shape, ...]:
    """A piece with its mark: yours the four ends of a cross, Dr. Brooks's a ring."""
    if owner == "brooks":
        return Circle(x, y, radius, "brooks"), Circle(x, y, radius * 0.82, "brooks-mark")
    return Circle(x, y, radius, "me"), _cross(x, y, radius)


@lru_cache(maxsize=512)
def _cross(x: float, y: float, radius: float) -> Path:
    steps: list[Step] = []
    for angle in (45, 135, 225, 315):
        steps += line([toward(x, y, angle, radius * far) for far in (0.68, 0.95)], "me-mark").steps
    return Path(tuple(steps), "me-mark")


@lru_cache(maxsize=512)
def hatch(x: float, y: float, size: float, angle: int, role: str) -> Path:
    """Strokes that fill a cell, parallel to two of its edges: 30, 90 or 150 degrees."""
    steps: list[Step] = []
    for aside in range(-4, 5):
        off = aside * size * sqrt(3) / 10
        middle = toward(x, y, angle + 90, off)
        half = size - abs(off) / sqrt(3)
        steps += line([toward(*middle, angle, -half), toward(*middle, angle, half)], role).steps
    return Path(tuple(steps), role)
