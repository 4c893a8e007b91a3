"""Every rule of the layout as a small function: what may lie on what, what moves as one, what is finished.

They speak of faces (``rules.faces[card]``); a column is its face-up cards, the end card last. The
engine, hints and solvers all ask these and have no rules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from .rules import FOUR, Face, Rules


def may_lie_on(rules: Rules, card: Face, end: Face, count: int = 1) -> bool:
    """Whether a card, or a unit of ``count`` with this card on top, may go on an end card."""
    if card.family is None or card.family is not end.family:
        return False
    match card.family.build:
        case "next":
            return end.rank == card.rank + 1
        case "higher":
            only_next = count > 1 and rules.trump_unit == "next"
            return end.rank == card.rank + 1 if only_next else end.rank > card.rank
        case "class":
            return True


def has_room(rules: Rules, card: Face, column: Sequence[Face]) -> bool:
    """Whether the stack limit lets a move put this card on the column."""
    if rules.stack_limit is None or card.family is None or card.family.build != "class":
        return True
    return block_length(column) < rules.stack_limit or column[-1].family is not card.family


def block_length(column: Sequence[Face]) -> int:
    """How many cards at the end of a column are of the family of its end card."""
    length = 1
    while length < len(column) and column[-1 - length].family is column[-1].family:
        length += 1
    return length


def run_length(column: Sequence[Face]) -> int:
    """How many cards at the end of a column descend by one and have a suit common to all."""
    lower = column[-1]
    suits, length = lower.suits, 1
    while length < len(column):
        upper = column[-1 - length]
        suits &= upper.suits
        if not suits or upper.rank != lower.rank + 1:  # families have no suit in common
            break
        lower = upper
        length += 1
    return length


def unit_length(column: Sequence[Face]) -> int:
    """How many cards at the end of a column move as one, at most; any fewer may too."""
    family = column[-1].family
    return run_length(column) if family and family.unit else 1


def finished(column: Sequence[Face]) -> int:
    """How many cards at the end of a column are a whole run, highest rank to lowest with a common suit; else 0."""
    end = column[-1]
    if end.rank or end.family is None or end.family.leave != "run":
        return 0
    return end.top + 1 if run_length(column) == end.top + 1 else 0


def ends_are_set(ends: Sequence[Face]) -> bool:
    """Whether the ends of as many columns leave together: one of each rank, or any four, as the family has it."""
    first = ends[0]
    if first.family is None or any(end.family is not first.family for end in ends):
        return False
    match first.family.leave:
        case "different":
            return len(ends) == first.top + 1 == len({end.rank for end in ends})
        case "any":
            return len(ends) == FOUR
    return False


def goes_to_tower(end: Face, tower: int) -> bool:
    """Whether an end card is the next that the tower takes, when it has taken so many."""
    return end.family is not None and end.family.leave == "tower" and end.rank == tower
