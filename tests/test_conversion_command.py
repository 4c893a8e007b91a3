"""The command for the colour-conversion spiral: deals, pictures, whole games as JSON, records, and what is refused."""

import json
import os
from pathlib import Path

import pytest
from conversion_referee import judge
from test_cli import Run, run  # noqa: F401

from spiralkit import record
from spiralkit.conversion import Rules, State, deal
from spiralkit.lookahead.conversion import POLICIES, play_game, sweep


def test_deal_and_show(run: Run, tmp_path: Path) -> None:  # noqa: F811
    text = run("deal", "conversion", "--seed", "7")
    assert State.parse(text) == deal(7)
    assert run("show", "-", stdin=text) == f"{deal(7)}\n"
    assert run("show", *text.split()) == f"{deal(7)}\n"
    by = run("deal", "conversion", "--seed", "7", "--rule", "ace=high", "--rule", "exhausted=lose")
    assert State.parse(by) == deal(7, Rules("high", "lose"))
    for name in ("a.svg", "a.png", "a.pdf"):
        assert run("show", "-", "-o", tmp_path / name, stdin=text) == ""
    assert (tmp_path / "a.svg").read_text() == deal(7)._repr_svg_()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("policy", ["random", "greedy", "sweep"])
def test_play_json_is_a_game_by_the_rules(run: Run, policy: str) -> None:  # noqa: F811
    options = ["--policy", policy, "--games", "5", "--rule", "ace=wrap", "--json"]
    lines = run("play", "conversion", "--seed", "11", *options).splitlines()
    assert len(lines) == 5
    for seed, text in enumerate(lines, 11):
        game = json.loads(text)
        assert (game["game"], game["seed"], game["policy"], game["rules"]) == (
            "conversion",
            seed,
            policy,
            {"ace": "wrap"},
        )
        assert (len(game["spiral"]), len(game["hand"]), len(game["deck"])) == (16, 5, 31)
        judge(game)


def test_play_in_words(run: Run) -> None:  # noqa: F811
    lines = run("play", "conversion", "--seed", "1", "--policy", "sweep", "--games", "20").splitlines()
    assert lines[0] == "seed 1: win: all sixteen are yours, 13 points, in cycle 3, 16 of 16 yours"
    won = sum(": win: " in line for line in lines)
    assert len(lines) == 21
    assert lines[20].startswith(f"sweep, standard: {won} of 20 won, ")
    assert f"won {100 * won / 20:.2f} % (95 % interval " in lines[20]


def test_replay(run: Run, tmp_path: Path) -> None:  # noqa: F811
    line = play_game(7, sweep)
    record.save(line, tmp_path / "game.txt", {"Seed": "7"})
    ended = "loss: no card of your colour is left in hand, deck and discards, in cycle 4, 11 of 16 yours"
    assert run("replay", tmp_path / "game.txt") == f"standard: {ended}\n"
    told = json.loads(run("replay", tmp_path / "game.txt", "--json"))
    assert told["start"] == line.start.text
    assert [told["game"], told["result"], len(told["events"])] == ["conversion", "loss", len(line)]
    judge(told)
    wrong = (tmp_path / "game.txt").read_text().replace("14:5d>15", "14:5d>16")
    assert run("replay", "-", stdin=wrong, status=2).startswith("standard input: line 8: 14:5d>16 cannot be played: ")


POSITION = deal(7).text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["deal", "conversion", "--seed", "1", "--rule", "ace=middle"],
            "the rule ace is low or high or wrap, not 'middle'",
        ),
        (["deal", "conversion", "--seed", "1", "--rule", "jokers=4"], "unknown rule 'jokers=4'"),
        (["deal", "conversion", "--seed", "1", "--rule", "ace"], "unknown rule 'ace'"),
        (["deal", "conversion", "--seed", "1", "--variant", "no-shuffle"], "--variant no-shuffle: conversion has none"),
        (["deal", "spiral", "--seed", "1", "--rule", "ace=high"], "--rule ace=high: spiral has no such rules"),
        (["play", "spiral", "--seed", "1", "--policy", "sweep"], "--policy sweep: spiral has no such player"),
        (["solve", "conversion", "--seed", "1"], "solve: not available yet for conversion"),
        (["look", POSITION], "this command is for positions of spiral"),
        (["perft", *POSITION.split(), "2"], "this command is for positions of spiral"),
        (["show", POSITION.replace("3c/", "3x/")], "position: place 1: unknown card at '3x'"),
        (["show", POSITION.replace("3c/", "3h/")], "position: 3h is there twice"),
        (["show", POSITION.replace("black", "blue")], "position: the colour is red or black, not 'blue'"),
        (["show", POSITION.replace("standard", "")], "position: a position has nine fields"),
    ],
)
def test_bad_input_gets_one_line(run: Run, arguments: list[str], says: str, tmp_path: Path) -> None:  # noqa: F811
    run.monkeypatch.chdir(tmp_path)
    assert says in run(*arguments, status=2)
    assert os.listdir(tmp_path) == []


def test_every_player_can_be_asked_for(run: Run) -> None:  # noqa: F811
    for policy in POLICIES:
        assert f"{policy}" in run("play", "--help")
