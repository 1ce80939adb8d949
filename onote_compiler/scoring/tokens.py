"""From a projection to the tokens that the metrics compare."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

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


@dataclass(frozen=True)
class Tokens:
    """What a score comes to: its notes by onset and from low to high, silence between them.

    The tokens stand in columns, of which ``timeline`` makes rows where they are wanted.

    Attributes:
        midi: MIDI number of each token, ``None`` for silence.
        onsets: Onset of each in ticks.
        durations: Its duration in ticks.
        events: The event that it comes from; a silence is its own token.
        heads: The note of that event; ``None`` for a silence.
        timed: Whether the text gives durations at all.
        unit: Ticks a whole note has.
    """

    midi: Sequence[int | None]
    onsets: Sequence[Ticks]
    durations: Sequence[Ticks]
    events: Sequence[ProjectedEvent | Token]
    heads: Sequence[SoundingNote | None]
    timed: bool
    unit: int

    @cached_property
    def timeline(self) -> tuple[Token, ...]:
        """Notes and silence in order."""
        return tuple(map(_token, self.events, self.heads))

    @cached_property
    def notes(self) -> tuple[Token, ...]:
        """The notes alone."""
        return tuple(token for token in self.timeline if token.midi is not None)

    @cached_property
    def note_count(self) -> int:
        """How many notes there are."""
        return len(self.heads) - self.heads.count(None)

    @property
    def pitch(self) -> list[Hashable]:
        """MIDI number of each note: the canonical name in other words."""
        return [midi for midi in self.midi if midi is not None]

    @property
    def spelled(self) -> list[str]:
        """Name of each note as it was written."""
        return [head[1] for head in self.heads if head is not None]

    def timeline_tokens(self, silence: bool) -> tuple[Token, ...]:
        """Return what duration and full accuracy compare: notes, with silence where the notation can write it."""
        return self.timeline if silence else self.notes

    def measures(self, silence: bool) -> list[int]:
        """Return the measure of each of these tokens."""
        if silence:
            return [event.measure for event in self.events]
        return [event.measure for event, head in zip(self.events, self.heads, strict=True) if head is not None]


def tokenise(projection: Projection) -> Tokens:
    """Return the tokens of a projection: one a note, one a stretch in which nothing sounds."""
    try:
        timeline = _Timeline(_TICKS)
        timeline.run(projection.events)
    except _TooCoarse:
        timeline = _Timeline(common_denominator(_times(projection)))
        timeline.run(projection.events)
    timed = any(event[1] is not None for event in projection.events)
    return Tokens(
        timeline.midi, timeline.onsets, timeline.durations, timeline.events, timeline.heads, timed, timeline.unit
    )


def _token(event: ProjectedEvent | Token, head: SoundingNote | None) -> Token:
    if head is None:
        assert isinstance(event, Token)
        return event
    return Token(head.midi, head.duration, event.onset, event.measure, head.spelled, event.voice, event.span)


_TICKS = 2**10 * 3**2 * 5 * 7
"""Ticks of a whole note unless a text needs others: what meters and tuplets in use divide."""


_MOST_TIMES = 1 << 14


@lru_cache(maxsize=1)
def _usual_times() -> dict[int, tuple[Fraction, int]]:
    """Return the table from times, by identity, to ticks; it fills as times occur and keeps them alive."""
    return {}


class _TooCoarse(Exception):
    """A time is no whole number of ticks."""


def _times(projection: Projection) -> Iterator[Fraction]:
    for event in projection.events:
        for time in (event.onset, event.duration, *(note.duration for note in event.notes)):
            if time is not None:
                yield time


class _Timeline:
    """Collects notes by onset and finds the silence between them, counting in ticks of ``1/unit`` whole note.

    ``end`` is where the last sound ends, ``written`` where the last note or rest does; both are unknown after a
    missing duration. Rests whose place is unknown count where they are written, joined while they are adjacent.
    """

    def __init__(self, unit: int) -> None:
        self.unit = unit
        # Times recur, within a piece and from piece to piece, as the same few objects.
        self.times: dict[int, tuple[Fraction, int]] = _usual_times() if unit == _TICKS else {}
        self.midi: list[int | None] = []
        self.onsets: list[Ticks] = []
        self.durations: list[Ticks] = []
        self.events: list[ProjectedEvent | Token] = []
        self.heads: list[SoundingNote | None] = []
        self.group = 0  # where the notes of the present onset begin
        self.end: Ticks = 0
        self.written = 0
        self.unplaced: list[Token] = []

    def run(self, events: Sequence[ProjectedEvent]) -> None:
        """Fill the columns from all events."""
        known, take = self.times.get, self._take
        midi, onsets, durations, heads = self.midi, self.onsets, self.durations, self.heads
        group_onset: Ticks = None
        for event in events:
            time, length, kind, notes, _, _, _ = event
            found = known(id(time))
            onset = found[1] if found else take(time)
            if not notes:
                if kind == "rest":
                    self._rest(event, onset)
                continue
            if onset is None or onset != group_onset:
                self._open_group(event, onset)
                group_onset = onset
            for head in notes:
                held = head[2]
                found = known(id(held))
                midi.append(head[0])
                onsets.append(onset)
                durations.append(found[1] if found else take(held))
                self.events.append(event)
                heads.append(head)
            if kind != "grace":
                if held is not length:
                    found = known(id(length))
                self._advance(found[1] if found else take(length), len(notes), onset)
        self._close()

    def _take(self, time: Fraction | None) -> Ticks:
        """Return a time in ticks."""
        if time is None:
            return None
        if self.unit % time.denominator:
            raise _TooCoarse
        ticks = time.numerator * (self.unit // time.denominator)
        if len(self.times) < _MOST_TIMES:
            self.times[id(time)] = time, ticks
        return ticks

    def _close(self) -> None:
        self._place_rests()
        self._sort_group()
        if self.end is not None and self.written > self.end:
            self._silence(self.end, self.written, self.events[-1].measure if self.events else 1)

    def _rest(self, event: ProjectedEvent, onset: Ticks) -> None:
        length = self._take(event.duration)
        if onset is not None and length is not None and self.end is not None:
            self.written = max(self.written, onset + length)
        else:
            self.unplaced.append(
                Token(None, event.duration, event.onset, event.measure, "rest", event.voice, event.span)
            )

    def _open_group(self, event: ProjectedEvent, onset: Ticks) -> None:
        """Start a group of notes at one onset, after the silence that stands before it."""
        if self.unplaced:
            self._place_rests()
        else:
            self._sort_group()
            if onset is not None and self.end is not None and onset > self.end:
                self._silence(self.end, onset, event.measure)
        self.group = len(self.midi)

    def _silence(self, start: int, end: int, measure: int) -> None:
        length, onset = duration(end - start, self.unit), duration(start, self.unit)
        self._append(Token(None, length, onset, measure, "rest", "", NO_SPAN), start, end - start)

    def _append(self, silence: Token, onset: Ticks, length: Ticks) -> None:
        self.midi.append(None)
        self.onsets.append(onset)
        self.durations.append(length)
        self.events.append(silence)
        self.heads.append(None)

    def _advance(self, length: Ticks, notes: int, onset: Ticks) -> None:
        if onset is None or length is None:
            self.end = None
            return
        end = onset + length
        if end > self.written:
            self.written = end
        if notes > 1:
            end = max([end, *(onset + held for held in self.durations[-notes:] if held is not None)])
        if self.end is None or end > self.end:
            self.end = end

    def _sort_group(self) -> None:
        """Put the notes of one onset in order from low to high, those of one pitch as they came."""
        start, stop = self.group, len(self.midi)
        if stop - start < 2:
            return
        order = sorted(range(start, stop), key=lambda place: self.midi[place] or 0)
        if order != list(range(start, stop)):
            columns: tuple[list[Any], ...] = (self.midi, self.onsets, self.durations, self.events, self.heads)
            for column in columns:
                column[start:] = [column[place] for place in order]

    def _place_rests(self) -> None:
        if not self.unplaced:
            return
        self._sort_group()
        known = [token.duration for token in self.unplaced if token.duration is not None]
        total = sum(known, ZERO) if len(known) == len(self.unplaced) else None
        token = self.unplaced[0]._replace(duration=total)
        length = None if total is None else total.numerator * self.unit // total.denominator
        self._append(token, self._take(token.onset), length)
        self.group = len(self.midi)
        self.unplaced = []
