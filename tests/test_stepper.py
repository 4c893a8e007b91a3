"""The stepper without a browser: steps, switches, records, errors, and the counting of widgets."""

import asyncio
from types import SimpleNamespace

import pytest
from apps import buttons, press
from ipywidgets.widgets.widget import _instances

from spiralkit import Deal, Line, Move, MoveError, State, board, deal, record
from spiralkit.cards import TextError
from spiralkit.lookahead.players import greedy, play_game
from spiralkit.widgets import Stepper, app, stepper

# After bc she takes JQ and 8A, and the fork at TK is to be had.
pytestmark = pytest.mark.usefixtures("_apps")

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)


@pytest.fixture
def game() -> Line[State, Move | Deal]:
    """A won game with two redeals, at its start."""
    line = play_game(6, greedy)
    line.go(0)
    return line


def sample_line() -> Line[State, Move | Deal]:
    return Line(State.parse(SAMPLE), [Move("bc"), Move("ab"), Move("cd")])


def press_switch(steps: Stepper, name: str) -> None:
    switch = next(button for button in buttons(steps) if button.description == name)
    switch.value = not switch.value


# What it takes.


def test_takes_your_own_line_at_its_place(game: Line[State, Move | Deal]) -> None:
    game.go(7)
    steps = Stepper(game)
    assert steps.line is game
    assert steps.place == 7
    assert steps.state == game.state
    steps.forward()
    assert game.at == 8
    assert steps.state == game.state


def test_takes_a_state_a_record_and_its_text(game: Line[State, Move | Deal]) -> None:
    assert Stepper(deal(3)).state == deal(3)
    text = record.write(game, {"Seed": "6"})
    for given in (text, record.read(text)):
        steps = Stepper(given)
        assert steps.place == 0
        assert steps.line.states == game.states
        assert steps.text == text


def test_refuses_what_it_cannot_show() -> None:
    with pytest.raises(TextError):
        Stepper("1. ab")
    with pytest.raises(ValueError, match="'svg' or 'matplotlib', not 'canvas'"):
        Stepper(deal(1), renderer="canvas")  # type: ignore[arg-type]


# Steps.


def test_each_step_shows_exactly_its_state(game: Line[State, Move | Deal]) -> None:
    steps = Stepper(game)
    seen = []
    for place, state in enumerate(game.states):
        assert (steps.place, steps.state) == (place, state)
        assert steps.slider.value == steps.moves.value == place
        for cell in range(board.CELLS):
            owner = {"x": "me", "o": "brooks", ".": ""}[state.owner(cell)]
            assert f'data-cell="{board.label(cell)}" data-owner="{owner}"' in steps.picture.value
        seen.append((steps.picture.value, steps.words.value))
        steps.forward()
    assert steps.place == len(game)
    assert len(set(seen)) == len(game.states)
    for place in range(len(game), -1, -1):
        assert (steps.picture.value, steps.words.value) == seen[place]
        steps.back()
    assert steps.place == 0


def test_ways_to_go(game: Line[State, Move | Deal]) -> None:
    steps = Stepper(game)
    press(steps, "Last")
    assert steps.place == len(game)
    assert steps.forward_button.disabled
    assert steps.last_button.disabled
    press(steps, "First")
    assert steps.place == 0
    assert steps.first_button.disabled
    assert steps.back_button.disabled
    press(steps, "Forward")
    press(steps, "Forward")
    press(steps, "Back")
    assert steps.place == 1
    steps.slider.value = 5
    assert steps.place == steps.moves.value == 5
    steps.moves.value = 9
    assert steps.place == steps.slider.value == 9
    with pytest.raises(IndexError):
        steps.go(len(game) + 1)
    assert steps.place == 9


def test_a_longer_line_and_another_branch_are_seen_at_the_next_step() -> None:
    line: Line[State, Move | Deal] = Line(deal(1), [Move("ab")])
    steps = Stepper(line)
    assert steps.place == 1
    line.play(Move("ab"))
    steps.draw()
    assert (steps.place, steps.slider.max, len(steps.moves.options)) == (1, 2, 3)
    line.go(0)
    line.play(Move("cd"))
    steps.draw()
    assert (steps.place, steps.slider.max) == (1, 1)
    assert steps.state == line.state


def test_two_steppers_on_one_line_keep_their_places(game: Line[State, Move | Deal]) -> None:
    one, two = Stepper(game), Stepper(game)
    one.go(12)
    two.forward()
    assert (one.place, two.place) == (12, 1)
    one.forward()
    assert (one.place, two.place, game.at) == (13, 1, 13)
    assert two.state == game.states[1]


def test_plays_by_itself_and_pauses(game: Line[State, Move | Deal]) -> None:
    async def watch() -> None:
        steps = Stepper(game)
        steps.speed.options = (("at once", 0.0),)
        press(steps, "Play")
        assert steps.play_button.description == "Pause"
        await asyncio.sleep(0)
        press(steps, "Pause")
        assert steps.play_button.description == "Play"
        place = steps.place
        await asyncio.sleep(0.01)
        assert steps.place == place < len(game)
        steps.play()
        while steps.play_button.description == "Pause":
            await asyncio.sleep(0)
        assert steps.place == len(game)
        steps.play()
        assert steps.place == 0  # at the end it begins again
        steps.forward()
        assert steps.play_button.description == "Play"  # a step by hand stops it
        steps.play()
        steps.close()
        await asyncio.sleep(0.01)
        assert steps.place == 1

    asyncio.run(watch())


# Words and pictures.


def test_words_say_what_happened_and_what_comes() -> None:
    steps = Stepper(sample_line())
    steps.first()
    assert steps.story() == ["Position loaded.", "Your move."]
    steps.forward()
    assert steps.story() == [
        "You (bc): Qc + 9s name 9Q; taken, so down the spiral to 9T.",
        "Next she (ab): Ks + Jh name JK; taken, so down the spiral to JQ.",
        "Next she (cd): 7d + 8s name 78; taken, none vacant below, so up the spiral to 8A.",
    ]
    steps.forward()
    assert steps.story() == [
        "Dr. Brooks (ab): Ks + Jh name JK; taken, so down the spiral to JQ.",
        "Next she (cd): 7d + 8s name 78; taken, none vacant below, so up the spiral to 8A.",
    ]
    steps.forward()
    assert steps.story()[1] == "Your move."


def test_words_of_deals_and_of_the_end(game: Line[State, Move | Deal]) -> None:
    steps = Stepper(game)
    for place, move in enumerate(game.moves, start=1):
        if isinstance(move, Deal):
            steps.go(place - 1)
            assert steps.story()[1] == "A column is empty: all cards are dealt again."
            steps.go(place)
            assert steps.story()[0] == "A column was empty: all 32 cards are shuffled and dealt again."
    steps.last()
    assert steps.story()[1] == "You win (your fork)."
    names = [name for name, _ in steps.moves.options]
    assert names[0] == "deal 1"
    assert [name for name in names[1:] if name.startswith("deal")] == ["deal 2", "deal 3"]
    assert names[1].startswith("1. you ")
    assert names[2].strip().startswith("she ")


def test_forecast_before_and_after_the_pick() -> None:
    steps = Stepper(sample_line())
    steps.first()
    plain = steps.picture.value
    press_switch(steps, "Forecast")
    assert steps.story()[-2:] == [
        "Next you (bc): Qc + 9s name 9Q; taken, so down the spiral to 9T.",
        "Forecast: she takes JQ and 8A.",
    ]
    assert steps.picture.value != plain
    steps.forward()
    assert len(steps.story()) == 3  # her pieces are told in full


def test_forecast_is_unknown_when_a_redeal_comes_between(game: Line[State, Move | Deal]) -> None:
    found = 0
    steps = Stepper(game)
    steps.switches["Forecast"].value = True
    for place, (state, move) in enumerate(zip(game.states, game.moves, strict=False)):
        if state.turn == "me" and isinstance(move, Move) and state.forecast(move) is None:
            found += 1
            steps.go(place)
            assert steps.story()[-1] == "Forecast: unknown: a redeal comes between."
            steps.forward()
            assert steps.story()[-1] == "Forecast: unknown: a redeal comes between."
    assert found


def test_every_switch_changes_the_picture(game: Line[State, Move | Deal]) -> None:
    steps = Stepper(game)
    slid = next(
        place
        for place, (state, move) in enumerate(zip(game.states, game.moves, strict=False), start=1)
        if isinstance(move, Move) and state.placement(move).cell != state.placement(move).named
    )
    for name, place in (("Groups", 12), ("Slide arrows", slid), ("Path", len(game)), ("Forecast", 0)):
        steps.go(place)
        before = steps.picture.value
        press_switch(steps, name)
        assert steps.picture.value != before, name
        press_switch(steps, name)
        assert steps.picture.value == before, name


def test_long_words_are_not_set_in_large_type() -> None:
    steps = Stepper(play_game(300, greedy), large=True)
    assert "font-size" not in steps.words.value
    steps.go(36)
    assert sum(len(words) > 63 for words in steps.story()) == 3
    assert "font-size: 14px" in steps.words.value


def test_large_type(game: Line[State, Move | Deal]) -> None:
    steps = Stepper(game)
    small = steps.picture.value
    press_switch(steps, "Large type")
    assert steps.large
    assert "spiralkit-large" in steps._dom_classes
    assert steps.picture.value != small
    press_switch(steps, "Large type")
    assert "spiralkit-large" not in steps._dom_classes
    assert steps.picture.value == small
    assert Stepper(game, large=True).picture.value != small


def test_all_buttons_have_words(game: Line[State, Move | Deal]) -> None:
    found = [button for button in buttons(Stepper(game)) if button.layout.display != "none"]
    assert len(found) >= 14
    assert all(button.description for button in found)


def test_matplotlib_draws_the_same_places_in_one_figure(game: Line[State, Move | Deal]) -> None:
    steps = Stepper(game, renderer="matplotlib")
    figure = steps._figure
    pictures = [bytes(steps.picture.value)]
    for _ in range(3):
        steps.forward()
        pictures.append(bytes(steps.picture.value))
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert len(set(pictures)) == 4
    steps.first()
    assert steps.picture.value == pictures[0]
    assert steps._figure is figure
    assert len(figure.axes) == 1


# Records.


def test_saves_and_loads(game: Line[State, Move | Deal], tmp_path) -> None:
    steps = Stepper(game)
    path = tmp_path / "game.txt"
    steps.record_button.value = True
    assert steps.record_text.value == record.write(game)
    steps.file_name.value = str(path)
    press(steps, "Save file")
    assert record.load(path).line.states == game.states
    other = Stepper(deal(2))
    other.file_name.value = str(path)
    press(other, "Load file")
    assert other.line.states == game.states
    assert (other.place, other.slider.max, len(other.moves.options)) == (0, len(game), len(game) + 1)


def test_reads_typed_text_and_keeps_its_headers() -> None:
    steps = Stepper(deal(2))
    steps.show_record(True)
    steps.record_text.value = f'[Seed "1"]\n[Name "my game"]\ndeal {Deal(deal(1).columns)}\n1. BD  ; a pick\n2. ac'
    press(steps, "Load text")
    assert not steps.record_button.value  # the board is shown again
    assert steps.line.moves == (Move("bd"), Move("ab"), Move("cd"), Move("ac"))
    assert '[Name "my game"]' in steps.text


@pytest.mark.parametrize("text", ["", "rubbish", "deal 7c", '[Position "x"]'])
def test_a_bad_text_is_said_in_the_error_line_and_changes_nothing(
    game: Line[State, Move | Deal], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.App, "reraise", False)
    steps = Stepper(game)
    steps.go(4)
    with pytest.raises(TextError) as refused:
        steps.load(text)
    steps.record_text.value = text
    press(steps, "Load text")
    assert "line 1" in steps.error_line.value
    assert app._words(refused.value).split("'")[0] in steps.error_line.value
    assert (steps.line, steps.place) == (game, 4)
    press(steps, "Forward")
    assert steps.error_line.value == ""


def test_no_file_is_written_over_unasked_and_no_typed_text_is_lost(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.App, "reraise", False)
    file = tmp_path / "game.txt"
    file.write_text("mine")
    steps = Stepper(deal(1))
    press_switch(steps, "Record")
    steps.file_name.value = str(file)
    press(steps, "Save file")
    assert "exists: press Save file once more" in steps.error_line.value
    assert file.read_text() == "mine"
    for _ in range(2):  # what was saved here may be saved again
        press(steps, "Save file")
        assert "saved" in steps.error_line.value
        assert file.read_text() == steps.text
    steps.record_text.value = steps.text + "x"
    press(steps, "Save file")
    assert "press Load text" in steps.error_line.value
    assert file.read_text() == steps.text


def test_keys_of_the_app_and_the_line_at_its_top() -> None:
    steps = Stepper(play_game(6, greedy))
    (guard,) = steps.guard
    for key, place in (("home", 0), ("arrowright", 1), ("end", len(steps.line)), ("arrowleft", len(steps.line) - 1)):
        assert key in guard.taken
        guard._handle_custom_msg({"key": key}, [])
        assert steps.place == place
    assert steps.children[:3] == (steps.style_sheet, guard, steps.error_line)


@pytest.mark.parametrize("text", ["", "abc", "3.7", "-5", str(2**64), "9" * 23])
def test_only_a_whole_number_in_range_is_a_seed(text: str) -> None:
    field = Stepper(deal(1)).seed_box(2**64 - 1)
    assert app.seed_in(field) == 2**64 - 1
    field.value = text
    with pytest.raises(ValueError, match=f"a whole number from 0 to {2**64 - 1}"):
        app.seed_in(field)


def test_a_long_word_is_not_repeated_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.App, "reraise", False)
    steps = Stepper(deal(1))
    steps.record_text.value = "rubbish" * 200
    press(steps, "Load text")
    assert "rubbish" in steps.error_line.value
    assert len(steps.error_line.value) < 500


def test_a_bad_file_is_said_in_the_error_line(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.App, "reraise", False)
    steps = Stepper(deal(1))
    steps.file_name.value = str(tmp_path / "none.txt")
    press(steps, "Load file")
    assert "none.txt: No such file" in steps.error_line.value
    (tmp_path / "notes.txt").write_text("[These are notes]")
    with pytest.raises(TextError, match=r"notes\.txt: line 1: a header looks like"):
        steps.load_file(str(tmp_path / "notes.txt"))
    steps.file_name.value = str(tmp_path / "no folder" / "game.txt")
    press(steps, "Save file")
    assert f"{tmp_path / 'no folder'}: no such folder" in steps.error_line.value
    steps.file_name.value = " "
    for way in ("Save file", "Load file"):
        press(steps, way)
        assert "give a file name" in steps.error_line.value
    press(steps, "Play")
    assert "event loop" in steps.error_line.value


def test_any_failing_handler_shows_and_raises(game: Line[State, Move | Deal], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Stepper) -> None:
        raise MoveError("a <made> failure")

    monkeypatch.setattr(Stepper, "draw", fail, raising=True)
    with pytest.raises(MoveError):
        Stepper(game)
    monkeypatch.undo()
    monkeypatch.setattr(app.App, "reraise", True)
    steps = Stepper(game)
    monkeypatch.setattr(Stepper, "draw", fail)
    with pytest.raises(MoveError):
        steps.slider.value = 3
    assert "a &lt;made&gt; failure" in steps.error_line.value


# Widgets do not grow in number.


def test_a_step_builds_no_widget(game: Line[State, Move | Deal]) -> None:
    steps = Stepper(game)
    for switch in (steps.switches["Groups"], steps.switches["Forecast"]):
        switch.value = True
    before = set(_instances)
    for _ in range(5):
        for _ in range(20):
            steps.forward()
        for _ in range(20):
            steps.back()
    steps.load(record.write(game))
    steps.record_button.value = True
    steps.large_type.value = True
    assert set(_instances) == before


@pytest.mark.parametrize("renderer", ["svg", "matplotlib"])
def test_close_frees_every_widget(game: Line[State, Move | Deal], renderer: stepper.Renderer) -> None:
    before = set(_instances)
    steps = Stepper(game, renderer=renderer)
    assert len(set(_instances) - before) > 30
    steps.close()
    assert set(_instances) == before
    steps.close()


class Shell:
    """Stands for the notebook: says which cell runs."""

    parent: dict[str, object]

    def run(self, number: int, code: str, cell: str | None = None, kind: str = "execute_request") -> None:
        self.parent = {
            "header": {"msg_type": kind, "msg_id": str(number)},
            "metadata": {"cellId": cell} if cell else {},
            "content": {"code": code},
        }

    def get_parent(self) -> dict[str, object]:
        return self.parent


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Shell:
    made = Shell()
    monkeypatch.setattr(app, "get_ipython", lambda: made)
    monkeypatch.setattr(app, "_shown", {})
    return made


def test_running_a_cell_again_closes_the_app_before(shell: Shell) -> None:
    counts = []
    for run in range(25):
        shell.run(run, f"# changed {run}", cell="a1")
        Stepper(deal(run))
        counts.append(len(_instances))
    assert len(set(counts)) == 1


def test_two_apps_of_one_run_both_live_and_both_go_at_the_next(shell: Shell) -> None:
    before = len(_instances)
    shell.run(1, "", cell="a1")
    one, two = Stepper(deal(1)), Stepper(deal(2))
    shell.run(2, "", cell="b2")
    other = Stepper(deal(3))
    assert not any(steps._closed for steps in (one, two, other))
    shell.run(3, "", cell="a1")
    again = Stepper(deal(1))
    assert [steps._closed for steps in (one, two, other, again)] == [True, True, False, False]
    other.close()
    again.close()
    assert len(_instances) == before


def test_without_a_cell_id_the_text_of_the_cell_tells(shell: Shell) -> None:
    shell.run(1, "Stepper(line)")
    one = Stepper(deal(1))
    shell.run(2, "Stepper(other)")
    two = Stepper(deal(1))
    shell.run(3, "Stepper(line)")
    three = Stepper(deal(1))
    assert [steps._closed for steps in (one, two, three)] == [True, False, False]


def test_outside_a_running_cell_nothing_is_closed(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.run(1, "", cell="a1", kind="comm_msg")
    apps = [Stepper(deal(1)), Stepper(deal(1))]
    monkeypatch.setattr(app, "get_ipython", lambda: None)
    apps += [Stepper(deal(1))]
    monkeypatch.setattr(app, "get_ipython", lambda: SimpleNamespace())  # IPython in a terminal
    apps += [Stepper(deal(1))]
    assert not any(steps._closed for steps in apps)


def test_it_shows_itself(game: Line[State, Move | Deal]) -> None:
    shown = Stepper(game)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in shown
