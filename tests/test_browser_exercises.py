"""Exercises in a real browser: one answered wrongly, then with a hint, then rightly; by buttons and by clicks alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from browser import Lab, Notebook

from spiralkit.lookahead.exercises import Exercise, exercises

pytestmark = pytest.mark.browser

CELLS = (
    "from spiralkit.widgets import Exercises\nplain = Exercises(6, seed=1, clickable=False)\nplain",
    "clicked = Exercises(6, seed=1)\nclicked",
)
ASKED = exercises(6, 1)
"""What the notebook asks: the grades 1, 1, 2, 3, 4, 5."""


@pytest.fixture(scope="module")
def notebook(_browser: Lab) -> Iterator[Notebook]:
    _browser.usual_errors()
    opened = _browser.open(list(CELLS))
    opened.run_all()
    yield opened
    opened.close()


class Desk:
    """The app on the page."""

    def __init__(self, notebook: Notebook, number: int) -> None:
        self.notebook = notebook
        self.box = notebook.page.locator(".spiralkit").nth(number)
        self.box.locator("svg").first.wait_for()
        self.box.evaluate("e => e.scrollIntoView()")

    def press(self, name: Any) -> None:
        self.box.get_by_role("button", name=name).click()

    def card(self, column: str) -> None:
        self.box.locator(f'[data-column="{column}"][role=button]').last.click()

    def says(self, words: str) -> None:
        self.box.get_by_text(words).first.wait_for()

    def fits(self) -> None:
        """Nothing is cut off, and the app is no larger than the room that a projector leaves."""
        size = self.box.bounding_box()
        assert (size["width"], size["height"]) == (828, 560)
        assert self.box.evaluate("e => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth")
        words = self.box.locator("[role=status]").first
        assert words.evaluate(
            "e => { const box = e.closest('.widget-html'); return box.scrollHeight <= box.clientHeight }"
        )

    def picture(self, name: str) -> None:
        self.notebook.screenshot(f"exercises_{name}")


def wrong_of(exercise: Exercise) -> str:
    return str(exercise.trap or next(each.move for each in exercise.seen.moves if each.verdict == "loss"))


def test_wrong_then_right_by_buttons(notebook: Notebook) -> None:
    desk = Desk(notebook, 0)
    for _ in range(4):
        desk.press("Next")
    hard = ASKED[4]
    desk.says("Exercise 5, grade 4.")
    texts = [str(hard.reason_of(each.move)) for each in hard.seen.moves] + list(hard.hints)
    source = notebook.page.content()
    assert not [text for text in texts if text in source]
    desk.fits()
    desk.picture("asked")
    wrong, right = wrong_of(hard), str(hard.solutions[0])
    desk.press(f"{wrong}:")
    desk.says("again to answer")
    desk.fits()
    desk.press(f"Answer {wrong}")
    desk.says(f"Wrong: {wrong} loses.")
    desk.fits()
    desk.picture("wrong")
    for hint in hard.hints:
        desk.press("Hint")
        desk.says(hint)
    desk.fits()
    desk.picture("hints")
    desk.press("Large type")
    desk.fits()
    desk.picture("hints_large")
    desk.press(f"{right}:")
    desk.press(f"Answer {right}")
    desk.says(f"Right: {right} wins.")
    desk.says("1 of 6 solved.")  # large type has no room for more
    desk.fits()
    desk.picture("right_large")
    desk.press("Large type")
    desk.picture("right")
    desk.fits()
    for _ in range(4):
        desk.press("Previous")
    for number in range(6):
        desk.says(f"Exercise {number + 1}, ")
        if number != 4:
            desk.press("Solution")
        if number < 5:
            desk.press("Next")
    desk.says("All done: 1 of 6 solved")
    desk.fits()
    desk.picture("done")
    desk.press("Others")
    desk.says("Looking for 6 others ..")  # while they are looked for
    desk.says("Exercise 1, ")
    desk.says(exercises(6, 2)[0].question)
    assert notebook.trouble() == []
    assert notebook.errors() == set()


def test_wrong_then_right_by_clicks_and_keys(notebook: Notebook) -> None:
    desk = Desk(notebook, 1)
    easy = ASKED[0]
    wrong, right = wrong_of(easy), str(easy.solutions[0])
    desk.card(wrong[0])
    desk.card(wrong[1])
    desk.says("again to answer")
    desk.picture("chosen")
    desk.card(wrong[0])
    desk.says(f"Wrong: {wrong} loses.")
    for key in (*right, right[0]):
        notebook.page.keyboard.press(key)
    desk.says(f"Right: {right} wins.")
    desk.fits()
    notebook.page.keyboard.press("n")
    desk.says("Exercise 2, grade 1.")
    desk.press("Solution")
    desk.says("The solution is")
    desk.fits()
    desk.picture("shown")
    assert notebook.trouble() == []
    assert notebook.errors() == set()
