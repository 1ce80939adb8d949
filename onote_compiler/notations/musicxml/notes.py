"""Notes, chords and rests of one voice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from xml.etree.ElementTree import Element

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Event, Mark, Note, Rest, TabPosition, Tuplet
from onote_compiler.ir.key import Key
from onote_compiler.ir.pitch import Pitch
from onote_compiler.ir.score import Voice
from onote_compiler.notations.musicxml import marks
from onote_compiler.notations.musicxml.beams import Beam
from onote_compiler.notations.musicxml.elements import child, element, inside
from onote_compiler.notations.musicxml.values import NoteValue

# Accidentals by semitones; quarter tones too.
_ACCIDENTALS: dict[int | Fraction, str] = {
    -2: "flat-flat", -1: "flat", 0: "natural", 1: "sharp", 2: "double-sharp", Fraction(1, 2): "quarter-sharp",
    Fraction(-1, 2): "quarter-flat", Fraction(3, 2): "three-quarters-sharp", Fraction(-3, 2): "three-quarters-flat",
}  # fmt: skip
_GRACE_VALUE = NoteValue("eighth", 0, 1, 1, Fraction(1, 8))
_SLURS = 6  # how many slurs MusicXML tells apart
Tied = dict[tuple[int, str], Pitch]
"""By identity of the event, and ``start`` or ``stop`` with the MIDI number: the pitch at this end of a tie."""


def ties_of(voice: Voice) -> Tied:
    """Return the ends of the ties of a voice: from a note to one of equal pitch in the event after it."""
    tied: Tied = {}
    before: Event | None = None
    for event in voice.events:
        if event.grace:
            continue
        if before is not None and any(note.tie for note in before.notes):
            here = {note.pitch.midi: note.pitch for note in event.notes if note.pitch is not None}
            for note in before.notes:
                if note.tie and note.pitch is not None and note.pitch.midi in here:
                    tied[id(before), f"start {note.pitch.midi}"] = note.pitch
                    tied[id(event), f"stop {note.pitch.midi}"] = here[note.pitch.midi]
        before = event
    return tied


class NoteWriter:
    """Writes the events of one voice, in order.

    Args:
        divisions: Divisions of a quarter note.
        voice: Number of the voice in its part.
        tied: The ends of its ties.
        report: Takes the losses.
    """

    def __init__(self, divisions: int, voice: str, tied: Tied, report: Report) -> None:
        self._divisions, self._voice, self._tied, self._report = divisions, voice, tied, report
        self._key: dict[str, int | Fraction] = {}
        self._altered: dict[tuple[str, int], int | Fraction] = {}
        self._tuplet: tuple[Tuplet, int] | None = None  # the one that is open, and how many events it still takes
        self._slurs: list[int] = []
        self._words: set[int] = set()  # verses in which a word goes on

    def start_measure(self, key: Key) -> None:
        """Forget the accidentals of the last measure."""
        self._altered = {}
        self._tuplet = None
        self.change_key(key)

    def change_key(self, key: Key) -> None:
        """Take another key signature."""
        self._key = dict(replace(key, accidentals=()).alterations)

    def event(
        self, event: Event, values: list[NoteValue] | None, measure: int, beams: Sequence[Beam] = ()
    ) -> list[Element]:
        """Return the notes that write an event: one for each head and each note value."""
        if event.grace:
            values = [_GRACE_VALUE]
        if values is None:
            return []
        made: list[Element] = []
        heads: list[Note | None] = [note for note in event.notes if note.pitch is not None]
        if event.notes and len(heads) < len(event.notes):
            self._report.add("lost-pitch", event.span, "a note without a pitch is left silent", measure=measure)
        if any(head is not None and head.duration != event.duration for head in heads) and not event.grace:
            self._report.add("lost-duration", event.span, "the notes of a chord are written with one duration",
                             measure=measure)  # fmt: skip
        for place, value in enumerate(values):
            ends = (place == 0, place == len(values) - 1)
            for at, head in enumerate(heads or [None]):
                made.append(self._note(event, head, value, ends, chord=at > 0))
        if made:
            self._write_marks(event, made[0], made[-len(heads or [None])], measure)
            self._write_tuplet(event, made[0], made[-len(heads or [None])])
            for level, kind in beams:
                child(made[0], "beam", kind, number=level)
        return [_ordered(note) for note in made]

    def _note(
        self, event: Event, head: Note | None, value: NoteValue, ends: tuple[bool, bool], *, chord: bool
    ) -> Element:
        made = element("note")
        if event.grace:
            child(made, "grace", **({"slash": "yes"} if event.grace == "acciaccatura" else {}))
        if isinstance(event, Rest) and not event.visible:
            made.set("print-object", "no")
        if chord:
            child(made, "chord")
        if head is None or head.pitch is None:
            child(made, "rest")
        else:
            _write_pitch(made, head.pitch)
        if not event.grace:
            child(made, "duration", int(value.sounding * 4 * self._divisions))
        if head is not None and head.pitch is not None:
            self._write_ties(made, event, head.pitch, ends)
        child(made, "voice", self._voice)
        child(made, "type", value.name)
        for _ in range(value.dots):
            child(made, "dot")
        if head is not None and head.pitch is not None:
            self._write_accidental(made, head.pitch)
            _write_position(made, head)
        if value.actual != 1:
            modification = child(made, "time-modification")
            child(modification, "actual-notes", value.actual)
            child(modification, "normal-notes", value.normal)
        return made

    def _write_ties(self, made: Element, event: Event, pitch: Pitch, ends: tuple[bool, bool]) -> None:
        first, last = ends
        stops = not first or (id(event), f"stop {pitch.midi}") in self._tied
        starts = not last or (id(event), f"start {pitch.midi}") in self._tied
        for kind, holds in (("stop", stops), ("start", starts)):
            if holds:
                child(made, "tie", type=kind)
                child(inside(made, "notations"), "tied", type=kind)

    def _write_accidental(self, made: Element, pitch: Pitch) -> None:
        place = (pitch.step, pitch.octave)
        known = self._altered.get(place, self._key.get(pitch.step, 0))
        if pitch.alter != known and pitch.alter in _ACCIDENTALS:
            child(made, "accidental", _ACCIDENTALS[pitch.alter])
        self._altered[place] = pitch.alter

    def _write_marks(self, event: Event, first: Element, last: Element, measure: int) -> None:
        lost = []
        for mark in (*event.marks, *(m for n in event.notes if n is not event for m in n.marks)):
            if mark.kind == "lyric":
                first.append(marks.lyric(mark, mark.number in self._words))
                if mark.text != "_":
                    (self._words.add if mark.text.endswith("-") else self._words.discard)(mark.number)
            elif mark.kind == "slur-start":
                number = next((n for n in range(1, _SLURS + 1) if n not in self._slurs), None)
                if number is None:
                    lost.append(mark)
                    continue
                self._slurs.append(number)
                child(inside(first, "notations"), "slur", type="start", number=number)
            elif mark.kind == "slur-end":
                if self._slurs:
                    child(inside(last, "notations"), "slur", type="stop", number=self._slurs.pop())
            elif marks.before_note(mark) is None and not self._on_note(mark, first):
                lost.append(mark)
        if lost:
            named = ", ".join(mark.text or mark.kind for mark in lost)
            self._report.add("lost-mark", event.span, f"not written: {named}", measure=measure)

    @staticmethod
    def _on_note(mark: Mark, note: Element) -> bool:
        notations = element("notations") if (found := note.find("notations")) is None else found
        done = marks.on_note(mark, notations)
        if done and found is None:
            note.append(notations)
        return done

    def _write_tuplet(self, event: Event, first: Element, last: Element) -> None:
        """Write where the bracket of a tuplet starts and stops, as its own count of events says."""
        if event.grace:
            return
        if event.tuplet is None:
            self._tuplet = None
            return
        if self._tuplet is None or self._tuplet[0] != event.tuplet or not self._tuplet[1]:
            self._tuplet = (event.tuplet, event.tuplet.count)
            child(inside(first, "notations"), "tuplet", type="start")
        left = self._tuplet[1] - 1
        self._tuplet = (event.tuplet, left)
        if not left:
            child(inside(last, "notations"), "tuplet", type="stop")


_ORDER = (
    "grace", "chord", "pitch", "rest", "duration", "tie", "voice", "type", "dot", "accidental", "time-modification",
    "beam", "notations", "lyric",
)  # fmt: skip


def _ordered(note: Element) -> Element:
    """Put the parts of a note in the order that the schema asks for."""
    note[:] = sorted(note, key=lambda part: _ORDER.index(part.tag))
    return note


def _write_pitch(made: Element, pitch: Pitch) -> None:
    inner = child(made, "pitch")
    child(inner, "step", pitch.step)
    if pitch.alter:
        child(inner, "alter", float(pitch.alter) if isinstance(pitch.alter, Fraction) else pitch.alter)
    child(inner, "octave", pitch.octave)


def _write_position(made: Element, head: Note) -> None:
    """Write string and fret of a note of tablature."""
    if isinstance(head.written, TabPosition) and head.written.fret is not None:
        technical = inside(inside(made, "notations"), "technical")
        child(technical, "string", head.written.string)
        child(technical, "fret", head.written.fret)
