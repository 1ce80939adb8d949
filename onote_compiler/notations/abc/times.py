"""The values of fields about time: meter, unit length, tempo (2.1 section 3); and what is wrong with a value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from onote_compiler.errors import GrammarError
from onote_compiler.ir.meter import FREE_METER, Meter, Tempo
from onote_compiler.notations.abc.tokens import length_of
from onote_compiler.parsing.driver import machine

GRAMMAR = "abc_fields"
_QUARTER = Fraction(1, 4)
_UNITS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a value: diagnostic name, range within the value, message, hint."""

    name: str
    start: int
    end: int
    message: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class MeterField:
    """An ``M:`` field; ``meter`` is ``None`` where it cannot be read at all."""

    meter: Meter | None
    faults: tuple[Fault, ...] = ()


class _MeterHandlers:
    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.value: Meter | None = None
        self.odd = False

    def NUMBER(self, text: str, start: int) -> None:
        self.numbers.append(int(text))

    def ratio(self) -> None:
        *beats, unit = self.numbers
        if unit in _UNITS and all(beats):
            self.value = Meter(tuple(beats), unit)

    def COMMON(self, text: str, start: int) -> None:
        self.value = Meter((4,), 4, "C")

    def CUT(self, text: str, start: int) -> None:
        self.value = Meter((2,), 2, "C|")

    def NO_METER(self, text: str, start: int) -> None:
        self.value = FREE_METER

    def FREE_METER(self, text: str, start: int) -> None:
        self.value, self.odd = FREE_METER, True

    def COMMON_WORDS(self, text: str, start: int) -> None:
        self.value, self.odd = Meter((4,), 4, "C"), True

    def CUT_WORDS(self, text: str, start: int) -> None:
        self.value, self.odd = Meter((2,), 2, "C|"), True


@lru_cache(maxsize=1024)
def parse_meter(value: str) -> MeterField:
    """Return what an ``M:`` value means; an empty one is free meter. Others that cannot be read are ``bad-meter``."""
    text = value.strip()
    if not text:
        return MeterField(FREE_METER)
    found = _MeterHandlers()
    try:
        machine(GRAMMAR, _MeterHandlers, "meter").run(text, found)
    except GrammarError:
        found.value = None
    if found.value is not None and not found.odd:
        return MeterField(found.value)
    start = len(value) - len(value.lstrip())
    hint = f"write M:{found.value}" if found.value is not None else "write it as M:3/4, M:6/8, M:C or M:none"
    return MeterField(found.value, (Fault("bad-meter", start, start + len(text), f"{text!r} is no meter", hint),))


class _UnitHandlers:
    def __init__(self) -> None:
        self.numbers: list[int] = []

    def NUMBER(self, text: str, start: int) -> None:
        self.numbers.append(int(text))


@lru_cache(maxsize=256)
def parse_unit(value: str) -> tuple[Fraction | None, tuple[Fault, ...]]:
    """Return the unit length an ``L:`` value gives, ``None`` where it cannot be read, and what is wrong with it."""
    text = value.strip()
    found = _UnitHandlers()
    try:
        machine(GRAMMAR, _UnitHandlers, "unit").run(text, found)
    except GrammarError:
        found.numbers = []
    unit = Fraction(*found.numbers) if found.numbers and all(found.numbers) else None
    hint = "write L:1/8, L:1/16 or L:1/4"
    if len(found.numbers) == 1 and unit != 1:
        unit = Fraction(1, found.numbers[0]) if unit in _UNITS else None
        hint = hint if unit is None else f"write L:{unit}"
    elif unit is not None and unit.denominator in _UNITS:
        return unit, ()
    start = len(value) - len(value.lstrip())
    return unit, (Fault("bad-unit-length", start, start + max(1, len(text)), f"{text!r} is no note length", hint),)


class _TempoHandlers:
    def __init__(self) -> None:
        self.texts: list[str] = []
        self.beat: Fraction | None = None
        self.multiple: Fraction | None = None
        self.speed: Fraction | None = None
        self.valid = True
        self.words = False

    def QUOTED(self, text: str, start: int) -> None:
        self.valid = self.valid and text.count('"') == 2
        self.texts.append(text.strip('"'))

    def FRACTION(self, text: str, start: int) -> None:
        above, _, below = text.partition("/")
        if not int(above) or not int(below):
            self.valid = False
        else:
            self.beat = (self.beat or Fraction(0)) + Fraction(int(above), int(below))

    def UNIT_MULTIPLE(self, text: str, start: int) -> None:
        self.multiple = length_of(text[1:])

    def SPEED(self, text: str, start: int) -> None:
        self.speed = Fraction(text.lower().removesuffix("bpm").strip())
        self.words = text[-1] in "mM"


@lru_cache(maxsize=1024)
def parse_tempo(value: str, unit: Fraction) -> tuple[Tempo, tuple[Fault, ...]]:
    """Return the tempo a ``Q:`` value gives; a bare number counts unit lengths, and so does ``C``.

    ``bpm`` behind it is ``bad-tempo``; a number with it counts quarter notes, as who writes it means.
    """
    found = _TempoHandlers()
    text = value.strip()
    try:
        machine(GRAMMAR, _TempoHandlers, "tempo").run(text, found)
    except GrammarError:
        found.valid = False
    written = " ".join(found.texts) or None
    if not found.valid or found.speed == 0:
        start = len(value) - len(value.lstrip())
        fault = Fault("bad-tempo", start, start + max(1, len(text)), f"{text!r} is no tempo", "write Q:1/4=120")
        return Tempo(text=written or text), (fault,)
    beat = found.beat
    if found.speed is not None and beat is None:
        beat = _QUARTER if found.words and found.multiple is None else unit * (found.multiple or 1)
    tempo = Tempo(beat, found.speed, written)
    if found.words:
        start = len(value) - len(value.lstrip())
        return tempo, (Fault("bad-tempo", start, start + len(text), "ABC writes a tempo without bpm",
                             f"write Q:{tempo_text(tempo)}"),)  # fmt: skip
    return tempo, ()


def tempo_text(tempo: Tempo) -> str:
    """Return the ``Q:`` value of a tempo; empty where it says nothing."""
    words = f'"{tempo.text}"' if tempo.text else ""
    speed = ""
    if tempo.bpm is not None:
        number = str(tempo.bpm) if tempo.bpm.denominator == 1 else f"{float(tempo.bpm):g}"
        beat = tempo.beat or _QUARTER
        speed = f"{beat.numerator}/{beat.denominator}={number}"
    return " ".join(part for part in (words, speed) if part)
