"""A score to MusicXML through music21, which makes note values, beams and brackets and writes the document."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import lcm
from threading import Lock
from typing import Any

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Chord, TabPosition
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter, Tempo
from onote_compiler.ir.score import Barline, Direction, Measure, Part, Score
from onote_compiler.notations.base import WriteOptions
from onote_compiler.notations.losses import report_once
from onote_compiler.notations.musicxml import signs
from onote_compiler.notations.musicxml.notes import NoteWriter
from onote_compiler.notations.musicxml.signs import m21
from onote_compiler.theory.rebar import with_measures

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SECTION_ENDS = ("double", "final", "initial")
_MOST_DIVISIONS = 10**7
_SETTINGS = Lock()


def write(score: Score, options: WriteOptions, report: Report) -> str:
    """Write a score as MusicXML.

    Durations are exact: a quarter note has as many divisions as they need, and what no single note can show becomes
    tied notes. Pitches are sounding pitches, as spelled.

    Args:
        score: What to write; it is cut into measures where it has none.
        options: Key to write in place of the score's own.
        report: Takes the losses: notes without pitch or duration, decorations that MusicXML has no sign for,
            directives, accidentals of a key beside those of its mode, meters of very many beats.
    """
    score = with_measures(score)
    made, spanners = m21().stream.Score(), []
    made.metadata = m21().metadata.Metadata(title=score.metadata.title, composer=score.metadata.composer)
    divisions = m21().defaults.divisionsPerQuarter
    for number, part in enumerate(score.parts or (Part(()),), 1):
        writer = _PartWriter(part, options.key, report)
        made.insert(0, writer.write(number, score.metadata.tempo if number == 1 else None))
        spanners += writer.spanners
        if lcm(divisions, writer.divisions) <= _MOST_DIVISIONS:
            divisions = lcm(divisions, writer.divisions)
        else:
            spans = [measure.span for voice in part.voices for measure in voice.measures][:1]
            report_once(report, "lost-duration", spans, f"times are rounded to 1/{4 * divisions} of a whole note")
    _report_losses(score, report)
    exporter = m21().musicxml.m21ToXml.ScoreExporter(made, makeNotation=False)
    exporter.spannerBundle = _indexed(spanners)
    with _settings(divisions):
        exporter.parse()
    return _document(exporter)


@contextmanager
def _settings(divisions: int) -> Iterator[None]:
    """Have music21 make up no title and no author, and divide quarter notes as finely as the score needs."""
    defaults = m21().defaults
    wanted = {"title": "", "author": "", "divisionsPerQuarter": divisions}
    with _SETTINGS:
        before = {name: getattr(defaults, name) for name in wanted}
        try:
            vars(defaults).update(wanted)
            yield
        finally:
            vars(defaults).update(before)


def _indexed(spanners: list[Any]) -> Any:
    """Return spanners that are found by their notes: music21 looks through all of them for every note."""
    spanner = m21().spanner

    class Bundle(spanner.SpannerBundle):  # type: ignore[misc, name-defined]
        def getBySpannedElement(self, spannedElement: Any) -> Any:
            return spanner.SpannerBundle(spannedElement.getSpannerSites())

    return Bundle(spanners)


def _document(exporter: Any) -> str:
    """Return the text of the document, without its date and without characters that XML cannot hold."""
    for encoding in exporter.xmlRoot.iter("encoding"):
        encoding.remove(encoding.find("encoding-date"))
    for element in exporter.xmlRoot.iter():
        if element.text:
            element.text = _NO_XML.sub("\N{REPLACEMENT CHARACTER}", element.text)
    text: str = exporter.asBytes().decode("utf-8")
    return text


class _PartWriter:
    """Writes one part: its measures, and in each measure its voices."""

    def __init__(self, part: Part, key: Key | None, report: Report) -> None:
        self.spanners: list[Any] = []
        self.divisions = 1
        self._part, self._key, self._report = part, key, report
        self._writers = [NoteWriter(report) for _ in part.voices]
        self._last_key: Key | None = None
        self._last_meter: Meter | None = None

    def write(self, number: int, tempo: Tempo | None) -> Any:
        """Return music21's part."""
        made, player = m21().stream.Part(), m21().instrument.Instrument()
        # Everything that music21 would draw at random is set.
        player.partId, player.instrumentId, player.midiChannel = f"P{number}", f"P{number}-I1", number
        made.partName = self._part.name or ""
        rows = [voice.measures for voice in self._part.voices]
        count = max(map(len, rows), default=0)
        pickup = count > 1 and bool(rows[0]) and _is_pickup([row[0] for row in rows if row])
        measures = []
        for index in range(max(count, 1)):
            measure = m21().stream.Measure(number=index + 1 - pickup)
            measures.append(measure)
            if index < len(rows[0] if rows else ()):
                self._frame(measure, rows[0][index], rows[0][index + 1 : index + 2], first=index == 0)
            short = pickup and index == 0
            for place, row in enumerate(rows):
                if index < len(row):
                    self._voice(measure, row[index], place, pickup=short)
        if pickup:
            measures[0].showNumber = m21().stream.enums.ShowNumber.NEVER
        for mark in signs.tempo_marks(tempo) if tempo is not None else ():
            measures[0].insert(0, mark)
        for start, end, numbers in endings(rows[0]) if rows else ():
            ends = [measures[start], measures[end]][: 1 + (start < end)]
            self.spanners.append(m21().spanner.RepeatBracket(*ends, number=list(numbers)))
        self.spanners += [slur for writer in self._writers for slur in writer.slurs if len(slur) > 1]
        made.insert(0, player)
        made.append(measures)  # all at once: music21 goes through the whole part at each insertion
        return made

    def _frame(self, made: Any, leader: Measure, after: tuple[Measure, ...], *, first: bool) -> None:
        key = self._key or leader.key
        if key != self._last_key:
            made.insert(0, signs.key_signature(key))
        if leader.meter != self._last_meter:
            made.insert(0, copy.deepcopy(signs.time_signature(leader.meter)))
        self._last_key, self._last_meter = key, leader.meter
        if first:
            found = signs.clef(self._part.clef or ("treble-8" if self._part.tuning is not None else "treble"))
            if found is not None:
                made.insert(0, found)
        right = leader.right
        if right is not None and right.style == "initial" and after and after[0].left and after[0].left.repeat:
            right = Barline(repeat=right.repeat)  # the repeat that opens the next measure draws it
        made.leftBarline = signs.barline(leader.left, "start")
        made.rightBarline = signs.barline(right, "end")

    def _voice(self, made: Any, measure: Measure, place: int, *, pickup: bool) -> None:
        """Write a voice of a measure."""
        writer = self._writers[place]
        writer.start_measure(_alterations(self._key or measure.key))
        waiting = sorted(measure.directions, key=lambda direction: direction.at)[::-1]
        pairs: list[Any] = []
        notes: list[Any] = []
        now = Fraction(0)
        for index, event in enumerate((*measure.events, None)):
            found: list[Any] = []
            while waiting and (event is None or waiting[-1].at <= index):
                found += self._direction(waiting.pop(), writer)
            for one in (*found, *(writer.event(event, measure.number) if event is not None else ())):
                pairs += (now, one)
                if one.quarterLength:
                    notes.append(one)
                    now += Fraction(one.quarterLength)
                    self.divisions = lcm(self.divisions, now.denominator)
        _beam(notes, measure.meter, now, pickup=pickup)
        target = made if len(self._writers) == 1 else m21().stream.Voice(id=place + 1)
        target.insert(pairs)
        m21().stream.makeNotation.makeTupletBrackets(target, inPlace=True)
        if target is not made:
            made.insert(0, target)

    def _direction(self, direction: Direction, writer: NoteWriter) -> list[Any]:
        value = direction.value
        if isinstance(value, Tempo):
            return signs.tempo_marks(value)
        if isinstance(value, Key) and direction.at and self._key is None:
            self._last_key = value
            writer.start_measure(_alterations(value))
            return [signs.key_signature(value)]
        if isinstance(value, Meter) and direction.at:
            self._last_meter = value
            return [copy.deepcopy(signs.time_signature(value))]
        if direction.kind == "clef":
            return [found] if (found := signs.clef(direction.text)) is not None else []
        if direction.kind == "part":
            return [m21().expressions.RehearsalMark(direction.text)]
        return [signs.words(direction.text)] if direction.kind in ("text", "navigation") else []


def _beam(notes: list[Any], meter: Meter, length: Fraction, *, pickup: bool) -> None:
    """Beam the notes of a measure, where they fit into it."""
    if len(notes) < 2 or not signs.can_write(meter) or (meter.duration or 0) * 4 < length:
        return
    start = float((meter.duration or 0) * 4 - length) if pickup else 0.0
    for note, beams in zip(notes, signs.time_signature(meter).getBeams(notes, start), strict=True):
        if beams is not None and not note.isRest:
            note.beams = beams


def _alterations(key: Key) -> dict[str, int | Fraction]:
    """Return what the written signature alters; the accidentals beside those of the mode are not in it."""
    return {**Key(key.tonic, key.alter, key.mode).alterations}


def _is_pickup(measures: list[Measure]) -> bool:
    full = measures[0].meter.duration
    return full is not None and all(m.duration is not None and 0 < m.duration < full for m in measures)


def endings(measures: tuple[Measure, ...]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield the first and last measure of each ending, and its numbers."""
    start, running = 0, ()  # type: tuple[int, tuple[int, ...]]
    for index, measure in enumerate(measures):
        if measure.ending:
            start, running = index, measure.ending
        after = measures[index + 1] if index + 1 < len(measures) else None
        bar = measure.right
        over = after is None or after.ending or (after.left is not None and after.left.repeat)
        if running and (over or (bar is not None and (bar.repeat or bar.style in _SECTION_ENDS))):
            yield start, index, running
            running = ()


def _report_losses(score: Score, report: Report) -> None:
    measures = [measure for voice in score.voices for measure in voice.measures]
    timeless = [e.span for measure in measures for e in measure.events if e.duration is None and not e.grace]
    report_once(report, "lost-time", timeless, "events without a duration are left out")
    directions = [d for measure in measures for d in measure.directions]
    unwritten = [d.span for d in directions if d.kind in ("directive", "field", "decoration")]
    report_once(report, "lost-metadata", unwritten, "directives and fields within the music are not written")
    odd = [measure.span for measure in measures if measure.key.accidentals]
    report_once(report, "lost-metadata", odd, "accidentals of a key beside those of its mode are not written")
    large = [measure.span for measure in measures if measure.meter.beats and not signs.can_write(measure.meter)]
    report_once(report, "lost-metadata", large, "meters of very many or very short beats are not written")
    held = [e.span for m in measures for e in m.events if any(a.kind == "lyric" and a.text == "_" for a in e.marks)]
    report_once(report, "lost-mark", held, "the lines of held syllables are not written")
    fretted = [e.span for m in measures for e in m.events if isinstance(e, Chord) and _is_fretted(e)]
    report_once(report, "lost-mark", fretted, "strings and frets are not written in chords")
    later = [m.span for part in score.parts for v in part.voices[1:] for m in v.measures if _has_structure(m)]
    report_once(report, "lost-structure", later, "repeats and endings of a part are written from its first voice")
    if score.metadata.part_order:
        report_once(report, "lost-structure", [m.span for m in measures[:1]], "the order of the parts is not written")


def _is_fretted(chord: Chord) -> bool:
    return sum(note.pitch is not None for note in chord.notes) > 1 and isinstance(chord.notes[0].written, TabPosition)


def _has_structure(measure: Measure) -> bool:
    return bool(measure.ending) or any(bar is not None and bar.repeat for bar in (measure.left, measure.right))
