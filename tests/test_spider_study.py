"""Studies of the Spider games: what is counted, that thoughtful and honest stay apart, and the results committed."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from spiralkit import study
from spiralkit.cli import main
from spiralkit.game import Line
from spiralkit.lookahead import wilson
from spiralkit.lookahead.spider import greedy, play_game, random_policy
from spiralkit.lookahead.spider_solver import solve
from spiralkit.spider import PRESETS, Move, State, deal, layout, ms_deal
from spiralkit.study import Job, Table, plots, spider, spider_cases
from spiralkit.study.spider_cases import Case, game_of

RESULTS = Path(__file__).parent.parent / "notebooks" / "results"
BASE = game_of(2, 2, 4, 3, 2)
STUDIES = [name for name in study.STUDIES if name.startswith("spider_")]


def kinds(name: str) -> set[str]:
    return {kind for kind in ("thoughtful", "honest") if kind in name}


def winnable(state: State) -> bool:
    """By trying everything, with the engine alone."""
    met, todo = {state}, [state]
    while todo:
        state = todo.pop()
        if state.outcome and state.outcome.winner == "me":
            return True
        for move in state.moves():
            after = state.play(move)
            if after not in met:
                met.add(after)
                todo.append(after)
    return False


# What is played.


def test_one_size_is_changed_at_a_time():
    sizes = {"suits": 2, "copies": 2, "length": 4, "columns": 3, "rows dealt": 2}
    for case in [case for case in spider_cases.SMALL if case.changed in sizes]:
        changed = sizes | {case.changed: case.value}
        cards = Counter(case.rules.deck.cards)
        assert set(cards.values()) == {changed["copies"]}
        assert len({card.suits for card in cards}) == changed["suits"]
        assert len({card.rank for card in cards}) == changed["length"]
        assert case.rules.columns == changed["columns"]
        assert case.rules.dealt == changed["rows dealt"] * changed["columns"]
    groups = Counter(case.changed for case in spider_cases.SMALL if replace(case.rules, name=BASE.name) == BASE)
    assert groups == Counter([*sizes, "suits x copies", "small"])
    equal = [case.rules for case in spider_cases.SMALL if case.changed == "suits x copies"]
    assert {len(rules.deck.cards) for rules in equal} == {16}


def test_an_empty_column_more_and_the_same_deal():
    without, *others = (case for case in spider_cases.SMALL if case.changed == "empty columns")
    start = without.start(5)
    assert not start.stock
    for number, case in enumerate(others, 1):
        state = case.start(5)
        assert state.columns == (*start.columns, *[()] * number)
        assert state.rules.columns == len(state.columns) == len(state.hidden)
    seed = next(seed for seed in range(1, 50) if solve(without.start(seed), nodes=10_000).status == "lost")
    state = others[-1].start(seed)
    for move in solve(state, nodes=10_000).moves:
        state = state.play(move)
    assert str(state.outcome) == "win: everything is off"


def test_the_options_are_those_of_the_games():
    assert [str(case.rules) for case in spider_cases.GAMES] == list(PRESETS)
    texts = [str(case.rules) for case in spider_cases.RULES]
    assert texts[:7] == ["starfish", *(f"starfish jokers={number}" for number in range(5, -1, -1))]
    assert {"sparrow stack_limit=None", "wizards_tower trump_unit=next weave=True"} < set(texts)
    assert "spider strict_fill=False open=True" in texts
    assert len(set(texts)) == len(texts)


def test_the_sizes_of_a_game():
    assert spider_cases.sizes(PRESETS["wizards_tower"]) == {
        "cards": 78,
        "suits": 4,
        "copies": 1,
        "length": 14,
        "columns": 13,
        "rows": "6",
        "open": 1.0,
    }
    assert spider_cases.sizes(PRESETS["spider"])["rows"] == "5-6"
    assert spider_cases.sizes(PRESETS["sparrow"])["length"] == 10


# Thoughtful.


def test_what_the_solver_says_is_counted():
    rows = spider.solved(Job("solver", Case("suits", "2", BASE, 20_000), 20, 24))
    found = [solve(deal(BASE, seed), nodes=20_000) for seed in range(20, 44)]
    assert [(row.status, row.nodes, row.moves) for row in rows] == [(f.status, f.nodes, len(f.moves)) for f in found]
    assert {"won", "lost"} == {row.status for row in rows}
    (line,) = spider.thoughtful("spider_small_thoughtful")(rows).rows
    won = sum(f.status == "won" for f in found)
    assert (line["deals"], line["thoughtful_won"], line["thoughtful_lost"]) == (24, won, 24 - won)
    assert (line["thoughtful_low"], line["thoughtful_high"]) == tuple(round(end, 6) for end in wilson(won, 24))
    assert line["nodes_median_low"] <= line["nodes_median"] <= line["nodes_median_high"] <= line["nodes_p95"]
    for row, one in zip(rows, found, strict=True):
        if one.status == "won":
            first = next(number for number, move in enumerate(one.moves, 1) if move.do == "set")
            assert row.first_set == first / len(one.moves)


def test_small_decks_are_told_exactly():
    for sizes in ((2, 2, 3, 3, 2), (2, 1, 4, 3, 2)):
        for row in spider.solved(Job("solver", Case("sizes", "small", game_of(*sizes), 50_000), 1, 8)):
            assert row.status == ("won" if winnable(deal(row.case.rules, row.seed)) else "lost")


def test_an_unknown_deal_is_neither_won_nor_lost():
    (row,) = spider.solved(Job("solver", Case("game", "spider", PRESETS["spider"], 50), 1, 1))
    (line,) = spider.thoughtful("spider_games_thoughtful")([row]).rows
    assert (line["thoughtful_won"], line["thoughtful_lost"], line["thoughtful_unknown"]) == (0, 0, 1)
    assert line["moves_median"] is None


def test_how_long_jokers_are_away():
    start = layout("starfish jokers=2", a="Kc9h8s", b="Th", c="9s")
    moves = [Move.parse(text) for text in ("*a2>b", "c>d", "a>d")]
    assert [state.troupe for state in Line(start, moves).states] == [2, 1, 1, 2]
    assert spider.jokers_of(start, moves) == (1, 2.0)
    assert spider.jokers_of(start, moves[1:2]) == (0, None)


def test_what_lies_on_the_fool():
    assert spider.fool_of(layout("wizards_tower", a="Kw0t3c2d")) == 2
    assert spider.fool_of(deal("spider", 1)) is None
    for seed in range(1, 6):
        state = deal("wizards_tower", seed)
        (column,) = (column for column in state.columns if "0t" in map(str, column))
        assert spider.fool_of(state) == len(column) - 1 - [str(card) for card in column].index("0t")


# Honest.


@pytest.fixture(scope="module")
def found() -> study.Found:
    return study.run("spider_small_honest", games=12, seed=5)


def test_honest_games_are_counted(found):
    case = next(case for case in spider_cases.SMALL if case.value == 1 and case.changed == "suits")
    (row,) = found.tables[0].where(changed="suits", value=1, player="greedy")
    ends = [play_game(seed, greedy, case.rules).state for seed in range(5, 17)]
    won = sum(state.outcome is not None and state.outcome.winner == "me" for state in ends)
    assert row["honest_won"] == won > 0
    assert row["honest_won"] + row["honest_stuck"] + row["honest_resigned"] == row["games"] == 12
    off = [1 - (sum(map(len, state.columns)) + len(state.stock)) / 8 for state in ends]
    assert row["honest_off"] == pytest.approx(sum(off) / 12, abs=1e-6)
    assert row["honest_off_low"] <= row["honest_off"] <= row["honest_off_high"]
    (few,) = spider.honest("spider_small_honest")(spider.played(Job("greedy", case, 5, 4))).rows
    assert few["honest_off_high"] - few["honest_off_low"] > 0.3  # also if all four went alike


def test_sets_follow_sets():
    rows = spider.played(Job("greedy", Case("suits", "2", game_of(2, 2, 3, 4, 2), 0), 1, 30))
    sets = spider.sets_honest(rows).rows
    assert sets[0]["games"] == 30
    for one, after in pairwise(sets):
        assert one["honest_took"] == after["games"]
    assert sets[-1]["honest_took"] == sum(row.end == "won" for row in rows) > 0


def test_the_advisor_is_new_in_each_game():
    case = Case("suits", 2, BASE, 0)
    both = spider.played(Job("advisor", case, 1, 2))
    spider._played.cache_clear()
    assert spider.played(Job("advisor", case, 2, 1)) == both[1:]


def test_jokers_and_the_weave_cell_are_counted_right():
    for text in ("starfish jokers=2", "wizards_tower weave=true"):
        rules = spider_cases.Rules.parse(text)
        (row,) = spider.played(Job("random", Case("game", text, rules, 0), 4, 1))
        state = play_game(4, random_policy, rules).state
        cards = [str(card) for column in state.columns for card in column if str(card) != "**"]
        left = len(cards) + len(state.stock) + (state.cell is not None)
        assert row.off == pytest.approx(1 - left / len(rules.deck.cards))


def test_public_deals_stand_in_hundreds():
    made = study.run("spider_public_thoughtful", games=2, seed=100)
    rows = made.tables[0].rows
    assert [(row["first"], row["last"], row["deals"]) for row in rows] == [(100, 100, 1), (101, 101, 1)]
    for row in rows:
        found = solve(ms_deal("spider", row["first"]), nodes=row["nodes_allowed"])
        assert (found.status, found.nodes, len(found.moves)) == ("won", row["nodes_median"], row["moves_median"])
        assert (row["thoughtful_won"], row["unsolved"]) == (1, None)
        assert 0 < row["cpu_median"] == row["cpu_most"]
    case = spider_cases.PUBLIC[0]
    unknown = spider.solved(Job("solver", case._replace(nodes=100), 5, 2))
    assert spider.public_thoughtful(unknown).rows[0]["unsolved"] == "5 6"


# Both.


@pytest.mark.parametrize("name", STUDIES)
def test_thoughtful_and_honest_are_never_mixed(name):
    (kind,) = kinds(name)
    for make in study.STUDIES[name].tables:
        assert make([]).rows == ()
        assert kinds(make([]).name) == {kind}
    players = set(study.STUDIES[name].games) | set(study.STUDIES[name].also)
    assert players == ({"solver"} if kind == "thoughtful" else set(spider.PLAYERS))


def test_workers_change_nothing(found):
    again = study.run("spider_small_honest", games=12, seed=5, workers=2)
    assert again.tables[0].rows == found.tables[0].rows
    assert found.tables[0].notes["seeds"] == "random 5 to 16; greedy 5 to 16"


def test_plots_are_drawn_from_the_csv_alone(found):
    solved = study.run("spider_fool_thoughtful", games=2, seed=3).tables
    for table in (*found.tables, *solved):
        assert Table.parse(table.csv()) == table
        picture = plots.svg(table)
        assert "<svg" in picture
        assert picture == plots.svg(Table.parse(table.csv()))


def test_the_command_runs_them(capsys):
    with pytest.raises(SystemExit) as leaving:
        main(["study", "spider_small_honest", "--games", "1", "--seed", "5", "--player", "greedy", "--json"])
    assert leaving.value.code == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["table"] for row in rows} == {"spider_small_honest"}
    assert {row["player"] for row in rows} == {"greedy"}
    with pytest.raises(SystemExit):
        main(["study", "spider_small_honest", "--player", "lookahead"])
    assert "there is no player 'lookahead'" in capsys.readouterr().err


# The results that are committed.


@pytest.mark.parametrize("file", sorted(RESULTS.glob("spider_*.csv")), ids=lambda file: file.stem)
def test_committed_results_say_how_they_were_made(file):
    table = Table.load(file)
    assert table.name == file.stem
    (kind,) = kinds(table.name)
    assert table.notes["command"].startswith("spiralkit study spider_")
    assert kinds(table.notes["command"]) == {kind}
    assert {"seeds", "date"} <= table.notes.keys()
    assert f" {1 if 'public' in file.stem else spider.SEED} to " in table.notes["seeds"]
    assert table.rows
    for row in table.rows:
        assert kinds(" ".join(row)) == {kind}
        games = row["games" if kind == "honest" else "deals"]
        some = row["honest_took" if "honest_took" in row else f"{kind}_won"]
        assert (row[f"{kind}_low"], row[f"{kind}_high"]) == tuple(round(end, 6) for end in wilson(some, games))
        if kind == "thoughtful":
            assert some + row["thoughtful_lost"] + row["thoughtful_unknown"] == games
            assert row["nodes_allowed"] > 0
    if plots.figure(table):
        assert file.with_suffix(".svg").is_file()
