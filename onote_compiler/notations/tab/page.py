"""Setting measures as rows of characters, systems as wide as a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate
from typing import NamedTuple

from onote_compiler.notations.tab.options import TabOptions
from onote_compiler.notations.tab.positions import Placed
from onote_compiler.theory.tunings import STANDARD, string_name

LABEL_WIDTH = 4
"""Columns before the first bar line of a row."""

# Blanks between two texts over the rows, so that they are read as two.
_APART = 2


class Over(NamedTuple):
    """Something over the rows: its row (``text``, ``chords`` or ``rhythm``), its column in the measure, its text."""

    row: str
    column: int
    text: str


@dataclass(frozen=True)
class Measure:
    """One measure on the page.

    Attributes:
        cells: What stands in the row of each string, by its number: column and text.
        width: Columns of the measure.
        quarter: Columns of a quarter note; 0 where columns are no time.
        over: What stands over the rows.
        left: Whether a repeat begins here.
        right: How often a repeat that ends here is played again.
    """

    cells: Mapping[int, Sequence[tuple[int, str]]]
    width: int
    quarter: int = 0
    over: Sequence[Over] = ()
    left: bool = False
    right: int = 0


def numbers(struck: Sequence[tuple[int, Placed]]) -> dict[int, list[tuple[int, str]]]:
    """Return what stands in the row of each string: the numbers of what is struck in each column, and nothing else."""
    cells: dict[int, list[tuple[int, str]]] = {}
    for column, one in struck:
        for position in one.shape:
            cells.setdefault(position.string, []).append((column, str(position.fret)))
        for string in one.dead:
            cells.setdefault(string, []).append((column, "x"))
    return cells


def page(measures: Sequence[Measure], settings: TabOptions, *, beats: bool, about: Sequence[str] = ()) -> str:
    """Return the page: systems with one empty line between them.

    Args:
        measures: What to set.
        settings: Instrument and width of a line.
        beats: Whether each system has a beat row.
        about: Lines to begin with.
    """
    labels = _labels(settings)
    systems = ["\n".join(_system(line, labels, beats)) for line in _lines(measures, settings.width)]
    top = "\n".join([*about, *header(settings)])
    return "\n\n".join([*([top] if top else []), *systems])


def _lines(measures: Sequence[Measure], width: int) -> Iterator[list[Measure]]:
    """Yield as many measures as fit a line, at least one; how often to repeat is said at the end of a line."""
    line: list[Measure] = []
    used = LABEL_WIDTH + 1
    for measure in measures:
        if line and (used + measure.width + 1 > width or line[-1].right > 1):
            yield line
            line, used = [], LABEL_WIDTH + 1
        line.append(measure)
        used += measure.width + 1
    if line:
        yield line


def header(settings: TabOptions) -> list[str]:
    """Return the lines that say what is not usual: tuning (lowest string first) and capo."""
    if settings.plain:
        return []
    lines = []
    if settings.tuning.strings != STANDARD.strings:
        names = [f"{string_name(midi)}{midi // 12 - 1}" for midi in reversed(settings.tuning.strings)]
        lines.append(f"Tuning: {' '.join(names)}")
    if settings.tuning.capo:
        lines.append(f"Capo: {settings.tuning.capo}")
    return lines


def _labels(settings: TabOptions) -> list[str]:
    names = [string_name(midi) for midi in settings.tuning.strings]
    if len(names) > 1 and names[0] == names[-1] and len(names[0]) == 1:
        names[0] = names[0].lower()
    return [name.ljust(LABEL_WIDTH) for name in names]


def _system(line: Sequence[Measure], labels: Sequence[str], beats: bool) -> Iterator[str]:
    yield from _over_rows(line)
    if beats:
        yield "Beat|" + "".join(_beats(measure) + "|" for measure in line)
    times = f" x{line[-1].right + 1}" if line[-1].right > 1 else ""
    for string, label in enumerate(labels, 1):
        row = f"{label}|" + "".join(_row(measure, string) + "|" for measure in line)
        yield row + (times if string == 1 else "")


def _over_rows(line: Sequence[Measure]) -> Iterator[str]:
    """Yield the rows over a system: text, in as many rows as it needs, chord names, rhythm letters."""
    starts = accumulate((measure.width + 1 for measure in line[:-1]), initial=LABEL_WIDTH + 1)
    found = [
        (over.row, start + over.column, over.text)
        for measure, start in zip(line, starts, strict=True)
        for over in measure.over
    ]
    yield from map(_spread, _stacked(sorted((column, text) for kind, column, text in found if kind == "text")))
    for row in ("chords", "rhythm"):
        inside = [(column, text) for kind, column, text in found if kind == row]
        if inside:
            yield _spread(inside)


def _stacked(texts: Sequence[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """Return texts, which are in order of their columns, in as few rows as keep them apart."""
    rows: list[list[tuple[int, str]]] = []
    free: list[tuple[int, int]] = []  # a heap: the column from which each row is free, and its index
    for column, text in texts:
        if free and free[0][0] <= column:
            at = heappop(free)[1]
        else:
            at = len(rows)
            rows.append([])
        rows[at].append((column, text))
        heappush(free, (column + len(text) + _APART, at))
    return rows


def _spread(pieces: Sequence[tuple[int, str]]) -> str:
    """Return a row with each piece in its column."""
    parts, width = [], 0
    for column, text in pieces:
        parts += [" " * (column - width), text]
        width = column + len(text)
    return "".join(parts)


def _beats(measure: Measure) -> str:
    """Return the beat row of a measure: the number of each quarter note, points between."""
    cells = []
    for at in range(0, measure.width, measure.quarter):
        room = min(measure.quarter, measure.width - at)
        number = str(at // measure.quarter + 1)
        cells.append((number if len(number) <= room else "").ljust(room, "."))
    return "".join(cells)


def _row(measure: Measure, string: int) -> str:
    cells = ["-"] * measure.width
    for column, text in measure.cells.get(string, ()):
        cells[column : column + len(text)] = text
    if measure.left:
        cells[0] = ":"
    if measure.right:
        cells[-1] = ":"
    return "".join(cells)
