"""Note values: what lengths notes can be written with, dots and tuplets included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from onote_compiler.ir.events import Tuplet
from onote_compiler.ir.time import dotted

_NAMES = {
    Fraction(8): "maxima", Fraction(4): "longa", Fraction(2): "breve", Fraction(1): "whole", Fraction(1, 2): "half",
    Fraction(1, 4): "quarter", Fraction(1, 8): "eighth", Fraction(1, 16): "16th", Fraction(1, 32): "32nd",
    Fraction(1, 64): "64th", Fraction(1, 128): "128th", Fraction(1, 256): "256th", Fraction(1, 512): "512th",
    Fraction(1, 1024): "1024th",
}  # fmt: skip
SHORTEST = Fraction(1, 1024)
_DOTS = (2, 1, 0)
_VALUES = sorted(
    ((dotted(value, dots), name, dots) for value, name in _NAMES.items() for dots in _DOTS
     if value / 2**dots >= SHORTEST),
    reverse=True,
)  # fmt: skip
# A note longer than this is no music; it would be written as very many tied ones.
LONGEST = 64 * Fraction(8)


@dataclass(frozen=True, slots=True)
class NoteValue:
    """One written note: ``sounding`` is how long it lasts, with the tuplet applied."""

    name: str
    dots: int
    actual: int
    normal: int
    sounding: Fraction


def note_values(length: Fraction, tuplet: Tuplet | None) -> list[NoteValue] | None:
    """Return the note values that, tied, last ``length``; ``None`` where there are none.

    Args:
        length: In whole notes, tuplets applied.
        tuplet: The tuplet the note is written in. A length that needs one and has none gets the plainest:
            ``actual`` notes in the time of the next lower power of two.
    """
    actual, normal = (tuplet.actual, tuplet.normal) if tuplet is not None else (1, 1)
    rest = Fraction(length) * actual / normal
    odd = _odd_part(rest.denominator)
    if odd > 1:
        actual, normal = actual * odd, normal * 2 ** (odd.bit_length() - 1)
        rest = Fraction(length) * actual / normal
    if length <= 0 or length > LONGEST or (rest / SHORTEST).denominator > 1 or max(actual, normal) > 255:
        return None
    return [NoteValue(name, dots, actual, normal, value * normal / actual) for value, name, dots in _parts(rest)]


def _parts(rest: Fraction) -> Iterator[tuple[Fraction, str, int]]:
    for value, name, dots in _VALUES:
        while value <= rest:
            yield value, name, dots
            rest -= value


def _odd_part(number: int) -> int:
    return number // (number & -number)
