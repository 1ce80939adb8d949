"""What sounds and what is silent: notes, chords, rests, and what is written on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, Union

from onote_compiler.ir.pitch import Pitch
from onote_compiler.ir.source import Span

NO_SPAN = Span(0, 0)
GraceKind = Literal["acciaccatura", "appoggiatura"]
TieKind = Literal["solid", "dotted"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something written on an event, kept as written.

    Attributes:
        kind: ``decoration`` (by its name: trill, fermata …), ``chord-symbol``, ``annotation``, ``slur-start``,
            ``slur-end``, ``lyric``, ``technique`` (tablature: hammer-on, slide …), ``fingering``.
        text: Its text or name.
        number: Verse of a lyric, nesting number of a slur.
    """

    kind: str
    text: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Tuplet:
    """``actual`` notes in the time of ``normal``; ``count`` events stand in the group. Durations have it applied."""

    actual: int
    normal: int
    count: int

    @property
    def ratio(self) -> Fraction:
        """What the written length is multiplied by."""
        return Fraction(self.normal, self.actual)


@dataclass(frozen=True, slots=True)
class WrittenAccidental:
    """An accidental that stands before the note in the text (ABC), whether or not it changes anything."""

    alter: int | Fraction
    courtesy: bool = False


@dataclass(frozen=True, slots=True)
class TabPosition:
    """A place on the fretboard: ``string`` from 1 (the highest), ``fret`` or ``None`` for a dead note."""

    string: int
    fret: int | None


@dataclass(frozen=True, slots=True)
class ScaleDegree:
    """A Jianpu note as written: degree 1-7, the accidental's semitones or ``None``, octave mark (+1 one above)."""

    degree: int
    alter: int | None = None
    octave: int = 0


Written = Union[WrittenAccidental, TabPosition, ScaleDegree, None]


@dataclass(frozen=True, slots=True)
class Note:
    """One note head.

    Attributes:
        pitch: Its spelled pitch, or ``None`` for a note without one (a dead string, a fret off the neck).
        duration: In whole notes with tuplets applied; ``None`` where the text gives no time.
        tie: Set where the note is tied to the next note of the same pitch.
        grace: Set for a grace note, which takes no time of its own.
        tuplet: The tuplet it stands in.
        marks: What is written on it.
        written: How the notation named it, where that says more than the pitch.
        span: Where it stands in the source's notation.
    """

    pitch: Pitch | None
    duration: Fraction | None
    tie: TieKind | None = None
    grace: GraceKind | None = None
    tuplet: Tuplet | None = None
    marks: tuple[Mark, ...] = ()
    written: Written = None
    span: Span = field(default=NO_SPAN, compare=False)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The note alone, so that notes and chords can be walked alike."""
        return (self,)


@dataclass(frozen=True, slots=True)
class Chord:
    """Notes struck together, in written order; each keeps its own duration and tie, the chord the time it takes."""

    notes: tuple[Note, ...]
    duration: Fraction | None
    grace: GraceKind | None = None
    tuplet: Tuplet | None = None
    marks: tuple[Mark, ...] = ()
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Rest:
    """Written silence.

    Attributes:
        duration: In whole notes; ``None`` where the text gives no time.
        visible: False for a rest that is not drawn (ABC ``x``).
        measures: How many measures a multi-measure rest takes; 0 for an ordinary rest.
    """

    duration: Fraction | None
    visible: bool = True
    measures: int = 0
    tuplet: Tuplet | None = None
    marks: tuple[Mark, ...] = ()
    span: Span = field(default=NO_SPAN, compare=False)

    @property
    def notes(self) -> tuple[Note, ...]:
        """No notes."""
        return ()

    @property
    def grace(self) -> GraceKind | None:
        """A rest is never a grace note."""
        return None


Event = Union[Note, Chord, Rest]
