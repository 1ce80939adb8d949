"""Files scored as the released scripts score them, with their denominators."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from onote_compiler.errors import UnknownOptionError
from onote_compiler.harness.layouts import released_requests
from onote_compiler.harness.matching import match
from onote_compiler.harness.released import print_released, score_released
from onote_compiler.scoring.compat import ReleasedSummary, aggregate_as_released

NOTES = ["C4(1/4)", "D4(1/4)", "E4(1/4)"]
PIECE = {"bars": [{"staves": {"treble": [{"pitch": n[:2], "duration": "1/4"} for n in NOTES]}}]}


def summary(release: str, task: str, tmp_path: Path, truth: Any, answers: Any, **defaults: Any) -> ReleasedSummary:
    paths = [tmp_path / "truth.json", tmp_path / "answers.json"]
    for path, value in zip(paths, (truth, answers), strict=True):
        path.write_text(json.dumps(value), encoding="utf-8")
    requests = released_requests(task, match(task, [paths[1]], paths[0]), defaults)
    return aggregate_as_released(release, task, requests, score_released(release, task, requests))


def test_r1_transcription_is_over_the_answers_and_rounds_its_rows(tmp_path: Path) -> None:
    truth = dict.fromkeys("abcd", PIECE)
    found = summary("r1", "ast", tmp_path, truth, {"a": "C4(1/4)", "b": " ".join(NOTES), "c": None})
    [whole] = found.groups
    assert (whole.items, whole.scored, whole.left_out) == (4, 3, 1)
    # A third of the truth, all of it, nothing: 33.33, 100 and 0 as the script writes them.
    assert whole.means["full"] == pytest.approx((33.33 + 100 + 0) / 3, abs=1e-12)
    assert set(found.printed) == {"full", "pitch", "duration"}


def test_r1_conversion_leaves_out_what_holds_no_object(tmp_path: Path) -> None:
    truth = {str(i): {"notes": NOTES, "pitches": ["C4"]} for i in range(5)}
    answers = {"0": {"notes": NOTES}, "1": 'Sure: {"notes": ["C4(1/4)"]}.', "2": "sorry", "3": {"pitches": ["C4"]}}
    [whole] = summary("r1", "cnc", tmp_path, truth, answers).groups
    assert (whole.scored, whole.left_out) == (3, 2)
    # All three notes; one of three (2 * 1 / 4); an object without the list that was asked for.
    assert whole.means["total"] == pytest.approx(100 * (1 + 0.5 + 0) / 3)


def test_r1_conversion_of_pitches(tmp_path: Path) -> None:
    truth = {"0": {"notes": NOTES, "pitches": ["C4", "D4"]}}
    found = summary("r1", "cnc", tmp_path, truth, {"0": {"pitches": ["C4"]}}, mode="pitch_only")
    assert [(group.name, group.means["total"]) for group in found.groups] == [
        ("pitch_only", pytest.approx(200 / 3)),
        (None, pytest.approx(200 / 3)),
    ]


def test_r2_conversion_to_jianpu_takes_staves(tmp_path: Path) -> None:
    truth = {"0": {"treble": "1(1/4) 2(1/4)", "bass": "_1(1/2)"}}
    found = summary("r2", "cnc", tmp_path, truth, {"0": {"treble": "1(1/4) 2(1/4)"}}, mode="staff_to_jianpu")
    assert found.groups[-1].means["total"] == 50.0


def test_questions_leave_out_failed_calls(tmp_path: Path) -> None:
    truth = [{"doc_id": str(i), "question": "?", "options": ["x", "y"], "answer": "A"} for i in range(4)]
    answers = {"0": "A", "1": "B", "2": "[Error] API Call Failed", "3": ""}
    assert summary("r1", "vsu", tmp_path, truth, answers).groups[-1].means["correct"] == 50.0
    assert summary("r2", "vsu", tmp_path, truth, answers).groups[-1].means["correct"] == pytest.approx(100 / 3)


def test_what_raises_is_counted_apart(tmp_path: Path) -> None:
    [whole] = summary("r1", "ast", tmp_path, {"a": PIECE, "b": PIECE}, {"a": 7, "b": " ".join(NOTES)}).groups
    assert (whole.scored, whole.raised, whole.means["full"]) == (1, 1, 100.0)


def test_a_task_that_a_release_does_not_compute() -> None:
    with pytest.raises(UnknownOptionError):
        score_released("r1", "smg", [])


def test_the_table_says_what_is_left_out(tmp_path: Path) -> None:
    stream = io.StringIO()
    found = summary("r2", "ast", tmp_path, {"a": PIECE, "b": PIECE}, {"a": "C4(1/4)"}, notation="pitchdur")
    print_released(found, color=False, stream=stream)
    said = stream.getvalue()
    assert "pitchdur      2       1         1       0  100.00  100.00    100.00" in said
    assert "are not in its denominator" in said
    assert "prints no mean of full, pitch, duration" in said
