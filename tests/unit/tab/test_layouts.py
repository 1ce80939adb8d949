"""Layouts that are not the usual one: where bar lines stand, how wide cells are, which meter beat rows show."""

from __future__ import annotations

import pytest

from onote_compiler import parse, project
from onote_compiler.api import ParseResult, expectation

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


# -- columns and meters ----------------------------------------------------------------------------------------------
QUARTERS = "1...2...3...4..."


def system(beats: str, count: int = 1, cell: str = "0", rows: str = "eBGDAE") -> str:
    """Return a system of equal measures with one note at the beginning of each, on its first string."""
    width = len(beats)
    first = cell.ljust(width, "-")
    lines = ["Beat|" + f"{beats}|" * count]
    lines += [f"{name:<4}|" + f"{first if at == 0 else '-' * width}|" * count for at, name in enumerate(rows)]
    return "\n".join(lines)


@pytest.mark.parametrize("columns", [13, 15])
def test_all_rows_lack_columns(columns: int) -> None:
    text = system(QUARTERS[:columns], cell="0---1---3---5")
    for profile, severity in (("lenient", "warning"), ("onote", "error")):
        result = read(text, profile=profile)
        assert [(d.name, str(d.severity.value), d.data["want"]) for d in result.diagnostics] == [
            ("width", severity, 16)
        ]
    assert durations(result) == ["1/4"] * 4


def test_half_a_beat_is_a_meter_of_eighths() -> None:
    result = read(system("1...2...3...4."), profile="onote")
    assert result.format_ok
    assert durations(result) == ["7/8"]


@pytest.mark.parametrize(
    ("beats", "meter", "length"),
    [
        ("1...2...3...", "6/8", "3/4"),
        ("1.2.3.4.5.6.", "6/8", "3/4"),
        ("1.2.3.4.5.6.", None, "3/4"),
        ("1.....2.....", "6/8", "3/4"),
        ("1.....2.....", None, "3/4"),
        ("1.2.3.4.5.6.7.8.9.", "9/8", "9/8"),
        ("1.2.3.4.5.6.7.8.9.", None, "9/8"),
        ("1.2.3.4.5.6.7.8.9.101112", "12/8", "3/2"),
    ],
)
def test_compound_meters(beats: str, meter: str | None, length: str) -> None:
    result = read(system(beats, 2), profile="onote", meter=meter)
    assert [d.name for d in result.diagnostics] == []
    assert durations(result) == [length] * 2


@pytest.mark.parametrize("count", [16, 17, 40])
def test_any_number_of_measures_in_a_system(count: int) -> None:
    assert read(system(QUARTERS, count), profile="onote").format_ok


def test_rows_of_a_long_system_that_differ() -> None:
    lines = system(QUARTERS, 20).split("\n")
    lines[3] = lines[3][: -len(QUARTERS) - 1]
    assert not read("\n".join(lines), profile="onote").format_ok


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\n\n\n"])
def test_empty_lines_may_end_the_text(end: str) -> None:
    assert read(system(QUARTERS) + end, profile="onote").format_ok


@pytest.mark.parametrize(
    ("beats", "asked", "written"),
    [
        (QUARTERS, "3/4", "4/4"),
        ("1...2...3...", "4/4", "3/4"),
        (QUARTERS, "2/4", "4/4"),
        (QUARTERS, "4/4", None),
        ("1...2...3...", "6/8", None),
        ("1.2.3.4.5.6.", "6/8", None),
        ("1.......2.......3.......4.......", "4/4", None),
    ],
)
def test_the_meter_that_is_written(beats: str, asked: str, written: str | None) -> None:
    result = read(system(beats, 3), profile="smg", expect=expectation(meter=asked))
    found = [d.data for d in result.diagnostics if d.name == "meter-mismatch"]
    assert found == ([] if written is None else [{"have": written, "want": asked}])
    assert ("width" in [d.name for d in result.diagnostics]) == (written is not None or len(beats) == 32)


def test_a_header_says_the_meter() -> None:
    text = f"Time: 3/4\n{system('1...2...3...')}"
    result = read(text, profile="smg", expect=expectation(meter="4/4"))
    assert "meter-mismatch" in [d.name for d in result.diagnostics]
