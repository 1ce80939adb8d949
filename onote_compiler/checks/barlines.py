"""Repeat signs without a partner (``unmatched-repeat``) and a missing final bar line (``missing-final-bar``)."""

from __future__ import annotations

from onote_compiler.checks.rules import Expectation
from onote_compiler.diagnostics import Report
from onote_compiler.ir.score import Measure, Score


def check_repeats(score: Score, report: Report, expect: Expectation) -> None:
    """Report a repeat that is opened and not closed; an end without a start goes back to the section's beginning."""
    for voice in list(score.voices)[:1]:
        opened = None
        for measure in voice.measures:
            if measure.left is not None and measure.left.repeat:
                if opened is not None:
                    _report_open(report, opened)
                opened = measure
            if measure.right is not None and measure.right.repeat:
                opened = None
        if opened is not None:
            _report_open(report, opened)


def _report_open(report: Report, measure: Measure) -> None:

    assert measure.left is not None
    report.add(
        "unmatched-repeat",
        measure.left.span,
        "this repeat is opened and never closed",
        measure=measure.number,
        hint="close it with :| or leave |: out",
    )


def check_final_bar(score: Score, report: Report, expect: Expectation) -> None:
    """Report a piece whose last measure does not end with a bar line that says so."""
    if not score.measured or score.notation not in ("abc", "jianpu"):
        return
    for voice in list(score.voices)[:1]:
        if not voice.measures:
            continue
        last = voice.measures[-1]
        ends = last.right is not None and (
            score.notation != "abc" or last.right.repeat or last.right.style in ("final", "double")
        )
        if not ends:
            report.add(
                "missing-final-bar",
                (last.span.end, last.span.end),
                "the piece has no final bar line",
                measure=last.number,
                hint="end it with |]" if score.notation == "abc" else "end it with |",
            )
