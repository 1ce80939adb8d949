"""From pitches to degrees, for the writers."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Event, Note
from onote_compiler.ir.key import Key
from onote_compiler.ir.source import Span
from onote_compiler.theory.movable_do import MinorDo, OctaveBase, scale_of
from onote_compiler.theory.spelling import spell

# Notations that write no spelling of their own: their notes are spelled by the key.
_UNSPELLED = ("tab", "midi", "jams")


class Degree(NamedTuple):
    """A note as numbered notation says it: ``degree`` 1 to 7, semitones of its accidental, octave marks."""

    degree: int
    alter: int
    octave: int


class DegreeFinder:
    """Finds the degrees of the notes of one score.

    Args:
        notation: Notation the score was read from.
        report: Takes the losses.
        octave_base: See :func:`~onote_compiler.theory.movable_do.scale_of`.
        minor: Likewise.
        max_alter: Most semitones that an accidental of the dialect can say.
        max_octave: Most octave marks that the dialect can write.
        respell: Whether all notes outside the scale are spelled by the key, whatever the score says.
    """

    def __init__(
        self, notation: str, report: Report, octave_base: OctaveBase, minor: MinorDo, *,
        max_alter: int = 2, max_octave: int = 99, respell: bool = False,
    ) -> None:  # fmt: skip
        self._respell = respell or notation in _UNSPELLED
        self._report = report
        self._octave_base = octave_base
        self.minor = minor
        self._max_alter = max_alter
        self._max_octave = max_octave

    def of(self, event: Event, key: Key) -> list[Degree]:
        """Return the degrees of an event's notes, as written; a note that cannot be written is reported."""
        found = [self._degree(note, key, event.span) for note in event.notes]
        return [degree for degree in found if degree is not None]

    def _degree(self, note: Note, key: Key, span: Span) -> Degree | None:
        pitch = note.pitch
        if pitch is None:
            self._report.add("lost-pitch", span, "a note without pitch cannot be written")
            return None
        scale = scale_of(key, self._octave_base, self.minor)
        if isinstance(pitch.alter, Fraction):
            self._report.add("lost-spelling", span, f"a microtone is written as {pitch.spelled}")
        degree = Degree(*scale.degree(pitch))
        if degree.alter and (self._respell or abs(degree.alter) > self._max_alter):
            other = Degree(*scale.degree(spell(pitch.midi, key)))
            if not self._respell:
                self._report.add("lost-spelling", span, f"{pitch.spelled} is written as another name of that pitch")
            degree = other
        if abs(degree.octave) > self._max_octave:
            self._report.add("lost-pitch", span, f"{pitch.spelled} is too far away for the dialect's octave marks")
            return None
        return degree
