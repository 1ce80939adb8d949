"""Layouts that are not the usual one: where bar lines stand, how wide cells are, which meter beat rows show."""

from __future__ import annotations

import pytest

from onote_compiler import parse, project
from onote_compiler.api import ParseResult

CELLS = ["-------0---", "-----1-----", "---0-------", "-2---------", "-----------", "---------3-"]
SOUNDS = ["E3", "G3", "C4", "E4", "G2"]


def read(text: str, **options: object) -> ParseResult:
    return parse(text, "tab", bare=True, **options)  # type: ignore[arg-type]


def errors(result: ParseResult) -> list[str]:
    return [d.name for d in result.diagnostics if d.severity == "error"]


def sounds(result: ParseResult) -> list[object]:
    assert result.score is not None
    return list(project(result.score).pitches)


def durations(result: ParseResult) -> list[str]:
    assert result.score is not None
    return [str(d) for d in project(result.score).durations or ()]


@pytest.mark.parametrize("form", ["{cell}|", "|{name}|{cell}|", "{name}: {cell}", "{name}-|{cell}|", "{name}.|{cell}|"])
def test_where_labels_and_bar_lines_stand(form: str) -> None:
    lines = [form.format(name=name, cell=cell) for name, cell in zip("eBGDAE", CELLS, strict=True)]
    result = read("\n".join(lines))
    assert sounds(result) == SOUNDS
    assert errors(result) == []


def test_measures_of_rows_without_a_first_bar_line() -> None:
    result = read("\n".join(f"{cell}|{cell}|" for cell in CELLS))
    assert sounds(result) == SOUNDS * 2
    assert errors(result) == []


@pytest.mark.parametrize("row", ["  |q   q   h    |", "  q   q   h", " | q | q | h |"])
def test_rhythm_letters_between_bar_lines(row: str) -> None:
    cell = "0---1---3----" if row.startswith("  q") else "-0---1---3---"
    if row.startswith(" |"):
        cell = "--0---1---3--"
    rows = "\n".join(f"{name}|{cell if name == 'e' else '-' * len(cell)}|" for name in "eBGDAE")
    assert durations(read(f"{row}\n{rows}")) == ["1/4", "1/4", "1/2"]
