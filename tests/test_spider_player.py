"""Stepping through and playing the Spider games, without a browser."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from apps import buttons, press
from ipywidgets.widgets.widget import _instances
from spider_layouts import layout, run

from spiralkit import Line, MoveError, record
from spiralkit import deal as deal_spiral
from spiralkit.cards import Deck, TextError, cross
from spiralkit.conversion import deal as deal_conversion
from spiralkit.lookahead import spider_solver
from spiralkit.lookahead.spider import fresh, greedy, hint, play_game
from spiralkit.spider import JOKER, PRESETS, SUITS, Move, Rules, State, deal, ms_deal
from spiralkit.widgets import ConversionPlayer, Player, SpiderPlayer, Stepper, app
from spiralkit.widgets.spider_choice import Choice
from spiralkit.widgets.tell_spider import happened, whereabouts

GAMES = tuple(PRESETS)


pytestmark = pytest.mark.usefixtures("_apps")


def keys(player: SpiderPlayer, text: str) -> None:
    for key in text:
        player.key(key)


def played(player: SpiderPlayer) -> list[str]:
    return [str(move) for move in player.line.moves[: player.place]]


def looks(player: SpiderPlayer) -> tuple[object, ...]:
    """All that can be seen of it."""
    shown = player.picture, player.words, player.record_text, player.error_line
    return (*(widget.value for widget in shown), player.move_list.options, player.move_list.index)


def everything(state: State) -> Counter[str]:
    """All cards of a state but those off, Jokers aside."""
    cards = [*state.stock, *(card for column in state.columns for card in column if card != JOKER)]
    return Counter(map(str, [*cards, *[state.cell] * bool(state.cell)]))


# The stepper.


@pytest.mark.parametrize("game", GAMES)
def test_each_step_shows_exactly_its_state(game: str) -> None:
    line = play_game(3, greedy, game, patience=3)
    line.go(0)
    steps = Stepper(line)
    count = len(_instances)
    seen = []
    for place, state in enumerate(line.states[:15]):
        assert (steps.place, steps.state) == (place, state)
        for letter, column in zip(state.letters, state.view().columns, strict=True):
            for number, card in enumerate(column, 1):
                words = f'data-cell="{letter}{number}" data-column="{letter}" data-card="{number}"'
                assert words in steps.picture.value
                assert card is not None or f"column {letter}, card {number} of {len(column)}, face down" in (
                    steps.picture.value
                )
        seen.append((steps.picture.value, steps.words.value))
        steps.forward()
    for place in range(min(len(line), 14), -1, -1):
        steps.go(place)
        assert (steps.picture.value, steps.words.value) == seen[place]
    assert [name for name, _ in steps.moves.options][1].startswith(f"1. {line.moves[0]}")
    before = steps.picture.value
    steps.switches["Next choice"].value = True
    assert steps.picture.value != before
    assert f"Next: {line.moves[0]}" in steps.story()[-1]
    assert len(_instances) == count


def test_what_a_move_did_is_told() -> None:
    spider = layout("spider", a="(Ks)5h", b="6h", c="QhJhTh9h8h7h6h5h4h3h2hAh")
    assert happened(spider, Move.parse("a>b")) == [
        "a>b: 5h goes from column a onto 6h of column b.",
        "Ks is turned up in column a.",
    ]
    full = layout("spider_open", a="5cKsQsJsTs9s8s7s6s5s4s3s2sAs", b="6c")
    assert happened(full, Move.parse("a!")) == ["a!: the set Ks to As is off column a."]
    tiles = layout("sparrow", a="Ew", b="Sw", c="Ww", d="Nw")
    assert happened(tiles, Move.parse("a+b+c+d!")) == ["a+b+c+d!: the set Ew Sw Ww Nw is off columns a, b, c, d."]
    tower = layout("wizards_tower weave=true", a="5w0t", b="1t")
    assert happened(tower, Move.parse("a^")) == ["a^: 0t from column a is in the tower."]
    assert happened(tower, Move.parse("b>w")) == ["b>w: 1t goes from column b to the weave cell."]
    home = run(layout("starfish", a="Ks9s", b="Th"), "*a1>c")
    assert happened(home, Move.parse("a>b")) == [
        "a>b: 9s goes from column a onto Th of column b.",
        "1 Joker goes home to the Troupe.",
    ]


# The player: whole games.


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_done_the_game_stays_whole_and_something_is_seen(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.App, "reraise", False)
    rules = "wizards_tower weave=true" if game == "wizards_tower" else game
    before = set(_instances)
    player = SpiderPlayer(seed=5, rules=rules)
    chance = random.Random(game)
    letters = player.state.letters
    count, errors = len(_instances), 0
    doings = ["card", "card", "target", "key", "list", "play", "beside", "walk", "hint", "find"]
    for doing in chance.choices(doings, k=50):
        player.error_line.value = ""
        state, look = player.state, looks(player)
        letter = chance.choice(letters)
        height = len(state.columns[letters.index(letter)])
        targets = player.choice.targets(state)
        match doing:
            case "card" if height:
                player.attempt(player.hear, "press", {"column": letter, "card": str(chance.randint(1, height))})
            case "target" if targets:
                player.attempt(player.hear, "press", {"column": chance.choice(targets)})
                assert player.state != state
            case "key":
                player.attempt(player.hear, "key", {"key": chance.choice(f"{letters}0123456789!^*+?,.urTC")})
            case "list":
                player.filter_field.value = chance.choice(["", letter, ">", "deal"])
                player.move_list.index = chance.randrange(len(player.move_list.options))
                continue
            case "play":
                player.attempt(player.play)
            case "beside":
                player.attempt(player.hear, "press", {"column": chance.choice(["stock", "tower", "troupe", "w"])})
            case "walk":
                player.attempt(chance.choice([player.undo, player.redo, player.back, player.forward]))
            case "hint":
                player.attempt(player.hint_or_play)
            case "find":
                player.attempt(player.find, str(chance.choice(player.state.rules.deck.cards)))
            case _:
                continue
        errors += "spiralkit-error" in player.error_line.value
        assert looks(player) != look, f"{doing} changes nothing that can be seen"
        now = player.state
        assert now == run(player.line.start, *played(player))
        assert not everything(now) - Counter(map(str, now.rules.deck.cards))
        for place, column in enumerate(now.columns):
            for number in range(1, len(column) + 1):
                assert f'data-cell="{letters[place]}{number}"' in player.picture.value
    assert errors
    assert player.place or player.line.branches
    assert record.read(player.text).line.states == player.line.states
    player.new_game(7)
    assert len(_instances) == count
    player.close()
    assert set(_instances) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_greedy_game_by_clicks_and_another_by_keys_are_the_same(game: str) -> None:
    line = play_game(2, greedy, game, patience=5)
    clicked, typed = SpiderPlayer(deal(game, 2)), SpiderPlayer(deal(game, 2))
    for state, move in zip(line.states[:20], line.moves[:20], strict=False):
        match move.do:
            case "move":
                card = len(state.columns[state.letters.index(move.columns)]) - move.count + 1
                clicked.press(move.columns, card)
                clicked.press(move.to, 1)
                keys(typed, f"{move.columns}{move.count}{move.to}")
            case "joker":
                clicked.take_joker()
                clicked.press(move.columns, move.count)
                clicked.press(move.to)
                keys(typed, f"*{move.columns}{move.count}{move.to}")
            case "deal":
                clicked.press("stock")
                keys(typed, "+")
            case "tower":
                clicked.press("tower")
                keys(typed, "t")
            case "set":
                clicked.choose(move)
                clicked.play()
                typed.play(move)
        assert clicked.line.moves == typed.line.moves == line.moves[: clicked.place]
    for player in (clicked, typed):
        while player.place:
            player.undo()  # through deals and all
        assert player.state == deal(game, 2)
        with pytest.raises(MoveError, match="nothing to undo"):
            player.undo()
        for _ in player.line.moves:
            player.redo()
        assert player.state == player.line.states[-1]


# Choosing.


def test_a_click_takes_the_longest_unit_from_the_card_down() -> None:
    state = layout(
        "spider_open", a="Kc2h9s8s7s", b="8h", c="Th", d="Tc", e="3d", f="4d", g="5d", h="6d", i="7d", j="8d"
    )
    player = SpiderPlayer(state)
    player.press("a", 5)
    assert player.choice.targets(state) == "bj"
    assert "It can go to b, j." in player.story()[1]
    player.press("a", 3)
    assert player.choice.targets(state) == "cd"
    assert "column a, card 3 of 5, nine of spades, moves as a unit of 3, chosen" in player.picture.value
    player.clear()
    player.press("a", 1)  # above the unit: it is the longest that is meant
    assert (player.choice.count, player.choice.targets(state)) == (3, "cd")
    assert player.story()[1] == "Kc cannot be taken: chosen is the unit at the end, 9s 8s 7s."
    player.press("d", 1)
    assert played(player) == ["a3>d"]
    player.undo()
    with pytest.raises(
        MoveError, match="8s 7s can go nowhere now: they go on a card exactly one higher or into an empty"
    ):
        player.press("a", 4)
    assert player.choice == Choice()
    player.press("a")
    with pytest.raises(MoveError, match="choose where it goes"):
        player.play()


def test_pressing_what_is_chosen_again_plays_an_only_move_or_puts_it_back() -> None:
    state = layout("spider_open", a="9s", b="Th", c="Tc", d="3h", e="4c", f="Kd", g="Qd", h="6s", i="6h", j="Jd")
    player = SpiderPlayer(state)
    player.press("a", 1)
    player.press("a", 1)
    assert (player.choice.source, played(player)) == ("", [])
    player.press("d", 1)
    assert player.story()[1] == "Chosen: 3h (three of hearts) of column d. d>e: 3h on 4c; column d is empty."
    player.press("d", 1)
    assert played(player) == ["d>e"]
    keys(player, "aa")
    assert (player.choice.source, len(player.line)) == ("", 1)


def test_what_cannot_go_there_is_said_and_the_other_card_is_chosen() -> None:
    player = SpiderPlayer(layout("spider_open", a="9s", b="Th", c="5c", j="8h", i="Kd"))
    player.press("a", 1)
    player.press("c", 1)
    assert player.story()[1] == "9s does not go on 5c: it goes on a card exactly one higher or into an empty column."
    assert player.story()[2].startswith("Chosen: 5c (five of clubs) of column c.")
    assert player.choice.source == "c"
    player.clear()
    with pytest.raises(MoveError, match="column d is empty"):
        player.press("d")
    with pytest.raises(MoveError, match="there is no column 'k'"):
        player.press("k")
    with pytest.raises(MoveError, match="there is no column 'w'"):
        player.press("w")
    with pytest.raises(MoveError, match="no set can leave"):
        player.take_off()
    with pytest.raises(MoveError, match="has no Jokers"):
        player.take_joker()


def test_digits_say_how_many() -> None:
    state = layout("spider_open", a="KsQsJsTs9s8s7s6s5s4s3s2s", b="Th", c="Kc", d="Qc")
    player = SpiderPlayer(state)
    with pytest.raises(MoveError, match="choose the column first"):
        player.key("3")
    keys(player, "a12")
    assert player.choice.count == 12
    player.key("3")
    assert player.choice.count == 3
    with pytest.raises(MoveError, match="at most, not 0"):
        player.key("0")
    player.key("e")
    assert played(player) == ["a3>e"]
    keys(player, "a9")
    assert player.choice.count == 9
    with pytest.raises(MoveError, match="no set can leave"):
        player.key("!")
    keys(player, "uaj")  # without a number as many as fit
    assert played(player) == ["a12>j"]


def test_jokers_replace_covered_cards() -> None:
    state = layout("starfish", a="Kc7dQs9s8s7s", b="8h", c="Th", d="Tc", e="2d", f="Kh", g="9c")
    player = SpiderPlayer(state)
    player.press("a", 2)  # lies above the unit: only a Joker can bring it out
    assert player.choice.joker
    assert "Chosen: 7d (seven of diamonds) of column a, a Joker for it." in player.story()[1]
    player.press("b", 1)
    assert played(player) == ["*a2>b"]
    player.undo()
    player.press("a", 5)  # lies in the unit: that is meant, until a Joker is taken up
    assert not player.choice.joker
    player.press("troupe")
    assert player.choice.place == 5
    player.press("g", 1)
    assert played(player) == ["*a5>g"]
    player.undo()
    player.press("troupe")
    assert "which card is to be replaced" in player.story()[1]
    player.press("a", 4)
    player.press("c", 1)
    assert played(player) == ["*a4>c"]
    keys(player, "*")
    with pytest.raises(MoveError, match="face up and covered"):
        player.press("c", 2)
    player.clear()
    player.undo()
    keys(player, "*a")
    with pytest.raises(MoveError, match="type its place"):
        player.key("h")
    keys(player, "2b")
    assert played(player) == ["*a2>b"]
    player.undo()
    keys(player, "*ag")  # only one of its cards can go there
    assert played(player) == ["*a5>g"]
    own = layout("starfish", a="Kc7d8s", b="5h")
    player = SpiderPlayer(own)
    player.press("a", 2)
    player.press("a", 3)
    assert played(player) == ["*a2>a"]
    none = SpiderPlayer(layout("starfish jokers=0", a="Kc7d8s", b="5h"))
    with pytest.raises(MoveError, match="no Joker"):
        none.key("*")


def test_the_tower_and_the_weave_cell() -> None:
    player = SpiderPlayer(layout("wizards_tower weave=true", a="Kw0t", b="9w", c="Tw"))
    with pytest.raises(MoveError, match="the weave cell is empty"):
        player.press("w")
    keys(player, "^bw")
    assert played(player) == ["a^", "b>w"]
    player.press("w")
    assert player.choice.targets(player.state) == "bdefghijkl"[:1] + "cdefghijkl"
    player.press("c")
    assert played(player)[-1] == "w>c"
    with pytest.raises(MoveError, match="the tower can take no end card"):
        player.press("tower")


def test_the_tower_and_the_sets_off_light_up_and_are_pressed() -> None:
    player = SpiderPlayer(layout("wizards_tower", a="Kw0t", b="1t", c="9w", d="Kc"))
    player.press("a", 2)
    assert player.story()[1].startswith("Chosen: 0t (trump 0) of column a. It can go to b, e, ")
    assert player.story()[1].endswith(", or to the tower.")
    lit = next(group for group in player.scene().shapes if getattr(group, "title", "").startswith("the tower"))
    assert lit.shapes[1].role == "target"
    player.press("tower")
    assert played(player) == ["a^"]
    full = SpiderPlayer(layout("spider_open", a="KsQsJsTs9s8s7s6s5s4s3s2sAs", b="Kh"))
    full.press("a", 1)
    assert "or off, a whole set" in full.story()[1]
    full.press("off")
    assert played(full) == ["a!"]
    with pytest.raises(MoveError, match="no set can leave"):
        full.press("off")


def test_a_joker_taken_up_lights_what_it_can_replace() -> None:
    player = SpiderPlayer(layout("starfish", a="Kc7d9s2h", b="8h", c="Td"))
    player.take_joker()
    lit = [shape for shape in player.scene().flat() if shape.role == "target"]
    assert len(lit) == len({(move.columns, move.count) for move in player.state.moves() if move.do == "joker"}) > 1
    assert "the Troupe, 6 of 6 Jokers, chosen" in player.picture.value
    assert "Click one that lights up" in player.story()[1]


def test_what_can_go_nowhere_is_not_chosen() -> None:
    state = deal("starfish", 1)
    player = SpiderPlayer(state)
    goes = {(move.columns, move.count) for move in state.moves() if move.do == "joker"}
    letter, place = next((letter, 3) for letter in state.letters if (letter, 3) not in goes)
    before = player.picture.value
    with pytest.raises(MoveError, match="can go nowhere now: it goes on a card exactly one higher"):
        player.press(letter, place)
    assert player.picture.value == before


def test_sets_leave_by_choice() -> None:
    run_a = "KsQsJsTs9s8s7s6s5s4s3s2sAs"
    state = layout("spider_open", a=run_a, b=run_a.replace("s", "h"), c="Kc", d="Qc", e="8c", f="6c", g="4c", h="2d")
    player = SpiderPlayer(state)
    player.press("a", 1)
    assert player.choice.targets(state) == "ij"
    press(player, "Take off")
    assert played(player) == ["a!"]
    keys(player, "!")
    assert player.state.off == ("h", "s")
    player.undo()
    assert player.state.off == ("s",)
    flowers = layout("sparrow", a="1f", b="2f", c="3f", d="4f", e="1s")
    player = SpiderPlayer(flowers)
    with pytest.raises(MoveError, match="5 sets share a card: choose one in the list, such as "):
        player.take_off()
    player.filter_field.value = "! 4f 1s"
    assert player.move_list.options[0][0] == "3 of 66 moves: choose .." or len(player.move_list.options) > 1
    player.choose("b+c+d+e!")
    player.play()
    assert player.state.off == ("fs",)


def test_sets_leave_by_themselves_when_that_is_wanted() -> None:
    state = layout("spider_open", a="5cKsQsJsTs9s8s7s6s5s4s3s2s", b="3hAs", c="Kc", d="6h").text
    player = SpiderPlayer(state)
    player.set_automatic(True)
    assert "Finished sets leave by themselves from now on." in player.error_line.value
    player.play("b>a")
    assert played(player) == ["b>a", "a!"]
    assert [words[:4] for words in player.story()[1:]] == ["b>a:", "a!: "]
    player.undo()
    assert played(player) == []
    player.redo()
    assert played(player) == ["b>a", "a!"]
    player.back()
    assert player.redo_button.description == "Redo"
    player.go_on()
    assert played(player) == ["b>a", "a!"]
    player.undo()
    player.set_automatic(False)
    player.play("b>a")
    player.undo()
    player.redo()
    assert player.redo_button.description == "Redo"
    rules = SpiderPlayer(State.parse(f"{state} removal=auto"))
    assert rules.auto_switch.disabled
    rules.play("b>a")
    assert played(rules) == ["b>a", "a!"]
    flowers = SpiderPlayer(layout("sparrow", a="1f", b="2f", c="3f", d="4f", e="1s"))
    flowers.set_automatic(True)
    assert played(flowers) == []  # which four is for you to say


# The list, hints, and where a card is.


def test_moves_are_found_in_the_list() -> None:
    player = SpiderPlayer(deal("starfish", 1), clickable=False)
    moves = player.state.moves()
    jokers = [move for move in moves if move.do == "joker"]
    others = [move for move in moves if move.do != "joker"]
    assert [move for _, move in player.move_list.options] == [None, *others, None, *jokers]
    assert player.move_list.options[len(others) + 1][0] == f"-- with a Joker: {len(jokers)} moves"
    player.filter_field.value = "* >b"
    found = [move for _, move in player.move_list.options[1:]]
    assert found == [move for move in moves if str(move).startswith("*") and move.to == "b"]
    assert player.move_list.options[0][0] == f"{len(found)} of {len(moves)} moves: choose .."
    player.move_list.index = 1
    assert player.choice.move == found[0]
    assert "Press Play" in player.story()[-1]
    press(player, "Play")
    assert player.line.moves == (found[0],)
    assert player.filter_field.value == ""
    player.filter_field.value = "nothing like it"
    assert player.move_list.options == ((f"0 of {len(player.state.moves())} moves", None),)
    player.filter_field.value = ""
    player.move_list.index = 2
    player.move_list.index = 0
    assert player.choice.move is None


@pytest.mark.parametrize("game", GAMES)
def test_hints_lead_on_and_never_back(game: str) -> None:
    player = SpiderPlayer(seed=4, rules=game)
    for _ in range(12):
        state = player.state
        met = set(player.line.states)
        hinted = player.hint()
        assert hinted == hint(state.view(), fresh(state, met))
        if hinted.move is None:
            count = len(state.moves())
            assert player.story()[1].startswith("Nothing useful found")
            assert str(count) in player.story()[1]
            player.play(state.moves()[0])
            continue
        assert player.story()[1] == f"Hint: {hinted}"
        assert player.state is state
        player.hint_or_play()
        assert player.line.moves[-1] == hinted.move
        assert player.state not in met


def test_where_a_card_is() -> None:
    player = SpiderPlayer(deal("spider", 1))
    before = player.picture.value
    player.find_field.value = "5H"
    assert player.find_field.value == "5h"
    assert "5h: column a, card 6 of 6; 1 not visible" in player.error_line.value
    assert player.picture.value != before
    player.find_field.value = ""
    assert player.picture.value == before
    with pytest.raises(TextError, match="'zz' is no card of this game: write it like Ks, K or king of spades"):
        player.find("zz")
    assert player.find("king of spades") == player.find("Ks")
    kings = [place for suit in "cdhs" for place in player.state.view().where(player.state.rules.deck.parse(f"K{suit}"))]
    assert player.find("k").startswith(f"{len(kings)} in sight" if kings else "None of them")
    gone = layout("sparrow", a="Ew", b="Sw", c="Ww", d="Nw")
    gone = run(gone, "a+b+c+d!")
    assert whereabouts(gone, gone.rules.deck.parse("Ew")) == "Ew: 3 not visible; 1 off"
    joker = run(layout("starfish", a="Ks9s", b="Ts9h"), "*a1>c")
    assert whereabouts(joker, JOKER) == "**: column a, card 1 of 2; 5 in the Troupe"
    cell = run(layout("wizards_tower weave=true", a="Kw0t", b="9w"), "b>w")
    assert whereabouts(cell, cell.rules.deck.parse("9w")) == "9w: the weave cell"
    player = SpiderPlayer(joker)
    assert player.find("*") == whereabouts(joker, JOKER)


@pytest.mark.parametrize("game", ["spider", "myrmex open=false", "starfish"])
def test_what_lies_face_down_and_in_the_stock_is_not_to_be_seen(game: str) -> None:
    """Two games that differ in the order of what is unseen alone look the same until some of it is turned up."""
    state = deal(game, 3)
    other = state.view().imagine(state.view().unseen[::-1])
    assert other != state
    seen = []
    for begun in (state, other):
        player = SpiderPlayer(begun)
        look = [looks(player)]
        for letter in state.letters:
            with suppress(MoveError):  # it can go nowhere
                player.press(letter, len(state.columns[state.letters.index(letter)]))
            look.append(looks(player))
            player.clear()
        for move in state.moves()[::5]:
            player.choose(move)
            look.append(looks(player))
        player.hint()
        look.append(looks(player))
        for card in state.rules.deck.cards[::15]:
            player.find(str(card))
            look.append(looks(player))
        player.show_record(True)
        look.append(looks(player))
        seen.append(look)
    assert seen[0] == seen[1]
    press(player, "Show record")
    assert player.record_text.value == player.text


# Lines, new games, texts.


def test_lines_that_were_left() -> None:
    player = SpiderPlayer(seed=1, rules="spider_open")
    player.play("a>j")
    first = player.state
    player.play("deal")
    player.undo()
    player.undo()
    second = player.state.moves()[1]
    player.play(second)
    assert player.branch_list.options[1][0] == "1. move 1: a>j, 2 moves"
    player.branch_list.index = 1
    assert player.place == 2
    player.undo()
    assert player.state == first
    player.undo()
    player.play(second)
    assert len(player.line.branches) == 1


def test_new_games_of_all_rules(tmp_path: Path) -> None:
    player = SpiderPlayer(seed=3)
    assert player.state == deal("spider", 3)
    fields = player.deals
    fields.game.value = PRESETS["wizards_tower"]
    shown = [name for name, field in fields.rules.items() if field.layout.display != "none"]
    assert shown == ["removal", "deal_when", "strict_fill", "open", "trump_unit", "weave"]
    fields.rules["trump_unit"].value = "next"
    fields.rules["weave"].value = True
    fields.seed.value = "12"
    press(player, "New game of seed")
    assert player.state == deal("wizards_tower trump_unit=next weave=true", 12)
    assert player.seed == 12
    assert "w weave cell" in player.how_to.value
    for game in GAMES:
        fields.game.value = PRESETS[game]
        press(player, "New game")
        assert player.state == deal(game, player.seed or 0)
    fields.game.value = PRESETS["myrmex"]
    fields.rules["level"].value = "queen"
    press(player, "New game")
    assert len(player.state.rules.deck.cards) == 72
    fields.game.value = PRESETS["spider"]
    fields.seed.value = "14934"
    press(player, "Microsoft deal")
    assert player.state == ms_deal("spider", 14934)
    assert '[Deal "14934"]' in player.text
    assert player.seed is None
    player.play(player.state.moves()[0])
    player.save(str(tmp_path / "game.txt"))
    other = SpiderPlayer(seed=1, rules="sparrow")
    other.load_file(str(tmp_path / "game.txt"))
    assert other.line.states == player.line.states
    assert other.state == player.state
    assert other.deals.chosen() == PRESETS["spider"]
    other.load(deal("starfish jokers=4", 5).text)
    assert other.state == deal("starfish jokers=4", 5)
    assert other.deals.chosen() == other.state.rules


def test_a_game_of_your_own() -> None:
    mine = Rules(
        "eights",
        deck=Deck("eights", cross("12345678", "xyz", 2)),
        columns=6,
        dealt=24,
        families=(replace(SUITS, suits="xyz"),),
    )
    player = SpiderPlayer(seed=1, rules=mine)
    for _ in range(8):
        player.play(player.state.moves()[0])
    assert player.deals.chosen() == mine
    player.show_record(True)
    assert player.record_view.layout.display is None
    press(player, "Show record")
    assert player.record_text.value.startswith("There is no record of this game. eights: ")
    press(player, "Show position")
    then = player.state
    player.undo()
    press(player, "Load text")
    assert player.state == then
    press(player, "New game")
    assert player.state.rules == mine
    player.deals.game.value = PRESETS["sparrow"]
    press(player, "New game")
    assert player.state.rules == PRESETS["sparrow"]


def test_what_is_no_such_game_is_refused_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TextError, match="no Spider game"):
        SpiderPlayer(deal_spiral(1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="its own rules"):
        SpiderPlayer(deal("spider", 1), rules="myrmex")
    with pytest.raises(TextError, match="unknown game"):
        SpiderPlayer(rules="patience")
    player = SpiderPlayer(seed=3)
    monkeypatch.setattr(app.App, "reraise", False)
    for text in (
        "rubbish",
        str(player.state),
        record.write(Line(deal_spiral(1))),
        deal("spider", 1).text.replace("a:", "z:"),
    ):
        player.record_text.value = text
        press(player, "Load text")
        assert "spiralkit-error" in player.error_line.value
        assert player.state == deal("spider", 3)
        assert ("paste what print(state.text) writes" in player.error_line.value) == (text == str(player.state))
    player.deals.seed.value = "x"
    press(player, "New game of seed")
    assert "a seed is a whole number" in player.error_line.value


def test_each_game_gets_its_player() -> None:
    state = deal("sparrow", 2)
    for game in (state, Line(state), record.write(Line(state)), state.text):
        player = Player(game, clickable=False)
        assert isinstance(player, SpiderPlayer)
        assert player.state == state
        assert not player.clickable
    assert isinstance(Player(deal_conversion(7)), ConversionPlayer)
    assert type(Player(deal_spiral(1))) is type(Player(seed=1)) is Player


def test_a_stepper_below_follows() -> None:
    before = set(_instances)
    player = SpiderPlayer(seed=1, rules="myrmex", large=True)
    player.play(player.state.moves()[0])
    player.show_stepper(True)
    below = player.children[-1]
    assert isinstance(below, Stepper)
    player.play(player.state.moves()[0])
    assert len(below.moves.options) == 3
    player.new_game(5)
    assert below.state == player.state == deal("myrmex", 5)
    player.show_stepper(False)
    player.show_stepper(True)
    player.close()
    assert set(_instances) == before


def test_all_buttons_have_words() -> None:
    assert all(button.description for button in buttons(SpiderPlayer(seed=7)))


# Solving.


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SPIRALKIT_PLAIN", "1")
    spider_solver._loops.cache_clear()
    yield
    spider_solver._loops.cache_clear()


@pytest.mark.usefixtures("_plain")
def test_a_line_that_wins_is_what_follows_and_is_stepped_through() -> None:
    start = layout(
        "spider_open", a="KcQcJcTc9c8c7c6c5c4c3c2c", b="Ac", c="KsQsJsTs9s8s7s6s5s4s3s2sAs", off="c d d h h s"
    )
    player = SpiderPlayer(Line(start, [Move.parse("b>d")]))
    player.go(0)
    press(player, "Solve")
    assert player.place == 0
    assert "it can be won from here in 3 moves" in player.story()[1]
    for _ in range(3):
        press(player, "Move on")
    assert str(player.state.outcome) == "win: everything is off"
    assert player.solving.button.disabled
    assert len(player.line.branches) == 1  # what followed before


@pytest.mark.usefixtures("_plain")
def test_what_is_lost_is_proved_and_what_is_not_found_proves_nothing() -> None:
    tiny = Rules(
        "tiny", deck=Deck("tiny", cross("A23", "c")), columns=2, dealt=3, families=(replace(SUITS, suits="c"),)
    )
    lost = SpiderPlayer(State.parse("a: 2c3cAc\nb:\nstock:\noff:\nrules: tiny", tiny))
    assert lost.state.moves()
    lost.solve()
    assert lost.story()[1] == "All cards known, it is lost from here: no line wins, proved by a complete search."
    player = SpiderPlayer(deal("spider", 1))
    player.solve(nodes=20)
    assert "no line that wins was found" in player.story()[1]
    assert player.story()[1].endswith("That proves nothing.")
    player.play(player.state.moves()[0])
    assert not any("All cards known" in words for words in player.story())


@pytest.mark.usefixtures("_plain")
def test_solving_goes_on_beside_all_else_and_can_be_stopped() -> None:
    async def test() -> None:
        player = SpiderPlayer(deal("spider", 1))
        press(player, "Solve")
        assert player.solving.button.description == "Stop"
        assert player.story()[1].startswith("Solving, all cards known: ")
        await asyncio.sleep(0.3)
        press(player, "Stop")
        assert player.solving.button.description == "Solve"
        assert player.story()[1].startswith("Stopped after ")
        press(player, "Solve")
        player.play(player.state.moves()[0])  # another position: it is given up
        assert player.solving.button.description == "Solve"
        assert len(player.story()) == 2
        player.close()

    asyncio.run(test())
