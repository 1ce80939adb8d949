"""From the text of a tab to its lines: what stands in which column. Meaning comes later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from onote_compiler.parsing.driver import machine

TAB_STOP = 8
_new = tuple.__new__
# Digits that one number may have; characters of a run of dashes and numbers whose meaning is kept for the next time.
_DIGITS = 40
_KEPT_RUN = 64
# What may stand around the name of a string: blanks, marks of lists and quotations, bar lines, signs after it.
_AROUND_LABELS = " \t>:()[].=-,*•\"'’" + "".join(map(chr, (*range(0x2500, 0x2580), *map(ord, "|¦‖∣❘｜︱"))))


class RowKind(Enum):
    """What a line is."""

    STRING = "string"
    BEAT = "beat"
    RHYTHM = "rhythm"
    CHORDS = "chords"
    LINEAR = "linear"
    SETTING = "setting"
    TEXT = "text"
    BLANK = "blank"


class Item(NamedTuple):
    """A token of a line: its column from the line's start, its text, and its offset in the notation."""

    column: int
    text: str
    offset: int

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.text)


@dataclass(slots=True)
class Row:
    """One line.

    Attributes:
        kind: What it is.
        line: Its number, from 0.
        start: Offset of its first character.
        stop: Offset after its last character.
        label: Name of the string, as written; empty for none.
        name: Which setting it is (``tuning``, ``capo`` …).
        text: Its value, or the text of a line that is nothing else.
        capo: The capo that a line about the tuning names, too.
        origin: Column of the first thing after the label and the opening bar line.
        width: Column after its last dash, sign or bar line.
        opened: Whether a bar line stands before the first column.
        frets: Numbers on a string, numbers of a beat row, letters of a rhythm row, positions of linear tab.
        signs: What stands between the numbers.
        bars: The bar lines, the opening one left out.
        trail: What stands after the last bar line.
        junk: Characters that are nothing.
        dashes: Columns in which nothing is struck.
    """

    kind: RowKind
    line: int
    start: int
    stop: int = 0
    label: str = ""
    name: str = ""
    text: str = ""
    capo: str = ""
    origin: int = 0
    width: int = 0
    opened: bool = False
    frets: list[Item] = field(default_factory=list)
    signs: Sequence[Item] = ()
    bars: list[Item] = field(default_factory=list)
    trail: Item | None = None
    junk: Sequence[Item] = ()
    dashes: int = 0

    @property
    def span(self) -> tuple[int, int]:
        """Offsets of the whole line."""
        return (self.start, self.stop)

    @property
    def closed(self) -> bool:
        """Whether it ends with a bar line."""
        return bool(self.bars) and self.bars[-1].end >= self.width


class RowReader:
    """The handlers of ``grammars/tab.lark``: they put every token into the row of its line."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.odd_dashes: Item | None = None
        self.odd_bars: Item | None = None
        self._row = Row(RowKind.BLANK, 0, 0)
        self._shift = 0
        self._fresh = True
        self._in_capo = False
        self._signs: list[Item] = []
        self._junk: list[Item] = []

    # -- lines ------------------------------------------------------------------------------------------------------
    def NEWLINE(self, text: str, start: int) -> None:
        """End the line."""
        self._row.stop = start
        self.rows.append(self._row)
        self._row = Row(RowKind.BLANK, len(self.rows), start + len(text))
        self._shift, self._fresh, self._in_capo = 0, True, False

    def finish(self, end: int) -> list[Row]:
        """Return all rows, the last one ended at offset ``end``."""
        self._row.stop = end
        self.rows.append(self._row)
        return self.rows

    def _item(self, text: str, start: int) -> Item:
        """Return a token with its column, tab stops expanded."""
        column = start - self._row.start + self._shift
        if "\t" in text:
            wide = column
            for character in text:
                wide += TAB_STOP - wide % TAB_STOP if character == "\t" else 1
            self._shift += wide - column - len(text)
        return Item(column, text, start)

    def _place(self, item: Item) -> Item:
        if self._fresh:
            self._row.origin, self._fresh = item.column, False
        self._row.width = item.end
        return item

    def _sign(self, item: Item) -> None:
        if not self._row.signs:  # most rows have none, and need no list
            self._row.signs = self._signs = []
        self._signs.append(item)

    def _stray(self, item: Item) -> None:
        if not self._row.junk:
            self._row.junk = self._junk = []
        self._junk.append(item)

    def TEXT(self, text: str, start: int) -> None:
        """Take a line of other text."""
        self._row.kind = RowKind.TEXT if text.strip() else RowKind.BLANK
        self._row.text = text

    # -- strings ----------------------------------------------------------------------------------------------------
    def LABEL(self, text: str, start: int) -> None:
        """Start the row of a named string."""
        self._row.kind = RowKind.STRING
        self._row.label = text.strip(_AROUND_LABELS)
        self._item(text, start)

    def ROW_HEAD(self, text: str, start: int) -> None:
        """Start the row of a named string, with the bar line that opens it."""
        row = self._row
        row.kind = RowKind.STRING
        row.label = text.strip(_AROUND_LABELS)
        row.opened, self._fresh = True, False
        self._item(text, start)
        row.origin = row.width = start + len(text) - row.start + self._shift

    def OPEN_ROW(self, text: str, start: int) -> None:
        """Start a row that has a bar line and no label."""
        self._row.kind = RowKind.STRING
        bar = text.strip(" \t>")
        self._item(text, start)
        self._opening(bar, start + text.index(bar))

    def BARE_ROW(self, text: str, start: int) -> None:
        """Start a row that has neither: the token is its first dashes or fret."""
        self._row.kind = RowKind.STRING
        body = text.lstrip(" \t>")
        self._item(text[: len(text) - len(body)], start)
        at = start + len(text) - len(body)
        if body[0].isdigit() or not body.strip("-"):
            self.RUN(body, at)
        else:
            self.ODD_DASHES(body, at)

    def _opening(self, text: str, start: int) -> None:
        self._row.opened = True
        self._row.origin, self._fresh = self._item(text, start).end, False
        self._row.width = self._row.origin
        if text.strip("|"):
            self.odd_bars = self.odd_bars or self._item(text, start)

    def BAR(self, text: str, start: int) -> None:
        """Take a bar line; the first thing of a row opens it."""
        if self._fresh:
            self._opening(text, start)
        else:
            self._row.bars.append(self._place(self._item(text, start)))

    def ODD_BAR(self, text: str, start: int) -> None:
        """Take a bar line drawn with another character than the ASCII one."""
        self.odd_bars = self.odd_bars or self._item(text, start)
        self.BAR(text, start)

    def TRAIL(self, text: str, start: int) -> None:
        """Take what follows the last bar line."""
        self._row.trail = self._item(text, start)

    REMARK = TRAIL

    def RUN(self, text: str, start: int) -> None:
        """Take dashes and numbers, and the bar line that ends them."""
        row = self._row
        column = start - row.start + self._shift
        if self._fresh:
            row.origin, self._fresh = column, False
        numbers, dashes, end = _numbers(text) if len(text) <= _KEPT_RUN else _numbers.__wrapped__(text)
        if numbers:
            row.frets += [_new(Item, (column + at, number, start + at)) for at, number in numbers]
        row.dashes += dashes
        if end < len(text):
            row.bars.append(_new(Item, (column + end, text[end:], start + end)))
        row.width = column + len(text)

    def ODD_DASHES(self, text: str, start: int) -> None:
        """Take dashes other than the ASCII hyphen."""
        item = self._place(self._item(text, start))
        self.odd_dashes = self.odd_dashes or item
        self._row.dashes += len(text)

    def BLANKS(self, text: str, start: int) -> None:
        """Take blanks: columns like dashes, unless they end the row."""
        item = self._item(text, start)
        if self._fresh and self._row.label:
            self._row.origin = item.end

    def SIGNS(self, text: str, start: int) -> None:
        """Take signs of how a note is played."""
        self._sign(self._place(self._item(text, start)))

    def STRAY(self, text: str, start: int) -> None:
        """Take a character that means nothing on a string."""
        self._stray(self._place(self._item(text, start)))

    # -- beats and rhythm -------------------------------------------------------------------------------------------
    def BEAT_LABEL(self, text: str, start: int) -> None:
        """Start a beat row."""
        self._row.kind = RowKind.BEAT
        self._row.label = text.strip(" \t>:")
        self._item(text, start)

    def BARE_BEAT(self, text: str, start: int) -> None:
        """Start a beat row without a label: the token ends with its 1."""
        self._row.kind = RowKind.BEAT
        body = text.lstrip(" \t")
        at = start + len(text) - len(body)
        self._item(text[: len(text) - len(body)], start)
        if body[0] != "1":
            self._opening(body[0], at)
        elif self._row.start == at:
            self._row.origin, self._fresh = 0, False
        self.COUNT("1", start + len(text) - 1)

    def COUNT(self, text: str, start: int) -> None:
        """Take the number of a beat."""
        self._row.frets.append(self._place(self._item(text, start)))

    def FILL(self, text: str, start: int) -> None:
        """Take what stands between the beats."""
        item = self._item(text, start)
        if self._fresh:
            self._row.origin, self._fresh = item.column, False
        filled = text.rstrip(" \t")
        if filled:
            self._row.width = max(self._row.width, item.column + len(filled))

    def RHYTHM_LABEL(self, text: str, start: int) -> None:
        """Start a labelled row of rhythm letters."""
        self._row.kind = RowKind.RHYTHM
        self._row.label = text.strip(" \t>:")
        self._item(text, start)

    def BARE_RHYTHM(self, text: str, start: int) -> None:
        """Start a row of rhythm letters: the token ends with the first of them."""
        self._row.kind = RowKind.RHYTHM
        body = text.lstrip(" \t|")
        self._item(text[: len(text) - len(body)], start)
        self.LENGTH(body, start + len(text) - len(body))

    def LENGTH(self, text: str, start: int) -> None:
        """Take a rhythm letter."""
        self.COUNT(text, start)

    def RHYTHM_FILL(self, text: str, start: int) -> None:
        """Take a column between the letters."""
        item = self._item(text, start)
        if text not in " \t.-":
            self._stray(item)

    def BARE_CHORD(self, text: str, start: int) -> None:
        """Start a row of chord names: the token ends with the first of them."""
        self._row.kind = RowKind.CHORDS
        body = text.lstrip(" \t")
        self._item(text[: len(text) - len(body)], start)
        self.CHORD(body, start + len(text) - len(body))

    def CHORD(self, text: str, start: int) -> None:
        """Take a chord name."""
        self._row.frets.append(self._item(text, start))

    # -- linear tab -------------------------------------------------------------------------------------------------
    def LEAD(self, text: str, start: int) -> None:
        """Take what stands before the first position of a line."""
        self._row.kind = RowKind.LINEAR
        if text.strip(" \t"):
            self._stray(Item(start, text, start))

    def POSITION(self, text: str, start: int) -> None:
        """Take a position."""
        self._row.kind = RowKind.LINEAR
        self._row.frets.append(Item(start, text, start))

    def BROKEN(self, text: str, start: int) -> None:
        """Take the beginning of a position with which the text ends."""
        self._row.kind = RowKind.LINEAR
        self._row.trail = Item(start, text, start)

    BROKEN_LINE = BROKEN

    def PLUS(self, text: str, start: int) -> None:
        """Take the sign that joins the positions of a chord."""
        self._sign(Item(start, text, start))

    def LINEAR_BAR(self, text: str, start: int) -> None:
        """Take a bar line, which linear tab does not have."""
        self._row.bars.append(Item(start, text, start))

    def JUNK(self, text: str, start: int) -> None:
        """Take what is nothing."""
        self._stray(Item(start, text, start))

    WORD = JUNK

    # -- settings ---------------------------------------------------------------------------------------------------
    def _name(self, name: str) -> None:
        self._row.kind, self._row.name, self._row.text = RowKind.SETTING, name, ""

    def TUNING(self, text: str, start: int) -> None:
        """Start a tuning; "Tuned down" keeps its words for the value."""
        self._name("tuning")

    def TUNING_PHRASE(self, text: str, start: int) -> None:
        """Take a line that names a tuning in words."""
        self._name("phrase")
        self._row.text = text

    def TUNING_NAME(self, text: str, start: int) -> None:
        """Take a line that is the name of a tuning."""
        self.TUNING_PHRASE(text.strip(" \t*#>()[].!"), start)

    def ALSO_CAPO(self, text: str, start: int) -> None:
        """Go on with the capo that stands behind a tuning."""
        self._in_capo = True

    def CAPO(self, text: str, start: int) -> None:
        """Start a capo."""
        self._name("capo")

    def CAPO_PHRASE(self, text: str, start: int) -> None:
        """Take a line that speaks of a capo."""
        self._name("capo-phrase")
        self._row.text = text

    def METER(self, text: str, start: int) -> None:
        """Start a meter."""
        self._name("meter")

    def METER_NAME(self, text: str, start: int) -> None:
        """Take a line that is a meter."""
        self._name("meter")
        self._row.text = text.strip(" \t()[].").split()[0]

    def KEY(self, text: str, start: int) -> None:
        """Start a key."""
        self._name("key")

    def TEMPO(self, text: str, start: int) -> None:
        """Start a tempo."""
        self._name("tempo")

    def TITLE(self, text: str, start: int) -> None:
        """Start a title."""
        self._name("title")

    def VALUE(self, text: str, start: int) -> None:
        """Take the value of the setting."""
        if self._in_capo:
            self._row.capo = text.strip(" \t*)]")
        else:
            self._row.text = text.strip(" \t*)]")

    TUNED = VALUE


@lru_cache(maxsize=4096)
def _numbers(text: str) -> tuple[tuple[tuple[int, str], ...], int, int]:
    """Return the numbers in a run of dashes and digits, each with its place, the dashes, and where the bar begins."""
    end = len(text.rstrip("|"))
    found = []
    at = 0
    while at < end:
        if text[at] == "-":
            at += 1
            continue
        stop = at + 1
        while stop < min(end, at + _DIGITS) and text[stop] != "-":
            stop += 1
        found.append((at, text[at:stop]))
        at = stop
    return tuple(found), text.count("-"), end


def read_rows(text: str) -> RowReader:
    """Return the lines of a text.

    Args:
        text: The notation.

    Returns:
        The reader, with ``rows`` complete and the first odd dash and bar line in ``odd_dashes`` and ``odd_bars``.
    """
    reader = RowReader()
    machine("tab", RowReader).run(text, reader)
    reader.finish(len(text))
    return reader
