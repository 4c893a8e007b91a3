"""Deals, the public numbered deals, and whole games as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..cards import TWO_STANDARD, Card, TextError, cross, shuffled, text_of
from ..game import Line
from .moves import Move
from .rules import LETTERS, Rules
from .state import State
from .text import tower_cards


def dealt(rules: Rules, cards: Sequence[Card]) -> State:
    """The game as it begins with the cards of the deck in this order: row by row from the left, the rest the stock."""
    columns = tuple(tuple(cards[place : rules.dealt : rules.columns]) for place in range(rules.columns))
    hidden = tuple(
        0
        if rules.open or not column
        else min(len(column) - 1, len(column) if rules.face_down is None else rules.face_down)
        for column in columns
    )
    return State(columns, hidden, tuple(cards[rules.dealt :]), (), 0, None, rules)


def deal(game: str | Rules, seed: int) -> State:
    """The game ``seed`` of these rules, or of the game of this name, as it begins; raises TextError for no such game.

    >>> deal("myrmex level=queen", 1).stock == deal(Rules.parse("myrmex level=queen"), 1).stock
    True
    """
    rules = Rules.parse(game) if isinstance(game, str) else game
    return dealt(rules, shuffled(rules.deck.cards, seed, 1))


def layout(game: str | Rules, *, off: str = "", tower: str = "", **columns: str) -> State:
    """A position with the cards of these columns, as text, to try something out; the other columns are empty.

    What is named nowhere is the stock; in a game without one it lies on top of the last column. Where sets are ``off``
    nothing else is left. ``tower`` is the last trump in it. Raises TextError for what is no position.

    >>> state = layout("spider_open", a="Th9h", b="Jc")
    >>> [str(move) for move in state.moves() if move.to == "b"]
    ['a2>b']
    """
    rules = Rules.parse(game) if isinstance(game, str) else game
    letters = LETTERS[: rules.columns]
    unknown = [letter for letter in columns if letter not in letters]
    if unknown:
        raise TextError(f"{rules.name}: there is no column {unknown[0]!r}")
    rest = Counter(rules.deck.cards)
    for text in columns.values():
        rest -= Counter(rules.deck.parse_all("".join(mark for mark in text if mark not in "()*")))
    trumps = tower_cards(rules)
    rest -= Counter(trumps[: [*map(str, trumps)].index(tower) + 1] if tower in map(str, trumps) else ())
    others = "" if off else text_of(rest.elements())
    if rules.dealt == len(rules.deck.cards):
        columns[letters[-1]], others = others + columns.get(letters[-1], ""), ""
    lines = [f"{letter}: {columns.get(letter, '')}" for letter in letters]
    lines += [f"stock: {others}", *[f"tower: {tower}"] * bool(tower), f"off: {off}", f"rules: {rules}"]
    return State.parse("\n".join(lines), rules)


def ms_deal(game: str | Rules, number: int) -> State:
    """The public numbered deal of Spider, as the program of Microsoft Windows has it.

    Two packs one after the other, each ace to king in clubs, spades, hearts, diamonds; numbers x = x*214013 + 2531011
    mod 2**31 that start with the deal's; again and again the card at place (x >> 16) mod n of the n cards left is
    taken, and the last card fills the gap. Raises TextError if the game is not played with two 52-card packs.

    >>> [str(column[0]) for column in ms_deal("spider", 14934).columns]
    ['Ts', '2h', '4s', 'Qd', '3d', 'Td', '9h', 'As', 'Js', 'Jd']
    """
    rules = Rules.parse(game) if isinstance(game, str) else game
    if rules.deck != TWO_STANDARD:
        raise TextError(f"{rules.name}: the numbered deals are of two 52-card packs")
    left = [card for suit in "cshd" for card in cross("A23456789TJQK", suit)] * 2
    cards = []
    x = number
    while left:
        x = (x * 214013 + 2531011) % 2**31
        place = (x >> 16) % len(left)
        cards.append(left[place])
        left[place] = left[-1]
        left.pop()
    return dealt(rules, cards)


def to_json(line: Line[State, Move], *, seed: int | None = None, policy: str | None = None) -> dict[str, Any]:
    """A game as JSON: what was dealt, every move, and how it ended: won, lost, or stopped before its end."""
    start, end = line.start, line.states[-1].outcome
    return {
        "game": start.rules.name,
        "seed": seed,
        "policy": policy,
        "rules": start.rules.changed,
        "result": "stopped" if end is None else "won" if end.winner == "me" else "lost",
        "columns": [[str(card) for card in column] for column in start.columns],
        "stock": [str(card) for card in start.stock],
        "moves": [str(move) for move in line.moves],
    }
