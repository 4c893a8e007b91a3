"""Solitaire abstract games: the heart is Spiral, a solitaire connection game by Raymond Gallardo.

>>> from spiralkit import deal
>>> state = deal(1)
>>> state.moves()[0]
Move('ab')
"""

from .game import Line, MoveError, Outcome
from .spiral import Deal, Move, State, Variant, deal

__all__ = ["Deal", "Line", "Move", "MoveError", "Outcome", "State", "Variant", "deal"]
