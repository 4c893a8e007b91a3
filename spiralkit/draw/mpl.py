"""A scene as matplotlib artists on an ``Axes``, for papers, slides and print; pyplot is never touched.

Shapes are patches in data units. Type and strokes are sized in points, so they are scaled whenever
the figure is drawn: the picture looks the same at every size.
"""

from __future__ import annotations

from typing import Any

from matplotlib import patches
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.path import Path as Outline
from matplotlib.text import Text as Words

from .scene import FONT, STYLES, Box, Circle, Path, Scene, Text

DPI = 96
_CODES = {"M": [Outline.MOVETO], "L": [Outline.LINETO], "C": [Outline.CURVE4] * 3, "Z": [Outline.CLOSEPOLY]}


class _ToScale(Artist):
    """Drawn before all else: sets type and strokes to the scale that the axes have now."""

    def __init__(self) -> None:
        super().__init__()
        self.set_zorder(-1000)
        self.parts: list[tuple[Any, float, tuple[float, ...]]] = []

    def draw(self, renderer: Any) -> None:
        self.apply()

    def apply(self) -> None:
        assert self.axes is not None
        figure = self.axes.get_figure()
        assert figure is not None
        (x0, _), (x1, _) = self.axes.transData.transform([(0, 0), (1, 0)])
        points = (x1 - x0) * 72 / figure.dpi
        for part, size, dash in self.parts:
            if isinstance(part, Words):
                part.set_fontsize(size * points)
            else:
                part.set_linewidth(size * points)
                if dash:
                    # matplotlib counts dashes in stroke widths
                    part.set_linestyle((0, tuple(length / size for length in dash)))


def draw(scene: Scene, ax: Axes) -> None:
    """Draw the scene on the axes, which take its size as limits, equal scales, and no axis.

    >>> from matplotlib.figure import Figure
    >>> ax = Figure().add_subplot()
    >>> draw(Scene(20, 10, (Circle(5, 5, 4, "me"),), "a piece"), ax)
    >>> len(ax.patches)
    1
    """
    ax.set(xlim=(0, scene.width), ylim=(scene.height, 0), aspect="equal")
    ax.axis("off")
    scale = _ToScale()
    ax.add_artist(scale)
    shapes = list(scene.flat())
    for place, shape in enumerate(shapes):
        order = place / len(shapes)  # below 1, so that what others draw on the axes comes on top
        style = STYLES[shape.role]
        if isinstance(shape, Text):
            side = {"start": "left", "middle": "center", "end": "right"}[shape.anchor]
            words = ax.text(
                shape.x, shape.baseline, shape.words, ha=side, va="baseline", color=style.fill, family=FONT,
                weight="bold" if style.bold else "normal", zorder=order, parse_math=False,
            )  # fmt: skip
            scale.parts.append((words, shape.size, ()))
            continue
        patch = _patch(shape)
        patch.set(facecolor=style.fill, edgecolor=style.stroke, joinstyle="round", capstyle="butt", zorder=order)
        ax.add_patch(patch)
        scale.parts.append((patch, style.width, style.dash))
    scale.apply()


def _patch(shape: Path | Circle | Box) -> patches.Patch:
    match shape:
        case Circle(x, y, radius):
            return patches.Circle((x, y), radius)
        case Box(x, y, width, height, _, radius):
            return patches.FancyBboxPatch((x, y), width, height, boxstyle=f"round,pad=0,rounding_size={radius}")
        case Path(steps):
            points = [point for letter, places in steps for point in (places or ((0.0, 0.0),))]
            codes = [code for letter, _ in steps for code in _CODES[letter]]
            return patches.PathPatch(Outline(points, codes))


def figure(scene: Scene, *, ax: Axes | None = None) -> Figure:
    """The scene on a new figure of its natural size (96 pixels an inch), or on the given axes.

    Returns the figure it is on.
    """
    if ax is None:
        size = scene.width * scene.scale / DPI, scene.height * scene.scale / DPI
        ax = Figure(figsize=size, dpi=DPI).add_axes((0, 0, 1, 1))
    draw(scene, ax)
    return ax.figure.figure  # of the whole, where the axes are in a part of it
