"""The pictures of the folder figures: up to date, the same each time, and showing what their names say."""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pymupdf
import pytest

from spiralkit import board
from spiralkit.cli import main
from spiralkit.draw import figures, strip
from spiralkit.spiral import Deal

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "figures"
STALE = "is out of date: run spiralkit figures"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """What the command writes, by name."""
    folder = tmp_path_factory.mktemp("spiralkit") / "new" / "figures"
    with pytest.raises(SystemExit) as left:
        main(["figures", "-o", str(folder)])
    assert left.value.code == 0
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_folder_holds_every_figure_and_no_other(written):
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(written)


def test_svg_figures_are_up_to_date(written):
    for name, content in written.items():
        if name.endswith(".svg"):
            assert (FOLDER / name).read_bytes() == content, f"figures/{name} {STALE}"


def test_pdf_figures_are_up_to_date(written):
    """The same bytes with one version of matplotlib; with any other the same words at the same places, and the look."""
    for name, content in written.items():
        committed = (FOLDER / name).read_bytes()
        if not name.endswith(".pdf") or committed == content:
            continue
        old, new = (pymupdf.open(stream=data)[0] for data in (committed, content))
        assert old.rect == new.rect, f"figures/{name} {STALE}"
        ours, theirs = (page.get_text("words") for page in (old, new))
        assert [word[4] for word in ours] == [word[4] for word in theirs], f"figures/{name} {STALE}"
        for one, other in zip(ours, theirs, strict=True):
            assert one[:4] == pytest.approx(other[:4], abs=0.5), f"figures/{name} {STALE}"
        one, other = (page.get_pixmap(dpi=50).samples for page in (old, new))
        differ = sum(abs(a - b) > 64 for a, b in zip(one, other, strict=True))
        assert differ < len(one) / 1000, f"figures/{name} {STALE}"


def test_another_process_writes_the_same_bytes(written):
    code = (
        "import sys, hashlib; from spiralkit.draw import printed, svg\n"
        "from spiralkit.draw.figures import pages, pictures\n"
        "for name, scene in pictures().items():\n"
        "    print(f'{name}.svg', hashlib.sha256(svg.render(scene).encode()).hexdigest())\n"
        "assert 'matplotlib' not in sys.modules\n"
        "name = 'board_ranks_a4'\n"
        "print(f'{name}.pdf', hashlib.sha256(printed.pdf(pages()[name])).hexdigest())"
    )
    environment = os.environ | {"PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    found = dict(line.split() for line in done.stdout.splitlines())
    assert len(found) == 9
    assert found == {name: hashlib.sha256(written[name]).hexdigest() for name in found}


def test_svg_figures_are_pictures_with_words(written):
    for name, content in written.items():
        if name.endswith(".svg"):
            root = ElementTree.fromstring(content)
            assert root.get("role") == "img"
            assert len(root.find("{*}title").text) > 5
            assert len(root.find("{*}desc").text) > 20
            assert not [element for element in root.iter() if element.get("id")]


def test_the_readme_shows_a_figure(written):
    shown = re.findall(r"!\[[^\]]+\]\(figures/([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert shown
    assert set(shown) <= set(written)


def test_a_folder_that_cannot_be_is_refused_in_one_line(tmp_path, capsys, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(figures, "files", lambda: iter([("fork.svg", "<svg/>")]))
    with pytest.raises(SystemExit) as left:
        main(["figures", "-o", str(tmp_path / "file" / "figures")])
    assert left.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "cannot be written" in error


# What the figures show.


def test_the_fork_is_a_fork_and_no_bridge():
    state = figures.played(*figures.FORK_GAME).state
    assert str(state.outcome) == "win: fork by me"
    assert not board.bridge(state.mine)


def test_the_bridge_is_hers_and_no_fork():
    line = figures.played(*figures.BRIDGE_GAME)
    assert str(line.state.outcome) == "loss: bridge by brooks"
    assert not board.fork(line.state.hers)
    assert line.state.turn == "brooks2"  # her first piece made it: the second was not placed


def test_a_game_is_undecided_until_the_centre_falls():
    line = figures.played(*figures.CENTRE_GAME)
    before = line.states[-2]
    assert board.FULL & ~before.occupied == 1 << board.CENTRE
    assert before.outcome is None
    assert str(line.state.outcome) == "win: fork by me"
    assert line.state.outcome.cells >> board.CENTRE & 1


def test_the_film_shows_the_whole_game():
    line = figures.played(*figures.CENTRE_GAME)
    rounds = strip.rounds(line)
    assert len(rounds) == 13
    cells = [piece.cell for _, _, pieces in rounds for piece in pieces]
    assert sorted(cells) == list(range(37))
    assert [piece.mover for _, _, pieces in rounds for piece in pieces][:4] == ["me", "brooks", "brooks", "me"]
    assert rounds[-1][1] == line.state
    deals = 1 + sum(isinstance(move, Deal) for move in line.moves)
    assert sum(words.count("deal") for words, _, _ in rounds) == deals
    boards = [dict(getattr(group, "data", ())).get("cell") for group in strip.scene(line).shapes]
    assert boards.count("TK") == 13


def test_the_sample_is_the_position_that_the_article_describes():
    state = figures.SAMPLE
    assert (state.mine.bit_count(), state.hers.bit_count(), state.turn) == (10, 20, "me")
    assert [board.labels(board.fork_completion(state.mine, state.hers).must)] == [("TK",)]
    assert set(board.pairs_to(state.occupied)[board.cell_of("TK")]) == {"TK", "TA", "JJ"}
    assert len(figures.spiral.cards_scene(state).shapes) == 2 + 32
