"""The contract that every game's states meet, as one check to run any finished line of any game through."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from spiralkit import Line, MoveError, Outcome


def check_contract(
    line: Line[Any, Any],
    *,
    moves: Iterable[Any],
    chance: Iterable[Any] = (),
    parse: Callable[[str], Any],
    names: dict[str, Any],
) -> None:
    """Check every state of a whole game.

    ``moves`` are moves of every kind, legal or not: each must be in ``state.moves()`` or be
    refused. ``chance`` are deals and the like: they are taken only where nothing else may be
    played and the game goes on. ``parse`` reads ``state.text`` back; ``names`` are what a
    ``repr`` needs to be pasted back.
    """
    states = line.states
    texts = [state.text for state in states]
    others, deals = list(moves), list(chance)

    for state, text in zip(states, texts, strict=True):
        check_value(state, parse, names)
        check_moves(state, others, deals)
        assert state.text == text, "looking at a state or playing from it has changed it"

    assert all(state.outcome is None for state in states[:-1])
    end = states[-1].outcome
    assert isinstance(end, Outcome)
    assert str(end) == f"{end.result}: {end.how}" + (f" by {end.by}" if end.by else "")
    assert states[-1].moves() == ()
    check_undo(line)

    # what is done to a copy leaves the original alone
    state = copy.deepcopy(states[0])
    for move in line.moves:
        state = state.play(move)
    assert state == states[-1]
    assert [state.text for state in states] == texts


def check_value(state: Any, parse: Callable[[str], Any], names: dict[str, Any]) -> None:
    """A state is frozen, hashable, compares by value, and everything printed of it reads back."""
    for field in dataclasses.fields(state):
        with pytest.raises((dataclasses.FrozenInstanceError, AttributeError)):
            setattr(state, field.name, getattr(state, field.name))
    with pytest.raises((dataclasses.FrozenInstanceError, AttributeError, TypeError)):
        state.something_else = 1
    for other in (parse(state.text), eval(repr(state), names), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state
        assert hash(other) == hash(state)
        assert other.text == state.text
        assert other.outcome == state.outcome
        assert other.moves() == state.moves()
    assert state != state.text
    assert str(state).strip()


def check_moves(state: Any, others: list[Any], deals: list[Any]) -> None:
    """``moves`` and ``play`` agree: what the one lists the other takes, and all else is refused in one line."""
    legal = state.moves()
    assert isinstance(legal, tuple)
    assert len(set(legal)) == len(legal)
    if state.outcome is not None:
        assert legal == ()
    for move in legal:
        after = state.play(move)
        assert type(after) is type(state)
        assert after != state
        assert after == state.play(move)
    due = not legal and state.outcome is None
    for move in [*others, *deals]:
        if move in legal:
            continue
        if due and move in deals:
            assert state.play(move) != state
        else:
            with pytest.raises(MoveError) as refused:
                state.play(move)
            assert len(str(refused.value).splitlines()) == 1


def check_undo(line: Line[Any, Any]) -> None:
    """Stepping back from the end to the start and forward again meets equal states."""
    end = len(line)
    fresh: Line[Any, Any] = Line(line.start, line.moves)
    assert fresh.at == end
    for place in range(end, 0, -1):
        assert fresh.state == line.states[place]
        assert fresh.state.text == line.states[place].text
        fresh.back()
    assert (fresh.at, fresh.state) == (0, line.start)
    assert fresh.back() == line.start
    for move in line.moves:
        assert fresh.play(move) == fresh.state
    assert (fresh.at, fresh.states, fresh.branches) == (end, line.states, ())
