"""``fix``: apply every fixer whose result reads the same and is no worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from onote_compiler.api import ParseResult, parse
from onote_compiler.diagnostics import Severity
from onote_compiler.extraction.pieces import Edit, edits_between, rewrite
from onote_compiler.fixing.fixers import FIXERS
from onote_compiler.ir.source import Source
from onote_compiler.projection import project

_LONGEST_DIFF = 20_000
"""Lines beyond which no diff is shown: comparing lines takes more than linear time at worst."""


@dataclass(frozen=True)
class Fix:
    """What came of fixing a text.

    Attributes:
        original: The text as it was.
        text: The text as it is now.
        edits: What was done, as edits of the original in its offsets, in order.
        fixed: Names of the diagnostics that are gone.
        before: What came of reading the original.
        after: What came of reading the text as it is now.
    """

    original: str
    text: str
    edits: Sequence[Edit]
    fixed: Sequence[str]
    before: ParseResult
    after: ParseResult

    @property
    def changed(self) -> bool:
        """Whether anything was rewritten."""
        return self.text != self.original

    def diff(self, name: str = "text") -> str:
        """Return the change as a unified diff, empty where there is none."""
        old, new = (_shown_lines(text) for text in (self.original, self.text))
        if not self.changed:
            return ""
        if len(old) + len(new) > _LONGEST_DIFF:
            return f"--- {name}\n+++ {name} (fixed)\n@@ {len(old)} lines, {len(self.edits)} edits @@\n"
        return "".join(unified_diff(old, new, name, f"{name} (fixed)"))


def fix(text: str, format: str = "auto", **options: Any) -> Fix:
    """Rewrite what has one safe meaning: wrapping, other characters for ASCII ones, spacing, field order, final bar.

    After each step the text is read again. A step counts only if onset, duration and pitches of every event are what
    they were, and no diagnostic is graver or more frequent than before; so fixing never changes what is projected.

    Args:
        text: The answer.
        format: Its notation, or ``auto``.
        options: As for :func:`onote_compiler.parse`.

    Returns:
        The text before and after; unchanged where nothing could be read.

    Raises:
        UnknownFormatError: no such notation.
        UnknownOptionError: no such profile, dialect, key or meter.
    """
    before = after = parse(text, format, **options)
    view = Source.whole(text)
    if before.score is None or before.format is None:
        return Fix(text, text, (), (), before, after)
    wanted = _events(before)
    for fixer in FIXERS:
        edits = fixer(view.text, after)
        candidate = rewrite(view, edits)
        if candidate.text == view.text:
            continue
        result = parse(candidate.text, before.format, **options)
        if result.score is not None and _events(result) == wanted and _no_worse(result, after):
            view, after = candidate, result
    names = {d.name for d in before.diagnostics} - {d.name for d in after.diagnostics}
    return Fix(text, view.text, edits_between(view), tuple(sorted(names)), before, after)


def _events(result: ParseResult) -> list[tuple[object, ...]]:
    assert result.score is not None
    return [(event.onset, event.duration, event.midi) for event in project(result.score).events]


def _no_worse(result: ParseResult, than: ParseResult) -> bool:
    return all(
        sum(d.severity is severity for d in result.diagnostics) <= sum(d.severity is severity for d in than.diagnostics)
        for severity in (Severity.ERROR, Severity.WARNING)
    )


def _shown_lines(text: str) -> list[str]:
    lines = text.splitlines(keepends=True)
    return [line if line.endswith("\n") else f"{line}\n" for line in lines]
