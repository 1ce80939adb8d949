"""Reading numbered notation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from onote_compiler.diagnostics import Report
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.score import Score
from onote_compiler.ir.source import Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.foreign import Wanted, report_no_music
from onote_compiler.notations.jianpu.draft import Builder
from onote_compiler.notations.jianpu.ly import LyHandlers
from onote_compiler.notations.jianpu.text import TextHandlers
from onote_compiler.notations.lexical import fold
from onote_compiler.parsing.driver import machine, uncollected
from onote_compiler.theory.movable_do import MINOR_READINGS, OCTAVE_BASES

_WANTED = Wanted("numbered notation", "numbered notation", "5(1/4) ^1(1/8)")
_ENOUGH_ROWS = 2
_TIMED = ("formatb", "data")


class BeatHandlers(TextHandlers):
    """The critic's dialect, where it was asked for."""

    beats = True


class PrintedHandlers(BeatHandlers):
    """The printed style, where a parenthesis is a slur."""

    slurs = True


def read(source: Source, context: ReadContext, report: Report) -> Score | None:
    """Read numbered notation in any of its dialects.

    Args:
        source: The notation.
        context: Key, meter and dialect; the dialect is taken from the tokens where none is given. Options:
            ``octave_base`` (``standard`` or ``jianpu-ly``) and ``minor`` (``la`` or ``do``), see
            :func:`~onote_compiler.theory.movable_do.scale_of`.
        report: Takes the diagnostics.

    Returns:
        The score, or ``None`` where the text holds no note.

    Raises:
        UnknownOptionError: an option has no such value.
    """
    text = fold(source.text, report)
    if context.dialect == "jianpu-ly":
        return _read_ly(text, source, context, report)
    handlers = _run_text(text, context, report)
    if context.dialect is None:
        if _is_ly(handlers):
            return _read_ly(text, source, context, report)
        if handlers.printed and handlers.grouped and not handlers.timed:
            handlers = _run_text(text, context, report, slurs=True)
    if not _is_music(handlers, bool(handlers.timed)):
        report_no_music(handlers.report, _WANTED, len(handlers.text), handlers.foreign)
        return None
    dialect = context.dialect or _dialect(handlers)
    _report_dialect(handlers, dialect)
    _report_rest(handlers)
    return _frozen(handlers, dialect, source)


def _arguments(text: str, context: ReadContext, report: Report) -> tuple[Any, ...]:
    base = context.options.get("octave_base", "standard")
    minor = context.options.get("minor", "la")
    for name, value, known in (("octave_base", base, OCTAVE_BASES), ("minor", minor, MINOR_READINGS)):
        if value not in known:
            raise UnknownOptionError(f"no {name} {value!r}; known: {', '.join(known)}")
    return text, report, context.key, context.meter, base, minor


def _run_text(text: str, context: ReadContext, report: Report, *, slurs: bool = False) -> TextHandlers:
    printed = slurs or context.dialect == "unicode"
    kind = PrintedHandlers if printed else BeatHandlers if context.dialect == "critic" else TextHandlers
    handlers = kind(*_arguments(text, context, report))
    with uncollected(text):
        machine("jianpu", kind, "text").run(text, handlers)
        handlers.finish(len(text))
    return handlers


def _read_ly(text: str, source: Source, context: ReadContext, report: Report) -> Score | None:
    handlers = LyHandlers(*_arguments(text, context, report))
    machine("jianpu", LyHandlers, "ly").run(text, handlers)
    handlers.finish(len(text))
    if not _is_music(handlers, False):
        report_no_music(handlers.report, _WANTED, len(handlers.text), handlers.foreign)
        return None
    _report_rest(handlers)
    return _frozen(handlers, "jianpu-ly", source)


def _frozen(handlers: Builder, dialect: str, source: Source) -> Score:
    return replace(handlers.freeze(dialect), source=source)


def _is_ly(found: TextHandlers) -> bool:
    """Whether a text of unknown dialect is in jianpu-ly's language: its words, or measures without bar lines."""
    if found.bracketed:
        return False
    if found.ly_words:
        return True
    return not found.timed and found.headed and not (found.barred or found.printed or found.touching)


def _dialect(found: TextHandlers) -> str:
    if found.timed:
        return "data" if found.staves else "formatb"
    return "unicode" if found.printed else "critic"


def _is_music(found: Builder, timed: bool) -> bool:
    """Whether there are notes, and not only digits as they occur in prose or in another notation."""
    if not found.notes or any(len(found.foreign.get(name, ())) >= _ENOUGH_ROWS for name in ("abc", "tab")):
        return False
    if len(found.foreign.get("pitchdur", ())) > found.notes:
        return False
    if timed or found.notes <= len(found.words):
        return timed
    return found.notes > len(found.words) + found.words_in_lines or found.barred


def _report_dialect(found: TextHandlers, dialect: str) -> None:
    """Report measures and notes that are written as in another dialect, and the JSON around two staves."""
    report = found.report
    timed = dialect in _TIMED
    what = "durations in parentheses" if not timed else "beats: a digit for each, no duration"
    for style in found.styles:
        if style.timed is not timed:
            report.add(
                "mixed-dialect", style.span, f"this measure is written in {what}", measure=style.number,
                hint="write the whole piece one way",
            )  # fmt: skip
    places = found.mixed + (found.printed if dialect != "unicode" else [])
    places += found.ly_words
    if places:
        span, number = min(places)
        report.add(
            "mixed-dialect", span, "this is written as in another dialect", measure=number,
            hint="write the whole piece one way", count=len(places),
        )  # fmt: skip
    if found.staves and dialect != "data" and "json-wrapper" not in report:
        report.add("json-wrapper", (0, 1), "the staves stand in a JSON object", hint="write the notes alone")


def _report_rest(found: Builder) -> None:
    """Report what is no token, and a key that had to be assumed."""
    report = found.report
    found.flush()
    _report_lines_of_words(found)
    spans = found.words + [span for spans in found.foreign.values() for span in spans]
    for span in spans:
        report.add(
            "bad-token",
            span,
            f"no note: {found.text[span.start : span.end][:40]}",
            measure=_measure_at(found, span.start),
        )
    if not found.key_known:
        hint = "write 1=C, or give the key"
        report.add("assumed-key", (0, 0), "neither text nor context gives a key: C major is assumed", hint=hint)


def _report_lines_of_words(found: Builder) -> None:
    """Report lines without music: a heading, what is said behind the notes, and lyrics between them."""
    report = found.report
    measures = [measure for part in found.parts for measure in part.measures]
    first = min((measure.start for measure in measures), default=0)
    last = max((measure.end for measure in measures), default=0)
    said: set[str] = set()
    for span in found.lines_of_words:
        if first < span.start < last:
            report.add(
                "not-kept", span, "a line of words, lyrics perhaps, is not kept", measure=_measure_at(found, span.start)
            )
            continue
        name = "prose-before" if span.start <= first else "prose-after"
        if name not in said:
            said.add(name)
            where = "before" if name == "prose-before" else "after"
            report.add(name, span, f"words stand {where} the notes", hint="write the notes alone")


def _measure_at(found: Builder, offset: int) -> int | None:
    """Return the number of the measure that an offset stands in, for a score of one part."""
    if len(found.parts) != 1:
        return None
    measures = found.parts[0].measures
    low, high = 0, len(measures)
    while low < high:
        middle = (low + high) // 2
        if measures[middle].end <= offset:
            low = middle + 1
        else:
            high = middle
    return min(low + 1, len(measures)) if measures else None
