"""Collecting diagnostics while a text is read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from onote_compiler.diagnostics.catalogue import rule
from onote_compiler.diagnostics.model import Diagnostic, Severity, Verdict
from onote_compiler.ir.source import Source, Span


class Report:
    """The diagnostics of one text, graded by a profile's severities as they come in.

    Args:
        source: The text that spans refer to.
        severities: Severity by name; names it lacks take the catalogue's default.
    """

    def __init__(self, source: Source, severities: Mapping[str, Severity] | None = None) -> None:
        self.source = source
        self._severities = severities or {}
        self._found: list[Diagnostic] = []

    def at(self, source: Source) -> Report:
        """Return a report on another view of the same text (the notation inside an answer), sharing the list."""
        other = Report(source, self._severities)
        other._found = self._found
        return other

    def add(
        self,
        name: str,
        span: Span | tuple[int, int],
        message: str,
        hint: str | None = None,
        *,
        measure: int | None = None,
        voice: str | None = None,
        variant: str | None = None,
        **data: Any,
    ) -> None:
        """Report ``name`` at ``span`` of the source's notation.

        A profile may grade one ``variant`` of a diagnostic apart from the others, as ``name:variant``.

        Raises:
            KeyError: the catalogue has no such name.
        """
        entry = rule(name)
        severity = self._severities.get(name, entry.severity)
        if variant is not None:
            severity = self._severities.get(f"{name}:{variant}", severity)
        if severity is Severity.IGNORED:
            return
        where = self.source.span_in_original(Span(*span))
        start, end = self.source.position(where.start), self.source.position(where.end)
        self._found.append(
            Diagnostic(entry.code, name, severity, where, *start, *end, message, hint, measure, voice, data)
        )

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """Everything found, in the order of the text."""
        return sorted(self._found, key=lambda d: (d.span.start, d.code))

    def __contains__(self, name: str) -> bool:
        return any(d.name == name for d in self._found)

    @property
    def has_errors(self) -> bool:
        """Whether anything is an error under the profile."""
        return any(d.severity is Severity.ERROR for d in self._found)

    def verdict(self, has_score: bool) -> Verdict:
        """Return the verdict on the text, given whether a score came out of it."""
        if not has_score:
            return Verdict.INVALID
        if self.has_errors:
            return Verdict.REPAIRED
        return Verdict.WARNED if self._found else Verdict.VALID
