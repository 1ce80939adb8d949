"""The spelling of a MIDI number in a key."""

from __future__ import annotations

from functools import lru_cache

from onote_compiler.ir.key import SHARP_ORDER, Key
from onote_compiler.ir.pitch import SEMITONES, Pitch, pitch

# The twelve notes of a key on the line of fifths, seen from its major tonic: flat 3 and 7 on one side, sharp 4, 1
# and 5 on the other. They are the nearest to the middle of the scale (two fifths above the tonic); flat 6 and sharp 5
# are equally near, and sharp 5, the leading note of the relative minor, is the more common one.
_LOWEST_FIFTH = -3


def spell(midi: int, key: Key | None = None) -> Pitch:
    """Return the spelling of a MIDI number that lies nearest to a key.

    Args:
        midi: MIDI number, C4 = 60.
        key: Key to spell in; C major if ``None``. Notes of its scale take the scale's letters.

    Returns:
        The spelled pitch; its ``midi`` is the number that was given.
    """
    step, alter = _names(key.fifths if key is not None else 0)[midi % 12]
    return pitch(step, alter, (midi - SEMITONES[step] - alter) // 12 - 1)


@lru_cache(maxsize=64)
def _names(fifths: int) -> tuple[tuple[str, int], ...]:
    """Return letter and alteration by pitch class."""
    names: dict[int, tuple[str, int]] = {}
    for place in range(fifths + _LOWEST_FIFTH, fifths + _LOWEST_FIFTH + 12):
        alter, index = divmod(place + 1, 7)
        step = SHARP_ORDER[index]
        names[(SEMITONES[step] + alter) % 12] = (step, alter)
    return tuple(names[pitch_class] for pitch_class in range(12))
