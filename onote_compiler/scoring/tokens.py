"""From a projection to the tokens that the metrics compare."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from onote_compiler.ir.events import NO_SPAN
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import ZERO
from onote_compiler.projection import ProjectedEvent, Projection


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

    @cached_property
    def polyphonic(self) -> bool:
        """Whether two notes sound together anywhere."""
        end: Fraction | None = ZERO
        for token in self.notes:
            if token.onset is None or end is None:
                end = None if token.onset is None or token.duration is None else token.onset + token.duration
                continue
            if token.onset < end:
                return True
            end = None if token.duration is None else token.onset + token.duration
        return False

    def timeline_tokens(self, silence: bool) -> tuple[Token, ...]:
        """Return what duration and full accuracy compare: notes, with silence where the notation can write it."""
        return self.timeline if silence else self.notes


def tokenise(projection: Projection) -> Tokens:
    """Return the tokens of a projection: one a note, one a stretch in which nothing sounds."""
    builder = _Timeline()
    for event in projection.events:
        builder.add(event)
    return Tokens(tuple(builder.close()), any(event.duration is not None for event in projection.events))


class _Timeline:
    """Collects notes by onset and finds the silence between them.

    ``end`` is where the last sound ends, ``written`` where the last note or rest does; both are unknown after a
    missing duration. Rests whose place is unknown count where they are written, joined while they are adjacent.
    """

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.group: list[Token] = []
        self.end: Fraction | None = ZERO
        self.written: Fraction = ZERO
        self.unplaced: list[Token] = []

    def add(self, event: ProjectedEvent) -> None:
        if not event.notes:
            if event.kind == "rest":
                self._rest(event)
            return
        apart = not self.group or event.onset is None or event.onset != self.group[0].onset
        if apart:
            self._silence_before(event)
            self._flush()
        self.group.extend(_note_tokens(event))
        if event.kind != "grace":
            self._advance(event)

    def close(self) -> list[Token]:
        self._flush_unplaced()
        self._flush()
        if self.end is not None and self.written > self.end:
            last = self.tokens[-1] if self.tokens else None
            self.tokens.append(_silence(self.end, self.written - self.end, last.measure if last else 1))
        return self.tokens

    def _rest(self, event: ProjectedEvent) -> None:
        if event.onset is not None and event.duration is not None and self.end is not None:
            self.written = max(self.written, event.onset + event.duration)
        else:
            self.unplaced.append(_silence(event.onset, event.duration, event.measure, event.voice, event.span))

    def _silence_before(self, event: ProjectedEvent) -> None:
        if self.unplaced:
            self._flush_unplaced()
        elif event.onset is not None and self.end is not None and event.onset > self.end:
            self._flush()
            self.tokens.append(_silence(self.end, event.onset - self.end, event.measure))

    def _advance(self, event: ProjectedEvent) -> None:
        if event.onset is None or event.duration is None:
            self.end = None
            return
        ends = [event.onset + (note.duration or event.duration) for note in event.notes]
        self.end = max([*ends, *([self.end] if self.end is not None else [])])
        self.written = max(self.written, event.onset + event.duration)

    def _flush(self) -> None:
        self.group.sort(key=_midi)
        self.tokens.extend(self.group)
        self.group = []

    def _flush_unplaced(self) -> None:
        if not self.unplaced:
            return
        self._flush()
        lengths = [token.duration for token in self.unplaced]
        known = [length for length in lengths if length is not None]
        total = sum(known, ZERO) if len(known) == len(lengths) else None
        self.tokens.append(self.unplaced[0]._replace(duration=total))
        self.unplaced = []


def _midi(token: Token) -> int:
    return token.midi or 0


def _note_tokens(event: ProjectedEvent) -> list[Token]:
    return [
        Token(note.midi, note.duration, event.onset, event.measure, note.spelled, event.voice, event.span)
        for note in event.notes
    ]


def _silence(
    onset: Fraction | None, duration: Fraction | None, measure: int, voice: str = "", span: Span = NO_SPAN
) -> Token:
    return Token(None, duration, onset, measure, "rest", voice, span)
