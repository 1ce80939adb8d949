"""The layers around a notation that have marks of their own: reasoning blocks, tags, code fences."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from onote_compiler.extraction.lines import FENCE, Line, Seen, split_lines
from onote_compiler.ir.source import Span
from onote_compiler.parsing.driver import machine

_DEEPEST = 8
"""Fences that one line can close, and that are reported around a segment: the innermost ones."""
# What every mark of `tags` begins with.
_FIRST_SIGNS = "<◁[\"'"
_MARKED = re.compile(r"""[<◁]|\[/?(?:THINK|INST)\]|"{3}|'{3}""", re.IGNORECASE)
# How a line of a JSON value begins: with brackets, or with a key.
_JSON_LINE = re.compile(
    r"""[ \t]*(?:\{\s*["']|\[\s*(?:\{|[\[(]\s*["'\[({]|["'][^"'\r\n]*["']\s*[,\]:])|"(?:[^"\\\r\n]|\\.)*"(?:\s*:|$))""",
    re.MULTILINE,
)


@dataclass(slots=True)
class Segment:
    """A stretch of lines with no mark between them.

    Attributes:
        lines: Its lines.
        depth: How many fences are open around it.
        language: Tag of the innermost fence, in lower case.
        opening: Lines that open the fences around it, the innermost last.
        closing: Lines that close them.
    """

    lines: list[Line]
    depth: int = 0
    language: str = ""
    opening: list[Line] = field(default_factory=list)
    closing: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Layout:
    """An answer taken apart.

    Attributes:
        segments: Everything that could hold notation.
        dead: Reasoning blocks and tags, which never do.
        unfinished: Whether a reasoning block is never closed.
    """

    segments: list[Segment]
    dead: list[Span]
    unfinished: bool = False


class _Tags:
    """Collects the ranges of reasoning blocks and tags, but not those in the strings of a JSON value."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.looked = self.line = 0  # up to where line beginnings were looked for, and the last one
        self.in_json: bool | None = None  # whether the line that begins there is one of JSON
        self.dead: list[Span] = []
        self.open = -1
        self.closed = False

    def _quoted(self, start: int) -> bool:
        """Whether a tag stands in a line of a JSON value, so that it belongs to a string of it."""
        line = self.text.rfind("\n", self.looked, start) + 1
        if line or self.in_json is None:
            self.line = line or self.line
            self.in_json = _JSON_LINE.match(self.text, self.line) is not None
        self.looked = start
        return self.in_json

    def THOUGHT_START(self, text: str, start: int) -> None:
        if self.open < 0 and not self._quoted(start):
            self.open = start

    def THOUGHT_END(self, text: str, start: int) -> None:
        if self.open < 0 and self._quoted(start):
            return
        if self.open < 0 and not self.closed:  # the opening tag was part of the prompt
            self.dead.clear()
            self.open = 0
        self.dead.append(Span(self.open if self.open >= 0 else start, start + len(text)))
        self.open = -1
        self.closed = True

    def TAG(self, text: str, start: int) -> None:
        if self.open < 0 and not self._quoted(start):
            self.dead.append(Span(start, start + len(text)))

    TRIPLE = TAG


def lay_out(text: str) -> Layout:
    """Take an answer apart into segments; linear in its length."""
    tags = _Tags(text)
    if any(sign in text for sign in _FIRST_SIGNS) and _MARKED.search(text) is not None:
        machine("extraction", _Tags, "tags").run(text, tags)
    if tags.open >= 0:
        tags.dead.append(Span(tags.open, len(text)))
    segments: list[Segment] = []
    fences = _Fences(segments)
    at = 0
    seen = Seen()
    for span in [*tags.dead, Span(len(text), len(text))]:
        if span.start > at:
            fences.take(split_lines(text, at, span.start, seen))
        at = max(at, span.end)
    fences.finish()
    return Layout(segments, tags.dead, tags.open >= 0)


class _Fence:
    """A fence that is open, and the segments inside it."""

    __slots__ = ("character", "language", "length", "line", "segments")

    def __init__(self, line: Line) -> None:
        mark = line.content.text.rstrip()
        bare = mark.lstrip(mark[0])
        self.line = line
        self.character = mark[0]
        self.length = len(mark) - len(bare)
        self.language = bare.strip().lower()
        self.segments: list[Segment] = []

    def closes(self, other: _Fence) -> bool:
        """Whether this line ends another fence: one of its own sign that is not longer (CommonMark 0.31, §4.5)."""
        return not self.language and self.character == other.character and self.length >= other.length


class _Fences:
    """Splits lines at fences. A bare fence closes the innermost open one that it can, any other opens one."""

    def __init__(self, segments: list[Segment]) -> None:
        self.segments = segments
        self.open: list[_Fence] = []

    def take(self, lines: list[Line]) -> None:
        """Add the lines of one stretch between tags."""
        current: list[Line] = []
        for line in lines:
            if line.kind is FENCE:
                self._segment(current)
                current = []
                self._fence(_Fence(line))
            else:
                current.append(line)
        self._segment(current)

    def finish(self) -> None:
        """Take a last fence that nothing follows as the end of the one before, whose beginning is missing."""
        if not self.open or not self.segments or self.open[-1].segments:
            return
        if not self.segments[-1].depth or not self.open[-1].language:
            self.segments[-1].closing.append(self.open[-1].line)

    def _segment(self, lines: list[Line]) -> None:
        if all(line.blank for line in lines):
            return
        innermost = self.open[-_DEEPEST:]
        segment = Segment(lines, len(self.open), self.open[-1].language if self.open else "")
        segment.opening = [fence.line for fence in innermost]
        for fence in innermost:
            fence.segments.append(segment)
        self.segments.append(segment)

    def _fence(self, fence: _Fence) -> None:
        at = next((at for at in range(1, min(len(self.open), _DEEPEST) + 1) if fence.closes(self.open[-at])), 0)
        if not at:
            self.open.append(fence)
            return
        for segment in self.open[-at].segments:
            segment.closing.append(fence.line)
        del self.open[-at:]
