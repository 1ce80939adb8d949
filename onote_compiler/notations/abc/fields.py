"""The values of information fields: key, meter, unit length, tempo, voice, parts (2.1 section 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from onote_compiler.errors import GrammarError
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import FREE_METER, Meter, Tempo
from onote_compiler.notations.abc.properties import property_text
from onote_compiler.notations.abc.tokens import length_of
from onote_compiler.parsing.driver import machine
from onote_compiler.theory.keys import mode_name

GRAMMAR = "abc_fields"
_QUARTER = Fraction(1, 4)
_UNITS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
_ALTER = {"": 0, "#": 1, "♯": 1, "sharp": 1, "b": -1, "♭": -1, "flat": -1}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a value: diagnostic name, range within the value, message, hint."""

    name: str
    start: int
    end: int
    message: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class KeyField:
    """A ``K:`` field; ``key`` is ``None`` where it only sets a clef or other properties."""

    key: Key | None
    properties: tuple[tuple[str, str], ...] = ()
    faults: tuple[Fault, ...] = ()


class _KeyHandlers:
    def __init__(self) -> None:
        self.tonic: str | None = None
        self.alter = 0
        self.mode = "major"
        self.bare: str | None = None  # `none` or the mode of pipes: a key without a tonic
        self.accidentals: list[tuple[str, int | Fraction]] = []
        self.properties: list[tuple[str, str]] = []
        self.name: list[str] = []
        self.junk: list[tuple[int, str]] = []
        self.hint: str | None = None

    def GAP(self, text: str, start: int) -> None:
        self.name.append(" ")

    def TONIC(self, text: str, start: int) -> None:
        if self.tonic is not None or self.bare is not None:
            self.junk.append((start, text))
            return
        self.tonic, self.alter = text[0].upper(), _ALTER[text[1:].lstrip(" \t-").lower()]
        self.name.append(text)
        if text[1:] not in ("", "#", "b"):
            self.junk.append((start, text))
            self.hint = f"write {text[0]}{'#' if self.alter > 0 else 'b'}: sharps are # and flats b"

    def SMALL_TONIC(self, text: str, start: int) -> None:
        self.junk.append((start, text))
        if self.tonic is None and self.bare is None:
            self.tonic, self.alter = text[0].upper(), _ALTER[text[1:]]
            self.hint = "a tonic is a capital letter"
            self.name.append(text)

    def GERMAN_TONIC(self, text: str, start: int) -> None:
        self.tonic, self.alter = {"H": ("B", 0), "Es": ("E", -1), "As": ("A", -1)}[text]
        self.junk.append((start, text))
        self.hint = f"German {text} is written {self.tonic}{'b' if self.alter else ''}"
        self.name.append(text)

    def NO_KEY(self, text: str, start: int) -> None:
        self.bare = "none"
        self.name.append(text)

    def PIPES(self, text: str, start: int) -> None:
        self.bare = "highland"
        if text == "Hp":
            self.accidentals += [("F", 1), ("C", 1), ("G", 0)]
        self.name.append(text)

    def MODE(self, text: str, start: int) -> None:
        if self.tonic is None:
            self.junk.append((start, text))
            return
        self.mode = mode_name(text) or "major"
        self.name.append(text)

    def EXPLICIT(self, text: str, start: int) -> None:
        self.mode = "explicit"
        self.name.append(text)

    def KEY_ACCIDENTAL(self, text: str, start: int) -> None:
        sign = text[0]
        size = Fraction(2) if text[1] == sign else length_of(text[1:-1]) or Fraction(1)
        alter: int | Fraction = size * {"^": 1, "_": -1, "=": 0}[sign]
        self.accidentals.append((text[-1].upper(), int(alter) if alter.denominator == 1 else alter))
        self.name.append(text)

    def PROPERTY(self, text: str, start: int) -> None:
        self.properties.append(_property(text))

    def CLEF(self, text: str, start: int) -> None:
        self.properties.append(("clef", text))

    def JUNK(self, text: str, start: int) -> None:
        self.junk.append((start, text))


@lru_cache(maxsize=4096)
def parse_key(value: str) -> KeyField:
    """Return what a ``K:`` value means. What cannot be read is reported as ``bad-key``; C major is the last resort."""
    found = _KeyHandlers()
    machine(GRAMMAR, _KeyHandlers, "key").run(value, found)
    name: str | None = " ".join("".join(found.name).split())
    faults: tuple[Fault, ...] = ()
    if found.junk:
        start = found.junk[0][0]
        end = found.junk[-1][0] + len(found.junk[-1][1])
        faults = (Fault("bad-key", start, end, f"{value.strip()!r} is no key as ABC writes it",
                        found.hint or "write the tonic and the mode: K:D, K:Bb, K:F#m, K:Edor"),)  # fmt: skip
        name = None
    properties = tuple(found.properties)
    if found.bare is not None:
        return KeyField(Key(None, 0, found.bare, tuple(found.accidentals), name), properties, faults)
    if found.tonic is None:
        if properties and not found.junk and not found.accidentals:
            return KeyField(None, properties)
        if faults:
            return KeyField(Key(name="C"), properties, faults)
        mode = "explicit" if found.mode == "explicit" else "none"
        return KeyField(Key(None, 0, mode, tuple(found.accidentals), name), properties)
    key = Key(found.tonic, found.alter, found.mode, tuple(found.accidentals), name)
    if name is None:
        key = replace(key, name=key_text(key))
    if abs(key.fifths) > 7:
        faults += (Fault("bad-key", 0, len(value), f"{name} needs {abs(key.fifths)} accidentals; seven is the most",
                         "write the enharmonic key"),)  # fmt: skip
    return KeyField(key, properties, faults)


_MODES = {
    "major": "", "minor": "m", "ionian": "ion", "mixolydian": "mix", "dorian": "dor", "aeolian": "aeo",
    "phrygian": "phr", "locrian": "loc", "lydian": "lyd", "explicit": " exp",
}  # fmt: skip


def key_text(key: Key) -> str:
    """Return the ``K:`` value of a key that another notation named."""
    if key.mode == "highland":
        return "Hp" if key.accidentals else "HP"
    accidentals = "".join(f" {accidental_text(alter)}{step.lower()}" for step, alter in key.accidentals)
    if key.tonic is None:
        return ("exp" if key.mode == "explicit" else "none") + accidentals
    sign = "#" * key.alter if key.alter > 0 else "b" * -key.alter
    return f"{key.tonic}{sign}{_MODES[key.mode]}{accidentals}"


def key_value(field: KeyField) -> str:
    """Return the ``K:`` value of a field that was mended."""
    name = (field.key.name or key_text(field.key)) if field.key is not None else "C"
    return " ".join([name, *(property_text(*p) for p in field.properties)])


def accidental_text(alter: int | Fraction) -> str:
    """Return the sign of an alteration: ``^``, ``__``, ``=``, ``^3/4``."""
    sign = "^" if alter > 0 else "_" if alter < 0 else "="
    size = abs(alter)
    if size in (0, 1):
        return sign
    if size == 2:
        return sign * 2
    return f"{sign}{size}"


@dataclass(frozen=True, slots=True)
class VoiceField:
    """A ``V:`` field: identifier and properties in written order; a word without ``=`` is a property without value."""

    name: str
    properties: tuple[tuple[str, str], ...] = ()
    faults: tuple[Fault, ...] = ()


class _VoiceHandlers:
    def __init__(self) -> None:
        self.name: str | None = None
        self.open: list[tuple[int, int]] = []
        self.properties: list[tuple[str, str]] = []

    def WORD(self, text: str, start: int) -> None:
        if self.name is None:
            self.name = text
        elif parse_key(text).properties and parse_key(text).key is None:
            self.properties.append(("clef", text))
        else:
            self.properties.append((text, ""))

    def PROPERTY(self, text: str, start: int) -> None:
        self._look_for_end(text, start)
        self.properties.append(_property(text))

    def QUOTED(self, text: str, start: int) -> None:
        self._look_for_end(text, start)
        self.properties.append(("name", text.strip('"')))

    def _look_for_end(self, text: str, start: int) -> None:
        if text.count('"') == 1:
            self.open.append((start, start + len(text)))


@lru_cache(maxsize=1024)
def parse_voice(value: str) -> VoiceField:
    """Return what a ``V:`` value means. One without identifier is ``bad-voice`` and voice 1."""
    found = _VoiceHandlers()
    machine(GRAMMAR, _VoiceHandlers, "voice").run(value, found)
    faults = [
        Fault("bad-voice", start, end, 'this string has no second "', 'close it with "') for start, end in found.open
    ]
    if found.name is None:
        faults.append(Fault("bad-voice", 0, max(1, len(value)), "this voice has no identifier", "write V:1"))
    return VoiceField(found.name or "1", tuple(found.properties), tuple(faults))


def _property(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value.strip('"')


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


_LONGEST_ORDER = 4096


class _PartHandlers:
    def __init__(self) -> None:
        self.open: list[list[str]] = [[]]
        self.last: list[str] = []

    def PART_LETTER(self, text: str, start: int) -> None:
        self.last = [text]
        self.open[-1].append(text)

    def PART_COUNT(self, text: str, start: int) -> None:
        self.open[-1].extend(self.last * min(int(text) - 1, _LONGEST_ORDER // max(1, len(self.last))))
        self.last = []

    def PART_OPEN(self, text: str, start: int) -> None:
        self.open.append([])

    def group(self) -> None:
        self.last = self.open.pop()[:_LONGEST_ORDER]
        self.open[-1].extend(self.last)


@lru_cache(maxsize=256)
def parse_parts(value: str) -> tuple[str, ...]:
    """Return the labels that ``A3(BC)2.D`` lists in playing order; empty where the value is no such list."""
    found = _PartHandlers()
    try:
        machine(GRAMMAR, _PartHandlers, "parts").run(value, found)
    except GrammarError:
        return ()
    return tuple(found.open[0][:_LONGEST_ORDER])
