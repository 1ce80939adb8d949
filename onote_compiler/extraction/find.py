"""Finding every block of an answer that could be the notation asked for, through whatever it is wrapped in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from onote_compiler.extraction.blocks import Block, Tier, collect
from onote_compiler.extraction.escapes import entity_edits, escape_edits
from onote_compiler.extraction.lines import TEXT, Line, forked, split_lines
from onote_compiler.extraction.markup import Layout, Segment, lay_out
from onote_compiler.extraction.pieces import Edit, rewrite
from onote_compiler.extraction.roles import (
    jianpu_ly_lines,
    jianpu_role,
    linear_role,
    pitchdur_role,
    roles_of,
    spelled_role,
)
from onote_compiler.extraction.structured import Inner, Value, begins_value, candidates, read_value
from onote_compiler.extraction.systems import TabLines, has_rows, tab_blocks
from onote_compiler.extraction.tunes import abc_blocks
from onote_compiler.ir.source import Source, Span

KNOWN = ("abc", "jianpu", "tab", "pitchdur")
"""Notations whose lines are known here."""

_MOST_VALUES = 500  # JSON values of one segment that are opened
_DEEPEST = 4  # layers of JSON in JSON, or quotation in quotation, that are opened
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
_BOX = re.compile(r"(?:\$|\\\[)*[ \t]*\\boxed\{(?:\\text\{)?")
_BOX_END = re.compile(r"\}{1,2}(?:\$|\\\])*\.?[ \t]*$", re.MULTILINE)
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_QUOTATIONS = {'"': '"', "'": "'", "“": "”", "`": "`"}


class Finding(NamedTuple):
    """Something to report where the layer it belongs to is chosen."""

    name: str
    source: Source
    span: Span
    message: str
    hint: str | None = None


@dataclass(slots=True)
class Layer:
    """One text in which notation is looked for: the answer, or a string inside a JSON value of it.

    Attributes:
        source: The text.
        findings: What was done to get at it.
        layout: Its segments.
        places: The blocks and JSON values in it, in order.
        outer: The JSON value it stands in.
        depth: Number of layers around it.
    """

    source: Source
    findings: list[Finding] = field(default_factory=list)
    layout: Layout = field(default_factory=lambda: Layout([], []))
    places: list[Place] = field(default_factory=list)
    outer: Place | None = None
    depth: int = 0


@dataclass(slots=True)
class Place:
    """A block, or a JSON value that holds blocks, and where it stands."""

    layer: Layer
    segment: Segment
    start: int
    end: int
    block: Block | None = None

    @property
    def fenced(self) -> bool:
        """Whether it stands in a code fence, at this layer or further out."""
        place: Place | None = self
        while place is not None:
            if place.segment.depth:
                return True
            place = place.layer.outer
        return False


Parts = list[tuple[Segment, "list[Line] | Value"]]
"""The JSON values of a text and the lines between them, each with its segment."""


@dataclass(slots=True)
class Reading:
    """What is known of an answer once it was looked through, so that asking for another notation is cheap.

    Attributes:
        texts: Layout and parts of each text in it.
        outermost: The answer with quotation marks and escapes taken off, and what was found on the way.
    """

    texts: dict[str, tuple[Layout, Parts]] = field(default_factory=dict)
    outermost: tuple[Source, list[Finding]] | None = None


class Wanted(NamedTuple):
    """What is looked for: a notation and, where the caller says it, the dialect."""

    notation: str
    dialect: str | None = None


def find(source: Source, wanted: Wanted, reading: Reading | None = None) -> tuple[Layer, list[Place]]:
    """Return the outermost layer of an answer and every block in it that could be the notation, in order.

    Args:
        source: The answer.
        wanted: The notation.
        reading: What was found out about the same answer before; it is added to.
    """
    reading = Reading() if reading is None else reading
    if reading.outermost is None:
        reading.outermost = _prepared(Layer(source))
    outermost = Layer(*reading.outermost)
    found: list[Place] = []
    pending = [outermost]
    while pending:
        layer = pending.pop()
        pending += reversed(_look_through(layer, wanted, found, reading))
    found.sort(key=lambda place: place.layer.source.to_original(place.start))
    return outermost, found


def _look_through(layer: Layer, wanted: Wanted, found: list[Place], reading: Reading) -> list[Layer]:
    """Find the places of one layer; return the layers inside its JSON values."""
    text = layer.source.text
    if text not in reading.texts:
        layout = lay_out(text)
        opens = layer.depth < _DEEPEST
        reading.texts[text] = layout, [(s, part) for s in layout.segments for part in _parts(text, s, opens)]
    layer.layout, parts = reading.texts[text]
    inside: list[Layer] = []
    tab = TabLines() if wanted.notation == "tab" and wanted.dialect != "linear" and has_rows(text) else None
    settings: list[Line] = []
    for segment, part in parts:
        if isinstance(part, Value):
            place = Place(layer, segment, part.start, part.end)
            layer.places.append(place)
            inside += _open_value(place, part, wanted, found)
            continue
        for block in blocks(text, part, wanted, tab, settings):
            place = Place(layer, segment, block.start, block.end, block)
            layer.places.append(place)
            found.append(place)
    return inside


def blocks(
    text: str, lines: Sequence[Line], wanted: Wanted, tab: TabLines | None, settings: list[Line] | None = None
) -> list[Block]:
    """Return the blocks of one notation among lines that stand together.

    Args:
        text: What they are lines of.
        lines: The lines.
        wanted: The notation.
        tab: What tablature knows of the lines of the text; ``None`` where no rows are drawn in it.
        settings: Header lines further above in the text; those among these lines take their place.
    """
    notation = wanted.notation
    if notation == "abc":
        return abc_blocks(lines)
    lines = forked(lines)
    if notation == "jianpu":
        if wanted.dialect == "jianpu-ly":
            return collect(text, *jianpu_ly_lines(lines), settings)
        return collect(text, lines, roles_of(lines, jianpu_role), settings)
    if notation == "pitchdur":
        spelled = wanted.dialect in ("pitches", "vsu")
        return collect(text, lines, roles_of(lines, spelled_role if spelled else pitchdur_role))
    if notation == "tab":
        found = tab_blocks(lines, tab) if tab is not None else []
        return sorted(
            found + collect(text, lines, roles_of(lines, linear_role), settings), key=lambda block: block.start
        )
    return []


def _parts(text: str, segment: Segment, opens_values: bool) -> list[list[Line] | Value]:
    """Return the JSON values of a segment and the lines between them."""
    parts: list[list[Line] | Value] = []
    lines: list[Line] = []
    behind = hopeless = -1
    for line in segment.lines:
        if line.start < behind:
            continue
        looks = line.content.brackets and opens_values and line.kind == TEXT and line.start > hopeless
        if looks and len(parts) >= 2 * _MOST_VALUES:
            continue
        start = _value_start(text, line) if looks else -1
        if start < 0:
            lines.append(line)
            continue
        value = read_value(text, start, segment.lines[-1].stop)
        if isinstance(value, int):
            lines.append(line)
            hopeless = value
            continue
        parts += [lines, value]
        lines, behind = [], value.end
    parts.append(lines)
    return parts


def _value_start(text: str, line: Line) -> int:
    """Return where a JSON value begins in a line: at its beginning or behind its label; -1 where none does."""
    for start in (line.first_mark, line.label):
        while 0 <= start < line.end and text[start] in " \t":
            start += 1
        if 0 <= start < line.end and begins_value(text, start):
            return start
    return -1


def _open_value(place: Place, value: Value, wanted: Wanted, found: list[Place]) -> list[Layer]:
    """Return the layers inside a JSON value; what a reader takes as it stands is found already."""
    source = place.layer.source
    layers = []
    for inner in candidates(source, value, *wanted):
        layer = Layer(inner.source, _value_findings(source, value, inner), outer=place, depth=place.layer.depth + 1)
        if inner.sample is None:
            _prepared(layer)
            layers.append(layer)
            continue
        whole = _whole(inner.sample, wanted)
        if whole is not None:
            whole.end = len(inner.source.text)
            segment = Segment([])
            layer.layout = Layout([segment], [])
            layer.places.append(Place(layer, segment, 0, whole.end, whole))
            found += layer.places
    return layers


def _whole(sample: str, wanted: Wanted) -> Block | None:
    """Return a block for a container whose strings are ``sample``, or ``None`` where they are no notation."""
    if wanted.notation == "musixqa":
        return Block(0, 0, Tier.STRONG, evidence=len(sample))
    found = blocks(sample, split_lines(sample, 0, len(sample)), wanted, TabLines())
    return max(found, key=lambda block: (block.tier, block.evidence), default=None)


def _value_findings(source: Source, value: Value, inner: Inner) -> list[Finding]:
    found = []
    text = inner.text
    if inner.sample is None or inner.source.text.strip() != source.text.strip():
        key = f" under {text.key!r}" if text is not None and text.key else ""
        message = f"the notation stands inside a JSON value{key}"
        place = Span(value.start, value.start + 1)
        found.append(Finding("json-wrapper", source, place, message, "answer with the notation alone"))
    if (text is not None and text.cut_off) or not value.closed:
        place = Span(max(value.start, value.end - 1), value.end)
        found.append(Finding("truncated", source, place, "the JSON value breaks off"))
    return found


def _prepared(layer: Layer) -> tuple[Source, list[Finding]]:
    """Take quotation marks and escapes off the text of a layer; return it with what was found."""
    if layer.depth < _DEEPEST:
        _unquote(layer)
    _unescape(layer)
    _decode(layer)
    _unbox(layer)
    _unlist(layer)
    return layer.source, layer.findings


def _unquote(layer: Layer) -> None:
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


def _unescape(layer: Layer) -> None:
    """Undo backslash escapes where line ends are written as such and no JSON value holds them."""
    text = layer.source.text
    if "\\n" not in text:
        return
    first = _WRITTEN_LINE_END.search(text)
    if first is None or _JSON_LINE.search(text):
        return
    count = text.count("\\n")
    layer.findings.append(
        Finding(
            "escaped-newlines", layer.source, Span(first.start(), first.end()),
            f"line ends are written as \\n ({count} of them)", "end lines with line ends",
        )
    )  # fmt: skip
    layer.source = rewrite(layer.source, escape_edits(text, 0, len(text)))


def _decode(layer: Layer) -> None:
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


def _unbox(layer: Layer) -> None:
    """Make a box of TeX that goes on over several lines a fence: what stands in it is the answer."""
    text = layer.source.text
    opening = _BOX.search(text)
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


def _unlist(layer: Layer) -> None:
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
