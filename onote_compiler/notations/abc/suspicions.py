"""Notes that are legal ABC and probably not what was meant: ``Eb`` for E flat, ``C4`` for the octave."""

from __future__ import annotations

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Note
from onote_compiler.ir.score import Measure, Score, Voice


def suspect(score: Score, report: Report) -> None:
    """Report notes written as other notations write them, where the measures around them do not add up."""
    if score.source is None:
        return
    for voice in score.voices:
        wrong = [m for m in voice.measures if _overfull(m)]
        if wrong:
            _flat_letters(wrong, score.source.text, report)
            _octave_digits(voice, wrong, score.source.text, report)


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
    """Report the first note of a voice written ``C4 D4 G4``, where the lengths make measures twice too long or more."""
    notes = [e for m in voice.measures for e in m.events if isinstance(e, Note) and not e.grace]
    filled = [m for m in voice.measures if m.events]
    long = [m for m in wrong if m.duration is not None and m.duration >= 2 * (m.meter.duration or 0)]
    if len(notes) < 4 or 2 * len(long) < len(filled):
        return
    written = [text[n.span.start : n.span.end].lstrip("^_=") for n in notes]
    if not all(w[0].isupper() and w[1:] in ("2", "3", "4", "5", "6") for w in written):
        return
    first = notes[0]
    report.add(
        "suspected-octave-digit", first.span,
        f"{written[0]} is a length in ABC, and the measures are far too long", "octaves are written C, C c c'",
        measure=long[0].number,
    )  # fmt: skip
