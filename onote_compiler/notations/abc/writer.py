"""Writing ABC 2.1: four measures a line, beams by beat, everything the score holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from onote_compiler.diagnostics import Report
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import FREE_METER, Meter
from onote_compiler.ir.score import Part, Score, Voice
from onote_compiler.notations.abc.accidentals import propagation_of
from onote_compiler.notations.abc.fields import KeyField, key_text, parse_key
from onote_compiler.notations.abc.header import default_unit
from onote_compiler.notations.abc.measures import OWN_LINE, VoiceWriter
from onote_compiler.notations.abc.properties import octave_shift, property_text
from onote_compiler.notations.abc.signs import field_line
from onote_compiler.notations.abc.text import without_comment
from onote_compiler.notations.abc.times import parse_meter, parse_unit, tempo_text
from onote_compiler.notations.base import WriteOptions
from onote_compiler.notations.losses import report_instruments
from onote_compiler.theory.rebar import with_measures

_UNITS = (Fraction(1, 4), Fraction(1, 8), Fraction(1, 16), Fraction(1, 32))


def write(score: Score, options: WriteOptions, report: Report) -> str:
    """Return ``score`` as an ABC tune.

    A score that was read from ABC is formatted: its fields stay as they were written. One from another notation gets
    the fields it needs.

    Args:
        score: What to write.
        options: ``options["title"]`` is the title of a score that has none.
        report: Takes what ABC cannot carry.
    """
    native = score.notation == "abc"
    report_instruments(score, report)
    score = with_measures(score)
    writer = _TuneWriter(score, options, report, native)
    return "\n".join([*writer.header(), *writer.body()]) + "\n"


class _TuneWriter:
    def __init__(self, score: Score, options: WriteOptions, report: Report, native: bool) -> None:
        self.score = score
        self.report = report
        self.native = native
        self.key = score.key or Key(name="C")
        self.meter = score.meter or FREE_METER
        fields = list(score.metadata.fields) if native else []
        if not native:
            fields = list(_fields_of(score, str(options.options.get("title", ""))))
        self.fields = fields
        self.values = dict(fields)
        self.names = Counter(part.voices[0].name if part.voices else "" for part in score.parts)
        self.key_field = self._key_field()
        self.start_meter = self._start_meter()
        self.unit = self._unit()
        self.propagation = self._propagation()

    def _key_field(self) -> KeyField:
        if "K" in self.values:
            return parse_key(without_comment(self.values["K"]))
        return KeyField(None)

    def _start_meter(self) -> Meter:
        value = self.values.get("M")
        found = None if value is None else parse_meter(without_comment(value)).meter
        return found or FREE_METER

    def _unit(self) -> Fraction:
        if "L" in self.values:
            return parse_unit(without_comment(self.values["L"]))[0] or default_unit(self.start_meter)
        return default_unit(self.start_meter)

    def _propagation(self) -> str:
        found = [propagation_of(value) for letter, value in self.fields if letter in ("%%", "I")]
        return next((value for value in reversed(found) if value), "")

    # --- header ------------------------------------------------------------------------------------------------

    def header(self) -> Iterator[str]:
        """Yield the lines of the header."""
        for letter, value in self.fields:
            if letter == "K":
                continue
            yield f"{letter}{value}" if letter[0] == "%" else field_line(letter, value)
        if self._several or (self.score.parts and self._described(self.score.parts[0])):
            for number, part in enumerate(self.score.parts, 1):
                yield f"V:{self._voice_name(part, number)}{self._properties(part)}"
        yield field_line("K", self.values.get("K", "C"))

    @property
    def _several(self) -> bool:
        return len(self.score.parts) > 1

    def _described(self, part: Part) -> bool:
        voice = part.voices[0] if part.voices else None
        return voice is not None and bool(voice.properties or (self.native and voice.name != "1"))

    def _voice_name(self, part: Part, number: int) -> str:
        written = part.voices[0].name if part.voices else ""
        name = "".join(written.split())
        return name if name and self.names[written] == 1 else str(number)

    def _properties(self, part: Part) -> str:
        properties = part.voices[0].properties if part.voices else ()
        if not self.native:
            properties = tuple(
                p for p in (("name", part.name or ""), ("clef", part.clef or "")) if p[1]
            )  # fmt: skip
        return "".join(f" {property_text(name, value)}" for name, value in properties)

    # --- body --------------------------------------------------------------------------------------------------

    def body(self) -> Iterator[str]:
        """Yield the lines of music, voice after voice."""
        start_key = self.key_field.key or Key(None, 0, "none", (), "none")
        taken = frozenset(self._own_symbols()) if self.native else frozenset()
        for number, part in self._in_order():
            main, overlays = part.voices[0], self._overlays(part)
            if self._several:
                yield f"V:{self._voice_name(part, number)}"
            levels = (self.key_field.properties, main.properties) if self.native else ()
            shift = partial(octave_shift, *levels)
            yield from VoiceWriter(
                main, overlays, start_key, self.start_meter, self.unit, shift, self.propagation, self.report,
                self.native, taken,
            ).write()  # fmt: skip

    def _in_order(self) -> list[tuple[int, Part]]:
        """Return the parts with their numbers; one that begins with music comes first where there is one.

        Lines before all music would be read as part of the header.
        """
        parts = [(number, part) for number, part in enumerate(self.score.parts, 1) if part.voices]
        first = next((place for place in parts if _begins_with_music(place[1])), None)
        return parts if first is None else [first, *(place for place in parts if place is not first)]

    def _own_symbols(self) -> Iterator[str]:
        """Yield the signs that ``U:`` fields give a meaning of the tune's own, and those that macros begin with."""
        yield from (value.strip()[:1] for letter, value in self.fields if letter in "Um")
        for voice in self.score.voices:
            for measure in voice.measures:
                yield from (d.text[2:].strip()[:1] for d in measure.directions if d.text[:2] in ("U:", "m:"))

    def _overlays(self, part: Part) -> tuple[Voice, ...]:
        main, *others = part.voices
        for voice in others:
            if len(voice.measures) > len(main.measures):
                self.report.add(
                    "lost-voice", voice.measures[len(main.measures)].span,
                    f"voice {voice.name} is longer than the one it stands over", voice=voice.name,
                )  # fmt: skip
        return tuple(others)


def _begins_with_music(part: Part) -> bool:
    measures = part.voices[0].measures
    if not measures or not measures[0].events:
        return False
    return not any(d.at == 0 and d.kind in OWN_LINE for d in measures[0].directions)


def _fields_of(score: Score, title: str) -> Iterator[tuple[str, str]]:
    """Yield the header fields of a score from another notation."""
    data = score.metadata
    yield "X", "1"
    yield "T", (data.title or title).replace("\n", " ")
    if data.composer:
        yield "C", data.composer.replace("\n", " ")
    yield "M", str(score.meter or FREE_METER)
    yield "L", str(_best_unit(score))
    if data.tempo is not None and (text := tempo_text(data.tempo)):
        yield "Q", text
    yield "K", key_text(score.key or Key())


def _best_unit(score: Score) -> Fraction:
    """Return the largest unit that at least four fifths of the events are whole multiples of."""
    lengths = [
        event.duration / event.tuplet.ratio if event.tuplet else event.duration
        for voice in score.voices for event in voice.events if event.duration is not None
    ]  # fmt: skip
    for unit in _UNITS:
        whole = sum(1 for length in lengths if (length / unit).denominator == 1)
        if 5 * whole >= 4 * len(lengths):
            return unit if lengths else Fraction(1, 8)
    return Fraction(1, 8)
