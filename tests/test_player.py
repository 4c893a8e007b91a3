"""Playing Dr. Brooks without a browser: choosing, playing, undo, deals, branches, records, random actions."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ipywidgets import HTML, Button, Widget
from ipywidgets.widgets.widget import _instances

from spiralkit import Deal, Line, Move, MoveError, State, board, deal, record
from spiralkit.cards import TextError
from spiralkit.lookahead.players import greedy, play_game, random_policy
from spiralkit.spiral import BOTH, NO_SHUFFLE, ONE_COLUMN, VARIANTS, redeal
from spiralkit.widgets import Player, Stepper, app, turns

pytestmark = pytest.mark.usefixtures("_apps")

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
ENDGAME = "ooxooxoooooxooooxo.oo.xoooxooxox.xxx. AcJsAs/JdQs9h/Kh8d7c7sTs/Qd9cQh9dKc me standard"


def buttons(box: Widget) -> Iterator[Button]:
    for child in getattr(box, "children", ()):
        if isinstance(child, Button):
            yield child
        yield from buttons(child)


def press(box: Widget, description: str) -> None:
    next(button for button in buttons(box) if button.description == description).click()


def play_through(player: Player, game: Line[State, Move | Deal]) -> None:
    """Play your moves of a game; the deals and her pieces come by themselves."""
    for state, move in zip(game.states, game.moves, strict=False):
        if state.turn == "me" and isinstance(move, Move):
            player.play(move)


# What it takes.


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_game_of_a_seed_goes_as_that_seed_says(variant: Any) -> None:
    game = play_game(6, random_policy, variant)
    player = Player(seed=6, variant=variant)
    play_through(player, game)
    assert player.line.moves == game.moves
    assert player.state == game.state
    assert player.state.outcome is not None
    assert record.read(player.text).line.states == game.states
    assert '[Seed "6"]' in player.text


def test_takes_your_line_at_its_place_and_exposes_it() -> None:
    line = play_game(6, greedy)
    line.go(3)
    player = Player(line, seed=6)
    assert player.line is line
    assert player.state == line.states[3]
    player.play(line.moves[3])
    assert line.at == player.place == 6
    assert not line.branches


def test_takes_states_records_positions_and_nothing() -> None:
    assert Player(deal(3)).state == deal(3)
    assert Player(SAMPLE).state == State.parse(SAMPLE)
    game = play_game(6, greedy)
    text = record.write(game, {"Seed": "6", "Name": "mine"})
    for given_ in (text, record.read(text)):
        player = Player(given_)
        assert player.state == game.state  # picked up where it was left
        assert player.seed == 6
        assert player.text == text
    new = Player()
    assert new.seed is not None
    assert new.state == deal(new.seed)
    assert Player(variant=BOTH).state.variant == BOTH


def test_refuses_what_is_no_game() -> None:
    for text, what in (("", "no deal and no Position"), ("." * 36 + " 1/2/3/4 me standard", "36 characters")):
        with pytest.raises(TextError, match=what):
            Player(text)
    with pytest.raises(ValueError, match="one-column cannot be given as well"):
        Player(deal(1), variant=ONE_COLUMN)


# Choosing and playing.


def test_each_legal_pick_is_a_button_that_shows_and_then_plays() -> None:
    player = Player(SAMPLE, clickable=False)
    shown = [button for button in player.pairs.values() if button.layout.display is None]
    assert len(shown) == 6
    assert all(not button.disabled for button in shown)
    plain = player.picture.value
    press(player, "bc: 9Q → 9T")
    assert player.selected == "bc"
    assert len(player.line) == 0
    assert player.story()[:3] == [
        "If you take bc: Qc + 9s name 9Q; taken, so down the spiral to 9T.",
        "Then she takes ab: Ks + Jh name JK; taken, so down the spiral to JQ.",
        "Then she takes cd: 7d + 8s name 78; taken, none vacant below, so up the spiral to 8A.",
    ]
    assert player.picture.value != plain
    assert "Dr. Brooks takes next JQ, then 8A" in player.picture.value
    assert "Chosen: b and c" in player.picture.value
    assert player.pairs[Move("ab")].tooltip.startswith("If you take ab: ")
    press(player, "Play bc")
    assert player.line.moves == (Move("bc"), Move("ab"), Move("cd"))
    assert player.selected == ""
    assert player.story()[:3] == [
        "You (bc): Qc + 9s name 9Q; taken, so down the spiral to 9T.",
        "Dr. Brooks (ab): Ks + Jh name JK; taken, so down the spiral to JQ.",
        "Dr. Brooks (cd): 7d + 8s name 78; taken, none vacant below, so up the spiral to 8A.",
    ]
    assert player.picture.value.count('stroke="#1A1A1A" stroke-width="2.6"') == 3  # the last pieces are ringed


def test_one_column_has_ten_buttons() -> None:
    player = Player(seed=1, variant=ONE_COLUMN)
    shown = [move for move, button in player.pairs.items() if button.layout.display is None]
    assert shown == list(deal(1, ONE_COLUMN).moves())
    assert len(shown) == 10
    player.press_card("a")
    player.press_card("a")
    assert player.selected == "aa"
    player.press_card("a")
    assert player.line.moves[0] == Move("aa")


def test_cards_are_chosen_one_by_one() -> None:
    player = Player(SAMPLE)
    player.press_card("b")
    assert player.selected == "b"
    assert player.story() == ["Qc (b) is chosen. With a second card: a QK, c 9Q → 9T, d 8Q → 8A."]
    player.press_card("b")
    assert player.selected == ""
    player.press_card("c")
    player.press_card("b")
    assert player.selected == "bc"
    player.press_card("a")  # none of the pair: another first card
    assert player.selected == "a"
    player.press_card("b")
    player.press_card("a")  # one of the pair: played
    assert player.line.moves[0] == Move("ab")


def test_cells_say_what_leads_there_and_choose_the_only_way() -> None:
    player = Player(SAMPLE)
    player.press_cell("TK")
    assert player.story() == ["TK is vacant. The pairs TK, TA, JJ lead there; now you can make none of them."]
    assert "Marked strongly: TK" in player.picture.value
    player.press_cell("9T")
    ways = [move for move in player.state.moves() if player.state.placement(move).cell == board.cell_of("9T")]
    assert all(player.pairs[move].button_style in ("info", "primary") for move in ways)
    player.press_cell("77")
    assert player.story()[0].startswith("77 has her piece. A pair 77 slides to ")
    only = next(
        cell
        for cell in board.cells(board.FULL & ~player.state.occupied)
        if sum(player.state.placement(move).cell == cell for move in player.state.moves()) == 1
    )
    player.press_cell(only)
    assert len(player.selected) == 2
    player.press_cell(only)
    assert player.state.owner(only) == "x"


def test_what_is_pointed_at_is_shown_for_the_moment() -> None:
    player = Player(seed=6)
    plain, told = player.picture.value, player.story()
    player.point(column="d")
    assert player.picture.value == plain  # no first card yet
    player.press_card("b")
    one = player.picture.value
    player.point(column="d")
    assert player.choice.shown(player.state) == Move("bd")
    assert player.story()[0] == "If you take bd: Qs + Kd name QK."
    assert player.selected == "b"
    player.point()
    assert player.picture.value == one
    player.clear()
    player.point(cell="QK")
    assert player.story() == [
        "QK is vacant. The pair QK leads there; now you can make it by bd: Qs + Kd, cd: Qd + Kd. Choose bd or cd."
    ]
    assert player.choice.shown(player.state) is None
    player.point(cell="JK")
    assert player.choice.shown(player.state) == Move("ad")
    player.point()
    assert (player.picture.value, player.story()) == (plain, told)


def test_the_picture_is_heard() -> None:
    player = Player(seed=6)
    assert player.clickable
    assert 'role="button"' in player.picture.value

    def do(act: str, **data: str) -> None:
        player.picture._handle_custom_msg({"act": act, **data}, [])

    do("press", column="b", card="Qs")
    do("point", column="d", card="Kd")
    assert player.choice.shown(player.state) == Move("bd")
    do("press", column="d", card="Kd")
    assert player.selected == "bd"
    do("press", cell="QK", owner="", index="26")
    assert player.place == 3
    do("key", key="u")
    assert player.place == 0
    do("key", key="r")
    assert player.place == 3
    do("key", key=",")
    assert player.place == 2
    do("key", key=".")
    assert player.place == 3
    do("key", key="A")
    assert player.selected == "a"
    do("key", key="Escape")
    assert player.selected == ""
    do("key", key="x")
    do("key", key=".")  # what fails is shown (ipywidgets keeps it from being raised here)
    assert "the line does not go on" in player.error_line.value
    do("point", cell="QK")
    do("point")  # as when the pointer leaves the picture: what was said stays
    assert "the line does not go on" in player.error_line.value
    do("key", key="a")
    assert player.error_line.value == ""


@pytest.mark.parametrize("missing", [True, False])
def test_without_anywidget_all_goes_by_buttons(missing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if missing:
        monkeypatch.delitem(sys.modules, "spiralkit.widgets.clickable", raising=False)
        monkeypatch.setitem(sys.modules, "anywidget", None)
    player = Player(seed=6, clickable=missing)
    assert isinstance(player.picture, HTML)
    assert not player.clickable
    assert 'role="img"' in player.picture.value
    while player.state.outcome is None:
        move = player.state.moves()[-1]
        player.pairs[move].click()
        player.pairs[move].click()
    assert all(button.disabled for button in player.pairs.values())
    assert "Undo to play on differently" in player.story()[-1]


def test_what_cannot_be_is_refused_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(seed=1)
    for action in (
        lambda: player.play(),
        lambda: player.play("aa"),
        lambda: player.press_card("e"),
        lambda: player.undo(),
        lambda: player.redo(),
        lambda: player.back(),
        lambda: player.forward(),
        lambda: player.deal(3),
        lambda: player.return_to(0),
        lambda: player.go(1),
        lambda: player.play("a"),
        lambda: player.press_cell("ZZ"),
        lambda: player.press_cell(37),
    ):
        with pytest.raises((MoveError, TextError, IndexError, ValueError)):
            action()
    assert (player.place, len(player.line), player.selected) == (0, 0, "")
    monkeypatch.setattr(app.App, "reraise", False)
    player.press_card("a")
    player.go(0)
    player.record_text.value = "rubbish"
    press(player, "Load text")
    assert "rubbish" in player.error_line.value
    player.line.play(Move("ab"))
    player.forward()
    with pytest.raises(MoveError, match=r"no pair can be chosen: Dr\. Brooks places two pieces"):
        player.press_card("a")


# Back and forth.


def test_undo_and_redo_go_through_her_pieces_and_through_deals() -> None:
    game = play_game(6, greedy)
    assert any(isinstance(move, Deal) for move in game.moves)
    decisions = [place for place, state in enumerate(game.states) if turns.decides(state)]
    player = Player(game, seed=6)
    for place in reversed(decisions):
        player.undo()
        assert player.place == place
    assert player.undo_button.disabled
    for place in [*decisions[1:], len(game)]:
        player.redo()
        assert (player.place, player.state) == (place, game.states[place])
    assert player.redo_button.disabled
    for place in range(len(game) - 1, -1, -1):
        player.back()
        assert player.place == place
    for place in range(1, len(game) + 1):
        player.forward()
        assert player.state == game.states[place]
    assert not game.branches


def test_playing_on_from_between_her_pieces_lets_the_rest_follow() -> None:
    player = Player(seed=6)
    player.play("bd")
    player.back()
    with pytest.raises(MoveError, match="her second piece"):
        player.play("ab")
    player.redo()
    assert player.place == 3
    state = deal(6).play(Move("bd"))
    other = Player(state, seed=6)
    assert other.redo_button.description == "Go on"
    press(other, "Go on")
    assert other.state == player.state


def test_a_branch_is_kept_and_comes_back() -> None:
    game = play_game(6, greedy)
    whole = game.moves
    player = Player(game, seed=6)
    for _ in range(4):
        player.undo()
    at = player.place
    other = next(move for move in player.state.moves() if move != whole[at])
    player.play(other)
    assert turns.partings(player.line)[0].startswith(f"1. your piece {player.line.states[at].mine.bit_count() + 1}: ")
    assert [name for name, _ in player.branch_list.options] == ["1 branch: return to ..", *turns.partings(player.line)]
    mine = player.line.moves
    player.branch_list.value = 0
    assert player.line.moves == whole
    assert player.place == len(whole)
    assert player.branch_list.value is None
    player.return_to(0)
    assert player.line.moves == mine
    player.go(at)
    player.play(whole[at])  # what was played before is followed, not made again
    assert player.line.moves == whole
    assert player.line.branches == (mine,)


def test_another_app_may_change_the_line() -> None:
    line: Line[State, Move | Deal] = Line(deal(6))
    one, two = Player(line, seed=6), Player(line, seed=6)
    one.play("bd")
    one.play("ab")
    assert (one.place, two.place) == (6, 0)
    one.select("cd")
    two.play("ab")
    assert (one.place, two.place) == (3, 3)
    one.back()
    one.draw()
    assert one.selected == ""
    assert one.state == line.states[2]


# Deals.


def test_a_table_top_game_waits_for_the_cards() -> None:
    player = Player(play_game(6, greedy).states[9].text)  # three turns into the first deal
    assert player.seed is None
    for _ in range(9):
        if not player.state.deal_due:
            player.play(player.state.moves()[0])
    assert player.state.deal_due
    assert player.deal_row.layout.display is None
    assert player.pair_row.layout.display == "none"
    assert player.redo_button.disabled
    with pytest.raises(MoveError, match="type the cards as you dealt them"):
        player.redo()
    with pytest.raises(TextError):
        player.deal("7c/8c/9c/Tc")
    at = player.place
    player.deal_text.value = str(redeal(99, 5))
    press(player, "Deal these")
    assert player.line.moves[at] == redeal(99, 5)
    assert player.deal_text.value == ""
    assert player.seed is None
    assert player.pair_row.layout.display is None
    typed = player.line.moves
    player.go(at)
    player.deal_seed.value = "17"
    press(player, "Deal by seed")
    assert player.line.moves[at] == redeal(17, 2)
    assert player.seed == 17
    assert '[Seed "17"]' in player.text
    assert player.line.branches == (typed,)
    assert "of seed 17" in player.story()[-1]


def test_deals_of_a_seed_do_not_depend_on_what_was_tried() -> None:
    game = play_game(6, random_policy)
    player = Player(seed=6)
    for place, move in enumerate(game.moves):
        if player.place == place and turns.decides(player.state):
            for wrong in player.state.moves():
                if wrong != move:
                    player.play(wrong)
                    player.undo()
            player.play(move)
    assert player.line.moves == game.moves


# Records, new games, the stepper.


def test_saves_loads_and_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    player = Player(seed=6)
    player.play("bd")
    player.record_button.value = True
    assert player.record_text.value == player.text
    assert player.pair_row.layout.display == "none"
    player.file_name.value = str(path)
    press(player, "Save file")
    press(player, "Position text")
    assert player.record_text.value == player.state.text
    press(player, "New game")
    assert not player.record_button.value
    assert player.pair_row.layout.display is None
    assert player.state == deal(player.seed)
    player.seed_field.value, player.variant_field.value = "12", NO_SHUFFLE
    press(player, "New game of seed")
    assert (player.state, player.seed) == (deal(12, NO_SHUFFLE), 12)
    press(player, "Load file")
    assert (player.place, player.seed) == (3, 6)
    player.record_text.value = SAMPLE
    press(player, "Load text")
    assert player.state == State.parse(SAMPLE)
    assert player.seed is None
    player.play("bc")
    assert player.place == 3


def test_hands_the_game_to_a_stepper() -> None:
    player = Player(play_game(6, greedy), seed=6)
    player.undo()
    steps = player.stepper()
    assert isinstance(steps, Stepper)
    assert steps.line is player.line
    assert steps.place == player.place
    steps.first()
    assert player.place > 0
    steps.close()
    before = set(_instances)
    player.stepper_button.value = True
    below = player.children[-1]
    assert isinstance(below, Stepper)
    player.new_game(3)
    assert below.line is player.line
    player.play("ab")
    assert len(below.moves.options) == 4
    player.stepper_button.value = False
    assert set(_instances) == before
    player.show_stepper(True)
    player.close()
    assert not [widget for widget in _instances.values() if widget in (below, player)]


# Widgets, type, errors.


def test_playing_builds_no_widget_and_close_frees_all() -> None:
    start = set(_instances)
    player = Player(seed=6)
    assert len(_instances) - len(start) > 60
    before = set(_instances)
    for seed in range(8):
        game = play_game(seed, random_policy)
        player.new_game(seed)
        play_through(player, game)
        player.undo()
        player.set_large(seed % 2 == 0)
    player.load(SAMPLE)
    assert set(_instances) == before
    player.close()
    assert set(_instances) == start


def test_the_stepper_below_has_the_same_type() -> None:
    player = Player(seed=6)
    player.show_stepper(True)
    player.large_type.value = True
    assert player._below is not None
    assert player._below.large
    player.show_stepper(False)
    assert player.large


def test_large_type() -> None:
    player = Player(seed=6)
    small = player.picture.value
    player.large_type.value = True
    assert "spiralkit-large" in player._dom_classes
    assert player.picture.value != small
    assert Player(seed=6, large=True).picture.value == player.picture.value


def test_all_buttons_have_words() -> None:
    assert all(button.description for button in buttons(Player(seed=6)))


# Random actions.

MOVES = st.sampled_from([one + two for one in "abcd" for two in "abcd" if one <= two])
ACTIONS = st.one_of(
    st.tuples(st.just("play"), st.one_of(MOVES, st.none())),
    st.tuples(st.just("press"), MOVES),
    st.tuples(st.just("press_card"), st.sampled_from("abcd")),
    st.tuples(st.just("press_cell"), st.sampled_from([board.label(cell) for cell in range(board.CELLS)])),
    st.tuples(st.just("key"), st.sampled_from("abcdurx.,") | st.just("Escape")),
    st.tuples(st.just("deal"), st.integers(1, 9) | st.builds(lambda n: str(redeal(n, 3)), st.integers(1, 9))),
    st.tuples(st.sampled_from(["undo", "redo", "back", "forward", "clear", "lucky"])),
    st.tuples(st.just("go"), st.integers(0, 40)),
    st.tuples(st.just("return_to"), st.integers(0, 3)),
    st.tuples(st.just("point"), st.sampled_from(["", "TK", "77", "--"]), st.sampled_from(["", "a", "d"])),
    st.tuples(st.just("load"), st.sampled_from([SAMPLE, ENDGAME, "rubbish"])),
    st.tuples(st.just("new_game"), st.integers(1, 5), st.sampled_from(VARIANTS)),
    st.tuples(st.just("set_large"), st.booleans()),
    st.tuples(st.just("show_record"), st.booleans()),
)


def lucky(player: Player) -> None:
    """Play on for a while, so that games get long."""
    for _ in range(5):
        if turns.decides(player.state):
            player.play(player.state.moves()[-1])


def check(player: Player) -> None:
    """What holds whatever was done."""
    line, state = player.line, player.state
    again = record.read(player.text).line
    assert again.states == line.states
    assert State.parse(state.text) == state == line.states[player.place]
    assert record.read(player.text).line.moves == line.moves
    for cell in range(board.CELLS):
        owner = {"x": "me", "o": "brooks", ".": ""}[state.owner(cell)]
        assert f'data-cell="{board.label(cell)}" data-owner="{owner}"' in player.picture.value
    enabled = tuple(move for move, button in player.pairs.items() if not button.disabled)
    assert enabled == (state.moves() if state.turn == "me" else ())
    if len(player.selected) == 2:
        assert Move(player.selected) in enabled
    assert player.undo_button.disabled == (player.place == 0)
    assert len(player.branch_list.options) == len(line.branches) + 1
    for branch in line.branches:
        Line(line.start, branch)
    assert all(player.story())


@settings(max_examples=40)
@given(actions=st.lists(ACTIONS, min_size=50, max_size=50), clickable=st.booleans())
def test_whatever_is_done_the_game_stays_whole_and_no_failure_is_silent(
    actions: list[tuple[Any, ...]], clickable: bool
) -> None:
    """Forty times fifty actions."""
    player = Player(seed=6, clickable=clickable)
    before = set(_instances)
    for name, *values in actions:
        seen = player.line.moves, player.place, player.selected, player.line.branches
        player.error_line.value = ""
        action = lucky if name == "lucky" else getattr(player, name)
        try:
            player.attempt(action, *([player] if name == "lucky" else values))
        except (MoveError, TextError, ValueError, IndexError):
            refused = True
        else:
            refused = False
        assert ('role="alert"' in player.error_line.value) == refused
        if refused and name != "lucky":
            assert (player.line.moves, player.place, player.selected, player.line.branches) == seen
        check(player)
        assert set(_instances) == before
    player.close()
