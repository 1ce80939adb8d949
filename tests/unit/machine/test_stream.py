"""The stream answers every line in order, whatever the lines hold and whatever happens to its workers."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from onote_compiler.machine import answer_check, answer_lines, answer_project


def echo(request: Any, defaults: Mapping[str, Any]) -> dict[str, Any]:
    if request.get("die"):
        os._exit(9)  # what the kernel does to a worker that takes too much memory
    return {"id": request["id"]}


@pytest.mark.parametrize("workers", [1, 2])
def test_order_is_kept(workers: int) -> None:
    lines = [json.dumps({"id": i}) for i in range(200)]
    assert [json.loads(a)["id"] for a in answer_lines(lines, echo, {}, workers)] == list(range(200))


def test_a_killed_worker_costs_one_answer() -> None:
    lines = [json.dumps({"id": i, "die": i == 70}) for i in range(150)]
    answers = [json.loads(a) for a in answer_lines(lines, echo, {}, workers=2)]
    assert [a["id"] for a in answers] == list(range(150))
    assert [a["id"] for a in answers if "error" in a] == [70]
    assert "died" in answers[70]["error"]


@pytest.mark.skipif(os.name == "nt", reason="a signal that cannot be caught")
def test_workers_end_with_the_process_that_is_killed() -> None:
    """Workers inherit the pipe, so that reading it to its end returns only when all of them are gone."""
    main = (
        "import itertools, sys; from onote_compiler.parallel import map_ordered\n"
        "for x in map_ordered(str, itertools.count(), 2, str): x == '0' and print(x, flush=True)"
    )
    process = subprocess.Popen([sys.executable, "-c", main], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"0\n"
    process.kill()
    process.communicate(timeout=60)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"id": 1, "text": ', "line 2, column 19: not JSON"),
        ('"C4(1/4)"', "a request is an object, not str"),
        ('{"id": 1}', '"text" is missing'),
        ('{"id": 1, "text": 5}', '"text" must be a string, not int'),
        ('{"id": 1, "text": null}', '"text" must be a string, not null'),
        ('{"id": 1, "text": "C", "format": "abcd"}', "did you mean abc?"),
        ('{"id": 1, "text": "C", "profile": "lenent"}', "did you mean lenient?"),
        ('{"id": 1, "text": "C", "form": "sung"}', '"form" must be written or played'),
        ('{"id": 1, "text": "C", "format": "abc", "dialect": "x"}', "no dialect 'x'"),
        ('{"id": 1, "text": "C", "format": "abc", "key": "H"}', "no key 'H'"),
        ('{"id": 1, "text": "C", "format": "abc", "meter": "4/0"}', "no meter '4/0'"),
        ("[" * 100_000, "nested too deep"),
        ('{"id": 1, "text": "", "n": ' + "9" * 5000 + "}", "line 2"),
    ],
)
def test_a_bad_line_is_answered_and_the_batch_goes_on(line: str, says: str) -> None:
    good = json.dumps({"id": "ok", "text": "{}", "format": "musixqa"})
    answers = [json.loads(a) for a in answer_lines([good, line, good], answer_project, {})]
    assert says in answers[1]["error"]
    assert [a["id"] for a in (answers[0], answers[2])] == ["ok", "ok"]


def test_a_request_names_no_file_of_the_machine(tmp_path: Path) -> None:
    own, other = tmp_path / "own.toml", tmp_path / "other.toml"
    for path in (own, other):
        path.write_text('[severity]\nerror = ["missing-final-bar"]\n', encoding="utf-8")
    text = {"text": "X:1\nT:T\nM:2/4\nL:1/4\nK:C\nC D", "format": "abc"}
    asked = [None, "own", str(own), "lenient", "other", str(other), "/etc/passwd", "x.toml", "own.toml"]
    lines = [json.dumps({**text, "id": name, "profile": name}) for name in asked]
    answers = [json.loads(a) for a in answer_lines(lines, answer_check, {"profile": str(own)})]
    assert [a["format_ok"] for a in answers[:4]] == [False, False, False, True]
    assert all("no profile" in a["error"] and "in this run" in a["error"] for a in answers[4:])
    assert [
        json.loads(a)["id"] for a in answer_lines(lines[4:], answer_check, {}) if "error" in json.loads(a)
    ] == asked[4:]


@pytest.mark.parametrize(
    ("text", "detected"),
    [
        ("C4(1/4) D4(1/4)", {"dialect": "formatc", "confidence": 0.95, "reasons": ["2 pitches with durations"]}),
        ("\\relative c { c4 }", {"dialect": None, "confidence": 0.9, "reasons": ["it holds \\relative"]}),
        ("no music", {"dialect": None, "confidence": 0.0, "reasons": []}),
    ],
)
def test_a_guess_says_why(text: str, detected: dict[str, Any]) -> None:
    (answer,) = answer_lines([json.dumps({"text": text})], answer_check, {})
    assert json.loads(answer)["detected"] == detected
    (named,) = answer_lines([json.dumps({"text": text, "format": "pitchdur"})], answer_check, {})
    assert "detected" not in json.loads(named)


def test_blank_lines_are_no_requests() -> None:
    assert list(answer_lines(["\n", "  \n"], answer_check, {})) == []


def faulty(request: Any, defaults: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": request["id"], "half": 1 / request["by"]}


def test_a_fault_of_ours_costs_one_answer() -> None:
    lines = [json.dumps({"id": i, "by": i - 1}) for i in range(3)]
    answers = [json.loads(a) for a in answer_lines(lines, faulty, {})]
    assert [a.get("half") for a in answers] == [-1.0, None, 1.0]
    assert "internal error, ZeroDivisionError" in answers[1]["error"]
