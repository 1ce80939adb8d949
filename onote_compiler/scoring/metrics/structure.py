"""Key, meter, number of measures, and the structure of repeats (asked of conversions beside equation 8)."""

from __future__ import annotations

from collections.abc import Hashable

from onote_compiler.ir.key import MODE_SHIFTS, Key, line_of_fifths
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.score import Score
from onote_compiler.scoring.metrics.sequence import accuracy

STATES_KEY = frozenset({"abc", "jianpu", "musixqa", "musicxml"})
WRITES_REPEATS = frozenset({"abc", "musixqa", "musicxml"})


def validate(reference: Score, estimate: Score) -> None:
    """Raise ``TypeError`` for what is no score."""
    for score in (reference, estimate):
        if not isinstance(score, Score):
            raise TypeError(f"a score, not {type(score).__name__}")


def tonic_class(key: Key) -> int | None:
    """Return the pitch class (0-11) of a key's tonic, or ``None`` where it names none."""
    return None if key.tonic is None else 7 * line_of_fifths(key.tonic, key.alter) % 12


def key_match(reference: Key | None, estimate: Key | None) -> bool | None:
    """Whether both keys have the same tonic and mode, however they are spelled; ``None`` where one is not stated."""
    if reference is None or estimate is None or reference.tonic is None or estimate.tonic is None:
        return None
    same_mode = MODE_SHIFTS.get(reference.mode) == MODE_SHIFTS.get(estimate.mode)
    return same_mode and tonic_class(reference) == tonic_class(estimate)


def meter_match(reference: Meter | None, estimate: Meter | None) -> bool | None:
    """Whether both meters count the same beats of the same unit; ``None`` where one is not stated."""
    if reference is None or estimate is None:
        return None
    return (sum(reference.beats), reference.unit) == (sum(estimate.beats), estimate.unit)


def signs(score: Score) -> list[Hashable]:
    """Return repeat signs and endings with the measure they stand at, in order."""
    found: list[Hashable] = []
    for voice in list(score.voices)[:1]:
        for measure in voice.measures:
            if measure.left is not None and measure.left.repeat:
                found.append(("start", measure.number))
            if measure.ending:
                found.append(("ending", measure.number, measure.ending))
            if measure.right is not None and measure.right.repeat:
                found.append(("end", measure.number))
    return found


def measure_count(score: Score) -> int | None:
    """Return how many measures the longest voice has; ``None`` where the notation has no measures."""
    return max((len(voice.measures) for voice in score.voices), default=0) if score.measured else None


def evaluate(reference: Score, estimate: Score, *, key_stated: bool = True) -> dict[str, float | bool | None]:
    """Return ``key_match meter_match measures_match structure``; ``None`` where a side does not say.

    Args:
        reference: The truth.
        estimate: The answer, read with the truth's key and meter where it states none itself.
        key_stated: False where the truth's own key was assumed.
    """
    validate(reference, estimate)
    keyed = key_stated and {reference.notation, estimate.notation} <= STATES_KEY
    counts = measure_count(reference), measure_count(estimate)
    repeats = {reference.notation, estimate.notation} <= WRITES_REPEATS
    metered = reference.measured and estimate.measured
    return {
        "key_match": key_match(reference.key, estimate.key) if keyed else None,
        "meter_match": meter_match(reference.meter, estimate.meter) if metered else None,
        "measures_match": None if None in counts else counts[0] == counts[1],
        "structure": accuracy(signs(reference), signs(estimate)) if repeats else None,
    }
