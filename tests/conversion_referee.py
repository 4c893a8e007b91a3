"""A second reading of the colour-conversion spiral: a slow, plain replay of a game written as JSON events.

It shares no code with the library and is written from the rules alone, as the player at the
table follows them: cycle by cycle, step by step, each event demanded when it is due.
"""

from __future__ import annotations

SQUARE = """
 7  8  9 10
 6  1  2 11
 5  4  3 12
16 15 14 13
"""
RANKS = "A23456789TJQK"
PACK = {rank + suit for rank in RANKS for suit in "cdhs"}


def beside(place):
    rows = [[int(word) for word in line.split()] for line in SQUARE.split("\n") if line]
    ((y, x),) = [(y, x) for y in range(4) for x in range(4) if rows[y][x] == place]
    return [rows[v][u] for v, u in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)) if 0 <= v < 4 and 0 <= u < 4]


def colour(card):
    return {"c": "black", "s": "black", "d": "red", "h": "red"}[card[1]]


def beats(ace, one, other):
    """Whether a card converts another, colours aside: equal rank or one lower."""
    if one[0] == other[0]:
        return True
    if one[0] == "A":
        return other[0] == "K" and ace in ("high", "wrap")
    if one[0] == "2" and other[0] == "A":
        return ace in ("low", "wrap")
    return RANKS.index(one[0]) - RANKS.index(other[0]) == 1


class Over(Exception):  # noqa: N818 - not an error: the game is over
    pass


class Game:
    def __init__(self, game):
        self.events = list(game["events"])
        self.spiral = dict(enumerate(game["spiral"], 1))
        self.hand, self.deck = list(game["hand"]), list(game["deck"])
        self.discards, self.covered = [], []
        self.ace = game["rules"].get("ace", "low")
        self.lose = game["rules"].get("exhausted") == "lose"
        assert (len(self.spiral), len(self.hand), len(self.deck)) == (16, 5, 31)
        reds = [colour(card) for card in self.spiral.values()].count("red")
        self.own = colour(self.spiral[1]) if reds == 8 else "red" if reds < 8 else "black"
        self.other = {"red": "black", "black": "red"}[self.own]
        assert self.mine(), "a deal with no card of yours is dealt again"
        self.count()

    def count(self):
        everything = [*self.spiral.values(), *self.hand, *self.deck, *self.discards, *self.covered]
        assert len(everything) == 52, everything
        assert set(everything) == PACK, everything

    def mine(self):
        return [place for place in self.spiral if colour(self.spiral[place]) == self.own]

    def left(self, which):
        return [card for card in self.hand + self.deck + self.discards if colour(card) == which]

    def event(self, do, **wanted):
        assert self.events, f"{do} is due, but the events stop"
        event = self.events.pop(0)
        assert event["do"] == do, f"{do} is due, not {event}"
        for name, value in wanted.items():
            assert event[name] == value, f"{name} is {value}, not as in {event}"
        keys = {
            "cover": {"cell", "card"},
            "convert": {"by", "cell", "card"},
            "draw": {"card"},
            "top": {"card"},
            "dump": {"cards"},
            "reshuffle": {"deck"},
            "swap": {"cells"},
            "pass": {"phase"},
        }
        assert set(event) == keys[do] | {"do"}, event
        return event

    def lay(self, place, card):
        self.covered.append(self.spiral[place])
        self.spiral[place] = card
        self.count()
        if len(self.mine()) == 16:
            raise Over("win")
        if not self.left(self.own):
            raise Over("loss")
        if self.lose and not self.left(self.other):
            raise Over("loss")
        if not self.mine():
            raise Over("catastrophe")

    def deck_must_give(self):
        if not self.deck:
            new = self.event("reshuffle")["deck"]
            assert sorted(new) == sorted(self.discards), "the new deck is all discards"
            self.deck, self.discards = list(new), []
            self.count()

    def ready(self):
        """Back to five, then a look at the colours."""
        while True:
            while len(self.hand) < 5 and self.deck + self.discards:
                self.deck_must_give()
                self.event("draw", card=self.deck[0])
                self.hand.append(self.deck.pop(0))
                self.count()
            if len({colour(card) for card in self.hand}) == 2 or not self.left(self.other):
                return
            dumped = self.event("dump")["cards"]
            assert sorted(dumped) == sorted(self.hand), "a hand is dumped whole"
            self.discards += self.hand
            self.hand = []
            self.count()

    def from_hand(self, place, card, which):
        assert card in self.hand, f"{card} is not in the hand"
        assert colour(card) == which, f"{card} is not {which}"
        self.hand.remove(card)
        self.played += 1
        self.lay(place, card)
        self.ready()

    def spiralling(self, phase, places):
        self.event("pass", phase=phase)
        for by in places:
            card = self.spiral[by]
            while True:
                able = [
                    place
                    for place in beside(by)
                    if colour(self.spiral[place]) != colour(card) and beats(self.ace, card, self.spiral[place])
                ]
                if not able or not self.left(colour(card)):
                    break
                event = self.event("convert", by=by)
                assert event["cell"] in able, f"{event}: only {able} can be converted"
                self.from_hand(event["cell"], event["card"], colour(card))

    def cycle(self, x):
        self.played = 0
        for _ in range(x):
            if self.left(self.other):
                event = self.event("cover")
                assert event["cell"] in self.mine(), f"{event} covers a card that is not yours"
                self.from_hand(event["cell"], event["card"], self.other)
        self.spiralling("in", range(16, 0, -1))
        if self.deck + self.discards:
            self.deck_must_give()
            self.event("top", card=self.deck[0])
            self.lay(1, self.deck.pop(0))
        one, two = self.event("swap")["cells"]
        assert one != two
        assert {one, two} <= set(self.spiral)
        self.spiral[one], self.spiral[two] = self.spiral[two], self.spiral[one]
        self.spiralling("out", range(1, 17))
        if not self.played:
            raise Over("loss")

    def play(self):
        try:
            self.ready()
            x = 0
            while True:
                x += 1
                self.cycle(x)
        except Over as over:
            result = str(over)
        assert not self.events, f"the game is over, but {self.events[0]} follows"
        return result, 11 + len(self.left(self.own)) if result == "win" else 0


def judge(game):
    """Replays a whole game; raises AssertionError at the first thing that the rules do not allow."""
    result, points = Game(game).play()
    assert (game["result"], game["points"]) == (result, points)
    return result, points
