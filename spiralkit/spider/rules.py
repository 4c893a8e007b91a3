"""The Spider games as values: what a game is made of, its options, and the seven games.

A game is a ``Rules``: the deck, how it is dealt, and its families, which say what may be built on
what, what moves as one, and how cards leave. Make up your own by writing one down.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..cards import (
    MAH_JONG,
    MAH_JONG_SUITS,
    MYRMEX_BASE,
    MYRMEX_MAJOR,
    MYRMEX_QUEEN,
    TAROT,
    TWO_SIX_SUITED,
    TWO_STANDARD,
    Card,
    Deck,
    TextError,
)

LETTERS = "abcdefghijklmnopqrstuv"
"""The letters of the columns; ``w`` is the weave cell."""

JOKER = Card("*", "*")
FOUR = 4
"""How many ends make a set of a family that leaves by ``any``."""


@dataclass(frozen=True)
class Family:
    """Cards that are built on each other only: how they are built, whether they move as units, and how they leave.

    ``suits``: the letters of their suits. ``build``: what a card may be put on, ``next`` (exactly one rank higher, any
    suit), ``higher`` (any higher rank) or ``class`` (any of the family). ``unit``: whether a tail that descends by one
    and has a suit common to all its cards moves as one. ``leave``: ``run`` (highest to lowest rank with a common suit,
    off the end of a column), ``tower`` (each rank in turn, lowest first, when it is an end card), ``different`` (one
    of each rank, at the ends of as many columns) or ``any`` (any four, at the ends of four columns).
    """

    name: str
    suits: str
    build: Literal["next", "higher", "class"]
    unit: bool
    leave: Literal["run", "tower", "different", "any"]

    def __post_init__(self) -> None:
        for name, values in _FAMILY.items():
            if getattr(self, name) not in values:
                raise TextError(f"{self.name}: {name} is one of {_listed(values)}, not {getattr(self, name)!r}")


_FAMILY = {
    "build": ("next", "higher", "class"),
    "unit": (False, True),
    "leave": ("run", "tower", "different", "any"),
}


@dataclass(frozen=True, slots=True)
class Face:
    """A card as the rules see it: its family (none for a Joker), its rank from 0 up, its suits as a mask of bits, and
    the highest rank of its family."""

    family: Family | None
    rank: int
    suits: int
    top: int


JOKER_FACE = Face(None, -1, 0, -1)

OPTIONS: dict[str, tuple[Any, ...]] = {
    "removal": ("choice", "auto"),
    "deal_when": ("any", "stuck"),
    "strict_fill": (False, True),
    "open": (True, False),
    "trump_unit": ("higher", "next"),
    "weave": (False, True),
    "stack_limit": (None, *range(1, 17)),
    "jokers": tuple(range(7)),
    "level": ("", "base", "major", "queen"),
}
"""The rules that may differ, and their values."""

COMMON = ("removal", "deal_when", "strict_fill", "open")


@dataclass(frozen=True)
class Rules:
    """One game of the Spider family.

    ``dealt`` cards of the deck are laid row by row on so many ``columns``; the rest is the stock, dealt a row at a
    time. The other fields are decisions that may differ:

    - ``open``: every card dealt lies face up; if not, the first ``face_down`` rows lie face down (None: all but the
      ends).
    - ``strict_fill``: no deal while a column is empty.
    - ``removal``: finished sets and trumps that the tower takes leave by ``choice``, or at once (``auto``: then no
      other move is legal before).
    - ``deal_when``: a deal is legal at ``any`` time, or only when no other move is (``stuck``).
    - ``trump_unit``: a unit of a family built on any ``higher`` card goes on any of them, or only on the ``next``.
    - ``stack_limit``: a move may put no card on so many or more of a family built by ``class`` (None: no limit).
    - ``jokers``: how many Jokers are in the Troupe at first.
    - ``weave``: whether there is a cell for any one end card.
    - ``level``: of Myrmex; it goes with the deck.

    ``options`` are those of them that the game lets you change by name.

    >>> MYRMEX.change(level="major", removal="auto").changed
    {'removal': 'auto', 'level': 'major'}
    """

    name: str
    deck: Deck
    columns: int
    dealt: int
    families: tuple[Family, ...]
    open: bool = True
    face_down: int | None = None
    strict_fill: bool = False
    removal: Literal["choice", "auto"] = "choice"
    deal_when: Literal["any", "stuck"] = "any"
    trump_unit: Literal["higher", "next"] = "higher"
    stack_limit: int | None = None
    jokers: int = 0
    weave: bool = False
    level: str = ""
    options: tuple[str, ...] = COMMON
    faces: dict[Card, Face] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, values in OPTIONS.items():
            value = getattr(self, name)
            if (type(value), value) not in [(type(known), known) for known in values]:
                raise TextError(f"{self.name}: the rule {name} is one of {_listed(values)}, not {value!r}")
        if not 1 <= self.columns <= len(LETTERS) or not 0 < self.dealt <= len(self.deck.cards):
            raise TextError(f"{self.name}: {self.dealt} cards cannot be dealt on {self.columns} columns")
        object.__setattr__(self, "faces", {JOKER: JOKER_FACE})
        both = [suit for suit, count in Counter("".join(family.suits for family in self.families)).items() if count > 1]
        if both:
            raise TextError(f"{self.name}: the suit {both[0]} is of two families")
        letters = sorted({letter for card in self.deck.cards for letter in card.suits})
        for family in self.families:
            cards = [card for card in self.deck.cards if set(card.suits) <= set(family.suits)]
            ranks = tuple(dict.fromkeys(card.rank for card in cards))
            _check_family(self.name, family, cards)
            for card in cards:
                suits = sum(1 << letters.index(letter) for letter in set(card.suits))
                self.faces[card] = Face(family, ranks.index(card.rank), suits, len(ranks) - 1)
        for card in self.deck.cards:
            if card not in self.faces:
                raise TextError(f"{self.name}: {card} is of no family")

    def __hash__(self) -> int:
        return hash((self.name, self.columns, self.dealt))

    def family(self, leave: str) -> tuple[Family, ...]:
        """The families that leave in this way."""
        return tuple(family for family in self.families if family.leave == leave)

    @property
    def title(self) -> str:
        """What the game is called where people read it.

        >>> WIZARDS_TOWER.title
        "Wizard's Tower"
        """
        return _TITLES.get(self.name, self.name.replace("_", " "))

    @property
    def sets(self) -> int:
        """How many sets there are to remove; the tower is not counted."""
        counts = Counter(self.faces[card].family for card in self.deck.cards)
        tops = {face.family: face.top for face in self.faces.values()}
        sizes = {family: FOUR if family.leave == "any" else tops[family] + 1 for family in self.families}
        return sum(counts[family] // sizes[family] for family in self.families if family.leave != "tower")

    # Options and text.

    def change(self, **options: Any) -> Rules:
        """The same game with other options; raises TextError for one that it does not have or a value unknown.

        >>> str(STARFISH.change(jokers=4))
        'starfish jokers=4'
        """
        for name in options:
            if name not in self.options:
                raise TextError(f"{self.name} has no rule {name!r}; it has {_listed(self.options)}")
        if "level" in options:
            if options["level"] not in LEVELS:
                raise TextError(f"{self.name}: the rule level is one of {_listed(LEVELS)}, not {options['level']!r}")
            deck, dealt = LEVELS[options["level"]]
            return replace(self, deck=deck, dealt=dealt, **options)
        return replace(self, **options)

    @property
    def changed(self) -> dict[str, Any]:
        """The options that differ from those of the game of this name."""
        usual = PRESETS.get(self.name, self)
        names = [name for name in OPTIONS if name in self.options]
        return {name: getattr(self, name) for name in names if getattr(self, name) != getattr(usual, name)}

    @property
    def is_known(self) -> bool:
        """Whether name and options say all of it: it is one of the seven games, not made up."""
        return self.name in PRESETS and PRESETS[self.name].change(**self.changed) == self

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.changed.items())])

    @classmethod
    def parse(cls, text: str) -> Rules:
        """One of the seven games from its name and options; raises TextError, which says what is unknown.

        >>> Rules.parse("wizards_tower trump_unit=next weave=true").changed
        {'trump_unit': 'next', 'weave': True}
        """
        words = text.split()
        name = words[0].lower() if words else ""
        if name not in PRESETS:
            raise TextError(f"unknown game {name!r}; the games are {_listed(PRESETS)}")
        options = {}
        for word in words[1:]:
            option, sign, value = word.partition("=")
            if not sign or option in options:
                raise TextError(f"{word!r} is no rule: it is like removal=auto, each rule once")
            options[option] = PRESETS[name].option(option, value)
        return PRESETS[name].change(**options)

    def option(self, name: str, text: str) -> Any:
        """The value of an option from its text; raises TextError if there is no such option or value."""
        if name not in self.options:
            raise TextError(f"{self.name} has no rule {name!r}; it has {_listed(self.options)}")
        values = OPTIONS[name]
        known = {str(value).lower(): value for value in values if value != ""}
        if text.lower() not in known:
            raise TextError(f"{self.name}: the rule {name} is one of {_listed(known.values())}, not {text!r}")
        return known[text.lower()]


_TITLES = {
    "spider": "Spider",
    "spider_open": "Spider open",
    "myrmex": "Myrmex",
    "wizards_tower": "Wizard's Tower",
    "sparrow": "Sparrow",
    "starfish": "Starfish",
    "chinese_spider": "Chinese Spider",
}


def _listed(values: Any) -> str:
    return ", ".join(str(value) for value in values if value != "")


def _check_family(game: str, family: Family, cards: list[Card]) -> None:
    """Raises TextError if the cards of a family could never all leave."""
    counts = set(Counter(card.rank for card in cards).values())
    fits = {
        "run": len(counts) == 1,
        "different": len(counts) == 1,
        "tower": counts == {1},
        "any": bool(cards) and len(cards) % FOUR == 0,
    }
    if not fits[family.leave]:
        raise TextError(f"{game}: the {len(cards)} cards of the family {family.name} can never all leave")


SUITS = Family("suits", "cdhs", build="next", unit=True, leave="run")
"""Built downwards by one in any suit; a unit is in suit; highest to lowest of a suit leaves."""

SPIDER = Rules(
    "spider",
    deck=TWO_STANDARD,
    columns=10,
    dealt=54,
    families=(SUITS,),
    open=False,
    strict_fill=True,
)

SPIDER_OPEN = replace(SPIDER, name="spider_open", open=True, strict_fill=False)

MYRMEX = Rules(
    "myrmex",
    deck=MYRMEX_BASE,
    columns=8,
    dealt=32,
    families=(replace(SUITS, suits="MSWLYK"),),
    face_down=3,
    level="base",
    options=(*COMMON, "level"),
)

LEVELS = {"base": (MYRMEX_BASE, 32), "major": (MYRMEX_MAJOR, 38), "queen": (MYRMEX_QUEEN, 32)}
"""Deck and number of cards dealt of each level of Myrmex."""

WIZARDS_TOWER = Rules(
    "wizards_tower",
    deck=TAROT,
    columns=13,
    dealt=78,
    families=(
        replace(SUITS, suits="wcds"),
        Family("trumps", "t", build="higher", unit=True, leave="tower"),
    ),
    options=(*COMMON, "trump_unit", "weave"),
)

SPARROW = Rules(
    "sparrow",
    deck=MAH_JONG,
    columns=12,
    dealt=72,
    families=(
        replace(SUITS, suits="bck"),
        Family("winds", "w", build="class", unit=False, leave="different"),
        Family("flowers", "fs", build="class", unit=False, leave="any"),
    ),
    stack_limit=3,
    options=(*COMMON, "stack_limit"),
)

STARFISH = Rules(
    "starfish",
    deck=TWO_SIX_SUITED,
    columns=12,
    dealt=72,
    families=(replace(SUITS, suits="cdhstq"),),
    jokers=6,
    options=(*COMMON, "jokers"),
)

CHINESE_SPIDER = Rules(
    "chinese_spider",
    deck=MAH_JONG_SUITS,
    columns=12,
    dealt=72,
    families=(replace(SUITS, suits="bck"),),
)

PRESETS = {
    rules.name: rules for rules in (SPIDER, SPIDER_OPEN, MYRMEX, WIZARDS_TOWER, SPARROW, STARFISH, CHINESE_SPIDER)
}
"""The seven games by name."""
