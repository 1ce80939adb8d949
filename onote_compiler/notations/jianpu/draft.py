"""The score in the making: parts of measures that still change, and what the readers of both languages share."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Chord, Event, Mark, Note, Rest, Tuplet
from onote_compiler.ir.key import Key
from onote_compiler.ir.making import maker
from onote_compiler.ir.meter import COMMON_TIME, Meter, Tempo
from onote_compiler.ir.pitch import Pitch
from onote_compiler.ir.score import Barline, Direction, Measure, Metadata, Part, Score, Voice
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import ZERO
from onote_compiler.notations.jianpu.tokens import Head, Token
from onote_compiler.notations.lexical import TimeGrid, parse_tempo
from onote_compiler.theory.keys import parse_key_name, parse_meter_name
from onote_compiler.theory.movable_do import MinorDo, OctaveBase, Scale, scale_of

_note, _rest, _measure = maker(Note), maker(Rest), maker(Measure)


@dataclass(slots=True)
class MeasureDraft:
    """A measure that still changes."""

    key: Key
    meter: Meter
    start: int
    events: list[Event] = field(default_factory=list)
    directions: list[Direction] = field(default_factory=list)
    left: Barline | None = None
    right: Barline | None = None
    ending: tuple[int, ...] = ()
    end: int = 0


@dataclass
class PartDraft:
    """A part that still grows."""

    name: str | None = None
    measures: list[MeasureDraft] = field(default_factory=list)


def header_value(text: str) -> str:
    """Return what stands behind the first colon or equals sign of a header line."""
    at = min((text.find(sign) for sign in ":=" if sign in text), default=-1)
    return text[at + 1 :].strip(" \t*")


class Builder:
    """Key, meter and measures as they are read.

    Args:
        text: The notation.
        report: Takes the diagnostics.
        key: Key to start in, or ``None``.
        meter: Meter to start in, or ``None``.
        octave_base: See :func:`~onote_compiler.theory.movable_do.scale_of`.
        minor: Likewise.
    """

    def __init__(
        self, text: str, report: Report, key: Key | None, meter: Meter | None, octave_base: OctaveBase, minor: MinorDo
    ) -> None:
        self.text = text
        self.report = report
        self.key_known = key is not None
        self.headed = False
        self.key = key or Key()
        self.meter = meter or COMMON_TIME
        self.title: str | None = None
        self.composer: str | None = None
        self.tempo: Tempo | None = None
        self.fields: list[tuple[str, str]] = []
        self.words: list[Span] = []
        self.lines_of_words: list[Span] = []
        self.words_in_lines = 0
        self.foreign: dict[str, list[Span]] = {}
        self.notes = 0
        self._faults: list[tuple[str, Span, str, str | None, int]] = []
        self.parts = [PartDraft()]
        self.grid = TimeGrid()
        self._octave_base = octave_base
        self._minor = minor
        self.scale: Scale = scale_of(self.key, octave_base, minor)
        self.measure = self.new_measure(0)

    # Measures.

    def new_measure(self, start: int) -> MeasureDraft:
        """Begin a measure at an offset."""
        self.measure = MeasureDraft(self.key, self.meter, start, end=start)
        return self.measure

    def keep_measure(self) -> None:
        """Put the measure that is being read into its part."""
        self.parts[-1].measures.append(self.measure)

    @property
    def number(self) -> int:
        """Number of the measure that is being read."""
        return len(self.parts[-1].measures) + 1

    def fault(self, name: str, start: int, end: int, message: str, hint: str | None = None) -> None:
        """Note something to report in the measure that is being read; :meth:`flush` reports it.

        Faults of one kind in tokens that touch are reported together.
        """
        if self._faults:
            before, span, said, *_ = self._faults[-1]
            if before == name and start <= span.end and said == message:
                self._faults[-1] = (name, Span(span.start, max(end, span.end)), message, hint, self.number)
                return
        self._faults.append((name, Span(start, end), message, hint, self.number))

    def flush(self) -> None:
        """Report what was found: once it is settled that the text is to be read this way."""
        for name, span, message, hint, number in self._faults:
            self.report.add(name, span, message, hint=hint, measure=number)
        self._faults = []

    # Key, meter, tempo.

    def set_key(self, text: str, start: int) -> None:
        """Take the key that a header such as ``1=bB`` names."""
        key = parse_key_name(text)
        self.headed = True
        if key is None:
            hint = "tonics are the letters A to G with # or b, up to seven accidentals"
            self.fault("bad-key", start, start + len(text), f"no such key: {text.strip()}", hint)
            self.key_known = True
            return
        if not self._untouched() and replace(key, name=self.key.name) != self.key:
            self._change("key", text, start, key)
        self.key_known = True
        if self._minor == "do" and text.lstrip().startswith("6"):  # the text says that the minor tonic is la
            key = Key(*key.major_tonic)
        self.use_key(key)
        if self._untouched():
            self.measure.key = key

    def use_key(self, key: Key) -> None:
        """Count degrees in ``key`` from here on."""
        self.key = key
        self.scale = scale_of(key, self._octave_base, self._minor)

    def set_meter(self, text: str, start: int) -> None:
        """Take the meter that ``3/4`` names."""
        meter = parse_meter_name(text)
        if meter is None:
            hint = "a meter is written as 3/4 or 6/8"
            self.fault("bad-meter", start, start + len(text), f"no such meter: {text.strip()}", hint)
            return
        if not self._untouched() and meter != self.meter:
            self._change("meter", text, start, meter)
        self.meter = meter
        if self._untouched():
            self.measure.meter = meter

    def set_tempo(self, text: str, start: int) -> None:
        """Take the tempo that ``4=120`` or ``120`` names."""
        tempo = parse_tempo(text)
        if tempo is None:
            self.fault("bad-tempo", start, start + len(text), f"no tempo: {text.strip()}", "write it as 4=120")
        elif tempo.bpm is None:
            self.set_tempo_word(tempo.text or "", start)
        elif self.tempo is None or self.tempo.bpm is None:
            self.tempo = replace(tempo, text=tempo.text or (self.tempo.text if self.tempo is not None else None))
        else:
            self._change("tempo", text, start, tempo)

    def set_tempo_word(self, text: str, start: int) -> None:
        """Take the tempo that a word says, beside the number where there is one."""
        if self.tempo is None or self.tempo.text is None:
            self.tempo = replace(self.tempo or Tempo(), text=text)
        else:
            self._change("tempo", text, start, Tempo(text=text))

    def _untouched(self) -> bool:
        """Whether nothing has been read yet that the key or meter at the measure's start would hold for."""
        return not self.place()

    def place(self) -> int:
        """Return how many events the measure has so far."""
        return len(self.measure.events)

    def _change(self, kind: str, text: str, start: int, value: Key | Meter | Tempo) -> None:
        place = self.place()
        self.measure.directions.append(Direction(kind, text, place, value, Span(start, start + len(text))))

    # Lines and characters both languages have.

    def ABC_FIELD(self, text: str, start: int) -> None:
        """A field of ABC."""
        self.foreign.setdefault("abc", []).append(Span(start, start + len(text)))

    def TAB_ROW(self, text: str, start: int) -> None:
        """A row of tablature."""
        self.foreign.setdefault("tab", []).append(Span(start, start + len(text)))

    def PITCH_NOTE(self, text: str, start: int) -> None:
        """A note of a pitch-duration sequence."""
        self.foreign.setdefault("pitchdur", []).append(Span(start, start + len(text)))

    def JUNK(self, text: str, start: int) -> None:
        """Characters that are no token; neighbours are reported together."""
        last = self.words[-1] if self.words else None
        if last is not None and last.end == start:
            self.words[-1] = Span(last.start, start + len(text))
        else:
            self.words.append(Span(start, start + len(text)))

    BAD_NOTE = WORD = LY_JUNK = TIMES = JUNK

    @property
    def barred(self) -> bool:
        """Whether there are bar lines."""
        return any(measure.right is not None for part in self.parts for measure in part.measures)

    # Events.

    def pitch_of(self, head: Head, start: int, end: int, shift: int = 0) -> Pitch | None:
        """Return the pitch of a digit in the key, reporting one that MIDI cannot say."""
        written = head.written
        if written is None:
            return None
        found = self.scale.pitch(written.degree, written.alter or 0, written.octave + shift)
        if not found.in_range:
            hint = "an octave mark too many"
            self.fault("bad-pitch", start, end, f"{found.spelled} is outside MIDI 0-127 (C-1 to G9)", hint)
        return found

    def report_faults(self, token: Token, start: int, end: int) -> None:
        """Report what is wrong with how a token is written."""
        for fault in token.faults:
            self.fault(fault.name, start, end, fault.message, fault.hint)
        if token.unclosed:
            self.fault("unclosed-group", start, end, "the parenthesis of the duration is not closed", "close it with )")

    def fitting(self, duration: Fraction | None, start: int, end: int) -> Fraction | None:
        """Return a duration, or ``None`` for one that fits no common time grid with the others (then reported)."""
        if duration is None or self.grid.takes(duration):
            return duration
        self.fault("bad-duration", start, end, "a duration that fits no common time grid with the others")
        return None

    def freeze(self, dialect: str) -> Score:
        """Return the score."""
        parts = tuple(_freeze_part(part, str(index)) for index, part in enumerate(self.parts, 1))
        metadata = Metadata(self.title, self.composer, self.tempo, fields=tuple(self.fields))
        return Score(parts, metadata, "jianpu", dialect)


def _freeze_part(part: PartDraft, name: str) -> Part:
    measures = tuple(
        _measure(
            number, draft.key, draft.meter, tuple(draft.events), tuple(draft.directions), draft.left, draft.right,
            draft.ending, Span(draft.start, draft.end),
        )
        for number, draft in enumerate(part.measures, 1)
    )  # fmt: skip
    return Part((Voice(measures, name),), part.name)


def event_of(
    pitches: list[tuple[Pitch | None, Head]], duration: Fraction | None, span: Span, tied: bool = False,
    tuplet: Tuplet | None = None, marks: tuple[Mark, ...] = (),
) -> Event:  # fmt: skip
    """Return the note, chord or rest of some digits.

    Args:
        pitches: Pitch and digit of each note; a 0 alone, or nothing, is a rest.
        duration: In whole notes, tuplet applied.
        span: Where it stands.
        tied: Whether it is tied to what follows.
        tuplet: The tuplet it stands in.
        marks: What is written on it.
    """
    sounding = pitches
    if len(pitches) != 1 or pitches[0][1].degree == 0:
        sounding = [(pitch, head) for pitch, head in pitches if head.degree != 0]
    if len(sounding) == 1:
        pitch, head = sounding[0]
        return _note(pitch, duration, "solid" if tied and pitch else None, None, tuplet, marks, head.written, span)
    if not sounding:
        return _rest(duration, tuplet=tuplet, marks=marks, span=span)
    notes = tuple(
        Note(pitch, duration, "solid" if tied and pitch else None, None, tuplet, (), head.written, span)
        for pitch, head in sounding
    )
    return Chord(notes, duration, None, tuplet, marks, span)


def length_of(events: list[Event]) -> Fraction:
    """Return how long events last; unknown durations count nothing."""
    return sum((event.duration or ZERO for event in events if not event.grace), ZERO)
