"""The spiral of sixteen places as one table, the colours, which rank converts which, and the rules that may differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ..cards import STANDARD as PACK
from ..cards import Card, TextError

Place = int
Colour = Literal["red", "black"]
Step = Literal["cover", "in", "top", "swap", "out", "end"]
Pile = tuple[Card, ...]

GRID = ((7, 8, 9, 10), (6, 1, 2, 11), (5, 4, 3, 12), (16, 15, 14, 13))
"""The spiral: the places 1 to 16 as they lie, row by row."""

PLACES = range(1, 17)
HAND = 5
_AT = {place: (row, column) for row, line in enumerate(GRID) for column, place in enumerate(line)}

NEIGHBOURS: dict[Place, tuple[Place, ...]] = {
    place: tuple(other for other in PLACES if abs(_AT[other][0] - y) + abs(_AT[other][1] - x) == 1)
    for place, (y, x) in sorted(_AT.items())
}
"""The orthogonal neighbours of each place, in ascending order."""

SUITS: dict[Colour, str] = {"red": "dh", "black": "cs"}
OTHER: dict[Colour, Colour] = {"red": "black", "black": "red"}

_LOW = {rank: rank + (PACK.ranks[i - 1] if i else "") for i, rank in enumerate(PACK.ranks)}
CONVERTS = {"low": _LOW, "high": _LOW | {"A": "AK", "2": "2"}, "wrap": _LOW | {"A": "AK"}}
"""For each rule of the Ace and each rank, the ranks that it converts: its own and the one below."""

_ORDER = {card: number for number, card in enumerate(sorted(PACK.cards, key=lambda card: card.suits in "dh"))}


def in_order(cards: Iterable[Card]) -> Pile:
    """Black before red, then from Ace to King: how hands, discards and views are kept."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def colour_of(card: Card) -> Colour:
    """The colour of a card.

    >>> colour_of(Card("5", "h"))
    'red'
    """
    return "red" if card.suits in "dh" else "black"


OPTIONS = {"ace": ("low", "high", "wrap"), "exhausted": ("rest", "lose")}
"""The decisions that may differ, each with what it may be, the default first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The decisions that may differ.

    ``ace``: ``low`` (2 converts A, A only A), ``high`` (A converts K and A, 2 only 2) or ``wrap`` (A converts K too,
    2 still A). ``exhausted``, when no opposing card is left in hand, deck and discards: ``rest`` (plays of that colour
    are skipped, and a whole cycle without a card from the hand loses) or ``lose`` (lost at once).

    >>> str(Rules()), str(Rules(ace="wrap", exhausted="lose"))
    ('standard', 'ace=wrap+exhausted=lose')
    """

    ace: Literal["low", "high", "wrap"] = "low"
    exhausted: Literal["rest", "lose"] = "rest"

    def __post_init__(self) -> None:
        for name, values in OPTIONS.items():
            if getattr(self, name) not in values:
                raise TextError(f"the rule {name} is {' or '.join(values)}, not {getattr(self, name)!r}")

    @property
    def changed(self) -> dict[str, str]:
        """The options that differ from the defaults, by name."""
        return {name: getattr(self, name) for name, values in OPTIONS.items() if getattr(self, name) != values[0]}

    def __str__(self) -> str:
        return "+".join(f"{name}={value}" for name, value in self.changed.items()) or "standard"

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Rules from their text; raises TextError, which names what is unknown.

        >>> Rules.parse("ace=high")
        Rules(ace='high', exhausted='rest')
        """
        chosen: dict[str, Any] = {}
        for part in text.strip().lower().split("+") if text.strip().lower() != "standard" else ():
            name, sign, value = part.partition("=")
            if not sign or name not in OPTIONS or name in chosen:
                raise TextError(f"unknown rule {part!r} in {text!r}; there are {' and '.join(OPTIONS)}, each once")
            chosen[name] = value
        return cls(**chosen)


STANDARD = Rules()
