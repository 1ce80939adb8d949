"""Temporal alignment: the share of notes that start where they should (paper, appendix C.3).

Notes are paired by the cheapest alignment of their pitches; a pair counts where both onsets are known and equal.
The denominator is the longer sequence, as in equation 7, so that notes left out or added cost as much as late ones.

Deviations from the paper, which gives no formula: (1) the pairing by pitch; (2) onsets are compared exactly, in
score time; (3) a list of notes cannot say that two sound together, so that against a polyphonic truth both sides
are put on the time line of a list: each note starts after the one listed before it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from operator import eq

from onote_compiler.scoring.metrics.sequence import Opcode, opcodes

Onset = Fraction | None


def validate(pitches: Sequence[Hashable], onsets: Sequence[Onset]) -> None:
    """Raise ``ValueError`` where there are not as many onsets as pitches."""
    if len(pitches) != len(onsets):
        raise ValueError(f"{len(pitches)} pitches, but {len(onsets)} onsets")


def along(steps: Sequence[Opcode], reference_onsets: Sequence[Hashable], estimate_onsets: Sequence[Hashable]) -> float:
    """Return the share in [0, 1] of notes whose onset agrees along an alignment of their pitches.

    Args:
        steps: The alignment.
        reference_onsets: Onsets of the truth, in any unit; ``None`` where one is not known.
        estimate_onsets: Onsets of the answer, in the same unit.
    """
    longest = max(len(reference_onsets), len(estimate_onsets))
    if not longest:
        return 1.0
    agreeing = 0
    for kind, a, b, c, d in steps:
        if kind in ("equal", "replace"):
            truth, answer = reference_onsets[a:b], estimate_onsets[c:d]
            agreeing += sum(map(eq, truth, answer))
            if None in truth:  # unknown on both sides is no agreement
                agreeing -= sum(1 for pair in zip(truth, answer, strict=True) if pair == (None, None))
    return agreeing / longest


def agreement(
    reference_pitches: Sequence[Hashable],
    reference_onsets: Sequence[Onset],
    estimate_pitches: Sequence[Hashable],
    estimate_onsets: Sequence[Onset],
) -> float:
    """Return the share in [0, 1] of notes whose onset (in whole notes) agrees along the alignment of pitches."""
    return along(opcodes(reference_pitches, estimate_pitches), reference_onsets, estimate_onsets)


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
