"""Players: the policies, whole games, and the interval of a share of wins."""

from collections import Counter

import pytest

from spiralkit import Deal, State, board
from spiralkit.cards import numbers
from spiralkit.lookahead import greedy, play_game, random_policy, wilson
from spiralkit.spiral import ONE_COLUMN, VARIANTS, Variant, deal, redeal


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_random_player_takes_each_legal_move_equally_often(variant: Variant) -> None:
    state = deal(5, variant)
    source = numbers(5, 0)
    taken = Counter(random_policy(state, source) for _ in range(6000))
    assert set(taken) == set(state.moves())
    due = 6000 / len(state.moves())
    assert sum((count - due) ** 2 / due for count in taken.values()) < 30  # chi-square, 5 or 9 degrees: p < 0.001


def judged(state: State) -> list[tuple[float, str]]:
    """Every move with its worth as the greedy player should see it, told once more: lower is better."""
    worth = []
    for move in state.moves():
        after = state.play(move)
        ends = [after.outcome]
        if not after.deal_due:
            while after.outcome is None and after.turn != "me" and after.moves():
                after = after.play(after.moves()[0])
                ends.append(after.outcome)
        lost = any(end and end.winner == "brooks" for end in ends)
        won = any(end and end.winner == "me" for end in ends)
        mine, hers = board.fork_distance(after.mine, after.hers), board.fork_distance(after.hers, after.mine)
        distance = (99 if mine is None else mine) - (99 if hers is None else hers)
        worth.append((-1000 if won else 1000 if lost else distance, str(move)))
    return worth


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_greedy_player_takes_the_best_move_and_of_equals_the_first(variant: Variant) -> None:
    seen = Counter[str]()
    for seed in range(8):
        for state in play_game(seed, random_policy, variant).states:
            if state.turn != "me" or not state.moves():
                continue
            worth = judged(state)
            best, move = min(worth)  # column order is the order of the letters
            assert str(greedy(state, iter(()))) == move
            seen["tie"] += sum(value == best for value, _ in worth) > 1
            seen["lost"] += any(value == 1000 for value, _ in worth)
            seen["redeal"] += any(state.play(move).deal_due for move in state.moves())
    assert seen["tie"]
    assert seen["lost"]
    assert seen["redeal"] or variant.no_shuffle


def test_the_greedy_player_forks_at_once_when_it_can() -> None:
    wins = [line for seed in range(40) if (line := play_game(seed, greedy)).state.outcome.winner == "me"]
    assert wins
    for seed in range(40):
        for state in play_game(seed, greedy, ONE_COLUMN).states:
            if state.turn != "me":
                continue
            forks = [move for move in state.moves() if (end := state.play(move).outcome) and end.winner == "me"]
            if forks:
                assert greedy(state, iter(())) == forks[0]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_game_is_played_to_its_end_by_the_deals_of_its_seed(variant: Variant) -> None:
    for seed in range(10):
        for policy in (random_policy, greedy):
            line = play_game(seed, policy, variant)
            assert line.start == deal(seed, variant)
            assert line.at == len(line)
            assert line.state.outcome is not None
            assert all(state.outcome is None for state in line.states[:-1])
            deals = [move for move in line.moves if isinstance(move, Deal)]
            assert deals == [redeal(seed, number) for number in range(2, len(deals) + 2)]
            assert not (deals and variant.no_shuffle)


def test_what_a_policy_draws_changes_no_deal() -> None:
    def wasteful(state: State, source: object) -> object:
        for _ in range(100):
            next(source)
        return state.moves()[0]

    def thrifty(state: State, source: object) -> object:
        return state.moves()[0]

    assert play_game(3, wasteful).moves == play_game(3, thrifty).moves
    assert play_game(3, random_policy).moves == play_game(3, random_policy).moves


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # worked out by hand from Wilson's formula with z = 1.96
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (1, 1, 0.2065, 1.0)],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (2, 1), (-1, 3)])
def test_wilson_refuses_what_cannot_be(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="give no interval"):
        wilson(wins, games)
