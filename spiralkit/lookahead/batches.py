"""Many boards at once with numpy, for where it is there and numba is not: slacks, and the nets of ``kernels.judge``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .. import board, kernels

Masks = Sequence[int]


@lru_cache(maxsize=4)
def table(numbers: tuple[float, ...]) -> Any:
    """Numbers as an array."""
    import numpy as np

    return np.array(numbers)


@lru_cache(maxsize=1)
def _near() -> Any:
    import numpy as np

    return np.array(kernels.loops.tables(board.NEAR, board.SIDES, [])[0], np.int64)


def _beside(cells: Any) -> Any:
    near = _near()
    low = near[cells & 1023] | near[1024 + (cells >> 10 & 1023)]
    return low | near[2048 + (cells >> 20 & 1023)] | near[3072 + (cells >> 30)]


def _flood(seen: Any, own: Any) -> Any:
    """The cells seen with all groups of ``own`` that they touch."""
    while True:
        more = seen | _beside(seen) & own
        if (more == seen).all():
            return seen
        seen = more


def _distances(own: Any, other: Any, most: int) -> Any:
    """The cells a fork takes, for each board; ``most + 1`` where it takes more than ``most``."""
    import numpy as np

    vacant = board.FULL & ~(own | other)
    # reach[side][k]: what a walk from the side reaches with at most k vacant cells
    reach = []
    for side in board.SIDES:
        seen = _flood(side & own, own)
        walk = [seen]
        for _ in range(most):
            seen = _flood(seen | (side | _beside(seen)) & vacant, own)
            walk.append(seen)
        reach.append(walk)
    found = np.full(len(own), most + 1)
    for cost in range(most, 0, -1):  # three walks that meet in a vacant cell, which each of them counts
        for first in range(2):
            a, b, c = (reach[first + side] for side in (0, 2, 4))
            for one in range(1, cost + 1):
                for two in range(1, cost + 2 - one):
                    found[a[one] & b[two] & c[cost + 2 - one - two] & vacant != 0] = cost
    return found


def slacks(mine: Masks, hers: Masks, least: int) -> Any:
    """As ``kernels.loops.slack_of``, for each board, as an array.

    >>> slacks([0], [0], 0).tolist()
    [3]
    """
    import numpy as np

    own, other = np.array(mine, np.int64), np.array(hers, np.int64)
    left = kernels.loops.PIECES - (own[:, None] >> np.arange(board.CELLS) & 1).sum(axis=1)
    found = np.full(len(own), -1)
    for pieces in set(left.tolist()):
        where = np.flatnonzero(left == pieces)
        slack = pieces - _distances(own[where], other[where], pieces - least)
        found[where] = np.where(slack >= least, slack, -1)
    return found


def inputs(mine: Masks, hers: Masks, slack: Any) -> Any:
    """The inputs of the nets, a row a board: your cells, hers, whether she moves first, the slack."""
    import numpy as np

    own, other = np.array(mine, np.int64)[:, None], np.array(hers, np.int64)[:, None]
    cells = np.arange(board.CELLS)
    own, other = own >> cells & 1, other >> cells & 1
    first = (other.sum(axis=1) != 2 * own.sum(axis=1))[:, None]
    return np.concatenate([own, other, first, slack[:, None] == np.arange(4)], axis=1)


def odds(mine: Masks, hers: Masks, least: int, first: int, second: int, numbers: tuple[float, ...]) -> list[float]:
    """As ``kernels.loops.judge``."""
    import numpy as np

    slack = slacks(mine, hers, least)
    rows = inputs(mine, hers, slack).astype(np.float64)
    late = rows[:, : board.CELLS].sum(axis=1) >= kernels.loops.LATE
    found = np.full(len(rows), kernels.loops.HOPELESS)
    count = kernels.loops.INPUTS
    for net, mask in zip(table(numbers).reshape(2, -1), (late, ~late), strict=True):
        where = mask & (slack >= 0)
        layers = np.split(net, np.cumsum([count * first, first, first * second, second, second]))
        one = np.maximum(rows[where] @ layers[0].reshape(count, first) + layers[1], 0)
        two = np.maximum(one @ layers[2].reshape(first, second) + layers[3], 0)
        found[where] = np.maximum(two @ layers[4] + layers[5], kernels.loops.HOPELESS + 1)
    return found.tolist()
