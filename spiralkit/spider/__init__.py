"""The Spider family of solitaires: Spider and its relations, played by one engine from rules that are values.

``PRESETS`` are the seven games by name; a game of your own is a ``Rules`` of your own. ``deal`` gives the first
``State``; ``state.view()`` is what the player sees of it.
"""

from .games import deal, dealt, layout, ms_deal, to_json
from .moves import Move
from .rules import (
    CHINESE_SPIDER,
    JOKER,
    MYRMEX,
    PRESETS,
    SPARROW,
    SPIDER,
    SPIDER_OPEN,
    STARFISH,
    SUITS,
    WIZARDS_TOWER,
    Family,
    Rules,
)
from .state import State
from .view import View

__all__ = [
    "CHINESE_SPIDER",
    "JOKER",
    "MYRMEX",
    "PRESETS",
    "SPARROW",
    "SPIDER",
    "SPIDER_OPEN",
    "STARFISH",
    "SUITS",
    "WIZARDS_TOWER",
    "Family",
    "Move",
    "Rules",
    "State",
    "View",
    "deal",
    "dealt",
    "layout",
    "ms_deal",
    "to_json",
]
