"""The canonical projection: what a score says once notation and layout are taken away."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from onote_compiler.ir.pitch import canonical_name as _name
from onote_compiler.ir.source import Span

Form = Literal["written", "played"]
Ties = Literal["merged", "split"]
EventKind = Literal["note", "rest", "grace"]


class SoundingNote(NamedTuple):
    """One note of the projection: MIDI number, written name, and its own duration in whole notes."""

    midi: int
    spelled: str
    duration: Fraction | None


class ProjectedEvent(NamedTuple):
    """One note, chord, rest or grace note in its place.

    Attributes:
        onset: From the beginning, in whole notes; ``None`` after a missing duration, up to the next bar line.
        duration: In whole notes; ``None`` where the text gives none.
        kind: ``note`` (chords too), ``rest`` or ``grace``.
        notes: From low to high; empty for a rest.
        measure: Number of the measure, from 1.
        voice: Name of the voice.
        span: Where it stands in the source's notation.
    """

    onset: Fraction | None
    duration: Fraction | None
    kind: EventKind
    notes: tuple[SoundingNote, ...]
    measure: int
    voice: str
    span: Span

    @property
    def midi(self) -> tuple[int, ...]:
        """MIDI numbers, low to high."""
        return tuple(note.midi for note in self.notes)

    @property
    def names(self) -> tuple[str, ...]:
        """Canonical names, low to high."""
        return tuple(_name(note.midi) for note in self.notes)


@dataclass(frozen=True)
class Projection:
    """The canonical arrays of a score, P(M) in the paper.

    Attributes:
        events: By onset, then in order of parts and voices.
        measures: Number of measures of the longest voice.
        apart: Whether no two events start together, as in a single voice.
    """

    events: tuple[ProjectedEvent, ...]
    measures: int
    apart: bool = False

    @cached_property
    def groups(self) -> list[list[SoundingNote]]:
        """The notes that start together, group by group in time, each from low to high."""
        if self.apart:
            return [list(event.notes) for event in self.events if event.notes]
        groups: list[list[SoundingNote]] = []
        joined: dict[int, list[SoundingNote]] = {}
        last: Fraction | None = None
        above = below = 0  # of the last onset: comparing two numbers is cheaper than comparing fractions
        for onset, _, kind, notes, _, _, _ in self.events:
            if not notes:
                continue
            if onset is None or kind == "grace":
                groups.append(list(notes))
                last = None
                continue
            if last is not None and (onset is last or (onset.numerator == above and onset.denominator == below)):
                groups[-1] += notes
                joined[id(groups[-1])] = groups[-1]
            else:
                groups.append(list(notes))
            last, above, below = onset, onset.numerator, onset.denominator
        for group in joined.values():
            group.sort(key=lambda note: note.midi)
        return groups

    @cached_property
    def flat_notes(self) -> list[SoundingNote]:
        """Every note, by onset and then from low to high."""
        if self.apart:
            return [note for event in self.events for note in event.notes]
        return [note for group in self.groups for note in group]

    @property
    def pitches(self) -> list[str | list[str]]:
        """Canonical names in time; a list where several notes start together."""
        return [_name(g[0].midi) if len(g) == 1 else [_name(n.midi) for n in g] for g in self.groups]

    @property
    def flat(self) -> list[str]:
        """The flattened sequence of canonical names that the metrics compare."""
        return [_name(note.midi) for note in self.flat_notes]

    @property
    def midi(self) -> list[int]:
        """The flattened sequence as MIDI numbers."""
        return [note.midi for note in self.flat_notes]

    @property
    def onsets(self) -> list[Fraction | None]:
        """Onset of every event, in whole notes."""
        return [event.onset for event in self.events]

    @property
    def durations(self) -> list[Fraction | None] | None:
        """Duration of every event, rests included; ``None`` where the text gives no duration at all."""
        found = [event.duration for event in self.events]
        return None if found and all(value is None for value in found) else found
