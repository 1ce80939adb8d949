"""The layout of tablature: beat row, cell width, alignment, number and order of the strings.

A score does not keep the columns of its text, so these rules look at what the reader of tablature lays before them
while it still has the rows: :class:`LayoutSystem` and :class:`LayoutMeasure`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from onote_compiler.diagnostics import Report

Place = tuple[int, int]
"""Start and end offset in the notation."""

# An answer that breaks off usually does so within the first rows of a system.
_FEW_ROWS = 3


@dataclass(frozen=True)
class LayoutRow:
    """One string in one measure.

    Attributes:
        string: Name of the string.
        width: Columns between its bar lines.
        closed: Whether a bar line ends it.
        place: Where it stands.
    """

    string: str
    width: int
    closed: bool
    place: Place


@dataclass(frozen=True)
class LayoutMeasure:
    """One measure of a system.

    Attributes:
        number: From 1.
        width: Columns that most of its rows have.
        want: Columns that the meter asks for; ``None`` where nothing asks.
        beat_width: Columns of the beat row there; ``None`` where there is none.
        together: How many measures stand between its bar lines: 1 unless the beats are counted twice.
        closed: Whether most rows have a bar line at its end.
        rows: Its rows.
        place: Where it stands in the top row.
        uncounted: Whether the system has a beat row that does not reach this measure.
    """

    number: int
    width: int
    want: int | None
    beat_width: int | None
    together: int
    closed: bool
    rows: Sequence[LayoutRow]
    place: Place
    uncounted: bool = False


@dataclass(frozen=True)
class LayoutSystem:
    """One system.

    Attributes:
        measure: Number of its first measure.
        missing: Names of the strings it has no row for.
        strings: Number of the string of each row, from the top down; 1 is the highest.
        last: Whether the text ends with it.
        cut_off: Where its last row breaks off; ``None`` where it does not.
        place: Where its top row stands.
        unopened: Strings whose rows lack the bar line that the others begin with: name and place of each.
    """

    measure: int
    missing: Sequence[str]
    strings: Sequence[int]
    last: bool
    cut_off: Place | None
    place: Place
    unopened: Sequence[tuple[str, Place]] = ()


def check_system(system: LayoutSystem, report: Report) -> None:
    """Report strings that are missing (``missing-string``, ``truncated``) or out of order (``order-reversed``)."""
    down = sorted(system.strings)
    if list(system.strings) != down:
        upside_down = list(system.strings) == down[::-1]
        report.add(
            "order-reversed", system.place,
            "the lowest string stands on top" if upside_down else "the strings do not stand in their order",
            hint="write the highest string (e) on top, the lowest (E) at the bottom", measure=system.measure,
        )  # fmt: skip
    for string in system.missing:
        report.add(
            "missing-string", system.place, f"the system has no row for the string {string}",
            hint="write all six strings, empty ones as dashes", measure=system.measure, string=string,
        )  # fmt: skip
    if system.unopened:
        names = ", ".join(name for name, _ in system.unopened)
        report.add(
            "missing-barline", system.unopened[0][1],
            f"no bar line begins the row{'s' * (len(system.unopened) > 1)} {names}",
            hint="write a bar line after the name of every string", measure=system.measure, strings=names,
        )  # fmt: skip
    if system.last and system.missing and len(system.strings) <= _FEW_ROWS:
        report.add("truncated", system.place, "the text breaks off after the first strings", measure=system.measure)
    elif system.cut_off is not None:
        report.add("truncated", system.cut_off, "the text breaks off within the last row", measure=system.measure)


def check_measure(measure: LayoutMeasure, report: Report) -> None:
    """Report rows of another length than the others (``row-length``) and bar lines that are not there."""
    for row in measure.rows:
        if row.width != measure.width:
            report.add(
                "row-length", row.place,
                f"the row {row.string} has {row.width} columns in measure {measure.number}, most have {measure.width}",
                hint=_surplus(row.width - measure.width), measure=measure.number, string=row.string,
                got=row.width, want=measure.width,
            )  # fmt: skip
    unclosed = [row for row in measure.rows if not row.closed and row.width >= measure.width]
    if measure.closed and unclosed:
        names = ", ".join(row.string for row in unclosed)
        report.add(
            "missing-barline", (unclosed[0].place[1], unclosed[0].place[1]),
            f"no bar line ends measure {measure.number} in the row{'s' * (len(unclosed) > 1)} {names}",
            hint="end every row of a measure with |", measure=measure.number, strings=names,
        )  # fmt: skip
    if not measure.closed:
        report.add(
            "missing-barline", (measure.place[1], measure.place[1]), f"no bar line ends measure {measure.number}",
            hint="end every measure with |", measure=measure.number,
        )  # fmt: skip


def check_width(measure: LayoutMeasure, report: Report) -> None:
    """Report a measure whose columns are not those of its meter or of its beat row (``width``)."""
    got, want = measure.width, measure.want
    if measure.together > 1:
        report.add(
            "missing-barline", measure.place,
            f"the beats are counted {measure.together} times between two bar lines",
            hint="put a bar line before each 1 of the beat row", measure=measure.number,
        )  # fmt: skip
    if want is not None and got != want:
        report.add(
            "width", measure.place, f"measure {measure.number} has {got} columns, its meter asks for {want}",
            hint="four columns a quarter note", measure=measure.number, got=got, want=want,
        )  # fmt: skip
    elif measure.uncounted:
        report.add(
            "missing-beat-row", measure.place, f"the beat row ends before measure {measure.number}",
            hint="count the beats of every measure", measure=measure.number,
        )  # fmt: skip
    elif measure.beat_width is not None and measure.beat_width != got:
        report.add(
            "width", measure.place,
            f"the beat row has {measure.beat_width} columns over measure {measure.number}, the strings have {got}",
            hint="write beat row and strings with the same columns", measure=measure.number,
            got=got, want=measure.beat_width,
        )  # fmt: skip


def report_missing_beat_row(place: Place, measure: int, report: Report) -> None:
    """Report a system without a beat row (``missing-beat-row``)."""
    report.add(
        "missing-beat-row", place, "the system has no beat row, so nothing says which column is which time",
        hint="write Beat|1...2...3...4...| above it", measure=measure,
    )  # fmt: skip


def _surplus(columns: int) -> str:
    return f"{abs(columns)} column{'s' * (abs(columns) > 1)} too {'many' if columns > 0 else 'few'}"
