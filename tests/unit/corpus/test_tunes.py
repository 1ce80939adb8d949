"""The tunes: every file reads without an error, and the files of one tune hold the same notes."""

from collections import defaultdict
from importlib.resources import files
from typing import Any

import pytest

from onote_compiler import parse, project
from onote_compiler.diagnostics import Severity
from onote_compiler.registry import NOTATIONS

CORPUS = files("onote_compiler.corpus")
README = (CORPUS / "README.md").read_text(encoding="utf-8")
TUNES = {entry.name: entry.read_text(encoding="utf-8") for entry in (CORPUS / "tunes").iterdir()}
METERS = {"silent-night": "3/4", "scarborough-fair": "3/4", "minuet-in-g": "3/4", "au-clair-de-la-lune": "2/4"}
# Notes as counted by abc2midi, tied notes joined.
COUNTS = {
    "amazing-grace": 32, "au-clair-de-la-lune": 33, "frere-jacques": 32, "greensleeves": 70, "jasmine-flower": 40,
    "minuet-in-g": 49, "ode-to-joy": 30, "sakura": 50, "scarborough-fair": 33, "silent-night": 23, "the-kesh": 81,
    "twinkle": 42,
}  # fmt: skip


def tune(name: str) -> str:
    return name.partition(".")[0].removesuffix("-critic").removesuffix("-linear")


def read(name: str) -> Any:
    ending = "." + name.partition(".")[2]
    notation = next(n.name for n in NOTATIONS.values() if ending in n.suffixes)
    return parse(TUNES[name], notation, meter=METERS.get(tune(name)))


@pytest.mark.parametrize("name", sorted(TUNES))
def test_reads_without_an_error(name: str) -> None:
    result = read(name)
    assert [d for d in result.diagnostics if d.severity is Severity.ERROR] == []
    assert len(project(result.score).flat) == COUNTS[tune(name)]


def test_notations_of_one_tune_agree() -> None:
    notes: dict[str, dict[str, list[Any]]] = defaultdict(dict)
    for name in sorted(TUNES):
        notes[tune(name)][name] = [(n.midi, n.duration) for n in project(read(name).score).flat_notes]
    for versions in notes.values():
        timed = {name: version for name, version in versions.items() if not name.endswith("-linear.tab")}
        first = next(iter(timed.values()))
        assert all(version == first for version in timed.values()), list(timed)
        for name, version in versions.items():
            assert [n[0] for n in version] == [n[0] for n in first], name


def test_enough_in_each_notation() -> None:
    for ending, least in ((".abc", 8), (".jianpu", 8), (".tab", 8), (".pd", 8)):
        assert sum(name.endswith(ending) for name in TUNES) >= least
    assert {tune(name) for name in TUNES} == set(COUNTS)


@pytest.mark.parametrize("name", COUNTS)
def test_readme_says_where_it_comes_from(name: str) -> None:
    assert f"\n| {name} | " in README
