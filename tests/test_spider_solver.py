"""The Spider solver: its lines before the second reading, its verdicts against a brute force, its budgets."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import count

import pytest
from spider_referee import judge
from test_spider_search import FLOWERS, GAMES, SHARED, TINY, TOWER, WINDS, game_of, named, searched, won

from spiralkit import kernels
from spiralkit.cards import Deck, cross, shuffled
from spiralkit.game import Line
from spiralkit.kernels import beam
from spiralkit.lookahead import spider_solver
from spiralkit.lookahead.spider import hint
from spiralkit.lookahead.spider_packed import Packed, Weights
from spiralkit.lookahead.spider_solver import Solution, solve
from spiralkit.spider import SUITS, Move, Rules, State, deal, dealt, to_json

compiled = pytest.mark.skipif(not kernels.compiles(), reason="a full deal takes the plain loops too long")

MORE = [
    replace(TINY, strict_fill=True, weave=True),
    replace(TINY, strict_fill=True, deal_when="stuck"),
    replace(TINY, removal="auto", jokers=1),
    replace(TOWER, strict_fill=True, weave=True, dealt=4),
    replace(TOWER, open=False, jokers=1, stack_limit=1),
    replace(TOWER, removal="auto", jokers=1, trump_unit="next"),
    replace(WINDS, open=False, jokers=1, stack_limit=1),
    replace(FLOWERS, deal_when="stuck", stack_limit=1),
    replace(SHARED, deal_when="stuck", strict_fill=True),
    replace(SHARED, jokers=1, dealt=9),
]
MIDDLE = Rules(
    "middle", Deck("middle", cross("123456", "xy", 2)), columns=5, dealt=14, families=(replace(SUITS, suits="xy"),)
)
"""A game of a few thousand nodes a deal."""


@lru_cache
def brute_force(rules: Rules, seed: int) -> str:
    """Whether a deal of a small game can be won, by looking at all that the engine allows."""
    return "won" if any(map(won, searched(dealt(rules, shuffled(rules.deck.cards, seed, 1))))) else "lost"


def judged(start: State, found: Solution, before: tuple[Move, ...] = ()) -> None:
    """The line of a solution, after these moves, stands before the second reading, and clears the layout."""
    assert found.status == "won"
    data = to_json(Line(start, [*before, *found.moves]))
    assert data["result"] == "won"
    judge(data, None if start.rules.is_known else game_of(start.rules))


# Small games: what is said is true.


def agree(rules: Rules, seed: int) -> None:
    """What beams find, and what a complete search says alone, is what the brute force says."""
    start = dealt(rules, shuffled(rules.deck.cards, seed, 1))
    with pytest.MonkeyPatch.context() as patch:
        for _ in range(2):
            found = solve(start)
            assert found.status == brute_force(rules, seed)
            assert bool(found.moves) == (found.status == "won")
            if found.moves:
                judged(start, found)
            patch.setattr(spider_solver._Search, "beam", lambda *_: None)


@pytest.mark.parametrize("rules", [*GAMES, *MORE], ids=named)
def test_small_games_are_won_and_lost_as_by_brute_force(rules: Rules) -> None:
    agree(rules, 1)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*GAMES, *MORE], ids=named)
def test_more_small_games(rules: Rules) -> None:
    for seed in range(100, 110):
        agree(rules, seed)


def test_both_verdicts_are_among_the_small_games() -> None:
    assert {brute_force(rules, 1) for rules in (TINY, replace(TINY, deal_when="stuck"))} == {"won", "lost"}


@pytest.mark.parametrize("beams", [True, False], ids=["beams", "complete"])
def test_a_whole_column_is_moved_into_an_empty_one_where_only_that_wins(
    beams: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not beams:
        monkeypatch.setattr(spider_solver._Search, "beam", lambda *_: None)
    deck = Deck("two suits of three", cross("123", "ab"))
    rules = Rules("threes", deck, columns=2, dealt=2, families=(replace(SUITS, suits="ab"),))
    start = dealt(rules, deck.parse_all("3a2a2b3b1b1a"))
    judged(start, solve(start))


def test_a_set_is_left_where_it_is_if_only_that_wins() -> None:
    rules = Rules(
        "pairs", Deck("pairs", cross("123", "xy", 2)), columns=2, dealt=6, families=(replace(SUITS, suits="xy"),)
    )
    assert brute_force(rules, 48) == "won"
    assert brute_force(replace(rules, removal="auto"), 48) == "lost"
    for seed in (1, 2, 3, 48):
        agree(rules, seed)
        agree(replace(rules, removal="auto"), seed)


# Full games.

DEALS = [
    ("spider", 4),
    ("spider_open", 1),
    ("myrmex open=false", 3),
    ("myrmex level=major removal=auto", 2),
    ("myrmex level=queen strict_fill=true", 1),
    ("wizards_tower", 3),
    ("wizards_tower weave=true trump_unit=next removal=auto open=false", 1),
    ("sparrow", 4),
    ("chinese_spider removal=auto strict_fill=true open=false", 2),
]


@compiled
@pytest.mark.parametrize(("game", "seed"), DEALS)
def test_full_deals_are_won(game: str, seed: int) -> None:
    start = deal(game, seed)
    found = solve(start, nodes=2_000_000)
    judged(start, found)
    assert found.nodes <= 2_000_000


@compiled
def test_a_full_deal_is_lost() -> None:
    found = solve(deal("wizards_tower", 1))
    assert (found.status, found.moves) == ("lost", ())
    assert found.nodes < 1_000_000


@compiled
@pytest.mark.parametrize(("game", "seed"), [("spider", 6), ("starfish", 7), ("wizards_tower weave=true", 6)])
def test_it_solves_from_a_position_in_the_middle_of_a_game(game: str, seed: int) -> None:
    start = state = deal(game, seed)
    moves: list[Move] = []
    for kind in ("joker", "aside", "deal"):
        for move in state.moves():
            if kind == ("aside" if move.to == "w" else move.do):
                state = state.play(move)
                moves.append(move)
                break
    for _ in range(10):
        move = hint(state.view()).move
        assert move
        state = state.play(move)
        moves.append(move)
    judged(start, solve(state), tuple(moves))


# Budgets.


def test_a_number_of_nodes_gives_the_same_answer_each_time() -> None:
    start = dealt(MIDDLE, shuffled(MIDDLE.deck.cards, 1, 1))
    first, again = solve(start, nodes=100_000), solve(start, nodes=100_000)
    assert (first.status, first.moves, first.nodes) == (again.status, again.moves, again.nodes)
    assert first.status == "won"
    few = solve(start, nodes=100)
    assert (few.status, few.moves) == ("unknown", ())
    assert few.nodes < 1000


@compiled
def test_plain_and_compiled_loops_give_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> list[object]:
        found = [solve(dealt(MIDDLE, shuffled(MIDDLE.deck.cards, seed, 1)), nodes=20_000) for seed in range(1, 4)]
        for rules in (TOWER, replace(WINDS, stack_limit=2), replace(TINY, jokers=1, strict_fill=True, open=False)):
            found.append(solve(dealt(rules, shuffled(rules.deck.cards, 1, 1))))
        found += [solve(deal(game, 1), nodes=2000) for game in ("spider", "starfish")]
        return [(one.status, one.moves, one.nodes) for one in found]

    fast = answers()
    monkeypatch.setattr(spider_solver, "_loops", lambda: beam)
    assert answers() == fast
    assert {status for status, _, _ in fast} == {"won", "unknown"}


def test_time_and_stop_end_it_and_progress_is_told() -> None:
    start = deal("spider", 1)
    assert solve(start, seconds=0).status == "unknown"
    asked = count(1)
    heard: list[int] = []
    found = solve(start, on_progress=heard.append, should_stop=lambda: next(asked) == 3)
    assert found.status == "unknown"
    assert len(heard) == 3
    assert heard == sorted(heard)
    assert heard[-1] == found.nodes > 0


def test_what_is_over_is_known_at_once() -> None:
    state = dealt(TINY, shuffled(TINY.deck.cards, 1, 1))
    found = solve(state)
    for move in found.moves:
        state = state.play(move)
    over = solve(state)
    assert (over.status, over.moves, over.nodes) == ("won", (), 0)


# The loops against the engine.


def test_what_may_follow_is_what_the_engine_allows() -> None:
    """Every legal move is a code that is legal there too, and gives the position that the engine gives."""
    for rules in (SHARED, replace(TOWER, weave=True, dealt=4), replace(WINDS, jokers=1, stack_limit=1)):
        start = dealt(rules, shuffled(rules.deck.cards, 3, 1))
        packed = Packed(start, beam)
        game = packed.tables(Weights())
        for state in sorted(searched(start), key=str)[:60]:
            if won(state):
                continue
            row, after = packed.row(state), beam.shorts(packed.stride)
            for move in state.moves():
                code = packed.code(move, state)
                assert list(packed.moves(state, code)) == [move]
                assert beam.legal(row, 0, code, game)
                beam.played(row, 0, code, after, 0, game)
                following = packed.row(state.play(move))
                used = 2 * rules.columns + beam.HEAD + sum(map(len, state.play(move).columns))
                assert list(after[:used]) == list(following[:used])
