"""Playing cards as shapes: the four pips, and a card with rank and pip in its corner.

The pips are drawn and not typed: fonts differ, and some show a suit sign as a coloured picture.
"""

from __future__ import annotations

from functools import lru_cache

from ..cards import Card
from .scene import CAPITAL, Box, Path, Point, Shape, Step, Text

RANK_WORDS = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king",
}  # fmt: skip
SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
INK = {"c": "black", "d": "red", "h": "red", "s": "black"}

_STEM: tuple[Step, ...] = (
    ("M", ((0.07, 0.1),)),
    ("C", ((0.07, 0.32), (0.12, 0.42), (0.24, 0.5))),
    ("L", ((-0.24, 0.5),)),
    ("C", ((-0.12, 0.42), (-0.07, 0.32), (-0.07, 0.1))),
    ("Z", ()),
)


def disc(x: float, y: float, radius: float) -> tuple[Step, ...]:
    bow = 0.5523 * radius  # four cubic curves this bent make a circle
    return (
        ("M", ((x + radius, y),)),
        ("C", ((x + radius, y + bow), (x + bow, y + radius), (x, y + radius))),
        ("C", ((x - bow, y + radius), (x - radius, y + bow), (x - radius, y))),
        ("C", ((x - radius, y - bow), (x - bow, y - radius), (x, y - radius))),
        ("C", ((x + bow, y - radius), (x + radius, y - bow), (x + radius, y))),
        ("Z", ()),
    )


PIPS: dict[str, tuple[Step, ...]] = {
    "c": (*disc(0, -0.25, 0.235), *disc(-0.26, 0.11, 0.235), *disc(0.26, 0.11, 0.235), *_STEM),
    "d": (
        ("M", ((0, -0.54),)),
        ("C", ((0.1, -0.34), (0.24, -0.14), (0.4, 0))),
        ("C", ((0.24, 0.14), (0.1, 0.34), (0, 0.54))),
        ("C", ((-0.1, 0.34), (-0.24, 0.14), (-0.4, 0))),
        ("C", ((-0.24, -0.14), (-0.1, -0.34), (0, -0.54))),
        ("Z", ()),
    ),
    "h": (
        ("M", ((0, 0.52),)),
        ("C", ((-0.12, 0.28), (-0.5, 0.06), (-0.5, -0.22))),
        ("C", ((-0.5, -0.56), (-0.08, -0.58), (0, -0.24))),
        ("C", ((0.08, -0.58), (0.5, -0.56), (0.5, -0.22))),
        ("C", ((0.5, 0.06), (0.12, 0.28), (0, 0.52))),
        ("Z", ()),
    ),
    "s": (
        ("M", ((0, -0.54),)),
        ("C", ((0.12, -0.3), (0.5, -0.1), (0.5, 0.14))),
        ("C", ((0.5, 0.4), (0.12, 0.42), (0.05, 0.18))),
        ("L", ((-0.05, 0.18),)),
        ("C", ((-0.12, 0.42), (-0.5, 0.4), (-0.5, 0.14))),
        ("C", ((-0.5, -0.1), (-0.12, -0.3), (0, -0.54))),
        ("Z", ()),
        *_STEM,
    ),
}


def words(card: Card) -> str:
    """The card in words.

    >>> words(Card("Q", "c"))
    'queen of clubs'
    """
    return f"{RANK_WORDS[card.rank]} of {SUIT_WORDS[card.suits]}"


@lru_cache(maxsize=1024)
def pip(suit: str, x: float, y: float, size: float) -> Path:
    """The sign of a suit round (x, y), about ``size`` high and wide."""

    def at(point: Point) -> Point:
        return x + point[0] * size, y + point[1] * size

    return Path(tuple((letter, tuple(map(at, points))) for letter, points in PIPS[suit]), INK[suit])


def face(card: Card, box: Box, type_size: float, *, whole: bool) -> tuple[Shape, ...]:
    """A card that lies in the box: rank and pip in the upper corner, which stay in sight when it is covered.

    ``whole`` adds a large pip where nothing covers it.
    """
    middle = box.y + type_size * (CAPITAL / 2 + 0.3)
    shapes = (
        box,
        Text(box.x + type_size * 0.62, middle, card.rank, type_size, INK[card.suits]),
        pip(card.suits, box.x + type_size * 1.6, middle, type_size * 0.8),
    )
    if not whole:
        return shapes
    below = (middle + type_size * CAPITAL / 2 + box.y + box.height) / 2
    return (*shapes, pip(card.suits, box.x + box.width / 2, below, min(box.width * 0.55, box.height * 0.42)))
