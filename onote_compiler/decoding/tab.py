"""The grammar of the benchmark's guitar tablature.

The hand's reach is a window of frets: a system is written within one of them, open strings aside. A grammar cannot
compare rows, but it can choose the window before the first row; a parser that must decide at once (LALR) cannot, so
for it the first fretted note of a system fixes the window, with that note in its middle.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from onote_compiler.decoding.cells import Cells, Frets
from onote_compiler.decoding.model import Grammar, Name, Rules, Sequence, Text, times
from onote_compiler.decoding.task import Task
from onote_compiler.errors import UnknownOptionError
from onote_compiler.theory.tunings import STANDARD

LABELS = ("e   |", "B   |", "G   |", "D   |", "A   |", "E   |")
SYSTEM_MEASURES = 4
HIGHEST_FRET = 24
_COLUMN = Fraction(1, 16)
_WIDTHS = range(4, 25, 2)
_BAR, _BLANK_LINE = Text("|"), Text("\n\n")


def tab_grammar(task: Task, *, deterministic: bool) -> Grammar:
    """Return the grammar of systems of up to four measures, each cell exactly as many columns as its measure has.

    Args:
        task: The piece; a column is a sixteenth, and its grid is a whole number of them.
        deterministic: Whether the first fretted note of a system fixes its window.
    """
    if task.tuplets:
        raise UnknownOptionError("the columns of a tab are sixteenths: they cannot show tuplets")
    if task.grid % _COLUMN or task.measure % _COLUMN:
        raise UnknownOptionError(f"a column of a tab is a sixteenth: no {task.meter} measure on a grid of {task.grid}")
    if task.measure / _COLUMN not in _WIDTHS:
        raise UnknownOptionError(f"a tab's measure has an even number of columns from 4 to 24: no {task.meter}")
    systems = _Systems(task)
    make = systems.first_fret if deterministic else systems.any_window
    full, rest = divmod(task.measures - 1, SYSTEM_MEASURES)
    before = times((make(SYSTEM_MEASURES), _BLANK_LINE), full) if full else ()
    start = (*before, make(rest + 1))
    return Grammar(f"Guitar tablature: {task}", {"start": (start,), **systems.rules, **systems.cells.rules}, {})


class _Systems:
    """Makes the rules of systems and their rows; equal ones are made once."""

    def __init__(self, task: Task) -> None:
        columns = int(task.measure / _COLUMN)
        self._beats = "".join(str(at // 4 + 1)[-1] if at % 4 == 0 else "." for at in range(columns))
        self._span = task.max_span
        self._windows = range(1, max(1, HIGHEST_FRET - task.max_span) + 1)
        self._in_range = [
            frozenset(fret for fret in range(HIGHEST_FRET + 1) if string + fret in task.pitches)
            for string in STANDARD.strings
        ]
        if not any(self._in_range):
            raise UnknownOptionError("no string reaches a note of the pitch range")
        self.cells = Cells(columns, int(task.grid / _COLUMN))
        self.rules: Rules = {}

    def any_window(self, measures: int) -> Name:
        """Return the rule of a system in any window."""
        return self._rule(
            f"system{measures}", lambda: tuple((self._in_window(measures, low),) for low in self._windows)
        )

    def _in_window(self, measures: int, low: int) -> Name:
        labels = self._labels(measures)
        return self._rule(f"system{measures}w{low}", lambda: (self._rows(labels, 0, measures, low),))

    def first_fret(self, measures: int, string: int = 0) -> Name:
        """Return the rule of a system's rows from ``string`` on, where no row above has a fretted note.

        The first fretted note fixes the window.
        """

        def ways() -> tuple[Sequence, ...]:
            labels = self._labels(measures)
            below = (self.first_fret(measures, string + 1),) if string + 1 < len(LABELS) else ()
            found: list[Sequence] = [(labels[string], self._row(measures, self._open(string)), *below)]
            for low in self._windows:
                row = self._first_row(measures, string, low)
                if row is not None:
                    found.append((labels[string], row, *self._rows(labels, string + 1, measures, low)))
            return tuple(found)

        return self._rule(f"system{measures}" + (f"s{string + 1}" if string else ""), ways)

    def _first_row(self, measures: int, string: int, low: int) -> Name | None:
        """Return the rule of a row with the fretted note that fixes the window, ``None`` where none does here."""
        reach, idle = self._reach(string, low), self._open(string)
        first = frozenset(fret for fret in reach if fret and self._window_of(fret) == low)
        cell = self.cells.first(first, reach, idle)
        if cell is None:
            return None
        for left in range(measures, 0, -1):
            ways: list[Sequence] = [(cell, _BAR, *times((self.cells.any(reach), _BAR), left - 1))]
            if left > 1:
                ways.append((self.cells.any(idle), _BAR, Name(f"y{left - 1}{cell.name}")))
            self.rules[f"y{left}{cell.name}"] = tuple(ways)
        return Name(f"y{measures}{cell.name}")

    def _rows(self, labels: list[Text], top: int, measures: int, low: int) -> Sequence:
        """Return the rows from string ``top`` on, in the window that begins at fret ``low``."""
        symbols: Sequence = ()
        for string in range(top, len(LABELS)):
            symbols += (labels[string], self._row(measures, self._reach(string, low)))
        return symbols

    def _row(self, measures: int, frets: Frets) -> Name:
        cell = self.cells.any(frets)
        return self._rule(f"r{measures}{cell.name}", lambda: (times((cell, _BAR), measures),))

    def _labels(self, measures: int) -> list[Text]:
        """Return what stands before each row; the beat row and its line end before the first."""
        first, *others = LABELS
        return [Text(f"Beat|{f'{self._beats}|' * measures}\n{first}"), *(Text(f"\n{label}") for label in others)]

    def _reach(self, string: int, low: int) -> Frets:
        return self._in_range[string] & {0, *range(low, low + self._span + 1)}

    def _open(self, string: int) -> Frets:
        return self._in_range[string] & {0}

    def _window_of(self, fret: int) -> int:
        return min(max(1, fret - self._span // 2), self._windows[-1])

    def _rule(self, name: str, alternatives: Callable[[], tuple[Sequence, ...]]) -> Name:
        if name not in self.rules:
            self.rules[name] = ()  # keeps its place before the rules it refers to
            self.rules[name] = alternatives()
        return Name(name)
