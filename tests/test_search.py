"""The search inside the layout against a brute force that uses nothing but the rules of play."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

from spiralkit import board, kernels
from spiralkit.lookahead import packed
from spiralkit.lookahead.players import greedy, play_game
from spiralkit.lookahead.search import Look, look, out_of_reach, refute, solve
from spiralkit.spiral import BOTH, NO_SHUFFLE, ONE_COLUMN, STANDARD, VARIANTS, Move, State, Variant, deal, redeal

SAMPLE = State.parse(
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)


# A brute force of its own: sets of cells, no masks, no cuts but the one at the redeal.

NEAR = [set(cells) for cells in board.NEIGHBOURS]


def has_fork(cells: set[int]) -> bool:
    left = set(cells)
    while left:
        group, todo = set(), [left.pop()]
        while todo:
            cell = todo.pop()
            group.add(cell)
            todo += NEAR[cell] & left
            left -= NEAR[cell]
        met = {side for side in range(6) if group & set(board.SIDE_CELLS[side])}
        if {0, 2, 4} <= met or {1, 3, 5} <= met:
            return True
    return False


@cache
def cells_missing(mine: int, hers: int) -> int:
    """The fewest cells that make a fork, by trying all; 99 if more than your pieces left."""
    own = set(board.cells(mine))
    vacant = list(board.cells(board.FULL & ~mine & ~hers))
    for count in range(1, 13 - len(own) + 1):
        if any(has_fork(own | set(some)) for some in combinations(vacant, count)):
            return count
    return 99


def brute(state: State) -> tuple[str, int]:
    """The verdict with the fewest picks of a win, or with the best slack of what is open."""
    if state.outcome is not None:
        return ("win", 0) if state.outcome.winner == "me" else ("loss", 0)
    if state.deal_due:
        left = 13 - state.mine.bit_count()
        if state.occupied.bit_count() == 36:
            return ("win", 99) if has_fork({*board.cells(state.mine), board.CENTRE}) else ("loss", 0)
        missing = cells_missing(state.mine, state.hers)
        return ("loss", 0) if missing > left else ("open", left - missing)
    if state.turn != "me":
        return brute(state.play(state.moves()[0]))
    found = [brute(state.play(move)) for move in state.moves()]
    wins = [picks for verdict, picks in found if verdict == "win"]
    if wins:
        return "win", min(wins) + 1
    slacks = [slack for verdict, slack in found if verdict == "open"]
    return ("open", max(slacks)) if slacks else ("loss", 0)


# Random endgames.


def layout(chance: random.Random, variant: Variant, turns: tuple[str, ...]) -> State:
    """Some layout that turns can lead to, with one of these sides to move; the board is empty again."""
    while True:
        state = State(0, 0, redeal(chance.randrange(10**9), 1).columns, chance.choice(("me", "brooks")), variant)
        for _ in range(chance.randrange(12)):
            if state.moves():
                state = state.play(chance.choice(state.moves()))
        if state.turn in turns:
            return State(0, 0, state.columns, state.turn, variant)


def endgame(chance: random.Random, variant: Variant, fewest: int) -> State:
    """A random board of at least so many pieces of yours, not decided yet, with a random layout."""
    while True:
        state = layout(chance, variant, ("me", "me", "me", "brooks", "brooks2"))
        mine = chance.randint(fewest, 12)
        hers = 2 * mine - {"me": 0, "brooks": 2, "brooks2": 1}[state.turn]
        # Groups grow where pieces lie near each other; scattered boards alone would hardly ever be close.
        cells = sorted(range(36), key=lambda cell: chance.random() + chance.choice((0, 0.3)) * (board.RING[cell] > 1))
        state = State(
            board.mask_of(cells[:mine]), board.mask_of(cells[mine : mine + hers]), state.columns, state.turn, variant
        )
        if state.outcome is None:
            return State.parse(state.text)


def late_games(count: int, variant: Variant, fewest: int) -> list[State]:
    """Positions with you to move from played games."""
    found = []
    seed = 0
    while len(found) < count:
        seed += 1
        states = play_game(seed, greedy, variant).states[:-1]
        found += [state for state in states if state.turn == "me" and state.mine.bit_count() >= fewest][:1]
    return found


def check(state: State) -> Look:
    """Everything ``look`` says of an endgame, checked."""
    found = look(state)
    expected = brute(state)
    assert found.verdict == expected[0], state
    if state.turn == "me":
        assert found.forced == ()
        assert [each.move for each in found.moves] == list(state.moves())
    for each in found.moves:
        assert each.placement == found.at.placement(each.move)
        verdict, number = brute(found.at.play(each.move))
        assert each.verdict == verdict, (state, each.move)
        check_line(found.at, each.line, verdict, number)
        assert each.line[0] == each.move
        assert each.slack == (number if verdict == "open" else None)
        if verdict == "loss" and state.turn == "me":
            check_refutation(found.at, each.move)
    if found.best:
        assert found.best.verdict == found.verdict
    check_solution(found, *expected)
    return found


def check_line(state: State, line: tuple[Move, ...], verdict: str, number: int) -> None:
    picks = 0
    for move in line:
        picks += state.turn == "me"
        state = state.play(move)
    if verdict == "win" and number < 50:
        assert state.outcome is not None
        assert state.outcome.winner == "me"
        assert picks == number + 1
    elif verdict == "win":
        assert state.deal_due
        assert has_fork({*board.cells(state.mine), board.CENTRE})
    elif verdict == "open":
        assert state.deal_due
        assert 13 - state.mine.bit_count() - cells_missing(state.mine, state.hers) == number
    else:
        assert out_of_reach(state) if state.outcome is None else state.outcome.winner == "brooks"


def check_refutation(state: State, move: Move) -> None:
    proof = refute(state, move)
    after = state
    for placement in proof.placements:
        after = after.play(Move(placement.columns))
    assert after == proof.state
    outcome = after.outcome
    assert proof.move == move
    if proof.why in ("bridge", "brooks"):
        assert outcome is not None
        assert outcome.by == ("me" if proof.why == "bridge" else "brooks")
        return
    assert outcome is None
    if proof.why == "reach":
        assert cells_missing(after.mine, after.hers) == 99
    elif proof.why == "centre":
        assert after.occupied.bit_count() == 36
    else:
        assert proof.why == "every"
        assert [reply.move for reply in proof.replies] == list(after.moves())
        for reply in proof.replies:
            check_refutation(after, reply.move)


def check_solution(found: Look, verdict: str, number: int) -> None:
    solution = solve(found.state)
    assert solution.status == {"win": "won", "loss": "lost", "open": "unknown"}[verdict]
    state = found.at
    for move in solution.moves:
        state = state.play(move)
        while state.turn != "me" and state.moves():
            state = state.play(state.moves()[0])
    if verdict == "win" and number < 50:
        assert len(solution.moves) == number
        assert state.outcome is not None
        assert state.outcome.winner == "me"
    elif verdict != "win":
        assert solution.moves == ()


# The tests.


def test_the_sample_position_has_two_winning_moves():
    found = look(SAMPLE)
    assert {str(each.move): each.verdict for each in found.moves} == dict.fromkeys(("ab", "ac", "ad", "cd"), "loss") | {
        "bc": "win",
        "bd": "win",
    }
    assert [[str(card) for card in each.placement.cards] for each in found.moves if each.verdict == "win"] == [
        ["Qc", "9s"],
        ["Qc", "8s"],
    ]
    for each in found.moves:
        if each.verdict == "win":
            state = SAMPLE
            for move in each.line[:-1]:
                state = state.play(move)
            last = state.placement(each.line[-1])
            assert last.pair == "TA"
            assert board.label(last.cell) == "TK"
            assert str(last.cards[0]) == "Ac"
    assert str(solve(SAMPLE).moves) == "(Move('bc'), Move('bc'))"


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_random_endgames_equal_the_brute_force(variant):
    chance = random.Random(f"endgames {variant}")
    found = [check(endgame(chance, variant, 9)).verdict for _ in range(120)]
    assert set(found) == ({"win", "loss"} if variant.no_shuffle else {"win", "loss", "open"})


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_thousands_of_endgames_equal_the_brute_force(variant):
    chance = random.Random(f"thousands {variant}")
    for _ in range(2500):
        check(endgame(chance, variant, 8))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_played_endgames_equal_the_brute_force(variant):
    for state in late_games(8, variant, 10):
        check(state)


def test_a_win_by_the_centre_counts_whether_or_not_a_deal_is_due():
    due = near = 0
    chance = random.Random("centre")
    while due < 5 or near < 5:
        state = endgame(chance, STANDARD, 12)
        if state.turn != "me":
            continue
        wins = has_fork({*board.cells(state.mine), board.CENTRE})
        near += wins
        assert look(state).verdict == ("win" if wins else "loss")
        state = State(state.mine, state.hers, (state.columns[0], (), *state.columns[2:]), "me")
        due += wins
        found = look(state)
        assert found.moves == ()
        assert found.best is None
        assert found.verdict == ("win" if wins else "loss")
        assert solve(state).status == ("won" if wins else "lost")


def test_a_fork_that_only_waits_for_the_centre_is_not_cut():
    """After cd the centre alone is missing, and it comes as your thirteenth piece, two picks later."""
    state = State.parse(
        "xo..oox.o.ox...xo.ooxoxoooooxxxoxooo. "
        "QhJs7dTdKc8dAc8s/7cKhQsQcJdAhAdTh/9dJcAs7hQd8hTc9s/7s8cKdJhTs9cKs9h brooks no-shuffle"
    )
    last = check(state).moves[-1]
    assert (last.move, last.verdict, len(last.line)) == (Move("cd"), "win", 7)


def test_a_board_out_of_reach_is_lost_at_a_redeal_and_another_is_open():
    chance = random.Random("reach")
    lost = next(state for state in iter(lambda: endgame(chance, STANDARD, 9), None) if out_of_reach(state))
    lost = State(lost.mine, lost.hers, ((), *lost.columns[1:]), "me")
    assert look(lost).verdict == "loss"
    assert solve(lost).status == "lost"
    fresh = State(0, 0, ((), *deal(1).columns[1:]), "me")
    assert look(fresh).verdict == "open"
    assert solve(fresh).status == "unknown"


def test_a_game_that_is_over_is_refused():
    over = play_game(1, greedy).state
    for ask in (look, solve):
        with pytest.raises(ValueError, match="the game is over"):
            ask(over)
    with pytest.raises(ValueError, match="does not lose"):
        refute(SAMPLE, Move("bc"))


def test_on_her_turn_her_pieces_come_first():
    state = SAMPLE.play(Move("bc"))
    found = look(state)
    assert [placement.columns for placement in found.forced] == ["ab", "cd"]
    assert (found.verdict, " ".join(map(str, found.line))) == ("win", "ab cd bc")
    assert look(state.play(Move("ab"))).line == found.line[1:]
    assert look(SAMPLE.play(Move("ac"))).verdict == "loss"
    before_she_wins = SAMPLE.play(Move("ac")).play(Move("ab")).play(Move("cd")).play(Move("ab"))
    found = look(before_she_wins)
    assert (found.verdict, found.moves, found.best) == ("loss", (), None)
    assert found.at.outcome is not None


def test_a_fresh_deal_is_open_and_keeps_its_slack():
    for seed in range(1, 4):
        for variant in (STANDARD, ONE_COLUMN):
            found = look(deal(seed, variant))
            assert found.verdict == "open"
            for each in found.moves:
                state = deal(seed, variant)
                for move in each.line:
                    state = state.play(move)
                assert state.deal_due
                distance = board.fork_distance(state.mine, state.hers)
                assert distance is not None
                assert each.slack == 13 - state.mine.bit_count() - distance


def test_the_best_slack_of_a_fresh_deal_is_that_of_its_best_end():
    state = deal(5)
    tables = packed.tables(kernels.loops, STANDARD)
    _, _, _, _, count, mine, hers, _, roots = kernels.loops.search(*packed.pack(state), 1 << 13, *tables)
    best = [-99] * 6
    for end in range(count):
        own, other = mine[end], hers[end]
        left = 13 - own.bit_count()
        for root in range(6):
            if roots[end] >> root & 1 and best[root] < left:
                distance = board.fork_distance(own, other)
                if distance is not None:
                    best[root] = max(best[root], left - distance)
    assert [each.slack for each in look(state).moves] == best


def test_nodes_limit_is_kept_and_repeats():
    state = deal(2, NO_SHUFFLE)
    whole = solve(state)
    assert whole.status == "won"
    assert solve(state, whole.nodes) == whole
    for limit in (0, 1, whole.nodes // 2, whole.nodes - 1):
        cut = solve(state, limit)
        assert (cut.status, cut.moves, cut.nodes) == ("unknown", (), limit)


@pytest.mark.parametrize("variant", [NO_SHUFFLE, BOTH], ids=str)
def test_without_shuffling_every_deal_is_won_in_ten(variant):
    kernels.fast()
    census(range(1, 301), variant)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [NO_SHUFFLE, BOTH], ids=str)
def test_without_shuffling_a_hundred_thousand_deals_are_won_in_ten(variant):
    kernels.fast()
    census(range(1, 100_001), variant)


def census(seeds: range, variant: Variant) -> None:
    """Ten is the least number of pieces that any fork has."""
    for seed in seeds:
        state = deal(seed, variant)
        solution = solve(state)
        assert solution.status == "won", seed
        assert len(solution.moves) == 10, seed
        for move in solution.moves:
            state = state.play(move)
            while state.turn != "me" and state.moves():
                state = state.play(state.moves()[0])
        assert state.outcome is not None
        assert state.outcome.winner == "me"


# No false proof of a loss: positions of real games, played on at random with a winning move taken where there is one.


def lost_moves(count: int, variant: Variant) -> list[State]:
    """States after moves judged lost, from the whole of played games, her turn or yours."""
    found: list[State] = []
    seed = 1000
    while len(found) < count:
        seed += 1
        for state in play_game(seed, greedy, variant).states[:-1]:
            if state.turn == "me" and not state.deal_due and state.mine.bit_count() >= 4:
                found += [state.play(each.move) for each in look(state).moves if each.verdict == "loss"]
    return [state for state in found if state.outcome is None][:count]


def play_on(state: State, chance: random.Random) -> str:
    """Who wins in the end when you play at random but never miss a win at once."""
    while state.outcome is None:
        if state.deal_due:
            state = state.play(redeal(chance.randrange(10**9), 1))
        elif state.turn != "me":
            state = state.play(state.moves()[0])
        else:
            after = [state.play(move) for move in state.moves()]
            wins = [each for each in after if each.outcome and each.outcome.winner == "me"]
            state = wins[0] if wins else chance.choice(after)
    return state.outcome.winner


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_judged_lost_is_never_won(variant):
    chance = random.Random(f"lost {variant}")
    for state in lost_moves(60, variant):
        assert {play_on(state, chance) for _ in range(5)} == {"brooks"}


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_judged_lost_is_never_won_in_25000_games(variant):
    chance = random.Random(f"lost {variant}")
    for state in lost_moves(2500, variant):
        assert {play_on(state, chance) for _ in range(10)} == {"brooks"}


def test_playing_on_does_find_wins():
    chance = random.Random("wins")
    winning = look(SAMPLE).moves[3]
    assert "me" in {play_on(SAMPLE.play(winning.move), chance) for _ in range(50)}
