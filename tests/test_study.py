"""Studies: the numbers in the tables, that no worker changes them, what a stop keeps, and the results committed."""

import json
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from spiralkit import State, study
from spiralkit.cards import TextError
from spiralkit.cli import main
from spiralkit.lookahead import greedy, play_game, random_policy, wilson
from spiralkit.lookahead.search import solve
from spiralkit.lookahead.values import seed_of
from spiralkit.spiral import NO_SHUFFLE, STANDARD, redeal
from spiralkit.study import Job, Table, boards, census, games, plots
from spiralkit.study.work import Progress, spread

RESULTS = Path(__file__).parent.parent / "notebooks" / "results"
WEAK = ("random", "greedy")


@pytest.fixture(scope="module")
def found() -> study.Found:
    return study.run("players", games=90, seed=5, players=WEAK)


@pytest.fixture
def little_is_measured(monkeypatch):
    monkeypatch.setattr(boards, "FRESH", 40)
    monkeypatch.setattr(boards, "DEALS_LATE", 64)
    monkeypatch.setattr(boards, "DEALS_EARLY", 2)


def rows(found: study.Found) -> list[tuple]:
    """All that is in the tables but the date."""
    return [(table.name, table.rows, table.notes["command"], table.notes["seeds"]) for table in found.tables]


# What is counted.


def test_rates_are_those_of_the_games(found):
    rates = found.tables[0]
    for player, policy in zip(WEAK, (random_policy, greedy), strict=True):
        wins = sum(play_game(seed, policy).state.outcome.winner == "me" for seed in range(5, 95))
        (row,) = rates.where(player=player)
        assert (row["won"], row["games"], row["share"]) == (wins, 90, round(wins / 90, 6))
        assert (row["low"], row["high"]) == tuple(round(end, 6) for end in wilson(wins, 90))


def test_differences_are_paired_deal_by_deal(found):
    won = {
        player: [play_game(seed, policy).state.outcome.winner == "me" for seed in range(5, 95)]
        for player, policy in zip(WEAK, (random_policy, greedy), strict=True)
    }
    (row,) = found.tables[1].rows
    assert (row["player"], row["than"], row["games"]) == ("greedy", "random", 90)
    assert row["only_first"] == sum(g and not r for g, r in zip(won["greedy"], won["random"], strict=True))
    assert row["only_second"] == sum(r and not g for g, r in zip(won["greedy"], won["random"], strict=True))
    assert row["difference"] == round((sum(won["greedy"]) - sum(won["random"])) / 90, 6)
    assert row["low"] < row["difference"] < row["high"]


def test_players_of_unlike_many_games_are_compared_on_the_deals_of_both():
    rows = games.played(Job("random", STANDARD, 1, 30)) + games.played(Job("greedy", STANDARD, 21, 30))
    (row,) = games.differences(rows).rows
    assert row["games"] == 10
    apart = games.played(Job("random", STANDARD, 1, 2)) + games.played(Job("greedy", STANDARD, 3, 2))
    assert games.differences(apart).rows[0]["difference"] is None


def test_a_paired_interval_holds_in_95_of_100():
    """Of 60 deals the first player alone wins each with 0.3, the second alone with 0.1."""
    random = Random(1)
    held = 0
    for _ in range(1000):
        draws = [random.random() for _ in range(60)]
        low, high = games.paired(sum(d < 0.3 for d in draws), sum(0.3 <= d < 0.4 for d in draws), 60)[1:]
        held += low < 0.2 < high
    assert 930 <= held <= 975


def test_endings_add_up_and_name_what_happened(found):
    endings = found.tables[2]
    for player in WEAK:
        rows = endings.where(player=player)
        assert sum(row["games"] for row in rows) == 90
        assert sum(row["share"] for row in rows) == pytest.approx(1, abs=1e-4)
    line = play_game(5, greedy)
    (game,) = games.played(Job("greedy", STANDARD, 5, 1))
    end = line.state.outcome
    assert (game.won, game.how, game.by) == (end.winner == "me", end.how, end.by)
    assert game.mine == line.state.mine.bit_count()
    assert game.hers == line.state.hers.bit_count()
    assert game.deals == 1 + sum(state.deal_due for state in line.states)


def test_variants_are_set_beside_the_standard_game():
    table = study.run("variants", games=8, seed=1, players=("greedy",)).tables[0]
    assert [row["variant"] for row in table.rows] == [
        *("standard", "one-column", "no-shuffle", "one-column+no-shuffle"),
    ]
    standard, *others = table.rows
    assert standard["more"] is None
    assert [row["more"] for row in others] == [pytest.approx(row["share"] - standard["share"]) for row in others]


# Boards at a redeal.


def test_a_residual_is_what_good_play_loses_of_fresh_deals(little_is_measured):
    """Counted again on states, each deal solved by itself."""
    (found,) = boards.residual(Job("greedy", STANDARD, 3, 1))
    board = [state for state in play_game(3, greedy).states if state.deal_due][1]
    won = 0
    for number in range(1, 41):
        columns = redeal(seed_of(3, boards._RESIDUAL), number).columns
        state = State(board.mine, board.hers, columns, board.turn)
        while state.turn != "me" and state.outcome is None:
            state = state.play(state.moves()[0])
        won += state.outcome is None and solve(state).status == "won"
    assert 0 < won < 40
    assert found.residual == 1 - won / 40


def test_residuals_have_a_mean_with_an_interval():
    rows = [boards.Residual("greedy", seed, seed / 10, True) for seed in range(11)]
    (row,) = boards.residuals(rows).rows
    assert (row["residual"], row["median"], row["largest"], row["won"]) == (0.5, 0.5, 1.0, 11)
    assert row["low"] == pytest.approx(0.304, abs=0.001)
    assert row["high"] == pytest.approx(0.696, abs=0.001)


def test_the_deals_that_come_change_no_chance_told(little_is_measured, monkeypatch):
    told = boards.foreseen(Job("greedy", STANDARD, 4, 3))
    assert {row.stage for row in told} == {"early", "late"}
    monkeypatch.setattr(boards, "_COME", 99)
    again = boards.foreseen(Job("greedy", STANDARD, 4, 3))
    assert [row[:-1] for row in again] == [row[:-1] for row in told]
    assert all(0 < row.sampled < 1 for row in told)


def test_a_whole_chart_is_tested_not_its_bins(monkeypatch):
    """Each bin is a little too low: none says much, all together do."""
    monkeypatch.setattr(boards, "CHARTS", 250)
    random = Random(1)
    told = [random.random() for _ in range(600)]
    fair = [(p, random.random() < p) for p in told]
    wrong = [(max(0.01, p - 0.12), win) for p, win in fair]
    assert boards.stray(fair)[1] > 0.05
    assert boards.stray(wrong)[1] < 0.02
    chances = []
    for _ in range(40):
        told = [random.random() for _ in range(30)]
        chances.append(boards.stray([(p, random.random() < p) for p in told])[1])
    assert 10 <= sum(chance < 0.5 for chance in chances) <= 30


def test_the_census_has_a_row_for_what_never_happened(monkeypatch):
    found = study.run("census", games=40, seed=7).tables[0]
    assert [row["picks"] for row in found.rows] == [10, 11, 12, 13, None]
    assert [row["deals"] for row in found.rows] == [40, 0, 0, 0, 0]
    assert found.rows[0]["nodes"] == sum(row.nodes for row in census.solved(Job("solver", NO_SHUFFLE, 7, 40))) / 40
    odd = census.census([census.Solved(1, 10, 5), census.Solved(2, None, 9), census.Solved(3, None, 9)])
    assert [row["deals"] for row in odd.rows] == [1, 0, 0, 0, 2]
    assert odd.rows[-1]["first"] == 2


# Who works, and how long.


def test_workers_change_nothing(found, monkeypatch):
    assert rows(study.run("players", games=90, seed=5, players=WEAK, workers=2)) == rows(found)
    monkeypatch.setitem(study.STEPS, "greedy", 7)
    assert rows(study.run("players", games=90, seed=5, players=WEAK)) == rows(found)


def test_a_cluster_changes_nothing(found):
    distributed = pytest.importorskip("dask.distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp://"
    ) as cluster:
        again = study.run("players", games=90, seed=5, players=WEAK, cluster=cluster.scheduler_address)
    assert rows(again) == rows(found)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stop_keeps_what_is_done_and_says_so(workers):
    def stop(done: int, asked: int) -> None:
        assert asked == 100
        if done >= 40:
            raise KeyboardInterrupt

    stopped = study.run("players", games=100, seed=5, players=("greedy",), workers=workers, on_progress=stop)
    assert (stopped.done, stopped.asked, stopped.stopped) == (40, 100, True)
    assert stopped.tables[0].rows == study.run("players", games=40, seed=5, players=("greedy",)).tables[0].rows
    assert stopped.tables[0].notes["stopped"] == "after 40 of 100 games"
    assert stopped.tables[0].notes["seeds"] == "greedy 5 to 44"


def test_a_stop_inside_a_compiled_loop_is_a_stop_and_another_error_is_not():
    def measure(job: int) -> int:
        if job == 3:
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt as stop:
                raise SystemError("a result with an exception set") from stop
        return job

    assert spread(measure, [1, 2, 3, 4]) == ([1, 2], True)
    with pytest.raises(SystemError):
        spread(lambda job: exec("raise SystemError"), [1])


def test_a_stop_before_the_first_game_leaves_empty_tables():
    def stopped(_: Job) -> list[games.Played]:
        raise KeyboardInterrupt

    assert spread(stopped, [Job("greedy", STANDARD, 1, 1)]) == ([], True)
    for each in study.STUDIES.values():
        for make in each.tables:
            table = make([])
            assert table.rows == ()
            assert Table.parse(table.csv()) == table
            assert plots.figure(table) is None
            assert str(table) == ""


def test_all_players_come_forward_evenly():
    jobs = study._jobs(study.STUDIES["players"], None, 1, ())
    half = jobs[: len(jobs) // 2]
    numbers = study.STUDIES["players"].games
    for player, total in numbers.items():
        assert sum(job.games for job in jobs if job.player == player) == total
        assert 0.4 < sum(job.games for job in half if job.player == player) / total < 0.6


def test_progress_in_words(capsys):
    say = Progress(sys.stderr)
    say(1, 10)
    assert capsys.readouterr().err == ""  # it has just begun
    say.last -= 31
    say.start -= 40
    say(5, 10)
    assert capsys.readouterr().err == "5 of 10 games, 40 s left\n"


# Tables and plots.


@pytest.mark.parametrize("text", ["a,b\n1,2\n", "# table: x\na,b\n1\n", "# table: x\na,b\n1,2,3\n"])
def test_what_is_no_table_is_refused(text):
    with pytest.raises(TextError):
        Table.parse(text)


def test_plots_are_drawn_from_the_csv_alone(found):
    for table in found.tables:
        picture = plots.svg(table)
        assert picture == plots.svg(Table.parse(table.csv()))
        assert "<svg" in picture
    assert "matplotlib.pyplot" not in sys.modules or "spiralkit" not in str(sys.modules["matplotlib.pyplot"])


@pytest.mark.parametrize("inline", [(), ("png",), ("retina",)], ids=["plain", "inline", "inline retina"])
def test_a_notebook_shows_a_plot_as_one_picture(found, inline):
    """Though pyplot has not made it."""
    from IPython.core.formatters import DisplayFormatter
    from IPython.core.pylabtools import select_figure_formats
    from matplotlib.figure import Figure

    formatter = DisplayFormatter()
    select_figure_formats(SimpleNamespace(display_formatter=formatter), inline)
    shown = plots.figure(found.tables[0])
    data, more = formatter.format(shown)
    assert set(data) == {"text/plain", "image/png"}
    if not inline:  # crisp: two pixels for one on the page
        size = [int.from_bytes(data["image/png"][place : place + 4]) for place in (16, 20)]
        assert size == pytest.approx([2 * more["image/png"][side] for side in ("width", "height")], abs=1)
    assert isinstance(shown, Figure)
    written = BytesIO()
    shown.savefig(written, format="svg")
    assert b"<svg" in written.getvalue()


# The command.


def run_command(*arguments: str) -> int:
    with pytest.raises(SystemExit) as leaving:
        main(["study", *arguments])
    return leaving.value.code


def test_the_command_writes_json_csv_and_plots(found, tmp_path, capsys):
    options = ("--games", "90", "--seed", "5", "--player", "random", "--player", "greedy")
    assert run_command("players", *options, "--json", "-o", str(tmp_path)) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [{"study": "players", "table": table.name, **row} for table in found.tables for row in table.rows]
    for table in found.tables:
        written = Table.load(tmp_path / f"{table.name}.csv")
        assert written.rows == table.rows
        assert (tmp_path / f"{table.name}.svg").read_text(encoding="utf-8") == plots.svg(written)
    assert found.tables[0].notes["command"] == f"spiralkit study players {' '.join(options)}"


def test_a_stopped_command_keeps_and_says_so(tmp_path, capsys, monkeypatch):
    def stop(say: Progress, done: int, asked: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "__call__", stop)
    assert run_command("endings", "--player", "greedy", "--games", "60", "-o", str(tmp_path)) == 130
    told = capsys.readouterr()
    assert "stopped after 20 of 60 games" in told.err
    assert sum(row["games"] for row in Table.load(tmp_path / "endings.csv").rows) == 20


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "there is no study 'chess'; there are players,"),
        (["players", "--player", "me"], "there is no player 'me'"),
        (["census", "--player", "greedy"], "there is no player 'greedy'"),
        (["players", "--games", "0"], "--games"),
        (["players", "-o", "nowhere/at/all"], "nowhere/at/all: No such file or directory"),
    ],
)
def test_bad_input_gets_one_line(arguments, said, capsys):
    assert run_command(*arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1


# The results that are committed.


@pytest.mark.parametrize(
    "name", ["players", "differences", "endings", "variants", "residuals", "calibration", "census"]
)
def test_committed_results_say_how_they_were_made(name):
    table = Table.load(RESULTS / f"{name}.csv")
    assert table.name == {"advisor": "players"}.get(name, name)
    assert table.notes["command"].startswith("spiralkit study ")
    assert {"seeds", "date"} <= table.notes.keys()
    assert table.rows
    for row in table.rows:
        if {"won", "games", "low", "high", "share"} <= row.keys():
            assert (row["low"], row["high"]) == tuple(round(end, 6) for end in wilson(row["won"], row["games"]))
    if plots.figure(table):
        assert (RESULTS / f"{name}.svg").is_file()
