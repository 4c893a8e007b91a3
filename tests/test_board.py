"""The board against the facts of the rules, and against a second, slow board made from coordinates alone."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from spiralkit import board
from spiralkit.board import AXIAL, BRIDGES, CELLS, CENTRE, FORKS, FULL, Mask, cell_of, label, mask_of
from spiralkit.spiral import State

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)

# The second board. It takes from the library only where each cell lies, and calls two cells
# neighbours when their middles are sqrt(3) apart, a side what lies furthest out in one direction.


def _squared(one: int, other: int) -> float:
    (q, r), (p, s) = AXIAL[one], AXIAL[other]
    x, y = (q - p) + (r - s) / 2, r - s  # in units of sqrt(3) and of 1.5
    return 3 * x * x + 2.25 * y * y


EDGES = [(a, b) for a, b in combinations(range(CELLS), 2) if abs(_squared(a, b) - 3) < 1e-9]
NEXT_TO = [{b for b in range(CELLS) if (min(a, b), max(a, b)) in EDGES} for a in range(CELLS)]
OUTWARDS = [lambda q, r: -r, lambda q, r: q, lambda q, r: q + r]
OUTWARDS += [lambda q, r: r, lambda q, r: -q, lambda q, r: -q - r]
STEPS_TO_SIDE = [[3 - outwards(q, r) for q, r in AXIAL] for outwards in OUTWARDS]
SIDE_BITS = [sum(1 << side for side in range(6) if not STEPS_TO_SIDE[side][cell]) for cell in range(CELLS)]
OUTER_RING = [cell for cell in range(CELLS) if SIDE_BITS[cell]]
HAS_FORK = [any(bits & fork == fork for fork in (0b010101, 0b101010)) for bits in range(64)]
HAS_BRIDGE = [any(bits & bridge == bridge for bridge in (0b001001, 0b010010, 0b100100)) for bits in range(64)]


def slow_verdicts(owner: str) -> dict[str, tuple[bool, bool]]:
    """(fork, bridge) of ``x`` and of ``o``; the board as 37 characters, joined edge by edge (union-find)."""
    root = list(range(CELLS))

    def find(cell: int) -> int:
        while root[cell] != cell:
            cell = root[cell]
        return cell

    for a, b in EDGES:
        if owner[a] == owner[b]:
            root[find(a)] = find(b)
    reached: dict[int, int] = {}
    for cell in OUTER_RING:
        group = find(cell)
        reached[group] = reached.get(group, 0) | SIDE_BITS[cell]
    found = {"x": (False, False), "o": (False, False), ".": (False, False)}
    for group, bits in reached.items():
        fork, bridge = found[owner[group]]
        found[owner[group]] = (fork or HAS_FORK[bits], bridge or HAS_BRIDGE[bits])
    del found["."]
    return found


def marks(mine: Mask, hers: Mask = 0) -> str:
    return "".join("x" if mine >> cell & 1 else "o" if hers >> cell & 1 else "." for cell in range(CELLS))


def masks(owner: str) -> tuple[Mask, Mask]:
    bits = owner[::-1].replace(".", "0")
    return int(bits.replace("o", "0").replace("x", "1"), 2), int(bits.replace("x", "0").replace("o", "1"), 2)


def verdicts(mine: Mask, hers: Mask) -> dict[str, tuple[bool, bool]]:
    return {name: (board.fork(mask) > 0, board.bridge(mask) > 0) for name, mask in (("x", mine), ("o", hers))}


def random_board(numbers: random.Random) -> str:
    """Any number of pieces, any share of the colours."""
    vacant, share = numbers.choice((0, numbers.random() / 2)), 0.3 + 0.4 * numbers.random()
    weights = (vacant, (1 - vacant) * share, (1 - vacant) * (1 - share))
    return "".join(numbers.choices(".xo", weights, k=CELLS))


# Structure


def test_the_counts_of_the_board() -> None:
    assert len(AXIAL) == len(set(AXIAL)) == CELLS
    assert len(EDGES) == 90
    degrees = [len(near) for near in board.NEIGHBOURS]
    assert {degree: degrees.count(degree) for degree in set(degrees)} == {3: 6, 4: 12, 6: 19}
    assert [board.RING.count(ring) for ring in (3, 2, 1, 0)] == [18, 12, 6, 1]


def test_neighbours_are_the_cells_at_the_drawn_distance() -> None:
    assert [set(near) for near in board.NEIGHBOURS] == NEXT_TO
    assert [set(board.cells(near)) for near in board.NEAR] == NEXT_TO
    # what lies on the other diagonal of the grid, or follows at the end of a row, is no neighbour
    for one, other in (("--", "TK"), ("--", "9K"), ("7T", "9J"), ("7K", "8A"), ("7J", "9T")):
        assert cell_of(other) not in board.NEIGHBOURS[cell_of(one)]


def test_beside_is_all_neighbours_of_a_set() -> None:
    numbers = random.Random(1)
    for _ in range(2000):
        mask = numbers.getrandbits(CELLS) & numbers.getrandbits(CELLS)
        assert board.beside(mask) == mask_of(near for cell in board.cells(mask) for near in NEXT_TO[cell])
    assert board.beside(FULL) == FULL
    assert board.beside(0) == 0


def test_sides_and_corners() -> None:
    for side in range(6):
        assert set(board.SIDE_CELLS[side]) == {cell for cell in range(CELLS) if SIDE_BITS[cell] >> side & 1}
        assert len(board.SIDE_CELLS[side]) == 4
        assert board.SIDES[side] & board.SIDES[(side + 1) % 6], "next sides share a corner"
        assert not board.SIDES[side] & board.SIDES[(side + 2) % 6]
        assert board.sides(board.SIDES[side]) == tuple(sorted(((side - 1) % 6, side, (side + 1) % 6)))
    corners = [cell for cell in range(CELLS) if SIDE_BITS[cell].bit_count() == 2]
    assert len(corners) == 6
    assert all(len(NEXT_TO[cell]) == 3 for cell in corners)
    assert cell_of("77") in corners


def test_the_spiral() -> None:
    assert all(cell + 1 in NEXT_TO[cell] for cell in range(CENTRE)), "consecutive cells are adjacent"
    assert AXIAL[CENTRE] == (0, 0)
    starts = [AXIAL[cell] for cell in (0, 18, 30, 36)]
    assert starts == [(0, -3), (0, -2), (0, -1), (0, 0)], "every ring starts on the diagonal through 77"
    assert [label(cell) for cell in (0, 17, 18, 29, 30, 35, 36)] == ["77", "9J", "9Q", "JA", "QQ", "AA", "--"]
    assert " ".join(board.PAIRS[:10]) == "77 78 79 7T 7J 7Q 7K 7A 88 89"
    assert " ".join(board.PAIRS[-3:]) == "KK KA AA"
    ranks = board.RANKS
    assert list(board.PAIRS) == [a + b for i, a in enumerate(ranks) for b in ranks[i:]]


def test_labels_are_read_either_way() -> None:
    for cell, pair in enumerate(board.PAIRS):
        assert cell_of(pair) == cell_of(pair[::-1]) == cell_of(pair.lower()) == cell
    assert cell_of(label(CENTRE)) == CENTRE
    for wrong in ("", "7", "6K", "7KA", "-", "KX", "7 K"):
        with pytest.raises(ValueError, match="names no cell"):
            cell_of(wrong)


def test_masks_and_cells() -> None:
    numbers = random.Random(2)
    for _ in range(300):
        chosen = sorted(numbers.sample(range(CELLS), numbers.randrange(CELLS + 1)))
        mask = mask_of(chosen)
        assert list(board.cells(mask)) == chosen
        assert mask_of(board.labels(mask)) == mask == mask_of(map(label, chosen))


def test_the_twelve_symmetries() -> None:
    ways = board.symmetries()
    assert len(set(ways)) == 12
    assert ways[0] == tuple(range(CELLS))
    for way in ways:
        assert sorted(way) == list(range(CELLS))
        assert {tuple(sorted((way[a], way[b]))) for a, b in EDGES} == set(EDGES)
        assert {board.moved(side, way) for side in board.SIDES} == set(board.SIDES)
        assert all(board.RING[way[cell]] == board.RING[cell] for cell in range(CELLS))


# Groups and verdicts


def test_groups_are_the_connected_parts() -> None:
    numbers = random.Random(3)
    for _ in range(1000):
        mask = numbers.getrandbits(CELLS)
        found = board.groups(mask)
        assert [group & -group for group in found] == sorted(group & -group for group in found)
        assert sum(found) == mask, "no cell twice, none missing"
        for group in found:
            assert not board.beside(group) & mask & ~group, "nothing of the colour touches from outside"
            reached = {min(board.cells(group))}
            for _ in range(group.bit_count()):
                reached |= {b for a in reached for b in NEXT_TO[a] if group >> b & 1}
            assert mask_of(reached) == group, "hangs together"
            assert all(board.group_of(cell, mask) == group for cell in board.cells(group))
            bits = [SIDE_BITS[cell] for cell in board.cells(group)]
            assert board.sides(group) == tuple(side for side in range(6) if any(bit >> side & 1 for bit in bits))


@pytest.mark.parametrize("seed", range(4))
def test_verdicts_equal_brute_force(seed: int) -> None:
    numbers = random.Random(seed)
    seen = {(False, False): 0, (False, True): 0, (True, False): 0, (True, True): 0}
    for _ in range(25_000):
        owner = random_board(numbers)
        expected = slow_verdicts(owner)
        assert verdicts(*masks(owner)) == expected, owner
        seen[expected["x"]] += 1
    assert min(seen.values()) > 0, seen


def test_verdicts_are_the_same_under_all_symmetries() -> None:
    numbers = random.Random(5)
    ways = board.symmetries()
    for _ in range(1500):
        mine, hers = masks(random_board(numbers))
        expected = verdicts(mine, hers)
        assert all(verdicts(board.moved(mine, way), board.moved(hers, way)) == expected for way in ways)


def test_distances_and_counts_are_the_same_under_all_symmetries() -> None:
    numbers = random.Random(6)
    for _ in range(15):
        mine, hers = masks(random_board(numbers))
        for goal in (FORKS, BRIDGES):
            expected = board.completion(mine, hers, goal)
            for way in board.symmetries():
                found = board.completion(board.moved(mine, way), board.moved(hers, way), goal)
                assert (found is None) == (expected is None)
                if found and expected:
                    assert (found.distance, found.count) == (expected.distance, expected.count)
                    assert found.must == board.moved(expected.must, way)


@pytest.mark.parametrize(("seed", "pieces_of_mine"), [(1, 13), (2, None)])
def test_a_full_board_is_decided(seed: int, pieces_of_mine: int | None) -> None:
    numbers = random.Random(seed)
    two_bridges = neither = 0
    for _ in range(50_000):
        count = numbers.randrange(CELLS + 1) if pieces_of_mine is None else pieces_of_mine
        mine = mask_of(numbers.sample(range(CELLS), count))
        found = verdicts(mine, FULL & ~mine)
        (my_fork, my_bridge), (her_fork, her_bridge) = found["x"], found["o"]
        assert my_fork or my_bridge or her_fork or her_bridge, "no draw"
        assert not (my_fork and (her_fork or her_bridge)), "a fork leaves the other side with neither"
        assert not (her_fork and (my_fork or my_bridge))
        two_bridges += my_bridge and her_bridge
        neither += not my_fork and not her_bridge
    assert two_bridges > 0, "bridges of both sides can stand together"
    assert neither > 0, "'you have a fork or else she has a bridge' is false"


def test_witnesses_of_the_full_board() -> None:
    both_bridges = "oooxxoooooxooooooooooxooxxxoxoxxoxxxo"
    assert verdicts(*masks(both_bridges)) == {"x": (False, True), "o": (False, True)}
    only_mine = "xxooooooxoxooooooxoooooxxooooxxxoxxox"
    assert verdicts(*masks(only_mine)) == {"x": (False, True), "o": (False, False)}


def smallest_joins(sides: tuple[int, ...], size: int) -> set[Mask]:
    """All connected sets of at most ``size`` cells that touch the sides, grown cell by cell from the first side.

    Grown sets that have reached the sides are not grown further. A set is dropped only when too
    few cells are left for the straight way to a side that it has not reached.
    """
    near = [mask_of(cells) for cells in NEXT_TO]
    first, *others = (STEPS_TO_SIDE[side] for side in sides)
    found: set[Mask] = set()

    def grow(group: Mask, candidates: Mask, seen: Mask, left: int, away: tuple[int, ...]) -> None:
        if not any(away):
            found.add(group)
            return
        while candidates:
            low = candidates & -candidates
            candidates ^= low
            cell = low.bit_length() - 1
            now = tuple(min(steps, table[cell]) for steps, table in zip(away, others, strict=True))
            if max(now) < left:
                new = near[cell] & ~seen
                grow(group | low, candidates | new, seen | new, left - 1, now)

    barred = 0
    for cell in range(CELLS):
        if first[cell] == 0:
            barred |= 1 << cell
            start = near[cell] & ~barred
            grow(1 << cell, start, barred | start, size - 1, tuple(table[cell] for table in others))
    return found


def test_the_smallest_forks_and_bridges() -> None:
    forks = set().union(*(smallest_joins(sides, 10) for sides in FORKS))
    assert {fork.bit_count() for fork in forks} == {10}, "no fork has fewer than 10 cells"
    assert len(forks) == 6512
    bridges = set().union(*(smallest_joins(sides, 7) for sides in BRIDGES))
    assert {bridge.bit_count() for bridge in bridges} == {7}, "no bridge has fewer than 7 cells"
    for goal, sets in ((FORKS, forks), (BRIDGES, bridges)):
        found = board.completion(0, 0, goal)
        assert found is not None
        assert (found.distance, found.count, found.must) == (10 if goal == FORKS else 7, len(sets), 0)
        assert found.cells in sets
    assert all(map(board.fork, forks))
    assert all(map(board.bridge, bridges))


# Distances, completions, paths


def smallest_additions(mine: Mask, hers: Mask, which: int, most: int) -> list[Mask]:
    """All smallest sets of at most ``most`` vacant cells that give x its fork (0) or bridge (1), by trying them all."""
    vacant = [cell for cell in range(CELLS) if not (mine | hers) >> cell & 1]
    for size in range(min(most, len(vacant)) + 1):
        sets = [mask_of(some) for some in combinations(vacant, size)]
        sets = [some for some in sets if slow_verdicts(marks(mine | some, hers))["x"][which]]
        if sets:
            return sets
    return []


def late_position(numbers: random.Random, vacant: int) -> tuple[Mask, Mask]:
    cells = numbers.sample(range(CELLS), CELLS - vacant)
    share = round(len(cells) * numbers.choice((1 / 3, 2 / 3, 0.5, 1)))
    return mask_of(cells[:share]), mask_of(cells[share:])


@pytest.mark.parametrize("seed", range(3))
def test_distances_and_completions_equal_brute_force(seed: int) -> None:
    numbers = random.Random(seed)
    distances = []
    for number in range(100):
        if number % 4:
            vacant, most = numbers.randrange(12), CELLS  # few vacant cells: every set of them is tried
        else:
            vacant, most = numbers.randrange(12, 23), 3  # many: all sets of up to three
        mine, hers = late_position(numbers, vacant)
        for which, goal in enumerate((FORKS, BRIDGES)):
            distance = (board.fork_distance, board.bridge_distance)[which](mine, hers)
            found = (board.fork_completion, board.bridge_completion)[which](mine, hers)
            sets = smallest_additions(mine, hers, which, most)
            where = marks(mine, hers), goal
            if not sets:
                assert distance is None or distance > most, where
                assert (found is None) == (distance is None), where
                continue
            assert found is not None, where
            assert distance == found.distance == sets[0].bit_count(), where
            assert found.cells in sets, where
            assert found.count == len(sets), where
            must = FULL
            for some in sets:
                must &= some
            assert found.must == must, where
            distances.append(distance)
    assert {0, 1, 2, 3} <= set(distances)


def test_distances_at_the_edges_of_the_question() -> None:
    assert board.fork_distance(0, FULL) is None
    assert board.bridge_completion(0, FULL) is None
    assert board.fork_distance(FULL, 0) == board.bridge_distance(FULL, 0) == 0
    for find in (board.fork_completion, board.bridge_completion):
        assert find(FULL, 0) == board.Completion(0, 0, 1, 0)
    wall = mask_of(c for c in range(CELLS) if AXIAL[c][1] == 0)  # from corner to corner through the centre
    assert board.bridge_distance(0, wall) is None
    assert board.fork_distance(0, wall) is None
    assert board.bridge_distance(0, wall & ~(1 << CENTRE)) == 7, "the centre can be had"
    # a corner serves two sides: 77 7T and 7K lie on sides 5 0, 0 1 and 1 2
    corners = mask_of(["77", "7T", "7K"])
    assert [board.fork_distance(corners, 0), board.bridge_distance(corners, 0)] == [7, 4]
    bridge = board.bridge_completion(corners, 0)
    assert bridge is not None
    assert board.labels(bridge.must) == ("78", "79", "7J", "7Q")


@pytest.mark.parametrize("which", [0, 1])
def test_the_connecting_path_is_a_smallest_connection(which: int) -> None:
    goal = (FORKS, BRIDGES)[which]
    numbers = random.Random(which)
    tried = longer = 0
    few = (14, 12)[which]
    while tried < 40:
        mask = mask_of(numbers.sample(range(CELLS), numbers.choice((13, 24))))
        path = board.connecting_path(mask, goal)
        if not slow_verdicts(marks(mask))["x"][which]:
            assert path == 0
            continue
        tried += 1
        while mask.bit_count() > few:  # brute force needs few cells: drop some that do not matter
            drop = 1 << numbers.choice(list(board.cells(mask)))
            if slow_verdicts(marks(mask & ~drop))["x"][which]:
                mask &= ~drop
        path = board.connecting_path(mask, goal)
        assert path & ~mask == 0
        assert len(board.groups(path)) == 1
        assert board.joins(path, goal)
        fewer = combinations(board.cells(mask), path.bit_count() - 1)
        assert not any(slow_verdicts(marks(mask_of(some)))["x"][which] for some in fewer)
        longer += path.bit_count() > (10, 7)[which]
    assert longer > 5


# The slide


def walked(named: int, occupied: Mask) -> int:
    """Step by step: down to 77, then up from the named cell."""
    for cell in [*range(named, -1, -1), *range(named, CELLS)]:
        if not occupied >> cell & 1:
            return cell
    raise AssertionError("full")


def test_slides_equal_a_walk_along_the_spiral() -> None:
    numbers = random.Random(7)
    boards = [mask_of(numbers.sample(range(CELLS), numbers.randrange(CELLS))) for _ in range(300)]
    for occupied in [0, FULL & ~(1 << CENTRE), FULL & ~1, *boards]:
        cells = [walked(named, occupied) for named in range(CENTRE)]
        assert list(board.slides(occupied)) == cells
        assert [board.landing(named, occupied) for named in range(CELLS)][:CENTRE] == cells
        reach = board.pairs_to(occupied)
        assert list(reach) == list(board.cells(FULL & ~occupied))
        assert sum(map(len, reach.values())) == 36
        for cell, pairs in reach.items():
            assert pairs == tuple(pair for pair, to in zip(board.PAIRS, cells, strict=True) if to == cell)


def test_no_slide_on_a_full_board() -> None:
    for find in (board.slides, board.pairs_to):
        with pytest.raises(ValueError, match="full"):
            find(FULL)


def test_the_centre_fills_last() -> None:
    for cell in range(CENTRE):
        assert CENTRE not in board.slides(FULL & ~(1 << CENTRE) & ~(1 << cell))
    assert board.pairs_to(FULL & ~(1 << CENTRE)) == {CENTRE: board.PAIRS}


# The sample position


def test_what_leads_to_tk_in_the_sample_position() -> None:
    state = State.parse(SAMPLE)
    reach = board.pairs_to(state.occupied)
    assert set(reach[cell_of("TK")]) == {"TK", "TA", "JJ"}
    assert len(reach) == 7
    assert not board.fork(state.mine) | board.bridge(state.mine) | board.fork(state.hers) | board.bridge(state.hers)
    tk = mask_of(["TK"])
    # whoever takes TK wins, you by a fork: it is the one cell that you miss
    assert board.fork_completion(state.mine, state.hers) == board.Completion(1, tk, 1, tk)
    assert board.fork(state.hers | tk) or board.bridge(state.hers | tk)


def test_nothing_but_tk_decides_the_sample_position() -> None:
    state = State.parse(SAMPLE)
    others = [cell for cell in board.cells(FULL & ~state.occupied) if cell != cell_of("TK")]
    for size in range(len(others) + 1):
        for some in combinations(others, size):
            mine = state.mine | mask_of(some)
            hers = state.hers | mask_of(set(others) - set(some))
            assert not board.fork(mine) | board.bridge(mine) | board.fork(hers) | board.bridge(hers)
