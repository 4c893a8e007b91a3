"""Positions, moves and deals of Spiral as text: what is read, what is written, and every refusal with its reason."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_spiral import SAMPLE, random_game

from spiralkit import Deal, Move, State, Variant, deal
from spiralkit.board import label
from spiralkit.cards import TextError
from spiralkit.spiral import BOTH, NO_SHUFFLE, ONE_COLUMN, STANDARD, VARIANTS, redeal

BOARD, COLUMNS, TURN, VARIANT = SAMPLE.split()
EMPTY = "." * 37
FRESH = str(redeal(1, 1))


def position(board: str = BOARD, columns: str = COLUMNS, turn: str = TURN, variant: str = VARIANT) -> State:
    return State.parse(f"{board} {columns} {turn} {variant}")


# Reading and writing.


@given(st.integers(0, 2**64 - 1), st.sampled_from(VARIANTS), st.integers(0, 99))
def test_every_position_of_a_game_reads_back(seed: int, variant: Variant, place: int) -> None:
    states = random_game(seed, variant).states
    state = states[min(place, len(states) - 1)]
    assert State.parse(state.text) == state
    assert eval(repr(state)) == state


def test_the_sample_reads_back() -> None:
    state = State.parse(SAMPLE)
    assert state.text == SAMPLE
    assert repr(state) == f"State.parse({SAMPLE!r})"


def test_reading_forgives_blanks_and_case() -> None:
    assert State.parse(f"  {SAMPLE.upper()}\n".replace(" ", "   ")) == State.parse(SAMPLE)
    assert State.parse(SAMPLE.replace("8dJsTs", "♦8sJ10♠")) == State.parse(SAMPLE)


def test_a_column_without_cards_is_empty_text_and_a_deal_is_due() -> None:
    state = position("xoo" + "." * 34, "8dJs//7c/Kh")
    assert state.columns[1] == ()
    assert state.deal_due
    assert state.text.split()[1] == "8dJs//7c/Kh"
    assert position("x" + "." * 36, "8dJs/7d8c/7c9c/", "brooks").deal_due
    assert not position("xo" + "." * 35, "//7c7d/KhAh", "brooks2").deal_due


def test_no_shuffle_columns_are_written_as_they_lie() -> None:
    state = deal(1, NO_SHUFFLE).play(Move("ac"))
    assert state.text.split()[1].startswith("8cTs9sTh8dKhJs7h/")
    assert State.parse(state.text) == state


def test_a_position_that_is_over_can_be_read_and_shown() -> None:
    for variant in VARIANTS:
        for seed in range(10):
            end = random_game(seed, variant).state
            assert State.parse(end.text).outcome == end.outcome
            assert ("you win" if end.outcome.winner == "me" else "Dr. Brooks wins") in str(end)


def test_nothing_more_is_inferred_so_a_table_top_game_can_be_typed_half_way() -> None:
    """The counts of pieces need not fit the deal, and a game that is over may go on in the text."""
    position("x" * 5 + "." * 21 + "o" * 10 + ".", FRESH)
    position("x" * 5 + "." * 21 + "o" * 10 + ".", "7c/7d/7h/7s")
    position(EMPTY, "7c8c/7d8d/7h8h/7s8s")
    assert position("x" * 12 + "o" * 24 + ".", "Ac/Ad/Ah/As").outcome is not None


def test_the_picture_in_text() -> None:
    assert (
        str(State.parse(SAMPLE).play(Move("bc")))
        == """\
      77o 78o 79x 7To
    9Jo 9Qo 9Ko 9Ax 7Jo
  9Tx JAo QQo QK  TTx 7Qo
99  JKx AAo --  QAo TJx 7Kx
  8A  JQ  KAo KKo TQx 7Ao
    8Ko JJo TAx TK  88o
      8Qx 8Jx 8To 89o

a: 8d Js Ts 7s 9h 9d Qh Ks
b: Jc 8c 7h 9c Jd Ac Jh
c: Kc As Qd Ah Td Tc 7d
d: Kh Kd Qs 7c Ad Th 8h 8s

Dr. Brooks places two pieces"""
    )


# Refusals of a position.


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position has four fields (board, columns, turn, variant), not 0"),
        (f"{BOARD} {COLUMNS} me", "a position has four fields (board, columns, turn, variant), not 3"),
        (f"{SAMPLE} x", "a position has four fields (board, columns, turn, variant), not 5"),
    ],
)
def test_a_position_has_four_fields(text: str, reason: str) -> None:
    with pytest.raises(TextError) as refused:
        State.parse(text)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        # the board
        ({"board": BOARD[:-1]}, "the board has 36 characters, not 37"),
        ({"board": BOARD + "."}, "the board has 38 characters, not 37"),
        ({"board": "w" + BOARD[1:]}, "the board has 'w' at 77; it takes . x o"),
        ({"board": BOARD[:-1] + "-"}, "the board has '-' at --; it takes . x o"),
        # an unknown or repeated card
        ({"columns": COLUMNS.replace("8dJs", "6dJs")}, "column a: 6d is not in the piquet pack"),
        ({"columns": COLUMNS.replace("8dJs", "8xJs")}, "column a: unknown card at '8xJ'"),
        ({"columns": COLUMNS.replace("8dJs", "8dJ")}, "column a: unknown card"),
        ({"columns": COLUMNS.replace("KcAs", "JcAs")}, "column c: Jc is there twice"),
        ({"columns": COLUMNS.replace("8dJs", "8d8d")}, "column a: 8d is there twice"),
        # more than eight cards in a column
        ({"columns": "7c7d7h7s8c8d8h8s9c/9d/9h/9s"}, "column a has 9 cards, more than eight"),
        ({"columns": "7c/8c/9c"}, "there are four columns split by '/', not 3"),
        ({"columns": "7c/8c/9c/Tc/Jc"}, "there are four columns split by '/', not 5"),
        # counts
        ({"board": "x" + "." * 36}, "1 piece of yours and 0 of Dr. Brooks's cannot be when it is your move"),
        ({"board": "xoo" + "." * 34, "turn": "brooks"}, "cannot be when it is Dr. Brooks's move: she must have 0"),
        ({"board": "xoo" + "." * 34, "turn": "brooks2"}, "cannot be when it is her second piece: she must have 1"),
        ({"board": EMPTY, "turn": "brooks"}, "cannot be when it is Dr. Brooks's move: you move first"),
        ({"board": EMPTY, "turn": "brooks2"}, "cannot be when it is her second piece"),
        ({"board": "x" * 13 + "o" * 24}, "cannot be when it is your move: she must have 26"),
        # the centre
        ({"board": "." * 34 + "oox"}, "the centre is taken before all other cells are"),
        ({"board": "." + "x" * 12 + "o" * 23 + "o"}, "the centre is taken before all other cells are"),
        # heights
        ({"columns": "8dJs/7d/7c/Kh", "turn": "brooks2", "board": "xo" + "." * 35}, "columns of 2, 1, 1, 1 cards"),
        ({"columns": "///"}, "columns of 0, 0, 0, 0 cards: no order of turns gives these when it is your move"),
        ({"columns": "7c/8c/9c/"}, "columns of 1, 1, 1, 0 cards"),
        ({"columns": "7c7d7h7s8c8d8h8s/9c9d9h9sTcTdThTs/JcJdJhJsQcQdQhQs/Kc"}, "columns of 8, 8, 8, 1 cards"),
        ({"columns": FRESH, "variant": "no-shuffle", "board": EMPTY[1:]}, "the board has 36"),
        ({"columns": "8dJs/7d/7c/Kh", "variant": "no-shuffle"}, "in no-shuffle each column has eight cards"),
        # words
        ({"turn": "you"}, "the turn is me, brooks or brooks2, not 'you'"),
        ({"variant": "quick"}, "unknown variant 'quick'; there are standard, one-column, no-shuffle"),
        ({"variant": "no-shuffle+one-column"}, "unknown variant"),
    ],
)
def test_a_position_is_refused(fields: dict[str, str], reason: str) -> None:
    with pytest.raises(TextError) as refused:
        position(**fields)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("one_column", [False, True])
def test_column_heights_that_no_order_of_turns_gives(one_column: bool) -> None:
    """All 9**4 heights with each turn, against a plain walk through every order of turns."""
    start = [((8, 8, 8, 8), "me"), ((8, 8, 8, 8), "brooks")]
    reached = set(start)
    while start:
        heights, turn = start.pop()
        if 0 in heights and turn != "brooks2":
            continue  # a deal, and so the beginning again
        places = range(4)
        takes = {
            "me": [(i, j) for i, j in product(places, places) if i < j or (i == j and one_column)],
            "brooks": [(0, 1)],
            "brooks2": [(2, 3)],
        }[turn]
        for i, j in takes:
            left = list(heights)
            left[i] -= 1
            left[j] -= 1
            after = (tuple(left), {"me": "brooks", "brooks": "brooks2", "brooks2": "me"}[turn])
            if min(left) >= 0 and after not in reached:
                reached.add(after)
                start.append(after)
    pieces = {"me": (0, 0), "brooks": (1, 0), "brooks2": (1, 2)}
    column = deal(1).columns[0]
    for turn, (mine, hers) in pieces.items():
        for heights in product(range(9), repeat=4):
            columns = tuple(column[:height] for height in heights)
            state = State(mine, hers, columns, turn, Variant(one_column=one_column))  # type: ignore[arg-type]
            if (heights, turn) in reached:
                state.check()
            else:
                with pytest.raises(TextError, match="no order of turns"):
                    state.check()


def test_two_pieces_on_a_cell() -> None:
    with pytest.raises(TextError, match="a cell has two pieces"):
        State(0b1, 0b11, redeal(1, 1).columns, "me").check()


# Moves, deals, variants.


@given(st.sampled_from("abcd"), st.sampled_from("abcd"))
def test_a_move_is_two_column_letters(one: str, two: str) -> None:
    move = Move.parse(f" {one}{two.upper()} ")
    assert move == Move.parse(two + one)
    assert str(move) == "".join(sorted(one + two))
    assert eval(repr(move)) == move


@pytest.mark.parametrize("text", ["", "a", "abc", "ae", "12", "a b"])
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(TextError, match="is no move: it takes two column letters, ab to cd"):
        Move.parse(text)


@given(st.integers(0, 2**64 - 1), st.integers(1, 9))
def test_a_deal_reads_back(seed: int, number: int) -> None:
    one = redeal(seed, number)
    assert Deal.parse(str(one)) == one
    assert eval(repr(one)) == one


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (FRESH[:-2], "column d of a deal has 7 cards, not 8"),
        (FRESH.replace("Ts9s", "Ts8c"), "column a: 8c is there twice"),
        (FRESH.replace("/", "", 1), "there are four columns"),
    ],
)
def test_a_deal_is_all_32_cards_eight_a_column(text: str, reason: str) -> None:
    with pytest.raises(TextError, match=reason):
        Deal.parse(text)


def test_the_four_variants_read_back() -> None:
    assert [str(variant) for variant in VARIANTS] == ["standard", "one-column", "no-shuffle", "one-column+no-shuffle"]
    assert [Variant.parse(str(variant).upper()) for variant in VARIANTS] == [STANDARD, ONE_COLUMN, NO_SHUFFLE, BOTH]


# Words.


def test_what_a_pick_does_in_words() -> None:
    kinds = set()
    for seed in range(40):
        line = random_game(seed)
        for state, move in zip(line.states, line.moves, strict=False):
            if isinstance(move, Deal):
                continue
            piece = state.placement(move)
            said, _, slid = str(piece).partition("; ")
            assert said == f"{piece.cards[0]} + {piece.cards[1]} name {piece.pair}"
            if slid:
                kind, cell = slid.rsplit(" ", 1)
                assert cell == label(piece.cell) != piece.pair
                assert ("down" in kind) == (piece.cell < piece.named)
                kinds.add(kind)
            else:
                assert piece.cell == piece.named
    assert kinds == {"taken, so down the spiral to", "taken, none vacant below, so up the spiral to"}


def test_the_forecast_is_what_she_then_does() -> None:
    for seed in range(10):
        line = random_game(seed)
        for place, (state, move) in enumerate(zip(line.states, line.moves, strict=False)):
            if state.turn != "me" or isinstance(move, Deal):
                continue
            hers = []
            for later, reply in zip(
                line.states[place + 1 : place + 3], line.moves[place + 1 : place + 3], strict=False
            ):
                if isinstance(reply, Deal):
                    break
                hers.append(later.placement(reply).cell)
            assert state.forecast(move) == (None if line.states[place + 1].deal_due else tuple(hers))
