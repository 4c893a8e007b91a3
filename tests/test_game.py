"""The contract of all games, met by Spiral; and lines of play: back, forward, branches."""

from __future__ import annotations

import random
from collections.abc import Sequence

import hypothesis
import pytest
from contract import check_contract
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from test_spiral import random_game

from spiralkit import Line, Move, MoveError, Outcome, State, Variant, deal
from spiralkit.spiral import VARIANTS, Deal, redeal

EVERY_MOVE = [Move(a + b) for a in "abcd" for b in "abcd"] + [Move(text) for text in ("", "a", "abc", "xy")]


# The contract.


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_spiral_meets_the_contract(variant: Variant) -> None:
    for seed in range(8):
        check_contract(
            random_game(seed, variant),
            moves=EVERY_MOVE,
            chance=[redeal(1, 1), redeal(1, 2)],
            parse=State.parse,
            names={"State": State},
        )


def test_a_deal_may_be_played_only_when_one_is_due_and_only_whole() -> None:
    for variant in VARIANTS:
        for state in random_game(3, variant).states:
            if state.deal_due:
                assert state.moves() == ()
                dealt = redeal(3, 9)
                assert state.play(dealt).columns == dealt.columns
                column = dealt.columns[0]
                for columns in ((column,) * 4, (column[:7], *dealt.columns[1:]), ()):
                    with pytest.raises(MoveError, match="a deal is all 32 cards"):
                        state.play(Deal(columns))  # type: ignore[arg-type]
            else:
                with pytest.raises(MoveError):
                    state.play(redeal(3, 9))


def test_a_state_and_a_line_of_play_hold_no_chance() -> None:
    """The same moves from the same start give the same states, deals included, whatever random numbers are drawn."""
    line = random_game(12)
    random.seed(1)
    again: Line = Line(line.start, line.moves)
    assert again.states == line.states


@pytest.mark.parametrize(
    "games",
    [pytest.param(range(60), id="60 games"), pytest.param(range(1000), id="1000 games", marks=pytest.mark.slow)],
)
def test_stepping_back_from_the_end_restores_equal_states(games: Sequence[int]) -> None:
    for seed in games:
        line = random_game(seed, VARIANTS[seed % 4])
        texts = [state.text for state in line.states]
        state = line.start
        for place, move in enumerate(line.moves):  # an independent record of the states, by playing once more
            assert state.text == texts[place]
            state = state.play(move)
        for place in range(len(line) - 1, -1, -1):
            assert line.back() == State.parse(texts[place])
        for text in texts[1:]:
            assert line.forward() == State.parse(text)


def test_stepping_back_over_her_two_pieces_and_over_a_deal() -> None:
    line = random_game(2)
    deals = [place for place, move in enumerate(line.moves) if isinstance(move, Deal)]
    assert deals
    for place in deals:
        before = line.states[place]
        line.go(place + 1)
        assert line.back() == before
        assert line.state.deal_due
        line.go(place + 1)
        assert line.back(4) == line.states[place - 3]


# Outcomes.


def test_an_outcome_in_words() -> None:
    assert str(Outcome("me", "fork", "me")) == "win: fork by me"
    assert str(Outcome("brooks", "bridge", "me")) == "loss: bridge by me"


def test_the_connecting_path_is_found_when_asked_for_and_is_no_part_of_the_value() -> None:
    asked = []

    def find() -> int:
        asked.append(1)
        return 5

    outcome = Outcome("me", "fork", "me", find)
    assert outcome == Outcome("me", "fork", "me")
    assert hash(outcome) == hash(Outcome("me", "fork", "me"))
    assert asked == []
    assert (outcome.cells, asked) == (5, [1])


def test_every_end_of_a_game_shows_its_path() -> None:
    for seed in range(100):
        state = random_game(seed).state
        owner = state.mine if state.outcome.by == "me" else state.hers
        assert state.outcome.cells
        assert state.outcome.cells & ~owner == 0


# Lines.


def start() -> State:
    return deal(1)


def test_a_line_is_walked_to_and_fro() -> None:
    line: Line = Line(start(), map(Move, ("ab", "ab", "cd", "ac")))
    assert (line.at, len(line), line.state) == (4, 4, line.states[4])
    assert line.go(0) == line.start == start()
    assert line.back() == start()
    assert line.forward(3) == line.states[3]
    assert line.forward(3) == line.states[4]
    assert line.back(2) == line.states[2]
    for place in (-1, 5):
        with pytest.raises(IndexError, match=f"the line has the places 0 to 4, not {place}"):
            line.go(place)
    assert line.at == 2


def test_a_refused_move_changes_nothing() -> None:
    line: Line = Line(start(), map(Move, ("ab", "ab", "cd", "ac")))
    for place in (0, 2, 4):
        line.go(place)
        before = (line.at, line.states, line.moves, line.branches)
        for move in (Move("aa"), Move("xy"), redeal(1, 2)):
            with pytest.raises(MoveError):
                line.play(move)
            assert (line.at, line.states, line.moves, line.branches) == before


def test_playing_on_differently_keeps_the_line_that_was_left() -> None:
    moves = tuple(map(Move, ("ab", "ab", "cd", "ac", "ab")))
    line: Line = Line(start(), moves)
    line.go(3)
    line.play(Move("ac"))
    assert (line.at, line.moves, line.branches) == (4, moves, ())  # only followed
    line.go(3)
    line.play(Move("bd"))
    assert (line.moves, line.branches) == ((*moves[:3], Move("bd")), (moves,))
    assert line.switch(0) == line.states[3]
    assert (line.at, line.moves, line.branches) == (3, moves, ((*moves[:3], Move("bd")),))
    assert line.states == Line(start(), moves).states


def test_switching_to_a_line_that_goes_on_from_this_one_loses_nothing() -> None:
    moves = tuple(map(Move, ("ab", "ab", "cd", "ac", "ab")))
    line: Line = Line(start(), moves)
    line.go(3)
    line.play(Move("bd"))
    line.go(0)
    line.play(Move("cd"))
    assert line.branches == (moves, (*moves[:3], Move("bd")))
    line.switch(1)
    assert (line.at, line.moves) == (0, (*moves[:3], Move("bd")))
    assert set(line.branches) == {moves, (Move("cd"),)}


class Walk(RuleBasedStateMachine):
    """Whatever is done to a line, its states follow from its start and moves, and no line that was played is lost."""

    def __init__(self) -> None:
        super().__init__()
        self.line: Line = Line(start())
        self.played: set[tuple[object, ...]] = set()

    @rule(choice=st.integers(0, 9))
    def play(self, choice: int) -> None:
        state = self.line.state
        moves = state.moves() or ((redeal(1, 2 + choice % 2),) if state.deal_due else ())
        if moves:
            self.line.play(moves[choice % len(moves)])
            self.played.add(self.line.moves)

    @rule(count=st.integers(1, 6))
    def back(self, count: int) -> None:
        self.line.back(count)

    @rule(count=st.integers(1, 6))
    def forward(self, count: int) -> None:
        self.line.forward(count)

    @precondition(lambda self: self.line.branches)
    @rule(choice=st.integers(0, 9))
    def switch(self, choice: int) -> None:
        branch = choice % len(self.line.branches)
        moves = self.line.branches[branch]
        self.line.switch(branch)
        assert self.line.moves == moves

    @invariant()
    def states_follow_from_moves(self) -> None:
        state = self.line.start
        assert len(self.line.states) == len(self.line.moves) + 1
        for move, after in zip(self.line.moves, self.line.states[1:], strict=True):
            state = state.play(move)
            assert state == after
        assert self.line.state == self.line.states[self.line.at]

    @invariant()
    def nothing_played_is_lost(self) -> None:
        kept = [self.line.moves, *self.line.branches]
        assert all(any(line[: len(moves)] == moves for line in kept) for moves in self.played)


Walk.TestCase.settings = hypothesis.settings(max_examples=40, stateful_step_count=30, deadline=None)
TestWalk = Walk.TestCase


@given(st.integers(0, 999), st.sampled_from(VARIANTS))
def test_a_line_from_any_place_of_another_is_its_end(seed: int, variant: Variant) -> None:
    line = random_game(seed, variant)
    place = seed % len(line)
    assert Line(line.states[place], line.moves[place:]).states == line.states[place:]


def test_a_branch_played_again_move_by_move_is_no_longer_a_branch() -> None:
    line = Line(deal(1), [Move("ab"), Move("ab")])
    line.go(0)
    line.play(Move("cd"))
    assert line.branches == ((Move("ab"), Move("ab")),)
    line.go(0)
    line.play(Move("ab"))
    line.play(Move("ab"))
    assert line.branches == ((Move("cd"),),)
