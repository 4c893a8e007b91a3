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
from functools import cached_property
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
    """A pack: its name and its cards in order, lowest rank first; a card that is there twice stands there twice.

    Text is read strictly, each card as it is written, unless the pack is ``forgiving``.

    >>> len(PIQUET.cards), str(PIQUET.cards[0]), str(PIQUET.cards[-1])
    (32, '7c', 'As')
    """

    name: str
    cards: tuple[Card, ...]
    forgiving: bool = False

    @property
    def ranks(self) -> str:
        """The ranks, lowest first."""
        return "".join(dict.fromkeys(card.rank for card in self.cards))

    @cached_property
    def _by_text(self) -> dict[str, Card]:
        return {str(card): card for card in self.cards}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Any one card; of two texts that begin alike the longer is tried first."""
        return re.compile("|".join(map(re.escape, sorted(self._by_text, key=len, reverse=True))))

    def parse(self, text: str) -> Card:
        """One card from text. A forgiving pack also takes ``10``, either case, suit signs, and the suit first.

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
        >>> [str(card) for card in MYRMEX_BASE.parse_all("9MSCW AK")]
        ['9MS', 'CW', 'AK']

        Raises TextError at the first thing that is not a card of this pack.
        """
        read = self._forgiven if self.forgiving else self._exact
        text = text.replace("\ufe0f", "")  # the selector that some editors add to suit signs
        cards = []
        place = 0
        while place < len(text):
            if text[place] in " ,\t":
                place += 1
                continue
            card, place = read(text, place)
            cards.append(card)
        return tuple(cards)

    def _exact(self, text: str, place: int) -> tuple[Card, int]:
        """The card written at this place of the text, and the place after it."""
        found = self._pattern.match(text, place)
        if not found:
            raise TextError(f"unknown card at {text[place : place + 4]!r} in {text!r}; the pack is {self.name}")
        return self._by_text[found[0]], found.end()

    def _forgiven(self, text: str, place: int) -> tuple[Card, int]:
        found = _CARD.match(text, place)
        if not found:
            raise TextError(f"unknown card at {text[place : place + 3]!r} in {text!r}")
        rank, suit, suit_first, rank_last = found.groups()
        rank = (rank or rank_last).upper().replace("10", "T")
        suit = (suit or suit_first).lower()
        card = rank + _SIGNS.get(suit, suit)
        if card not in self._by_text:
            raise TextError(f"{card} is not in the {self.name} pack")
        return self._by_text[card], found.end()


def cross(ranks: Iterable[str], suits: Iterable[str], copies: int = 1) -> tuple[Card, ...]:
    """Every rank in every suit, lowest rank first, each card so many times.

    >>> text_of(cross("12", "xy"))
    '1x1y2x2y'
    """
    suits = tuple(suits)
    return tuple(Card(rank, suit) for rank in ranks for suit in suits for _ in range(copies))


PIQUET = Deck("piquet", cross("789TJQKA", "cdhs"), forgiving=True)
"""The 32 cards of Spiral, 7 to Ace in four suits."""

STANDARD = Deck("standard", cross("A23456789TJQK", "cdhs"), forgiving=True)
"""The 52-card pack, Ace low."""

TWO_STANDARD = Deck("double standard", cross("A23456789TJQK", "cdhs", 2), forgiving=True)
"""Two 52-card packs."""

TWO_SIX_SUITED = Deck("double six-suit", cross("A23456789TJQK", "cdhstq", 2))
"""Two packs of 78: clubs, diamonds, hearts, spades, stars (``t``) and squids (``q``), P. D. Magnus's Blue Sea."""

TAROT = Deck("tarot", (*cross("A23456789TPNQK", "wcds"), *cross(map(str, range(22)), "t")))
"""78 cards: wands, cups, discs and swords with Page, Knight (``N``), Queen and King; the trumps 0 to 21."""

MAH_JONG_SUITS = Deck("mah jong suits", cross("123456789", "bck", 4))
"""108 tiles: bamboo, coins and characters (``k``), four of each from 1 to 9."""

MAH_JONG = Deck(
    "mah jong", (*MAH_JONG_SUITS.cards, *cross("D", "bck", 4), *cross("ESWN", "w", 4), *cross("1234", "fs"))
)
"""144 tiles: the suits, and above the 9 a Dragon each (green with bamboo, red with coins, white with characters), four
of each; the four Winds, four of each; four Flowers and four Seasons."""

DECKTET_NAMES = {
    "2MK": "Author", "2SY": "Desert", "2WL": "Origin",
    "3MW": "Journey", "3SK": "Painter", "3LY": "Savage",
    "4MS": "Mountain", "4WL": "Sailor", "4YK": "Battle",
    "5ML": "Forest", "5SW": "Discovery", "5YK": "Soldier",
    "6MW": "Lunatic", "6SY": "Penitent", "6LK": "Market",
    "7ML": "Chance Meeting", "7SK": "Castle", "7WY": "Cave",
    "8MS": "Diplomat", "8WL": "Mill", "8YK": "Betrayal",
    "9MS": "Pact", "9WY": "Darkness", "9LK": "Merchant",
    "PMSL": "Harvest", "PMYK": "Watchman", "PWLY": "Borderland",
    "TMWK": "Consul", "TSWY": "Island", "TSLK": "Window",
    "CM": "Huntress", "CS": "Bard", "CW": "Sea", "CL": "End", "CY": "Calamity", "CK": "Windfall",
}  # fmt: skip
"""The Decktet's cards that have names, by their text: Pawns ``P``, Courts ``T``, Crowns ``C``; the suits are Moons,
Suns, Waves, Leaves, Wyrms (``Y``) and Knots. Not used here are the Pawn SWK, Light Keeper, and the Court MLY, Rite."""


def _double_decktet(ranks: str) -> tuple[Card, ...]:
    """Two of each card of these ranks between one Ace and one Crown a suit."""
    middle = (Card(name[0], name[1:]) for rank in ranks for name in DECKTET_NAMES if name[0] == rank for _ in "12")
    return (*cross("A", "MSWLYK"), *middle, *cross("C", "MSWLYK"))


MYRMEX_BASE = Deck("double decktet", _double_decktet("23456789"))
"""60 cards of two Decktets: two of each from 2 to 9, one Ace and one Crown a suit."""

MYRMEX_MAJOR = Deck("double decktet with pawns", _double_decktet("23456789P"))
"""66 cards: also two each of three Pawns, between 9 and Crown."""

MYRMEX_QUEEN = Deck("double decktet with pawns and courts", _double_decktet("23456789PT"))
"""72 cards: also two each of three Courts, between Pawn and Crown."""


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

    Deal ``n`` of a game uses stream ``n``, so it depends on the seed and on n and on nothing else. Seeds count modulo
    2**64.
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
