"""The explorer without a browser: the tree, questions that hide their answer, the one text, work beside all else."""

import asyncio
import json
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ipywidgets import HTML, Button, Widget
from ipywidgets.widgets.widget import _instances

from spiralkit import Line, Move, MoveError, State, conversion, deal, record
from spiralkit.cards import TextError
from spiralkit.draw import svg, tree
from spiralkit.lookahead import advisor, values
from spiralkit.lookahead.players import greedy, play_game
from spiralkit.lookahead.reasons import reason
from spiralkit.lookahead.search import look
from spiralkit.record import Record
from spiralkit.spiral import ONE_COLUMN
from spiralkit.widgets import Editor, Explorer, app, explorer, nodes, verdicts

pytestmark = pytest.mark.usefixtures("_apps")

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
ENDGAME = "ooxooxoooooxooooxo.oo.xoooxooxox.xxx. AcJsAs/JdQs9h/Kh8d7c7sTs/Qd9cQh9dKc me standard"


@pytest.fixture
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values from few sampled deals, and no time lost by compiling."""
    monkeypatch.setattr(values, "MEASURED_LATE", 256)
    monkeypatch.setenv("SPIRALKIT_PLAIN", "1")
    few = values.Budget(late=((8, 4), (2, 16)))
    monkeypatch.setitem(values.EFFORTS, "normal", few)
    monkeypatch.setattr(advisor, "SIDE", few)


def inside(box: Widget) -> Iterator[Widget]:
    yield box
    for child in getattr(box, "children", ()):
        yield from inside(child)


def page(app_: Explorer) -> str:
    """All that the page is told, of every widget with its style and layout, but for the names of widgets."""
    told = []
    for widget in inside(app_):
        for part in (widget, getattr(widget, "style", None), getattr(widget, "layout", None)):
            if isinstance(part, Widget):
                state = {key: value for key, value in part.get_state().items() if "IPY_MODEL" not in str(value)}
                state.pop("_esm", None)
                told.append(state)
    return json.dumps(told, default=str, ensure_ascii=False)


def press(box: Widget, description: str) -> None:
    next(each for each in inside(box) if isinstance(each, Button) and each.description == description).click()


# The tree.


def test_three_deep_on_the_sample_position() -> None:
    found = Explorer(SAMPLE)
    assert found.story() == ["Won: bc and bd win; the others are lost."]
    assert [button.description for button in found.moves[:6]] == [
        "✗ ab loss", "✗ ac loss", "✗ ad loss", "✓ bc win", "✓ bd win", "✗ cd loss",
    ]  # fmt: skip
    assert found.moves[3].style.button_color != found.moves[0].style.button_color
    for words in ("Ks+Jh JQ, 7d+8s 8A", "Ks+Jh JQ, 9s+8h 99"):  # her replies to bc and bd
        assert words in found.picture.value
    assert "bc, win, 9s+Qc to 9T; she must take Ks+Jh JQ, 7d+8s 8A" in found.picture.value
    press(found, "✓ bc win")
    state = found.state
    assert (found.path, state.turn) == ((Move("bc"),), "me")
    assert found.story()[0] == f"bc, win, 100 %. {reason(State.parse(SAMPLE), Move('bc'))}"
    best = look(state).best
    assert best is not None
    found.choose(best.move)
    assert found.state.outcome is not None
    assert found.story()[-1] == "The game is over: you win (your fork)."
    assert not [button for button in found.moves if button.layout.display is None]
    with pytest.raises(MoveError, match="the branch ends here"):
        found.choose("ab")
    found.go(1)
    assert found.state == state
    found.back()
    found.choose("cd")  # a lost one, and on in it
    assert found.story()[0].startswith("cd, loss, 0 %. 8s+9s to 8A. She must take")
    assert found.story()[1].startswith("Lost: every move loses. ")
    found.start()
    assert found.path == ()
    with pytest.raises(MoveError, match="nothing before the start"):
        found.back()


def test_every_node_is_what_the_rules_and_the_search_say() -> None:
    found = Explorer(ENDGAME)
    todo: list[tuple[Move, ...]] = [()]
    seen = 0
    while todo and seen < 60:
        path = todo.pop()
        found.start()
        for move in path:
            found.choose(move)
        state = found.state
        seen += 1
        line = Line(State.parse(ENDGAME))
        for move in path:
            line.play(move)
            while line.state.turn != "me" and line.state.moves():
                line.play(line.state.moves()[0])
        assert state == line.state
        if not found.node.end:
            assert found.node.answer is not None
            assert found.node.answer.look == look(state)
            shown = [button.description.split()[1:] for button in found.moves if button.layout.display is None]
            assert shown == [[str(each.move), each.verdict] for each in look(state).moves]
            todo += [(*path, move) for move in state.moves()]
    assert seen > 5


def test_a_redeal_ends_a_branch_in_words() -> None:
    found = Explorer(3)
    for _ in range(5):
        if not found.node.end:
            found.choose(found.node.moves[0])
    assert found.state.deal_due
    assert found.story()[-1] == nodes.REDEAL
    assert f">{nodes.REDEAL}<" in found.picture.value
    assert found.walk.headline.endswith("turns on: a redeal comes")
    assert "redeal" in Explorer(found.text.rsplit(" ", 1)[0]).picture.value


def test_where_only_the_centre_is_left_it_is_said() -> None:
    line = next(
        line
        for line in (play_game(seed, greedy) for seed in range(200))
        if line.state.outcome and any(state.occupied.bit_count() == 36 and state.deal_due for state in line.states)
    )
    place = next(k for k, state in enumerate(line.states) if state.occupied.bit_count() == 36 and state.deal_due)
    found = Explorer(line, place=place)
    assert "nothing can change any more" in found.story()[0]


def test_her_turn_at_the_start_is_played_first() -> None:
    after = deal(1).play(Move("ab"))
    found = Explorer(after)
    assert found.state.turn == "me"
    assert [piece.columns for piece in found.node.pieces] == ["ab", "cd"]
    assert found.text == after.text


def test_what_is_shown_draws_the_same_twice_and_large_is_other() -> None:
    one, two = Explorer(SAMPLE), Explorer(SAMPLE)
    assert one.picture.value == two.picture.value
    two.large_type.value = True
    assert one.picture.value != two.picture.value
    picture = svg.render(one.scene())
    assert picture.count("<g data-card=") == 7
    assert f'viewBox="0 0 {tree.WIDTH:.0f} {tree.HEIGHT:.0f}"' in picture


@pytest.mark.parametrize("large", [False, True])
def test_the_headline_leaves_the_side_number_below_it_free(large: bool) -> None:
    found = Explorer(SAMPLE, large=large)
    found.choose("bc")
    texts = re.findall(r'<text x="158" y="([0-9.]+)" font-size="([0-9.]+)"[^>]*>([^<]+)<', found.picture.value)
    (title, title_size, words), (side, side_size, number) = [
        (float(y), float(size), words) for y, size, words in texts if words == "0" or words == found.walk.headline
    ]
    assert (words, number) == ("After bc: your move", "0")
    assert title > 0.76 * title_size  # not cut off at the top
    assert title + 0.24 * title_size < side - 0.73 * side_size


# Where it comes from.


def test_takes_all_that_it_may_be_given() -> None:
    game = play_game(6, greedy)
    assert Explorer(deal(3)).state == Explorer(3).state == Explorer("3").state == deal(3)
    assert Explorer(3, variant=ONE_COLUMN).state == Explorer("3 one-column").state == deal(3, ONE_COLUMN)
    game.go(6)
    assert Explorer(game).state == game.states[6]
    text = record.write(game, {"Seed": "6"})
    for given_ in (text, record.read(text)):
        found = Explorer(given_, place=9)
        assert found.state == game.states[9]
        found.place.value = 12
        assert found.state == game.states[12]
        assert found.place.layout.display is None
    assert Explorer(SAMPLE).place.layout.display == "none"
    editor = Editor(SAMPLE)
    assert Explorer(editor.state).state == State.parse(SAMPLE)
    with pytest.raises(IndexError, match="places 0 to"):
        Explorer(game, place=999)


def test_one_text_hands_it_to_the_class() -> None:
    teacher = Explorer(SAMPLE)
    assert teacher.text == SAMPLE
    teacher.choose("bd")
    teacher.ask(True)
    assert teacher.text == f"{SAMPLE} bd ?" == teacher.position.value
    pupil = Explorer(1)
    pupil.position.value = teacher.text
    press(pupil, "Load")
    assert (pupil.path, pupil.question, pupil.state) == (teacher.path, True, teacher.state)
    assert page(pupil) == page(teacher)
    start = Explorer.parse(teacher.text)
    assert (start.state, start.path, start.question) == (State.parse(SAMPLE), (Move("bd"),), True)
    assert str(start) == teacher.text
    pupil.ask(False)
    teacher.ask(False)
    assert pupil.story() == teacher.story()
    assert pupil.story()[0].startswith("bd, win, 100 %. ")
    pupil.load("7")
    assert (pupil.state, pupil.question) == (deal(7), False)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "there is no text"),
        ("x" + SAMPLE, "38 characters"),
        (f"{SAMPLE} ax", "is no move"),
        (f"{SAMPLE} aa", "two cards come from different columns"),
        (f"{SAMPLE} bd bd bd", "game is over"),
        ("7 no-such", "unknown variant"),
        ("rubbish", "paste a position, a record or the number of a seed"),
        ("? ab", "line 1"),
    ],
)
def test_a_wrong_text_says_why_and_changes_nothing(text: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Explorer(SAMPLE)
    found.choose("bd")
    before = page(found)
    with pytest.raises((TextError, MoveError), match=what):
        found.load(text)
    assert page(found) == before
    monkeypatch.setattr(app.App, "reraise", False)
    found.position.value = text
    press(found, "Load")
    assert 'role="alert"' in found.error_line.value
    assert what in found.error_line.value.replace("&#x27;", "'")


def test_other_games_are_refused() -> None:
    other = Record(Line(conversion.deal(1)))
    for given_ in (other, record.write(other.line, {})):
        with pytest.raises(TextError, match="only Spiral"):
            Explorer(given_)


# Questions.


def swapped(state: State) -> verdicts.Answer:
    """An answer with every verdict another, and other reasons."""
    true = verdicts.answer(state)
    other = {"win": "loss", "loss": "open", "open": "win"}
    moves = tuple(replace(each, verdict=other[each.verdict]) for each in true.look.moves)
    look_ = replace(true.look, moves=moves, verdict=other[true.look.verdict])
    return verdicts.Answer(
        look_, dict.fromkeys(true.reasons, replace(next(iter(true.reasons.values())), text="?")), None
    )


@pytest.mark.parametrize("text", [SAMPLE, ENDGAME, "5", "5 one-column", "5 no-shuffle", f"{SAMPLE} bd"])
def test_nothing_of_the_answer_is_on_the_page_before_it_is_revealed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is the same whatever the answer is: to the true one and to a wrong one, up to what is revealed."""
    true = Explorer(f"{text} ?")
    monkeypatch.setattr(explorer, "answer", swapped)
    wrong = Explorer(f"{text} ?")
    for done in (lambda app_: app_.vote(app_.node.moves[0]), lambda app_: app_.close_vote()):
        assert page(true) == page(wrong)
        for word in (
            "win,",
            "loss",
            "Lost",
            "Won",
            "Open",
            "redeal",
            "fork",
            "bridge",
            "✓",
            "✗",
            "○",
            " %",
            "must take",
        ):
            assert word not in page(true).replace("Measure by sampled deals how likely open moves win", "")
        done(true)
        done(wrong)
    assert page(true) == page(wrong)
    # what is revealed says nothing of the others: their verdicts may be any
    move = true.node.moves[1]
    partly = Explorer(f"{text} ?")
    known = {each.move: each for each in true.node.answer.look.moves}  # type: ignore[union-attr]
    mixed = partly.node.answer
    assert mixed is not None
    moves = tuple(known[each.move] if each.move == move else each for each in mixed.look.moves)
    reasons = {**mixed.reasons, move: true.node.answer.reasons[move]}  # type: ignore[union-attr]
    partly.node.answer = verdicts.Answer(replace(mixed.look, moves=moves), reasons, None)
    partly.vote(partly.node.moves[0])
    true.reveal(move)
    partly.reveal(move)
    assert page(true) == page(partly)


def test_a_question_played_through() -> None:
    found = Explorer(SAMPLE, question=True)
    assert found.story() == ["Which move is best? Press a move for each vote, then Close vote. So far 0 have voted."]
    for move, count in (("bd", 3), ("ab", 2)):
        for _ in range(count):
            found.press(move)
    assert (found.path, found.node.votes) == ((), {Move("bd"): 3, Move("ab"): 2})
    assert [button.description for button in found.moves[:5]] == ["+ ab: 2", "+ ac: 0", "+ ad: 0", "+ bc: 0", "+ bd: 3"]
    press(found, "Take back")
    assert found.node.votes == {Move("bd"): 3, Move("ab"): 1}
    found.vote("ab")
    found.vote("bd", -1)
    found.vote("cd", -1)
    assert (found.node.votes[Move("bd")], found.node.votes[Move("cd")]) == (2, 0)
    press(found, "Close vote")
    assert found.story() == ["Press a move to reveal it. The class: ab and bd, 2 of 4 votes each."]
    press(found, "Show ab: 2")
    assert found.moves[0].description == "✗ ab loss: 2"
    assert found.story()[0] == f"ab, loss, 0 %. {reason(found.state, Move('ab'))}"
    assert found.hidden
    press(found, "Show next")
    assert found.node.shown == [Move("ab"), Move("ac")]
    press(found, "Show all")
    assert not found.hidden
    assert found.story()[0] == f"bc, win, 100 %. {reason(found.state, Move('bc'))}"  # the best, not the last
    assert found.story()[-1] == ("Won: bc and bd win; the others are lost. The class: ab and bd, 2 of 4 votes each.")
    with pytest.raises(MoveError, match="all moves are revealed"):
        found.reveal_next()
    found.press("bd")  # revealed: now it leads on, to the next question
    assert found.path == (Move("bd"),)
    assert found.story()[0] == "bd, win, 100 %."  # why would tell what wins here
    assert found.hidden
    press(found, "+ bc: 0")
    found.take_back()
    with pytest.raises(MoveError, match="no vote to take back"):
        found.take_back()
    found.back()
    press(found, "New vote")
    assert (found.node.votes, found.node.shown, found.node.voting) == ({}, [], True)
    found.question_switch.value = False
    assert found.moves[4].description == "✓ bd win"
    for action in (lambda: found.vote("ab"), found.take_back, found.close_vote, found.reveal_next, found.reset_votes):
        with pytest.raises(MoveError, match="no question"):
            action()


@pytest.mark.parametrize("text", [SAMPLE, ENDGAME, f"{SAMPLE} cd", "5"])
def test_all_shown_at_once_explain_the_best(text: str) -> None:
    found = Explorer(f"{text} ?")
    best = look(found.state).best
    assert best is not None
    found.reveal_all()
    assert set(found.node.shown) == set(found.node.moves)
    assert found.story()[0].startswith(f"{best.move}, {best.verdict}")
    assert str(reason(found.state, best.move)) in found.story()[0]


def test_a_move_that_cannot_be_is_refused() -> None:
    found = Explorer(SAMPLE, question=True)
    for action in (found.vote, found.reveal, found.press, found.choose):
        with pytest.raises(MoveError, match="different columns"):
            action("aa")
    with pytest.raises(IndexError, match="nodes 0 to 0"):
        found.go(1)


# Work that takes long.


@pytest.mark.usefixtures("_few_deals")
def test_values_of_open_moves() -> None:
    found = Explorer(late_open())
    found.measure()
    measured = found.node.values
    assert set(measured) == {each.move for each in look(found.state).moves if each.verdict == "open"}
    for value in measured.values():
        assert 0 <= value.low <= value.share <= value.high <= 1
        assert f">{100 * value.share:.1f} %<" in found.picture.value
        assert f">{100 * value.low:.1f}–{100 * value.high:.1f}<" in found.picture.value
    assert "Best value: " in found.story()[-1]
    found.ask(True)
    assert " %" not in page(found)


def late_open() -> State:
    """A late position with a deal to come: values take no long time."""
    return next(
        state
        for seed in range(50)
        for state in play_game(seed, greedy).states
        if state.turn == "me" and state.moves() and state.mine.bit_count() >= 9 and look(state).verdict == "open"
    )


def in_a_loop(test: Any) -> None:
    """Run a test as a notebook runs its cells, with an event loop."""
    asyncio.run(test())


async def until(true: Any) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


def test_a_long_search_goes_on_beside_all_else_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(state: State) -> verdicts.Answer:
        time.sleep(0.5)
        return verdicts.answer(state)

    monkeypatch.setattr(explorer, "answer", slow)
    monkeypatch.setattr(explorer, "AT_ONCE", 0.01)

    async def test() -> None:
        found = Explorer(SAMPLE)
        assert found.node.answer is None
        assert found.story() == ["Not looked at yet."]
        await until(lambda: "looking" in found.progress.value)
        assert not found.stop_button.disabled
        press(found, "Stop")
        assert found.stop_button.description == "Look"
        assert "looking" not in found.progress.value
        await asyncio.sleep(0.7)
        assert found.node.answer is None  # what was stopped is not taken
        press(found, "Look")
        await until(lambda: found.node.answer)
        assert found.stop_button.disabled
        assert found.moves[4].description == "✓ bd win"
        found.choose("bd")
        found.load(ENDGAME)  # while it looks: the answer that comes is of another position
        await until(lambda: found.node.answer)
        assert found.node.answer.look.state == State.parse(ENDGAME)  # type: ignore[union-attr]
        found.close()

    in_a_loop(test)


@pytest.mark.usefixtures("_few_deals")
def test_values_go_on_beside_all_else_and_stop_leaves_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    steps, rest = explorer.advise_steps, Event()

    def in_two_parts(state: State) -> Iterator[Any]:
        """The steps, but the last without all values but one, and the whole only when the test wants it."""
        for step in steps(state):
            if not step.partial:
                first = next(each for each in step.moves if each.value and each.verdict == "open")
                few = tuple(each if each == first else replace(each, value=None) for each in step.moves)
                yield replace(step, moves=few, done=0.5, partial=True)
                rest.wait(30)
            yield step

    monkeypatch.setattr(explorer, "advise_steps", in_two_parts)

    async def test() -> None:
        found = Explorer(late_open())
        found.values_switch.value = True
        await until(lambda: found.node.values)
        found.stop_or_look()  # does not wait for the rest
        rest.set()
        assert not found.values_switch.value
        assert found.stop_button.disabled
        kept = dict(found.node.values)
        assert len(kept) < len(found.node.moves)
        assert ", so far (" in found.story()[-1]
        await asyncio.sleep(0.3)
        assert found.node.values == kept
        found.set_values(True)
        await until(lambda: found.node.done == 1)
        await until(lambda: found.stop_button.disabled)
        assert "so far" not in found.story()[-1]
        found.close()

    in_a_loop(test)


def test_a_failure_of_the_work_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(state: State) -> Any:
        raise ValueError("it broke")
        yield

    monkeypatch.setattr(explorer, "advise_steps", fail)

    async def test() -> None:
        found = Explorer(late_open())
        found.set_values(True)
        await until(lambda: "it broke" in found.error_line.value)
        assert not found.values_switch.value
        found.close()

    in_a_loop(test)


# Widgets.


@pytest.mark.parametrize("missing", [True, False])
def test_without_anywidget_all_goes_by_buttons(missing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if missing:
        monkeypatch.delitem(sys.modules, "spiralkit.widgets.clickable", raising=False)
        monkeypatch.setitem(sys.modules, "anywidget", None)
    found = Explorer(SAMPLE, clickable=missing)
    assert isinstance(found.picture, HTML)
    assert 'role="img"' in found.picture.value
    press(found, "✓ bd win")
    press(found, "✓ bd win")
    assert found.state.outcome is not None


def test_the_picture_is_heard() -> None:
    found = Explorer(SAMPLE)
    found.hear("press", {"card": "move bd"})
    assert found.path == (Move("bd"),)
    found.hear("press", {"card": "node 0"})
    assert found.path == ()
    found.hear("press", {"card": "move bc"})
    found.hear("key", {"key": "Backspace"})
    found.hear("key", {"key": "x"})
    found.hear("point", {"card": "move bc"})
    assert found.path == ()
    buttons = [part for part in found.picture.value.split("<g ")[1:] if 'role="button"' in part.split(">")[0]]
    assert len(buttons) == 7  # the start and six moves; the large board is no button


def test_no_widget_is_built_later_and_close_frees_all() -> None:
    start = set(_instances)
    found = Explorer(SAMPLE)
    before = set(_instances)
    for _ in range(6):
        found.choose("bd")
        found.ask(True)
        found.vote("ab")
        found.reveal_all()
        found.load(f"{SAMPLE} bc ?")
        found.load("3 one-column")
        found.set_large(not found.large)
        found.load(SAMPLE)
    assert set(_instances) == before
    found.close()
    assert set(_instances) == start


MOVES = st.sampled_from([one + two for one in "abcd" for two in "abcd" if one <= two])
ACTIONS = st.one_of(
    st.tuples(st.sampled_from(["choose", "press", "vote", "reveal"]), MOVES),
    st.tuples(
        st.sampled_from(
            ["back", "start", "close_vote", "reveal_next", "reveal_all", "reset_votes", "take_back", "stop"]
        )
    ),
    st.tuples(st.just("ask"), st.booleans()),
    st.tuples(st.just("load"), st.sampled_from([SAMPLE, f"{ENDGAME} ?", "4", "4 no-shuffle", "rubbish"])),
    st.tuples(st.just("set_place"), st.integers(0, 2)),
    st.tuples(st.just("go"), st.integers(0, 3)),
    st.tuples(st.just("set_large"), st.booleans()),
)


@settings(max_examples=8)
@given(actions=st.lists(ACTIONS, min_size=30, max_size=30))
def test_whatever_is_done_text_and_picture_hold_and_no_failure_is_silent(actions: list[tuple[Any, ...]]) -> None:
    found = Explorer(SAMPLE)
    before = set(_instances)
    for name, *given_ in actions:
        seen = found.text
        found.error_line.value = ""
        try:
            found.attempt(getattr(found, name), *given_)
        except (MoveError, TextError, IndexError):
            assert 'role="alert"' in found.error_line.value
            assert found.text == seen
        start = Explorer.parse(found.text)
        assert str(start) == found.text
        assert (start.path, start.question) == (found.path, found.question)
        shown = [button for button in found.moves if button.layout.display is None]
        assert len(shown) == len(found.node.moves)
        for move, button in zip(found.node.moves, shown, strict=True):
            hidden = found.question and move not in found.node.shown
            assert (button.style.button_color == explorer.HIDDEN) == hidden
        assert all(found.story())
        assert set(_instances) == before
    found.close()
