"""A second reading of the Spider family: a slow, plain table on which written moves are tried one after the other.

It shares no code with the library and is written from the rules alone. Cards are texts, columns are
lists of [card, lies face up], and every question is answered by looking at the whole table again.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

STANDARD = "A23456789TJQK"
DECKTET = {
    "2": "MK SY WL", "3": "MW SK LY", "4": "MS WL YK", "5": "ML SW YK", "6": "MW SY LK", "7": "ML SK WY",
    "8": "MS WL YK", "9": "MS WY LK", "P": "MSL MYK WLY", "T": "MWK SWY SLK",
}  # fmt: skip
PLAIN = {
    "open": True,
    "rows_down": None,
    "strict_fill": False,
    "removal": "choice",
    "deal_when": "any",
    "trump_unit": "higher",
    "weave": False,
    "stack_limit": None,
    "jokers": 0,
}


def decktet(ranks):
    cards = [rank + suits for rank in ranks[1:-1] for suits in DECKTET[rank].split()]
    return cards * 2 + [rank + suit for rank in "AC" for suit in "MSWLYK"]


def described(name, options):
    """A game as the rules have it: the ranks of suit cards from low to high, the deck, the geometry, the options."""
    if name in ("spider", "spider_open"):
        game = {"ranks": STANDARD, "deck": [r + s for r in STANDARD for s in "cdhs"] * 2, "columns": 10, "dealt": 54}
        game |= {"open": name == "spider_open", "strict_fill": name == "spider"}
    elif name == "myrmex":
        level = options.get("level", "base")
        ranks = {"base": "A23456789C", "major": "A23456789PC", "queen": "A23456789PTC"}[level]
        dealt = {"base": 32, "major": 38, "queen": 32}[level]
        game = {"ranks": ranks, "deck": decktet(ranks), "columns": 8, "dealt": dealt, "rows_down": 3}
    elif name == "wizards_tower":
        ranks = "A23456789TPNQK"
        deck = [r + s for r in ranks for s in "wcds"] + [f"{n}t" for n in range(22)]
        game = {"ranks": ranks, "deck": deck, "columns": 13, "dealt": 78, "trumps": True}
    elif name == "sparrow":
        ranks = "123456789D"
        deck = [r + s for r in ranks for s in "bck"] * 4 + [w + "w" for w in "ESWN"] * 4
        deck += [n + s for n in "1234" for s in "fs"]
        game = {"ranks": ranks, "deck": deck, "columns": 12, "dealt": 72, "tiles": True, "stack_limit": 3}
    elif name == "starfish":
        deck = [r + s for r in STANDARD for s in "cdhstq"] * 2
        game = {"ranks": STANDARD, "deck": deck, "columns": 12, "dealt": 72, "jokers": 6}
    else:
        assert name == "chinese_spider"
        game = {"ranks": "123456789", "deck": [r + s for r in "123456789" for s in "bck"] * 4, "columns": 12}
        game |= {"dealt": 72}
    return PLAIN | game | {key: value for key, value in options.items() if key != "level"}


class Table:
    def __init__(self, game, columns, stock):
        self.game, self.stock = game, list(stock)
        self.columns = [[[card, True] for card in column] for column in columns]
        self.troupe, self.tower, self.cell, self.sets = game["jokers"], 0, None, 0
        assert Counter(card for column in columns for card in column) + Counter(stock) == Counter(game["deck"])
        rows, more = divmod(game["dealt"], game["columns"])
        assert [len(column) for column in columns] == [rows + (n < more) for n in range(game["columns"])]
        if not game["open"]:
            for column in self.columns:
                down = len(column) - 1 if game["rows_down"] is None else game["rows_down"]
                for entry in column[:down]:
                    entry[1] = False
        self.turn_and_send_home()

    def copy(self):
        new = object.__new__(Table)
        new.__dict__ = self.__dict__ | {
            "columns": [[list(entry) for entry in column] for column in self.columns],
            "stock": list(self.stock),
        }
        return new

    # What a card is.

    def kind(self, card):
        if card == "**":
            return "joker"
        if self.game.get("trumps") and card.endswith("t"):
            return "trump"
        if self.game.get("tiles") and card[1] in "w":
            return "wind"
        if self.game.get("tiles") and card[1] in "fs":
            return "flower"
        return "suit"

    def value(self, card):
        return int(card[:-1]) if self.kind(card) == "trump" else self.game["ranks"].index(card[0])

    def is_unit(self, cards):
        kinds = {self.kind(card) for card in cards}
        if len(cards) == 1:
            return kinds != {"joker"}
        if kinds not in ({"suit"}, {"trump"}):
            return False
        for i in range(len(cards) - 1):
            if self.value(cards[i]) - self.value(cards[i + 1]) != 1:
                return False
        return kinds == {"trump"} or any(all(suit in card[1:] for card in cards) for suit in cards[0][1:])

    def may_go(self, cards, column):
        """Whether the rules let these cards be put at the end of a column."""
        if not column:
            return True
        head, end = cards[0], column[-1][0]
        kind = self.kind(head)
        if kind != self.kind(end) or kind == "joker":
            return False
        if kind == "suit":
            return self.value(end) - self.value(head) == 1
        if kind == "trump":
            if len(cards) > 1 and self.game["trump_unit"] == "next":
                return self.value(end) - self.value(head) == 1
            return self.value(end) > self.value(head)
        block = 0
        for card, up in reversed(column):
            if self.kind(card) != kind or not up:
                break
            block += 1
        return self.game["stack_limit"] is None or block < self.game["stack_limit"]

    # What is done.

    def takes(self):
        """Every move that takes something off."""
        letters = "abcdefghijklmnopqrstuv"[: len(self.columns)]
        found = [f"{c}!" for c in letters] + [f"{c}^" for c in letters]
        if self.game.get("tiles"):
            tiles = [
                c
                for c, column in zip(letters, self.columns, strict=True)
                if column and self.kind(column[-1][0]) in ("wind", "flower")
            ]
            found += ["+".join(some) + "!" for some in combinations(tiles, 4)]
        return [text for text in found if self.after(text, checked=True)]

    def candidates(self):
        """Every move that can be written and neither takes something off nor deals."""
        letters = "abcdefghijklmnopqrstuv"[: len(self.columns)]
        found = [f"{c}>w" for c in letters] + [f"w>{c}" for c in letters]
        for c, column in zip(letters, self.columns, strict=True):
            for n in range(1, len(column) + 1):
                for f in letters:
                    found += [f"{c}{n if n > 1 else ''}>{f}", f"*{c}{n}>{f}"]
        return found

    def legal(self):
        """Every legal move, by trying all that can be written."""
        takes = self.takes()
        if takes and self.game["removal"] == "auto":
            return takes
        found = [text for text in self.candidates() if self.after(text, checked=True)]
        return takes + found + ["deal"] * bool(self.after("deal", checked=True))

    def after(self, text, *, checked=False):
        """The table after a move, or None if it is not legal. ``checked``: nothing must leave first."""
        new = self.copy()
        try:
            new.do(text, checked)
        except AssertionError:
            return None
        return new

    def play(self, text):
        self.do(text, False)

    def do(self, text, checked):
        if not checked and self.game["removal"] == "auto" and text[-1] not in "!^":
            assert not self.takes(), f"{text}: what can leave is taken first"
        if text == "deal":
            self.deal()
        elif text.endswith("!"):
            self.take([self.column(letter) for letter in text[:-1].split("+")])
        elif text.endswith("^"):
            column = self.column(text[:-1])
            assert column, text
            assert self.kind(column[-1][0]) == "trump", text
            assert self.value(column[-1][0]) == self.tower, text
            column.pop()
            self.tower += 1
        else:
            self.move(text)
        self.turn_and_send_home()
        cards = Counter(card for column in self.columns for card, _ in column)
        assert cards["**"] + self.troupe == self.game["jokers"]

    def column(self, letter):
        number = "abcdefghijklmnopqrstuv".index(letter)
        assert number < len(self.columns), letter
        return self.columns[number]

    def deal(self):
        assert self.stock, "no stock"
        if self.game["strict_fill"]:
            assert all(self.columns), "a column is empty"
        if self.game["deal_when"] == "stuck":
            others = self.takes() or any(self.after(text, checked=True) for text in self.candidates())
            assert not others, "another move is legal"
        for column in self.columns:
            if self.stock:
                column.append([self.stock.pop(0), True])

    def take(self, columns):
        if len(columns) == 1:
            size = len(self.game["ranks"])
            assert len(columns[0]) >= size
            tail = columns[0][-size:]
            assert all(up for _, up in tail)
            cards = [card for card, _ in tail]
            assert {self.kind(card) for card in cards} == {"suit"}
            assert self.is_unit(cards)
            del columns[0][-size:]
        else:
            assert len(columns) == 4 == len({id(column) for column in columns})
            assert all(columns)
            ends = [column[-1][0] for column in columns]
            kinds = {self.kind(end) for end in ends}
            assert kinds == {"flower"} or (kinds == {"wind"} and len(set(ends)) == 4), ends
            for column in columns:
                column.pop()
        self.sets += 1

    def move(self, text):
        parts = re.fullmatch(r"(\*?)([a-w])(\d*)>([a-w])", text)
        assert parts, text
        star, source, number, target = parts.groups()
        if star:
            column, place = self.column(source), int(number) - 1
            assert self.troupe > 0, "the Troupe is empty"
            assert 0 <= place < len(column) - 1, "never the last of its column"
            card, up = column[place]
            assert up
            assert card != "**"
            column[place] = ["**", True]
            self.troupe -= 1
            assert self.may_go([card], self.column(target)), text
            self.column(target).append([card, True])
            return
        count = int(number or 1)
        assert number not in ("0", "1")
        assert source != target
        if "w" in (source, target):
            assert self.game["weave"]
            assert count == 1
        if source == "w":
            assert self.cell
            cards = [self.cell]
            self.cell = None
        else:
            column = self.column(source)
            assert len(column) >= count
            assert all(up for _, up in column[-count:])
            cards = [card for card, _ in column[-count:]]
            assert self.is_unit(cards), text
            del column[-count:]
        if target == "w":
            assert self.cell is None
            (self.cell,) = cards
        else:
            assert self.may_go(cards, self.column(target)), text
            self.column(target).extend([card, True] for card in cards)

    def turn_and_send_home(self):
        for column in self.columns:
            while column and column[-1][0] == "**":
                column.pop()
                self.troupe += 1
            if column:
                column[-1][1] = True

    # How it stands.

    def is_won(self):
        return not any(self.columns) and not self.stock and self.cell is None

    def key(self):
        columns = tuple("".join(card if up else f"({card})" for card, up in column) for column in self.columns)
        return columns, "".join(self.stock), self.tower, self.cell or "", self.sets, self.troupe


def judge(data, game=None):
    """Replays a game in the JSON of ``play`` or ``solve``; raises AssertionError at the first thing that is not so."""
    table = Table(game or described(data["game"], data["rules"]), data["columns"], data["stock"])
    for number, text in enumerate(data["moves"]):
        assert not table.is_won(), f"move {number + 1} comes after the end"
        try:
            table.play(text)
        except AssertionError as error:
            raise AssertionError(f"move {number + 1}, {text}: {error}") from None
    result = data.get("result", data.get("status"))
    assert (result == "won") == table.is_won()
    if "result" in data and result != "won":
        assert (result == "lost") == (not table.legal())
    return table
