"""Sequence accuracy Ac (paper, equation 7).

    Ac(S_gt, S_pred) = max(0, 1 - ED(S_gt, S_pred) / max(|S_gt|, |S_pred|))

with ED the Levenshtein distance with unit costs over whole tokens.

Deviations from the paper: (1) two empty sequences, which the equation leaves undefined, score 1; whoever calls it
with an answer that could not be read scores that 0 before. Nothing is ever truncated.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from rapidfuzz.distance import Levenshtein

Opcode = tuple[str, int, int, int, int]
"""``equal``, ``replace``, ``delete`` or ``insert``, with the half-open ranges in truth and answer."""


def validate(reference: Sequence[Hashable], estimate: Sequence[Hashable]) -> None:
    """Raise ``TypeError`` where a sequence is missing or holds what cannot be compared."""
    for name, sequence in (("reference", reference), ("estimate", estimate)):
        if isinstance(sequence, str) or not isinstance(sequence, Sequence):
            raise TypeError(f"{name} must be a sequence of tokens, not {type(sequence).__name__}")
        for token in sequence:
            hash(token)


def _encode(reference: Sequence[Hashable], estimate: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    """Number the tokens, so that equality decides and never a hash (in CPython -1 and -2 have one)."""
    codes: dict[Hashable, int] = {}
    return (
        [codes.setdefault(token, len(codes)) for token in reference],
        [codes.setdefault(token, len(codes)) for token in estimate],
    )


def edit_distance(reference: Sequence[Hashable], estimate: Sequence[Hashable]) -> int:
    """Return the least number of insertions, deletions and substitutions of tokens."""
    return Levenshtein.distance(*_encode(reference, estimate))


def accuracy(reference: Sequence[Hashable], estimate: Sequence[Hashable]) -> float:
    """Return Ac in [0, 1] for two sequences of tokens (equation 7)."""
    longest = max(len(reference), len(estimate))
    if not longest or reference == estimate:
        return 1.0
    return max(0.0, 1.0 - edit_distance(reference, estimate) / longest)


def code_accuracy(reference: Sequence[int], estimate: Sequence[int]) -> float:
    """Return :func:`accuracy` of tokens that are whole numbers from 0 to 2**60, whose hash is their value."""
    longest = max(len(reference), len(estimate))
    if not longest or reference == estimate:
        return 1.0
    return max(0.0, 1.0 - Levenshtein.distance(reference, estimate) / longest)


def opcodes(reference: Sequence[Hashable], estimate: Sequence[Hashable]) -> list[Opcode]:
    """Return one cheapest alignment as runs of equal, replaced, deleted and inserted tokens."""
    if reference == estimate:
        return [("equal", 0, len(reference), 0, len(estimate))] if reference else []
    return [
        (o.tag, o.src_start, o.src_end, o.dest_start, o.dest_end)
        for o in Levenshtein.opcodes(*_encode(reference, estimate))
    ]


def code_opcodes(reference: Sequence[int], estimate: Sequence[int]) -> list[Opcode]:
    """Return :func:`opcodes` of tokens that are whole numbers from 0 to 2**60, whose hash is their value."""
    if reference == estimate:
        return [("equal", 0, len(reference), 0, len(estimate))] if reference else []
    return [(o.tag, o.src_start, o.src_end, o.dest_start, o.dest_end) for o in Levenshtein.opcodes(reference, estimate)]


def evaluate(reference: Sequence[Hashable], estimate: Sequence[Hashable]) -> dict[str, float]:
    """Return ``accuracy`` and what it is made of, after validation."""
    validate(reference, estimate)
    return {
        "accuracy": accuracy(reference, estimate),
        "edit_distance": float(edit_distance(reference, estimate)),
        "reference_length": float(len(reference)),
        "estimate_length": float(len(estimate)),
    }
