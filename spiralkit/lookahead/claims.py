"""What is proved of a late position, claim by claim: the war of attrition in sentences.

Each sentence is made from the position alone, by counting, by trying all fillings of the vacant
cells (``attrition``) or by the exact search (``look``), and says what proves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from .. import board
from ..board import CENTRE_LABEL, RANKS
from ..spiral import Move, Placement, State
from .attrition import DECIDING, ROLES, Attrition, Fate, attrition, spoken, stretch
from .fillings import Mover
from .search import Look, look

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
NAMES: dict[str, str] = {"me": "you", "brooks": "she"}


@dataclass(frozen=True)
class Claim:
    """One proved sentence, and what proves it."""

    text: str
    proof: str

    def __str__(self) -> str:
        return self.text


def claims(state: State) -> tuple[Claim, ...]:
    """Everything that is proved of a position with at most 12 vacant cells.

    >>> state = State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                     "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard")
    >>> for claim in claims(state)[2:4]:
    ...     print(claim)
    TK is vacant, and whoever takes it wins.
    Exactly TK, TA and JJ lead to TK now.

    Raises TextError if more cells are vacant or the game is over.
    """
    found = attrition(state)
    return (*_start(state), *_cells(found), *_turns(found), *_moves(state))


# The position.


def _start(state: State) -> Iterator[Claim]:
    cards = sum(map(len, state.columns))
    counts = f"{cards} cards lie in the columns, {state.occupied.bit_count()} pieces on the board"
    numbers = deal_numbers(state)
    proof = "the numbers of pieces and cards that whole turns and whole deals give"
    if state.variant.no_shuffle:
        yield Claim(f"There is no other deal: {counts}.", "the rule of no-shuffle")
    elif not numbers:
        yield Claim(f"No game comes to these numbers: {counts}.", proof)
    else:
        which = spoken((ORDINALS[number - 1] for number in numbers), "or")
        doing = "has just been dealt" if cards == 32 else "is being played"
        yield Claim(f"The {which} deal {doing}: {counts}.", proof)
    mine, hers = state.mine.bit_count(), state.hers.bit_count()
    yield Claim(f"{mine} of the pieces are yours, {hers} hers; {state.status()}.", "counted")


@lru_cache(maxsize=4)
def _deal(opener: Mover, one_column: bool) -> frozenset[tuple[tuple[int, ...], str]]:
    """Every (heights of the columns, turn) of a deal that this side opens."""
    choose = combinations_with_replacement if one_column else combinations
    picks = {"me": tuple(choose(range(4), 2)), "brooks": ((0, 1),), "brooks2": ((2, 3),)}
    following = {"me": "brooks", "brooks": "brooks2", "brooks2": "me"}
    todo: list[tuple[tuple[int, ...], str]] = [((8, 8, 8, 8), opener)]
    seen = set(todo)
    while todo:
        heights, turn = todo.pop()
        if turn != "brooks2" and 0 in heights:
            continue
        for pick in picks[turn]:
            new = tuple(height - pick.count(column) for column, height in enumerate(heights)), following[turn]
            if min(new[0]) >= 0 and new not in seen:
                seen.add(new)
                todo.append(new)
    return frozenset(seen)


def deal_numbers(state: State) -> tuple[int, ...]:
    """Which deals of a game this layout can be (1: the first), by the numbers of pieces and cards alone.

    >>> from spiralkit import deal
    >>> deal_numbers(deal(1))
    (1,)

    Empty if no game comes to these numbers; in no-shuffle there is only the first deal.
    """
    if state.variant.no_shuffle:
        return (1,)
    heights = tuple(map(len, state.columns))
    before = state.occupied.bit_count() - (32 - sum(heights)) // 2  # the pieces there when it was dealt
    todo: set[tuple[int, Mover, int]] = {(0, "me", 1)}
    numbers = set()
    while todo:
        pieces, opener, number = todo.pop()
        deal = _deal(opener, state.variant.one_column)
        if pieces == before and (heights, state.turn) in deal:
            numbers.add(number)
        for left, turn in deal:
            after = pieces + (32 - sum(left)) // 2
            if 0 in left and turn != "brooks2" and after <= before:
                todo.add((after, "me" if turn == "me" else "brooks", number + 1))
    return tuple(sorted(numbers))


# The vacant cells.


def _cells(found: Attrition) -> Iterator[Claim]:
    proof = f"all {found.fillings} fillings of the {len(found.fates)} vacant cells, in every order"
    if found.decided:
        yield Claim(
            f"However the vacant cells are filled, {NAMES[found.decided]} win{'s' * (found.decided != 'me')}.", proof
        )
        return
    deciding = found.having(*DECIDING)
    for fate in deciding:
        yield Claim(f"{fate.label} is vacant, and {ROLES[fate.role][0]}.", proof)
        if fate.pairs:
            text = f"Exactly {stretch(fate.pairs)} {'lead' if len(fate.pairs) > 1 else 'leads'} to {fate.label} now."
        else:
            text = f"No pair leads to {fate.label} now."
        yield Claim(text, "all 36 pairs tried")
        if found.state.moves():
            yield Claim(_earliest(fate), "every line of this layout, slides and ends counted in")
    for role, text in (
        ("not you", "You lose by taking {}."),
        ("not she", "She loses by taking {}."),
        ("neither", "Whoever takes {} loses."),
    ):
        cells = found.having(role)
        if cells:
            yield Claim(text.format(_names(cells, "or")), proof)
            deciding += cells
    if not deciding:
        yield Claim("No cell decides alone.", proof)
    never, some = found.having("never"), found.having("some")
    if never:
        anyhow = f"{proof}; also if yours and hers were other numbers"
        if deciding and not some:
            yield Claim("No other vacant cell decides anything, however they are filled.", anyhow)
        else:
            text = f"{_names(never)} never matter{'s' * (len(never) == 1)}, however the rest is filled."
            yield Claim(_capital(text), anyhow)
    if some:
        yield Claim(_capital(f"{_names(some)} matter{'s' * (len(some) == 1)} in some fillings only."), proof)
    if found.by_order:
        text = f"In {found.by_order} of {found.fillings} fillings the order decides: your bridge may precede your fork."
        yield Claim(text, proof)


def _earliest(fate: Fate) -> str:
    you = (
        f"you can take {fate.label} in your {ORDINALS[fate.you - 1]} turn"
        if fate.you
        else f"you cannot take {fate.label}"
    )
    she = f"she in her {ORDINALS[fate.she - 1]}" if fate.she else "she cannot"
    if fate.you or not fate.she:
        return f"As the cards lie, {you}{' at the earliest' * bool(fate.you)}, {she}."
    return (
        f"As the cards lie, you cannot take {fate.label}, she can in her {ORDINALS[fate.she - 1]} turn at the earliest."
    )


def _turns(found: Attrition) -> Iterator[Claim]:
    turns = found.turns[: found.longest]
    text = f"The longest game from here is {', '.join(NAMES[due.mover] for due in turns)}"
    if found.last:
        cells = spoken(map(name_of, board.cells(found.last)))
        text += f", and then {NAMES[turns[-1].mover]} must have taken {cells}"
    proof = "no order of filling the cells is undecided longer"
    yield Claim(f"{text}.", proof + ("; some line of this layout is so long" if found.reached == found.longest else ""))
    mine, hers = found.pieces_due("me"), found.pieces_due("brooks")
    if mine > 1:
        text = f"Before the centre, which is yours, you fill {mine - 1} of the vacant cells and she {hers}."
    else:
        text = f"Only the centre is left for you{', and she fills the rest' if hers else ''}."
    yield Claim(text, "on a full board 13 pieces are yours, 24 hers")


# The moves.


def _moves(state: State) -> Iterator[Claim]:
    seen = look(state)
    proof = f"exact search, {seen.nodes} picks tried"
    if seen.forced:
        yield Claim(f"She must take {_landings(seen.forced)} first.", "her cards are open")
    if not seen.moves:
        return
    at_once = [each.placement for each in seen.moves if _won(seen.at.play(each.move))]
    if at_once:
        yield Claim(
            f"{_takings(at_once)} win{'s' * (len(at_once) == 1)} at once.", f"all {len(seen.moves)} moves tried"
        )
    else:
        yield Claim("Nothing wins at once.", f"all {len(seen.moves)} moves tried")
    wins = [each.placement for each in seen.moves if each.verdict == "win"]
    losses = sum(each.verdict == "loss" for each in seen.moves)
    others = len(seen.moves) - len(wins)
    if not wins:
        text = f"No move wins before the next deal; {losses} of {len(seen.moves)} are lost."
        yield Claim("Every move loses." if losses == others else text, proof)
        return
    if not others:
        yield Claim("Every move wins.", proof)
    else:
        text = f"The only winning move{'s are' if len(wins) > 1 else ' is'} {_takings(wins)}"
        rest = "lost" if losses == others else "open" if not losses else f"lost ({losses}) or open ({others - losses})"
        yield Claim(f"{text}; the other{'s are' if others > 1 else ' is'} {rest}.", proof)
    for placement in wins:
        yield from _follow(seen, placement)


def _follow(seen: Look, placement: Placement) -> Iterator[Claim]:
    """What wins after a winning move and her replies."""
    after = seen.at.play(Move(placement.columns))
    if after.outcome is not None or after.deal_due:
        return
    then = look(after)
    wins = [each.placement for each in then.moves if each.verdict == "win"]
    if not wins:
        return  # only the centre is left, and it wins
    at_once = " at once" * all(_won(then.at.play(Move(win.columns))) for win in wins)
    text = f"After {cards_of(placement)} she must take {_landings(then.forced)}; then "
    proof = f"exact search, {then.nodes} picks tried"
    if len(wins) == len(then.moves):
        yield Claim(f"{text}every move wins{at_once}.", proof)
        return
    pairs = sorted({win.named for win in wins})
    ways = spoken(
        (
            f"{board.PAIRS[pair]} ({spoken((cards_of(win) for win in wins if win.named == pair), 'or')})"
            for pair in pairs
        ),
        "or",
    )
    yield Claim(f"{text}{ways} wins{at_once}.", proof)


def _won(state: State) -> bool:
    return state.outcome is not None and state.outcome.winner == "me"


def cards_of(placement: Placement) -> str:
    """The two cards taken, lower rank first: ``9s+Qc``."""
    return "+".join(map(str, sorted(placement.cards, key=lambda card: RANKS.index(card.rank))))


def _takings(placements: Iterable[Placement]) -> str:
    return spoken(map(cards_of, placements))


def _landings(placements: Iterable[Placement]) -> str:
    return spoken(name_of(placement.cell) for placement in placements)


def name_of(cell: board.Cell) -> str:
    """The label of a cell, or ``the centre``."""
    name = board.label(cell)
    return "the centre" if name == CENTRE_LABEL else name


def _names(fates: Iterable[Fate], last: str = "and") -> str:
    return spoken((name_of(fate.cell) for fate in fates), last)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
