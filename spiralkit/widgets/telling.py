"""What a stepper asks of a game, and who answers for which game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from .. import conversion, spider
from ..draw import hexes
from ..draw.scene import Scene
from ..game import Line
from .tell_conversion import ConversionTeller
from .tell_spider import SpiderTeller
from .tell_spiral import SpiralTeller


class Teller(Protocol):
    """Tells a game: its moves by name, what happened in words, and the picture of each place.

    ``on`` names the switches that are on.
    """

    @property
    def switches(self) -> Mapping[str, bool]:
        """What can be switched on and off, and what is on at first."""

    def names(self, line: Any) -> list[str]:
        """The moves in a few words each, the start before them."""

    def scene(self, line: Any, place: int, on: Collection[str], *, large: bool) -> Scene:
        """The picture after ``place`` moves."""

    def story(self, line: Any, place: int, on: Collection[str]) -> list[str]:
        """What happened and what comes, in words, a sentence or two to a line."""


def teller(line: Line[Any, Any], layout: hexes.Layout) -> Teller:
    """Who tells this game; the layout is that of Spiral's board."""
    match line.start:
        case conversion.State():
            return ConversionTeller()
        case spider.State():
            return SpiderTeller()
    return SpiralTeller(layout)
