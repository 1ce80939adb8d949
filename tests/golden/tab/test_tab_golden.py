"""Whole tabs with every event and every diagnostic, written out by hand.

``NAME.events.txt``: measure, onset, duration, notes as pitch(string:fret), marks; ``-`` for a time that is not known.
``NAME.diag.txt``: name, line:column, measure.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Note, Rest, TabPosition
from onote_compiler.ir.score import Score
from onote_compiler.ir.source import Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.tab.reader import read
from onote_compiler.projection import measure_onsets

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt") if "." not in path.stem)


def written(note: Note) -> str:
    assert isinstance(note.written, TabPosition)
    pitch = note.pitch.name if note.pitch is not None else ""
    return f"{pitch}({note.written.string}:{'x' if note.written.fret is None else note.written.fret})"


def events(score: Score) -> list[str]:
    found = []
    (part,) = score.parts
    starts = measure_onsets(part)
    for index, measure in enumerate(part.voices[0].measures):
        now = starts[index]
        for event in measure.events:
            if not isinstance(event, Rest):
                notes = sorted(event.notes, key=lambda n: n.pitch.midi if n.pitch else 0)
                marks = [m.text for m in event.marks] + [m.text for n in event.notes if n is not event for m in n.marks]
                time = ["-" if value is None else str(value) for value in (now, event.duration)]
                found.append(" ".join([str(measure.number), *time, *map(written, notes), *marks]))
            now = None if now is None or event.duration is None else now + event.duration  # type: ignore[assignment]
    return found


def test_there_are_goldens() -> None:
    assert len(NAMES) >= 4


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    source = Source.whole((FOLDER / f"{name}.txt").read_text())
    report = Report(source)
    score = read(source, ReadContext(), report)
    assert score is not None
    assert events(score) == (FOLDER / f"{name}.events.txt").read_text().splitlines()
    found = [f"{d.name} {d.line}:{d.column} {d.measure}" for d in report.diagnostics]
    assert sorted(found) == sorted((FOLDER / f"{name}.diag.txt").read_text().splitlines())
