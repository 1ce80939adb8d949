"""The layers around a notation that have marks of their own: reasoning blocks, tags, code fences."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from onote_compiler.extraction.lines import FENCE, Line, Seen, split_lines
from onote_compiler.ir.source import Span
from onote_compiler.parsing.driver import machine

# What every mark of `tags` begins with.
_MARKED = re.compile(r"""[<◁]|\[/?(?:THINK|INST)\]|"{3}|'{3}""", re.IGNORECASE)


@dataclass(slots=True)
class Segment:
    """A stretch of lines with no mark between them.

    Attributes:
        lines: Its lines.
        depth: How many fences are open around it.
        language: Tag of the innermost fence, in lower case.
        opening: Fence lines right before it.
        closing: Fence lines right after it.
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
    """Collects the ranges of reasoning blocks and tags."""

    def __init__(self) -> None:
        self.dead: list[Span] = []
        self.open = -1
        self.closed = False

    def THOUGHT_START(self, text: str, start: int) -> None:
        if self.open < 0:
            self.open = start

    def THOUGHT_END(self, text: str, start: int) -> None:
        if self.open < 0 and not self.closed:  # the opening tag was part of the prompt
            self.dead.clear()
            self.open = 0
        self.dead.append(Span(self.open if self.open >= 0 else start, start + len(text)))
        self.open = -1
        self.closed = True

    def TAG(self, text: str, start: int) -> None:
        if self.open < 0:
            self.dead.append(Span(start, start + len(text)))

    TRIPLE = TAG


def lay_out(text: str) -> Layout:
    """Take an answer apart into segments; linear in its length."""
    tags = _Tags()
    if _MARKED.search(text) is not None:
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


class _Fences:
    """Splits lines at fences. A bare fence closes the innermost open one, a fence with a language opens another."""

    def __init__(self, segments: list[Segment]) -> None:
        self.segments = segments
        self.open: list[tuple[str, str]] = []
        self.opening: list[Line] = []
        self.waiting: list[Segment] = []  # segments whose closing fence may still come

    def take(self, lines: list[Line]) -> None:
        """Add the lines of one stretch between tags."""
        current: list[Line] = []
        for line in lines:
            if line.kind is FENCE:
                self._segment(current)
                current = []
                self._fence(line)
            else:
                current.append(line)
        self._segment(current)

    def finish(self) -> None:
        """Take a last fence that nothing follows as the end of the one before, whose beginning is missing."""
        if self.opening and self.segments and not self.segments[-1].depth:
            self.segments[-1].closing += self.opening

    def _segment(self, lines: list[Line]) -> None:
        if all(line.blank for line in lines):
            return
        segment = Segment(lines, len(self.open), self.open[-1][1] if self.open else "")
        self.segments.append(segment)
        segment.opening, self.opening = self.opening, []
        self.waiting = [segment] if self.open else []

    def _fence(self, line: Line) -> None:
        mark = line.content.text.rstrip()
        character = mark[0]
        language = mark.lstrip(character).strip().lower()
        if self.open and not language and any(c == character for c, _ in self.open):
            self.open.pop()
            for segment in self.waiting:
                segment.closing.append(line)
            self.opening = []
        else:
            self.open.append((character, language))
            self.opening.append(line)
            self.waiting = []
