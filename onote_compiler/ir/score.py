"""The score: parts of voices of measures of events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from onote_compiler.ir.events import NO_SPAN, Event
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter, Tempo
from onote_compiler.ir.source import Source, Span
from onote_compiler.ir.time import duration


@dataclass(frozen=True, slots=True)
class Barline:
    """A bar line.

    Attributes:
        style: ``single``, ``double`` (thin-thin), ``final`` (thin-thick), ``initial`` (thick-thin), ``heavy``,
            ``dotted``, ``invisible``.
        repeat: How often what it opens or closes is played again; 0 for no repeat sign, 1 for ``|:`` or ``:|``.
    """

    style: str = "single"
    repeat: int = 0
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Direction:
    """Something that stands between events: a change of key, meter, tempo or clef, a part label, text, a directive.

    Attributes:
        kind: ``key``, ``meter``, ``unit-length``, ``tempo``, ``clef``, ``part``, ``text``, ``directive``, ``field``,
            ``spacer``, ``line-break``, ``navigation`` (D.C., D.S., Fine, segno, coda).
        text: As written.
        at: Index of the measure's event before which it stands.
        value: The decoded key, meter or tempo.
    """

    kind: str
    text: str
    at: int = 0
    value: Key | Meter | Tempo | Fraction | None = None
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure of one voice.

    Attributes:
        number: From 1, counted in the voice as written (a pickup is 1).
        key: Key in force at its start.
        meter: Meter in force at its start.
        left: The bar line it opens with, where that says something (a repeat start).
        right: The bar line it ends with; ``None`` where the text has none.
        ending: Numbers of the volta bracket that opens here; empty for none.
    """

    number: int
    key: Key
    meter: Meter
    events: tuple[Event, ...]
    directions: tuple[Direction, ...] = ()
    left: Barline | None = None
    right: Barline | None = None
    ending: tuple[int, ...] = ()
    span: Span = field(default=NO_SPAN, compare=False)

    @property
    def duration(self) -> Fraction | None:
        """Sum of the events' durations; ``None`` if any is unknown."""
        # Few distinct objects recur, and counting them is cheaper than adding fractions.
        counts: dict[int, int] = {}
        lengths: dict[int, Fraction] = {}
        for event in self.events:
            if event.grace:
                continue
            length = event.duration
            if length is None:
                return None
            place = id(length)
            if place in counts:
                counts[place] += 1
            else:
                counts[place] = 1
                lengths[place] = length
        above, below = 0, 1
        for place, length in lengths.items():
            part, whole = length.as_integer_ratio()
            if whole != below:
                finer = lcm(below, whole)
                above, below, part = above * (finer // below), finer, part * (finer // whole)
            above += part * counts[place]
        return duration(above, below)


@dataclass(frozen=True, slots=True)
class Voice:
    """One line of music. ``name`` tells it from the others; overlays of a voice are voices of the same part."""

    measures: tuple[Measure, ...]
    name: str = "1"
    properties: tuple[tuple[str, str], ...] = ()

    @property
    def events(self) -> Iterator[Event]:
        """Every event in written order."""
        return (event for measure in self.measures for event in measure.events)


@dataclass(frozen=True, slots=True)
class Tuning:
    """Open strings as MIDI numbers from string 1 (the highest) on; ``capo`` frets are added to all of them."""

    strings: tuple[int, ...]
    name: str | None = None
    capo: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """One instrument or staff. Its voices share measures: each measure starts for all of them together.

    Attributes:
        transpose: Semitones that playback adds; never part of the written projection.
    """

    voices: tuple[Voice, ...]
    name: str | None = None
    clef: str | None = None
    tuning: Tuning | None = None
    transpose: int = 0


@dataclass(frozen=True, slots=True)
class Metadata:
    """What the score says of itself.

    Attributes:
        title: First title.
        fields: Every header field as ``(code, text)``, in written order.
        unit_length: Default note length (ABC ``L:``), kept so that it can be written again.
        part_order: Labels of the parts in the order in which they are played; empty where they are played as written.
    """

    title: str | None = None
    composer: str | None = None
    tempo: Tempo | None = None
    unit_length: Fraction | None = None
    fields: tuple[tuple[str, str], ...] = ()
    part_order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """A piece of music.

    Attributes:
        notation: Name of the notation it was read from.
        dialect: Its dialect, where there are several.
        measured: False where the notation has no bar lines; then each voice is one measure of any length.
        source: The text it was read from.
    """

    parts: tuple[Part, ...]
    metadata: Metadata = Metadata()
    notation: str = ""
    dialect: str | None = None
    measured: bool = True
    source: Source | None = field(default=None, compare=False, repr=False)

    @property
    def voices(self) -> Iterator[Voice]:
        """Every voice of every part."""
        return (voice for part in self.parts for voice in part.voices)

    @property
    def key(self) -> Key | None:
        """Key at the beginning."""
        return next((m.key for voice in self.voices for m in voice.measures), None)

    @property
    def meter(self) -> Meter | None:
        """Meter at the beginning."""
        return next((m.meter for voice in self.voices for m in voice.measures), None)
