"""The rules: positions of the colour-conversion spiral, what may be done, how it ends, and what the player sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..cards import Card, text_of
from ..game import MoveError
from .ending import BARE, CATASTROPHE, EXHAUSTED, IDLE, WIN, Ending
from .moves import Move
from .reading import read_position
from .table import (
    CONVERTS,
    GRID,
    HAND,
    NEIGHBOURS,
    OTHER,
    PLACES,
    STANDARD,
    SUITS,
    Colour,
    Pile,
    Place,
    Rules,
    Step,
    colour_of,
    in_order,
)

_SWAPS = tuple(Move("swap", (one, two)) for one in PLACES for two in PLACES if one < two)
_WORDS = {
    "cover": "step 1, cover cards of yours",
    "in": "step 2, spiral in",
    "convert": "a conversion",
    "top": "step 3, the top card of the deck goes on place 1",
    "swap": "step 4, exchange two cards of the spiral",
    "out": "step 5, spiral out",
    "draw": "a draw, back to five",
    "dump": "a dump, since the hand is of one colour",
    "reshuffle": "a reshuffle of the discards, since a card is needed and the deck is empty",
}
"""What comes next, in words."""


def _laid(piles: tuple[Pile, ...], place: Place, card: Card) -> tuple[Pile, ...]:
    return _replaced(piles, place, (*piles[place - 1], card))


def _replaced(piles: tuple[Pile, ...], place: Place, pile: Pile) -> tuple[Pile, ...]:
    return (*piles[: place - 1], pile, *piles[place:])


def _fits(move: Move, places: int, cards: int) -> bool:
    """Whether a move names so many places of the spiral and so many cards."""
    return len(move.places) == places and len(move.cards) == cards and all(place in PLACES for place in move.places)


@dataclass(frozen=True, slots=True)
class State:
    """A position: what lies where, and the step of which cycle it is.

    ``piles``: the sixteen piles of places 1 to 16, the card that counts last, those it covers (out of the game) below
    it; an exchange moves whole piles. ``hand`` and ``discards`` are kept sorted, ``deck`` has the next card first.
    ``colour`` is yours. ``cycle`` is x. ``step`` is one of the five steps (``end`` after an idle cycle); in ``in`` and
    ``out`` ``place`` is the active place, 0 before the spiralling begins. ``played`` counts the cards played from the
    hand in this cycle. While the hand is filled again, step and place stay those of the card that was played.

    >>> from spiralkit.conversion import deal
    >>> state = deal(7)
    >>> print(state)
    you are black (*); cycle 1
    <BLANKLINE>
     7: 8h     8: 4d     9: Ah    10: Qc*
     6: 9h     1: 3c*    2: 3h    11: 4h
     5: Th     4: Ac*    3: Kc*   12: Ts*
    16: 3s*   15: 5c*   14: 6d    13: 8d
    <BLANKLINE>
    hand: As Ad 5d 6h Jd
    deck 31, discards 0, out of the game 0
    yours on the spiral 7; in hand, deck and discards 19 yours, 17 not
    step 1, cover cards of yours: red onto black, 1 of 1
    >>> state.play(state.moves()[0]).due
    'draw'

    States compare by value and can be keys. The constructor checks nothing; ``State.parse`` does.
    """

    piles: tuple[Pile, ...]
    hand: Pile
    deck: Pile
    discards: Pile
    colour: Colour
    cycle: int = 1
    step: Step = "cover"
    place: Place = 0
    played: int = 0
    rules: Rules = STANDARD
    _end: Ending | bool | None = field(default=True, compare=False, repr=False)  # True: not known yet

    # What is there.

    @property
    def cards(self) -> tuple[Card, ...]:
        """The sixteen cards that count, those of places 1 to 16."""
        return tuple(pile[-1] for pile in self.piles)

    def card(self, place: Place) -> Card:
        """The card that counts on a place, 1 to 16."""
        return self.piles[place - 1][-1]

    @property
    def opposing(self) -> Colour:
        """The colour that is not yours."""
        return OTHER[self.colour]

    @property
    def yours(self) -> tuple[Place, ...]:
        """The places that show your colour."""
        suits = SUITS[self.colour]
        return tuple(place for place, pile in enumerate(self.piles, 1) if pile[-1].suits in suits)

    def left(self, colour: Colour) -> int:
        """How many cards of a colour are left in hand, deck and discards."""
        suits = SUITS[colour]
        return sum(card.suits in suits for cards in (self.hand, self.deck, self.discards) for card in cards)

    @property
    def at_best(self) -> int:
        """What a win from here scores at most: 21 less your cards that are covered or must still be in this step 1.

        Of your 26 cards 16 then lie on the spiral, and each of the others counts that is not covered: 11 + 26 - 16 - c.
        """
        to_cover = min(self.cycle - self.played, self.left(self.opposing)) if self.step == "cover" else 0
        return 21 - (26 - len(self.yours) - self.left(self.colour)) - to_cover

    def _any_left(self, colour: Colour) -> bool:
        suits = SUITS[colour]
        return any(card.suits in suits for cards in (self.hand, self.deck, self.discards) for card in cards)

    def targets(self, place: Place, card: Card | None = None) -> tuple[Place, ...]:
        """The neighbours that the card of a place converts as the spiral lies now, or that another card would there.

        They are of the other colour and of equal rank or one lower; whether the hand can pay is not asked.
        """
        card = card or self.card(place)
        ranks = CONVERTS[self.rules.ace][card.rank]
        suits = "cs" if card.suits in "dh" else "dh"
        return tuple(
            other
            for other in NEIGHBOURS[place]
            if (there := self.piles[other - 1][-1]).rank in ranks and there.suits in suits
        )

    def to_come(self, place: Place) -> bool:
        """Whether a card laid on this place now will still act in the present or coming spiralling."""
        if self.step in ("in", "out") and self.place:
            return place < self.place if self.step == "in" else place > self.place
        return self.step != "end"

    # The rules.

    @property
    def outcome(self) -> Ending | None:
        """None while the game goes on; a win is looked for first."""
        if self._end is True:
            object.__setattr__(self, "_end", self._ending())
        assert not isinstance(self._end, bool)
        return self._end

    def _ending(self) -> Ending | None:
        mine = len(self.yours)
        if mine == 16:
            return Ending("me", WIN, "me", points=11 + self.left(self.colour))
        if not self._any_left(self.colour):
            return Ending("nobody", BARE, "nobody")
        if self.rules.exhausted == "lose" and not self._any_left(self.opposing):
            return Ending("nobody", EXHAUSTED, "nobody")
        if mine == 0:
            return Ending("nobody", CATASTROPHE, "nobody")
        return Ending("nobody", IDLE, "nobody") if self.step == "end" else None

    @property
    def due(self) -> str:
        """What comes next, as the ``do`` of a move; empty when the game is over.

        First the hand is drawn back to five, then it is looked at: a hand of one colour is dumped, unless no opposing
        card is left anywhere. Then the step of the cycle goes on.
        """
        if self.outcome is not None:
            return ""
        if len(self.hand) < HAND and (self.deck or self.discards):
            return "draw" if self.deck else "reshuffle"
        if self._one_coloured() and self._any_left(self.opposing):
            return "dump"
        match self.step:
            case "in" | "out":
                return "convert" if self.place else self.step
            case "top":
                return "top" if self.deck else "reshuffle"
        return self.step

    def _one_coloured(self) -> bool:
        reds = sum(card.suits in "dh" for card in self.hand)
        return reds in (0, len(self.hand))

    @property
    def deal_due(self) -> bool:
        """Whether chance must move: a card must be taken from the empty deck, so the discards are shuffled."""
        return self.due == "reshuffle"

    @property
    def choosing(self) -> bool:
        """Whether the next move is a choice of yours: a cover, a conversion or an exchange."""
        return self.due in ("cover", "convert", "swap")

    def moves(self) -> tuple[Move, ...]:
        """What may be played, by place and card; one forced move; none when over or when a reshuffle is due."""
        due = self.due
        match due:
            case "cover":
                return tuple(Move(due, (cell,), (card,)) for cell in self.yours for card in self._held(self.opposing))
            case "convert":
                by = self.place
                held = self._held(colour_of(self.card(by)))
                return tuple(Move(due, (by, cell), (card,)) for cell in self.targets(by) for card in held)
            case "swap":
                return _SWAPS
            case "in" | "out":
                return (Move(due),)
            case "draw" | "top":
                return (Move(due, (), self.deck[:1]),)
            case "dump":
                return (Move(due, (), self.hand),)
        return ()

    def _held(self, colour: Colour) -> Pile:
        suits = SUITS[colour]
        return tuple(card for card in self.hand if card.suits in suits)

    def play(self, move: Move) -> State:
        """The state after a move; raises MoveError, which names the move and the rule broken."""
        reason = self._refusal(move)
        if reason:
            raise MoveError(f"{move} cannot be played: {reason}")
        piles, hand, deck, discards = self.piles, self.hand, self.deck, self.discards
        step, place, played = self.step, self.place, self.played
        match move.do:
            case "cover" | "convert":
                piles = _laid(piles, move.places[-1], move.cards[0])
                hand = tuple(card for card in hand if card != move.cards[0])
                played += 1
            case "in" | "out":
                place = 16 if move.do == "in" else 1
            case "top":
                piles, deck, step = _laid(piles, 1, deck[0]), deck[1:], "swap"
            case "swap":
                one, two = (piles[place - 1] for place in move.places)
                piles = _replaced(_replaced(piles, move.places[0], two), move.places[1], one)
                step = "out"
            case "draw":
                hand, deck = in_order((*hand, deck[0])), deck[1:]
            case "dump":
                hand, discards = (), in_order(discards + hand)
            case "reshuffle":
                deck, discards = move.cards, ()
        state = State(piles, hand, deck, discards, self.colour, self.cycle, step, place, played, self.rules)
        return state._settled()

    def _refusal(self, move: Move) -> str | None:
        """The rule that forbids this move now, or None."""
        due = self.due
        if move.do != due:
            return f"now comes {_WORDS[due]}" if due else f"the game is over ({self.outcome})"
        match due:
            case "cover":
                if not _fits(move, 1, 1) or self.card(move.places[0]).suits not in SUITS[self.colour]:
                    return f"step 1 covers a card of your colour, {self.colour}"
                return self._unplayable(move.cards[0], self.opposing, "step 1 covers by")
            case "convert":
                if not _fits(move, 2, 1) or move.places[0] != self.place:
                    return f"place {self.place} is active"
                if move.places[1] not in self.targets(self.place):
                    return "a card converts a neighbour of the other colour and of equal rank or one lower"
                colour = colour_of(self.card(self.place))
                return self._unplayable(move.cards[0], colour, f"place {self.place} converts by")
            case "swap":
                if not _fits(move, 2, 0) or move.places[0] >= move.places[1]:
                    return "two different places are exchanged, the lower named first"
                return None
            case "reshuffle":
                if not _fits(move, 0, len(self.discards)) or set(move.cards) != set(self.discards):
                    return "the new deck is all the discards"
                return None
        return None if move in self.moves() else f"it is {self.moves()[0]}"

    def _unplayable(self, card: Card, colour: Colour, what: str) -> str | None:
        if card in self.hand and colour_of(card) == colour:
            return None
        return f"{what} a {colour} card of the hand"

    def _settled(self) -> State:
        """This state, or the one where the next thing is really to be done: steps without anything to do are passed."""
        cycle, step, place, played = self.cycle, self.step, self.place, self.played
        if self.outcome is not None or self.due in ("draw", "dump"):
            return self
        if self.due == "reshuffle" and step != "top":
            return self
        opposing = self._any_left(self.opposing)
        while True:
            if step == "cover":
                if played < cycle and opposing:
                    break
                step, place = "in", 0
            if step in ("in", "out"):
                if not place or (self.targets(place) and (opposing or self.card(place).suits in SUITS[self.colour])):
                    break
                place += 1 if step == "out" else -1
                if place not in PLACES:
                    place = 0
                    if step == "in":
                        step = "top"
                    elif played:
                        cycle, step, played = cycle + 1, "cover", 0
                    else:
                        step = "end"
            if step == "top" and not self.deck and not self.discards:
                step = "swap"
            if step in ("top", "swap", "end"):
                break
        if (cycle, step, place) == (self.cycle, self.step, self.place):
            return self
        return replace(self, cycle=cycle, step=step, place=place, played=played, _end=True)

    def view(self) -> View:
        """What the player sees: everything but the order of the deck."""
        return View(replace(self, deck=in_order(self.deck)))

    # Pictures and text.

    def _repr_svg_(self) -> str:
        from ..draw import conversion  # the drawing is above the rules: imported only when a picture is asked for

        return conversion.svg(self)

    def __str__(self) -> str:
        """The square (``*`` your colour, ``[ ]`` the active place), the hand, counts, and what is to be done."""
        lines = [f"you are {self.colour} (*); cycle {self.cycle}", ""]
        for row in GRID:
            cells = (f"{place}:".rjust(3) + self._mark(place) for place in row)
            lines.append("  ".join(cells).rstrip())
        out = sum(len(pile) - 1 for pile in self.piles)
        mine, not_mine = self.left(self.colour), self.left(self.opposing)
        lines += [
            "",
            f"hand: {' '.join(map(str, self.hand)) or '-'}",
            f"deck {len(self.deck)}, discards {len(self.discards)}, out of the game {out}",
            f"yours on the spiral {len(self.yours)}; in hand, deck and discards {mine} yours, {not_mine} not",
            self.status(),
        ]
        return "\n".join(lines)

    def _mark(self, place: Place) -> str:
        card = self.card(place)
        text = f"{card}*" if colour_of(card) == self.colour else f"{card} "
        return f"[{text}]" if self.place == place else f" {text} "

    def status(self) -> str:
        """What is to be done, in words."""
        if self.outcome is not None:
            return str(self.outcome)
        words = _WORDS[self.due]
        if self.due == "cover":
            return f"{words}: {self.opposing} onto {self.colour}, {self.played + 1} of {self.cycle}"
        if self.due == "convert":
            card = self.card(self.place)
            places = " or ".join(map(str, self.targets(self.place)))
            return f"{words}: {card} on {self.place} converts {places} by a {colour_of(card)} card"
        return words

    @property
    def text(self) -> str:
        """The position on one line: spiral, hand, deck, discards, your colour, cycle, step, cards played, rules.

        The piles of places 1 to 16 are split by ``/``, the card that counts last; the deck has the next card first; no
        card is ``-``. ``State.parse`` reads it back.
        """
        step = f"{self.step}{self.place or ''}"
        cards = (text_of(cards) or "-" for cards in (self.hand, self.deck, self.discards))
        piles = "/".join(map(text_of, self.piles))
        return f"{piles} {' '.join(cards)} {self.colour} {self.cycle} {step} {self.played} {self.rules}"

    def __repr__(self) -> str:
        return f"State.parse({self.text!r})"

    @classmethod
    def parse(cls, text: str) -> State:
        """A position from its line of nine fields; raises TextError, which says what is impossible and why."""
        return cls(*read_position(text))._settled()


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees of a State: everything but the order of the deck. Policies get this and nothing else.

    ``known`` is the state with its deck sorted, which says nothing about the order; only its choices mean anything, not
    its draws. Two states that differ in the order of the deck alone have the same view.

    >>> from spiralkit.conversion import deal
    >>> state = deal(1)
    >>> state.view() == state.view().imagine(state.deck[::-1]).view()
    True
    """

    known: State

    def moves(self) -> tuple[Move, ...]:
        """Your choices; none when the next move is not yours to choose."""
        return self.known.moves() if self.known.choosing else ()

    @property
    def unseen(self) -> Pile:
        """The cards of the deck, sorted: which they are is known, their order is not."""
        return self.known.deck

    def imagine(self, deck: Sequence[Card]) -> State:
        """The state if the deck lay in this order; raises ValueError if these are not the unseen cards."""
        if len(deck) != len(self.unseen) or set(deck) != set(self.unseen):
            raise ValueError("an imagined deck is made of the unseen cards, each once")
        return replace(self.known, deck=tuple(deck))

    def __str__(self) -> str:
        return str(self.known)
