"""The hot loops: plain against the rules of play, compiled against plain, and what numba's cache may meet."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import spiralkit
from spiralkit import board, kernels
from spiralkit.cards import MASK64, PIQUET, below, numbers, shuffled, stream_key
from spiralkit.kernels import loops
from spiralkit.lookahead import packed
from spiralkit.lookahead.players import play_game, random_policy
from spiralkit.lookahead.search import look, solve
from spiralkit.spiral import STANDARD, VARIANTS, Move, State, deal, perft, redeal

PICKS, NEAR, SIDES, DOWNS = packed.tables(loops, STANDARD)
SEEDS = (0, 1, 77, 10**9, (1 << 63) - 1)


@pytest.fixture(scope="module")
def fast():
    pytest.importorskip("numba")
    compiled = kernels.fast()
    assert compiled is not loops
    assert kernels.ready() is compiled
    return compiled


# The plain loops against the rules of play.


def test_the_generator_is_that_of_the_cards():
    ranks, columns = [0] * 32, [0] * 4
    for seed in SEEDS:
        for number in (0, 1, 2, 12345):
            assert loops.stream(seed, number) == stream_key(seed, number)
            source = numbers(seed, number)
            state = stream_key(seed, number)
            for count in (1, 2, 6, 32):
                state = state + loops.GOLDEN & MASK64
                assert loops.below(state, count) == below(source, count)
            loops.lay(seed, number, ranks, columns)
            cards = shuffled(PIQUET.cards, seed, number)
            assert ranks == [board.RANKS.index(card.rank) + 1 for card in cards]
            assert columns == [packed.column(column) for column in redeal(seed, number).columns]


def test_board_functions_equal_those_of_the_board():
    chance = random.Random("boards")
    for _ in range(400):
        cells = chance.sample(range(37), 37)
        one, two = sorted(chance.sample(range(38), 2))
        own, other = board.mask_of(cells[:one]), board.mask_of(cells[one:two])
        beside = 0
        for cell in board.cells(own):
            beside |= board.NEAR[cell]
        assert loops.beside(own, NEAR) == beside
        for named in range(36) if two < 37 else ():
            assert loops.land((2 << named) - 1, board.FULL & ~own & ~other) == 1 << board.landing(named, own | other)
        for cell in board.cells(own):
            group = board.group_of(cell, own)
            made = 1 if board.joins(group, board.FORKS) else 2 if board.joins(group, board.BRIDGES) else 0
            assert loops.joins(1 << cell, own, NEAR, SIDES) == made
        if not board.fork(own):
            distance = board.fork_distance(own, other)
            for most in range(14):
                assert loops.within(own, other, most, NEAR, SIDES) == (distance is not None and distance <= most)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_playouts_are_the_games_of_the_random_policy(variant):
    lines = [play_game(seed, random_policy, variant) for seed in range(500, 540)]
    wins = sum(line.state.outcome.winner == "me" for line in lines)
    pieces = sum(line.state.occupied.bit_count() for line in lines)
    assert loops.playouts(500, 40, int(variant.no_shuffle), *packed.tables(loops, variant)) == (wins, pieces)


def hers_first(seed: int) -> State:
    state = State(0, 0, deal(seed).columns, "brooks")
    for placement in state.forced():
        state = state.play(Move(placement.columns))
    return state


@pytest.mark.parametrize(("start", "sequences"), [(deal(1), 6186), (deal(2), 6186), (hers_first(1), 1746)])
def test_a_fresh_deal_has_so_many_sequences(start, sequences):
    found = loops.search(*packed.pack(start), 1 << 13, *packed.tables(loops, STANDARD))
    assert found[0] == sequences == perft(start, 9)
    assert found[3] == 0


@pytest.mark.parametrize("variant", VARIANTS[:2], ids=str)
def test_the_ends_of_a_deal_are_those_of_play(variant):
    """A late layout searched whole, against State.play."""
    state = deal(11, variant)
    for move in ("ab", "ab", "cd") if variant.one_column else ():
        state = state.play(Move(move))
    start = state
    ends: dict[tuple[int, int], int] = {}
    counts = {"sequences": 0, "lost": 0}

    def walk(state: State, root: int) -> None:
        while state.turn != "me" and state.moves():
            state = state.play(state.moves()[0])
        if state.outcome or state.deal_due:
            counts["sequences"] += 1
            if state.outcome:
                counts["lost"] += 1
            else:
                ends[state.mine, state.hers] = ends.get((state.mine, state.hers), 0) | 1 << root
            return
        for number, move in enumerate(packed.MOVES[variant.one_column]):
            if move in state.moves():
                walk(state.play(move), number if state is start else root)

    walk(start, 0)
    sequences, won, lost, forks, count, mine, hers, paths, roots = loops.search(
        *packed.pack(start), 1 << 15, *packed.tables(loops, variant)
    )
    assert (sequences, won, lost, forks) == (counts["sequences"], 0, counts["lost"], 0)
    assert {(mine[end], hers[end]): roots[end] for end in range(count)} == ends
    for end in range(0, count, 97):
        state = start
        for move in packed.picks(paths[end], variant.one_column):
            state = state.play(move)
            while state.turn != "me" and state.moves():
                state = state.play(state.moves()[0])
        assert state.deal_due
        assert (state.mine, state.hers) == (mine[end], hers[end])


def test_too_little_room_for_the_ends_is_said():
    assert loops.search(*packed.pack(deal(1)), 1 << 10, *packed.tables(loops, STANDARD))[4] == -1


def boards(count: int, pieces: range) -> list[State]:
    """Boards at redeals of random games, with so many pieces and a fork not quite out of reach."""
    found: list[State] = []
    seed = 0
    while len(found) < count:
        seed += 1
        for state in play_game(seed, random_policy).states:
            if state.deal_due and state.occupied.bit_count() in pieces:
                distance = board.fork_distance(state.mine, state.hers)
                if distance is not None and distance <= 13 - state.mine.bit_count():
                    found.append(state)
    return found[:count]


def test_sampled_deals_are_settled_as_look_says():
    """Third deals to boards of 27 to 31 pieces, and second deals to young boards: won, lost and undecided."""
    counts = dict.fromkeys(("win", "loss", "open"), 0)
    tables = packed.tables(loops, STANDARD)
    late = boards(12, range(26, 33))
    for states, deals in ((late, 8), (boards(2, range(12, 16)), 2)):
        won, undecided = [0] * len(states), [0] * len(states)
        mine, hers = [state.mine for state in states], [state.hers for state in states]
        loops.settle_deals(mine, hers, 4, 1, deals, won, undecided, *tables)
        for number, state in enumerate(states):
            verdicts = [look(state.play(redeal(4, n))).verdict for n in range(1, deals + 1)]
            assert (won[number], undecided[number]) == (verdicts.count("win"), verdicts.count("open"))
            for verdict in verdicts:
                counts[verdict] += 1
    assert all(counts.values())


# Compiled against plain.


def test_compiled_generator_equals_the_plain(fast):
    for seed in SEEDS:
        columns, plain = fast.zeros(4), [0] * 4
        fast.lay(seed, 3, fast.zeros(32), columns)
        loops.lay(seed, 3, [0] * 32, plain)
        assert columns.tolist() == plain


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_compiled_playouts_equal_the_plain(fast, variant):
    wheel = int(variant.no_shuffle)
    plain = loops.playouts(1, 300, wheel, *packed.tables(loops, variant))
    assert fast.playouts(1, 300, wheel, *packed.tables(fast, variant)) == plain


@pytest.mark.parametrize("variant", VARIANTS[:2], ids=str)
def test_compiled_search_equals_the_plain(fast, variant):
    room = 1 << 16 if variant.one_column else 1 << 13
    plain = loops.search(*packed.pack(deal(3, variant)), room, *packed.tables(loops, variant))
    found = fast.search(*packed.pack(deal(3, variant)), room, *packed.tables(fast, variant))
    assert found[:5] == plain[:5]
    for compiled, other in zip(found[5:], plain[5:], strict=True):
        assert compiled.tolist() == other


def test_compiled_settling_equals_the_plain(fast):
    states = boards(10, range(24, 33))
    both = []
    for each in (loops, fast):
        won, undecided = each.zeros(len(states)), each.zeros(len(states))
        masks = each.table([state.mine for state in states]), each.table([state.hers for state in states])
        each.settle_deals(*masks, 9, 1, 20, won, undecided, *packed.tables(each, STANDARD))
        both.append((list(won), list(undecided)))
    assert both[0] == both[1]
    assert sum(both[0][0]) > 0


def test_compiled_looks_equal_the_plain_to_the_node(fast, monkeypatch):
    asked = [deal(seed, variant) for seed in (1, 2) for variant in VARIANTS]
    for variant in VARIANTS:
        asked += list(play_game(3, random_policy, variant).states[:-1:5])
    answers = []
    for each in (loops, fast):
        monkeypatch.setattr(kernels, "ready", lambda each=each: each)
        answers.append([(look(state), solve(state, 2000)) for state in asked])
    assert answers[0] == answers[1]


# Loading: another process, no numba, no cache.

ASK = """
import json, sys
from spiralkit import kernels
from spiralkit.lookahead import packed
from spiralkit.lookahead.search import solve
from spiralkit.spiral import NO_SHUFFLE, STANDARD, deal

assert "numba" not in sys.modules
fast = kernels.fast()
tables = packed.tables(fast, STANDARD)
found = solve(deal(1, NO_SHUFFLE))
print(json.dumps({
    "compiled": fast is not kernels.loops,
    "numba": "numba" in sys.modules,
    "hits": sum(fast.seek.stats.cache_hits.values()) if fast is not kernels.loops else 0,
    "playouts": fast.playouts(1, 100, 0, *tables),
    "search": fast.search(*packed.pack(deal(1)), 1 << 13, *tables)[:5],
    "solve": [str(found.moves), found.nodes],
}))
"""


def ask(folder: Path, code: str = ASK, **environment: str) -> dict[str, object]:
    """What a process of its own answers; the package is imported from the folder."""
    process = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(folder)} | environment,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert process.returncode == 0, process.stderr
    answer: dict[str, object] = json.loads(process.stdout)
    return answer


HOME = Path(spiralkit.__file__).parents[1]
ANSWERS = ("playouts", "search", "solve")


@pytest.fixture(scope="module")
def plain():
    return ask(HOME, SPIRALKIT_PLAIN="1")


def test_the_environment_keeps_it_plain(plain):
    assert plain["compiled"] is False
    assert plain["numba"] is False


def test_another_process_reads_the_cache_and_answers_the_same(fast, plain):
    """``fast`` has filled the cache; a cache of self-calling functions would crash here."""
    answer = ask(HOME)
    assert answer["compiled"] is True
    assert answer["hits"] > 0
    assert [answer[key] for key in ANSWERS] == [plain[key] for key in ANSWERS]


def test_without_a_place_for_a_cache_it_still_compiles(tmp_path):
    pytest.importorskip("numba")
    shutil.copytree(HOME / "spiralkit", tmp_path / "spiralkit", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "spiralkit" / "kernels" / "__pycache__").write_text("a file, so that no folder can be made here")
    code = """
import json
from numba import njit
from spiralkit import kernels
try:
    njit(cache=True)(kernels.loops.land)
    refused = False
except RuntimeError:
    refused = True
print(json.dumps({"refused": refused, "land": kernels._load().land(0b111, 0b1011)}))
"""
    nowhere = str(tmp_path / "spiralkit" / "__init__.py" / "cache")
    answer = ask(tmp_path, code, XDG_CACHE_HOME=nowhere, HOME=nowhere, PYTHONDONTWRITEBYTECODE="1")
    assert answer == {"refused": True, "land": 0b10}


def test_without_numba_it_stays_plain(tmp_path, plain):
    (tmp_path / "numba.py").write_text("raise ImportError('not here')")
    answer = ask(HOME, PYTHONPATH=os.pathsep.join([str(tmp_path), str(HOME)]))
    assert answer["compiled"] is False
    assert [answer[key] for key in ANSWERS] == [plain[key] for key in ANSWERS]


def test_importing_the_package_loads_no_numbers():
    code = (
        "import json, sys, spiralkit, spiralkit.kernels, spiralkit.lookahead.search; print(json.dumps({'found': "
        "[name for name in ('numpy', 'numba', 'llvmlite') if name in sys.modules]}))"
    )
    assert ask(HOME, code) == {"found": []}
