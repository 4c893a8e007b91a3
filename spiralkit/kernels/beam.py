"""The Spider games on plain ints: positions scored, all that may follow them found, the best of it kept.

A card is an int below the joker's number, a position a row of ints: the length of each column, how many of its cards
lie face down, then TOWER, CELL (the card and 1, or 0), TROUPE, DEALT (how many cards of the stock are dealt), then the
cards column by column, the end card last. Many rows lie one after the other in one list.

A candidate is a position that may follow: the number of its row, a *code*, its score and its hash. A code is
``kind << 32``, and for most kinds ``source << 24 | target << 16 | count``. MOVE may be a *macro*: several units, one
upon the other, that empty columns or Jokers let go over one after the other.

The score is a sum over the columns, card by card from the top, so that what a move changes is soon told; so is the
hash. While stock remains a column's number is part of its hash, for its place says what will be dealt on it; afterwards
the order of the columns means nothing.

``game`` is the tuple of tables named below; the first holds the FACTS. Nothing here knows one game from another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or not __name__.endswith("compiled"):
    from .bits import jit, shorts, table, zeros
else:
    from .bits_numba import jit, shorts, table, zeros

Ints = Any  # a tuple, list or array of ints
Tables = Any  # a tuple of them

# The tables of a game.
FACTS, SUITS, RANK, TOP, LEAVE, FAMILY, UNIT, CLASS, KEY, JOIN, BASE, STOCK = range(12)
"""For each card: its suits as a mask, rank, highest rank of its family, how it leaves, the number of its family,
whether it moves as part of a unit, whether it is built by class, a random number; for each card below another
(``upper * WIDTH + card``) how they JOIN and what that is worth; the cards of the stock."""
RUN, TO_TOWER, DIFFERENT, ANY = range(4)
"""How a card leaves."""
ONE, ALL, SUITED = 1, 2, 4
"""How cards join: a single card may go there, a unit may, both descend by one and share a suit."""
(WIDTH, COLUMNS, STRIDE, JOKER, STRICT, AUTO, STUCK, WEAVE, LIMIT) = range(9)
"""Facts: the number that stands for no card and one more than it, columns, length of a row, the joker, the rules."""
(LONGER, APART, ORDERED, FIRST_EMPTY, EMPTY, DOWN, HELD, NOISE) = range(9, 17)
"""Facts that are weights, all but the first two by column."""

TOWER, CELL, TROUPE, DEALT, HEAD = range(5)
"""Where a row says so, after twice the columns; HEAD: where its cards begin."""

MOVE, SET, TAKE, ENDS, JOKE, ASIDE, BACK, DEAL = range(8)
"""Kinds of codes."""

PARENT, CODE, SCORE, HASH = range(4)
"""The tables of candidates."""

WHENCE, POINTS = range(2)
"""The tables of the pool of dealt positions: where each comes from, and its score."""

COUNT, NODES, USED, DROPPED, WON_CODE, POOLED, CUT, BEST = range(8)
"""What ``expand`` counts: candidates, positions looked at, hashes seen; whether it had to leave out some; the code that
wins (for the row at which it stops); the dealt positions that are kept, the score that one needs to be among them, and
the best of them."""

ROOM = 8192
"""Room for all that can follow one position; more is left out, and told."""

# What is known of the columns of one position: where its cards and its prefixes begin, its worth and hash, and its
# end; and of each prefix its worth and hash.
CARDS, PREFIX, WORTH, MARK, SUM, LENGTH, COMMON, DESCENDING, WORTHS, MARKS = range(10)
WORK = 10

MASK = (1 << 62) - 1
MULTIPLY = 0x2545F4914F6CDD1D
SPREAD = 0x1B03738712FAD5C9


@jit
def mixed(x: int) -> int:
    """A number of 62 bits that depends on all bits of x."""
    x ^= x >> 31
    x = x * SPREAD & MASK
    x ^= x >> 29
    x = x * MULTIPLY & MASK
    return x ^ x >> 32


@jit
def laid(upper: int, card: int, total: int, run: int, common: int, descending: int, mark: int, game: Tables) -> Any:
    """A column after a card more: its sum, the run at its end and their common suits, whether it all descends, its hash."""
    facts = game[FACTS]
    place = upper * facts[WIDTH] + card
    join = game[JOIN][place]
    total += game[BASE][place]
    if join >= SUITED and common & game[SUITS][card]:
        total += facts[LONGER] * run
        run += 1
        common &= game[SUITS][card]
    else:
        if join >= SUITED:
            total += facts[APART]
        if not join:
            descending = 0
        run = 1
        common = game[SUITS][card]
    return total, run, common, descending, (mark ^ game[KEY][card]) * MULTIPLY & MASK


@jit
def marked(mark: int, down: int, column: int, ordered: bool) -> int:
    """The hash of a column from that of its cards."""
    return mixed((mark ^ (down * SPREAD + (column + 1) * MULTIPLY if ordered else down * SPREAD)) & MASK)


@jit
def measured(rows: Ints, base: int, game: Tables, work: Tables) -> tuple[int, int, int, int]:
    """Fills in what is known of the columns; the score, the hash, how many cards lie there, how many empty columns."""
    facts = game[FACTS]
    columns, none, joker = facts[COLUMNS], facts[WIDTH] - 1, facts[JOKER]
    ordered = rows[base + 2 * columns + DEALT] < len(game[STOCK])
    place, prefix = base + 2 * columns + HEAD, 0
    score, mark, cards, empty = 0, 0, 0, 0
    for column in range(columns):
        length, down = rows[base + column], rows[base + columns + column]
        total, run, common, descending, own = 0, 0, 0, 1, 1
        work[CARDS][column], work[PREFIX][column] = place, prefix
        work[WORTHS][prefix], work[MARKS][prefix] = 0, own
        upper = none
        for number in range(length):
            card = rows[place + number]
            total, run, common, descending, own = laid(upper, card, total, run, common, descending, own, game)
            prefix += 1
            work[WORTHS][prefix], work[MARKS][prefix] = total + descending * facts[ORDERED], own
            upper = card
            cards += card != joker
        work[WORTH][column] = work[WORTHS][prefix] + down * facts[DOWN]
        work[MARK][column] = marked(own, down, column, ordered)
        work[SUM][column], work[LENGTH][column] = total, run
        work[COMMON][column], work[DESCENDING][column] = common, descending
        score += work[WORTH][column]
        mark += work[MARK][column]
        empty += length == 0
        prefix += 1
        place += length
    if empty:
        score += facts[FIRST_EMPTY] + (empty - 1) * facts[EMPTY]
    held = rows[base + 2 * columns + CELL]
    if held:
        score += facts[HELD] + game[BASE][none * facts[WIDTH] + held - 1]
        mark += mixed(held)
    return score, mark & MASK, cards, empty


@jit
def noisy(mark: int, seed: int, most: int) -> int:
    """A number from -most to most that depends on a hash and a seed."""
    return (mixed(mark ^ seed) >> 20) % (2 * most + 1) - most


@jit
def new(mark: int, seen: Ints, info: Ints) -> bool:
    """Whether a hash has not been seen; from now on it has."""
    last = len(seen) - 1
    place = mark & last
    while seen[place]:
        if seen[place] == mark:
            return False
        place = (place + 1) & last
    seen[place] = mark
    info[USED] += 1
    return True


@jit
def copied(seen: Ints, bigger: Ints) -> None:
    """Enters all hashes into a bigger table."""
    last = len(bigger) - 1
    for mark in seen:
        if mark:
            place = mark & last
            while bigger[place]:
                place = (place + 1) & last
            bigger[place] = mark


@jit
def add(row: int, code: int, score: int, mark: int, seed: int, game: Tables, seen: Ints, found: Tables, info: Ints) -> None:
    """One candidate more, unless it has been seen."""
    info[NODES] += 1
    mark &= MASK
    if not new(mark + (mark == 0), seen, info):
        return
    count = info[COUNT]
    if count == len(found[PARENT]):
        info[DROPPED] = 1
        return
    found[PARENT][count], found[CODE][count] = row, code
    found[SCORE][count], found[HASH][count] = score + noisy(mark, seed, game[FACTS][NOISE]), mark
    info[COUNT] = count + 1


@jit
def roomy(empty: int, game: Tables) -> int:
    """What so many empty columns are worth."""
    return game[FACTS][FIRST_EMPTY] + (empty - 1) * game[FACTS][EMPTY] if empty else 0


@jit
def shrunk(rows: Ints, base: int, column: int, count: int, ordered: bool, game: Tables, work: Tables) -> Any:
    """What it changes when so many cards go off a column: of its worth, of its hash, and how many cards stay."""
    facts = game[FACTS]
    place, prefix = work[CARDS][column], work[PREFIX][column]
    keep = rows[base + column] - count
    while keep and rows[place + keep - 1] == facts[JOKER]:
        keep -= 1
    down = min(rows[base + facts[COLUMNS] + column], max(keep - 1, 0))
    worth = work[WORTHS][prefix + keep] + down * facts[DOWN] - work[WORTH][column]
    return worth, marked(work[MARKS][prefix + keep], down, column, ordered) - work[MARK][column], keep


@jit
def finished(rows: Ints, base: int, column: int, game: Tables, work: Tables) -> int:
    """How many cards at the end of a column are a whole run; else 0."""
    facts = game[FACTS]
    length = rows[base + column]
    place = work[CARDS][column]
    card = rows[place + length - 1]
    if game[LEAVE][card] != RUN or game[RANK][card]:
        return 0
    common, size, top = game[SUITS][card], 1, game[TOP][card]
    while size <= top:
        if size >= length - rows[base + facts[COLUMNS] + column]:
            return 0
        upper = rows[place + length - size - 1]
        common &= game[SUITS][upper]
        if not common or game[JOIN][upper * facts[WIDTH] + rows[place + length - size]] < SUITED:
            return 0
        size += 1
    return size


# What a code does.


@jit
def played(rows: Ints, base: int, code: int, after: Ints, to: int, game: Tables) -> None:
    """Writes the position after a code; the rows begin at ``base`` and ``to`` and are not the same."""
    facts = game[FACTS]
    columns, joker, stock = facts[COLUMNS], facts[JOKER], len(game[STOCK])
    kind, source, target, count = code >> 32, code >> 24 & 255, code >> 16 & 255, code & 65535
    old, fresh = base + 2 * columns, to + 2 * columns
    dealt, troupe = rows[old + DEALT], rows[old + TROUPE]
    first, begins, length = old + HEAD, old + HEAD, 0
    if kind != ENDS and kind != DEAL and kind != BACK:
        for column in range(source):
            begins += rows[base + column]
        length = rows[base + source]
    place = fresh + HEAD
    for column in range(columns):
        start, keep = place, rows[base + column]
        if kind == ENDS:
            keep -= code >> column & 1
        elif column == source and kind <= ASIDE and kind != JOKE:
            keep -= count
        for number in range(keep):
            after[place] = rows[first + number]
            place += 1
        if kind == DEAL:
            if dealt < stock:
                after[place] = game[STOCK][dealt]
                place += 1
                dealt += 1
        else:
            if kind == JOKE and column == source:
                after[start + count] = joker
                troupe -= 1
            if column == target:
                if kind == MOVE:
                    for number in range(count):
                        after[place] = rows[begins + length - count + number]
                        place += 1
                elif kind == JOKE:
                    after[place] = rows[begins + count]
                    place += 1
                elif kind == BACK:
                    after[place] = rows[old + CELL] - 1
                    place += 1
        while place > start and after[place - 1] == joker:
            place -= 1
            troupe += 1
        first += rows[base + column]
        after[to + column] = place - start
        after[to + columns + column] = min(rows[base + columns + column], max(place - start - 1, 0))
    after[fresh + TOWER] = rows[old + TOWER] + (kind == TAKE)
    after[fresh + CELL] = rows[old + CELL]
    if kind == ASIDE:
        after[fresh + CELL] = rows[begins + length - 1] + 1
    elif kind == BACK:
        after[fresh + CELL] = 0
    after[fresh + TROUPE], after[fresh + DEALT] = troupe, dealt


@jit
def quiet(card: int, tower: int, game: Tables) -> bool:
    """Whether nothing must leave because this card became an end card (with removal=auto)."""
    if not game[FACTS][AUTO]:
        return True
    leave = game[LEAVE][card]
    return (leave == RUN and game[RANK][card] > 0) or (leave == TO_TOWER and game[RANK][card] != tower)  # type: ignore[no-any-return]


@jit
def filled(rows: Ints, base: int, spare: int, game: Tables, work: Tables, codes: Ints) -> int:
    """Fills the empty columns of a row, in place, each by the unit that is least missed; how many codes that takes.

    -1 if it cannot be done. ``spare`` is where another row can be written.
    """
    facts = game[FACTS]
    columns, width = facts[COLUMNS], facts[WIDTH]
    made = 0
    while True:
        empty = measured(rows, base, game, work)[3]
        if not empty:
            return made
        target = 0
        while rows[base + target]:
            target += 1
        best, code = 0, -1
        for source in range(columns):
            length = rows[base + source]
            place, prefix = work[CARDS][source], work[PREFIX][source]
            common, count = -1, 1
            while count < length - rows[base + columns + source] + (rows[base + columns + source] > 0):
                card = rows[place + length - count]
                common &= game[SUITS][card]
                if count > 1:
                    lower = rows[place + length - count + 1]
                    if not common or game[JOIN][card * width + lower] < SUITED or not game[UNIT][lower]:
                        break
                if quiet(rows[place + length - count - 1], rows[base + 2 * columns + TOWER], game):
                    worth = work[WORTHS][prefix + length - count] - work[WORTHS][prefix + length]
                    if code < 0 or worth > best:
                        best, code = worth, MOVE << 32 | source << 24 | target << 16 | count
                count += 1
        if code < 0:
            return -1
        codes[made] = code
        made += 1
        played(rows, base, code, rows, spare, game)
        for item in range(facts[STRIDE]):
            rows[base + item] = rows[spare + item]


# What may follow.


@jit
def aside(card: int, game: Tables) -> int:
    """What a card in the weave cell is worth."""
    facts = game[FACTS]
    return facts[HELD] + game[BASE][(facts[WIDTH] - 1) * facts[WIDTH] + card]  # type: ignore[no-any-return]


@jit
def has_room(rows: Ints, base: int, column: int, card: int, game: Tables, work: Tables) -> bool:
    """Whether the stack limit lets a move put this card on the column."""
    facts = game[FACTS]
    if not facts[LIMIT] or not game[CLASS][card]:
        return True
    length, block = rows[base + column], 0
    while block < length - rows[base + facts[COLUMNS] + column]:
        if game[FAMILY][rows[work[CARDS][column] + length - 1 - block]] != game[FAMILY][card]:
            break
        block += 1
    return block < facts[LIMIT]  # type: ignore[no-any-return]


@jit
def expand(
    rows: Ints, first: int, last: int, origin: int, complete: bool, seed: int, budget: int, most: int,
    game: Tables, work: Tables, seen: Ints, found: Tables, pool: Ints, pooled: Tables, info: Ints,
) -> int:
    """Adds what may follow the rows from ``first`` to ``last``; the number of the row at which it had to stop.

    It stops before a row when the ``budget`` of nodes is used up or room runs short, and at a row that can be won. If
    ``complete`` nothing is left out: the deal is a candidate as any other, and all moves are single. If not, what each
    position would be after the next deal goes into the pool, whose ``most`` best are kept, each with ``origin`` and
    the row's number.
    """
    facts = game[FACTS]
    columns, stride, width, joker = facts[COLUMNS], facts[STRIDE], facts[WIDTH], facts[JOKER]
    join, suits = game[JOIN], game[SUITS]
    none, stock = width - 1, len(game[STOCK])
    ends, chosen = zeros(columns), zeros(columns)
    for row in range(first, last):
        if info[NODES] >= budget or 2 * (info[USED] + ROOM) > len(seen) or info[COUNT] + ROOM > len(found[PARENT]):
            return row
        base = row * stride
        score, mark, cards, empty = measured(rows, base, game, work)
        side = base + 2 * columns
        tower, held, troupe = rows[side + TOWER], rows[side + CELL], rows[side + TROUPE]
        ordered = rows[side + DEALT] < stock
        before = info[NODES]
        lone = roomy(empty, game)
        hollow = 0  # the first empty column
        while hollow < columns and rows[base + hollow]:
            hollow += 1

        # What can leave.
        forced = False
        for column in range(columns):
            if forced or not rows[base + column]:
                continue
            card = rows[work[CARDS][column] + rows[base + column] - 1]
            size = finished(rows, base, column, game, work)
            code = SET << 32 | column << 24 | 255 << 16 | size
            if game[LEAVE][card] == TO_TOWER and game[RANK][card] == tower:
                size, code = 1, TAKE << 32 | column << 24 | 255 << 16 | 1
                forced = not (facts[STRICT] and ordered)  # nothing is lost by it
            if size:
                if cards == size and not ordered and not held:
                    info[WON_CODE] = code
                    return row
                worth, change, keep = shrunk(rows, base, column, size, ordered, game, work)
                worth += roomy(empty + (keep == 0), game) - lone
                add(row, code, score + worth, mark + change, seed, game, seen, found, info)
            elif game[LEAVE][card] >= DIFFERENT:
                # sets of several ends, the first of them here
                size, count = 4 if game[LEAVE][card] == ANY else game[TOP][card] + 1, 0
                for other in range(column, columns):
                    if rows[base + other]:
                        end = rows[work[CARDS][other] + rows[base + other] - 1]
                        if game[FAMILY][end] == game[FAMILY][card]:
                            ends[count] = other
                            count += 1
                depth, item, chosen[0] = 1, 1, 0
                while depth:
                    if depth == size:
                        code, worth, change, emptied = ENDS << 32, 0, 0, 0
                        for number in range(size):
                            other = ends[chosen[number]]
                            code |= 1 << other
                            less, turn, keep = shrunk(rows, base, other, 1, ordered, game, work)
                            worth += less
                            change += turn
                            emptied += keep == 0
                        if cards == size and not ordered and not held:
                            info[WON_CODE] = code
                            return row
                        worth += roomy(empty + emptied, game) - lone
                        add(row, code, score + worth, mark + change, seed, game, seen, found, info)
                        depth -= 1
                        item = chosen[depth] + 1
                    elif item < count:
                        fits = True
                        if game[LEAVE][card] == DIFFERENT:
                            end = rows[work[CARDS][ends[item]] + rows[base + ends[item]] - 1]
                            for number in range(depth):
                                other = ends[chosen[number]]
                                if game[RANK][end] == game[RANK][rows[work[CARDS][other] + rows[base + other] - 1]]:
                                    fits = False
                        if fits:
                            chosen[depth] = item
                            depth += 1
                        item += 1
                    else:
                        depth -= 1
                        item = chosen[depth] + 1
        if forced or (facts[AUTO] and info[NODES] > before):
            continue

        # Cards and units.
        most_full = 1 if complete else 1 << min(empty, 8)
        most_empty = 1 if complete else most_full >> 1
        for source in range(columns):
            length, shut = rows[base + source], rows[base + columns + source]
            if not length:
                continue
            place = work[CARDS][source]
            card = rows[place + length - 1]
            common, count, units, size, bottom = suits[card], 1, 1, 1, 0  # size: of the upper unit; bottom: of the last
            while True:
                worth, change, keep = shrunk(rows, base, source, count, ordered, game, work)
                smooth = units > 1 and count - bottom <= troupe
                loud = units > 1 and keep and not quiet(rows[place + keep - 1], tower, game)
                for target in range(columns):
                    to = rows[base + target]
                    if target == source or loud:
                        continue
                    if to:
                        end = rows[work[CARDS][target] + to - 1]
                        joins = join[end * width + card] & 3
                        if not joins or (joins == ONE and size > 1) or (units > most_full and not smooth):
                            continue
                        if not has_room(rows, base, target, card, game, work):
                            continue
                    else:
                        end = none
                        if units > most_empty and not smooth:
                            continue
                        if not ordered and (target != hollow or count == length):
                            continue
                    total, run, shared, falling = work[SUM][target], work[LENGTH][target], work[COMMON][target], work[DESCENDING][target]
                    own = work[MARKS][work[PREFIX][target] + to]
                    for number in range(count):
                        lower = rows[place + length - count + number]
                        total, run, shared, falling, own = laid(end, lower, total, run, shared, falling, own, game)
                        end = lower
                    down = rows[base + columns + target]
                    more = total + falling * facts[ORDERED] + down * facts[DOWN] - work[WORTH][target]
                    more += worth + roomy(empty + (keep == 0) - (to == 0), game) - lone
                    turn = change + marked(own, down, target, ordered) - work[MARK][target]
                    code = MOVE << 32 | source << 24 | target << 16 | count
                    add(row, code, score + more, mark + turn, seed, game, seen, found, info)
                if count == length - shut:
                    break
                upper = rows[place + length - count - 1]
                joins = join[upper * width + card]
                if joins >= SUITED and game[UNIT][card] and common & suits[upper]:
                    common &= suits[upper]
                    size += 1
                else:
                    if complete or not joins & 3 or (joins & 3 == ONE and size > 1) or game[CLASS][card]:
                        break
                    if facts[AUTO] and game[LEAVE][card] >= DIFFERENT:
                        break
                    if units == 1:
                        bottom = count
                    units, size, common = units + 1, 1, suits[upper]
                    if units > most_full and count + 1 - bottom > troupe:
                        break
                card = upper
                count += 1

        # The weave cell.
        if facts[WEAVE]:
            for column in range(columns):
                to = rows[base + column]
                if held:
                    card, end = held - 1, none
                    if to:
                        end = rows[work[CARDS][column] + to - 1]
                        if not join[end * width + card] & 3 or not has_room(rows, base, column, card, game, work):
                            continue
                    elif not ordered and column != hollow:
                        continue
                    total, run, shared, falling, own = laid(
                        end, card, work[SUM][column], work[LENGTH][column], work[COMMON][column],
                        work[DESCENDING][column], work[MARKS][work[PREFIX][column] + to], game,
                    )
                    down = rows[base + columns + column]
                    worth = total + falling * facts[ORDERED] + down * facts[DOWN] - work[WORTH][column]
                    worth += roomy(empty - (to == 0), game) - lone - aside(card, game)
                    change = marked(own, down, column, ordered) - work[MARK][column] - mixed(held)
                    add(row, BACK << 32 | 255 << 24 | column << 16 | 1, score + worth, mark + change, seed, game, seen, found, info)
                elif to:
                    card = rows[work[CARDS][column] + to - 1]
                    worth, change, keep = shrunk(rows, base, column, 1, ordered, game, work)
                    worth += roomy(empty + (keep == 0), game) - lone + aside(card, game)
                    change += mixed(card + 1)
                    add(row, ASIDE << 32 | column << 24 | 255 << 16 | 1, score + worth, mark + change, seed, game, seen, found, info)

        # A Joker from the Troupe for a card.
        if troupe:
            for source in range(columns):
                length, place = rows[base + source], work[CARDS][source]
                for number in range(rows[base + columns + source], length - 1):
                    card = rows[place + number]
                    if card == joker:
                        continue
                    known = False
                    base_total, base_run, base_shared, base_falling, base_own = 0, 0, 0, 1, 1
                    for target in range(columns):
                        to = rows[base + target]
                        if to:
                            end = rows[work[CARDS][target] + to - 1]
                            if not join[end * width + card] & 3 or not has_room(rows, base, target, card, game, work):
                                continue
                        elif target != hollow and (not ordered or not complete):
                            continue
                        if not known:
                            known = True
                            upper = none
                            for item in range(length):
                                lower = joker if item == number else rows[place + item]
                                base_total, base_run, base_shared, base_falling, base_own = laid(
                                    upper, lower, base_total, base_run, base_shared, base_falling, base_own, game
                                )
                                upper = lower
                        down = rows[base + columns + source]
                        if target == source:
                            end = rows[place + length - 1]
                            total, run, shared, falling, own = laid(
                                end, card, base_total, base_run, base_shared, base_falling, base_own, game
                            )
                            worth = total + falling * facts[ORDERED] + down * facts[DOWN] - work[WORTH][source]
                            change = marked(own, down, source, ordered) - work[MARK][source]
                        else:
                            end = rows[work[CARDS][target] + to - 1] if to else none
                            worth = base_total + base_falling * facts[ORDERED] + down * facts[DOWN] - work[WORTH][source]
                            change = marked(base_own, down, source, ordered) - work[MARK][source]
                            total, run, shared, falling, own = laid(
                                end, card, work[SUM][target], work[LENGTH][target], work[COMMON][target],
                                work[DESCENDING][target], work[MARKS][work[PREFIX][target] + to], game,
                            )
                            down = rows[base + columns + target]
                            worth += total + falling * facts[ORDERED] + down * facts[DOWN] - work[WORTH][target]
                            worth += roomy(empty - (to == 0), game) - lone
                            change += marked(own, down, target, ordered) - work[MARK][target]
                        code = JOKE << 32 | source << 24 | target << 16 | number
                        add(row, code, score + worth, mark + change, seed, game, seen, found, info)

        # The deal.
        if not ordered or (facts[STUCK] and info[NODES] > before) or (facts[STRICT] and empty and (complete or facts[STUCK])):
            continue
        to = info[POOLED] * stride
        if facts[STRICT] and empty:
            for item in range(stride):
                pool[to + stride + item] = rows[base + item]
            if filled(pool, to + stride, to, game, work, ends) < 0:
                continue
            played(pool, to + stride, DEAL << 32, pool, to, game)
        else:
            played(rows, base, DEAL << 32, pool, to, game)
        score, mark, cards, empty = measured(pool, to, game, work)
        if complete:
            add(row, DEAL << 32, score, mark, seed, game, seen, found, info)
            continue
        info[NODES] += 1
        score += noisy(mark, seed, facts[NOISE])
        if score > info[CUT] and new(mark + (mark == 0), seen, info):
            pooled[WHENCE][info[POOLED]], pooled[POINTS][info[POOLED]] = origin + row, score
            info[POOLED] += 1
            info[BEST] = max(info[BEST], score)
            if info[POOLED] == 2 * most:
                trimmed(pool, pooled, most, game, info)
    return last


# The best are kept.


@jit
def threshold(scores: Ints, count: int, most: int) -> tuple[int, int]:
    """The lowest score among the ``most`` best, and how many of that very score are among them."""
    low, high = scores[0], scores[0]
    for number in range(count):
        low, high = min(low, scores[number]), max(high, scores[number])
    tally = zeros(high - low + 1)
    for number in range(count):
        tally[scores[number] - low] += 1
    left, score = most, high
    while left > tally[score - low] and score > low:
        left -= tally[score - low]
        score -= 1
    return score, left


@jit
def selected(found: Tables, most: int, info: Ints) -> int:
    """Keeps the best candidates, in the order in which they were found, and says how many there are."""
    count = info[COUNT]
    if count > most:
        cut, left = threshold(found[SCORE], count, most)
        kept = 0
        for number in range(count):
            score = found[SCORE][number]
            if score > cut or (score == cut and left):
                left -= score == cut
                for item in range(4):
                    found[item][kept] = found[item][number]
                kept += 1
        info[COUNT], info[DROPPED] = kept, 1
    return info[COUNT]  # type: ignore[no-any-return]


@jit
def trimmed(pool: Ints, pooled: Tables, most: int, game: Tables, info: Ints) -> int:
    """Keeps the best of the pool and says how many there are."""
    count, stride = info[POOLED], game[FACTS][STRIDE]
    if count > most:
        cut, left = threshold(pooled[POINTS], count, most)
        kept = 0
        for number in range(count):
            score = pooled[POINTS][number]
            if score > cut or (score == cut and left):
                left -= score == cut
                pooled[WHENCE][kept], pooled[POINTS][kept] = pooled[WHENCE][number], score
                if kept < number:
                    for item in range(stride):
                        pool[kept * stride + item] = pool[number * stride + item]
                kept += 1
        info[POOLED], info[CUT] = kept, cut
    return info[POOLED]  # type: ignore[no-any-return]


@jit
def built(rows: Ints, found: Tables, count: int, after: Ints, parents: Ints, codes: Ints, origin: int, game: Tables) -> None:
    """Writes the rows of so many candidates, and where each comes from."""
    for number in range(count):
        parent, code = found[PARENT][number], found[CODE][number]
        parents[number], codes[number] = origin + parent, code
        played(rows, parent * game[FACTS][STRIDE], code, after, number * game[FACTS][STRIDE], game)
