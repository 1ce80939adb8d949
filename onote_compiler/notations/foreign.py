"""What readers say of a text that holds none of their notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Span


class Wanted(NamedTuple):
    """What a reader looks for.

    Attributes:
        named: The notation in a sentence: ``a pitch-duration sequence``.
        notes: What it is made of: ``pitch-duration notes``.
        example: What that looks like.
    """

    named: str
    notes: str
    example: str


def report_no_music(report: Report, wanted: Wanted, length: int, foreign: Mapping[str, Sequence[Span]]) -> None:
    """Report that a text holds nothing to read, or what it holds instead.

    Args:
        report: Takes the diagnostic; nothing is added where it says as much already.
        wanted: What was looked for.
        length: Characters of the text.
        foreign: Where signs of other notations stand, by notation.
    """
    if any(name in report for name in ("no-score", "wrong-format", "empty")):
        return
    if not foreign:
        report.add(
            "no-score", (0, length), f"the text holds no {wanted.notes}", hint=f"write notes as {wanted.example}"
        )
        return
    name, spans = max(foreign.items(), key=lambda entry: len(entry[1]))
    report.add(
        "wrong-format", (spans[0].start, spans[-1].end), f"this looks like {name}, not like {wanted.named}",
        hint=f"read it as {name}", detected=name,
    )  # fmt: skip
