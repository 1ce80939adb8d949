"""Meters and tempi."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from onote_compiler.ir.time import duration as _duration


@dataclass(frozen=True, slots=True)
class Meter:
    """A time signature.

    Attributes:
        beats: The numerator's terms; ``(2, 3)`` for 2+3/8, empty for free meter.
        unit: The denominator.
        symbol: ``"C"`` or ``"C|"`` where the sign was written in place of numbers, ``"none"`` for free meter.
    """

    beats: tuple[int, ...] = (4,)
    unit: int = 4
    symbol: str | None = None

    @property
    def duration(self) -> Fraction | None:
        """Length of a measure in whole notes; ``None`` in free meter."""
        return _duration(sum(self.beats), self.unit) if self.beats else None

    @property
    def compound(self) -> bool:
        """Whether the beat is a dotted one (6/8, 9/8, 12/8 …)."""
        return len(self.beats) == 1 and self.beats[0] > 3 and self.beats[0] % 3 == 0

    def __str__(self) -> str:
        if self.symbol:
            return self.symbol
        return f"{'+'.join(map(str, self.beats))}/{self.unit}" if self.beats else "none"


FREE_METER = Meter((), 4, "none")
COMMON_TIME = Meter((4,), 4)


@dataclass(frozen=True, slots=True)
class Tempo:
    """A tempo: ``bpm`` beats a minute, each ``beat`` of a whole note; either may be missing beside a ``text``."""

    beat: Fraction | None = None
    bpm: Fraction | None = None
    text: str | None = None
