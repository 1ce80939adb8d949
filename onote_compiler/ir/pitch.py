"""Spelled pitches and their canonical names (scientific pitch notation, C4 = MIDI 60)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

STEPS = "CDEFGAB"
SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
SHARP_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
MIDI_RANGE = range(128)

CANONICAL_NAMES = tuple(f"{SHARP_NAMES[midi % 12]}{midi // 12 - 1}" for midi in MIDI_RANGE)


@dataclass(frozen=True, slots=True)
class Pitch:
    """A pitch as it is spelled.

    Attributes:
        step: Letter ``A`` to ``G``.
        alter: Semitones the accidental adds; a :class:`~fractions.Fraction` for microtones.
        octave: Octave in scientific pitch notation; it belongs to the letter, so Cb4 is MIDI 59.
        midi: Nearest MIDI number, derived (may lie outside 0-127; the readers report that).
    """

    step: str
    alter: int | Fraction
    octave: int
    midi: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "midi", 12 * (self.octave + 1) + SEMITONES[self.step] + round(self.alter))

    @property
    def in_range(self) -> bool:
        """Whether MIDI can say this pitch."""
        return 0 <= self.midi <= 127

    @property
    def name(self) -> str:
        """The canonical name: sharps only, from the MIDI number (``A#3`` for a written Bb3)."""
        return canonical_name(self.midi)

    @property
    def spelled(self) -> str:
        """The name as it was written (``Bb3``); a microtone is rounded to the semitone."""
        alter = round(self.alter)
        return f"{self.step}{'#' * alter if alter > 0 else 'b' * -alter}{self.octave}"


@lru_cache(maxsize=4096)
def pitch(step: str, alter: int | Fraction, octave: int) -> Pitch:
    """Return the interned :class:`Pitch`; a piece holds few distinct ones."""
    return Pitch(step, alter, octave)


def canonical_name(midi: int) -> str:
    """Return the sharps-only name of a MIDI number, such as ``C#4`` for 61."""
    if 0 <= midi < 128:
        return CANONICAL_NAMES[midi]
    return f"{SHARP_NAMES[midi % 12]}{midi // 12 - 1}"


def from_midi(midi: int) -> Pitch:
    """Return the sharps-only spelling of a MIDI number."""
    name = SHARP_NAMES[midi % 12]
    return pitch(name[0], len(name) - 1, midi // 12 - 1)
