"""Exact time: durations and onsets are rationals of a whole note, never floats."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import lcm

ZERO = Fraction(0)


@lru_cache(maxsize=65536)
def duration(numerator: int, denominator: int = 1) -> Fraction:
    """Return the interned duration ``numerator/denominator`` of a whole note.

    Scores use few distinct durations, so sharing them saves both the arithmetic and the memory.

    Raises:
        ZeroDivisionError: ``denominator`` is 0; readers check what they read before they call.
    """
    return Fraction(numerator, denominator)


def times(length: Fraction, ratio: Fraction) -> Fraction:
    """Return the interned product of a duration and a ratio."""
    above, below = length.as_integer_ratio()
    more, less = ratio.as_integer_ratio()
    return duration(above * more, below * less)


def common_denominator(values: Iterable[Fraction]) -> int:
    """Return the least number of ticks a whole note needs so that every value is a whole number of ticks."""
    return lcm(*{value.denominator for value in values})


def dotted(value: Fraction, dots: int) -> Fraction:
    """Return ``value`` lengthened by ``dots`` augmentation dots (one dot adds a half, two add three quarters)."""
    return value * (2 - Fraction(1, 2**dots))
