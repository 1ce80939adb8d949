"""Answers as models give them, each with its faults and their lines worked out by hand (``answers.jsonl``).

``found`` lists the diagnostics that must be there, with their line where it is certain; no other error may be, except
those under ``allowed``.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from onote_compiler import parse, project

CASES = [json.loads(line) for line in Path(__file__).with_name("answers.jsonl").read_text("utf-8").splitlines()]
ALIKE = [
    {"bad-token", "bad-pitch", "bad-octave"}, {"html-entity", "bad-token"}, {"bar-sum", "empty-bar"},
    {"truncated", "unclosed-chord", "unclosed-group"}, {"no-score", "empty", "wrong-format"}, {"width", "row-length"},
]  # fmt: skip
RESTS = {"z", "r", "rest", "R"}


def alike(one: str, other: str) -> bool:
    return one == other or any(one in names and other in names for names in ALIKE)


def midi(pitches: list[Any]) -> list[tuple[int, ...]]:
    """MIDI numbers of what sounds, from scientific names, by counting up from C."""
    groups = (name if isinstance(name, list) else [name] for name in pitches if str(name) not in RESTS)
    return [tuple(sorted(map(number, group))) for group in groups]


def number(name: str) -> int:
    letter, rest = name[0], name[1:]
    signs = rest.rstrip("-0123456789")
    octave = int(rest[len(signs) :])
    steps = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
    return 12 * (octave + 1) + steps[letter] + signs.count("#") - signs.count("b")


def test_there_are_cases() -> None:
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_answer(case: dict[str, Any]) -> None:
    text = case["text"] + case.get("unit", "") * case.get("times", 0)
    given = {name: case[name] for name in ("key", "meter", "dialect") if name in case}
    result = parse(text, case["notation"], profile=case["profile"], **given)
    there = [(d.name, d.line) for d in result.diagnostics]
    for name, line in case["found"]:
        assert any(alike(name, n) and line in (None, at) for n, at in there), (name, line, there)
    known = [name for name, _ in case["found"]] + case["allowed"]
    errors = [d.name for d in result.diagnostics if d.severity == "error"]
    assert all(any(alike(name, k) for k in known) for name in errors), errors
    if "verdict" in case:
        assert result.verdict in case["verdict"]
    if "inside" in case:
        assert result.source.text == case["inside"]
    if "pitches" in case:
        sounding = project(result.score, ties="split").pitches if result.score else []
        assert midi(list(sounding)) == midi(case["pitches"])
