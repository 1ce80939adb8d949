"""The demo benchmark: its truths keep to the shape, its files agree, and each answer does what it says."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

from onote_compiler import parse, project
from onote_compiler.projection import Projection

DEMO = files("onote_compiler.corpus") / "demo"
README = (files("onote_compiler.corpus") / "README.md").read_text(encoding="utf-8")


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DEMO / name).read_text(encoding="utf-8").splitlines()]


TRUTH: dict[str, Any] = json.loads((DEMO / "truth.json").read_text(encoding="utf-8"))
ITEMS = _lines("items.jsonl")
PREDICTIONS = {line["id"]: line for line in _lines("predictions.jsonl")}
ANSWERED = [item for item in ITEMS if item["expect"] != "missing"]
SCALE = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
SHARPS = "FCGDAEB"


def midi(name: str) -> int:
    letter, accidentals, octave = name[0], name[1:-1], int(name[-1])
    return 12 * (octave + 1) + SCALE[letter] + accidentals.count("#") - accidentals.count("b")


def signature(key: str) -> dict[str, str]:
    """Return the accidental of each letter that a key such as ``F# Minor`` alters."""
    root, mode = key.split()
    fifths = SHARPS.index(root[0]) - 1 + 7 * (root.count("#") - root[1:].count("b")) - (3 if mode == "Minor" else 0)
    assert -7 <= fifths <= 7
    return dict.fromkeys(SHARPS[:fifths], "#") if fifths > 0 else dict.fromkeys(SHARPS[7 + fifths :], "b")


def names(note: dict[str, Any]) -> list[str]:
    return note["pitch"] if isinstance(note["pitch"], list) else [note["pitch"]]


def truth_notes(sample: dict[str, Any]) -> list[tuple[int, Fraction]]:
    """Return MIDI number and duration of every note by onset and then pitch, tied notes joined."""
    found: list[tuple[Fraction, int, Fraction]] = []
    for bar in sample["bars"]:
        start = (bar["bar_number"] - 1) * Fraction(sample["time_signature"])
        for staff in bar["staves"].values():
            now, held = start, Fraction(0)
            for note in staff:
                held += Fraction(note["duration"])
                if not note.get("tie"):
                    found.extend((now, midi(name), held) for name in names(note))
                    now, held = now + held, Fraction(0)
    return [(pitch, length) for _, pitch, length in sorted(found, key=lambda entry: entry[:2])]


def accuracy(truth: Sequence[object], answer: Sequence[object]) -> Fraction:
    """Equation 7 of the paper with the edit distance of the textbook."""
    row = list(range(len(answer) + 1))
    for i, wanted in enumerate(truth, 1):
        diagonal, row[0] = row[0], i
        for j, found in enumerate(answer, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (wanted != found))
    return 1 - Fraction(row[-1], max(len(truth), len(answer)))


def answer(item: dict[str, Any], profile: str = "lenient") -> Any:
    given = PREDICTIONS[item["id"]]
    return parse(
        given["prediction"], given["notation"], profile=profile,
        dialect=given.get("dialect"), key=given.get("key"), meter=given.get("meter"),
    )  # fmt: skip


def notes(projection: Projection) -> Iterator[tuple[int, Fraction | None]]:
    return ((note.midi, note.duration) for note in projection.flat_notes)


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


@pytest.mark.parametrize("item", ANSWERED, ids=_id)
def test_expected_status(item: dict[str, Any]) -> None:
    result = answer(item)
    counts = False
    if result.score is not None:
        found, wanted = len(project(result.score).flat), len(truth_notes(TRUTH[item["truth"]]))
        counts = wanted <= 2 * found <= 4 * wanted
    assert counts == (item["expect"] == "ok"), result.diagnostics


@pytest.mark.parametrize("item", [item for item in ANSWERED if item["expect"] == "ok"], ids=_id)
def test_expected_accuracy(item: dict[str, Any]) -> None:
    wanted = truth_notes(TRUTH[item["truth"]])
    found = list(notes(project(answer(item).score)))
    assert accuracy([n[0] for n in wanted], [n[0] for n in found]) == Fraction(item["pitch"])
    if "duration" in item:
        assert accuracy([n[1] for n in wanted], [n[1] for n in found]) == Fraction(item["duration"])
    if "full" in item:
        assert accuracy(wanted, found) == Fraction(item["full"])


@pytest.mark.parametrize("item", [item for item in ANSWERED if "format_ok" in item], ids=_id)
def test_expected_format(item: dict[str, Any]) -> None:
    result = answer(item, "onote")
    assert result.format_ok == item["format_ok"], result.diagnostics


@pytest.mark.parametrize("item", [item for item in ANSWERED if "diagnostics" in item], ids=_id)
def test_expected_diagnostics(item: dict[str, Any]) -> None:
    assert set(item["diagnostics"]) <= {d.name for d in answer(item).diagnostics}


@pytest.mark.parametrize("item", [item for item in ANSWERED if "strict_diagnostics" in item], ids=_id)
def test_expected_strict_diagnostics(item: dict[str, Any]) -> None:
    assert set(item["strict_diagnostics"]) <= {d.name for d in answer(item, "onote").diagnostics}
