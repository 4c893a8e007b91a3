"""A film strip: a whole game of Spiral, a board for each round.

A round is your piece and the two that Dr. Brooks places after it, or her two alone where she opens a game
that was typed in half-way.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from .. import board
from ..board import CENTRE
from ..game import Line
from ..spiral import Deal, Move, Placement, State
from . import spiral
from .hexes import PLAIN, Layout
from .scene import Box, Group, Scene, Shape, Text, moved
from .svg import SVG, render

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CAPTION, GAP = 48.0, 22.0
"""Height of the words over a board, and room between boards, in pixels before the whole is scaled."""


def rounds(line: Line[State, Move | Deal]) -> list[tuple[str, State, tuple[Placement, ...]]]:
    """For each round of a line its words, the state after it, and its pieces; the word deal stands where it happened.

    >>> from spiralkit.spiral import deal
    >>> [words for words, _, _ in rounds(Line(deal(1), map(Move, ["bc", "ab", "cd", "ad", "ab", "cd"])))]
    ['1: deal, 7J, 8A, 7Q', '2: 7A, JA, 9T']
    """
    found: list[tuple[list[str], State, tuple[Placement, ...]]] = []
    news = ["deal"] if not line.start.occupied else []
    for state, move, after in zip(line.states, line.moves, line.states[1:], strict=False):
        if isinstance(move, Deal):
            news.append("deal")
            continue
        placement = state.placement(move)
        news.append("centre" if placement.cell == CENTRE else board.label(placement.cell))
        if placement.mover == "me" or not found:
            found.append(([*news], after, (placement,)))
        else:
            words, _, pieces = found[-1]
            found[-1] = ([*words, *news], after, (*pieces, placement))
        news.clear()
    return [(f"{number}: {', '.join(words)}", state, pieces) for number, (words, state, pieces) in enumerate(found, 1)]


def scene(
    line: Line[State, Move | Deal], *, across: int = 5, skip: int = 0, scale: float = 0.5, layout: Layout = PLAIN
) -> Scene:
    """The rounds of a line but the first ``skip``, ``across`` of them in a row; the pieces of a round are ringed.

    ``scale`` is the size of the boards, in parts of their natural size.

    >>> from spiralkit.spiral import deal
    >>> picture = scene(Line(deal(1), map(Move, ["bc", "ab", "cd", "ad", "ab", "cd"])))
    >>> picture.width, picture.height, picture.scale
    (890.0, 470.0, 0.5)
    """
    found = rounds(line)[skip:]
    wide, high = spiral.BOARD_WIDTH + GAP, spiral.HEIGHT + CAPTION + GAP
    columns = min(across, max(1, len(found)))
    width, height = columns * wide - GAP, ceil(len(found) / columns) * high
    shapes: list[Shape] = [Box(0, 0, width, height, "paper")]
    for place, (words, state, pieces) in enumerate(found):
        x, y = place % columns * wide, place // columns * high
        picture = spiral.scene(state, last=pieces, columns=False, large=True, layout=layout)
        shapes.append(Group((Text(x + spiral.BOARD_WIDTH / 2, y + 28, words, 24, "words-strong"),)))
        shapes += moved(picture.shapes, x, y + CAPTION)
    end = line.states[-1]
    title = f"A game of Spiral in {len(found)} rounds: {end.status()}"
    return Scene(width, height, tuple(shapes), title, "; ".join(words for words, _, _ in found) + ".", scale)


def svg(line: Line[State, Move | Deal], **options: Any) -> SVG:
    """The film strip as an SVG string; the options are those of ``scene``."""
    return render(scene(line, **options))


def figure(line: Line[State, Move | Deal], *, ax: Axes | None = None, **options: Any) -> Figure:
    """The film strip as a matplotlib figure, or on the given axes; the options are those of ``scene``."""
    from . import mpl

    return mpl.figure(scene(line, **options), ax=ax)
