"""The tree of a position: its nodes, what is known of each and how the class has voted there, and the text of it all.

A node is a position where you choose, or the end of a branch: the game is over, or a redeal comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from .. import record
from ..cards import TextError
from ..game import Line
from ..lookahead.advisor import Advice
from ..lookahead.values import PROVED, Value
from ..record import Record, SpiralLine
from ..spiral import Move, Placement, State, Variant, deal
from .verdicts import Answer

QUESTION = "?"
"""What the text of a question ends with."""

REDEAL = "A redeal comes: chance decides."


@dataclass
class Node:
    """One position of the tree.

    ``pieces`` led here from the node before: yours, then those that Dr. Brooks had to place; at the root hers alone.
    ``answer`` and ``values`` are None and empty until they have been found; ``done`` is the share of the
    work on the values that is done. ``cast`` are the votes of the class, ``shown`` the moves whose verdict it has seen,
    each in that order.
    """

    pieces: tuple[Placement, ...]
    state: State
    answer: Answer | None = None
    values: dict[Move, Value] = field(default_factory=dict)
    due: Value | None = None
    done: float = 0.0
    voting: bool = True
    cast: list[Move] = field(default_factory=list)
    shown: list[Move] = field(default_factory=list)

    @classmethod
    def root(cls, state: State) -> Node:
        """The node at a position, after the pieces that Dr. Brooks must place there."""
        pieces = state.forced()
        return cls(pieces, _after(state, pieces))

    def next(self, move: Move) -> Node:
        """The node that one of your moves leads to; raises MoveError if it is none."""
        mine = self.state.placement(move)
        state = self.state.play(move)
        hers = state.forced()
        return Node((mine, *hers), _after(state, hers))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Your moves, none at the end of a branch."""
        return self.state.moves()

    @property
    def end(self) -> str:
        """Why the branch ends here, empty if it goes on."""
        if self.state.outcome is not None:
            words = self.state.status()
            return f"The game is over: {words}."
        if self.state.deal_due:
            lost = self.answer is not None and self.answer.look.verdict != "open"
            return "A redeal comes, but nothing can change any more." if lost else REDEAL
        return ""

    def verdict(self, move: Move) -> str:
        """``win``, ``loss``, ``open``, or nothing while it is not known."""
        looked = self.answer.look.moves if self.answer else ()
        return next((each.verdict for each in looked if each.move == move), "")

    def value(self, move: Move) -> Value | None:
        """The chance of winning after a move: proved, or measured, or None."""
        return PROVED.get(self.verdict(move)) or self.values.get(move)

    def take(self, advice: Advice) -> bool:
        """Take over what has been measured so far; gives whether there is a value more."""
        values = {each.move: each.value for each in advice.moves if each.value and each.verdict == "open"}
        more = values != self.values or (not advice.moves and advice.value != self.due)
        self.values, self.done = values, 1.0 if not advice.partial else min(advice.done, 0.99)
        if not advice.moves:
            self.due = advice.value
        return more

    @property
    def open(self) -> bool:
        """Whether it has been looked at, and chance decides."""
        return self.answer is not None and self.answer.look.verdict == "open"

    @property
    def votes(self) -> Counter[Move]:
        """How many of the class are for each move."""
        return Counter(self.cast)

    def forget_votes(self) -> None:
        """No votes, nothing shown, and voting is open."""
        self.voting = True
        self.cast.clear()
        self.shown.clear()


def _after(state: State, pieces: Iterable[Placement]) -> State:
    for piece in pieces:
        state = state.play(Move(piece.columns))
    return state


@dataclass(frozen=True)
class Start:
    """What is explored: a line and a place in it, your picks from there to the node that is chosen, and how.

    ``str`` gives the one text of it, without the rest of the line: position, picks, and a question mark if it is a
    question.
    """

    line: SpiralLine
    place: int = 0
    path: tuple[Move, ...] = ()
    question: bool = False

    @property
    def state(self) -> State:
        """The position at the root."""
        return self.line.states[self.place]

    def __str__(self) -> str:
        return " ".join([self.state.text, *map(str, self.path), *[QUESTION] * self.question])


def parse(text: str) -> Start:
    """What a text hands over: a position or a seed, then picks if any, then ``?`` if it is a question; or a record.

    >>> start = parse("1 bd ab ?")
    >>> start.state == deal(1), start.path, start.question
    (True, (Move('bd'), Move('ab')), True)
    >>> parse(str(start)).state == start.state, str(start)[-7:]
    (True, 'bd ab ?')

    A seed may be followed by the name of a variant; the moves of a record are kept to be explored from any place.
    Raises TextError if it is none of these, MoveError if a pick is not possible.
    """
    words = text.split()
    if not words:
        raise TextError("there is no text: paste a position, a record, or a seed")
    if words[0].isdecimal():
        variant = Variant.parse(words[1]) if len(words) > 1 and len(words[1]) > 2 else Variant()
        state, rest = deal(int(words[0]), variant), words[1:]
        rest = [word for word in rest if word.lower() != str(variant)]
    elif set(words[0].lower()) <= set(".xo"):
        state, rest = State.parse(" ".join(words[:4])), words[4:]
    else:
        try:
            read = record.read(text)
        except TextError as error:
            raise TextError(f"paste a position, a record or the number of a seed; read as a record, {error}") from None
        return of_record(read)
    question = rest[-1:] == [QUESTION]
    path = tuple(map(Move.parse, rest[:-1] if question else rest))
    node = Node.root(state)
    for move in path:
        node = node.next(move)
    return Start(Line(state), 0, path, question)


def of_record(found: Record, place: int = 0) -> Start:
    """A record to be explored from a place; raises TextError if it is not one of Spiral."""
    if not isinstance(found.line.start, State):
        raise TextError("this is a record of another game; only Spiral can be explored")
    return Start(found.line, place)
