"""The commands ``look`` and ``solve``: pinned JSON, tables, limits, and refusals."""

import json

import pytest
from test_cli import SAMPLE, Run
from test_reasons import only_the_centre

from spiralkit import answers, board
from spiralkit.lookahead import greedy, play_game
from spiralkit.lookahead.search import Solution, look
from spiralkit.spiral import BOTH, NO_SHUFFLE, VARIANTS, Move, State, deal

LOOK_KEYS = {"position", "moves", "best", "nodes", "seconds"}
MOVE_KEYS = {"columns", "cards", "pair", "cell", "verdict", "value", "interval", "line"}
SOLVE_KEYS = {"game", "seed", "status", "position", "columns", "stock", "moves", "nodes", "seconds", "rules"}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


def played(state: State, picks: list[str]) -> State:
    """The state after your picks, with Dr. Brooks's pieces between."""
    for pick in picks:
        state = state.play(Move(pick))
        while state.turn != "me" and state.moves():
            state = state.play(state.moves()[0])
    return state


# look


def looked(run: Run, *words: str) -> dict:
    out = run("look", *words, "--json")
    assert out.count("\n") == 1
    found = json.loads(out)
    assert found.keys() >= LOOK_KEYS
    assert all(move.keys() >= MOVE_KEYS for move in found["moves"])
    return found


def test_look_at_the_sample(run: Run) -> None:
    found = looked(run, SAMPLE)
    assert found["position"] == SAMPLE
    assert found["best"] == "bc"
    assert found["nodes"] == look(State.parse(SAMPLE)).nodes
    assert [move["columns"] for move in found["moves"]] == ["ab", "ac", "ad", "bc", "bd", "cd"]
    verdicts = [move["verdict"] for move in found["moves"]]
    assert verdicts == ["loss", "loss", "loss", "win", "win", "loss"]
    best = found["moves"][3]
    assert {key: best[key] for key in MOVE_KEYS} == {
        "columns": "bc",
        "cards": ["Qc", "9s"],
        "pair": "9Q",
        "cell": "9T",
        "verdict": "win",
        "value": 1,
        "interval": [1, 1],
        "line": ["bc", "ab", "cd", "bc"],
    }
    assert best["reason"].endswith("TA is taken, so it slides to TK and joins sides 0, 2, 4: fork.")
    assert (found["moves"][0]["value"], found["moves"][0]["interval"]) == (0, [0, 0])


def test_an_open_move_has_a_value_with_its_interval(run: Run) -> None:
    states = play_game(3, greedy).states
    late = next(s for s in states if s.mine.bit_count() >= 7 and s.turn == "me" and look(s).verdict == "open")
    found = looked(run, late.text)
    opened = [move for move in found["moves"] if move["verdict"] == "open"]
    assert opened
    for move in opened:
        low, high = move["interval"]
        assert 0 <= low <= move["value"] <= high <= 1
        assert low < high
    assert "Good play from there wins" in run("look", late.text)
    assert "Good play" not in run("look", "--proofs", late.text)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_look_says_what_the_search_says_and_lines_can_be_played(run: Run, variant) -> None:
    position = deal(5, variant)
    found = looked(run, "--proofs", position.text)
    seen = look(position)
    assert [move["verdict"] for move in found["moves"]] == [each.verdict for each in seen.moves]
    for move in found["moves"]:
        state = position
        for columns in move["line"]:
            state = state.play(Move(columns))
        known = {"win": (1, [1, 1]), "loss": (0, [0, 0]), "open": (None, None)}
        assert (move["value"], move["interval"]) == known[move["verdict"]]
        placement = position.placement(Move(move["columns"]))
        assert move["cards"] == [*map(str, placement.cards)]
        assert (move["pair"], move["cell"]) == (placement.pair, board.label(placement.cell))
        if move["verdict"] == "open":
            assert state.deal_due


def test_look_on_her_turn_her_pieces_come_first(run: Run) -> None:
    lost = State.parse(SAMPLE).play(Move("ac"))
    found = looked(run, lost.text)
    assert found["forced"] == ["ab", "cd"]
    assert {move["verdict"] for move in found["moves"]} == {"loss"}
    assert found["why"].startswith("She must take Qh+Qc (QQ to JQ) and 7d+8s (78 to 8A). Whatever you take then, she")
    text = run("look", lost.text)
    assert text.startswith("Dr. Brooks takes first ab: Qh + Qc name QQ")
    assert "\n- Lost. She must take" in text


def test_look_as_a_table(run: Run) -> None:
    lines = run("look", "-", stdin=SAMPLE).splitlines()
    assert lines[0].split() == ["move", "cards", "cell", "verdict", "line"]
    assert lines[7].split() == ["+", "bc", "Qc+9s", "9T", "win", "bc", "ab", "cd", "bc"]
    assert lines[8].strip().startswith("9s+Qc to 9T. She must take")
    assert lines[1].startswith("- ab")
    assert lines[-2] == "+ Won, with bc."
    assert "\n? ab " in run("look", deal(1).text)
    assert "? Open: " in run("look", deal(1).text)


def test_look_when_a_deal_is_due(run: Run) -> None:
    due = deal(1)
    while not due.deal_due:
        due = due.play(due.moves()[0])
    found = looked(run, due.text)
    assert (found["moves"], found["best"], found["nodes"]) == ([], None, 0)
    assert "? Open: a deal is due." in run("look", due.text)


def test_a_game_that_is_over_is_not_looked_ahead(run: Run) -> None:
    over = played(State.parse(SAMPLE), ["bc", "bc"])
    for command in ("look", "solve"):
        assert "the game is over (win: fork by me)" in run(command, over.text, status=2)
        assert "not 1: 'nonsense'" in run(command, "nonsense", status=2)
        assert "Jc is there twice" in run(command, SAMPLE.replace("8dJs", "8dJc"), status=2)


# solve


def solved(run: Run, *arguments: str) -> dict:
    out = run("solve", *arguments, "--json")
    assert out.count("\n") == 1
    found = json.loads(out)
    assert found.keys() >= SOLVE_KEYS
    return found


@pytest.mark.parametrize("variant", [NO_SHUFFLE, BOTH], ids=str)
def test_solve_a_game_from_its_seed(run: Run, variant) -> None:
    found = solved(run, "spiral", "--seed", "7", "--variant", str(variant))
    start = deal(7, variant)
    assert (found["game"], found["seed"], found["rules"], found["status"]) == ("spiral", 7, {}, "won")
    assert found["position"] == start.text
    assert ["".join(column) for column in found["columns"]] == start.text.split()[1].split("/")
    assert len(found["moves"]) == 10
    end = played(start, found["moves"])
    assert end.outcome is not None
    assert end.outcome.winner == "me"


def test_solve_a_position_proves_it_won_or_lost(run: Run) -> None:
    found = solved(run, SAMPLE)
    assert (found["status"], found["moves"], found["seed"]) == ("won", ["bc", "bc"], None)
    lost = State.parse(SAMPLE).play(Move("ac")).text
    assert solved(run, lost)["status"] == "lost"
    assert run("solve", SAMPLE).startswith("won in 2 picks: bc bc (")
    assert run("solve", "-", stdin=lost).startswith("lost: there is no win, proved by complete search (")
    assert run("solve", "spiral", "--seed", "1").startswith("unknown: the next deal decides")


def test_solve_keeps_its_nodes_and_can_be_repeated(run: Run) -> None:
    game = ("spiral", "--seed", "3", "--variant", "no-shuffle")
    whole = solved(run, *game)
    again = solved(run, *game, "--nodes", str(whole["nodes"]))
    assert again | {"seconds": 0} == whole | {"seconds": 0}
    cut = solved(run, *game, "--nodes", str(whole["nodes"] - 1))
    assert (cut["status"], cut["moves"], cut["nodes"]) == ("unknown", [], whole["nodes"] - 1)
    assert run("solve", *game, "--nodes", "0").startswith("unknown: the limit came first")
    assert solved(run, *game, "--seconds", "20")["moves"] == whole["moves"]


def test_a_longer_search_goes_on_by_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which searches are made, in a position that is never solved."""
    tried: list[int | None] = []

    def never(state: State, nodes: int | None = None) -> Solution:
        tried.append(nodes)
        return Solution("unknown", (), nodes or 5)

    clock = iter(range(1000))
    monkeypatch.setattr(answers, "solve", never)
    monkeypatch.setattr(answers, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(answers.kernels, "fast", lambda: None)
    state, first = deal(1, NO_SHUFFLE), answers.FIRST_NODES

    def limits(nodes: int | None, seconds: float | None) -> list[int | None]:
        tried.clear()
        answers.solved(state, nodes, seconds)
        return [*tried]

    assert limits(None, None) == [first, None]
    assert limits(5, None) == [5]
    assert limits(first + 5, None) == [first, first + 5]
    assert limits(None, 5) == [first, 2 * first, 4 * first]  # they end after 1, 2 and 3 s; the next might after 6
    assert limits(3 * first, 50) == [first, 2 * first, 3 * first]


def test_solve_refuses_what_does_not_go_together(run: Run) -> None:
    assert "a game needs --seed" in run("solve", "spiral", status=2)
    assert "go with a game" in run("solve", SAMPLE, "--seed", "1", status=2)
    assert "go with a game" in run("solve", SAMPLE, "--variant", "no-shuffle", status=2)
    assert "unknown variant 'quick'" in run("solve", "spiral", "--seed", "1", "--variant", "quick", status=2)
    assert "not available yet for conversion" in run("solve", "conversion", "--seed", "1", status=2)
    assert "--seconds" in run("solve", SAMPLE, "--seconds", "0", status=2)
    assert "--nodes" in run("solve", SAMPLE, "--nodes", "-1", status=2)
    assert "'spiral chess'" in run("solve", "spiral", "chess", "--seed", "1", status=2)


def test_the_words_of_what_happens_rarely() -> None:
    """Only the centre is left and a deal is due."""
    for verdict, words in (("win", "+ Won, by the centre, "), ("loss", "- Lost. Only the centre is left")):
        state = only_the_centre(verdict)
        text = answers.look_text(*answers.looked(state), {})
        assert text.startswith(words)
        said = answers.solve_text(state, *answers.solved(state, None, None))
        assert said.startswith("won by the centre" if verdict == "win" else "lost: there is no win")
