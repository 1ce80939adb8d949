"""Diagnostics as people read them in a terminal: header, place, the line it stands on, a caret run, the hint."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from onote_compiler.diagnostics.model import Diagnostic, Severity
from onote_compiler.ir.source import Source

TAB_STOP = 4
WIDEST = 160
"""Columns of the source line that are shown; longer lines are cut around the caret."""

_RESET = "\x1b[0m"
_STYLES = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.IGNORED: "\x1b[2m"}
_FRAME = "\x1b[1;34m"
_STRONG = "\x1b[1m"


def render_text(
    diagnostics: Sequence[Diagnostic], source: Source, *, color: bool = False, limit: int | None = None
) -> str:
    """Return diagnostics as text for a terminal, each with the line of the user's text that it is about.

    Args:
        diagnostics: What to show, in this order.
        source: Where they were found; its original text is quoted and its name shown.
        color: Whether to colour with ANSI escape sequences.
        limit: How many to show at most; the number of the others is told in one line.

    Returns:
        The text, each diagnostic followed by an empty line; empty where there is nothing to show.
    """
    shown = diagnostics if limit is None else diagnostics[:limit]
    parts = [_one(diagnostic, source, color) for diagnostic in shown]
    rest = len(diagnostics) - len(shown)
    if rest:
        parts.append(f"… and {rest} more diagnostic{'s' * (rest != 1)}\n")
    return "".join(parts)


def _one(diagnostic: Diagnostic, source: Source, color: bool) -> str:
    def paint(style: str, text: str) -> str:
        return f"{style}{text}{_RESET}" if color else text

    style = _STYLES[diagnostic.severity]
    gutter = " " * len(str(diagnostic.line))
    head = paint(style, f"{diagnostic.severity.value}[{diagnostic.code}]")
    line, caret = _excerpt(diagnostic, source.lines.line(diagnostic.line))
    rows = [
        f"{head} {paint(_STRONG, f'{diagnostic.name}: {_printable(diagnostic.message)}')}",
        f"{gutter}{paint(_FRAME, '-->')} {source.name or '<text>'}:{diagnostic.line}:{diagnostic.column}",
        f"{gutter} {paint(_FRAME, '|')}",
        f"{paint(_FRAME, f'{diagnostic.line} |')} {line}".rstrip(),
        f"{gutter} {paint(_FRAME, '|')} {paint(style, caret)}",
    ]
    if diagnostic.hint:
        rows.append(f"{gutter} {paint(_FRAME, '=')} {paint(_STRONG, 'help:')} {_printable(diagnostic.hint)}")
    return "\n".join(rows) + "\n\n"


def _excerpt(diagnostic: Diagnostic, line: str) -> tuple[str, str]:
    """Return the source line and the caret run under it, cut to what a terminal shows."""
    start = min(diagnostic.column - 1, len(line))
    same_line = diagnostic.end_line == diagnostic.line
    end = max(start + 1, diagnostic.end_column - 1 if same_line else len(line))
    first = max(0, start - WIDEST // 2) if len(line) > WIDEST else 0
    last = min(len(line), first + WIDEST)
    before = _displayed(line[first:start], 0)
    marked = _displayed(line[start : min(end, last)], _width(before))
    after = _displayed(line[min(end, last) : last], _width(before) + _width(marked))
    left, right = "…" * (first > 0), "…" * (last < len(line))
    pad = " " * (_width(left) + _width(before))
    return f"{left}{before}{marked}{after}{right}", pad + "^" * max(1, _width(marked))


def _displayed(text: str, column: int) -> str:
    """Return ``text`` with tabs as blanks up to the next stop and unprintable characters made visible.

    Args:
        text: A piece of a line.
        column: Terminal column at which it starts.
    """
    shown: list[str] = []
    for sign in text:
        if sign == "\t":
            piece = " " * (TAB_STOP - column % TAB_STOP)
        else:
            piece = _printable(sign)
        shown.append(piece)
        column += _width(piece)
    return "".join(shown)


def _printable(text: str) -> str:
    """Return ``text`` with control and unpaired surrogate characters replaced, so that no terminal acts on them."""
    if text.isprintable():
        return text
    return "".join("�" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") else c for c in text)


def _width(text: str) -> int:
    """Return how many terminal columns ``text`` takes: two for wide characters, none for combining ones."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(c) or unicodedata.category(c) == "Me"
        else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )
