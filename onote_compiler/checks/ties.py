"""Ties to nothing (``dangling-tie``)."""

from __future__ import annotations

from onote_compiler.checks.rules import Expectation
from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Note
from onote_compiler.ir.score import Score, Voice


def check_ties(score: Score, report: Report, expect: Expectation) -> None:
    """Report each tie that the next event of its voice does not take up with a note of the same pitch."""
    for voice in score.voices:
        _check_voice(voice, report)


def _check_voice(voice: Voice, report: Report) -> None:
    waiting: list[tuple[Note, int]] = []
    for measure in voice.measures:
        for event in measure.events:
            if event.grace or (not waiting and isinstance(event, Note) and not event.tie):
                continue
            if waiting:
                _settle(waiting, {n.pitch.midi for n in event.notes if n.pitch is not None}, report)
            waiting = [(n, measure.number) for n in event.notes if n.tie and n.pitch is not None]
    _settle(waiting, set(), report)


def _settle(waiting: list[tuple[Note, int]], sounding: set[int], report: Report) -> None:
    for note, measure in waiting:
        if note.pitch is not None and note.pitch.midi not in sounding:
            report.add(
                "dangling-tie",
                note.span,
                f"nothing of the pitch {note.pitch.spelled} follows this tie",
                measure=measure,
                hint="a tie joins two notes of one pitch; a slur is written with ( )",
            )
