"""Reading pitch-duration sequences."""

from __future__ import annotations

from onote_compiler.diagnostics import Report
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import COMMON_TIME
from onote_compiler.ir.score import Measure, Metadata, Part, Score, Voice
from onote_compiler.ir.source import Source, Span
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.foreign import Wanted, report_no_music
from onote_compiler.notations.lexical import fold
from onote_compiler.notations.pitchdur.handlers import Handlers, ListHandlers, TextHandlers
from onote_compiler.parsing.driver import machine

_WANTED = Wanted("a pitch-duration sequence", "pitch-duration notes", "C4(1/4) D#4(1/8)")
_ENOUGH_FIELDS = 2


def read(source: Source, context: ReadContext, report: Report) -> Score | None:
    """Read a pitch-duration sequence: format C, its lenient forms, duration letters, bare pitches, lists of these.

    Args:
        source: The notation.
        context: Key, meter and dialect; the dialect is taken from the tokens where none is given.
        report: Takes the diagnostics.

    Returns:
        One voice in one unmeasured measure, or ``None`` where the text holds no note.
    """
    text = fold(source.text, report)
    handlers: Handlers
    if context.dialect == "json" or _is_list(text):
        handlers = found = ListHandlers(text, report)
        machine("pitchdur", ListHandlers, "json").run(text, found)
        found.finish()
        if context.dialect != "json" and "json-wrapper" not in report:
            report.add("json-wrapper", (0, 1), "the notes stand in a list", hint="write the notes alone")
        dialect = context.dialect if context.dialect in ("pitches", "vsu") else "json"
    else:
        handlers = TextHandlers(text, report)
        machine("pitchdur", TextHandlers, "text").run(text, handlers)
        dialect = context.dialect or _dialect(handlers)
    if not _is_music(handlers):
        report_no_music(handlers.report, _WANTED, len(text), handlers.foreign)
        return None
    _report_tokens(handlers, dialect)
    measure = Measure(
        1, handlers.key or context.key or Key(), handlers.meter or context.meter or COMMON_TIME,
        tuple(handlers.events), span=Span(0, len(text)),
    )  # fmt: skip
    metadata = Metadata(title=handlers.title, tempo=handlers.tempo)
    return Score((Part((Voice((measure,)),)),), metadata, "pitchdur", dialect, False, source)


def _is_list(text: str) -> bool:
    """Whether the text opens like a JSON or Python list of quoted names or of lists."""
    start = text.lstrip()[:40]
    return start[:1] in ("[", "{") and start[1:].lstrip()[:1] in ("[", "{", "(", '"', "'")


def _dialect(found: Handlers) -> str:
    if len(found.timed) > len(found.lettered):
        return "formatc"
    return "vsu" if found.lettered else "pitches"


def _is_music(found: Handlers) -> bool:
    """Whether there are notes, and not only names as they occur in prose or in another notation."""
    if not found.events or len(found.foreign.get("abc", ())) >= _ENOUGH_FIELDS:
        return False
    return bool(found.timed) or len(found.bare) > len(found.words)


def _report_tokens(found: Handlers, dialect: str) -> None:
    """Report what depends on the dialect, and everything that is no token."""
    report = found.report
    if dialect in ("formatc", "vsu"):
        example = "C4(1/4)" if dialect == "formatc" else "qC4"
        for span in found.bare:
            report.add("missing-duration", span, "this note has no duration", hint=f"write it as {example}")
    stray = {"formatc": found.lettered, "pitches": found.timed}.get(dialect, [])
    if dialect == "vsu" and len(found.timed) > len(found.lettered):
        lettered = set(found.lettered)
        stray = [span for span in found.timed if span not in lettered]
    if stray:
        report.add("mixed-dialect", stray[0], "this note is spelled as in another dialect", count=len(stray))
    for span in found.words + [span for spans in found.foreign.values() for span in spans]:
        report.add("bad-token", span, f"no note: {found.text[span.start : span.end][:40]}")
    if found.bars:
        hint = "leave bar lines out"
        report.add("bar-line", found.bars[0], "this notation has no bar lines", hint=hint, count=len(found.bars))
