"""The command: what it prints, and that whatever is wrong with the input gets one line and exit status 2."""

import errno
import json
import os
import re
import shlex
import socket
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pymupdf
import pytest

from spiralkit import Line, Move, State, Variant, cli, deal, lab, record
from spiralkit.cards import PIQUET
from spiralkit.lookahead import values
from spiralkit.lookahead.players import play_game, random_policy
from spiralkit.spiral import VARIANTS, perft, redeal

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)


class Run:
    """The command run in this process, with what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: str | Path, stdin: str | bytes = "", status: int = 0) -> str:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self.monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
        with pytest.raises(SystemExit) as left:
            cli.main([str(argument) for argument in arguments])
        out, err = self.capsys.readouterr()
        assert left.value.code == status, err
        if status == 0:
            assert err == ""
            return out
        assert out == ""
        assert err.startswith("spiralkit: ")
        assert err.count("\n") == 1
        assert err.endswith("\n")
        return err.removeprefix("spiralkit: ").rstrip("\n")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


# deal, show, perft


def test_files_of_windows_are_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "seven.txt"
    game = record.write(play_game(1, random_policy))
    for text, command in ((deal(7).text, "show"), (game, "replay")):
        said = []
        for data in (text.encode(), text.encode("utf-16"), text.replace("\n", "\r\n").encode("utf-8-sig")):
            file.write_bytes(data)
            said.append(run(command, file))
        assert len(set(said)) == 1
    assert record.load(file).line.state == record.read(game).line.state


def test_deal_prints_the_position_and_the_seed_decides_it(run: Run) -> None:
    first = run("deal", "spiral", "--seed", "7")
    assert State.parse(first) == deal(7)
    assert run("deal", "spiral", "--seed", "7") == first
    assert run("deal", "spiral", "--seed", "8") != first
    assert State.parse(run("deal", "spiral", "--seed", "7", "--variant", "one-column")) == deal(7, Variant(True))


def test_show_prints_the_picture_in_text_quoted_or_not_or_from_standard_input(run: Run) -> None:
    picture = str(State.parse(SAMPLE)) + "\n"
    assert run("show", SAMPLE) == picture
    assert run("show", *SAMPLE.split()) == picture
    assert run("show", "-", stdin=f"\n  {SAMPLE}\r\n") == picture
    assert run("show", "-", stdin=b"\xef\xbb\xbf" + SAMPLE.encode()) == picture


def test_a_game_that_is_over_can_be_shown(run: Run) -> None:
    line = play_game(1, random_policy)
    assert "Dr. Brooks wins" in run("show", line.state.text)


@pytest.mark.parametrize("ending", ["svg", "SVG", "png", "pdf", "txt"])
def test_show_writes_a_file_by_its_ending(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"sample.{ending}"
    file.write_text("what was there before")
    assert run("show", SAMPLE, "-o", file) == ""
    data = file.read_bytes()
    assert data.startswith({"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "txt": b"   "}[ending.lower()])
    if ending == "pdf":
        with pymupdf.open(file) as document:
            assert len(document) == 1
    assert os.listdir(tmp_path) == [file.name]
    run("show", SAMPLE, "-o", file)
    assert file.read_bytes() == data  # the same picture again is the same file


def test_perft_ends_with_the_number(run: Run) -> None:
    assert run("perft", deal(1).text, "2").split()[-1] == "36"
    assert run("perft", "-", "9", stdin=deal(7).text).split()[-1] == "6186"
    assert run("perft", *SAMPLE.split(), "3").split()[-1] == str(perft(State.parse(SAMPLE), 3))
    assert run("perft", SAMPLE, "0").split()[-1] == "1"


# play: an independent replay of the JSON, with nothing but the words of the rules


RANKS = "789TJQKA"
SPIRAL = [a + b for i, a in enumerate(RANKS) for b in RANKS[i:]]  # 77, 78, .., AA


def check_game(game: dict, variant: Variant, seed: int) -> None:
    """Every deal and piece of a game follows from the rules of Spiral, told once more here."""
    assert (game["game"], game["variant"], game["seed"], game["rules"]) == ("spiral", str(variant), seed, {})
    owner: dict[str, str] = {}
    columns: list[list[str]] = []
    mover, pieces_of_round, dealt = "me", 0, 0
    for turn in game["turns"]:
        if turn["deal"] != dealt:
            dealt += 1
            assert turn["deal"] == dealt
            assert dealt == 1 or not all(columns)
            assert pieces_of_round == 0 or mover == "brooks"
            columns = [[text[i : i + 2] for i in range(0, 16, 2)] for text in game["deals"][dealt - 1]]
            assert sorted(card for column in columns for card in column) == sorted(map(str, PIQUET.cards))
            assert tuple(game["deals"][dealt - 1]) == tuple(str(redeal(seed, dealt)).split("/"))
        else:
            assert pieces_of_round == 1 or all(columns)  # her second piece is not stopped by an empty column
        assert turn["mover"] == mover
        letters = turn["columns"]
        if mover == "brooks":
            assert letters == ("ab", "cd")[pieces_of_round]
        else:
            assert list(letters) == sorted(letters)
            assert variant.one_column or letters[0] != letters[1]
        taken = []
        for letter in letters:
            column = columns["abcd".index(letter)]
            taken.append(column.pop())
            if variant.no_shuffle:
                column.insert(0, taken[-1])
        assert turn["cards"] == taken
        pair = "".join(sorted((card[0] for card in taken), key=RANKS.index))
        assert turn["pair"] == pair
        place = SPIRAL.index(pair)
        way = [*SPIRAL[place::-1], *SPIRAL[place + 1 :], "--"]
        cell = next(cell for cell in way if cell not in owner)
        assert turn["cell"] == cell
        owner[cell] = mover
        if mover == "me":
            mover = "brooks"
        else:
            pieces_of_round += 1
            if pieces_of_round == 2:
                mover, pieces_of_round = "me", 0
    assert dealt == len(game["deals"])
    last = game["turns"][-1]["mover"]
    assert game["by"] == last
    assert game["result"] == ("win" if (last, game["how"]) == ("me", "fork") else "loss")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_play_json_is_a_game_by_the_rules(run: Run, variant: Variant, policy: str) -> None:
    games = 25 if policy == "random" else 5
    options = ["--policy", policy, "--games", str(games), "--variant", str(variant), "--json"]
    lines = run("play", "spiral", "--seed", "11", *options).splitlines()
    assert len(lines) == games
    for seed, text in enumerate(lines, 11):
        game = json.loads(text)
        assert game["policy"] == policy
        check_game(game, variant, seed)


def test_play_repeats_itself_and_deals_do_not_depend_on_the_policy(run: Run) -> None:
    first = run("play", "spiral", "--seed", "3", "--policy", "random", "--json")
    assert run("play", "spiral", "--seed", "3", "--policy", "random", "--json") == first
    other = json.loads(run("play", "spiral", "--seed", "3", "--policy", "greedy", "--json"))
    shared = min(len(other["deals"]), len(json.loads(first)["deals"]))
    assert json.loads(first)["deals"][:shared] == other["deals"][:shared]


def test_play_in_words_counts_the_wins_and_says_how_sure_that_is(run: Run) -> None:
    *games, last = run("play", "spiral", "--seed", "1", "--policy", "greedy", "--games", "12").splitlines()
    assert [game.split(":")[0] for game in games] == [f"seed {seed}" for seed in range(1, 13)]
    won = sum("you win (your fork)" in game for game in games)
    assert won > 0
    assert last.startswith(f"greedy, standard: {won} of 12 won")
    assert "95 % interval" in last


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_thousand_games_are_by_the_rules(variant: Variant) -> None:
    options = ["--seed", "1", "--policy", "random", "--games", "1000", "--variant", str(variant), "--json"]
    done = spiralkit("play", "spiral", *options, capture_output=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == 1000
    for seed, text in enumerate(lines, 1):
        check_game(json.loads(text), variant, seed)


@pytest.mark.slow
def test_random_players_win_as_often_as_they_should() -> None:
    won = sum(play_game(seed, random_policy).state.outcome.result == "win" for seed in range(20_000))
    assert 0.003 <= won / 20_000 <= 0.0055


# replay


def test_replay_says_the_result_of_a_record(run: Run, tmp_path: Path) -> None:
    line = play_game(6, random_policy)
    file = tmp_path / "game.txt"
    file.write_text(record.write(line, {"Seed": "6"}))
    assert "Dr. Brooks wins" in run("replay", file)
    assert run("replay", "-", stdin=file.read_text()) == run("replay", file)
    told = json.loads(run("replay", file, "--json"))
    assert told["start"] == deal(6).text
    played = json.loads(run("play", "spiral", "--seed", "6", "--policy", "random", "--json"))
    for key in ("game", "variant", "result", "how", "by", "deals", "turns"):
        assert told[key] == played[key]


def test_replay_of_a_game_that_goes_on_has_no_result(run: Run) -> None:
    text = record.write(Line(deal(1), [Move("bd"), Move("ab")]))
    assert "Dr. Brooks places her second piece, 2 pieces" in run("replay", "-", stdin=text)
    told = json.loads(run("replay", "-", "--json", stdin=text))
    assert (told["result"], told["how"], told["by"], len(told["turns"])) == (None, None, None, 2)


def test_replay_names_the_line_where_a_record_is_wrong(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    lines = record.write(play_game(6, random_policy)).splitlines()
    wrong = next(number for number, line in enumerate(lines) if line.startswith("2. "))
    lines[wrong] = lines[wrong].replace(lines[wrong].split()[1], "xy", 1)
    file.write_text("\n".join(lines))
    assert run("replay", file, status=2).startswith(f"{file}: line {wrong + 1}: ")


# Bad input: every kind.


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["frobnicate"], "No such command 'frobnicate'"),
        (["deal"], "Missing argument 'GAME'"),
        (["deal", "spiral"], "spiral: a game needs --seed N"),
        (["deal", "spiral", "--seed", "one"], "'one' is not a valid whole number"),
        (["deal", "spiral", "--seed", "-1"], "-1 is not in the range"),
        (["deal", "spiral", "--seed", str(2**64)], "is not in the range"),
        (["deal", "spiral", "--seed", "1", "--sed", "1"], "No such option '--sed'"),
        (["deal", "spiral", "--seed", "1", "--variant", "wheel"], "unknown variant 'wheel'"),
        (["deal", "spiral", "extra", "--seed", "1"], "extra"),
        (["deal", "chess", "--seed", "1"], "unknown game 'chess'"),
        (["play", "spiral", "--policy", "random"], "Missing option '--seed'"),
        (["play", "spiral", "--seed", "1"], "Missing option '--policy'"),
        (["play", "spiral", "--seed", "1", "--policy", "clever"], "'clever' is not one of"),
        (["play", "spiral", "--seed", "1", "--policy", "random", "--games", "0"], "0 is not in the range"),
        (["play", "spiral", "--seed", str(2**64 - 1), "--policy", "random", "--games", "2"], "the last seed"),
        (["show"], "Missing argument 'POSITION"),
        (["show", "not\na\nposition"], "four fields"),
        (["show", ""], "four fields"),
        (["show", SAMPLE.replace("8dJs", "8x")], "column a: unknown card at '8x"),
        (["show", SAMPLE.replace("8dJs", "8d2s")], "2s"),
        (["show", SAMPLE.replace("8dJs", "8d8d")], "8d is there twice"),
        (["show", SAMPLE.replace("8dJs", "8d")], "no order of turns"),
        (["show", SAMPLE.replace("...", ".o.")], "she must have 20"),
        (["show", SAMPLE.replace("...", "..o", 1).replace("o", ".", 1)[:37] + "x" + SAMPLE[37:]], "38 characters"),
        (["show", SAMPLE.replace("oooo.", "ooo.o")], "the centre is taken before"),
        (["show", SAMPLE.replace("me", "you")], "not 'you'"),
        (["show", SAMPLE, "-o", "picture.gif"], "picture.gif: the name of a picture ends in"),
        (["show", SAMPLE, "-o", "picture"], "picture: the name of a picture ends in"),
        (["perft", SAMPLE], "Missing argument"),
        (["perft", SAMPLE, "deep"], "'deep' is not a valid whole number"),
        (["perft", SAMPLE, "--", "-3"], "-3 is not in the range"),
        (["replay"], "Missing argument 'FILE'"),
        (["lab", "--port", "0"], "0 is not in the range"),
        (["lab", "--port", "70000"], "70000 is not in the range"),
        (["bench", "--jsn"], "No such option '--jsn'"),
    ],
    ids=" ".join,
)
def test_bad_input_gets_one_line(run: Run, arguments: list[str], says: str, tmp_path: Path) -> None:
    run.monkeypatch.chdir(tmp_path)
    assert says in run(*arguments, status=2)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("stdin", ["", "  \n", "Ts9s", b"\x00\xff\xfe\x80", SAMPLE + "\n" + SAMPLE, SAMPLE[:60]])
@pytest.mark.parametrize("command", [["show", "-"], ["perft", "-", "3"], ["show", "-", "-o", "a.svg"]])
def test_bad_standard_input_gets_one_line(run: Run, stdin: str | bytes, command: list[str], tmp_path: Path) -> None:
    run.monkeypatch.chdir(tmp_path)
    assert run(*command, stdin=stdin, status=2).startswith("standard input: ")
    assert os.listdir(tmp_path) == []


def test_bad_record_files_get_one_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    text = record.write(play_game(1, random_policy))
    bad = {
        "empty": b"",
        "binary": bytes(range(256)),
        "zeros": bytes(100),
        "cut short": text.encode()[: len(text) // 2],
        "not a record": b"Dear Sir,\n",
        "utf-16 without its mark": text.encode("utf-16-le"),
    }
    for name, data in bad.items():
        file.write_bytes(data)
        assert run("replay", file, status=2).startswith(f"{file}: "), name
    assert run("replay", tmp_path, status=2) == f"{tmp_path}: cannot be read: {os.strerror(errno.EISDIR)}"
    assert "cannot be read" in run("replay", tmp_path / "none.txt", status=2)
    assert "cannot be read" in run("replay", file / "below", status=2)
    for command in ("show", "look", "solve"):  # where a position is asked for too
        assert run(command, tmp_path, status=2) == f"{tmp_path}: cannot be read: {os.strerror(errno.EISDIR)}"
        assert run(command, "none.txt", status=2) == f"none.txt: cannot be read: {os.strerror(errno.ENOENT)}"
        assert run(command, "x" * 5, status=2).startswith("position: ")


def test_paths_that_cannot_be_written_get_one_line_and_leave_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder.svg").mkdir()
    for path in ("none/a.svg", "file/a.svg", "folder.svg", "none/a.png", "folder.svg/none/a.pdf"):
        assert run("show", SAMPLE, "-o", tmp_path / path, status=2).startswith(
            f"{tmp_path / path}: cannot be written: "
        )
    assert sorted(os.listdir(tmp_path)) == ["file", "folder.svg"]
    assert (tmp_path / "file").read_text() == "mine"


def test_without_matplotlib_svg_works_and_the_rest_says_what_is_missing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("matplotlib", "spiralkit.draw.mpl"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    run("show", SAMPLE, "-o", tmp_path / "a.svg")
    assert "needs matplotlib" in run("show", SAMPLE, "-o", tmp_path / "a.png", status=2)
    assert os.listdir(tmp_path) == ["a.svg"]


def spiralkit(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "spiralkit", *arguments], text=True, **options)


def test_the_installed_command_runs() -> None:
    done = spiralkit("deal", "spiral", "--seed", "1", capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, deal(1).text + "\n", "")
    assert spiralkit("show", "x", capture_output=True).stderr.count("\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_output_that_cannot_be_written_gets_one_line() -> None:
    for arguments in (
        ["deal", "spiral", "--seed", "1"],
        ["play", "spiral", "--seed", "1", "--policy", "random", "--json"],
    ):
        with open("/dev/full", "w") as full:
            done = spiralkit(*arguments, stdout=full, stderr=subprocess.PIPE)
        assert done.returncode == 2
        assert done.stderr == f"spiralkit: standard output: {os.strerror(errno.ENOSPC)}\n"


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    command = [
        sys.executable,
        "-m",
        "spiralkit",
        "play",
        "spiral",
        "--seed",
        "1",
        "--policy",
        "random",
        "--games",
        "99",
    ]
    with subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""


def test_closed_standard_input_gets_one_line() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m spiralkit show - <&-', shell=True, text=True, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("spiralkit: standard input: ")


# help and bench


def test_help_teaches_with_examples_that_run(run: Run, tmp_path: Path) -> None:
    run.monkeypatch.chdir(tmp_path)
    run.monkeypatch.setattr(values, "MEASURED_EARLY", 8)
    (tmp_path / "game.txt").write_text(record.write(play_game(1, random_policy)))
    everything = run()
    assert run("--help") == everything
    for name in cli.cli.commands:
        assert f"  {name} " in everything
        text = run(name, "--help")
        examples = [line.strip() for line in text.splitlines() if line.strip().startswith("spiralkit ")]
        assert examples, name
        for example in examples:
            if name in ("lab", "bench", "figures"):
                continue  # long; each has its own test
            if name in ("study", "exercises"):
                example = re.sub(r"--(games|count) \d+", r"--\1 2", example)
            example, _, file = example.replace("1000", "10").partition(" > ")
            out = ""
            for part in example.split(" | "):
                out = run(*shlex.split(part)[1:], stdin=out)
            if file:
                (tmp_path / file).write_text(out)


def test_bench_has_every_key(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from spiralkit import bench

    monkeypatch.setattr(bench, "SECONDS", 0.1)
    found = json.loads(run("bench", "--json"))
    assert list(found) == [
        *("random_games_per_s", "deal_searches_per_s", "end_solves_per_s", "look_s", "advise_s"),
        *("step_ms", "import_s", "first_call_s", "state_games_per_s"),
    ]
    assert min(found.values()) > 0
    assert len(run("bench").splitlines()) == len(found)


# lab


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    (folder / "games").mkdir(parents=True)
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / "01_a.ipynb").write_text("one")
    (folder / "02_b.ipynb").write_text("two")
    (folder / "games" / "sample.txt").write_text("game")
    (folder / ".ipynb_checkpoints" / "01_a.ipynb").write_text("no")
    return folder


def test_notebooks_are_copied_and_what_you_changed_is_kept(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "deep" / "mine"
    assert lab.copy(source, target) == []
    assert sorted(str(file.relative_to(target)) for file in target.rglob("*") if file.is_file()) == [
        *(str(Path(lab.OWN, "copied.json")), "01_a.ipynb", "02_b.ipynb", str(Path("games", "sample.txt")))
    ]
    (target / "01_a.ipynb").write_text("changed")
    (source / "01_a.ipynb").write_text("one, newer")
    (source / "02_b.ipynb").write_text("two, newer")
    (target / "own.ipynb").write_text("own")
    assert lab.copy(source, target) == ["01_a.ipynb"]
    assert (target / "01_a.ipynb").read_text() == "changed"
    assert (target / "02_b.ipynb").read_text() == "two, newer"
    assert (target / "own.ipynb").read_text() == "own"
    (target / lab.OWN / "copied.json").write_text("damaged")
    assert lab.copy(source, target) == ["01_a.ipynb"]


def test_running_a_notebook_does_not_change_it(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    shipped, yours = tmp_path / "source" / "01_a.ipynb", tmp_path / "mine" / "01_a.ipynb"

    def notebook(source: str, **more: object) -> str:
        return json.dumps({"cells": [{"cell_type": "code", "source": [source], **more}], "metadata": more})

    shipped.write_text(notebook("deal(1)"))
    lab.copy(shipped.parent, yours.parent)
    yours.write_text(notebook("deal(1)", outputs=["run"]))
    assert lab.copy(shipped.parent, yours.parent) == []
    assert yours.read_text() == notebook("deal(1)", outputs=["run"])  # nothing newer: it stays as it is
    shipped.write_text(notebook("deal(2)"))
    assert lab.copy(shipped.parent, yours.parent) == []
    assert yours.read_text() == shipped.read_text()
    yours.write_text(notebook("deal(3)"))
    assert lab.copy(shipped.parent, yours.parent) == ["01_a.ipynb"]
    assert yours.read_text() == notebook("deal(3)")


def test_lab_copies_and_starts_on_the_folder(run: Run, source: Path, tmp_path: Path, monkeypatch) -> None:
    calls = []
    monkeypatch.setattr(lab, "shipped", lambda: source)
    monkeypatch.setattr(lab, "start", lambda folder, **options: calls.append((folder, options)))
    target = tmp_path / "mine"
    assert str(target) in run("lab", "--no-browser", "--dir", target)
    (target / "01_a.ipynb").write_text("changed")
    assert f"kept {target / '01_a.ipynb'}" in run("lab", "--dir", target)
    assert calls == [(target, {"port": None, "browser": False}), (target, {"port": None, "browser": True})]


def test_lab_refuses_in_one_line(run: Run, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "shipped", lambda: source)
    monkeypatch.setattr(lab, "start", lambda *_, **__: pytest.fail("started"))
    (tmp_path / "file").write_text("mine")
    assert str(tmp_path / "file") in run("lab", "--dir", tmp_path / "file", status=2)
    assert str(tmp_path / "file") in run("lab", "--dir", tmp_path / "file" / "below", status=2)
    assert "come from there" in run("lab", "--dir", source, status=2)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run("lab", "--port", str(port), "--dir", tmp_path / "new", status=2).startswith(f"port {port}: ")
    assert not (tmp_path / "new").exists()
    monkeypatch.setattr(lab, "NEEDED", ("jupyterlab", "no_such_package"))
    assert "needs no_such_package: pip install -e '.[lab]'" in run("lab", status=2)


def test_the_notebooks_are_found_in_a_clone() -> None:
    assert lab.shipped().name == "notebooks"
