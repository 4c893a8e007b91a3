"""``spiralkit exercises``: the worksheet, the JSON, what it refuses."""

import json
from pathlib import Path

import pymupdf
import pytest
from click.testing import CliRunner

from spiralkit import State
from spiralkit.cli import cli
from spiralkit.lookahead.exercises import exercise


def test_worksheet_and_json(tmp_path: Path) -> None:
    paths = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    lines = []
    for path in paths:
        options = ["--count", "4", "--seed", "3", "-o", str(path), "--paper", "letter", "--json"]
        done = CliRunner().invoke(cli, ["exercises", *options])
        assert done.exit_code == 0, done.output
        lines.append(done.output)
    assert lines[0] == lines[1]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    page = pymupdf.open(paths[0])[0]
    assert (page.rect.width, page.rect.height) == pytest.approx((612, 792), abs=0.1)
    assert "Seed 3" in page.get_text()
    for number, told in enumerate(map(json.loads, lines[0].splitlines()), 1):
        found = exercise(State.parse(told["position"]))
        assert found is not None
        assert (told["number"], told["solutions"]) == (number, list(map(str, found.solutions)))


def test_only_one_grade() -> None:
    done = CliRunner().invoke(cli, ["exercises", "--count", "2", "--seed", "3", "--grade", "4", "--json"])
    assert [json.loads(line)["grade"] for line in done.output.splitlines()] == [4, 4]
