"""Movable do: scale degrees to pitches and back.

An unmarked degree 1 is the tonic in C4 to B4, whatever the key: MIDI 60 + pitch class of the tonic. Each octave mark
adds twelve, each accidental one, relative to the scale.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from onote_compiler.ir.key import Key
from onote_compiler.ir.pitch import SEMITONES, STEPS, Pitch, pitch

OctaveBase = Literal["standard", "jianpu-ly"]
MinorDo = Literal["la", "do"]
OCTAVE_BASES: tuple[OctaveBase, ...] = ("standard", "jianpu-ly")
MINOR_READINGS: tuple[MinorDo, ...] = ("la", "do")
_MIDDLE_C = 60


@dataclass(frozen=True)
class Scale:
    """The seven degrees of a key.

    Attributes:
        tonic: Letter of degree 1.
        alterations: Alteration of each degree, 1 to 7.
        base: MIDI number of the unmarked degree 1.
    """

    tonic: str
    alterations: tuple[int, ...]
    base: int

    @cached_property
    def _degrees(self) -> tuple[tuple[str, int, int], ...]:
        """Letter, alteration and MIDI number of each unmarked degree."""
        first = STEPS.index(self.tonic)
        rows = []
        for index, alter in enumerate(self.alterations):
            step = STEPS[(first + index) % 7]
            above = (SEMITONES[step] + alter - self.base) % 12
            rows.append((step, alter, self.base + above))
        return tuple(rows)

    def pitch(self, degree: int, alter: int = 0, octave: int = 0) -> Pitch:
        """Return the pitch of a degree.

        Args:
            degree: 1 to 7.
            alter: Semitones that its accidental adds to the scale's note.
            octave: Octave marks, +1 an octave up.
        """
        step, own, midi = self._degrees[degree - 1]
        return pitch(step, own + alter, (midi - SEMITONES[step] - own) // 12 - 1 + octave)

    def degree(self, note: Pitch) -> tuple[int, int, int]:
        """Return degree, semitones of the accidental and octave marks of a spelled pitch; the reverse of pitch()."""
        degree = (STEPS.index(note.step) - STEPS.index(self.tonic)) % 7 + 1
        _, own, midi = self._degrees[degree - 1]
        alter = round(note.alter) - own
        return degree, alter, (note.midi - alter - midi) // 12


@lru_cache(maxsize=256)
def scale_of(key: Key, octave_base: OctaveBase = "standard", minor: MinorDo = "la") -> Scale:
    """Return the scale that numbered notation counts in.

    Args:
        key: Its key.
        octave_base: ``standard``: degree 1 lies in C4 to B4. ``jianpu-ly``: a tonic written with the letter G, A or B,
            and C flat, lies an octave lower, as that program sounds it.
        minor: ``la``: 1 is the tonic of the relative major, the common practice; ``do``: 1 is the minor tonic.
    """
    if minor == "do" and key.mode in ("minor", "aeolian") and key.tonic is not None:
        step, alter = key.tonic, key.alter
    else:
        step, alter = key.major_tonic
    signature = Key(*key.major_tonic).alterations
    first = STEPS.index(step)
    alterations = tuple(int(signature.get(STEPS[(first + index) % 7], 0)) for index in range(7))
    base = _MIDDLE_C + (SEMITONES[step] + alter) % 12
    if octave_base == "jianpu-ly" and (step in "GAB" or (step, alter) == ("C", -1)):
        base -= 12
    return Scale(step, alterations, base)
