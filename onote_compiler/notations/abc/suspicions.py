"""Notes that are legal ABC and probably not what was meant: ``Eb`` for E flat, ``C4`` for the octave."""

from __future__ import annotations

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Note
from onote_compiler.ir.score import Measure, Score, Voice

_FLATS = ("Ab", "Bb", "Db", "Eb", "Gb")
_OCTAVES = ("2", "3", "4", "5", "6")


def suspect(score: Score, report: Report) -> None:
    """Report notes written as other notations write them, where the measures around them do not add up."""
    if score.source is None:
        return
    text = score.source.text
    flats = any(pair in text for pair in _FLATS)
    digits = any(digit in text for digit in _OCTAVES)
    for voice in score.voices if flats or digits else ():
        wrong = [m for m in voice.measures if _overfull(m)]
        if wrong and flats:
            _flat_letters(wrong, text, report)
        if wrong and digits:
            _octave_digits(voice, wrong, text, report)


def _overfull(measure: Measure) -> bool:
    found, wanted = measure.duration, measure.meter.duration
    return found is not None and wanted is not None and found > wanted


def _flat_letters(measures: list[Measure], text: str, report: Report) -> None:
    """Report ``b`` right behind the letter of a note that has a flat."""
    for measure in measures:
        for before, after in zip(measure.events, measure.events[1:], strict=False):
            letter = text[before.span.start : before.span.end]
            if letter in ("A", "B", "D", "E", "G") and after.span.start == before.span.end and _is_plain_b(after, text):
                report.add(
                    "suspected-flat-letter", (before.span.start, after.span.end),
                    f"{letter}b is two notes in ABC, and the measure is too long",
                    f"{letter} flat is written _{letter}",
                    measure=measure.number,
                )  # fmt: skip


def _is_plain_b(event: object, text: str) -> bool:
    return isinstance(event, Note) and text[event.span.start : event.span.start + 1] == "b"


def _octave_digits(voice: Voice, wrong: list[Measure], text: str, report: Report) -> None:
    """Report measures that are too long by digits which may be octaves; where most of them are, the first one."""
    measures = [(m, _digits(m, text)) for m in wrong]
    long = [(m, notes) for m, notes in measures if notes and _octaves_throughout(m, notes)]
    if 2 * len(long) >= sum(1 for m in voice.measures if m.events):
        found = [(measure, notes[0][0]) for measure, notes in long[:1]]
    else:
        found = [(m, five) for m, notes in measures if (five := _five(m, notes)) is not None]
    for measure, note in found:
        report.add(
            "suspected-octave-digit", note.span,
            f"{text[note.span.start : note.span.end]} is a length in ABC, and the measure is too long",
            "octaves are written C, C c c'", measure=measure.number,
        )  # fmt: skip


def _digits(measure: Measure, text: str) -> list[tuple[Note, str]]:
    """Return the notes of a measure with what stands behind their letters."""
    notes = [e for e in measure.events if isinstance(e, Note) and not e.grace]
    return [(note, text[note.span.start : note.span.end].lstrip("^_=")[1:]) for note in notes]


def _octaves_throughout(measure: Measure, notes: list[tuple[Note, str]]) -> bool:
    """Whether every note has a digit from 2 to 6, not all of them 2, and the measure is twice too long or more."""
    length, wanted = measure.duration, measure.meter.duration
    too_long = length is not None and wanted is not None and length >= 2 * wanted
    return too_long and all(d in _OCTAVES for _, d in notes) and any(d != "2" for _, d in notes)


def _five(measure: Measure, notes: list[tuple[Note, str]]) -> Note | None:
    """Return the note of five units, which no single note can be, that makes a measure too long.

    Either digits stand behind all notes, or another length in its place makes the measure whole.
    """
    fives = [note for note, digits in notes if digits == "5"]
    if fives and _octaves_throughout(measure, notes):
        return notes[0][0]
    length, wanted = measure.duration, measure.meter.duration
    if len(fives) != 1 or fives[0].tuplet is not None or fives[0].duration is None:
        return None
    if length is None or wanted is None:
        return None
    unit = fives[0].duration / 5
    return fives[0] if (wanted - length) / unit + 5 in (1, 2, 3, 4) else None
