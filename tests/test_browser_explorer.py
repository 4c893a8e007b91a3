"""The explorer in a real browser: unfolded three deep by clicks, a question played through, work stopped."""

from typing import Any

import pytest
from browser import Lab, Notebook, until

pytestmark = pytest.mark.browser

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
CELL = f'from spiralkit.widgets import Explorer\nexplorer = Explorer("{SAMPLE}")\nexplorer'


class Tree:
    """An explorer on a page, by what can be seen and touched of it."""

    def __init__(self, notebook: Notebook) -> None:
        self.notebook = notebook
        self.box = notebook.page.locator(".spiralkit").first
        self.picture = self.box.locator(".spiralkit-picture")
        self.picture.locator("svg").wait_for()
        self.box.evaluate("e => e.scrollIntoView()")

    def board(self, name: str) -> Any:
        return self.picture.locator(f'[data-card="{name}"]')

    def press(self, name: str) -> None:
        self.box.get_by_role("button", name=name, exact=True).click()

    def says(self, words: str) -> None:
        until(lambda: words in self.box.inner_text(), f"{words!r} is said")

    def button(self, name: str) -> Any:
        return self.box.get_by_role("button", name=name, exact=True)

    def fits(self) -> None:
        box = self.box.bounding_box()
        assert (box["width"], box["height"]) == (828, 560)
        for part in (self.box, *self.box.locator(":scope > .widget-hbox, :scope > .widget-html").all()):
            whole, seen = (part.evaluate(f"e => [e.{kind}Width, e.{kind}Height]") for kind in ("scroll", "client"))
            assert whole == seen, part.evaluate("e => e.innerText")

    def quiet(self) -> None:
        assert self.notebook.trouble() == []
        assert self.notebook.errors() == set()


def test_three_deep_then_a_question_then_values_stopped(lab: Lab) -> None:
    lab.usual_errors()
    notebook = lab.open([CELL])
    notebook.run_all()
    found = Tree(notebook)
    found.says("Won: bc and bd win; the others are lost.")
    found.fits()

    # three deep: a losing line by clicks, back by the way, the win by buttons
    found.board("move ac").click()
    found.says("ac, loss, 0 %.")
    found.board("move cd").click()
    found.says("Dr. Brooks wins (her fork)")
    found.board("node 0").click()
    found.says("Won: bc and bd win")
    found.press("✓ bc win")
    found.says("bc, win, 100 %. 9s+Qc to 9T. She must take Ks+Jh (JK to JQ) and 7d+8s (78 to 8A)")
    found.fits()
    notebook.screenshot("explorer_tree")
    wins = found.picture.locator('[data-card^="move "]', has_text="you win")
    wins.first.focus()
    notebook.page.keyboard.press("Enter")
    found.says("The game is over: you win (your fork).")
    assert found.picture.locator('[data-card^="node "]').count() == 3
    notebook.screenshot("explorer_end")
    notebook.page.keyboard.press("Backspace")
    found.says("9s+Qc to 9T. She must take")
    found.press("Start")
    found.says("Won: bc and bd win")

    # the question: nothing of the answer is on the page until it is revealed
    found.press("Large type")
    found.press("Question")
    found.says("Which move is best?")
    for word in ("win,", "loss", "Won", "must take", "✓", "✗", "fork"):
        assert word not in found.box.evaluate("e => e.outerHTML"), word
    for _ in range(2):
        found.board("move bd").click()
    found.press("+ ab: 0")
    found.says("So far 3 have voted.")
    found.fits()
    notebook.screenshot("explorer_vote")
    found.press("Close vote")
    found.says("The class: bd, 2 of 3 votes.")
    found.board("move ab").click()
    found.says("ab, loss, 0 %.")
    assert "✓" not in found.box.evaluate("e => e.outerHTML")
    found.press("Show bd: 2")
    found.says("bd, win, 100 %. 8s+Qc to 8A.")
    found.fits()
    notebook.screenshot("explorer_revealed")
    found.press("Show all")
    found.says("the others are lost. The class: bd, 2 of 3 votes.")

    # another position by its text, and values that are stopped
    found.box.locator("textarea").fill("4 one-column")
    found.press("Load")
    found.says("Open: no move wins before the next deal")
    assert found.picture.locator('[data-card^="move "]').count() == 10
    found.fits()
    notebook.screenshot("explorer_ten")
    found.press("Values")
    found.says("values, ")
    until(found.button("Stop").is_enabled, "it can be stopped")
    took = found.box.evaluate(
        """box => new Promise(done => {
            const stop = [...box.querySelectorAll("button")].find(button => button.innerText === "Stop")
            const began = performance.now()
            stop.click()
            const look = () => stop.disabled ? done(performance.now() - began) : requestAnimationFrame(look)
            look()
        })"""
    )
    assert took < 10_000  # it takes some 100 ms; here the machine may be busy
    found.says("Open: no move wins before the next deal")
    found.quiet()
