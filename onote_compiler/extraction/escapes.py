"""Characters that stand for others: backslash escapes, HTML entities, full-width forms."""

from __future__ import annotations

import html
from collections.abc import Sequence

from onote_compiler.diagnostics import Report
from onote_compiler.extraction.lines import FULL_WIDTH
from onote_compiler.extraction.pieces import Edit, rewrite
from onote_compiler.ir.source import Source, Span
from onote_compiler.parsing.driver import machine

_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "'": "'", "\\": "\\", "/": "/", "b": "", "f": ""}
_MOST_LINES = 100
"""Lines of which each has a report of its own; the last one counts what the others hold."""
REPLACEMENT = "�"


class _Escapes:
    """Collects the edits that undo backslash escapes."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.edits: list[Edit] = []

    def ESCAPE(self, text: str, start: int) -> None:
        start += self.offset
        meant = _ESCAPED.get(text[1]) if len(text) == 2 else _code_points(text)
        if meant is not None:
            self.edits.append(Edit(start, start + len(text), meant))

    def LINE_ENDS(self, text: str, start: int) -> None:
        self.edits.append(Edit(self.offset + start, self.offset + start + len(text), "\n" * (len(text) // 2)))


def _code_points(escape: str) -> str:
    """Return the character of ``\\uXXXX`` or of a surrogate pair of them."""
    if len(escape) == 12:
        return bytes.fromhex(escape[2:6] + escape[8:]).decode("utf-16-be")
    code = int(escape[2:], 16)
    return REPLACEMENT if 0xD800 <= code < 0xE000 else chr(code)


def escape_edits(text: str, start: int, end: int) -> list[Edit]:
    """Return the edits that undo the backslash escapes in ``text[start:end]``; escapes of no meaning stay."""
    part = text[start:end]
    if "\\" not in part:
        return []
    handlers = _Escapes(start)
    machine("extraction", _Escapes, "escapes").run(part, handlers)
    return handlers.edits


class _Folds:
    """Collects the edits that put a character in the place of an entity or a full-width form."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.entities: list[Edit] = []
        self.wide: list[Edit] = []

    def ENTITY(self, text: str, start: int) -> None:
        meant = html.unescape(text).replace("\xa0", " ")
        if meant != text and len(meant) <= 2:
            self.entities.append(Edit(self.offset + start, self.offset + start + len(text), meant))

    def WIDE(self, text: str, start: int) -> None:
        self.wide.append(Edit(self.offset + start, self.offset + start + len(text), text.translate(FULL_WIDTH)))


def entity_edits(text: str) -> list[Edit]:
    """Return the edits that put characters in the place of HTML entities, but in free text that may hold them."""
    handlers = _Folds(0)
    machine("extraction", _Folds, "abc_folds").run(text, handlers)
    return handlers.entities


class _FreeText:
    """Collects where free text stands in ABC."""

    def __init__(self) -> None:
        self.spans: list[Span] = []

    def FREE_TEXT(self, text: str, start: int) -> None:
        self.spans.append(Span(start, start + len(text)))


def free_text(text: str) -> list[Span]:
    """Return where titles, lyrics, comments and quoted text stand in ABC, in order."""
    found = _FreeText()
    machine("extraction", _FreeText, "abc_folds").run(text, found)
    return found.spans


def fold(source: Source, notation: str, report: Report) -> Source:
    """Return ``source`` with entities and full-width forms as the characters they mean, and report them once a line.

    Titles, lyrics, comments and quoted text of ABC may hold either and are left as they are.

    Args:
        source: The notation.
        notation: Its name.
        report: Takes ``html-entity`` and ``fullwidth``.
    """
    text = source.text
    if text.isascii() and "&" not in text:
        return source
    start = "abc_folds" if notation == "abc" else "folds"
    handlers = _Folds(0)
    machine("extraction", _Folds, start).run(text, handlers)
    view = report.at(source)
    _report_lines(view, source, "html-entity", handlers.entities, "an HTML entity stands for {0!r}", "write {0}")
    _report_lines(
        view,
        source,
        "fullwidth",
        handlers.wide,
        "full-width characters stand for {0!r}",
        "write the ASCII characters {0}",
    )
    return rewrite(source, sorted(handlers.entities + handlers.wide))


def _report_lines(report: Report, source: Source, name: str, edits: Sequence[Edit], message: str, hint: str) -> None:
    """Report the first edit of each line, with the number of them in that line; a flood of lines as one."""
    by_line: dict[int, list[Edit]] = {}
    for edit in edits:
        line = source.position(source.to_original(edit.start)).line
        if line not in by_line and len(by_line) == _MOST_LINES:
            line = next(reversed(by_line))
        by_line.setdefault(line, []).append(edit)
    for at, found in enumerate(by_line.values(), 1):
        first = found[0]
        where = "from here on" if at == _MOST_LINES else "in this line"
        more = f" (and {len(found) - 1} more {where})" if len(found) > 1 else ""
        meant = first.text.strip() or "a blank"
        report.add(
            name,
            Span(first.start, first.end),
            message.format(first.text) + more,
            hint=hint.format(meant),
            count=len(found),
        )
