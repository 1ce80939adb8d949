"""The values of fields that name things: key, voice, parts (2.1 section 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from onote_compiler.errors import GrammarError
from onote_compiler.ir.key import Key
from onote_compiler.notations.abc.properties import property_text
from onote_compiler.notations.abc.times import GRAMMAR, Fault
from onote_compiler.notations.abc.tokens import length_of
from onote_compiler.parsing.driver import machine
from onote_compiler.theory.keys import mode_name

_ALTER = {"": 0, "#": 1, "♯": 1, "sharp": 1, "b": -1, "♭": -1, "flat": -1}


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
        self.moded = False
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
        self.tonic = "B" if text in "Hh" else text[0].upper()
        self.alter = 0 if len(text) == 1 else 1 if text.endswith("is") else -1
        self.junk.append((start, text))
        self.hint = f"German {text} is written {self.tonic}{' #b'[self.alter].strip()}"
        self.name.append(text)

    def GERMAN_MODE(self, text: str, start: int) -> None:
        word = text.lstrip(" \t-")
        self.mode = "minor" if word.lower() == "moll" else "major"
        self.junk.append((start + len(text) - len(word), word))
        self.name.append(text)
        tonic = f"{self.tonic}{' #b'[self.alter].strip()}" if self.tonic else "D"
        self.hint = f"write K:{tonic}{'m' if self.mode == 'minor' else ''}: ABC names modes in English"

    def NO_KEY(self, text: str, start: int) -> None:
        self.bare = "none"
        self.name.append(text)

    def PIPES(self, text: str, start: int) -> None:
        self.bare = "highland"
        if text == "Hp":
            self.accidentals += [("F", 1), ("C", 1), ("G", 0)]
        self.name.append(text)

    def MODE(self, text: str, start: int) -> None:
        if self.tonic is None or self.moded:
            self.junk.append((start, text))
            return
        self.mode, self.moded = mode_name(text) or "major", True
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
    if abs(key.fifths) > 7 and not faults:
        faults = (Fault("bad-key", 0, len(value), f"{name} needs {abs(key.fifths)} accidentals; seven is the most",
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
