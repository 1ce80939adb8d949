"""From a score to the lines that numbered notation writes: one voice each, cut into measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Chord, Event, Rest
from onote_compiler.ir.score import Measure, Part, Score, Voice
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import ZERO
from onote_compiler.projection.project import measures_align
from onote_compiler.theory.rebar import with_measures


@dataclass(frozen=True)
class Line:
    """One voice to write."""

    name: str | None
    measures: tuple[Measure, ...]


def lines_of(score: Score) -> list[Line]:
    """Return every voice of a score, in measures, staff by staff; voices of one part in measures of equal length."""
    score = with_measures(score)
    return [Line(part.name, measures) for part in score.parts for measures in _together(part)]


def _together(part: Part) -> Iterator[tuple[Measure, ...]]:
    """Yield the measures of each voice of a part, filled up with rests, since they start for all voices together."""
    if len(part.voices) == 1:
        yield part.voices[0].measures
        return
    sizes = [
        _longest([voice.measures[index] for voice in part.voices if index < len(voice.measures)])
        for index in range(max((len(voice.measures) for voice in part.voices), default=0))
    ]
    for voice in part.voices:
        yield tuple(
            replace(measure, events=_filled(measure, size))
            for measure, size in zip(voice.measures, sizes, strict=False)
        )


def single_line(score: Score, report: Report) -> Line:
    """Return the voices of a score as one line where no two overlap, else the first voice (reported)."""
    score = with_measures(score)
    lines = lines_of(score)
    if len(lines) == 1:
        return lines[0]
    merged = _merged(lines) if measures_align(score) else None
    if merged is not None:
        return merged
    lost = next(iter(Voice(lines[1].measures).events), None)
    report.add(
        "lost-voice", lost.span if lost is not None else Span(0, 0), "voices overlap in time: the first is written",
        hint="the dialects data and jianpu-ly write all of them", voices=len(lines),
    )  # fmt: skip
    return lines[0]


def _merged(lines: list[Line]) -> Line | None:
    longest = max(lines, key=lambda line: len(line.measures))
    measures = []
    for index, measure in enumerate(longest.measures):
        events = _merged_events([line.measures[index] for line in lines if index < len(line.measures)])
        if events is None:
            return None
        measures.append(replace(measure, events=events))
    return Line(longest.name, tuple(measures))


def _longest(measures: list[Measure]) -> Fraction:
    """Return what the longest of measures lasts; those whose length is not known are left out."""
    return max((measure.duration or ZERO for measure in measures), default=ZERO)


def _filled(measure: Measure, size: Fraction) -> tuple[Event, ...]:
    """Return the events of a measure, with a rest where they do not last as long as ``size``."""
    own = measure.duration
    if own is None or own >= size:
        return measure.events
    return (*measure.events, Rest(size - own, span=measure.span))


def _merged_events(measures: list[Measure]) -> tuple[Event, ...] | None:
    """Return the events of one measure of several voices as one row; ``None`` where two overlap."""
    sounding = [measure for measure in measures if any(event.notes for event in measure.events)]
    if len(sounding) <= 1:
        return _filled((sounding or measures)[0], _longest(measures))
    placed: list[tuple[Fraction, Event]] = []
    size = ZERO
    for measure in measures:
        now = ZERO
        for event in measure.events:
            if event.duration is None or event.grace:
                return None
            if event.notes:
                placed.append((now, event))
            now += event.duration
        size = max(size, now)
    placed.sort(key=lambda entry: entry[0])
    row: list[Event] = []
    end = last = ZERO
    for onset, event in placed:
        assert event.duration is not None
        if row and onset == last and row[-1].notes and row[-1].duration == event.duration:
            row[-1] = Chord(row[-1].notes + event.notes, event.duration, span=row[-1].span)
            continue
        if onset < end:
            return None
        if onset > end:
            row.append(Rest(onset - end))
        row.append(event)
        last, end = onset, onset + event.duration
    if end < size:
        row.append(Rest(size - end))
    return tuple(row)
