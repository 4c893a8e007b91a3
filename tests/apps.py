"""What tests of apps do with them: press buttons, run as a notebook does, wait for work beside all else."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator

from ipywidgets import Button, ToggleButton, Widget

PATIENCE = 30  # seconds after which work that goes on beside all else is taken for broken


def buttons(box: Widget) -> Iterator[Button | ToggleButton]:
    for child in getattr(box, "children", ()):
        if isinstance(child, Button | ToggleButton):
            yield child
        yield from buttons(child)


def press(box: Widget, description: str) -> None:
    next(button for button in buttons(box) if button.description == description).click()


def in_a_loop(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test as a notebook runs its cells, with an event loop."""

    async def run() -> None:
        await test()

    asyncio.run(run())


async def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)
