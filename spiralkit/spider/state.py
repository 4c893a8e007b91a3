"""The one engine of the Spider games: positions, what may be played, what it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ..cards import Card
from ..game import MoveError, Outcome
from .build import ends_are_set, finished, goes_to_tower, has_room, may_lie_on, unit_length
from .moves import CELL, Move
from .rules import FOUR, JOKER, JOKER_FACE, LETTERS, Face, Rules
from .text import picture, position_text, read_position
from .view import View

Column = tuple[Card, ...]
Faces = tuple[Face, ...]

CLEARED = Outcome("me", "everything is off", "")
STUCK = Outcome("nobody", "no legal move", "")
DEAL = Move("deal")
TAKING = ("set", "tower")
WORDS = {
    "next": "a card exactly one higher",
    "higher": "a higher card of its own kind",
    "class": "a card of its own kind",
}
"""What a family is built on, in words."""


@dataclass(frozen=True, slots=True)
class State:
    """A position: what lies where.

    ``columns``: top card first, end card last. ``hidden``: how many cards on top of each column lie face down.
    ``stock``: the next card first. ``off``: the sets removed, sorted, each by its suit, or by all suits of its family
    if it left from several ends. ``tower``: how many trumps are in it. ``cell``: the card in the weave cell. Jokers
    that are not in the columns are in the Troupe.

    >>> from spiralkit.spider import deal
    >>> state = deal("myrmex", 1)
    >>> print(state)
    myrmex: 0 of 6 sets off; stock 28
    <BLANKLINE>
    a    b    c    d    e    f    g    h
    2SY  3SK  7ML  AS   4WL  2MK  8MS  5ML
    5YK  AY   AL   6LK  5YK  7SK  CM   AK
    2WL  4YK  6MW  9LK  8MS  9WY  CS   8YK
    5SW  CW   3MW  3MW  6SY  6LK  7WY  4MS
    >>> state.moves()[:3]
    (Move.parse('a>e'), Move.parse('a>f'), Move.parse('c>h'))

    States compare by value and can be keys. The constructor checks nothing; ``State.parse`` does.
    """

    columns: tuple[Column, ...]
    hidden: tuple[int, ...]
    stock: tuple[Card, ...]
    off: tuple[str, ...]
    tower: int
    cell: Card | None
    rules: Rules = field(hash=False)
    _moves: tuple[Move, ...] | None = field(default=None, init=False, compare=False, repr=False)  # None: not sought yet

    # What is there.

    @property
    def troupe(self) -> int:
        """How many Jokers are in the Troupe."""
        return self.rules.jokers - sum(column.count(JOKER) for column in self.columns) if self.rules.jokers else 0

    @property
    def letters(self) -> str:
        """The letters of the columns."""
        return LETTERS[: len(self.columns)]

    def faces(self, place: int) -> Faces:
        """The face-up cards of a column, by its place from 0, as the rules see them."""
        faces = self.rules.faces
        return tuple(faces[card] for card in self.columns[place][self.hidden[place] :])

    @property
    def outcome(self) -> Outcome | None:
        """Won when everything is off, lost when there is no legal move; None while the game goes on."""
        if not any(self.columns) and not self.stock and self.cell is None:
            return CLEARED
        return None if self.moves() else STUCK

    # What may be played.

    def moves(self) -> tuple[Move, ...]:
        """What may be played: sets, the tower, cards and units by column, the weave cell, Jokers, the deal."""
        if self._moves is None:
            object.__setattr__(self, "_moves", tuple(self._legal()))
        assert self._moves is not None
        return self._moves

    def _legal(self) -> list[Move]:
        columns = [self.faces(place) for place in range(len(self.columns))]
        found = list(self._takings(columns))
        if found and self.rules.removal == "auto":
            return found
        found += self._shifts(columns)
        if self.rules.weave:
            found += self._weaves(columns)
        if self.troupe:
            found += self._replacements(columns)
        if self._deal_refusal() is None and (not found or self.rules.deal_when == "any"):
            found.append(DEAL)
        return found

    def _takings(self, columns: Sequence[Faces]) -> Iterator[Move]:
        """Sets off the ends of columns, sets of several ends, trumps to the tower."""
        for letter, column in zip(LETTERS, columns, strict=False):
            if column and finished(column):
                yield Move("set", letter)
        for family in self.rules.families:
            if family.leave in ("different", "any"):
                ends = [(at, column[-1]) for at, column in enumerate(columns) if column and column[-1].family is family]
                size = FOUR if family.leave == "any" or not ends else ends[0][1].top + 1
                for some in combinations(ends, size):
                    if ends_are_set([end for _, end in some]):
                        yield Move("set", "".join(LETTERS[at] for at, _ in some))
        for letter, column in zip(LETTERS, columns, strict=False):
            if column and goes_to_tower(column[-1], self.tower):
                yield Move("tower", letter)

    def _landings(self, card: Face, columns: Sequence[Faces], count: int = 1) -> Iterator[int]:
        """The places of the columns where a card, or a unit with this card on top, may go."""
        for place, column in enumerate(columns):
            if not column or (may_lie_on(self.rules, card, column[-1], count) and has_room(self.rules, card, column)):
                yield place

    def _shifts(self, columns: Sequence[Faces]) -> Iterator[Move]:
        """Cards and units from the end of a column onto another column."""
        for place, column in enumerate(columns):
            for count in range(1, unit_length(column) + 1 if column else 1):
                for target in self._landings(column[-count], columns, count):
                    if target != place:
                        yield Move("move", LETTERS[place], LETTERS[target], count)

    def _weaves(self, columns: Sequence[Faces]) -> Iterator[Move]:
        """An end card into the weave cell, or the card there back."""
        if self.cell is None:
            for letter, column in zip(LETTERS, columns, strict=False):
                if column:
                    yield Move("move", letter, CELL)
        else:
            for target in self._landings(self.rules.faces[self.cell], columns):
                yield Move("move", CELL, LETTERS[target])

    def _replacements(self, columns: Sequence[Faces]) -> Iterator[Move]:
        """A Joker from the Troupe for a face-up card that is not the last of its column."""
        for place, column in enumerate(columns):
            above = list(columns)
            for number, card in enumerate(column[:-1]):
                if card.family is not None:
                    above[place] = _with_joker(column, number)
                    for target in self._landings(card, above):
                        yield Move("joker", LETTERS[place], LETTERS[target], self.hidden[place] + number + 1)

    # Why not.

    def _refusal(self, move: Move) -> str | None:
        """The rule that forbids a move now, or None."""
        if not isinstance(move, Move) or not isinstance(move.count, int):
            return "a move is like Move.parse('c>f')"
        unknown = [letter for letter in f"{move.columns}{move.to}" if letter not in self.letters + CELL]
        if unknown:
            return f"there is no column {unknown[0]!r}"
        takes = move.do in ("set", "tower")
        if (
            not takes
            and self.rules.removal == "auto"
            and any(self._takings([*map(self.faces, range(len(self.columns)))]))
        ):
            return "what can leave is taken off first (removal=auto)"
        match move:
            case Move("set", columns, "", 1) if columns:
                return self._set_refusal(columns)
            case Move("tower", column, "", 1) if len(column) == 1:
                return self._tower_refusal(column)
            case Move("move", source, target, count) if len(source) == len(target) == 1:
                return self._shift_refusal(source, target, count)
            case Move("joker", source, target, place) if len(source) == len(target) == 1:
                return self._replacement_refusal(source, target, place)
            case Move("deal", "", "", 1):
                reason = self._deal_refusal()
                return "another move is legal (deal_when=stuck)" if not reason and DEAL not in self.moves() else reason
        return "it names too few columns or too many"

    def _end(self, letter: str) -> Face | None:
        """The end card of a column; None if it has no card or is the weave cell."""
        place = self.letters.find(letter)
        return self.rules.faces[self.columns[place][-1]] if place >= 0 and self.columns[place] else None

    def _set_refusal(self, columns: str) -> str | None:
        ends = [end for end in map(self._end, columns) if end]
        if len(ends) != len(columns):
            return "a column without cards has no set"
        if len(columns) > 1:
            if "".join(sorted(set(columns))) != columns:
                return "the columns of the ends are named once each, in order"
            return None if ends_are_set(ends) else "these ends are no set"
        column = self.faces(self.letters.index(columns))
        return None if finished(column) else f"no finished set lies at the end of column {columns}"

    def _tower_refusal(self, letter: str) -> str | None:
        end = self._end(letter)
        return None if end and goes_to_tower(end, self.tower) else "the tower takes the trumps in order, from end cards"

    def _shift_refusal(self, source: str, target: str, count: int) -> str | None:
        if CELL in (source, target) and not self.rules.weave:
            return "the game has no weave cell (weave=True)"
        if source == target:
            return "source and target are the same"
        if source == CELL:
            if self.cell is None or count != 1:
                return "the weave cell has not so many cards"
            return self._landing_refusal(self.rules.faces[self.cell], self.cell, target)
        place = self.letters.index(source)
        column = self.faces(place)
        if not 1 <= count <= len(column):
            return f"column {source} has not so many face-up cards"
        if target == CELL:
            return None if self.cell is None and count == 1 else "the weave cell holds one card"
        if count > unit_length(column):
            return f"the last {count} cards of column {source} are no unit"
        return self._landing_refusal(column[-count], self.columns[place][-count], target, count)

    def _landing_refusal(
        self, card: Face, name: Card, target: str, count: int = 1, column: Faces | None = None
    ) -> str | None:
        place = self.letters.index(target)
        column = self.faces(place) if column is None else column
        if not column:
            return None
        end = self.columns[place][-1]
        if not may_lie_on(self.rules, card, column[-1], count):
            words = WORDS[card.family.build] if card.family else "no card"
            if count > 1 and may_lie_on(self.rules, card, column[-1]):
                words = "the next card only, as a unit (trump_unit=next)"
            return f"{name} does not go on {end}: it goes on {words} or into an empty column"
        if not has_room(self.rules, card, column):
            return f"{self.rules.stack_limit} of a kind or more lie at the end of column {target} already (stack_limit)"
        return None

    def _replacement_refusal(self, source: str, target: str, number: int) -> str | None:
        if not self.troupe:
            return "no Joker is in the Troupe"
        if CELL in (source, target):
            return "a Joker has nothing to do with the weave cell"
        place = self.letters.index(source)
        if not self.hidden[place] < number < len(self.columns[place]):
            return f"a Joker takes the place of a face-up card of column {source} that is not its last"
        name = self.columns[place][number - 1]
        if name == JOKER:
            return "a Joker is not replaced"
        column = _with_joker(self.faces(place), number - 1 - self.hidden[place]) if target == source else None
        return self._landing_refusal(self.rules.faces[name], name, target, column=column)

    def _deal_refusal(self) -> str | None:
        """Why no cards can be dealt, other moves aside."""
        if not self.stock:
            return "the stock is empty"
        if self.rules.strict_fill and not all(self.columns):
            empty = self.letters[self.columns.index(())]
            return f"column {empty} is empty, and no column may be when cards are dealt (strict_fill)"
        return None

    # What it does.

    def play(self, move: Move) -> State:
        """The state after a move; raises MoveError, which names the move and the rule broken.

        Cards that become end cards are turned up, and Jokers go home, as part of the move.
        """
        reason = self._refusal(move)
        if reason:
            over = f"the game is over ({self.outcome})" if self.outcome else reason
            raise MoveError(f"{move} cannot be played: {over}")
        columns = list(self.columns)
        stock, off, tower, cell = self.stock, self.off, self.tower, self.cell
        match move.do:
            case "set":
                off = tuple(sorted((*off, self.set_name(move))))
                for letter in move.columns:
                    place = LETTERS.index(letter)
                    count = finished(self.faces(place)) if len(move.columns) == 1 else 1
                    columns[place] = columns[place][:-count]
            case "tower":
                place = LETTERS.index(move.columns)
                columns[place] = columns[place][:-1]
                tower += 1
            case "deal":
                for place, card in enumerate(stock[: len(columns)]):
                    columns[place] = (*columns[place], card)
                stock = stock[len(columns) :]
            case "joker":
                place = LETTERS.index(move.columns)
                card = columns[place][move.count - 1]
                columns[place] = (*columns[place][: move.count - 1], JOKER, *columns[place][move.count :])
                columns[LETTERS.index(move.to)] += (card,)
            case "move":
                cards: Column = (cell,) if cell and move.columns == CELL else ()
                if move.columns == CELL:
                    cell = None
                else:
                    place = LETTERS.index(move.columns)
                    cards, columns[place] = columns[place][-move.count :], columns[place][: -move.count]
                if move.to == CELL:
                    (cell,) = cards
                else:
                    columns[LETTERS.index(move.to)] += cards
        for place in range(len(columns)) if self.rules.jokers else ():
            while columns[place] and columns[place][-1] == JOKER:
                columns[place] = columns[place][:-1]
        hidden = tuple(
            min(number, max(len(column) - 1, 0)) for number, column in zip(self.hidden, columns, strict=True)
        )
        return State(tuple(columns), hidden, stock, off, tower, cell, self.rules)

    def set_name(self, move: Move) -> str:
        """How a set that a legal move takes off is named in ``off``: by its suit, or by all suits of its family."""
        place = LETTERS.index(move.columns[0])
        family = self.rules.faces[self.columns[place][-1]].family
        if len(move.columns) > 1 and family:
            return family.suits
        cards = self.columns[place][-finished(self.faces(place)) :]
        return next(suit for suit in cards[0].suits if all(suit in card.suits for card in cards))

    def view(self) -> View:
        """What the player sees: everything but the faces of face-down cards and the stock."""
        return View.of(self)

    # Pictures and text.

    def _repr_svg_(self) -> str:
        from ..draw import spider  # the drawing is above the rules: imported only when a picture is asked for

        return spider.svg(self)

    def __str__(self) -> str:
        """A picture in text; face-down cards are ``?``."""
        return picture(self)

    @property
    def text(self) -> str:
        """The position on several lines: each column, stock, Troupe, tower, weave cell, sets off, rules.

        ``State.parse`` reads it back. A face-down card is in brackets, ``(Ks)``, a Joker is ``**``.
        """
        return position_text(self)

    def __repr__(self) -> str:
        return f"State.parse({self.text!r}{'' if self.rules.is_known else f', {self.rules!r}'})"

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> State:
        """A position from its lines; raises TextError, which says what is impossible and why.

        A game of your own making is read with its ``rules``.
        """
        return cls(*read_position(text, rules))


def _with_joker(column: Faces, number: int) -> Faces:
    """A column with a Joker in one place."""
    return (*column[:number], JOKER_FACE, *column[number + 1 :])
