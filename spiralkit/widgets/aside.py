"""Work that goes on beside all else: in a thread, where there are any."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


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
