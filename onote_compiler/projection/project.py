"""From a score to its canonical projection."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from onote_compiler.ir.events import Chord, Event, Note, Rest
from onote_compiler.ir.score import Part, Score, Voice
from onote_compiler.ir.time import ZERO, common_denominator
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
    """
    if form == "played":
        score = unroll(score)
    events: list[ProjectedEvent] = []
    for part in score.parts:
        events.extend(_part_events(part, ties, grace))
    if sum(1 for _ in score.voices) > 1:
        events = _interleave(events)
    return Projection(tuple(events), max((len(voice.measures) for voice in score.voices), default=0))


def measure_onsets(part: Part) -> list[Fraction]:
    """Return where each measure of a part starts, in whole notes; one more than there are measures.

    A measure lasts as long as its longest voice. Where a duration is missing it lasts as long as the meter says.
    """
    onsets = [ZERO]
    for index in range(max((len(voice.measures) for voice in part.voices), default=0)):
        length = ZERO
        for voice in part.voices:
            if index >= len(voice.measures):
                continue
            measure = voice.measures[index]
            own = measure.duration
            if own is None:
                own = measure.meter.duration or ZERO
            length = max(length, own)
        onsets.append(onsets[-1] + length)
    return onsets


def _part_events(part: Part, ties: Ties, grace: bool) -> Iterable[ProjectedEvent]:
    onsets = measure_onsets(part)
    for voice in part.voices:
        placed = _placed(voice, onsets, grace)
        if ties == "merged":
            placed = _merge_ties(placed)
        yield from (_projected(*entry, voice.name) for entry in placed)


Placed = tuple["Fraction | None", Event, "tuple[Fraction | None, ...]", int]
"""Onset, event, own duration of each of its notes, measure number."""


def _placed(voice: Voice, onsets: list[Fraction], grace: bool) -> list[Placed]:
    placed: list[Placed] = []
    for index, measure in enumerate(voice.measures):
        now: Fraction | None = onsets[index]
        for event in measure.events:
            if event.grace:
                if grace:
                    placed.append((now, event, tuple(n.duration for n in event.notes), measure.number))
                continue
            placed.append((now, event, tuple(note.duration for note in event.notes), measure.number))
            now = None if now is None or event.duration is None else now + event.duration
    return placed


def _merge_ties(placed: list[Placed]) -> list[Placed]:
    """Join each tied note with the next one of equal pitch in the voice; grace notes do not come between."""
    merged: list[Placed] = []
    open_ties: dict[int, tuple[int, int]] = {}
    for onset, event, durations, number in placed:
        if event.grace:
            merged.append((onset, event, durations, number))
            continue
        still_open: dict[int, tuple[int, int]] = {}
        fresh: list[tuple[Note, Fraction | None]] = []
        for note, length in zip(event.notes, durations, strict=True):
            home = open_ties.get(note.pitch.midi) if note.pitch else None
            if home is None:
                fresh.append((note, length))
                home = (len(merged), len(fresh) - 1)
            else:
                _lengthen(merged, home, length)
            if note.tie and note.pitch:
                still_open[note.pitch.midi] = home
        if fresh or not event.notes:
            kept = event if len(fresh) == len(event.notes) else _only(event, [note for note, _ in fresh])
            merged.append((onset, kept, tuple(length for _, length in fresh), number))
        open_ties = still_open
    return merged


def _lengthen(merged: list[Placed], home: tuple[int, int], extra: Fraction | None) -> None:
    onset, event, durations, number = merged[home[0]]
    old = durations[home[1]]
    new = None if old is None or extra is None else old + extra
    merged[home[0]] = (onset, event, (*durations[: home[1]], new, *durations[home[1] + 1 :]), number)


def _only(event: Event, notes: list[Note]) -> Event:
    """Return what is left of a chord when some of its notes were struck before."""
    if len(notes) == 1:
        return notes[0]
    return Chord(tuple(notes), event.duration, span=event.span)


def _projected(
    onset: Fraction | None, event: Event, durations: tuple[Fraction | None, ...], measure: int, voice: str
) -> ProjectedEvent:
    kind: EventKind = "rest" if isinstance(event, Rest) else "grace" if event.grace else "note"
    sounding = [
        SoundingNote(note.pitch.midi, note.pitch.spelled, length)
        for note, length in zip(event.notes, durations, strict=True)
        if note.pitch is not None and note.pitch.in_range
    ]
    sounding.sort(key=lambda note: note.midi)
    length = event.duration
    if durations and len(set(durations)) == 1:
        length = durations[0]
    return ProjectedEvent(onset, length, kind, tuple(sounding), measure, voice, event.span)


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
