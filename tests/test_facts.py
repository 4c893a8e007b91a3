"""What is known of Spiral beyond its rules: numbers counted elsewhere, the sample position, and seeds."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import oracle
import pytest
from test_spiral import SAMPLE, heights, random_game

from spiralkit import Move, State, board, deal
from spiralkit.board import FULL, cell_of, mask_of
from spiralkit.spiral import ONE_COLUMN, STANDARD, VARIANTS, Deal, perft, redeal


def test_90_neighbour_pairs_degrees_6_of_3_12_of_4_19_of_6() -> None:
    assert sum(map(len, board.NEIGHBOURS)) == 2 * 90
    assert Counter(map(len, board.NEIGHBOURS)) == {3: 6, 4: 12, 6: 19}


def connected_sets(size: int) -> Iterator[frozenset[str]]:
    """Every connected set of up to ``size`` cells, once (Redelmeier)."""
    order = {cell: at for at, cell in enumerate(oracle.SPIRAL)}

    def grow(cells: list[str], border: list[str], seen: set[str]) -> Iterator[frozenset[str]]:
        while border:
            cell = border.pop()
            new = [near for near in oracle.NEIGHBOURS[cell] if near not in seen and order[near] > order[first]]
            yield frozenset([*cells, cell])
            if len(cells) + 1 < size:
                yield from grow([*cells, cell], border + new, seen | set(new))

    for first in oracle.SPIRAL:
        yield from grow([], [first], {first})


def test_no_bridge_has_fewer_than_7_cells() -> None:
    shortest = Counter(len(cells) for cells in connected_sets(7) if "bridge" in oracle.connections_of_group(cells))
    assert set(shortest) == {7}


@pytest.mark.slow
def test_no_fork_has_fewer_than_10_cells_and_6512_sets_of_10_contain_one() -> None:
    forks = Counter(len(cells) for cells in connected_sets(10) if "fork" in oracle.connections_of_group(cells))
    assert forks == {10: 6512}


@pytest.mark.parametrize("seed", [1, 5])
def test_from_a_fresh_deal_that_you_open_there_are_6186_sequences_of_your_picks(seed: int) -> None:
    ends: Counter[tuple[str, int]] = Counter()
    count_ends(deal(seed), (0, 0), ends)
    assert ends == {("brooks", 4): 318, ("brooks", 5): 2580, ("me", 5): 3288}
    assert perft(deal(seed), 9) == perft(deal(seed), 5) == {1: 6186, 5: 6181}[seed]  # some games of deal 5 end in it
    assert perft(deal(seed), 4) == 6**4


@pytest.mark.parametrize("seed", [1, 6])
def test_from_a_deal_that_she_opens_there_are_1746_sequences(seed: int) -> None:
    start = State.parse(f"x{36 * '.'} {redeal(seed, 2)} brooks standard")
    ends: Counter[tuple[str, int]] = Counter()
    count_ends(start, (0, 0), ends)
    assert ends == {("me", 4): 318, ("me", 5): 540, ("brooks", 5): 888}
    assert perft(start, 9) == {1: 1746, 6: 1721}[seed]


def count_ends(state: State, turns: tuple[int, int], ends: Counter[tuple[str, int]]) -> None:
    """Who played last in the deal and which turn of theirs it was, for each sequence of your picks; nobody wins."""
    mine, hers = turns
    if state.deal_due:
        ends["me" if state.turn == "brooks" else "brooks", mine if state.turn == "brooks" else hers] += 1
    for move in state.moves():
        after = replace(state.play(move), _end=None)
        count_ends(after, (mine + (state.turn == "me"), hers + (state.turn == "brooks2")), ends)


def test_a_game_that_ends_inside_the_deal_has_fewer_sequences() -> None:
    """The count of the independent check, on third deals in which most games end."""
    start = State.parse(SAMPLE)
    columns = [[str(card) for card in column] for column in start.columns]

    def count(picks: list[str]) -> int:
        check = oracle.Game(columns_full)
        check.columns = [list(column) for column in columns]
        check.board = {board.label(c): "me" if start.mine >> c & 1 else "brooks" for c in board.cells(start.occupied)}
        for pick in picks:
            check.take(pick)
            while check.mover == "brooks" and check.picks():
                check.take(check.picks()[0])
        return sum(count([*picks, pick]) for pick in check.picks()) if check.picks() else 1

    columns_full = [[str(card) for card in column] for column in redeal(1, 1).columns]
    assert perft(start, 9) == count([])


def test_no_game_ends_before_your_4th_piece_is_down() -> None:
    for variant in VARIANTS:
        for seed in range(100):
            end = random_game(seed, variant).state
            assert 4 <= end.mine.bit_count() <= 13
            assert 7 <= end.hers.bit_count() <= 24


def test_uniform_random_play_ends_with_27_5_pieces_on_average() -> None:
    pieces = [random_game(seed).state.occupied.bit_count() for seed in range(500)]
    assert 27 < sum(pieces) / len(pieces) < 28  # the mean of 500 strays by 0.15


@pytest.mark.slow
def test_20000_uniform_random_games_win_between_0_3_and_0_55_per_cent() -> None:
    ends = [random_game(seed).state for seed in range(20_000)]
    wins = sum(end.outcome.winner == "me" for end in ends)
    print(f"{wins} wins; {sum(end.occupied.bit_count() for end in ends) / len(ends):.2f} pieces at the end on average")
    assert 0.003 <= wins / len(ends) <= 0.0055
    assert 27.4 < sum(end.occupied.bit_count() for end in ends) / len(ends) < 27.6


# The reconstruction of the article's sample position.


def test_the_sample_position_is_a_third_deal_with_30_pieces_10_of_them_yours() -> None:
    state = State.parse(SAMPLE)
    assert (heights(state), state.turn, state.outcome) == ([8, 8, 8, 8], "me", None)
    assert (state.mine.bit_count(), state.hers.bit_count()) == (10, 20)


def test_in_the_sample_exactly_jj_ta_and_tk_lead_to_tk() -> None:
    assert set(board.pairs_to(State.parse(SAMPLE).occupied)[cell_of("TK")]) == {"JJ", "TA", "TK"}


def test_in_the_sample_whoever_takes_tk_wins_and_no_other_vacant_cell_decides_anything() -> None:
    state = State.parse(SAMPLE)
    tk = 1 << cell_of("TK")
    others = list(board.cells(FULL & ~state.occupied & ~tk))
    for owners in product(("me", "brooks"), repeat=len(others)):
        mine = state.mine | mask_of(cell for cell, owner in zip(others, owners, strict=True) if owner == "me")
        hers = FULL & ~mine & ~tk
        assert State(mine, hers, state.columns, "me").outcome is None
        assert str(State(mine | tk, hers, state.columns, "brooks").outcome) == "win: fork by me"
        assert State(mine, hers | tk, state.columns, "me").outcome.winner == "brooks"


def can_win(state: State) -> bool:
    if state.outcome is not None:
        return state.outcome.winner == "me"
    assert not state.deal_due
    return any(can_win(state.play(move)) for move in state.moves())


def test_in_the_sample_the_only_winning_moves_are_9s_or_8s_with_qc_each_followed_by_a_ta_of_ac() -> None:
    state = State.parse(SAMPLE)
    assert all(state.play(move).outcome is None for move in state.moves())
    wins = {move: state.play(move) for move in state.moves() if can_win(state.play(move))}
    assert {frozenset(map(str, state.placement(move).cards)) for move in wins} == {
        frozenset(["9s", "Qc"]),
        frozenset(["8s", "Qc"]),
    }
    for after in wins.values():
        mine = after.play(Move("ab")).play(Move("cd"))
        last = [mine.placement(move) for move in mine.moves() if mine.play(move).outcome]
        assert last
        for piece in last:
            assert (piece.pair, board.label(piece.cell)) == ("TA", "TK")
            assert set(map(str, piece.cards)) in ({"Ac", "Tc"}, {"Ac", "Th"})


# Seeds.


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_same_seed_gives_the_same_game_in_every_process(hash_seed: str) -> None:
    program = "from test_spiral import random_game; print([str(move) for move in random_game(7).moves])"
    found = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(p for p in sys.path if p)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == str([str(move) for move in random_game(7).moves])


def test_a_deal_depends_on_its_seed_and_number_only() -> None:
    """However different the players, the n-th deal of a game is the same; the variants share their deals."""
    for variant in (STANDARD, ONE_COLUMN):
        line = random_game(9, variant)
        deals = [line.start.columns, *(move.columns for move in line.moves if isinstance(move, Deal))]
        assert deals == [redeal(9, number + 1).columns for number in range(len(deals))]
    assert len({redeal(seed, number) for seed in range(30) for number in range(1, 4)}) == 90
