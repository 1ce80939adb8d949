"""Bootstrap confidence intervals of means, and the paired bootstrap between two systems.

Percentile intervals over items drawn with replacement (Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
chapter 13); the paired test resamples the items, with both systems' figures kept together (Koehn, Statistical
significance tests for machine translation evaluation, 2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

RESAMPLES = 1000
CONFIDENCE = 0.95
SEED = 0
_BLOCK = 2_000_000  # counts held at once


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over ``count`` items with its confidence interval."""

    mean: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Two systems on the same items.

    Attributes:
        first: Mean of the first system.
        second: Mean of the second system.
        difference: First minus second, with its interval.
        p_value: Two-sided: twice the share of resamples in which the difference does not have its sign, at most 1, and
            at least what ``count`` pairs that all point one way could say under random signs, 2 ** (1 - count).
    """

    first: float
    second: float
    difference: Estimate
    p_value: float


def estimate_means(
    columns: Sequence[Sequence[float]], *, resamples: int = RESAMPLES, confidence: float = CONFIDENCE, seed: int = SEED
) -> list[Estimate]:
    """Return mean and interval of each column; columns of one length are resampled together, item by item."""
    drawn: dict[int, list[float]] = {}
    by_length: dict[int, list[int]] = {}
    for place, column in enumerate(columns):
        by_length.setdefault(len(column), []).append(place)
    for places in by_length.values():
        resampled = _resampled([columns[place] for place in places], resamples, seed)
        drawn.update(zip(places, resampled, strict=True))
    return [_estimate(column, drawn[place], confidence) for place, column in enumerate(columns)]


def paired_bootstrap(
    first: Sequence[float],
    second: Sequence[float],
    *,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = SEED,
) -> PairedDifference:
    """Compare two systems by their figures on the same items, in the same order.

    Raises:
        ValueError: the two do not have as many figures, or none.
    """
    if len(first) != len(second) or not first:
        raise ValueError(f"paired figures needed, not {len(first)} and {len(second)}")
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    [drawn] = _resampled([gaps], resamples, seed)
    count = len(drawn) or 1
    tail = min(sum(1 for gap in drawn if gap <= 0), sum(1 for gap in drawn if gap >= 0)) / count
    # A resample of few items hardly ever turns the sign, however little the items say.
    p_value = min(1.0, max(2 * tail, 2.0 ** (1 - len(gaps))))
    return PairedDifference(
        sum(first) / len(first), sum(second) / len(second), _estimate(gaps, drawn, confidence), p_value
    )


def _estimate(column: Sequence[float], drawn: list[float], confidence: float) -> Estimate:
    if not column:
        return Estimate(0.0, 0.0, 0.0, 0)
    mean = sum(column) / len(column)
    if not drawn:
        return Estimate(mean, mean, mean, len(column))
    tail = (1 - confidence) / 2
    last = len(drawn) - 1
    return Estimate(mean, drawn[round(tail * last)], drawn[round((1 - tail) * last)], len(column))


def _resampled(columns: Sequence[Sequence[float]], resamples: int, seed: int) -> list[list[float]]:
    """Return the sorted means of so many resamples of each column; all columns are of one length.

    How often each item is drawn is counted once for all of them. The same seed draws the same items for one length.
    """
    count = len(columns[0])
    if not count or not resamples:
        return [[] for _ in columns]
    varying = [place for place, column in enumerate(columns) if min(column) != max(column)]
    found = [[column[0]] * resamples for column in columns]
    if not varying:
        return found
    import numpy as np

    random = np.random.default_rng(seed)
    values = np.asarray([columns[place] for place in varying], dtype=float).T
    means = []
    block = max(1, _BLOCK // count)
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        picks = random.integers(0, count, size=(rows, count)) + count * np.arange(rows)[:, None]
        drawn = np.bincount(picks.ravel(), minlength=rows * count).reshape(rows, count)
        means.append(drawn @ values / count)
    for place, column in zip(varying, np.sort(np.concatenate(means), axis=0).T.tolist(), strict=True):
        found[place] = column
    return found
