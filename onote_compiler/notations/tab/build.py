"""From struck strings in columns to the events of a measure."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import attrgetter
from typing import Union

from onote_compiler.ir.events import Chord, Event, Mark, Note, Rest, TabPosition
from onote_compiler.ir.key import Key
from onote_compiler.ir.making import maker
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.pitch import Pitch, from_midi
from onote_compiler.ir.score import Barline, Direction, Measure, Tuning
from onote_compiler.ir.source import Span
from onote_compiler.notations.tab.cells import Cell
from onote_compiler.notations.tab.signs import MAX_FRET, Strike
from onote_compiler.notations.tab.systems import System
from onote_compiler.notations.tab.timing import Grid, letter_length
from onote_compiler.theory.spelling import spell

_Positions = dict[tuple[int, Union[int, None]], tuple[Union[Pitch, None], TabPosition]]
"""Pitch and position by string and fret, made once for each."""

_new = tuple.__new__
_note, _chord, _measure = maker(Note), maker(Chord), maker(Measure)
_OFFSET = attrgetter("offset")
_STRING = attrgetter("string")
_COLUMN = attrgetter("column")


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
    groups = _by_column(cell.strikes) if grid else _by_overlap(cell.strikes)
    for group in groups:
        if len(group) > 1:
            group.sort(key=_STRING)
    return groups


def _by_column(strikes: list[Strike]) -> list[list[Strike]]:
    columns: dict[int, list[Strike]] = {}
    for strike in strikes:
        columns.setdefault(strike.column, []).append(strike)
    return [columns[column] for column in sorted(columns)]


def _by_overlap(strikes: list[Strike]) -> list[list[Strike]]:
    groups: list[list[Strike]] = []
    end = -1
    for strike in sorted(strikes, key=_COLUMN):
        together = groups and strike.column < end
        same = together and strike.column == groups[-1][0].column
        if together and (same or all(other.string != strike.string for other in groups[-1])):
            groups[-1].append(strike)
            end = min(end, strike.column + strike.width)
        else:
            groups.append([strike])
            end = strike.column + strike.width
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
    _known: dict[Tuning, _Positions] = field(default_factory=dict)

    def measure(self, system: System, cell: Cell, number: int, grid: Grid | None) -> Measure:
        """Return one measure; ``grid`` says which column is which time, ``None`` that nothing does."""
        groups = onset_groups(cell, grid=grid is not None)
        known = self._known.setdefault(system.tuning, {})
        if grid is not None:
            events = self._on_grid(groups, system.tuning, known, grid)
        else:
            events = self._free(groups, system.tuning, known, cell)
        if cell.words:
            first = 1 if events and isinstance(events[0], Rest) else 0
            for at, mark in _chord_symbols(cell, groups).items():
                events[at + first] = replace(events[at + first], marks=(mark, *events[at + first].marks))
        if not events:
            events = [Rest(grid.length if grid is not None else None, span=cell.span)]
        return _measure(
            number, self.key, self.meter, tuple(events), _directions(cell, groups) if cell.words else (),
            left=Barline("initial", 1, cell.span) if cell.left_repeat else None,
            right=_right(cell), span=cell.span,
        )  # fmt: skip

    def _on_grid(self, groups: list[list[Strike]], tuning: Tuning, known: _Positions, grid: Grid) -> list[Event]:
        """Return events that last to the next onset, the last one to the end of the measure."""
        ends = [*(group[0].column for group in groups[1:]), None]
        events: list[Event] = []
        if groups and (silence := grid.time(groups[0][0].column)) > 0:
            events.append(Rest(silence, span=_group_span(groups[0])))
        for group, until in zip(groups, ends, strict=False):
            events.append(self._event(group, tuning, known, grid.lasting(group[0].column, until)))
        return events

    def _free(self, groups: list[list[Strike]], tuning: Tuning, known: _Positions, cell: Cell) -> list[Event]:
        """Return events as long as their rhythm letters say; without a letter nothing says how long."""
        events: list[Event] = []
        for group in groups:
            letter = cell.lengths.get(group[0].column)
            events.append(self._event(group, tuning, known, letter_length(letter.text) if letter else None))
        return events

    def _event(self, group: list[Strike], tuning: Tuning, known: _Positions, length: Fraction | None) -> Event:
        notes = []
        if len(group) > 1:
            group = sorted(group, key=lambda strike: -strike.string)  # from the lowest string, as chords are named
        for strike in group:
            place = (strike.string, strike.fret)
            found = known.get(place)
            if found is None:
                known[place] = found = (self.pitch(tuning, *place), TabPosition(*place))
            span = _new(Span, (strike.offset, strike.offset + strike.width))
            marks = tuple(strike.marks) if strike.marks else ()
            notes.append(_note(found[0], length, None, None, None, marks, found[1], span))
        if len(notes) == 1:
            return notes[0]
        return _chord(tuple(notes), length, span=_group_span(group))

    def pitch(self, tuning: Tuning, string: int, fret: int | None) -> Pitch | None:
        """Return the pitch of a string at a fret; ``None`` for a dead note and a fret off the neck."""
        if fret is None or fret > MAX_FRET:
            return None
        midi = tuning.strings[string - 1] + self.capo + fret
        return spell(midi, self.key) if self.spelled else from_midi(midi)


def _group_span(group: list[Strike]) -> Span:
    first = min(group, key=_OFFSET) if len(group) > 1 else group[0]
    return Span(first.offset, first.offset + first.width)


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
