"""How far both are from an end: your fork and Dr. Brooks's nearest connection, side by side on one position.

On the left your groups are tinted, with the cells that your fork lacks; on the right hers, with the cells
that her bridge lacks, or her fork where that is nearer. A cell that is in every smallest completion has a
strong outline: its owner must not lose it, and the other side stops them all by taking it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import board
from ..board import BRIDGES, CENTRE, FORKS, Cell, Completion, Mask
from ..spiral import State
from . import spiral
from .hexes import PLAIN, Layout
from .scene import Box, Group, Scene, Shape, Text, fitted, moved
from .svg import SVG, render

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CAPTION = 44.0
"""Height of the two lines over each board, in pixels."""
BETWEEN = 30.0
"""Room between the boards, in pixels."""


def nearest(state: State, owner: str) -> tuple[str, Completion | None]:
    """What ends the game soonest for ``"me"`` (a fork) or ``"brooks"`` (a bridge, or a fork if that is nearer).

    Gives its name and its smallest completions, None where there can be none any more.

    >>> from spiralkit import deal
    >>> name, found = nearest(deal(1), "brooks")
    >>> name, found.distance
    ('bridge', 7)
    """
    own, other = (state.mine, state.hers) if owner == "me" else (state.hers, state.mine)
    fork = board.completion(own, other, FORKS)
    if owner == "me":
        return "fork", fork
    bridge = board.completion(own, other, BRIDGES)
    if fork and (bridge is None or fork.distance < bridge.distance):
        return "fork", fork
    return "bridge", bridge


def scene(
    state: State, *, forecast: Sequence[Cell] | None = None, large: bool = False, layout: Layout = PLAIN
) -> Scene:
    """Two boards with words over each.

    ``forecast`` are the cells that Dr. Brooks takes next, ringed on both boards: those that are certain
    from the cards if it is her turn and none are given.

    >>> from spiralkit import deal
    >>> print(scene(deal(1)).description)
    You: a fork lacks 10 cells, in 6512 ways. Dr. Brooks: a bridge lacks 7 cells, in 585 ways.
    """
    if forecast is None:
        forecast = [placement.cell for placement in state.forced()]
    width = spiral.BOARD_WIDTH
    whole = width * 2 + BETWEEN
    shapes: list[Shape] = [Box(0, 0, whole, spiral.HEIGHT + CAPTION, "paper")]
    ends = {owner: nearest(state, owner) for owner in ("me", "brooks")}
    told = {owner: _words(owner, *ends[owner]) for owner in ends}
    size = min(fitted(line, 18 if large else 15, width - 10, bold=True) for lines in told.values() for line in lines)
    for x, (owner, (_, found)) in zip((0.0, width + BETWEEN), ends.items(), strict=True):
        picture = spiral.scene(
            state,
            groups=owner,
            forecast=forecast,
            completion=found.cells if found else 0,
            must=found.must if found else 0,
            whose=owner,
            columns=False,
            large=large,
            layout=layout,
        )
        shapes += moved(picture.shapes, x, CAPTION)
        places = zip(told[owner], ("words-strong", "words"), strict=False)
        words = (Text(x + width / 2, 14 + 22 * row, line, size, role) for row, (line, role) in enumerate(places))
        shapes.append(Group(tuple(words)))
    title = f"Connections: {state.status()}"
    return Scene(whole, spiral.HEIGHT + CAPTION, tuple(shapes), title, ". ".join(sum(told.values(), ())) + ".")


def _words(owner: str, name: str, found: Completion | None) -> tuple[str, ...]:
    who = "You" if owner == "me" else "Dr. Brooks"
    if found is None:
        return (f"{who}: no {name} any more",)
    if found.distance == 0:
        return (f"{who}: a {name}",)
    cells = f"{found.distance} cell{'s' * (found.distance > 1)}"
    if found.count == 1:
        return (f"{who}: a {name} lacks {cells}, {_names(found.must)}",)
    line = f"{who}: a {name} lacks {cells}, in {found.count} ways"
    return (line, f"In every way: {_names(found.must)}") if found.must else (line,)


def _names(mask: Mask) -> str:
    return ", ".join("the centre" if cell == CENTRE else board.label(cell) for cell in board.cells(mask))


def svg(state: State, **options: Any) -> SVG:
    """The two boards as an SVG string; the options are those of ``scene``."""
    return render(scene(state, **options))


def figure(state: State, *, ax: Axes | None = None, **options: Any) -> Figure:
    """The two boards as a matplotlib figure, or on the given axes; the options are those of ``scene``."""
    from . import mpl

    return mpl.figure(scene(state, **options), ax=ax)
