"""Blocks: runs of lines that could be the notation asked for. Jianpu, pitch-duration and linear tablature."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from onote_compiler.extraction.lines import Content, Line
from onote_compiler.extraction.roles import Role, evidence
from onote_compiler.ir.source import Span


class Tier(IntEnum):
    """How sure it is that a block is notation at all."""

    WEAK = 1
    """Its tokens occur in ordinary text too (bare digits, pitch names), but nothing else stands in its lines."""
    INLINE = 2
    """Notes with their lengths, inside a sentence."""
    STRONG = 3
    """Lines of notes with their lengths, fields, rows."""


@dataclass(slots=True)
class Block:
    """A run of lines that could be the notation asked for.

    Attributes:
        start: Offset of its beginning.
        end: Offset of its end.
        tier: How sure it is that this is notation.
        evidence: How much of it there is, in notes or lines.
        complete: Whether it has what a whole score has.
        labels: Ranges inside it that are no notation: labels, numbering, headings.
        quotes: Ranges inside it that are quotation or code marks.
        said: Sentences that belong to it none the less (what they say of the tuning counts).
        leads: Ranges before it that belong to it (the file header of ABC, settings of a tablature), others in between.
    """

    start: int
    end: int
    tier: Tier
    evidence: int = 0
    complete: bool = True
    labels: list[Span] = field(default_factory=list)
    quotes: list[Span] = field(default_factory=list)
    said: list[Span] = field(default_factory=list)
    leads: list[Span] = field(default_factory=list)


_MOST_SETTINGS = 8
"""Header lines that hold for blocks further below."""
_BEGINNING = frozenset({Role.HEADER, Role.WEAK, Role.INLINE, Role.STRONG})


def collect(text: str, lines: Sequence[Line], roles: Sequence[Role], settings: list[Line] | None = None) -> list[Block]:
    """Return the blocks among the lines of one segment.

    Args:
        text: What they are lines of.
        lines: The lines.
        roles: Their roles.
        settings: The last header lines that stand further above in the text and hold for blocks that have none of
            their own, whatever stands between; those of this segment take their place.
    """
    collector = _Collector(text, [] if settings is None else settings)
    for line, role in zip(lines, roles, strict=True):
        if role in _BEGINNING or collector.block is not None or collector.headers:
            collector.take(line, role)
    collector.close()
    return collector.blocks


class _Collector:
    def __init__(self, text: str, settings: list[Line]) -> None:
        self.text = text
        self.settings = settings
        self.blocks: list[Block] = []
        self.block: Block | None = None
        self.headers: list[Line] = []  # those since the last notes
        self.headings: list[Span] = []  # since the last notes; inside the block only if notes follow
        self.verses: list[Span] = []  # lines of words right under notes: lyrics if notes follow right under them
        self.touching = False

    def take(self, line: Line, role: Role) -> None:
        if self.verses and role not in (Role.PROSE, Role.WEAK, Role.STRONG):
            self.close()
        if line.content.alternative and role is not Role.HEADER:
            self.close()
        if role in (Role.STRONG, Role.WEAK):
            self._notes(line, role)
        elif role is Role.HEADER:
            self.headers.append(line)
        elif role is Role.TAIL:
            if self.block is not None:
                self.block.end = line.end
        elif role is Role.LABEL:
            self.headings.append(Span(line.start, line.stop))
        elif role is Role.PROSE and self._is_verse(line.content):
            self.verses.append(Span(line.start, line.stop))
            return
        elif role is not Role.BLANK:
            self.close()
            if role is Role.INLINE:
                self._sentence(line)
        self.touching = role in (Role.STRONG, Role.WEAK)

    def _is_verse(self, content: Content) -> bool:
        return self.touching and not content.ends_sentence and not content.alternative

    def _sentence(self, line: Line) -> None:
        content = line.content
        start, last = line.start + content.first, line.start + content.last
        block = Block(start, _past_bar(self.text, last, line.end), Tier.INLINE, evidence(content))
        words = [Span(line.start + span.start, line.start + span.end) for span in content.inner]
        block.labels = _joined(self.text, [span for span in words if span.end <= last])
        self.blocks.append(block)

    def _notes(self, line: Line, role: Role) -> None:
        block, content = self.block, line.content
        tier = Tier.STRONG if role is Role.STRONG else Tier.WEAK
        waiting = self.headers or self.headings or self.verses
        if (
            block is not None
            and tier is block.tier
            and not (waiting or content.others or content.label or content.words)
        ):
            block.end = line.end  # nothing but notes, like the lines before
            block.evidence += evidence(content)
            return
        start, end, quotes = _bounds(self.text, line)
        few = role is Role.WEAK and content.degrees + content.pitches < 2
        if block is not None and few and block.tier is Tier.STRONG and not content.bars:
            self.headings.append(Span(line.start, line.stop))  # a number between notes with lengths
            return
        self.headings += self.verses
        self.verses = []
        if block is None:
            block = self.block = Block(self.headers[0].start if self.headers else start, end, Tier.WEAK)
            self.headings = [span for span in self.headings if span.start > block.start]
            if not self.headers:
                block.leads = [Span(header.start, header.stop) for header in self.settings]
        for header in self.headers or (self.settings if not block.evidence else []):
            _take_marks(self.text, header, block)
        self._keep_settings()
        block.labels += self.headings
        if start > max(line.start, block.start):
            block.labels.append(Span(line.start, start))
        self.headings = [Span(end, line.end)] if end < line.end else []
        self.headers = []
        block.end = end
        block.quotes += quotes
        block.tier = max(block.tier, tier)
        block.evidence += evidence(content)

    def _keep_settings(self) -> None:
        settings = [line for line in self.headers[-_MOST_SETTINGS:] if line.content.headers]
        if settings:
            self.settings[:] = settings

    def close(self) -> None:
        if self.block is not None:
            self.blocks.append(self.block)
        self._keep_settings()
        self.block, self.headers, self.headings = None, [], []
        self.verses, self.touching = [], False


def _joined(text: str, words: Sequence[Span]) -> list[Span]:
    """Return the ranges of words with those next to each other as one."""
    joined: list[Span] = []
    for span in words:
        if joined and text[joined[-1].end : span.start].isspace():
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


_EMPHASIS = re.compile(r"\*+")
_BULLET = re.compile(r"[ \t]*[-*•][ \t]+")


def _take_marks(text: str, header: Line, block: Block) -> None:
    """Take the bullet and the marks of emphasis off a header line of a block."""
    bullet = _BULLET.match(text, header.start, header.end)
    start = header.start if bullet is None else bullet.end()
    if bullet is not None:
        block.labels.append(Span(header.start, start))
    block.quotes += [Span(*mark.span()) for mark in _EMPHASIS.finditer(text, start, header.end)]


# Quotation, code, emphasis and formula marks at both ends of a line.
_OPENING = re.compile(r"(?:[`\"'*“‘$]|\\boxed\{|\\text\{)+")
_CLOSING = re.compile(r"[`\"'*”’$}]+\Z")
_WIDEST_MARK = 20
_MARKS = " `\"'*”’$}"
_STOPS = frozenset({".", "!", "。", "！"})  # a full stop behind what a sentence begins
_BAR_BEHIND = re.compile(r"[ \t]*\|[|\]:]?")


def _bounds(text: str, line: Line) -> tuple[int, int, list[Span]]:
    """Return where the notes of a line begin and end, and the quotation marks around them."""
    start, end = line.start, line.end
    content = line.content
    if not (content.others or content.label or content.words):
        return start, end, []
    if content.label and not content.staff and (content.label_words or content.first >= 0):
        start = line.label
        while start < end and text[start] in " \t\u00a0\u3000*":
            start += 1
    if content.words_after >= 2 and content.last > 0:
        end = _past_bar(text, line.start + content.last, line.end)
    enough = 1 if content.alternative or content.exclaimed else 2
    if content.words_before >= enough and content.first > 0:
        start = line.start + content.first
    if start > line.start and not content.numbered and content.last > 0:
        behind = line.start + content.last
        tail = text[behind:end].rstrip()
        if tail[-1:] in _STOPS and not tail[:-1].strip(_MARKS):
            end = behind + len(tail) - 1
    opening = _OPENING.match(text, start, end)
    closing = _CLOSING.search(text, max(start, end - _WIDEST_MARK), end)
    if opening is None or closing is None or closing.start() <= opening.end():
        return start, end, []
    if text.find(opening.group()[-1], opening.end(), closing.start()) >= 0:
        return start, end, []  # marks of single tokens, not of the line
    return start, end, [Span(start, opening.end()), Span(closing.start(), end)]


def _past_bar(text: str, start: int, end: int) -> int:
    """Return where the bar line right behind ``start`` ends, or ``start``."""
    bar = _BAR_BEHIND.match(text, start, end)
    return start if bar is None else bar.end()
