"""Joining tied notes, for notations that have no ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from onote_compiler.ir.events import Event


@dataclass
class Joined:
    """Events with their ties joined.

    Attributes:
        durations: Duration of each event, that of what is tied to it added.
        gone: Indices of the events that were joined to one before.
        broken: Indices of the events whose tie cannot be joined as a whole: the note is struck again.
    """

    durations: list[Fraction | None]
    gone: set[int] = field(default_factory=set)
    broken: list[int] = field(default_factory=list)


def join_ties(events: Sequence[Event]) -> Joined:
    """Join each event that is tied as a whole to the next one with the same pitches.

    A chord of which only some notes are tied, or that is tied to another chord, cannot be joined: it is reported in
    ``broken``. Grace notes do not come between.
    """
    joined = Joined([event.duration for event in events])
    home: int | None = None
    for index, event in enumerate(events):
        if event.grace:
            continue
        if home is not None and _pitches(events[home]) == _pitches(event):
            first, more = joined.durations[home], event.duration
            joined.durations[home] = None if first is None or more is None else first + more
            joined.gone.add(index)
        elif home is not None:
            joined.broken.append(index - 1 if index - 1 not in joined.gone else home)
            home = index
        else:
            home = index
        tied = [note.tie is not None for note in event.notes]
        if not tied or not any(tied):
            home = None
        elif not all(tied):
            joined.broken.append(index)
            home = None
    return joined


def _pitches(event: Event) -> list[int | None]:
    return sorted((note.pitch.midi if note.pitch else None for note in event.notes), key=lambda midi: midi or -1)
