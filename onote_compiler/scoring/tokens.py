"""From a projection to the tokens that the metrics compare."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple

from onote_compiler.ir.events import NO_SPAN
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import ZERO, common_denominator, duration
from onote_compiler.projection import ProjectedEvent, Projection, SoundingNote

Ticks = int | None
"""A time in ticks; ``None`` where the text does not say."""


class Token(NamedTuple):
    """One note, or one stretch of silence (``midi`` is ``None``).

    ``duration`` and ``onset`` are in whole notes, ``None`` where the text does not say.
    """

    midi: int | None
    duration: Fraction | None
    onset: Fraction | None
    measure: int
    spelled: str
    voice: str
    span: Span


Row = tuple[Token, Ticks, Ticks]
"""A token with its onset and its duration in ticks."""


@dataclass(frozen=True)
class Tokens:
    """What a score comes to: its notes by onset and from low to high, silence between them.

    Attributes:
        timeline: Notes and silence in order.
        timed: Whether the text gives durations at all.
        unit: Ticks a whole note has.
        onsets: Onset of each token of the timeline in ticks.
        durations: Its duration in ticks.
    """

    timeline: tuple[Token, ...]
    timed: bool
    unit: int
    onsets: tuple[Ticks, ...]
    durations: tuple[Ticks, ...]

    @cached_property
    def notes(self) -> tuple[Token, ...]:
        """The notes alone."""
        return tuple(token for token in self.timeline if token[0] is not None)

    @property
    def pitch(self) -> list[Hashable]:
        """MIDI number of each note: the canonical name in other words."""
        return [token.midi for token in self.notes]

    def timeline_tokens(self, silence: bool) -> tuple[Token, ...]:
        """Return what duration and full accuracy compare: notes, with silence where the notation can write it."""
        return self.timeline if silence else self.notes


def tokenise(projection: Projection) -> Tokens:
    """Return the tokens of a projection: one a note, one a stretch in which nothing sounds."""
    timeline = _Timeline(_times(projection))
    rows = timeline.run(projection.events)
    tokens, onsets, durations = zip(*rows, strict=True) if rows else ((), (), ())
    timed = any(event.duration is not None for event in projection.events)
    return Tokens(tokens, timed, timeline.unit, onsets, durations)


def _times(projection: Projection) -> dict[int, Fraction]:
    """Return the onsets and durations by identity; they are shared, so that there are few."""
    found = {id(event[0]): event[0] for event in projection.events}
    for event in projection.events:
        found[id(event[1])] = event[1]
        if len(event[3]) > 1:
            found.update((id(note.duration), note.duration) for note in event[3])
    found.pop(id(None), None)
    return found  # type: ignore[return-value]  # None, the only other value, is out


_token = partial(tuple.__new__, Token)  # what the constructor does, without its checks


class _Timeline:
    """Collects notes by onset and finds the silence between them, counting in ticks of ``1/unit`` whole note.

    ``end`` is where the last sound ends, ``written`` where the last note or rest does; both are unknown after a
    missing duration. Rests whose place is unknown count where they are written, joined while they are adjacent.
    """

    def __init__(self, times: dict[int, Fraction]) -> None:
        self.unit = unit = common_denominator(times.values())
        self.ticks: dict[int, Ticks] = {key: time.numerator * (unit // time.denominator) for key, time in times.items()}
        self.ticks[id(None)] = None
        self.rows: list[Row] = []
        self.group: list[Row] = []
        self.group_onset: Ticks = None
        self.end: Ticks = 0
        self.written = 0
        self.unplaced: list[Token] = []

    def run(self, events: Sequence[ProjectedEvent]) -> list[Row]:
        """Return the rows of all events."""
        ticks = self.ticks
        for event in events:
            time, length, kind, notes, measure, voice, span = event
            onset = ticks[id(time)]
            if not notes:
                if kind == "rest":
                    self._rest(event, onset)
                continue
            if onset is None or onset != self.group_onset or not self.group:
                self._open_group(event, onset)
            for note in notes:
                token = _token((note.midi, note.duration, time, measure, note.spelled, voice, span))
                self.group.append((token, onset, ticks[id(note.duration)]))
            if kind != "grace":
                self._advance(ticks[id(length)], notes, onset)
        return self._close()

    def _close(self) -> list[Row]:
        self._flush_unplaced()
        self._flush()
        if self.end is not None and self.written > self.end:
            self._silence(self.end, self.written, self.rows[-1][0].measure if self.rows else 1)
        return self.rows

    def _rest(self, event: ProjectedEvent, onset: Ticks) -> None:
        length = self.ticks[id(event.duration)]
        if onset is not None and length is not None and self.end is not None:
            self.written = max(self.written, onset + length)
        else:
            self.unplaced.append(
                Token(None, event.duration, event.onset, event.measure, "rest", event.voice, event.span)
            )

    def _open_group(self, event: ProjectedEvent, onset: Ticks) -> None:
        """Start a group of notes at one onset, after the silence that stands before it."""
        waiting = bool(self.unplaced)
        self._flush_unplaced()
        self._flush()
        if not waiting and onset is not None and self.end is not None and onset > self.end:
            self._silence(self.end, onset, event.measure)
        self.group_onset = onset

    def _silence(self, start: int, end: int, measure: int) -> None:
        length, onset = duration(end - start, self.unit), duration(start, self.unit)
        self.rows.append((Token(None, length, onset, measure, "rest", "", NO_SPAN), start, end - start))

    def _advance(self, length: Ticks, notes: Sequence[SoundingNote], onset: Ticks) -> None:
        if onset is None or length is None:
            self.end = None
            return
        end = onset + length
        if end > self.written:
            self.written = end
        if len(notes) > 1:
            lengths = (self.ticks[id(note.duration)] for note in notes)
            end = max([end, *(onset + held for held in lengths if held is not None)])
        if self.end is None or end > self.end:
            self.end = end

    def _flush(self) -> None:
        if len(self.group) > 1:
            self.group.sort(key=_midi)
        self.rows.extend(self.group)
        self.group = []

    def _flush_unplaced(self) -> None:
        if not self.unplaced:
            return
        self._flush()
        known = [token.duration for token in self.unplaced if token.duration is not None]
        total = sum(known, ZERO) if len(known) == len(self.unplaced) else None
        token = self.unplaced[0]._replace(duration=total)
        length = None if total is None else total.numerator * self.unit // total.denominator
        self.rows.append((token, self.ticks[id(token.onset)], length))
        self.unplaced = []


def _midi(row: Row) -> int:
    return row[0].midi or 0
