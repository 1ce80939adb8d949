"""Notes that are legal ABC and probably not what was meant: ``Eb`` for E flat, ``C4`` for the octave."""

from __future__ import annotations

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Note
from onote_compiler.ir.score import Measure, Score, Voice


def suspect(score: Score, report: Report) -> None:
    """Report notes written as other notations write them, where the measures around them do not add up."""
    if score.source is None:
        return
    text = score.source.text
    flats = any(pair in text for pair in ("Ab", "Bb", "Db", "Eb", "Gb"))
    for voice in score.voices:
        digits = _looks_like_octaves(voice, text)
        wrong = [m for m in voice.measures if _overfull(m)] if flats or digits else []
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


def _looks_like_octaves(voice: Voice, text: str) -> bool:
    """Whether every note of a voice is a capital letter with one digit from 2 to 6."""
    count = 0
    for measure in voice.measures:
        for event in measure.events:
            if isinstance(event, Note) and not event.grace:
                written = text[event.span.start : event.span.end].lstrip("^_=")
                if not (written[:1].isupper() and written[1:] in ("2", "3", "4", "5", "6")):
                    return False
                count += 1
    return count >= 4


def _octave_digits(voice: Voice, wrong: list[Measure], text: str, report: Report) -> None:
    """Report the first note of such a voice, where the lengths make measures twice too long or more."""
    long = [m for m in wrong if m.duration is not None and m.duration >= 2 * (m.meter.duration or 0)]
    if 2 * len(long) < sum(1 for m in voice.measures if m.events):
        return
    first = next(e for m in voice.measures for e in m.events if isinstance(e, Note) and not e.grace)
    written = text[first.span.start : first.span.end]
    report.add(
        "suspected-octave-digit", first.span, f"{written} is a length in ABC, and the measures are far too long",
        "octaves are written C, C c c'", measure=long[0].number,
    )  # fmt: skip
