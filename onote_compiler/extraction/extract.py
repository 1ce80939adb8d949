"""Finding the notation inside a model's answer."""

from __future__ import annotations

from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Source
from onote_compiler.profiles import Profile


def extract(source: Source, notation: str, profile: Profile, report: Report) -> Source | None:
    """Return the part of an answer that is notation, or ``None`` where there is none (then it is reported).

    Args:
        source: The whole answer.
        notation: Notation asked for.
        profile: Decides which of several candidates is taken.
        report: Takes what was found around the notation.
    """
    if not source.text.strip():
        report.add("empty", (0, 0), "the answer is empty")
        return None
    return source
