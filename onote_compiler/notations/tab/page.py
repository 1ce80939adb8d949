"""Setting measures as rows of characters, systems as wide as a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from onote_compiler.notations.tab.merge import Bar
from onote_compiler.notations.tab.options import TabOptions
from onote_compiler.notations.tab.positions import Placed
from onote_compiler.theory.tunings import STANDARD, string_name

_LABEL_WIDTH = 4


@dataclass(frozen=True)
class Measure:
    """One measure on the page.

    Attributes:
        struck: What is struck, each with its column.
        width: Columns of the measure.
        quarter: Columns of a quarter note; 0 where columns are no time.
    """

    struck: Sequence[tuple[int, Placed]]
    width: int
    quarter: int = 0


def free_measures(bars: Sequence[Bar], placed: Sequence[Placed], settings: TabOptions) -> list[Measure]:
    """Return measures whose columns only order what is struck, cut so that none is wider than a line."""
    by_bar: dict[int, list[Placed]] = {bar.number: [] for bar in bars}
    for one in placed:
        by_bar[one.bar.number].append(one)
    limit = settings.width - _LABEL_WIDTH - 2
    measures: list[Measure] = []
    for bar in bars:
        struck: list[tuple[int, Placed]] = []
        column = 1
        for one in by_bar[bar.number]:
            wide = max((len(str(p.fret)) for p in one.shape), default=1)
            if struck and column + wide + 1 > limit:
                measures.append(Measure(struck, column))
                struck, column = [], 1
            struck.append((column, one))
            column += wide + 1
        measures.append(Measure(struck, max(column, 2)))
    return measures


def page(measures: Sequence[Measure], settings: TabOptions, *, beats: bool) -> str:
    """Return the page: systems with one empty line between them.

    Args:
        measures: What to set.
        settings: Instrument and width of a line.
        beats: Whether each system has a beat row.
    """
    labels = _labels(settings)
    systems = ["\n".join(_system(line, labels, beats)) for line in _lines(measures, settings.width)]
    return "\n\n".join([*header(settings), *systems])


def _lines(measures: Sequence[Measure], width: int) -> Iterator[list[Measure]]:
    """Yield as many measures as fit a line, at least one; measures of different widths do not share a line."""
    line: list[Measure] = []
    used = _LABEL_WIDTH + 1
    for measure in measures:
        if line and used + measure.width + 1 > width:
            yield line
            line, used = [], _LABEL_WIDTH + 1
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
    return ["\n".join(lines)]


def _labels(settings: TabOptions) -> list[str]:
    names = [string_name(midi) for midi in settings.tuning.strings]
    if len(names) > 1 and names[0] == names[-1] and len(names[0]) == 1:
        names[0] = names[0].lower()
    return [name.ljust(_LABEL_WIDTH) for name in names]


def _system(line: Sequence[Measure], labels: Sequence[str], beats: bool) -> Iterator[str]:
    if beats:
        yield "Beat|" + "".join(_beats(measure) + "|" for measure in line)
    for string, label in enumerate(labels, 1):
        yield f"{label}|" + "".join(_row(measure, string) + "|" for measure in line)


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
    for column, one in measure.struck:
        for position in one.shape:
            if position.string == string:
                text = str(position.fret)
                cells[column : column + len(text)] = text
        if string in one.dead:
            cells[column] = "x"
    return "".join(cells)
