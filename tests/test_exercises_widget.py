"""The exercises app without a browser: asked, answered, hinted; and that nothing of the answer is in it before."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from typing import Any

import pytest
from ipywidgets import Button, Widget
from ipywidgets.widgets.widget import _instances

from spiralkit import Move, MoveError, State, board
from spiralkit.cards import TextError
from spiralkit.draw import spiral, svg
from spiralkit.lookahead.exercises import Exercise, exercise, exercises
from spiralkit.lookahead.search import look
from spiralkit.spiral import ONE_COLUMN
from spiralkit.widgets import Exercises, app
from spiralkit.widgets import exercises as exercises_app

pytestmark = pytest.mark.usefixtures("_apps")

SAMPLE = State.parse(
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
CLICKABLE = [False, True]


@cache
def some() -> tuple[Exercise, ...]:
    return exercises(5, 3)


def inside(box: Widget) -> Iterator[Widget]:
    yield box
    for child in getattr(box, "children", ()):
        yield from inside(child)


def source(asked: Exercises) -> list[dict[str, Any]]:
    """All that the page is sent, without what names the widgets."""
    names = ("layout", "style", "children", "_esm", "_css", "_anywidget_id")
    return [{name: value for name, value in one.get_state().items() if name not in names} for one in inside(asked)]


def buttons(asked: Exercises) -> dict[str, Button]:
    return {one.description: one for one in inside(asked) if isinstance(one, Button) and one.layout.display != "none"}


def press(asked: Exercises, start: str) -> None:
    next(button for name, button in buttons(asked).items() if name.startswith(start)).click()


def said(asked: Exercises) -> str:
    return unescape(re.sub("</?b>", "", asked.words.value))


def wrong_of(one: Exercise) -> Move:
    return next(each.move for each in one.seen.moves if each.verdict == "loss")


@pytest.mark.parametrize("clickable", CLICKABLE)
def test_nothing_of_the_answer_is_there_before_it_is_asked_for(clickable: bool) -> None:
    asked = Exercises(given=some(), clickable=clickable)
    for number, one in enumerate(some()):
        asked.go(number)
        # chosen and pointed at, but not answered
        seen = str(source(asked))
        for move in one.state.moves():
            asked.select(move)
            seen += str(source(asked))
        asked.clear()
        for piece in map(one.state.placement, one.state.moves()):
            asked.point(cell=board.label(piece.cell))
            seen += str(source(asked))
        asked.point()
        for text in (
            *one.hints,
            *(str(one.reason_of(move)) for move in one.state.moves()),
            "you win",
            "Dr. Brooks wins",
        ):
            assert text not in seen
        # another solution would be shown no differently
        other = Exercises(given=[replace(one, solutions=(wrong_of(one),))], clickable=clickable)
        assert source(other) == source(Exercises(given=[one], clickable=clickable))


@pytest.mark.parametrize("clickable", CLICKABLE)
def test_wrong_then_right(clickable: bool) -> None:
    asked = Exercises(given=some(), clickable=clickable)
    asked.go(4)
    one = asked.exercise
    wrong, right = wrong_of(one), one.solutions[0]
    assert one.question in said(asked)
    press(asked, f"{wrong}:")
    assert "again to answer" in said(asked)
    assert f"{one.state.placement(wrong)}." in said(asked)
    press(asked, f"Answer {wrong}")
    assert f"Wrong: {wrong} loses. {one.reason_of(wrong)}" in said(asked)
    assert buttons(asked)[f"✗ {next(name for name in buttons(asked) if f'{wrong}:' in name)[2:]}"]
    press(asked, f"{right}:")
    press(asked, f"Answer {right}")
    assert f"Right: {right} wins. {one.reason}" in said(asked)
    assert "1 of 5 solved, 0 at the first try." in asked.head.value
    assert asked.hint_button.disabled
    assert asked.solution_button.disabled
    with pytest.raises(ValueError, match="is over"):
        asked.answer(wrong)
    asked.go(3)
    assert one.question in said(asked)
    asked.next()
    assert f"Right: {right} wins." in said(asked)


def test_hints_in_steps_and_the_solution() -> None:
    asked = Exercises(given=some(), clickable=False)
    for number, hint in enumerate(asked.exercise.hints, 1):
        assert hint not in said(asked)
        press(asked, "Hint")
        assert [other in said(asked) for other in asked.exercise.hints] == [place < number for place in range(3)]
    assert asked.hint_button.disabled
    press(asked, "Solution")
    assert f"The solution is {asked.exercise.answer}. {asked.exercise.reason}" in said(asked)
    assert "0 of 5 solved" in asked.head.value
    assert asked.previous_button.disabled
    for _ in range(4):
        press(asked, "Next")
    assert asked.next_button.disabled
    with pytest.raises(IndexError, match="this is the last exercise"):
        asked.next()
    asked.go(0)
    with pytest.raises(IndexError, match="this is the first exercise"):
        asked.key("p")


def test_when_all_are_over_there_are_others() -> None:
    asked = Exercises(2, seed=3)
    first = [sheet.exercise for sheet in asked.quiz.sheets]
    asked.answer(first[0].solutions[0])
    assert "All done" not in said(asked)
    assert "Others" not in buttons(asked)
    asked.next()
    press(asked, "Solution")
    assert said(asked).endswith("All done: 1 of 2 solved, 1 at the first try. Press Others for those of seed 4.</div>")
    press(asked, "Others")
    assert [sheet.exercise for sheet in asked.quiz.sheets] == list(exercises(2, 4))
    assert {"Hint", "Solution"} < set(buttons(asked))
    assert "0 of 2 solved" in asked.head.value
    given = Exercises(given=first[:1])
    given.answer(first[0].solutions[0])
    assert "All done: 1 of 1 solved" in said(given)
    assert "Others" not in buttons(given)
    with pytest.raises(ValueError, match="were given"):
        given.more()


def test_others_are_looked_for_in_sight_and_come_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Exercises(2, seed=3)
    for number in range(2):
        asked.go(number)
        asked.show_solution()
    head, picture = asked.head.value, asked.picture.value
    fails = True

    def look_for(count: int, seed: int, *, grade: int | None = None) -> tuple[Exercise, ...]:
        assert said(asked) == '<div role="status">Looking for 2 others ..</div>'
        assert asked.more_button.disabled
        assert (asked.head.value, asked.picture.value) == (head, picture)
        if fails:
            raise ValueError("none found")
        return exercises(count, seed, grade=grade)

    monkeypatch.setattr(exercises_app, "exercises", look_for)
    with pytest.raises(ValueError, match="none found"):
        asked.more()
    assert "Press Others for those of seed 4" in said(asked)
    assert not asked.more_button.disabled
    fails = False
    changes: list[str] = []
    for name in ("head", "picture", "words"):
        getattr(asked, name).observe(lambda _, name=name: changes.append(name), "value")
    press(asked, "Others")
    assert changes == ["words", "head", "picture", "words"]
    assert asked.seed == 4
    assert not asked.more_button.disabled
    assert asked.exercise.question in said(asked)


def test_the_verdict_comes_first_and_bold_and_hints_go_when_it_is_right() -> None:
    asked = Exercises(given=some(), clickable=False)
    one, hints = asked.exercise, " ".join(asked.exercise.hints[:2])
    wrong, right = wrong_of(one), one.solutions[0]
    asked.hint()
    assert asked.story()[:2] == [one.question, one.hints[0]]
    asked.answer(wrong)
    asked.hint()
    assert asked.story() == [f"Wrong: {wrong} loses. {one.reason_of(wrong)}", hints, "Try another pair."]
    assert asked.words.value.startswith(f'<div role="status"><b>Wrong: {wrong} loses.</b> ')
    asked.answer(right)
    assert asked.story() == [f"Right: {right} wins. {one.reason}", exercises_app.SHOWN]
    assert asked.words.value.startswith(f'<div role="status"><b>Right: {right} wins.</b> ')
    asked.next()
    asked.hint()
    asked.show_solution()
    assert asked.words.value.startswith(f'<div role="status"><b>The solution is {asked.exercise.answer}.</b> ')
    assert asked.exercise.hints[0] not in said(asked)


@pytest.mark.parametrize("end", ["answer", "show_solution"])
def test_the_end_of_the_winning_line_is_shown_with_its_path(end: str) -> None:
    asked = Exercises(given=[*some(), exercise(SAMPLE)])
    for number, sheet in enumerate(asked.quiz.sheets):
        asked.go(number)
        one = sheet.exercise
        asked.answer(wrong_of(one))
        assert "your fork" not in asked.picture.value
        move = one.solutions[-1] if end == "answer" else one.solutions[0]
        asked.answer(move) if end == "answer" else asked.show_solution()
        state, pieces = one.state, []
        for step in one.verdict(move).line:
            pieces.append(state.placement(step))
            state = state.play(step)
        marks = {piece.cell: str(place) for place, piece in enumerate(pieces, 1)}
        drawn = spiral.scene(state, last=pieces, marks=marks, whose="me")
        assert asked.picture.value == svg.render(drawn, interactive=asked.clickable)
        assert "you win (your fork): your fork runs over" in drawn.description
        # it stays when the pointer is on it; a pair can still be looked at
        asked.point(cell=board.label(one.state.placement(move).cell))
        assert asked.picture.value == svg.render(drawn, interactive=asked.clickable)
        asked.select(one.state.moves()[0])
        assert "your fork" not in asked.picture.value
        asked.clear()
        assert asked.picture.value == svg.render(drawn, interactive=asked.clickable)


def test_by_cards_cells_and_keys() -> None:
    asked = Exercises(given=[exercise(SAMPLE)], clickable=True)
    asked.hear("press", {"column": "c", "card": "9s"})
    assert "With a second card" in said(asked)
    asked.hear("press", {"column": "d", "card": "8s"})
    assert asked.choice.cards == "cd"
    asked.hear("key", {"key": "Escape"})
    assert asked.choice.cards == ""
    asked.hear("point", {"column": "b"})
    asked.hear("press", {"cell": "8A"})
    asked.hear("press", {"cell": "TK"})
    assert "TK is vacant." in said(asked)
    for key in "cdC":
        asked.hear("key", {"key": key})
    assert "Wrong: cd loses." in said(asked)
    asked.hear("key", {"key": "h"})
    assert asked.exercise.hints[0] in said(asked)
    for key in "bdb":
        asked.hear("key", {"key": key})
    assert "Right: bd wins." in said(asked)
    asked.hear("key", {"key": "x"})


def test_a_cell_that_one_pair_leads_to_answers() -> None:
    asked = Exercises(given=some(), clickable=True)
    one = some()[4]
    asked.go(4)
    cells = [one.state.placement(move) for move in one.state.moves()]
    alone = next(piece for piece in cells if [other.cell for other in cells].count(piece.cell) == 1)
    for _ in range(2):
        asked.hear("press", {"cell": board.label(alone.cell)})
    assert asked.quiz.sheet.replies[0].move == Move(alone.columns)


def test_errors_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Exercises(given=some(), clickable=False)
    for action, error in (
        (lambda: asked.answer("aa"), MoveError),
        (lambda: asked.answer("xy"), TextError),
        (lambda: asked.answer(), MoveError),
        (lambda: asked.select("aa"), MoveError),
        (lambda: asked.press_card("e"), MoveError),
        (lambda: asked.press_cell("ZZ"), ValueError),
        (lambda: asked.go(9), IndexError),
    ):
        with pytest.raises(error):
            action()
    monkeypatch.setattr(app.App, "reraise", False)
    asked.attempt(asked.previous)
    assert "this is the first exercise" in asked.error_line.value
    asked.attempt(asked.go, 7)
    assert "there are the exercises 1 to 5, not 8" in asked.error_line.value
    with pytest.raises(ValueError, match="no exercise"):
        Exercises(0)
    with pytest.raises(ValueError, match="grades 1 to 5"):
        Exercises(2, grade=7)


def test_two_cards_of_one_column_where_the_variant_allows_it() -> None:
    state = replace(SAMPLE, variant=ONE_COLUMN)
    seen = look(state)
    made = replace(exercise(SAMPLE), seen=seen)
    asked = Exercises(given=[made], clickable=False)
    assert {name[:2] for name in buttons(asked) if ":" in name} == {str(move) for move in state.moves()}
    assert len([name for name in buttons(Exercises(given=some(), clickable=False)) if ":" in name]) == 6


def test_the_number_of_widgets_does_not_grow_and_close_leaves_none() -> None:
    before = len(_instances)
    asked = Exercises(given=some(), large=True)
    count = len(_instances)
    for step in range(200):
        asked.go(step % 5)
        asked.select(asked.exercise.state.moves()[step % 6])
        asked.set_large(step % 2 == 0)
        if not asked.quiz.sheet.over:
            asked.answer(wrong_of(asked.exercise))
    assert len(_instances) == count
    asked.close()
    assert len(_instances) == before
