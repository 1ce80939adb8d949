"""Key signatures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

SHARP_ORDER = "FCGDAEB"
# Place of the mode's tonic on the line of fifths, seen from the major key of the same signature.
MODE_SHIFTS = {
    "major": 0, "ionian": 0, "mixolydian": 1, "dorian": 2, "minor": 3, "aeolian": 3,
    "phrygian": 4, "locrian": 5, "lydian": -1,
}  # fmt: skip


def line_of_fifths(step: str, alter: int = 0) -> int:
    """Return the place of a note name on the line of fifths, C = 0, G = 1, F = -1."""
    return SHARP_ORDER.index(step) - 1 + 7 * alter


@dataclass(frozen=True)
class Key:
    """A key signature.

    Attributes:
        tonic: Letter of the tonic, or ``None`` where the notation names none (``K:none``, ``HP``).
        alter: Semitones the tonic's accidental adds (-1 for B flat).
        mode: One of :data:`MODE_SHIFTS`, or ``"none"``, ``"highland"``, ``"explicit"``.
        accidentals: Global accidentals ``(step, alter)`` set beside those of the mode.
        name: The text as it was written, for messages and for writing it again.
    """

    tonic: str | None = "C"
    alter: int = 0
    mode: str = "major"
    accidentals: tuple[tuple[str, int | Fraction], ...] = ()
    name: str | None = None

    @cached_property
    def fifths(self) -> int:
        """Sharps (positive) or flats (negative) of the signature, global accidentals aside."""
        if self.tonic is None or self.mode not in MODE_SHIFTS:
            return 0
        return line_of_fifths(self.tonic, self.alter) - MODE_SHIFTS[self.mode]

    @cached_property
    def alterations(self) -> dict[str, int | Fraction]:
        """Letter to semitones, for the letters that the signature alters."""
        order = SHARP_ORDER if self.fifths > 0 else SHARP_ORDER[::-1]
        sign = 1 if self.fifths > 0 else -1
        table: dict[str, int | Fraction] = {}
        for count in range(abs(self.fifths)):
            letter = order[count % 7]
            table[letter] = table.get(letter, 0) + sign
        table.update(self.accidentals)
        return table

    @cached_property
    def major_tonic(self) -> tuple[str, int]:
        """Letter and alteration of the major key with the same signature: the do of Jianpu."""
        alter, place = divmod(self.fifths + 1, 7)
        return SHARP_ORDER[place], alter
