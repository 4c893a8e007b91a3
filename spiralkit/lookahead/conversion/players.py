"""Players of the colour-conversion spiral: policies that choose from what they see, and whole games by them.

A policy gets a view, which does not know the order of the deck, and random numbers of its own.
These come from stream 0 of the game's seed, which no deal and no reshuffle uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...cards import Card, below, numbers
from ...conversion import NEIGHBOURS, STANDARD, Move, Rules, State, View, colour_of, deal, reshuffle
from ...conversion.table import CONVERTS, PLACES
from ...game import Line

Policy = Callable[[View, Iterator[int]], Move]
"""Chooses one of ``view.moves()``; it may draw 64-bit numbers from the iterator, as many as it likes."""

POLICY_STREAM = 0


def random_policy(view: View, source: Iterator[int]) -> Move:
    """One of the moves, each equally likely."""
    moves = view.moves()
    return moves[below(source, len(moves))]


def greedy(view: View, source: Iterator[int]) -> Move:
    """The move with the best square right after it; of equal moves the first by place and card.

    Counted are the places that show your colour, one more for every neighbour that a card of yours would convert as
    the cards lie then, one less for every neighbour of yours that an opposing card would convert. Which places are
    still to be activated is not asked.

    >>> greedy(deal(1).view(), iter(()))
    Move.parse('9c>2')
    """
    return max(view.moves(), key=lambda move: _standing(view.known, move))  # max keeps the first of equals


def sweep(view: View, source: Iterator[int]) -> Move:
    """The move after which most places show your colour at the end of the spiralling that goes on or comes next.

    What conversions will lay is not known yet: such cards count for their colour, but as blanks that convert nothing
    and are not converted. Of equal moves the first by place and card is taken.

    >>> sweep(deal(1).view(), iter(()))
    Move.parse('9c>2')
    """
    return max(view.moves(), key=lambda move: _swept(view.known, move))


def _after(state: State, move: Move) -> list[Card]:
    """The sixteen cards right after a choice."""
    cards = list(state.cards)
    if move.do == "swap":
        one, two = (place - 1 for place in move.places)
        cards[one], cards[two] = cards[two], cards[one]
    else:
        cards[move.places[-1] - 1] = move.cards[0]
    return cards


def _standing(state: State, move: Move) -> int:
    """The count of ``greedy``."""
    cards = _after(state, move)
    yours = [colour_of(card) == state.colour for card in cards]
    converts = CONVERTS[state.rules.ace]
    count = sum(yours)
    for place in PLACES:
        ranks, own = converts[cards[place - 1].rank], yours[place - 1]
        for other in NEIGHBOURS[place]:
            if yours[other - 1] != own and cards[other - 1].rank in ranks:
                count += 1 if own else -1
    return count


def _swept(state: State, move: Move) -> int:
    """The count of ``sweep``."""
    cards: list[Card | None] = list(_after(state, move))
    yours = [card is not None and colour_of(card) == state.colour for card in cards]
    converts = CONVERTS[state.rules.ace]
    inwards = state.step in ("cover", "in")
    for place in range(state.place or 16, 0, -1) if inwards else range(state.place or 1, 17):
        card, own = cards[place - 1], yours[place - 1]
        for other in NEIGHBOURS[place] if card else ():
            there = cards[other - 1]
            if card and there and yours[other - 1] != own and there.rank in converts[card.rank]:
                cards[other - 1], yours[other - 1] = None, own
    return sum(yours)


def play_game(seed: int, policy: Policy, rules: Rules = STANDARD) -> Line[State, Move]:
    """The game ``seed`` played to its end by the policy, every draw, dump and reshuffle written out.

    >>> line = play_game(1, random_policy)
    >>> line.state.outcome is not None, line.start == deal(1)
    (True, True)
    """
    line: Line[State, Move] = Line(deal(seed, rules))
    source = numbers(seed, POLICY_STREAM)
    shuffles = 0
    while (state := line.state).outcome is None:
        if state.deal_due:
            shuffles += 1
            line.play(reshuffle(state, seed, shuffles))
        elif state.choosing:
            line.play(policy(state.view(), source))
        else:
            line.play(state.moves()[0])
    return line
