"""Reading guitar tablature: rows of strings, or linear tab (``S6_F0+S5_F2 S1_F3``)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from onote_compiler.checks.layout import (
    LayoutMeasure,
    LayoutRow,
    LayoutSystem,
    check_measure,
    check_system,
    check_width,
    report_missing_beat_row,
)
from onote_compiler.diagnostics import Report
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import COMMON_TIME, Meter
from onote_compiler.ir.score import Part, Score, Tuning, Voice
from onote_compiler.ir.source import Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.tab.build import MeasureBuilder
from onote_compiler.notations.tab.cells import Cell, cut_span, deal_words, system_cells
from onote_compiler.notations.tab.linear import read_linear
from onote_compiler.notations.tab.rhythm import take_rhythm
from onote_compiler.notations.tab.rows import Row, RowKind, RowReader, read_rows
from onote_compiler.notations.tab.settings import Settings, read_settings
from onote_compiler.notations.tab.systems import System, assemble
from onote_compiler.notations.tab.timing import (
    Grid,
    beat_grid,
    columns_wanted,
    even_grid,
    partial_measures,
    split_beats,
    usual_counting,
    written_meter,
)
from onote_compiler.theory.tunings import string_name

# Share of the cells that must have the strict layout's width for a text without beat rows to be read by it.
_ON_GRID = 0.75
# Systems in a row that lack the same strings and are reported one by one.
_ALIKE = 1000


def read(source: Source, context: ReadContext, report: Report) -> Score | None:
    """Return the score of a tab, or ``None`` where the text holds none (see :mod:`onote_compiler.notations.base`).

    Options in ``context``: ``tuning`` (a name or open strings from the lowest up) and ``capo`` (a fret), both
    outranked by what the text says.
    """
    lines = read_rows(source.text)
    settings = read_settings(lines.rows, context, report)
    linear = sum(len(row.frets) for row in lines.rows if row.kind is RowKind.LINEAR)
    if context.dialect == "linear" or (context.dialect is None and linear and not _has_strings(lines)):
        return read_linear(source, lines.rows, settings, context, report)
    systems = assemble(lines.rows, settings.tuning, context.strict)
    if not systems:
        if linear:
            return read_linear(source, lines.rows, settings, context, report)
        report.add("no-score", (0, len(source.text)), "no rows of strings were found",
                   hint="a tab has one row a string: e|---0---|")  # fmt: skip
        return None
    _report_odd_signs(lines, report)
    _report_linear_rows(lines.rows, report)
    return _Reader(source, settings, context, report).read(systems)


def _has_strings(lines: RowReader) -> bool:
    return any(row.kind is RowKind.STRING for row in lines.rows)


def _report_odd_signs(lines: RowReader, report: Report) -> None:
    """Report, once each, dashes and bar lines other than the ASCII ones."""
    dashes, bars = lines.odd_dashes, lines.odd_bars
    if dashes is not None:
        report.add("unicode-dash", (dashes.offset, dashes.offset + len(dashes.text)),
                   f"rows are drawn with {dashes.text[0]!r}", hint="use the ASCII hyphen -")  # fmt: skip
    if bars is not None:
        report.add("unicode-bar", (bars.offset, bars.offset + len(bars.text)),
                   f"bar lines are drawn with {bars.text[0]!r}", hint="use the ASCII bar |")  # fmt: skip


def _report_linear_rows(rows: list[Row], report: Report) -> None:
    for row in rows:
        if row.kind is RowKind.LINEAR:
            report.add("mixed-dialect", row.span, "linear tab stands beside rows of strings")
            return


@dataclass(slots=True)
class _Placed:
    """A cell with its place in the piece."""

    system: System
    cell: Cell
    number: int
    together: int
    whole: Cell


class _Reader:
    """Goes from systems to the score."""

    def __init__(self, source: Source, settings: Settings, context: ReadContext, report: Report) -> None:
        self.source = source
        self.settings = settings
        self.context = context
        self.report = report
        # What widths are measured by: what text or task say, else what is written. What is written is the score's.
        self.asked: Meter | None = settings.meter or context.meter
        self.meter: Meter = COMMON_TIME
        self.key = settings.key or context.key

    def read(self, systems: list[System]) -> Score:
        """Return the score of all systems."""
        placed = self._place(systems)
        shown = self.settings.meter or written_meter((p.cell for p in placed), self.asked)
        self.meter = shown or self.asked or COMMON_TIME
        grids = self._grids(systems, placed)
        self._deal_words(systems, placed)
        builder = MeasureBuilder(self.key or Key(), self.meter, self.settings.capo, spelled=self.key is not None)
        measures = [builder.measure(p.system, p.cell, p.number, grids[p.number - 1]) for p in placed]
        self._check_systems(systems, placed)
        tuning = replace(systems[0].tuning, capo=self.settings.capo)
        part = Part((Voice(tuple(measures)),), tuning=tuning)
        return Score((part,), self.settings.metadata, "tab", "ascii", source=self.source)

    def _place(self, systems: list[System]) -> list[_Placed]:
        placed: list[_Placed] = []
        for system in systems:
            for cell in system_cells(system):
                parts = split_beats(cell)
                for at, part in enumerate(parts):
                    placed.append(_Placed(system, part, len(placed) + 1, len(parts) if at == 0 else 0, cell))
        return placed

    def _deal_words(self, systems: list[System], placed: list[_Placed]) -> None:
        by_system: dict[int, list[Cell]] = {}
        for p in placed:
            by_system.setdefault(id(p.system), []).append(p.cell)
        for system in systems:
            deal_words(system, by_system[id(system)], self.source.text)

    # -- time -------------------------------------------------------------------------------------------------------
    def _grids(self, systems: list[System], placed: list[_Placed]) -> list[Grid | None]:
        """Return the grid of every measure, and report the widths."""
        want = columns_wanted(self.meter)
        asked = columns_wanted(self.asked or self.meter)
        without = [p for p in placed if not p.cell.beats]
        exact = sum(p.cell.width == want for p in without)
        on_grid = len(without) < len(placed) or (bool(without) and exact >= _ON_GRID * len(without))
        by_system: dict[int, list[_Placed]] = {}
        for p in placed:
            by_system.setdefault(id(p.system), []).append(p)
        timed = {id(s) for s in systems if s.beat is None and take_rhythm(s, _cells(by_system[id(s)]), self.report)}
        grids: list[Grid | None] = []
        narrow_told = False
        counting = usual_counting((p.cell for p in placed), self.meter)
        partial = partial_measures([p.cell for p in placed], self.meter, counting)
        for p in placed:
            grid = beat_grid(p.cell, self.meter, counting, partial=p.number - 1 in partial)
            if grid is None and on_grid and p.cell.width == want and self.meter.duration is not None:
                grid = even_grid(p.cell.width, self.meter.duration)
            grids.append(grid)
            if id(p.system) in timed:
                continue
            if on_grid or not narrow_told:
                self._check_width(p, asked)
            narrow_told = narrow_told or p.cell.width != asked
        self._report_beat_rows(systems, by_system, timed)
        return grids

    def _check_width(self, p: _Placed, want: int | None) -> None:
        if p.together == 0:
            return
        cell = p.whole
        check_width(self._layout(p, cell, want), self.report)

    def _report_beat_rows(self, systems: list[System], by_system: dict[int, list[_Placed]], timed: set[int]) -> None:
        """Report systems without a beat row; only the first where no system has one."""
        lacking = [s for s in systems if s.beat is None and id(s) not in timed]
        if len(lacking) == len(systems):
            lacking = lacking[:1]
        for system in lacking:
            report_missing_beat_row(system.rows[0].span, by_system[id(system)][0].number, self.report)

    # -- layout -----------------------------------------------------------------------------------------------------
    def _check_systems(self, systems: list[System], placed: list[_Placed]) -> None:
        first: dict[int, int] = {}
        for p in placed:
            first.setdefault(id(p.system), p.number)
        alike = 0
        for at, system in enumerate(systems):
            layout = self._system(system, first[id(system)], system is systems[-1])
            alike = alike + 1 if at and system.missing and system.missing == systems[at - 1].missing else 0
            if alike > _ALIKE:  # a text that goes on like this for ever has been told often enough
                layout = replace(layout, missing=())
            check_system(layout, self.report)
            if alike == _ALIKE:
                self._report_alike(systems[at + 1 :], system, first[id(system)])
            for row in system.doubled:
                self.report.add(
                    "string-conflict", row.span, f"two rows are named {row.label}",
                    hint="write one row a string", measure=first[id(system)], string=row.label,
                )  # fmt: skip
        for p in placed:
            if p.together:
                if p.whole.ragged:
                    check_measure(self._layout(p, p.whole, None), self.report)
                for fault in p.whole.faults:
                    self.report.add(fault.name, fault.place, fault.message, fault.hint, measure=p.number)

    def _report_alike(self, rest: list[System], system: System, measure: int) -> None:
        """Report at once that the systems below lack the same strings."""
        count = next((at for at, other in enumerate(rest) if other.missing != system.missing), len(rest))
        if count:
            self.report.add(
                "missing-string", system.rows[0].span, f"the next {count} systems lack the same strings",
                hint="write all six strings, empty ones as dashes", measure=measure,
            )  # fmt: skip

    def _system(self, system: System, measure: int, last: bool) -> LayoutSystem:
        names = [_string_label(system.tuning, string) for string in system.missing]
        ends = last and not self.source.text[system.rows[-1].stop :].strip()
        cut = system.rows[-1].span if ends and _breaks_off(system) else None
        bare = [
            (_string_label(system.tuning, string), row.span)
            for row, string in zip(system.rows, system.strings, strict=True)
            if not row.opened
        ]
        unopened = bare if 2 * len(bare) < len(system.rows) else []
        return LayoutSystem(measure, names, system.strings, ends, cut, system.rows[0].span, unopened)

    def _layout(self, p: _Placed, cell: Cell, want: int | None) -> LayoutMeasure:
        system = p.system
        rows = [
            LayoutRow(_string_label(system.tuning, string), cut.width, cut.closed, cut_span(row, cut))
            for row, string, cut in zip(system.rows, system.strings, cell.cuts, strict=True)
        ]
        return LayoutMeasure(
            p.number,
            cell.width,
            want,
            cell.beat_width if cell.beats else None,
            p.together,
            cell.closed,
            rows,
            cell.span,
            uncounted=system.beat is not None and not cell.beats,
        )


def _breaks_off(system: System) -> bool:
    """Whether the last row of a system ends before the others do, and they end with a bar line."""
    *above, end = system.rows
    closed = sum(row.closed for row in system.rows)
    width = max((row.width - row.origin for row in above), default=0)
    return not end.closed and closed * 2 > len(system.rows) and end.width - end.origin < width - 1


def _cells(placed: list[_Placed]) -> list[tuple[int, Cell]]:
    return [(p.number, p.cell) for p in placed]


def _string_label(tuning: Tuning, string: int) -> str:
    """Return the name of a string as a row's label has it: the highest of a guitar is ``e``."""
    name = string_name(tuning.strings[string - 1])
    return name.lower() if string == 1 and name == "E" and len(tuning.strings) > 1 else name
