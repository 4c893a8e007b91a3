"""Exercises: endgames in which one first move wins by force and every other one loses.

They come from games. In the first two deals of a game sixteen lines are drawn at random, and the one
that keeps the best slack (your pieces left less the cells that a fork takes) is played; in the
third your winning moves are played, and each position on the way is looked at. So each has a
record that leads to it, and its solution is proved by ``search.look``.

An exercise has five grades, by its points (see ``Features.points``): one for each pick after the first that the
win takes, one for each wrong move that looks plausible, one if the piece of the solution slides, one if a
later pick of the win takes a card that the solution begins to uncover. Grade 1 has up to 1 point, grade 2 up to 3,
grade 3 up to 5, grade 4 up to 7, grade 5 more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from .. import board
from ..board import Mask
from ..cards import below, numbers
from ..game import Line
from ..record import Record, SpiralLine
from ..spiral import COLUMNS, MY_PIECES, Deal, Move, Placement, State, deal, redeal
from .attrition import spoken
from .claims import cards_of, name_of
from .players import POLICY_STREAM, random_policy
from .reasons import Reason, reason
from .search import Look, MoveVerdict, look, refute_turn

GRADES = (1, 2, 3, 4, 5)
BOUNDS = (2, 4, 6, 8)
"""From so many points on an exercise is of grade 2, 3, 4, 5."""

GAMES_STREAM = 1 << 32
"""The stream of a seed that names the games in which exercises are looked for; no deal uses it."""

SEEDS = 1_000_000_000
"""The seeds of these games are less than this."""

LINES = 16
"""How many lines through a deal are drawn, of which the best is played."""


@dataclass(frozen=True)
class Features:
    """What makes an exercise easy or hard.

    - ``picks``: your picks in the shortest win, the last of which makes the fork;
    - ``plausible``: the wrong moves that look good: the piece lands next to a piece of yours, and after
      Dr. Brooks's reply nobody has won, no deal is due, and a fork is still within your pieces left;
    - ``slide``: whether the piece of the solution lands on another cell than its pair names;
    - ``uncovered``: whether a later pick of the win takes a card which is covered now, in a column that the
      solution takes from.
    """

    picks: int
    plausible: tuple[Move, ...]
    slide: bool
    uncovered: bool

    @property
    def points(self) -> int:
        """How hard it is: ``picks - 1 + len(plausible) + slide + uncovered``."""
        return self.picks - 1 + len(self.plausible) + self.slide + self.uncovered

    @property
    def grade(self) -> int:
        """1 (easy) to 5 (hard), by the points."""
        return 1 + sum(self.points >= bound for bound in BOUNDS)


@dataclass(frozen=True)
class Exercise:
    """An endgame to solve: your move, and all moves lose but ``solutions``.

    There is one solution, or two of one kind: they share a card, win in as many picks, and the last pick of their
    lines puts the same pair on the same cell. ``seen`` is the proof, ``start`` and ``moves`` are the
    game that comes to the position, ``seed`` is that of its deals (None if the position was given).
    """

    seen: Look
    solutions: tuple[Move, ...]
    features: Features
    start: State
    moves: tuple[Move | Deal, ...] = ()
    seed: int | None = None

    @property
    def state(self) -> State:
        """The position, with you to move."""
        return self.seen.state

    @property
    def grade(self) -> int:
        """1 (easy) to 5 (hard)."""
        return self.features.grade

    @property
    def line(self) -> SpiralLine:
        """The game that comes to the position, as a new line."""
        return Line(self.start, self.moves)

    @property
    def record(self) -> Record:
        """That game as a record."""
        return Record(self.line, {} if self.seed is None else {"Seed": str(self.seed)})

    @property
    def win(self) -> MoveVerdict:
        """The solution, the first of two, with its line to the fork."""
        return self.verdict(self.solutions[0])

    def verdict(self, move: Move) -> MoveVerdict:
        """What the proof says of a move; raises MoveError if it is not legal."""
        self.state.placement(move)  # says why not
        return next(each for each in self.seen.moves if each.move == move)

    def reason_of(self, move: Move) -> Reason:
        """Why a move wins or loses; raises MoveError if it is not legal."""
        return reason(self.state, move, self.seen)

    @cached_property
    def reason(self) -> Reason:
        """Why the solution wins."""
        return self.reason_of(self.solutions[0])

    @property
    def question(self) -> str:
        """What is asked."""
        if len(self.solutions) == 1:
            return "Your move. One pair of columns wins by force, every other loses. Which?"
        return "Your move. Two pairs of columns win by force, every other loses. Which?"

    @property
    def answer(self) -> str:
        """The solution with its cards, in words: ``bc (9s+Qc) or bd (8s+Qc)``."""
        return spoken((f"{move} ({cards_of(self.verdict(move).placement)})" for move in self.solutions), "or")

    @property
    def trap(self) -> Move | None:
        """The wrong move that looks best: of the plausible ones the one that holds out longest, the first of equals."""
        return max(self.features.plausible, key=lambda move: len(self.verdict(move).line), default=None)

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """Three hints, each telling more: how many picks, where the fork is made, one of the cards to take now."""
        picks = self.features.picks
        last = self._last()
        end = self.reason.endings[0]
        many = f"{picks} picks of yours" if picks > 1 else "a single pick"
        shared = set(self.solutions[0].columns).intersection(*(move.columns for move in self.solutions))
        letter = min(shared)
        card = self.state.columns[COLUMNS.index(letter)][-1]
        return (
            f"The win takes {many}{'; the last makes' if picks > 1 else ': it makes'} the fork.",
            f"The last piece goes to {name_of(last.cell)} and joins sides {', '.join(map(str, end.sides))}.",
            f"Take {card}, the bottom card of column {letter}.",
        )

    def _last(self) -> Placement:
        return _pieces(self.state, self.win.line)[-1]


def exercise(
    state: State, *, start: State | None = None, moves: Iterable[Move | Deal] = (), seed: int | None = None
) -> Exercise | None:
    """The exercise that a position makes; None if it makes none. ``start`` and ``moves`` say how it was come to.

    It makes one if it is your move, one move (or two of one kind, see ``Exercise``) wins with a fork before the
    next deal, and every other is proved lost.

    >>> found = exercise(State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                  "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"))
    >>> found.answer, found.grade, found.hints[1]
    ('bc (9s+Qc) or bd (8s+Qc)', 4, 'The last piece goes to TK and joins sides 0, 2, 4.')
    """
    if state.outcome is not None or state.turn != "me":
        return None
    seen = look(state)
    wins = [each for each in seen.moves if each.verdict == "win"]
    if not wins or any(each.verdict == "open" for each in seen.moves):
        return None
    played = [_pieces(state, each.line) for each in wins]
    if any(_after(state, each.line).outcome is None for each in wins):  # a deal is due, and the centre decides
        return None
    if len(wins) > 1 and not _of_one_kind(wins, played):
        return None
    features = _features(state, wins[0], played[0], [each for each in seen.moves if each.verdict == "loss"])
    solutions = tuple(each.move for each in wins)
    return Exercise(seen, solutions, features, state if start is None else start, tuple(moves), seed)


def _after(state: State, line: Iterable[Move]) -> State:
    for move in line:
        state = state.play(move)
    return state


def _pieces(state: State, line: Iterable[Move]) -> list[Placement]:
    """The pieces that a line places, both sides'."""
    pieces = []
    for move in line:
        pieces.append(state.placement(move))
        state = state.play(move)
    return pieces


def _of_one_kind(wins: list[MoveVerdict], played: list[list[Placement]]) -> bool:
    """Whether these are two winning moves of the kind that an exercise may have."""
    lasts = {(len(pieces), pieces[-1].pair, pieces[-1].cell) for pieces in played}
    return len(wins) == 2 and len(lasts) == 1 and bool(set(wins[0].placement.cards) & set(wins[1].placement.cards))


def _features(state: State, win: MoveVerdict, pieces: list[Placement], wrong: list[MoveVerdict]) -> Features:
    plausible = tuple(
        each.move
        for each in wrong
        if board.NEAR[each.placement.cell] & state.mine and refute_turn(state, each.move).why == "every"
    )
    open_now = {column[-1] for column in state.columns}
    later = [piece for piece in pieces[1:] if piece.mover == "me"]
    uncovered = any(
        card not in open_now and column in win.move.columns
        for piece in later
        for column, card in zip(piece.columns, piece.cards, strict=True)
    )
    return Features(1 + len(later), plausible, win.placement.cell != win.placement.named, uncovered)


# Finding them.


def exercises(count: int, seed: int, *, grade: int | None = None) -> tuple[Exercise, ...]:
    """So many exercises with one solution each, easy ones first: all five grades alike, or all of one grade.

    No two come from one game, and no two are alike, turned or mirrored: neither in the board, nor in
    the pattern that decides (the path of the fork, and the pieces of it that are still to be placed). The
    same seed gives the same exercises, and no pair of columns is the answer to more than a third of them.
    Takes about 0.2 s each, more for a few of one grade.

    >>> [found.grade for found in exercises(3, seed=1)]
    [1, 2, 4]

    Raises ValueError for a negative count or a grade that there is not.
    """
    if count < 0:
        raise ValueError(f"there cannot be {count} exercises")
    if grade is not None and grade not in GRADES:
        raise ValueError(f"there are the grades 1 to 5, not {grade}")
    wanted = Counter(grade or GRADES[place * len(GRADES) // count] for place in range(count))
    most = -(-count // 3)
    found: list[Exercise] = []
    answers: Counter[Move] = Counter()
    known: set[tuple[Mask, ...]] = set()
    source = numbers(seed, GAMES_STREAM)
    while len(found) < count:
        for one in _endgames(below(source, SEEDS)):
            keys = _keys(one)
            if wanted[one.grade] and answers[one.solutions[0]] < most and not known & keys:
                wanted[one.grade] -= 1
                answers[one.solutions[0]] += 1
                found.append(one)
                known |= keys
                break
    return tuple(sorted(found, key=lambda one: one.features.points))


def _endgames(seed: int) -> Iterator[Exercise]:
    """The exercises with one solution in the third deal of a game, where your shortest wins are played."""
    line = _third_deal(seed)
    while line is not None and line.state.moves():
        state = line.state
        if state.turn != "me":
            line.play(state.moves()[0])
            continue
        one = exercise(state, start=line.start, moves=line.moves, seed=seed)
        if one is not None and len(one.solutions) == 1:
            yield one
        best = (one.seen if one else look(state)).best
        if best is None or best.verdict != "win":
            return
        line.play(best.move)


def _third_deal(seed: int) -> SpiralLine | None:
    """The game ``seed`` up to its third deal; None if none of the lines drawn comes there with a fork within reach."""
    line: SpiralLine = Line(deal(seed))
    source = numbers(seed, POLICY_STREAM)
    for number in (2, 3):
        slack, moves = max((_drawn(line.state, source) for _ in range(LINES)), key=lambda drawn: drawn[0])
        if slack < 0:
            return None
        for move in moves:
            line.play(move)
        line.play(redeal(seed, number))
    return line


def _drawn(state: State, source: Iterator[int]) -> tuple[int, list[Move]]:
    """A random line to the next deal, and its slack, which is negative if it loses or cannot be won any more."""
    moves = []
    while state.moves():
        moves.append(random_policy(state, source))
        state = state.play(moves[-1])
    distance = None if state.outcome else board.fork_distance(state.mine, state.hers)
    return -1 if distance is None else MY_PIECES - state.mine.bit_count() - distance, moves


def _keys(one: Exercise) -> set[tuple[Mask, ...]]:
    """What another exercise may not share: the board, and the pattern that decides, however turned or mirrored."""
    end = _after(one.state, one.win.line)
    assert end.outcome is not None
    path = end.outcome.cells
    missing = path & ~one.state.mine
    ways = board.symmetries()
    sets = ((one.state.mine, one.state.hers), (path, missing, 0))
    return {min(tuple(board.moved(mask, way) for mask in masks) for way in ways) for masks in sets}
