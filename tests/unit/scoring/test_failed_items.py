"""An item that cannot be scored keeps its figures, as 0, and its place in the row of its notation."""

from typing import Any

import pytest

from onote_compiler.scoring import Item, aggregate, score_batch, score_item, score_line

NOTES = ["C4(1/4)", "E4(1/4)"]
RIGHT = " ".join(NOTES)
PIECE = {
    "tempo": 90,
    "key": "C Major",
    "time_signature": "4/4",
    "bars": [{"bar_number": 1, "chord": "C", "staves": {"treble": [{"pitch": "C4", "duration": "1"}]}}],
}
TRUTHS = {"ast": NOTES, "cnc": NOTES, "vsu": "B", "smg": None}
BAD_FIELDS = [
    {"key": "H"}, {"meter": "0/4"}, {"notation": "midi"}, {"notation": "nope"}, {"dialect": "nope"}, {"key": 5},
    {"notation": ["abc"]}, {"measures": "8"}, {"mode": {}, "model": 3},
]  # fmt: skip


def figures(line: dict[str, Any]) -> dict[str, Any]:
    found = line["metrics"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("field", BAD_FIELDS, ids=str)
@pytest.mark.parametrize("task", ["ast", "cnc"])
def test_a_bad_field_costs_what_a_missing_answer_costs(task: str, field: dict[str, Any]) -> None:
    line = score_line(task, {"id": 1, "prediction": RIGHT, "reference": NOTES, **field})
    absent = score_line(task, {"id": 1, "prediction": None, "reference": NOTES})
    assert (line["status"], absent["status"]) == ("invalid", "missing")
    assert line["error"]
    assert figures(line) == figures(absent)
    assert figures(line)["score"] == figures(line)["strict_score"] == figures(line)["pitch"] == 0


@pytest.mark.parametrize("task", ["ast", "cnc", "vsu"])
@pytest.mark.parametrize("truth", [None, 7, {"bars": []}, ["x y"], {"options": 3}, "{"], ids=str)
def test_a_malformed_truth_leaves_the_figures(task: str, truth: Any) -> None:
    line = score_line(task, {"id": 1, "prediction": RIGHT, "reference": truth})
    known = score_line(task, {"id": 1, "prediction": RIGHT, "reference": TRUTHS[task]})
    assert line["error"]
    assert set(figures(line)) == set(figures(known))
    assert figures(line)["score"] == figures(line)["strict_score"] == 0


@pytest.mark.parametrize("task", list(TRUTHS))
@pytest.mark.parametrize("request_", [5, "text", None, []], ids=str)
def test_what_is_no_request_has_the_figures_too(task: str, request_: Any) -> None:
    line = score_line(task, request_)
    assert (line["status"], figures(line)["score"]) == ("invalid", 0)


def test_a_generated_piece_in_a_key_that_does_not_exist() -> None:
    line = score_line("smg", {"id": 1, "prediction": RIGHT, "notation": "pitchdur", "key": "H"})
    assert figures(line)["score"] == 0
    assert figures(line)["technical"] == 1  # the rubric goes from 1 to 5


def test_the_released_shape_has_no_figures_of_ours() -> None:
    assert score_line("ast", 5, "r2")["metrics"] == {}


@pytest.mark.parametrize("field", BAD_FIELDS[:5], ids=str)
def test_the_item_stays_in_the_row_of_its_notation(field: dict[str, Any]) -> None:
    items = [Item("a", RIGHT, NOTES[:]), Item("b", RIGHT, NOTES, **field)]
    summary = aggregate(score_batch("cnc", items))
    assert [(g.notation, g.items, g.metrics["pitch"].mean) for g in summary.groups] == [
        ("pitchdur", 2, 0.5),
        (None, 2, 0.5),
    ]


def test_an_answer_in_a_notation_nobody_named_stays_where_it_would_be_read() -> None:
    tune = "X:1\nM:4/4\nL:1/4\nK:C\nC D E F |]\n"
    for task, truth in (("ast", tune), ("smg", None)):
        results = list(score_batch(task, [Item("a", tune, truth), Item("b", tune, truth, key="H")]))
        assert [(r.notation, r.metrics["score"] == 0) for r in results] == [("abc", False), ("abc", True)]


def test_a_list_of_pitches_has_no_durations_to_fail_in() -> None:
    items = [Item("a", "C4 E4", ["C4", "E4"], "pitchdur"), Item("b", "C4 E4", ["C4", "E4"], "pitchdur", key="H")]
    [first, *_] = aggregate(score_batch("ast", items)).groups
    assert "duration" not in first.metrics


def test_seconds_apply_as_they_would_have() -> None:
    for truth, seconds in ((PIECE, 0), (NOTES, None)):  # a list says no tempo
        line = score_line("ast", {"prediction": RIGHT, "reference": truth, "key": "H"})
        assert figures(line)["seconds_onset_f1"] == seconds
        assert score_item("ast", None, truth).metrics["seconds_onset_f1"] == seconds
