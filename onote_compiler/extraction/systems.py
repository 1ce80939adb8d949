"""Blocks of tablature: systems of rows, with what stands above, below and between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from onote_compiler.extraction.blocks import Block, Tier
from onote_compiler.extraction.lines import BEAT_ROW, FIELD, RULE, TAB_ROW, TEXT, Content, Line
from onote_compiler.ir.source import Span
from onote_compiler.notations.tab.rows import Row, RowKind, read_rows
from onote_compiler.theory.tunings import parse_capo, parse_tuning

_WHOLE_SYSTEM = 4
"""Rows of the smallest instrument's system."""
_LONGEST = 5_000
"""What a row is shows in this many of its first characters."""
_IN_PLACE = 4
"""Columns before the first word of a line that is set in place over the rows: the names of the strings stand there."""
_SETTING_WORDS = 8
"""Words of the longest setting; what is longer is a sentence that speaks of one."""
_TECHNIQUES = frozenset("hHpPbBrRsStTvVxX~/\\^()<>[]*.:")
_DASHES = re.compile(r"[-_=‐-―−─━┄┅┈┉╌╍═⎯ー－·]")
# What every row holds: dashes, or a bar line.
_DRAWN = re.compile(r"[-_=‐-―−─━┄┅┈┉╌╍═⎯ー－·][-_=‐-―−─━┄┅┈┉╌╍═⎯ー－·0-9xX]|[|¦‖│┃┆┇┊┋║∣❘｜︱┌-╋╎╏╒-╬]")


@dataclass(slots=True)
class TabLines:
    """What the lines of a text are to a tablature, by the notation's own grammar; equal lines are read once."""

    known: dict[int, Row] = field(default_factory=dict)
    strings: dict[int, bool] = field(default_factory=dict)
    settings: dict[str, Span] = field(default_factory=dict)
    """The last setting of each name so far: those above a tablature hold for it, whatever stands between."""

    def row(self, content: Content) -> Row:
        """Return a line as the tablature's reader sees it."""
        row = self.known.get(id(content))
        if row is None:
            row = self.known[id(content)] = read_rows(content.whole[:_LONGEST]).rows[0]
        return row

    def is_string(self, content: Content) -> bool:
        """Return whether a line could be the row of a string."""
        known = self.strings.get(id(content))
        if known is None:
            known = self.strings[id(content)] = _is_string(content, self)
        return known

    def is_setting(self, content: Content) -> bool:
        """Return whether a line says how the instrument is tuned or the like."""
        row = self.row(content)
        if row.name == "capo-phrase":
            return parse_capo(row.text) is not None
        return row.kind is RowKind.SETTING and (row.name != "phrase" or parse_tuning(row.text) is not None)

    def keep(self, line: Line) -> None:
        """Remember a setting."""
        name = self.row(line.content).name
        name = {"phrase": "tuning", "capo-phrase": "capo"}.get(name, name)
        self.settings.pop(name, None)
        self.settings[name] = Span(line.start, line.stop)


def has_rows(text: str) -> bool:
    """Return whether there is a dash or a bar line in a text, without which no tablature is drawn."""
    return _DRAWN.search(text) is not None


def tab_blocks(lines: Sequence[Line], tab: TabLines) -> list[Block]:
    """Return the tablature among the lines of one segment.

    Systems follow one another, and sentences between them are taken out; chord names, rhythm signs and words in line
    with the rows belong to the system that they touch.

    Args:
        lines: The lines.
        tab: What is known of the lines of the same text; settings are added to it.
    """
    collector = _Systems(tab, _rows(lines, tab))
    for at, line in enumerate(lines):
        collector.take(at, line)
    collector.close()
    return collector.blocks


# -- which lines are rows ---------------------------------------------------------------------------------------------
def _rows(lines: Sequence[Line], tab: TabLines) -> set[int]:
    """Return the indices of the lines that are rows of strings."""
    rows: set[int] = set()
    run: list[int] = []
    for at, line in enumerate(lines):
        if not line.blank and tab.is_string(line.content):
            run.append(at)
        elif run:
            rows |= _of_one_style(run, lines, tab)
            run = []
    return rows | _of_one_style(run, lines, tab)


def _is_string(content: Content, tab: TabLines) -> bool:
    if content.kind == TAB_ROW:
        return True
    if content.kind not in (TEXT, FIELD, RULE):
        return False
    row = tab.row(content)
    if row.kind is not RowKind.STRING:
        return False
    blanks = content.whole.strip().count(" ")
    if row.label and row.bars and not row.junk and _begins_with_fret(row):
        return True  # its cells may be filled with blanks, or with frets alone
    dashes = len(_DASHES.findall(content.whole))
    return dashes >= 2 and (bool(row.label) or dashes > blanks)


def _begins_with_fret(row: Row) -> bool:
    """Whether nothing but signs of tablature stand in a row, and none before its first fret."""
    if not all(set(sign.text) <= _TECHNIQUES for sign in row.signs):
        return False
    told = [sign for sign in row.signs if sign.text.strip(".")]  # points fill a row as dashes do
    return not told or (bool(row.frets) and row.frets[0].column < told[0].column)


def _of_one_style(run: Sequence[int], lines: Sequence[Line], tab: TabLines) -> set[int]:
    """Return the rows of a run without the rules among them, which are drawn with dashes too."""
    if all(lines[at].kind == TAB_ROW and lines[at].content.text[0].isalnum() for at in run):
        return set(run)
    rows = {at: tab.row(lines[at].content) for at in run}
    labelled = sum(bool(row.label) for row in rows.values())
    opened = sum(row.opened for row in rows.values())
    struck = sum(bool(row.frets) for row in rows.values())
    if 2 * labelled > len(run):
        return {at for at, row in rows.items() if row.label or row.frets}
    if 2 * opened > len(run):
        return {at for at, row in rows.items() if row.opened} if struck else set()
    begun = sum(_DASHES.match(lines[at].content.whole.lstrip()) is not None for at in run)
    return set(run) if len(run) >= _WHOLE_SYSTEM and struck and begun >= 2 else set()


# -- what stands around them ------------------------------------------------------------------------------------------
def _is_said(content: Content) -> bool:
    """Whether a line that speaks of a setting is a sentence."""
    return content.words + content.label_words > _SETTING_WORDS


class _Systems:
    def __init__(self, tab: TabLines, rows: set[int]) -> None:
        self.tab = tab
        self.is_row = rows
        self.blocks: list[Block] = []
        self.block: Block | None = None
        self.above: int | None = None  # beginning of the lines that touch what follows
        self.said: Span | None = None  # a sentence right above that speaks of the tuning
        self.sentences: list[Span] = []  # since the last row
        self.touching = False

    def take(self, at: int, line: Line) -> None:
        if line.blank:
            self.touching, self.above = False, None
        elif at in self.is_row:
            self._row(line)
        elif line.kind == BEAT_ROW:
            self._annotation(line)
        elif line.kind != TEXT:
            self.touching, self.above, self.said = False, None, None
        else:
            self._text(line)

    def _text(self, line: Line) -> None:
        row = self.tab.row(line.content)
        if self.tab.is_setting(line.content):
            self._setting(line)
        elif line.content.alternative:
            self.close()
            self.touching, self.above, self.said = False, None, None
        elif row.kind in (RowKind.BEAT, RowKind.RHYTHM, RowKind.CHORDS) or _annotation(line.content):
            self._annotation(line)
        else:
            self.touching, self.above, self.said = False, None, None
            if _sentence(line.content) and self.block is not None:
                self.sentences.append(Span(line.start, line.stop))

    def _setting(self, line: Line) -> None:
        if _is_said(line.content):
            self.said = Span(line.start, line.stop)
        elif self.block is None:
            self.tab.keep(line)
        elif self.touching:
            self.block.end = line.end

    def _annotation(self, line: Line) -> None:
        if self.block is not None and self.touching:
            self.block.end = line.end
        elif self.above is None:
            self.above = line.start

    def _row(self, line: Line) -> None:
        if self.block is None:
            start = line.start if self.above is None else self.above
            self.block = Block(start, line.end, Tier.WEAK, complete=False, leads=list(self.tab.settings.values()))
            if self.said is not None:
                self.block.leads.append(self.said)
        if self.said is not None:
            self.block.said.append(self.said)
        block = self.block
        block.labels += _joined(self.sentences)
        block.end = line.end
        block.evidence += 1
        if block.evidence >= _WHOLE_SYSTEM:
            block.complete, block.tier = True, Tier.STRONG
        self.above, self.said, self.sentences, self.touching = None, None, [], True

    def close(self) -> None:
        """End the last block."""
        if self.block is not None:
            self.blocks.append(self.block)
        self.block, self.sentences = None, []


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Return ranges with those that touch as one."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].end == span.start:
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


def _sentence(content: Content) -> bool:
    words = content.words + content.label_words
    return words >= 4 or (words >= 2 and content.ends_sentence)


def _annotation(content: Content) -> bool:
    """Whether a line that touches the rows may belong to them: chord names, rhythm signs, words set in place."""
    if content.label_words:
        return False
    if "---" in content.whole:  # how far something holds: let ring-------|
        return True
    if content.first_mark >= _IN_PLACE:
        return True
    if _sentence(content):
        return False
    indented = content.first_mark >= 2
    return not content.ends_sentence and (
        indented or not content.words or (content.chord_names + content.notes) >= content.words
    )
