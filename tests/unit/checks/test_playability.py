from __future__ import annotations

import pytest

from onote_compiler.checks import Expectation
from onote_compiler.checks.playability import check_playability
from onote_compiler.diagnostics import Report
from onote_compiler.ir import Chord, Key, Measure, Meter, Note, Part, Score, TabPosition, Voice, duration, from_midi
from onote_compiler.ir.events import Event
from onote_compiler.ir.source import Source

STRINGS = (64, 59, 55, 50, 45, 40)


def note(string: int, fret: int | None) -> Note:
    pitch = None if fret is None else from_midi(STRINGS[string - 1] + fret)
    return Note(pitch, duration(1), written=TabPosition(string, fret))


def found(*voices: list[Event], max_span: int = 7) -> list[tuple[str, int | None]]:
    made = tuple(Voice((Measure(1, Key(), Meter(), tuple(events)),), name=str(k)) for k, events in enumerate(voices))
    report = Report(Source.whole(""))
    check_playability(Score((Part(made),)), report, Expectation(max_span=max_span))
    return [(d.name, d.measure) for d in report.diagnostics]


@pytest.mark.parametrize(
    ("positions", "expected"),
    [
        (((1, 8), (6, 1)), []),
        (((1, 9), (6, 1)), [("span", 1)]),
        (((1, 12), (6, 0)), []),
        (((1, 12), (2, 4), (6, 0)), [("span", 1)]),
        (((1, 3), (1, 5)), [("string-conflict", 1)]),
        (((1, None), (6, 12), (5, 4)), [("span", 1)]),
        (((1, 24),), []),
    ],
)
def test_chords(positions: tuple[tuple[int, int | None], ...], expected: list[tuple[str, int]]) -> None:
    assert found([Chord(tuple(note(*p) for p in positions), duration(1))]) == expected


def test_limit_of_the_task() -> None:
    assert found([Chord((note(1, 5), note(2, 1)), duration(1))], max_span=3) == [("span", 1)]


def test_notes_after_each_other_do_not_count() -> None:
    assert found([note(1, 1), note(1, 15)]) == []


def test_strings_as_voices_sound_together() -> None:
    assert found([note(1, 12)], [note(2, 1)]) == [("span", 1)]


def test_notes_without_a_position_do_not_count() -> None:
    plain = Chord((Note(from_midi(40), duration(1)), Note(from_midi(88), duration(1))), duration(1))
    assert found([plain]) == []
