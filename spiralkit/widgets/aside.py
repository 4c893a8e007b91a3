"""Work that goes on beside all else: in a thread, where there are any."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic
from typing import Any, Generic, TypeVar

T = TypeVar("T")

SIGN_OF_LIFE = 0.2
"""Seconds between two signs that the work goes on."""


def aside(work: Callable[..., T], *values: Any) -> Future[T]:
    """Have something done in a thread of its own; where there can be none, as in a browser, it is done now.

    >>> aside(divmod, 7, 2).result()
    (3, 1)
    """
    pool = ThreadPoolExecutor(1)
    try:
        return pool.submit(work, *values)
    except RuntimeError:
        done: Future[T] = Future()
        done.set_result(work(*values))
        return done
    finally:
        pool.shutdown(wait=False)


async def step_of(steps: Iterator[T]) -> T | None:
    """The next step of a long work, None after the last; the event loop goes on meanwhile."""
    found: T | None = await asyncio.wrap_future(aside(next, steps, None))
    await asyncio.sleep(0)
    return found


class Steps(Generic[T]):
    """A long work in steps, done beside all else where an event loop runs, and at once where none does.

    ``take`` is called with what each step has found, ``changed`` now and then and at the end, and ``fail`` with an
    exception that the work has raised beside all else.
    """

    def __init__(
        self, take: Callable[[T], object], changed: Callable[[], object], fail: Callable[[Exception], object]
    ) -> None:
        self._take, self._changed, self._fail = take, changed, fail
        self._task: asyncio.Task[None] | None = None

    @property
    def going(self) -> bool:
        """Whether it is being worked on."""
        return self._task is not None

    def start(self, steps: Iterator[T]) -> None:
        """Begin; what was being worked on is given up."""
        self.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # nothing goes on beside all else here
            for found in steps:
                self._take(found)
        else:
            self._task = loop.create_task(self._work(steps))
        self._changed()

    def stop(self) -> None:
        """Work on it no more; what is known so far stays, and is said to be so far."""
        if self.going:
            self.cancel()
            self._changed()

    def cancel(self) -> None:
        """Give it up without a word."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _work(self, steps: Iterator[T]) -> None:
        said = 0.0
        try:
            while (found := await step_of(steps)) is not None:
                self._take(found)
                if monotonic() > said + SIGN_OF_LIFE:
                    said = monotonic()
                    self._changed()
            self._task = None
            self._changed()
        except Exception as error:
            self._task = None
            self._changed()
            self._fail(error)  # last, for what is drawn may wipe out what is said
