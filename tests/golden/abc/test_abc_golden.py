"""Whole tunes with every event, mark and diagnostic, written out by hand.

``NAME.events.txt``: voice, measure, onset, duration, written names from low to high, voice after voice; grace notes in
their places with no time. ``NAME.marks.txt``: voice, measure, place in it (grace notes left out), kind and text of each
mark. ``NAME.played.txt``: the names as they sound, repeats unrolled. ``NAME.diag.txt``: name, line:column, measure.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from onote_compiler.diagnostics import Report
from onote_compiler.ir.score import Score
from onote_compiler.ir.source import Source
from onote_compiler.notations.abc.reader import read
from onote_compiler.notations.base import ReadContext
from onote_compiler.projection import ProjectedEvent, project

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.abc"))


def line_of(event: ProjectedEvent) -> str:
    place = f"{event.voice} {event.measure} {event.onset}"
    names = " ".join(note.spelled for note in event.notes)
    if event.kind == "grace":
        return f"{place} 0 grace {names}"
    return f"{place} {event.duration} {names or 'rest'}"


def events(score: Score) -> list[str]:
    found = project(score, grace=True).events
    return [line_of(e) for voice in score.voices for e in found if e.voice == voice.name]


def marks(score: Score) -> list[str]:
    return [
        f"{voice.name} {measure.number} {place} {mark.kind} {mark.text}".rstrip()
        for voice in score.voices
        for measure in voice.measures
        for place, event in enumerate((e for e in measure.events if not e.grace), 1)
        for mark in event.marks
    ]


def expected(name: str, kind: str) -> list[str]:
    return (FOLDER / f"{name}.{kind}.txt").read_text(encoding="utf-8").splitlines()


def test_there_are_goldens() -> None:
    assert len(NAMES) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    source = Source.whole((FOLDER / f"{name}.abc").read_text(encoding="utf-8"))
    report = Report(source)
    score = read(source, ReadContext(), report)
    assert score is not None
    assert events(score) == expected(name, "events")
    assert marks(score) == expected(name, "marks")
    played = " ".join(note.spelled for note in project(score, form="played").flat_notes)
    assert [played] == expected(name, "played")
    assert [f"{d.name} {d.line}:{d.column} {d.measure}" for d in report.diagnostics] == expected(name, "diag")
