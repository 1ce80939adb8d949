"""How well notes fit a key: scale membership, and the Krumhansl-Schmuckler estimate.

The estimate correlates the time each pitch class sounds with the 24 rotated probe-tone profiles of Krumhansl and
Kessler (Krumhansl, Cognitive Foundations of Musical Pitch, 1990, table 2.1 and chapter 4). Tests hold it to
music21's ``analyze("key.krumhansl")``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import NamedTuple

MAJOR_PROFILE = (6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88)
MINOR_PROFILE = (6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17)
MAJOR_SCALE = frozenset({0, 2, 4, 5, 7, 9, 11})
# Natural, harmonic and melodic minor together.
MINOR_SCALE = frozenset({0, 2, 3, 5, 7, 8, 9, 10, 11})


class KeyName(NamedTuple):
    """A key as pitch class of the tonic (0-11) and mode."""

    tonic: int
    minor: bool


ALL_KEYS = tuple(KeyName(tonic, minor) for minor in (False, True) for tonic in range(12))


def scale(key: KeyName) -> frozenset[int]:
    """Return the pitch classes of a key; minor takes both forms of the sixth and seventh degree."""
    return frozenset((key.tonic + step) % 12 for step in (MINOR_SCALE if key.minor else MAJOR_SCALE))


def in_scale(weights: Sequence[float], key: KeyName) -> float:
    """Return the share of ``weights`` (by pitch class) that lies in the scale; 1 for no weight at all."""
    total = sum(weights)
    return sum(weights[p] for p in scale(key)) / total if total else 1.0


def best_scale(weights: Sequence[float], minor: bool) -> float:
    """Return the greatest share that lies in any scale of the mode."""
    return max(in_scale(weights, key) for key in ALL_KEYS if key.minor == minor)


def estimate(weights: Sequence[float]) -> KeyName | None:
    """Return the key whose profile correlates best with the time each pitch class sounds; ``None`` for a flat one."""
    centred = _centred(tuple(weights))
    if centred is None:
        return None
    return max(ALL_KEYS, key=lambda key: sum(a * b for a, b in zip(centred, _profile(key), strict=True)))


def relation(estimated: KeyName, asked: KeyName) -> float:
    """Return how near the estimate is, as MIREX weighs key detection: same 1, fifth 0.5, relative 0.3, parallel 0.2."""
    if estimated == asked:
        return 1.0
    if estimated.minor == asked.minor:
        return 0.5 if (estimated.tonic - asked.tonic) % 12 in (5, 7) else 0.0
    if estimated.tonic == asked.tonic:
        return 0.2
    relative = (asked.tonic + 3) % 12 if asked.minor else (asked.tonic + 9) % 12
    return 0.3 if estimated.tonic == relative else 0.0


@cache
def _profile(key: KeyName) -> tuple[float, ...]:
    profile = MINOR_PROFILE if key.minor else MAJOR_PROFILE
    centred = _centred(tuple(profile[(pitch - key.tonic) % 12] for pitch in range(12)))
    assert centred is not None
    return centred


def _centred(values: tuple[float, ...]) -> tuple[float, ...] | None:
    mean = sum(values) / len(values)
    moved = [value - mean for value in values]
    length = sqrt(sum(value * value for value in moved))
    return tuple(value / length for value in moved) if length > 1e-12 else None
