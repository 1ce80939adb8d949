"""What notes mean as they are written: tables that are filled as notes occur."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.ir.events import TieKind
from onote_compiler.ir.key import Key
from onote_compiler.ir.pitch import Pitch

Known = tuple[Pitch, Fraction, "TieKind | None", int]
"""Pitch, duration, tie and size of a note that stands by itself."""
Group = tuple[tuple[Pitch, Fraction, int, int], ...]
"""Pitch, duration, first and last place of each note of a group; places count from where it begins."""


class Tables:
    """What notes mean with one key, unit length and octave shift, filled as they occur; kept from tune to tune.

    Keys and unit lengths are compared by identity, which is quicker than by value: those that texts name are shared.
    """

    def __init__(self, key: Key, unit: Fraction) -> None:
        self.key = key
        self.unit = unit
        self.notes: dict[str, Known] = {}
        self.groups: dict[str, Group] = {}
        self.lengths: dict[str, Fraction] = {}


_tables: dict[tuple[int, int, int], Tables] = {}
_MOST_TABLES = 512
MOST_KNOWN = 4096


def tables_for(key: Key, unit: Fraction, shift: int) -> Tables:
    """Return the tables for a key, a unit length and an octave shift."""
    place = (id(key), id(unit), shift)
    found = _tables.get(place)
    if found is None:
        if len(_tables) >= _MOST_TABLES:
            _tables.clear()
        found = _tables[place] = Tables(key, unit)
    return found
