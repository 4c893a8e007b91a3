"""The review in a real browser: opened from a finished game, stopped; and one to its end, with its marks and curve."""

from collections.abc import Iterator
from typing import Any

import pytest
from browser import Lab, Notebook, until

pytestmark = pytest.mark.browser

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
CELLS = (
    "from spiralkit import Line, Move, State\nfrom spiralkit.lookahead import greedy, play_game\n"
    "from spiralkit.widgets import Player, Stepper\n"
    "player = Player(play_game(30, greedy), seed=30)\nplayer.undo()\nplayer",
    f'line = Line(State.parse("{SAMPLE}"), [Move("ac")])\n'
    "while line.state.outcome is None:\n    line.play(line.state.moves()[0])\n"
    "short = Stepper(line)\nshort",
)


@pytest.fixture(scope="module")
def notebook(_browser: Lab) -> Iterator[Notebook]:
    _browser.usual_errors()
    opened = _browser.open(list(CELLS))
    opened.run_all()
    yield opened
    opened.close()


class Reviewed:
    """A stepper with its review on the page."""

    def __init__(self, notebook: Notebook, box: Any) -> None:
        self.notebook, self.box = notebook, box
        self.box.locator("svg").first.wait_for()
        self.box.evaluate("e => e.scrollIntoView()")

    def button(self, name: str) -> Any:
        return self.box.get_by_role("button", name=name, exact=True)

    def says(self, words: str) -> None:
        self.box.get_by_text(words).first.wait_for()

    def marks(self) -> list[str]:
        return [words for words in self.box.locator(".spiralkit-track button").all_inner_texts() if words]

    def fits(self) -> None:
        """Nothing is cut off, and no mark covers more than its place on the slider."""
        assert self.box.evaluate("e => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth")
        for row in self.box.locator(":scope > .widget-hbox:visible, :scope > .widget-html:visible").all():
            assert row.evaluate("e => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth")
        for mark in self.box.locator(".spiralkit-track button:visible").all():
            assert mark.bounding_box()["width"] < 32
            assert mark.evaluate("e => e.scrollWidth <= e.clientWidth")

    def middle(self, what: Any) -> float:
        box = what.bounding_box()
        return float(box["x"] + box["width"] / 2)


def test_a_review_is_opened_from_a_finished_game_and_stopped(notebook: Notebook) -> None:
    player = Reviewed(notebook, notebook.page.locator(".spiralkit").first)
    assert not player.button("Review").is_visible()
    player.button("Redo").click()
    player.says("Review to look back on it")
    player.button("Review").click()
    found = Reviewed(notebook, player.box.locator(".spiralkit"))
    until(lambda: "✓✗" in found.marks(), "the last moment at which the game was won is marked")
    found.says("Reviewing, ")
    stop = found.button("Stop")
    stop.wait_for()
    took = found.box.evaluate(
        """box => new Promise(done => {
            const stop = [...box.querySelectorAll("button")].find(button => button.innerText === "Stop")
            const began = performance.now()
            stop.click()
            const look = () => stop.innerText === "Stop" ? requestAnimationFrame(look) : done(performance.now() - began)
            look()
        })"""
    )
    assert took < 10_000  # it takes some 50 ms; here the machine may be busy
    print(f"Stop took {took:.0f} ms")
    found.says("Review stopped at ")
    mark = found.box.locator(".spiralkit-track button", has_text="✓✗")
    mark.click()
    found.says("a win given away. bc wins, proved: ")
    until(lambda: abs(found.middle(found.box.locator(".noUi-handle")) - found.middle(mark)) < 2, "it stands there")
    found.fits()
    assert not player.button("Undo").is_visible()  # the review has the place of the game
    notebook.screenshot("review_of_a_finished_game")
    player.button("Back to the game").click()
    player.button("Undo").wait_for()
    assert found.box.count() == 0
    assert notebook.trouble() == []
    assert notebook.errors() == set()


def test_a_review_to_its_end_with_its_curve_in_either_type(notebook: Notebook) -> None:
    found = Reviewed(notebook, notebook.page.locator(".spiralkit").last)
    found.button("Review").click()
    found.button("Curve").wait_for()
    until(lambda: found.marks() == ["✓✗"], "the one mark is there")
    found.says("Review: ✗ 1 given away, ? 0 doubtful, ✓ last won before move 1.")
    found.button("Next mark").click()
    found.says("✗ Move 1, next: a win given away.")
    found.fits()
    notebook.screenshot("review_marks")
    found.button("Curve").click()
    until(lambda: found.box.locator("img").evaluate("e => e.naturalWidth"), "the curve is drawn")
    assert not found.box.locator("svg").first.is_visible()
    found.fits()
    notebook.screenshot("review_curve")
    found.button("Large type").click()
    found.fits()
    notebook.screenshot("review_curve_large")
    found.button("Board").click()
    found.box.locator("svg").first.wait_for()
    found.fits()
    notebook.screenshot("review_marks_large")
    assert notebook.trouble() == []
    assert notebook.errors() == set()
