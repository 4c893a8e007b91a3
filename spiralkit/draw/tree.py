"""A part of the tree of a position as a picture: one board large with its cards, the way to it, and what comes next.

The boards of the tree are small, and say no more than they are told to: where a verdict is not to be seen yet,
neither is how a move goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from .. import board
from ..board import Mask
from ..spiral import COLUMNS, Placement, State
from . import cards, spiral
from .hexes import PLAIN, Hexes, Layout
from .scene import Box, Circle, Group, Path, Scene, Shape, Text, arrow, fitted, hexagon, moved

WIDTH, HEIGHT = 836.0, 364.0
LEFT = 316.0
"""Pixels: the picture's size, and the width of the large board."""

SCALE = 0.7
"""Of the large board, in parts of its natural size."""

ROW = 16.5
"""Height of a row of cards in pixels."""

RIGHT = LEFT + 12
ON_THE_WAY = 4
"""So many boards of the way are shown, the last ones."""

WIDE = 6
"""So many moves are shown wide, in two rows of three; more are shown narrow, in two rows of five."""

GAP = 6.0


@dataclass(frozen=True)
class Small:
    """A small board: what it is called in the picture's data, the pieces, those just placed, and the words.

    ``head`` stands over it in the colour of ``look`` (``win``, ``loss``, ``open``, or ``hidden``), ``lines`` beside
    it; ``edge`` are the pieces on the way to it, on a small board of a move hers alone. ``title`` is for those who
    cannot see it.
    """

    name: str
    mine: Mask
    hers: Mask
    last: Mask
    head: str
    look: str
    lines: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()
    title: str = ""


def scene(
    state: State,
    *,
    headline: str,
    last: Sequence[Placement] = (),
    way: Sequence[Small] = (),
    moves: Sequence[Small] = (),
    end: str = "",
    large: bool = False,
    layout: Layout = PLAIN,
) -> Scene:
    """A position large, the boards on the way to it (itself the last), and those that its moves lead to.

    ``headline`` stands over the large board, ``last`` are its pieces that are ringed, ``end`` says in place
    of moves why there are none.

    >>> from spiralkit import deal
    >>> scene(deal(1), headline="Your move").title
    'Spiral: your move'
    """
    large_board = spiral.scene(state, last=last, whose="me", columns=False, large=True, layout=layout)
    size = 17.0 if large else 15.0
    high = (size + 1) / 2  # the number of the board's upper side is close below
    title = Text(LEFT / 2, high, headline, fitted(headline, size + 1, LEFT - 4, bold=True), "words-strong")
    shapes: list[Shape] = [Box(0, 0, WIDTH, HEIGHT, "paper"), Group((title,))]
    beside = (LEFT - SCALE * spiral.BOARD_WIDTH) / 2
    shapes += moved(map(_idle, scaled(large_board.shapes[1:], SCALE)), beside, 18)
    shapes += _columns(state, HEIGHT - 4 * ROW - 2, size)
    shapes += _way(way[-ON_THE_WAY:], len(way) > ON_THE_WAY, large, layout)
    shapes += _moves(moves, large, layout)
    if end:
        rows = _rows(end, 38 if large else 44)
        middle = (RIGHT + WIDTH) / 2
        places = ((Text(middle, 210 + 26 * row, words, size + 3, "words-strong")) for row, words in enumerate(rows))
        shapes.append(Group(tuple(places)))
    told = [large_board.description, *(small.title for small in moves), end]
    return Scene(WIDTH, HEIGHT, tuple(shapes), large_board.title, " ".join(filter(None, told)))


def _idle(shape: Shape) -> Shape:
    return replace(shape, active=False) if isinstance(shape, Group) else shape


def scaled(shapes: Iterable[Shape], by: float) -> Iterator[Shape]:
    """The shapes larger or smaller, their strokes as wide as before.

    >>> list(scaled([Circle(10, 20, 4, "me")], 0.5))
    [Circle(x=5.0, y=10.0, radius=2.0, role='me')]
    """
    for shape in shapes:
        match shape:
            case Path(steps, role):
                points = ((letter, tuple((x * by, y * by) for x, y in corners)) for letter, corners in steps)
                yield Path(tuple(points), role)
            case Group(inside):
                yield replace(shape, shapes=tuple(scaled(inside, by)))
            case Circle(x, y, radius, role):
                yield Circle(x * by, y * by, radius * by, role)
            case Box(x, y, width, height, role, radius):
                yield Box(x * by, y * by, width * by, height * by, role, radius * by)
            case Text(x, y, words, size, role, anchor):
                yield Text(x * by, y * by, words, size * by, role, anchor)


def _columns(state: State, top: float, size: float) -> list[Shape]:
    """The columns as rows, the card that can be taken first in a frame, then what it uncovers."""
    inside: list[Shape] = []
    for row, (letter, column) in enumerate(zip(COLUMNS, state.columns, strict=True)):
        y = top + ROW * (row + 0.5)
        inside.append(Text(10, y, letter, size, "words-strong"))
        for place, card in enumerate(reversed(column)):
            x = 24 + 36.5 * place
            if not place:
                inside.append(Box(x - 2, y - ROW / 2 + 0.8, 35, ROW - 1.6, "card-open", 3))
            role = cards.INK[card.suits]
            inside.append(Text(x + 8, y, card.rank, size - 1, role))
            inside.append(cards.pip(card.suits, x + 24, y, 12))
    return [Group(tuple(inside))]


def _way(way: Sequence[Small], more: bool, large: bool, layout: Layout) -> Iterator[Shape]:
    """The boards from the start to the one that is large, in a row, with what happened between them."""
    wide = 66.0
    size, most = (15.0, 190.0) if large else (11.5, 142.0)
    if more:
        yield Group((Text(RIGHT, 50, "..", 16, "words-strong", "start"),))
    x = RIGHT + (16 if more else 0)
    step = min(most, (WIDTH - 2 - x - wide) / max(1, len(way) - 1))
    for number, small in enumerate(way):
        here = number == len(way) - 1
        head = fitted(small.head, size, wide - 8, bold=True)
        inside = (
            Box(x, 1, wide, 84, "node-here" if here else "node-tile", 5),
            Box(x + 3, 4, wide - 6, 17, f"verdict-{small.look}", 3),
            Text(x + wide / 2, 12.5, small.head, head, "words-strong"),
            *_board(small, x + wide / 2, 53, 5.2, layout),
        )
        yield Group(inside, (("card", small.name),), small.title)
        if number:
            start = x - step + wide
            between = [*arrow((start + 4, 72), (x - 3, 72), 0)]
            for row, line in enumerate(small.edge):
                between += _piece(start + 4, 12 + 17 * row, line, size, step - wide - 7, row > 0)
            yield Group(tuple(between))
        x += step


def _piece(x: float, y: float, words: str, size: float, width: float, hers: bool) -> tuple[Shape, ...]:
    """What a piece was placed by, after a dot in the colour of its owner."""
    dot = Circle(x + 4, y, 4, "small-brooks" if hers else "small-me")
    return dot, Text(x + 11, y, words, fitted(words, size, width - 11), "words", "start")


def _moves(moves: Sequence[Small], large: bool, layout: Layout) -> Iterator[Shape]:
    """The boards that the moves lead to, in two rows: three wide ones in each, or five narrow ones if they are many."""
    across = 3 if len(moves) <= WIDE else 5
    top = 92.0
    width = (WIDTH - 1 - RIGHT - GAP * (across - 1)) / across
    height = (HEIGHT - 1 - top - GAP) / 2
    size = (14.5 if large else 13.0) if across == 3 else (12.5 if large else 11.5)
    head = size + 7
    for number, small in enumerate(moves):
        x = RIGHT + (width + GAP) * (number % across)
        y = top + (height + GAP) * (number // across)
        type_size = fitted(small.head, size + 1, width - 10, bold=True)
        inside: list[Shape] = [
            Box(x, y, width, height, "node-tile", 5),
            Box(x + 3, y + 3, width - 6, head, f"verdict-{small.look}", 3),
            Text(x + width / 2, y + 3 + head / 2, small.head, type_size, "words-strong"),
        ]
        fill = _wide if across == 3 else _narrow
        if across == 3 and small.edge and not (large and len(small.lines) < 4):  # there is no room for a line each
            small = replace(small, edge=(", ".join(small.edge),))
        inside += fill(small, x, y + head + 4, width, height - head - 4, size, layout)
        yield Group(tuple(inside), (("card", small.name),), small.title)


def _wide(
    small: Small, x: float, y: float, width: float, height: float, size: float, layout: Layout
) -> Iterator[Shape]:
    """The board on the left, the words beside it, her replies below."""
    high = size + 4
    free = height - high * len(small.edge)
    cell = min(free / 11.4, width * 0.6 / 12.3)
    yield from _board(small, x + 4 + 6.1 * cell, y + free / 2, cell, layout)
    beside = x + 12.3 * cell + 8
    for row, line in enumerate(small.lines):
        yield Text(
            beside, y + 12 + (size + 5) * row, line, fitted(line, size, x + width - beside - 3), "words", "start"
        )
    for number, line in enumerate(small.edge):
        yield from _piece(x + 4, y + free + high * (number + 0.5) - 1, line, size, width - 6, True)


def _narrow(
    small: Small, x: float, y: float, width: float, height: float, size: float, layout: Layout
) -> Iterator[Shape]:
    """The board above, the words below it in two lines, each of her replies on a line of its own."""
    lines = [" ".join(words) for words in (small.lines[:2], small.lines[2:]) if words]
    row = size + 2.5
    free = height - row * (len(lines) + len(small.edge)) - 2
    yield from _board(small, x + width / 2, y + free / 2, min(free / 11.4, width / 12.5), layout)
    at = y + free + row / 2
    for line in lines:
        yield Text(x + width / 2, at, line, fitted(line, size, width - 4), "words")
        at += row
    for line in small.edge:
        yield from _piece(x + 4, at, line, size, width - 6, True)
        at += row


@lru_cache(maxsize=64)
def _cells(size: float, layout: Layout) -> tuple[Hexes, Path]:
    """A board of that size round (0, 0), and all its cells in one path."""
    hexes = Hexes(layout, size, 0, 0)
    return hexes, Path(
        tuple(step for x, y in hexes.places for step in hexagon(x, y, size, "small-cell").steps), "small-cell"
    )


def _board(small: Small, x: float, y: float, size: float, layout: Layout) -> Iterator[Shape]:
    """A small board round a point: your pieces dark and full, hers pale with a dark rim, the last ones ringed."""
    hexes, cells = _cells(size, layout)
    shapes: list[Shape] = [cells]
    for mask, role in ((small.mine, "small-me"), (small.hers, "small-brooks")):
        shapes += (Circle(*hexes.places[cell], size * 0.68, role) for cell in board.cells(mask))
    shapes += (Circle(*hexes.places[cell], size * 1.0, "last") for cell in board.cells(small.last))
    return iter(moved(shapes, x, y))


def _rows(words: str, most: int) -> list[str]:
    """Words in rows of at most so many letters."""
    rows = [""]
    for word in words.split():
        if rows[-1] and len(rows[-1]) + 1 + len(word) > most:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return rows
