"""What every rule is given, and the table of rules. One rule, one module; adding one adds a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from onote_compiler.diagnostics import Report
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.score import Score


@dataclass(frozen=True)
class Expectation:
    """What a task asked for; ``None`` where it left that open.

    Attributes:
        meter: Meter of the piece.
        key: Key of the piece.
        measures: Number of measures.
        pickup: Whether the first measure may be short.
        max_span: Frets a hand may span over the fretted notes that sound together.
    """

    meter: Meter | None = None
    key: Key | None = None
    measures: int | None = None
    pickup: bool = True
    max_span: int = 7


Check = Callable[[Score, Report, Expectation], None]
"""A rule: looks at a score and reports what it finds."""


def rules() -> tuple[Check, ...]:
    """Return every rule, in the order in which they run."""
    from onote_compiler.checks import barlines, expectations, measures, playability, repetition, ties, voices

    return (
        measures.check_measures,
        barlines.check_repeats,
        barlines.check_final_bar,
        ties.check_ties,
        voices.check_voice_lengths,
        playability.check_playability,
        expectations.check_measure_count,
        expectations.check_key,
        expectations.check_meter,
        repetition.check_repetition,
    )


def check_score(score: Score, report: Report, expect: Expectation) -> None:
    """Run every rule over a score."""
    for rule in rules():
        rule(score, report, expect)
