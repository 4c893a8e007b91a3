"""Being asked exercises: an answer checked with its reason, hints in steps, and the score.

Nothing here is shown before it is asked for, so an app that shows what these methods give keeps the answers to itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..spiral import Move
from .exercises import Exercise


@dataclass(frozen=True)
class Reply:
    """What is said to an answer: whether it is right, and why the move wins or what refutes it."""

    move: Move
    right: bool
    text: str

    def __str__(self) -> str:
        return self.text


def check(exercise: Exercise, answer: Move | str) -> Reply:
    """Whether a move solves an exercise, and why or why not.

    >>> from spiralkit import State
    >>> from spiralkit.lookahead.exercises import exercise
    >>> sample = exercise(State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                   "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"))
    >>> for words in str(check(sample, "cd")).split(". "):
    ...     print(words)
    Wrong: cd loses
    8s+9s to 8A
    She must take Ks+Qc (QK) and 7d+8h (78 to 99)
    Whatever you take then, she takes TK and joins sides 0, 2, 4: her fork.
    >>> check(sample, "bd").right
    True

    Raises TextError if a text is no move, MoveError if the move is not legal.
    """
    move = Move.parse(answer) if isinstance(answer, str) else answer
    reason = exercise.reason_of(move)
    right = move in exercise.solutions
    return Reply(move, right, f"{f'Right: {move} wins' if right else f'Wrong: {move} loses'}. {reason}")


@dataclass(frozen=True)
class Score:
    """Of ``asked`` exercises so many solved, ``at_once`` of them at the first answer and without a hint."""

    solved: int
    at_once: int
    asked: int

    def __str__(self) -> str:
        return f"{self.solved} of {self.asked} solved, {self.at_once} at the first try"


@dataclass
class Sheet:
    """What was done with one exercise: the replies to the answers given, the hints taken, whether it was given up."""

    exercise: Exercise
    replies: tuple[Reply, ...] = ()
    hints: tuple[str, ...] = ()
    given_up: bool = False

    @property
    def solved(self) -> bool:
        """Whether an answer was right before the solution was shown."""
        return any(reply.right for reply in self.replies) and not self.given_up

    @property
    def at_once(self) -> bool:
        """Whether the first answer was right and no hint was taken."""
        return self.solved and len(self.replies) == 1 and not self.hints

    @property
    def over(self) -> bool:
        """Whether it is solved or its solution was shown: it then takes no answer and no hint."""
        return self.solved or self.given_up


class Quiz:
    """Exercises one after the other; ``at`` is the number of the present one, from 0.

    >>> from spiralkit.lookahead.exercises import exercises
    >>> quiz = Quiz(exercises(2, seed=1))
    >>> quiz.hint()
    'The win takes a single pick: it makes the fork.'
    >>> quiz.answer(quiz.exercise.solutions[0]).right, str(quiz.score)
    (True, '1 of 2 solved, 0 at the first try')

    Raises ValueError if there is no exercise.
    """

    def __init__(self, exercises: Iterable[Exercise]) -> None:
        self.sheets = tuple(map(Sheet, exercises))
        if not self.sheets:
            raise ValueError("there is no exercise to ask")
        self.at = 0

    @property
    def sheet(self) -> Sheet:
        """What was done with the present exercise."""
        return self.sheets[self.at]

    @property
    def exercise(self) -> Exercise:
        """The present exercise."""
        return self.sheet.exercise

    @property
    def score(self) -> Score:
        """The score of all exercises."""
        solved = sum(sheet.solved for sheet in self.sheets)
        return Score(solved, sum(sheet.at_once for sheet in self.sheets), len(self.sheets))

    @property
    def over(self) -> bool:
        """Whether all exercises are."""
        return all(sheet.over for sheet in self.sheets)

    def go(self, number: int) -> None:
        """Turn to an exercise, 0 the first; what was done there is kept. Raises IndexError if there is none."""
        if not 0 <= number < len(self.sheets):
            raise IndexError(f"there are the exercises 1 to {len(self.sheets)}, not {number + 1}")
        self.at = number

    def answer(self, move: Move | str) -> Reply:
        """Answer the present exercise; raises ValueError if it is over, TextError or MoveError as ``check`` does."""
        self._must_go_on()
        reply = check(self.exercise, move)
        self.sheet.replies += (reply,)
        return reply

    def hint(self) -> str:
        """The next hint; raises ValueError if the exercise is over or there is no further hint."""
        self._must_go_on()
        given = len(self.sheet.hints)
        if given == len(self.exercise.hints):
            raise ValueError("there is no further hint")
        self.sheet.hints += (self.exercise.hints[given],)
        return self.sheet.hints[-1]

    def give_up(self) -> Reply:
        """The solution, shown; the exercise is not solved then. Raises ValueError if it is over."""
        self._must_go_on()
        self.sheet.given_up = True
        reply = Reply(
            self.exercise.solutions[0], True, f"The solution is {self.exercise.answer}. {self.exercise.reason}"
        )
        self.sheet.replies += (reply,)
        return reply

    def _must_go_on(self) -> None:
        if self.sheet.over:
            raise ValueError("this exercise is over: go on to the next")
