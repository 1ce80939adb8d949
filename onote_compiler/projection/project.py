"""From a score to its canonical projection."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm

from onote_compiler.ir.events import Event, Note, Rest
from onote_compiler.ir.pitch import Pitch
from onote_compiler.ir.score import Measure, Part, Score, Voice
from onote_compiler.ir.time import common_denominator, duration
from onote_compiler.projection.model import EventKind, Form, ProjectedEvent, Projection, SoundingNote, Ties
from onote_compiler.projection.played import unroll


def project(score: Score, *, form: Form = "written", ties: Ties = "merged", grace: bool = False) -> Projection:
    """Return the canonical projection of a score (paper, section 3: P(M)).

    Args:
        score: What to project.
        form: ``written`` gives each note once as notated, ``played`` unrolls repeats and endings and applies
            playback transposition.
        ties: ``merged`` makes one note of tied ones, ``split`` keeps each written note.
        grace: Whether grace notes are in.

    Returns:
        The events by onset, notes at one onset from low to high.

    Raises:
        TypeError: ``score`` is no score, such as that of a text in which nothing could be read.
    """
    if not isinstance(score, Score):
        raise TypeError(f"a score is needed to project, not {type(score).__name__}")
    if form == "played":
        score = unroll(score)
    clock = _Clock(score)
    events: list[ProjectedEvent] = []
    for part in score.parts:
        starts = _starts(part, clock)
        for voice in part.voices:
            events.extend(_VoiceProjector(voice, starts, clock, ties, grace).run())
    voices = list(score.voices)
    if len(voices) > 1:
        events = _interleave(events)
    measures = max((len(voice.measures) for voice in voices), default=0)
    return Projection(tuple(events), measures, apart=len(voices) < 2)


def measure_onsets(part: Part) -> list[Fraction]:
    """Return where each measure of a part starts, in whole notes; one more than there are measures.

    A measure lasts as long as its longest voice. Where a duration is missing it lasts as long as the meter says.
    """
    clock = _Clock(Score((part,)))
    return [clock.time(ticks) for ticks in _starts(part, clock)]


def measures_align(score: Score) -> bool:
    """Return whether every measure of a score starts for all of its parts together.

    Parts whose measures differ in length drift apart: each counts its own.
    """
    if len(score.parts) < 2:
        return True
    clock = _Clock(score)
    starts = [_starts(part, clock) for part in score.parts]
    together = 0  # where the measure would start if each lasted as long as the longest of its parts
    for index in range(max(map(len, starts)) - 1):
        starts = [found for found in starts if index + 1 < len(found)]
        if any(found[index] != together for found in starts):
            return False
        together = max(found[index + 1] for found in starts)
    return True


# Ticks a whole note has unless a score needs others: what meters and tuplets in use divide.
_TICKS = 2**10 * 3**2 * 5 * 7
_MOST_ONSETS = 1 << 14


class _Clock:
    """Counts time in whole ticks, of which a whole note has as many as make every duration of a score whole.

    Durations are looked up by identity: a score shares the few it has, and keeps them alive.
    """

    def __init__(self, score: Score) -> None:
        self.unit = _TICKS
        self.ticks: dict[int, int] = {}
        for part in score.parts:
            for voice in part.voices:
                for measure in voice.measures:
                    for event in measure.events:
                        if id(event.duration) not in self.ticks:
                            self._take(event.duration)

    def _take(self, length: Fraction | None) -> None:
        """Learn a duration; ticks become finer where it asks for that."""
        if length is not None and self.unit % length.denominator:
            finer = lcm(self.unit, length.denominator)
            self.ticks = {place: ticks * (finer // self.unit) for place, ticks in self.ticks.items()}
            self.unit = finer
        self.ticks[id(length)] = self.count(length)

    def count(self, length: Fraction | None) -> int:
        """Return a length in ticks; 0 for none."""
        return 0 if length is None else length.numerator * self.unit // length.denominator

    def time(self, ticks: int) -> Fraction:
        """Return ticks as whole notes."""
        return duration(ticks, self.unit)


def _starts(part: Part, clock: _Clock) -> list[int]:
    """Return where each measure of a part starts, in ticks, and where the last one ends."""
    if len(part.voices) == 1:
        lengths = [_measure_ticks(measure, clock) for measure in part.voices[0].measures]
    else:
        count = max((len(voice.measures) for voice in part.voices), default=0)
        lengths = [
            max(_measure_ticks(voice.measures[index], clock) for voice in part.voices if index < len(voice.measures))
            for index in range(count)
        ]
    return list(accumulate(lengths, initial=0))


def _measure_ticks(measure: Measure, clock: _Clock) -> int:
    ticks = clock.ticks
    total = 0
    for event in measure.events:
        if not event.grace:
            if event.duration is None:
                return clock.count(measure.meter.duration)
            total += ticks[id(event.duration)]
    return total


@lru_cache(maxsize=64)
def _onsets(unit: int) -> dict[int, Fraction]:
    """Return the table from ticks to onsets, filled as they occur."""
    return {}


_MOST_NOTES = 1 << 14


@lru_cache(maxsize=1)
def _single_notes() -> dict[tuple[int, int], tuple[Pitch | None, Fraction | None, tuple[SoundingNote, ...]]]:
    """Return the table from pitch and duration, by identity, to the note that sounds.

    It fills as they occur, within a piece and from piece to piece, and keeps both alive.
    """
    return {}


Head = tuple[Note, "Fraction | None"]
"""A note that is struck, and how long it sounds."""


class _VoiceProjector:
    """Projects one voice: its events in place, tied notes joined where that is asked for."""

    def __init__(self, voice: Voice, starts: list[int], clock: _Clock, ties: Ties, grace: bool) -> None:
        self.voice = voice
        self.starts = starts
        self.clock = clock
        self.merging = ties == "merged"
        self.with_grace = grace
        self.events: list[ProjectedEvent] = []
        self.open: dict[int, tuple[int, int]] = {}  # MIDI number -> the event and head that a tie keeps sounding
        self.heads: dict[int, tuple[Event, list[Head]]] = {}  # by event, of those with ties

    def run(self) -> list[ProjectedEvent]:
        """Return the events."""
        ticks, unit, name, append = self.clock.ticks, self.clock.unit, self.voice.name, self.events.append
        onsets = _onsets(unit)
        known = _single_notes()
        merging = self.merging
        new = tuple.__new__
        for start, measure in zip(self.starts, self.voice.measures, strict=False):
            now: int | None = start
            number = measure.number
            for event in measure.events:
                length = event.duration
                onset = onsets.get(now) if now is not None else None
                if onset is None and now is not None:
                    onset = duration(now, unit)
                    if len(onsets) < _MOST_ONSETS:
                        onsets[now] = onset
                if type(event) is Note and not event.grace and not (merging and (event.tie or self.open)):
                    place = (id(event.pitch), id(length))
                    found = known.get(place)
                    if found is None:
                        found = (event.pitch, length, _sounding([(event, length)]))
                        if len(known) < _MOST_NOTES:
                            known[place] = found
                    append(new(ProjectedEvent, (onset, length, "note", found[2], number, name, event.span)))
                elif event.grace:
                    if self.with_grace:
                        self._strike(event, [(n, n.duration) for n in event.notes], onset, number, "grace")
                    continue
                elif isinstance(event, Rest):
                    self.open = {}
                    append(new(ProjectedEvent, (onset, length, "rest", (), number, name, event.span)))
                elif merging:
                    self._tie(event, onset, number)
                else:
                    self._strike(event, [(n, n.duration) for n in event.notes], onset, number, "note")
                now = None if now is None or length is None else now + ticks[id(length)]
        return self.events

    def _tie(self, event: Event, onset: Fraction | None, number: int) -> None:
        """Strike what is new in an event; lengthen what a tie from the event before keeps sounding.

        A tie joins notes of equal pitch in events that follow each other in the voice, grace notes aside.
        """
        before, self.open = self.open, {}
        struck: list[Head] = []
        for note in event.notes:
            midi = None if note.pitch is None else note.pitch.midi
            home = None if midi is None else before.get(midi)
            if home is None:
                home = (len(self.events), len(struck))
                struck.append((note, note.duration))
            else:
                self._lengthen(home, note.duration)
            if note.tie and midi is not None:
                self.open[midi] = home
        if struck:
            kept: Event = struck[0][0] if len(struck) == 1 and len(event.notes) > 1 else event
            self.heads[len(self.events)] = (kept, struck)
            self._strike(kept, struck, onset, number, "note")

    def _lengthen(self, home: tuple[int, int], extra: Fraction | None) -> None:
        place, index = home
        kept, heads = self.heads[place]
        note, length = heads[index]
        heads[index] = (note, None if length is None or extra is None else length + extra)
        old = self.events[place]
        self.events[place] = old._replace(duration=_joint(heads, kept.duration), notes=_sounding(heads))

    def _strike(
        self, event: Event, heads: list[Head], onset: Fraction | None, number: int, kind: EventKind
    ) -> None:  # fmt: skip
        length = _joint(heads, event.duration)
        self.events.append(
            ProjectedEvent(onset, length, kind, _sounding(heads), number, self.voice.name, event.span)
        )  # fmt: skip


def _joint(heads: list[Head], otherwise: Fraction | None) -> Fraction | None:
    """Return the length that all heads have in common, or the event's where they differ."""
    first = heads[0][1] if heads else otherwise
    return first if all(length == first for _, length in heads) else otherwise


def _sounding(heads: list[Head]) -> tuple[SoundingNote, ...]:
    """Return the notes of an event that have a pitch MIDI can say, from low to high."""
    notes = [
        SoundingNote(note.pitch.midi, note.pitch.spelled, length)
        for note, length in heads
        if note.pitch is not None and note.pitch.in_range
    ]
    if len(notes) > 1:
        notes.sort(key=lambda note: note.midi)
    return tuple(notes)


def _interleave(events: list[ProjectedEvent]) -> list[ProjectedEvent]:
    """Sort by onset, parts and voices in order; an event without onset stays behind the one it was written after."""
    unit = common_denominator(event.onset for event in events if event.onset is not None)
    keys: list[tuple[int, int]] = []
    last, voice = 0, None
    for index, event in enumerate(events):
        if event.voice is not voice:
            last, voice = 0, event.voice
        if event.onset is not None:
            last = event.onset.numerator * (unit // event.onset.denominator)
        keys.append((last, index))
    return [events[index] for _, index in sorted(keys)]
