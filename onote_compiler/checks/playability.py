"""Whether a hand can play it: the reach of a chord (``span``), two notes on one string (``string-conflict``)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from onote_compiler.checks.rules import Expectation
from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Note, TabPosition
from onote_compiler.ir.score import Part, Score
from onote_compiler.projection import measure_onsets


def check_playability(score: Score, report: Report, expect: Expectation) -> None:
    """Report notes struck together that lie too far apart, or on one string.

    Open strings do not count for the reach, nor do frets that do not exist.

    Only notes that are written as positions on a fretboard are looked at.
    """
    for part in score.parts:
        for measure, notes in _together(part):
            if len(notes) < 2:
                continue
            _check_strings(notes, measure, report)
            _check_span(notes, measure, report, expect.max_span)


def _together(part: Part) -> Iterator[tuple[int, list[Note]]]:
    """Yield measure and notes of each onset; events whose onset is unknown stand for themselves."""
    starts = measure_onsets(part) if len(part.voices) > 1 else []
    by_onset: dict[Fraction, tuple[int, list[Note]]] = {}
    for voice in part.voices:
        for index, measure in enumerate(voice.measures):
            now = starts[index] if starts else None
            for event in measure.events:
                if not starts and isinstance(event, Note) and not isinstance(event.written, TabPosition):
                    continue  # most notes of the other notations
                notes = [note for note in event.notes if isinstance(note.written, TabPosition)]
                if notes and now is None:
                    yield measure.number, notes
                elif notes and now is not None:
                    by_onset.setdefault(now, (measure.number, []))[1].extend(notes)
                if not event.grace and now is not None:
                    now = None if event.duration is None else now + event.duration
    yield from by_onset.values()


def _check_strings(notes: list[Note], measure: int, report: Report) -> None:
    seen: set[int] = set()
    for note in notes:
        assert isinstance(note.written, TabPosition)
        string = note.written.string
        if string in seen:
            report.add(
                "string-conflict", note.span, f"two notes on string {string} at one time",
                hint="a string sounds one note at a time; play one of them on another string", measure=measure,
                string=string,
            )  # fmt: skip
        seen.add(string)


def _check_span(notes: list[Note], measure: int, report: Report, limit: int) -> None:
    pressed = [
        (note.written.fret, note)
        for note in notes
        if note.pitch is not None and isinstance(note.written, TabPosition) and note.written.fret
    ]
    if len(pressed) < 2:
        return
    low, _ = min(pressed, key=lambda entry: entry[0])
    high, note = max(pressed, key=lambda entry: entry[0])
    if high - low > limit:
        report.add(
            "span", note.span, f"frets {low} and {high} are {high - low} frets apart, a hand spans {limit}",
            hint="play one of the notes on another string", measure=measure, got=high - low, want=limit,
        )  # fmt: skip
