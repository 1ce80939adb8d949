"""A score to MusicXML 4.0, partwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from xml.etree.ElementTree import Element

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Event
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter, Tempo
from onote_compiler.ir.score import Direction, Measure, Part, Score, Voice
from onote_compiler.notations.base import WriteOptions
from onote_compiler.notations.losses import report_once
from onote_compiler.notations.musicxml import attributes, marks
from onote_compiler.notations.musicxml.beams import beams_of
from onote_compiler.notations.musicxml.elements import child, document, element
from onote_compiler.notations.musicxml.notes import NoteWriter, Tied, ties_of
from onote_compiler.notations.musicxml.values import NoteValue, note_values
from onote_compiler.theory.rebar import with_measures

Values = dict[tuple[Fraction | None, object], list[NoteValue] | None]


def write(score: Score, options: WriteOptions, report: Report) -> str:
    """Write a score as MusicXML.

    Durations are exact: a quarter note has as many divisions as they need, and what no single note can show becomes
    tied notes. Pitches are sounding pitches, as spelled.

    Args:
        score: What to write; it is cut into measures where it has none.
        options: Key to write in place of the score's own.
        report: Takes the losses: notes without pitch or duration, decorations that MusicXML has no sign for,
            directives, accidentals of a key beside those of its mode.
    """
    score = with_measures(score)
    root = element("score-partwise", version="4.0")
    if score.metadata.title is not None:
        child(child(root, "work"), "work-title", score.metadata.title)
    if score.metadata.composer is not None:
        child(child(root, "identification"), "creator", score.metadata.composer, type="composer")
    values = _values(score)
    divisions = lcm(*((value.sounding * 4).denominator for found in values.values() for value in found or ()))
    names = child(root, "part-list")
    for number, part in enumerate(score.parts, 1):
        child(child(names, "score-part", id=f"P{number}"), "part-name", part.name or "")
        root.append(_PartWriter(part, divisions, values, options.key, report).write(number, score.metadata.tempo))
        if not score.parts[number - 1].voices:
            child(root[-1], "measure", number=1)
    _report_losses(score, report)
    return document(root)


def _values(score: Score) -> Values:
    """Return the note values of every length that occurs."""
    found: Values = {}
    for event in (event for voice in score.voices for event in voice.events):
        if (event.duration, event.tuplet) not in found:
            length = event.duration
            found[event.duration, event.tuplet] = None if length is None else note_values(length, event.tuplet)
    return found


@dataclass
class _PartWriter:
    """Writes one part: its measures, and in each measure its voices one after the other."""

    part: Part
    divisions: int
    values: Values
    key: Key | None
    report: Report
    last_key: Key | None = None
    last_meter: Meter | None = None
    ties: list[Tied] = field(default_factory=list)
    writers: list[NoteWriter] = field(default_factory=list)
    stops: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def write(self, number: int, tempo: Tempo | None) -> Element:
        """Return the part's element."""
        made = element("part", id=f"P{number}")
        self.ties = [ties_of(voice) for voice in self.part.voices]
        several = len(self.part.voices) > 1
        self.writers = [
            NoteWriter(self.divisions, str(place) if several else "1", tied, self.report)
            for place, tied in enumerate(self.ties, 1)
        ]
        if self.part.voices:
            self.stops = attributes.ending_stops(self.part.voices[0].measures)
        count = max((len(voice.measures) for voice in self.part.voices), default=0)
        for index in range(count):
            measure = child(made, "measure", number=index + 1)
            self._measure(measure, index)
            if index == 0 and tempo is not None and number == 1:
                measure.insert(1, attributes.tempo_element(tempo))
        return made

    def _measure(self, made: Element, index: int) -> None:
        leader = self._at(self.part.voices[0], index)
        if index == 0:
            child(child(made, "attributes"), "divisions", self.divisions)
        if leader is not None:
            left = attributes.left_barline(leader)
            if left is not None:
                made.append(left)
            self._signature(made, self.key or leader.key, leader.meter, first=index == 0)
        for place, voice in enumerate(self.part.voices):
            measure = self._at(voice, index)
            if measure is None:
                continue
            if place:
                self._back(made, index, place)
            self._voice(made, measure, place)
        if leader is not None:
            after = self._at(self.part.voices[0], index + 1)
            right = attributes.right_barline(leader, self.stops.get(index, ()), after)
            if right is not None:
                made.append(right)

    def _back(self, made: Element, index: int, place: int) -> None:
        """Go back to the start of the measure, behind the voices before this one."""
        before = [m for v in self.part.voices[:place] if (m := self._at(v, index)) is not None]
        length = self._length(before[-1]) if before else 0
        if length:
            child(child(made, "backup"), "duration", length)

    def _length(self, measure: Measure) -> int:
        """Return how many divisions the written events of a measure last."""
        total = Fraction(0)
        for event in measure.events:
            if not event.grace and self.values[event.duration, event.tuplet] is not None:
                total += event.duration or 0
        return int(total * 4 * self.divisions)

    def _signature(self, made: Element, key: Key, meter: Meter, *, first: bool) -> None:
        new: list[Element] = []
        if key != self.last_key:
            new.append(attributes.key_element(key))
        if meter != self.last_meter:
            new.append(attributes.time_element(meter))
        if first:
            name = self.part.clef or ("treble-8" if self.part.tuning is not None else "treble")
            clef = attributes.clef_element(name)
            if clef is not None:
                new.append(clef)
        if new:
            (made[0] if first else child(made, "attributes")).extend(new)
        self.last_key, self.last_meter = key, meter

    def _voice(self, made: Element, measure: Measure, place: int) -> None:
        writer = self.writers[place]
        writer.start_measure(self.key or measure.key)
        waiting = list(measure.directions)
        values = [self._values_of(event, measure) for event in measure.events]
        beams = beams_of(measure, values)
        for index, event in enumerate(measure.events):
            while waiting and waiting[0].at <= index:
                self._direction(made, waiting.pop(0), writer)
            found = [marks.before_note(mark) for mark in event.marks]
            made.extend(mark for mark in found if mark is not None)
            made.extend(writer.event(event, values[index], measure.number, beams.get(index, ())))
        for direction in waiting:
            self._direction(made, direction, writer)

    def _values_of(self, event: Event, measure: Measure) -> list[NoteValue] | None:
        found = self.values[event.duration, event.tuplet]
        if found is None and event.duration is not None:
            self.report.add("lost-duration", event.span, f"no notes last {event.duration}: the event is left out",
                            measure=measure.number)  # fmt: skip
        return found

    def _direction(self, made: Element, direction: Direction, writer: NoteWriter) -> None:
        value = direction.value
        if isinstance(value, Tempo):
            made.append(attributes.tempo_element(value))
        elif isinstance(value, Key) and direction.at and self.key is None:
            child(made, "attributes").append(attributes.key_element(value))
            self.last_key = value
            writer.change_key(value)
        elif isinstance(value, Meter) and direction.at:
            child(made, "attributes").append(attributes.time_element(value))
            self.last_meter = value
        elif direction.kind == "clef" and (clef := attributes.clef_element(direction.text)) is not None:
            child(made, "attributes").append(clef)
        elif direction.kind == "part":
            made.append(marks.rehearsal(direction.text))
        elif direction.kind in ("text", "navigation"):
            sign = marks.navigation(direction.text)
            made.append(marks.words(direction.text) if sign is None else sign)

    @staticmethod
    def _at(voice: Voice, index: int) -> Measure | None:
        return voice.measures[index] if index < len(voice.measures) else None


def _report_losses(score: Score, report: Report) -> None:
    measures = [measure for voice in score.voices for measure in voice.measures]
    timeless = [e.span for measure in measures for e in measure.events if e.duration is None and not e.grace]
    report_once(report, "lost-time", timeless, "events without a duration are left out")
    directions = [d for measure in measures for d in measure.directions]
    unwritten = [d.span for d in directions if d.kind in ("directive", "field", "decoration")]
    report_once(report, "lost-metadata", unwritten, "directives and fields within the music are not written")
    odd = [measure.span for measure in measures if measure.key.accidentals]
    report_once(report, "lost-metadata", odd, "accidentals of a key beside those of its mode are not written")
    later = [m.span for m in _other_voices(score) if _has_structure(m)]
    report_once(report, "lost-structure", later, "repeats and endings of a part are written from its first voice")
    if score.metadata.part_order:
        report_once(report, "lost-structure", [m.span for m in measures[:1]], "the order of the parts is not written")


def _other_voices(score: Score) -> Iterator[Measure]:
    return (measure for part in score.parts for voice in part.voices[1:] for measure in voice.measures)


def _has_structure(measure: Measure) -> bool:
    return bool(measure.ending) or any(bar is not None and bar.repeat for bar in (measure.left, measure.right))
