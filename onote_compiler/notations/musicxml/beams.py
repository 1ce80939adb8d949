"""Beams: short notes of one beat are joined, as printed music has it. MusicXML readers do not make them up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from onote_compiler.ir.meter import Meter
from onote_compiler.ir.score import Measure
from onote_compiler.notations.musicxml.values import NoteValue

_FLAGS = {"eighth": 1, "16th": 2, "32nd": 3, "64th": 4, "128th": 5, "256th": 6, "512th": 7, "1024th": 8}
Beam = tuple[int, str]
"""Level of a beam, from 1, and ``begin``, ``continue``, ``end``, ``forward hook`` or ``backward hook``."""


def beams_of(measure: Measure, values: Sequence[Sequence[NoteValue] | None]) -> Mapping[int, list[Beam]]:
    """Return the beams of a measure by the index of their event.

    Args:
        measure: The measure.
        values: The note values of its events, in order.
    """
    beat = _beat(measure.meter)
    now = Fraction(0)
    places: list[tuple[int, int | None, int]] = []  # index, beat (None for what takes no beam), flags
    for index, (event, found) in enumerate(zip(measure.events, values, strict=True)):
        if event.grace:
            continue
        flags = _FLAGS.get(found[0].name, 0) if found is not None and len(found) == 1 and event.notes else 0
        places.append((index, now // beat if flags else None, flags))
        now += event.duration or 0
    made: dict[int, list[Beam]] = {}
    for place, group in groupby(places, key=lambda one: one[1]):
        members = [(index, flags) for index, _, flags in group]
        if place is not None and len(members) > 1:
            for index, beam in _joined(members):
                made.setdefault(index, []).append(beam)
    return made


def _beat(meter: Meter) -> Fraction:
    """Return the time that a beam spans: a beat, in 3/8 the measure, and a quarter note in meters of odd eighths."""
    if meter.compound or (meter.beats == (3,) and meter.unit >= 8):
        return Fraction(3, meter.unit)
    return Fraction(1, min(meter.unit, 4)) if meter.unit >= 4 else Fraction(1, 4)


def _joined(members: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Beam]]:
    """Yield the beams of notes that stand under one primary beam."""
    for level in range(1, max(flags for _, flags in members) + 1):
        for held, run in groupby(enumerate(members), key=lambda one, level=level: one[1][1] >= level):  # type: ignore[misc]
            notes = list(run)
            if not held:
                continue
            if len(notes) == 1:
                place, (index, _) = notes[0]
                yield index, (level, "backward hook" if place else "forward hook")
                continue
            for at, (_, (index, _)) in enumerate(notes):
                yield index, (level, "begin" if at == 0 else "end" if at == len(notes) - 1 else "continue")
