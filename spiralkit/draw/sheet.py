"""The rules of Spiral on one page to print, with a slide, a fork and a bridge drawn."""

from __future__ import annotations

from textwrap import wrap

from .. import board
from ..board import CELLS, CENTRE, Mask
from ..spiral import Move, Placement, State
from .hexes import PIECE, PLAIN, Hexes, Layout, piece
from .printed import LEFT, MM, RIGHT, page, words
from .scene import Scene, Shape, Text, hexagon
from .spiral import OWNERS, joined, slide

RULES: tuple[tuple[str, str], ...] = (
    (
        "What you need",
        "The board, the 32 cards from seven to ace in four suits, 13 counters for you and 24 in another colour for "
        "Dr. Brooks.",
    ),
    (
        "The deal",
        "Shuffle, and deal all cards face up in four columns, a to d, of eight overlapping cards each. Only the bottom "
        "card of a column, the one that no card lies on, can be taken. You begin.",
    ),
    (
        "Your turn",
        "Take the bottom cards of two different columns. Their ranks name a cell, in either order: a nine and a queen "
        "name 9Q. Put one of your counters there, and lay the two cards aside.",
    ),
    (
        "A cell that is taken",
        "The counter then slides down the spiral, along the arrows of the board, to the next vacant cell. If none is "
        "vacant that way, it goes from the cell named up the spiral, against the arrows, to the next vacant one. No "
        "pair names the centre: it is filled last.",
    ),
    (
        "Dr. Brooks",
        "After your turn Dr. Brooks places two counters by the same rules, and has no choice: the first by the bottom "
        "cards of columns a and b, the second by those of c and d.",
    ),
    (
        "A new deal",
        "If a column is empty after your turn or after hers, shuffle all 32 cards and deal again; then it is the other "
        "side's turn. When her first pair empties a column, she still places her second counter.",
    ),
    (
        "The end",
        "Counters of one colour that hang together are a group. The board has six sides; a corner cell lies on two. A "
        "fork is one group that touches three sides no two of which meet. A bridge is one group that touches two "
        "opposite sides. You win with a fork. You lose with a bridge, unless the same counter makes a fork as well: "
        "that wins. Dr. Brooks wins with either, at once; if her first counter does it, the second is not placed. On "
        "a full board somebody has won.",
    ),
    (
        "If you like",
        "One column: you may also take the two lowest cards of one column. No shuffle: used cards go to the top of "
        "their own column in the order taken, and there is no new deal. Both can be played together.",
    ),
)

SLIDE = State.parse(
    "ooooxoo.oooxoo.ooxxxoxooox..ooox.xx.. JsTcJh7dQhAc/Qc9hJc7s8d7c/9d8cTdAd9c7hAs/9sKh8sJdQsQdKd me standard"
)
"""Ac and Kd name KA, which is taken: the counter slides to QA and makes a fork."""
PICK = Move("ad")
BRIDGE = State.parse(
    ".xxxo.ooxxxooo....oo.xoxoo...ooox.oo. "
    "AcJhQdKcTsTc9dTd/8hThQh8c7c9h7dKd/Jd9c8sKsKhQsAsJs/AdAh7hQc8dJc9s7s brooks standard"
).play(Move("ab"))


def sheet(paper: str = "a4", *, layout: Layout = PLAIN) -> Scene:
    """The page with the rules; ``layout`` turns and mirrors the boards drawn.

    >>> sheet("letter").title
    'The rules of Spiral'

    Raises ValueError for an unknown paper.
    """
    shapes: list[Shape] = [
        words(LEFT, 15, "Spiral", 24, "words-strong"),
        words(RIGHT, 13.4, "a solitaire by Raymond Gallardo (2016)", 10, anchor="end"),
        words(RIGHT, 18.4, "you against Dr. Brooks", 10, anchor="end"),
    ]
    y = 31.0
    for heading, text in RULES:
        shapes.append(words(LEFT, y, heading, 11.5, "words-strong"))
        y += 5.4
        for line in wrap(text.replace("Dr. ", "Dr.\u00a0").replace("a to d", "a\u00a0to\u00a0d"), 60):
            shapes.append(words(LEFT, y, line, 10))
            y += 4.7
        y += 3.2
    fork = SLIDE.play(PICK)
    placement = SLIDE.placement(PICK)
    pictures: tuple[tuple[str, State, Placement | None, tuple[str, ...]], ...] = (
        ("A slide", SLIDE, placement, ("You take an ace and a king. KA is", "taken, so your counter slides to QA.")),
        ("A fork", fork, None, ("Three sides no two of which meet.", "You win.")),
        ("A bridge", BRIDGE, None, ("Two opposite sides.", "Dr. Brooks wins; your own bridge loses.")),
    )
    for place, (heading, state, sliding, lines) in enumerate(pictures):
        top = 31 + place * 77.0
        shapes.append(words(136, top, heading, 11.5, "words-strong"))
        hexes = Hexes(layout, 4.75 * MM, 165 * MM, (top + 31.5) * MM)
        shapes += _small_board(hexes, state, sliding)
        shapes += [words(136, top + 61.5 + 4.2 * row, line, 8.5) for row, line in enumerate(lines)]
    shapes.append(words(LEFT, 267, "Told after an article by Kerry Handscomb. Made with spiralkit.", 8))
    description = " ".join(f"{heading}: {text}" for heading, text in RULES)
    return page(paper, tuple(shapes), "The rules of Spiral", description)


def _small_board(hexes: Hexes, state: State, sliding: Placement | None) -> list[Shape]:
    """The board with its pieces, the path of the connection that has ended the game, and the way of a slide."""
    under, over = slide(hexes, sliding) if sliding else ({}, [])
    outcome = state.outcome
    way: Mask = outcome.cells if outcome else 0
    sides = joined(way, outcome.how) if outcome else ()
    shapes: list[Shape] = []
    for cell in range(CELLS):
        x, y = hexes.places[cell]
        on_way = way >> cell & 1
        shapes.append(hexagon(x, y, hexes.size, "path-cell" if on_way else "cell"))
        if on_way:
            shapes += hexes.links(cell, way, sides, "path")
        shapes += under.get(cell, ())
        if sliding and cell == sliding.cell:
            shapes.append(hexagon(x, y, hexes.size * 0.78, "missing"))
        owner = OWNERS[state.owner(cell)]
        if owner:
            shapes += piece(x, y, hexes.size * PIECE, owner)
        if cell != CENTRE:
            shapes.append(Text(x, y, board.label(cell), 9.5, f"{owner}-label" if owner else "label"))
    return shapes + over
