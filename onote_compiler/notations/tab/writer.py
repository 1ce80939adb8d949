"""Writing tablature: the strict grid with its beat row, wider grids, free layout, linear tab."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, lcm

from onote_compiler.diagnostics import Report
from onote_compiler.ir.meter import COMMON_TIME
from onote_compiler.ir.score import Score, Tuning
from onote_compiler.ir.time import ZERO
from onote_compiler.notations.base import WriteOptions
from onote_compiler.notations.tab.free import free_measures, rhythm_letters
from onote_compiler.notations.tab.merge import Bar, Group, merge
from onote_compiler.notations.tab.options import TabOptions, tab_options
from onote_compiler.notations.tab.page import Measure, header, numbers, page
from onote_compiler.notations.tab.positions import Fingering, Placed
from onote_compiler.notations.tab.timing import QUARTER_COLUMNS
from onote_compiler.theory.keys import parse_key_name
from onote_compiler.theory.rebar import with_measures

_QUARTER = Fraction(1, 4)
# Columns a quarter note takes at most; what does not fit even then is moved to the nearest column.
MAX_QUARTER_COLUMNS = 48


def write(score: Score, options: WriteOptions, report: Report) -> str:
    """Return a score as tablature (see :mod:`onote_compiler.notations.base`).

    Options: see :class:`~onote_compiler.notations.tab.options.TabOptions`.

    Raises:
        UnknownOptionError: an option that tablature does not have.
    """
    own = next((part.tuning for part in score.parts if part.tuning is not None), None)
    settings = tab_options(options.options, own)
    score = with_measures(score)
    if options.dialect == "linear":
        return _write_linear(merge(score, report), score, settings, own, report)
    timed = all(measure.duration is not None for voice in score.voices for measure in voice.measures)
    if settings.layout == "free" or not timed:
        return _write_free(score, settings, own, report)
    bars = merge(score, report)
    _report_metadata(score, bars, report)
    return page(_grid_measures(bars, settings, own, report), settings, beats=True)


def _write_free(score: Score, settings: TabOptions, own: Tuning | None, report: Report) -> str:
    """Return the free layout: positions in order with all that belongs to them, rhythm in letters where it can be."""
    bars = merge(score, report, free=True)
    placed = _by_bar(bars, _placed_in_order(bars, settings, own, report))
    letters = rhythm_letters(bars, placed)
    if letters is None and any(bar.length is not None for bar in bars):
        report.add("lost-time", bars[0].span, "rhythm letters cannot say these durations")
    about = _about(score, bars, report)
    return page(free_measures(bars, placed, letters, settings.width, report), settings, beats=False, about=about)


def _about(score: Score, bars: list[Bar], report: Report) -> list[str]:
    """Return the lines that say title, key, tempo and meter; report what of them cannot be said."""
    lines, lost = [], []
    title, tempo, key = score.metadata.title, score.metadata.tempo, score.key
    if title and len(title.split("\n")) == 1:
        lines.append(f"Title: {title}")
    elif title:
        lost.append("the title")
    if key is not None and (key.fifths or key.name):
        name = f"{key.tonic}{'#' * key.alter}{'b' * -key.alter} {key.mode}"
        read = parse_key_name(name)
        if read is not None and read.alterations == key.alterations:
            lines.append(f"Key: {name}")
        else:
            lost.append("the key")
    if tempo is not None and tempo.beat == Fraction(1, 4) and tempo.bpm is not None and tempo.bpm.denominator == 1:
        lines.append(f"Tempo: {tempo.bpm}")
    elif tempo is not None:
        lost.append("the tempo")
    meters = {bar.meter for bar in bars if bar.meter.beats}
    if len(meters) == 1 and meters != {COMMON_TIME}:
        (meter,) = meters
        lines.append(f"Time: {'+'.join(map(str, meter.beats))}/{meter.unit}")
    elif len(meters) > 1:
        lost.append("the meters")
    if score.metadata.composer or score.metadata.fields:
        lost.append("the composer and other fields")
    if lost:
        report.add("lost-metadata", next(score.voices).measures[0].span, f"not written: {', '.join(lost)}")
    return lines


def _report_metadata(score: Score, bars: list[Bar], report: Report) -> None:
    """Report what has no place in a tab: key, titles, tempo, meters that a row of quarter notes does not show."""
    if not bars:
        return
    lost = []
    key = score.key
    if key is not None and (key.fifths or key.name):
        lost.append("the key")
    if score.metadata.title or score.metadata.composer or score.metadata.fields:
        lost.append("titles")
    if score.metadata.tempo is not None:
        lost.append("the tempo")
    if any(bar.meter.beats and bar.meter.unit != QUARTER_COLUMNS for bar in bars):
        lost.append("the meter, which the beat row shows in quarter notes")
    if lost:
        report.add("lost-metadata", bars[0].span, f"not written: {', '.join(lost)}")


# -- the grid --------------------------------------------------------------------------------------------------------
def _grid_measures(bars: list[Bar], settings: TabOptions, own: Tuning | None, report: Report) -> list[Measure]:
    """Return every measure in columns: four a quarter note, more where its rhythm or its numbers need them."""
    quarters = [_quarter_columns(bar, report) for bar in bars]
    _report_pickup(bars, report)
    laid = [(bar, _columns(bar, q, report), _width(bar, q)) for bar, q in zip(bars, quarters, strict=True)]
    fingering = Fingering(laid, settings, own, report)
    by_bar = _by_bar(bars, fingering.find())
    crowded = {number for number, struck in by_bar.items() if _spread(struck) > 1}
    if crowded:  # numbers touch all the same there, so the hand may as well do what is easiest
        by_bar = _by_bar(bars, fingering.find(crowded))
    fingering.report_spans()
    return [_spaced(bar, by_bar[bar.number], quarter, report) for bar, quarter in zip(bars, quarters, strict=True)]


def _report_pickup(bars: list[Bar], report: Report) -> None:
    """Report a pickup that would be read as a whole measure."""
    if len(bars) > 1 and bars[0].length is not None and bars[0].meter.duration is not None:
        lacking = bars[0].meter.duration - bars[0].length
        if lacking == _QUARTER / QUARTER_COLUMNS != bars[-1].length:
            report.add("lost-duration", bars[0].span, "a pickup that lacks one column is taken for a whole measure",
                       measure=bars[0].number)  # fmt: skip


def _by_bar(bars: list[Bar], placed: list[Placed]) -> dict[int, list[Placed]]:
    found: dict[int, list[Placed]] = {bar.number: [] for bar in bars}
    for one in placed:
        found[one.bar.number].append(one)
    return found


def _spaced(bar: Bar, struck: list[Placed], quarter: int, report: Report) -> Measure:
    """Return a measure with as many columns as its numbers need."""
    factor = _spread(struck)
    if factor > 1:
        report.add("lost-layout", bar.span, "two numbers on one string would touch; a wider grid is used",
                   measure=bar.number)  # fmt: skip
    short = bar.length is not None and (bar.length < _QUARTER or _QUARTER == bar.length != bar.meter.duration)
    if short and quarter * factor > QUARTER_COLUMNS:
        report.add("lost-duration", bar.span, "so short a measure cannot show that its columns are finer",
                   measure=bar.number)  # fmt: skip
    cells = numbers([(p.column * factor, p) for p in struck])
    return Measure(cells, _width(bar, quarter) * factor, quarter * factor)


def _quarter_columns(bar: Bar, report: Report) -> int:
    """Return how many columns a quarter note needs for every onset and the end of a measure to have its own."""
    assert bar.length is not None
    times = [group.time - bar.start for group in bar.groups if group.time is not None]
    needed = lcm(QUARTER_COLUMNS, *((time * 4).denominator for time in (*times, bar.length)))
    if needed > MAX_QUARTER_COLUMNS:
        report.add("lost-duration", bar.span, f"onsets are moved to {MAX_QUARTER_COLUMNS} columns a quarter note",
                   measure=bar.number)  # fmt: skip
        return MAX_QUARTER_COLUMNS
    if needed > QUARTER_COLUMNS:
        report.add("lost-layout", bar.span, f"the rhythm needs {needed} columns a quarter note, not {QUARTER_COLUMNS}",
                   measure=bar.number)  # fmt: skip
    return needed


def _width(bar: Bar, quarter: int) -> int:
    assert bar.length is not None
    return max(1, ceil(bar.length * 4 * quarter))


def _columns(bar: Bar, quarter: int, report: Report) -> list[tuple[int, Group]]:
    """Return the groups of a measure with their columns; what falls into one column becomes one group."""
    found: dict[int, Group] = {}
    for group in bar.groups:
        column = round(((group.time or ZERO) - bar.start) * 4 * quarter)
        column = min(column, _width(bar, quarter) - 1)
        if column in found:
            found[column].struck.extend(group.struck)
        else:
            found[column] = Group(group.time, list(group.struck))
    return sorted(found.items())


def _spread(struck: Sequence[Placed]) -> int:
    """Return by how much to multiply the columns so that numbers on one string neither touch nor leave the measure."""
    factor = 1
    last: dict[int, tuple[int, int]] = {}
    for one in struck:
        marks = [(p.string, len(str(p.fret))) for p in one.shape] + [(string, 1) for string in one.dead]
        for string, width in marks:
            if string in last:
                column, taken = last[string]
                factor = max(factor, ceil(Fraction(taken + 1, one.column - column)))
            if one.room is not None:
                factor = max(factor, ceil(Fraction(width, one.room)))
            last[string] = (one.column, width)
    return factor


def _placed_in_order(bars: list[Bar], settings: TabOptions, own: Tuning | None, report: Report) -> list[Placed]:
    """Return the positions of a layout whose columns are no time."""
    fingering = Fingering([(bar, [(-1, g) for g in bar.groups], None) for bar in bars], settings, own, report)
    placed = fingering.find()
    fingering.report_spans()
    return placed


# -- linear tab --------------------------------------------------------------------------------------------------------
def _write_linear(bars: list[Bar], score: Score, settings: TabOptions, own: Tuning | None, report: Report) -> str:
    """Return positions alone, chords from the lowest string up."""
    _report_metadata(score, bars, report)
    if any(bar.length is not None and bar.groups for bar in bars):
        report.add("lost-time", bars[0].span, "linear tab says no durations")
    placed = _placed_in_order(bars, settings, own, report)
    words = ["+".join(f"S{p.string}_F{p.fret}" for p in sorted(one.shape, reverse=True)) for one in placed if one.shape]
    return "\n".join([*header(settings), " ".join(words)])
