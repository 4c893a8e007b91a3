"""Advice in the stepper and the player: asked for, so far, stopped, dropped, told; without a browser."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from html import unescape
from typing import Any

import pytest
from apps import in_a_loop, until
from ipywidgets import Widget
from ipywidgets.widgets.widget import _instances

from spiralkit import Line, Move, State, conversion, deal
from spiralkit.lookahead import advisor, values
from spiralkit.lookahead.advisor import Advice
from spiralkit.lookahead.players import greedy, play_game
from spiralkit.lookahead.search import look
from spiralkit.spiral import ONE_COLUMN
from spiralkit.widgets import Player, Stepper, advice

pytestmark = pytest.mark.usefixtures("_apps")

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)

Advised = Player | Stepper


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values from few sampled deals, and no time lost by compiling."""
    monkeypatch.setattr(values, "MEASURED_LATE", 256)
    monkeypatch.setenv("SPIRALKIT_PLAIN", "1")
    few = values.Budget(late=((8, 4), (2, 16)))
    monkeypatch.setitem(values.EFFORTS, "normal", few)
    monkeypatch.setattr(advisor, "SIDE", few)


@lru_cache
def late_game() -> tuple[Line[Any, Any], int]:
    """A game, and a place in it with you to move, late and open: its values take no long time."""
    for seed in range(50):
        game = play_game(seed, greedy)
        for place, state in enumerate(game.states):
            if state.turn == "me" and state.moves() and state.mine.bit_count() >= 9 and look(state).verdict == "open":
                return game, place
    raise AssertionError


def late(kind: type[Advised] = Player) -> Advised:
    """An app at that place."""
    game, place = late_game()
    line = Line(game.start, game.moves)
    line.go(place)
    return kind(line)


def working(found: Advised) -> bool:
    return bool(found.advise_button.description == "Stop")


def line_of(found: Advised) -> str:
    """The value line as it is read."""
    return unescape(found.value_line.value)


def endless(monkeypatch: pytest.MonkeyPatch) -> Advice:
    """Let all advice be this one, so far, for ever; of the late position."""
    game, place = late_game()
    *_, whole = advisor.advise_steps(game.states[place])
    moves = tuple(
        each if each.move == whole.best or each.verdict != "open" else advisor.replace(each, value=None)
        for each in whole.moves
    )
    partial = advisor.replace(whole, partial=True, done=0.43, moves=moves)

    def steps(state: State, effort: str) -> Iterator[Advice]:
        while True:
            time.sleep(0.002)
            yield partial

    monkeypatch.setattr(advice, "advise_steps", steps)
    return partial


# Without an event loop: at once.


def test_a_proved_win_is_told_with_its_reason_and_marked_but_not_played() -> None:
    player = Player(SAMPLE)
    assert player.advice is None
    assert line_of(player) == ""
    player.advise()
    assert player.advice is not None
    assert not player.advice.partial
    assert "✓" in line_of(player)
    assert "Won: bc or bd. bc: 9s+Qc to 9T. She must take Ks+Jh (JK to JQ)" in line_of(player)
    assert player.advice.reason in player.story()  # the line has no room for all of it
    assert player.pairs[Move("bc")].description == "★bc 9T win"
    assert player.pairs[Move("bc")].button_style == "success"
    assert player.pairs[Move("bd")].description == "bd 8A win"
    assert player.pairs[Move("ab")].description == "ab QK loss"
    assert "ab loses." in player.pairs[Move("ab")].tooltip
    assert "Others: bd wins, ab loses, ac loses, ad loses, cd loses." in player.story()
    assert player.place == len(player.line) == 0
    assert player.selected == ""
    player.select("bc")
    assert player.pairs[Move("bc")].description == "★Play bc"


def test_a_proved_loss_is_told_with_its_reason() -> None:
    state = State.parse(SAMPLE).play(Move("ab"))
    found = Stepper(state)
    found.advise()
    assert "✗" in line_of(found)
    assert "Lost; ab holds out longest. She must take Qh+Jh (JQ) and 9s+8s (89 to 8A)." in line_of(found)


@pytest.mark.parametrize("kind", [Player, Stepper])
def test_an_open_position_is_told_by_the_odds_with_their_interval(kind: type[Advised]) -> None:
    found = late(kind)
    found.advise()
    known = found.advice
    assert known is not None
    assert not known.partial
    assert f"Advised: {known.best}, {known.value}" in line_of(found)
    assert "so far" not in line_of(found)
    others = next(told for told in found.story() if told.startswith("Others: "))
    for each in known.moves:
        if each.verdict == "open" and each.move != known.best:
            assert f"{each.move} wins {each.value}" in others
    weaker = [told for told in found.story() if told.startswith("Weaker than it could be: ")]
    assert weaker == ([f"Weaker than it could be: {known.note}."] if known.note else [])  # none if all is compiled


def test_a_move_that_looks_a_little_better_than_the_one_advised_is_said_to_be_level() -> None:
    first, second, *_ = known = advisor._known(look(deal(1))).moves
    best, other = values.Value(0.996, 0.99, 0.999, 600), values.Value(0.997, 0.991, 0.999, 600)
    moves = (replace(first, value=best), replace(second, value=other), *known[2:])
    found = replace(advisor._known(look(deal(1))), moves=moves, best=first.move, value=best)
    level = f"Between {first.move} and {second.move} the intervals do not decide."
    assert advice.others(found) == f"Others: {second.move} wins {other}. {level}"
    moves = (moves[0], replace(second, value=values.Value(0.9, 0.88, 0.92, 600)))
    assert "Between" not in advice.others(replace(found, moves=moves))


def test_each_button_says_what_its_move_is_worth() -> None:
    player = late()
    player.advise()
    assert player.advice is not None
    for each in player.advice.moves:
        button = player.pairs[each.move]
        what = advice.percent(each.value) if each.verdict == "open" else each.verdict  # type: ignore[arg-type]
        assert button.description.endswith(f" {what}")
        assert button.description.startswith("★") == (each.move == player.advice.best)
        if each.verdict == "open":
            assert f"{each.move} wins {each.value}." in button.tooltip


def test_advice_before_her_pieces_names_them_and_marks_no_button() -> None:
    game, place = late_game()
    before = next(at for at in range(place - 1, 0, -1) if game.states[at].turn == "brooks")
    player = Player(Line(game.states[before]))
    player.advise()
    assert player.advice is not None
    assert not any("★" in button.description for button in player.pairs.values())
    if player.advice.best and advice.verdict(player.advice) == "open":
        assert "Advised after her " in line_of(player)


def test_the_board_itself_is_valued_where_a_deal_is_due() -> None:
    game, _ = late_game()
    due = next(state for state in reversed(game.states) if state.deal_due and look(state).verdict == "open")
    found = Stepper(due)
    found.advise()
    assert found.advice is not None
    assert f"A deal is due: {found.advice.value}" in line_of(found)


def test_where_there_is_nothing_to_advise() -> None:
    over = play_game(6, greedy)
    for found in (Player(over), Stepper(over)):
        assert found.state.outcome is not None
        assert found.advise_button.disabled
        with pytest.raises(ValueError, match="the game is over"):
            found.advise()
    other = Stepper(conversion.deal(1))
    assert other.advise_button.layout.display == "none"
    with pytest.raises(ValueError, match="games of Spiral only"):
        other.advise()
    other.load(SAMPLE)
    assert other.advise_button.layout.display is None
    assert not other.advise_button.disabled


def test_ten_moves_find_room() -> None:
    player = Player(deal(1, ONE_COLUMN))
    known = advisor.advise(State.parse(SAMPLE.replace("standard", "one-column")))
    player.take(Line(known.state))
    player.draw()
    player.advise()
    shown = [button for button in player.pairs.values() if button.layout.display is None]
    assert len(shown) == 10
    assert all(len(button.description) <= 8 for button in shown)


# In a notebook: beside all else.


@pytest.mark.parametrize("kind", [Player, Stepper])
def test_it_goes_on_beside_all_else_to_the_end(kind: type[Advised]) -> None:
    async def test() -> None:
        found = late(kind)
        turns = 0
        found.advise_button.click()
        assert working(found)
        assert "Thinking" in line_of(found)
        while working(found):
            await asyncio.sleep(0.001)
            turns += 1
        assert turns > 0
        known = found.advice
        assert known is not None
        assert not known.partial
        assert known == advisor.advise(found.state)
        assert f"Advised: {known.best}, {known.value}" in line_of(found)

    in_a_loop(test)


@pytest.mark.parametrize("kind", [Player, Stepper])
def test_stop_keeps_what_is_known_and_says_so(kind: type[Advised], monkeypatch: pytest.MonkeyPatch) -> None:
    partial = endless(monkeypatch)

    async def test() -> None:
        found = late(kind)
        found.advise()
        await until(lambda: "Advised" in line_of(found))
        assert f"Advised: {partial.best}, {partial.value} (so far: 43 % of the work)" in line_of(found)
        found.advise_button.click()
        assert not working(found)
        assert f"{partial.value} (so far: stopped at 43 % of the work)" in line_of(found)
        await asyncio.sleep(0.05)
        assert found.advice is partial
        found.advise()
        assert working(found)
        found.stop()
        assert not working(found)

    in_a_loop(test)


def test_what_was_worked_out_for_another_position_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    endless(monkeypatch)

    async def test() -> None:
        steps, player = late(Stepper), late(Player)
        assert isinstance(steps, Stepper)
        assert isinstance(player, Player)
        moves: list[tuple[Advised, Callable[[], None]]] = [
            (steps, steps.back),
            (steps, steps.first),
            (steps, lambda: steps.load(SAMPLE)),
            (player, player.undo),
            (player, player.new_game),
            (player, lambda: player.play(player.state.moves()[0])),
        ]
        for found, action in moves:
            found.advise()
            await until(lambda found=found: found.advice)  # type: ignore[misc]
            action()
            assert found.advice is None
            assert not working(found)
            assert line_of(found) == ""
            await asyncio.sleep(0.02)
            assert found.advice is None  # also what came too late
        assert not any("★" in button.description for button in player.pairs.values())

    in_a_loop(test)


def test_a_line_moved_on_by_another_app_drops_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    endless(monkeypatch)

    async def test() -> None:
        steps = late(Stepper)
        steps.last()
        steps.back()
        steps.back()
        steps.advise()
        await until(lambda: steps.advice)
        steps.line.go(0)
        steps.line.play(next(move for move in steps.line.start.moves() if move != steps.line.moves[0]))
        await until(lambda: not working(steps))
        assert steps.advice is None

    in_a_loop(test)


def test_choosing_a_pair_and_large_type_leave_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    endless(monkeypatch)

    async def test() -> None:
        player = late()
        assert isinstance(player, Player)
        player.advise()
        await until(lambda: player.advice)
        player.select(player.state.moves()[0])
        player.set_large(True)
        player.clear()
        assert working(player)
        assert player.advice is not None

    in_a_loop(test)


def test_a_failure_is_shown_and_gives_the_button_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(state: State, effort: str) -> Iterator[Advice]:
        raise ValueError("a <made> failure")
        yield

    monkeypatch.setattr(advice, "advise_steps", fail)

    async def test() -> None:
        found = late()
        found.advise()
        await until(lambda: not working(found))
        assert "a &lt;made&gt; failure" in found.error_line.value
        assert found.error_line.layout.display is None
        assert found.value_line.layout.display == "none"  # the line is one of the two
        found.attempt(lambda: None)
        assert found.value_line.layout.display is None
        assert found.error_line.layout.display == "none"

    in_a_loop(test)


def test_without_threads_it_goes_on_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(self: object, *values: object) -> None:
        raise RuntimeError("can't start new thread")

    async def test() -> None:
        found = late()
        with monkeypatch.context() as without:
            without.setattr(ThreadPoolExecutor, "submit", none_left)
            found.advise()
            turns = 0
            while working(found):
                await asyncio.sleep(0)
                turns += 1
        assert turns > 0
        assert found.error_line.value == ""
        assert found.advice is not None
        assert not found.advice.partial

    in_a_loop(test)


def test_close_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    endless(monkeypatch)

    async def test() -> None:
        before = set(asyncio.all_tasks())
        for kind in (Player, Stepper):
            found = late(kind)
            found.advise()
            found.close()
        await until(lambda: set(asyncio.all_tasks()) == before)

    in_a_loop(test)


@pytest.mark.parametrize("kind", [Player, Stepper])
def test_no_advice_builds_a_widget(kind: type[Advised]) -> None:
    found = late(kind)
    found.advise()
    before: set[Widget] = set(_instances)
    for _ in range(3):
        found.advise()
        found.set_large(not found.large)
        found.go(found.place - 1)
    assert set(_instances) == before
