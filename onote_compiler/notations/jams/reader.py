"""Reading GuitarSet's JAMS: notes of each string in seconds, to positions on the fretboard in measures."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from dataclasses import dataclass, replace
from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.events import Chord, Event, Mark, Note, Rest, TabPosition
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import COMMON_TIME, Meter, Tempo
from onote_compiler.ir.pitch import from_midi
from onote_compiler.ir.score import Barline, Measure, Metadata, Part, Score, Voice
from onote_compiler.ir.source import Source, Span
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.jams.annotations import Annotations, NotJams, Sounded, read_annotations
from onote_compiler.notations.jams.chords import chord_name, with_chords
from onote_compiler.theory.fingering import MAX_FRET
from onote_compiler.theory.keys import parse_key_name
from onote_compiler.theory.spelling import spell
from onote_compiler.theory.tunings import STANDARD

GRID = 4
"""Slots a beat is cut into, unless the option ``grid`` says otherwise."""

# Notes that start within this many seconds of each other are one chord where no beats say otherwise.
_TOGETHER = 0.05
# More than any recording has; it keeps a wrong time of a billion seconds from filling the memory.
_MAX_MEASURES = 10_000
# Beats nearer to each other than this, in seconds, are one.
_SAME_BEAT = 0.001


def read(source: Source, context: ReadContext, report: Report) -> Score | None:
    """Return the score of a JAMS file, or ``None`` where it is none (see :mod:`onote_compiler.notations.base`).

    With annotated beats (or a tempo) onsets and ends go to the nearest slot of a grid, ``grid`` slots a beat, and each
    string is a voice of its own, so that notes keep their lengths. Without, notes have no durations. MIDI values are
    rounded, the cents kept as a mark ``cents``. A fret outside 0-24 is reported and gives no pitch.
    """
    try:
        found = read_annotations(source.text)
    except NotJams as error:
        report.add("no-score", (error.offset, len(source.text)), str(error), hint="a JAMS file is a JSON object")
        return None
    for name, message in found.faults:
        report.add(name, (0, 0), message)
    if not any(found.strings.values()):
        report.add("no-score", (0, len(source.text)), "the file has no notes (namespace note_midi)")
        return None
    return _Reader(source, found, context, report).score()


@dataclass(frozen=True, slots=True)
class _Slot:
    """A note on the grid: first slot and the slot after its last."""

    start: int
    end: int
    note: Note


class _Reader:
    def __init__(self, source: Source, found: Annotations, context: ReadContext, report: Report) -> None:
        self.source, self.found, self.report = source, found, report
        self.grid = _grid_option(context.options.get("grid"))
        self.key = parse_key_name(found.key.replace(":", " ")) if found.key else context.key
        if found.key and self.key is None:
            report.add("bad-key", (0, 0), f"{found.key[:40]!r} is no key")
        self.clock = _Clock.of(found, self.grid)
        beat = found.beats[0] if found.beats else None
        self.meter = Meter((beat.beats,), beat.unit) if beat is not None else context.meter or COMMON_TIME

    def score(self) -> Score:
        """Return the score."""
        voices = self._on_grid(self.clock) if self.clock is not None else (self._in_order(),)
        tempo = None if self.found.tempo is None else Tempo(
            Fraction(1, self.meter.unit), Fraction(self.found.tempo).limit_denominator(1000)
        )  # fmt: skip
        metadata = Metadata(title=self.found.title, tempo=tempo)
        part = Part(voices, tuning=STANDARD)
        return Score((part,), metadata, "jams", measured=self.clock is not None, source=self.source)

    def _note(self, string: int, sounded: Sounded) -> Note:
        """Return a note with its position; its duration is set when the measures are cut."""
        midi = round(sounded.value)
        cents = round((sounded.value - midi) * 100)
        fret = midi - STANDARD.strings[string - 1]
        marks = (Mark("cents", f"{cents:+d}"),) if cents else ()
        pitch = None
        if 0 <= fret <= MAX_FRET:
            pitch = from_midi(midi) if self.key is None else spell(midi, self.key)
        else:
            self.report.add(
                "fret-range", (0, 0), f"string {string}, note {sounded.index}: there is no fret {fret}",
                string=string, fret=fret,
            )  # fmt: skip
        return Note(pitch, None, marks=marks, written=TabPosition(string, fret))

    # -- with beats -------------------------------------------------------------------------------------------------
    def _on_grid(self, clock: _Clock) -> tuple[Voice, ...]:
        size = self.grid * sum(self.meter.beats)
        lines = {string: self._slots(string, clock) for string in sorted(self.found.strings)}
        last = max((slot.end for slots in lines.values() for slot in slots), default=0)
        count = -(-max(last, 1) // size)
        if count > _MAX_MEASURES:
            self.report.add("bad-token", (0, 0), f"notes after measure {_MAX_MEASURES} are left out")
            count = _MAX_MEASURES
        voices = tuple(Voice(self._measures(slots, size, count), name=str(string)) for string, slots in lines.items())
        unit = Fraction(1, self.meter.unit * self.grid)
        chords = [(max(0, clock.slot(time)) * unit, chord_name(text)) for time, text in self.found.chords]
        return with_chords(voices, chords, size * unit)

    def _slots(self, string: int, clock: _Clock) -> list[_Slot]:
        """Return the notes of a string on the grid; each ends at the latest where the next begins."""
        slots: list[_Slot] = []
        for sounded in self.found.strings[string]:
            start = max(0, clock.slot(sounded.time))
            end = max(start + 1, clock.slot(sounded.time + sounded.length))
            if slots and slots[-1].end > start:
                before = slots.pop()
                start = max(start, before.start + 1)
                end = max(end, start + 1)
                slots.append(_Slot(before.start, start, before.note))
            slots.append(_Slot(start, end, self._note(string, sounded)))
        return slots

    def _measures(self, slots: list[_Slot], size: int, count: int) -> tuple[Measure, ...]:
        """Cut the notes of a string into measures; what crosses a bar line is tied, silence is rests."""
        events: list[list[Event]] = [[] for _ in range(count)]
        now = 0
        for slot in slots:
            self._fill(events, now, slot.start, size, None)
            self._fill(events, slot.start, slot.end, size, slot.note)
            now = slot.end
        self._fill(events, now, count * size, size, None)
        key = self.key or Key()
        return tuple(
            Measure(at + 1, key, self.meter, tuple(inside), right=Barline("final" if at == count - 1 else "single"))
            for at, inside in enumerate(events)
        )

    def _fill(self, events: list[list[Event]], start: int, end: int, size: int, note: Note | None) -> None:
        unit = Fraction(1, self.meter.unit * self.grid)
        end = min(end, len(events) * size)
        while start < end:
            stop = min(end, (start // size + 1) * size)
            length = unit * (stop - start)
            if note is None:
                events[start // size].append(Rest(length))
            else:
                events[start // size].append(replace(note, duration=length, tie="solid" if stop < end else None))
            start = stop

    # -- without ----------------------------------------------------------------------------------------------------
    def _in_order(self) -> Voice:
        """Return one measure of notes without durations, together what starts together."""
        sounded = sorted(
            ((note.time, string, note) for string, notes in self.found.strings.items() for note in notes),
            key=lambda entry: entry[:2],
        )
        groups: list[list[tuple[float, int, Sounded]]] = []
        for entry in sounded:
            together = groups and entry[0] - groups[-1][0][0] <= _TOGETHER
            if together and all(other[1] != entry[1] for other in groups[-1]):
                groups[-1].append(entry)
            else:
                groups.append([entry])
        events: list[Event] = []
        chords = deque(self.found.chords)
        for at, group in enumerate(groups):
            notes = tuple(self._note(string, note) for _, string, note in group)
            event: Event = notes[0] if len(notes) == 1 else Chord(notes, None)
            while chords and (chords[0][0] <= group[0][0] + _TOGETHER or at + 1 == len(groups)):
                mark = Mark("chord-symbol", chord_name(chords.popleft()[1]))
                event = replace(event, marks=(*event.marks, mark))
            events.append(event)
        return Voice((Measure(1, self.key or Key(), self.meter, tuple(events), span=Span(0, len(self.source.text))),))


@dataclass(frozen=True)
class _Clock:
    """From seconds to slots of the grid: straight lines between the beats, the outer ones prolonged."""

    times: tuple[float, ...]
    first: int
    grid: int

    @classmethod
    def of(cls, found: Annotations, grid: int) -> _Clock | None:
        """Return the clock of annotated beats, or of a tempo counted from 0; ``None`` with neither."""
        times: list[float] = []
        for beat in found.beats:
            if not times or beat.time - times[-1] > _SAME_BEAT:
                times.append(beat.time)
        if len(times) > 1:
            return cls(tuple(times), found.beats[0].position - 1, grid)
        if found.tempo is not None and 60.0 / found.tempo > _SAME_BEAT:
            return cls((0.0, 60.0 / found.tempo), 0, grid)
        return None

    def slot(self, time: float) -> int:
        """Return the slot nearest to a time; beat ``position`` 1 of the first measure is slot 0."""
        at = min(max(bisect_right(self.times, time) - 1, 0), len(self.times) - 2)
        part = (time - self.times[at]) / (self.times[at + 1] - self.times[at])
        return round((self.first + at + part) * self.grid)


def _grid_option(value: object) -> int:
    try:
        grid = int(str(value)) if value is not None else GRID
    except ValueError:
        grid = 0
    if not 0 < grid <= 48:
        raise UnknownOptionError(f"grid must be a whole number of slots a beat from 1 to 48, not {value!r}")
    return grid
