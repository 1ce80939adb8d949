"""Asking an engine what it makes of a text."""

from __future__ import annotations

from onote_compiler.diagnostics import Report
from onote_compiler.engines.cleaning import without_directives
from onote_compiler.engines.model import DEFAULT_LIMITS, Complaint, EngineVerdict, Failure, Limits, Rendering
from onote_compiler.engines.table import Engine, engine
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.source import LineIndex, Source, Span

_SAID = 200
_STOPPED = {
    Failure.TIMEOUT: ("engine-timeout", "did not finish in time"),
    Failure.LIMIT: ("engine-limit", "ran into the limits of memory and output"),
    Failure.CRASH: ("engine-failed", "crashed"),
}


def render_text(
    text: str, name: str, target: str | None = None, *, source: Source | None = None, limits: Limits = DEFAULT_LIMITS
) -> EngineVerdict:
    """Render a text of the notation that an engine takes.

    Args:
        text: The text. Of ABC, comments, directives and instructions are taken out first.
        name: Name of the engine.
        target: What to make; the engine's first where none is named.
        source: Where the text stands, so that diagnostics name places in it; ``None`` for a text that was written
            from a score, of which diagnostics name none.
        limits: What the engine may use.

    Returns:
        The verdict; an engine that is not installed is no error.

    Raises:
        UnknownOptionError: no such engine, or it cannot make ``target``.
    """
    asked = engine(name)
    wanted = target or asked.gives[0]
    if wanted not in asked.gives:
        raise UnknownOptionError(f"{asked.title} makes {', '.join(asked.gives)}, not {wanted}")
    report = Report(source or Source.whole(""))
    version = asked.version
    if version is None:
        report.add("engine-missing", (0, 0), f"{asked.title} is not installed")
        return EngineVerdict(name, None, None, report.diagnostics, wanted)
    done = asked.run(without_directives(text) if asked.takes == "abc" else text, wanted, limits)
    _tell(asked, done, report, source)
    fine = bool(done.pages) and done.failure is None and not any(c.error for c in done.complaints)
    return EngineVerdict(name, version, fine, report.diagnostics, wanted, done.pages)


def _tell(asked: Engine, done: Rendering, report: Report, source: Source | None) -> None:
    """Report what an engine said; of a flood the first of each kind, and how much more there is."""
    if done.failure is not None:
        code, what = _STOPPED[done.failure]
        report.add(code, (0, 0), f"{asked.title} {what}")
    index = None if source is None else LineIndex(source.text)
    errors = [complaint for complaint in done.complaints if complaint.error]
    remarks = [complaint for complaint in done.complaints if not complaint.error]
    for kind, found in (("engine-failed", errors), ("engine-remark", remarks)):
        for complaint in found[:_SAID]:
            report.add(kind, _place(complaint, index), f"{asked.title}: {complaint.message}")
        if len(found) > _SAID:
            report.add(kind, (0, 0), f"{asked.title}: {len(found) - _SAID} more of these", count=len(found))
    if not done.pages and done.failure is None and not errors:
        report.add("engine-failed", (0, 0), f"{asked.title} made no output")


def _place(complaint: Complaint, index: LineIndex | None) -> Span:
    """Return the character that a complaint names, or the beginning where it names none."""
    if index is None or complaint.line is None:
        return Span(0, 0)
    at = index.offset(max(1, complaint.line), max(1, complaint.column or 1))
    return Span(at, min(at + 1, len(index.text)))
