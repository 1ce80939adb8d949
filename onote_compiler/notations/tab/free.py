"""The free layout: columns only order what is struck, so there is room for techniques, chord names, text and repeats.

Where every onset lasts as long as a letter says (``q.`` a dotted quarter note), a row of letters keeps the rhythm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Mark
from onote_compiler.ir.meter import COMMON_TIME
from onote_compiler.ir.score import Direction
from onote_compiler.notations.tab.merge import Bar
from onote_compiler.notations.tab.page import LABEL_WIDTH, Measure, Over
from onote_compiler.notations.tab.positions import Placed
from onote_compiler.notations.tab.rows import RowKind, read_rows
from onote_compiler.notations.tab.signs import strikes
from onote_compiler.notations.tab.techniques import AROUND, BEFORE, BEHIND, BEND_STEPS
from onote_compiler.notations.tab.timing import columns_wanted, letter_length

Letters = Mapping[int, Sequence[str]]
"""The letters of each measure, by its number, one for each onset."""

# Every letter that a rhythm row may hold, by its length.
_LETTERS = {letter_length(text): text for text in map("".join, product("tseqhw", ("..", "3", ".", "")))}


def rhythm_letters(bars: Sequence[Bar], placed: Mapping[int, Sequence[Placed]]) -> Letters | None:
    """Return the letters over every onset; ``None`` where letters cannot say the rhythm.

    They cannot where a measure begins with silence or has none but silence, and where a length is none of theirs.

    Args:
        bars: The measures.
        placed: What is struck in each, by its number.
    """
    found: dict[int, list[str]] = {}
    for bar in bars:
        times = [one.time for one in placed[bar.number]]
        if bar.length is None or not times or times[0] != bar.start:
            return None
        ends = [*times[1:], bar.start + bar.length]
        gaps = [b - a for a, b in zip(times, ends, strict=True) if a is not None and b is not None]
        found[bar.number] = [_LETTERS[gap] for gap in gaps if gap in _LETTERS]
        if len(found[bar.number]) < len(times):
            return None
    return found


def free_measures(
    bars: Sequence[Bar], placed: Mapping[int, Sequence[Placed]], letters: Letters | None, width: int, report: Report
) -> list[Measure]:
    """Return measures whose columns only order what is struck, cut so that none is wider than a line.

    Args:
        bars: The measures of the score.
        placed: What is struck in each, by its number.
        letters: The rhythm, see :func:`rhythm_letters`.
        width: Most characters in a line.
        report: Takes marks and text that cannot be written, and measures that are cut.
    """
    limit = width - LABEL_WIDTH - 2
    found: list[Measure] = []
    for bar in bars:
        texts = [(at, text) for at, direction in bar.texts_by_group() if (text := _text(direction, bar, report))]
        onsets = list(_onsets(bar, placed[bar.number], letters, report))
        parts = list(_Setting(bar, limit).set(onsets, texts))
        if len(parts) > 1:
            report.add("lost-layout", bar.span, f"measure {bar.number} is cut in {len(parts)}, each as wide as a line",
                       measure=bar.number)  # fmt: skip
        found += parts
    return found


# -- what stands at one onset -----------------------------------------------------------------------------------------
@dataclass(slots=True)
class _Onset:
    """An onset as it is written: what stands before and from the number on, by string, and what stands over it."""

    index: int
    strings: dict[int, tuple[str, str]] = field(default_factory=dict)
    over: list[tuple[str, str]] = field(default_factory=list)
    tails: set[int] = field(default_factory=set)

    @property
    def lead(self) -> int:
        """Most columns that stand before a number."""
        return max((len(before) for before, _ in self.strings.values()), default=0)

    @property
    def width(self) -> int:
        """Most columns from a number on."""
        return max((len(rest) for _, rest in self.strings.values()), default=1)


def _onsets(bar: Bar, placed: Sequence[Placed], letters: Letters | None, report: Report) -> Iterator[_Onset]:
    bare_e = letters is None and all("E" in _chord_names(one) for one in placed)  # would be read as eighth notes
    for at, one in enumerate(placed):
        onset = _Onset(one.index)
        struck: list[tuple[int, int | None]] = [(p.string, p.fret) for p in one.shape]
        struck += [(string, None) for string in one.dead]
        names = _chord_names(one)
        lost: list[str] = []
        for string, fret in struck:
            marks = one.marks.get(string, ())
            before, rest, tail, missing = _spelled(fret, tuple(mark for mark in marks if mark.kind == "technique"))
            onset.strings[string] = (before, rest)
            lost += missing
            if tail:
                onset.tails.add(string)
        if letters is not None:
            onset.over.append(("rhythm", letters[bar.number][at]))
        if names and _is_chord(names[0]) and not (bare_e and names[0] == "E"):
            onset.over.append(("chords", names.pop(0)))
        lost += [f"chord-symbol {name}" for name in names]
        if lost:
            place = one.source.span if one.source is not None else bar.span
            report.add("lost-mark", place, f"not written: {', '.join(lost)[:80]}", measure=bar.number)
        yield onset


def _chord_names(one: Placed) -> list[str]:
    """Return the chord names that stand over an onset."""
    marks = (*one.over, *(mark for marks in one.marks.values() for mark in marks))
    return [mark.text for mark in marks if mark.kind == "chord-symbol"]


@lru_cache(maxsize=4096)
def _spelled(fret: int | None, marks: tuple[Mark, ...]) -> tuple[str, str, bool, tuple[str, ...]]:
    """Return how a number is written: what stands before it, from it on, whether signs end it, and marks left out.

    A mark is left out where what is written would not be read as the same marks.
    """
    kept: tuple[Mark, ...] = ()
    lost = []
    for mark in marks:
        spelled = _joined(fret, (*kept, mark))
        if spelled is not None and _reads_as(*spelled, fret, (*kept, mark)):
            kept = (*kept, mark)
        else:
            lost.append(mark.text)
    before, rest = _joined(fret, kept) or ("", "")
    number = "x" if fret is None else str(fret)
    return before, rest, rest != number, tuple(lost)


def _joined(fret: int | None, marks: tuple[Mark, ...]) -> tuple[str, str] | None:
    """Return the signs before a number, and the number with those behind it; ``None`` where a mark has no sign."""
    before, behind, around = "", "", ("", "")
    for mark in marks:
        if mark.text in BEFORE:
            before += BEFORE[mark.text]
        elif mark.text in AROUND and not around[0]:
            around = (AROUND[mark.text][0], AROUND[mark.text][1])
        elif mark.text in BEHIND:
            behind += BEHIND[mark.text]
        elif mark.text == "bend-target":
            behind += str(mark.number)
        elif mark.text == "bend-steps" and mark.number in BEND_STEPS:
            behind += BEND_STEPS[mark.number]
        else:
            return None
    return before + around[0], ("x" if fret is None else str(fret)) + around[1] + behind


def _reads_as(before: str, rest: str, fret: int | None, marks: tuple[Mark, ...]) -> bool:
    """Whether what is written is read as the same number with the same marks."""
    found, faults = strikes(read_rows(f"e|--{before}{rest}--|").rows[0], 1)
    if faults or [strike.fret for strike in found] != [fret]:
        return False
    read = [(mark.text, mark.number) for mark in found[0].marks or ()]
    return sorted(read) == sorted((mark.text, mark.number) for mark in marks)


@lru_cache(maxsize=1024)
def _is_chord(name: str) -> bool:
    """Whether a chord name over the rows is read as one."""
    rows = read_rows(name).rows
    kinds = (RowKind.CHORDS, RowKind.RHYTHM) if name == "E" else (RowKind.CHORDS,)
    return len(rows) == 1 and rows[0].kind in kinds and [item.text for item in rows[0].frets] == [name]


def _text(direction: Direction, bar: Bar, report: Report) -> str | None:
    """Return text as it stands over the rows; what would not be read as text there is reported."""
    text = " ".join(direction.text.split())
    text = f"[{text}]" if direction.kind == "part" else text
    if text and ":" not in text and [row.kind for row in read_rows(text).rows] == [RowKind.TEXT]:
        return text
    report.add("lost-mark", direction.span, f"not written: {direction.kind} {direction.text[:60]}", measure=bar.number)
    return None


# -- columns ----------------------------------------------------------------------------------------------------------
class _Setting:
    """Sets the onsets of one measure side by side.

    Args:
        bar: The measure.
        limit: Most columns a measure may have.
    """

    def __init__(self, bar: Bar, limit: int) -> None:
        self._bar = bar
        self._limit = limit
        self._cells: dict[int, list[tuple[int, str]]] = {}
        self._over: list[Over] = []
        self._column = 1 + bar.left
        self._taken: dict[str, int] = {}
        self._before: _Onset | None = None

    def set(self, onsets: Sequence[_Onset], texts: Sequence[tuple[int, str]]) -> Iterator[Measure]:
        """Yield the measure, in several where it is wider than a line."""
        waiting = deque(texts)
        first = True
        for onset in onsets:
            number = self._number_column(onset)
            if self._before is not None and number + onset.width + 1 > self._limit:
                yield self._measure(left=first and self._bar.left, right=0)
                first = False
                number = self._number_column(onset)
            while waiting and waiting[0][0] <= onset.index:
                self._over.append(Over("text", number, waiting.popleft()[1]))
            self._put(onset, number)
        for _, text in waiting:
            self._over.append(Over("text", self._column, text))
        yield self._measure(left=first and self._bar.left, right=self._bar.right)

    def _number_column(self, onset: _Onset) -> int:
        """Return the column of an onset's numbers: as near as signs and what stands over the rows allow."""
        joins = self._before is not None and onset.lead > 0 and not any(
            before and string in self._before.tails for string, (before, _) in onset.strings.items()
        )  # fmt: skip
        near = self._column + onset.lead - joins
        return max([near, *(self._taken.get(row, 0) for row, _ in onset.over)])

    def _put(self, onset: _Onset, number: int) -> None:
        for string, (before, rest) in onset.strings.items():
            self._cells.setdefault(string, []).append((number - len(before), before + rest))
        for row, text in onset.over:
            self._over.append(Over(row, number, text))
            self._taken[row] = number + len(text) + 1
        self._column = number + onset.width + 1
        self._before = onset

    def _measure(self, *, left: bool, right: int) -> Measure:
        """Return what is set so far, and begin anew."""
        told = max(self._taken.values(), default=0) - 2  # what stands over the rows stays apart from the next measure's
        width = max(self._column, 2 + left, told) + bool(right)
        strict = {columns_wanted(COMMON_TIME), columns_wanted(self._bar.meter)}
        while width - left - bool(right) in strict:  # else its columns would be taken for time
            width += 1
        measure = Measure(self._cells, width, over=self._over, left=left, right=right)
        self._cells, self._over, self._taken, self._before = {}, [], {}, None
        self._column = 1
        return measure
