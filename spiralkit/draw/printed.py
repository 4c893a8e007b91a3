"""Boards to print at true size, on A4 and on Letter paper: ``plain`` and ``ranks``, with a shade for each rank.

A cell is 25 mm across, so that a transparent counter of 18 mm lies in it and the label still shows:
through the counter, and once more in the upper corner of the cell, which no counter of that size covers.
Six bars mark the sides of the board, black and white by turns: a fork joins the three of one look, a bridge
two that face each other. The small arrows lead down the spiral, the way a piece slides.

``board`` makes the page as shapes, ``pdf`` and ``svg`` write a page. Nothing but the paper lies within 8 mm of its rim.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from math import atan2, degrees, sqrt

from .. import board as spiral_board
from ..board import CELLS, CENTRE, RANKS
from .hexes import PLAIN, Hexes, Layout
from .ranks import halves
from .scene import Box, Circle, Group, Point, Scene, Shape, Text, hexagon, line, moved, polygon, toward
from .svg import SVG, render

MM = 96 / 25.4
"""Pixels in a millimetre."""
PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the papers in mm."""
DESIGNS = ("plain", "ranks")
MARGIN = 8.0
"""What stays white round the page, in mm: few printers reach further."""
ACROSS = 25.0
"""Width of a cell from flat to flat, in mm."""
COUNTER = 18.0
"""Diameter of a counter, in mm."""

WIDE, HIGH = 210.0, 279.4
"""What both papers hold: all is placed within that, in mm, and that in the middle of the paper."""
LEFT, RIGHT = 15.0, WIDE - 15.0


def page(paper: str, shapes: tuple[Shape, ...], title: str, description: str) -> Scene:
    """Shapes placed on ``WIDE`` x ``HIGH`` millimetres, in the middle of a paper.

    Raises ValueError for an unknown paper.
    """
    if paper not in PAPERS:
        raise ValueError(f"unknown paper {paper!r}; there are {', '.join(PAPERS)}")
    width, height = PAPERS[paper]
    placed = moved(shapes, (width - WIDE) / 2 * MM, (height - HIGH) / 2 * MM)
    return Scene(width * MM, height * MM, placed, title, description)


def words(x: float, y: float, text: str, points: float, role: str = "words", anchor: str = "start") -> Text:
    """Text at a place in millimetres, in a size of type in points."""
    return Text(x * MM, y * MM, text, points * 96 / 72, role, anchor)


def board(design: str = "plain", paper: str = "a4", *, layout: Layout = PLAIN) -> Scene:
    """A page with the board at true size; ``layout`` turns and mirrors the board, its labels stay upright.

    >>> page = board("ranks", "a4")
    >>> round(page.width / MM), round(page.height / MM)
    (210, 297)

    Raises ValueError for an unknown design or paper.
    """
    if design not in DESIGNS:
        raise ValueError(f"unknown design {design!r}; there are {', '.join(DESIGNS)}")
    size = ACROSS / sqrt(3)
    hexes = Hexes(layout, size * MM, WIDE / 2 * MM, 110 * MM)
    shapes: list[Shape] = [
        words(LEFT, 15, "Spiral", 24, "words-strong"),
        words(RIGHT, 13.4, "a solitaire by Raymond Gallardo", 10, anchor="end"),
        words(RIGHT, 18.4, "you against Dr. Brooks", 10, anchor="end"),
        *(shape for side in range(6) for shape in _bar(hexes, side)),
        *(_cell(hexes, cell, design) for cell in range(CELLS)),
        *(_slide_arrow(hexes, cell) for cell in range(1, CENTRE)),
    ]
    top = 203.0
    if design == "ranks":
        shapes += _key(top)
        top += 19
    for text in _REMINDER:
        shapes.append(words(LEFT, top, text, 9))
        top += 5
    shapes += _foot()
    title = f"Spiral: a board to print, {design}"
    return page(paper, tuple(shapes), title, " ".join(_REMINDER))


_REMINDER = (
    "Your pair of cards names a cell. If it is taken, the piece slides along the arrows to the next vacant cell;",
    "if none is vacant that way, it goes back from the cell named towards the centre. The centre comes last.",
    "Fork: one group joins three bars of one look. Bridge: one group joins two bars that face each other.",
    "You win with a fork. Dr. Brooks wins with either, and your own bridge loses.",
)


def _cell(hexes: Hexes, cell: int, design: str) -> Group:
    """A cell with its label in the middle and in the upper corner."""
    x, y = hexes.places[cell]
    size = hexes.size
    inside: list[Shape] = [hexagon(x, y, size, "print-plate")]
    if cell == CENTRE:
        inside += [hexagon(x, y, size * 0.86, "print-edge"), Text(x, y, "centre", 3.4 * MM, "print-label")]
    else:
        name = spiral_board.label(cell)
        corner = y - size + 3.2 * MM
        if design == "ranks":
            inside += halves(x, y, size, name)
            inside.append(Circle(x, y, 6.2 * MM, "print-plate"))
            inside.append(Box(x - 3 * MM, corner - 1.5 * MM, 6 * MM, 3 * MM, "print-plate", 1.2 * MM))
        inside.append(Text(x, y, name, 6.6 * MM, "print-label"))
        inside.append(Text(x, corner, name, 3.2 * MM, "print-label"))
    inside.append(hexagon(x, y, size, "print-edge"))
    return Group(tuple(inside), (("cell", spiral_board.label(cell)),), spiral_board.label(cell))


def _bar(hexes: Hexes, side: int) -> tuple[Shape, ...]:
    """The mark of a side: a bar along it with its number."""
    out = hexes.layout.outward(side)
    role = "print-odd" if side % 2 else "print-even"

    def at(off: float, along: float) -> Point:
        return toward(*hexes.side(side, off * MM), out + 90, along * MM)

    ends = []
    for off, sign in ((1.2, -1), (3.6, -1), (3.6, 1), (1.2, 1)):
        # the six bars meet in mitres, a little apart
        along = (5.5 * hexes.size / MM + off) / sqrt(3) - 1.2
        ends.append(at(off, sign * along))
    x, y = at(2.4, 0)
    return (
        polygon(ends, role),
        Circle(x, y, 2.5 * MM, role),
        Text(x, y, str(side), 3 * MM, f"{role}-words"),
    )


def _slide_arrow(hexes: Hexes, cell: int) -> Shape:
    """On the edge to the next cell down the spiral, the way a piece slides."""
    (x0, y0), (x1, y1) = hexes.places[cell], hexes.places[cell - 1]
    angle = degrees(atan2(y1 - y0, x1 - x0))
    tip = toward((x0 + x1) / 2, (y0 + y1) / 2, angle, 1.9 * MM)
    return polygon([tip, *(toward(*tip, angle + turn, 4 * MM) for turn in (161, 199))], "print-arrow")


def _key(top: float) -> list[Shape]:
    """The looks of the eight ranks."""
    shapes: list[Shape] = [words(LEFT, top, "Ranks", 9)]
    size = 8.2 * MM
    for place, rank in enumerate(RANKS):
        x, y = (LEFT + 28 + place * 20.2) * MM, (top + 2.5) * MM
        shapes += [
            *halves(x, y, size, rank * 2),
            Circle(x, y, 3.9 * MM, "print-plate"),
            Text(x, y, rank, 4.6 * MM, "print-label"),
            hexagon(x, y, size, "print-edge"),
        ]
    return [*shapes, words(LEFT, top + 5, "T = 10", 9)]


def _foot() -> list[Shape]:
    """The bar to measure, and the credits."""
    y = 254.0
    ends = [(LEFT + step * 10) * MM for step in range(6)]
    shapes: list[Shape] = [line([(ends[0], y * MM), (ends[-1], y * MM)], "rule")]
    for place, x in enumerate(ends):
        tall = 2.2 if place in (0, 5) else 1.3
        shapes.append(line([(x, (y - tall) * MM), (x, (y + tall) * MM)], "rule"))
    return [
        *shapes,
        words(LEFT + 54, y, "50 mm: print at 100 % (actual size), not fitted to the page", 9),
        words(LEFT, 262.5, "Spiral is by Raymond Gallardo (2016), told after an article by Kerry Handscomb.", 8),
        words(
            LEFT, 267, "Cells of 25 mm for counters of 18 mm: 13 for you, 24 for Dr. Brooks. Made with spiralkit.", 8
        ),
    ]


def svg(scene: Scene) -> SVG:
    """A page as an SVG picture, on white paper and at true size."""
    paper = Box(0, 0, scene.width, scene.height, "paper")
    return render(replace(scene, shapes=(paper, *scene.shapes)))


def pdf(scene: Scene) -> bytes:
    """A page as a PDF at true size, its fonts embedded (Type 42); the same page gives the same bytes."""
    from matplotlib import rc_context

    from . import mpl

    data = BytesIO()
    # no date and no version in the file: it changes only when the picture does
    nothing = dict.fromkeys(("Creator", "Producer", "CreationDate"))
    with rc_context({"pdf.fonttype": 42, "pdf.compression": 9}):
        shown = mpl.figure(scene)
        shown.savefig(data, format="pdf", facecolor="none", metadata={**nothing, "Title": scene.title})
    return data.getvalue()
