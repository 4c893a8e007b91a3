"""Looking ahead and playing: policies that choose your moves, and advice.

>>> from spiralkit.lookahead import greedy, play_game
>>> print(play_game(1, greedy).state.outcome)
loss: fork by brooks
"""

from .advisor import Advice, Advisor, advise, advise_steps, lookahead, move_values
from .players import Policy, greedy, play_game, random_policy, wilson

POLICIES: dict[str, Policy] = {
    "random": random_policy,
    "greedy": greedy,
    "lookahead": lookahead,
    "advisor": Advisor(),
}
"""The policies by the names that the command knows."""

__all__ = [
    "POLICIES",
    "Advice",
    "Advisor",
    "Policy",
    "advise",
    "advise_steps",
    "greedy",
    "lookahead",
    "move_values",
    "play_game",
    "random_policy",
    "wilson",
]
