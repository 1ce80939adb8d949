"""The composite score Φ (paper, equation 8).

    Φ = w_pitch · Ac_pitch + w_dur · Ac_dur + w_fmt · I_fmt

Deviations from the paper: (1) it gives no weights; the default is 0.4, 0.4, 0.2 and stands in every result.
(2) Where a part does not exist (a list of pitches has no durations) the weights of the others are scaled to sum
to one, so that Φ stays on 0 to 1.
"""

from __future__ import annotations

from typing import NamedTuple

from onote_compiler.errors import UnknownOptionError


class Weights(NamedTuple):
    """Weights of pitch, duration and format; they need not sum to one."""

    pitch: float = 0.4
    duration: float = 0.4
    format: float = 0.2


DEFAULT_WEIGHTS = Weights()


def validate(weights: Weights) -> None:
    """Raise ``UnknownOptionError`` for weights that are negative, not finite, or all zero."""
    total = sum(weights)
    if any(not 0 <= weight < float("inf") for weight in weights) or not total > 0:
        raise UnknownOptionError(f"weights must be 0 or more and not all 0, not {tuple(weights)}")


def composite(pitch: float | None, duration: float | None, format_ok: bool, weights: Weights) -> float:
    """Return Φ in [0, 1]; a part that is ``None`` is left out and the others' weights are scaled."""
    parts = ((pitch, weights.pitch), (duration, weights.duration), (float(format_ok), weights.format))
    present = [(value, weight) for value, weight in parts if value is not None]
    total = sum(weight for _, weight in present)
    if not total:
        return 0.0
    if all(value == 1 for value, weight in present if weight):
        return 1.0  # free of the rounding of the weights
    return sum(value * weight for value, weight in present) / total


def evaluate(pitch: float | None, duration: float | None, format_ok: bool, weights: Weights) -> dict[str, float]:
    """Return ``phi`` after validation."""
    validate(weights)
    return {"phi": composite(pitch, duration, format_ok, weights)}
