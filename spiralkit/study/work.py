"""Jobs measured one after the other, on several cores, or on a cluster: the same code and the same results.

joblib spreads the jobs; it is not needed for one core. The results come in the order of the jobs, so that
after a stop those that are there are the first ones.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from time import perf_counter
from typing import Any, TextIO, TypeVar

J = TypeVar("J")
R = TypeVar("R")


def spread(
    measure: Callable[[J], R],
    jobs: Sequence[J],
    workers: int = 1,
    cluster: str | None = None,
    on_result: Callable[[J, R], None] | None = None,
) -> tuple[list[R], bool]:
    """The results in the order of the jobs, and whether Ctrl-C (or the stop button of a notebook) came first.

    >>> spread(abs, [-1, 2, -3])
    ([1, 2, 3], False)

    ``cluster`` is the address of a dask scheduler, ``tcp://host:8786``; all its workers are used. ``on_result``
    hears of each result. Raises ImportError without joblib (or dask) where it is needed, OSError if no
    cluster answers.
    """
    done: list[R] = []
    try:
        with closing(_results(measure, jobs, workers, cluster)) as results:
            for job, result in zip(jobs, results, strict=True):
                done.append(result)
                if on_result:
                    on_result(job, result)
    except (KeyboardInterrupt, SystemError) as error:
        if not _by_hand(error):
            raise
        return done, True
    return done, False


def _by_hand(error: BaseException | None) -> bool:
    """Whether it comes of Ctrl-C: a compiled loop makes a SystemError of it."""
    return error is not None and (
        isinstance(error, KeyboardInterrupt) or _by_hand(error.__cause__ or error.__context__)
    )


def _results(
    measure: Callable[[J], R], jobs: Sequence[J], workers: int, cluster: str | None
) -> Generator[R, None, None]:
    if workers == 1 and not cluster:
        yield from map(measure, jobs)
        return
    import joblib

    with ExitStack() as stack:
        options: dict[str, Any] = {"n_jobs": workers}
        if cluster:
            from dask.distributed import Client

            client = stack.enter_context(Client(cluster, timeout=10, set_as_default=False))
            stack.enter_context(joblib.parallel_config("dask", client=client, n_jobs=-1))
            options = {}
        results = joblib.Parallel(**options, return_as="generator")(map(joblib.delayed(measure), jobs))
        try:
            for result in results:  # noqa: UP028 - "yield from" would close them itself, and too early
                yield result
        finally:
            with warnings.catch_warnings(action="ignore"):  # it advises against stops
                results.close()


class Progress:
    """How far the work is, in words: one line, written over on a terminal; elsewhere a line every half minute."""

    def __init__(self, to: TextIO | None = None) -> None:
        self.to = to or sys.stderr
        self.over = self.to.isatty()
        self.start = self.last = perf_counter()

    def __call__(self, done: int, asked: int) -> None:
        """So many games of so many are done."""
        now = perf_counter()
        if now < self.last + (0.2 if self.over else 30):
            return
        self.last = now
        left = (now - self.start) * (asked - done) / done
        text = f"{done} of {asked} games, {_time(left)} left"
        self.to.write(f"\r{text:60}" if self.over else f"{text}\n")
        self.to.flush()

    def end(self) -> None:
        """No more is to come."""
        if self.over:
            self.to.write(f"\r{'':60}\r")
            self.to.flush()


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
