"""Spiral on plain ints: turns, random games, the search of a deal, the fork-distance cut.

Cells are masks as in ``board``. A column is an int of one nibble a card, the exposed card
lowest, each nibble the rank from 1 (the seven) to 8 (the ace), so that an empty column is 0.
A pick is ``4 * i + j`` for the columns i <= j.

The tables, made by ``tables`` below: ``picks`` the legal picks in order; ``near`` the
neighbours of a set of cells, looked up ten cells at a time; ``sides`` the six sides; ``downs``
for the two exposed nibbles, as a byte, the named cell and all cells down the spiral from it.

All of it stays in this one file: numba's cache notices a change of a function's own file only.
Numbers are int64 when compiled, and uint64 inside the generator alone: the two never meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or not __name__.endswith(".compiled"):
    from .bits import i64, jit, popcount, reals, table, top, u64, zeros
else:
    from .bits_numba import i64, jit, popcount, reals, table, top, u64, zeros

Ints = Any  # a tuple, list or array of ints
Reals = Any  # or of floats

CENTRE = 1 << 36
FULL = (1 << 37) - 1
PIECES = 13  # yours on a full board; the last is the centre

GOES_ON, WON, LOST, DUE_HERS, DUE_MINE, NO_MOVE = range(6)
"""What a turn comes to; DUE_HERS: a deal is due and she moves next, DUE_MINE: you do."""


def tables(near: Sequence[int], sides: Sequence[int], downs: Sequence[int]) -> tuple[Ints, Ints, Ints]:
    """The board for the loops, from the neighbours of each cell, the sides and the 256 ``downs``."""
    chunks = []
    for first in (0, 10, 20, 30):
        chunk = [0]
        for cell in range(first, min(first + 10, 37)):
            chunk += [mask | near[cell] for mask in chunk]
        chunks += chunk
    return table(chunks), table(sides), table(downs)


# The board.


@jit
def beside(cells: int, near: Ints) -> int:
    """The cells next to any of these (some of these among them)."""
    low = near[cells & 1023] | near[1024 + (cells >> 10 & 1023)]
    return low | near[2048 + (cells >> 20 & 1023)] | near[3072 + (cells >> 30)]  # type: ignore[no-any-return]


@jit
def land(down: int, vacant: int) -> int:
    """Where a piece lands: the highest vacant cell of ``down``, or else the lowest vacant cell."""
    down &= vacant
    if down:
        return top(down)
    return vacant & -vacant


@jit
def joins(piece: int, own: int, near: Ints, sides: Ints) -> int:
    """1 if the group of this piece makes a fork, else 2 if it makes a bridge, else 0."""
    new = beside(piece, near) & own
    if not new:
        return 0
    group = piece | new
    while new:
        new = beside(new, near) & own & ~group
        group |= new
    if popcount(group) < 7:  # no connection has fewer cells
        return 0
    if (group & sides[0] and group & sides[2] and group & sides[4]) or (
        group & sides[1] and group & sides[3] and group & sides[5]
    ):
        return 1
    if (group & sides[0] and group & sides[3]) or (group & sides[1] and group & sides[4]):
        return 2
    return 2 if group & sides[2] and group & sides[5] else 0


@jit
def within(own: int, other: int, most: int, near: Ints, sides: Ints) -> bool:
    """Whether ``own``, which has no fork yet, can have one with at most so many further cells.

    As ``board.fork_distance``: a fork is a tree of three walks from its sides to a junction, and
    some vacant cell is a cheapest junction. ``reach[.. + k]`` is what a walk from a side
    reaches with at most k vacant cells, the last one counted in.
    """
    if most < 1:
        return False
    vacant = FULL & ~(own | other)
    reach = zeros(3 * 16)
    for first in range(2):
        meet = vacant
        for walk in range(3):
            start = sides[first + 2 * walk]
            place = 16 * walk
            new = start & own
            seen = new
            while new:
                new = beside(new, near) & own & ~seen
                seen |= new
            for cost in range(1, most + 1):
                new = (start | beside(seen, near)) & vacant & ~seen
                while new:
                    seen |= new
                    new = beside(new, near) & own & ~seen
                reach[place + cost] = seen
            meet &= seen
            if not meet:
                break
        if meet:
            for one in range(1, most + 1):
                some = meet & reach[one]
                if some:
                    for two in range(1, most + 2 - one):
                        if some & reach[16 + two] & reach[34 + most - one - two]:
                            return True
    return False


# Turns. A stack holds at each level a position with you to move: ``mine[level]``,
# ``hers[level]`` and ``columns[4 * level ..]``. A turn is played from one level to the next.


@jit
def turned(column: int) -> int:
    """A column of eight cards, turned like a wheel: the exposed card goes to the top."""
    return column >> 4 | (column & 15) << 28


@jit
def reply(level: int, wheel: int, mine: Ints, hers: Ints, columns: Ints, near: Ints, sides: Ints, downs: Ints) -> int:
    """Dr. Brooks's two pieces, played in place; what they come to."""
    base = 4 * level
    a, b, c, d = columns[base], columns[base + 1], columns[base + 2], columns[base + 3]
    vacant = FULL & ~(mine[level] | hers[level])
    own = hers[level]
    test = popcount(own) >= 6
    piece = land(downs[(a & 15) << 4 | b & 15], vacant)
    own |= piece
    if test and joins(piece, own, near, sides):
        hers[level] = own
        return LOST
    piece = land(downs[(c & 15) << 4 | d & 15], vacant ^ piece)
    own |= piece
    hers[level] = own
    if test and joins(piece, own, near, sides):
        return LOST
    if wheel:
        columns[base], columns[base + 1] = turned(a), turned(b)
        columns[base + 2], columns[base + 3] = turned(c), turned(d)
        return GOES_ON
    a >>= 4
    b >>= 4
    c >>= 4
    d >>= 4
    columns[base], columns[base + 1], columns[base + 2], columns[base + 3] = a, b, c, d
    return GOES_ON if a and b and c and d else DUE_MINE


@jit
def turn(
    level: int, pick: int, wheel: int, mine: Ints, hers: Ints, columns: Ints, near: Ints, sides: Ints, downs: Ints
) -> int:
    """Your pick at a level and her reply, written to the next level; what they come to."""
    i, j = pick >> 2, pick & 3
    base = 4 * level
    one, two = columns[base + i], columns[base + j]
    if i == j:
        two >>= 4
        if not two:
            return NO_MOVE
    own, other = mine[level], hers[level]
    piece = land(downs[(one & 15) << 4 | two & 15], FULL & ~(own | other))
    own |= piece
    mine[level + 1] = own
    hers[level + 1] = other
    if popcount(own) >= 7:
        made = joins(piece, own, near, sides)
        if made:
            return WON if made == 1 else LOST
    after = base + 4
    columns[after], columns[after + 1] = columns[base], columns[base + 1]
    columns[after + 2], columns[after + 3] = columns[base + 2], columns[base + 3]
    if wheel:
        columns[after + i] = turned(columns[after + i])
        columns[after + j] = turned(columns[after + j])
    else:
        columns[after + i] >>= 4
        columns[after + j] >>= 4
        if not (columns[after + i] and columns[after + j]):
            return DUE_HERS
    return reply(level + 1, wheel, mine, hers, columns, near, sides, downs)


# The generator, number for number that of ``cards``.

GOLDEN = u64(0x9E3779B97F4A7C15)
MASK64 = u64(0xFFFFFFFFFFFFFFFF)
_ONE = u64(0xBF58476D1CE4E5B9)
_TWO = u64(0x94D049BB133111EB)
_30, _27, _31, _32 = u64(30), u64(27), u64(31), u64(32)


@jit
def mix(z: int) -> int:
    """The finisher of SplitMix64."""
    z = (z ^ z >> _30) * _ONE & MASK64
    z = (z ^ z >> _27) * _TWO & MASK64
    return z ^ z >> _31


@jit
def stream(seed: int, number: int) -> int:
    """The state at which stream ``number`` of ``seed`` (both below 2**63) begins."""
    return mix(mix(u64(seed) + GOLDEN & MASK64) + u64(number) * GOLDEN & MASK64)


@jit
def below(state: int, count: int) -> int:
    """The number from 0 to count - 1 that this state of a stream gives."""
    return i64(mix(state) >> _32) * count >> 32


@jit
def lay(seed: int, number: int, ranks: Ints, columns: Ints) -> None:
    """Deal ``number`` of ``seed`` into ``columns[0..3]``; ``ranks`` is room for 32 numbers."""
    for place in range(32):
        ranks[place] = (place >> 2) + 1
    state = stream(seed, number)
    for last in range(31, 0, -1):
        state = state + GOLDEN & MASK64
        other = below(state, last + 1)
        rank = ranks[last]
        ranks[last] = ranks[other]
        ranks[other] = rank
    for column in range(4):
        packed = 0
        for place in range(8 * column, 8 * column + 8):
            packed = packed << 4 | ranks[place]
        columns[column] = packed


@jit
def playouts(seed: int, games: int, wheel: int, picks: Ints, near: Ints, sides: Ints, downs: Ints) -> tuple[int, int]:
    """Random games of the seeds ``seed``, ``seed + 1``, ..: how many are won, and the pieces on all boards at the end.

    Deal n of a game is stream n of its seed, the picks are drawn from stream 0.
    """
    mine, hers, columns, ranks = zeros(2), zeros(2), zeros(8), zeros(32)
    doubles = len(picks) == 10
    wins = pieces = 0
    for game in range(seed, seed + games):
        chance = stream(game, 0)
        mine[0] = hers[0] = 0
        number = 1
        lay(game, number, ranks, columns)
        code = GOES_ON
        while code not in (WON, LOST):
            if code != GOES_ON:
                number += 1
                lay(game, number, ranks, columns)
                if code == DUE_HERS:
                    code = reply(0, wheel, mine, hers, columns, near, sides, downs)
                    continue
            chance = chance + GOLDEN & MASK64
            if doubles:
                legal = 6
                for place in range(4):
                    if columns[place] > 15:
                        legal += 1
                left = below(chance, legal)
                choice = -1
                while left >= 0:
                    choice += 1
                    if picks[choice] % 5 or columns[picks[choice] // 5] > 15:  # a double is 5 * its column
                        left -= 1
                pick = picks[choice]
            else:
                pick = picks[below(chance, 6)]
            code = turn(0, pick, wheel, mine, hers, columns, near, sides, downs)
            mine[0] = mine[1]
            hers[0] = hers[1]
            for place in range(4):
                columns[place] = columns[place + 4]
        wins += code == WON
        pieces += popcount(mine[0] | hers[0])
    return wins, pieces


# Searches. They use a stack of their own: a function that calls itself cannot be kept in numba's cache.

WIN, CENTRE_WIN, OPEN = range(3)
"""What is sought: a fork by a pick; that, or 36 pieces with a deal due where the centre makes one; a redeal."""


@jit
def may(own: int, other: int, count: int, cap: int, goal: int, near: Ints, sides: Ints) -> bool:
    """Whether ``count`` pieces of yours can still become what is sought by piece ``cap``: the exact cut.

    The centre is piece 13 and no other. A fork by an earlier piece is without it; one by piece
    13 has it, so it counts as had. A redeal is open while the fork distance, centre allowed, fits.
    """
    if goal == OPEN:
        return within(own, other, cap - count, near, sides)
    if cap < PIECES:
        return within(own, other | CENTRE, cap - count, near, sides)
    if count == PIECES - 1 or joins(CENTRE, own | CENTRE, near, sides) == 1:
        return True
    return within(own | CENTRE, other, cap - 1 - count, near, sides)


@jit
def seek(
    mine0: int,
    hers0: int,
    a: int,
    b: int,
    c: int,
    d: int,
    root: int,
    wheel: int,
    cap: int,
    goal: int,
    budget: int,
    picks: Ints,
    near: Ints,
    sides: Ints,
    downs: Ints,
) -> tuple[int, int, int]:
    """Looks for a line of picks to the goal with at most ``cap`` pieces of yours on the board.

    ``root`` is the first pick (its number in ``picks``), or -1 for any. For OPEN, ``cap`` is 13
    less the slack wanted at the redeal. Gives (found, path, nodes): found is 1, 0, or -1 when
    the budget of nodes is spent; the path has one nibble a pick, first pick lowest, each 1 + its
    number; if nothing is found it is the longest line tried, to where it is lost.
    """
    depth = PIECES + 2
    mine, hers, columns = zeros(depth), zeros(depth), zeros(4 * depth)
    nexts, paths = zeros(depth), zeros(depth)
    mine[0], hers[0] = mine0, hers0
    columns[0], columns[1], columns[2], columns[3] = a, b, c, d
    pieces = popcount(mine0)
    last = len(picks)
    nodes = level = longest = deepest = 0
    if root >= 0:
        nexts[0] = root
    while level >= 0:
        choice = nexts[level]
        if choice == last or (level == 0 and root >= 0 and choice > root):
            level -= 1
            continue
        nexts[level] = choice + 1
        code = turn(level, picks[choice], wheel, mine, hers, columns, near, sides, downs)
        if code == NO_MOVE:
            continue
        if nodes == budget:
            return -1, deepest, nodes
        nodes += 1
        path = paths[level] | (choice + 1) << 4 * level
        if code == WON:
            return 1, path, nodes
        if level >= longest:
            longest, deepest = level + 1, path
        if code == LOST:
            continue
        own, other = mine[level + 1], hers[level + 1]
        count = pieces + level + 1
        if code == DUE_MINE and count == PIECES - 1:
            if goal == CENTRE_WIN and joins(CENTRE, own | CENTRE, near, sides) == 1:
                return 1, path, nodes
        elif may(own, other, count, cap, goal, near, sides):
            if code == GOES_ON:
                level += 1
                nexts[level] = 0
                paths[level] = path
            elif goal == OPEN:
                return 1, path, nodes
    return 0, deepest, nodes


@jit
def search(
    mine0: int,
    hers0: int,
    a: int,
    b: int,
    c: int,
    d: int,
    room: int,
    picks: Ints,
    near: Ints,
    sides: Ints,
    downs: Ints,
) -> tuple[int, int, int, int, int, Ints, Ints, Ints, Ints]:
    """Searches the rest of a deal whole, with you to move: every sequence of your picks to the redeal.

    Gives (sequences, won, lost, forks, count, mine, hers, paths, roots): the number of sequences,
    how many of them are won and lost, a mask of the first picks from which one is won, and the
    ``count`` distinct undecided boards at the redeal, each with a path to it (as in ``seek``) and a
    mask of the first picks from which it can be reached. ``room``, a power of two, is more than
    the boards; count is -1 if it is not.
    """
    depth = 10
    mine, hers, columns = zeros(depth), zeros(depth), zeros(4 * depth)
    nexts, paths = zeros(depth), zeros(depth)
    slots, ends_mine, ends_hers, ends_paths, ends_roots = (
        zeros(room),
        zeros(room),
        zeros(room),
        zeros(room),
        zeros(room),
    )
    mine[0], hers[0] = mine0, hers0
    columns[0], columns[1], columns[2], columns[3] = a, b, c, d
    pieces = popcount(mine0)
    last = len(picks)
    sequences = won = lost = forks = count = level = 0
    while level >= 0:
        choice = nexts[level]
        if choice == last:
            level -= 1
            continue
        nexts[level] = choice + 1
        code = turn(level, picks[choice], 0, mine, hers, columns, near, sides, downs)
        if code == NO_MOVE:
            continue
        path = paths[level] | (choice + 1) << 4 * level
        if code == GOES_ON:
            level += 1
            nexts[level] = 0
            paths[level] = path
            continue
        sequences += 1
        own, other = mine[level + 1], hers[level + 1]
        if code == DUE_MINE and pieces + level + 1 == PIECES - 1:
            code = WON if joins(CENTRE, own | CENTRE, near, sides) == 1 else LOST
        root = 1 << (path & 15) - 1
        if code == WON:
            won += 1
            forks |= root
        elif code == LOST:
            lost += 1
        else:
            slot = (own * 0x2C1B3C6D + other * 0x297A2D39 >> 20) & room - 1
            while True:
                end = slots[slot] - 1
                if end < 0:
                    if count == room - 1:
                        return sequences, won, lost, forks, -1, ends_mine, ends_hers, ends_paths, ends_roots
                    ends_mine[count], ends_hers[count], ends_paths[count] = own, other, path
                    ends_roots[count] = root
                    count += 1
                    slots[slot] = count
                    break
                if ends_mine[end] == own and ends_hers[end] == other:
                    ends_roots[end] |= root
                    break
                slot = slot + 1 & room - 1
    return sequences, won, lost, forks, count, ends_mine, ends_hers, ends_paths, ends_roots


@jit
def settle(
    mine: Ints, hers: Ints, columns: Ints, nexts: Ints, picks: Ints, near: Ints, sides: Ints, downs: Ints
) -> int:
    """WON if the deal that lies in level 0 of the stack, with you to move, can be won before the next; else
    DUE_MINE if it can reach the next undecided, the fork within your pieces; else LOST.
    """
    pieces = popcount(mine[0])
    last = len(picks)
    best = LOST
    level = 0
    nexts[0] = 0
    while level >= 0:
        choice = nexts[level]
        if choice == last:
            level -= 1
            continue
        nexts[level] = choice + 1
        code = turn(level, picks[choice], 0, mine, hers, columns, near, sides, downs)
        if code == WON:
            return WON
        if code in (LOST, NO_MOVE):
            continue
        own, other = mine[level + 1], hers[level + 1]
        count = pieces + level + 1
        if count == PIECES - 1 and code != DUE_HERS:
            if joins(CENTRE, own | CENTRE, near, sides) == 1:
                return WON
        elif code == GOES_ON:
            if count >= PIECES - 2 or within(own, other, PIECES - count, near, sides):
                level += 1
                nexts[level] = 0
        elif best == LOST and within(own, other, PIECES - count, near, sides):
            best = DUE_MINE
    return best


@jit
def settle_deals(
    boards_mine: Ints,
    boards_hers: Ints,
    seed: int,
    first: int,
    deals: int,
    won: Ints,
    undecided: Ints,
    picks: Ints,
    near: Ints,
    sides: Ints,
    downs: Ints,
) -> None:
    """Deals ``first``, ``first + 1``, .. of ``seed``, each laid at a redeal of every board and played out best.

    Adds to ``won[k]`` the deals that board k wins before the next redeal, and to ``undecided[k]`` those in
    which it can only come to another redeal with a fork within reach. She moves first where her pieces say so.
    """
    depth = 10
    mine, hers, columns = zeros(depth), zeros(depth), zeros(4 * depth)
    nexts, ranks, laid = zeros(depth), zeros(32), zeros(4)
    for number in range(first, first + deals):
        lay(seed, number, ranks, laid)
        for board in range(len(boards_mine)):
            mine[0], hers[0] = boards_mine[board], boards_hers[board]
            for place in range(4):
                columns[place] = laid[place]
            code = GOES_ON
            if popcount(hers[0]) != 2 * popcount(mine[0]):
                code = reply(0, 0, mine, hers, columns, near, sides, downs)
            if code == GOES_ON:
                code = settle(mine, hers, columns, nexts, picks, near, sides, downs)
                won[board] += code == WON
                undecided[board] += code == DUE_MINE


@jit
def search_deal(
    mine0: int,
    hers0: int,
    seed: int,
    number: int,
    room: int,
    picks: Ints,
    near: Ints,
    sides: Ints,
    downs: Ints,
) -> tuple[int, int, int, int, int, Ints, Ints, Ints, Ints]:
    """As ``search``, for deal ``number`` of ``seed`` laid at a redeal; she moves first where her pieces say so."""
    mine, hers, columns = zeros(1), zeros(1), zeros(4)
    mine[0], hers[0] = mine0, hers0
    lay(seed, number, zeros(32), columns)
    if popcount(hers0) != 2 * popcount(mine0) and reply(0, 0, mine, hers, columns, near, sides, downs) == LOST:
        return 1, 0, 1, 0, 0, zeros(0), zeros(0), zeros(0), zeros(0)
    a, b, c, d = columns[0], columns[1], columns[2], columns[3]
    return search(mine[0], hers[0], a, b, c, d, room, picks, near, sides, downs)


# Judging boards at a redeal.


@jit
def slack_of(own: int, other: int, least: int, near: Ints, sides: Ints) -> int:
    """Your pieces left less the cells a fork takes; -1 if that is below ``least``, which is 0 or more."""
    left = PIECES - popcount(own)
    slack = least
    while slack < left and within(own, other, left - slack, near, sides):
        slack += 1
    return slack - 1 if slack > least else -1


@jit
def slacks(mine: Ints, hers: Ints, count: int, found: Ints, near: Ints, sides: Ints) -> None:
    """The slack of each of ``count`` boards, into ``found``; -1 where a fork is out of reach."""
    for board in range(count):
        found[board] = slack_of(mine[board], hers[board], 0, near, sides)


LATE = 7
"""Pieces of yours from which a board is judged by the first of the two nets: the next deal mostly decides."""

INPUTS = 79
HOPELESS = -40.0
"""The log odds of a board that is lost, or that has less slack than was asked for."""


@jit
def judge(
    mine: Ints,
    hers: Ints,
    count: int,
    least: int,
    first: int,
    second: int,
    weights: Reals,
    found: Reals,
    near: Ints,
    sides: Ints,
) -> None:
    """For each of ``count`` boards at a redeal the log odds of winning, by a net of two layers, into ``found``.

    Boards with a slack below ``least`` are HOPELESS. A net has 79 inputs (your cells, hers, 1 if she moves first, and
    a 1 at the slack of 0 to 3) and layers of ``first`` and ``second`` numbers, negative ones cut to 0. ``weights``
    holds two nets, the one for late boards first, each so: for every input the ``first`` numbers it adds, the
    ``first`` numbers to begin with, for each of these the ``second`` it is multiplied by, the ``second`` to begin
    with, the ``second`` to multiply by, the one to begin with. Weights are multiples of a power of two, so that no
    sum is ever rounded: the answer is the same in whatever order it is taken.
    """
    size = (INPUTS + 1) * first + first * second + 2 * second + 1
    one, two = reals(first), reals(second)
    for board in range(count):
        own, other = mine[board], hers[board]
        slack = slack_of(own, other, least, near, sides)
        if slack < 0:
            found[board] = HOPELESS
            continue
        net = 0 if popcount(own) >= LATE else size
        middle = net + (INPUTS + 1) * first
        last = middle + first * second
        row = weights[middle - first : middle]
        for j in range(first):
            one[j] = row[j]
        for part in range(3):
            if part == 0:
                cells = own
            elif part == 1:
                cells = other
            else:
                cells = 2 << slack | (1 if popcount(other) != 2 * popcount(own) else 0)
            while cells:
                low = cells & -cells
                cells ^= low
                place = net + (37 * part + popcount(low - 1)) * first
                row = weights[place : place + first]
                for j in range(first):
                    one[j] += row[j]
        row = weights[last : last + second]
        for j in range(second):
            two[j] = row[j]
        for i in range(first):
            x = one[i]
            if x > 0:
                place = middle + second * i
                row = weights[place : place + second]
                for j in range(second):
                    two[j] += x * row[j]
        total = weights[last + 2 * second]
        row = weights[last + second : last + 2 * second]
        for j in range(second):
            if two[j] > 0:
                total += two[j] * row[j]
        found[board] = max(total, HOPELESS + 1)  # while a fork is within reach


def warm() -> None:
    """Calls every entry point once, on an empty board without neighbours: compiled, they are then ready."""
    picks, near, sides, downs = table(range(6)), zeros(3200), zeros(6), zeros(256)
    within(0, 0, 1, near, sides)
    playouts(0, 0, 0, picks, near, sides, downs)
    seek(0, 0, 0, 0, 0, 0, -1, 0, 1, WIN, 0, picks, near, sides, downs)
    search(0, 0, 0, 0, 0, 0, 2, picks, near, sides, downs)
    settle_deals(zeros(0), zeros(0), 0, 1, 0, zeros(0), zeros(0), picks, near, sides, downs)
    search_deal(0, 0, 0, 1, 2, picks, near, sides, downs)
    slacks(zeros(0), zeros(0), 0, zeros(0), near, sides)
    judge(zeros(0), zeros(0), 0, 0, 1, 1, reals(0), reals(0), near, sides)
