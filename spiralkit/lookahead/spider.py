"""Hints and honest players for the Spider games: they see a view, never a face-down card or the stock.

What is worth a move is one stated count of the layout, ``standing``. A player draws numbers from
stream 0 of the game's seed, which no deal uses, and never returns to a position that it has met.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..cards import Card, below, numbers
from ..game import Line
from ..spider import Move, Rules, State, View, deal
from ..spider.build import goes_to_tower, may_lie_on, run_length
from ..spider.rules import FOUR, Face

Policy = Callable[[View, Sequence[Move], Iterator[int]], Move]
"""Chooses one of the moves it is given; it may draw 64-bit numbers from the iterator, as many as it likes."""

POLICY_STREAM = 0
PATIENCE = 100
"""After so many moves without progress (a set or trump off, a card turned up, a deal) a player resigns."""

IN_SUIT, BUILT, EMPTY, FACE_DOWN, READY = 10, 1, 25, -10, 4
JOKER_OUT, CELL_TAKEN, ON_NEXT_TRUMP = -12, -8, -3
SET_OFF, TRUMP_OFF = 1000, 100


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint: a move, or None where nothing useful was found, and why, in words."""

    move: Move | None
    why: str

    def __str__(self) -> str:
        return f"{self.move}: {self.why}" if self.move else self.why


def hint(view: View, moves: Sequence[Move] | None = None) -> Hint:
    """A useful move, from what the player sees.

    A set or trump that can leave; else the move that most betters ``standing``; else, where no row is dealt on an
    empty column, a move that fills one; else one after which a set or trump can leave; else the deal. ``moves``: those
    to choose from, such as ``fresh`` ones; all by default, and then only filling an empty column can lead round in a
    circle. "Nothing useful found" says nothing of what can be won.

    >>> print(hint(deal("spider", 1).view()))
    a>j: puts the 5h on the 6h and turns a card up
    """
    moves = view.moves() if moves is None else moves
    found = _better(view, moves)
    if (found.move is None or found.move.do == "deal") and (freeing := [move for move in moves if _frees(view, move)]):
        best = max(freeing, key=lambda move: standing(view, move))
        return Hint(best, f"{_reason(view, best)}, and then {_leaves(view.known.play(best))}")
    return found


def _better(view: View, moves: Sequence[Move]) -> Hint:
    """A move that makes the layout stand better, at once or by the next row."""
    if not view.moves():
        return Hint(None, "the game is over")
    for move in moves:
        if move.do == "set":
            return Hint(move, "takes a set off")
        if move.do == "tower":
            return Hint(move, "the tower takes it")
    others = [move for move in moves if move.do != "deal"]
    scores = {move: standing(view, move) for move in others}
    best = max(others, key=scores.__getitem__, default=None)  # max keeps the first of equals
    if best and scores[best] > standing(view):
        return Hint(best, _reason(view, best))
    state = view.known
    if state.stock and state.rules.strict_fill and not all(state.columns):
        filling = [move for move in others if len(_empty(state.play(move))) < len(_empty(state))]
        if filling:
            return Hint(max(filling, key=scores.__getitem__), "fills an empty column, so that a row can be dealt")
    for move in moves:
        if move.do == "deal":
            return Hint(move, "nothing better found than the next row")
    return Hint(None, "nothing useful found")


def _frees(view: View, move: Move) -> bool:
    """Whether a set or trump can leave after a move that turns no card up."""
    if move.do == "deal":
        return False
    after = view.known.play(move)
    return after.hidden == view.known.hidden and any(other.do in ("set", "tower") for other in after.moves())


def _leaves(state: State) -> str:
    """What can leave, in words."""
    return "the tower takes a trump" if any(move.do == "tower" for move in state.moves()) else "a set can leave"


def _reason(view: View, move: Move) -> str:
    """What a move does, in words."""
    state = view.known
    place = state.letters.find(move.columns)
    card = state.cell if place < 0 else state.columns[place][move.count - 1 if move.do == "joker" else -move.count]
    target = state.letters.find(move.to)
    if target < 0:
        return f"puts the {card} aside"
    end = state.columns[target][-1:]
    what = f"puts the {card} on the {end[0]}" if end else f"puts the {card} into an empty column"
    if move.do == "joker":
        return f"{what}, a Joker in its place"
    if place >= 0 and len(state.columns[place]) == move.count:
        return f"{what} and empties column {move.columns}"
    if place >= 0 and len(state.columns[place]) - move.count == state.hidden[place]:
        return f"{what} and turns a card up"
    return what


def _empty(state: State) -> tuple[int, ...]:
    return tuple(place for place, column in enumerate(state.columns) if not column)


# The count.


def standing(view: View, move: Move | None = None) -> int:
    """How the layout stands, now or after a move other than a deal, from what is seen now.

    In a run of n cards in suit the second counts 11, the third 12, and so on; a run that lies where it could be put
    counts 1. An empty column counts 25, a card face down -10 (what is turned up by the
    move counts for nothing else). A Joker in the columns counts -12, a taken weave cell -8, each card on the trump that
    the tower takes next -3. For sets of several ends, each end that such a set can use counts 4. A set off counts 1000,
    a trump in the tower 100.
    """
    before = view.known
    state = before.play(move) if move else before
    rules = state.rules
    seen = [column[hidden:] for column, hidden in zip(state.columns, before.hidden, strict=True)]
    count = sum(_column(rules, column) for column in seen) + _ends([rules.faces[cards[-1]] for cards in seen if cards])
    count += EMPTY * state.columns.count(()) + FACE_DOWN * sum(state.hidden)
    count += JOKER_OUT * (rules.jokers - state.troupe) + CELL_TAKEN * (state.cell is not None)
    count += SET_OFF * len(state.off) + TRUMP_OFF * state.tower
    if rules.family("tower"):
        count += ON_NEXT_TRUMP * sum(_on_trump([rules.faces[card] for card in cards], state.tower) for cards in seen)
    return count


@lru_cache(maxsize=1 << 14)
def _column(rules: Rules, cards: tuple[Card, ...]) -> int:
    """What the cards of a column count that lie as they could be put: run by run from its end."""
    faces = [rules.faces[card] for card in cards]
    count = 0
    while faces:
        length = run_length(faces)
        count += sum(IN_SUIT + number for number in range(1, length))
        highest = faces[-length]
        del faces[-length:]
        if faces:
            count += BUILT * may_lie_on(rules, highest, faces[-1])
    return count


def _ends(ends: Sequence[Face]) -> int:
    """What the end cards count for sets of several ends."""
    count = 0
    for family in {end.family for end in ends if end.family}:
        ranks = [end.rank for end in ends if end.family is family]
        count += {"different": len(set(ranks)), "any": min(len(ranks), FOUR)}.get(family.leave, 0)
    return READY * count


def _on_trump(column: Sequence[Face], tower: int) -> int:
    """How many cards of a column lie on the trump that the tower takes next."""
    return next((len(column) - 1 - place for place, card in enumerate(column) if goes_to_tower(card, tower)), 0)


# Players.


def random_policy(view: View, moves: Sequence[Move], source: Iterator[int]) -> Move:
    """One of the moves, each equally likely, the deal among them."""
    return moves[below(source, len(moves))]


def greedy(view: View, moves: Sequence[Move], source: Iterator[int]) -> Move:
    """The move that ``hint`` gives, but none that only lets a set or trump leave; where that finds nothing useful, the
    move after which the layout stands best."""
    return _better(view, moves).move or max(moves, key=lambda move: standing(view, move))


POLICIES: dict[str, Policy] = {"random": random_policy, "greedy": greedy}
"""The policies by the names that the command knows."""


def fresh(state: State, met: Collection[State]) -> tuple[Move, ...]:
    """The legal moves that do not lead back to a position already met.

    No face-down card is given away: a position that was met had the same cards face down, in the same places.
    """
    return tuple(move for move in state.moves() if state.play(move) not in met)


def play_game(
    seed: int, policy: Policy, game: str | Rules = "spider", *, patience: int | None = None
) -> Line[State, Move]:
    """The game ``seed`` played by the policy until it is over, only positions already met can follow, or
    ``patience`` moves have brought no progress; ``outcome`` is None if it was so stopped. ``patience`` is PATIENCE, or
    what the policy has as its own ``patience`` at that time, if it is not given.

    >>> line = play_game(1, greedy, "chinese_spider")
    >>> len(line) > 100, line.state.outcome is None
    (True, True)
    """
    line: Line[State, Move] = Line(deal(game, seed))
    source = numbers(seed, POLICY_STREAM)
    met, idle = {line.state}, 0
    while idle < (getattr(policy, "patience", PATIENCE) if patience is None else patience):
        moves = fresh(line.state, met)
        if not moves:
            break
        before = line.state
        state = line.play(policy(before.view(), moves, source))
        met.add(state)
        idle = idle + 1 if progress(state) == progress(before) else 0
    return line


def progress(state: State) -> tuple[int, ...]:
    """What no later move undoes: cards in the stock, cards face down, sets off, trumps in the tower."""
    return len(state.stock), sum(state.hidden), len(state.off), state.tower
