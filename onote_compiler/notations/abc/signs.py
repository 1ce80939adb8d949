"""What single things look like in ABC: field lines, endings, ties, strings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from onote_compiler.ir.events import Chord, Event, Note, TieKind
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.score import Barline

_QUARTER = Fraction(1, 4)


def joined(right: Barline | None, opens: int) -> bool:
    """Whether one sign says both a bar line and the repeat that opens behind it."""
    if right is None:
        return False
    return (right.style == "initial" and not right.repeat) or right.repeat == opens == 1


def field_line(letter: str, value: str) -> str:
    """Return a field line; ``:`` and ``|`` right behind the colon would make it music."""
    return f"{letter}:{' ' if value[:1] in (':', '|') else ''}{value}"


def ending_text(numbers: tuple[int, ...]) -> str:
    """Return ``1,3`` or ``1-3`` for the numbers of an ending."""
    if len(numbers) > 2 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return ",".join(map(str, numbers))


def beam_time(meter: Meter) -> Fraction:
    """Return the time a beam covers."""
    if not meter.beats:
        return _QUARTER
    if meter.unit >= 8 and sum(meter.beats) % 3 == 0:
        return Fraction(3, meter.unit)
    return max(Fraction(1, meter.unit), _QUARTER)


def tie_sign(kind: TieKind | None) -> str:
    """Return what ties a note; nothing where it is not tied."""
    return "" if kind is None else ".-" if kind == "dotted" else "-"


def quoted(text: str) -> str:
    """Return a string in quotes; quotes in it are written as ABC can carry them."""
    return '"' + text.replace("\\", "\\\\").replace('"', "\\u0022").replace("\n", " ") + '"'


def without_soundless(event: Event) -> tuple[Event, list[Note]]:
    """Return an event that ABC can write, and the notes without pitch that are left out of it.

    A chord in ABC holds notes only; of one where none has a pitch, a single note without pitch is left.
    """
    if not isinstance(event, Chord) or all(note.pitch is not None for note in event.notes):
        return event, []
    kept = tuple(note for note in event.notes if note.pitch is not None) or event.notes[:1]
    gone = [note for note in event.notes if note.pitch is None and note is not kept[0]]
    if len(kept) > 1:
        return replace(event, notes=kept), gone
    marks = event.marks + kept[0].marks
    return replace(kept[0], duration=event.duration, tuplet=event.tuplet, grace=event.grace, marks=marks), gone


def first_in_time(chord: Chord) -> tuple[Note, ...]:
    """Return the notes with one that lasts as long as the chord in front, since it gives the time in ABC."""
    if not chord.notes or chord.notes[0].duration == chord.duration:
        return chord.notes
    return tuple(sorted(chord.notes, key=lambda note: note.duration != chord.duration))
