"""The review in the stepper and what leads to it: marks, words, curve, page; without a browser."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from apps import in_a_loop, until
from ipywidgets.widgets.widget import _instances

from spiralkit import Line, Move, State, conversion, deal
from spiralkit.draw.spiral import svg
from spiralkit.lookahead import review as reviews
from spiralkit.lookahead.review import Review
from spiralkit.lookahead.values import Value
from spiralkit.widgets import Editor, Explorer, Player, Stepper, app, reviewing

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)


pytestmark = pytest.mark.usefixtures("_apps")


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIRALKIT_PLAIN", "1")


def lost_game() -> Line[Any, Any]:
    """The sample position with its win not taken, played to the end."""
    line: Line[Any, Any] = Line(State.parse(SAMPLE), [Move("ac")])
    while line.state.outcome is None:
        line.play(line.state.moves()[0])
    return line


@cache
def made() -> tuple[Line[Any, Any], Review]:
    """A game with nine moves of yours, and a review of it that says of the moves what is wanted here."""
    line: Line[Any, Any] = Line(deal(6))
    while not line.state.deal_due:
        line.play(line.state.moves()[-1])
    (first,) = (each for each in reviews.review(lost_game()).moments if each.number == 1)
    places = [place for place, state in enumerate(line.states) if state.turn == "me" and state.moves()]
    values = [Value(share, share - 0.02, share + 0.02, 500) for share in (0.97, 0.97, 0.9, 0.5, 0.5)]
    assert len(places) >= 4
    moments = tuple(
        replace(
            first,
            place=place,
            number=number + 1,
            state=line.states[place],
            placement=line.states[place].placement(line.moves[place]),
            best=line.states[place].moves()[0],
            before=values[number],
            after=values[number + 1],
            best_reason=None,
            reason=None,
        )
        for number, place in enumerate(places[:4])
    )
    return line, Review(line.state, 4, moments, 1.0)


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> Stepper:
    """A stepper on that game whose review is that one."""
    line, found = made()
    monkeypatch.setattr(reviewing, "review_steps", lambda line, effort: iter([found]))
    return Stepper(Line(line.start, line.moves))


def shown_marks(steps: Stepper) -> list[Any]:
    return [mark for mark in steps._reviewing.marks if mark.layout.display is None]


def press(box: Any, description: str) -> None:
    """Press a button that lies somewhere in a box."""
    for child in getattr(box, "children", ()):
        if getattr(child, "description", "") == description:
            child.click()
        press(child, description)


# Marks and words.


def test_a_win_not_taken_is_marked_and_told_with_both_reasons() -> None:
    steps = Stepper(lost_game())
    assert steps.reviewed is None
    steps.review_button.click()
    assert steps.reviewed == reviews.review(steps.line)
    (mark,) = shown_marks(steps)
    assert mark.description == "✓✗"
    assert mark.tooltip == "move 1: the last moment it was won: proved; move 1, ac: a win given away"
    steps.last()
    mark.click()
    assert steps.place == 0
    assert steps.picture.value == svg(
        steps.state, selected=steps.reviewed.moments[0].best.columns, whose="me"
    )  # what was better
    told = steps.story()
    best = steps.reviewed.moments[0].best
    assert told[0].startswith(
        f"✓ The last moment it was won: proved. ✗ Move 1, next: a win given away. {best} wins, proved: "
    )
    assert "ac loses, proved: " in told[0]
    assert "✗ Move 1, next: a win given away" in unescape(steps.words.value)
    assert unescape(steps.value_line.value).count("Review: ✗ 1 given away, ? 0 doubtful, ✓ last won before move 1.")
    assert steps.moves.options[1][0].startswith("✓✗ ")
    steps.forward()
    assert not [line for line in steps.story() if "Review" in line or "✗" in line]


def test_each_kind_of_mark_lies_where_its_move_is(prepared: Stepper) -> None:
    steps = prepared
    steps.review()
    line, found = made()
    places = [each.place for each in found.moments]
    marks = shown_marks(steps)
    assert [mark.description for mark in marks] == ["?", "✓✗"]
    assert [mark.tooltip.split(": ")[0] for mark in marks] == [f"move 2, {found.moments[1].move}", "move 3"]
    assert len({mark.style.button_color for mark in marks}) == 2
    for mark, place in zip(marks, places[1:3], strict=True):
        assert mark.layout.left.endswith(f"* {place / len(line):.4f})")
    assert [bool(steps._reviewing.story(place)) for place in range(len(line))].count(True) == 4
    assert steps._reviewing.story(places[0])[0] == (
        f"Review of move 1, next: 97 % (95 to 99) before it; {found.moments[0].move} left 97 % (95 to 99)."
    )
    assert steps._reviewing.story(places[1])[1] == f"? Doubtful: {found.moments[1].best} seemed better."
    assert " ".join(steps._reviewing.story(places[2])).startswith(
        "✓ The last moment it looked won: 90 % (88 to 92), estimated. ✗ Move 3, next: a likely win given away. "
    )
    assert "last looked won before move 3" in steps.value_line.value
    listed = [name.split(" ")[0] for name, _ in steps.moves.options]
    assert (listed[places[1] + 1], listed[places[2] + 1]) == ("?", "✓✗")


def test_next_mark_goes_round(prepared: Stepper) -> None:
    steps = prepared
    with pytest.raises(ValueError, match="no move is marked"):
        steps.key("n")
    assert steps.next_mark_button.layout.display == "none"
    steps.first()
    steps.review()
    marked = [each.place for each in made()[1].moments[1:3]]
    steps.next_mark_button.click()
    assert steps.place == marked[0]
    steps.key("n")
    assert steps.place == marked[1]
    steps.key("n")
    assert steps.place == marked[0]


def test_a_game_never_won_has_its_best_moment_marked(prepared: Stepper, monkeypatch: pytest.MonkeyPatch) -> None:
    _, found = made()
    low = tuple(
        replace(each, before=Value(0.6, 0.5, 0.7, 90), after=Value(0.6, 0.5, 0.7, 90)) for each in found.moments
    )
    monkeypatch.setattr(reviewing, "review_steps", lambda line, effort: iter([replace(found, moments=low)]))
    prepared.review()
    (mark,) = shown_marks(prepared)
    assert mark.description == "○"
    assert "best before move 4" in prepared.value_line.value
    prepared.go(low[-1].place)
    assert prepared.story()[0] == "○ Never quite won: the best moment, 60 % (50 to 70)."


# The curve and the page.


def test_the_curve_takes_the_place_of_the_board_and_gives_it_back(prepared: Stepper) -> None:
    steps = prepared
    views = steps.picture.layout, steps._reviewing.curve_view.layout, steps.record_view.layout
    steps.review()
    assert steps.review_button.description == "Curve"
    steps.review_button.click()
    assert [view.display for view in views] == ["none", None, "none"]
    assert steps.review_button.description == "Board"
    first = bytes(steps._reviewing.curve.value)
    assert first.startswith(b"\x89PNG")
    steps.first()
    assert bytes(steps._reviewing.curve.value) != first  # it shows where one is
    steps.record_button.value = True
    assert [view.display for view in views] == ["none", "none", None]
    steps.review_button.click()
    assert [view.display for view in views] == ["none", None, "none"]
    steps.review_button.click()
    assert [view.display for view in views] == [None, "none", "none"]
    steps.review_button.click()
    steps.load(SAMPLE)
    assert [view.display for view in views] == [None, "none", "none"]


def test_the_page_is_saved_and_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Stepper(lost_game())
    with pytest.raises(ValueError, match="the review is not done yet"):
        steps.save_review(str(tmp_path / "page.pdf"))
    steps.review()
    with pytest.raises(ValueError, match="give a file name"):
        steps.save_review(" ")
    steps.save_review(str(tmp_path / "page.pdf"))
    assert str(tmp_path / "page.pdf") in steps.error_line.value
    (page,) = pymupdf.open(tmp_path / "page.pdf")
    assert "The last moment it was won" in " ".join(page.get_text().split())
    (tmp_path / "other.pdf").write_text("mine")
    steps._reviewing.file_name.value = str(tmp_path / "other.pdf")
    monkeypatch.setattr(app.App, "reraise", False)
    press(steps, "Save page")
    assert "exists: press Save page once more" in steps.error_line.value
    assert (tmp_path / "other.pdf").read_text() == "mine"
    press(steps, "Save page")
    assert (tmp_path / "other.pdf").read_bytes() == (tmp_path / "page.pdf").read_bytes()
    with pytest.raises(OSError, match="nowhere"):
        steps.save_review(str(tmp_path / "nowhere" / "page.pdf"))
    with pytest.raises(ValueError, match="docx: the page is a PDF"):
        steps.save_review(str(tmp_path / "page.docx"))
    assert not (tmp_path / "page.docx").exists()


# Beside all else.


def endless(monkeypatch: pytest.MonkeyPatch) -> Review:
    """Let every review be a partial one, for ever."""
    found = replace(made()[1], moments=made()[1].moments[2:], done=0.43)

    def steps(line: Line[Any, Any], effort: str) -> Iterator[Review]:
        while True:
            time.sleep(0.002)
            yield found

    monkeypatch.setattr(reviewing, "review_steps", steps)
    return found


def test_it_goes_on_beside_all_else_to_the_end() -> None:
    async def test() -> None:
        steps = Stepper(lost_game())
        steps.review("quick")
        assert steps.review_button.description == "Stop"
        assert "Reviewing, 0 % ..." in steps.value_line.value
        steps.back()  # goes on meanwhile
        await until(lambda: steps.review_button.description == "Curve")
        assert steps.reviewed == reviews.review(steps.line, "quick")
        assert len(shown_marks(steps)) == 1

    in_a_loop(test)


def test_stop_keeps_what_is_known_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    partial = endless(monkeypatch)
    line, _ = made()

    async def test() -> None:
        steps = Stepper(Line(line.start, line.moves))
        steps.review()
        await until(lambda: shown_marks(steps))
        assert "Reviewing, 43 %: ✗ 1 given away" in unescape(steps.value_line.value)
        steps.review_button.click()
        assert steps.review_button.description == "Review"
        assert "Review stopped at 43 %: ✗ 1 given away" in unescape(steps.value_line.value)
        await asyncio.sleep(0.03)
        assert steps.reviewed == partial
        assert [mark.description for mark in shown_marks(steps)] == ["✓✗"]
        steps.review()
        steps.stop()
        assert steps.review_button.description == "Review"

    in_a_loop(test)


def test_the_review_of_another_game_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    endless(monkeypatch)
    line, _ = made()

    async def test() -> None:
        own = Line(line.start, line.moves)
        steps = Stepper(own)
        changes: list[Callable[[], object]] = [
            lambda: steps.load(SAMPLE),
            lambda: (steps.take(own), own.go(0), own.play(own.state.moves()[0]), steps.draw()),
        ]
        for change in changes:
            steps.take(Line(line.start, line.moves))
            steps.draw()
            steps.review()
            await until(lambda: shown_marks(steps))
            change()
            assert steps.reviewed is None
            assert steps.value_line.value == ""
            await asyncio.sleep(0.02)
            assert steps.reviewed is None  # also what came too late
            assert not shown_marks(steps)
            assert steps.review_button.description == "Review"

    in_a_loop(test)


def test_a_failure_is_shown_and_gives_the_button_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(line: Line[Any, Any], effort: str) -> Iterator[Review]:
        yield replace(made()[1], moments=(), done=0.1)
        raise RuntimeError("no more")

    monkeypatch.setattr(reviewing, "review_steps", broken)

    async def test() -> None:
        steps = Stepper(lost_game())
        steps.review()
        await until(lambda: "no more" in steps.error_line.value)
        assert (steps.review_button.description, steps.reviewed) == ("Review", None)

    in_a_loop(test)


# Where there is no review, and what leads to one.


def test_where_there_is_nothing_to_review() -> None:
    with pytest.raises(ValueError, match="no move of yours"):
        Stepper(SAMPLE).review()
    with pytest.raises(ValueError, match="unknown effort"):
        Stepper(lost_game()).review("most")
    other = Stepper(conversion.deal(1))
    assert other.review_button.layout.display == "none"
    with pytest.raises(ValueError, match="for games of Spiral only"):
        other.review()
    with pytest.raises(ValueError, match="for games of Spiral only"):
        other.explorer()


def test_a_finished_game_is_handed_to_the_review() -> None:
    line = lost_game()
    player = Player(line)
    assert player.advise_button.layout.display == "none"
    player.review_button.click()
    below = player.children[-1]
    assert isinstance(below, Stepper)
    assert below.reviewed is not None
    assert len(shown_marks(below)) == 1
    assert "spiralkit-review" in player._dom_classes  # it has the place of the game
    below.set_large(True)
    press(player, "Back to the game")
    assert (player.children[-1], "spiralkit-review" in player._dom_classes) == (player.leave_button, False)
    assert (player.large, player.layout.height, player.leave_button.layout.display) == (True, "560px", "none")
    player.review_button.click()
    below = player.children[-1]
    player.go(0)
    assert player.review_button.layout.display == "none"
    assert player.advise_button.layout.display is None
    assert below.reviewed is not None
    player.play("bc")  # another game
    assert below.reviewed is None


def test_a_position_is_handed_to_an_explorer() -> None:
    player = Player(lost_game())
    player.go(0)
    steps = player.stepper()
    steps.go(3)
    for found, state in (
        (player.explorer(), player.state),
        (steps.explorer(), steps.state),
        (Editor(SAMPLE).explorer(), State.parse(SAMPLE)),
    ):
        assert isinstance(found, Explorer)
        assert found.state == state


def test_no_review_builds_a_widget_and_close_frees_all(prepared: Stepper) -> None:
    prepared.review()
    prepared.show_record(True)
    before = set(_instances)
    for place in range(len(prepared.line)):
        prepared.go(place)
        prepared.review_button.click()
        prepared.set_large(place % 2 == 0)
    assert set(_instances) == before
    start = len(_instances)
    line, _ = made()
    steps = Stepper(Line(line.start, line.moves))
    steps.review()
    steps.close()
    assert len(_instances) == start
