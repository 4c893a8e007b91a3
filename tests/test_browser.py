"""The stepper and its notebook in a real browser, as somebody in JupyterLab meets them."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import PATIENCE, READY, ROOT, Lab, Notebook, free_port, jupyter_rooms, until

pytestmark = pytest.mark.browser

NOTEBOOK = ROOT / "notebooks" / "01_step_through_a_game.ipynb"

CELLS = (
    """
from spiralkit.lookahead import greedy, play_game
from spiralkit.widgets import Stepper

line = play_game(6, greedy)
line.go(0)
stepper = Stepper(line)
stepper
""",
    """
other = play_game(7, greedy)
other.go(0)
slow = Stepper(other, renderer="matplotlib")
slow
""",
    "from ipywidgets.widgets.widget import _instances\nprint('open:', len(_instances))",
)
KINDS = pytest.mark.parametrize("number", [0, 1], ids=["svg", "matplotlib"])


class App:
    """One stepper on a page, by what can be seen and touched of it."""

    def __init__(self, notebook: Notebook, number: int = 0) -> None:
        self.notebook = notebook
        self.box = notebook.page.locator(".spiralkit").nth(number)
        self.picture = self.box.locator(".spiralkit-picture")
        self.picture.wait_for()

    def button(self, name: str) -> object:
        return self.box.get_by_role("button", name=name, exact=True)

    def pieces(self) -> tuple[str, ...]:
        """The owner of each cell, as the picture has it."""
        return tuple(self.picture.evaluate("e => [...e.querySelectorAll('[data-cell]')].map(c => c.dataset.owner)"))

    def seen(self) -> tuple[str, str]:
        """The picture, its markup or the digest of its pixels, and the words."""
        drawn = """async e => e.tagName != 'IMG' ? e.querySelector('svg').outerHTML :
            String(new Uint8Array(await crypto.subtle.digest('SHA-256', await (await fetch(e.src)).arrayBuffer())))"""
        return self.picture.evaluate(drawn), self.box.locator(".widget-select + .widget-html").inner_text()

    def place(self) -> int:
        return int(float(self.box.get_by_role("slider").get_attribute("aria-valuenow")))

    def size(self) -> tuple[int, float, float]:
        """How many boards the page has, and the height of this one and of the whole app."""
        boards = self.notebook.page.locator(".spiralkit-picture").count()
        return boards, self.picture.bounding_box()["height"], self.box.bounding_box()["height"]

    def press(self, name: str, times: int = 1) -> None:
        """Click a button and wait each time until the picture is another."""
        for _ in range(times):
            before = self.seen()
            self.button(name).click()
            self.notebook.until(lambda before=before: self.changed(before), f"{name} changes board and text")

    def changed(self, before: tuple[str, str]) -> bool:
        now = self.seen()
        return now[0] != before[0] and now[1] != before[1]


@pytest.fixture(scope="module")
def notebook(_browser: Lab) -> Iterator[Notebook]:
    """One page with two steppers, for most tests."""
    _browser.usual_errors()
    opened = _browser.open(list(CELLS), height=1500)
    opened.run_all()
    yield opened
    opened.close()


def at_start(notebook: Notebook, number: int = 0) -> App:
    app = App(notebook, number)
    if app.place():
        app.press("First")
    return app


@KINDS
def test_ten_steps_forward_and_back_change_board_and_text_each_time(notebook: Notebook, number: int) -> None:
    app = at_start(notebook, number)
    size, seen = app.size(), [app.seen()]
    for _ in range(10):
        app.press("Forward")
        seen.append(app.seen())
        assert app.size() == size
    assert app.place() == 10
    assert len(set(seen)) == 11
    notebook.screenshot(f"stepper_{number}_10")
    for before in reversed(seen[:-1]):
        app.press("Back")
        assert app.seen() == before
        assert app.size() == size
    assert app.place() == 0
    app.press("Last")
    assert app.size() == size
    notebook.screenshot(f"stepper_{number}_last")
    notebook.check_quiet()


def test_the_slider_moves_by_keys(notebook: Notebook) -> None:
    app = at_start(notebook)
    app.box.get_by_role("slider").focus()
    pieces = [app.pieces()]
    for place in range(1, 6):
        notebook.page.keyboard.press("ArrowRight")
        notebook.until(
            lambda place=place: app.pieces().count("me") + app.pieces().count("brooks") == place, "the board follows"
        )
        pieces.append(app.pieces())
    for place in range(4, -1, -1):
        notebook.page.keyboard.press("ArrowLeft")
        notebook.until(lambda place=place: app.pieces() == pieces[place], "the board follows back")
    assert app.place() == 0
    notebook.check_quiet()


def test_arrow_keys_step_in_the_list_and_beside_it(notebook: Notebook) -> None:
    app = at_start(notebook)
    app.box.locator("select[size]").focus()
    for place in (1, 2):
        notebook.page.keyboard.press("ArrowDown")
        notebook.until(lambda place=place: app.place() == place, "the list steps")
    app.press("Forward")
    notebook.page.keyboard.press("ArrowRight")
    notebook.until(lambda: app.place() == 4, "the key steps")
    for key in ("x", "b", "d", "d"):
        notebook.page.keyboard.press(key)
    notebook.page.keyboard.press("ArrowLeft")
    notebook.until(lambda: app.place() == 3, "the key steps back")
    assert notebook.page.locator(".jp-Cell").count() == len(CELLS)
    notebook.check_quiet()


def test_two_steppers_do_not_disturb_each_other(notebook: Notebook) -> None:
    one, two = at_start(notebook, 0), at_start(notebook, 1)
    untouched = two.seen()
    one.press("Forward", 3)
    assert (one.place(), two.place()) == (3, 0)
    assert two.seen() == untouched
    at_three = one.seen()
    two.press("Last")
    two.press("Back")
    assert one.seen() == at_three
    assert one.size()[0] == 2
    notebook.check_quiet()


def test_the_app_fits_the_room_that_a_projector_leaves_in_either_type(notebook: Notebook) -> None:
    app = at_start(notebook)
    app.press("Last")
    for type_size in ("normal", "large"):
        box = app.box.bounding_box()
        assert box["width"] <= 828
        assert box["height"] <= 560
        shown = app.box.evaluate("e => [e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight]")
        assert shown[0] <= shown[1], f"{type_size} type is cut off at the right"
        assert shown[2] <= shown[3], f"{type_size} type is cut off below"
        notebook.screenshot(f"stepper_{type_size}_type")
        if type_size == "normal":
            app.button("Large type").click()
            app.box.and_(notebook.page.locator(".spiralkit-large")).wait_for()
    notebook.check_quiet()


@KINDS
def test_running_the_cell_again_leaves_nothing_behind(notebook: Notebook, number: int) -> None:
    counting = len(CELLS) - 1
    notebook.run_cell(counting)
    printed = notebook.page.locator(".jp-OutputArea-output", has_text="open:")
    at_first = printed.inner_text()
    before = notebook.counts()
    times = (25, 5)[number]
    notebook.run_cell(number, times=times)
    notebook.run_cell(counting)
    assert notebook.counts()[number] == before[counting] + times
    assert notebook.counts()[counting] == before[counting] + times + 1
    assert printed.inner_text() == at_first
    app = App(notebook, number)
    assert app.size()[0] == 2
    app.press("Forward", 2)
    notebook.check_quiet()


def test_the_notebook_opens_and_runs(lab: Lab) -> None:
    notebook = lab.open(NOTEBOOK)
    notebook.run_all()
    notebook.page.locator(".jp-WindowedPanel-outer").evaluate("e => e.scrollTo(0, 0)")
    app = App(notebook)
    notebook.screenshot("notebook_01")
    app.press("Forward", 10)
    app.press("Back", 10)
    notebook.screenshot("notebook_01_stepped")
    notebook.check_quiet()


def test_spiralkit_lab_opens_the_first_notebook_and_nothing_covers_it(lab: Lab, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "spiralkit", "lab", "--no-browser"),
                *("--port", str(free_port()), "--dir", str(tmp_path / "mine")),
            ],
            env=jupyter_rooms(tmp_path),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        url = until(
            lambda: re.search(r"http://\S+token=\w+", log.read_text()), "spiralkit lab says its address"
        ).group()
        page = lab.chromium.new_page(viewport={"width": 1280, "height": 720})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(url)
        page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        until(lambda: page.evaluate(READY), "the kernel is ready and idle")
        page.locator(".jp-Cell .jp-InputPrompt").nth(1).click()
        page.keyboard.press("Shift+Enter")
        page.locator(".spiralkit-picture svg").first.wait_for()
        assert page.locator(".Toastify__toast").count() == 0
        page.screenshot(path=lab.screenshots / "spiralkit_lab.png")
        page.close()
    finally:
        server.terminate()
        server.wait(PATIENCE)
    copied, shipped = (
        sorted(file.name for file in folder.glob("*.ipynb")) for folder in (tmp_path / "mine", NOTEBOOK.parent)
    )
    assert copied == shipped
