"""The Spider games on plain ints: positions scored, all that may follow them found, the best of it kept.

A card is an int below JOKER. A position is a *row* of ints: the length of each column, how many of its cards lie face
down, then TOWER, CELL (the card in the weave cell; JOKER if there is none), TROUPE and DEALT (how many cards of the
stock are dealt), then the cards column by column, the end card last. Many rows lie one after the other in one list.

What may follow a position are *candidates*: the number of its row, a *code*, a score and a hash. A code is
``kind << 32 | source << 24 | target << 16 | count``; for ENDS all below the kind is the columns as a mask, for JOKE the
count is the place of the card, from 0. A MOVE may be a *macro*: several units, one upon the other, that empty columns
or Jokers let go over one after the other.

The score is a sum over the columns, card by card from the top, so that what a move changes is soon told; so is the
hash. While stock remains a column's number is part of its hash, for its place says what will be dealt on it; afterwards
the order of the columns means nothing.

``game`` is the tuple of tables named below. Nothing here knows one game of the family from another. All of it stays in
this one file: numba's cache notices a change of a function's own file only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or not __name__.endswith("compiled"):
    from .bits import jit, shorts, table, zeros
else:
    from .bits_numba import jit, shorts, table, zeros

__all__ = ["shorts", "table", "zeros"]

Ints = Any  # a tuple, list or array of ints
Tables = Any  # a tuple of them

FACTS, SUITS, RANK, TOP, LEAVE, FAMILY, UNIT, CLASS, KEY, JOIN, BASE, STOCK = range(12)
"""The tables of a game. For each card: its suits as a mask, rank, highest rank of its family, how it leaves, the number
of its family, whether it moves as part of a unit, whether it is built by class, a random number; for each card on an
upper one (``upper * WIDTH + card``) how they JOIN and what that is worth; the cards of the stock."""

RUN, TO_TOWER, DIFFERENT, ANY = range(4)
"""How a card leaves."""

ONE, UNITS, SUITED = 1, 2, 4
"""How cards join: a single card may go there, a unit may, they descend by one and share a suit."""

WIDTH, COLUMNS, STRIDE, JOKER, STRICT, AUTO, STUCK, WEAVE, LIMIT = range(9)
"""Facts: how many cards there are, with the Joker and, the highest number, no card; columns; length of a row; the
number of the Joker; and the rules."""

LONGER, APART, ORDERED, FIRST_EMPTY, EMPTY, HELD, CHANCE, LOOSE, FACTS_SIZE = range(9, 18)
"""Facts that are weights: for each card already in a run that grows; for a pair that looks like a run but has no suit
in common with all of it; for a column that descends from its top; for empty columns; for the cell in use; the most
that chance adds or takes; and whether the order of the columns counts for nothing although stock remains."""

TOWER, CELL, TROUPE, DEALT, HEAD = range(5)
"""Places in a row, after twice the columns; HEAD: where its cards begin."""

MOVE, SET, TAKE, ENDS, JOKE, ASIDE, BACK, DEAL = range(8)
"""Kinds of codes: cards moved; a finished set taken, a trump, a set of several ends; a Joker for a card; into the weave
cell and back; the deal."""

NOWHERE = 255
"""The target of a code that has none."""

PARENT, CODE, SCORE, HASH = range(4)
"""The tables of candidates."""

WHENCE, POINTS = range(2)
"""The tables of the pool of dealt positions: where each comes from, and its score."""

COUNT, NODES, USED, DROPPED, WON_CODE, POOLED, CUT, BEST = range(8)
"""What is counted: candidates, positions looked at, hashes seen; whether candidates were left out; the code that wins
(for the row at which it stops), or -1; the dealt positions that are kept, the score that one needs to be among them,
and the best of them."""

NUMBER, START, WORTH, MARK, CARDS, EMPTIES, HOLLOW, STOCKED, PLACED, COMPLETE, SEED, PLACES = range(12)
"""What is known of the position looked at: the number of its row and where that starts, its score and hash, how many
cards it has, how many empty columns and the first of them, whether stock remains and whether the place of a column
counts; whether nothing may be left out, and the seed of chance."""

BEGIN, PREFIX, VALUE, OWN, SUM, LENGTH, COMMON, FALLING, WORTHS, MARKS, WORK = range(11)
"""What is known of its columns: where its cards and its prefixes begin, its worth and hash, and at its end the sum so
far, how long the run is, their common suits and whether all of it descends. Of each prefix its worth and hash."""

ROOM = 8192
"""Room for all that can follow one position; what is beyond is left out, and told."""

_MASK = (1 << 62) - 1
_MULTIPLY = 0x2545F4914F6CDD1D
_SPREAD = 0x1B03738712FAD5C9


# Hashes.


@jit
def mixed(x: int) -> int:
    """A number of 62 bits that depends on all bits of x."""
    x &= _MASK
    x ^= x >> 31
    x = x * _SPREAD & _MASK
    x ^= x >> 29
    x = x * _MULTIPLY & _MASK
    return x ^ x >> 32


@jit
def marked(mark: int, down: int, column: int, stocked: int) -> int:
    """The hash of a column from that of its cards."""
    return mixed(mark ^ (down * _SPREAD + (column + 1) * stocked * _MULTIPLY & _MASK))


@jit
def noisy(mark: int, seed: int, most: int) -> int:
    """A number from -most to most that depends on a hash and a seed."""
    return (mixed(mark ^ seed) >> 20) % (2 * most + 1) - most


@jit
def unseen(mark: int, seen: Ints, info: Ints) -> bool:
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


# The score.


@jit
def laid(upper: int, card: int, total: int, run: int, common: int, falling: int, mark: int, game: Tables) -> Any:
    """A column with one card more: its sum, the run at its end, its common suits, whether it all descends, its hash."""
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
            falling = 0
        run = 1
        common = game[SUITS][card]
    return total, run, common, falling, (mark ^ game[KEY][card]) * _MULTIPLY & _MASK


@jit
def roomy(empties: int, game: Tables) -> int:
    """What so many empty columns are worth."""
    return game[FACTS][FIRST_EMPTY] + (empties - 1) * game[FACTS][EMPTY] if empties else 0


@jit
def aside(card: int, game: Tables) -> int:
    """What a card in the weave cell is worth."""
    facts = game[FACTS]
    return facts[HELD] + game[BASE][(facts[WIDTH] - 1) * facts[WIDTH] + card]  # type: ignore[no-any-return]


@jit
def measured(rows: Ints, start: int, game: Tables, work: Tables, here: Ints) -> None:
    """Fills in what is known of a position and of its columns."""
    facts = game[FACTS]
    columns, none, joker = facts[COLUMNS], facts[WIDTH] - 1, facts[JOKER]
    side = start + 2 * columns
    stocked = 1 if rows[side + DEALT] < len(game[STOCK]) else 0
    placed = 0 if facts[LOOSE] else stocked
    place, prefix = side + HEAD, 0
    score, mark, cards, empties, hollow = 0, 0, 0, 0, columns
    for column in range(columns):
        length, down = rows[start + column], rows[start + columns + column]
        total, run, common, falling, own = 0, 0, 0, 1, 1
        work[BEGIN][column], work[PREFIX][column] = place, prefix
        work[WORTHS][prefix], work[MARKS][prefix] = 0, own
        upper = none
        for number in range(length):
            card = rows[place + number]
            total, run, common, falling, own = laid(upper, card, total, run, common, falling, own, game)
            prefix += 1
            work[WORTHS][prefix], work[MARKS][prefix] = total + falling * facts[ORDERED], own
            upper = card
            if card != joker:
                cards += 1
        work[VALUE][column] = work[WORTHS][prefix]
        work[OWN][column] = marked(own, down, column, placed)
        work[SUM][column], work[LENGTH][column] = total, run
        work[COMMON][column], work[FALLING][column] = common, falling
        score += work[VALUE][column]
        mark += work[OWN][column]
        if not length:
            empties += 1
            hollow = min(hollow, column)
        prefix += 1
        place += length
    held = rows[side + CELL]
    if held != joker:
        score += aside(held, game)
        mark += mixed(held + 1)
        cards += 1
    here[START], here[WORTH], here[MARK] = start, score + roomy(empties, game), mark & _MASK
    here[CARDS], here[EMPTIES], here[HOLLOW] = cards, empties, hollow
    here[STOCKED], here[PLACED] = stocked, placed


@jit
def less(rows: Ints, column: int, count: int, game: Tables, work: Tables, here: Ints) -> Any:
    """What it changes when so many cards go off a column: in worth, in hash, and how many cards stay.

    Jokers that become its end go home.
    """
    facts = game[FACTS]
    place, prefix, start = work[BEGIN][column], work[PREFIX][column], here[START]
    keep = rows[start + column] - count
    while keep and rows[place + keep - 1] == facts[JOKER]:
        keep -= 1
    down = min(rows[start + facts[COLUMNS] + column], max(keep - 1, 0))
    worth = work[WORTHS][prefix + keep] - work[VALUE][column]
    return worth, marked(work[MARKS][prefix + keep], down, column, here[PLACED]) - work[OWN][column], keep


@jit
def more(rows: Ints, column: int, place: int, count: int, game: Tables, work: Tables, here: Ints) -> tuple[int, int]:
    """What it changes when so many cards, which lie from ``place`` on, go on a column: in worth and in hash."""
    facts = game[FACTS]
    length, down = rows[here[START] + column], rows[here[START] + facts[COLUMNS] + column]
    end = rows[work[BEGIN][column] + length - 1] if length else facts[WIDTH] - 1
    total, run, common, falling = work[SUM][column], work[LENGTH][column], work[COMMON][column], work[FALLING][column]
    mark = work[MARKS][work[PREFIX][column] + length]
    for number in range(place, place + count):
        card = rows[number]
        total, run, common, falling, mark = laid(end, card, total, run, common, falling, mark, game)
        end = card
    worth = total + falling * facts[ORDERED] - work[VALUE][column]
    return worth, marked(mark, down, column, here[PLACED]) - work[OWN][column]


@jit
def add(
    code: int, worth: int, change: int, emptied: int, game: Tables, here: Ints, seen: Ints, found: Tables, info: Ints
) -> None:
    """One candidate, unless it has been seen: what changes in worth and hash, and how many columns more are empty."""
    info[NODES] += 1
    mark = here[MARK] + change & _MASK
    if not mark:
        mark = 1
    if not unseen(mark, seen, info):
        return
    count = info[COUNT]
    if count == len(found[PARENT]):
        info[DROPPED] = 1
        return
    score = here[WORTH] + worth + roomy(here[EMPTIES] + emptied, game) - roomy(here[EMPTIES], game)
    found[PARENT][count], found[CODE][count], found[HASH][count] = here[NUMBER], code, mark
    found[SCORE][count] = score + noisy(mark, here[SEED], game[FACTS][CHANCE])
    info[COUNT] = count + 1


# The rules.


@jit
def finished(rows: Ints, start: int, column: int, place: int, game: Tables) -> int:
    """How many cards at the end of a column, whose cards begin at ``place``, are a whole run; else 0."""
    facts = game[FACTS]
    length, down = rows[start + column], rows[start + facts[COLUMNS] + column]
    card = rows[place + length - 1]
    if game[LEAVE][card] != RUN or game[RANK][card]:
        return 0
    common, size = game[SUITS][card], 1
    while size <= game[TOP][card]:
        if size >= length - down:
            return 0
        upper = rows[place + length - size - 1]
        common &= game[SUITS][upper]
        if not common or game[JOIN][upper * facts[WIDTH] + rows[place + length - size]] < SUITED:
            return 0
        size += 1
    return size


@jit
def lies(rows: Ints, begin: int, length: int, buried: int, card: int, size: int, game: Tables) -> bool:
    """Whether a card, or the top of a unit of ``size``, may go on ``length`` cards that lie from ``begin`` on.

    ``buried``: how many of them lie face down or above a Joker, so that they do not count for the stack limit.
    """
    facts = game[FACTS]
    join = game[JOIN][rows[begin + length - 1] * facts[WIDTH] + card]
    if not join & (ONE if size == 1 else UNITS):
        return False
    if not facts[LIMIT] or not game[CLASS][card]:
        return True
    block = 0
    while block < length - buried and game[FAMILY][rows[begin + length - 1 - block]] == game[FAMILY][card]:
        block += 1
    return block < facts[LIMIT]  # type: ignore[no-any-return]


@jit
def quiet(card: int, tower: int, game: Tables) -> bool:
    """Whether nothing must leave at once because this card became an end card."""
    if not game[FACTS][AUTO]:
        return True
    leave, rank = game[LEAVE][card], game[RANK][card]
    return (leave == RUN and rank > 0) or (leave == TO_TOWER and rank != tower)  # type: ignore[no-any-return]


@jit
def played(rows: Ints, start: int, code: int, after: Ints, to: int, game: Tables) -> None:
    """Writes the position after a code; the rows start at ``start`` and ``to`` and are not the same."""
    facts = game[FACTS]
    columns, joker, stock = facts[COLUMNS], facts[JOKER], len(game[STOCK])
    kind, source, target, count = code >> 32, code >> 24 & 255, code >> 16 & 255, code & 65535
    old, fresh = start + 2 * columns, to + 2 * columns
    dealt, troupe = rows[old + DEALT], rows[old + TROUPE]
    first = old + HEAD
    begin, length = first, 0
    if source < columns and kind != ENDS:
        for column in range(source):
            begin += rows[start + column]
        length = rows[start + source]
    place = fresh + HEAD
    for column in range(columns):
        top, keep = place, rows[start + column]
        if kind == ENDS:
            keep -= code >> column & 1
        elif column == source and kind in (MOVE, SET, TAKE, ASIDE):
            keep -= count
        for number in range(keep):
            after[place] = rows[first + number]
            place += 1
        if kind == DEAL:
            if dealt < stock:
                after[place] = game[STOCK][dealt]
                place += 1
                dealt += 1
        elif kind == JOKE and column == source:
            after[top + count] = joker
            troupe -= 1
        if column == target:
            if kind == MOVE:
                for number in range(begin + length - count, begin + length):
                    after[place] = rows[number]
                    place += 1
            elif kind == JOKE:
                after[place] = rows[begin + count]
                place += 1
            elif kind == BACK:
                after[place] = rows[old + CELL]
                place += 1
        while place > top and after[place - 1] == joker:
            place -= 1
            troupe += 1
        first += rows[start + column]
        after[to + column] = place - top
        after[to + columns + column] = min(rows[start + columns + column], max(place - top - 1, 0))
    after[fresh + TOWER], after[fresh + CELL] = rows[old + TOWER], rows[old + CELL]
    after[fresh + TROUPE], after[fresh + DEALT] = troupe, dealt
    if kind == TAKE:
        after[fresh + TOWER] += 1
    elif kind == ASIDE:
        after[fresh + CELL] = rows[begin + length - 1]
    elif kind == BACK:
        after[fresh + CELL] = joker


# What may follow.


@jit
def leaving(rows: Ints, game: Tables, work: Tables, here: Ints, seen: Ints, found: Tables, info: Ints) -> bool:
    """Sets and trumps that can be taken. Whether no other move is to be looked at.

    A trump is always taken at once: nothing is lost by it, but where an empty column forbids the deal.
    """
    facts, start = game[FACTS], here[START]
    columns, before = facts[COLUMNS], info[NODES]
    ends, chosen = zeros(columns), zeros(columns)
    last = not here[STOCKED]
    for column in range(columns):
        if not rows[start + column]:
            continue
        card = rows[work[BEGIN][column] + rows[start + column] - 1]
        leave = game[LEAVE][card]
        if leave < DIFFERENT:
            size = finished(rows, start, column, work[BEGIN][column], game)
            kind = SET
            if leave == TO_TOWER and game[RANK][card] == rows[start + 2 * columns + TOWER]:
                size, kind = 1, TAKE
            if size:
                code = kind << 32 | column << 24 | NOWHERE << 16 | size
                if last and here[CARDS] == size:
                    info[WON_CODE] = code
                    return True
                worth, change, keep = less(rows, column, size, game, work, here)
                add(code, worth, change, keep == 0, game, here, seen, found, info)
                if kind == TAKE and not (facts[STRICT] and here[STOCKED]):
                    return True
            continue
        # Sets of several ends, of which this is the first.
        size, count = 4 if leave == ANY else game[TOP][card] + 1, 0
        for other in range(column, columns):
            if rows[start + other]:
                end = rows[work[BEGIN][other] + rows[start + other] - 1]
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
                    part, turn, keep = less(rows, other, 1, game, work, here)
                    worth += part
                    change += turn
                    emptied += keep == 0
                if last and here[CARDS] == size:
                    info[WON_CODE] = code
                    return True
                add(code, worth, change, emptied, game, here, seen, found, info)
                depth -= 1
                item = chosen[depth] + 1
            elif item < count:
                fits = True
                if leave == DIFFERENT:
                    end = rows[work[BEGIN][ends[item]] + rows[start + ends[item]] - 1]
                    for number in range(depth):
                        other = ends[chosen[number]]
                        if game[RANK][end] == game[RANK][rows[work[BEGIN][other] + rows[start + other] - 1]]:
                            fits = False
                if fits:
                    chosen[depth] = item
                    depth += 1
                item += 1
            else:
                depth -= 1
                item = chosen[depth] + 1
    return facts[AUTO] and info[NODES] > before  # type: ignore[no-any-return]


@jit
def moving(rows: Ints, game: Tables, work: Tables, here: Ints, seen: Ints, found: Tables, info: Ints) -> None:
    """Cards and units from the end of a column onto another column; macros too, where something may be left out.

    With e empty columns 2**e units go over, half of them into an empty column. A Joker each lets go over the cards
    above the last unit.
    """
    facts, start = game[FACTS], here[START]
    columns, placed, complete = facts[COLUMNS], here[PLACED], here[COMPLETE]
    tower, troupe = rows[start + 2 * columns + TOWER], rows[start + 2 * columns + TROUPE]
    most = 1 if complete else 1 << min(here[EMPTIES], 8)
    for source in range(columns):
        length, down = rows[start + source], rows[start + columns + source]
        if not length:
            continue
        place = work[BEGIN][source]
        card = rows[place + length - 1]
        common, count, units, size, last = game[SUITS][card], 1, 1, 1, 0  # size of the upper unit, cards of the last
        while True:
            worth, change, keep = less(rows, source, count, game, work, here)
            joked = count - last <= troupe
            macro = units > 1
            if not macro or not keep or quiet(rows[place + keep - 1], tower, game):
                for target in range(columns):
                    if target == source:
                        continue
                    to = rows[start + target]
                    if to:
                        if macro and units > most and not joked:
                            continue
                        shut = rows[start + columns + target]
                        if not lies(rows, work[BEGIN][target], to, shut, card, size, game):
                            continue
                    elif (macro and units > most >> 1 and not joked) or (
                        not placed and (target != here[HOLLOW] or count == length)
                    ):
                        continue
                    part, turn = more(rows, target, place + length - count, count, game, work, here)
                    emptied = (keep == 0) - (to == 0)
                    code = MOVE << 32 | source << 24 | target << 16 | count
                    add(code, worth + part, change + turn, emptied, game, here, seen, found, info)
            if count == length - down:
                break
            upper = rows[place + length - count - 1]
            join = game[JOIN][upper * facts[WIDTH] + card]
            if join >= SUITED and game[UNIT][card] and common & game[SUITS][upper]:
                common &= game[SUITS][upper]
                size += 1
            else:
                if complete or game[CLASS][card] or not join & (ONE if size == 1 else UNITS):
                    break
                if facts[AUTO] and game[LEAVE][card] >= DIFFERENT:
                    break
                if units == 1:
                    last = count
                units, size, common = units + 1, 1, game[SUITS][upper]
                if units > most and count + 1 - last > troupe:
                    break
            card = upper
            count += 1


@jit
def weaving(rows: Ints, game: Tables, work: Tables, here: Ints, seen: Ints, found: Tables, info: Ints) -> None:
    """An end card into the weave cell, or the card there back."""
    facts, start = game[FACTS], here[START]
    cell = start + 2 * facts[COLUMNS] + CELL
    held = rows[cell]
    for column in range(facts[COLUMNS]):
        length, place = rows[start + column], work[BEGIN][column]
        if held == facts[JOKER]:
            if length:
                card = rows[place + length - 1]
                worth, change, keep = less(rows, column, 1, game, work, here)
                code = ASIDE << 32 | column << 24 | NOWHERE << 16 | 1
                change += mixed(card + 1)
                add(code, worth + aside(card, game), change, keep == 0, game, here, seen, found, info)
        elif (
            lies(rows, place, length, rows[start + facts[COLUMNS] + column], held, 1, game)
            if length
            else here[PLACED] or column == here[HOLLOW]
        ):
            worth, change = more(rows, column, cell, 1, game, work, here)
            code = BACK << 32 | NOWHERE << 24 | column << 16 | 1
            change -= mixed(held + 1)
            add(code, worth - aside(held, game), change, -(length == 0), game, here, seen, found, info)


@jit
def joking(rows: Ints, game: Tables, work: Tables, here: Ints, seen: Ints, found: Tables, info: Ints) -> None:
    """A Joker from the Troupe for a face-up card that is not the last of its column."""
    facts, start = game[FACTS], here[START]
    columns, joker, none = facts[COLUMNS], facts[JOKER], facts[WIDTH] - 1
    for source in range(columns):
        length, down, place = rows[start + source], rows[start + columns + source], work[BEGIN][source]
        for number in range(down, length - 1):
            card = rows[place + number]
            if card == joker:
                continue
            known = False
            total, run, common, falling, mark = 0, 0, 0, 1, 1
            for target in range(columns):
                to = rows[start + target]
                if to:
                    buried = number + 1 if target == source else rows[start + columns + target]
                    if not lies(rows, work[BEGIN][target], to, buried, card, 1, game):
                        continue
                elif target != here[HOLLOW] and not (here[PLACED] and here[COMPLETE]):
                    continue
                if not known:
                    known, upper = True, none
                    for item in range(length):
                        lower = joker if item == number else rows[place + item]
                        total, run, common, falling, mark = laid(upper, lower, total, run, common, falling, mark, game)
                        upper = lower
                if target == source:
                    end = rows[place + length - 1]
                    more_, _, _, still, own = laid(end, card, total, run, common, falling, mark, game)
                    worth, change = more_ + still * facts[ORDERED], marked(own, down, source, here[PLACED])
                else:
                    worth, change = more(rows, target, place + number, 1, game, work, here)
                    worth += total + falling * facts[ORDERED]
                    change += marked(mark, down, source, here[PLACED])
                worth -= work[VALUE][source]
                change -= work[OWN][source]
                code = JOKE << 32 | source << 24 | target << 16 | number
                add(code, worth, change, -(to == 0), game, here, seen, found, info)


@jit
def filled(rows: Ints, start: int, spare: int, game: Tables, work: Tables, here: Ints, codes: Ints) -> int:
    """Fills the empty columns of a row, in place, each by the unit that is least missed; how many codes that takes.

    -1 if it cannot be done. ``spare`` is where another row can be written.
    """
    facts = game[FACTS]
    columns, width = facts[COLUMNS], facts[WIDTH]
    made = 0
    while True:
        measured(rows, start, game, work, here)
        if not here[EMPTIES]:
            return made
        best, code = 0, -1
        for source in range(columns):
            length, place, prefix = rows[start + source], work[BEGIN][source], work[PREFIX][source]
            open_, common, count = length - rows[start + columns + source], -1, 1
            while count < length and count <= open_:
                card = rows[place + length - count]
                common &= game[SUITS][card]
                if count > 1:
                    lower = rows[place + length - count + 1]
                    if not common or game[JOIN][card * width + lower] < SUITED or not game[UNIT][lower]:
                        break
                if quiet(rows[place + length - count - 1], rows[start + 2 * columns + TOWER], game):
                    worth = work[WORTHS][prefix + length - count] - work[WORTHS][prefix + length]
                    if code < 0 or worth > best:
                        best, code = worth, MOVE << 32 | source << 24 | here[HOLLOW] << 16 | count
                count += 1
        if code < 0:
            return -1
        codes[made] = code
        made += 1
        played(rows, start, code, rows, spare, game)
        for item in range(facts[STRIDE]):
            rows[start + item] = rows[spare + item]


@jit
def dealing(
    rows: Ints,
    origin: int,
    most: int,
    game: Tables,
    work: Tables,
    here: Ints,
    seen: Ints,
    found: Tables,
    pool: Ints,
    pooled: Tables,
    info: Ints,
) -> None:
    """The position after the next deal: a candidate, or one for the pool, whose ``most`` best are kept.

    For the pool empty columns are filled first if the rules want that.
    """
    facts = game[FACTS]
    start, number, stride = here[START], here[NUMBER], facts[STRIDE]
    to = info[POOLED] * stride
    if facts[STRICT] and here[EMPTIES]:
        if here[COMPLETE] or facts[STUCK]:
            return
        spare = to + stride
        for item in range(stride):
            pool[spare + item] = rows[start + item]
        if filled(pool, spare, to, game, work, here, zeros(facts[COLUMNS])) < 0:
            return
        played(pool, spare, DEAL << 32 | NOWHERE << 24 | NOWHERE << 16, pool, to, game)
    else:
        played(rows, start, DEAL << 32 | NOWHERE << 24 | NOWHERE << 16, pool, to, game)
    measured(pool, to, game, work, here)
    if here[COMPLETE]:
        add(DEAL << 32 | NOWHERE << 24 | NOWHERE << 16, 0, 0, 0, game, here, seen, found, info)
        return
    info[NODES] += 1
    mark = here[MARK]
    score = here[WORTH] + noisy(mark, here[SEED], facts[CHANCE])
    if score > info[CUT] and unseen(mark + (mark == 0), seen, info):
        pooled[WHENCE][info[POOLED]], pooled[POINTS][info[POOLED]] = origin + number, score
        info[POOLED] += 1
        info[BEST] = max(info[BEST], score)
        if info[POOLED] == 2 * most:
            trimmed(pool, pooled, most, game, info)


@jit
def expand(
    rows: Ints,
    first: int,
    last: int,
    origin: int,
    complete: int,
    seed: int,
    budget: int,
    most: int,
    game: Tables,
    work: Tables,
    seen: Ints,
    found: Tables,
    pool: Ints,
    pooled: Tables,
    info: Ints,
) -> int:
    """Adds what may follow the rows from ``first`` to ``last``; the number of the row at which it had to stop.

    It stops before a row when the ``budget`` of nodes is used up or room runs short, and at a row that can be won. If
    ``complete`` nothing is left out: the deal is a candidate as any other, and all moves are single. If not, what each
    position would be after the next deal goes into the pool, with ``origin`` and the row's number.
    """
    facts = game[FACTS]
    here = zeros(PLACES)
    here[COMPLETE], here[SEED] = complete, seed
    for row in range(first, last):
        if info[NODES] >= budget or 2 * (info[USED] + ROOM) > len(seen) or info[COUNT] + ROOM > len(found[PARENT]):
            return row
        here[NUMBER] = row
        measured(rows, row * facts[STRIDE], game, work, here)
        before = info[NODES]
        if leaving(rows, game, work, here, seen, found, info):
            if info[WON_CODE] >= 0:
                return row
            continue
        moving(rows, game, work, here, seen, found, info)
        if facts[WEAVE]:
            weaving(rows, game, work, here, seen, found, info)
        if rows[here[START] + 2 * facts[COLUMNS] + TROUPE]:
            joking(rows, game, work, here, seen, found, info)
        if here[STOCKED] and not (facts[STUCK] and info[NODES] > before):
            dealing(rows, origin, most, game, work, here, seen, found, pool, pooled, info)
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
    """Keeps the best candidates, in the order in which they were found; the best score."""
    best = found[SCORE][0]
    for number in range(info[COUNT]):
        best = max(best, found[SCORE][number])
    if info[COUNT] > most:
        cut, left = threshold(found[SCORE], info[COUNT], most)
        kept = 0
        for number in range(info[COUNT]):
            score = found[SCORE][number]
            if score > cut or (score == cut and left):
                left -= score == cut
                for item in range(4):
                    found[item][kept] = found[item][number]
                kept += 1
        info[COUNT], info[DROPPED] = kept, 1
    return best  # type: ignore[no-any-return]


@jit
def trimmed(pool: Ints, pooled: Tables, most: int, game: Tables, info: Ints) -> None:
    """Keeps the best of the pool."""
    stride = game[FACTS][STRIDE]
    if info[POOLED] > most:
        cut, left = threshold(pooled[POINTS], info[POOLED], most)
        kept = 0
        for number in range(info[POOLED]):
            score = pooled[POINTS][number]
            if score > cut or (score == cut and left):
                left -= score == cut
                pooled[WHENCE][kept], pooled[POINTS][kept] = pooled[WHENCE][number], score
                if kept < number:
                    for item in range(stride):
                        pool[kept * stride + item] = pool[number * stride + item]
                kept += 1
        info[POOLED], info[CUT] = kept, cut


@jit
def built(
    rows: Ints, found: Tables, after: Ints, parents: Ints, codes: Ints, origin: int, game: Tables, info: Ints
) -> None:
    """Writes the rows of the candidates, and where each comes from."""
    stride = game[FACTS][STRIDE]
    for number in range(info[COUNT]):
        parent, code = found[PARENT][number], found[CODE][number]
        parents[number], codes[number] = origin + parent, code
        played(rows, parent * stride, code, after, number * stride, game)


@jit
def taken(pool: Ints, pooled: Tables, rows: Ints, whence: Ints, codes: Ints, game: Tables, info: Ints) -> None:
    """Writes the rows of the pool, and where each comes from."""
    for item in range(info[POOLED] * game[FACTS][STRIDE]):
        rows[item] = pool[item]
    for number in range(info[POOLED]):
        whence[number], codes[number] = pooled[WHENCE][number], DEAL << 32 | NOWHERE << 24 | NOWHERE << 16


# A line made shorter.


@jit
def legal(rows: Ints, start: int, code: int, game: Tables) -> bool:
    """Whether a code that is no macro may be played."""
    facts = game[FACTS]
    columns, joker = facts[COLUMNS], facts[JOKER]
    kind, source, target, count = code >> 32, code >> 24 & 255, code >> 16 & 255, code & 65535
    side = start + 2 * columns
    if kind == DEAL:
        if rows[side + DEALT] >= len(game[STOCK]):
            return False
        empties = 0
        for column in range(columns):
            empties += rows[start + column] == 0
        return not facts[STRICT] or empties == 0
    place, begin, goal = side + HEAD, 0, 0
    ends, ranks, family = 0, 0, -1
    for column in range(columns):
        if column == source:
            begin = place
        if column == target:
            goal = place
        if kind == ENDS and code >> column & 1:
            if not rows[start + column]:
                return False
            card = rows[place + rows[start + column] - 1]
            if game[LEAVE][card] < DIFFERENT or family not in (-1, game[FAMILY][card]):
                return False
            if game[LEAVE][card] == DIFFERENT and ranks >> game[RANK][card] & 1:
                return False
            family, ends, ranks = game[FAMILY][card], ends + 1, ranks | 1 << game[RANK][card]
        place += rows[start + column]
    if kind == ENDS:
        return True
    card, size = rows[side + CELL], 1
    if kind != BACK:
        length, down = rows[start + source], rows[start + columns + source]
        if not length:
            return False
        card = rows[begin + length - 1]
        if kind == SET:
            return finished(rows, start, source, begin, game) == count
        if kind == TAKE:
            return game[LEAVE][card] == TO_TOWER and game[RANK][card] == rows[side + TOWER]  # type: ignore[no-any-return]
        if kind == ASIDE:
            return rows[side + CELL] == joker  # type: ignore[no-any-return]
        if kind == JOKE:
            if not rows[side + TROUPE] or not down <= count < length - 1:
                return False
            card = rows[begin + count]
        else:
            if source == target or count > length - down:
                return False
            common = game[SUITS][card]
            for number in range(1, count):
                upper = rows[begin + length - number - 1]
                common &= game[SUITS][upper]
                if not common or game[JOIN][upper * facts[WIDTH] + card] < SUITED or not game[UNIT][card]:
                    return False
                card = upper
            size = count
    to, buried = rows[start + target], rows[start + columns + target]
    if kind == JOKE and target == source:
        buried = count + 1
    return card != joker and (not to or lies(rows, goal, to, buried, card, size, game))


@jit
def clears(row: Ints, codes: Ints, gone: int, changed: int, code: int, game: Tables) -> bool:
    """Whether codes clear the layout, the first few ``gone`` and the one at ``changed`` another (-1: gone too)."""
    facts = game[FACTS]
    stride, columns = facts[STRIDE], facts[COLUMNS]
    two = shorts(2 * stride)
    for item in range(stride):
        two[item] = row[item]
    at = 0
    for number in range(gone, len(codes)):
        step = code if number == changed else codes[number]
        if step < 0:
            continue
        if not legal(two, at, step, game):
            return False
        played(two, at, step, two, stride - at, game)
        at = stride - at
    for column in range(columns):
        if two[at + column]:
            return False
    side = at + 2 * columns
    return two[side + CELL] == facts[JOKER] and two[side + DEALT] == len(game[STOCK])  # type: ignore[no-any-return]
