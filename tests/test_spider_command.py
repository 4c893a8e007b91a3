"""The command for the Spider games: deals, pictures, whole games as JSON, records, and what is refused."""

import json
import os
import re
from pathlib import Path

import pytest
from spider_layouts import layout
from spider_referee import judge
from test_cli import Run, run  # noqa: F401

from spiralkit import Line, record
from spiralkit.lookahead.spider import POLICIES, greedy, play_game, random_policy
from spiralkit.spider import PRESETS, Move, State, deal, ms_deal
from spiralkit.spider.rules import OPTIONS

RULES = {
    "spider": ["removal=auto", "strict_fill=false"],
    "spider_open": ["open=false"],
    "myrmex": ["level=queen", "open=false"],
    "wizards_tower": ["weave=true", "trump_unit=next"],
    "sparrow": ["stack_limit=none", "deal_when=stuck"],
    "starfish": ["jokers=4"],
    "chinese_spider": ["strict_fill=true"],
}


def options(game: str) -> list[str]:
    return [word for rule in RULES[game] for word in ("--rule", rule)]


@pytest.mark.parametrize("game", PRESETS)
def test_deal_and_show(run: Run, game: str, tmp_path: Path) -> None:  # noqa: F811
    assert State.parse(run("deal", game, "--seed", "7")) == deal(game, 7)
    state = deal(" ".join([game, *RULES[game]]), 7)
    text = run("deal", game, "--seed", "7", *options(game))
    assert text == f"{state.text}\n"
    (tmp_path / "seven.txt").write_text(text)
    picture = run("show", "-", stdin=text)
    assert picture == f"{state}\n"
    assert ("?" in picture) == any(state.hidden)
    assert run("show", tmp_path / "seven.txt") == run("show", text) == run("show", *text.split()) == picture
    assert run("show", "-", "-o", tmp_path / "a.svg", stdin=text) == ""
    assert (tmp_path / "a.svg").read_text() == state._repr_svg_()


def test_show_writes_every_kind_of_picture(run: Run, tmp_path: Path) -> None:  # noqa: F811
    text = deal("myrmex", 1).text
    for ending, start in (("png", b"\x89PNG"), ("pdf", b"%PDF"), ("txt", b"myrmex: 0 of 6 sets off")):
        assert run("show", "-", "-o", tmp_path / f"a.{ending}", stdin=text) == ""
        assert (tmp_path / f"a.{ending}").read_bytes().startswith(start)


def test_public_deals(run: Run) -> None:  # noqa: F811
    assert State.parse(run("deal", "spider", "--ms", "14934")) == ms_deal("spider", 14934)
    assert run("deal", "spider", "--ms", "14934").startswith("a: (Ts)(3c)")
    by = run("deal", "spider_open", "--ms", "1", "--rule", "removal=auto")
    assert by == f"{ms_deal('spider_open removal=auto', 1).text}\n"


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("policy", POLICIES)
def test_play_json_is_a_game_by_the_rules(run: Run, game: str, policy: str) -> None:  # noqa: F811
    games = 1 if policy == "greedy" else 2
    text = run("play", game, "--seed", "11", "--policy", policy, "--games", str(games), *options(game), "--json")
    lines = text.splitlines()
    assert len(lines) == games
    for seed, line in enumerate(lines, 11):
        told = json.loads(line)
        start = deal(" ".join([game, *RULES[game]]), seed)
        assert list(told) == ["game", "seed", "policy", "rules", "result", "columns", "stock", "moves"]
        assert (told["game"], told["seed"], told["policy"]) == (game, seed, policy)
        assert told["rules"] == start.rules.changed
        assert sorted(told["rules"]) == sorted(rule.split("=")[0] for rule in RULES[game])
        assert told["columns"] == [[str(card) for card in column] for column in start.columns]
        judge(told)


def test_play_in_words(run: Run) -> None:  # noqa: F811
    text = run("play", "myrmex", "--seed", "1", "--policy", "random", "--games", "12", "--rule", "removal=auto")
    *games, last = text.splitlines()
    ended = [re.fullmatch(r"seed \d+: (won|lost \(no legal move\)|stopped), \d of 6 sets off, \d+ moves", game)
             for game in games]  # fmt: skip
    assert all(ended)
    counts = [sum(found is not None and found[1].startswith(how) for found in ended) for how in ("won", "lost", "stop")]
    assert sum(counts) == 12
    assert counts[1] > 0
    won, lost, stopped = counts
    assert last.startswith(
        f"random, myrmex removal=auto: {won} of 12 won, {lost} lost, {stopped} stopped; "
        f"won {100 * won / 12:.2f} % (95 % interval "
    )
    tower = run("play", "wizards_tower", "--seed", "1", "--policy", "greedy").splitlines()
    assert re.search(r"of 4 sets off, \d+ of 22 trumps in the tower, \d+ moves$", tower[0])


def test_replay(run: Run, tmp_path: Path) -> None:  # noqa: F811
    line = play_game(3, greedy, "myrmex open=false")
    file = tmp_path / "game.txt"
    record.save(line, file, {"Seed": "3"})
    played = json.loads(run("play", "myrmex", "--seed", "3", "--policy", "greedy", "--rule", "open=false", "--json"))
    told = json.loads(run("replay", file, "--json"))
    assert told.pop("start") == line.start.text
    assert told == {key: value for key, value in played.items() if key not in ("seed", "policy")}
    words = run("play", "myrmex", "--seed", "3", "--policy", "greedy", "--rule", "open=false").splitlines()[0]
    assert run("replay", file) == words.replace("seed 3", "myrmex open=False") + "\n"
    wrong = file.read_text().replace("\n1. ", "\n1. h7>a ")
    assert run("replay", "-", stdin=wrong, status=2).startswith("standard input: line 16: h7>a cannot be played: ")


def test_replay_of_a_game_just_begun(run: Run) -> None:  # noqa: F811
    text = record.write(Line(ms_deal("spider", 1), [Move.parse("deal")]), {"Deal": "1"})
    assert run("replay", "-", stdin=text) == "spider: stopped, 0 of 8 sets off, 1 move\n"


# solve

NEARLY = layout("spider_open", a="KcQcJcTc9c8c7c6c5c4c3c2c", b="Ac", off="c d d h h s s")
"""Two moves from the end."""


def test_solve_a_position(run: Run) -> None:  # noqa: F811
    found = json.loads(run("solve", "-", "--nodes", "1000", "--json", stdin=NEARLY.text))
    assert (found["game"], found["seed"], found["ms"], found["rules"]) == ("spider_open", None, None, {})
    assert (found["status"], found["thoughtful"], found["stock"]) == ("won", True, [])
    assert found["position"] == NEARLY.text
    assert found["columns"][:3] == [[str(card) for card in NEARLY.columns[0]], ["Ac"], []]
    line = Line(NEARLY, map(Move.parse, found["moves"]))
    assert line.state.outcome is not None
    assert line.state.outcome.winner == "me"
    assert run("solve", NEARLY.text).startswith(f"Thoughtful, with all cards known: won in {len(line)} moves: ")
    games = (play_game(seed, random_policy, "myrmex") for seed in range(20))
    stuck = next(line.state for line in games if line.state.outcome)
    lost = "Thoughtful, with all cards known: lost: there is no win, proved by complete search ("
    assert run("solve", "-", stdin=stuck.text).startswith(lost)


def test_solve_a_game_keeps_its_nodes_and_can_be_repeated(run: Run) -> None:  # noqa: F811
    def told(*arguments: str) -> dict[str, object]:
        found = json.loads(run("solve", *arguments, "--json"))
        return {key: value for key, value in found.items() if key != "seconds"}

    first = told("myrmex", "--seed", "1", "--rule", "level=major", "--nodes", "500")
    assert first == told("myrmex", "--seed", "1", "--rule", "level=major", "--nodes", "500")
    assert (first["seed"], first["ms"], first["rules"]) == (1, None, {"level": "major"})
    assert first["position"] == deal("myrmex level=major", 1).text
    public = told("spider", "--ms", "14934", "--nodes", "100")
    assert (public["seed"], public["ms"], public["position"]) == (None, 14934, ms_deal("spider", 14934).text)
    judge(public)
    cut = run("solve", "spider", "--ms", "14934", "--nodes", "100")
    assert cut.startswith("Thoughtful, with all cards known: unknown: the limit came first (")


def test_every_rule_is_in_the_help(run: Run) -> None:  # noqa: F811
    text = run("deal", "--help")
    for name in OPTIONS:
        assert f"{name}=" in text


POSITION = deal("myrmex", 7).text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["deal", "spider"], "spider: a game needs --seed N or --ms N"),
        (["deal", "spider", "--seed", "1", "--ms", "1"], "--ms 1: a public deal has no --seed"),
        (["deal", "spider", "--ms", "-1"], "-1 is not in the range"),
        (["deal", "myrmex", "--ms", "1"], "myrmex: the numbered deals are of two 52-card packs"),
        (["deal", "spiral", "--ms", "1"], "--ms 1: the public deals are of spider, not of spiral"),
        (["deal", "myrmex", "--seed", "1", "--rule", "jokers=4"], "myrmex has no rule 'jokers'; it has removal, "),
        (["deal", "starfish", "--seed", "1", "--rule", "jokers=7"], "the rule jokers is one of 0, 1, 2, 3, 4, 5, 6"),
        (["deal", "starfish", "--seed", "1", "--rule", "jokers"], "'jokers' is no rule"),
        (["deal", "starfish", "--seed", "1", *["--rule", "jokers=1"] * 2], "'jokers=1' is no rule"),
        (["deal", "spider", "--seed", "1", "--variant", "no-shuffle"], "--variant no-shuffle: spider has none"),
        (["play", "spider", "--seed", "1", "--policy", "sweep"], "spider has no such player; it has random, greedy"),
        (["solve", "spider"], "spider: a game needs --seed N or --ms N"),
        (["solve", "spider", "--seed", "1", "--rule", "jokers=4"], "spider has no rule 'jokers'"),
        (["solve", "spider", "--seed", "1", "--variant", "no-shuffle"], "--variant no-shuffle: spider has none"),
        (["solve", POSITION, "--ms", "1"], "solve: --seed, --ms, --variant and --rule go with a game"),
        (["look", POSITION], "this command is for positions of spiral, not of spider"),
        (["perft", POSITION, "2"], "this command is for positions of spiral, not of spider"),
        (["show", POSITION.replace("a: ", "a: X", 1)], "position: column a: unknown card"),
        (["show", POSITION.replace("b: ", "k: ", 1)], "position: myrmex has 8 columns, and column b is missing"),
        (
            ["show", POSITION.replace("rules: myrmex", "")],
            "position: a position of a Spider game ends with a line like",
        ),
        (["show", POSITION.replace("rules: myrmex", "rules: ant")], "position: unknown game 'ant'"),
        (["show", POSITION[:60]], "position: line 5: 'e' is no new line of a position"),
        (["show", "--", "a:"], "position: a position of a Spider game"),
        (["show", POSITION, "-o", "a.gif"], "a.gif: the name of a picture ends in"),
    ],
)
def test_bad_input_gets_one_line(run: Run, arguments: list[str], says: str, tmp_path: Path) -> None:  # noqa: F811
    run.monkeypatch.chdir(tmp_path)
    assert says in run(*arguments, status=2)
    assert os.listdir(tmp_path) == []


def test_a_file_that_holds_no_position_is_named(run: Run, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "cut.txt").write_text(POSITION[:-30])
    assert run("show", tmp_path / "cut.txt", status=2).startswith(f"{tmp_path / 'cut.txt'}: ")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    assert "is not UTF-8" in run("show", tmp_path / "binary", status=2)
    assert "\n" not in run("show", tmp_path / "none.txt", status=2)
