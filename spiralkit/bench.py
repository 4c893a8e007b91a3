"""Speeds of spiralkit on this machine, under keys that keep their meaning from version to version."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from . import kernels
from .lookahead import Advisor, packed, play_game, random_policy
from .lookahead.search import look
from .lookahead.values import Chooser
from .spiral import State, deal

MEANINGS = {
    "random_games_per_s": "random games a second, in the kernels (compiled where numba is there)",
    "deal_searches_per_s": "fresh deals a second, each searched whole",
    "end_solves_per_s": "boards of 30 pieces a second, one third deal solved exactly",
    "look_s": "seconds to look at the sample position",
    "advise_s": "seconds to advise the first move of a game",
    "step_ms": "milliseconds a step of the stepper takes in Python",
    "import_s": "seconds that 'import spiralkit' takes in a new process",
    "first_call_s": "seconds that the first random game takes in a new process",
    "state_games_per_s": "random games a second, every state made (plain Python)",
}
"""What each key means; None is measured for what does not exist yet."""


SECONDS = 1.0
"""How long each speed is measured."""

GAMES = 500
"""Random games, or deals solved, in one call of the kernels."""

LATE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
"""The sample position: 30 pieces, the third deal."""


def measure() -> dict[str, float | None]:
    """Measure everything; about ten seconds."""
    found: dict[str, float | None] = dict.fromkeys(MEANINGS)
    loops, first = kernels.fast(), deal(1)
    tables = packed.tables(loops, first.variant)
    chooser, late = Chooser(first.variant), State.parse(LATE)
    found["random_games_per_s"] = _rate(lambda: loops.playouts(1, GAMES, 0, *tables), GAMES)
    found["state_games_per_s"] = _rate(lambda: play_game(1, random_policy), 1)
    found["deal_searches_per_s"] = _rate(lambda: loops.search(*packed.pack(first), 1 << 13, *tables), 1)
    found["end_solves_per_s"] = _rate(lambda: chooser.settle([late.mine], [late.hers], 1, 1, GAMES), GAMES)
    found["look_s"] = 1 / _rate(lambda: look(late), 1)
    found["advise_s"] = 1 / _rate(lambda: Advisor()(first, iter(())), 1)
    found["step_ms"] = _step()
    found["import_s"] = _in_new_process("", "import spiralkit")
    found["first_call_s"] = _in_new_process(
        "from spiralkit.lookahead import play_game, random_policy", "play_game(1, random_policy)"
    )
    return found


def _rate(once: Callable[[], object], count: int) -> float:
    """How many a second, where one call does so many; the first call is not counted."""
    once()
    calls, start = 0, perf_counter()
    while perf_counter() < start + SECONDS:
        once()
        calls += 1
    return calls * count / (perf_counter() - start)


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
