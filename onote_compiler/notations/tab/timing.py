"""From columns to time: beat rows, the grid of four columns a quarter note, rows of rhythm letters."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from onote_compiler.ir.meter import COMMON_TIME, Meter
from onote_compiler.ir.time import dotted, duration
from onote_compiler.notations.tab.cells import Cell, Cut
from onote_compiler.notations.tab.rows import Item

QUARTER_COLUMNS = 4
"""Columns a quarter note takes in the strict layout."""

_QUARTER = Fraction(1, 4)
_BEYOND = Fraction(1, 16)
_LETTERS = {"w": Fraction(1), "h": Fraction(1, 2), "q": Fraction(1, 4), "e": Fraction(1, 8), "s": Fraction(1, 16),
            "t": Fraction(1, 32)}  # fmt: skip


@dataclass(frozen=True)
class Grid:
    """Which time each column of a measure is.

    Attributes:
        columns: Columns at which beats stand, ascending.
        beat: Length of a beat in whole notes.
        spacing: Columns each beat takes; one more beat's worth than there are gaps.
        length: Length of the measure in whole notes.
    """

    columns: tuple[int, ...]
    beat: Fraction
    spacing: tuple[int, ...]
    length: Fraction
    _times: dict[int, Fraction] = field(default_factory=dict, compare=False, repr=False)
    _lengths: dict[tuple[int, int | None], Fraction] = field(default_factory=dict, compare=False, repr=False)

    def time(self, column: int) -> Fraction:
        """Return the time, from the measure's beginning, of a column."""
        found = self._times.get(column)
        if found is None:
            at = max(0, bisect_right(self.columns, column) - 1)
            passed = max(0, column - self.columns[at])
            self._times[column] = found = self.beat * (at + duration(passed, self.spacing[at]))
        return found

    def lasting(self, column: int, until: int | None) -> Fraction:
        """Return the length from one column to another, or to the end; a sixteenth for what begins beyond the end."""
        found = self._lengths.get((column, until))
        if found is None:
            end = self.length if until is None else self.time(until)
            found = end - self.time(column) if end > self.time(column) else _BEYOND
            self._lengths[column, until] = found
        return found


def columns_wanted(meter: Meter) -> int | None:
    """Return how many columns the strict layout gives a measure; ``None`` where that is no whole number."""
    length = meter.duration
    if length is None:
        return None
    columns = length * 4 * QUARTER_COLUMNS
    return columns.numerator if columns.denominator == 1 else None


@lru_cache(maxsize=64)
def even_grid(width: int, length: Fraction) -> Grid:
    """Return the grid of a measure of the strict layout: sixteen columns a whole note."""
    return Grid((0,), _QUARTER, (QUARTER_COLUMNS,), length)


class Counting(NamedTuple):
    """How a text counts: columns between two digits of its beat rows, and the length of a beat in whole notes."""

    spacing: int
    beat: Fraction


def usual_counting(cells: Iterable[Cell], meter: Meter | None) -> Counting | None:
    """Return how most measures of a text are counted, the longest of several; ``None`` where none has beats.

    Short measures are counted as the others are: ``1...2...`` at the beginning of a piece in 6/8 is two quarter notes,
    as in its measures ``1...2...3...``, and not the two beats that 6/8 may have.
    """
    shapes = Counter(
        (tuple([column for column, _ in cell.beats]), cell.width)
        for cell in cells
        if cell.beats and len(cell.beats) > 1
    )
    if not shapes:
        return None
    whole = columns_wanted(meter) if meter is not None else None  # a measure that is whole tells more than short ones
    counted = Counter(len(columns) for columns, _ in shapes.elements())
    columns, width = max(
        shapes, key=lambda shape: (shape[1] == whole, counted[len(shape[0])], len(shape[0]), shapes[shape], shape[1])
    )
    grid = _grid(columns, width, meter, True, None, False)
    return Counting(Counter(b - a for a, b in pairwise(columns)).most_common(1)[0][0], grid.beat)


def beat_grid(
    cell: Cell, meter: Meter | None, counting: Counting | None = None, *, partial: bool = False
) -> Grid | None:
    """Return the grid that a beat row gives a measure; ``None`` without beats.

    The last beat takes as many columns as the others, so that ``1...2.`` is three eighths, unless the meter says that
    it is a whole beat.

    Args:
        cell: The measure, its beats counted once.
        meter: Meter of the piece, where that is known.
        counting: How most measures are counted.
        partial: Whether the measure is known to be a part of one, such as a pickup, so that its last beat may be cut.
    """
    if not cell.beats:
        return None
    stretch = 1 if cell.width == columns_wanted(meter or COMMON_TIME) else _stretch(cell)
    drawn = cell.beat_width == cell.width  # where the beat row is cut to half a beat as well, it is meant
    columns = tuple([column * stretch for column, _ in cell.beats])
    return _grid(columns, cell.width, meter, drawn, counting, partial and drawn)


@lru_cache(maxsize=1024)
def _grid(
    columns: tuple[int, ...], width: int, meter: Meter | None, drawn: bool, counting: Counting | None, partial: bool
) -> Grid:
    """Return the grid of beats that stand in these columns of a measure."""
    columns = _counted_on(columns, width)
    count = len(columns)
    gaps = [max(1, b - a) for a, b in pairwise(columns)]
    room = max(1, width - columns[-1])
    usual = Counter(gaps).most_common(1)[0][0] if gaps else _single(columns[0], width, meter, counting)
    beat = counting.beat if counting is not None else _beat_value(count, usual, width, meter)
    whole = beat * count
    if count == 1 and room > usual:
        length = beat * duration(room, usual)
        return Grid(columns, beat, (usual,), length)
    even = all(gap == usual for gap in gaps)
    short = partial or (drawn and 2 * room == usual) or not (meter and meter.duration == whole)
    fits = room == usual or (even and room < usual and short)
    last = usual if fits or room < usual or columns[0] > 0 else room
    length = whole if room >= usual or not fits else beat * (count - 1 + duration(room, usual))
    return Grid(columns, beat, (*gaps, last), length)


def _single(column: int, width: int, meter: Meter | None, counting: Counting | None) -> int:
    """Return the columns of a beat that is the only one of its measure.

    They are those of the other measures' beats, but at most four, where the measure is as wide as its meter in the
    strict layout asks, wider than a quarter note needs, or narrower than a beat; all of them where it is a beat in
    finer columns.
    """
    room = max(1, width - column)
    spacing = min(counting.spacing, QUARTER_COLUMNS) if counting is not None else QUARTER_COLUMNS
    if room < spacing:
        return spacing
    if meter is not None and meter.duration == _QUARTER:
        return room
    wide = column or width >= 4 * QUARTER_COLUMNS or width == columns_wanted(meter or COMMON_TIME)
    return spacing if wide and room % spacing == 0 else room


def _counted_on(columns: tuple[int, ...], width: int) -> tuple[int, ...]:
    """Return the columns of beats, counted on in the same steps where the beat row ends before the strings do."""
    if len(columns) < 2:
        return columns
    step = columns[1] - columns[0]
    if step < 1 or any(b - a != step for a, b in pairwise(columns)) or (width - columns[0]) % step:
        return columns
    return tuple(range(columns[0], max(width, columns[-1] + 1), step))


def _stretch(cell: Cell) -> int:
    """Return how many columns of the strings stand under one of the beat row."""
    wide, narrow = cell.width, cell.beat_width
    return wide // narrow if narrow and wide > narrow and wide % narrow == 0 else 1


def _beat_value(count: int, spacing: int, width: int, meter: Meter | None) -> Fraction:
    """Return the length of a beat: that of the meter where it has as many, else a quarter note."""
    if meter is not None and meter.duration is not None:
        if count * spacing == width == columns_wanted(meter):
            return duration(spacing, 4 * QUARTER_COLUMNS)
        if spacing == QUARTER_COLUMNS and width == columns_wanted(meter):
            return _QUARTER
        if count == sum(meter.beats):
            return duration(1, meter.unit)
        if meter.compound and count * 3 == sum(meter.beats):
            return duration(3, meter.unit)
    if meter is None and count in (6, 9, 12) and spacing * 2 == QUARTER_COLUMNS:
        return duration(1, 8)
    if meter is None and count == 2 and spacing * 2 == 3 * QUARTER_COLUMNS:  # the two beats of 6/8
        return duration(3, 8)
    return _QUARTER


def split_beats(cell: Cell) -> list[Cell]:
    """Return the measures that stand in one cell: one for each time its beats are counted from 1."""
    beats = cell.beats
    if not beats:
        return [cell]
    starts = [column for at, (column, number) in enumerate(beats) if number == 1 and at]
    if not starts:
        return [cell]
    stretch = _stretch(cell)
    edges = [0, *(column * stretch for column in starts), cell.width]
    cells = []
    for at, (start, end) in enumerate(pairwise(edges)):
        last = at == len(edges) - 2
        inside = [
            (column * stretch - start, n)
            for column, n in beats
            if start <= column * stretch and (last or column * stretch < end)
        ]
        strikes = [s for s in cell.strikes if s.column >= start and (last or s.column < end)]
        for strike in strikes:
            strike.column -= start
        part = replace(
            cell, width=end - start, strikes=strikes, beats=inside, beat_width=end - start, start=cell.start + start,
            cuts=[Cut(cut.start + start, cut.start + end, cut.closed) for cut in cell.cuts],
            closed=cell.closed if last else True,
            left_repeat=cell.left_repeat and at == 0, right_repeat=cell.right_repeat if last else 0,
        )  # fmt: skip
        cells.append(part)
    return cells


def written_meter(cells: Iterable[Cell], asked: Meter | None) -> Meter | None:
    """Return the meter that most beat rows show; ``None`` where there are none.

    A length that no meter of eighths has is that of a row which lacks columns: its last beat is taken as whole.

    Args:
        cells: The measures.
        asked: Meter that is expected; it is the one written where as many measures as of any other have its length.
    """
    cells = list(cells)
    counting = usual_counting(cells, asked)
    lengths = Counter(_whole(grid.length) for cell in cells if (grid := beat_grid(cell, asked, counting)) is not None)
    if not lengths:
        return None
    most = max(lengths.values())
    if asked is not None and asked.duration is not None and lengths[asked.duration] == most:
        return asked
    return meter_of(max(length for length, count in lengths.items() if count == most))


def partial_measures(cells: Sequence[Cell], meter: Meter, counting: Counting | None) -> set[int]:
    """Return the indices of measures that are parts of one: a pickup, and the last measure where it completes that.

    A pickup that nothing completes lacks more than a sixteenth, which would rather be a column that was forgotten.
    """
    grids = [beat_grid(cell, meter, counting) for cell in cells]
    lengths = Counter(grid.length for grid in grids if grid is not None)
    ends = [beat_grid(cell, meter, counting, partial=True) for cell in (cells[0], cells[-1])] if len(cells) > 1 else []
    if not lengths or any(end is None for end in ends) or not ends:
        return set()
    full = max(lengths, key=lambda length: (lengths[length], length))
    full = meter.duration if meter.duration in lengths and meter.duration is not None else full
    first, last = (end.length for end in ends if end is not None)
    if first + last == full:
        return {0, len(cells) - 1}
    return {0} if first < full - _BEYOND else set()


def _whole(length: Fraction) -> Fraction:
    return length if (length * 8).denominator == 1 else Fraction(ceil(length * 4), 4)


def meter_of(length: Fraction) -> Meter:
    """Return the plainest meter of a length: quarters where it is a whole number of them."""
    if length == 1:
        return COMMON_TIME
    quarters = length * 4
    if quarters.denominator == 1:
        return Meter((quarters.numerator,), 4)
    return Meter((length.numerator,), length.denominator)


def letter_length(text: str) -> Fraction:
    """Return the length that a rhythm letter says: ``q`` a quarter note, ``q.`` a dotted one, ``e3`` of a triplet."""
    value = dotted(_LETTERS[text[0].lower()], text.count("."))
    return value * Fraction(2, 3) if text.endswith("3") else value


def pair_letters(letters: list[Item], columns: list[int]) -> tuple[dict[int, Item], list[Item]]:
    """Pair rhythm letters with onsets by column; where none stands exactly there, with one beside it.

    Args:
        letters: The letters.
        columns: Column of each onset, in the same lines' columns.

    Returns:
        Letter by column of its onset, and the letters that are left.
    """
    paired: dict[int, Item] = {}
    free = set(columns)
    left: list[Item] = []
    for letter in letters:
        if letter.column in free:
            paired[letter.column] = letter
            free.discard(letter.column)
        else:
            left.append(letter)
    rest: list[Item] = []
    for letter in left:
        near = next((c for c in (letter.column + 1, letter.column - 1) if c in free), None)
        if near is None:
            rest.append(letter)
        else:
            paired[near] = letter
            free.discard(near)
    return paired, rest
