"""The Spider family: its rules sentence by sentence."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from spider_layouts import layout, run, texts
from spider_referee import Table, described

from spiralkit.cards import MAH_JONG, MYRMEX_BASE, TAROT, TWO_STANDARD, Card, Deck, TextError, cross, text_of
from spiralkit.game import MoveError
from spiralkit.spider import (
    MYRMEX,
    PRESETS,
    SPARROW,
    SPIDER,
    SPIDER_OPEN,
    STARFISH,
    SUITS,
    WIZARDS_TOWER,
    Family,
    Move,
    Rules,
    State,
    deal,
    dealt,
)
from spiralkit.spider.build import unit_length

RUN = "KsQsJsTs9s8s7s6s5s4s3s2sAs"


def refused(state: State, *moves: str, because: str) -> None:
    for text in moves:
        assert text not in texts(state)
        with pytest.raises(MoveError, match=because) as caught:
            run(state, text)
        assert text in str(caught.value)
        assert "\n" not in str(caught.value)


# The table of the games.

TABLE = {
    # cards, columns, stock deals, sets, length of a set
    "spider": (104, [6] * 4 + [5] * 6, [10] * 5, 8, 13),
    "spider_open": (104, [6] * 4 + [5] * 6, [10] * 5, 8, 13),
    "myrmex": (60, [4] * 8, [8, 8, 8, 4], 6, 10),
    "myrmex level=major": (66, [5] * 6 + [4] * 2, [8, 8, 8, 4], 6, 11),
    "myrmex level=queen": (72, [4] * 8, [8] * 5, 6, 12),
    "wizards_tower": (78, [6] * 13, [], 4, 14),
    "sparrow": (144, [6] * 12, [12] * 6, 12 + 4 + 2, 10),
    "starfish": (156, [6] * 12, [12] * 7, 12, 13),
    "chinese_spider": (108, [6] * 12, [12] * 3, 12, 9),
}


@pytest.mark.parametrize("game", TABLE)
def test_each_game_has_its_deck_columns_stock_and_sets(game: str) -> None:
    cards, heights, deals, sets, length = TABLE[game]
    state = deal(game, 1)
    rules = state.rules
    assert len(rules.deck.cards) == cards
    assert [len(column) for column in state.columns] == heights
    assert rules.sets == sets
    assert max(face.rank for face in rules.faces.values() if face.family == rules.families[0]) + 1 == length
    laid = []
    loose = replace(state, rules=replace(rules, strict_fill=False))
    while loose.stock:
        before = loose
        loose = run(loose, "deal")
        laid.append(len(before.stock) - len(loose.stock))
        for place, column in enumerate(loose.columns):  # one card on each column, from the left
            new = before.stock[place : place + 1] if place < laid[-1] else ()
            assert column == before.columns[place] + new
    assert laid == deals


def test_cards_are_dealt_row_by_row() -> None:
    state = dealt(SPIDER_OPEN, TWO_STANDARD.cards)
    assert [column[0] for column in state.columns] == list(TWO_STANDARD.cards[:10])
    assert [column[1] for column in state.columns] == list(TWO_STANDARD.cards[10:20])
    assert state.columns[3][5] == TWO_STANDARD.cards[53]
    assert state.stock == TWO_STANDARD.cards[54:]


@pytest.mark.parametrize("game", TABLE)
def test_all_games_but_spider_begin_with_every_card_face_up(game: str) -> None:
    state = deal(game, 1)
    if game == "spider":
        assert state.hidden == (5, 5, 5, 5, 4, 4, 4, 4, 4, 4)  # only the ends face up
    else:
        assert not any(state.hidden)
    assert state.rules.strict_fill == (game == "spider")


def test_the_ranks_are_in_order() -> None:
    """The order in which the suits are built, from low to high: Crown and Dragon above 9, the Fool is trump 0."""
    orders = {
        "spider": "A 2 3 4 5 6 7 8 9 T J Q K",
        "myrmex": "A 2 3 4 5 6 7 8 9 C",
        "myrmex level=major": "A 2 3 4 5 6 7 8 9 P C",
        "myrmex level=queen": "A 2 3 4 5 6 7 8 9 P T C",
        "wizards_tower": "A 2 3 4 5 6 7 8 9 T P N Q K",
        "sparrow": "1 2 3 4 5 6 7 8 9 D",
        "starfish": "A 2 3 4 5 6 7 8 9 T J Q K",
        "chinese_spider": "1 2 3 4 5 6 7 8 9",
    }
    for game, order in orders.items():
        rules = Rules.parse(game)
        ranks = {face.rank: card.rank for card, face in rules.faces.items() if face.family == rules.families[0]}
        assert " ".join(ranks[number] for number in sorted(ranks)) == order
    assert [WIZARDS_TOWER.faces[Card(str(number), "t")].rank for number in range(22)] == list(range(22))


# Moves common to all.


def test_one_card_goes_on_an_end_card_exactly_one_higher_of_any_suit_or_into_an_empty_column() -> None:
    state = layout("spider_open", a="5h", b="6s", c="6h", d="7h", e="4h")
    assert [text for text in texts(state) if text[0] == "a"] == ["a>b", "a>c", *(f"a>{empty}" for empty in "fghij")]
    refused(state, "a>d", "a>e", because="exactly one higher")
    refused(state, "a>a", because="the same")
    refused(state, "f>a", because="not so many")
    refused(state, "a>k", "k>a", because="no column 'k'")
    assert run(state, "a>b").columns[:2] == ((), TWO_STANDARD.parse_all("6s5h"))


def test_nothing_wraps() -> None:
    state = layout("spider_open", a="Ks", b="As", c="2sAsKs")
    assert not [text for text in texts(state) if text in ("a>b", "b>a", "c2>a", "c>b")]
    refused(state, "a>b", because="one higher")
    refused(state, "c2>d", because="no unit")


def test_a_unit_is_a_tail_that_descends_by_one_in_suit_and_any_tail_of_it_may_move() -> None:
    state = layout("spider_open", a="9h8s7s6s", b="9d", c="8d", d="7d", e="Td")
    assert [text for text in texts(state) if text[0] == "a" and text[-1] in "bcdej"] == [
        "a>d",
        "a>j",
        "a2>c",
        "a2>j",
        "a3>b",
        "a3>j",
    ]
    refused(state, "a4>e", because="no unit")
    assert run(state, "a3>b").columns[1] == TWO_STANDARD.parse_all("9d8s7s6s")


@pytest.mark.parametrize("game", PRESETS)
def test_every_unit_may_enter_an_empty_column(game: str) -> None:
    rules = PRESETS[game]
    family = rules.families[0]
    suit = family.suits[0]
    run_of_three = [
        next(c for c, face in rules.faces.items() if face.rank == rank and face.family == family and suit in c.suits)
        for rank in (4, 3, 2)
    ]
    state = layout(rules, a=text_of(run_of_three))
    assert {"a>b", "a2>b", "a3>b"} <= set(texts(state))


def test_a_set_leaves_by_choice_from_the_last_cards_of_a_column_whatever_lies_above() -> None:
    state = layout("spider_open", a="3h" + RUN, b="Kd")
    assert texts(state)[0] == "a!"
    assert "a>c" in texts(state)  # by choice: other moves stay legal
    assert "deal" in texts(state)
    after = run(state, "a!")
    assert text_of(after.columns[0]) == "3h"
    assert after.off == ("s",)
    refused(state, "b!", "c!", because="no finished set|no set")
    refused(layout("spider_open", a=RUN + "3h"), "a!", because="no finished set")
    refused(layout("spider_open", a=RUN.replace("5s", "5h")), "a!", because="no finished set")
    refused(layout("spider_open", a=RUN.removeprefix("Ks")), "a!", because="no finished set")


def test_removal_auto_takes_a_set_at_once() -> None:
    state = layout("spider_open removal=auto", a="3h" + RUN, b="Kd", c="2d" + RUN)
    assert texts(state) == ["a!", "c!"]
    refused(state, "a>d", "deal", because="removal=auto")
    assert texts(run(state, "a!")) == ["c!"]
    assert len(texts(run(state, "a!", "c!"))) > 2


def test_a_deal_puts_one_card_on_each_column_from_the_left_whenever_the_player_likes() -> None:
    state = layout("spider_open", a="5h", b="6s", d="7s")
    assert texts(state)[-1] == "deal"
    after = run(state, "deal")
    assert [len(column) for column in after.columns] == [2, 2, 1, 2, 1, 1, 1, 1, 1, 1]
    assert [column[-1] for column in after.columns] == list(state.stock[:10])
    assert after.stock == state.stock[10:]


def test_strict_fill_deals_nothing_while_a_column_is_empty() -> None:
    columns = dict(zip("abcdefghi", ["5h", "6s", "Ks", "Kd", "Kh", "Kc", "Qc", "Qh", "Qd"], strict=True))
    state = layout("spider", **columns)
    refused(state, "deal", because="column j is empty, and no column may be when")
    assert "deal" in texts(layout("spider strict_fill=False", **columns))
    assert "deal" in texts(layout("spider", **columns, j="Qs"))
    assert "deal" in texts(layout("spider_open", **columns))
    refused(layout("spider_open strict_fill=true", **columns), "deal", because="strict_fill")


def test_deal_when_stuck_deals_only_when_no_other_move_is_legal() -> None:
    blocked = ["3s3h", "5s5h", "7s7h", "9s9h", "JsJh", "KsKh", "3d3h", "5d5h", "7d7h"]
    state = layout("spider_open deal_when=stuck", **dict(zip("abcdefghij", [*blocked, "4h"], strict=True)))
    refused(state, "deal", because="another move is legal .deal_when=stuck")
    state = layout("spider_open deal_when=stuck", **dict(zip("abcdefghij", [*blocked, "9d9h"], strict=True)))
    assert texts(state) == ["deal"]
    assert run(state, "deal").stock == state.stock[10:]


def test_the_last_deal_of_myrmex_goes_to_the_first_four_columns_also_when_they_are_empty() -> None:
    state = replace(layout("myrmex", h="9MS"), stock=MYRMEX_BASE.parse_all("AMASAWAL"))
    after = run(replace(state, stock=state.stock[:4]), "deal")
    assert [text_of(column) for column in after.columns] == ["AM", "AS", "AW", "AL", "", "", "", "9MS"]
    assert after.stock == ()
    refused(after, "deal", because="stock is empty")


def test_a_whole_column_may_move_into_an_empty_one() -> None:
    state = layout("spider_open", a="5h", b="6s")
    after = run(state, "a>c")
    assert after != state  # it changes where the next deal lands
    assert run(after, "deal").columns != run(state, "deal").columns


def test_won_when_everything_is_off() -> None:
    state = layout("spider", off="c c d d h h s", b=RUN)
    assert state.outcome is None
    end = run(state, "b!")
    assert end.outcome is not None
    assert (end.outcome.result, end.moves(), str(end).splitlines()[-1]) == ("win", (), "win: everything is off")
    refused(end, "deal", "a>b", because="the game is over")


def test_lost_only_when_there_is_no_legal_move() -> None:
    columns = ["3s3h", "5s5h", "7s7h", "9s9h", "JsJh", "KsKh", "3d3h", "5d5h", "7d7h", "9d9h"]
    state = layout("spider_open", **dict(zip("abcdefghij", columns, strict=True)))
    assert state.outcome is None
    assert texts(state) == ["deal"]
    state = replace(state, stock=())
    assert state.outcome is not None
    assert (state.outcome.result, state.moves()) == ("loss", ())
    refused(state, "a>b", because="the game is over")


def test_a_face_down_card_is_turned_up_the_moment_it_becomes_an_end_card() -> None:
    state = layout("spider", a="(4d)(9h)5h", b="6s", c="(6d)" + RUN)
    assert state.hidden[:3] == (2, 0, 1)
    after = run(state, "a>b")
    assert after.hidden[:3] == (1, 0, 1)
    assert run(after, "a>d").hidden[:3] == (0, 0, 1)
    assert run(state, "c!").hidden[2] == 0
    assert run(state, "c!").columns[2] == TWO_STANDARD.parse_all("6d")
    full = layout(
        "spider",
        **{
            c: "(4d)5h"
            if c == "a"
            else "9d"
            if c in "bc"
            else "9h"
            if c in "de"
            else "9c"
            if c in "fg"
            else "9s"
            if c in "hi"
            else "8d"
            for c in "abcdefghij"
        },
    )
    assert run(full, "deal").hidden == full.hidden


def test_face_down_cards_are_never_part_of_a_unit_or_a_set() -> None:
    state = layout("spider", a="(8s)(7s)6s5s", b="7h", c="9h", d="(Ks)" + RUN.removeprefix("Ks"))
    assert {"a2>b", "a>e", "a2>e"} <= set(texts(state))
    refused(state, "a3>c", "a4>c", because="not so many face-up")
    refused(state, "d!", because="no finished set")
    refused(state, "d13>e", because="not so many face-up")


# Myrmex.


def test_the_decktet() -> None:
    counts = Counter(MYRMEX_BASE.cards)
    assert len(counts) == 36
    assert {counts[Card(rank, suit)] for rank in "AC" for suit in "MSWLYK"} == {1}
    assert {count for card, count in counts.items() if card.rank not in "AC"} == {2}
    for level in ("base", "major", "queen"):
        for rank in set(Rules.parse(f"myrmex level={level}").deck.ranks) - set("AC"):
            cards = [card for card in Rules.parse(f"myrmex level={level}").deck.cards if card.rank == rank]
            assert len(cards) == 6


def test_a_unit_of_myrmex_needs_one_suit_common_to_all_its_cards() -> None:
    state = layout("myrmex", a="9MS8MS7SK", b="CM", d="CS")
    assert {"a3>b", "a3>d"} <= set(texts(state))  # Pact, Diplomat, Castle share Suns
    moons = layout("myrmex", a="CM9MS8MS7SK")
    refused(moons, "a4>b", because="no unit")  # with the Crown of Moons they have none
    assert "a3>b" in texts(moons)
    suns = layout("myrmex", a="CS9MS8MS7SK")
    assert "a4>b" in texts(suns)
    pairs = layout("myrmex", a="9MS8MS7ML", b="9MS8MS7SK6SY")
    assert {"a3>c", "b4>c"} <= set(texts(pairs))
    chain = layout("myrmex", a="9MS8MS7SK6LK")  # each pair shares a suit, but no suit is common to all
    assert "a2>b" in texts(chain)
    refused(chain, "a3>b", "a4>b", because="no unit")


def test_a_set_of_myrmex_needs_one_suit_common_to_all_its_cards() -> None:
    top, moons = "CM9MS8MS7ML6MW5ML4MS", "3MW2MKAM"
    state = layout("myrmex", a=top, b="9WY3MW2MKAM")
    state = run(state, "b3>a", "a!")  # 3-2-1 under its Crown run, and the set leaves
    assert state.off == ("M",)
    assert State.parse(state.text) == state
    refused(layout("myrmex", a=top + moons.replace("2MK", "2SY")), "a!", because="no finished set")
    refused(layout("myrmex", a=(top + moons).replace("CM", "CS")), "a!", because="no finished set")


def test_myrmex_closed_has_three_rows_face_down() -> None:
    assert deal("myrmex open=False", 1).hidden == (3,) * 8
    assert deal("myrmex open=False level=queen", 1).hidden == (3,) * 8
    assert deal("myrmex open=False level=major", 1).hidden == (3,) * 8


@pytest.mark.parametrize(("level", "extra"), [("major", "PMSL"), ("queen", "TMWKPMSL")])
def test_the_higher_levels_of_myrmex_put_pawns_and_courts_below_the_crown(level: str, extra: str) -> None:
    state = layout(f"myrmex level={level}", a="CM" + extra + "9MS8MS7ML6MW5ML4MS3MW2MKAM", b="9LK")
    assert run(state, "a!").off == ("M",)
    refused(state, "b>a", because="one higher")
    refused(layout(f"myrmex level={level}", a="CM9MS8MS7ML6MW5ML4MS3MW2MKAM"), "a!", because="no finished set")


# Wizard's Tower.


def test_suits_and_trumps_never_go_on_each_other() -> None:
    state = layout("wizards_tower", a="9t", b="Tw", c="9w", d="10t", m="0t")
    assert {"a>d", "c>b"} <= set(texts(state))
    refused(state, "a>b", "c>d", "c>a", because="does not go on")


def test_a_single_trump_goes_on_any_higher_trump() -> None:
    state = layout("wizards_tower", a="3t", b="9t", c="21t", m="2t")
    assert {"a>b", "a>c", "b>c", "m>a", "m>b", "m>c"} <= set(texts(state))
    refused(state, "b>a", "c>b", because="a higher card of its own kind")
    assert {"a>b", "a>c", "m>c"} <= set(texts(layout("wizards_tower trump_unit=next", a="3t", b="9t", c="21t", m="2t")))


def test_trumps_without_a_gap_move_as_a_unit() -> None:
    state = layout("wizards_tower", a="9t8t7t6t", b="10t", m="Ks")
    assert {"a4>b", "a4>c", "a>b"} <= set(texts(state))
    state = layout("wizards_tower", a="9t8t7t5t", b="10t", m="Ks")
    assert {text for text in texts(state) if text[0] == "a" and text[-1] in "bc"} == {"a>b", "a>c"}
    refused(state, "a4>b", "a2>b", because="no unit")


def test_a_unit_of_trumps_goes_onto_any_higher_trump_or_only_the_next() -> None:
    columns = {"a": "5t4t3t", "b": "6t", "c": "9t", "m": "Ks"}
    assert {"a3>b", "a3>c", "a2>c"} <= set(texts(layout("wizards_tower", **columns)))
    state = layout("wizards_tower trump_unit=next", **columns)
    assert {"a3>b", "a>b", "a>c", "a3>d"} <= set(texts(state))
    refused(state, "a3>c", "a2>b", because="trump_unit=next")


def test_the_tower_takes_the_trumps_in_order_when_each_is_an_end_card() -> None:
    state = layout("wizards_tower", a="3t0t", b="1t5w", c="2t", m="Ks")
    assert [text for text in texts(state) if "^" in text] == ["a^"]
    refused(state, "c^", "b^", "m^", "d^", because="in order, from end cards")
    after = run(state, "a^", "b>d", "b^", "c^", "a^")
    assert after.tower == 4
    assert State.parse(after.text) == after
    assert texts(layout("wizards_tower removal=auto", a="3t0t", b="1t5w", c="2t", m="Ks")) == ["a^"]


def test_the_tower_and_four_sets_clear_wizards_tower() -> None:
    state = layout("wizards_tower", off="c d s", tower="20t", a="21t", m="KwQwNwPwTw9w8w7w6w5w4w3w2wAw")
    assert state.outcome is None
    end = run(state, "a^", "m!")
    assert end.outcome is not None
    assert end.outcome.result == "win"
    assert run(state, "m!").outcome is None  # the tower is not complete


def test_the_weave_cell_holds_any_end_card_which_returns_only_by_a_legal_build_or_into_an_empty_column() -> None:
    columns = {"a": "9w", "b": "Tc", "c": "0t", "m": "5s"}
    refused(layout("wizards_tower", **columns), "a>w", "w>b", because="weave=True")
    state = layout("wizards_tower weave=True", **columns)
    assert {"a>w", "b>w", "c>w", "m>w"} <= set(texts(state))
    refused(state, "d>w", because="not so many")
    refused(state, "w>b", because="not so many")
    held = run(state, "a>w")
    assert held.cell == TAROT.parse("9w")
    assert {"w>b", "w>a", "w>d"} <= set(texts(held))
    refused(held, "w>c", "w>m", because="does not go on")
    refused(held, "b>w", because="holds one card")
    assert run(held, "w>b").cell is None
    fool = run(state, "c>w")
    assert not [text for text in texts(fool) if "^" in text]  # never straight to the tower
    assert run(fool, "w>c", "c^").tower == 1
    pair = layout("wizards_tower weave=True", a="9w8w", m="5s")
    refused(pair, "a2>w", because="holds one card")
    assert State.parse(held.text) == held


# Sparrow.


def test_dragons_are_rank_ten() -> None:
    state = layout("sparrow", a="9b8b", b="Db", c="Dc", d="9c")
    assert {"a>d", "a2>b", "a2>c", "d>b", "d>c"} <= set(texts(state))
    refused(state, "b>c", because="one higher")
    assert "a3>b" in texts(layout("sparrow", a="Db9b8b"))
    tiles = layout("sparrow", a="Dk9k8k7k6k5k4k3k2k1k")
    assert run(tiles, "a!").off == ("k",)
    refused(layout("sparrow", a="9k8k7k6k5k4k3k2k1k"), "a!", because="no finished set")


def test_winds_and_flowers_go_singly_on_their_own_class_or_into_an_empty_column() -> None:
    state = layout("sparrow", a="EwSw", b="Ww", c="1f", d="2s", e="1b", f="2b")
    assert {"a>b", "b>a", "c>d", "d>c", "a>g", "c>g"} <= set(texts(state))
    refused(state, "a>c", "c>a", "a>e", "e>a", because="does not go on")
    refused(state, "a2>g", because="no unit")  # never a unit
    refused(layout("sparrow", a="4f3f"), "a2>b", because="no unit")
    assert "a2>g" not in texts(layout("sparrow", a="4f3f"))


def test_a_move_puts_no_fourth_card_of_the_class_on_a_block_of_three_or_more() -> None:
    state = layout("sparrow", a="5bEwSw", b="NwEwSw", c="Ww", d="NwEwSwWw", e="1f2f3f", f="4f", g="1s2s")
    assert "c>a" in texts(state)
    refused(state, "c>b", "c>d", "f>e", because="stack_limit")
    assert "f>g" in texts(state)
    assert "d>a" in texts(state)  # a block of four may stay, or go card by card
    assert {"c>b", "c>d", "f>e"} <= set(
        texts(layout("sparrow stack_limit=None", a="5bEwSw", b="NwEwSw", c="Ww", d="NwEwSwWw", e="1f2f3f", f="4f"))
    )
    refused(layout("sparrow stack_limit=1", a="Ew", b="Sw"), "a>b", because="stack_limit")
    assert "c>b" in texts(layout("sparrow stack_limit=4", b="NwEwSw", c="Ww"))


def test_a_deal_may_put_a_fourth_on_a_block() -> None:
    state = layout("sparrow", a="NwEwSw", b="1f2f3f")
    wind = MAH_JONG.parse("Ww")
    place = state.stock.index(wind)
    state = replace(state, stock=(wind, *state.stock[:place], *state.stock[place + 1 :]))
    assert text_of(run(state, "deal").columns[0]) == "NwEwSwWw"


def test_a_set_of_winds_is_four_different_winds_at_the_ends_of_four_columns() -> None:
    state = layout("sparrow", b="1bEw", f="Sw", i="2cWw", j="Nw", k="Ew")
    assert texts(state)[:2] == ["b+f+i+j!", "f+i+j+k!"]
    after = run(state, "b+f+i+j!")
    assert after.off == ("w",)
    assert text_of(after.columns[1]) == "1b"
    assert State.parse(after.text) == after
    refused(state, "b+f+i+k!", because="no set")  # two East Winds
    refused(state, "b+f+i!", because="no set")
    refused(state, "b+b+f+i!", because="once each")
    refused(layout("sparrow", a="EwSwWwNw"), "a!", because="no finished set")  # not in one column


def test_any_four_flowers_and_seasons_are_a_set() -> None:
    state = layout("sparrow", a="1f", b="1s", c="4f", d="3f", e="Ew")
    assert texts(state)[0] == "a+b+c+d!"
    assert run(state, "a+b+c+d!").off == ("fs",)
    refused(state, "a+b+c+e!", because="no set")
    more = layout("sparrow", a="1f", b="1s", c="4f", d="3f", e="3s")
    assert len([text for text in texts(more) if "!" in text]) == 5


# Starfish.


def test_a_joker_takes_the_place_of_one_card_which_goes_on_an_end_card_or_into_an_empty_column() -> None:
    state = layout("starfish", a="9s4h7d", b="5c", c="Ts")
    assert state.troupe == 6
    assert {"*a1>c", "*a2>b", "*a1>d", "*a2>d"} <= set(texts(state))
    refused(state, "*a1>b", because="one higher")
    refused(state, "*a3>d", "*b1>d", "*a4>d", because="not its last")  # that is an ordinary move
    after = run(state, "*a2>b")
    assert text_of(after.columns[0]) == "9s**7d"
    assert text_of(after.columns[1]) == "5c4h"
    assert after.troupe == 5
    assert State.parse(after.text) == after


def test_the_replaced_card_may_go_to_the_end_of_its_own_column() -> None:
    state = layout("starfish", a="6h9s7d")
    assert "*a1>a" in texts(state)
    assert text_of(run(state, "*a1>a").columns[0]) == "**9s7d6h"
    refused(state, "*a2>a", because="one higher")


def test_a_joker_breaks_the_run_and_cannot_move_or_be_replaced() -> None:
    state = layout("starfish", a="8s7s**5s4s", b="9s", c="6h")
    assert {"a2>c", "a>d", "a2>d"} <= set(texts(state))
    refused(state, "a3>d", "a4>d", "a5>b", because="no unit")
    refused(state, "*a3>d", because="not replaced")
    holed = layout("starfish", a=RUN.replace("7s", "**"))
    refused(holed, "a!", because="no finished set")


def test_a_joker_that_becomes_an_end_card_goes_home_one_after_another() -> None:
    state = layout("starfish", a="8s****5s", b="6h", c="**4h", d="5d")
    assert state.troupe == 3
    after = run(state, "a>b")
    assert text_of(after.columns[0]) == "8s"
    assert after.troupe == 5
    assert run(after, "c>d").columns[2] == ()
    assert run(after, "c>d").troupe == 6
    under_a_set = layout("starfish", a="8s**" + RUN)
    assert run(under_a_set, "a!").troupe == 6
    assert text_of(run(under_a_set, "a!").columns[0]) == "8s"


def test_the_troupe_may_be_empty() -> None:
    state = layout("starfish jokers=1", a="9s4h7d", b="5c**2d", c="Ts")
    assert state.troupe == 0
    refused(state, "*a1>c", because="no Joker")
    assert not [text for text in texts(deal("starfish jokers=0", 1)) if "*" in text]
    for count in range(7):
        assert deal(f"starfish jokers={count}", 1).troupe == count


def test_a_joker_in_a_block_makes_room_for_the_card_it_replaces() -> None:
    state = layout(replace(SPARROW, name="sparrow_with_jokers", jokers=2), a="EwSwWw", b="NwNwEw")
    assert text_of(run(state, "*a1>a").columns[0]) == "**SwWwEw"
    refused(state, "*a1>b", "a>b", because="stack_limit")


def test_a_face_down_card_is_not_replaced() -> None:
    rules = replace(STARFISH, name="starfish_closed", open=False)
    state = layout(rules, a="(9s)4h7d", b="5c", c="Ts")
    assert "*a2>b" in texts(state)
    refused(state, "*a1>c", because="face-up")


# Rules as values.


def test_a_game_of_your_own() -> None:
    """Three suits of eight ranks, two packs, on six columns: dealt, played, written and read."""
    deck = Deck("three suits of eight", cross("12345678", "xyz", 2))
    rules = Rules("eights", deck, columns=6, dealt=24, families=(replace(SUITS, suits="xyz"),))
    assert rules.sets == 6
    state = deal(rules, 3)
    assert [len(column) for column in state.columns] == [4] * 6
    assert len(state.stock) == 24
    chance = random.Random(3)
    for _ in range(300):
        assert State.parse(state.text, rules) == state
        if state.outcome:
            break
        state = state.play(chance.choice(state.moves()))
    near = layout(rules, off="x x y y z", a="8z7z6z5z4z3z2z", b="1z")
    end = run(near, "b>a", "a!")
    assert end.outcome is not None
    assert end.outcome.result == "win"
    assert eval(repr(near), {"State": State, "Rules": Rules, "Deck": Deck, "Card": Card, "Family": Family}) == near
    with pytest.raises(TextError, match="unknown game 'eights'"):
        State.parse(state.text)
    with pytest.raises(TextError, match="not of 'eights'"):
        State.parse(state.text.replace("rules: eights", "rules: spider"), rules)


def test_incomplete_or_impossible_games_fail_when_they_are_made() -> None:
    deck = Deck("few", cross("12", "xy"))
    suits = replace(SUITS, suits="xy")
    with pytest.raises(TypeError):
        Family("half", "xy", build="next")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Rules("half", deck, columns=2, dealt=4)  # type: ignore[call-arg]
    with pytest.raises(TextError, match="build is one of"):
        replace(SUITS, build="lower")
    for wrong, words in (
        ({"families": (replace(SUITS, suits="x"),)}, "1y is of no family"),
        ({"families": (suits, replace(suits, name="again"))}, "the suit x is of two families"),
        ({"columns": 23}, "cannot be dealt"),
        ({"dealt": 5}, "cannot be dealt"),
        ({"removal": "never"}, "removal is one of choice, auto"),
        ({"jokers": True}, "jokers is one of"),
        ({"open": 1}, "open is one of"),
        ({"deck": Deck("odd", cross("12", "xy")[:3]), "dealt": 3}, "can never all leave"),
        ({"families": (replace(suits, leave="tower"),)}, "can never all leave"),
    ):
        with pytest.raises(TextError, match=words):
            replace(Rules("few", deck, columns=2, dealt=4, families=(suits,)), **wrong)  # type: ignore[arg-type]


def test_options_by_name() -> None:
    assert {name: rules.options for name, rules in PRESETS.items()} == {
        "spider": (common := ("removal", "deal_when", "strict_fill", "open")),
        "spider_open": common,
        "myrmex": (*common, "level"),
        "wizards_tower": (*common, "trump_unit", "weave"),
        "sparrow": (*common, "stack_limit"),
        "starfish": (*common, "jokers"),
        "chinese_spider": common,
    }
    assert Rules.parse("starfish") is not None
    assert Rules.parse("starfish jokers=6") == STARFISH
    assert str(Rules.parse("starfish jokers=4 removal=AUTO")) == "starfish removal=auto jokers=4"
    assert Rules.parse("sparrow stack_limit=none").changed == {"stack_limit": None}
    assert Rules.parse("myrmex open=False").changed == {"open": False}
    assert MYRMEX.change(level="queen").dealt == 32
    assert MYRMEX.change(level="queen").change(level="base") == MYRMEX
    for text, words in (
        ("chess", "unknown game 'chess'"),
        ("", "unknown game"),
        ("spider jokers=4", "spider has no rule 'jokers'; it has removal"),
        ("starfish jokers=7", "jokers is one of 0, 1, 2, 3, 4, 5, 6, not '7'"),
        ("starfish jokers", "'jokers' is no rule"),
        ("starfish jokers=1 jokers=2", "each rule once"),
        ("myrmex level=king", "level is one of base, major, queen"),
        ("sparrow stack_limit=0", "stack_limit is one of None, 1"),
    ):
        with pytest.raises(TextError, match=words):
            Rules.parse(text)
    with pytest.raises(TextError, match="no rule 'level'"):
        SPIDER.change(level="major")
    with pytest.raises(TextError, match="level is one of"):
        MYRMEX.change(level="king")


def test_each_option_changes_what_it_says_and_the_default_is_left_as_it_was() -> None:
    before = {name: str(rules) for name, rules in PRESETS.items()}
    changed = [SPARROW.change(stack_limit=1), STARFISH.change(jokers=0), WIZARDS_TOWER.change(weave=True)]
    assert len(set(changed)) == 3
    assert before == {name: str(rules) for name, rules in PRESETS.items()}
    for rules in changed:
        assert Rules.parse(str(rules)) == rules
        assert rules.is_known
        assert rules != PRESETS[rules.name]
    assert not replace(SPIDER, columns=9).is_known


@pytest.mark.parametrize("game", TABLE)
def test_the_tail_that_moves_is_what_the_second_reading_says(game: str) -> None:
    """For every tail of 500 piles, most of them runs with a flaw."""
    rules = Rules.parse(game)
    table = object.__new__(Table)
    table.game = described(rules.name, rules.changed)
    chance = random.Random(5)
    lengths = Counter()
    for _ in range(500):
        suit = chance.choice(sorted({letter for card in rules.deck.cards for letter in card.suits}))
        start = chance.randrange(3, 14)
        pile = []
        for rank in range(start, start - 8, -1):
            fitting = [card for card in rules.deck.cards if suit in card.suits and rules.faces[card].rank == rank]
            pile.append(chance.choice(fitting if fitting and chance.random() < 0.85 else rules.deck.cards))
        longest = unit_length([rules.faces[card] for card in pile])
        lengths[longest] += 1
        for count in range(1, 9):
            assert table.is_unit([str(card) for card in pile[-count:]]) == (count <= longest), pile
    assert lengths[1]
    assert sum(lengths.values()) - lengths[1] > 100


def test_moves_read_back() -> None:
    for text in ("c>f", "c3>f", "deal", "c!", "b+f+i+j!", "c^", "*c4>f", "c>w", "w>c", "a13>b"):
        assert str(Move.parse(text)) == text
        assert eval(repr(Move.parse(text))) == Move.parse(text)
    assert str(Move.parse(" C1>F ")) == "c>f"
    assert str(Move.parse("j+b+i+f!")) == "b+f+i+j!"
    for text in (
        "",
        "c",
        "c>",
        "cf",
        "c0>f",
        "x>a",
        "a>x",
        "!",
        "a+!",
        "*c>f",
        "*w1>c",
        "dealt",
        "c^^",
        "c1000>f",
        "ä>b",
        "c²>f",
    ):
        with pytest.raises(TextError, match="no move"):
            Move.parse(text)


@pytest.mark.parametrize(
    "wrong",
    [
        *("a>j", None, 3),
        *(Move("set"), Move("set", "w"), Move("set", "a", "b"), Move("tower", "ab"), Move("deal", "a")),
        *(Move("move", "a"), Move("move", "ab", "c"), Move("move", "a", "j", 0), Move("move", "a", "j", -1)),
        *(Move("joker", "w", "a", 2), Move("joker", "a", "b", 0), Move("fly", "a", "b")),  # type: ignore[arg-type]
        *(Move("move", None, "a"), Move("move", "a", "b", "two")),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_what_is_no_move_is_refused_as_a_move(wrong: object) -> None:
    for game in ("spider", "starfish"):
        with pytest.raises(MoveError):
            deal(game, 1).play(wrong)  # type: ignore[arg-type]
