"""Which answer goes with which truth, and what is said of those that go with none."""

import json
from pathlib import Path
from typing import Any

import pytest

from onote_compiler.harness.matching import Matched, match, normal_id, summarise


def write(path: Path, entries: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def truths(tmp_path: Path, *names: str) -> Path:
    path = tmp_path / "truth.json"
    path.write_text(json.dumps({name: ["C4(1/4)"] for name in names}), encoding="utf-8")
    return path


def answer(name: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "prediction": "C4(1/4)", **more}


def kinds(matched: Matched) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mismatch in matched.mismatches:
        found.setdefault(mismatch.kind, []).append(mismatch.id)
    return found


@pytest.mark.parametrize(
    ("written", "normal"),
    [("7", "0000007"), ("0000007.png", "0000007"), ("00_BN1-129-Eb_comp_mic.wav", "00_BN1-129-Eb_comp"), ("a", "a")],
)
def test_ids(written: str, normal: str) -> None:
    assert normal_id(written) == normal


def test_answers_share_a_truth_that_they_name(tmp_path: Path) -> None:
    answers = write(tmp_path / "a.jsonl", [answer("1", truth="x"), answer("2", truth="x"), answer("3", truth="y")])
    matched = match("ast", [answers], truths(tmp_path, "x", "y", "z"))
    assert [(pair.id, pair.truth and pair.truth.id) for pair in matched.pairs] == [("1", "x"), ("2", "x"), ("3", "y")]
    assert kinds(matched) == {"unused": ["z"]}


def test_truths_named_one_to_one_are_all_asked_for(tmp_path: Path) -> None:
    answers = write(tmp_path / "a.jsonl", [answer("1", truth="x"), answer("3", truth="y")])
    matched = match("ast", [answers], truths(tmp_path, "x", "y", "z"))
    assert [pair.id for pair in matched.pairs] == ["1", "3", "z"]
    assert kinds(matched) == {"missing": ["z"]}


def test_a_truth_that_does_not_exist(tmp_path: Path) -> None:
    answers = write(tmp_path / "a.jsonl", [answer("1", truth="x"), answer("x", truth="q")])
    matched = match("ast", [answers], truths(tmp_path, "x"))
    assert [pair.id for pair in matched.pairs] == ["1"]
    assert kinds(matched) == {"unknown": ["x"]}


def test_entries_of_another_task_are_left_out_and_counted(tmp_path: Path) -> None:
    entries = [answer("1", task="AST", truth="x"), answer("1", task="cnc", truth="y"), answer("2", task="vsu")]
    matched = match("ast", [write(tmp_path / "a.jsonl", entries)], truths(tmp_path, "x", "y", "z"))
    assert [pair.id for pair in matched.pairs] == ["1", "z"]
    assert kinds(matched) == {"missing": ["z"]}
    assert next(summarise(matched)) == "answers of other tasks left out: cnc 1, vsu 1"


def test_a_list_of_items_says_what_was_asked_for(tmp_path: Path) -> None:
    items = [{"id": name, "truth": truth} for name, truth in (("1", "x"), ("2", "x"), ("3", "y"))]
    asked = write(tmp_path / "items.jsonl", [*items, {"id": "9", "task": "smg"}])
    answers = write(tmp_path / "a.jsonl", [answer("2"), answer("1"), answer("7")])
    matched = match("ast", [answers], truths(tmp_path, "x", "y", "z"), asked)
    assert [(pair.id, pair.answer is not None) for pair in matched.pairs] == [("1", True), ("2", True), ("3", False)]
    assert kinds(matched) == {"unknown": ["7"], "missing": ["3"]}


def test_a_list_of_items_without_truths(tmp_path: Path) -> None:
    asked = write(tmp_path / "items.jsonl", [{"id": "1", "measures": 8}, {"id": "2", "measures": 4}])
    matched = match("smg", [write(tmp_path / "a.jsonl", [answer("1")])], None, asked)
    assert [(pair.id, pair.fields["measures"]) for pair in matched.pairs] == [("1", 8), ("2", 4)]
    assert kinds(matched) == {"missing": ["2"]}


def test_at_most_five_examples_a_kind(tmp_path: Path) -> None:
    answers = write(tmp_path / "a.jsonl", [answer(f"u{i}") for i in range(7)] + [answer("x"), answer("x")])
    matched = match("ast", [answers], truths(tmp_path, "x", "y"))
    assert sorted(summarise(matched)) == [
        f"{answers}: 1 duplicate id (the first one counts): x",
        f"{answers}: 7 unknown ids (no truth or item goes with it): u0, u1, u2, u3, u4 and 2 more",
        f"{tmp_path / 'truth.json'}: 1 id without an answer (scored as 0): y",
    ]
