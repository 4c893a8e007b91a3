"""Spiral in pictures: the board on the left, the four columns of cards on the right, and what is said of them.

``scene`` makes the picture as shapes, ``svg`` and ``figure`` render it. It is 820 x 400 pixels, or
434 x 400 without the columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .. import board
from ..board import BRIDGES, CENTRE, FORKS, FULL, Cell, Mask
from ..spiral import COLUMNS, Move, Placement, State
from . import cards
from .hexes import PIECE, PLAIN, Hexes, Layout, hatch, piece
from .scene import Box, Circle, Group, Path, Scene, Shape, Text, fitted, hexagon, moved, polygon, tag
from .svg import SVG, render

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["HEIGHT", "WIDTH", "Layout", "describe", "figure", "scene", "svg"]

WIDTH, HEIGHT = 820.0, 400.0
"""Natural size in pixels."""
BOARD_WIDTH = 434.0
SIZE = 33.0
"""Side of a cell in pixels."""
CARD_WIDTH, CARD_HEIGHT, CARD_STRIP = 80.0, 96.0, 31.0
"""A card, and the strip of a covered one that stays in sight."""

HATCHES = (None, 30, 150, 90)
"""The hatching of the first, second, .. group of a colour, as the direction of its strokes."""
OWNERS = {"x": "me", "o": "brooks", ".": ""}
WHO = {"me": "you", "brooks": "Dr. Brooks", "": "vacant"}


def svg(state: State, *, interactive: bool = False, **options: Any) -> SVG:
    """The position as an SVG string, which notebooks show as a picture; the options are those of ``scene``.

    ``interactive`` makes buttons of the cells and of the cards that can be taken, for a widget that listens.

    >>> from spiralkit import deal
    >>> svg(deal(1))[:50]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0'
    """
    return render(scene(state, **options), interactive=interactive)


def figure(state: State, *, ax: Axes | None = None, **options: Any) -> Figure:
    """The position as a matplotlib figure, or on the given axes; the options are those of ``scene``.

    >>> from spiralkit import deal
    >>> print(figure(deal(1)))
    Figure(820x400)
    """
    from . import mpl

    return mpl.figure(scene(state, **options), ax=ax)


@lru_cache(maxsize=16)
def _hexes(layout: Layout) -> tuple[Hexes, dict[str, tuple[Path, ...]]]:
    """The board of a layout, and its cells in each look."""
    hexes = Hexes(layout, SIZE, BOARD_WIDTH / 2, HEIGHT / 2)
    roles = ("cell", "marked-cell", "me-group", "brooks-group", "path-cell")
    return hexes, {role: tuple(hexagon(x, y, SIZE, role) for x, y in hexes.places) for role in roles}


def scene(
    state: State,
    *,
    last: Sequence[Placement] = (),
    groups: bool | str = False,
    path: bool = True,
    slides: Sequence[Placement] = (),
    forecast: Sequence[Cell] = (),
    completion: Mask = 0,
    must: Mask = 0,
    whose: str = "",
    marks: Mapping[Cell, str] | None = None,
    selected: str = "",
    spiral: bool = False,
    columns: bool = True,
    headline: str = "",
    large: bool = False,
    layout: Layout = PLAIN,
) -> Scene:
    """The position as a picture.

    - ``last``: the pieces of the last move, which are ringed;
    - ``groups``: tint each group, link its cells, and write the sides that it joins; ``"me"`` or ``"brooks"``
      does so for that colour alone;
    - ``path``: when the game is over, draw the connecting path;
    - ``slides``: for each of these arrows along the spiral, beneath the pieces, from the cell named to the cell landed
      on, where they differ; of pieces that lie there already only the last one's is strong;
    - ``forecast``: the cells that Dr. Brooks takes next, ringed and numbered as her first and second;
    - ``completion``, ``must``: masks of missing cells to mark, and of cells to mark more strongly;
    - ``whose``: ``"me"`` or ``"brooks"``, whose completion it is: in that colour, linked with what it would join;
    - ``marks``: a few letters below the label of a cell, which is tinted;
    - ``selected``: letters of the columns whose cards are chosen (``"bc"``, ``"aa"``); the cell where the piece
      would land is outlined, as is each vacant one in ``slides``;
    - ``spiral``: the spiral as a line, with arrows the way that pieces slide;
    - ``columns``: whether the cards are shown; ``headline``: what is written over them if not what is to be done;
    - ``large``: larger type at the same size of picture;
    - ``layout``: how the board is turned or mirrored.

    >>> from spiralkit import deal
    >>> picture = scene(deal(1))
    >>> picture.width, picture.height, picture.title
    (820.0, 400.0, 'Spiral: your move')
    """
    marks = marks or {}
    hexes, hexagons = _hexes(layout)
    type_size, small = (18.5, 14.0) if large else (15.0, 11.5)
    if (would := lands(state, selected)) is not None:
        must |= 1 << would
    for placement in slides:
        must |= 1 << placement.cell & ~state.occupied
    outcome = state.outcome if path else None
    way = outcome.cells if outcome else 0
    ends = joined(way, outcome.how) if outcome else ()
    found = [one for one in _groups(state) if groups in (True, one[0])] if groups else []
    plan, own = (completion | must, state.mine if whose == "me" else state.hers) if whose else (0, 0)
    group_at = {cell: one for one in found for cell in board.cells(one[2])}

    under, over = _routes(hexes, state, slides, spiral)
    over[:0] = [Circle(*hexes.places[placement.cell], SIZE * 0.83, "last") for placement in last]
    notes = {
        hexes.heart(group): ("·".join(map(str, sides)), f"{owner}-tag") for owner, _, group, sides in found if sides
    }
    first = 2 if state.turn == "brooks2" else 1
    notes |= {cell: (str(order), "tag") for order, cell in enumerate(forecast, first)}
    notes |= {
        cell: (f"{words} {notes[cell][0]}" if cell in forecast else words, "tag") for cell, words in marks.items()
    }

    width = WIDTH if columns else BOARD_WIDTH
    shapes: list[Shape] = [Box(0, 0, width, HEIGHT, "paper")]
    for cell, (x, y) in enumerate(hexes.places):
        name = board.label(cell)
        owner = OWNERS[state.owner(cell)]
        title = f"{'centre' if cell == CENTRE else name}, {WHO[owner]}"
        on_way = way >> cell & 1
        tinted = "marked-cell" if cell in marks else "cell"
        ground = "path-cell" if on_way else f"{owner}-group" if cell in group_at else tinted
        inside: list[Shape] = [hexagons[ground][cell]]
        if cell in group_at:
            _, number, group, sides = group_at[cell]
            angle = HATCHES[number % len(HATCHES)]
            if angle is not None and not on_way:
                inside.append(hatch(x, y, SIZE, angle, f"{owner}-hatch"))
            inside += hexes.links(cell, group, sides, owner)
            many = group.bit_count()
            title += f", {f'in a group of {many}' if many > 1 else 'alone'}, joins {_sides(sides)}"
        if on_way:
            inside += hexes.links(cell, way, ends, "path")
        if plan >> cell & 1:
            inside += hexes.links(cell, own | plan, board.sides(1 << cell), f"{whose}-plan")
            inside.append(hexagon(x, y, SIZE * 0.7, f"{whose}-{'must' if must >> cell & 1 else 'missing'}"))
        elif own >> cell & 1:
            inside += hexes.links(cell, plan, (), f"{whose}-plan")
        if completion & ~plan & 1 << cell:
            inside.append(hexagon(x, y, SIZE * 0.8, "missing"))
        if must & ~plan & 1 << cell:
            inside.append(hexagon(x, y, SIZE * 0.8, "must"))
        inside += under.get(cell, ())
        label = "label"
        if owner:
            inside += piece(x, y, SIZE * PIECE, owner)
            label = f"{owner}-label"
        elif cell in forecast:
            inside.append(Circle(x, y, SIZE * PIECE, "forecast"))
            label = "forecast-label"
        if cell in notes:
            inside.append(Text(x, y - SIZE * 0.31, name, type_size, label))
            inside += tag(x, y + SIZE * 0.31, notes[cell][0], small, notes[cell][1], widest=SIZE * 1.66, high=1.2)
        else:
            inside.append(Text(x, y, name, type_size, label))
        shapes.append(Group(tuple(inside), (("cell", name), ("owner", owner), ("index", str(cell))), title))

    if groups or whose:
        size = 17.0 if large else 15.0
        over += [Text(*hexes.side(side, 8), str(side), size, "side") for side in range(6)]
    over += _counts(state, type_size, large)
    shapes.append(Group(tuple(over)))
    if columns:
        shapes += _columns(state, selected, large, headline)
    title, description = describe(
        state,
        last=last,
        forecast=forecast,
        completion=completion,
        must=must,
        whose=whose,
        marks=marks,
        selected=selected,
    )
    return Scene(width, HEIGHT, tuple(shapes), title, description)


def cards_scene(state: State, *, selected: str = "", large: bool = False) -> Scene:
    """The four columns of cards alone, and over them whose turn it is.

    >>> from spiralkit import deal
    >>> cards_scene(deal(1)).width
    390.0
    """
    left = BOARD_WIDTH - 4
    width = WIDTH - left
    shapes = moved(_columns(state, selected, large), -left, 0)
    told = (
        f"Column {letter}: {', '.join(map(str, column))}" for letter, column in zip(COLUMNS, state.columns, strict=True)
    )
    paper = Box(0, 0, width, HEIGHT, "paper")
    return Scene(width, HEIGHT, (paper, *shapes), f"Spiral: {state.status()}", ". ".join(told) + ".")


def _groups(state: State) -> list[tuple[str, int, Mask, tuple[int, ...]]]:
    """Owner, number, cells and sides of each group."""
    return [
        (owner, number, group, board.sides(group))
        for owner, mask in (("me", state.mine), ("brooks", state.hers))
        for number, group in enumerate(board.groups(mask))
    ]


def joined(way: Mask, how: str) -> tuple[int, ...]:
    """The sides that the connecting path joins."""
    return next(sides for sides in (FORKS if how == "fork" else BRIDGES) if board.joins(way, (sides,)))


def lands(state: State, selected: str) -> Cell | None:
    """Where the piece of the chosen cards would land; None if they are no pick.

    >>> from spiralkit import deal
    >>> board.label(lands(deal(1), "bd"))
    'JQ'
    """
    if len(selected) != 2:
        return None
    move = Move("".join(sorted(selected)))
    return state.placement(move).cell if move in state.moves() else None


def slide(hexes: Hexes, placement: Placement, role: str = "slide") -> tuple[dict[Cell, list[Shape]], list[Shape]]:
    """The way of a piece along the spiral: what lies beneath the piece of each cell, and the arrowheads over all."""
    step = -1 if placement.cell < placement.named else 1
    cells = range(placement.named, placement.cell + step, step) if placement.cell != placement.named else ()
    under = hexes.steps(cells, role)
    if role == "slide":
        halos = hexes.steps(cells, "slide-halo")
        under = {cell: halos[cell] + under[cell] for cell in cells}
    under.pop(placement.cell, None)  # there the head alone, so that the label stays free
    heads: list[Shape] = [
        hexes.head(one, other, 0.45 if other == placement.cell else 0.33, f"{role}-head")
        for one, other in pairwise(cells)
    ]
    return under, heads


def _routes(
    hexes: Hexes, state: State, slides: Sequence[Placement], spiral: bool
) -> tuple[dict[Cell, list[Shape]], list[Shape]]:
    """The spiral and the ways of the pieces that slid or would: beneath each cell's piece, and over all."""
    under: dict[Cell, list[Shape]] = {}
    over: list[Shape] = []
    if spiral:
        down = range(CENTRE, -1, -1)
        under = hexes.steps(down, "spiral", clear=0.5)
        over += [hexes.head(one, other, 0.24, "spiral-head") for one, other in pairwise(down)]
    for placement in slides:
        strong = placement is slides[-1] or not state.occupied >> placement.cell & 1
        beneath, heads = slide(hexes, placement, "slide" if strong else "slide-old")
        for cell, shapes in beneath.items():
            under.setdefault(cell, []).extend(shapes)
        over += heads
    return under, over


def _counts(state: State, type_size: float, large: bool) -> list[Shape]:
    """A piece of each colour with its owner and their number: the key to the marks."""
    shapes: list[Shape] = []
    size = 16.0 if large else 14.0
    for owner, mask, x in (("me", state.mine, 18.0), ("brooks", state.hers, BOARD_WIDTH - 50)):
        shapes += piece(x, 22, 12, owner)
        shapes.append(Text(x + 18, 22, str(mask.bit_count()), type_size, "words-strong", "start"))
        place, anchor = (6.0, "start") if owner == "me" else (BOARD_WIDTH - 4, "end")
        shapes.append(Text(place, 47, WHO[owner], size, "words", anchor))
    return shapes


def _columns(state: State, selected: str, large: bool, headline: str = "") -> list[Shape]:
    """The cards, and over them whose turn it is."""
    moves = state.moves()
    ready = {letter for move in moves for letter in move.columns}
    doubles = {move.columns[0] for move in moves if move.columns[0] == move.columns[1]}
    top = 66
    words = list(_headline(state, large, headline))
    shapes: list[Shape] = []
    for place, (letter, column) in enumerate(zip(COLUMNS, state.columns, strict=True)):
        x = BOARD_WIDTH + 8 + 95 * place
        words.append(Text(x + CARD_WIDTH / 2, 51, letter, 20 if large else 16, "words-strong"))
        if not column:
            shapes.append(Group((Box(x, top, CARD_WIDTH, CARD_HEIGHT, "card-none", 6),)))
        for depth, card in enumerate(column):
            bottom = len(column) - 1 - depth
            chosen = bottom < selected.count(letter)
            free = letter in (ready if bottom == 0 else doubles if bottom == 1 else ())
            if chosen:
                role = "card-chosen"
            elif bottom == 0:
                role = "card-open" if free else "card-idle"
            else:
                role = "card-second" if free else "card"
            box = Box(x, top + CARD_STRIP * depth + 8 * chosen, CARD_WIDTH, CARD_HEIGHT, role, 6)
            face = cards.face(card, box, 23.5 if large else 20, whole=not bottom)
            if bottom == 0 and (free or chosen):
                x0, y0 = x + CARD_WIDTH / 2, box.y + CARD_HEIGHT + 4
                face += (polygon([(x0, y0), (x0 + 7, y0 + 7), (x0 - 7, y0 + 7)], "pointer"),)
            title = f"{card}, {cards.words(card)}, column {letter}{', can be taken' * free}{', chosen' * chosen}"
            shapes.append(Group(face, (("column", letter), ("card", str(card))), title, active=free))
    return [Group(tuple(words)), *shapes]


def _headline(state: State, large: bool, words: str = "") -> tuple[Shape, ...]:
    """Whose turn it is or who has won, or these words, on two lines if one would be too small to read."""
    who = state.outcome.winner if state.outcome else "me" if state.turn == "me" else "brooks"
    words = words or state.status()
    words = words[0].upper() + words[1:]
    wanted, width = (20.0 if large else 17.0), WIDTH - BOARD_WIDTH - 48
    size = fitted(words, wanted, width, bold=True)
    lines = [words]
    if size < 0.85 * wanted:
        cut = words.rfind(" ", 0, len(words) // 2 + 5)
        lines = [words[:cut], words[cut + 1 :]]
        size = fitted(max(lines, key=len), 0.75 * wanted, width, bold=True)
    top = 22 - size * 0.7 * (len(lines) - 1)
    return *piece(BOARD_WIDTH + 22, 22, 12, who), *(
        Text(BOARD_WIDTH + 42, top + size * 1.2 * place, words, size, "words-strong", "start")
        for place, words in enumerate(lines)
    )


def describe(
    state: State,
    *,
    last: Sequence[Placement] = (),
    forecast: Sequence[Cell] = (),
    completion: Mask = 0,
    must: Mask = 0,
    whose: str = "",
    marks: Mapping[Cell, str] | None = None,
    selected: str = "",
) -> tuple[str, str]:
    """The picture in words for those who cannot see it: a title, and a description in sentences.

    >>> from spiralkit import deal
    >>> title, description = describe(deal(1))
    >>> title
    'Spiral: your move'
    >>> description.split(". ")[-1]
    'Can be taken, a: eight of clubs, b: jack of diamonds, c: seven of spades, d: queen of hearts.'
    """
    mine, hers = state.mine.bit_count(), state.hers.bit_count()
    sentences = [f"You have {mine} piece{'s' * (mine != 1)}, Dr. Brooks has {hers}"]
    vacant = FULL & ~state.occupied
    if vacant.bit_count() <= 12:
        sentences.append(f"Vacant are {_names(vacant)}" if vacant else "The board is full")
    for name, mask in (("Your", state.mine), ("Dr. Brooks's", state.hers)):
        for group in board.groups(mask):
            sides = board.sides(group)
            if len(sides) > 1 and group.bit_count() > 1:
                sentences.append(f"{name} group of {group.bit_count()} ({_names(group)}) joins {_sides(sides)}")
    outcome = state.outcome
    if outcome:
        name = "your" if outcome.by == "me" else "her"
        sentences.append(f"The game is over, {state.status()}: {name} {outcome.how} runs over {_names(outcome.cells)}")
    for placement in last:
        sentences.append(f"{'You' if placement.mover == 'me' else 'Dr. Brooks'} last took {placement}")
    ready = "".join(dict.fromkeys("".join(move.columns for move in state.moves())))
    if ready:
        open_cards = (f"{letter}: {cards.words(state.columns[COLUMNS.index(letter)][-1])}" for letter in ready)
        sentences.append(f"Can be taken, {', '.join(open_cards)}")
    if selected:
        would = lands(state, selected)
        sentences.append(
            f"Chosen: {' and '.join(selected)}{'' if would is None else f', the piece would land on {_name(would)}'}"
        )
    if forecast:
        sentences.append(f"Dr. Brooks takes next {', then '.join(map(_name, forecast))}")
    if completion:
        sentences.append(f"Marked as missing{f' for {WHO[whose]}' * bool(whose)}: {_names(completion)}")
    if must:
        sentences.append(f"Marked strongly: {_names(must)}")
    if marks:
        sentences.append("Marks: " + ", ".join(f"{_name(cell)} {words}" for cell, words in marks.items()))
    return f"Spiral: {state.status()}", ". ".join(sentences) + "."


def _name(cell: Cell) -> str:
    return "the centre" if cell == CENTRE else board.label(cell)


def _names(mask: Mask) -> str:
    return ", ".join(map(_name, board.cells(mask)))


def _sides(sides: Sequence[int]) -> str:
    return f"side{'s' * (len(sides) > 1)} {', '.join(map(str, sides))}" if sides else "no side"
