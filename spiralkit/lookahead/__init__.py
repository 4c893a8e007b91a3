"""Looking ahead and playing: policies that choose your moves.

>>> from spiralkit.lookahead import greedy, play_game
>>> print(play_game(1, greedy).state.outcome)
loss: fork by brooks
"""

from .players import POLICIES, Policy, greedy, play_game, random_policy, wilson

__all__ = ["POLICIES", "Policy", "greedy", "play_game", "random_policy", "wilson"]
