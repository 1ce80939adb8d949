"""Taking off what stands around or in the way of a whole text: quotation, escapes, entities, boxes, list marks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from onote_compiler.extraction.escapes import entity_edits, escape_edits
from onote_compiler.extraction.pieces import Edit, rewrite
from onote_compiler.ir.source import Source, Span

_JSON_LINE = re.compile(r"""(?:^|:[ \t])[ \t]*(?:\{\s*["']|\[\s*["'{\[(])""", re.MULTILINE)
# A line end written as backslash n, and not the beginning of a command of TeX.
_WRITTEN_LINE_END = re.compile(r"\\n(?!atural|eq|e\b|u\b|ot\b|ode|ewline|abla|i\b|ormal)")
# The first line of a tune or system behind a list mark, and the marks themselves: quotation, bullet, number.
_LISTED = re.compile(
    r"^[ \t]*(?:(?:>|[-*•+]|\d{1,3}[.):])[ \t]+|`|\*\*|__)(?:X:|[eE][ \t]*[|¦│]|Beat[ \t]*[|¦│])", re.MULTILINE
)
# Marks around a line, or around what it begins with ("**X:** 1"), which close again in it.
_CODE_MARK = re.compile(r"[ \t]*`(?=[^`\r\n]+`)")
_EMPHASIS_MARK = re.compile(r"[ \t]*(?:\*\*(?=[^*\r\n]+\*\*)|__(?=[^_\r\n]+__))")
_QUOTE_MARK = re.compile(r"[ \t]*>[ \t]?")
_LIST_MARKS = (
    _QUOTE_MARK, re.compile(r"[ \t]*[-*•+][ \t]+"), re.compile(r"[ \t]*\d{1,3}[.):](?:[ \t]|$)"), _CODE_MARK,
    _EMPHASIS_MARK,
)  # fmt: skip
# Entities for signs without which notes, bar lines and rows are not known for what they are.
_SIGN_ENTITY = re.compile(
    r"&(?:#(?:35|40|41|45|47|58|91|93|124|x(?:23|28|29|2d|2f|3a|5b|5d|7c))"
    r"|num|lpar|rpar|sol|colon|lsqb|rsqb|lbrack|rbrack|vert|verbar|VerticalLine);",
    re.IGNORECASE,
)
_BOX = re.compile(r"(?:\${1,2}|\\\[)?\\boxed\{(?:\\text\{)?")
_BOX_END = re.compile(r"\}{1,2}(?:\${1,2}|\\\])?\.?[ \t]*$", re.MULTILINE)
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_MARK = re.compile(r"(?<![^\r\n])\ufeff+")
_QUOTATIONS = {'"': '"', "'": "'", "“": "”", "`": "`"}
# A line that is one string with line ends in it.
STRING_LINE = re.compile(r'^[ \t]*"((?:[^"\\\r\n]|\\[^n\r\n])*+\\n(?:[^"\\\r\n]|\\.)*+)"[ \t]*$', re.MULTILINE)


class Finding(NamedTuple):
    """Something to report where the layer it belongs to is chosen."""

    name: str
    source: Source
    span: Span
    message: str
    hint: str | None = None


@dataclass(slots=True)
class _Layer:
    """A text on the way, and what was found."""

    source: Source
    findings: list[Finding] = field(default_factory=list)


def peeled(source: Source, unquotes: bool = True) -> tuple[Source, list[Finding]]:
    """Take quotation marks, escapes and the like off a text; return it with what was found.

    Args:
        source: The text.
        unquotes: Whether quotation marks around the whole are taken off.
    """
    layer = _Layer(source)
    if unquotes:
        _unquote(layer)
    _unmark(layer)
    _unescape(layer)
    _decode(layer)
    _unbox(layer)
    _unlist(layer)
    return layer.source, layer.findings


def _unquote(layer: _Layer) -> None:
    """Take off the quotation marks where the whole text stands between two."""
    text = layer.source.text
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    if end - start < 3 or _QUOTATIONS.get(text[start]) != text[end - 1]:
        return
    mark = text[end - 1]
    width = 3 if text[start : start + 3] == mark * 3 == text[end - 3 : end] and end - start > 6 and mark != "`" else 1
    inner = text[start + width : end - width]
    within = mark in inner.replace(f"\\{mark}", "")
    if "```" in text or (within and (mark == "`" or not inner.lstrip().startswith("X:"))):
        return
    edits = [Edit(0, start + width), *escape_edits(text, start + width, end - width), Edit(end - width, len(text))]
    name, what = ("markdown-fence", "code marks") if mark == "`" else ("json-wrapper", "quotation marks")
    message = f"the notation stands between {what}"
    layer.findings.append(
        Finding(name, layer.source, Span(start, start + width), message, "answer with the notation alone")
    )
    layer.source = rewrite(layer.source, edits)


def _unmark(layer: _Layer) -> None:
    """Take byte order marks off the beginnings of lines, where texts were pieced together."""
    text = layer.source.text
    edits = [Edit(*mark.span()) for mark in _MARK.finditer(text)] if "\ufeff" in text else []
    if edits:
        place = Span(edits[0].start, edits[0].end)
        layer.findings.append(Finding("bom", layer.source, place, "a byte order mark stands in the text"))
        layer.source = rewrite(layer.source, edits)


def _unescape(layer: _Layer) -> None:
    """Undo backslash escapes where line ends are written as such and no JSON value holds them."""
    text = layer.source.text
    if "\\n" not in text:
        return
    first = _WRITTEN_LINE_END.search(text)
    if first is None or _JSON_LINE.search(text) or STRING_LINE.search(text):
        return
    count = text.count("\\n")
    layer.findings.append(
        Finding(
            "escaped-newlines", layer.source, Span(first.start(), first.end()),
            f"line ends are written as \\n ({count} of them)", "end lines with line ends",
        )
    )  # fmt: skip
    layer.source = rewrite(layer.source, escape_edits(text, 0, len(text)))


def _decode(layer: _Layer) -> None:
    """Put characters in the place of HTML entities where signs that notation is known by are written so."""
    text = layer.source.text
    if "&" not in text or _SIGN_ENTITY.search(text) is None:
        return
    edits = entity_edits(text)
    if edits:
        place = Span(edits[0].start, edits[0].end)
        message = f"HTML entities stand for characters ({len(edits)} of them)"
        layer.findings.append(Finding("html-entity", layer.source, place, message, "write the characters"))
        layer.source = rewrite(layer.source, edits)


def _unbox(layer: _Layer) -> None:
    """Make a box of TeX that goes on over several lines a fence: what stands in it is the answer."""
    text = layer.source.text
    opening = _BOX.search(text) if "\\boxed{" in text else None
    if opening is None:
        return
    closing = next(reversed(list(_BOX_END.finditer(text, opening.end()))), None)
    if closing is None or "\n" not in text[opening.end() : closing.start()]:
        return
    before = "" if text[: opening.start()].endswith(("\n", "\r")) or not opening.start() else "\n"
    inside = text[opening.end() : closing.start()]
    first = "" if inside[0] in "\r\n" else "\n"
    last = "" if inside[-1] in "\r\n" else "\n"
    edits = [Edit(*opening.span(), f"{before}```{first}"), Edit(*closing.span(), f"{last}```")]
    layer.source = rewrite(layer.source, edits)


def _unlist(layer: _Layer) -> None:
    """Take the list, quotation or code marks off the lines of a tune or system that has one before every line."""
    text = layer.source.text
    first = _LISTED.search(text)
    if first is None:
        return
    mark = next((mark for mark in _LIST_MARKS if mark.match(text, first.start())), None)
    if mark is None:
        return
    edits: list[Edit] = []
    at = first.start()
    while at < len(text) and (found := mark.match(text, at)) is not None:
        line = _LINES.match(text, at)
        assert line is not None
        edits.append(Edit(at, found.end()))
        if mark in (_CODE_MARK, _EMPHASIS_MARK):
            sign = found.group().lstrip()
            close = text.index(sign, found.end(), line.end())
            edits.append(Edit(close, close + len(sign)))
        at = line.end()
    if len(edits) < 2:
        return
    name = "markdown-fence" if mark in (_QUOTE_MARK, _CODE_MARK, _EMPHASIS_MARK) else "prose-before"
    message = "every line has a list mark, quotation mark or code mark before it"
    layer.findings.append(
        Finding(name, layer.source, Span(edits[0].start, edits[0].end), message, "leave the marks out")
    )
    layer.source = rewrite(layer.source, edits)
