"""What is chosen in a Spider game, end cards, a card for a Joker to replace, or a whole move, and where it can go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..game import MoveError
from ..spider import JOKER, Move, State
from ..spider.build import unit_length
from ..spider.moves import CELL

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
            raise MoveError("no Joker is in the Troupe" if state.rules.jokers else f"{state.rules.name} has no Jokers")
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
