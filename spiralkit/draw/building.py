"""The picture of a position that is being built: every card can be pressed, and so can the place for the next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..spiral import COLUMNS, State
from . import spiral
from .hexes import PLAIN, Layout
from .scene import Box, Group, Scene, Shape, Text

PLACE = "place"
"""How the ``card`` of a place for the next card begins: ``place b``."""

MOST_CARDS = 8
TOP, LEFT, APART = 66.0, spiral.BOARD_WIDTH + 8, 95.0
"""Where the first card of the first column lies, and how far its neighbour's is."""


def scene(state: State, *, column: str, headline: str, large: bool = False, layout: Layout = PLAIN) -> Scene:
    """The position, possible or not, with a place below each column that is not full, that of ``column`` marked.

    >>> from spiralkit import deal
    >>> scene(deal(1), column="a", headline="Not a position yet").title
    'Spiral, being built: Not a position yet'
    """
    # Her second piece without cards for it is no state of a game: then there is nothing to be taken.
    drawn = state if all(state.columns[2:]) or state.turn != "brooks2" else replace(state, turn="brooks", _end=True)
    made = spiral.scene(drawn, headline=headline, large=large, layout=layout)
    shapes = (*map(_to_take_back, made.shapes), *_places(state, column, large))
    return replace(made, shapes=shapes, title=f"Spiral, being built: {headline or state.status()}")


def _to_take_back(shape: Shape) -> Shape:
    if not isinstance(shape, Group) or not shape.data or shape.data[0][0] != "column":
        return shape
    name = ",".join(shape.title.split(",")[:3])
    return replace(shape, title=f"{name}, press to take it back", active=True)


def _places(state: State, marked: str, large: bool) -> Iterator[Shape]:
    for number, (letter, column) in enumerate(zip(COLUMNS, state.columns, strict=True)):
        if len(column) == MOST_CARDS:
            continue
        below = spiral.CARD_STRIP * (len(column) - 1) + spiral.CARD_HEIGHT + 13
        x, y = LEFT + APART * number, TOP + (below if column else 0)
        height = spiral.CARD_HEIGHT if not column else 33.0
        words = "next card" if letter == marked else f"to {letter}"
        size = 16.0 if large and letter != marked else 14.0
        role = "card-chosen" if letter == marked else "card-idle"
        shapes = (
            Box(x, y, spiral.CARD_WIDTH, height, role, 6),
            Text(x + spiral.CARD_WIDTH / 2, y + height / 2, words, size, "words"),
        )
        here = ", the next card goes here" if letter == marked else ", press to put the next card here"
        yield Group(shapes, (("column", letter), ("card", f"{PLACE} {letter}")), f"column {letter}{here}")
