"""Cards and packs: what a card is, how it is written and read, and how a pack is shuffled.

A card is a rank and its suits (in the plural: a card of the Decktet has two or three).
Written, it is the rank and then the suits in ASCII: ``Tc 9s Qh``.

The shuffle is our own, so that a seed gives the same deal on every machine and for ever:
SplitMix64 numbers (Steele, Lea, Flood 2014) drive a Fisher-Yates shuffle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

MASK64 = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


class TextError(ValueError):
    """Text that cannot be read as what it should be; the message says what, where and why."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card: its rank (``"7"`` .. ``"A"``) and its suits (``"s"``).

    >>> Card("9", "s")
    Card('9', 's')
    >>> str(Card("T", "c"))
    'Tc'
    """

    rank: str
    suits: str

    def __str__(self) -> str:
        return self.rank + self.suits

    def __repr__(self) -> str:
        return f"Card({self.rank!r}, {self.suits!r})"


_SIGNS = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_SUIT = "[cdhs♣♧♦♢♥♡♠♤]"
_RANK = "(?:10|[2-9atjqk])"
_CARD = re.compile(f"({_RANK})({_SUIT})|({_SUIT})({_RANK})", re.IGNORECASE)


@dataclass(frozen=True)
class Deck:
    """A pack: its name and its cards in order, lowest rank first.

    >>> len(PIQUET.cards), str(PIQUET.cards[0]), str(PIQUET.cards[-1])
    (32, '7c', 'As')
    """

    name: str
    cards: tuple[Card, ...]

    @property
    def ranks(self) -> str:
        """The ranks, lowest first."""
        return "".join(dict.fromkeys(card.rank for card in self.cards))

    def parse(self, text: str) -> Card:
        """One card from text. Also takes ``10``, either case, suit signs, and the suit first.

        >>> PIQUET.parse("♠10"), PIQUET.parse("qH")
        (Card('T', 's'), Card('Q', 'h'))

        Raises TextError if the text is not one card of this pack.
        """
        cards = self.parse_all(text)
        if len(cards) != 1:
            raise TextError(f"{text!r} is not one card")
        return cards[0]

    def parse_all(self, text: str) -> tuple[Card, ...]:
        """Any number of cards, with or without blanks or commas between them.

        >>> [str(card) for card in PIQUET.parse_all("8dJs ♠9")]
        ['8d', 'Js', '9s']

        Raises TextError at the first thing that is not a card of this pack.
        """
        text = text.replace("\ufe0f", "")  # the selector that some editors add to suit signs
        cards = []
        place = 0
        while place < len(text):
            if text[place] in " ,\t":
                place += 1
                continue
            found = _CARD.match(text, place)
            if not found:
                raise TextError(f"unknown card at {text[place : place + 3]!r} in {text!r}")
            rank, suit, suit_first, rank_last = found.groups()
            rank = (rank or rank_last).upper().replace("10", "T")
            suit = (suit or suit_first).lower()
            card = Card(rank, _SIGNS.get(suit, suit))
            if card not in self.cards:
                raise TextError(f"{card} is not in the {self.name} pack")
            cards.append(card)
            place = found.end()
        return tuple(cards)


def _pack(name: str, ranks: str, suits: str) -> Deck:
    return Deck(name, tuple(Card(rank, suit) for rank in ranks for suit in suits))


PIQUET = _pack("piquet", "789TJQKA", "cdhs")
"""The 32 cards of Spiral, 7 to Ace in four suits."""

STANDARD = _pack("standard", "A23456789TJQK", "cdhs")
"""The 52-card pack, Ace low."""


def text_of(cards: Iterable[Card]) -> str:
    """Cards written one after the other without blanks: ``8dJsTs``."""
    return "".join(map(str, cards))


def mix64(z: int) -> int:
    """The finisher of SplitMix64: a bijection of the numbers 0 .. 2**64 - 1."""
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK64
    return z ^ z >> 31


def stream_key(seed: int, number: int) -> int:
    """The key of stream ``number`` of ``seed``: output ``number`` of SplitMix64 started at its own first output.

    Deal ``n`` of a game uses stream ``n``, so it depends on the seed and on n and on nothing else.
    """
    return mix64((mix64((seed + GOLDEN) & MASK64) + number * GOLDEN) & MASK64)


def numbers(seed: int, number: int) -> Iterator[int]:
    """The endless 64-bit numbers of one stream: ``mix64(key + 1*GOLDEN)``, ``mix64(key + 2*GOLDEN)``, ..."""
    state = stream_key(seed, number)
    while True:
        state = (state + GOLDEN) & MASK64
        yield mix64(state)


def below(source: Iterator[int], count: int) -> int:
    """A number from 0 to count - 1: the upper 32 bits of the next number, times count, divided by 2**32."""
    return (next(source) >> 32) * count >> 32


def shuffled(cards: Sequence[T], seed: int, number: int) -> tuple[T, ...]:
    """The cards in the order of shuffle ``number`` of ``seed`` (Fisher-Yates from the last place down).

    >>> [str(card) for card in shuffled(PIQUET.cards, seed=1, number=1)[:4]]
    ['Ts', '9s', 'Th', '8d']
    """
    source = numbers(seed, number)
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(source, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
