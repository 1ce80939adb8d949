"""From a score to what one instrument strikes: all voices merged by onset, and what that loses."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import NO_SPAN, Event, Mark, Note, Rest
from onote_compiler.ir.meter import COMMON_TIME, Meter
from onote_compiler.ir.score import Direction, Measure, Score, Voice
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import ZERO
from onote_compiler.projection.project import measures_align

# What stands between events and is lost. A meter shows in the width of its measures; the rest is layout.
_LOST = {
    "text": "lost-mark", "part": "lost-mark", "navigation": "lost-structure", "key": "lost-metadata",
    "tempo": "lost-metadata",
}  # fmt: skip


# What a free layout writes over its rows, and beside its numbers.
_SAID = ("text", "part")
_CARRIED = ("technique", "chord-symbol")


@dataclass(slots=True)
class Struck:
    """A note that is struck: ties lengthen it, so that ``end`` is where it stops sounding."""

    note: Note
    end: Fraction | None


@dataclass(slots=True)
class Group:
    """Notes struck together, at a time from the beginning of the piece; ``None`` where nothing says when.

    ``marks`` are those of the chord as a whole.
    """

    time: Fraction | None
    struck: list[Struck] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)


class Said(NamedTuple):
    """Text over a measure: its time, how many groups were struck before it, and itself."""

    time: Fraction | None
    after: int
    direction: Direction


@dataclass(slots=True)
class Bar:
    """One measure of the merged score.

    Attributes:
        number: From 1.
        meter: Its meter.
        start: Its beginning in whole notes.
        length: Its length in whole notes; ``None`` where a duration is missing.
        groups: What is struck in it, in order of time.
        span: Where it stands in the text it was read from.
        texts: Text and part labels over it, where the layout carries them.
        left: Whether a repeat begins with it.
        right: How often a repeat that ends with it is played again.
    """

    number: int
    meter: Meter
    start: Fraction
    length: Fraction | None
    groups: list[Group] = field(default_factory=list)
    span: Span = NO_SPAN
    texts: list[Said] = field(default_factory=list)
    left: bool = False
    right: int = 0

    def texts_by_group(self) -> list[tuple[int, Direction]]:
        """Return each text with the index of the group that it stands before."""
        times = [group.time for group in self.groups if group.time is not None]
        timed = len(times) == len(self.groups)
        found = []
        for time, after, direction in self.texts:
            before = bisect_left(times, time) if timed and time is not None else after
            found.append((min(before, len(self.groups)), direction))
        return sorted(found, key=itemgetter(0))


def merge(score: Score, report: Report, *, free: bool = False) -> list[Bar]:
    """Return the measures of a score as one instrument strikes them.

    Args:
        score: A measured score, any number of parts and voices.
        report: Takes what is lost: voices, grace notes, marks, repeats, silence, notes held longer.
        free: Whether the layout carries techniques, chord names, text, part labels and repeats.
    """
    voices = list(score.voices)
    bars = _bars(voices)
    for voice in voices:
        _strike(voice, bars, report, free)
    for bar in bars:
        _sort(bar)
        if bar.length is not None:
            _report_lengths(bar, report)
    if bars and not measures_align(score):
        report.add("lost-time", bars[0].span, "measures of the parts differ in length: the shorter ones are filled up")
    if len(voices) > 1 and bars:
        report.add("lost-voice", bars[0].span, f"{len(voices)} voices are merged onto one instrument")
    return bars


def _bars(voices: list[Voice]) -> list[Bar]:
    bars: list[Bar] = []
    start = ZERO
    for index in range(max((len(voice.measures) for voice in voices), default=0)):
        measures = [voice.measures[index] for voice in voices if index < len(voice.measures)]
        lengths = [measure.duration for measure in measures]
        known = [length for length in lengths if length is not None]
        length = max(known) if len(known) == len(lengths) else None
        bars.append(Bar(index + 1, measures[0].meter, start, length, span=measures[0].span))
        start += length if length is not None else (measures[0].meter.duration or COMMON_TIME.duration or ZERO)
    return bars


def _strike(voice: Voice, bars: list[Bar], report: Report, free: bool) -> None:
    """Put the notes of a voice into the measures; a tied note is not struck again."""
    held: dict[int, Struck] = {}
    for measure, bar in zip(voice.measures, bars, strict=False):
        _report_measure(measure, report, free)
        now: Fraction | None = bar.start
        if free:
            bar.left = bar.left or bool(measure.left and measure.left.repeat)
            bar.right = max(bar.right, measure.right.repeat if measure.right else 0)
        texts: dict[int, list[Direction]] = {}
        for said in measure.directions if free else ():
            if said.kind in _SAID:
                texts.setdefault(min(said.at, len(measure.events)), []).append(said)
        by_time: dict[Fraction, Group] = {group.time: group for group in bar.groups if group.time is not None}
        for at, event in enumerate(measure.events):
            bar.texts += [Said(now, len(bar.groups), said) for said in texts.get(at, ())]
            if event.grace:
                report.add("lost-grace", event.span, "tablature has no grace notes here", measure=measure.number)
                continue
            if event.notes:
                group = by_time.get(now) if now is not None else None
                fresh = group or Group(now)
                held = _strike_event(event, now, held, fresh)
                if group is None and fresh.struck:
                    bar.groups.append(fresh)
                    if now is not None:
                        by_time[now] = fresh
            else:
                held = {}
            now = None if now is None or event.duration is None else now + event.duration
        bar.texts += [Said(now, len(bar.groups), said) for said in texts.get(len(measure.events), ())]


def _strike_event(event: Event, now: Fraction | None, held: dict[int, Struck], group: Group) -> dict[int, Struck]:
    """Add the notes of an event to a group, and return those that a tie holds on."""
    still: dict[int, Struck] = {}
    if not isinstance(event, (Note, Rest)):
        group.marks += event.marks
    for note in event.notes:
        end = None if now is None or note.duration is None else now + note.duration
        struck = held.get(note.pitch.midi) if note.pitch is not None else None
        if struck is None:
            struck = Struck(note, end)
            group.struck.append(struck)
        else:
            struck.end = end
        if note.tie and note.pitch is not None:
            still[note.pitch.midi] = struck
    return still


def _sort(bar: Bar) -> None:
    if all(group.time is not None for group in bar.groups):
        bar.groups.sort(key=lambda group: group.time or ZERO)


def _report_measure(measure: Measure, report: Report, free: bool) -> None:
    """Report what a tab has no signs for; a free layout has more of them."""
    for line in (measure.left, measure.right):
        if line is not None and line.repeat and not free:
            report.add("lost-structure", line.span, "this layout has no repeat signs", measure=measure.number)
    if measure.ending:
        report.add("lost-structure", measure.span, "this layout has no endings", measure=measure.number)
    for direction in measure.directions:
        if direction.kind in _LOST and not (free and direction.kind in _SAID):
            report.add(_LOST[direction.kind], direction.span, f"not written: {direction.kind} {direction.text[:60]}",
                       measure=measure.number)  # fmt: skip
    lost = [(event, mark) for event in measure.events for mark in _marks(event) if not (free and mark.kind in _CARRIED)]
    names = sorted({_mark_name(mark) for _, mark in lost})
    if names:
        place = lost[0][0].span
        report.add("lost-mark", place, f"not written: {', '.join(names)[:80]}", measure=measure.number)


def _mark_name(mark: Mark) -> str:
    return mark.text if mark.kind in ("technique", "decoration") else mark.kind


def _marks(event: Event) -> Iterator[Mark]:
    yield from event.marks
    if not isinstance(event, (Note, Rest)):
        for note in event.notes:
            yield from note.marks


def _report_lengths(bar: Bar, report: Report) -> None:
    """Report what the rule "a note lasts to the next onset or the end of the measure" makes of the durations."""
    assert bar.length is not None
    stop = bar.start + bar.length
    sounding = ZERO
    for at, group in enumerate(bar.groups):
        until = bar.groups[at + 1].time if at + 1 < len(bar.groups) else stop
        ends = [struck.end for struck in group.struck if struck.end is not None]
        if until is None or not ends:
            continue
        sounding = max(sounding, *ends)
        place = group.struck[0].note.span
        if max(ends) > stop:
            report.add("lost-tie", place, "a note cannot be held over the bar line", measure=bar.number)
        elif sounding < until:
            report.add("lost-rest", place, f"the silence of {until - sounding} after this cannot be written",
                       measure=bar.number)  # fmt: skip
        if any(end != until and not (end > stop and until == stop) for end in ends) and sounding >= until:
            report.add("lost-duration", place, "every note lasts to the next onset", measure=bar.number)
