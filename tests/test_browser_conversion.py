"""The colour-conversion spiral in a real browser: a chain stepped card by card, and a few moves played."""

from collections.abc import Iterator

import pytest
from browser import Lab, Notebook

pytestmark = pytest.mark.browser

STEPPER = """
from spiralkit.lookahead.conversion import play_game, sweep
from spiralkit.widgets import Stepper

line = play_game(7, sweep)
line.go(0)
stepper = Stepper(line)
stepper
"""

PLAYER = """
from spiralkit.widgets import ConversionPlayer

player = ConversionPlayer(seed=7)
player
"""

BUTTONS = """
plain = ConversionPlayer(seed=7, clickable=False, large=True)
plain
"""


class App:
    """One app on a page, by what can be seen and touched of it."""

    def __init__(self, notebook: Notebook, number: int) -> None:
        self.notebook = notebook
        self.box = notebook.page.locator(".spiralkit").nth(number)
        self.picture = self.box.locator(".spiralkit-picture")
        self.picture.locator("svg").wait_for()

    def drawn(self) -> str:
        return self.picture.locator("svg").evaluate("e => e.outerHTML")

    def cards(self) -> dict[str, str]:
        """The card that each place shows."""
        every = "e => [...e.querySelectorAll('[data-cell]')].map(c => [c.dataset.cell, c.dataset.shows])"
        return dict(self.picture.evaluate(every))

    def words(self) -> str:
        return self.box.locator("[role=status]").inner_text()

    def press(self, name: str) -> None:
        """Click a button and wait until the picture is another."""
        before = self.drawn()
        self.box.get_by_role("button", name=name, exact=True).click()
        self.notebook.until(lambda: self.drawn() != before, f"{name} changes the picture")

    def click(self, selector: str) -> None:
        """Click a part of the picture and wait until the words are others."""
        before = self.words()
        self.picture.locator(selector).click()
        self.notebook.until(lambda: self.words() != before, f"a click on {selector} is answered")

    def check_size(self) -> None:
        box = self.box.bounding_box()
        assert box["width"] <= 828
        assert box["height"] <= 560
        shown = self.box.evaluate("e => [e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight]")
        assert shown[0] <= shown[1], "cut off at the right"
        assert shown[2] <= shown[3], "cut off below"


@pytest.fixture(scope="module")
def notebook(_browser: Lab) -> Iterator[Notebook]:
    """One page with the three apps, for all tests."""
    _browser.usual_errors()
    opened = _browser.open([STEPPER, PLAYER, BUTTONS], height=1960)
    opened.run_all()
    yield opened
    opened.close()


def test_a_chain_of_conversions_is_stepped_card_by_card(notebook: Notebook) -> None:
    app = App(notebook, 0)
    app.press("Next choice")
    changes = []
    for number in range(12):
        before = app.cards()
        app.press("Forward")
        now = app.cards()
        changes.append([place for place in now if now[place] != before[place]])
        if number in (3, 4):
            notebook.screenshot(f"conversion_stepper_{number}")
    assert all(len(places) <= 1 for places in changes)
    assert sum(map(len, changes)) >= 4
    for _ in range(12):
        app.press("Back")
    app.check_size()
    app.press("Large type")
    app.check_size()
    app.press("Last")
    notebook.screenshot("conversion_stepper_large")
    app.check_size()
    notebook.check_quiet()


def test_a_few_moves_by_clicks_and_keys(notebook: Notebook) -> None:
    app = App(notebook, 1)
    app.check_size()
    notebook.screenshot("conversion_player_start")
    start = app.cards()
    app.click("[data-card='5d']")
    notebook.screenshot("conversion_player_card")
    app.click("[data-cell='15']")
    notebook.screenshot("conversion_player_chosen")
    app.click("[data-cell='15']")
    assert app.cards() == start | {"15": "5d"}
    assert "You draw 4c." in app.words()
    assert "16 to 9 convert nothing." in app.words()
    notebook.screenshot("conversion_player_played")
    app.picture.locator("[data-card][tabindex='0']").focus()
    for _ in range(2):
        before = app.words()
        notebook.page.keyboard.press("Enter")
        notebook.until(lambda before=before: app.words() != before, "Enter chooses, then plays")
    assert len([place for place, card in app.cards().items() if card != start[place]]) >= 2
    notebook.page.keyboard.press("u")
    notebook.until(lambda: app.cards() == start | {"15": "5d"}, "u takes the choice back")
    app.check_size()
    notebook.check_quiet()


def test_a_few_moves_by_buttons_in_large_type(notebook: Notebook) -> None:
    app = App(notebook, 2)
    start = app.cards()
    app.press("5d")
    app.press("15")
    notebook.screenshot("conversion_player_large")
    app.press("Play")
    assert app.cards() == start | {"15": "5d"}
    app.check_size()
    app.press("Undo")
    assert app.cards() == start
    app.box.get_by_role("button", name="Game", exact=True).click()
    app.box.get_by_role("button", name="New game of seed", exact=True).wait_for()
    app.check_size()
    notebook.screenshot("conversion_player_game")
    notebook.check_quiet()
