"""Playing Dr. Brooks in a real browser: by clicks, by keys alone, by buttons alone; in JupyterLab and in Voila."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from browser import PATIENCE, Lab, Notebook, serving, until

from spiralkit import Deal, Line, Move, State, board
from spiralkit.lookahead.players import greedy, play_game

pytestmark = pytest.mark.browser

CELLS = (
    "from spiralkit.widgets import Player\nby_clicks = Player(seed=6)\nby_clicks",
    "by_keys = Player(seed=6)\nby_keys",
    "by_buttons = Player(seed=6, clickable=False)\nby_buttons",
)
GAME = play_game(6, greedy)
"""What is played: a won game with deals in it."""

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
OWNERS = {"x": "me", "o": "brooks", ".": ""}


def picks(game: Line[State, Move | Deal]) -> list[tuple[Move, State]]:
    """Your picks, each with the state when it is your turn again or the game is over."""
    found: list[tuple[Move, State]] = []
    for state, move in zip(game.states, game.moves, strict=False):
        if state.turn == "me" and isinstance(move, Move):
            found.append((move, state))
    after = [state for _, state in found[1:]] + [game.states[-1]]
    return [(move, state) for (move, _), state in zip(found, after, strict=True)]


class Table:
    """A player on a page, by what can be seen and touched of it."""

    def __init__(self, page: Any, number: int = 0) -> None:
        self.page = page
        self.box = page.locator(".spiralkit").nth(number)
        self.picture = self.box.locator(".spiralkit-picture")
        self.picture.locator("svg").wait_for()
        self.box.evaluate("e => e.scrollIntoView()")

    def button(self, name: str | re.Pattern[str]) -> Any:
        return self.box.get_by_role("button", name=name, exact=isinstance(name, str))

    def card(self, column: str) -> Any:
        """The bottom card of a column that can be taken."""
        return self.picture.locator(f'[data-column="{column}"][role=button]').last

    def cell(self, label: str) -> Any:
        return self.picture.locator(f'[data-cell="{label}"]')

    def owners(self) -> list[str]:
        found: list[str] = self.picture.evaluate(
            "e => [...e.querySelectorAll('[data-cell]')].map(cell => cell.dataset.owner)"
        )
        return found

    def words(self) -> str:
        return str(self.box.locator("[role=status]").last.inner_text())

    def shows(self, state: State) -> None:
        """Wait until the board is that of the state, and its cards lie there."""
        wanted = [OWNERS[state.owner(cell)] for cell in range(board.CELLS)]
        bottom = [str(column[-1]) for column in state.columns if column]
        lying = "e => [...e.querySelectorAll('[data-card]')].map(card => card.dataset.card)"
        until(lambda: self.owners() == wanted, f"the board of {state.text}")
        assert set(bottom) <= set(self.picture.evaluate(lying))

    def fits(self) -> None:
        """Nothing is cut off, and the app is no larger than the room that a projector leaves."""
        box = self.box.bounding_box()
        assert (box["width"], box["height"]) == (828, 560)
        whole, seen = (self.box.evaluate(f"e => [e.{kind}Width, e.{kind}Height]") for kind in ("scroll", "client"))
        assert whole == seen

    def says(self, words: str) -> None:
        until(lambda: words in self.words(), f"{words!r} is said")

    def new_game(self) -> None:
        """The game of the seed in the field, which is 6."""
        self.button("Game").click()
        self.box.get_by_label("Seed").first.fill("6")
        self.button("New game of seed").click()
        self.shows(GAME.start)


@pytest.fixture(scope="module")
def notebook(_browser: Lab) -> Iterator[Notebook]:
    """One page with three players, for all tests."""
    _browser.usual_errors()
    opened = _browser.open(list(CELLS), height=720)
    opened.run_all()
    yield opened
    opened.close()


def test_a_whole_game_by_clicks(notebook: Notebook) -> None:
    table = Table(notebook.page, 0)
    decisions = [GAME.start, *(state for _, state in picks(GAME))]
    for number, (move, after) in enumerate(picks(GAME)):
        one, other = move.columns
        if number == 2:  # by a cell to which one pair leads: it is chosen
            cell = board.label(decisions[number].placement(move).cell)
            table.cell(cell).click()
            table.says(f"{cell} is vacant. The pair")
            table.says("again to play it")
            notebook.screenshot("player_cell")
            table.cell(cell).click()
            table.shows(after)
            continue
        table.card(one).click()
        table.says(f"({one}) is chosen")
        if number == 1:  # a preview before the click
            table.card(other).hover()
            table.says(f"If you take {move}: ")
        table.card(other).click()
        table.says(f"If you take {move}: ")
        table.says("again to play it")
        if number == 3:
            table.fits()
            notebook.screenshot("player_chosen")
        table.card(other).click()
        table.shows(after)
    table.says("You win (your fork)")
    notebook.screenshot("player_over")
    notebook.check_quiet()


def test_undo_through_deals_then_a_branch_and_back(notebook: Notebook) -> None:
    table = Table(notebook.page, 2)
    table.new_game()
    for move, after in picks(GAME):
        play_by_button(table, move, after)
    decisions = [GAME.start, *(state for _, state in picks(GAME))]
    deals = [place for place, move in enumerate(GAME.moves) if isinstance(move, Deal)]
    assert len(deals) == 2
    back = next(number for number, state in enumerate(decisions) if state in GAME.states[deals[0] :])
    for state in reversed(decisions[back - 1 : -1]):
        table.button("Undo").click()
        table.shows(state)  # the last is before the first deal between
    for state in decisions[back : back + 2]:
        table.button("Redo").click()
        table.shows(state)
    table.button("Piece back").click()
    table.shows(GAME.states[GAME.states.index(decisions[back + 1]) - 1])
    table.button("Piece on").click()
    here = decisions[back + 1]
    table.shows(here)
    other = next(move for move in here.moves() if move != picks(GAME)[back + 1][0])
    branch = Line(here, [other])
    while branch.state.turn != "me" and branch.state.moves():
        branch.play(branch.state.moves()[0])
    play_by_button(table, other, branch.state)
    choices = table.box.locator(".widget-dropdown select:visible").first
    choices.get_by_text("1 branch: return to ..").wait_for(state="attached")
    notebook.screenshot("player_branch")
    choices.select_option(index=1)
    table.shows(GAME.states[-1])
    choices.get_by_text("your piece").wait_for(state="attached")  # the other way round now
    choices.select_option(index=1)
    table.shows(branch.state)
    notebook.check_quiet()


def play_by_button(table: Table, move: Move, after: State) -> None:
    """Press a pair twice; the first time its button becomes one that plays."""
    table.button(re.compile(f"^{move}: ")).click()
    table.button(f"Play {move}").click()
    table.shows(after)


def test_a_whole_game_by_buttons_without_the_clickable_board(notebook: Notebook) -> None:
    table = Table(notebook.page, 2)
    table.new_game()
    assert table.picture.locator("[role=button]").count() == 0
    for move, after in picks(GAME):
        play_by_button(table, move, after)
    table.says("You win (your fork)")
    notebook.check_quiet()


def test_the_focus_that_goes_elsewhere_points_at_nothing(notebook: Notebook) -> None:
    table = Table(notebook.page, 0)
    table.new_game()
    for move, after in picks(GAME):  # after the last no pair can be pressed any more
        play_by_button(table, move, after)
    until(lambda: notebook.page.evaluate("document.activeElement.innerText") == "Undo", "the focus has gone to Undo")
    table.says("Review to look back on it")
    table.new_game()
    table.says("The game begins.")


def test_the_stepper_below_comes_into_view(notebook: Notebook) -> None:
    table = Table(notebook.page, 1)
    table.button("Large type").click()
    table.button("Stepper").click()
    inner = table.box.locator(".spiralkit.spiralkit-large")
    panel = notebook.page.locator(".jp-WindowedPanel-outer")
    until(lambda: abs(inner.bounding_box()["y"] - panel.bounding_box()["y"]) < 20, "the stepper is on top")
    table.button("Stepper").first.click()
    inner.wait_for(state="detached")
    assert "spiralkit-large" in table.box.get_attribute("class")
    table.button("Large type").click()
    table.box.evaluate("e => e.scrollIntoView()")


def focus(notebook: Notebook) -> dict[str, str]:
    """The data of what has the focus."""
    found: dict[str, str] = notebook.page.evaluate("() => ({...document.activeElement.dataset})")
    return found


def test_a_whole_game_by_keys_alone(notebook: Notebook) -> None:
    page, table = notebook.page, Table(notebook.page, 1)
    cells = page.locator(".jp-Cell").count()
    page.mouse.move(0, 0)  # away from the board: what is pointed at is told too
    table.button("Large type").focus()
    page.keyboard.press("Space")
    for _ in range(30):
        if "cell" in focus(notebook):
            break
        page.keyboard.press("Shift+Tab")
    assert "cell" in focus(notebook)
    for number, (move, after) in enumerate(picks(GAME)):
        one, other = move.columns
        if number % 2:
            page.keyboard.press(one)
            table.says(f"({one}) is chosen")
            page.keyboard.press(other)
            table.says("again to play it")
            page.keyboard.press(other)
        else:  # with arrows; the focus stays on the column when its card is taken
            walk(notebook, one)
            page.keyboard.press("Enter")
            table.says(f"({one}) is chosen")
            walk(notebook, other)
            table.says(f"If you take {move}: ")  # the focus shows it before
            page.keyboard.press("Space")
            table.says("again to play it")
            if number == 2:
                table.fits()
                notebook.screenshot("player_keys")
            page.keyboard.press("Enter")
        table.shows(after)
        if number == 1:
            page.keyboard.press("u")
            table.shows(picks(GAME)[0][1])
            page.keyboard.press("r")
            table.shows(after)
            page.keyboard.press(",")
            page.keyboard.press(".")
            page.keyboard.press("a")
            table.says("(a) is chosen")
            page.keyboard.press("Escape")
            table.says("Your move")
    table.says("You win (your fork)")
    assert {"cell", "column"} & set(focus(notebook))
    page.keyboard.press("d")
    page.keyboard.press("d")
    page.keyboard.press("b")
    assert page.locator(".jp-Cell").count() == cells  # no key has reached the notebook
    notebook.check_quiet()


def walk(notebook: Notebook, column: str) -> None:
    """Arrow keys from where the focus is to the bottom card of a column."""
    for _ in range(12):
        at = focus(notebook)
        if at.get("column") == column:
            return
        left = "column" in at and at["column"] > column
        notebook.page.keyboard.press("ArrowLeft" if left else "ArrowRight")
        until(lambda at=at: focus(notebook) != at, "the focus moves")
    raise AssertionError(f"arrow keys do not lead to column {column}")


def test_keys_after_a_button_stay_in_the_app_and_the_focus_is_not_lost(notebook: Notebook) -> None:
    page, table = notebook.page, Table(notebook.page, 0)
    table.new_game()
    before = page.locator(".jp-Cell").count()
    move, after = picks(GAME)[0]
    play_by_button(table, move, after)
    table.button("Undo").click()  # at the start: it cannot be pressed any more
    table.shows(GAME.start)
    until(lambda: page.evaluate("document.activeElement.innerText") == "Redo", "the focus goes to what is beside it")
    line = Line(GAME.start, [Move("bd")])
    while line.state.turn != "me":
        line.play(line.state.moves()[0])
    for key in ("b", "d", "d", "x"):
        page.keyboard.press(key)
    table.shows(line.state)  # the pair chosen, and played
    for key, state in (("u", GAME.start), ("r", line.state)):
        until(
            lambda: page.evaluate("!document.activeElement.disabled && document.activeElement !== document.body"),
            "the focus is on something that can be pressed",
        )
        page.keyboard.press(key)
        table.shows(state)
    assert page.locator(".jp-Cell").count() == before
    page.keyboard.press("a")
    page.keyboard.press("c")
    table.says("Press Play ac, or c again to play it")
    assert table.button("Game").get_attribute("aria-pressed") == "false"
    table.button("Game").click()
    until(lambda: table.button("Game").get_attribute("aria-pressed") == "true", "the switch says that it is on")
    text = table.box.locator("textarea")
    text.wait_for()  # it is shown when the record has been written
    text.press_sequentially("bdd")
    assert text.input_value().count("bdd") == 1
    table.button("Game").click()
    for kind in ("title=null", "aria-label=null"):
        assert table.box.locator(f"[{kind}]").count() == 0
    notebook.check_quiet()


def test_no_app_needs_a_scroll_bar(notebook: Notebook) -> None:
    assert notebook.page.locator(".jp-FileBrowser").is_visible()
    for output in notebook.page.locator(".jp-OutputArea-output").all():
        assert output.evaluate("e => e.scrollWidth === e.clientWidth")


def test_a_position_pasted_in_and_played_on(notebook: Notebook) -> None:
    table = Table(notebook.page, 0)
    table.button("Game").click()
    table.box.locator("textarea").fill("x" + SAMPLE)
    table.button("Load text").click()
    error = table.box.locator(".spiralkit-error")
    error.wait_for()
    assert "38 characters, not 37" in error.inner_text()
    table.box.locator("textarea").fill(SAMPLE)
    notebook.screenshot("player_game")
    table.button("Load text").click()
    line = Line(State.parse(SAMPLE))
    table.shows(line.state)
    for move in ("bc", "ab", "cd"):
        line.play(Move(move))
    table.card("c").click()
    table.card("b").click()
    table.says("Then she takes ab: Ks + Jh name JK; taken, so down the spiral to JQ.")
    notebook.screenshot("player_slide")
    table.cell("9T").click()
    table.shows(line.state)
    table.says("Dr. Brooks (cd): 7d + 8s name 78; taken, none vacant below, so up the spiral to 8A.")
    notebook.screenshot("player_played")
    notebook.check_quiet()


# As a page.


def test_the_same_notebook_is_a_page_in_voila(lab: Lab, tmp_path: Path) -> None:
    for name, cells in (("empty", ()), ("players", CELLS)):
        made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(made, tmp_path / f"{name}.ipynb")
    pages: dict[str, Any] = {}
    errors: dict[str, set[str]] = {"empty": set(), "players": set()}
    context = lab.chromium.new_context(viewport={"width": 1280, "height": 720})
    with serving(tmp_path, "voila", str(tmp_path), "--Voila.ip=127.0.0.1") as url:
        for name, heard in errors.items():
            page = pages[name] = context.new_page()
            page.set_default_timeout(PATIENCE * 1000)
            page.on("console", lambda message, heard=heard: message.type == "error" and heard.add(message.text))
            page.on("pageerror", lambda error, heard=heard: heard.add(str(error)))
            page.goto(f"{url}/voila/render/{name}.ipynb", wait_until="commit")
        pages["empty"].wait_for_load_state("networkidle")
        table = Table(page, 0)
        for move, after in picks(GAME)[:3]:
            for column in (*move.columns, move.columns[1]):
                table.card(column).click()
                if column == move.columns[0]:
                    table.says("is chosen")
            table.shows(after)
        page.keyboard.press("u")
        table.shows(picks(GAME)[1][1])
        page.screenshot(path=lab.screenshots / "player_voila.png")
        play_by_button(Table(page, 2), *picks(GAME)[0])
        context.close()
    assert errors["players"] - errors["empty"] == set()
