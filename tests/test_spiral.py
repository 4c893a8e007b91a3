"""The rules of Spiral, sentence by sentence: each test is named after the sentence that it holds the library to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, product

import oracle
import pytest

from spiralkit import Line, Move, MoveError, State, board, deal
from spiralkit.board import CENTRE, FULL, cell_of, labels, mask_of
from spiralkit.cards import PIQUET, Card, text_of
from spiralkit.spiral import (
    BOTH,
    HER_PIECES,
    MY_PIECES,
    NO_SHUFFLE,
    ONE_COLUMN,
    STANDARD,
    VARIANTS,
    Columns,
    Deal,
    Variant,
    redeal,
)

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
RANKS = "789TJQKA"


def columns_of(text: str) -> Columns:
    one, two, three, four = (PIQUET.parse_all(part) for part in text.split("/"))
    return one, two, three, four


def at(
    *,
    mine: Iterable[str] = (),
    hers: Iterable[str] = (),
    columns: str = "7c7d/8c8d/9c9d/TcTd",
    turn: str = "me",
    variant: Variant = STANDARD,
) -> State:
    """A position in which only what matters is set up."""
    return State(mask_of(mine), mask_of(hers), columns_of(columns), turn, variant)  # type: ignore[arg-type]


def random_game(seed: int, variant: Variant = STANDARD) -> Line:
    """A game of uniformly random picks, to its end."""
    choose = random.Random(seed)
    line: Line = Line(deal(seed, variant))
    number = 1
    while line.state.outcome is None:
        if line.state.deal_due:
            number += 1
            line.play(redeal(seed, number))
        else:
            line.play(choose.choice(line.state.moves()))
    return line


def heights(state: State) -> list[int]:
    return [len(column) for column in state.columns]


# Board.


def test_hex_hex_of_base_4_with_37_cells() -> None:
    assert len(board.AXIAL) == len(set(board.AXIAL)) == board.CELLS == 37
    rows = Counter(r for _, r in board.AXIAL)
    assert [rows[r] for r in sorted(rows)] == [4, 5, 6, 7, 6, 5, 4]


def test_the_36_unordered_pairs_of_the_ranks_label_all_cells_but_the_centre() -> None:
    pairs = list(combinations_with_replacement(RANKS, 2))
    assert len(pairs) == 36
    assert {cell_of(a + b) for a, b in pairs} == set(range(36))
    assert all(cell_of(a + b) == cell_of(b + a) for a, b in pairs)


def test_from_the_outside_in_they_run_77_78_to_aa_then_the_centre() -> None:
    assert " ".join(map(board.label, range(37))) == (
        "77 78 79 7T 7J 7Q 7K 7A 88 89 8T 8J 8Q 8K 8A 99 9T 9J 9Q 9K 9A TT TJ TQ TK TA JJ JQ JK JA QQ QK QA KK KA AA --"
    )
    assert board.AXIAL[CENTRE] == (0, 0)


def test_the_outer_ring_holds_18_cells_the_middle_12_the_inner_6() -> None:
    rings = [[board.label(cell) for cell in range(37) if board.RING[cell] == ring] for ring in (3, 2, 1, 0)]
    assert [(ring[0], ring[-1], len(ring)) for ring in rings] == [
        ("77", "9J", 18),
        ("9Q", "JA", 12),
        ("QQ", "AA", 6),
        ("--", "--", 1),
    ]


def test_77_lies_on_a_corner_every_ring_starts_on_its_diagonal_consecutive_cells_are_adjacent() -> None:
    assert len(board.NEIGHBOURS[cell_of("77")]) == 3
    q, r = board.AXIAL[cell_of("77")]
    assert board.AXIAL[cell_of("9Q")] == (q * 2 // 3, r * 2 // 3)
    assert board.AXIAL[cell_of("QQ")] == (q // 3, r // 3)
    assert all(one + 1 in board.NEIGHBOURS[one] for one in range(36))


def test_the_board_is_the_one_of_the_independent_check() -> None:
    """Neighbours from cube coordinates; sides from the coordinates' ends, numbered in the order of the spiral."""
    assert [board.label(cell) for cell in range(37)] == oracle.SPIRAL
    for cell in range(37):
        assert set(labels(board.NEAR[cell])) == oracle.NEIGHBOURS[board.label(cell)]
    assert {frozenset(labels(side)) for side in board.SIDES} == {frozenset(side) for side in oracle.SIDES.values()}
    for one, two in board.BRIDGES:
        assert not board.SIDES[one] & board.SIDES[two]
        assert not board.beside(board.SIDES[one]) & board.SIDES[two]


def test_six_sides_of_four_cells_a_corner_belongs_to_both_of_its_sides_numbered_around() -> None:
    assert [side.bit_count() for side in board.SIDES] == [4] * 6
    shared = [board.SIDES[side] & board.SIDES[(side + 1) % 6] for side in range(6)]
    assert [labels(corner) for corner in shared] == [("7T",), ("7K",), ("89",), ("8Q",), ("99",), ("77",)]
    assert sum(1 for one, two in combinations(board.SIDES, 2) if one & two) == 6


# Cards.


def test_the_32_card_piquet_deck_7_to_ace_in_four_suits() -> None:
    assert {str(card) for card in PIQUET.cards} == {rank + suit for rank in RANKS for suit in "cdhs"}


def test_dealt_in_four_columns_of_eight() -> None:
    for variant in VARIANTS:
        state = deal(11, variant)
        assert heights(state) == [8, 8, 8, 8]
        assert {card for column in state.columns for card in column} == set(PIQUET.cards)


def test_a_columns_bottom_card_is_the_only_one_that_can_be_taken() -> None:
    state = at(columns="7c8c/9cTc/JcQc/KcAc")
    taken = {card for move in state.moves() for card in state.placement(move).cards}
    assert taken == {Card("8", "c"), Card("T", "c"), Card("Q", "c"), Card("A", "c")}


# Turns.


def test_you_move_first() -> None:
    assert {deal(1, variant).turn for variant in VARIANTS} == {"me"}


def test_you_take_the_bottom_cards_of_two_different_columns_the_pair_names_a_cell_one_piece_goes_there() -> None:
    state = at(columns="7c9s/8cQc/9c9d/TcTd")
    assert [str(move) for move in state.moves()] == ["ab", "ac", "ad", "bc", "bd", "cd"]
    after = state.play(Move("ab"))
    assert labels(after.mine) == ("9Q",)
    assert after.hers == 0
    assert after.columns == columns_of("7c/8c/9c9d/TcTd")
    with pytest.raises(MoveError, match="aa cannot be played: the two cards come from different columns"):
        state.play(Move("aa"))


def test_if_the_cell_is_occupied_the_piece_goes_to_the_next_vacant_cell_down_the_spiral() -> None:
    state = at(columns="7c9s/8cQc/9c9d/TcTd", mine=["9Q", "9T"], hers=["9J"])
    assert labels(state.play(Move("ab")).mine & ~state.mine) == ("99",)


def test_if_none_is_vacant_down_the_spiral_to_the_next_vacant_cell_up_from_the_named_cell() -> None:
    state = at(columns="7c7d/8c8d/9c9d/TcTd", mine=["77"], hers=["78"])
    assert labels(state.play(Move("ab")).mine) == ("77", "79")
    state = at(columns="7c7d/8c8d/9c9d/TcTd", mine=["77"], hers=["78", "7A"])
    assert labels(state.play(Move("ab")).mine) == ("77", "79")  # from the named cell, not from the end of the ring


def test_so_the_centre_fills_last() -> None:
    """No pair names it, and it is above every other cell: it is taken only when all others are."""
    for pair, last in product(range(36), range(36)):
        assert board.landing(pair, FULL & ~(1 << last) & ~(1 << CENTRE)) == last
        assert board.landing(pair, FULL & ~(1 << CENTRE)) == CENTRE


def test_a_piece_lands_where_a_walk_along_the_spiral_says() -> None:
    choose = random.Random(5)
    for _ in range(3000):
        occupied = choose.getrandbits(37) | choose.getrandbits(37)
        if occupied == FULL:
            continue
        named = choose.randrange(36)
        walk = [*range(named, -1, -1), *range(named + 1, 37)]
        assert board.landing(named, occupied) == next(cell for cell in walk if not occupied >> cell & 1)


def test_dr_brooks_then_places_two_pieces_by_columns_1_and_2_and_by_columns_3_and_4() -> None:
    state = at(columns="7c7d/8c8d/9c9d/TcTd", turn="brooks")
    assert state.moves() == (Move("ab"),)
    half = state.play(Move("ab"))
    assert (labels(half.hers), half.turn, half.moves()) == (("78",), "brooks2", (Move("cd"),))
    after = half.play(Move("cd"))
    assert (labels(after.hers), after.mine, after.turn) == (("78", "9T"), 0, "me")
    assert after.columns == columns_of("7c/8c/9c/Tc")
    for move in map(Move, ("ac", "ad", "bc", "bd", "cd")):
        with pytest.raises(MoveError, match=f"{move} cannot be played: Dr. Brooks must take ab"):
            state.play(move)
    with pytest.raises(MoveError, match=r"ab cannot be played: Dr\. Brooks must take cd"):
        half.play(Move("ab"))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_used_cards_are_discarded(variant: Variant) -> None:
    """After every step the cards on the table and those taken since the deal are the whole pack, suits included."""
    for seed in range(20):
        line = random_game(seed, variant)
        used: list[Card] = []
        for state, move in zip(line.states, line.moves, strict=False):
            if isinstance(move, Deal):
                used = []
            elif not variant.no_shuffle:
                used += state.placement(move).cards
            after = state.play(move)
            assert Counter([*used, *(card for column in after.columns for card in column)]) == Counter(PIQUET.cards)


# Redeal.


def test_if_a_column_is_empty_after_your_turn_all_cards_are_dealt_again_and_she_moves() -> None:
    state = at(columns="7d/8c8d/9c9d/TcTd").play(Move("ab"))
    assert (state.deal_due, state.moves(), state.turn) == (True, (), "brooks")
    with pytest.raises(MoveError, match="ab cannot be played: a column is empty, so a deal is due"):
        state.play(Move("ab"))
    after = state.play(redeal(3, 2))
    assert (heights(after), after.turn, after.moves(), after.deal_due) == ([8, 8, 8, 8], "brooks", (Move("ab"),), False)
    assert (after.mine, after.hers) == (state.mine, state.hers)


def test_if_a_column_is_empty_after_her_turn_all_cards_are_dealt_again_and_you_move() -> None:
    state = at(columns="7c7d/8c8d/9d/TcTd", turn="brooks").play(Move("ab")).play(Move("cd"))
    assert (state.deal_due, state.moves(), state.turn) == (True, (), "me")
    after = state.play(redeal(3, 2))
    assert (heights(after), after.turn, len(after.moves())) == ([8, 8, 8, 8], "me", 6)


def test_a_deal_that_is_not_due_is_refused() -> None:
    for state in (deal(1), deal(1).play(Move("ab")), deal(1).play(Move("ab")).play(Move("ab"))):
        with pytest.raises(MoveError, match="a deal is not due"):
            state.play(redeal(1, 2))


def test_a_column_that_dr_brooks_empties_with_her_first_pair_does_not_stop_her_second() -> None:
    state = at(columns="7d/8d/9c9d/TcTd", turn="brooks").play(Move("ab"))
    assert (heights(state), state.deal_due, state.moves()) == ([0, 0, 2, 2], False, (Move("cd"),))
    after = state.play(Move("cd"))
    assert (after.deal_due, after.turn) == (True, "me")


# End.

ROW = [board.label(board.AXIAL.index((q, 0))) for q in range(-3, 4)]
"""A bridge straight across the board."""


ARMS = [
    board.label(board.AXIAL.index(place))
    for q, r in ((1, -3), (1, -2), (0, -1))
    for place in ((q, r), (r, -q - r), (-q - r, q))  # turned by a third, twice
]
"""A fork but for the centre: an arm from the middle of every second side."""


def test_fork_one_group_touching_three_non_adjacent_sides() -> None:
    fork = mask_of([*ARMS, "--"])
    assert board.sides(fork) in board.FORKS
    assert board.fork(fork) == fork
    for missing in board.cells(fork):
        assert board.fork(fork & ~(1 << missing)) == 0


def test_bridge_one_group_touching_two_opposite_sides() -> None:
    assert board.bridge(mask_of(ROW)) == mask_of(ROW)
    for missing in ROW:
        assert board.bridge(mask_of(ROW) & ~mask_of([missing])) == 0


def test_an_edge_walk_round_three_sides_is_no_fork_but_a_bridge() -> None:
    walk = mask_of(range(3, 10))  # from the corner of sides 0 and 1 along 1 and 2 to the corner of 2 and 3
    assert board.sides(walk) == (0, 1, 2, 3)
    assert (board.fork(walk), board.bridge(walk)) == (0, walk)


def last_piece(cell: str, mine: Iterable[str] = (), hers: Iterable[str] = (), turn: str = "me") -> State:
    """The state after the side to move puts its next piece on this cell, which a pair of other columns names."""
    low, high = cell
    cards = [f"{low}c", f"{high}d"]
    columns = "/".join([*cards, "7s7h", "8s8h"] if turn != "brooks2" else ["7s7h", "8s8h", *cards])
    state = at(mine=mine, hers=hers, turn=turn, columns=columns)
    return state.play(Move("cd" if turn == "brooks2" else "ab"))


def test_you_win_by_a_fork() -> None:
    cells = [*ARMS, "--"]
    for cell in ARMS:
        state = last_piece(cell, mine=[c for c in cells if c != cell])
        assert str(state.outcome) == "win: fork by me"
        assert state.outcome.winner == "me"
        assert state.outcome.cells == mask_of(cells)


def test_you_lose_by_a_bridge() -> None:
    for cell in ROW:
        if cell != "--":
            state = last_piece(cell, mine=[c for c in ROW if c != cell])
            assert str(state.outcome) == "loss: bridge by me"
            assert state.outcome.winner == "brooks"
            assert state.outcome.cells == mask_of(ROW)


def test_a_fork_and_a_bridge_with_the_same_piece_is_a_win() -> None:
    """A row across the board and an arm from it to a third side, joined by the piece that is missing."""
    cells = [
        board.label(board.AXIAL.index(place)) for place in [(q, 0) for q in range(-3, 4)] + [(1, -3), (1, -2), (1, -1)]
    ]
    assert oracle.connections(set(cells)) == {"fork", "bridge"}
    missing = board.label(board.AXIAL.index((1, 0)))
    assert oracle.connections(set(cells) - {missing}) == set()
    assert str(last_piece(missing, mine=[c for c in cells if c != missing]).outcome) == "win: fork by me"


def test_a_bridge_that_came_earlier_has_already_lost() -> None:
    lost = last_piece(ROW[0], mine=ROW[1:])
    assert str(lost.outcome) == "loss: bridge by me"
    assert lost.moves() == ()
    with pytest.raises(MoveError, match=r"cd cannot be played: the game is over \(loss: bridge by me\)"):
        lost.play(Move("cd"))


def test_dr_brooks_wins_by_either_at_once() -> None:
    fork = [*ARMS, "--"]
    for turn in ("brooks", "brooks2"):
        assert str(last_piece(fork[0], hers=fork[1:], turn=turn).outcome) == "loss: fork by brooks"
        assert str(last_piece(ROW[0], hers=ROW[1:], turn=turn).outcome) == "loss: bridge by brooks"


def test_dr_brooks_wins_also_with_the_first_of_her_two_pieces_and_the_second_is_not_placed() -> None:
    state = last_piece(ROW[0], hers=ROW[1:], turn="brooks")
    assert state.hers.bit_count() == 7
    assert (heights(state), state.turn) == ([0, 0, 2, 2], "brooks2")
    assert (state.moves(), state.deal_due, state.forced()) == ((), False, ())
    with pytest.raises(MoveError, match="the game is over"):
        state.play(Move("cd"))


def test_typed_half_way_the_side_that_moved_last_has_ended_the_game() -> None:
    """Two bridges cannot come about one after the other, but they can be typed."""
    upper = [board.AXIAL.index(place) for place in [(-3, 0)] + [(q, -1) for q in range(-2, 4)]]
    lower = [board.AXIAL.index(place) for place in [(3, 0)] + [(q, 1) for q in range(-3, 3)]]
    for turn, by in (("me", "brooks"), ("brooks2", "brooks"), ("brooks", "me")):
        state = State(mask_of(upper), mask_of(lower), redeal(1, 1).columns, turn)  # type: ignore[arg-type]
        assert str(state.outcome) == f"loss: bridge by {by}"


def test_no_deal_after_the_end() -> None:
    """The piece that ends the game may empty a column; nothing is dealt any more."""
    state = last_piece(ROW[0], mine=ROW[1:])
    assert 0 in heights(state)
    assert not state.deal_due
    with pytest.raises(MoveError, match="the game is over"):
        state.play(redeal(1, 2))


def test_the_37th_piece_lands_in_the_centre_is_yours_and_is_counted() -> None:
    ends = Counter()
    choose = random.Random(2)
    while len(ends) < 2:
        cells = choose.sample(range(36), 12)
        state = State(mask_of(cells), FULL & ~mask_of(cells) & ~(1 << CENTRE), redeal(1, 1).columns, "me")
        if state.outcome is None:
            after = state.play(Move("ab"))
            assert after.mine >> CENTRE & 1
            assert after.outcome is not None
            assert after.outcome.by == "me"
            ends[str(after.outcome)] += 1
    assert set(ends) == {"win: fork by me", "loss: bridge by me"}


def test_you_need_13_counters_she_24() -> None:
    assert (MY_PIECES, HER_PIECES) == (13, 24)
    turns = ["me", "brooks", "brooks"]
    assert Counter(turns[piece % 3] for piece in range(37)) == {"me": 13, "brooks": 24}


# Variants.


def test_one_column_you_may_also_take_the_bottom_two_cards_of_one_column() -> None:
    state = at(columns="7c8c9c/8dTd/9sJs/TcTd", variant=ONE_COLUMN)
    assert [str(move) for move in state.moves()] == ["aa", "ab", "ac", "ad", "bb", "bc", "bd", "cc", "cd", "dd"]
    after = state.play(Move("aa"))
    assert (labels(after.mine), after.columns) == (("89",), columns_of("7c/8dTd/9sJs/TcTd"))
    assert after.moves() == (Move("ab"),)  # she still takes from two columns


def test_one_column_when_it_has_two() -> None:
    state = at(columns="7c/8d8h/9sJs/TcTd", variant=ONE_COLUMN)
    assert Move("aa") not in state.moves()
    with pytest.raises(MoveError, match="aa cannot be played: column a has not two cards"):
        state.play(Move("aa"))
    after = state.play(Move("bb"))
    assert (heights(after), after.deal_due) == ([1, 0, 2, 2], True)


def test_no_shuffle_used_cards_go_to_the_top_of_their_column_in_the_order_taken() -> None:
    state = deal(4, NO_SHUFFLE)
    after = state.play(Move("bd"))
    for letter, one, two in zip("abcd", state.columns, after.columns, strict=True):
        assert two == ((one[-1], *one[:-1]) if letter in "bd" else one)


def test_no_shuffle_there_is_never_a_redeal() -> None:
    for variant in (NO_SHUFFLE, BOTH):
        for seed in range(20):
            line = random_game(seed, variant)
            assert not any(isinstance(move, Deal) for move in line.moves)
            assert {tuple(heights(state)) for state in line.states} == {(8, 8, 8, 8)}


def test_the_variants_combine_two_from_one_column_is_always_possible() -> None:
    state = deal(4, BOTH)
    column = state.columns[0]
    after = state.play(Move("aa"))
    assert after.columns[0] == (column[-2], column[-1], *column[:-2])  # the first taken lies below the second
    assert all(
        len(state.moves()) == 10 for state in random_game(3, BOTH).states if state.turn == "me" and not state.outcome
    )


# Both implementations play the same games.


def shadow(variant: Variant, start: State) -> oracle.Game:
    columns = [[str(card) for card in column] for column in start.columns]
    return oracle.Game(columns, variant.one_column, variant.no_shuffle)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_random_games_agree_with_the_independent_check_at_every_step(variant: Variant) -> None:
    for seed in range(60):
        line = random_game(seed, variant)
        check = shadow(variant, line.start)
        for state, move, after in zip(line.states, line.moves, line.states[1:], strict=False):
            assert state.deal_due == check.deal_due()
            assert [str(move) for move in state.moves()] == check.picks()
            if isinstance(move, Deal):
                check.deal([[str(card) for card in column] for column in move.columns])
                continue
            piece = state.placement(move)
            assert check.take(str(move)) == {
                "mover": piece.mover,
                "columns": piece.columns,
                "cards": [str(card) for card in piece.cards],
                "pair": piece.pair,
                "cell": board.label(piece.cell),
            }
            assert set(labels(after.mine)) == check.owned("me")
            assert set(labels(after.hers)) == check.owned("brooks")
            assert [text_of(column) for column in after.columns] == ["".join(column) for column in check.columns]
            # the verdict comes with the first piece that completes something, never before or later
            found = after.outcome and (after.outcome.result, after.outcome.how, after.outcome.by)
            assert found == check.end
        assert check.end is not None
        assert check.picks() == []


def test_the_verdict_of_a_typed_position_is_that_of_the_game() -> None:
    for variant in VARIANTS:
        for seed in range(15):
            for state in random_game(seed, variant).states[-6:]:
                assert State.parse(state.text).outcome == state.outcome


@pytest.mark.parametrize("move", ["bc", None, 7, Move("ba"), Move("xy")])
def test_anything_that_is_no_move_is_refused_as_a_move(move: object) -> None:
    with pytest.raises(MoveError, match="a move is Move"):
        deal(1).play(move)  # type: ignore[arg-type]
