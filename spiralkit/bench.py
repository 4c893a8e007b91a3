"""Speeds of spiralkit on this machine, under keys that keep their meaning from version to version."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

from .lookahead.players import play_game, random_policy

MEANINGS = {
    "random_games_per_s": "random games a second, every state made (plain Python)",
    "deal_searches_per_s": "fresh deals a second, each searched whole",
    "end_solves_per_s": "boards of 30 pieces a second, one third deal solved exactly",
    "look_s": "seconds to look at the sample position",
    "advise_s": "seconds to advise the first move of a game",
    "step_ms": "milliseconds a step of the stepper takes in Python",
    "import_s": "seconds that 'import spiralkit' takes in a new process",
    "first_call_s": "seconds that the first random game takes in a new process",
}
"""What each key means; None is measured for what does not exist yet."""


SECONDS = 3.0
"""How long random games are played."""


def measure() -> dict[str, float | None]:
    """Measure everything; about ten seconds."""
    found: dict[str, float | None] = dict.fromkeys(MEANINGS)
    found["random_games_per_s"] = _random_games()
    found["step_ms"] = _step()
    found["import_s"] = _in_new_process("", "import spiralkit")
    found["first_call_s"] = _in_new_process(
        "from spiralkit.lookahead import play_game, random_policy", "play_game(1, random_policy)"
    )
    return found


def _random_games() -> float:
    games, start = 0, perf_counter()
    while perf_counter() < start + SECONDS:
        play_game(games, random_policy)
        games += 1
    return games / (perf_counter() - start)


def _step() -> float | None:
    try:
        from .widgets.stepper import Stepper
    except ImportError:
        return None  # the lab extra is not installed
    stepper = Stepper(play_game(1, random_policy))
    times = []
    for _ in range(5):
        for step in [stepper.forward] * 20 + [stepper.back] * 20:
            start = perf_counter()
            step()
            times.append(perf_counter() - start)
    stepper.close()
    return 1000 * median(times)


def _in_new_process(before: str, measured: str) -> float:
    """Seconds that a statement takes in a new process, the median of five."""
    code = f"{before}\nimport time\nstart = time.perf_counter()\n{measured}\nprint(time.perf_counter() - start)"
    return median(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5))
