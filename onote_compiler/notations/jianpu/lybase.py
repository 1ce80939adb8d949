"""What jianpu-ly's input says beside its notes: measures that follow from the meter, headers, parts, movements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any

from onote_compiler.ir.key import Key
from onote_compiler.ir.score import Barline, Direction
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import ZERO, dotted
from onote_compiler.notations.jianpu.draft import Builder, PartDraft
from onote_compiler.notations.jianpu.readings import Heads
from onote_compiler.theory.keys import parse_meter_name
from onote_compiler.theory.movable_do import Scale

_SECTION = {"Fine": "Fine", "DC": "D.C.", "DS": "D.S.", "Segno": "segno", "ToCoda": "To Coda"}


@dataclass
class Block:
    """A repeat or its endings, while it is open.

    Attributes:
        start: Offset of its bracket.
        times: How often it is played; 0 for endings.
        filled: How full the measure was at its beginning.
        endings: Number of the ending that is being read.
        counted: Whether it says how often it is played (``R4{``); then it may be shorter than a measure.
    """

    start: int
    times: int
    filled: Fraction
    endings: int = 1
    counted: bool = False


TICKS = 1024
"""Ticks a whole note; all note lengths outside of tuplets are a whole number of them."""
_NEVER = 1 << 62
_MOST_KNOWN = 8192

KnownWords = dict[str, tuple[Heads, Fraction, int]]
"""Digits, duration and ticks of a note without faults, by its text."""


@lru_cache(maxsize=64)
def _known_words(scale: Scale, octaves_after: bool | None) -> KnownWords:
    return {}


class LyBuilder(Builder):
    """Measures, parts and headers of jianpu-ly's input."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._base = ZERO
        self._ticks = 0
        self._room = _NEVER
        self._shift = 0
        self._kept: Fraction | None = None
        self._keep_length = False
        self._harmonics = False
        self._octaves_after: bool | None = None
        self._blocks: list[Block] = []
        self._tuplet: tuple[int, int] | None = None
        self._tuplet_first = 0
        self._tuplet_start = 0
        self._movements = 1
        self._part = 0
        self._words: KnownWords | None = None
        self.restate()
        self._filled = ZERO

    def restate(self) -> None:
        """Look words up in the table of the key, where they mean what they mean alone; in none where they do not."""
        self._words = None
        if not (self._keep_length or self._harmonics or self._shift or self._tuplet):
            self._words = _known_words(self.scale, self._octaves_after)
            if len(self._words) > _MOST_KNOWN:
                self._words.clear()

    def use_key(self, key: Key) -> None:
        """Count degrees in ``key`` from here on."""
        super().use_key(key)
        self.restate()

    # Measures.

    @property
    def _filled(self) -> Fraction:
        """How much of the measure is full; kept in ticks, which most lengths are a whole number of."""
        return self._base + Fraction(self._ticks, TICKS)

    @_filled.setter
    def _filled(self, value: Fraction) -> None:
        size = self.meter.duration
        self._base, self._ticks = value, 0
        self._room = ceil((size - value) * TICKS) if size else _NEVER

    def _wrap(self) -> None:
        if self._ticks >= self._room and self._tuplet is None:
            self._end_measure()
            self._filled = ZERO

    def _end_measure(self) -> None:
        if self.measure.right is None:
            self.measure.right = Barline("single", 0, Span(self.measure.end, self.measure.end))
        end = self.measure.end
        self.keep_measure()
        self.new_measure(end)

    def _split(self, at: int) -> None:
        """End the measure here, though it may not be full; what follows fills it up."""
        if self.measure.events:
            self._end_measure()
        else:
            self.measure.start = at

    # Headers, parts, and what is kept as written.

    def LY_KEY(self, text: str, start: int) -> None:
        """Key, such as ``1=Bb`` or ``6=F#``."""
        self.set_key(text, start)

    def LY_METER(self, text: str, start: int) -> None:
        """Meter, with the length of a pickup after a comma."""
        name, _, pickup = text.partition(",")
        if self._filled and parse_meter_name(name) is not None:
            self._split(start)
        self.set_meter(name, start)
        self._filled = ZERO
        if not pickup or not int(pickup.rstrip(".")):
            return
        length = dotted(Fraction(1, int(pickup.rstrip("."))), pickup.count("."))
        size = self.meter.duration or ZERO
        if length < size:
            self._filled = size - length
        else:
            self.fault("bad-meter", start, start + len(text), "a pickup as long as the measure", "4/4,8: an eighth")

    def LY_TEMPO(self, text: str, start: int) -> None:
        """Tempo, such as ``4=85`` or ``4.=60``."""
        beat, _, speed = text.partition("=")
        length = dotted(Fraction(1, int(beat.rstrip("."))), beat.count("."))
        self.set_tempo(f"{length.numerator}/{length.denominator}={speed}", start)

    def HEADER(self, text: str, start: int) -> None:
        """A line such as ``title=…``."""
        name, _, value = text.strip().partition("=")
        name, value = name.strip().lower(), value.strip()
        if name == "title" and self.title is None:
            self.title = value
        elif name == "composer" and self.composer is None:
            self.composer = value
        elif name == "instrument":
            self.parts[self._part].name = value
        else:
            self.fields.append((name, value))

    def LYRICS(self, text: str, start: int) -> None:
        """A line of lyrics, kept as written."""
        kind, _, words = text.strip().partition(":")
        self.fields.append((kind, words.strip()))

    def PART(self, text: str, start: int) -> None:
        """Another part, or another movement."""
        self._end_part(start)
        if text == "NextPart":
            self._part += 1
            if self._part == len(self.parts):
                self.parts.append(PartDraft())
        else:
            self._movements += 1
            self._part = 0
            if self._movements == 2:
                end = start + len(text)
                self.fault("several-scores", start, end, "another movement: read as one piece with the first")
        first = self.parts[0].measures
        if text == "NextPart" and first:
            self.meter = first[0].meter
            self.use_key(first[0].key)
            self._filled = ZERO
        self.new_measure(start + len(text))
        if text == "NextScore":
            self.measure.directions.append(Direction("part", text, 0, None, Span(start, start + len(text))))

    def keep_measure(self) -> None:
        """Put the measure that is being read into its part."""
        self.parts[self._part].measures.append(self.measure)

    @property
    def number(self) -> int:
        """Number of the measure that is being read."""
        return len(self.parts[self._part].measures) + 1

    def NAVIGATION(self, text: str, start: int) -> None:
        """Da capo and its kin."""
        self._direct("navigation", _SECTION[text], start, text)

    def LETTER(self, text: str, start: int) -> None:
        """A rehearsal letter."""
        self._direct("part", text.removeprefix("letter"), start, text)

    def SWITCH(self, text: str, start: int) -> None:
        """A word that changes how the rest is read or set."""
        if text == "KeepLength":
            self._keep_length = True
            self.restate()
        elif text in ("OctavesBefore", "OctavesAfter"):
            self._octaves_after = text == "OctavesAfter"
            self.restate()
        else:
            self._direct("directive", text, start, text)

    def _direct(self, kind: str, value: str, start: int, text: str) -> None:
        span = Span(start, start + len(text))
        self.measure.directions.append(Direction(kind, value, len(self.measure.events), None, span))

    def OCTAVE_SHIFT(self, text: str, start: int) -> None:
        """A change of the base octave."""
        self._shift += text.count(">") - text.count("<")
        self.restate()

    def HARMONICS(self, text: str, start: int) -> None:
        """Beginning or end of notes that are played as harmonics."""
        self._harmonics = text == "Harm:"
        self.restate()

    def SKIPPED(self, text: str, start: int) -> None:
        """LilyPond code, which the score has no place for."""
        message = "LilyPond code is not kept"
        self.fault("not-kept", start, start + len(text), message)

    # End.

    def _end_part(self, end: int) -> None:
        if self.measure.events:
            self._end_measure()
        measures = self.parts[self._part].measures
        if measures and measures[-1].right is not None and not measures[-1].right.repeat:
            measures[-1].right = replace(measures[-1].right, style="final")
        elif self.measure.directions and measures:
            measures[-1].directions.extend(self.measure.directions)
        self._filled, self._shift, self._kept, self._keep_length = ZERO, 0, None, False
        self.restate()

    def finish(self, end: int) -> None:
        """End the piece."""
        trailing = [] if self.measure.events else self.measure.directions
        self._end_part(end)
        measures = self.parts[self._part].measures
        if measures and trailing:
            measures[-1].directions += [replace(d, at=len(measures[-1].events)) for d in trailing]
        self.parts = [part for part in self.parts if part.measures] or self.parts[:1]
