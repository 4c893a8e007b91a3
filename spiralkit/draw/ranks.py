"""The ranks as looks, for boards to print: each has a hue and a pattern of its own, so that grey print loses nothing.

A cell is split from top to bottom: the lower rank of its pair on the left, the higher on the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, hypot

from .scene import Path, Point, Shape, Step, line, polygon, toward

STROKES: dict[str, tuple[int, ...]] = {
    "7": (0,),
    "8": (90,),
    "9": (135,),
    "T": (45,),
    "Q": (45, 135),
    "K": (0, 90),
}
"""Directions of the strokes that fill a rank's half, in degrees; J has dots, and A rings."""


def halves(x: float, y: float, size: float, pair: str) -> tuple[Shape, ...]:
    """The two halves of a cell with the looks of its two ranks, or the whole with that of both; without an outline.

    >>> [shape.role for shape in halves(0, 0, 54, "9Q")]
    ['rank-9-ground', 'rank-9-strokes', 'rank-Q-ground', 'rank-Q-strokes']
    """
    one, other = pair[0], pair[1]
    parts = [(one, range(30, 390, 60))] if one == other else [(one, range(90, 271, 60)), (other, range(270, 451, 60))]
    shapes: list[Shape] = []
    for rank, angles in parts:
        corners = [toward(x, y, angle, size) for angle in angles]
        shapes.append(polygon(corners, f"rank-{rank}-ground"))
        if rank == "J":
            shapes.append(_dots(x, y, size, corners))
        elif rank == "A":
            shapes.append(_rings(x, y, corners))
        else:
            shapes.append(_strokes(x, y, size, corners, rank))
    return tuple(shapes)


def _strokes(x: float, y: float, size: float, corners: Sequence[Point], rank: str) -> Path:
    """Strokes in the figure with these corners; they lie on lines through the whole cell."""
    gap = size / 6.5
    steps: list[Step] = []
    for angle in STROKES[rank]:
        for place in range(-6, 6):
            # half a gap aside, so that no stroke runs along the line that parts the halves
            middle = toward(x, y, angle + 90, (place + 0.5) * gap)
            part = clipped(toward(*middle, angle, -size), toward(*middle, angle, size), corners)
            if part:
                steps += line(part, "").steps
    return Path(tuple(steps), f"rank-{rank}-strokes")


def _rings(x: float, y: float, corners: Sequence[Point]) -> Path:
    """The outline again and again, smaller each time; that of a half is open on the line that parts the halves."""
    steps: list[Step] = []
    for part in (0.22, 0.37, 0.52, 0.67, 0.82):
        ring = [(x + part * (px - x), y + part * (py - y)) for px, py in corners]
        steps += (polygon if len(corners) == 6 else line)(ring, "").steps
    return Path(tuple(steps), "rank-A-strokes")


def _dots(x: float, y: float, size: float, corners: Sequence[Point]) -> Path:
    gap, radius = size / 5, size / 26
    steps: list[Step] = []
    for row in range(-ceil(size / gap), ceil(size / gap) + 1):
        for place in range(-6, 7):
            dot = x + (place + 0.5 + row % 2 / 2) * gap, y + row * gap * 0.87
            if within(dot, corners) > radius * 1.5:
                steps += polygon((toward(*dot, angle, radius) for angle in range(0, 360, 45)), "").steps
    return Path(tuple(steps), "rank-J-dots")


def within(point: Point, corners: Sequence[Point]) -> float:
    """How far a point lies inside a convex figure whose corners run clockwise; less than 0 outside.

    >>> within((1, 2), [(0, 0), (4, 0), (4, 4), (0, 4)])
    1.0
    """
    return min(
        ((x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)) / hypot(x1 - x0, y1 - y0)
        for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]])
    )


def clipped(start: Point, end: Point, corners: Sequence[Point]) -> tuple[Point, Point] | None:
    """The part of a straight stroke inside a convex figure whose corners run clockwise; None if there is none.

    >>> clipped((-1, 2), (9, 2), [(0, 0), (4, 0), (4, 4), (0, 4)])
    ((0.0, 2.0), (4.0, 2.0))
    """
    low, high = 0.0, 1.0
    for edge in pairwise([*corners, corners[0]]):
        # how far each end lies inside the half plane of this edge
        (x0, y0), (x1, y1) = edge
        one, other = ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in (start, end))
        if one < 0 and other < 0:
            return None
        if one < 0:
            low = max(low, one / (one - other))
        elif other < 0:
            high = min(high, one / (one - other))
    if low >= high:
        return None
    (x0, y0), (x1, y1) = start, end
    part = ((x0 + at * (x1 - x0), y0 + at * (y1 - y0)) for at in (low, high))
    return next(part), next(part)
