"""Layouts of the Spider games for tests: a few columns named, the rest of the deck out of the way."""

from __future__ import annotations

from collections import Counter

from spiralkit.cards import text_of
from spiralkit.spider import Move, Rules, State


def layout(game: str | Rules, *, off: str = "", tower: str = "", **columns: str) -> State:
    """A position with these columns, the others empty.

    What is named nowhere is the stock; in a game without one it lies on top of the last column. Where sets are ``off``
    nothing else is left.
    """
    rules = Rules.parse(game) if isinstance(game, str) else game
    letters = "abcdefghijklmnopqrstuv"[: rules.columns]
    rest = Counter(rules.deck.cards)
    for text in columns.values():
        rest -= Counter(rules.deck.parse_all("".join(mark for mark in text if mark not in "()*")))
    others = "" if off else text_of(rest.elements())
    if rules.dealt == len(rules.deck.cards):
        columns[letters[-1]], others = others + columns.get(letters[-1], ""), ""
    lines = [f"{letter}: {columns.get(letter, '')}" for letter in letters]
    lines += [f"stock: {others}", *[f"tower: {tower}"] * bool(tower), f"off: {off}", f"rules: {rules}"]
    return State.parse("\n".join(lines), rules)


def texts(state: State) -> list[str]:
    return [str(move) for move in state.moves()]


def run(state: State, *moves: str) -> State:
    """The state after the moves."""
    for text in moves:
        state = state.play(Move.parse(text))
    return state
