"""The Spider games in a real browser: moves by clicks and by keys, undo through a deal, hints, the list of moves."""

import pytest
from browser import Lab, Notebook

from spiralkit.lookahead.spider import greedy, play_game
from spiralkit.record import SpiderLine
from spiralkit.spider import PRESETS, Move, State
from spiralkit.widgets.tell_spider import named

pytestmark = pytest.mark.browser

PLAYER = """
from spiralkit.widgets import SpiderPlayer

player = SpiderPlayer(seed={seed}, rules="{game}"{options})
player
"""

STEPPER = """
from spiralkit.lookahead.spider import greedy, play_game
from spiralkit.widgets import Stepper

line = play_game(1, greedy, "{game}", patience=5)
line.go(0)
Stepper(line)
"""

SEED = 1


class App:
    """One app on a page, by what can be seen and touched of it."""

    def __init__(self, notebook: Notebook, number: int = 0) -> None:
        self.notebook, self.page = notebook, notebook.page
        self.box = notebook.page.locator(".spiralkit").nth(number)
        self.box.scroll_into_view_if_needed()
        self.picture = self.box.locator(".spiralkit-picture")
        self.picture.locator("svg").wait_for()

    def cells(self) -> set[str]:
        """The names of the places where a card or an empty column can be clicked."""
        every = "e => [...e.querySelectorAll('[data-column]')].map(c => c.dataset.cell)"
        beside = ("off", "stock", "troupe", "tower", "w")
        return {cell for cell in self.picture.evaluate(every) if cell not in beside}

    def words(self) -> str:
        return str(self.box.locator("[role=status]").last.inner_text())

    def until_words(self, words: str) -> None:
        self.notebook.until(lambda: words in self.words(), f"the words are {words!r}")

    def click(self, cell: str) -> None:
        """Click a part of the picture, where nothing lies on it, and wait until it is answered."""
        before = self.words()
        self.picture.locator(f"[data-cell='{cell}'] rect").first.click(position={"x": 12, "y": 6})
        self.notebook.until(lambda: self.words() != before, f"a click on {cell} is answered")

    def keys(self, text: str) -> None:
        for key in text:
            self.page.keyboard.press(key)

    def press(self, name: str) -> None:
        self.box.get_by_role("button", name=name, exact=True).click()

    def shows(self, state: State) -> bool:
        columns = zip(state.letters, state.columns, strict=True)
        return self.cells() == {
            name
            for letter, column in columns
            for name in ([f"{letter}{number}" for number in range(1, len(column) + 1)] or [letter])
        }

    def until(self, state: State) -> None:
        self.notebook.until(lambda: self.shows(state), f"the picture shows the state after {self.words()!r}")

    def check_size(self) -> None:
        box = self.box.bounding_box()
        assert box["width"] <= 828
        assert box["height"] <= 560
        shown = self.box.evaluate("e => [e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight]")
        assert shown[0] <= shown[1], "cut off at the right"
        assert shown[2] <= shown[3], "cut off below"
        words = self.box.locator("[role=status]").last.locator("xpath=..")
        assert words.evaluate("e => e.scrollHeight <= e.clientHeight + 1"), "the words need a scroll bar"


def ten(game: str) -> SpiderLine:
    """The first ten moves of a greedy game."""
    line = play_game(SEED, greedy, game)
    assert len(line) >= 10
    return line


def click_move(app: App, state: State, move: Move) -> None:
    """Play a move by clicks."""
    height = {letter: len(column) for letter, column in zip(state.letters, state.columns, strict=True)}
    match move.do:
        case "move":
            app.click(f"{move.columns}{height[move.columns] - move.count + 1}")
            app.click(f"{move.to}{height[move.to] or ''}")
        case "joker":
            app.click("troupe")
            app.click(f"{move.columns}{move.count}")
            app.click(f"{move.to}{height[move.to] or ''}")
        case "deal":
            app.click("stock")
        case "tower":
            app.click("tower")
        case "set":
            app.press("Take off")


def type_move(app: App, move: Move) -> None:
    """Play a move by keys."""
    match move.do:
        case "move":
            app.keys(f"{move.columns}{move.count}{move.to}")
        case "joker":
            app.keys(f"*{move.columns}{move.count}{move.to}")
        case "deal":
            app.keys("+")
        case "tower":
            app.keys("t")
        case "set":
            app.keys("!")


def by_clicks(app: App, line: SpiderLine, count: int = 10) -> None:
    for place, move in enumerate(line.moves[:count]):
        click_move(app, line.states[place], move)
        app.until(line.states[place + 1])
        app.until_words(f"{move}: ")


def by_keys(app: App, line: SpiderLine, count: int = 10) -> None:
    app.picture.locator("[role=button][tabindex='0']").first.focus()
    for place, move in enumerate(line.moves[:count]):
        type_move(app, move)
        app.until(line.states[place + 1])
        app.until_words(f"{move}: ")


def test_a_few_games_by_clicks_by_keys_and_from_the_list(lab: Lab) -> None:
    games = (("spider", ""), ("wizards_tower", ""), ("starfish", ", clickable=False, large=True"))
    cells = [PLAYER.format(seed=SEED, game=game, options=options) for game, options in games]
    notebook = lab.open([*cells, STEPPER.format(game="sparrow")], height=960)
    notebook.run_all()

    # by clicks; a deal, and back through it
    line = ten("spider")
    app = App(notebook)
    app.check_size()
    by_clicks(app, line)
    before = line.states[10]
    app.click("stock")
    app.until(before.play(Move("deal")))
    app.press("Undo")
    app.until(before)
    app.press("Hint")
    app.until_words("Hint: ")
    hinted = Move.parse(app.words().split("Hint: ")[1].split(":")[0])
    app.press("Play")
    app.until(before.play(hinted))
    notebook.screenshot("spider_player_clicks")
    app.press("Game")
    app.box.get_by_role("button", name="New game of seed", exact=True).wait_for()
    app.check_size()
    notebook.screenshot("spider_player_game")

    # by keys
    line = ten("wizards_tower")
    app = App(notebook, 1)
    by_keys(app, line)
    app.keys("?")
    app.until_words("Hint: ")
    app.keys("u" * 10)
    app.until(line.start)
    app.check_size()
    notebook.screenshot("spider_player_keys")

    # and solved beside all else
    app.press("Solve")
    app.until_words("Solving, all cards known: ")
    app.press("Stop")
    app.until_words("Stopped after ")
    app.box.get_by_role("button", name="Solve", exact=True).wait_for()
    app.check_size()

    # from the list, where the picture cannot be clicked, in large type
    app = App(notebook, 2)
    line = ten("starfish")
    for place, move in enumerate(line.moves[:2]):
        app.box.get_by_label("Filter the moves").fill(f"{move}:")
        moves = app.box.get_by_label("Moves", exact=True)
        head = moves.locator("option").first
        notebook.until(lambda head=head: head.text_content().startswith("1\u00a0of"), "the list is filtered")
        moves.select_option(label=named(line.states[place], move))
        app.until_words("Press Play")
        app.press("Play")
        app.until(line.states[place + 1])
    field = app.box.get_by_label("Where is the card")
    field.fill("Ts")
    field.press("Enter")
    app.notebook.until(lambda: "Ts: " in app.box.locator("[role=status]").first.inner_text(), "the card is found")
    app.check_size()
    notebook.screenshot("spider_player_list")

    # and stepped
    app = App(notebook, 3)
    app.press("Next choice")
    for _ in range(3):
        app.press("Forward")
    line = play_game(1, greedy, "sparrow", patience=5)
    app.until(line.states[3])
    app.check_size()
    notebook.screenshot("spider_stepper")
    notebook.check_quiet()


@pytest.mark.slow
@pytest.mark.parametrize("game", PRESETS)
def test_ten_moves_of_each_game_by_clicks_and_by_keys(lab: Lab, game: str) -> None:
    options = ("", ", large=True")
    notebook = lab.open([PLAYER.format(seed=SEED, game=game, options=more) for more in options], height=720)
    notebook.run_all()
    line = ten(game)
    for number, play in enumerate((by_clicks, by_keys)):
        app = App(notebook, number)
        app.check_size()
        notebook.screenshot(f"spider_{game}_{number}_start")
        play(app, line)
        app.check_size()
        notebook.screenshot(f"spider_{game}_{number}_ten")
        state = line.states[10]
        if Move("deal") in state.moves():
            app.keys("+") if number else app.click("stock")
            app.until(state.play(Move("deal")))
            app.press("Undo")
            app.until(state)
        app.press("Hint")
        app.notebook.until(lambda app=app: "Hint: " in app.words() or "Nothing" in app.words(), "a hint is given")
        app.check_size()
        notebook.screenshot(f"spider_{game}_{number}_hint")
        if "Hint: " in app.words():
            hinted = Move.parse(app.words().split("Hint: ")[1].split(":")[0])
            app.press("Play")
            app.until(state.play(hinted))
            app.press("Undo")
            app.until(state)
        for _ in range(10):
            app.press("Undo")
        app.until(line.start)
    notebook.check_quiet()
