"""What the plain loops stand on: the same names as in ``bits_numba``, in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

popcount = int.bit_count
"""The number of bits set."""

i64 = int
u64 = int


def jit(function: F) -> F:
    """The function as it is."""
    return function


def top(x: int) -> int:
    """The highest bit set, as a mask."""
    return 1 << x.bit_length() >> 1


def zeros(count: int) -> list[int]:
    """Room for so many numbers."""
    return [0] * count


def shorts(count: int) -> list[int]:
    """Room for so many numbers below 2**15."""
    return [0] * count


def reals(count: int) -> list[float]:
    """Room for so many numbers with fractions."""
    return [0.0] * count


def table(numbers: Sequence[int]) -> Sequence[int]:
    """Numbers as a table that the loops can be handed."""
    return tuple(numbers)
