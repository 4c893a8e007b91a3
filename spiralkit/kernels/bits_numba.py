"""What the compiled loops stand on: the same names as in ``bits``, for numba.

Bit counts are single machine instructions, which numba does not offer by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

i64 = np.int64
u64 = np.uint64


def jit(function: Callable[..., Any]) -> Any:
    """The function compiled, and kept on disk where a cache can be written."""
    try:
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:  # neither the package's folder nor the user's cache can be written
        return njit(nogil=True)(function)


@intrinsic  # type: ignore[untyped-decorator]
def popcount(context: Any, x: Any) -> Any:
    """The number of bits set."""

    def body(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), body


@intrinsic  # type: ignore[untyped-decorator]
def _leading_zeros(context: Any, x: Any) -> Any:
    def body(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), body


@njit(inline="always")
def top(x):  # type: ignore[no-untyped-def]
    """The highest bit set, as a mask."""
    return 1 << (63 - _leading_zeros(x))


@njit(inline="always")
def zeros(count):  # type: ignore[no-untyped-def]
    """Room for so many numbers."""
    return np.zeros(count, np.int64)


@njit(inline="always")
def shorts(count):  # type: ignore[no-untyped-def]
    """Room for so many numbers below 2**15."""
    return np.zeros(count, np.int16)


@njit(inline="always")
def reals(count):  # type: ignore[no-untyped-def]
    """Room for so many numbers with fractions."""
    return np.zeros(count, np.float64)


def table(numbers: Sequence[int]) -> Any:
    """Numbers as a table that the loops can be handed."""
    return np.array(numbers, np.int64)
