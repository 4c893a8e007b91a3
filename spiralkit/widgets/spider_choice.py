"""What is chosen in a Spider game, end cards, a card for a Joker to replace, or a whole move, and where it can go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..cards import Card
from ..draw.pips import pack_of
from ..game import MoveError
from ..spider import JOKER, Move, State
from ..spider.build import unit_length
from ..spider.moves import CELL
from ..spider.state import WORDS
from .tell_spider import would

TAKING = ("set", "tower")


@dataclass(frozen=True)
class Choice:
    """What is chosen so far; nothing, at first.

    ``source`` is the letter of a column, or ``w``. ``count``: how many of its end cards; None: as many as fit where
    they go. With ``joker`` a Joker is to take the place of the card at ``place`` of the source (from its top, from 1;
    None: not said yet). ``move``: a whole move, and nothing else.
    """

    source: str = ""
    count: int | None = None
    joker: bool = False
    place: int | None = None
    move: Move | None = None

    def ways(self, state: State) -> tuple[Move, ...]:
        """The legal moves that the choice can become.

        >>> from spiralkit.spider import deal
        >>> Choice("a").ways(deal("spider", 1))
        (Move.parse('a>j'),)
        """
        if self.move:
            return (self.move,) if self.move in state.moves() else ()
        return tuple(move for move in state.moves() if self.source in tuple(move.columns) and self._fits(state, move))

    def _fits(self, state: State, move: Move) -> bool:
        if self.joker or move.do == "joker":
            return self.joker and move.do == "joker" and self.place in (None, move.count)
        if move.do == "set" and len(move.columns) == 1:
            return self.count in (None, longest(state, self.source))
        return self.count in (None, move.count)

    def whole(self, state: State) -> Move | None:
        """The move that the choice is, or the only one that it can become."""
        ways = self.ways(state)
        return ways[0] if len(ways) == 1 else None

    def targets(self, state: State) -> str:
        """The letters of the columns where the choice can go, ``w`` for the weave cell."""
        return "" if self.move else "".join(sorted({way.to for way in self.ways(state)}))

    def to(self, state: State, column: str) -> Move | None:
        """The move of as many of the chosen cards as possible to a column, or None; a Joker is for one card only."""
        ways = [way for way in self.ways(state) if way.to == column]
        if self.joker and len(ways) > 1:
            return None
        return max(ways, key=lambda way: way.count, default=None)

    def refused(self, state: State, column: str) -> MoveError:
        """Why what is chosen cannot go to a column."""
        move = Move("move", self.source, column, self.count or 1)
        if self.joker:
            if self.place is None:
                return MoveError(f"which card of column {self.source}? click it, or type its place from the top")
            move = Move("joker", self.source, column, self.place)
        try:
            state.play(move)
        except MoveError as error:
            return error
        return MoveError(f"{move} can be played")

    def for_joker(self, state: State) -> Choice:
        """The choice when a Joker is taken up: it is for the uppermost card chosen, or for one still to be said.

        Raises MoveError if there is no Joker.
        """
        if not state.troupe:
            raise MoveError("no Joker is in the Troupe" if state.rules.jokers else f"{state.rules.title} has no Jokers")
        if self.joker or not self.source or self.source == CELL:
            return Choice(joker=not self.joker)
        covered = self.count is not None and self.count > 1
        return Choice(self.source, None, True, height(state, self.source) - (self.count or 1) + 1 if covered else None)

    def digit(self, state: State, number: int) -> Choice:
        """The choice after a digit is typed: how many cards, or, for a Joker, which place; two digits make a number.

        Raises MoveError if there are not so many.
        """
        if not self.source or self.source == CELL:
            raise MoveError("a number says how many cards of a column: choose the column first")
        most = height(state, self.source) if self.joker else longest(state, self.source)
        before = (self.place if self.joker else self.count) or 0
        number = 10 * before + number if before and 10 * before + number <= most else number
        if not 1 <= number <= most:
            what = f"has {most} cards" if self.joker else f"moves {most} card{'s' * (most != 1)} as one at most"
            raise MoveError(f"column {self.source} {what}, not {number}")
        return replace(self, place=number) if self.joker else replace(self, count=number)


def start(state: State, column: str, card: int | None = None, joker: bool = False) -> Choice:
    """What is chosen when a card is pressed, by its place from the top, or, without one, a column.

    A card stands for the unit that it begins, or else for the longest that lies below it; while Jokers are in the
    Troupe, a covered card that moves with no unit is one for a Joker to replace, and with ``joker`` any is.
    Raises MoveError if nothing is there to be chosen.
    """
    if column == CELL:
        if state.cell is None:
            raise MoveError("the weave cell is empty: choose an end card first, then the cell")
        return Choice(CELL)
    cards = state.columns[state.letters.index(column)]
    if not cards:
        raise MoveError(f"column {column} is empty: choose a card first, then the empty column")
    if card is None:
        return Choice(column, joker=joker)
    below, most = len(cards) - card + 1, longest(state, column)
    covered = state.hidden[state.letters.index(column)] < card < len(cards) and cards[card - 1] != JOKER
    if joker and not covered:
        raise MoveError("a Joker takes the place of a card that lies face up and covered, and is no Joker")
    if joker or (covered and below > most and state.troupe):
        return Choice(column, joker=True, place=card)
    return Choice(column, min(below, most))


def replaceable(state: State, column: str = "") -> list[tuple[str, int]]:
    """The cards that a Joker can take the place of, of one column or of all: its letter, the place from its top."""
    moves = (move for move in state.moves() if move.do == "joker" and column in move.columns)
    return list(dict.fromkeys((move.columns, move.count) for move in moves))


# In words.


def told(state: State, choice: Choice) -> list[str]:
    """What is chosen, other than a whole move, and what it can do."""
    if choice.joker and choice.place is None:
        where = f" of column {choice.source}" if choice.source else ""
        more = ", or type its place from the top" * bool(where)
        return [f"A Joker is taken up: which card{where} is to be replaced? Click one that lights up{more}."]
    cards = taken(state, choice)
    what = " ".join(map(str, cards)) if len(cards) > 1 else f"{cards[0]} ({pack_of(state.rules.deck).words(cards[0])})"
    what += " from the weave cell" if choice.source == CELL else f" of column {choice.source}"
    what += ", a Joker for it" * choice.joker
    if only := choice.whole(state):
        again = "Press it again, or Play, to play it; Escape to put it back."
        return [f"Chosen: {what}. {would(state, only)}.", again]
    columns = ", ".join(choice.targets(state))
    goes = [f"to {columns}"] * bool(columns) + leaving(choice.source, choice.ways(state))
    return [f"Chosen: {what}. It can go {', or '.join(goes) or 'nowhere'}."]


def leaving(column: str, ways: Iterable[Move]) -> list[str]:
    """How the end of a column can leave, in words.

    >>> leaving("a", [Move.parse(text) for text in ("a>b", "a+b+c+d!")])
    ['off with the ends of b, c, d']
    """
    found = ["to the tower" for way in ways if way.do == "tower"]
    sets = [way.columns.replace(column, "") for way in ways if way.do == "set"]
    if len(sets) > 1:
        return [*found, f"off in one of {len(sets)} sets"]
    return found + [f"off with the ends of {', '.join(others)}" if others else "off, a whole set" for others in sets]


def taken(state: State, choice: Choice) -> tuple[Card, ...]:
    """The cards that are chosen, a Joker aside."""
    if choice.source == CELL:
        return (state.cell,) if state.cell else ()
    cards = state.columns[state.letters.index(choice.source)]
    return (cards[choice.place - 1],) if choice.place else cards[-(choice.count or longest(state, choice.source)) :]


def instead(state: State, card: int | None, choice: Choice) -> str:
    """What is chosen in place of the card that was pressed, if that one can only lie where it is."""
    if card is None or choice.joker or choice.source == CELL or choice.count is None:
        return ""
    cards = state.columns[state.letters.index(choice.source)]
    if card > len(cards) - choice.count:
        return ""
    down = card <= state.hidden[state.letters.index(choice.source)]
    end = (
        f"end card {cards[-1]}" if choice.count == 1 else f"unit at the end, {' '.join(map(str, taken(state, choice)))}"
    )
    return f"{'A card face down' if down else cards[card - 1]} cannot be taken: chosen is the {end}."


def nowhere(state: State, choice: Choice) -> MoveError:
    """Why what is chosen can go nowhere."""
    if state.rules.removal == "auto" and takings(state.moves()):
        return MoveError("what can leave is taken off first: press Take off")
    if choice.joker and choice.place is None:
        return MoveError(f"no card of column {choice.source} can go anywhere if a Joker takes its place")
    cards = taken(state, choice)
    family = state.rules.faces[cards[0]].family
    kind = WORDS[family.build] if family else "no card"
    goes = f"{'it goes' if len(cards) == 1 else 'they go'} on {kind} or into an empty column"
    return MoveError(f"{' '.join(map(str, cards))} can go nowhere now: {goes}")


def height(state: State, column: str) -> int:
    """How many cards a column has."""
    return len(state.columns[state.letters.index(column)])


def longest(state: State, column: str) -> int:
    """How many end cards of a column move as one at most; 1 for the weave cell."""
    faces = () if column == CELL else state.faces(state.letters.index(column))
    return unit_length(faces) if faces else 1


def takings(moves: Iterable[Move]) -> list[Move]:
    """The sets and trumps among the moves that can leave without keeping any other from leaving.

    >>> takings([Move.parse(text) for text in ("c!", "a+b+d+e!", "a+b+d+f!", "g^", "a>b")])
    [Move.parse('c!'), Move.parse('g^')]
    """
    found = [move for move in moves if move.do in TAKING]
    used = [letter for move in found for letter in move.columns]
    return [move for move in found if all(used.count(letter) == 1 for letter in move.columns)]
