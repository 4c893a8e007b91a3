"""Stepping through and playing the colour-conversion spiral, without a browser."""

import pytest
from apps import buttons, press
from ipywidgets.widgets.widget import _instances

from spiralkit import Line, MoveError, record
from spiralkit import deal as deal_spiral
from spiralkit.cards import TextError
from spiralkit.conversion import Move, Rules, State, deal, reshuffle
from spiralkit.lookahead.conversion import play_game, random_policy, sweep
from spiralkit.record import ConversionLine
from spiralkit.widgets import ConversionPlayer, Stepper, app, turns
from spiralkit.widgets.tell_conversion import happened

pytestmark = pytest.mark.usefixtures("_apps")


@pytest.fixture(scope="module")
def played() -> ConversionLine:
    """A whole game with a dump and a reshuffle."""
    line = play_game(7, sweep)
    assert {move.do for move in line.moves} >= {"dump", "reshuffle", "top", "swap"}
    return line


def again(line: ConversionLine) -> ConversionLine:
    """The same game at its start."""
    copy = Line(line.start, line.moves)
    copy.go(0)
    return copy


# The stepper.


def test_each_step_shows_exactly_its_state(played: ConversionLine) -> None:
    steps = Stepper(again(played))
    seen = []
    for place, state in enumerate(played.states):
        assert (steps.place, steps.state) == (place, state)
        for number, card in enumerate(state.cards, 1):
            owner = "me" if number in state.yours else ""
            assert f'data-cell="{number}" data-owner="{owner}" data-shows="{card}"' in steps.picture.value
        seen.append((steps.picture.value, steps.words.value))
        steps.forward()
    for place in range(len(played), -1, -1):
        assert (steps.picture.value, steps.words.value) == seen[place]
        steps.back()


def test_a_chain_is_told_card_by_card(played: ConversionLine) -> None:
    steps = Stepper(again(played))
    names = [name for name, _ in steps.moves.options]
    assert names[:6] == [
        "start",
        "1. cover 1 by Ad",
        "\u2003draw 4c",
        "\u2003spiral in",
        "\u200314 converts 15: 5d",
        "\u2003draw 2d",
    ]
    steps.go(3)
    assert steps.story() == [
        "You spiral in.",
        "16 to 15 convert nothing.",
        "A conversion: 6d on 14 converts 15 by a red card.",
    ]
    steps.switches["Next choice"].value = True
    assert steps.story()[-1] == "Next: 5d onto 15 (5c). Its place has had its turn."
    assert "place 15, five of clubs, yours, can be chosen, chosen" in steps.picture.value
    steps.forward()
    assert steps.story()[0] == "6d on 14 converts 5c on 15: 5d lies there now."


def test_the_places_that_are_passed_are_told_once_each() -> None:
    """Every place of both spirals of a cycle is told, as one that converts or as one that converts nothing."""
    for seed in (7, 8, 31):
        line = play_game(seed, random_policy)
        told: dict[tuple[int, str], list[int]] = {}
        for state, move in zip(line.states, line.moves, strict=False):
            step = move.do if move.do in ("in", "out") else state.step
            places = told.setdefault((state.cycle, step), [])
            if move.do == "convert" and move.places[0] not in places:
                places.append(move.places[0])
            words = happened(state, move)
            if len(words) > 1:
                first, *last = [int(word) for word in words[1].split() if word.isdecimal()]
                far = last[0] if last else first
                places += range(first, far + (1 if far >= first else -1), 1 if far >= first else -1)
        whole = [places for (cycle, step), places in told.items() if step == "in" and (cycle, "out") in told]
        assert whole
        assert all(places == list(range(16, 0, -1)) for places in whole)
        out = [places for (cycle, step), places in told.items() if step == "out" and (cycle + 1, "cover") in told]
        assert all(places == list(range(1, 17)) for places in out)


def test_switches_and_renderers(played: ConversionLine) -> None:
    steps = Stepper(again(played))
    steps.go(3)
    for name in ("Targets", "Next choice"):
        before = steps.picture.value
        steps.switches[name].value = not steps.switches[name].value
        assert steps.picture.value != before
    drawn = Stepper(again(played), renderer="matplotlib", large=True)
    assert bytes(drawn.picture.value).startswith(b"\x89PNG")


def test_a_stepper_takes_a_record_of_another_game(played: ConversionLine) -> None:
    steps = Stepper(deal_spiral(1))
    count = len(_instances)
    steps.load(record.write(played))
    assert steps.line.states == played.states
    assert list(steps.switches) == ["Targets", "Next choice"]
    steps.load(record.write(Line(deal_spiral(2))))
    assert list(steps.switches) == ["Groups", "Path", "Slide arrows", "Forecast"]
    assert len(_instances) == count
    steps.load(deal(5).text)
    assert steps.state == deal(5)
    steps.last()


# The player.


def choose(player: ConversionPlayer, move: Move) -> None:
    """Choose a move by the buttons and play it."""
    places = move.places if move.do == "swap" else move.places[-1:]
    if move.cards and not player.chosen and player._card != move.cards[0]:
        press(player, str(move.cards[0]))
    for place in places:
        if place not in player._places:
            player.places[place].click()
    assert player.chosen == move
    press(player, "Play")


@pytest.mark.parametrize("rules", [Rules(), Rules("wrap", "lose")])
def test_whole_games_by_buttons(rules: Rules) -> None:
    for seed in (1, 2):
        player = ConversionPlayer(seed=seed, rules=rules, clickable=False)
        for _ in range(400):
            if player.state.outcome is not None:
                break
            assert turns.decides(player.state)
            moves = player.state.moves()
            choose(player, moves[(7 * len(player.line)) % len(moves)])
        assert player.state.outcome is not None
        assert all(button.disabled for button in (*player.hand, *player.places.values()))
        assert player.state.outcome.how in player.words.value
        assert record.read(player.text).line.states == player.line.states
        again = player.line.start
        shuffles = 0
        for move in player.line.moves:  # the reshuffles are those of the seed
            if move.do == "reshuffle":
                shuffles += 1
                assert move == reshuffle(again, seed, shuffles)
            again = again.play(move)


def test_what_leaves_no_choice_plays_itself_and_is_told() -> None:
    player = ConversionPlayer(seed=7)
    player.play("5d>15")
    assert [str(move) for move in player.line.moves] == ["5d>15", "draw:4c", "in"]
    assert player.story()[1:] == [
        "5d from your hand covers 5c on 15. You draw 4c.",
        "You spiral in. 16 to 9 convert nothing.",
    ]
    found = 0
    for seed in range(8):
        line = play_game(seed, sweep)
        player = ConversionPlayer(seed=seed)
        for state, move in zip(line.states, line.moves, strict=False):
            if turns.decides(state):
                player.play(move)
            found += move.do == "convert" and len(state.moves()) == 1
        assert player.line.moves == line.moves
    assert found


def test_choosing() -> None:
    player = ConversionPlayer(seed=7)
    with pytest.raises(MoveError, match="As cannot be played: step 1"):
        player.press_card("As")
    with pytest.raises(MoveError, match="place 7 cannot be chosen"):
        player.press_place(7)
    with pytest.raises(MoveError, match="not complete: both are wanted"):
        player.play()
    player.press_card("6h")
    assert player.story()[1] == "Chosen: 6h; a place is wanted."
    player.press_card("6h")
    assert player.story()[1].startswith("Click a card")
    player.press_card("6h")
    player.press_place(15)
    player.press_place(16)
    player.press_card("5d")
    assert str(player.chosen) == "5d>16"
    assert player.story()[0] == "5d onto 16 (3s). Lying there it converts 15 as things are."
    player.clear()
    assert player.chosen is None
    player.press_card("5d")
    player.press_place(15)
    assert len(player.line) == 0
    player.press_card("5d")  # again: plays
    assert len(player.line) == 3


def test_the_exchange_takes_two_places() -> None:
    line = play_game(7, sweep)
    place = next(place for place, state in enumerate(line.states) if state.due == "swap")
    player = ConversionPlayer(line.states[place])
    player.press_place(11)
    assert player.story()[1] == "Chosen: place 11; another place is wanted."
    player.press_place(11)
    player.press_place(11)
    player.press_place(6)
    assert str(player.chosen) == "6x11"
    player.press_place(3)
    assert player.chosen is None
    player.press_place(1)
    player.press_place(3)
    assert str(player.line.moves[0]) == "1x3"


def test_undo_redo_and_branches() -> None:
    player = ConversionPlayer(seed=7)
    with pytest.raises(MoveError, match="nothing to undo"):
        player.undo()
    player.play("5d>15")
    first = player.state
    player.undo()
    assert player.state == deal(7)
    with pytest.raises(MoveError, match="before the start"):
        player.back()
    player.redo()
    assert player.state == first
    player.back()
    assert player.state.due == "in"
    assert player.redo_button.description == "Redo"
    player.undo()
    player.play("6h>16")
    assert len(player.line.branches) == 1
    assert player.branch_list.options[1][0] == "1. cycle 1: 5d>15, 3 moves"
    player.branch_list.index = 1
    assert player.state == first
    player.undo()
    player.play("5d>15")
    assert player.state == first


def test_the_order_of_the_deck_is_not_to_be_seen() -> None:
    """Two games that differ in the order of the deck alone look the same until a card is drawn."""
    state = deal(7)
    other = state.view().imagine(state.deck[::-1])
    looks = []
    for start in (state, other):
        player = ConversionPlayer(start)
        shown = (player.picture, player.words, player.record_text, player.error_line)
        seen = [[widget.value for widget in shown]]
        for number, card in ((15, ""), (0, "5d"), (0, "6h")):
            if number:
                player.press_place(number)
            else:
                player.press_card(card)
                player.clear()
            seen.append([widget.value for widget in shown])
        player.show_record(True)
        looks.append([*seen, [widget.value for widget in shown]])
    assert looks[0] == looks[1]
    press(player, "Show record")
    assert player.record_text.value == player.text


def test_new_games_and_texts(tmp_path, played: ConversionLine) -> None:
    player = ConversionPlayer(seed=3)
    player.rule_fields["ace"].value = "high"
    player.seed_field.value = "12"
    press(player, "New game of seed")
    assert player.state == deal(12, Rules("high"))
    assert player.seed == 12
    player.load(record.write(played, {"Seed": "7"}))
    assert player.state == played.states[-1]
    assert player.seed == 7
    player.save(str(tmp_path / "game.txt"))
    other = ConversionPlayer(clickable=False)
    other.load_file(str(tmp_path / "game.txt"))
    assert other.line.states == played.states
    other.undo()
    assert turns.decides(other.state)
    other.load(played.states[3].text)
    assert (other.state, other.seed) == (played.states[3], None)
    line = again(played)
    line.go(2)
    mine = ConversionPlayer(line)
    assert mine.line is line
    assert mine.redo_button.description == "Redo"
    mine.redo()
    assert turns.decides(mine.state)


def test_what_is_no_such_game_is_refused_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TextError, match="a game of Spiral"):
        ConversionPlayer(deal_spiral(1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="its own rules"):
        ConversionPlayer(deal(1), rules=Rules("high"))
    player = ConversionPlayer(seed=3)
    monkeypatch.setattr(app.App, "reraise", False)
    for text in ("rubbish", record.write(Line(deal_spiral(1))), deal(1).text.replace("red", "blue")):
        player.record_text.value = text
        press(player, "Load text")
        assert "spiralkit-error" in player.error_line.value
        assert player.state == deal(3)
    player.attempt(player.hear, "press", {"cell": "99"})
    assert "place 99 cannot be chosen" in player.error_line.value


def test_clicks_and_keys() -> None:
    player = ConversionPlayer(seed=7)
    assert player.clickable
    player.hear("press", {"card": "5d"})
    player.hear("press", {"cell": "15", "owner": "me", "shows": "5c"})
    player.hear("point", {})
    player.hear("press", {"card": "5d"})
    assert len(player.line) == 3
    for key, place in (("u", 0), ("r", 3), (",", 2), (".", 3), ("x", 3)):
        player.hear("key", {"key": key})
        assert player.place == place
    player.hear("press", {"card": "6h"})
    player.hear("key", {"key": "Escape"})
    assert player.chosen is None


def test_no_widget_is_left_and_none_is_made_by_playing() -> None:
    before = set(_instances)
    player = ConversionPlayer(seed=7)
    count = len(_instances)
    for _ in range(6):
        player.play(player.state.moves()[-1])
    player.new_game(4)
    assert len(_instances) == count
    player.close()
    assert set(_instances) == before


def test_all_buttons_have_words() -> None:
    assert all(button.description for button in buttons(ConversionPlayer(seed=7)))
    state = State.parse(play_game(7, sweep).states[-3].text)
    assert all(button.description for button in buttons(ConversionPlayer(state)))
