"""``fix``: apply every fixer whose result reads the same and is no worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from onote_compiler.api import ParseResult, parse
from onote_compiler.diagnostics import Severity
from onote_compiler.extraction.pieces import Edit, edits_between, rewrite
from onote_compiler.fixing.fixers import FIXERS, unwrap
from onote_compiler.ir.source import Source
from onote_compiler.projection import project

_LONGEST_DIFF = 20_000
"""Lines beyond which no diff is shown: comparing lines takes more than linear time at worst."""
_ROUNDS = 5
"""Times that the fixers are tried at most: what one does may leave work for one before it."""


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
        told = self.original.endswith("\n") != self.text.endswith("\n")
        old, new = (_shown_lines(text, told) for text in (self.original, self.text))
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
    before = parse(text, format, **options)
    if before.score is None or before.format is None:
        return Fix(text, text, (), (), before, before)
    done = _Fixing(Source.whole(text), before, before.format, options)
    for _ in range(_ROUNDS):
        begun = done.view
        done.try_all()
        if done.view is begun:
            break
    names = {d.name for d in before.diagnostics} - {d.name for d in done.after.diagnostics}
    return Fix(text, done.view.text, edits_between(done.view), tuple(sorted(names)), before, done.after)


class _Fixing:
    """A text on the way: as it is now, and what comes of it."""

    def __init__(self, view: Source, before: ParseResult, notation: str, options: dict[str, Any]) -> None:
        self.view = view
        self.after = before
        self._notation = notation
        self._options = options
        self._events = _events(before)

    def try_all(self) -> None:
        """Try every fixer once."""
        for fixer in FIXERS:
            if fixer.apply is not unwrap and self.after.source.text != self.view.text:
                return  # what stands around the notation is not to be rewritten as if it were notation
            candidate = rewrite(self.view, fixer.apply(self.view.text, self.after))
            if candidate.text != self.view.text:
                self._try(candidate, fixer.mends)

    def _try(self, candidate: Source, mends: str | None) -> None:
        result = parse(candidate.text, self._notation, **self._options)
        mended = mends is None or all(d.name != mends for d in result.diagnostics)
        if mended and result.score is not None and _events(result) == self._events and _no_worse(result, self.after):
            self.view, self.after = candidate, result


def _events(result: ParseResult) -> list[tuple[object, ...]]:
    assert result.score is not None
    return [(event.onset, event.duration, event.midi) for event in project(result.score).events]


def _no_worse(result: ParseResult, than: ParseResult) -> bool:
    return all(
        sum(d.severity is severity for d in result.diagnostics) <= sum(d.severity is severity for d in than.diagnostics)
        for severity in (Severity.ERROR, Severity.WARNING)
    )


def _shown_lines(text: str, told: bool) -> list[str]:
    """Return lines with their ends; a last one without is marked as patches mark it, where that is to be told."""
    end = "\n\\ No newline at end of file\n" if told else "\n"
    lines = text.splitlines(keepends=True)
    return [line if line.endswith("\n") else f"{line}{end}" for line in lines]
