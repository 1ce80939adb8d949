"""From struck strings in columns to the events of a measure."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from fractions import Fraction

from onote_compiler.ir.events import Chord, Event, Mark, Note, Rest, TabPosition
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.pitch import Pitch, from_midi
from onote_compiler.ir.score import Barline, Direction, Measure, Tuning
from onote_compiler.ir.source import Span
from onote_compiler.notations.tab.cells import Cell
from onote_compiler.notations.tab.signs import MAX_FRET, Strike
from onote_compiler.notations.tab.systems import System
from onote_compiler.notations.tab.timing import Grid, letter_length
from onote_compiler.theory.spelling import spell


def onset_columns(cell: Cell, *, grid: bool) -> list[int]:
    """Return the column of every onset of a measure, see :func:`onset_groups`."""
    return [group[0].column for group in onset_groups(cell, grid=grid)]


def onset_groups(cell: Cell, *, grid: bool) -> list[list[Strike]]:
    """Return what is struck together, by column, each group from the highest string to the lowest.

    Args:
        cell: The measure.
        grid: Whether columns are time. Then only what begins in one column is one onset; elsewhere numbers on
            different strings that share a column are, however they are aligned.
    """
    if len(cell.strikes) < 2:
        return [cell.strikes[:]] if cell.strikes else []
    groups: list[list[Strike]] = []
    end = -1
    for strike in sorted(cell.strikes, key=lambda s: (s.column, s.string)):
        together = groups and (strike.column == groups[-1][0].column if grid else strike.column < end)
        same = together and strike.column == groups[-1][0].column
        if together and (same or all(other.string != strike.string for other in groups[-1])):
            groups[-1].append(strike)
            end = min(end, strike.column + strike.width)
        else:
            groups.append([strike])
            end = strike.column + strike.width
    for group in groups:
        group.sort(key=lambda s: s.string)
    return groups


@dataclass(slots=True)
class MeasureBuilder:
    """Builds measures.

    Attributes:
        key: Key of the piece.
        meter: Its meter.
        capo: Fret of the capo.
        spelled: Whether the key is known, so that notes are spelled by it; sharps otherwise.
    """

    key: Key
    meter: Meter
    capo: int
    spelled: bool

    def measure(self, system: System, cell: Cell, number: int, grid: Grid | None) -> Measure:
        """Return one measure; ``grid`` says which column is which time, ``None`` that nothing does."""
        groups = onset_groups(cell, grid=grid is not None)
        if grid is not None:
            events = self._on_grid(groups, system.tuning, grid)
        else:
            events = self._free(groups, system.tuning, cell)
        if cell.words:
            first = 1 if events and isinstance(events[0], Rest) else 0
            for at, mark in _chord_symbols(cell, groups).items():
                events[at + first] = replace(events[at + first], marks=(mark, *events[at + first].marks))
        if not events:
            events = [Rest(grid.length if grid is not None else None, span=cell.span)]
        return Measure(
            number, self.key, self.meter, tuple(events), _directions(cell, groups) if cell.words else (),
            left=Barline("initial", 1, cell.span) if cell.left_repeat else None,
            right=_right(cell), span=cell.span,
        )  # fmt: skip

    def _on_grid(self, groups: list[list[Strike]], tuning: Tuning, grid: Grid) -> list[Event]:
        """Return events that last to the next onset, the last one to the end of the measure."""
        times = [grid.time(group[0].column) for group in groups]
        events: list[Event] = []
        if times and times[0] > 0:
            events.append(Rest(times[0], span=_group_span(groups[0])))
        for at, group in enumerate(groups):
            end = times[at + 1] if at + 1 < len(times) else grid.length
            if end <= times[at]:  # struck beyond the end of the measure
                end = times[at] + Fraction(1, 16)
            events.append(self._event(group, tuning, end - times[at]))
        return events

    def _free(self, groups: list[list[Strike]], tuning: Tuning, cell: Cell) -> list[Event]:
        """Return events as long as their rhythm letters say; without a letter nothing says how long."""
        events: list[Event] = []
        for group in groups:
            letter = cell.lengths.get(group[0].column)
            events.append(self._event(group, tuning, letter_length(letter.text) if letter else None))
        return events

    def _event(self, group: list[Strike], tuning: Tuning, length: Fraction | None) -> Event:
        notes = tuple(self._note(strike, tuning, length) for strike in group)
        return notes[0] if len(notes) == 1 else Chord(notes, length, span=_group_span(group))

    def _note(self, strike: Strike, tuning: Tuning, length: Fraction | None) -> Note:
        return Note(
            self.pitch(tuning, strike.string, strike.fret), length, marks=tuple(strike.marks),
            written=TabPosition(strike.string, strike.fret), span=_span(strike),
        )  # fmt: skip

    def pitch(self, tuning: Tuning, string: int, fret: int | None) -> Pitch | None:
        """Return the pitch of a string at a fret; ``None`` for a dead note and a fret off the neck."""
        if fret is None or fret > MAX_FRET:
            return None
        midi = tuning.strings[string - 1] + self.capo + fret
        return spell(midi, self.key) if self.spelled else from_midi(midi)


def _span(strike: Strike) -> Span:
    return Span(strike.offset, strike.offset + strike.width)


def _group_span(group: list[Strike]) -> Span:
    return _span(min(group, key=lambda s: s.offset))


def _right(cell: Cell) -> Barline | None:
    if not cell.closed:
        return None
    return Barline("final", cell.right_repeat) if cell.right_repeat else Barline()


def _directions(cell: Cell, groups: list[list[Strike]]) -> tuple[Direction, ...]:
    """Return the text around a measure, each word before the first onset that does not stand left of it."""
    found = []
    for word in cell.words:
        if not word.chord:
            at = sum(group[0].column < word.column for group in groups)
            found.append(Direction("text", word.text, at, span=Span(word.offset, word.offset + len(word.text))))
    return tuple(sorted(found, key=lambda d: d.at))


def _chord_symbols(cell: Cell, groups: list[list[Strike]]) -> dict[int, Mark]:
    """Return chord names by the onset they stand over, or the next after it, or the last."""
    columns = [group[0].column for group in groups]
    found: dict[int, Mark] = {}
    for word in cell.words:
        if word.chord and columns:
            at = min(bisect_left(columns, word.column - 1), len(columns) - 1)
            found.setdefault(at, Mark("chord-symbol", word.text))
    return found
