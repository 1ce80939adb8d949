"""Blocks of ABC: tunes, from their first field to their last line of music."""

from __future__ import annotations

import re
from collections.abc import Iterable

from onote_compiler.errors import GrammarError
from onote_compiler.extraction.blocks import Block, Tier
from onote_compiler.extraction.lines import COMMENT, FIELD, TAB_ROW, TEXT, Content, Line
from onote_compiler.ir.source import Span
from onote_compiler.parsing.driver import machine

_NUMBER = re.compile(r"[ \t*]*(?=X:[ \t]*[0-9])")
_HEADER_FIELDS = frozenset("XTMLQKCRNOBDFGHIPSUVZAmr")
_LEAST_NOTES = 4
"""Groups of note letters that make a text without fields a tune."""
_HEADING_WORDS = 3
"""Words of the longest heading between two parts of a tune."""
_BODY_FIELDS = _HEADER_FIELDS | frozenset("wWs+")


def abc_blocks(lines: Iterable[Line]) -> list[Block]:
    """Return the tunes among the lines of one segment, each with the file header that stands before them.

    A tune begins at ``X:``, or at the first field or line of music outside one. Blank lines do not end it, since
    models put them between header and body and between sections; words after a blank line do.
    """
    collector = _Tunes()
    idle: dict[int, bool] = {}  # by identity: equal lines share their content
    for line in lines:
        if collector.tune is None and not line.blank:
            content = line.content
            known = idle.get(id(content))
            if known is None:
                known = idle[id(content)] = _begins_nothing(content)
            if known:
                collector.comments = None
                continue
        collector.take(line)
    collector.close()
    return collector.tunes


class _Tunes:
    def __init__(self) -> None:
        self.tunes: list[Block] = []
        self.tune: Block | None = None
        self.header: Span | None = None  # fields of the file, before its first X:
        self.comments: int | None = None
        self.has_number = self.has_key = False
        self.music = self.letters = self.fields = 0
        self.after_blank = self.ended = False
        self.headings: list[Span] = []  # since the last music; inside the tune only if more follows

    def take(self, line: Line) -> None:
        if line.blank:
            self.after_blank = True
            return
        if line.kind == TEXT and line.content.label_words and _number_at(line) >= 0:
            self._split(line, _number_at(line))
            self._counted("X", line)
        elif line.kind == TAB_ROW and not (self.has_number or self.has_key):
            self.tune = None  # rows of a table or a tablature, and letters in its cells
        elif line.kind == FIELD and line.content.text[0] in _BODY_FIELDS:
            self._field(line)
        elif line.kind == COMMENT:
            self._comment(line)
        elif is_music(line.content, body=self.tune is not None and not self.after_blank) or self._continues(line):
            self._music(line)
        elif self._is_heading(line.content):
            self.headings.append(Span(line.start, line.stop))
            return
        elif self.after_blank or line.content.alternative:
            self.close()
        self.after_blank = False

    def _is_heading(self, content: Content) -> bool:
        """Whether a line is words among the music of a tune, which end nothing: any words that touch it, short ones."""
        if self.tune is None or not self.has_key or content.kind != TEXT:
            return False
        if content.bars or not content.spelled or content.alternative or "%" in content.whole:
            return False
        if not self.after_blank:
            return _notes(content) <= content.words + content.label_words
        short = content.words + content.label_words <= _HEADING_WORDS and (
            bool(content.label_words) or not content.ends_sentence
        )
        return short and self.music > 0 and not self.ended and not self.headings

    def _field(self, line: Line) -> None:
        letter = line.content.text[0]
        if letter == "X":
            self._split(line, line.start)
        elif self.tune is None:
            if letter not in _HEADER_FIELDS:
                return
            self._open(line.start, line)
        self._counted(letter, line)

    def _continues(self, line: Line) -> bool:
        """Whether a line is music since it has bar lines and stands right below the header or other music."""
        below = self.tune is not None and self.has_key and not self.after_blank
        return below and line.kind == TEXT and line.content.bars > 0

    def _counted(self, letter: str, line: Line) -> None:
        assert self.tune is not None
        self.has_number |= letter == "X"
        self.has_key |= letter == "K"
        self.fields += 1
        self.tune.end = line.stop

    def _split(self, line: Line, start: int) -> None:
        """Begin a tune at its ``X:``; fields alone before it are those of the file."""
        if self.tune is not None and not self.has_number and not self.music:
            self.header = Span(self.tune.start, self.tune.end)
            self.tune = None
        comments = self.comments
        self.close()
        self.comments = comments
        self._open(start, line)

    def _comment(self, line: Line) -> None:
        if self.tune is None:
            self.comments = line.start if self.comments is None else self.comments
        elif not self.after_blank:
            self.tune.end = line.stop

    def _music(self, line: Line) -> None:
        if self.tune is None:
            self._open(line.start, line)
        assert self.tune is not None
        content = line.content
        self.tune.labels += self.headings
        self.headings = []
        if content.measure_label or (content.numbered and content.whole.lstrip()[0].isdigit()):
            self.tune.labels.append(Span(line.start, line.label))
        self.ended = content.whole.rstrip().endswith("|]")
        self.tune.end = line.stop
        self.music += 1
        self.letters += _notes(content) if not content.bars else max(_notes(content), _letters(content))

    def _open(self, start: int, line: Line) -> None:
        start = start if self.comments is None else self.comments
        self.tune = Block(start, line.stop, Tier.WEAK)
        self.comments = None
        self.has_number = self.has_key = False
        self.music = self.letters = self.fields = 0
        self.headings, self.ended = [], False

    def close(self) -> None:
        tune = self.tune
        self.tune, self.comments = None, None
        if tune is None or not (self.letters >= _LEAST_NOTES or self.has_key or self.has_number):
            return
        tune.evidence = self.music
        tune.complete = self.has_key and self.music > 0
        sure = self.has_number or self.has_key or self.fields >= 2
        tune.tier = Tier.STRONG if sure else Tier.WEAK
        if self.header is not None and self.tunes:
            tune.leads = [self.header]
        elif self.header is not None:
            tune.start = self.header.start
        self.tunes.append(tune)


def _number_at(line: Line) -> int:
    """Return where ``X:`` stands behind the label of a line, or -1."""
    found = _NUMBER.match(line.content.whole, line.content.label)
    return -1 if found is None else line.start + found.end()


def _begins_nothing(content: Content) -> bool:
    """Whether a line outside a tune is neither a field nor a comment nor music."""
    if content.kind == FIELD:
        return content.text[0] not in _HEADER_FIELDS
    if content.label_words and _NUMBER.match(content.whole, content.label):
        return False
    return content.kind != COMMENT and not is_music(content, body=False)


class _Plain:
    """No handlers: all that counts is whether the grammar takes the text."""


def is_plain_tune(text: str) -> bool:
    """Whether a text is plainly one tune and nothing else, so that nothing needs to be looked for in it."""
    if not text.startswith("X:"):
        return False
    try:
        machine("extraction", _Plain, "plain_tune").run(text, _Plain())
    except GrammarError:
        return False
    return True


def is_music(content: Content, body: bool = True) -> bool:
    """Whether a line can be a line of ABC music.

    Args:
        content: What stands in the line.
        body: Whether it stands in a tune, where a line of letters without bar lines is music too.
    """
    durations = content.degree_durations + content.pitch_durations
    if content.kind != TEXT or content.frets or (durations and not body):
        return False
    notes = _notes(content) + content.pitch_durations  # in a tune c2(de) is a note and a slur, not a duration
    words = content.words + content.label_words
    if not body:
        if content.bars:
            return notes > words and not content.chord_names  # C | G | Am | F are chords
        return not words and notes >= _LEAST_NOTES and content.others + content.pitches > 0
    notes, words = notes + content.decorated, words - content.decorated
    if content.bars and notes:
        return notes + content.bars + content.others >= words
    return not words if not notes else notes > words


def _letters(content: Content) -> int:
    """Return how many letters of notes stand in a line; those that touch count one by one (``CDEF GABc |``)."""
    return sum(map(content.whole.count, "ABCDEFGabcdefg"))


def _notes(content: Content) -> int:
    return content.notes + content.pitches + content.letter_degrees
