"""Layouts of both releases, our JSONL, directories; duplicate, unknown and missing ids; malformed truths."""

import json
from pathlib import Path
from typing import Any

import pytest

from onote_compiler.errors import DataError
from onote_compiler.harness.layouts import Run, load_run, refuse_malformed_truths
from onote_compiler.scoring import aggregate, score_batch

PIECE = {
    "tempo": 90,
    "key": "C Major",
    "time_signature": "2/4",
    "bars": [{"bar_number": 1, "chord": "C", "staves": {"treble": [{"pitch": "C4", "duration": "1/2"}]}}],
}


def write(path: Path, value: Any) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def kinds(run: Run) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mismatch in run.matched.mismatches:
        found.setdefault(mismatch.kind, []).append(mismatch.id)
    return found


def refused(answers: Path, truth: Path | None = None) -> None:
    run = load_run("ast", [answers], truth)
    refuse_malformed_truths(run, score_batch("ast", run.items))


def test_transcription_layout(tmp_path: Path) -> None:
    truth = write(tmp_path / "truth.json", {"0000001": PIECE, "0000002": PIECE})
    answers = write(tmp_path / "answers.json", {"1": "C4(1/2)", "9": "C4(1/2)"})
    run = load_run("ast", [answers], truth, defaults={"notation": "pitchdur", "model": "m"})
    assert kinds(run) == {"unknown": ["9"], "missing": ["0000002"]}
    assert [(i.id, i.prediction, i.model) for i in run.items] == [
        ("0000001", "C4(1/2)", "m"),
        ("0000002", None, "m"),
    ]
    summary = aggregate(score_batch("ast", run.items))
    assert summary.groups[0].metrics["full"].mean == 0.5


def test_conversion_layout_fills_ids(tmp_path: Path) -> None:
    truth = write(tmp_path / "truth.json", {"3": {"notes": ["C4(1/4)"]}, "4": {"pitches": ["E2"]}})
    answers = write(tmp_path / "answers.json", {"0000003": {"notes": ["C4(1/4)"]}, "0000004": ["E2"]})
    run = load_run("cnc", [answers], truth)
    assert not run.matched.mismatches
    assert [r.metrics["phi"] for r in score_batch("cnc", run.items)] == [1.0, 1.0]


def test_question_layout(tmp_path: Path) -> None:
    questions = [
        {"doc_id": "1", "question": "Which?", "options": ["C4", "D4"], "answer": "B"},
        {"doc_id": "2", "question": "Which?", "options": ["C4", "D4"], "answer": "A"},
    ]
    truth = write(tmp_path / "qa.json", questions)
    run = load_run("vsu", [write(tmp_path / "a.json", {"1": "B", "2": "D4"})], truth)
    assert [r.metrics["correct"] for r in score_batch("vsu", run.items)] == [1.0, 0.0]


def test_our_lines_carry_their_own_truth(tmp_path: Path) -> None:
    lines = [
        {"id": "a", "prediction": "C4(1/2)", "reference": PIECE, "notation": "pitchdur"},
        {"id": "b", "prediction": None, "reference": PIECE},
        {"id": "a", "prediction": "D4(1/2)", "reference": PIECE},
    ]
    path = write(tmp_path / "run.jsonl", "\n".join(map(json.dumps, lines)))
    run = load_run("ast", [path])
    assert kinds(run) == {"duplicate": ["a"]}
    assert [item.prediction for item in run.items] == ["C4(1/2)", None]


def test_directories(tmp_path: Path) -> None:
    answers, truths = tmp_path / "answers", tmp_path / "truths"
    answers.mkdir()
    truths.mkdir()
    write(answers / "7.txt", "C4(1/2)")
    write(truths / "0000007.json", PIECE)
    run = load_run("ast", [answers], truths, defaults={"notation": "pitchdur"})
    assert not run.matched.mismatches
    assert next(iter(score_batch("ast", run.items))).metrics["full"] == 1.0


@pytest.mark.parametrize(
    ("header", "written", "notation"),
    [
        ("Song_ID,Format,Generated_Score,Critic_Review", "1,JIANPU,1(1/1) |,x", "jianpu"),
        ("Item ID,Task,Generated Notation", "1,staff,X:1,", "abc"),
    ],
)
def test_tables_of_generated_music(tmp_path: Path, header: str, written: str, notation: str) -> None:
    run = load_run("smg", [write(tmp_path / "t.csv", f"\ufeff{header}\n{written}\n")])
    assert [(i.id, i.notation) for i in run.items] == [("1", notation)]


def test_keys_that_stand_twice_in_an_object(tmp_path: Path) -> None:
    truth = write(tmp_path / "truth.json", {"x": PIECE})
    run = load_run("ast", [write(tmp_path / "a.json", '{"x": "C4(1/2)", "x": "D4(1/2)"}')], truth)
    assert kinds(run) == {"duplicate": ["x"]}
    assert run.items[0].prediction == "C4(1/2)"


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("t.json", '{"x": {"bars": []}}', "t.json, x: $"),
        ("t.json", json.dumps({"x": {**PIECE, "bars": [{"staves": {"treble": [{"pitch": "H4"}]}}]}}), "$.bars[0]"),
        ("t.json", "{", "line 1"),
        ("t.json", "3", "must hold"),
        ("t.json", "[3]", "$[0]"),
        ("t.jsonl", '{"id": "1"}\nx', "line 2"),
        ("t.jsonl", '{"reference": 1}', "id"),
    ],
)
def test_malformed_truth_is_refused_by_file_id_and_path(tmp_path: Path, name: str, content: str, part: str) -> None:
    answers = write(tmp_path / "a.json", {"x": "C4(1/2)"})
    with pytest.raises(DataError) as caught:
        refused(answers, write(tmp_path / name, content))
    assert part in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        load_run("ast", [tmp_path / "nothing.json"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="no files"):
        load_run("ast", [tmp_path / "empty"])


def test_a_reference_that_is_missing_is_said_to_be(tmp_path: Path) -> None:
    lines = '{"id": "a", "prediction": "C4(1/2)"}\n{"id": "b", "prediction": "", "reference": ["C4(1/2)"]}'
    path = write(tmp_path / "run.jsonl", lines)
    with pytest.raises(DataError, match=r'run.jsonl, line 1: "reference" is missing'):
        refused(path)


def test_what_an_answer_says_outranks_the_list_of_items_and_that_the_truth(tmp_path: Path) -> None:
    truth = write(tmp_path / "t.jsonl", json.dumps({"id": "x", "reference": PIECE, "notation": "abc", "meter": "2/4"}))
    items = write(tmp_path / "i.jsonl", '{"id": "1", "truth": "x", "notation": "jianpu", "key": "C"}')
    answers = write(tmp_path / "a.jsonl", '{"id": "1", "prediction": "1(1/2) |", "notation": "pitchdur"}')
    [item] = load_run("ast", [answers], truth, items=items).items
    assert (item.id, item.notation, item.key, item.meter, item.reference) == ("1", "pitchdur", "C", "2/4", PIECE)


def test_a_truth_that_several_answers_share_is_refused_once(tmp_path: Path) -> None:
    truth = write(tmp_path / "truth.json", {"a": {**PIECE, "bars": [{"staves": 5}]}})
    lines = "\n".join(json.dumps({"id": n, "truth": "a", "prediction": "C4(1/2)"}) for n in range(3))
    with pytest.raises(DataError) as caught:
        refused(write(tmp_path / "answers.jsonl", lines), truth)
    assert len(str(caught.value).splitlines()) == 1


def test_swapped_files_are_guessed(tmp_path: Path) -> None:
    pieces, answers = write(tmp_path / "t.json", {"a": PIECE}), write(tmp_path / "a.json", {"a": {"text": "C4"}})
    with pytest.raises(DataError, match="swapped"):
        refused(pieces, answers)


def test_a_forgotten_truth_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="--truth"):
        load_run("ast", [write(tmp_path / "a.json", {"a": "C4(1/2)"})])
