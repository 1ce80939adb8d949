"""Notes, chords and rests of one voice as music21 objects."""

from __future__ import annotations

import copy
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Event, Mark, Note, Rest, TabPosition, Tuplet
from onote_compiler.ir.pitch import Pitch, from_midi
from onote_compiler.notations.musicxml import signs
from onote_compiler.notations.musicxml.signs import m21

_LONGEST = 2048  # quarters; a longer note is no music, and would be written as very many tied ones
_PIECE = 32  # quarters in the longest note value that MusicXML names
_UNNAMED = frozenset({"inexpressible", "zero", "2048th", "duplex-maxima"})
_ALTERS = (0, Fraction(1, 2), 1, Fraction(3, 2), 2, 3, 4)  # the accidentals that music21 has


@lru_cache(maxsize=4096)
def note_values(length: Fraction, tuplet: Tuplet | None) -> tuple[Any, ...] | None:
    """Return the durations of the notes that, tied, last ``length``; ``None`` where music21 finds none.

    Args:
        length: In whole notes, tuplets applied.
        tuplet: The tuplet the note is written in; music21 makes one up where there is none and it needs one.
    """
    duration = m21().duration
    written = length * 4 / (tuplet.ratio if tuplet is not None else 1)
    if not 0 < written <= _LONGEST:
        return None
    made = []
    for start in range(0, ceil(written), _PIECE):
        found = duration.Duration(min(written - start, Fraction(_PIECE)))
        if tuplet is not None and found.tuplets:
            return note_values(length, None)
        if any(part.type in _UNNAMED for part in (*found.components, *(t.durationNormal for t in found.tuplets))):
            return None
        for part in found.components:
            one, name = duration.Duration(type=part.type, dots=part.dots), (part.type, part.dots)
            groups = copy.deepcopy(found.tuplets)
            if tuplet is not None:
                groups = (duration.Tuplet(tuplet.actual, tuplet.normal, name, name),)
            for group in groups:
                one.appendTuplet(group)
            made.append(one)
    exact = sum(Fraction(one.quarterLength) for one in made) == length * 4
    return tuple(made) if exact else None


class NoteWriter:
    """Writes the events of one voice, in order.

    Args:
        report: Takes the losses.
    """

    def __init__(self, report: Report) -> None:
        self.slurs: list[Any] = []  # every slur of the voice
        self._report = report
        self._open: list[Any] = []
        self._held: dict[int, Any] = {}  # notes tied onward, by MIDI number
        self._words: set[int] = set()  # verses in which a word goes on
        self._key: dict[str, int | Fraction] = {}
        self._altered: dict[tuple[str, int], int | Fraction] = {}

    def start_measure(self, key: dict[str, int | Fraction]) -> None:
        """Forget the accidentals of the last measure; ``key`` are those of the signature."""
        self._key, self._altered = key, {}

    def event(self, event: Event, measure: int) -> list[Any]:
        """Return what writes an event: what stands before it, and a note, chord or rest for each note value."""
        values = _grace(event) if event.grace else note_values(event.duration or Fraction(0), event.tuplet)
        if values is None:
            if event.duration is not None:
                message = f"no notes last {event.duration}: the event is left out"
                self._report.add("lost-duration", event.span, message, measure=measure)
            return []
        heads = [note for note in event.notes if note.pitch is not None]
        self._report_heads(event, heads, measure)
        made = []
        for place, value in enumerate(values):
            one = self._sounding(event, heads, measure)
            one.duration = copy.deepcopy(value)
            made.append(one)
            if not event.grace:
                self._tie(heads, one, onward=place < len(values) - 1)
        return [*self._write_marks(event, made[0], made[-1], measure), *made]

    def _report_heads(self, event: Event, heads: list[Note], measure: int) -> None:
        if len(heads) < len(event.notes):
            self._report.add("lost-pitch", event.span, "a note without a pitch is left silent", measure=measure)
        if any(head.duration != event.duration for head in heads) and not event.grace:
            message = "the notes of a chord are written with one duration"
            self._report.add("lost-duration", event.span, message, measure=measure)

    def _sounding(self, event: Event, heads: list[Note], measure: int) -> Any:

        notes = [m21().note.Note(self._pitch(head.pitch, event, measure)) for head in heads if head.pitch is not None]
        if not notes:
            rest = m21().note.Rest(fullMeasure=False)
            if isinstance(event, Rest) and not event.visible:
                rest.style.hideObjectOnPrint = True
            return rest
        place = heads[0].written
        if len(notes) == 1 and isinstance(place, TabPosition) and place.fret is not None:
            notes[0].articulations = [
                m21().articulations.StringIndication(place.string), m21().articulations.FretIndication(place.fret)
            ]  # fmt: skip
        return notes[0] if len(notes) == 1 else m21().chord.Chord(notes)

    def _pitch(self, given: Pitch, event: Event, measure: int) -> Any:
        """Return a pitch whose accidental is shown where neither the key nor the measure says it."""
        if abs(given.alter) not in _ALTERS:
            message = f"an accidental of {given.alter} semitones is written as {given.name}"
            self._report.add("lost-spelling", event.span, message, measure=measure)
            given = from_midi(given.midi)
        place = (given.step, given.octave)
        made = m21().pitch.Pitch(step=given.step, octave=given.octave)
        shown = given.alter != self._altered.get(place, self._key.get(given.step, 0))
        self._altered[place] = given.alter
        if given.alter or shown:
            made.accidental = m21().pitch.Accidental(float(given.alter))
            made.accidental.displayStatus = shown
        return made

    def _tie(self, heads: list[Note], made: Any, *, onward: bool) -> None:
        """Tie the notes to those before that wait for them; ``onward`` notes wait for their next note value."""
        before, self._held = self._held, {}
        # In written order: sorting by pitch comes when the score is written.
        for head, note in zip(heads, made.notes if len(heads) > 1 else [made], strict=False):
            midi = head.pitch.midi if head.pitch is not None else 0
            if midi in before:
                before[midi].tie = m21().tie.Tie("start" if before[midi].tie is None else "continue")
                note.tie = m21().tie.Tie("stop")
            if onward or head.tie:
                self._held[midi] = note

    def _write_marks(self, event: Event, first: Any, last: Any, measure: int) -> list[Any]:
        """Write the marks of an event; return those that stand before it."""
        before, lost = [], []
        for mark in (*event.marks, *(m for n in event.notes if n is not event for m in n.marks)):
            if mark.kind == "lyric":
                self._write_lyric(mark, first)
            elif mark.kind in ("slur-start", "slur-end"):
                self._write_slur(mark, first, last)
            elif (found := signs.before_note(mark)) is not None:
                before.append(found)
            elif not signs.on_note(mark, first):
                lost.append(mark)
        if lost:
            named = ", ".join(mark.text or mark.kind for mark in lost)
            self._report.add("lost-mark", event.span, f"not written: {named}", measure=measure)
        return before

    def _write_slur(self, mark: Mark, first: Any, last: Any) -> None:

        if mark.kind == "slur-start":
            self._open.append(m21().spanner.Slur(first))
            self.slurs.append(self._open[-1])
        elif self._open:
            self._open.pop().addSpannedElements(last)

    def _write_lyric(self, mark: Mark, note: Any) -> None:
        """Write a syllable; a hyphen at its end says that the word goes on, ``_`` alone that the last is held."""
        if mark.text == "_":
            return
        more, going_on = mark.text.endswith("-") and len(mark.text) > 1, mark.number in self._words
        syllabic = ("middle" if more else "end") if going_on else ("begin" if more else "single")
        text = mark.text[:-1] if more else mark.text
        note.lyrics.append(m21().note.Lyric(text, number=max(1, mark.number), syllabic=syllabic, applyRaw=True))
        (self._words.add if more else self._words.discard)(mark.number)


def _grace(event: Event) -> tuple[Any]:

    duration = m21().duration
    slashed = event.grace == "acciaccatura"
    return ((duration.GraceDuration if slashed else duration.AppoggiaturaDuration)("eighth"),)
