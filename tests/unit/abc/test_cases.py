"""Verified cases: text in, pitches, durations, voices and named defects out."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from onote_compiler import parse, project
from onote_compiler.diagnostics import Severity, Verdict
from onote_compiler.projection import ProjectedEvent

CASES = [json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text(encoding="utf-8").splitlines()]
STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
VERDICTS = {
    "valid": {Verdict.VALID}, "valid-with-warning": {Verdict.WARNED},
    "extractable": {Verdict.REPAIRED, Verdict.WARNED}, "invalid": {Verdict.REPAIRED, Verdict.INVALID},
}  # fmt: skip


def midi(name: str) -> int:
    letters = name.rstrip("-0123456789")
    return 12 * (int(name[len(letters) :]) + 1) + STEPS[name[0]] + letters.count("#") - letters[1:].count("b")


def sounding(pitches: list[Any]) -> list[tuple[int, ...]]:
    groups = [p if isinstance(p, list) else [p] for p in pitches]
    return [tuple(sorted(map(midi, group))) for group in groups if group != ["z"]]


def heard(events: list[ProjectedEvent]) -> tuple[list[tuple[int, ...]], list[Fraction | None]]:
    return [event.midi for event in events if event.notes], [event.duration for event in events]


def wanted(expect: dict[str, Any]) -> tuple[list[tuple[int, ...]], list[Fraction | None]]:
    return sounding(expect["pitches"]), [Fraction(d) for d in expect["durations"]]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    expect = case["expect"]
    result = parse(case["input"], "abc", profile=case["profile"])
    if "pitches" in expect or "voices" in expect:
        assert result.score is not None
        events = project(result.score, form=expect.get("form", "written"), ties="split").events
        if "pitches" in expect:
            assert heard(list(events)) == wanted(expect)
        for name, voice in expect.get("voices", {}).items():
            assert heard([e for e in events if e.voice == name]) == wanted(voice)
    for defect in expect.get("defects", []):
        hits = [d for d in result.diagnostics if d.name == defect["kind"]]
        assert any("hint" in defect or d.line == defect["line"] for d in hits), defect
        assert "bar" not in defect or any(d.measure in (None, defect["bar"]) for d in hits), defect
    errors = [d for d in result.diagnostics if d.severity is Severity.ERROR]
    if expect.get("error"):
        assert any(d.line == expect["line"] for d in errors)
    elif "defects" in expect:
        allowed = {defect["kind"] for defect in expect["defects"]} | set(expect.get("may_also", []))
        assert {d.name for d in errors} <= allowed
    if "verdict" in expect:
        assert result.verdict in VERDICTS[expect["verdict"]]
