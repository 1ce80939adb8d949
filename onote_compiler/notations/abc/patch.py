"""Events with one thing changed: what stands behind a note in the text changes a note that was made already."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.ir.events import Chord, Event, Mark, Note, Rest, TieKind, Tuplet
from onote_compiler.ir.making import maker
from onote_compiler.ir.time import times

_made = maker(Note)


def stretched(event: Event, ratio: Fraction) -> Event:
    """Return ``event`` lasting ``ratio`` times as long."""
    length = None if event.duration is None else times(event.duration, ratio)
    if isinstance(event, Note):
        return _note(event, duration=length)
    if isinstance(event, Chord):
        notes = tuple(_note(n, duration=None if n.duration is None else times(n.duration, ratio)) for n in event.notes)
        return Chord(notes, length, event.grace, event.tuplet, event.marks, event.span)
    return Rest(length, event.visible, event.measures, event.tuplet, event.marks, event.span)


_PLACES = {"slur-end": 1, "lyric": 2}


def marked(event: Event, *marks: Mark) -> Event:
    """Return ``event`` with ``marks`` behind those it has; ends of slurs and lyrics stand behind all others."""
    joined = tuple(sorted((*event.marks, *marks), key=lambda mark: _PLACES.get(mark.kind, 0)))
    if isinstance(event, Note):
        return _made(event.pitch, event.duration, event.tie, event.grace, event.tuplet, joined, event.written,
                     event.span)  # fmt: skip
    if isinstance(event, Chord):
        return Chord(event.notes, event.duration, event.grace, event.tuplet, joined, event.span)
    return Rest(event.duration, event.visible, event.measures, event.tuplet, joined, event.span)


def tied(event: Event, tie: TieKind) -> Event:
    """Return ``event`` tied to what follows; a rest stays as it is."""
    if isinstance(event, Note):
        return _note(event, tie=tie)
    if isinstance(event, Chord):
        notes = tuple(_note(n, tie=n.tie or tie) for n in event.notes)
        return Chord(notes, event.duration, event.grace, event.tuplet, event.marks, event.span)
    return event


def regrouped(event: Event, tuplet: Tuplet | None, ratio: Fraction = Fraction(1)) -> Event:
    """Return ``event`` in another tuplet, its time multiplied by ``ratio``."""
    event = stretched(event, ratio) if ratio != 1 else event
    if isinstance(event, Note):
        return Note(event.pitch, event.duration, event.tie, event.grace, tuplet, event.marks, event.written, event.span)
    if isinstance(event, Chord):
        notes = tuple(
            Note(n.pitch, n.duration, n.tie, n.grace, tuplet, n.marks, n.written, n.span) for n in event.notes
        )
        return Chord(notes, event.duration, event.grace, tuplet, event.marks, event.span)
    return Rest(event.duration, event.visible, event.measures, tuplet, event.marks, event.span)


_KEEP: Fraction = Fraction(-1)


def _note(note: Note, *, duration: Fraction | None = _KEEP, tie: TieKind | None = None) -> Note:
    return _made(
        note.pitch, note.duration if duration is _KEEP else duration, tie or note.tie, note.grace, note.tuplet,
        note.marks, note.written, note.span,
    )  # fmt: skip
