"""The colour-conversion spiral on plain ints: choices and their worth, whole games played out, lines found.

A card is a number from 0 to 51: 26 more if it is of the opposing colour, twice its rank (Ace 0 .. King 12), and which
of the two of that rank and colour it is. Half of it, its *key*, is all that the rules ask for. Places are 0 to 15.

A game is one list of ``SIZE`` ints at the named indices: the cards that count on the sixteen places, the hand, the
deck, the discards, and the counters. What is covered is out of the game and not kept.

A choice is an int: ``place * 8 + number in the hand`` for a card laid on a place, ``place * 16 + place`` for an
exchange. ``rules`` is the list that ``rules_of`` makes; ``orders`` has 52 ints for each reshuffle to come (taken in
turn, over and over): the place of each card in that shuffle of the pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or not __name__.endswith("compiled"):
    from .bits import jit, popcount, table, zeros
else:
    from .bits_numba import jit, popcount, table, zeros

Ints = Any  # a tuple, list or array of ints

HAND, HELD = 16, 21
"""The five cards of the hand, and how many there are."""
NEXT, DECKED, DECK = 22, 23, 24
"""Where in the deck the next card is, where the deck ends, and the deck's cards."""
OUT, DISCARDS = 76, 77
"""How many discards there are, and the discards."""
CYCLE, STEP, PLACE, PLAYED, MINE, THEIRS, SHUFFLES = range(129, 136)
"""Counters; MINE and THEIRS count the cards in hand, deck and discards."""
SIZE = 136

COVER, IN, TOP, SWAP, SPIRAL_OUT = range(5)
GOES_ON, WON, NOT_WON = range(3)

CHOICES = 128
"""Room for the choices of one moment: an exchange has 120."""
LINE = 400
"""Room for the choices of a game: no card is played twice, so there are far fewer."""

SHOWN, GIVES, TAKES = 10, 3, 1
"""The weights of ``worth``."""
DUMPS = 60
"""A hand dumped so often in a row counts as not won."""

_SAME, _LOWER, _LOSE = 16, 42, 68


def rules_of(near: Sequence[int], lower: Sequence[int], exhausted_loses: bool) -> Ints:
    """The rules for the loops: the neighbours of each place as a mask, and what each key converts.

    ``lower`` has for each key the one that it converts besides its equal, 26 if there is none.
    """
    same = [*range(13, 26), *range(13)]
    return table([*near, *same, *lower, int(exhausted_loses)])


# The rules.


@jit
def result(state: Ints, rules: Ints) -> int:
    """Whether the game is over as it lies: WON, NOT_WON or GOES_ON."""
    shown = 0
    for place in range(16):
        if state[place] < 26:
            shown += 1
    if shown == 16:
        return WON
    if shown == 0 or not state[MINE] or (rules[_LOSE] and not state[THEIRS]):
        return NOT_WON
    return GOES_ON


@jit
def hopeless(state: Ints) -> bool:
    """Whether fewer than sixteen cards of yours are left, so that no win can come."""
    mine = state[MINE]
    for place in range(16):
        if state[place] < 26:
            mine += 1
    return mine < 16  # type: ignore[no-any-return]


@jit
def taken(state: Ints, orders: Ints) -> int:
    """The next card of the deck, after a reshuffle if need be; -1 if there is none."""
    if state[NEXT] == state[DECKED]:
        count = state[OUT]
        if not count:
            return -1
        first = 52 * (state[SHUFFLES] % (len(orders) // 52))
        for number in range(count):
            card = state[DISCARDS + number]
            place = DECK + number
            while place > DECK and orders[first + state[place - 1]] > orders[first + card]:
                state[place] = state[place - 1]
                place -= 1
            state[place] = card
        state[NEXT], state[DECKED], state[OUT] = 0, count, 0
        state[SHUFFLES] += 1
    card = state[DECK + state[NEXT]]
    state[NEXT] += 1
    return card  # type: ignore[no-any-return]


@jit
def filled(state: Ints, orders: Ints) -> bool:
    """Draws the hand back to five and dumps it while it is of one colour; False if that does not end."""
    for _ in range(DUMPS):
        while state[HELD] < 5:
            card = taken(state, orders)
            if card < 0:
                break
            state[HAND + state[HELD]] = card
            state[HELD] += 1
        held, mine = state[HELD], 0
        for number in range(held):
            if state[HAND + number] < 26:
                mine += 1
        if 0 < mine < held or not state[THEIRS]:
            return True
        for number in range(held):
            state[DISCARDS + state[OUT]] = state[HAND + number]
            state[OUT] += 1
        state[HELD] = 0
    return False


@jit
def targets(state: Ints, place: int, rules: Ints) -> int:
    """The places that the card of a place converts, as a mask."""
    key = state[place] >> 1
    same, lower = rules[_SAME + key], rules[_LOWER + key]
    rest, found = rules[place], 0
    while rest:
        bit = rest & -rest
        there = state[popcount(bit - 1)] >> 1
        if there in (same, lower):
            found |= bit
        rest ^= bit
    return found


@jit
def forward(state: Ints, orders: Ints, rules: Ints) -> int:
    """Goes on to the next choice (then GOES_ON) or to the end of the game."""
    while True:
        step = state[STEP]
        if step == COVER:
            if state[PLAYED] < state[CYCLE] and state[THEIRS]:
                return GOES_ON
            state[STEP], state[PLACE] = IN, 15
        elif step in (IN, SPIRAL_OUT):
            place = state[PLACE]
            while 0 <= place < 16:
                if (state[place] < 26 or state[THEIRS]) and targets(state, place, rules):
                    state[PLACE] = place
                    return GOES_ON
                place += -1 if step == IN else 1
            if step == IN:
                state[STEP] = TOP
            elif state[PLAYED]:
                state[STEP], state[PLAYED] = COVER, 0
                state[CYCLE] += 1
            else:
                return NOT_WON
        elif step == TOP:
            state[STEP] = SWAP
            card = taken(state, orders)
            if card >= 0:
                state[0] = card
                state[MINE if card < 26 else THEIRS] -= 1
                end = result(state, rules)
                if end:
                    return end
        else:
            return GOES_ON


@jit
def played(state: Ints, choice: int, orders: Ints, rules: Ints) -> int:
    """Makes a choice and goes on to the next (then GOES_ON) or to the end of the game."""
    if state[STEP] == SWAP:
        one, two = choice >> 4, choice & 15
        state[one], state[two] = state[two], state[one]
        state[STEP], state[PLACE] = SPIRAL_OUT, 0
    else:
        number = choice & 7
        card = state[HAND + number]
        state[HELD] -= 1
        for later in range(number, state[HELD]):
            state[HAND + later] = state[HAND + later + 1]
        state[choice >> 3] = card
        state[MINE if card < 26 else THEIRS] -= 1
        state[PLAYED] += 1
        end = result(state, rules)
        if end:
            return end
        if not filled(state, orders):
            return NOT_WON
    return forward(state, orders, rules)


# What a choice is worth by itself.


@jit
def worth(mine: int, keys: Ints, at: Ints, place: int, way: int, rules: Ints) -> int:
    """How good the square will be when the spiralling that goes on or comes next is done, as far as known cards tell.

    ``mine`` are the places that show your colour, ``at`` the places of each key. What will be laid is not known:
    such a card counts for its colour, but converts nothing and is not converted. SHOWN for each place of yours, GIVES
    for each pair of neighbours then in your favour, less TAKES for each against you.
    """
    blank = 0
    while 0 <= place < 16:
        if not blank >> place & 1:
            key = keys[place]
            hit = rules[place] & (at[rules[_SAME + key]] | at[rules[_LOWER + key]]) & ~blank
            if hit:
                blank |= hit
                mine = mine | hit if key < 13 else mine & ~hit
        place += way
    value = SHOWN * popcount(mine)
    for place in range(16):
        if not blank >> place & 1:
            key = keys[place]
            hit = rules[place] & (at[rules[_SAME + key]] | at[rules[_LOWER + key]]) & ~blank
            if hit:
                value += popcount(hit) * (GIVES if key < 13 else -TAKES)
    return value


@jit
def choices(state: Ints, rules: Ints, found: Ints, worths: Ints) -> int:
    """Fills in the choices that are due, with what each is worth, and says how many; of equal ones only the first."""
    keys, at, mine = zeros(16), zeros(27), 0
    for place in range(16):
        key = state[place] >> 1
        keys[place] = key
        at[key] |= 1 << place
        if key < 13:
            mine |= 1 << place
    step, count = state[STEP], 0
    if step == SWAP:
        idle = False
        for one in range(16):
            for two in range(one + 1, 16):
                here, there = keys[one], keys[two]
                if here == there and idle:
                    continue
                idle = idle or here == there
                both = 1 << one | 1 << two
                at[here] ^= both
                at[there] ^= both
                keys[one], keys[two] = there, here
                after = mine ^ both if (here < 13) != (there < 13) else mine
                found[count] = one << 4 | two
                worths[count] = worth(after, keys, at, 0, 1, rules)
                count += 1
                at[here] ^= both
                at[there] ^= both
                keys[one], keys[two] = here, there
        return count
    if step == COVER:
        cells, opposing, first = mine, True, 15
    else:
        first = state[PLACE]
        cells, opposing = targets(state, first, rules), state[first] >= 26
    way = 1 if step == SPIRAL_OUT else -1
    for place in range(16):
        if not cells >> place & 1:
            continue
        here, bit, seen = keys[place], 1 << place, 0
        at[here] ^= bit
        for number in range(state[HELD]):
            key = state[HAND + number] >> 1
            if (key >= 13) != opposing or seen >> key & 1:
                continue
            seen |= 1 << key
            at[key] ^= bit
            keys[place] = key
            found[count] = place << 3 | number
            worths[count] = worth(mine ^ bit, keys, at, first, way, rules)
            count += 1
            at[key] ^= bit
        at[here] ^= bit
        keys[place] = here
    return count


# Whole games.


@jit
def played_out(state: Ints, orders: Ints, rules: Ints, noise: int, seed: int, line: Ints) -> tuple[int, int]:
    """Plays on by the choices worth most; whether that wins, and how many choices were written into the line.

    There a card laid is ``place * 64 + card``, for the hand is not kept in order here.
    To each worth a random number below ``noise`` 16ths is added. A game that cannot be won any more is stopped.
    """
    found, worths = zeros(CHOICES), zeros(CHOICES)
    made = 0
    while True:
        count = choices(state, rules, found, worths)
        best = 0
        for number in range(count):
            if noise:
                seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
                worths[number] = (worths[number] << 4) + ((seed >> 15) * noise >> 16)
            if worths[number] > worths[best]:
                best = number
        swap, choice = state[STEP] == SWAP, found[best]
        line[made] = choice if swap else (choice >> 3) << 6 | state[HAND + (choice & 7)]
        made += 1
        end = played(state, found[best], orders, rules)
        if end or hopeless(state):
            return (WON if end == WON else NOT_WON), made


@jit
def wins(state: Ints, choice: int, orders: Ints, rules: Ints) -> bool:
    """Whether this choice, and after it those worth most, win. The state stays as it is."""
    after = zeros(SIZE)
    for index in range(SIZE):
        after[index] = state[index]
    end = played(after, choice, orders, rules)
    if end or hopeless(after):
        return end == WON
    return played_out(after, orders, rules, 0, 0, zeros(LINE))[0] == WON


@jit
def winning_line(state: Ints, orders: Ints, rules: Ints, tries: int, noise: int, seed: int, line: Ints) -> int:
    """Plays on so many times, the first time without noise, until a game is won; its choices are then in the line.

    Says how many choices there are, 0 if no game was won. The state stays as it is.
    """
    after = zeros(SIZE)
    for number in range(tries):
        for index in range(SIZE):
            after[index] = state[index]
        start = (seed + number) * 40503 & 0x7FFFFFFF
        end, made = played_out(after, orders, rules, noise if number else 0, start, line)
        if end == WON:
            return made
    return 0
