"""The advisor: what it plays, what it says, that chance to come plays no part, and what it needs to be good."""

import json
import os
import subprocess
import sys
import threading
from collections import Counter

import pytest

from spiralkit import Deal, State, kernels
from spiralkit.cli import main
from spiralkit.game import Line
from spiralkit.lookahead import POLICIES, Advisor, advise, advise_steps, advisor, lookahead, move_values, play_game
from spiralkit.lookahead.search import look, solve
from spiralkit.lookahead.values import EFFORTS, PROVED, Budget
from spiralkit.spiral import BOTH, NO_SHUFFLE, ONE_COLUMN, Move, deal, redeal

SAMPLE = State.parse(
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
NONE = iter(())
"""No random numbers: these players draw none."""

LIGHT = Budget(late=((64, 8), (8, 32)), early=((3, 1),))
"""Little thinking, for tests of all but strength."""


@pytest.fixture(autouse=True)
def little_is_measured(monkeypatch):
    monkeypatch.setattr("spiralkit.lookahead.values.MEASURED_LATE", 256)
    monkeypatch.setattr("spiralkit.lookahead.values.MEASURED_EARLY", 8)


@pytest.fixture(scope="module")
def game() -> Line:
    return play_game(5_000_001, Advisor())


def second_deal(line: Line) -> State:
    """The state after the second deal of a game, with you to move."""
    after = next(place for place, move in enumerate(line.moves) if isinstance(move, Deal))
    return next(state for state in line.states[after + 1 :] if state.turn == "me")


# Playing.


def test_the_advisor_wins_nearly_always_and_lookahead_mostly():
    """Both play the same games; a weaker choice after the first deal would lose some of the ten."""
    ends = Counter()
    for seed in range(5_000_010, 5_000_020):
        ends["advisor"] += play_game(seed, Advisor()).state.outcome.winner == "me"
        ends["lookahead"] += play_game(seed, lookahead).state.outcome.winner == "me"
    assert ends["advisor"] == 10
    assert ends["lookahead"] >= 8


def test_it_thinks_once_a_deal(monkeypatch):
    thought = []
    plan = advisor.plan

    def watched(state, budget):
        thought.append(state)
        return plan(state, budget)

    monkeypatch.setattr(advisor, "plan", watched)
    player = Advisor()
    player.budget = LIGHT
    line = play_game(3, player)
    assert len(thought) == 1 + sum(isinstance(move, Deal) for move in line.moves)
    assert all(len(state.columns[0]) >= 7 for state in thought)


def test_a_plan_does_not_outlive_its_deal_or_game():
    player = Advisor()
    player.budget = LIGHT
    alone = {}
    for seed in (1, 2):
        fresh = Advisor()
        fresh.budget = LIGHT
        alone[seed] = play_game(seed, fresh).moves
    assert [play_game(seed, player).moves for seed in (2, 1, 2)] == [alone[2], alone[1], alone[2]]


def test_where_the_layout_decides_it_wins_in_the_fewest_picks():
    for player in (POLICIES["advisor"], lookahead):
        assert player(SAMPLE, NONE) in (Move("bc"), Move("bd"))
        state, picks = SAMPLE, 0
        while state.outcome is None:
            picks += state.turn == "me"
            state = state.play(player(state, NONE) if state.turn == "me" else state.moves()[0])
        assert state.outcome.winner == "me"
        assert picks == len(solve(SAMPLE).moves)


def test_a_lost_position_is_held_out_as_long_as_can_be():
    lost = SAMPLE.play(Move("ac"))
    for placement in lost.forced():
        lost = lost.play(Move(placement.columns))
    for player in (POLICIES["advisor"], lookahead):
        assert player(lost, NONE) == look(lost).best.move


@pytest.mark.parametrize("variant", [ONE_COLUMN, NO_SHUFFLE, BOTH], ids=str)
def test_the_variants_are_played_to_the_end(variant):
    player = Advisor()
    player.budget = LIGHT
    assert play_game(1, player, variant).state.outcome.winner == "me"
    assert play_game(1, lookahead, variant).state.outcome is not None


# Chance to come plays no part.


def test_the_deals_to_come_play_no_part(game):
    """The same first deal, and the same second one, with other deals after them."""
    player = Advisor()
    deals = [deal(5_000_001).columns] + [move for move in game.moves if isinstance(move, Deal)]
    for other in (1, 2):
        line = Line(deal(5_000_001))
        number = 1
        while line.state.outcome is None and number < 3:
            state = line.state
            if state.deal_due:
                number += 1
                line.play(deals[1] if number == 2 and other == 2 else redeal(other, number))
            else:
                line.play(player(state, NONE) if state.turn == "me" else state.moves()[0])
        same = 1 + [isinstance(move, Deal) for move in game.moves].index(True)
        if other == 2:
            same = [place for place, move in enumerate(game.moves) if isinstance(move, Deal)][1]
        assert line.moves[: same - (other == 1)] == game.moves[: same - (other == 1)]
        assert line.moves[same] != game.moves[same] or other == 1


def test_suits_play_no_part(game):
    """Only ranks name cells, so a layout with other suits gets the same advice."""
    state = second_deal(game)
    pieces, columns, *rest = state.text.split()
    swapped = State.parse(" ".join([pieces, columns.translate(str.maketrans("cdhs", "dchs")), *rest]))
    assert swapped != state
    assert Advisor()(swapped, NONE) == Advisor()(state, NONE)


def ask(state: State, **environment: str) -> object:
    """What a process of its own plays and advises."""
    code = (
        "import json, sys\n"
        "from spiralkit import State, kernels\n"
        "from spiralkit.lookahead import Advisor, lookahead, advise\n"
        "from spiralkit.lookahead import advisor, values\n"
        "values.MEASURED_LATE = 8\n"
        "light = values.Budget(late=((64, 8), (8, 32)))\n"
        "advisor.SIDE, values.EFFORTS['normal'] = light, light\n"
        "state = State.parse(sys.argv[1])\n"
        "advice = advise(state)\n"
        "print(json.dumps([str(Advisor()(state, iter(()))), str(lookahead(state, iter(()))), str(advice.best), "
        "list(map(str, advice.line))]))"
    )
    process = subprocess.run(
        [sys.executable, "-c", code, state.text],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return json.loads(process.stdout)


def test_the_choice_is_the_same_compiled_or_plain_and_under_any_hash_seed(game):
    state = second_deal(game)
    answers = [
        ask(state, PYTHONHASHSEED="0"),
        ask(state, PYTHONHASHSEED="1"),
        ask(state, SPIRALKIT_PLAIN="1", PYTHONHASHSEED="2"),
    ]
    assert answers[0] == answers[1] == answers[2]


# Advice.


def test_advice_where_the_layout_decides():
    advice = advise(SAMPLE)
    assert not advice.partial
    assert [(str(each.move), each.verdict) for each in advice.moves] == [
        (str(each.move), each.verdict) for each in look(SAMPLE).moves
    ]
    assert [each.value for each in advice.moves] == [PROVED[each.verdict] for each in advice.moves]
    assert advice.value.share == 1
    assert "fork" in advice.reason
    lost = advise(SAMPLE.play(Move("ac")))
    assert lost.value.share == 0
    assert len(lost.forced) == 2
    assert "fork" in lost.reason


def test_advice_where_the_odds_decide(game):
    state = second_deal(game)
    seen = []
    advice = advise(state, on_progress=seen.append)
    assert not advice.partial
    assert advice is seen[-1]
    assert all(each.partial for each in seen[:-1])
    assert [each.done for each in seen] == sorted(each.done for each in seen)
    assert all(each.best for each in seen)
    assert advice.best == Advisor()(state, NONE) == advice.line[0]
    verdicts = {each.move: each.verdict for each in look(state).moves}
    for each in advice.moves:
        assert each.verdict == verdicts[each.move]
        assert 0 <= each.value.low <= each.value.share <= each.value.high <= 1
        assert (each.value.deals == 0) == (each.verdict != "open")
        end = state
        for move in each.line:
            end = end.play(move)
        assert end.deal_due or end.outcome or each.verdict == "loss"
    best = next(each for each in advice.moves if each.move == advice.best)
    assert advice.value == best.value
    assert advice.value.share > 0.8
    assert all(each.value.share <= best.value.high for each in advice.moves)
    assert f"{advice.value}" in advice.reason
    assert move_values(state) == {each.move: each.value for each in advice.moves}


def test_advice_can_be_stopped_and_says_so(monkeypatch):
    monkeypatch.setattr(advisor, "STEP", -1.0)
    asked = []

    def enough() -> bool:
        asked.append(1)
        return len(asked) == 5

    advice = advise(deal(1), should_stop=enough)
    assert advice.partial
    assert advice.best in deal(1).moves()
    assert 0 <= advice.done < 0.5
    assert all(each.value is None for each in advice.moves)


def test_a_board_at_a_redeal_has_a_value(game):
    due = [state for state in game.states if state.deal_due][-1]
    advice = advise(due)
    assert not advice.moves
    assert advice.best is None
    assert advice.value.share > 0.9
    assert advice.value.deals == 256 // (1 if kernels.compiles() else 8)


def test_her_turn_comes_first(game):
    state = second_deal(game)
    place = game.states.index(state)
    mine = game.moves[place]
    after = state.play(mine)
    advice = advise(after)
    assert [placement.columns for placement in advice.forced] == ["ab", "cd"]
    assert advice.at.turn == "me"
    assert advice.best in advice.at.moves()


def test_nothing_is_advised_when_the_game_is_over(game):
    with pytest.raises(ValueError, match="over"):
        next(advise_steps(game.state))
    with pytest.raises(ValueError, match="over"):
        move_values(game.state)


def test_while_the_loops_are_compiled_the_plain_ones_answer(monkeypatch, game):
    """The first advice does not wait, and what comes out is the same."""
    state = second_deal(game)
    monkeypatch.setitem(EFFORTS, "normal", LIGHT)
    monkeypatch.setattr(advisor, "SIDE", LIGHT)
    due = advise(state)
    asked = threading.Event()
    monkeypatch.setattr(kernels, "ready", lambda: kernels.loops)
    monkeypatch.setattr(kernels, "fast", asked.set)
    monkeypatch.setattr(kernels, "compiles", lambda: True)
    steps = list(advise_steps(state))
    assert asked.wait(10)
    assert "being made ready" in steps[0].note
    assert steps[0].partial
    assert steps[0].best in state.moves()
    assert (steps[-1].best, steps[-1].line, steps[-1].value) == (due.best, due.line, due.value)


def test_missing_weights_are_said(monkeypatch, tmp_path, game):
    from spiralkit.lookahead import values

    monkeypatch.setattr(values, "WEIGHTS", tmp_path / "none.json")
    values.weights.cache_clear()
    try:
        state = second_deal(game)
        advice = advise(state)
        assert "fitted weights are missing" in advice.note
        assert advice.value.share > 0.8
    finally:
        values.weights.cache_clear()


def test_the_command_plays_with_effort(capsys, monkeypatch):
    monkeypatch.setitem(EFFORTS, "high", LIGHT)
    with pytest.raises(SystemExit) as end:
        main(["play", "spiral", "--seed", "3", "--policy", "advisor", "--effort", "high", "--json"])
    assert end.value.code == 0
    played = json.loads(capsys.readouterr().out)
    assert played["policy"] == "advisor"
    assert played["result"] in ("win", "loss")


@pytest.mark.slow
def test_acceptance_of_the_players():
    """The share of games won on seeds never used in making the advisor (about half an hour)."""
    wins = sum(play_game(seed, Advisor()).state.outcome.winner == "me" for seed in range(9_000_000, 9_004_000))
    assert wins >= 0.995 * 4000
    wins = sum(play_game(seed, lookahead).state.outcome.winner == "me" for seed in range(9_100_000, 9_101_000))
    assert wins >= 750
