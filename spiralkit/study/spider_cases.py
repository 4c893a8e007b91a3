"""The Spider games that are studied: the seven, their options, and small and whole decks with one size changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..cards import Deck, cross
from ..spider import PRESETS, SUITS, Rules, State, deal, ms_deal

RANKS = "A23456789TPNQK"
"""The ranks of the decks made here: the first ones, as many as a set is long."""


class Case(NamedTuple):
    """Rules to play by: ``value`` is what ``changed`` is in them, in words.

    ``nodes``: positions that the solver may look at. ``empty``: columns more than the rules deal on, empty at first.
    ``public``: the seeds are the numbers of public deals.
    """

    changed: str
    value: str | int
    rules: Rules
    nodes: int = 0
    empty: int = 0
    public: bool = False

    def start(self, seed: int) -> State:
        """The deal of this seed."""
        state = (ms_deal if self.public else deal)(self.rules, seed)
        if not self.empty:
            return state
        return replace(
            state,
            columns=(*state.columns, *((),) * self.empty),
            hidden=(*state.hidden, *(0,) * self.empty),
            rules=replace(self.rules, columns=self.rules.columns + self.empty),
        )


def sizes(rules: Rules) -> dict[str, int | float | str]:
    """What a game is made of: its cards, and of those that leave as runs the suits, most copies of a card, and ranks;
    its columns, the rows dealt, and the share of the cards that lies open at the start.

    >>> sizes(PRESETS["starfish"])
    {'cards': 156, 'suits': 6, 'copies': 2, 'length': 13, 'columns': 12, 'rows': '6', 'open': 0.46153846153846156}
    """
    run = rules.families[0]
    copies = Counter(card for card in rules.deck.cards if rules.faces[card].family == run)
    start = deal(rules, 1)
    return {
        "cards": len(rules.deck.cards),
        "suits": len(run.suits),
        "copies": max(copies.values()),
        "length": 1 + max(rules.faces[card].rank for card in copies),
        "columns": rules.columns,
        "rows": "-".join(map(str, sorted({len(column) for column in start.columns}))),
        "open": (rules.dealt - sum(start.hidden)) / len(rules.deck.cards),
    }


def game_of(suits: int, copies: int, length: int, columns: int, rows: int) -> Rules:
    """Open Spider of other sizes: so many suits, copies of a card, ranks, columns, and rows dealt at first.

    >>> rules = game_of(4, 2, 13, 10, 5)
    >>> len(rules.deck.cards), rules.dealt, rules.sets
    (104, 50, 8)
    """
    letters = "cdhstq"[:suits]
    name = f"{suits} suits x {copies} x {length}"
    deck = Deck(name, cross(RANKS[:length], letters, copies))
    dealt = min(rows * columns, len(deck.cards))
    return Rules(name, deck=deck, columns=columns, dealt=dealt, families=(replace(SUITS, suits=letters),))


SIZES = ("suits", "copies", "length", "columns", "rows dealt")


def one_at_a_time(base: Sequence[int], others: dict[str, Sequence[int]], nodes: int) -> tuple[Case, ...]:
    """The game of the sizes ``base``, and games in which one of them is another; the base stands in each group.

    >>> [case.value for case in one_at_a_time((2, 2, 6, 4, 3), {"suits": (1, 3)}, 1000)]
    [1, 2, 3]
    """
    cases = []
    for place, changed in enumerate(SIZES):
        for value in sorted({base[place], *others.get(changed, ())}) if changed in others else ():
            sizes = [*base[:place], value, *base[place + 1 :]]
            cases.append(Case(changed, value, game_of(*sizes), nodes))
    return tuple(cases)


def _rules(game: str, **options: str) -> tuple[Case, ...]:
    """A game with options, by what they are called."""
    return tuple(
        Case(game, value.replace("_", " "), Rules.parse(f"{game} {text}"), NODES[game])
        for value, text in options.items()
    )


NODES = {
    "spider": 5_000_000,
    "spider_open": 5_000_000,
    "myrmex": 2_000_000,
    "wizards_tower": 10_000_000,
    "sparrow": 5_000_000,
    "starfish": 10_000_000,
    "chinese_spider": 500_000,
}
"""Positions that the solver may look at in a deal of a whole game."""

GAMES = tuple(Case("game", name, rules, NODES[name]) for name, rules in PRESETS.items())

SMALL_NODES = 200_000
SMALL_SIZES = (2, 2, 4, 3, 2)
SMALL = (
    *one_at_a_time(
        SMALL_SIZES,
        {"suits": (1, 3), "copies": (1, 3), "length": (3, 5, 6), "columns": (2, 4), "rows dealt": (1, 3, 4, 5)},
        SMALL_NODES,
    ),
    *(
        Case("suits x copies", f"{suits} x {copies}", game_of(suits, copies, 4, 3, 2), SMALL_NODES)
        for suits, copies in ((1, 4), (2, 2), (4, 1))
    ),
    Case("small", "open, relaxed", game_of(*SMALL_SIZES), SMALL_NODES),
    Case("small", "hidden", replace(game_of(*SMALL_SIZES), open=False), SMALL_NODES),
    Case("small", "strict", replace(game_of(*SMALL_SIZES), strict_fill=True), SMALL_NODES),
    Case("small", "hidden, strict", replace(game_of(*SMALL_SIZES), open=False, strict_fill=True), SMALL_NODES),
    Case("small", "auto removal", replace(game_of(*SMALL_SIZES), removal="auto"), SMALL_NODES),
    *(Case("empty columns", empty, game_of(2, 2, 4, 3, 6), SMALL_NODES, empty) for empty in range(3)),
)
"""Decks that can be searched to the end: 16 cards on three columns, two rows dealt, and what differs from it in one
thing; then as many cards in other suits and copies, other rules (strict: no deal while a column is empty), and all
cards dealt at once beside so many empty columns."""

SMALL_DEALT = tuple(case for case in SMALL if case.changed != "empty columns")
"""Without the last."""

WHOLE = (
    *one_at_a_time(
        (4, 2, 13, 10, 5),
        {
            "suits": (2, 3, 5, 6),
            "copies": (1, 3, 4),
            "length": (9, 11, 14),
            "columns": (7, 8, 9, 12),
            "rows dealt": (2, 3, 4, 6, 8),
        },
        600_000,
    ),
    *(
        Case("suits x copies", f"{suits} x {copies}", game_of(suits, copies, 13, 10, 5), 600_000)
        for suits, copies in ((1, 8), (2, 4), (4, 2))
    ),
)
"""Open Spider, ten columns with five rows dealt, and what differs from it in one thing."""

RULES = (
    *(Case("starfish, Jokers", n, PRESETS["starfish"].change(jokers=n), NODES["starfish"]) for n in range(6, -1, -1)),
    *(
        Case("sparrow, stack limit", n or "none", PRESETS["sparrow"].change(stack_limit=n), NODES["sparrow"])
        for n in (1, 2, 3, 4, None)
    ),
    *_rules(
        "wizards_tower",
        plain="",
        weave="weave=true",
        unit_on_next="trump_unit=next",
        unit_on_next_and_weave="trump_unit=next weave=true",
    ),
    *_rules("myrmex", open="", hidden="open=false"),
    *_rules(
        "spider",
        hidden_strict="",
        hidden_relaxed="strict_fill=false",
        open_strict="open=true",
        open_relaxed="open=true strict_fill=false",
        hidden_strict_auto="removal=auto",
        open_relaxed_auto="open=true strict_fill=false removal=auto",
    ),
)
"""Each game with the rules that may differ in it. Strict: no deal while a column is empty."""

FOOL = (Case("game", "wizards_tower", PRESETS["wizards_tower"], NODES["wizards_tower"]),)

PUBLIC = (Case("game", "spider", PRESETS["spider"], 10_000_000, public=True),)
"""The deals that programs of this game share, by their numbers from 1."""
