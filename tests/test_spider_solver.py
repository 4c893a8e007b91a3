"""The Spider solver: its lines before the second reading, its verdicts against a brute force, its budgets."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest
from spider_referee import judge
from test_spider_search import FLOWERS, GAMES, SHARED, TINY, TOWER, WINDS, game_of, named, searched, won

from spiralkit import kernels
from spiralkit.cards import Deck, cross, shuffled
from spiralkit.game import Line
from spiralkit.lookahead import spider_solver
from spiralkit.lookahead.spider_solver import Solution, solve
from spiralkit.spider import PRESETS, SUITS, Move, Rules, State, deal, dealt, ms_deal, to_json

compiled = pytest.mark.skipif(not kernels.compiles(), reason="a full deal takes the plain loops too long")

OPTIONS = (
    {},
    {"strict_fill": True, "weave": True},
    {"jokers": 1, "removal": "auto"},
    {"jokers": 1, "stack_limit": 1, "open": False},
    {"deal_when": "stuck", "strict_fill": True},
)
MINI = list(dict.fromkeys([*GAMES, *(replace(rules, **more) for rules in (TINY, TOWER, WINDS, FLOWERS, SHARED) for more in OPTIONS)]))


@lru_cache
def truth(rules: Rules, seed: int) -> str:
    """Whether a deal of a small game can be won, by looking at all that the engine allows."""
    return "won" if any(map(won, searched(dealt(rules, shuffled(rules.deck.cards, seed, 1))))) else "lost"
