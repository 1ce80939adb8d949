"""Blocks of tablature: systems of rows with what stands close above and below them."""

from __future__ import annotations

from collections.abc import Iterable

from onote_compiler.extraction.blocks import Block, Tier
from onote_compiler.extraction.lines import BEAT_ROW, TAB_ROW, TEXT, Line

_WHOLE_SYSTEM = 4
"""Rows of the smallest instrument's system."""


def tab_blocks(lines: Iterable[Line]) -> list[Block]:
    """Return the tablatures among the lines of one segment.

    Systems follow one another until a sentence stands between them; chord names, rhythm signs and words in line with
    the rows belong to the system that they touch.
    """
    collector = _Systems()
    for line in lines:
        collector.take(line)
    collector.close()
    return collector.blocks


class _Systems:
    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.block: Block | None = None
        self.above: int | None = None  # beginning of the lines that touch what follows
        self.touching = False
        self.rows = 0

    def take(self, line: Line) -> None:
        if line.kind in (TAB_ROW, BEAT_ROW):
            self._row(line)
        elif line.blank:
            self.touching = False
            if self.above is not None and not self.header_above:
                self.above = None
        elif _sentence(line):
            self.close()
        elif line.headers or _annotation(line):
            if self.block is not None and self.touching:
                self.block.end = line.end
            elif self.above is None:
                self.above = line.start
            self.header_above = bool(line.headers)
        else:
            self.touching, self.above = False, None

    header_above = False

    def _row(self, line: Line) -> None:
        if self.block is None:
            self.block = Block(line.start if self.above is None else self.above, line.end, Tier.WEAK, complete=False)
            self.rows = 0
        self.block.end = line.end
        self.above = None
        self.touching = True
        if line.kind == TAB_ROW and (self.rows or line.text[0].isalnum() or any(c.isdigit() for c in line.text)):
            self.rows += 1
            self.block.evidence += 1
            if self.rows >= _WHOLE_SYSTEM:
                self.block.complete, self.block.tier = True, Tier.STRONG

    def close(self) -> None:
        if self.block is not None and self.block.evidence:
            self.blocks.append(self.block)
        self.block, self.above, self.touching = None, None, False


def _sentence(line: Line) -> bool:
    words = line.words + line.label_words
    return line.kind == TEXT and (words >= 4 or (words >= 2 and line.ends_sentence))


def _annotation(line: Line) -> bool:
    """Whether a line that touches the rows may belong to them: chord names, rhythm signs, words set in place."""
    if line.kind != TEXT or line.label_words:
        return False
    indented = line.first_mark - line.start >= 2
    return not line.ends_sentence and (indented or not line.words or (line.chord_names + line.notes) >= line.words)
