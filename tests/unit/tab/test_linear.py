"""Linear tab: the benchmark's spelling for audio and questions."""

from __future__ import annotations

import pytest

from onote_compiler import parse, project
from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.tab.reader import read


def parsed(text: str, **context: object) -> tuple[list[object], list[str]]:
    source = Source.whole(text)
    report = Report(source)
    score = read(source, ReadContext(dialect="linear", **context), report)  # type: ignore[arg-type]
    return ([] if score is None else list(project(score).pitches)), [d.name for d in report.diagnostics]


@pytest.mark.parametrize(
    ("text", "pitches", "faults"),
    [
        ("S6_F0+S5_F2 S1_F3", [["E2", "B2"], "G4"], []),
        ("S6_F0 + S5_F2, S1_F3", [["E2", "B2"], "G4"], []),
        ("S5_F3  S4_F2\nS3_F0", ["C3", "E3", "G3"], []),
        ("s1_f0 S2F1 S3-F0 S1:F3", ["E4", "C4", "G3", "G4"], []),
        ("S1_F0 → S2_F1 -> S3_F0.", ["E4", "C4", "G3"], []),
        ("S1_F24", ["E6"], []),
        ("S1_F25 S2_F1", ["C4"], ["fret-range"]),
        ("S7_F0 S0_F1 S2_F1", ["C4"], ["bad-token", "bad-token"]),
        ("S1_F3 what S2_F1", ["G4", "C4"], ["bad-token"]),
        ("S1_F3 | S2_F1", ["G4", "C4"], ["bar-line"]),
        ("S1_F3 S2_F", ["G4"], ["truncated"]),
        ("S1_F3 S2_", ["G4"], ["truncated"]),
        ("S1_F3 S2\n", ["G4"], ["truncated"]),
        ("S1_F3 S", ["G4"], ["truncated"]),
        ("S1_F3\nS2_", ["G4"], ["truncated"]),
        ("S1_F3 S2_F1+", ["G4", "C4"], ["truncated"]),
        ("S1_F3 S2_F1 + \n", ["G4", "C4"], ["truncated"]),
        ("S1_F3+S2_", ["G4"], ["truncated"]),
        ("S1_F3+ S2_F1+\nS3_F0", [["C4", "G4"], "G3"], ["bad-token"]),
        ("S1_F3++S2_F1", [["C4", "G4"]], ["bad-token"]),
        ("S2_F S1_F3", ["G4"], ["bad-token"]),
        ("S6_X S1_F3", ["G4"], ["bad-token"]),
        ("S1_F3 S2_F, S3_F0", ["G4", "G3"], ["bad-token"]),
        ("S1_F-1 S1_F3", ["G4"], ["fret-range"]),
        ("S1F-2 S1-F3", ["G4"], ["fret-range"]),
        ("S1_F100 S1_F1", ["F4"], ["fret-range"]),
        ("S1_F12345 S1_F1", ["F4"], ["fret-range"]),
        ("hello", [], ["bad-token"]),
        ("", [], ["no-score"]),
    ],
)
def test_reading(text: str, pitches: list[object], faults: list[str]) -> None:
    assert parsed(text) == (pitches, faults)


def test_durations_are_unknown() -> None:
    result = parse("S6_F0+S5_F2 S1_F3", "tab")
    assert result.score is not None
    assert result.score.dialect == "linear"
    assert project(result.score).durations is None


def test_one_string_twice_in_a_chord() -> None:
    result = parse("S1_F0+S1_F3", "tab", dialect="linear")
    assert [d.name for d in result.diagnostics] == ["string-conflict"]


def test_tuning_and_capo() -> None:
    assert parsed("Tuning: drop D\nCapo: 1\nS6_F0")[0] == ["D#2"]
    assert parsed("S4_F0", options={"tuning": "bass"})[0] == ["E1"]


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("S6_F0+S5_F2 S1_F3", True),
        ("S6_F0", True),
        ("S6_F0  S5_F2", False),
        ("S6_F0\nS5_F2", False),
        ("S6_F0 + S5_F2", False),
        ("S6_F0,S5_F2", False),
        ("s6_f0", False),
        ("S6_F00", False),
        ("S6_F25", False),
        ("S7_F0", False),
        (" S6_F0", False),
    ],
)
def test_strict(text: str, accepted: bool) -> None:
    assert parse(text, "tab", profile="onote", dialect="linear").format_ok == accepted
