"""Finding every block of an answer that could be the notation asked for, through whatever it is wrapped in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from onote_compiler.extraction.blocks import Block, Tier, collect
from onote_compiler.extraction.lines import TEXT, Line, forked, split_lines
from onote_compiler.extraction.markup import Layout, Segment, lay_out
from onote_compiler.extraction.peel import STRING_LINE, Finding, peeled
from onote_compiler.extraction.roles import (
    jianpu_ly_lines,
    jianpu_role,
    linear_role,
    pitchdur_role,
    roles_of,
    spelled_role,
)
from onote_compiler.extraction.structured import Container, Inner, Text, Value, begins_value, candidates, read_value
from onote_compiler.extraction.systems import TabLines, has_rows, tab_blocks
from onote_compiler.extraction.tunes import abc_blocks
from onote_compiler.ir.source import Source, Span

KNOWN = ("abc", "jianpu", "tab", "pitchdur")
"""Notations whose lines are known here."""

_MOST_VALUES = 500  # JSON values of one segment that are opened
_DEEPEST = 4  # layers of JSON in JSON, or quotation in quotation, that are opened


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
        key: The key it stands under in that value; empty where there is none.
    """

    source: Source
    findings: list[Finding] = field(default_factory=list)
    layout: Layout = field(default_factory=lambda: Layout([], []))
    places: list[Place] = field(default_factory=list)
    outer: Place | None = None
    depth: int = 0
    key: str = ""


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
        reading.outermost = peeled(source)
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
        string = _string_line(text, line) if opens_values and len(parts) < 2 * _MOST_VALUES else None
        if string is not None:
            parts += [lines, string]
            lines, behind = [], string.end
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


def _string_line(text: str, line: Line) -> Value | None:
    """Return a line that is one JSON string with line ends in it as a value, or ``None``."""
    start, end = line.first_mark, line.end
    if line.kind != TEXT or line.blank or text[start] != '"':
        return None
    found = STRING_LINE.match(text, line.start, end)
    if found is None:
        return None
    inside = Text(*found.span(1), "")
    return Value(start, end, [Container(start, "", "{", end, texts=[inside])], True)


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
        layer = Layer(
            inner.source, _value_findings(source, value, inner), outer=place, depth=place.layer.depth + 1, key=inner.key
        )
        if inner.sample is None:
            layer.source, found_here = peeled(layer.source, layer.depth < _DEEPEST)
            layer.findings += found_here
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
