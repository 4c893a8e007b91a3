"""Players of the colour-conversion spiral: policies that choose from what they see, and whole games by them."""

from .advisor import EFFORTS, Advisor
from .players import Policy, greedy, play_game, random_policy, sweep
from .thoughtful import thoughtful_line

POLICIES: dict[str, Policy] = {"random": random_policy, "greedy": greedy, "sweep": sweep, "advisor": Advisor()}
"""The policies by the names that the command knows."""

__all__ = [
    "EFFORTS",
    "POLICIES",
    "Advisor",
    "Policy",
    "greedy",
    "play_game",
    "random_policy",
    "sweep",
    "thoughtful_line",
]
