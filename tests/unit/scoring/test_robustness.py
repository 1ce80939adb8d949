"""Whatever a line holds it is answered: any JSON as prediction, reference and option; large and deep input."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onote_compiler.scoring import score_line

TOKENS = st.sampled_from(
    ["C4(1/4)", "1/0", "Bb3(1/8)", "R(1/4)", "[C4 E4](1/4)", "|", "S1_F0", "S6_F3+S5_F2", "1(1/4)", "^5(1/8)", "_", "(",
     "x", "X:1\nM:4/4\nL:1/4\nK:C\n", "CDEF|", "z4|]", "e|--0-|", "```", "A", "B or C", '{"notes": ["C4(1/4)"]}', "\n"]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=30), st.lists(TOKENS, max_size=12).map(" ".join))
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS)
KEYS = st.sampled_from(["bars", "notes", "pitches", "treble", "bass", "answer", "options", "annotations", "key", "x"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
TASKS = ("ast", "cnc", "vsu", "smg")
PIECE = {
    "tempo": 90,
    "key": "C Major",
    "time_signature": "4/4",
    "bars": [{"bar_number": 1, "chord": "C", "staves": {"treble": [{"pitch": "C4", "duration": "1"}]}}],
}


def answered(line: dict[str, Any]) -> bool:
    json.dumps(line)
    return set(line) >= {"id", "status", "format_ok", "metrics", "diagnostics"}


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(TASKS),
    VALUES,
    st.one_of(VALUES, st.just(PIECE), st.just(["C4(1/4)"]), st.just("B")),
    st.sampled_from([None, "abc", "jianpu", "tab", "pitchdur", "auto", "xyz", 3]),
    st.sampled_from([None, "full", "pitch_only", "staff_to_jianpu", "guitar_to_staff"]),
    st.sampled_from([None, "r1", "r2"]),
)
def test_any_line_is_answered(
    task: str, prediction: Any, reference: Any, notation: Any, mode: Any, compat: Any
) -> None:
    request = {"id": 1, "prediction": prediction, "reference": reference, "notation": notation, "mode": mode}
    assert answered(score_line(task, {k: v for k, v in request.items() if v is not None}, compat))


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("prediction", [nested(3000), "[" * 5000, '{"a":' * 5000, "9" * 5000 + "(1/4)"])
def test_deep_input(task: str, prediction: Any) -> None:
    for reference in (PIECE, "B", nested(3000)):
        line = score_line(task, {"id": 1, "prediction": prediction, "reference": reference})
        assert line["status"] == "invalid"


@pytest.mark.parametrize(
    ("task", "notation", "unit"),
    [
        ("ast", "pitchdur", "C4(1/4) "),
        ("ast", "tab", "S1_F0 "),
        ("cnc", "jianpu", "1(1/4) | "),
        ("smg", "jianpu", "1(1/4) | "),
        ("smg", "abc", "C D E F | "),
        ("vsu", None, "A or B "),
    ],
)
def test_long_answers_are_answered(task: str, notation: str | None, unit: str) -> None:
    text = ("X:1\nT:t\nM:4/4\nL:1/4\nK:C\n" if notation == "abc" else "") + unit * (50_000 // len(unit))
    answer = score_line(
        task, {"id": 1, "prediction": text, "reference": "B" if task == "vsu" else PIECE, "notation": notation}
    )
    assert answer["status"] in ("ok", "invalid")
