"""Putting bar lines into music that has none, so that notations with measures can write it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from onote_compiler.ir.events import Chord, Event, Note
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import COMMON_TIME, Meter
from onote_compiler.ir.score import Barline, Measure, Score, Voice
from onote_compiler.ir.time import ZERO

LONGEST = 64


def with_measures(score: Score) -> Score:
    """Return ``score`` with each unmeasured voice cut into measures of its meter (4/4 where that is free).

    A note that crosses a bar line becomes tied notes; a rest is split. Events without a duration stay in the
    measure they are reached in, and so do those that last longer than :data:`LONGEST` measures: they are no music, and
    a few digits of text would make any number of measures. A measured score is returned as it is.
    """
    if score.measured:
        return score
    parts = tuple(replace(part, voices=tuple(_cut(voice) for voice in part.voices)) for part in score.parts)
    return replace(score, parts=parts, measured=True)


def _cut(voice: Voice) -> Voice:
    if not voice.measures:
        return voice
    first = voice.measures[0]
    length = first.meter.duration
    meter = first.meter if length else COMMON_TIME
    size = length or Fraction(1)
    measures: list[Measure] = []
    events: list[Event] = []
    filled = ZERO
    for event in voice.events:
        for piece in _pieces(event, filled, size):
            events.append(piece)
            if not piece.grace:
                filled += piece.duration or ZERO
            if filled >= size:
                measures.append(_measure(len(measures) + 1, first.key, meter, events))
                events, filled = [], ZERO
    if events or not measures:
        measures.append(_measure(len(measures) + 1, first.key, meter, events))
    measures[-1] = replace(measures[-1], right=Barline("final"))
    return replace(voice, measures=tuple(measures))


def _measure(number: int, key: Key, meter: Meter, events: list[Event]) -> Measure:
    return Measure(number, key, meter, tuple(events), right=Barline())


def _pieces(event: Event, filled: Fraction, size: Fraction) -> Iterator[Event]:
    """Yield the event cut at each bar line it crosses."""
    left = event.duration
    if left is None or event.grace or left > LONGEST * size:
        yield event
        return
    while left > size - filled:
        piece = size - filled
        yield with_duration(event, piece, tied=True)
        left -= piece
        filled = ZERO
    if left:
        yield with_duration(event, left) if left != event.duration else event


def with_duration(event: Event, duration: Fraction, *, tied: bool = False) -> Event:
    """Return ``event`` with another duration, tied to what follows if ``tied``."""
    if isinstance(event, Note):
        return replace(event, duration=duration, tie="solid" if tied else event.tie, tuplet=None)
    if isinstance(event, Chord):
        notes = tuple(replace(n, duration=duration, tie="solid" if tied else n.tie, tuplet=None) for n in event.notes)
        return replace(event, notes=notes, duration=duration, tuplet=None)
    return replace(event, duration=duration, tuplet=None)
