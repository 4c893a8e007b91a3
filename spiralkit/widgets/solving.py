"""The solver beside a Spider player: it knows all cards, goes on beside all else, and tells what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as NotYetError
from functools import partial
from threading import Event

from ..lookahead.spider_solver import Solution, solve
from ..spider import State
from .app import App
from .aside import SIGN_OF_LIFE, Steps, aside

SECONDS = 60.0
"""How long a win is sought."""


class Solving:
    """Whether the position that an app shows can be won, all cards known, worked out when asked for.

    ``found`` is called with a line that wins, ``changed`` when there is more to show. What is being worked out for a
    position is dropped as soon as another is shown.
    """

    def __init__(self, app: App, changed: Callable[[], object], found: Callable[[Solution], object]) -> None:
        self.solution: Solution | None = None
        self._nodes: int | None = None
        self._state: State | None = None
        self._app, self._found = app, found
        self._work: Steps[int | Solution] = Steps(self._take, changed, app.show_error)
        self.button = app.button("Solve", self.solve_or_stop)
        self.button.tooltip = "Seek a line that wins from here, all cards known; press again to stop"

    def show(self, state: State) -> None:
        """The app shows this position."""
        if state != self._state:
            self._work.cancel()
            self._state, self.solution, self._nodes = state, None, None
        self.button.description = "Stop" if self._work.going else "Solve"
        self.button.disabled = state.outcome is not None

    def solve(self, nodes: int | None = None) -> None:
        """Begin, or, where no event loop runs, do it now; ``nodes`` is as for the solver, else it has SECONDS."""
        if self._state is None or self._state.outcome is not None:
            raise ValueError("there is nothing to solve: the game is over")
        self.solution, self._nodes = None, 0
        self._work.start(_steps(self._state, nodes))

    def stop(self) -> None:
        """Seek no more."""
        self._work.stop()

    def solve_or_stop(self) -> None:
        """Begin, or stop."""
        self.stop() if self._work.going else self.solve()

    def close(self) -> None:
        """Give up what is being worked out."""
        self._work.cancel()

    def _take(self, news: int | Solution) -> None:
        if isinstance(news, int):
            self._nodes = news
            return
        self.solution, self._nodes = news, news.nodes
        if news.status == "won":
            self._found(news)

    def told(self) -> list[str]:
        """What there is to say of it, a line or none."""
        if self._nodes is None:
            return []
        seen = f"{self._nodes:,} positions"
        if self.solution is None:
            getting_ready = "getting ready, which takes some seconds the first time" if not self._nodes else seen
            return [f"Solving, all cards known: {getting_ready} .." if self._work.going else f"Stopped after {seen}."]
        count = len(self.solution.moves)
        how = {
            "won": f"it can be won from here in {count} moves. Move on and Redo step through them.",
            "lost": "it is lost from here: no line wins, proved by a complete search.",
            "unknown": f"no line that wins was found in {seen}. That proves nothing.",
        }
        return [f"All cards known, {how[self.solution.status]}"]


def _steps(state: State, nodes: int | None) -> Iterator[int | Solution]:
    """How many positions have been looked at, now and then, and at the end what was found."""
    given_up, seen = Event(), [0]

    def count(number: int) -> None:
        seen[0] = number

    seconds = SECONDS if nodes is None else None
    work = aside(partial(solve, state, nodes=nodes, seconds=seconds, on_progress=count, should_stop=given_up.is_set))
    try:
        while not work.done():
            try:
                work.result(SIGN_OF_LIFE)
            except NotYetError:
                yield seen[0]
        yield work.result()
    finally:
        given_up.set()
