"""Spiral a second time, for the tests alone: slow, naive, written from the rules of the game and nothing else.

Nothing of spiralkit is imported here. The board is a dict from labels to owners, places are cube
coordinates, columns are lists of words, connections are found by flooding sets. Where this and
the library differ, one of them is wrong.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

RANKS = ["7", "8", "9", "T", "J", "Q", "K", "A"]
CENTRE = "--"

# The labels along the spiral: the unordered pairs of ranks, then the centre.
SPIRAL = [a + b for i, a in enumerate(RANKS) for b in RANKS[i:]] + [CENTRE]


def _places() -> dict[str, tuple[int, int, int]]:
    """Cube coordinates of each label: each ring runs from corner to corner, beginning at the same diagonal."""
    corners = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]
    places = []
    for radius in (3, 2, 1):
        for one, two in zip(corners, corners[1:] + corners[:1], strict=True):
            for step in range(radius):
                places.append(tuple(a * (radius - step) + b * step for a, b in zip(one, two, strict=True)))
    places.append((0, 0, 0))
    return dict(zip(SPIRAL, places, strict=True))


PLACE = _places()


def adjacent(one: str, two: str) -> bool:
    """Whether two cells share an edge: their places differ by one step."""
    return max(abs(a - b) for a, b in zip(PLACE[one], PLACE[two], strict=True)) == 1


NEIGHBOURS = {one: {two for two in SPIRAL if adjacent(one, two)} for one in SPIRAL}

# A side is where one coordinate is at its largest or smallest; the opposite side is where it is at the other.
SIDES = {(axis, end): {cell for cell in SPIRAL if PLACE[cell][axis] == end} for axis in range(3) for end in (3, -3)}


def groups(cells: set[str]) -> list[set[str]]:
    found = []
    left = set(cells)
    while left:
        group = {left.pop()}
        grown = True
        while grown:
            more = {cell for cell in left if NEIGHBOURS[cell] & group}
            group |= more
            left -= more
            grown = bool(more)
        found.append(group)
    return found


def connections(cells: set[str]) -> set[str]:
    """``fork`` and ``bridge``, as far as the cells of one colour have them."""
    return {how for group in groups(cells) for how in connections_of_group(group)}


def connections_of_group(group: Set[str]) -> set[str]:
    touched = {side for side, on in SIDES.items() if group & on}
    found = set()
    for axis in range(3):
        if {(axis, 3), (axis, -3)} <= touched:
            found.add("bridge")
    for end in (3, -3):
        if {(0, end), (1, end), (2, end)} <= touched:
            found.add("fork")
    return found


def pair_of(one: str, two: str) -> str:
    """The label that two cards name."""
    a, b = sorted((one[0], two[0]), key=RANKS.index)
    return a + b


class Game:
    """One game, which changes as it is played; a deal is four lists of cards, top card first."""

    def __init__(self, columns: list[list[str]], one_column: bool = False, no_shuffle: bool = False) -> None:
        self.one_column = one_column
        self.no_shuffle = no_shuffle
        self.board: dict[str, str] = {}
        self.mover = "me"
        self.pieces_of_turn = 0
        self.end: tuple[str, str, str] | None = None  # result, how, by
        self.columns: list[list[str]] = []
        self.deal(columns)

    def deal(self, columns: list[list[str]]) -> None:
        assert len({card for column in columns for card in column}) == 32
        assert [len(column) for column in columns] == [8, 8, 8, 8]
        self.columns = [list(column) for column in columns]

    def deal_due(self) -> bool:
        return self.end is None and self.pieces_of_turn == 0 and any(column == [] for column in self.columns)

    def picks(self) -> list[str]:
        """The columns that may be taken from now."""
        if self.end or self.deal_due():
            return []
        if self.mover == "brooks":
            return [["ab", "cd"][self.pieces_of_turn]]
        found = []
        for i, one in enumerate("abcd"):
            for j, two in enumerate("abcd"):
                if i < j or (i == j and self.one_column and len(self.columns[i]) >= 2):
                    found.append(one + two)
        return found

    def owned(self, who: str) -> set[str]:
        return {cell for cell, owner in self.board.items() if owner == who}

    def take(self, pick: str) -> dict[str, Any]:
        """Place one piece by the bottom cards of two columns; says what happened."""
        assert pick in self.picks(), pick
        mover = self.mover
        cards = []
        for letter in pick:
            column = self.columns["abcd".index(letter)]
            card = column.pop()
            cards.append(card)
            if self.no_shuffle:
                column.insert(0, card)
        pair = pair_of(*cards)
        named = SPIRAL.index(pair)
        order = [*range(named, -1, -1), *range(named + 1, len(SPIRAL))]  # itself, down, then up
        cell = next(SPIRAL[at] for at in order if SPIRAL[at] not in self.board)
        self.board[cell] = mover
        made = connections(self.owned(mover))
        if made:
            how = "fork" if "fork" in made else "bridge"
            self.end = ("win" if (mover, how) == ("me", "fork") else "loss", how, mover)
        self.pieces_of_turn += 1
        if self.pieces_of_turn == (1 if mover == "me" else 2):
            self.pieces_of_turn = 0
            self.mover = "brooks" if mover == "me" else "me"
        return {"mover": mover, "columns": pick, "cards": cards, "pair": pair, "cell": cell}


def words(column: str) -> list[str]:
    """``7c8d`` as ``["7c", "8d"]``."""
    return [column[at : at + 2] for at in range(0, len(column), 2)]


def check_play(game: dict[str, Any]) -> Game:
    """Play through one game as ``play spiral --json`` prints it, and compare every piece, deal and the result."""
    assert game["game"] == "spiral"
    variant = game["variant"].split("+")
    deals = [[words(column) for column in columns] for columns in game["deals"]]
    oracle = Game(deals[0], "one-column" in variant, "no-shuffle" in variant)
    number = 1
    for turn in game["turns"]:
        assert oracle.end is None
        if oracle.deal_due():
            number += 1
            oracle.deal(deals[number - 1])
        assert {"deal": number, **oracle.take(turn["columns"])} == turn
    assert number == len(deals)
    assert oracle.end == (game["result"], game["how"], game["by"])
    return oracle
