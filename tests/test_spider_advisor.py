"""The advisor of the Spider games: it knows nothing of what is hidden, and its choices are the same each time."""

import random
from collections.abc import Iterator, Sequence

import pytest
from test_cli import Run, run  # noqa: F401

from spiralkit import kernels
from spiralkit.cards import numbers
from spiralkit.lookahead import spider_advisor
from spiralkit.lookahead.spider import fresh, greedy, play_game
from spiralkit.lookahead.spider_advisor import (
    BLANK,
    EFFORTS,
    FACE_DOWN,
    PATIENCE,
    SURE,
    Advisor,
    Effort,
    Search,
    blanked,
    seed_of,
)
from spiralkit.lookahead.spider_solver import Solution
from spiralkit.spider import PRESETS, Move, State, View, deal, layout

SMALL = Effort(2, 4, 2, 500, 2_000)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and the advisor thinks little."""
    monkeypatch.setattr(kernels, "fast_beam", lambda: kernels.beam)
    monkeypatch.setitem(EFFORTS, "normal", SMALL)


def shuffled_otherwise(state: State, chance: random.Random) -> State:
    view = state.view()
    return view.imagine(chance.sample(view.unseen, len(view.unseen)))


def asked(state: State, advisor: Advisor) -> str:
    return str(advisor(state.view(), fresh(state, {state}), numbers(1, 0)))


# What it knows.


@pytest.mark.parametrize("game", [*PRESETS, "myrmex open=False", "wizards_tower weave=True"])
def test_what_is_hidden_does_not_change_a_choice(game: str) -> None:
    chance = random.Random(game)
    state = deal(game, 3)
    for _ in range(3):
        other = shuffled_otherwise(state, chance)
        assert (other != state) == (game.split()[0] != "wizards_tower")
        assert seed_of(other.view()) == seed_of(state.view())
        choices = {asked(one, Advisor()) for one in (state, other)}
        assert len(choices) == 1
        assert choices <= set(map(str, state.moves()))
        for _ in range(8):
            state = state.play(chance.choice(state.moves())) if state.moves() else deal(game, 4)


def test_what_lies_face_down_is_a_blank_and_the_stock_is_not_looked_at() -> None:
    state = layout("spider", a="(4d)(9h)5h", b="6s", c="(2c)7s")
    blanks = blanked(state.view())
    assert [len(column) for column in blanks.columns] == [len(column) for column in state.columns]
    assert blanks.columns[0][:2] == (BLANK, BLANK)
    assert (blanks.hidden, blanks.stock) == (state.hidden, ())
    search = Search(blanked(state.view()), 4, 0)
    moves, after = search.line(search.best[0][1])
    assert list(map(str, moves)) == ["a>b"]
    assert after.hidden == (1, 0, 1, *[0] * 7)
    assert after.columns[0] == (BLANK, BLANK)


@pytest.mark.parametrize("game", ["spider", "myrmex", "sparrow", "starfish"])
@pytest.mark.parametrize("seed", [0, 1])
def test_what_a_search_says_is_what_its_line_leads_to(game: str, seed: int) -> None:
    view = deal(game, 5).view()
    search = Search(blanked(view), 4, seed)
    assert search.best
    for news, (worth, place) in search.best.items():
        state, (moves, after) = view.known, search.line(place)
        assert moves
        for move in moves:
            assert sum(state.hidden) == sum(view.known.hidden)  # there is no news before the last move
            state = state.play(move)
        assert (after.hidden, after.stock) == (state.hidden, ())
        assert news >= 0 or after == blanked(View(state))
        assert (sum(state.hidden) < sum(view.known.hidden)) == (news >= 0)
        if news < 0:
            assert Search(after, 1, 0).worth == worth


def test_a_card_turned_up_is_worth_what_is_said() -> None:
    """The first column is the better by one card that does not lie face down; all else is the same to it."""
    worths = [Search(blanked(layout("spider", a="(4d)(9h)Kc", b=b).view()), 1, 0).worth for b in ("(9s)Kd", "Kd")]
    loops = kernels.beam
    search = Search(blanked(layout("spider", a="(4d)(9h)Kc").view()), 1, 0)
    width, blank = search.game[loops.FACTS][loops.WIDTH], search.packed.numbers[BLANK]
    king = search.packed.numbers[search.state.columns[0][2]]
    on_blank, alone = (search.game[loops.BASE][upper * width + king] for upper in (blank, width - 1))
    assert on_blank < alone + FACE_DOWN < alone
    assert worths[0] < worths[1]


# What it does.


def test_it_plays_on_as_it_planned_and_chooses_among_the_moves_it_is_given() -> None:
    state, advisor = deal("myrmex", 2), Advisor()
    first = asked(state, advisor)
    others = [move for move in state.moves() if str(move) != first]
    assert advisor(state.view(), others, numbers(1, 0)) in others
    line = play_game(2, advisor, "myrmex", patience=5)
    assert line.moves == play_game(2, Advisor(), "myrmex", patience=5).moves
    play_game(3, advisor, "spider", patience=2)
    assert line.moves == play_game(2, advisor, "myrmex", patience=5).moves  # what it did before does not matter


def test_it_solves_what_is_all_seen() -> None:
    state = layout("chinese_spider", off="b b b b c c c c k k k", a="5k4k3k2k1k", b="9k8k", c="7k6k")
    advisor = Advisor()
    asked(state, advisor)
    assert advisor.patience == SURE  # the winning line may be long
    assert not asked(deal("sparrow", 1), advisor) or advisor.patience == PATIENCE
    while state.moves():
        state = state.play(advisor(state.view(), state.moves(), numbers(1, 0)))
    assert state.outcome is not None
    assert state.outcome.winner == "me"


def test_it_fills_empty_columns_before_a_deal_that_waits_for_it() -> None:
    state = layout("spider", a="Kc9d", b="9c", c="9h", d="9s", e="Kd", f="Kh", g="Ks", h="Kc", i="9d")
    advisor = Advisor()
    assert asked(state, advisor) == "a>j"
    assert asked(state.play(Move.parse("a>j")), advisor) == "deal"


@pytest.mark.parametrize(("first", "second", "chosen"), [(1, 2, 1), (1, 1, 0), (1, 0, 0), (0, 2, 0), (2, 2, 0)])
def test_the_solved_samples_are_votes(monkeypatch: pytest.MonkeyPatch, first: int, second: int, chosen: int) -> None:
    state = deal("sparrow", 1)
    lines = [[move] for move in state.moves()[:2]]
    tables = [state.play(move).columns for (move,) in lines]
    met = []

    def solved(sample: State, nodes: int) -> Solution:
        at = tables.index(sample.columns)
        met.append((at, sample.stock))
        count = [of for of, _ in met].count(at)
        return Solution("won" if count <= (first, second)[at] else "unknown", (), nodes, 0.0)

    monkeypatch.setattr(spider_advisor, "solve", solved)
    assert Advisor()._voted(state.view(), lines) is lines[chosen]
    assert [of for of, _ in met] == ([0, 0, 1, 1] if first == 1 else [0, 0])
    stocks = [stock for _, stock in met]
    assert stocks[0] != stocks[1]
    assert stocks[2:] in ([], stocks[:2])  # the same samples for all


def test_it_wins_where_greedy_does_not() -> None:
    line = play_game(1, Advisor(), "chinese_spider")
    assert line.state.outcome is not None
    assert line.state.outcome.winner == "me"
    assert play_game(1, greedy, "chinese_spider").state.outcome is None


def test_the_command_has_it(run: Run) -> None:  # noqa: F811
    shown = run("play", "chinese_spider", "--seed", "1", "--policy", "advisor")
    assert "advisor, chinese_spider: 1 of 1 won" in shown


def test_a_game_is_stopped_when_the_patience_of_its_player_is_at_an_end() -> None:
    class Restless:
        patience = 3

        def __call__(self, view: View, moves: Sequence[Move], source: Iterator[int]) -> Move:
            return next(move for move in moves if move.do == "move")

    assert len(play_game(1, Restless(), "sparrow")) == 3
    assert len(play_game(1, Restless(), "sparrow", patience=5)) == 5
