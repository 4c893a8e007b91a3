"""Reasons in words: why a move wins, why it loses, what an open one keeps.

Each sentence is made from what ``search`` proved, is short enough for a slide, and carries the
facts that it claims, so that it can be checked by playing them out. A reason either tells one
line to its end, or tells the turn and then says in one clause how every line from there ends:
"whatever you take then" covers your next pick, "whatever you take from then on" all that follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from ..board import CENTRE
from ..spiral import Move, Placement, State
from .attrition import spoken
from .claims import cards_of, name_of
from .endings import Ending, all_ends, at_centre, centre, clause, clauses, connection, far, makes, reach
from .search import CENTRE_LEFT, Look, MoveVerdict, Verdict, look, out_of_reach, refute_turn

MARKS: dict[Verdict, str] = {"win": "+", "loss": "-", "open": "?"}
"""A mark for each verdict, so that colour is not needed."""

LONGEST = 160
"""The length that a sentence keeps to, in characters."""


@dataclass(frozen=True)
class Reason:
    """A sentence and what it claims.

    From ``state`` play ``told``, the moves of both sides. If ``every`` is 0 the line has then
    ended as the only one of ``endings`` says. Otherwise, whatever you pick from there, your pick number
    ``every`` at the latest ends it in one of these ways. ``move`` is None where the whole position
    is spoken of. ``whole`` is False if the proof is larger than is told: ``told`` is then the line
    that holds out longest.
    """

    text: str
    state: State
    move: Move | None
    verdict: Verdict
    told: tuple[Move, ...]
    endings: tuple[Ending, ...]
    every: int = 0
    whole: bool = True

    def __str__(self) -> str:
        return self.text

    @property
    def slack(self) -> int | None:
        """What an open move keeps: your pieces left at the next deal, less the cells that a fork then takes."""
        end = self.endings[0]
        return end.left - end.distance if end.how == "deal" and end.left and end.distance else None


def reason(state: State, move: Move, seen: Look | None = None) -> Reason:
    """Why a move of yours wins, loses or is open; ``seen`` saves a search if the position was looked at.

    >>> state = State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                     "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard")
    >>> for words in str(reason(state, Move("cd"))).split(". "):
    ...     print(words)
    8s+9s to 8A
    She must take Ks+Qc (QK) and 7d+8h (78 to 99)
    Whatever you take then, she takes TK and joins sides 0, 2, 4: her fork.

    If it is her turn the move is one that you have after her forced pieces, and the sentence begins there.
    Raises ValueError if the game is over, MoveError if the move is not legal.
    """
    seen = seen or look(state)
    found = next((each for each in seen.moves if each.move == move), None)
    if found is None:
        seen.at.placement(move)  # says why not
        raise ValueError(f"{move} cannot be looked at: the position looked at is another")
    if found.verdict == "win":
        return _win(seen.at, found)
    if found.verdict == "open":
        return _open(seen.at, found)
    return _loss(seen.at, found)


def reasons(seen: Look) -> dict[Move, Reason]:
    """The reason of each of your moves.

    >>> from spiralkit import deal
    >>> for words in str(reasons(look(deal(3)))[Move("cd")]).split(": "):
    ...     print(words)
    9h+Qh to 9Q, then columns ab, ab, ab, ab
    at the next deal your fork takes 5 cells and you have 8 pieces left, 3 to spare at best.
    """
    return {each.move: reason(seen.at, each.move, seen) for each in seen.moves}


def why_lost(state: State, seen: Look | None = None) -> Reason:
    """One sentence that covers every move of a lost position.

    >>> state = State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                     "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard")
    >>> for words in str(why_lost(state.play(Move("ac")))).split(". "):
    ...     print(words)
    She must take Qh+Qc (QQ to JQ) and 7d+8s (78 to 8A)
    Whatever you take then, she takes TK and joins sides 0, 2, 4: her fork.

    Raises ValueError if the position is not lost or the game is over.
    """
    seen = seen or look(state)
    if seen.verdict != "loss":
        raise ValueError(f"the position is not lost: it is {'won' if seen.verdict == 'win' else seen.verdict}")
    at, hers = seen.at, seen.forced
    told = tuple(Move(placement.columns) for placement in hers)
    made = Reason("", state, None, "loss", told, ())
    if at.outcome is not None:
        end = connection(at, hers[-1])
        text = _fitting(f"{start} {_joins(hers[-1], end)}." for start in _ended_by_her(hers))
        return replace(made, text=text, endings=(end,))
    befores = [f"{takes}. " for takes in _she_takes(hers)] if hers else [""]
    if at.occupied.bit_count() == CENTRE_LEFT:
        end = at_centre(at)
        return replace(made, text=_fitting(f"{before}{_capital(centre(end))}." for before in befores), endings=(end,))
    if out_of_reach(at):
        end = reach(at)
        return replace(made, text=_fitting(f"{before}{_capital(far(end))}." for before in befores), endings=(end,))
    ends = all_ends(at)
    if ends is None:
        assert seen.best is not None
        longest = _longest(at, seen.best, "Every line loses")
        return replace(longest, state=state, move=None, told=told + longest.told)
    every, endings = ends
    starts = [_whatever(every, then=False)]
    if hers:
        starts[:0] = [f"{before}{_whatever(every, then=True)}" for before in befores]
    texts = (f"{start}, {said}." for said, start in product(clauses(endings), starts))
    return replace(made, text=_fitting(texts), endings=endings, every=every)


# One move.


def _win(state: State, found: MoveVerdict) -> Reason:
    turns, last = _turns(state, found.line)
    first = turns[0][0]
    if last.outcome is None:  # 36 pieces and a deal is due
        end = at_centre(last)
        tail = centre(end)
        if len(turns) == 1:
            texts = [f"{_to(first)}. {takes}; {tail}." for takes in _she_takes(turns[0][1:])]
        else:
            texts = [f"{story}; then {tail}." for story in _stories([turn[0] for turn in turns])]
    else:
        final = turns[-1][0]
        end = connection(last, final)
        tail = f"{_joins(final, end)}."
        if len(turns) == 1:
            texts = [f"{cards_of(first)}: {tail}"]
        elif len(turns) == 2:
            uncovers = f"that uncovers {_uncovered(final)}: {tail}"
            texts = [f"{_to(first)}. {takes}; {uncovers}" for takes in _she_takes(turns[0][1:])]
        else:
            texts = [f"{story}, then {cards_of(final)}: {tail}" for story in _stories([turn[0] for turn in turns[:-1]])]
    return Reason(_fitting(texts), state, found.move, "win", found.line, (end,))


def _open(state: State, found: MoveVerdict) -> Reason:
    turns, last = _turns(state, found.line)
    end = replace(reach(last), how="deal")
    tail = f"at the next deal {far(end)}, {found.slack} to spare at best."
    texts = [f"{story}: {tail}" for story in _stories([turn[0] for turn in turns])]
    return Reason(_fitting(texts), state, found.move, "open", found.line, (end,))


def _loss(state: State, found: MoveVerdict) -> Reason:
    move = found.move
    turn = refute_turn(state, move)
    mine, hers = turn.placements[0], turn.placements[1:]
    told = tuple(Move(placement.columns) for placement in turn.placements)
    made = Reason("", state, move, "loss", told, ())
    if turn.why in ("bridge", "brooks"):
        last = turn.placements[-1]
        end = connection(turn.state, last)
        own = turn.why == "bridge"
        starts = [f"{cards_of(mine)}:"] if own else [f"{_to(mine)}. {takes}" for takes in _ended_by_her(hers)]
        return replace(made, text=_fitting(f"{start} {_joins(last, end)}." for start in starts), endings=(end,))
    if out_of_reach(state):
        end = reach(state)
        text = f"{_capital(far(end))}: no move can win."
        return replace(made, text=text, told=(), endings=(end,))
    comes = [f"{_to(mine)}. {takes}" for takes in _she_takes(hers)] if hers else [_to(mine)]
    if turn.why == "centre":
        end = at_centre(turn.state)
        return replace(made, text=_fitting(f"{start}; {centre(end)}." for start in comes), endings=(end,))
    if turn.why == "reach":
        end = reach(turn.state)
        tail = f": {far(end, True)}." if hers else f". A deal comes next, but {far(end)}."
        return replace(made, text=_fitting(start + tail for start in comes), endings=(end,))
    ends = all_ends(turn.state)
    if ends is None:
        return _longest(state, found, f"{_to(mine)} loses in every line")
    every, endings = ends
    whatever = _whatever(every, then=True)
    starts = [*comes, _to(mine)]
    texts = (f"{start}. {whatever}, {said}." for said, start in product(clauses(endings), starts))
    return replace(made, text=_fitting(texts), endings=endings, every=every)


def _longest(state: State, found: MoveVerdict, start: str) -> Reason:
    """What is said when the proof is too large: the line that holds out longest."""
    turns, last = _turns(state, found.line)
    picks = ", ".join(turn[0].columns for turn in turns)
    end = reach(last) if last.outcome is None else connection(last, turns[-1][-1])
    text = f"{start}; the longest, columns {picks}, holds until {clause(end)}."
    return Reason(text, state, found.move, "loss", found.line, (end,), whole=False)


def _turns(state: State, line: tuple[Move, ...]) -> tuple[list[list[Placement]], State]:
    """The pieces of a line, your turns each with her reply, and the state at the end."""
    turns: list[list[Placement]] = []
    for move in line:
        if state.turn == "me":
            turns.append([])
        turns[-1].append(state.placement(move))
        state = state.play(move)
    return turns, state


# Words.


def _to(placement: Placement) -> str:
    return f"{cards_of(placement)} to {name_of(placement.cell)}"


def _hers(placement: Placement) -> str:
    """Her two cards as they lie in the columns."""
    return "+".join(map(str, placement.cards))


def _takes(placement: Placement, landing: bool) -> str:
    """Her cards and the cell that they name, and where the piece slides to from there."""
    slides = f" to {name_of(placement.cell)}" if landing and placement.cell != placement.named else ""
    return f"{_hers(placement)} ({placement.pair}{slides})"


def _she_takes(placements: Sequence[Placement]) -> Iterator[str]:
    """Her forced pieces, with the cells that they slide to, and without, where there is no room for these."""
    for landing in (True, False):
        yield f"She must take {spoken(_takes(placement, landing) for placement in placements)}"


def _ended_by_her(placements: Sequence[Placement]) -> Iterator[str]:
    *first, last = placements
    for landing in (True, False):
        yield f"She must take {spoken([*(_takes(one, landing) for one in first), _hers(last)])}:"


def _uncovered(placement: Placement) -> str:
    one, two = placement.cards
    return f"{one}, and {two} under it" if placement.columns[0] == placement.columns[1] else f"{one} beside {two}"


def _joins(placement: Placement, end: Ending) -> str:
    """How the last piece comes to its cell, and what it makes."""
    cell = name_of(placement.cell)
    if placement.cell == CENTRE:
        way = f"it goes to {cell}, the last cell,"
    elif placement.cell == placement.named:
        way = f"it goes to {cell}"
    else:
        way = f"{placement.pair} is taken, so it slides {'up ' * (placement.cell > placement.named)}to {cell}"
    return f"{way} and {makes(end)}"


def _stories(picks: Sequence[Placement]) -> Iterator[str]:
    """Your picks one after the other, with cards and cells, and again by their columns."""
    first, *others = picks
    yield ", then ".join(map(_to, picks))
    yield f"{_to(first)}, then columns {', '.join(one.columns for one in others)}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _whatever(picks: int, then: bool) -> str:
    if picks > 1:
        return f"Whatever you take from {'then' if then else 'now'} on"
    return f"Whatever you take{' then' * then}"


def _fitting(texts: Iterable[str]) -> str:
    """The first text that is short enough, or else the shortest."""
    made = list(texts)
    return next((text for text in made if len(text) <= LONGEST), min(made, key=len))
