"""MusiXQA JSON to a score."""

from __future__ import annotations

import json

from onote_compiler.diagnostics import Report
from onote_compiler.ir.score import Score
from onote_compiler.ir.source import Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.musixqa.sample import SampleError, score_of_sample


def read(source: Source, context: ReadContext, report: Report) -> Score | None:
    """Return the score of one MusiXQA sample, or ``None`` where the text is not of that shape (then it is reported)."""
    try:
        sample = json.loads(source.text)
    except json.JSONDecodeError as error:
        report.add("no-score", (error.pos, error.pos), f"not JSON: {error.msg}")
        return None
    except (RecursionError, ValueError):
        report.add("no-score", (0, 0), "not JSON that can be read: nested too deep or a number too long")
        return None
    try:
        return score_of_sample(sample, source=source)
    except SampleError as error:
        report.add("no-score", (0, 0), f"not a MusiXQA sample: {error}", path=error.path)
        return None
