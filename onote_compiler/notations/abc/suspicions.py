"""Notes that are legal ABC and probably not what was meant: ``Eb`` for E flat, ``C4`` for the octave."""

from __future__ import annotations

import re

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Note
from onote_compiler.ir.score import Measure, Score, Voice

_FLATS = re.compile("[ABDEG]b")
_FIVES = re.compile("[A-Ga-g]5")
_OCTAVES = ("2", "3", "4", "5", "6")


def suspect(score: Score, report: Report) -> None:
    """Report notes written as other notations write them, where the measures around them do not add up."""
    if score.source is None:
        return
    text = score.source.text
    flats = _FLATS.search(text) is not None
    fives = _FIVES.search(text) is not None
    for voice in score.voices:
        if flats:
            _flat_letters([m for m in voice.measures if _overfull(m)], text, report)
        _octave_digits(voice, fives, text, report)


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


def _octave_digits(voice: Voice, fives: bool, text: str, report: Report) -> None:
    """Report measures that are too long by digits which may be octaves; where most of them are, the first one.

    Args:
        voice: Where to look.
        fives: Whether a note of five units may be in it.
        text: What was read.
        report: Takes what is found.
    """
    filled = [m for m in voice.measures if m.events]
    # Few tunes need a closer look.
    long = [
        m for m in filled
        if text[m.events[0].span.end - 1] in "23456"
        and (type(m.events[-1]) is not Note or text[m.events[-1].span.end - 1] in "-23456")
    ]  # fmt: skip
    if 2 * len(long) >= len(filled):
        long = _mostly(long, text, 2 * len(long) - len(filled))
    found: list[tuple[Measure, Note]] = []
    if long and 2 * len(long) >= len(filled):
        found = [(long[0], _digits(long[0], text)[0][0])]
    elif fives:
        found = [(m, five) for m in voice.measures if (five := _five(m, text)) is not None]
    for measure, note in found:
        report.add(
            "suspected-octave-digit", note.span,
            f"{text[note.span.start : note.span.end]} is a length in ABC, and the measure is too long",
            "octaves are written C, C c c'", measure=measure.number,
        )  # fmt: skip


def _mostly(measures: list[Measure], text: str, excess: int) -> list[Measure]:
    """Return the measures whose digits may all be octaves; none once more than half of ``excess`` are others."""
    found = []
    for measure in measures:
        if _octaves_throughout(measure, text):
            found.append(measure)
        else:
            excess -= 2
            if excess < 0:
                return []
    return found


def _digits(measure: Measure, text: str) -> list[tuple[Note, str]]:
    """Return the notes of a measure with what stands behind their letters."""
    notes = [e for e in measure.events if isinstance(e, Note) and not e.grace]
    return [(note, text[note.span.start : note.span.end].lstrip("^_=")[1:]) for note in notes]


def _octaves_throughout(measure: Measure, text: str) -> bool:
    """Whether every note has a digit from 2 to 6, not all of them 2, and the measure is twice too long or more."""
    digits = {written for _, written in _digits(measure, text)}
    if not digits.issubset(_OCTAVES) or digits <= {"2"}:
        return False
    length, wanted = measure.duration, measure.meter.duration
    return length is not None and wanted is not None and length >= 2 * wanted


def _five(measure: Measure, text: str) -> Note | None:
    """Return the note of five units, which no single note can be, that makes a measure too long.

    Either digits stand behind all notes, or another length in its place makes the measure whole.
    """
    notes = _digits(measure, text)
    fives = [note for note, digits in notes if digits == "5"]
    if not fives or not _overfull(measure):
        return None
    if _octaves_throughout(measure, text):
        return notes[0][0]
    length, wanted = measure.duration, measure.meter.duration
    if len(fives) != 1 or fives[0].tuplet is not None or fives[0].duration is None:
        return None
    if length is None or wanted is None:
        return None
    unit = fives[0].duration / 5
    return fives[0] if (wanted - length) / unit + 5 in (1, 2, 3, 4) else None
