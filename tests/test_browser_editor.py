"""The editor in a real browser: built by clicks, by keys, by plain buttons, and typed; many positions, either type."""

from collections.abc import Iterator
from typing import Any

import pytest
from browser import Lab, Notebook

from spiralkit import board, deal
from spiralkit.cards import PIQUET
from spiralkit.spiral import COLUMNS

pytestmark = pytest.mark.browser

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
VERDICTS = ["✗ ab loss", "✗ ac loss", "✗ ad loss", "✓ bc win", "✓ bd win", "✗ cd loss"]
EMPTY = f"{'.' * 37} /// me standard"

EDITOR = "from spiralkit.widgets import Editor\n\neditor = Editor({options})\neditor"
COUNT = "from ipywidgets.widgets.widget import _instances\nprint('open:', len(_instances))"


class App:
    """One editor on a page, by what can be seen and touched of it."""

    def __init__(self, notebook: Notebook, number: int = 0) -> None:
        self.notebook, self.page = notebook, notebook.page
        self.box = self.page.locator(".spiralkit").nth(number)
        self.picture = self.box.locator(".spiralkit-picture")
        self.picture.locator("svg").wait_for()
        self.field = self.box.get_by_role("textbox", name="Position")

    def button(self, name: str) -> Any:
        return self.box.get_by_role("button", name=name, exact=True)

    def text(self) -> str:
        return str(self.field.input_value())

    def becomes(self, text: str) -> None:
        self.notebook.until(lambda: self.text() == text, f"the position is {text}")

    def pieces(self) -> str:
        """The pieces in the picture, as a position's text has them."""
        owners = self.picture.evaluate("e => [...e.querySelectorAll('[data-cell]')].map(c => c.dataset.owner)")
        return "".join({"me": "x", "brooks": "o", "": "."}[owner] for owner in owners)

    def type(self, text: str) -> None:
        self.field.fill(text)
        self.field.press("Enter")
        self.notebook.until(lambda: self.pieces() == text.split()[0], "the picture follows the text")

    def verdicts(self) -> list[str]:
        """What the buttons of the moves say, after asking."""
        self.button("What wins?").click()
        shown = self.box.locator(".spiralkit-verdicts button:visible")
        self.notebook.until(lambda: shown.count() == 6, "six moves have a verdict")
        return list(shown.all_inner_texts())

    def fits(self) -> None:
        """All that the app has lies, or will when all is drawn, inside its box of 828 x 560, and no button is cut."""
        measure = """e => [
            e.offsetWidth, e.offsetHeight, e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight,
            [...e.querySelectorAll("button, select, label")].filter(c => c.offsetParent)
                .filter(c => c.scrollWidth > c.clientWidth + 1).map(c => c.innerText),
        ]"""
        self.notebook.until(lambda: self.box.evaluate(measure) == [828, 560, 0, 0, []], "all fits in")


def columns() -> Iterator[tuple[str, str]]:
    """Each card of the sample, as the tray names it, with its column."""
    for letter, column in zip(COLUMNS, SAMPLE.split()[1].split("/"), strict=True):
        for card in PIQUET.parse_all(column):
            yield letter, card.rank + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[card.suits] + "\ufe0e"


@pytest.fixture(scope="module")
def notebook(_browser: Lab) -> Iterator[Notebook]:
    """One page with an editor, one with plain buttons, and two counts of widgets, for all tests."""
    _browser.usual_errors()
    opened = _browser.open(
        [EDITOR.format(options=""), EDITOR.format(options="clickable=False"), COUNT, COUNT], height=1400
    )
    opened.run_all()
    yield opened
    opened.close()


def test_the_sample_built_by_clicks_and_typed_is_the_same(notebook: Notebook) -> None:
    built, typed = App(notebook, 0), App(notebook, 1)
    assert built.text() == EMPTY
    notebook.screenshot("editor_empty")
    marks = SAMPLE.split()[0]
    for brush, mark in (("you", "x"), ("she", "o")):
        built.button(brush).click()
        for cell in range(board.CELLS):
            if marks[cell] == mark:
                built.picture.locator(f'[data-cell="{board.label(cell)}"]').click()
    built.becomes(f"{marks} /// me standard")
    for letter, card in columns():
        built.button(card).click()
        if letter == "b" and card[0] == "9":
            notebook.screenshot("editor_half_built")
    built.becomes(SAMPLE)
    check_plain_buttons(typed)
    typed.type(SAMPLE)
    assert typed.text() == SAMPLE
    assert built.pieces() == typed.pieces() == marks
    assert built.verdicts() == typed.verdicts() == VERDICTS
    built.box.get_by_text("Won: bc and bd win; the others are lost.").wait_for()
    notebook.screenshot("editor_answers")
    notebook.check_quiet()


def check_plain_buttons(app: App) -> None:
    """They lie over the cells, and do by pointer and by key what the picture does."""
    for name in ("77", "TK", "AA"):
        cell, button = app.picture.locator(f'[data-cell="{name}"]').bounding_box(), app.button(name).bounding_box()
        for place, length in (("x", "width"), ("y", "height")):
            assert abs(cell[place] + cell[length] / 2 - button[place] - button[length] / 2) < 2
    app.button("77").click()
    app.becomes(f"{'x':.<37} /// me standard")
    for key in ("Tab", "Enter", "Space"):
        app.page.keyboard.press(key)
    app.becomes(f"{'xo':.<37} /// me standard")
    app.notebook.screenshot("editor_buttons")
    app.button("b").click()
    app.button("9♠\ufe0e").click()
    app.becomes(f"{'xo':.<37} /9s// me standard")
    app.button("Take back").click()
    app.becomes(f"{'xo':.<37} /// me standard")


def test_the_picture_is_edited_by_clicks_and_keys_and_all_is_undone(notebook: Notebook) -> None:
    notebook.run_cell(0)
    app = App(notebook)
    app.becomes(EMPTY)
    keys = notebook.page.keyboard
    app.picture.locator('[data-cell="77"]').click()
    app.becomes(f"{'x':.<37} /// me standard")
    keys.press("ArrowRight")
    keys.press("o")
    app.becomes(f"{'xo':.<37} /// me standard")
    keys.press("Enter")
    keys.press("ArrowRight")
    for key in "xo.x":
        keys.press(key)
    app.becomes(f"{'x.x':.<37} /// me standard")
    app.button("9♠\ufe0e").click()
    app.becomes(f"{'x.x':.<37} 9s/// me standard")
    app.picture.locator('[data-card="place c"]').click()
    app.picture.locator('[data-card="place c"]', has_text="next card").wait_for()
    app.button("T♦\ufe0e").click()
    app.becomes(f"{'x.x':.<37} 9s//Td/ me standard")
    app.picture.locator('[data-card="9s"]').click()
    app.becomes(f"{'x.x':.<37} //Td/ me standard")
    app.box.get_by_text("2 pieces of yours and 0 of Dr. Brooks's cannot be when it is your move").wait_for()
    app.box.get_by_text("columns of 0, 0, 1, 0 cards").wait_for()
    app.button("What wins?").click()
    app.box.get_by_role("alert").get_by_text("not a position yet").wait_for()
    notebook.screenshot("editor_refused")
    while app.text() != EMPTY:
        before = app.text()
        app.button("Undo").click()
        notebook.until(lambda before=before: app.text() != before, "an edit is undone")
    notebook.check_quiet()


def test_fifty_positions_leave_nothing_behind(notebook: Notebook) -> None:
    app = App(notebook)
    notebook.run_cell(2)
    printed = notebook.page.locator(".jp-OutputArea-output", has_text="open:")
    nodes = set()
    for seed in range(50):
        text = deal(seed).text if seed % 10 else SAMPLE
        app.field.fill(text)
        app.field.press("Enter")
        card = text.split()[1][:2]
        notebook.until(lambda card=card: app.picture.locator(f'[data-column="a"][data-card="{card}"]').count(), "drawn")
        if seed % 10 == 0:
            assert app.verdicts() == VERDICTS
            app.button("What decides?").click()
            app.box.get_by_text("TK is vacant, and whoever takes it wins.").wait_for()
            nodes.add(app.box.evaluate("e => e.querySelectorAll('*').length"))
    assert len(nodes) == 1
    notebook.run_cell(3)
    first, last = printed.all_inner_texts()
    assert first == last
    notebook.run_cell(0, times=3)  # run again, it closes the one before
    notebook.run_cell(3)
    assert printed.all_inner_texts() == [first, first]
    assert notebook.page.locator(".spiralkit").count() == 2
    notebook.check_quiet()


def test_all_panels_fit_in_either_type(notebook: Notebook) -> None:
    app = App(notebook)
    app.type(SAMPLE)
    for size in ("normal", "large"):
        app.fits()
        notebook.screenshot(f"editor_edit_{size}")
        assert app.verdicts() == VERDICTS
        app.button("✗ ac loss").click()
        app.box.get_by_text("Whatever you take then, she takes TK").wait_for()
        app.fits()
        notebook.screenshot(f"editor_wins_{size}")
        app.button("What decides?").click()
        app.box.get_by_text("TK is vacant, and whoever takes it wins.").wait_for()
        app.fits()
        notebook.screenshot(f"editor_decides_{size}")
        app.button("Edit").click()
        app.button("Clear cards").click()
        app.picture.locator('[data-cell="TK"]').click()
        app.box.get_by_text("0 of 32 cards placed").wait_for()
        app.fits()
        notebook.screenshot(f"editor_problem_{size}")
        app.type(SAMPLE)
        if size == "normal":
            app.button("Large type").click()
            app.box.and_(notebook.page.locator(".spiralkit-large")).wait_for()
    notebook.check_quiet()
