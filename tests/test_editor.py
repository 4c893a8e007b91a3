"""The editor without a browser: building, what it says is wrong, text and picture in step, answers, widgets counted."""

import asyncio
import re
import time
from html import unescape
from typing import Any

import pytest
from apps import buttons, press
from hypothesis import given, settings
from hypothesis import strategies as st
from ipywidgets import Button
from ipywidgets.widgets.widget import _instances

from spiralkit import Move, State, board, deal
from spiralkit.cards import PIQUET, TextError, shuffled
from spiralkit.lookahead.search import look
from spiralkit.spiral import COLUMNS, VARIANTS, redeal
from spiralkit.widgets import Editor, app, editor

pytestmark = pytest.mark.usefixtures("_apps")

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
VERDICTS = {"ab": "loss", "ac": "loss", "ad": "loss", "bc": "win", "bd": "win", "cd": "loss"}
CARDS = SAMPLE.split()[1]
DUE = "//7c/Kh"


def card_button(edit: Editor, name: str) -> Button:
    return edit.cards[PIQUET.parse(name)]


def said(edit: Editor) -> str:
    return unescape(re.sub("<[^>]+>", " ", edit.status.value + edit.words.value * (edit._panel != "edit")))


def check_in_step(edit: Editor) -> None:
    """Text, picture, tray and controls all show the draft."""
    draft = edit.draft.position
    assert edit.text == draft.text == edit.position.value
    owners = re.findall(r'data-cell="([^"]+)" data-owner="(\w*)"', edit.picture.value)
    assert owners == [
        (board.label(cell), {"x": "me", "o": "brooks", ".": ""}[draft.owner(cell)]) for cell in range(board.CELLS)
    ]
    drawn = re.findall(r'data-column="(\w)" data-card="(\w\w)"', edit.picture.value)
    assert drawn == [
        (letter, str(card)) for letter, column in zip(COLUMNS, draft.columns, strict=True) for card in column
    ]
    placed = set().union(*draft.columns)
    assert {card for card, button in edit.cards.items() if button.disabled} == placed
    assert set(edit.draft.tray) == set(PIQUET.cards) - placed
    assert (edit.turn.value, edit.variant.value, edit.columns.value) == (draft.turn, draft.variant, edit.draft.column)


# Building.


def build_by_presses(edit: Editor) -> None:
    """The sample position, each piece and each card pressed."""
    marks, columns = SAMPLE.split()[:2]
    for cell, mark in enumerate(marks):
        for _ in range(".xo".index(mark)):
            edit.hear("press", {"cell": board.label(cell), "owner": "", "index": str(cell)})
    for letter, column in zip(COLUMNS, columns.split("/"), strict=True):
        edit.hear("press", {"column": letter, "card": f"place {letter}"})
        for card in PIQUET.parse_all(column):
            edit.cards[card].click()


@pytest.mark.parametrize("clickable", [True, False])
def test_the_sample_built_by_presses_and_typed_is_the_same(clickable: bool) -> None:
    built, typed = Editor(clickable=clickable), Editor(clickable=clickable)
    if clickable:
        build_by_presses(built)
    else:
        build_by_buttons(built)
    typed.position.value = SAMPLE
    for edit in (built, typed):
        assert edit.text == SAMPLE
        assert edit.state == State.parse(SAMPLE)
        check_in_step(edit)
        press(edit, "What wins?")
        assert {str(each.move): each.verdict for each in edit.look.moves} == VERDICTS
    assert built.words.value == typed.words.value
    assert "A possible position:  your move; the third deal." in said(built)


def build_by_buttons(edit: Editor) -> None:
    """The sample position by the plain buttons alone."""
    marks, columns = SAMPLE.split()[:2]
    for brush, mark in (("x", "x"), ("o", "o")):
        edit.brush.value = brush
        for cell in range(board.CELLS):
            if marks[cell] == mark:
                press(edit.picture_box, board.label(cell))
    for letter, column in zip(COLUMNS, columns.split("/"), strict=True):
        edit.columns.value = letter
        for card in PIQUET.parse_all(column):
            edit.cards[card].click()


def test_a_cell_goes_round_and_the_brush_sets_it_at_once() -> None:
    edit = Editor()
    seen = []
    for _ in range(4):
        edit.press_cell("TK")
        seen.append(edit.draft.position.owner(board.cell_of("TK")))
    assert seen == ["x", "o", ".", "x"]
    edit.brush.value = "o"
    edit.press_cell("--")
    edit.press_cell("--")
    assert edit.draft.position.owner(board.CENTRE) == "o"
    edit.brush.value = "."
    edit.press_cell("--")
    assert edit.draft.position.owner(board.CENTRE) == "."
    check_in_step(edit)
    with pytest.raises(ValueError, match="names no cell"):
        edit.press_cell("XX")
    with pytest.raises(ValueError, match=r"a cell is x, o or '\.', not 'me'"):
        edit.draft.set_cell("TK", "me")


def test_keys_in_the_picture() -> None:
    edit = Editor()

    def key(name: str, **data: str) -> None:
        edit.hear("key", {**data, "key": name})

    key("x", cell="TK")
    key("O", cell="77")
    assert (edit.draft.position.mine, edit.draft.position.hers) == (board.mask_of(["TK"]), board.mask_of(["77"]))
    key("Delete", cell="TK")
    key(".", cell="77")
    assert edit.draft.position.occupied == 0
    key("u")
    assert edit.draft.position.hers == board.mask_of(["77"])
    key("c")
    assert edit.draft.column == "c"
    key("x", column="c", card="place c")  # no cell has the focus
    key("z", cell="TK")
    edit.hear("point", {"cell": "TK"})
    edit.hear("point", {})
    assert edit.draft.position.occupied == board.mask_of(["77"])
    check_in_step(edit)


def test_cards_go_to_the_marked_column_and_come_back() -> None:
    edit = Editor()
    for name in ("9s", "Tc", "8d"):
        card_button(edit, name).click()
    edit.draft.put("Qh", "c")
    assert edit.text.split()[1] == "9sTc8d//Qh/"
    check_in_step(edit)
    edit.hear("press", {"column": "a", "card": "Tc"})  # from the middle too
    assert edit.text.split()[1] == "9s8d//Qh/"
    press(edit, "Take back")
    assert edit.text.split()[1] == "9s//Qh/"
    edit.draft.choose_column("c")
    press(edit, "Take back")
    assert edit.text.split()[1] == "9s///"
    check_in_step(edit)
    with pytest.raises(ValueError, match="column c has no card"):
        edit.draft.take_back()
    with pytest.raises(ValueError, match="9s is in a column already"):
        edit.draft.put("9s")
    with pytest.raises(ValueError, match="Tc is in no column"):
        edit.draft.take_back("Tc")
    with pytest.raises(ValueError, match="'e' is no column"):
        edit.draft.choose_column("e")
    with pytest.raises(ValueError, match="'bc' is no column"):
        edit.draft.put("Tc", "bc")


def test_a_full_column_hands_the_mark_on() -> None:
    edit = Editor()
    edit.draft.choose_column("b")
    for card in PIQUET.cards:
        edit.draft.press_card(card)
    assert [len(column) for column in edit.draft.position.columns] == [8, 8, 8, 8]
    assert edit.draft.position.columns[1] == PIQUET.cards[:8]
    assert edit.draft.position.columns[0] == PIQUET.cards[24:]
    edit.draft.take_back("7c")
    assert edit.draft.column == "b"
    with pytest.raises(ValueError, match="column d has eight cards"):
        edit.draft.put("7c", "d")
    assert "to b" not in edit.picture.value
    assert "next card" in edit.picture.value


def test_deals_and_filling_by_seed() -> None:
    edit = Editor(SAMPLE)
    edit.seed.value = "7"
    press(edit, "Fresh deal")
    assert edit.draft.position.columns == redeal(7, 1).columns
    assert edit.draft.position.mine == State.parse(SAMPLE).mine
    with pytest.raises(ValueError, match="all cards are in the columns already"):
        edit.draft.fill(1)
    edit.load(f"{SAMPLE.split()[0]} 8dJs//7h/KcAsQdAhTdTc7d9s me standard")
    kept = edit.draft.position.columns
    press(edit, "Fill at random")
    filled = edit.draft.position.columns
    assert all(new[: len(old)] == old and len(new) == 8 for old, new in zip(kept, filled, strict=True))
    assert set().union(*filled) == set(PIQUET.cards)
    edit.undo()
    edit.draft.fill(8)
    assert edit.draft.position.columns != filled
    edit.undo()
    edit.draft.fill(7)
    assert edit.draft.position.columns == filled
    check_in_step(edit)
    press(edit, "Clear cards")
    assert edit.draft.position.columns == ((), (), (), ())
    press(edit, "Clear board")
    assert edit.draft.position == Editor().draft.position


def test_every_edit_can_be_undone() -> None:
    edit = Editor()
    assert edit.undo_button.disabled
    with pytest.raises(ValueError, match="nothing to undo"):
        edit.undo()
    edits: list[Any] = [
        lambda: edit.press_cell("TK"),
        lambda: edit.draft.set_cell("TK", "x"),  # changes nothing: not an edit
        lambda: edit.draft.press_card("9s"),
        lambda: edit.draft.press_card("9s"),
        lambda: edit.draft.fresh_deal(3),
        lambda: edit.draft.take_back("9s"),
        lambda: edit.draft.fill(1),
        lambda: setattr(edit.turn, "value", "brooks"),
        lambda: setattr(edit.variant, "value", VARIANTS[3]),
        lambda: edit.load(SAMPLE),
        lambda: edit.draft.clear_cards(),
        lambda: edit.draft.clear_board(),
    ]
    seen = [edit.draft.position]
    for act in edits:
        act()
        if edit.draft.position != seen[-1]:
            seen.append(edit.draft.position)
    assert len(seen) == len(edits)
    for draft in reversed(seen[:-1]):
        press(edit, "Undo")
        assert edit.draft.position == draft
        check_in_step(edit)
    assert edit.undo_button.disabled


# What is wrong.


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (f"{'.' * 37} 9x/// me standard", ["column a: unknown card at '9x' in '9x'"]),
        (f"{'.' * 37} 2c/// me standard", ["column a: 2c is not in the piquet pack"]),
        (f"{'.' * 37} 9s/9s// me standard", ["column b: 9s is there twice"]),
        (f"{'.' * 37} 7c7d7h7s8c8d8h8s9c/// me standard", ["column a has 9 cards, more than eight"]),
        (f"{'.' * 36} /// me standard", ["the board has 36 characters, not 37"]),
        (f"z{'.' * 36} /// me standard", ["the board has 'z' at 77; it takes . x o"]),
        (f"{'.' * 37} //// me standard", ["there are four columns split by '/', not 5"]),
        (f"{'.' * 37} /// you standard", ["the turn is me, brooks or brooks2, not 'you'"]),
        (f"{'.' * 37} /// me spiral", ["unknown variant 'spiral'"]),
        ("rubbish", ["a position has four fields (board, columns, turn, variant), not 1"]),
        ("", ["a position has four fields (board, columns, turn, variant), not 0"]),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(text: str, messages: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    edit = Editor(SAMPLE)
    for message in messages:
        with pytest.raises(TextError, match=re.escape(message)):
            edit.load(text)
        with pytest.raises(TextError, match=re.escape(message)):
            Editor(text)
    monkeypatch.setattr(app.App, "reraise", False)
    edit.position.value = text
    assert messages[0] in unescape(edit.error_line.value)
    assert edit.position.value == text  # to be mended
    assert edit.text == SAMPLE
    edit.press_cell("TK")
    check_in_step(edit)


COUNTS = "cannot be when it is"
CENTRE = "the centre is taken before all other cells are"
NO_ORDER = "no order of turns gives these when it is"


@pytest.mark.parametrize(
    ("board_text", "columns", "turn", "variant", "messages"),
    [
        ("xoo", "9s", "me", "standard", [NO_ORDER]),
        ("x", CARDS, "me", "standard", [f"1 piece of yours and 0 of Dr. Brooks's {COUNTS} your move: she must have 2"]),
        ("xo", CARDS, "brooks", "standard", [f"{COUNTS} Dr. Brooks's move: she must have 0"]),
        ("", CARDS, "brooks", "standard", [f"{COUNTS} Dr. Brooks's move: you move first"]),
        ("xoo", CARDS, "brooks2", "standard", [f"{COUNTS} her second piece: she must have 1", NO_ORDER]),
        ("xoo" + "." * 33 + "o", CARDS, "me", "standard", [COUNTS, CENTRE]),
        ("xoo", CARDS[2:], "me", "standard", [f"columns of 7, 8, 8, 8 cards: {NO_ORDER} your move"]),
        ("xoo", CARDS[2:], "me", "no-shuffle", ["in no-shuffle each column has eight cards, not (7, 8, 8, 8)"]),
        ("o" + "." * 35 + "x", CARDS[4:], "brooks2", "one-column", [CENTRE, "columns of 6, 8, 8, 8 cards"]),
        ("x" + "." * 35 + "x", "9s", "me", "no-shuffle", [COUNTS, CENTRE, "eight cards, not (1, 0, 0, 0)"]),
    ],
)
def test_all_that_is_impossible_is_said_at_once(
    board_text: str, columns: str, turn: str, variant: str, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit = Editor(f"{board_text:.<37} {columns if '/' in columns else columns + '///'} {turn} {variant}")
    assert len(edit.problems) == len(messages)
    for problem, message in zip(edit.problems, messages, strict=True):
        assert message in problem
        assert problem in said(edit)
    assert "Not a position yet" in edit.picture.value
    check_in_step(edit)
    with pytest.raises(TextError) as refused:
        _ = edit.state
    assert all(problem in str(refused.value) for problem in edit.problems)
    assert edit.look is None
    for action in (edit.what_wins, edit.what_decides, edit.player, edit.stepper):
        with pytest.raises(TextError, match="not a position yet"):
            action()
    monkeypatch.setattr(app.App, "reraise", False)
    press(edit, "What wins?")
    assert "not a position yet: what is missing is said below" in unescape(edit.error_line.value)
    assert edit._panel == "edit"


def test_an_empty_draft_is_no_error_yet() -> None:
    edit = Editor()
    assert "0 of 32 cards placed" in said(edit)
    assert "✗" not in said(edit)


def test_what_is_wrong_is_said_while_it_is_built() -> None:
    edit = Editor(SAMPLE)
    assert edit.problems == ()
    edit.press_cell("TK")
    assert len(edit.problems) == 1
    edit.draft.press_card("8s")
    assert len(edit.problems) == 2
    assert "✗" in said(edit)
    edit.draft.press_card("8s")
    edit.draft.set_cell("TK", ".")
    assert edit.problems == ()
    assert "✓" in said(edit)
    edit.turn.value = "brooks2"
    assert len(edit.problems) == 2


def test_a_game_that_is_over_is_shown_but_not_looked_ahead() -> None:
    state = State.parse(SAMPLE)
    for columns in ("bc", "ab", "cd", "bc"):
        state = state.play(Move(columns))
    edit = Editor(state)
    assert edit.state == state
    assert "the game is over, you win (your fork)" in said(edit)
    assert edit.look is None
    for action in (edit.what_wins, edit.what_decides):
        with pytest.raises(ValueError, match=r"the game is over: you win \(your fork\)"):
            action()
    edit.draft.set_cell("TK", ".")  # what ended the game is found anew
    edit.draft.set_turn("me")
    assert edit.draft.position.outcome is None


def test_a_position_begun_half_way_may_belong_to_no_whole_game() -> None:
    edit = Editor(f"{'xoo':.<37} {CARDS} me standard")
    assert edit.problems == ()
    assert "a whole game does not come to these numbers" in said(edit)


# Answers.


def test_each_move_has_colour_mark_and_word_and_its_line_and_reason() -> None:
    edit = Editor(SAMPLE)
    press(edit, "What wins?")
    shown = [button for button in edit.verdicts.buttons if button.layout.display is None]
    assert [button.description for button in shown] == [
        f"{'✓' if verdict == 'win' else '✗'} {move} {verdict}" for move, verdict in VERDICTS.items()
    ]
    assert len({(button.description.split()[0], button.style.button_color) for button in shown}) == 2
    assert edit.chosen == Move("bc")
    words = said(edit)
    assert "Won: bc and bd win; the others are lost." in words
    assert "bc, win.  9s+Qc to 9T. She must take Ks+Jh (JK to JQ) and 7d+8s (78 to 8A)" in words
    assert "you 9s+Qc to 9T; she Jh+Ks to JQ, 7d+8s to 8A; you Tc+Ac to TK: you win (your fork)." in words
    best = edit.picture.value
    press(edit, "✗ ac loss")
    assert edit.chosen == Move("ac")
    assert "Whatever you take then, she takes TK" in said(edit)
    assert edit.picture.value != best
    edit.select("bc")
    assert edit.picture.value == best
    with pytest.raises(ValueError, match="aa is none of the moves"):
        edit.select("aa")
    press(edit, "Edit")
    assert "role=" in edit.picture.value
    check_in_step(edit)


def test_an_edit_drops_the_answer() -> None:
    edit = Editor(SAMPLE)
    edit.what_wins()
    edit.select("ac")
    edit.draft.fresh_deal(1)
    assert edit._panel == "edit"
    with pytest.raises(ValueError, match="none of the moves"):
        edit.select("ac")
    assert edit.look == look(edit.state)
    edit.undo()
    edit.what_wins()
    assert edit.chosen == Move("bc")


def test_all_kinds_of_answers() -> None:
    state = State.parse(SAMPLE)
    hers = state.play(Move("ac"))
    edit = Editor(hers)
    edit.what_wins()
    assert "Lost: every move loses. She must take Qh+Qc (QQ to JQ)" in said(edit)
    assert "Dr. Brooks must take Qh+Qc to JQ and 7d+8s to 8A first." in said(edit)
    assert 'data-cell="JQ" data-owner="brooks"' in edit.picture.value  # drawn as it is when you choose
    edit.load(deal(1).text)
    edit.what_wins()
    assert "Open: no move wins before the next deal" in said(edit)
    assert all(button.description.startswith("○") for button in edit.verdicts.buttons[:6])
    assert edit.verdicts.buttons[6].layout.display == "none"
    edit.draft.set_variant(VARIANTS[1])
    edit.what_wins()
    assert [button.layout.display for button in edit.verdicts.buttons] == [None] * 10
    edit.load(f"{'xoo':.<37} {DUE} me standard")
    edit.what_wins()
    assert "Open: a deal is due, and nothing is certain before it." in said(edit)
    assert edit.chosen is None
    edit.load(f"oooxoooooooxooooxxooxooooxxxxxoxooxo. {DUE} me standard")
    edit.what_wins()
    assert "Won: only the centre is left, and it is yours whatever is dealt." in said(edit)
    edit.load(f"oooxoxooxooooooxooooooxxoooxxxooxxox. {DUE} me standard")
    edit.what_wins()
    assert "Lost: Only the centre is left, yours in any case" in said(edit)


def test_what_decides_marks_the_cells() -> None:
    edit = Editor(SAMPLE)
    press(edit, "What decides?")
    assert edit.picture.value.count(">never<") == 6
    assert edit.picture.value.count(">you+she<") == 1
    assert "TK is vacant, and whoever takes it wins." in said(edit)
    assert "you+she</b>: whoever takes it wins<br>TK" in edit.legend.value
    assert "the centre" in edit.legend.value
    edit.load(f"{'xoo' * 5:.<37} {CARDS} me standard")
    with pytest.raises(TextError, match="22 cells are vacant; which of them decide can be told when 12 are or fewer"):
        edit.what_decides()
    assert edit._panel == "edit"


def test_a_refusal_leaves_no_other_answer_standing(monkeypatch: pytest.MonkeyPatch) -> None:
    edit = Editor(f"{'xoo' * 5:.<37} {CARDS} me standard")
    edit.what_wins()
    assert edit.verdicts.layout.display is None
    monkeypatch.setattr(app.App, "reraise", False)
    press(edit, "What decides?")
    assert "22 cells are vacant" in edit.error_line.value
    assert edit._panel == "edit"
    assert edit.words.layout.display == edit.verdicts.layout.display == "none"
    assert edit.controls.layout.display is None


def test_only_one_panel_is_shown() -> None:
    edit = Editor(SAMPLE, clickable=False)
    for ask, shown in (
        (edit.what_wins, {edit.verdicts, edit.words}),
        (edit.what_decides, {edit.legend, edit.words}),
        (edit.edit, {edit.tray_box, edit.controls, *edit.cells}),
    ):
        ask()
        every = {edit.verdicts, edit.words, edit.legend, edit.tray_box, edit.controls, *edit.cells}
        assert {widget for widget in every if widget.layout.display is None} == shown


def test_a_search_in_a_notebook_goes_on_beside_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    found = editor.answer(State.parse(SAMPLE))
    release = False

    def slow(state: State) -> Any:
        while not release:
            time.sleep(0.001)
        return found

    monkeypatch.setattr(editor, "answer", slow)

    async def watch() -> None:
        nonlocal release
        edit = Editor(SAMPLE)
        press(edit, "What wins?")
        assert edit.wins_button.description == "Stop"
        assert edit.verdicts.head.value == "Looking ..."
        await asyncio.sleep(0.01)
        press(edit, "Stop")
        assert edit.wins_button.description == "What wins?"
        assert edit._panel == "edit"
        edit.what_wins()
        await asyncio.sleep(0.01)
        edit.press_cell("TK")  # an edit stops it as well
        assert edit.wins_button.description == "What wins?"
        edit.undo()
        edit.what_wins()
        release = True
        while edit.wins_button.description == "Stop":
            await asyncio.sleep(0.001)
        assert edit.look is found.look
        assert "Won" in edit.verdicts.head.value
        edit.close()

    asyncio.run(watch())


def test_a_search_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(state: State) -> Any:
        raise ValueError("a <made> failure")

    monkeypatch.setattr(editor, "answer", fail)

    async def watch() -> None:
        edit = Editor(SAMPLE)
        edit.what_wins()
        while edit.wins_button.description == "Stop":
            await asyncio.sleep(0.001)
        assert "a &lt;made&gt; failure" in edit.error_line.value
        assert edit._panel == "edit"
        edit.close()

    asyncio.run(watch())


def test_hands_the_position_on() -> None:
    edit = Editor(SAMPLE)
    assert edit.player().state == edit.stepper().state == edit.state


# Text and editor.

CELLS_TEXT = st.text(".xo", min_size=37, max_size=37)
TURNS = st.sampled_from(["me", "brooks", "brooks2"])


@st.composite
def drafts(draw: st.DrawFn) -> str:
    """A text that can be read, possible or not."""
    cards = shuffled(PIQUET.cards, draw(st.integers(0, 1000)), 1)
    heights = [draw(st.integers(0, 8)) for _ in COLUMNS]
    columns = "/".join("".join(map(str, cards[8 * place : 8 * place + height])) for place, height in enumerate(heights))
    return f"{draw(CELLS_TEXT)} {columns} {draw(TURNS)} {draw(st.sampled_from(VARIANTS))}"


@settings(max_examples=20)
@given(st.lists(drafts(), min_size=1, max_size=3))
def test_text_goes_in_and_out_unchanged(texts: list[str]) -> None:
    edit = Editor(texts[0])
    for text in texts:
        edit.position.value = text
        assert edit.text == text
        assert edit.problems == tuple(State.parse(text, check=False).problems())
        if not edit.problems:
            assert State.parse(text) == edit.state
        check_in_step(edit)
    edit.close()


@settings(max_examples=12)
@given(
    st.lists(
        st.tuples(st.just("cell"), st.integers(0, 36))
        | st.tuples(st.just("card"), st.sampled_from(PIQUET.cards))
        | st.tuples(st.just("column"), st.sampled_from(COLUMNS))
        | st.tuples(st.just("undo"), st.none()),
        max_size=12,
    )
)
def test_whatever_is_pressed_all_stays_in_step(acts: list[tuple[str, Any]]) -> None:
    edit = Editor(f"{'xoo':.<37} 8dJsTs/Jc8c7h9cJdAcJhQc// me standard")
    for kind, what in acts:
        if kind == "cell":
            edit.press_cell(what)
        elif kind == "card" and (what not in edit.draft.tray or edit.draft.room(edit.draft.column)):
            edit.draft.press_card(what)
        elif kind == "column":
            edit.draft.choose_column(what)
        elif kind == "undo" and not edit.undo_button.disabled:
            edit.undo()
        check_in_step(edit)
        assert State.parse(edit.text, check=False) == edit.draft.position
    edit.close()


# Widgets do not grow in number.


def test_fifty_positions_build_no_widget() -> None:
    edit = Editor(clickable=True)
    before = set(_instances)
    for seed in range(50):
        edit.load(deal(seed, VARIANTS[seed % 2]).text if seed % 5 else SAMPLE)
        edit.what_wins()
        if seed % 5 == 0:
            edit.what_decides()
        edit.press_cell(seed % 37)
        edit.undo()
    edit.large_type.value = True
    assert set(_instances) == before


@pytest.mark.parametrize("clickable", [True, False])
def test_close_frees_every_widget(clickable: bool) -> None:
    before = set(_instances)
    edit = Editor(SAMPLE, clickable=clickable)
    edit.what_wins()
    assert len(set(_instances) - before) > 100
    edit.close()
    assert set(_instances) == before


def test_all_buttons_have_words() -> None:
    edit = Editor(SAMPLE, clickable=False)
    found = set(buttons(edit)) - set(edit.verdicts.buttons)  # these say something when there is an answer
    assert len(found) > 32 + 37
    assert all(button.description for button in found)
    assert card_button(Editor(SAMPLE), "Qc").tooltip == "queen of clubs"


def test_cells_have_buttons_that_say_what_is_there_where_the_picture_takes_no_clicks() -> None:
    edit = Editor(SAMPLE, clickable=False)
    assert [button.description for button in edit.cells] == [board.label(cell) for cell in range(37)]
    assert edit.cells[0].tooltip == "77, Dr. Brooks"
    edit.cells[0].click()
    assert edit.cells[0].tooltip == "77, vacant"
    assert 'role="button"' not in edit.picture.value
    assert len({(button.layout.left, button.layout.top) for button in edit.cells}) == 37
    assert Editor(SAMPLE).cells == ()


def test_large_type() -> None:
    edit = Editor(SAMPLE)
    small = edit.picture.value
    press_switch = next(button for button in buttons(edit) if button.description == "Large type")
    press_switch.value = True
    assert edit.large
    assert edit.picture.value != small
