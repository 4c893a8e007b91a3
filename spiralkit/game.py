"""What all games of the house have in common: states that never change, moves, outcomes, lines.

A game is a frozen ``State``. ``state.moves()`` says what may be played, ``state.play(move)``
gives the next state or raises MoveError, ``state.outcome`` says how it ended. Chance is a move
too: a deal is written out in full, so a line of moves always replays to the same states.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar


class MoveError(ValueError):
    """A move that the rules do not allow; the message names the move and the rule."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    ``winner`` is who won (``"me"``, ``"brooks"``), ``how`` the connection that ended the game, or what else did,
    ``by`` whose connection it is, if it is anybody's. ``cells``, the connecting path, is computed when asked for.
    """

    winner: str
    how: str
    by: str
    find: Callable[[], int] = field(compare=False, repr=False, default=lambda: 0)

    @property
    def cells(self) -> int:
        """The connecting path to draw, as a mask of cells."""
        return self.find()

    @property
    def result(self) -> str:
        """``"win"`` or ``"loss"``, as you see it."""
        return "win" if self.winner == "me" else "loss"

    def __str__(self) -> str:
        return f"{self.result}: {self.how}{' by ' * bool(self.by)}{self.by}"


class Game(Protocol):
    """The contract that every game's ``State`` meets."""

    def __hash__(self) -> int: ...

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""

    def moves(self) -> tuple[Any, ...]:
        """What may be played; empty when the game is over or when a deal is due."""

    def play(self, move: Any) -> Any:
        """The state after the move; raises MoveError if the rules do not allow it."""


S = TypeVar("S", bound=Game)
M = TypeVar("M", bound=Hashable)


class Line(Generic[S, M]):
    """A game as a start and the moves from there, with a place in it and the branches that were left.

    ``line.state`` is the state at the place ``line.at``; ``play`` at the end makes the line
    longer; elsewhere it plays on differently, and the line that was left is kept in ``branches``.
    """

    def __init__(self, start: S, moves: Iterable[M] = ()) -> None:
        self._states: list[S] = [start]
        self._moves: list[M] = []
        self._at = 0
        self._branches: list[tuple[M, ...]] = []
        for move in moves:
            self.play(move)

    @property
    def start(self) -> S:
        """The state before the first move."""
        return self._states[0]

    @property
    def state(self) -> S:
        """The state at the present place."""
        return self._states[self._at]

    @property
    def at(self) -> int:
        """How many moves lie before the present place."""
        return self._at

    @property
    def moves(self) -> tuple[M, ...]:
        """All moves of the line, those after the present place too."""
        return tuple(self._moves)

    @property
    def states(self) -> tuple[S, ...]:
        """All states of the line: one more than there are moves."""
        return tuple(self._states)

    @property
    def branches(self) -> tuple[tuple[M, ...], ...]:
        """The lines that were left, each as all its moves from the start."""
        return tuple(self._branches)

    def __len__(self) -> int:
        return len(self._moves)

    def go(self, place: int) -> S:
        """Go to a place, 0 (the start) to ``len(line)``; raises IndexError beyond."""
        if not 0 <= place <= len(self._moves):
            raise IndexError(f"the line has the places 0 to {len(self._moves)}, not {place}")
        self._at = place
        return self.state

    def back(self, count: int = 1) -> S:
        """Step back, at most to the start."""
        return self.go(max(0, self._at - count))

    def forward(self, count: int = 1) -> S:
        """Step forward, at most to the end."""
        return self.go(min(len(self._moves), self._at + count))

    def play(self, move: M) -> S:
        """Play a move at the present place; raises MoveError and changes nothing if it is not allowed.

        Where the line already goes on with this move it is only followed.
        """
        if self._at < len(self._moves) and self._moves[self._at] == move:
            return self.forward()
        state: S = self.state.play(move)
        if self._at < len(self._moves):
            self._branches.append(tuple(self._moves))
            del self._moves[self._at :], self._states[self._at + 1 :]
        self._moves.append(move)
        self._states.append(state)
        self._at += 1
        # a branch played again move by move is the line itself once more
        self._branches = [moves for moves in self._branches if tuple(self._moves[: len(moves)]) != moves]
        return state

    def switch(self, branch: int) -> S:
        """Return to a branch, keeping the present line as one; the place is where the two part."""
        moves = self._branches.pop(branch)
        shared = 0
        while shared < min(len(moves), len(self._moves)) and moves[shared] == self._moves[shared]:
            shared += 1
        if len(self._moves) > shared:
            self._branches.append(tuple(self._moves))
        del self._moves[shared:], self._states[shared + 1 :]
        self._at = shared
        for move in moves[shared:]:
            self.play(move)
        return self.go(shared)
