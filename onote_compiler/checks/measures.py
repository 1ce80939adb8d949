"""Measures that do not add up to their meter (``bar-sum``) or hold nothing (``empty-bar``)."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.checks.rules import Expectation
from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Rest
from onote_compiler.ir.score import Measure, Score, Voice


def check_measures(score: Score, report: Report, expect: Expectation) -> None:
    """Report every measure whose durations do not fill its meter.

    A pickup (first measure of the piece or of a repeated section) may be short, and so may the measure before a
    repeat or at the end, where ``expect.pickup`` allows it. Measures of unknown duration are passed over.
    """
    if not score.measured:
        return
    for part in score.parts:
        for voice in part.voices[:1]:
            _check_voice(voice, report, expect, several=sum(1 for _ in score.voices) > 1)


def _check_voice(voice: Voice, report: Report, expect: Expectation, several: bool) -> None:
    name = voice.name if several else None
    for index, measure in enumerate(voice.measures):
        wanted = measure.meter.duration
        if not measure.events:
            report.add(
                "empty-bar",
                measure.span,
                f"measure {measure.number} is empty",
                measure=measure.number,
                voice=name,
                hint="write a rest for a silent measure",
            )
            continue
        found = measure.duration
        if wanted is None or found is None or found == wanted:
            continue
        if any(isinstance(event, Rest) and event.measures for event in measure.events):
            continue
        if found < wanted and expect.pickup and _may_be_short(voice, index):
            continue
        report.add(
            "bar-sum",
            measure.span,
            f"measure {measure.number} lasts {found}, the meter asks for {wanted}",
            measure=measure.number,
            voice=name,
            hint=_difference(found - wanted),
            have=str(found),
            want=str(wanted),
        )


def _may_be_short(voice: Voice, index: int) -> bool:
    """Whether the measure opens or closes the piece or a repeated section."""
    measure = voice.measures[index]
    if index in (0, len(voice.measures) - 1) or measure.ending:
        return True
    before, after = voice.measures[index - 1], voice.measures[index + 1]
    return any(_section_break(m, n) for m, n in ((before, measure), (measure, after)))


def _section_break(left: Measure, right: Measure) -> bool:
    closing = left.right
    opening = right.left
    return bool(
        (closing and (closing.repeat or closing.style in ("double", "final", "initial")))
        or (opening and opening.repeat)
        or right.ending
    )


def _difference(excess: Fraction) -> str:
    return f"{abs(excess)} of a whole note too {'long' if excess > 0 else 'short'}"
