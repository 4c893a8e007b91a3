"""What the apps say of a game of Spiral: what happened, what a pick would do, how a cell can be reached."""

from __future__ import annotations

from .. import board
from ..board import CENTRE, Cell
from ..lookahead.attrition import spoken
from ..spiral import COLUMNS, Deal, Move, Placement, State

DEALT = "A column was empty: all 32 cards are shuffled and dealt again."

LISTED = 8
"""So many pairs that lead to a cell are named one by one."""


def happened(before: State, move: Move | Deal) -> str:
    """What a move did, in a sentence.

    >>> from spiralkit import deal
    >>> happened(deal(1), Move("ab"))
    'You (ab): 8c + Jd name 8J.'
    """
    if isinstance(move, Deal):
        return DEALT
    piece = before.placement(move)
    return f"{'You' if piece.mover == 'me' else 'Dr. Brooks'} ({piece.columns}): {piece}."


def would(state: State, move: Move) -> list[str]:
    """What your pick would do, and what Dr. Brooks would then take, a sentence or two to a line.

    >>> from spiralkit import deal
    >>> would(deal(1), Move("ab"))[:2]
    ['If you take ab: 8c + Jd name 8J.', 'Then she takes ab: 7h + Ac name 7A.']
    """
    after = state.play(move)
    told = [f"If you take {move}: {state.placement(move)}."]
    if after.deal_due:
        told.append("Then a column is empty: what she takes depends on the new deal.")
    for piece in after.forced():
        told.append(f"Then she takes {piece.columns}: {piece}.")
        after = after.play(Move(piece.columns))
    if after.outcome is not None:
        told[-1] += f" That is the end: {after.status()}."
    return told


def first_card(state: State, column: str) -> str:
    """What there is to go with the bottom card of a column.

    >>> from spiralkit import deal
    >>> first_card(deal(1), "a")
    '8c (a) is chosen. With a second card: b 8J, c 78, d 8Q.'
    """
    picks = [state.placement(move) for move in state.moves() if column in move.columns]
    seconds = (f"{piece.columns.replace(column, '', 1)} {named(piece)}" for piece in picks)
    return f"{state.columns[COLUMNS.index(column)][-1]} ({column}) is chosen. With a second card: {', '.join(seconds)}."


def named(piece: Placement) -> str:
    """The pair, and where the piece lands if that is another cell: ``9Q → 9T``."""
    return piece.pair + (f" → {board.label(piece.cell)}" if piece.cell != piece.named else "")


def reached(state: State, cell: Cell) -> str:
    """Which pairs lead to a cell, and which of them you can make now.

    >>> from spiralkit import deal
    >>> reached(deal(1), board.cell_of("8J"))
    '8J is vacant. The pair 8J leads there; now you can make it by ab: 8c + Jd.'
    """
    name = "The centre" if cell == CENTRE else board.label(cell)
    if state.occupied >> cell & 1:
        words = f"{name} has {'your' if state.mine >> cell & 1 else 'her'} piece."
        if cell != CENTRE and state.occupied != board.FULL:
            to = board.landing(cell, state.occupied)
            words += f" A pair {name} slides to {'the centre' if to == CENTRE else board.label(to)}."
        return words
    pairs = board.pairs_to(state.occupied)[cell]
    if not pairs:
        return f"{name} is vacant. No pair leads there while another cell is vacant."
    many = len(pairs) > 1
    which = f"{len(pairs)} pairs" if len(pairs) > LISTED else f"The pair{'s' * many} {', '.join(pairs)}"
    words = f"{name} is vacant. {which} lead{'s' * (not many)} there; "
    ways = leading(state, cell)
    if not ways:
        return words + "now you can make none of them." if many else words + "now you cannot make it."
    made = (f"{move}: {one} + {other}" for move in ways for one, other in [state.placement(move).cards])
    what = "it" if not many else "one of them" if len({state.placement(move).named for move in ways}) == 1 else "these"
    told = f"{words}now you can make {what} by {', '.join(made)}."
    return f"{told} Choose {spoken(map(str, ways), 'or')}." if len(ways) > 1 else told


def leading(state: State, cell: Cell) -> tuple[Move, ...]:
    """Your picks whose piece would land on the cell; none when it is not your turn."""
    if state.turn != "me":
        return ()
    return tuple(move for move in state.moves() if state.placement(move).cell == cell)
