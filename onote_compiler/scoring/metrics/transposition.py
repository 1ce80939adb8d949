"""What kind of wrong: accuracy under the best transposition, without octaves, relative to the key, as spelled.

None of these enters a score. They tell an answer that is right but for a clef, a capo or a key from one that is
wrong. Each is equation 7 over the tokens it names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from onote_compiler.scoring.metrics.sequence import Opcode, code_accuracy, opcodes

_CANDIDATES = 3


def validate(reference: Sequence[int], estimate: Sequence[int]) -> None:
    """Raise ``TypeError`` for pitches that are not MIDI numbers."""
    for pitch in (*reference, *estimate):
        if isinstance(pitch, bool) or not isinstance(pitch, int):
            raise TypeError(f"a MIDI number, not {pitch!r}")


def best_transposition(
    reference: Sequence[int], estimate: Sequence[int], steps: Sequence[Opcode] | None = None
) -> tuple[int, float]:
    """Return by how many semitones to move the answer so that Ac is highest, and that Ac.

    Tried are the three intervals most common among notes that the alignment sets against each other, and among
    notes at the same place; 0 wins a tie. ``steps`` is the alignment where it is known already.
    """
    best = (0, code_accuracy(reference, estimate))
    if best[1] == 1 or not reference or not estimate:
        return best
    intervals: Counter[int] = Counter(a - b for a, b in zip(reference, estimate, strict=False))
    for kind, a, b, c, d in opcodes(reference, estimate) if steps is None else steps:
        if kind == "replace":
            intervals.update(x - y for x, y in zip(reference[a:b], estimate[c:d], strict=True))
    intervals.pop(0, None)
    for interval, _ in sorted(intervals.items(), key=lambda entry: (-entry[1], abs(entry[0]), entry[0]))[:_CANDIDATES]:
        found = _moved(reference, 0, estimate, interval)
        if found > best[1]:
            best = (interval, found)
    return best


def octave_blind(reference: Sequence[int], estimate: Sequence[int]) -> float:
    """Return Ac over pitch classes."""
    return code_accuracy([pitch % 12 for pitch in reference], [pitch % 12 for pitch in estimate])


def key_relative(reference: Sequence[int], tonic: int, estimate: Sequence[int], estimate_tonic: int) -> float:
    """Return Ac over pitches counted from each side's own tonic (a pitch class, 0-11)."""
    return _moved(reference, -tonic, estimate, -estimate_tonic)


def _moved(reference: Sequence[int], by: int, estimate: Sequence[int], estimate_by: int) -> float:
    """Return Ac of pitches moved by so many semitones, all of which stay over -128."""
    return code_accuracy([pitch + 128 + by for pitch in reference], [pitch + 128 + estimate_by for pitch in estimate])


def evaluate(reference: Sequence[int], estimate: Sequence[int]) -> dict[str, float]:
    """Return ``transposition``, ``transposed_pitch`` and ``octave_blind`` after validation."""
    validate(reference, estimate)
    interval, found = best_transposition(reference, estimate)
    return {
        "transposition": interval,
        "transposed_pitch": found,
        "octave_blind": octave_blind(reference, estimate),
    }
