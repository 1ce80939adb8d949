"""How well notes fit a key: scale membership, and the Krumhansl-Schmuckler estimate.

The estimate is music21's: the time each pitch class sounds, correlated with the 24 rotated probe-tone profiles of
Krumhansl and Kessler (Krumhansl, Cognitive Foundations of Musical Pitch, 1990, table 2.1 and chapter 4). It is given
the times in one note a pitch class, which comes to the same and costs a tenth of a whole piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

MAJOR_SCALE = frozenset({0, 2, 4, 5, 7, 9, 11})
# Natural, harmonic and melodic minor, and all three together.
MINOR_FORMS = tuple(frozenset({0, 2, 3, 5, 7, *sixth_and_seventh}) for sixth_and_seventh in ((8, 10), (8, 11), (9, 11)))
MINOR_SCALE = frozenset().union(*MINOR_FORMS)


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


def in_one_form(weights: Sequence[float], key: KeyName) -> float:
    """Return the greatest share of ``weights`` that lies in one form of the scale; 1 for no weight at all."""
    total = sum(weights)
    forms = MINOR_FORMS if key.minor else (MAJOR_SCALE,)
    return max(sum(weights[(key.tonic + step) % 12] for step in form) / total for form in forms) if total else 1.0


def lead_of_another(
    share: Callable[[Sequence[float], KeyName], float], weights: Sequence[float], key: KeyName
) -> float:
    """Return by how much the best key of the same mode holds more of ``weights`` than ``key``, as ``share`` counts."""
    best = max(share(weights, other) for other in ALL_KEYS if other.minor == key.minor)
    return best - share(weights, key)


def estimate(weights: Sequence[int]) -> KeyName | None:
    """Return the key whose profile correlates best with the time each pitch class sounds; ``None`` for a flat one.

    Args:
        weights: Time by pitch class, in any unit.
    """
    from music21.note import Note
    from music21.stream import Stream

    heard: Stream[Note] = Stream([Note(pitch, quarterLength=weight) for pitch, weight in enumerate(weights) if weight])
    if not heard:
        return None
    analysis = _krumhansl_schmuckler()
    (tonic, mode, correlation), _ = analysis.process(heard)
    analysis.clearSolutionsFound()
    return KeyName(tonic.pitchClass, mode == "minor") if correlation > 0 else None


@cache
def _krumhansl_schmuckler() -> Any:
    from music21.analysis.discrete import KrumhanslSchmuckler

    return KrumhanslSchmuckler()  # type: ignore[no-untyped-call]


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
