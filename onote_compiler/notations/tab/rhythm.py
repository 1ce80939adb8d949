"""Rows of rhythm letters over a system: which letter belongs to which onset."""

from __future__ import annotations

from bisect import bisect_right

from onote_compiler.diagnostics import Report
from onote_compiler.notations.tab.build import onset_columns
from onote_compiler.notations.tab.cells import Cell
from onote_compiler.notations.tab.rows import Item, RowKind
from onote_compiler.notations.tab.systems import System
from onote_compiler.notations.tab.timing import pair_letters

# Letters over the rows that are rhythm letters too.
_TECHNIQUES = ({"T"}, {"H"}, {"S"})


def take_rhythm(system: System, cells: list[tuple[int, Cell]], report: Report) -> bool:
    """Give the letters of a system's rhythm row to the onsets under them.

    Args:
        system: The system.
        cells: Its measures, each with its number.
        report: Takes letters without an onset and onsets without a letter (``rhythm-row-mismatch``).

    Returns:
        Whether the system has a rhythm row. A row of E alone that does not stand over every onset is chords, one of
        T, H or S alone is tapping, hammer-ons or slides.
    """
    row = system.rhythm
    if row is None:
        return False
    onsets = [(cell.start + column, number) for number, cell in cells for column in onset_columns(cell, grid=False)]
    paired, left = pair_letters(row.frets, [column for column, _ in onsets])
    letters = {item.text for item in row.frets}
    partly = bool(left) or len(paired) < len(onsets)
    if (letters == {"E"} and (partly or len(paired) < 2)) or (partly and letters in _TECHNIQUES):
        system.rhythm = None
        row.kind = RowKind.CHORDS if letters == {"E"} else RowKind.TEXT
        system.above.append(row)
        return False
    for column, number in onsets:
        cell = cells[number - cells[0][0]][1]
        if column in paired:
            cell.lengths[column - cell.start] = paired[column]
        else:
            _report(row.span, number, "no rhythm letter stands over this onset", report, column)
    starts = [cell.start for _, cell in cells]
    for item in left:
        number = cells[max(0, bisect_right(starts, item.column) - 1)][0]
        _report(_place(item), number, f"no note stands under the rhythm letter {item.text}", report, item.column)
    return True


def _place(item: Item) -> tuple[int, int]:
    return (item.offset, item.offset + len(item.text))


def _report(place: tuple[int, int], measure: int, message: str, report: Report, column: int) -> None:
    report.add(
        "rhythm-row-mismatch", place, message, hint="put one letter exactly over each onset", measure=measure,
        column=column + 1,
    )  # fmt: skip
