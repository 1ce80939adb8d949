"""From systems to measures: where the bar lines cut the rows, and what is struck between them."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from onote_compiler.ir.events import NO_SPAN
from onote_compiler.ir.source import Span
from onote_compiler.notations.tab.rows import Item, Row, RowKind
from onote_compiler.notations.tab.signs import Fault, Strike, strikes
from onote_compiler.notations.tab.systems import System
from onote_compiler.notations.tab.techniques import REPEAT_SIGNS

# How far a bar line may be from where the other rows have it and still be the same one.
_BAR_SLACK = 1


class Cut(NamedTuple):
    """One measure of one row, in columns of its line; ``closed`` is whether a bar line ends it."""

    start: int
    end: int
    closed: bool = True

    @property
    def width(self) -> int:
        """How many columns it has."""
        return self.end - self.start


class Word(NamedTuple):
    """Something written over or under a system: column from the measure's first, text, offset, chord name or not."""

    column: int
    text: str
    offset: int
    chord: bool


@dataclass(slots=True)
class Cell:
    """One measure of a system.

    Attributes:
        width: Columns that most rows have.
        strikes: What is struck, columns counted from the measure's first.
        beats: Column and number of each beat of the beat row.
        beat_width: Columns of the beat row's cell.
        lengths: Rhythm letter by column of its onset.
        faults: What is wrong on its strings.
        words: Text and chord names over and under it.
        start: Column of its first column in the top row's line.
        cuts: Where it stands in each row of its system.
        span: Where it stands in the notation: the top row's cell.
        left_repeat: Whether a repeat begins here.
        right_repeat: How often it is played again from the start of the repeat.
        closed: Whether a bar line ends it.
        ragged: Whether its rows differ in length or lack a bar line.
    """

    width: int
    strikes: list[Strike] = field(default_factory=list)
    beats: list[tuple[int, int]] | None = None
    beat_width: int = 0
    lengths: dict[int, Item] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    cuts: Sequence[Cut] = ()
    span: Span = NO_SPAN
    left_repeat: bool = False
    right_repeat: int = 0
    closed: bool = True
    start: int = 0
    ragged: bool = False


def row_cuts(row: Row) -> list[Cut]:
    """Return the measures of a row as its own bar lines cut it."""
    cuts: list[Cut] = []
    start = row.origin
    for bar in row.bars:
        if bar.column > start or cuts or row.opened:
            cuts.append(Cut(start, bar.column))
        start = bar.end
    if row.width > start or not cuts:
        cuts.append(Cut(start, max(row.width, start), closed=False))
    return cuts


def _own_cuts(rows: Sequence[Row]) -> list[list[Cut]]:
    """Return the measures of each row as its own bar lines cut it; rows with the same bar lines share one list."""
    found: list[list[Cut]] = []
    before: tuple[object, ...] = ()
    for row in rows:
        bars = row.bars
        shape = (row.origin, row.width, row.opened, [bar.column for bar in bars], [len(bar.text) for bar in bars])
        found.append(found[-1] if shape == before else row_cuts(row))
        before = shape
    return found


def system_cells(system: System) -> list[Cell]:
    """Return the measures of a system.

    Rows with as many bar lines as most rows are cut at their own; the others at the columns of the first of those.
    """
    own = _own_cuts(system.rows)
    count = _common([len(cuts) for cuts in own])
    model = next(
        (at for at, cuts in enumerate(own) if len(cuts) == count and cuts[-1].closed),
        next(at for at, cuts in enumerate(own) if len(cuts) == count),
    )
    origin = system.rows[model].origin
    pattern = [(c.start - origin, c.end - origin) for c in own[model]]
    if system.beat is not None:
        pattern = _beat_pattern(system.beat, pattern)
    cuts = [
        c if len(c) == len(pattern) and c[-1].closed else _recut(row, pattern, own[model][-1].closed)
        for row, c in zip(system.rows, own, strict=True)
    ]
    cells = [_cell(system.rows[0], across) for across in zip(*cuts, strict=True)]
    for row, string, row_cut in zip(system.rows, system.strings, cuts, strict=True):
        if row.frets or row.signs or row.junk:
            _deal(row_cut, *strikes(row, string), cells)
    if any(row.signs for row in system.rows):
        _take_repeats(system, cells)
    if system.beat is not None:
        _deal_beats(system.beat, pattern, cells)
    for row in system.rows:  # their tokens are not needed any more, and a long text has many
        row.frets, row.signs, row.bars = [], (), row.bars[-1:]
    return cells


def _cell(top: Row, cuts: tuple[Cut, ...]) -> Cell:
    """Return a measure without its notes, from where it stands in each row."""
    width = _common([end - start for start, end, _ in cuts])
    ragged = any(end - start != width or not closed for start, end, closed in cuts)
    closed = not ragged or any(cut.closed for cut in cuts)
    return Cell(width, cuts=cuts, span=cut_span(top, cuts[0]), closed=closed, start=cuts[0].start, ragged=ragged)


def _common(values: list[int]) -> int:
    """Return the most frequent value, the largest of several."""
    if len(set(values)) == 1:
        return values[0]
    counts = Counter(values)
    return max(counts, key=lambda value: (counts[value], value))


def _beat_pattern(beat: Row, pattern: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return where the measures are when the beat row has more bar lines than the strings: bars became dashes."""
    cuts = row_cuts(beat)
    ends = [(c.start - beat.origin, c.end - beat.origin) for c in cuts]
    return ends if len(ends) > len(pattern) and ends[-1][1] == pattern[-1][1] else pattern


def _recut(row: Row, pattern: list[tuple[int, int]], closed: bool) -> list[Cut]:
    """Cut a row where the other rows have their bar lines."""
    columns = [bar.column for bar in row.bars]
    cuts = []
    for at, (start, end) in enumerate(pattern):
        last = at == len(pattern) - 1
        start, end = start + row.origin, end + row.origin
        near = bisect_right(columns, end + _BAR_SLACK)
        has_bar = near > 0 and columns[near - 1] >= end - _BAR_SLACK
        if has_bar:
            end = columns[near - 1]
        elif last:  # what a bar line would stand on is one column, not more
            end = row.width if row.width - end != 1 or not closed else end
        cuts.append(Cut(start, max(start, end), has_bar))
    return cuts


def cut_span(row: Row, cut: Cut) -> Span:
    """Return the offsets of a measure in one row; columns and characters agree but for tab characters."""
    return Span(min(row.start + cut.start, row.stop), min(row.start + cut.end, row.stop))


def _deal(cuts: list[Cut], struck: list[Strike], faults: list[Fault], cells: list[Cell]) -> None:
    """Give each strike and each fault, both from left to right, to its measure."""
    starts = [cut.start for cut in cuts]
    last, k = len(starts) - 1, 0
    for strike in struck:
        while k < last and starts[k + 1] <= strike.column:
            k += 1
        strike.column = max(0, strike.column - starts[k])
        cells[k].strikes.append(strike)
    for fault in faults:
        cells[max(0, bisect_right(starts, fault.column) - 1)].faults.append(fault)


def _take_repeats(system: System, cells: list[Cell]) -> None:
    """Find repeat signs next to the bar lines, and leave their columns out of the measures."""
    begins = [{s.column: s for s in row.signs if s.text[0] in REPEAT_SIGNS} for row in system.rows]
    ends = [{s.end: s for s in row.signs if REPEAT_SIGNS.issuperset(s.text)} for row in system.rows]
    frets = [{f.column for f in row.frets} | {f.end for f in row.frets} for row in system.rows]
    for cell in cells:
        for at, cut in enumerate(cell.cuts):
            first, last = begins[at].get(cut.start), ends[at].get(cut.end)
            if first is not None and first.end not in frets[at] and cut.width > 1:
                cell.left_repeat = True
            if last is not None and last.column not in frets[at] and cut.width > 1:
                cell.right_repeat = 1
        if cell.left_repeat or cell.right_repeat:
            _trim(cell)
        if cell.right_repeat:
            _take_count(system, cell)


def _trim(cell: Cell) -> None:
    """Take the columns of repeat signs off a measure's ends."""
    shift = int(cell.left_repeat and all(strike.column > 0 for strike in cell.strikes))
    cell.width -= shift + cell.right_repeat
    cell.start += shift
    for strike in cell.strikes:
        strike.column -= shift
    trimmed = [(cut.start + shift, cut.end - cell.right_repeat, cut.closed) for cut in cell.cuts]
    cell.cuts = [Cut(start, max(start, end), closed) for start, end, closed in trimmed]


def _take_count(system: System, cell: Cell) -> None:
    """Read ``x4`` after the closing bar line: how often what is repeated is played."""
    for row, cut in zip(system.rows, cell.cuts, strict=True):
        trail = row.trail
        if trail is not None and row.closed and cut.end >= row.bars[-1].column - 1:
            digits = "".join(c for c in trail.text if c.isdigit())[:2]
            if digits and "x" in trail.text.lower():
                cell.right_repeat = max(1, int(digits) - 1)


def _deal_beats(beat: Row, pattern: list[tuple[int, int]], cells: list[Cell]) -> None:
    """Give each beat number to its measure."""
    own = row_cuts(beat)
    if len(own) == len(pattern):
        cuts = own
    elif len(own) > len(pattern) == 1:  # bar lines that the strings lack take no column there
        cuts = [Cut(beat.origin, beat.width)]
    else:
        cuts = _recut(beat, pattern, True)
    dropped = len(own) > len(pattern) == 1
    starts = [cut.start for cut in cuts]
    for cell, cut in zip(cells, cuts, strict=True):
        cell.beats, cell.beat_width = [], cut.width
    for item in beat.frets:
        k = max(0, bisect_right(starts, item.column) - 1)
        column = item.column - cuts[k].start
        if dropped:
            column -= sum(len(bar.text) for bar in beat.bars if bar.column < item.column)
        beats = cells[k].beats
        assert beats is not None
        beats.append((max(0, column), int(item.text)))
    if dropped:
        cells[0].beat_width -= sum(len(bar.text) for bar in beat.bars)
    if not beat.closed:  # blanks at its end cannot be seen
        cells[-1].beat_width = max(cells[-1].beat_width, cells[-1].width if cells[-1].beats else 0)


def deal_words(system: System, cells: list[Cell], text: str) -> None:
    """Give what is written over and under a system to the measures it stands at."""
    starts = [cell.start for cell in cells]
    for row in (*system.above, *system.below):
        if row.kind is RowKind.CHORDS:
            words = [(item.column, item.text, item.offset) for item in row.frets]
        else:
            words = _words(text[row.start : row.stop], row.start)
        for column, word, offset in words:
            k = max(0, bisect_right(starts, column) - 1)
            cells[k].words.append(Word(column - starts[k], word, offset, row.kind is RowKind.CHORDS))


def _words(line: str, start: int) -> list[tuple[int, str, int]]:
    """Return a line of text cut where two blanks or more stand, with column and offset."""
    words: list[tuple[int, str, int]] = []
    at = 0
    for word in line.replace("\t", " ").split("  "):
        if word.strip():
            lead = at + len(word) - len(word.lstrip())
            words.append((lead, word.strip(), start + lead))
        at += len(word) + 2
    return words
