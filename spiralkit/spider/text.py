"""Positions of the Spider games as text: written, read and checked, and drawn as a picture in letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from ..cards import Card, TextError, text_of
from .rules import FOUR, JOKER, LETTERS, Family, Rules

if TYPE_CHECKING:
    from .state import State

Pile = tuple[Card, ...]
Fields = tuple[tuple[Pile, ...], tuple[int, ...], Pile, tuple[str, ...], int, Card | None, Rules]

_DOWN = re.compile(r"\s*\(([^()]*)\)")


# Writing.


def position_text(state: State) -> str:
    """The position on several lines."""
    rules = state.rules
    lines = []
    for letter, column, hidden in zip(state.letters, state.columns, state.hidden, strict=True):
        lines.append(f"{letter}: {''.join(f'({card})' for card in column[:hidden])}{text_of(column[hidden:])}")
    lines.append(f"stock: {text_of(state.stock)}")
    if rules.jokers:
        lines.append(f"troupe: {state.troupe}")
    if rules.family("tower"):
        lines.append(f"tower: {text_of(tower_cards(rules)[: state.tower][-1:])}")
    if rules.weave:
        lines.append(f"weave: {state.cell or ''}")
    lines += [f"off: {' '.join(state.off)}", f"rules: {rules}"]
    return "\n".join(line.rstrip() for line in lines)


def picture(state: State) -> str:
    """The columns side by side, top card above, and what lies beside them; face-down cards are ``?``."""
    rules = state.rules
    parts = [f"{len(state.off)} of {rules.sets} sets off"]
    if rules.family("tower"):
        parts.append(f"{state.tower} of {len(tower_cards(rules))} trumps in the tower")
    if len(rules.deck.cards) > rules.dealt:
        parts.append(f"stock {len(state.stock)}")
    if rules.jokers:
        parts.append(f"Jokers in the Troupe {state.troupe}")
    if rules.weave:
        parts.append(f"weave cell {state.cell or 'empty'}")
    shown = [
        [letter, *("?" if place < hidden else str(card) for place, card in enumerate(column))]
        for letter, column, hidden in zip(state.letters, state.columns, state.hidden, strict=True)
    ]
    width = 2 + max(3, *(len(str(card)) for card in rules.deck.cards))
    rows = ("".join(text.ljust(width) for text in row).rstrip() for row in zip_longest(*shown, fillvalue=""))
    ending = ["", str(state.outcome)] if state.outcome else []
    return "\n".join([f"{rules.name}: {'; '.join(parts)}", "", *rows, *ending])


def tower_cards(rules: Rules) -> Pile:
    """The cards that the tower takes, in order."""
    families = rules.family("tower")
    return tuple(card for card in rules.deck.cards if rules.faces[card].family in families)


# Reading.


def read_position(text: str, rules: Rules | None = None) -> Fields:
    """What a State is made of; raises TextError if a line cannot be read or the cards are not the whole deck."""
    lines: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, colon, rest = line.partition(":")
        name = name.strip().lower()
        if not line.strip():
            continue
        if not colon or name in lines:
            raise TextError(f"line {number}: {line.strip()[:40]!r} is no new line of a position, like 'a: 9s8s'")
        lines[name] = rest.strip()
    said = lines.pop("rules", None)
    if rules is None:
        if said is None:
            raise TextError("a position of a Spider game ends with a line like 'rules: spider'")
        rules = Rules.parse(said)
    elif said is not None and said != str(rules):
        raise TextError(f"rules: the position is of {said!r}, not of {str(rules)!r}")

    columns, hidden = [], []
    for letter in LETTERS[: rules.columns]:
        if letter not in lines:
            raise TextError(f"{rules.name} has {rules.columns} columns, and column {letter} is missing")
        column, down = _column(letter, lines.pop(letter), rules)
        columns.append(column)
        hidden.append(down)
    stock = _cards("stock", lines.pop("stock", ""), rules)
    troupe = lines.pop("troupe", None) if rules.jokers else None
    tower = _tower(lines.pop("tower", ""), rules) if rules.family("tower") else 0
    cell = _cards("weave", lines.pop("weave", ""), rules) if rules.weave else ()
    off = tuple(sorted(lines.pop("off", "").split()))
    if lines:
        raise TextError(f"{rules.name} has no line {next(iter(lines))!r}")
    if len(cell) > 1:
        raise TextError(f"weave: the cell holds one card, not {len(cell)}")
    jokers = sum(column.count(JOKER) for column in columns)
    if jokers > rules.jokers or (troupe is not None and troupe != str(rules.jokers - jokers)):
        raise TextError(f"troupe: {jokers} of {rules.jokers} Jokers are in the columns")
    _check_cards([*columns, stock, cell], off, tower, rules)
    return tuple(columns), tuple(hidden), stock, off, tower, cell[0] if cell else None, rules


def _cards(where: str, text: str, rules: Rules) -> Pile:
    try:
        return rules.deck.parse_all(text)
    except TextError as error:
        raise TextError(f"{where}: {error}") from None


def _column(letter: str, text: str, rules: Rules) -> tuple[Pile, int]:
    """The cards of a column and how many of them lie face down."""
    where = f"column {letter}"
    down: list[Card] = []
    place = 0
    while found := _DOWN.match(text, place):
        cards = _cards(where, found[1], rules)
        if len(cards) != 1:
            raise TextError(f"{where}: {found[0].strip()!r} is not one face-down card")
        down += cards
        place = found.end()
    if "(" in text[place:]:
        raise TextError(f"{where}: a face-down card lies under a face-up one")
    up: list[Card] = []
    for number, part in enumerate(text[place:].split("**")):
        up += [JOKER] * (number > 0)
        up += _cards(where, part, rules)
    if down and not up:
        raise TextError(f"{where}: the end card lies face down")
    if up and up[-1] == JOKER:
        raise TextError(f"{where}: a Joker at the end goes back to the Troupe")
    return (*down, *up), len(down)


def _tower(text: str, rules: Rules) -> int:
    cards = tower_cards(rules)
    for number, card in enumerate(cards, 1):
        if text == str(card):
            return number
    if text:
        raise TextError(f"tower: {text!r} is none of {text_of(cards)}, of which the last taken is named")
    return 0


def _check_cards(piles: Sequence[Pile], off: tuple[str, ...], tower: int, rules: Rules) -> None:
    """Raises TextError unless the piles, the sets off and the tower are the whole deck."""
    deck = Counter(rules.deck.cards)
    there = Counter(card for pile in piles for card in pile if card != JOKER)
    for card, count in there.items():
        if count > deck[card]:
            raise TextError(f"{card} is there {count} times, and the deck has {deck[card]}")
    missing = deck - there
    names = _names(rules)
    for name in off:
        if name not in names:
            raise TextError(f"off: {name!r} names no set; there are {', '.join(sorted(names))}")
    gone = Counter(tower_cards(rules)[:tower])
    for family in rules.families:
        cards = [card for card in missing.elements() if rules.faces[card].family is family]
        taken = [name for name in off if names[name] is family]
        if family.leave == "tower":
            right = Counter(cards) == gone
        elif family.leave == "any":
            right = len(cards) == FOUR * len(taken)
        else:
            ranks = {card.rank for card in rules.deck.cards if rules.faces[card].family is family}
            letters = [set(name) for name in taken]
            right = all(_matched([card for card in cards if card.rank == rank], letters) for rank in ranks)
        if not right:
            raise TextError(
                f"the {family.name} that are missing, {text_of(cards) or 'none'}, are not those of the sets off"
                + f" and the tower ({tower} cards)" * (family.leave == "tower")
            )


def _names(rules: Rules) -> dict[str, Family]:
    """How sets off are named: by a suit each, or by all suits of a family whose sets leave from several ends."""
    names = {}
    for family in rules.families:
        for name in [family.suits] if family.leave in ("different", "any") else family.suits:
            if family.leave != "tower":
                names[name] = family
    return names


def _matched(cards: list[Card], letters: list[set[str]]) -> bool:
    """Whether the cards can be dealt out to the sets, one each, so that each set gets one of its suits."""
    if len(cards) != len(letters):
        return False
    if not letters:
        return True
    for card in set(cards):
        if letters[0] & set(card.suits):
            rest = cards.copy()
            rest.remove(card)
            if _matched(rest, letters[1:]):
                return True
    return False
