"""How a game of the colour-conversion spiral ends."""

from __future__ import annotations

from dataclasses import dataclass

from ..game import Outcome

WIN = "all sixteen are yours"
BARE = "no card of your colour is left in hand, deck and discards"
CATASTROPHE = "all sixteen are of the opposing colour"
EXHAUSTED = "no opposing card is left in hand, deck and discards"
IDLE = "no card was played from the hand in a whole cycle"


@dataclass(frozen=True)
class Ending(Outcome):
    """How a game ended: a win with its points, a loss, or a catastrophe (``how`` says so)."""

    points: int = 0

    @property
    def result(self) -> str:
        """``"win"``, ``"loss"`` or ``"catastrophe"``."""
        return "win" if self.winner == "me" else "catastrophe" if self.how == CATASTROPHE else "loss"

    def __str__(self) -> str:
        return f"{self.result}: {self.how}" + f", {self.points} points" * (self.winner == "me")
