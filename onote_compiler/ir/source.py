"""Where things stand in the text: spans, and the way back to what the user gave."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\n|\r")


class Span(NamedTuple):
    """A half-open range ``[start, end)`` of character offsets in a text."""

    start: int
    end: int


class Position(NamedTuple):
    """A place as people say it: line and column, both from 1, columns in characters."""

    line: int
    column: int


class Anchor(NamedTuple):
    """From ``offset`` in the notation on, characters run in step with the original from ``original``."""

    offset: int
    original: int


class LineIndex:
    """Turns the offsets of one text into lines and columns; LF, CRLF and CR each end a line.

    Args:
        text: The text.
        header_lines: How many of its first lines are the head of its file, whose first lines they are.
        first_line: Line of the file at which the rest of the text starts.
    """

    def __init__(self, text: str, header_lines: int = 0, first_line: int = 1) -> None:
        self.text = text
        self._header_lines = header_lines
        self._skipped = first_line - 1 - header_lines

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    def position(self, offset: int) -> Position:
        """Return the line and column of ``offset``."""
        line = bisect_right(self._starts, offset)
        skipped = self._skipped if line > self._header_lines else 0
        return Position(line + skipped, offset - self._starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """Return line ``number`` of the file (from 1) without its line end."""
        if number > self._header_lines:
            number -= self._skipped
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place in the text itself; one beyond a line is its end, beyond the text the text's."""
        if line > len(self._starts):
            return len(self.text)
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        return start + min(column - 1, len(self.text[start:end].rstrip("\r\n")))


@dataclass(frozen=True)
class Source:
    """The notation a reader reads, and the text it was found in.

    Attributes:
        text: The notation alone, as the reader sees it.
        original: The whole text the user gave; the same object where nothing was taken off.
        anchors: Where ``text`` stands in ``original``, ordered; between two anchors both run in step.
        name: File name for messages, if there is one.
        header_lines: Where ``original`` is one piece of a file: how many of its lines are the file's head.
        first_line: Line of the file at which the rest of ``original`` starts.
    """

    text: str
    original: str
    anchors: tuple[Anchor, ...] = (Anchor(0, 0),)
    name: str | None = None
    header_lines: int = 0
    first_line: int = 1
    lines: LineIndex = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", LineIndex(self.original, self.header_lines, self.first_line))

    @classmethod
    def whole(cls, text: str, name: str | None = None, header_lines: int = 0, first_line: int = 1) -> Source:
        """Return a source that is the user's text as it stands."""
        return cls(text, text, name=name, header_lines=header_lines, first_line=first_line)

    def derived(self, text: str, anchors: tuple[Anchor, ...]) -> Source:
        """Return another view of the same original: ``text``, which stands in it where ``anchors`` say."""
        return replace(self, text=text, anchors=anchors)

    def to_original(self, offset: int) -> int:
        """Return where ``offset`` of the notation stands in the original text."""
        at = bisect_right(self.anchors, (offset, len(self.original))) - 1
        if at < 0:
            return self.anchors[0].original
        limit = self.anchors[at + 1].original if at + 1 < len(self.anchors) else len(self.original)
        return min(self.anchors[at].original + offset - self.anchors[at].offset, limit)

    def span_in_original(self, span: Span) -> Span:
        """Return ``span`` of the notation as a span of the original text.

        The end is mapped through the last character, so that what stands between two pieces is not swallowed.
        """
        start = self.to_original(span.start)
        if span.end <= span.start:
            return Span(start, start)
        end = min(self.to_original(span.end - 1) + 1, len(self.original))  # text put in may stand at the very end
        return Span(start, max(start, end))

    def position(self, offset: int) -> Position:
        """Return line and column, in the original text, of an ``offset`` of the original text."""
        return self.lines.position(offset)
