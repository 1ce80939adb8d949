"""Note lengths as numbered notation draws them: beats, dashes, underlines, dots, tuplets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

QUARTER = Fraction(1, 4)
MAX_LINES = 4
"""Underlines of the shortest length, a 64th."""
_SHORTEST = QUARTER / 2**MAX_LINES
_MAX_DOTS = 2
_GRAIN = _SHORTEST / 2**_MAX_DOTS
_LARGEST_TUPLET = 15
MAX_SLOTS = 16
"""Most equal parts that a beat is divided into."""


class Sign(NamedTuple):
    """One digit: ``dashes`` after it, or ``lines`` under it and ``dots`` behind it."""

    dashes: int = 0
    lines: int = 0
    dots: int = 0


class Run(NamedTuple):
    """Events ``start`` to ``end`` written as ``actual`` in the time of ``normal``; 1 and 1 for no tuplet.

    ``actual`` is 0 where no tuplet makes these lengths.
    """

    start: int
    end: int
    actual: int = 1
    normal: int = 1


@lru_cache(maxsize=4096)
def signs(duration: Fraction) -> tuple[Sign, ...] | None:
    """Return the digits, tied together, that last ``duration`` of a whole note; ``None`` where none do."""
    if duration.denominator & (duration.denominator - 1):
        return None
    for tail, last in _TAILS:
        if duration >= tail and (found := _from_the_longest(duration - tail)) is not None:
            return found + last
    return None


def _from_the_longest(duration: Fraction) -> tuple[Sign, ...] | None:
    """Return digits that last ``duration``, each as long as may be; ``None`` where something remains."""
    found: list[Sign] = []
    left = duration
    whole = left // QUARTER
    if whole and not (whole == 1 and (alone := _sign(left)) is not None and alone.dots):
        found.append(Sign(dashes=int(whole) - 1))
        left -= whole * QUARTER
    for value, sign in _single_signs():
        while left >= value:
            found.append(sign)
            left -= value
    return tuple(found) if not left else None


# What dots behind the shortest length can make up for, when the digits before it leave a remainder.
_TAILS: tuple[tuple[Fraction, tuple[Sign, ...]], ...] = (
    (Fraction(0), ()),
    (Fraction(3, 128), (Sign(0, MAX_LINES, 1),)),
    (Fraction(7, 256), (Sign(0, MAX_LINES, 2),)),
    (Fraction(13, 256), (Sign(0, MAX_LINES, 2), Sign(0, MAX_LINES, 1))),
)


def nearest_signs(duration: Fraction) -> tuple[Sign, ...]:
    """Return the digits that last nearest to ``duration``; the shortest there is where that is shorter still."""
    middle = round(duration / _GRAIN)
    for away in range(middle + int(_SHORTEST / _GRAIN) + 1):
        for grains in (middle - away, middle + away):
            if grains > 0 and (found := signs(grains * _GRAIN)):
                return found
    return (Sign(0, MAX_LINES),)


def _sign(duration: Fraction) -> Sign | None:
    return dict(_single_signs()).get(duration)


@lru_cache(maxsize=1)
def _single_signs() -> tuple[tuple[Fraction, Sign], ...]:
    """Return the lengths of single digits, longest first."""
    table = {
        QUARTER / 2**lines * (2 - Fraction(1, 2**dots)): Sign(0, lines, dots)
        for lines in range(MAX_LINES + 1)
        for dots in range(_MAX_DOTS + 1)
    }
    return tuple(sorted(table.items(), key=lambda entry: -entry[0]))


def runs(durations: Sequence[Fraction | None]) -> list[Run]:
    """Cut a measure into tuplets and what stands outside of them.

    A tuplet begins with a length that is no binary fraction and ends as soon as its sum is one.
    """
    found: list[Run] = []
    index = 0
    while index < len(durations):
        value = durations[index]
        odd = 1 if value is None else _odd(value.denominator)
        if odd == 1:
            found.append(Run(index, index + 1))
            index += 1
            continue
        end, total = index, Fraction(0)
        for end in range(index, min(len(durations), index + MAX_SLOTS * 2)):
            more = durations[end]
            if more is None:
                break
            total += more
            odd = lcm(odd, _odd(more.denominator))
            if odd > _LARGEST_TUPLET or _odd(total.denominator) == 1:
                break
        fits = _odd(total.denominator) == 1 and odd <= _LARGEST_TUPLET and durations[end] is not None
        normal = 1 << (odd.bit_length() - 1)
        found.append(Run(index, end + 1, odd, normal) if fits else Run(index, index + 1, 0, 1))
        index = found[-1].end
    return found


def _odd(number: int) -> int:
    return number // (number & -number)


def slots(onsets: Sequence[Fraction]) -> int | None:
    """Return into how many equal parts a beat must be divided so that all ``onsets`` (0 to 1) fall on one."""
    needed = lcm(1, *(onset.denominator for onset in onsets))
    return needed if needed <= MAX_SLOTS else None
