"""The Spider family in whole games: golden deals, every invariant, text, views, hints, players, the second reading."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from contract import check_contract
from hypothesis import given, settings
from hypothesis import strategies as st
from spider_layouts import layout, run
from spider_referee import Table, described, judge

from spiralkit.cards import TextError, numbers
from spiralkit.game import Line, MoveError
from spiralkit.lookahead.spider import POLICIES, fresh, greedy, hint, play_game, progress, random_policy, standing
from spiralkit.spider import JOKER, PRESETS, Move, Rules, State, deal, ms_deal, to_json

GAMES = [*PRESETS, "myrmex level=major open=False", "myrmex level=queen", "wizards_tower weave=True trump_unit=next"]
CLOSED = ["spider", "myrmex level=major open=False"]


# Deals that never change.

DIGESTS = {
    "spider": "2f96b210e4c88a67",
    "spider_open": "6576706c62e81b33",
    "myrmex": "093233db084927ca",
    "wizards_tower": "226010b8bfa9c1c7",
    "sparrow": "99cf6b8af7ff6cf0",
    "starfish": "3657fdace0206021",
    "chinese_spider": "c29a223efadf1276",
    "myrmex level=major open=False": "771fb01a82136603",
    "myrmex level=queen": "05e8a6e5f0fae23e",
    "wizards_tower weave=True trump_unit=next": "bc63593d26dee7ba",
}

COUNTS = {
    "spider": "8 11 6 7 7 9 4 9 5 8 7 7 8 10 10 7 8 7 6 2",
    "spider_open": "8 11 6 7 7 9 6 9 5 8 7 7 8 10 10 7 8 7 6 2",
    "myrmex": "8 5 6 7 5 7 8 8 1 7 6 3 7 7 7 4 3 7 6 3",
    "wizards_tower": "12 12 9 13 19 9 9 10 10 13 9 24 7 11 13 10 10 6 12 9",
    "sparrow": "10 10 15 18 7 14 10 16 16 10 13 15 13 9 11 9 9 14 13 14",
    "starfish": "59 68 66 64 50 59 68 63 50 56 72 50 50 53 68 55 65 63 63 74",
    "chinese_spider": "21 17 16 14 12 16 12 15 17 13 16 19 10 9 22 15 18 14 11 18",
    "myrmex level=major open=False": "9 8 5 4 7 6 8 8 5 3 5 6 7 5 5 5 4 7 7 1",
    "myrmex level=queen": "6 7 7 6 6 2 5 5 8 5 7 7 7 5 6 5 6 5 9 4",
    "wizards_tower weave=True trump_unit=next": "25 25 22 26 32 22 22 23 23 26 22 37 20 24 26 23 23 19 25 22",
}


def digest_of_deals(game: str) -> str:
    """What 20 deals of a game look like."""
    return hashlib.sha256("\n".join(deal(game, seed).text for seed in range(1, 21)).encode()).hexdigest()[:16]


@pytest.mark.parametrize("game", GAMES)
def test_the_deals_never_change(game: str) -> None:
    assert digest_of_deals(game) == DIGESTS[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_legal_moves_never_change(game: str) -> None:
    assert [len(deal(game, seed).moves()) for seed in range(1, 21)] == list(map(int, COUNTS[game].split()))


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_deals_and_games_are_the_same_in_every_process(hash_seed: str) -> None:
    code = (
        "from test_spider_games import GAMES, digest_of_deals\n"
        "from spiralkit.lookahead.spider import POLICIES, play_game\n"
        "print([digest_of_deals(game) for game in reversed(GAMES)])\n"
        "print([list(map(str, play_game(3, POLICIES[name], 'starfish', patience=10).moves)) for name in POLICIES])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(path for path in sys.path if path)},
        capture_output=True,
        text=True,
        check=True,
    )
    digests, games = map(eval, found.stdout.splitlines())
    assert digests == [DIGESTS[game] for game in reversed(GAMES)]
    assert games == [
        list(map(str, play_game(3, policy, "starfish", patience=10).moves)) for policy in POLICIES.values()
    ]


def test_spider_and_spider_open_have_the_same_deals_and_another_seed_another_deal() -> None:
    assert deal("spider", 5).columns == deal("spider_open", 5).columns
    assert deal("starfish jokers=0", 5).columns == deal("starfish", 5).columns
    assert deal("spider", 5) != deal("spider", 6)


def test_the_public_numbered_deals() -> None:
    state = ms_deal("spider", 14934)
    rows = [str(column[row]).upper() for row in (0, 1) for column in state.columns]
    assert " ".join(rows) == "TS 2H 4S QD 3D TD 9H AS JS JD 3C 4H 3H QH 8C TH 3D 4D 8H AH"
    assert ms_deal("spider_open", 14934).columns == state.columns
    assert State.parse(state.text) == state
    with pytest.raises(TextError, match="two 52-card packs"):
        ms_deal("starfish", 1)


# Every invariant, along random games.


def check(state: State) -> None:
    """What is so in every position of every game."""
    rules = state.rules
    there = Counter(card for column in state.columns for card in column) + Counter(state.stock)
    there += Counter([state.cell] if state.cell else [])
    assert there[JOKER] + state.troupe == rules.jokers
    del there[JOKER]
    assert there <= Counter(rules.deck.cards)
    for column, hidden in zip(state.columns, state.hidden, strict=True):
        assert 0 <= hidden <= max(0, len(column) - 1)  # an end card lies face up
        assert JOKER not in column[-1:]
        assert JOKER not in column[:hidden]
    assert State.parse(state.text, rules) == state  # the cards that are missing are those of the sets off
    assert state.off == tuple(sorted(state.off))
    tower = [card for card in rules.deck.cards if rules.faces[card].family in rules.family("tower")]
    assert not set(tower[: state.tower]) & set(there)
    assert set(tower[state.tower :]) <= set(there)
    legal = state.moves()
    assert len(set(legal)) == len(legal)
    assert all(Move.parse(str(move)) == move for move in legal)


def random_line(game: str, seed: int, plies: int) -> Iterator[State]:
    """States of random play, beginning again when it is over; deals are rarer than chance has them."""
    chance = random.Random(f"{game} {seed}")
    state = deal(game, seed)
    for _ in range(plies):
        yield state
        moves = state.moves()
        if not moves:
            seed += 1000
            state = deal(game, seed)
            continue
        kinds = sorted({move.do for move in moves} - {"deal"} or {"deal"})
        kind = "deal" if state.stock and chance.random() < 0.02 else chance.choice(kinds)
        state = state.play(chance.choice([move for move in moves if move.do == kind] or moves))


@pytest.mark.parametrize("game", GAMES)
def test_random_plies_keep_every_invariant(game: str) -> None:
    for state in random_line(game, 1, 150):
        check(state)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_many_random_plies_keep_every_invariant(game: str) -> None:
    for number, state in enumerate(random_line(game, 2, 2000)):
        check(state)
        if number % 40 == 0:
            assert_same_moves(state)


def assert_same_moves(state: State) -> None:
    """The moves of the engine are those that the second reading finds by trying all that can be written."""
    table = table_of(state)
    assert sorted(map(str, state.moves())) == sorted(table.legal())


def table_of(state: State) -> Table:
    """The position before the second reading."""
    start = deal(state.rules, 1)
    table = judge({**to_json(Line(start)), "result": "stopped"}, described(state.rules.name, state.rules.changed))
    table.columns = [
        [["**" if card == JOKER else str(card), place >= hidden] for place, card in enumerate(column)]
        for column, hidden in zip(state.columns, state.hidden, strict=True)
    ]
    table.stock, table.troupe, table.tower = list(map(str, state.stock)), state.troupe, state.tower
    table.cell, table.sets = str(state.cell) if state.cell else None, len(state.off)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_are_those_of_the_second_reading(game: str) -> None:
    for number, state in enumerate(random_line(game, 7, 121)):
        if number % 30 == 0:
            assert_same_moves(state)


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("options", ["removal=auto", "deal_when=stuck", "strict_fill=True", "open=False"])
def test_the_common_options_in_every_game(game: str, options: str) -> None:
    states = list(random_line(f"{game} {options}", 11, 26))
    check(states[-1])
    assert_same_moves(states[-1])


@pytest.mark.parametrize("game", GAMES)
def test_undo_to_the_start_and_forward_again(game: str) -> None:
    line = Line(deal(game, 4))
    chance = random.Random(game)
    while len(line) < 80 and line.state.moves():
        line.play(chance.choice(line.state.moves()))
    states, moves, texts = line.states, line.moves, [state.text for state in line.states]
    for place in range(len(line) - 1, -1, -1):
        line.back()
        assert line.state == states[place]
        assert line.state.text == texts[place]
    assert line.state == deal(game, 4)
    for move in moves:
        line.play(move)
    assert (line.states, line.branches) == (states, ())


def test_a_move_is_played_whole_or_not_at_all() -> None:
    for game in GAMES:
        state = deal(game, 2)
        before = state.text
        for text in ("a14>b", "a!", "a^", "*a9>b", "w>a", "a+b+c+d!"):
            with pytest.raises(MoveError):
                state.play(Move.parse(text))
        assert state.text == before


# The contract, on the last moves of each game.

ENDINGS = {
    "spider": ({"off": "c c d d h h s", "a": "(5s)KsQsJsTs9s8s7s6s", "b": "4s3s2sAs"}, "a8>c a>c b4>c c!"),
    "spider_open": ({"off": "c c d d h h s", "a": "KsQsJsTs9s8s", "b": "7s6s5s4s3s2sAs"}, "b7>a a!"),
    "myrmex": ({"off": "S W L Y K", "a": "CM9MS8MS7ML6MW5ML4MS", "b": "3MW2MK", "c": "AM"}, "c>b b3>a a!"),
    "wizards_tower weave=True": (
        {"off": "c d s", "tower": "19t", "a": "20t21t", "b": "KwQwNwPwTw9w8w7w6w5w4w3w2wAw"},
        "a>w a^ w>a a^ b!",
    ),
    "sparrow": ({"off": "b b b b c c c c k k k k w w w fs fs", "a": "EwSw", "b": "Ww", "c": "Nw"}, "a>d a+b+c+d!"),
    "starfish": ({"off": "c c d d h h q q s s t", "a": "KtQtJtTt9t8t7t6t**4t3t2tAt", "b": "5t"}, "a4>c b>a c4>a a!"),
    "chinese_spider removal=auto": ({"off": "b b b b c c c c k k k", "a": "9k8k7k6k5k4k3k2k", "b": "1k"}, "b>a a!"),
    "wizards_tower": (
        {"a": "9wQw", "b": "Kw", "c": "9c", "d": "9d", "e": "9s", "f": "5w", "g": "5c"}
        | {"h": "5d", "i": "5s", "j": "2w", "k": "2c", "l": "21t", "m": "7s"},
        "a>b",
    ),
}
SOME_MOVES = ["a>b", "b>a", "a2>b", "c>w", "w>a", "deal", "a!", "b!", "a^", "*a1>b", "a+b+c+d!", "b7>a", "m>a"]


@pytest.mark.parametrize("game", ENDINGS)
def test_the_contract(game: str) -> None:
    named, moves = ENDINGS[game]
    line = Line(layout(game, **named), map(Move.parse, moves.split()))
    check_contract(line, moves=map(Move.parse, SOME_MOVES), parse=State.parse, names={"State": State})
    end = line.state.outcome
    assert end is not None
    assert end.result == ("loss" if game == "wizards_tower" else "win")
    for state in line.states[:-1]:
        check(state)


# Text.

STATES = {game: list(random_line(game, 21, 200)) for game in ("spider", "myrmex open=False", "sparrow", "starfish")}


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(STATES)), st.integers(0, 199), st.data())
def test_positions_read_back_also_with_hidden_cards(game: str, number: int, data: st.DataObject) -> None:
    state = STATES[game][number]
    hidden = data.draw(st.tuples(*(st.integers(0, max(0, len(column) - 1)) for column in state.columns)))
    if not any(JOKER in column for column in state.columns):
        state = replace(state, hidden=hidden)
    again = State.parse(state.text)
    assert (again, again.text, hash(again)) == (state, state.text, hash(state))
    assert eval(repr(state)) == state
    assert again.moves() == state.moves()
    loose = "\n\n".join(line.replace(":", " : ") for line in state.text.splitlines())
    assert State.parse(loose) == state


def test_the_text_of_a_position() -> None:
    state = layout("starfish", off="c c d d h h q q s s t", a="KtQtJtTt9t8t7t6t**4t3t2tAt", b="5t")
    lines = state.text.splitlines()
    assert lines[:3] == ["a: KtQtJtTt9t8t7t6t**4t3t2tAt", "b: 5t", "c:"]
    assert lines[-4:] == ["stock:", "troupe: 5", "off: c c d d h h q q s s t", "rules: starfish"]
    lines = layout(
        "wizards_tower weave=True", off="c d s", tower="19t", a="20t21t", b="Kw" + "QwNwPwTw9w8w7w6w5w4w3w2wAw"
    )
    assert lines.text.splitlines()[-5:] == [
        "stock:",
        "tower: 19t",
        "weave:",
        "off: c d s",
        "rules: wizards_tower weave=True",
    ]
    assert deal("spider", 1).text.startswith("a: (9d)(2h)(Qs)(As)(9c)5h\n")


def test_bad_positions_are_refused_in_one_line() -> None:
    good = layout("spider", a="(4d)9h", b="6s").text
    star = layout("starfish", a="9s**7d", b="5c").text
    tower = deal("wizards_tower", 1).text
    myrmex = layout("myrmex", off="S W L Y K", a="CM9MS8MS7ML6MW5ML4MS", b="3MW2MKAM").text
    for text, old, new, words in (
        (good, "b: 6s", "b: 6x", "column b: unknown card at '6x'"),
        (good, "b: 6s", "b: 6s6s6s", "6s is there 4 times, and the deck has 2"),
        (good, "b: 6s", "b:", "the suits that are missing, 6s, are not those of the sets off"),
        (good, "off:", "off: s", "missing, none, are not those"),
        (good, "off:", "off: x", "'x' names no set; there are c, d, h, s"),
        (good, "c:", "x:", "column c is missing"),
        (good, "c:", "a:", "no new line of a position"),
        (good, "c:", "c", "line 3"),
        (good, "(4d)9h", "(4d)(9h)", "column a: the end card lies face down"),
        (good, "(4d)9h", "4d(9h)2c", "face-down card lies under a face-up one"),
        (good, "(4d)9h", "(4d9h)2c", "is not one face-down card"),
        (good, "stock:", "troupe: 0\nstock:", "spider has no line 'troupe'"),
        (good, "rules: spider", "rules: chess", "unknown game 'chess'"),
        (good, "rules: spider", "", "a line like 'rules: spider'"),
        (good, "(4d)9h", "(4d)**9h", "1 of 0 Jokers"),
        (star, "9s**7d", "9s7d**", "a Joker at the end goes back"),
        (star, "troupe: 5", "troupe: 6", "1 of 6 Jokers are in the columns"),
        (star, "9s**7d", "9s*******7d", "unknown card"),
        (star, "9s**7d", "9s" + "**" * 7 + "7d", "7 of 6 Jokers"),
        (star, "9s**7d", "9S**7d", "unknown card at '9S'"),  # other packs are read strictly
        (
            tower,
            "tower:",
            "tower: 2t",
            "the trumps that are missing, none, are not those of the sets off and the tower",
        ),
        (tower, "tower:", "tower: Kw", "'Kw' is none of 0t1t2t"),
        (tower, "tower:", "weave: 9w", "has no line 'weave'"),
        (myrmex, "off: K L S", "off: K L L", "not those of the sets off"),
        (myrmex, "9MS", "9WY", "not those of the sets off"),
    ):
        assert old in text
        with pytest.raises(TextError, match=words.replace("*", ".")) as caught:
            State.parse(text.replace(old, new, 1))
        assert "\n" not in str(caught.value)
    for text in (good, star, tower, myrmex):
        assert State.parse(text).text == text


# What the player may see.


def hidden_otherwise(state: State, chance: random.Random) -> State:
    view = state.view()
    return view.imagine(chance.sample(view.unseen, len(view.unseen)))


@pytest.mark.parametrize("game", [*GAMES, "myrmex open=False"])
def test_hints_and_players_know_nothing_of_what_is_hidden(game: str) -> None:
    chance = random.Random(1)
    differed = 0
    for number, state in enumerate(random_line(game, 31, 60)):
        other = hidden_otherwise(state, chance)
        differed += other != state
        assert other.view() == state.view()
        assert str(other.view()) == str(state.view()) == str(state) == str(other)
        assert other.moves() == state.moves() == state.view().moves()
        if number % 6 == 0 and state.moves():
            assert hint(other.view()) == hint(state.view())
            met = {state}
            moves = [fresh(one, met) for one in (state, other)]
            assert moves[0] == moves[1]
            for policy in POLICIES.values() if moves[0] else ():
                assert len({policy(one.view(), moves[0], numbers(7, number)) for one in (state, other)}) == 1
    assert differed == 0 if game.startswith("wizards_tower") else differed > 30
    with pytest.raises(ValueError, match="unseen"):
        deal("spider", 1).view().imagine(())


def test_a_view_names_what_is_seen_and_nothing_else() -> None:
    state = layout("spider", a="(4d)(9h)5h", b="6s")
    view = state.view()
    assert [[str(card or "?") for card in column] for column in view.columns[:3]] == [["?", "?", "5h"], ["6s"], []]
    assert view.where(state.columns[0][2]) == (("a", 3),)
    assert view.where(state.columns[0][0]) == ()
    assert view.unseen.count(state.columns[0][0]) == 2
    assert len(view.unseen) == 102
    held = run(layout("wizards_tower weave=True", a="9w", m="Ks"), "a>w")
    assert held.view().where(held.cell) == (("w", 1),)
    shown = str(state)
    assert "4d" not in shown
    assert "9h" not in shown
    with pytest.raises(MoveError) as refused:
        run(state, "a2>b")
    assert "9h" not in str(refused.value)


# Hints.


@pytest.mark.parametrize("game", [*GAMES, "myrmex open=False"])
def test_hints_are_legal_moves_and_never_say_stuck_while_one_exists(game: str) -> None:
    for number, state in enumerate(random_line(game, 41, 60)):
        if number % 4 == 0:
            found = hint(state.view())
            assert found.move in (None, *state.moves())
            assert (found.why == "the game is over") == (not state.moves())
            if found.move is None and state.moves():
                assert str(found) == "nothing useful found"
                assert "deal" not in map(str, state.moves())


def test_hints_of_every_kind() -> None:
    assert str(hint(layout("spider_open", a="KsQsJsTs9s8s7s6s5s4s3s2sAs").view())) == "a!: takes a set off"
    assert str(hint(layout("sparrow", b="Ew", f="Sw", i="Ww", j="Nw").view())) == "b+f+i+j!: takes a set off"
    assert str(hint(layout("wizards_tower", a="0t", m="Ks").view())) == "a^: the tower takes it"
    filled = dict(zip("abcdefghij", ["2h3s", "3dKh", "3c6s", "Kd", "9d", "9h", "9c", "6h", "6d", "Js"], strict=True))
    assert (
        str(hint(layout("spider", **filled | {"a": "(2h)5s"}).view()))
        == "a>c: puts the 5s on the 6s and turns a card up"
    )
    assert str(hint(layout("spider", **filled).view())) == "deal: nothing better found than the next row"
    gap = hint(layout("spider", **filled | {"j": ""}).view())
    assert str(gap).endswith("fills an empty column, so that a row can be dealt")
    kings = dict(zip("cdefghijkl", ["Ks", "Kd", "Kc", "Kh", "Kq"] * 2, strict=True))
    joker = hint(layout("starfish", a="9s5h2s", b="8h7h6h", **kings).view())
    assert str(joker) == "*a2>b: puts the 5h on the 6h, a Joker in its place"
    descending = "21t20t19t18t17t16t14t13t12t11t10t9t8t7t6t"
    nearly = layout("wizards_tower", off="c d s w", tower="4t", c="5t15t", d=descending)
    freed = "c>a: puts the 15t into an empty column, and then the tower takes a trump"
    assert str(hint(nearly.view())) == freed
    over = layout("spider_open", off="c c d d h h s", a="KsQsJsTs9s8s7s6s5s4s3s2sAs")
    assert str(hint(run(over, "a!").view())) == "the game is over"
    none = hint(layout("spider", off="c c d d h h s", a="KsQsJsTs9s8s7s6s5s4s3s2s", b="As").view(), [Move.parse("b>c")])
    assert (none.move, str(none)) == (None, "nothing useful found")


@pytest.mark.parametrize("game", GAMES)
def test_following_hints_meets_no_position_twice_and_comes_to_an_end(game: str) -> None:
    state = deal(game, 2)
    met = {state}
    for _ in range(400):
        found = hint(state.view(), fresh(state, met))
        if found.move is None:
            return
        better = standing(state.view(), found.move) if found.move.do != "deal" else 0
        assert found.move.do != "move" or "fills" in found.why or better > standing(state.view())
        state = state.play(found.move)
        assert state not in met
        met.add(state)
    pytest.fail("hints without end")


# Players.


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", POLICIES)
def test_games_of_players_stand_before_the_second_reading(game: str, policy: str) -> None:
    line = play_game(5, POLICIES[policy], game, patience=25)
    assert line.start == deal(game, 5)
    assert len(set(line.states)) == len(line.states)  # no position twice
    data = json.loads(json.dumps(to_json(line, seed=5, policy=policy)))
    assert list(data) == ["game", "seed", "policy", "rules", "result", "columns", "stock", "moves"]
    assert (data["seed"], data["policy"], len(data["moves"])) == (5, policy, len(line))
    judge(data)


def test_players_use_another_stream_than_the_deals_and_the_same_seed_plays_the_same_game() -> None:
    one, two = (play_game(9, random_policy, "sparrow", patience=20) for _ in "12")
    assert one.moves == two.moves
    assert one.moves != play_game(10, random_policy, "sparrow", patience=20).moves
    assert one.start == play_game(9, greedy, "sparrow", patience=5).start


def test_a_player_stops_without_progress() -> None:
    line = play_game(3, random_policy, "spider_open", patience=10)
    done = [progress(state) for state in line.states]
    assert to_json(line)["result"] in ("stopped", "lost")
    assert all(len(set(done[place : place + 11])) > 1 for place in range(len(done) - 11))


@pytest.mark.parametrize("forgery", ["drop", "swap", "card", "result"])
def test_the_second_reading_catches_a_forgery(forgery: str) -> None:
    for game in ("myrmex", "sparrow", "starfish"):
        data = to_json(play_game(5, random_policy, game, patience=10))
        if forgery == "drop":
            del data["moves"][0]
        elif forgery == "swap":
            data["moves"][0] = data["moves"][0].replace(">", "2>") if ">" in data["moves"][0] else "a>a"
        elif forgery == "card":
            data["stock"][0] = data["stock"][1] = data["columns"][0][0]
        else:
            data["result"] = "won"
        with pytest.raises(AssertionError):
            judge(data)


def test_rules_are_values_that_no_game_changes() -> None:
    """Play one game, begin another in the same process: its moves are those of a stand-alone copy."""
    alone = {game: deal(Rules.parse(game), 6).moves() for game in GAMES}
    order = GAMES[:]
    random.Random(2).shuffle(order)
    for game in order:
        play_game(1, random_policy, game, patience=5)
        assert deal(game, 6).moves() == alone[game]
