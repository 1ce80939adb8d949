"""Temporal alignment: the share of notes that start where they should (paper, appendix C.3).

Notes are paired by the cheapest alignment of their pitches; a pair counts where both onsets are known and equal.
The denominator is the longer sequence, as in equation 7, so that notes left out or added cost as much as late ones.

Deviations from the paper, which gives no formula: (1) the pairing by pitch; (2) onsets are compared exactly, in
score time; (3) see :func:`listed_onsets` for answers in a notation that writes one note after the other.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from onote_compiler.ir.time import ZERO
from onote_compiler.scoring.metrics.sequence import opcodes

Onset = Fraction | None


def validate(pitches: Sequence[Hashable], onsets: Sequence[Onset]) -> None:
    """Raise ``ValueError`` where there are not as many onsets as pitches."""
    if len(pitches) != len(onsets):
        raise ValueError(f"{len(pitches)} pitches, but {len(onsets)} onsets")


def listed_onsets(durations: Sequence[Fraction | None]) -> list[Onset]:
    """Return the onsets of notes written one after the other: the sum of the durations before each.

    A list of notes cannot say that two sound together. So that a right list is right, the truth of a polyphonic
    piece is put on the same time line: each note after the one listed before it.
    """
    onsets: list[Onset] = []
    now: Onset = ZERO
    for duration in durations:
        onsets.append(now)
        now = None if now is None or duration is None else now + duration
    return onsets


def agreement(
    reference_pitches: Sequence[Hashable],
    reference_onsets: Sequence[Onset],
    estimate_pitches: Sequence[Hashable],
    estimate_onsets: Sequence[Onset],
) -> float:
    """Return the share in [0, 1] of notes whose onset (in whole notes) agrees along the alignment of pitches."""
    longest = max(len(reference_pitches), len(estimate_pitches))
    if not longest:
        return 1.0
    agreeing = 0
    for kind, a, b, c, d in opcodes(reference_pitches, estimate_pitches):
        if kind in ("equal", "replace"):
            pairs = zip(reference_onsets[a:b], estimate_onsets[c:d], strict=True)
            agreeing += sum(1 for truth, answer in pairs if truth is not None and truth == answer)
    return agreeing / longest


def evaluate(
    reference_pitches: Sequence[Hashable],
    reference_onsets: Sequence[Onset],
    estimate_pitches: Sequence[Hashable],
    estimate_onsets: Sequence[Onset],
) -> dict[str, float]:
    """Return ``temporal`` after validation."""
    validate(reference_pitches, reference_onsets)
    validate(estimate_pitches, estimate_onsets)
    return {"temporal": agreement(reference_pitches, reference_onsets, estimate_pitches, estimate_onsets)}
