"""The cards of the Spider games: the signs of all suits in our own drawing, cards and tiles, and each card in words.

A pack is told by the letters of its suits; the suits of one that nobody knows are discs with their
letters. The four suits of the usual pack have four colours here, for one suit must be told from another at a glance,
in strips as narrow as they come; each sign also has its own figure, so that grey print loses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import cos, pi, sin

from ..cards import DECKTET_NAMES, Card, Deck
from ..spider import JOKER
from . import cards
from .scene import CAPITAL, Box, Circle, Path, Point, Shape, Step, Text, fitted, toward

CURVED = 5.0
"""Radius of the corners of cards."""
SMALL = 0.8
"""Size of the signs beside a rank, in parts of the type."""


# Signs, on a square of 100 by 100 round (0, 0).


def _steps(text: str) -> tuple[Step, ...]:
    """The steps of a path that is written as in SVG, with the letters M, L, C and Z.

    >>> _steps("M0-50L25 50Z")
    (('M', ((0.0, -0.5),)), ('L', ((0.25, 0.5),)), ('Z', ()))
    """
    steps = []
    for letter, rest in re.findall(r"([MLCZ])([^MLCZ]*)", text):
        numbers = [float(found) / 100 for found in re.findall(r"-?[\d.]+", rest)]
        steps.append((letter, tuple(zip(numbers[::2], numbers[1::2], strict=True))))
    return tuple(steps)


def _corners(points: Iterable[Point]) -> tuple[Step, ...]:
    steps: list[Step] = [("L" if number else "M", (point,)) for number, point in enumerate(points)]
    return (*steps, ("Z", ()))


def _oval(x: float, y: float, wide: float, high: float, turn: float = 0.0, hole: bool = False) -> tuple[Step, ...]:
    """An oval of these half axes, turned by so many degrees; a hole runs the other way round."""

    def at(point: Point) -> Point:
        across, down = point[0] * wide * (-1 if hole else 1), point[1] * high
        c, s = cos(turn * pi / 180), sin(turn * pi / 180)
        return x + across * c - down * s, y + across * s + down * c

    return tuple((letter, tuple(map(at, points))) for letter, points in cards.disc(0, 0, 1))


def _star(points: int, far: float, near: float) -> tuple[Step, ...]:
    turn = 180 / points
    return _corners(toward(0, 0, -90 + turn * number, near if number % 2 else far) for number in range(2 * points))


def _wyrm() -> tuple[Step, ...]:
    """A body that winds from the head, above, to the tail, and gets thinner."""
    left, right = [], []
    for number in range(19):
        part = number / 18
        x, y, half = 0.27 * sin(2 * pi * part), -0.27 + 0.78 * part, 0.115 - 0.09 * part
        dx, dy = 0.27 * 2 * pi * cos(2 * pi * part), 0.78
        far = (dx * dx + dy * dy) ** 0.5
        left.append((x - half * dy / far, y + half * dx / far))
        right.append((x + half * dy / far, y - half * dx / far))
    return (
        *_corners([*right, *reversed(left)]),
        *_steps("M-36-30C-36-48-14-56 6-50C18-46 20-34 12-24L-6-18C-20-16-36-20-36-30Z"),
    )


_RAYS = tuple(
    step
    for angle in range(0, 360, 45)
    for step in _corners([toward(0, 0, angle - 13, 0.35), toward(0, 0, angle, 0.56), toward(0, 0, angle + 13, 0.35)])
)
_RING = (*_oval(0, 0, 0.5, 0.5), *_oval(0, 0, 0.34, 0.34, hole=True), *_oval(0, 0, 0.17, 0.17))
_WAVE = "M-52 {0}C-36 {1}-18 {1} 0 {0}C18 {2} 36 {2} 52 {0}L52 {3}C36 {4} 18 {4} 0 {3}C-18 {5}-36 {5}-52 {3}Z"


def _waves() -> str:
    return "".join(_WAVE.format(y, y - 22, y + 22, y + 17, y + 39, y - 5) for y in (-39, -9, 21))


SIGNS: dict[str, tuple[Step, ...]] = {
    "clubs": cards.PIPS["c"],
    "diamonds": cards.PIPS["d"],
    "hearts": cards.PIPS["h"],
    "spades": cards.PIPS["s"],
    "stars": _star(5, 0.57, 0.23),
    "squids": _steps(
        "M0-56C10-44 26-34 32-18L17-16C20-8 21 0 19 8L38 38L28 45L11 18L15 54L4 54L0 20L-4 54L-15 54"
        "L-11 18L-28 45L-38 38L-19 8C-21 0-20-8-17-16L-32-18C-26-34-10-44 0-56Z"
    ),
    "moons": _steps("M30-50C-6-58-42-34-42 0C-42 34-6 58 30 50C6 42-8 22-8 0C-8-22 6-42 30-50Z"),
    "suns": (*_oval(0, 0, 0.27, 0.27), *_RAYS),
    "waves": _steps(_waves()),
    "leaves": _steps("M44-50C-10-50-50-18-36 24L-48 44L-38 51L-26 35C20 48 48 6 44-50ZM26-30L-24 27L-17 32Z"),
    "wyrms": _wyrm(),
    "knots": tuple(
        step
        for turn in (45, -45)
        for step in (*_oval(0, 0, 0.56, 0.28, turn), *_oval(0, 0, 0.43, 0.15, turn, hole=True))
    ),
    "wands": _steps(
        "M-7-54L7-54L7 54L-7 54ZM9-22C12-40 26-48 42-44C42-28 28-18 9-22ZM-9 4C-28 8-42-2-42-18C-26-22-12-14-9 4Z"
    ),
    "cups": _steps(
        "M-40-48L40-48C40-6 24 8 7 13L7 33C7 38 26 40 27 50L-27 50C-26 40-7 38-7 33L-7 13C-24 8-40-6-40-48Z"
    ),
    "discs": _RING,
    "swords": (
        *_steps("M0-57L9-44L7 15L-7 15L-9-44ZM-30 17L30 17L30 27L-30 27ZM-5 29L5 29L5 42L-5 42Z"),
        *_oval(0, 0.48, 0.085, 0.085),
    ),
    "trumps": _steps(
        "M-36-50L-20-50L-20-36L-8-36L-8-50L8-50L8-36L20-36L20-50L36-50L36-20L26-12L26 52L9 52L9 30C9 14-9 14-9 30L-9 52"
        "L-26 52L-26-12L-36-20Z"
    ),
    "bamboo": _steps(
        "M-17-55L17-55L17-46L11-41L11-10L17-5L17 5L11 10L11 41L17 46L17 55L-17 55L-17 46L-11 41L-11 10L-17 5L-17-5"
        "L-11-10L-11-41L-17-46Z"
    ),
    "coins": _RING,
    "characters": _steps(
        "M-50-46L50-46L50-34L-50-34ZM-12-34L1-34C0 0-13 34-36 54L-46 45C-24 25-13 0-12-34Z"
        "M-4-12L40-12C40 18 36 42 27 50C20 54 10 52 2 47L5 36C12 40 17 41 19 37C24 28 26 14 27 0L-5 0Z"
    ),
    "winds": _star(4, 0.57, 0.19),
    "flowers": tuple(
        step for angle in range(-90, 270, 72) for step in _oval(*toward(0, 0, angle, 0.34), 0.24, 0.17, angle)
    ),
    "seasons": _steps("M-4 56L-4 30C-46 30-50-16 0-56C50-16 46 30 4 30L4 56ZM-3 18L3 18L3-26L-3-26Z"),
    "Joker": (
        *_steps("M-30 26C-30-4-37-16-46 6L-55 3C-52-38-18-42-10-14L0-42L10-14C18-42 52-38 55 3L46 6C37-16 30-4 30 26Z"),
        *_steps("M-34 33L34 33L34 47L-34 47Z"),
        *_oval(-0.5, 0.12, 0.085, 0.085),
        *_oval(0, -0.47, 0.085, 0.085),
        *_oval(0.5, 0.12, 0.085, 0.085),
    ),
}
"""The sign of each suit; parts that lie on each other run the same way round, holes the other way."""


# Packs.

_COURTS = {"P": "page", "N": "knight"}
_USUAL = cards.RANK_WORDS


@dataclass(frozen=True, eq=False)
class Pack:
    """How the cards of a deck look and are called: the words for its suits by letter and for its ranks, the names of
    cards that have one, and whether they are tiles."""

    suits: Mapping[str, str]
    ranks: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)
    tiles: bool = False

    def sign(self, suit: str, x: float, y: float, size: float) -> tuple[Shape, ...]:
        """The sign of a suit round (x, y), about ``size`` high and wide."""
        word = self.suits[suit]
        if word in SIGNS:
            return (_sign(word, x, y, size, f"suit-{word}"),)
        number = list(self.suits).index(suit)
        return (
            Circle(x, y, size * 0.54, f"suit-{_OWN[number % len(_OWN)]}"),
            Text(x, y, suit, size * 0.72, "on-own"),
        )

    def joker(self, x: float, y: float, size: float) -> tuple[Shape, ...]:
        """The sign of a Joker round (x, y)."""
        return (_sign("Joker", x, y, size, "black"),)

    def words(self, card: Card) -> str:
        """The card in words.

        >>> from spiralkit.cards import MAH_JONG, MYRMEX_BASE, TAROT
        >>> pack_of(MYRMEX_BASE).words(Card("9", "MS")), pack_of(TAROT).words(Card("21", "t"))
        ('nine of moons and suns, Pact', 'trump 21')
        >>> pack_of(MAH_JONG).words(Card("D", "k")), pack_of(MAH_JONG).words(Card("E", "w"))
        ('white dragon of characters', 'east wind')
        """
        if card == JOKER:
            return "Joker"
        suits = [self.suits[suit] for suit in card.suits]
        rank = self.ranks.get(card.rank, card.rank)
        if suits[0] in ("trumps", "flowers", "seasons") and len(suits) == 1:
            return f"{suits[0][:-1]} {card.rank}"
        if suits == ["winds"]:
            return f"{_WINDS.get(card.rank, card.rank)} wind"
        if suits[0] in _DRAGONS and card.rank == "D":
            rank = f"{_DRAGONS[suits[0]]} dragon"
        name = self.names.get(str(card))
        return f"{rank} of {' and '.join(suits)}" + (f", {name}" if name else "")


_WINDS = {"E": "east", "S": "south", "W": "west", "N": "north"}
_DRAGONS = {"bamboo": "green", "coins": "red", "characters": "white"}
_OWN = ("spades", "hearts", "diamonds", "clubs", "stars", "squids")

PACKS = (
    Pack({**cards.SUIT_WORDS, "t": "stars", "q": "squids"}, _USUAL),
    Pack(
        {"M": "moons", "S": "suns", "W": "waves", "L": "leaves", "Y": "wyrms", "K": "knots"},
        {**_USUAL, "P": "pawn", "T": "court", "C": "crown"},
        DECKTET_NAMES,
    ),
    Pack({"w": "wands", "c": "cups", "d": "discs", "s": "swords", "t": "trumps"}, {**_USUAL, **_COURTS}),
    Pack(
        {"b": "bamboo", "c": "coins", "k": "characters", "w": "winds", "f": "flowers", "s": "seasons"},
        {**_USUAL, "1": "one"},
        tiles=True,
    ),
)
"""The packs that have signs of their own."""


@cache
def _pack(letters: str) -> Pack:
    known = (pack for pack in PACKS if set(letters) <= set(pack.suits))
    return next(known, Pack({letter: letter for letter in letters}, {}))


def pack_of(deck: Deck) -> Pack:
    """How the cards of a deck look: the first pack that has all its suits, else letters for signs.

    >>> from spiralkit.cards import PIQUET, cross
    >>> pack_of(PIQUET).suits["h"], pack_of(Deck("mine", cross("12", "xy"))).suits["x"]
    ('hearts', 'x')
    """
    return _pack("".join(sorted({suit for card in deck.cards for suit in card.suits})))


@lru_cache(maxsize=8192)
def _sign(word: str, x: float, y: float, size: float, role: str) -> Path:
    def at(point: Point) -> Point:
        return x + point[0] * size, y + point[1] * size

    return Path(tuple((letter, tuple(map(at, points))) for letter, points in SIGNS[word]), role)


# Faces.


_WIDTHS = {"W": 1.16, **dict.fromkeys("0123456789", 0.76)}
"""Widths of wide and narrow letters with the space beside them, in parts of the type size."""


@lru_cache(maxsize=4096)
def face(pack: Pack, card: Card, box: Box, type_size: float, strip: float, *, whole: bool) -> tuple[Shape, ...]:
    """A card that lies in the box: rank and suits in the upper corner, within the ``strip`` that stays in sight.

    ``whole`` adds large signs where nothing covers it.
    """
    shapes: list[Shape] = [box]
    if pack.tiles:
        shapes = [Box(box.x, box.y, box.width, box.height, "tile-side", box.radius)]
        shapes.append(Box(box.x, box.y, box.width - 3, box.height - 3.5, box.role, box.radius))
    joker = card == JOKER
    rank = "" if joker else card.rank
    wide = sum(_WIDTHS.get(letter, 0.86) for letter in rank) - 0.14 * (len(rank) > 1)
    size = min(type_size, (strip - 1.4) / 0.89, (box.width - 3) / (wide + 0.88 * len(card.suits) + 0.12))
    slack = min(strip, 1.32 * size) - 0.95 * size
    middle = box.y + max(1.4, slack / 2) + size * CAPITAL / 2
    if joker:
        size = min(size, 0.3 * box.width)
        word = Text(box.x + size * 1.36, middle, "Joker", size * 0.56, "on-joker", "start")
        return (*shapes, _sign("Joker", box.x + size * 0.7, middle, size * 0.95, "on-joker"), word)
    role = shade(pack, card)
    shapes.append(Text(box.x + size * (wide / 2 + 0.04), middle, rank, size, role))
    for number, suit in enumerate(card.suits):
        shapes += pack.sign(suit, box.x + size * (wide + 0.44 + 0.88 * number), middle, size * SMALL)
    if whole:
        shapes += _middle(pack, card, box, middle + size * 0.62)
    return tuple(shapes)


def shade(pack: Pack, card: Card) -> str:
    """The role of a rank: the colour of the suit, or ink where a card has several."""
    word = pack.suits[card.suits[0]]
    return f"suit-{word}" if len(card.suits) == 1 and word in SIGNS else "black"


def _middle(pack: Pack, card: Card, box: Box, top: float) -> list[Shape]:
    """The large signs of a card in the room below its rank."""
    wide, end = box.width - 3 * pack.tiles, box.y + box.height - 3.5 * pack.tiles
    x, room = box.x + wide / 2, end - top
    found: list[Shape] = []
    name = pack.names.get(str(card), "")
    if name and room > 40:
        for word in reversed(name.split()):
            found.append(Text(x, end - 9, word, fitted(word, 11.5, wide - 6), "card-name"))
            end -= 12.5
        room = end - top - 2
    if room < 22:
        return found
    y = top + room / 2
    word = pack.suits[card.suits[0]]
    if pack.tiles and card.rank == "D":
        role = "dragon-white" if word == "characters" else ""
        return [*found, _sign("wyrms", x, y, min(room * 0.9, wide * 0.8), role or f"suit-{word}")]
    if word in ("bamboo", "coins") and card.rank in _ROWS and room >= 12 * len(_ROWS[card.rank]):
        return [*found, *_counted(word, _ROWS[card.rank], x, y, wide - 8, room - 5)]
    count = len(card.suits)
    size = min(room * 0.82, wide * min(0.6, 0.84 / (1.1 * count)))
    for number, suit in enumerate(card.suits):
        found += pack.sign(suit, x + size * 1.1 * (number - (count - 1) / 2), y, size)
    return found


_ROWS = dict(zip("23456789", ((1, 1), (1, 2), (2, 2), (2, 1, 2), (3, 3), (1, 3, 3), (3, 2, 3), (3, 3, 3)), strict=True))


def _counted(word: str, rows: Sequence[int], x: float, y: float, wide: float, high: float) -> list[Shape]:
    """As many signs as the rank of a tile says, in rows."""
    down = high / len(rows)
    across = wide / 3
    size = min(down * 0.88, across * (0.94 if word == "coins" else 1.6))
    return [
        _sign(
            word, x + across * (number - (many - 1) / 2), y + down * (row - (len(rows) - 1) / 2), size, f"suit-{word}"
        )
        for row, many in enumerate(rows)
        for number in range(many)
    ]
