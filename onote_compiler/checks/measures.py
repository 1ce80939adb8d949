"""Measures that do not add up to their meter (``bar-sum``) or hold nothing (``empty-bar``)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction

from onote_compiler.checks.rules import Expectation
from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Rest
from onote_compiler.ir.score import Measure, Score, Voice
from onote_compiler.ir.source import Span

Lengths = Sequence[Fraction | None]


def check_measures(score: Score, report: Report, expect: Expectation) -> None:
    """Report every measure whose durations do not fill its meter.

    Where ``expect.pickup`` allows it, a pickup may be short, and so may the measure that complements it at the end
    of the piece or before a repeat. An ending may start within a measure: then what stands before it and the
    beginning of each ending make one measure. Measures of unknown duration are passed over.
    """
    if not score.measured:
        return
    several = sum(1 for _ in score.voices) > 1
    for part in score.parts:
        for voice in part.voices[:1]:
            _check_voice(voice, report, expect, several)


def _check_voice(voice: Voice, report: Report, expect: Expectation, several: bool) -> None:
    name = voice.name if several else None
    lengths = _lengths(voice.measures)
    may_be_short = _short_measures(voice.measures, lengths) if expect.pickup else set()
    for index, measure in enumerate(voice.measures):
        wanted = measure.meter.duration
        if not measure.events:
            report.add(
                "empty-bar",
                _place(measure),
                f"measure {measure.number} is empty",
                measure=measure.number,
                voice=name,
                hint="write a rest for a silent measure",
            )
            continue
        found = lengths[index]
        if wanted is None or found is None or found == wanted:
            continue
        if any(isinstance(event, Rest) and event.measures for event in measure.events):
            continue
        if found < wanted and index in may_be_short:
            continue
        report.add(
            "bar-sum",
            _place(measure),
            f"measure {measure.number} lasts {found}, the meter {measure.meter} asks for {wanted}",
            measure=measure.number,
            voice=name,
            hint=_difference(found - wanted),
            have=str(found),
            want=str(wanted),
        )


def _place(measure: Measure) -> Span:
    """Return where a measure stands: its events, not the line break before them; its bar line where it has none."""
    if measure.events:
        return Span(measure.events[0].span.start, max(measure.span.end, measure.events[0].span.end))
    return measure.span if measure.right is None else Span(measure.right.span.start, measure.right.span.end)


def _lengths(measures: Sequence[Measure]) -> list[Fraction | None]:
    """Return how long each measure lasts.

    A measure that no bar line ends, since an ending starts within it, is completed by the first measure of that ending
    and of those that follow it: its length is counted there, and is ``None`` itself.
    """
    lengths = [measure.duration for measure in measures]
    head: Fraction | None = None
    inside = False  # whether the measure before belongs to an ending
    for index, measure in enumerate(measures):
        before = measures[index - 1] if index else None
        if measure.ending and before is not None:
            if not inside or 1 in measure.ending:
                head = None
                if before.right is None:
                    head, lengths[index - 1] = lengths[index - 1], None
            own = lengths[index]
            lengths[index] = own if head is None or own is None else head + own
        inside = bool(measure.ending) or (inside and before is not None and not _section_break(before, measure))
    return lengths


def _short_measures(measures: Sequence[Measure], lengths: Lengths) -> set[int]:
    """Return the indices of the measures that may be shorter than their meter.

    These are the pickup of the piece and of each section, and the last measure of a section (or of an ending)
    where it and a pickup that it leads to, or the piece began with, make one whole measure.
    """
    if not measures:
        return set()
    starts = [0, *(i for i in range(1, len(measures)) if _section_break(measures[i - 1], measures[i]))]
    pickups = {i for i in starts if _is_short(measures[i], lengths[i])}
    allowed = {i for i in pickups if not measures[i].ending}
    for end in _section_ends(measures):
        later = bisect_right(starts, end)
        before = starts[later - 1]
        after = starts[later] if later < len(starts) else 0
        found, wanted = lengths[end], measures[end].meter.duration
        if found is None or wanted is None:
            continue
        if any(found + (lengths[i] or 0) == wanted for i in {0, before, after} if i in pickups and i != end):
            allowed.add(end)
    return allowed


def _section_ends(measures: Sequence[Measure]) -> list[int]:
    ends = [i for i in range(len(measures) - 1) if _section_break(measures[i], measures[i + 1])]
    ends += [i for i in range(len(measures) - 1) if measures[i + 1].ending]
    return [*ends, len(measures) - 1]


def _section_break(left: Measure, right: Measure) -> bool:
    closing, opening = left.right, right.left
    return bool(
        (closing and (closing.repeat or closing.style in ("double", "final", "initial")))
        or (opening and opening.repeat)
    )


def _is_short(measure: Measure, found: Fraction | None) -> bool:
    wanted = measure.meter.duration
    return found is not None and wanted is not None and found < wanted


def _difference(excess: Fraction) -> str:
    size = abs(excess)
    amount = f"{size} of a whole note" if size < 1 else f"{size} whole note{'s' * (size != 1)}"
    return f"{amount} too {'long' if excess > 0 else 'short'}"
