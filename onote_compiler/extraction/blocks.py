"""Blocks: runs of lines that could be the notation asked for. Jianpu, pitch-duration and linear tablature."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum

from onote_compiler.extraction.lines import COMMENT, FIELD, TEXT, Line
from onote_compiler.ir.source import Span


class Tier(IntEnum):
    """How sure it is that a block is notation at all."""

    WEAK = 1
    """Its tokens occur in ordinary text too (bare digits, pitch names), but nothing else stands in its lines."""
    INLINE = 2
    """Notes with their lengths, inside a sentence."""
    STRONG = 3
    """Lines of notes with their lengths, fields, rows."""


class Role(IntEnum):
    """What a line is to a block of one notation."""

    BLANK = 0
    PROSE = 1
    """Ends a block."""
    LABEL = 2
    """A short heading between notes; taken out, ends nothing."""
    HEADER = 3
    """Belongs to the notes that follow it."""
    TAIL = 4
    """Belongs to the notes before it."""
    WEAK = 5
    INLINE = 6
    STRONG = 7


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
        lead: A range before it that belongs to it (the file header of ABC), other blocks in between.
    """

    start: int
    end: int
    tier: Tier
    evidence: int = 0
    complete: bool = True
    labels: list[Span] = field(default_factory=list)
    quotes: list[Span] = field(default_factory=list)
    lead: Span | None = None


RoleOf = Callable[[Line], Role]


def collect(text: str, lines: Iterable[Line], role_of: RoleOf) -> list[Block]:
    """Return the blocks among the lines of one segment."""
    collector = _Collector(text)
    for line in lines:
        collector.take(line, role_of(line))
    collector.close()
    return collector.blocks


class _Collector:
    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.block: Block | None = None
        self.header: int | None = None
        self.headings: list[Span] = []  # since the last notes; inside the block only if notes follow

    def take(self, line: Line, role: Role) -> None:
        if role in (Role.STRONG, Role.WEAK):
            self._notes(line, role)
        elif role is Role.HEADER:
            if self.header is None:
                self.header = line.start
        elif role is Role.TAIL:
            if self.block is not None:
                self.block.end = line.end
        elif role is Role.LABEL:
            self.headings.append(Span(line.start, line.stop))
        elif role is not Role.BLANK:
            self.close()
            if role is Role.INLINE:
                end = _past_bar(self.text, line.last, line.end)
                self.blocks.append(Block(line.first, end, Tier.INLINE, evidence(line)))

    def _notes(self, line: Line, role: Role) -> None:
        start, end, quotes = _bounds(self.text, line)
        block = self.block
        if block is None:
            block = self.block = Block(start if self.header is None else self.header, end, Tier.WEAK)
            if self.header is not None:
                block.labels += [span for span in self.headings if span.start > self.header]
                if start > line.start:
                    block.labels.append(Span(line.start, start))
        else:
            block.labels += self.headings
            if start > line.start:
                block.labels.append(Span(line.start, start))
        if end < line.end:
            self.headings = [Span(end, line.end)]
        else:
            self.headings = []
        self.header = None
        block.end = end
        block.quotes += quotes
        block.tier = max(block.tier, Tier.STRONG if role is Role.STRONG else Tier.WEAK)
        block.evidence += evidence(line)

    def close(self) -> None:
        if self.block is not None:
            self.blocks.append(self.block)
        self.block, self.header, self.headings = None, None, []


# Quotation, code, emphasis and formula marks at both ends of a line.
_OPENING = re.compile(r"(?:[`\"'*“‘$]|\\boxed\{|\\text\{)+")
_CLOSING = re.compile(r"[`\"'*”’$}]+\Z")
_WIDEST_MARK = 20
_BAR_BEHIND = re.compile(r"[ \t]*\|[|\]:]?")


def _bounds(text: str, line: Line) -> tuple[int, int, list[Span]]:
    """Return where the notes of a line begin and end, and the quotation marks around them."""
    start, end = line.start, line.end
    if line.label > line.start and (line.label_words or line.first >= 0):
        start = line.label
        while start < end and text[start] in " \t\u00a0\u3000*":
            start += 1
    if line.words_after >= 2 and line.last > 0:
        end = _past_bar(text, line.last, line.end)
    if line.words_before >= 2 and line.first > 0:
        start = line.first
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


def evidence(line: Line) -> int:
    """Return how many notes a line seems to hold."""
    return (
        line.pitch_durations + line.degree_durations + line.frets + line.letter_pitches + line.name_durations
        + line.durations
    ) or line.pitches + line.degrees + line.dashes  # fmt: skip


def _certain(line: Line, notes: int) -> Role:
    """Return the role of a line that holds ``notes`` notes with their lengths."""
    inner = line.inner_words + (line.words_before if line.words_before < 2 else 0)
    if 2 * inner <= notes and line.words_before < 2 and line.words_after < 2:
        return Role.STRONG
    if not line.inner_words and notes >= 2:
        return Role.INLINE
    return Role.PROSE


def _other(line: Line) -> Role:
    """Return the role of a line without notes: a short heading, or prose."""
    if line.kind != TEXT or line.words + line.label_words + line.chord_names > 2:
        return Role.PROSE
    heading = line.label_words or not line.ends_sentence
    return Role.LABEL if heading and not line.fractions else Role.PROSE


def jianpu_role(line: Line) -> Role:
    """Return what a line is to numbered notation."""
    if line.blank:
        return Role.BLANK
    if line.kind == COMMENT or (line.kind == FIELD and line.text[0] in "LHwW"):
        return Role.TAIL
    if line.kind == FIELD:
        return Role.HEADER if line.text[0] in "KMTCQ" else Role.PROSE
    if line.kind != TEXT:
        return Role.PROSE
    with_length = line.degree_durations or (line.durations and line.degrees)
    if with_length and line.degree_durations >= line.pitch_durations:
        return _certain(line, line.degree_durations + line.durations)
    letters = line.notes + line.pitches + line.chord_names
    enough = line.degrees >= 2 or (line.degrees and (line.bars or line.dashes or line.headers))
    short_label = line.label_words <= 3 and (not line.label_words or (line.bars and line.degrees >= 3))
    if (
        enough
        and short_label
        and letters < line.degrees
        and (2 * line.words <= line.degrees if line.bars else not line.words)
    ):
        return Role.WEAK
    if line.headers or (line.fractions and not line.words and not line.label_words):
        return Role.HEADER
    return Role.TAIL if line.keywords else _other(line)


def pitchdur_role(line: Line) -> Role:
    """Return what a line is to a pitch-duration sequence."""
    if line.blank:
        return Role.BLANK
    if line.kind != TEXT:
        return Role.PROSE
    notes = line.pitch_durations + line.letter_pitches + (line.name_durations if line.name_durations > 1 else 0)
    notes = notes or (line.durations if line.pitches else 0)
    if notes and notes >= line.degree_durations:
        return _certain(line, notes + line.durations + line.name_durations + line.degree_durations + line.pitches)
    if line.pitches >= 2 and not (line.words or line.label_words > 3 or line.notes or line.degree_durations):
        return Role.WEAK
    return _other(line)


def linear_role(line: Line) -> Role:
    """Return what a line is to linear tablature."""
    if line.blank:
        return Role.BLANK
    if line.kind != TEXT:
        return Role.PROSE
    return _certain(line, line.frets) if line.frets else Role.HEADER if line.headers else _other(line)
