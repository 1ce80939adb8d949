"""The demo benchmark: its truths keep to the shape, its files agree, and each answer does what it says."""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from onote_compiler.scoring import ItemResult, score_item

DEMO = files("onote_compiler.corpus") / "demo"
README = (files("onote_compiler.corpus") / "README.md").read_text(encoding="utf-8")


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DEMO / name).read_text(encoding="utf-8").splitlines()]


TRUTH: dict[str, Any] = json.loads((DEMO / "truth.json").read_text(encoding="utf-8"))
ITEMS = _lines("items.jsonl")
PREDICTIONS = {line["id"]: line for line in _lines("predictions.jsonl")}
SHARPS = "FCGDAEB"


def signature(key: str) -> dict[str, str]:
    """Return the accidental of each letter that a key such as ``F# Minor`` alters."""
    root, mode = key.split()
    fifths = SHARPS.index(root[0]) - 1 + 7 * (root.count("#") - root[1:].count("b")) - (3 if mode == "Minor" else 0)
    assert -7 <= fifths <= 7
    return dict.fromkeys(SHARPS[:fifths], "#") if fifths > 0 else dict.fromkeys(SHARPS[7 + fifths :], "b")


def names(note: dict[str, Any]) -> list[str]:
    return note["pitch"] if isinstance(note["pitch"], list) else [note["pitch"]]


@cache
def result(identifier: str, profile: str = "onote") -> ItemResult:
    given = PREDICTIONS.get(identifier, {})
    item = next(item for item in ITEMS if item["id"] == identifier)
    return score_item(
        item["task"], given.get("prediction"), TRUTH[item["truth"]], id=identifier, notation=item["notation"],
        dialect=item.get("dialect"), key=given.get("key"), meter=given.get("meter"), profile=profile,
    )  # fmt: skip


def _id(item: dict[str, Any]) -> str:
    return str(item["id"])


@pytest.mark.parametrize("name", TRUTH)
def test_truth_keeps_to_the_shape(name: str) -> None:
    sample = TRUTH[name]
    assert set(sample) == {"tempo", "key", "time_signature", "bars"}
    assert sample["time_signature"] in ("2/4", "3/4", "4/4")
    altered = signature(sample["key"])
    assert [bar["bar_number"] for bar in sample["bars"]] == list(range(1, len(sample["bars"]) + 1))
    assert len({tuple(bar["staves"]) for bar in sample["bars"]}) == 1
    for bar in sample["bars"]:
        assert set(bar) <= {"bar_number", "chord", "repeat", "staves"}
        assert set(bar["staves"]) <= {"treble", "bass"}
        for staff in bar["staves"].values():
            assert sum(Fraction(note["duration"]) for note in staff) == Fraction(sample["time_signature"])
            for note, following in zip(staff, [*staff[1:], None], strict=True):
                assert all(name[1:-1] == altered.get(name[0], "") for name in names(note))
                assert not note.get("tie") or (following is not None and following["pitch"] == note["pitch"])


def test_repeats_come_in_pairs() -> None:
    for sample in TRUTH.values():
        signs = [bar["repeat"] for bar in sample["bars"] if "repeat" in bar]
        assert signs in ([], ["start", "end"])


def test_files_agree() -> None:
    assert len({item["id"] for item in ITEMS}) == len(ITEMS)
    assert set(PREDICTIONS) <= {item["id"] for item in ITEMS}
    for item in ITEMS:
        assert item["truth"] in TRUTH
        given = PREDICTIONS.get(item["id"])
        assert (given is None or given["prediction"] is None) == (item["expect"] == "missing")
        for field in ("task", "notation", "dialect", "truth"):
            assert given is None or given.get(field) == item.get(field)
        if given is not None and "key" in given:
            assert given["key"] == TRUTH[item["truth"]]["key"]
        if given is not None and "meter" in given:
            assert given["meter"] == TRUTH[item["truth"]]["time_signature"]


def test_every_truth_is_used() -> None:
    assert {item["truth"] for item in ITEMS} == set(TRUTH)


def test_breadth() -> None:
    assert len(ITEMS) >= 48
    kinds = {(item["task"], item["notation"]) for item in ITEMS}
    assert kinds == {(task, notation) for task in ("ast", "cnc") for notation in ("abc", "jianpu", "tab", "pitchdur")}
    assert {item["expect"] for item in ITEMS} == {"ok", "invalid", "missing"}


@pytest.mark.parametrize("item", ITEMS, ids=_id)
def test_readme_says_what_it_shows(item: dict[str, Any]) -> None:
    assert f"| {item['id']} | {item['truth']} | {item['shows'].replace('|', chr(92) + '|')} |" in README


@pytest.mark.parametrize("item", ITEMS, ids=_id)
def test_expected_status(item: dict[str, Any]) -> None:
    found = result(item["id"])
    assert (found.status, found.error) == (item["expect"], None), found.diagnostics


def figures() -> Iterator[object]:
    for item in ITEMS:
        for name in ("pitch", "duration", "full", "phi"):
            if name in item:
                yield pytest.param(item["id"], name, Fraction(item[name]), id=f"{item['id']} {name}")


@pytest.mark.parametrize(("identifier", "name", "expected"), list(figures()))
def test_expected_figures(identifier: str, name: str, expected: Fraction) -> None:
    assert result(identifier).metrics[name] == pytest.approx(float(expected))


@pytest.mark.parametrize("item", [item for item in ITEMS if item.get("dialect") in ("linear", "pitches")], ids=_id)
def test_answers_without_durations_are_scored_on_pitch(item: dict[str, Any]) -> None:
    found = result(item["id"])
    assert found.metrics["duration"] is None or found.status != "ok"
    assert found.metrics["full"] is None or found.status != "ok"


@pytest.mark.parametrize("item", [item for item in ITEMS if "format_ok" in item], ids=_id)
def test_expected_format(item: dict[str, Any]) -> None:
    found = result(item["id"])
    assert found.format_ok == item["format_ok"], found.diagnostics
    assert found.metrics["strict_phi"] == (found.metrics["phi"] if item["format_ok"] else 0)


@pytest.mark.parametrize("item", [item for item in ITEMS if "diagnostics" in item], ids=_id)
def test_expected_diagnostics(item: dict[str, Any]) -> None:
    assert set(item["diagnostics"]) <= {d.name for d in result(item["id"], "lenient").diagnostics}


@pytest.mark.parametrize("item", [item for item in ITEMS if "strict_diagnostics" in item], ids=_id)
def test_expected_strict_diagnostics(item: dict[str, Any]) -> None:
    assert set(item["strict_diagnostics"]) <= {d.name for d in result(item["id"]).diagnostics}
