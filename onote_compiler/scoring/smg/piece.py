"""A generated piece as the rules look at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from onote_compiler.api import ParseResult
from onote_compiler.ir.events import Event, Note, TabPosition
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.score import Measure, Score
from onote_compiler.scoring.tokens import Token, Tokens


@dataclass(frozen=True)
class Piece:
    """What was generated, and what was asked for.

    Attributes:
        parsed: What came of the text.
        score: Its score.
        tokens: Its notes and silences.
        notation: ``abc``, ``jianpu`` or ``tab``.
        key: Key asked for, or ``None``.
        meter: Meter asked for, or ``None``.
        measures: Number of measures asked for, or ``None``.
        key_stated: Whether the text itself names a key.
    """

    parsed: ParseResult
    score: Score
    tokens: Tokens
    notation: str
    key: Key | None
    meter: Meter | None
    measures: int | None
    key_stated: bool

    @cached_property
    def names(self) -> dict[str, int]:
        """How often each diagnostic stands in the text."""
        counts: dict[str, int] = {}
        for diagnostic in self.parsed.diagnostics:
            counts[diagnostic.name] = counts.get(diagnostic.name, 0) + 1
        return counts

    @cached_property
    def all_measures(self) -> list[Measure]:
        """Every measure of every voice."""
        return [measure for voice in self.score.voices for measure in voice.measures]

    @cached_property
    def measure_count(self) -> int:
        """Number of measures of the longest voice."""
        return max((len(voice.measures) for voice in self.score.voices), default=0)

    @cached_property
    def events(self) -> list[tuple[int, Event]]:
        """Every event but grace notes, with the number of its measure."""
        return [(m.number, event) for m in self.all_measures for event in m.events if not event.grace]

    @cached_property
    def contents(self) -> list[Hashable]:
        """What each measure holds in all voices, so that equal measures are equal."""
        codes = _Codes()
        held: list[list[Hashable]] = [[] for _ in range(self.measure_count)]
        for voice in self.score.voices:
            for place, measure in enumerate(voice.measures):
                held[place].append(tuple([codes.of(event) for event in measure.events]))
        return [measure[0] if len(measure) == 1 else tuple(measure) for measure in held]

    @cached_property
    def struck(self) -> list[int]:
        """A number for each event but grace notes, equal where pitches and duration are."""
        codes = _Codes()
        return [codes.of(event) for _, event in self.events]

    @cached_property
    def melody(self) -> list[Token]:
        """The highest note at each onset (the skyline; Uitdenbogerd and Zobel, Melodic matching, 1999)."""
        line: list[Token] = []
        for token in self.tokens.notes:
            if line and token.onset is not None and token.onset == line[-1].onset:
                line[-1] = token  # notes at one onset run from low to high
            else:
                line.append(token)
        return line

    @cached_property
    def columns(self) -> list[tuple[int, list[TabPosition]]]:
        """Tablature: the frets struck together, with the number of their measure."""
        found = []
        for number, event in self.events:
            places = [note.written for note in event.notes if isinstance(note.written, TabPosition)]
            if places:
                found.append((number, places))
        return found


class _Codes:
    """Numbers events so that those of equal pitches and duration have one number.

    Pitches and durations that recur are shared objects; each is looked at once, by its identity.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], int] = {}
        self._codes: dict[Hashable, int] = {}

    def of(self, event: Event) -> int:
        """Return the number of an event, which must outlive this object."""
        place: tuple[int, ...]
        if isinstance(event, Note):
            place = (id(event.duration), id(event.pitch))
        else:
            place = (id(event.duration), *(id(note.pitch) for note in event.notes))
        code = self._known.get(place)
        if code is None:
            pitches = tuple(note.pitch.midi if note.pitch else None for note in event.notes)
            code = self._known[place] = self._codes.setdefault((pitches, event.duration), len(self._codes))
        return code


def median(values: list[Fraction]) -> Fraction:
    """Return the middle value, the lower one of two."""
    wanted = (len(values) - 1) // 2
    for value, count in sorted(Counter(values).items()):
        wanted -= count
        if wanted < 0:
            return value
    raise ValueError("no values")
