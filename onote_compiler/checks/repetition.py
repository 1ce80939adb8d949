"""A unit that repeats over and over (``runaway-repetition``), as when a model is caught in a loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from onote_compiler.checks.rules import Expectation
from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Event, Note
from onote_compiler.ir.score import Score, Voice
from onote_compiler.ir.source import Span

LEAST_TIMES = 12
LEAST_LENGTH = 64
LONGEST_UNIT = 512
"""Longest unit that is looked for; the bound makes the search linear in the number of events."""


class Run(NamedTuple):
    """A stretch of a sequence in which a unit of ``period`` items repeats; the last one may be incomplete."""

    start: int
    end: int
    period: int

    @property
    def times(self) -> int:
        """How often the unit stands there in full."""
        return (self.end - self.start) // self.period


def check_repetition(score: Score, report: Report, expect: Expectation) -> None:
    """Report in each voice the longest stretch in which a unit repeats at least 12 times over at least 64 events."""
    for voice in score.voices:
        found = _events(voice)
        if len(found) < LEAST_LENGTH or not _may_repeat(found):
            continue
        run = longest_run(_numbered([event for event, _ in found]))
        if run is None:
            continue
        first, measure = found[run.start + run.period]  # where it begins to repeat
        span = Span(first.span.start, max(first.span.end, found[run.end - 1][0].span.end))
        report.add(
            "runaway-repetition",
            span,
            f"a unit of {run.period} event{'s' * (run.period != 1)} is repeated {run.times} times",
            hint="the model may have been caught in a loop",
            measure=measure,
            period=run.period,
            times=run.times,
        )


def _events(voice: Voice) -> list[tuple[Event, int]]:
    return [(event, measure.number) for measure in voice.measures for event in measure.events if not event.grace]


def _may_repeat(found: Sequence[tuple[Event, int]]) -> bool:
    """Whether any pitch (any number of notes, of chords and rests) stands there as often as a unit is repeated."""
    kinds = [
        event.pitch.midi if isinstance(event, Note) and event.pitch is not None else -len(event.notes)
        for event, _ in found
    ]
    return max(Counter(kinds).values()) >= LEAST_TIMES


def _numbered(events: Sequence[Event]) -> list[int]:
    """Return one number an event, the same for events that sound the same.

    Durations and pitches that recur are shared objects, and hashing a fraction is slow: each object is looked up by
    value once.
    """
    numbers: dict[object, int] = {}
    lengths: dict[Fraction | None, int] = {}
    known_lengths: dict[int, int] = {}
    known: dict[tuple[int, ...], int] = {}
    sequence: list[int] = []
    for event in events:
        if isinstance(event, Note):
            place: tuple[int, ...] = (id(event.duration), id(event.pitch))
        else:
            place = (id(event.duration), 0, *[id(note.pitch) for note in event.notes])
        number = known.get(place)
        if number is None:
            length = known_lengths.get(place[0])
            if length is None:
                length = known_lengths[place[0]] = lengths.setdefault(event.duration, len(lengths))
            pitches = [note.pitch.midi if note.pitch is not None else None for note in event.notes]
            number = known[place] = numbers.setdefault((length, *pitches), len(numbers))
        sequence.append(number)
    return sequence


def longest_run(items: Sequence[int]) -> Run | None:
    """Return the longest run of a unit repeated at least 12 times over at least 64 items, or ``None``.

    For units of between B and 2B items a run is at least 12B long and so holds one of the windows of 4B items that
    begin at every multiple of 8B. The smallest period of a window comes from its failure function (Knuth, Morris,
    Pratt 1977); where it is a half of the window or less, the run is followed to both sides. For each B that is one
    pass over the items, and B takes ten values.

    Args:
        items: Numbers that are equal where the things they stand for are.
    """
    best: Run | None = None
    size = 1
    while size <= LONGEST_UNIT and len(items) >= max(LEAST_LENGTH, LEAST_TIMES * size):
        at = 0
        while at + 4 * size <= len(items):
            period = _period(items[at : at + 4 * size])
            run = _follow(items, at, period) if period <= 2 * size else None
            if run is not None and _counts(run) and (best is None or run.end - run.start > best.end - best.start):
                best = run
            at += 8 * size
            if run is not None and run.end > at:  # the windows inside the run have the same period
                at += -(-(run.end - at) // (8 * size)) * 8 * size
        size *= 2
    return best


def _counts(run: Run) -> bool:
    return run.times >= LEAST_TIMES and run.end - run.start >= LEAST_LENGTH


def _period(window: Sequence[int]) -> int:
    """Return the smallest period of a window."""
    failure = [0] * len(window)
    length = 0
    for at in range(1, len(window)):
        while length and window[at] != window[length]:
            length = failure[length - 1]
        if window[at] == window[length]:
            length += 1
        failure[at] = length
    return len(window) - failure[-1]


def _follow(items: Sequence[int], at: int, period: int) -> Run:
    """Return the run of a period around a place where it holds."""
    start, end = at, at + period
    while start > 0 and items[start - 1] == items[start - 1 + period]:
        start -= 1
    while end < len(items) and items[end] == items[end - period]:
        end += 1
    return Run(start, end, period)
