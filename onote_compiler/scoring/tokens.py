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

    Attributes:
        timeline: Notes and silence in order.
        timed: Whether the text gives durations at all.
    """

    timeline: tuple[Token, ...]
    timed: bool

    @cached_property
    def notes(self) -> tuple[Token, ...]:
        """The notes alone."""
        return tuple(token for token in self.timeline if token.midi is not None)

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
    for event in projection.events:
        timeline.add(event)
    return Tokens(tuple(timeline.close()), any(event.duration is not None for event in projection.events))


def _times(projection: Projection) -> dict[int, Fraction]:
    """Return the onsets and durations by identity; they are shared, so that there are few."""
    found: dict[int, Fraction] = {}
    for event in projection.events:
        if event.onset is not None:
            found[id(event.onset)] = event.onset
        if event.duration is not None:
            found[id(event.duration)] = event.duration
        if len(event.notes) > 1:
            found.update((id(n.duration), n.duration) for n in event.notes if n.duration is not None)
    return found


_token = partial(tuple.__new__, Token)  # what the constructor does, without its checks


class _Timeline:
    """Collects notes by onset and finds the silence between them, counting in ticks of ``1/unit`` whole note.

    ``end`` is where the last sound ends, ``written`` where the last note or rest does; both are unknown after a
    missing duration. Rests whose place is unknown count where they are written, joined while they are adjacent.
    """

    def __init__(self, times: dict[int, Fraction]) -> None:
        self.unit = unit = common_denominator(times.values())
        self.ticks = {key: time.numerator * (unit // time.denominator) for key, time in times.items()}
        self.tokens: list[Token] = []
        self.group: list[Token] = []
        self.group_onset: int | None = None
        self.end: int | None = 0
        self.written = 0
        self.unplaced: list[Token] = []

    def add(self, event: ProjectedEvent) -> None:
        time, length, kind, notes, measure, voice, span = event
        onset = None if time is None else self.ticks[id(time)]
        if not notes:
            if kind == "rest":
                self._rest(event, onset)
            return
        if onset is None or onset != self.group_onset or not self.group:
            self._silence_before(event, onset)
            self._flush()
            self.group_onset = onset
        for note in notes:
            self.group.append(_token((note.midi, note.duration, time, measure, note.spelled, voice, span)))
        if kind != "grace":
            self._advance(length, notes, onset)

    def close(self) -> list[Token]:
        self._flush_unplaced()
        self._flush()
        if self.end is not None and self.written > self.end:
            self._silence(self.end, self.written, self.tokens[-1].measure if self.tokens else 1)
        return self.tokens

    def _rest(self, event: ProjectedEvent, onset: int | None) -> None:
        if onset is not None and event.duration is not None and self.end is not None:
            self.written = max(self.written, onset + self.ticks[id(event.duration)])
        else:
            self.unplaced.append(
                Token(None, event.duration, event.onset, event.measure, "rest", event.voice, event.span)
            )

    def _silence_before(self, event: ProjectedEvent, onset: int | None) -> None:
        if self.unplaced:
            self._flush_unplaced()
        elif onset is not None and self.end is not None and onset > self.end:
            self._flush()
            self._silence(self.end, onset, event.measure)

    def _silence(self, start: int, end: int, measure: int) -> None:
        length, onset = duration(end - start, self.unit), duration(start, self.unit)
        self.tokens.append(Token(None, length, onset, measure, "rest", "", NO_SPAN))

    def _advance(self, length: Fraction | None, notes: Sequence[SoundingNote], onset: int | None) -> None:
        if onset is None or length is None:
            self.end = None
            return
        end = onset + self.ticks[id(length)]
        self.written = max(self.written, end)
        if len(notes) > 1:
            end = max([end, *(onset + self.ticks[id(note.duration)] for note in notes if note.duration is not None)])
        if self.end is None or end > self.end:
            self.end = end

    def _flush(self) -> None:
        if len(self.group) > 1:
            self.group.sort(key=_midi)
        self.tokens.extend(self.group)
        self.group = []

    def _flush_unplaced(self) -> None:
        if not self.unplaced:
            return
        self._flush()
        known = [token.duration for token in self.unplaced if token.duration is not None]
        total = sum(known, ZERO) if len(known) == len(self.unplaced) else None
        self.tokens.append(self.unplaced[0]._replace(duration=total))
        self.unplaced = []


def _midi(token: Token) -> int:
    return token.midi or 0
