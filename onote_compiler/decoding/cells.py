"""Rules for one cell of a tab row: exactly as many columns as the measure has, one character a column."""

from __future__ import annotations

from onote_compiler.decoding.model import Name, Rules, Sequence, Text

Frets = frozenset[int]
_DASH = Text("-")


class Cells:
    """Makes the rules of cells; equal cells are made once.

    Args:
        columns: Columns of a cell.
        step: Columns of a grid step: numbers begin at multiples of it.
    """

    def __init__(self, columns: int, step: int) -> None:
        self._columns = columns
        self._step = step
        self._numbers: dict[object, int] = {}
        self.rules: Rules = {}

    def any(self, frets: Frets) -> Name:
        """Return the rule of a cell that may hold these frets."""
        new, key = self._number(frets)
        for left in range(self._columns, 0, -1) if new else ():
            self.rules[f"c{left}f{key}"] = (self._dash("c", left, key), *self._notes(left, frets, frets))
        return Name(f"c{self._columns}f{key}")

    def first(self, first: Frets, later: Frets, before: Frets) -> Name | None:
        """Return the rule of a cell that holds one of the frets ``first``.

        Args:
            first: One of them stands in the cell.
            later: What may follow it.
            before: What may precede it: an open string, or nothing.

        Returns:
            ``None`` where the cell has no room for any of them.
        """
        new, key = self._number(first, later, before)
        # The last columns may be too narrow for the numbers, or hold no grid step: they have no rule.
        room = [left for left in range(1, self._columns + 1) if self._notes(left, first, later)]
        if not room:
            return None
        for left in range(self._columns, room[0] - 1, -1) if new else ():
            ways = [self._dash("x", left, key)] if left > room[0] else []
            if before and self._on_grid(left) and left - 2 >= room[0]:
                ways.append((self._fret(1, before), _DASH, Name(f"x{left - 2}f{key}")))
            self.rules[f"x{left}f{key}"] = (*ways, *self._notes(left, first, later))
        return Name(f"x{self._columns}f{key}")

    def _number(self, *key: object) -> tuple[bool, int]:
        """Return whether a key is new, and its number."""
        new = key not in self._numbers
        return new, self._numbers.setdefault(key, len(self._numbers))

    def _dash(self, kind: str, left: int, key: int) -> Sequence:
        return (_DASH, Name(f"{kind}{left - 1}f{key}")) if left > 1 else (_DASH,)

    def _notes(self, left: int, now: Frets, later: Frets) -> list[Sequence]:
        """Return a fret of ``now`` and what may follow: digits of two notes never stand next to each other."""
        found: list[Sequence] = []
        for width in (1, 2):
            words = frozenset(fret for fret in now if len(str(fret)) == width)
            rest = left - width
            if not words or rest < 0 or not self._on_grid(left):
                continue
            found.append((self._fret(width, words), *self._after(rest, later)))
        return found

    def _after(self, left: int, frets: Frets) -> Sequence:
        """Return what fills the columns after a number: a dash, then anything."""
        if left < 2:
            return (_DASH,) * left
        self.any(frets)
        return (_DASH, Name(f"c{left - 1}f{self._number(frets)[1]}"))

    def _fret(self, width: int, frets: Frets) -> Name:
        new, key = self._number(width, frets)
        if new:
            self.rules[f"n{key}"] = tuple((Text(str(fret)),) for fret in sorted(frets))
        return Name(f"n{key}")

    def _on_grid(self, left: int) -> bool:
        return (self._columns - left) % self._step == 0
