"""A picture as plain shapes: what is where and what role it plays, with words for those who cannot see it.

Lengths are in pixels of the natural size, x to the right and y downwards. A shape says its *role*
(a piece of yours, a card that can be taken); the one table STYLES says how each role looks, and
both renderers, ``svg`` and ``mpl``, read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]
FONT = "DejaVu Sans"
CAPITAL = 0.729
"""Height of the capitals of the font, in parts of its size."""
WIDE, WIDE_BOLD = 0.64, 0.73
"""Width of an average letter, in parts of the size; a guess on the safe side."""


@dataclass(frozen=True, slots=True)
class Path:
    """Straight and curved strokes: steps ``M`` (go to), ``L`` (line to), ``C`` (cubic curve to), ``Z`` (close)."""

    steps: tuple[Step, ...]
    role: str


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle round (x, y)."""

    x: float
    y: float
    radius: float
    role: str


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle from its upper left corner, with rounded corners if ``radius`` is not 0."""

    x: float
    y: float
    width: float
    height: float
    role: str
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """Words whose capitals stand in the middle of the height ``y``; ``anchor`` is start, middle or end."""

    x: float
    y: float
    words: str
    size: float
    role: str
    anchor: str = "middle"

    @property
    def baseline(self) -> float:
        """The height on which the letters stand."""
        return self.y + self.size * CAPITAL / 2


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that are one thing to point at, a cell or a card; without data, things that take no clicks.

    ``data`` says what it is (``("cell", "TK"), ("owner", "me")``), ``title`` says it in words, and
    ``active`` whether an interactive picture makes it a button.
    """

    shapes: tuple[Shape, ...]
    data: tuple[tuple[str, str], ...] = ()
    title: str = ""
    active: bool = True


Shape = Path | Circle | Box | Text | Group


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: its size, its shapes from the back to the front, and a title and a description in words.

    ``scale`` is how large it is shown if nobody says otherwise: 0.5 makes of 100 pixels 50.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str
    description: str = ""
    scale: float = 1.0

    def flat(self) -> Iterator[Path | Circle | Box | Text]:
        """All shapes from the back to the front, out of their groups."""
        todo: list[Shape] = list(reversed(self.shapes))
        while todo:
            shape = todo.pop()
            if isinstance(shape, Group):
                todo.extend(reversed(shape.shapes))
            else:
                yield shape


@dataclass(frozen=True, slots=True)
class Style:
    """How a role looks: fill and stroke as ``#rrggbb`` or none, stroke width and dashes in pixels, bold type."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    dash: tuple[float, ...] = ()
    bold: bool = False


INK, PAPER, FAINT = "#1A1A1A", "#FFFFFF", "#767676"
BLUE, BLUE_DARK = "#0072B2", "#00334F"
ORANGE, ORANGE_DARK = "#E69F00", "#3D2600"
RED = "#B5121B"

STYLES: dict[str, Style] = {
    # the board
    "paper": Style(fill=PAPER),
    "cell": Style(fill="#F4F2EC", stroke="#77736A", width=1.2),
    "label": Style(fill="#4A4A4A"),
    "side": Style(fill="#4A4A4A", bold=True),
    "spiral": Style(stroke="#7A7262", width=2.4),
    "spiral-head": Style(fill="#5E574A"),
    # pieces: colour and mark, so that grey print and every eye can tell them apart
    "me": Style(fill=BLUE, stroke=BLUE_DARK, width=1.5),
    "me-mark": Style(stroke=PAPER, width=2.6),
    "me-label": Style(fill=PAPER, bold=True),
    "brooks": Style(fill=ORANGE, stroke=ORANGE_DARK, width=2.6),
    "brooks-mark": Style(stroke=ORANGE_DARK, width=1.4),
    "brooks-label": Style(fill="#1D1200", bold=True),
    # groups: the cells tinted, every second one hatched, neighbours linked, sides marked at the edge
    "me-group": Style(fill="#CFE6F5", stroke="#77736A", width=1.2),
    "me-hatch": Style(stroke="#5FA6CF", width=1.3),
    "me-link": Style(stroke=BLUE, width=9),
    "me-edge": Style(stroke=BLUE, width=4.5),
    "me-tag": Style(fill=PAPER, stroke=BLUE, width=1.6),
    "me-tag-words": Style(fill=BLUE_DARK, bold=True),
    "brooks-group": Style(fill="#FBE6BD", stroke="#77736A", width=1.2),
    "brooks-hatch": Style(stroke="#C98F1C", width=1.3),
    "brooks-link": Style(stroke="#8A5A00", width=9),
    "brooks-edge": Style(stroke="#8A5A00", width=4.5),
    "brooks-tag": Style(fill=PAPER, stroke="#8A5A00", width=1.6),
    "brooks-tag-words": Style(fill=ORANGE_DARK, bold=True),
    # what happened and what would
    "path-cell": Style(fill="#FFE867", stroke=INK, width=1.2),
    "path-link": Style(stroke=INK, width=9),
    "path-edge": Style(stroke=INK, width=6),
    "last": Style(stroke=INK, width=2.6),
    "slide": Style(stroke=INK, width=4),
    "slide-halo": Style(stroke=PAPER, width=8),
    "slide-head": Style(fill=INK, stroke=PAPER, width=1.5),
    "slide-old": Style(stroke="#707070", width=2),
    "slide-old-head": Style(fill="#707070", stroke=PAPER, width=1),
    "forecast": Style(fill="#FBE6BD", stroke="#8A5A00", width=3, dash=(5, 3.5)),
    "forecast-label": Style(fill="#1D1200"),
    "missing": Style(stroke=INK, width=2.2, dash=(4, 3)),
    "must": Style(stroke=INK, width=4),
    "marked-cell": Style(fill="#FFF8D2", stroke="#77736A", width=1.2),
    "tag": Style(fill=INK),
    "tag-words": Style(fill=PAPER, bold=True),
    # cards
    "card": Style(fill="#E9E9E9", stroke="#8C8C8C", width=1.2),
    "card-open": Style(fill=PAPER, stroke=INK, width=2.4),
    "card-second": Style(fill="#E9E9E9", stroke=INK, width=2.4, dash=(5, 3)),
    "card-idle": Style(fill=PAPER, stroke="#8C8C8C", width=1.2),
    "card-chosen": Style(fill="#FFE867", stroke=INK, width=3.4),
    "card-none": Style(stroke="#8C8C8C", width=1.2, dash=(5, 4)),
    "black": Style(fill=INK, bold=True),
    "red": Style(fill=RED, bold=True),
    "pointer": Style(fill=INK),
    # words
    "words": Style(fill=INK),
    "words-strong": Style(fill=INK, bold=True),
    # whose completion: in the colour of the owner
    "me-missing": Style(fill="#CFE6F5", stroke=BLUE, width=3, dash=(5, 3.5)),
    "me-must": Style(fill="#CFE6F5", stroke=BLUE, width=5.5),
    "me-plan-link": Style(stroke=BLUE, width=4, dash=(4, 2.5)),
    "me-plan-edge": Style(stroke=BLUE, width=5, dash=(7, 4)),
    "brooks-missing": Style(fill="#FBE6BD", stroke="#8A5A00", width=3, dash=(5, 3.5)),
    "brooks-must": Style(fill="#FBE6BD", stroke="#8A5A00", width=5.5),
    "brooks-plan-link": Style(stroke="#8A5A00", width=4, dash=(4, 2.5)),
    "brooks-plan-edge": Style(stroke="#8A5A00", width=5, dash=(7, 4)),
    # graphs over a pale board
    "pale-cell": Style(fill=PAPER, stroke="#C9C5BB", width=1.2),
    "edge": Style(stroke=INK, width=2.6),
    "node": Style(fill=PAPER, stroke=INK, width=2),
    "node-missing": Style(fill=PAPER, stroke=INK, width=2.2, dash=(4, 3)),
    "node-must": Style(fill=PAPER, stroke=INK, width=4.5),
    "node-label": Style(fill=INK),
    # boards to print
    "print-edge": Style(stroke=INK, width=1.6),
    "print-plate": Style(fill=PAPER),
    "print-label": Style(fill=INK, bold=True),
    "print-arrow": Style(fill=INK, stroke=PAPER, width=1.2),
    "print-even": Style(fill=INK, stroke=INK, width=1),
    "print-even-words": Style(fill=PAPER, bold=True),
    "print-odd": Style(fill=PAPER, stroke=INK, width=1),
    "print-odd-words": Style(fill=INK, bold=True),
    "rule": Style(stroke=INK, width=1.2),
    # ranks: a hue and a pattern each, so that grey print loses nothing
    "rank-7-ground": Style(fill="#F7CDC8"),
    "rank-7-strokes": Style(stroke="#A3231B", width=1.5),
    "rank-8-ground": Style(fill="#FBD3A6"),
    "rank-8-strokes": Style(stroke="#8A4B00", width=1.5),
    "rank-9-ground": Style(fill="#FBEE9E"),
    "rank-9-strokes": Style(stroke="#6B5A00", width=1.5),
    "rank-T-ground": Style(fill="#CBE6B8"),
    "rank-T-strokes": Style(stroke="#2F6B1E", width=1.5),
    "rank-J-ground": Style(fill="#B5E3DD"),
    "rank-J-dots": Style(fill="#0B5F58"),
    "rank-Q-ground": Style(fill="#C2DBF2"),
    "rank-Q-strokes": Style(stroke="#134E87", width=1.5),
    "rank-K-ground": Style(fill="#DCCBEE"),
    "rank-K-strokes": Style(stroke="#5B2A8A", width=1.5),
    "rank-A-ground": Style(fill="#F0C3DE"),
    "rank-A-strokes": Style(stroke="#7A1E58", width=1.5),
    # the square of the colour-conversion spiral: black cards dark and red ones light, so that grey print tells them
    "way": Style(stroke="#D9D2C0", width=26),
    "way-head": Style(fill="#8A8270"),
    "card-black": Style(fill="#33363B", stroke=INK, width=1.4),
    "card-red": Style(fill="#FFF8F3", stroke=RED, width=1.4),
    "on-black": Style(fill=PAPER, bold=True),
    "on-black-small": Style(fill="#D5D7DA"),
    "on-red-small": Style(fill="#4A4A4A"),
    "under-black": Style(fill="#7C8087", stroke=INK, width=1),
    "under-red": Style(fill="#F3D3CB", stroke=RED, width=1),
    "back": Style(fill="#CFE6F5", stroke=BLUE_DARK, width=1.4),
    "plate-may": Style(fill="#FFF8D2", stroke="#6E6320", width=1.6, dash=(5, 3.5)),
    "plate-active": Style(fill="#FFE867", stroke=INK, width=2.4),
    "plate-chosen": Style(fill="#A9D6F2", stroke=BLUE_DARK, width=3),
    "plate-reach": Style(fill="#E3F1FA", stroke=BLUE, width=2.2, dash=(3, 3)),
    "reach": Style(stroke=BLUE, width=3, dash=(4, 3)),
    "step": Style(fill="#F4F2EC", stroke="#A5A095", width=1.2),
    "step-now": Style(fill="#FFE867", stroke=INK, width=2.2),
    # a tree of positions: each small board a node, with its verdict
    "node-tile": Style(fill="#F7F7F7", stroke="#77736A", width=1.2),
    "node-here": Style(fill="#FFF3A8", stroke=INK, width=2.6),
    "small-cell": Style(fill=PAPER, stroke="#B9B4A8", width=0.7),
    "small-me": Style(fill=BLUE, stroke=BLUE_DARK, width=0.8),
    "small-brooks": Style(fill=ORANGE, stroke=ORANGE_DARK, width=1.3),
    "verdict-win": Style(fill="#009E73"),
    "verdict-loss": Style(fill="#D55E00"),
    "verdict-open": Style(fill="#BBBBBB"),
    "verdict-hidden": Style(fill=PAPER, stroke="#77736A", width=1.2, dash=(4, 3)),
    # the Spider games
    "target": Style(stroke=BLUE, width=3.6, dash=(6, 3)),
    "target-head": Style(fill=BLUE),
    "on-target": Style(fill=PAPER, bold=True),
    "unit": Style(fill="#00805C"),
    "ready": Style(stroke="#00805C", width=3.6),
    "found": Style(stroke="#D55E00", width=4.2),
    "hint": Style(stroke=INK, width=3, dash=(6, 3)),
    "card-kin-1": Style(fill="#EEE6F6", stroke="#8C8C8C", width=1.2),
    "card-kin-2": Style(fill="#FDE9F1", stroke="#8C8C8C", width=1.2),
    "card-joker": Style(fill="#33363B", stroke=INK, width=1.2),
    "on-joker": Style(fill="#FFE867", bold=True),
    "tile-side": Style(fill="#9DBFA3", stroke="#4F6B54", width=1),
    "card-name": Style(fill="#4A4A4A"),
    "dragon-white": Style(fill=PAPER, stroke=INK, width=1.4),
    "on-own": Style(fill=PAPER, bold=True),
    "suit-clubs": Style(fill="#00692F", bold=True),
    "suit-diamonds": Style(fill="#1450B8", bold=True),
    "suit-hearts": Style(fill="#C8101B", bold=True),
    "suit-spades": Style(fill=INK, bold=True),
    "suit-stars": Style(fill="#9A6200", bold=True),
    "suit-squids": Style(fill="#7D1FA0", bold=True),
    "suit-moons": Style(fill="#414D6E", bold=True),
    "suit-suns": Style(fill="#9A6200", bold=True),
    "suit-waves": Style(fill="#0072B2", bold=True),
    "suit-leaves": Style(fill="#00692F", bold=True),
    "suit-wyrms": Style(fill="#B5123E", bold=True),
    "suit-knots": Style(fill="#6A4023", bold=True),
    "suit-wands": Style(fill="#00692F", bold=True),
    "suit-cups": Style(fill="#C8101B", bold=True),
    "suit-discs": Style(fill="#9A6200", bold=True),
    "suit-swords": Style(fill=INK, bold=True),
    "suit-trumps": Style(fill="#5B2A8A", bold=True),
    "suit-bamboo": Style(fill="#00692F", bold=True),
    "suit-coins": Style(fill="#B5121B", bold=True),
    "suit-characters": Style(fill="#223A70", bold=True),
    "suit-winds": Style(fill="#3F3F74", bold=True),
    "suit-flowers": Style(fill="#B0277A", bold=True),
    "suit-seasons": Style(fill="#9C4A00", bold=True),
}
"""Role to look, the only such table."""


def polygon(points: Iterable[Point], role: str) -> Path:
    """A closed figure with these corners."""
    return Path((*line(points, role).steps, ("Z", ())), role)


def line(points: Iterable[Point], role: str) -> Path:
    """An open line through these points.

    >>> line([(0, 0), (3, 4)], "slide").steps
    (('M', ((0, 0),)), ('L', ((3, 4),)))
    """
    return Path(tuple(("L" if place else "M", (point,)) for place, point in enumerate(points)), role)


def toward(x: float, y: float, angle: float, far: float) -> Point:
    """The point that lies ``far`` from (x, y); the angle is in degrees from the right, clockwise."""
    return x + far * cos(radians(angle)), y + far * sin(radians(angle))


def hexagon(x: float, y: float, size: float, role: str) -> Path:
    """A hexagon that stands on a corner; ``size`` is the length of its side."""
    return polygon((toward(x, y, angle, size) for angle in range(30, 390, 60)), role)


def arrow(start: Point, end: Point, bend: float = 0.12) -> tuple[Shape, ...]:
    """A slightly bent arrow, with a pale rim so that it shows on everything."""
    (x0, y0), (x1, y1) = start, end
    far = hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / far, (y1 - y0) / far
    middle = (x0 + x1) / 2 + bend * far * uy, (y0 + y1) / 2 - bend * far * ux
    turn = hypot(x1 - middle[0], y1 - middle[1])
    vx, vy = (x1 - middle[0]) / turn, (y1 - middle[1]) / turn
    neck = x1 - 9 * vx, y1 - 9 * vy
    knees = [((a + 2 * middle[0]) / 3, (b + 2 * middle[1]) / 3) for a, b in (start, neck)]
    shaft: tuple[Step, ...] = (("M", (start,)), ("C", (*knees, neck)))
    wings = [(neck[0] + side * 6.5 * vy, neck[1] - side * 6.5 * vx) for side in (1, -1)]
    return Path(shaft, "slide-halo"), polygon((end, *wings), "slide-head"), Path(shaft, "slide")


def moved(shapes: Iterable[Shape], dx: float, dy: float) -> tuple[Shape, ...]:
    """The shapes that much further right and down.

    >>> moved([Circle(1, 2, 3, "me")], 10, 20)
    (Circle(x=11, y=22, radius=3, role='me'),)
    """
    return tuple(_moved(shape, dx, dy) for shape in shapes)


def _moved(shape: Shape, dx: float, dy: float) -> Shape:
    match shape:
        case Path(steps, role):
            return Path(tuple((letter, tuple((x + dx, y + dy) for x, y in points)) for letter, points in steps), role)
        case Group(shapes):
            return replace(shape, shapes=moved(shapes, dx, dy))
        case _:
            return replace(shape, x=shape.x + dx, y=shape.y + dy)


def tag(
    x: float, y: float, words: str, size: float, role: str, widest: float = float("inf"), high: float = 1.36
) -> tuple[Shape, ...]:
    """A few letters in a small box round (x, y); its words have the role ``ROLE-words``.

    The type is smaller than ``size`` where the box would be wider than ``widest``; ``high`` is the height of
    the box in parts of the size.
    """
    size = min(size, widest / (0.45 + WIDE_BOLD * len(words)))
    width = min(widest, size * (0.55 + WIDE_BOLD * len(words)))
    box = Box(x - width / 2, y - size * high / 2, width, size * high, role, size * 0.4)
    return box, Text(x, y, words, size, f"{role}-words")


def fitted(words: str, size: float, width: float, bold: bool = False) -> float:
    """The size of type, at most ``size``, in which the words are at most ``width`` wide."""
    return min(size, width / (max(1, len(words)) * (WIDE_BOLD if bold else WIDE)))
