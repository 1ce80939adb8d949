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


STYLES = "({name})", "[{name}]", '"{name}"', "**{name}**", "{name}-string ", "{name} string", "- {name}"


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("opening", ["|", ": |", " |"])
def test_what_stands_around_the_name_of_a_string(style: str, opening: str) -> None:
    lines = [style.format(name=name) + f"{opening}{cell}|" for name, cell in zip("eBGDAE", CELLS, strict=True)]
    result = read("\n".join(lines))
    assert sounds(result) == SOUNDS
    assert errors(result) == []


@pytest.mark.parametrize(
    "names",
    [
        ("Mi", "Si", "Sol", "Re", "La", "Mi"),
        ("1(e)", "2(B)", "3(G)", "4(D)", "5(A)", "6(E)"),
        ("1 e", "2 B", "3 G", "4 D", "5 A", "6 E"),
        ("1e", "2B", "3G", "4D", "5A", "6E"),
        ("e'", "b", "g", "d", "A", "E"),
        tuple(f"String {n}:" for n in range(1, 7)),
    ],
)
def test_names_of_strings_in_words_and_numbers(names: tuple[str, ...]) -> None:
    result = read("\n".join(f"{name}|{cell}|" for name, cell in zip(names, CELLS, strict=True)))
    assert sounds(result) == SOUNDS
    assert errors(result) == []


def test_rows_of_one_fret() -> None:
    result = read("\n".join(f"{name}:-{fret}-" for name, fret in zip("ebgdae", "300023", strict=True)))
    assert sounds(result) == [["G2", "B2", "D3", "G3", "B3", "G4"]]


def test_rows_filled_with_points() -> None:
    for fill in (".", "·"):
        lines = [f"{name}|{cell.replace('-', fill)}|" for name, cell in zip("eBGDAE", CELLS, strict=True)]
        assert sounds(read("\n".join(lines))) == SOUNDS


def grid(top: str, below: str = "-" * 16) -> list[str]:
    """Return a measure of the strict layout with these cells on its two highest strings."""
    return ["Beat|1...2...3...4...|", f"e   |{top}|", f"B   |{below}|", *(f"{n}   |{'-' * 16}|" for n in "GDAE")]


def reported(result: ParseResult) -> list[tuple[str, int, int | None]]:
    return [(d.name, result.source.position(d.span.start)[0], d.measure) for d in result.diagnostics]


def test_beat_row_that_ends_before_the_strings_do() -> None:
    lines = [line + line[5:] if at else line for at, line in enumerate(grid("0" + "-" * 15, "--------1-------"))]
    result = read("\n".join(lines), profile="onote")
    assert durations(result) == ["1/2", "1/2", "1/2", "1/2"]
    assert reported(result) == [("missing-beat-row", 2, 2)]


def test_beat_row_that_breaks_off_within_a_measure() -> None:
    lines = grid("0" + "-" * 15, "--------1-------")
    result = read("\n".join(["Beat|1...2...|", *lines[1:]]), profile="onote")
    assert durations(result) == ["1/2", "1/2"]
    assert [name for name, *_ in reported(result)] == ["width"]


def test_rows_without_the_bar_line_the_others_begin_with() -> None:
    lines = grid("0" + "-" * 15)
    lines[2], lines[4] = lines[2].replace("|", "", 1), lines[4].replace("|", "", 1)
    result = read("\n".join(lines), profile="onote")
    assert reported(result)[0] == ("missing-barline", 3, 1)


def test_a_letter_in_the_first_column_is_reported_there() -> None:
    result = read("\n".join(grid("0" + "-" * 15, "$---1-----------")), profile="onote")
    assert reported(result) == [("bad-token", 3, 1)]
    assert durations(result) == ["1/4", "3/4"]


def test_a_fret_that_does_not_exist_is_no_stretch() -> None:
    result = read("\n".join(grid("5" + "-" * 15, "26--------------")), profile="smg")
    assert errors(result) == ["fret-range"]


def test_a_pickup_of_half_a_beat_and_the_measure_that_completes_it() -> None:
    rows = ["Beat|1.|1...2...3...|1...2...3.|", "e   |0-|1---3---5---|7---5---3-|"]
    rows += [f"{name}   |--|------------|----------|" for name in "BGDAE"]
    assert durations(read("\n".join(rows))) == ["1/8", *["1/4"] * 5, "1/8"]


def test_a_line_that_is_a_meter() -> None:
    for line in ("3/4", "(3/4)", "3/4 time"):
        result = read(
            "\n".join([line, *(f"{name}|{'0---1---3---' if name == 'e' else '-' * 12}|" for name in "eBGDAE")])
        )
        assert durations(result) == ["1/4", "1/4", "1/4"]


@pytest.mark.parametrize("row", ["  ~~~~", "   ~~~", "        ~~~~~~"])
def test_vibrato_over_the_rows_is_no_code_fence(row: str) -> None:
    system = "\n".join([row, *(f"{name}|{cell}|" for name, cell in zip("eBGDAE", CELLS, strict=True))])
    assert sounds(parse(f"{system}\n\n{system}\n{row}", "tab")) == SOUNDS * 2


def test_a_fence_of_tildes_is_one() -> None:
    system = "\n".join(f"{name}|{cell}|" for name, cell in zip("eBGDAE", CELLS, strict=True))
    result = parse(f"~~~\n{system}\n~~~\nplay it slowly", "tab")
    assert sounds(result) == SOUNDS
    assert [d.name for d in result.diagnostics].count("markdown-fence") == 2


def test_the_word_tab_before_the_rows_is_a_clef() -> None:
    for marks in ("  TAB ", " T A B"):
        lines = [f"{mark}|{cell}|" for mark, cell in zip(marks, CELLS, strict=True)]
        result = read("\n".join(lines))
        assert sounds(result) == SOUNDS
        assert errors(result) == []


def test_a_letter_that_names_no_string_leaves_its_row_where_it_stands() -> None:
    for wrong in "XPl":
        names = ["e", wrong, "G", "D", "A", "E"]
        result = read("\n".join(f"{name}   |{cell}|" for name, cell in zip(names, CELLS, strict=True)))
        assert sounds(result) == SOUNDS


def test_words_between_bar_lines_are_no_row() -> None:
    system = "\n".join(f"{name}|{cell}|" for name, cell in zip("eBGDAE", CELLS, strict=True))
    result = read(f"{system}\n|--1st time--|\n{system}")
    assert sounds(result) == SOUNDS * 2
    assert errors(result) == []


def test_letters_of_techniques_are_no_rhythm() -> None:
    rows = [f"{name}|{'-12p5-12p5-' if name == 'e' else '-' * 11}|" for name in "eBGDAE"]
    result = read("\n".join(["   T   T", *rows]))
    assert sounds(result) == ["E5", "A4", "E5", "A4"]
    assert "rhythm-row-mismatch" not in [d.name for d in result.diagnostics]


@pytest.mark.parametrize(
    ("line", "open_strings"),
    [
        ("Use a capo on fret 4", "G#2 G#4"), ("Key: G | Capo: 3", "G2 G4"), ("Tempo: 90, capo 1", "F2 F4"),
        ("2nd fret capo", "F#2 F#4"), ("No capo needed", "E2 E4"), ("Detuned half a step", "D#2 D#4"),
        ("Guitar 1 tuning: Drop D", "D2 E4"),
    ],
)  # fmt: skip
def test_lines_that_speak_of_the_instrument(line: str, open_strings: str) -> None:
    rows = [f"{name}|{'-0-' if name in 'eE' else '---'}|" for name in "eBGDAE"]
    assert sounds(parse("\n".join([line, *rows]), "tab")) == [open_strings.split()]
