"""Verified cases: text in, pitches, durations and named defects out."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from onote_compiler import parse, project
from onote_compiler.diagnostics import Severity

CASES = [
    pytest.param(notation, json.loads(line), id=f"{notation}-{json.loads(line)['name']}")
    for notation in ("jianpu", "pitchdur")
    for line in (Path(__file__).parent / notation / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]
ALIKE = [
    {"bad-token", "bad-pitch", "bad-octave"}, {"html-entity", "bad-token"}, {"fullwidth", "bad-token"},
    {"truncated", "unclosed-chord", "unclosed-group"}, {"no-score", "empty", "wrong-format"}, {"bar-sum", "empty-bar"},
]  # fmt: skip


def alike(one: str, other: str) -> bool:
    return one == other or any(one in names and other in names for names in ALIKE)


def text_of(case: dict[str, Any]) -> str:
    return str(case.get("input") or case["repeat_unit"] * case["repeat"])


def test_there_are_cases() -> None:
    assert len(CASES) > 100


@pytest.mark.parametrize(("notation", "case"), CASES)
def test_case(notation: str, case: dict[str, Any]) -> None:
    wanted = case["expect"]
    given = {name: case.get(name) for name in ("dialect", "key", "meter")}
    result = parse(text_of(case), notation, **given)
    times = case.get("repeat", 1)
    ties = "split" if "ties" in wanted else "merged"
    found = project(result.score, ties=ties) if result.score else None  # type: ignore[arg-type]
    if "pitches" in wanted:
        assert (found.pitches if found else []) == wanted["pitches"] * times
    if "durations" in wanted:
        durations = [None if d is None else Fraction(d) for d in wanted["durations"]] * times
        assert found is not None
        assert [event.duration for event in found.events] == durations
    names = [d.name for d in result.diagnostics]
    for defect in wanted["defects"]:
        hits = [d for d in result.diagnostics if alike(d.name, defect["kind"])]
        assert hits, f"{defect['kind']} not in {names}"
        if "measure" in defect:
            assert any(d.measure in (None, defect["measure"]) for d in hits)
    for kind in {defect["kind"] for defect in wanted["defects"]}:
        asked = sum(defect["kind"] == kind for defect in wanted["defects"])
        assert sum(alike(name, kind) for name in names) >= asked
    allowed = [defect["kind"] for defect in wanted["defects"]] + wanted.get("may_also", [])
    if not wanted["error"]:
        errors = [d.name for d in result.diagnostics if d.severity is Severity.ERROR]
        assert [name for name in errors if not any(alike(name, kind) for kind in allowed)] == []
    else:
        assert any(d.severity is Severity.ERROR for d in result.diagnostics)
    if "strict_ok" in wanted:
        assert parse(text_of(case), notation, profile="onote", **given).format_ok is wanted["strict_ok"]
