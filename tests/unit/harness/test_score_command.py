"""What `onote score` refuses, and its exit status."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from onote_compiler.cli.main import group

NOTES = ["C4(1/4)", "E4(1/4)"]


def scored(folder: Path, *options: str, task: str = "ast", truth: object = NOTES) -> Result:
    """Score a right answer to one truth."""
    (folder / "truth.json").write_text(json.dumps({"a": truth}), encoding="utf-8")
    (folder / "answers.json").write_text(json.dumps({"a": " ".join(NOTES)}), encoding="utf-8")
    files = [str(folder / "answers.json"), "--truth", str(folder / "truth.json")]
    return CliRunner().invoke(group, ["score", task, *files, *options])


@pytest.mark.parametrize(
    "options",
    [
        ("--key", "H"),
        ("--meter", "0/4"),
        ("--notation", "midi"),  # can be written only
        ("--notation", "nope"),
        ("--dialect", "nope"),
        ("--dialect", "linear", "--notation", "pitchdur"),
        ("--dialect", "linear"),  # a list of notes with durations is asked for in pitch-duration
        ("--key", "H", "--compat", "r2"),
        ("--key", "H", "--jsonl"),
    ],
)
def test_an_option_that_cannot_hold_is_refused_in_one_line(options: tuple[str, ...], tmp_path: Path) -> None:
    found = scored(tmp_path, *options)
    assert (found.exit_code, found.stdout, found.stderr.count("\n")) == (2, "", 1)
    assert found.stderr.startswith("onote: ")


@pytest.mark.parametrize("options", [("--key", "Bb"), ("--meter", "3/4"), ("--dialect", "formatc")])
def test_an_option_that_holds_is_taken(options: tuple[str, ...], tmp_path: Path) -> None:
    assert scored(tmp_path, *options).exit_code == 0


def test_a_direction_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    assert scored(tmp_path, "--mode", "nope", task="cnc").exit_code == 2
    assert scored(tmp_path, "--mode", "full", "--compat", "r2", task="cnc").exit_code == 2
    assert scored(tmp_path, "--mode", "full", "--compat", "r1", task="cnc", truth={"notes": NOTES}).exit_code == 0
    assert scored(tmp_path, "--mode", "jianpu_to_staff", task="cnc", truth={"notes": NOTES}).exit_code == 0


def test_a_line_that_is_no_request_carries_the_figures_as_0() -> None:
    lines = '{"id": 1\n5\n{"id": 2, "prediction": "C4(1/4)", "reference": {"bars": 3}}\n'
    found = CliRunner().invoke(group, ["score", "cnc", "--jsonl", "-"], input=lines)
    answers = [json.loads(line) for line in found.stdout.splitlines()]
    assert found.exit_code == 0
    assert [(a["status"], a["metrics"]["phi"], a["metrics"]["strict_full"]) for a in answers] == [("invalid", 0, 0)] * 3
    released = CliRunner().invoke(group, ["score", "cnc", "--jsonl", "--compat", "r2", "-"], input=lines)
    assert json.loads(released.stdout.splitlines()[0])["metrics"] == {}


@pytest.mark.parametrize(("answers", "status"), [({"a": "C4(1/4)"}, 0), ({}, 0), ({"a": "C4(1/4)", "z": "C4(1/4)"}, 1)])
def test_unknown_ids_of_the_second_system_count(answers: dict[str, str], status: int, tmp_path: Path) -> None:
    second = tmp_path / "second.json"
    second.write_text(json.dumps(answers), encoding="utf-8")
    found = scored(tmp_path, "--against", str(second))
    assert found.exit_code == status
    assert ("1 unknown id" in found.stderr) == bool(status)
