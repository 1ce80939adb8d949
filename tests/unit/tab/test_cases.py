"""Texts with what they mean, worked out by hand from the columns: pitches, durations, and the defects to report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from onote_compiler import parse, project

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases.jsonl").read_text().splitlines()]
# Two names for one fault, as seen from the row or from the measure.
ALIKE = [{"width", "row-length"}, {"empty", "no-score"}]


def alike(name: str, other: str) -> bool:
    return name == other or any({name, other} <= group for group in ALIKE)


def test_there_are_cases() -> None:
    assert len(CASES) > 30


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"][:50])
def test_case(case: dict[str, Any]) -> None:
    result = parse(case["text"], "tab", profile=case["profile"], dialect=case.get("dialect"))
    pitches, durations = [], None
    if result.score is not None:
        projection = project(result.score)
        pitches = projection.pitches
        durations = projection.durations and [str(d) for d in projection.durations]
    assert pitches == case["pitches"]
    if "durations" in case:
        assert durations == case["durations"]
    found = [(d.name, d.measure) for d in result.diagnostics]
    for defect in case["defects"]:
        assert any(
            alike(name, defect["kind"]) and defect.get("measure", measure) == measure for name, measure in found
        ), f"no {defect} in {found}"
    expected = [defect["kind"] for defect in case["defects"]] + case.get("may_also", [])
    errors = [d.name for d in result.diagnostics if d.severity == "error"]
    if case.get("error"):
        assert errors
    else:
        assert [name for name in errors if not any(alike(name, other) for other in expected)] == []


@pytest.mark.parametrize("case", [c for c in CASES if "strict_ok" in c], ids=lambda case: case["name"][:50])
def test_format_ok(case: dict[str, Any]) -> None:
    result = parse(case["text"], "tab", profile="onote", dialect=case.get("dialect"))
    assert result.format_ok == case["strict_ok"]
