"""The colour-conversion spiral, Jesse Fuchs's solitaire of sixteen cards that change colour.

Sixteen cards of a 52-card pack lie in a square as a spiral, place 1 inside, place 16 outside.
Your colour is the one with fewer of them; you want all sixteen. You hold five cards of both
colours. In cycle x you cover x of your own cards by cards of the opposing colour, spiral in
(16 to 1), lay the top card of the deck on place 1, exchange two cards, and spiral out (1 to
16). Spiralling activates each place in turn: the card there converts every neighbour of the
other colour whose rank is equal or one lower, by a card of its own colour from your hand.

Everything that happens is a move, and ``state.due`` says which kind comes next. Your choices
are ``cover``, ``convert`` and ``swap``. Forced are ``in`` and ``out`` (a spiralling begins),
``draw``, ``dump`` and ``top``; ``reshuffle`` is chance written out. A State knows the order of
the deck, so its draws are certain; ``state.view()`` is what the player sees, without it.
"""

from .ending import Ending
from .games import deal, dealt, reshuffle, to_json
from .moves import Move
from .state import State, View
from .table import GRID, NEIGHBOURS, STANDARD, Rules, colour_of

__all__ = [
    "GRID",
    "NEIGHBOURS",
    "STANDARD",
    "Ending",
    "Move",
    "Rules",
    "State",
    "View",
    "colour_of",
    "deal",
    "dealt",
    "reshuffle",
    "to_json",
]
