"""Tunings: open strings by name, by list of notes, and by the labels of a tab's rows.

Strings are listed from string 1, the highest on the page, as MIDI numbers (C4 = 60).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from onote_compiler.ir.pitch import SEMITONES, SHARP_NAMES
from onote_compiler.ir.score import Tuning

STANDARD = Tuning((64, 59, 55, 50, 45, 40), "standard")
BASS = Tuning((43, 38, 33, 28), "bass")
BASS_5 = Tuning((43, 38, 33, 28, 23), "bass-5")
BASS_6 = Tuning((48, 43, 38, 33, 28, 23), "bass-6")
SEVEN_STRING = Tuning((64, 59, 55, 50, 45, 40, 35), "7-string")
EIGHT_STRING = Tuning((64, 59, 55, 50, 45, 40, 35, 30), "8-string")
UKULELE = Tuning((69, 64, 60, 67), "ukulele")
BANJO = Tuning((62, 59, 55, 50, 67), "banjo")

NAMED: dict[str, Tuning] = {
    t.name: t
    for t in (
        STANDARD, BASS, BASS_5, BASS_6, SEVEN_STRING, EIGHT_STRING, UKULELE, BANJO,
        Tuning((64, 59, 55, 50, 45, 38), "drop-d"),
        Tuning((63, 58, 54, 49, 44, 37), "drop-c#"),
        Tuning((62, 57, 53, 48, 43, 36), "drop-c"),
        Tuning((61, 56, 52, 47, 42, 35), "drop-b"),
        Tuning((60, 55, 51, 46, 41, 34), "drop-a#"),
        Tuning((62, 59, 55, 50, 45, 38), "double-drop-d"),
        Tuning((63, 58, 54, 49, 44, 39), "half-step-down"),
        Tuning((62, 57, 53, 48, 43, 38), "whole-step-down"),
        Tuning((60, 55, 51, 46, 41, 36), "two-steps-down"),
        Tuning((62, 57, 55, 50, 45, 38), "dadgad"),
        Tuning((62, 59, 55, 50, 43, 38), "open-g"),
        Tuning((62, 57, 54, 50, 45, 38), "open-d"),
        Tuning((64, 59, 56, 52, 47, 40), "open-e"),
        Tuning((64, 61, 57, 52, 45, 40), "open-a"),
        Tuning((64, 60, 55, 48, 43, 36), "open-c"),
        Tuning((62, 57, 53, 50, 45, 38), "open-dm"),
        Tuning((76, 69, 62, 55), "mandolin"),
    )
    if t.name is not None
}  # fmt: skip
"""Every tuning with a name."""

_OTHER_NAMES = {
    "standard": "eadgbe e-standard normal regular guitar standard-guitar",
    "drop-d": "dropped-d dropd",
    "drop-c": "dropped-c dropc",
    "drop-c#": "drop-db dropped-c#",
    "drop-a#": "drop-bb",
    "half-step-down": "eb d# half-step",
    "whole-step-down": "whole-step",
    "two-steps-down": "two-whole-steps-down",
    "7-string": "seven-string 7-string-guitar",
    "8-string": "eight-string 8-string-guitar",
    "bass": "bass-guitar 4-string-bass bass-standard standard-bass",
    "bass-5": "5-string-bass five-string-bass",
    "bass-6": "6-string-bass six-string-bass",
    "ukulele": "uke",
}
_ALIASES = {other: name for name, others in _OTHER_NAMES.items() for other in others.split()}
_LONGEST_NAME = 120
_BY_COUNT = {4: BASS, 5: BASS_5, 6: STANDARD, 7: SEVEN_STRING, 8: EIGHT_STRING}
_NOTE = re.compile(r"([A-Ha-h])(##?|bb?|♯|♭|is|es)?(-?[0-9])?")
_NOTE_LIST = re.compile(r"(?:[A-Ga-g](?:#|b|♯|♭)?-?[0-9]?[\s,\-/|]*){4,12}")
_ACCIDENTAL = {None: 0, "#": 1, "##": 2, "♯": 1, "is": 1, "b": -1, "bb": -2, "♭": -1, "es": -1}
_FILLERS = frozenset(
    ("tuning", "tune", "tuned", "detuned", "guitar", "guitars", "in", "to", "is", "the", "all", "strings", "your")
)
# Words of "one whole step down": what is counted, how many, and which way.
_WHOLE_STEPS = frozenset(("step", "steps", "tone", "tones"))
_STEPS = _WHOLE_STEPS | {"semitone", "semitones", "halfstep", "halftone"}
_AMOUNTS = {"half": 0, "whole": 0, "full": 0, "one": 1, "1": 1, "two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4}
_UP = frozenset(("up", "higher", "raised"))
_DIRECTIONS = _UP | {"down", "lower", "lowered", "low", "a", "an", "and", "by", "below", "from", "flat"}
_SIGNS = {"flat": "b", "sharp": "#"}
_CAPO_FILLERS = frozenset(("on", "at", "in", "the", "fret", "to", "is", "a", "your", "position"))
_NUMBER_WORDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
    "one two three four five six seven eight nine ten eleven twelve",
    "i ii iii iv v vi vii viii ix x xi xii",
)
_KINDS = frozenset(("standard", "drop", "dropped"))
# How many semitones below the guitar's a standard tuning may lie; from there on it lies above it.
_LOWEST_STANDARD = 8
_SEPARATORS = re.compile(r"[^a-z0-9#]+")


def string_name(midi: int) -> str:
    """Return the letter and accidental of an open string, without its octave."""
    return SHARP_NAMES[midi % 12]


@lru_cache(maxsize=512)
def parse_string_name(label: str) -> tuple[int, int | None] | None:
    """Return pitch class (0-11) and octave, if written, of a string's label such as ``e``, ``Bb``, ``F#``, ``E4``.

    German ``H`` is B. ``None`` where the label is no note name.
    """
    match = _NOTE.fullmatch(label)
    if match is None:
        return None
    letter = "B" if match[1] in "Hh" else match[1].upper()
    octave = int(match[3]) if match[3] else None
    return (SEMITONES[letter] + _ACCIDENTAL[match[2]]) % 12, octave


def nearest_octave(pitch_class: int, near: int) -> int:
    """Return the MIDI number of a pitch class that lies nearest to ``near``, the lower of two."""
    return near - 6 + (pitch_class - (near - 6)) % 12


def default_tuning(strings: int) -> Tuning:
    """Return the usual tuning of an instrument with that many strings; the guitar's, cut or lengthened by fourths."""
    if strings in _BY_COUNT:
        return _BY_COUNT[strings]
    open_strings = list(EIGHT_STRING.strings)
    while len(open_strings) < strings:
        open_strings.append(open_strings[-1] - 5)
    return Tuning(tuple(open_strings[:strings]), f"{strings}-string")


def from_labels(labels: Sequence[str]) -> Tuning | None:
    """Return the tuning that the labels of a tab's rows spell, from the top row down.

    Octaves are those nearest to the usual tuning of as many strings, unless the labels write them.
    ``None`` where a label is no note name.
    """
    names = [parse_string_name(label) for label in labels]
    if not names or any(name is None for name in names):
        return None
    known = [name for name in names if name is not None]
    classes = tuple(pitch_class for pitch_class, _ in known)
    for tuning in (*_BY_COUNT.values(), UKULELE, BANJO, BASS_6):
        if classes == _classes(tuning):
            return tuning
    near = default_tuning(len(known)).strings
    strings = tuple(_with_octave(name, place) for name, place in zip(known, near, strict=True))
    return _named(strings)


def _with_octave(name: tuple[int, int | None], near: int) -> int:
    """Return the string of a label; an octave that is far from the usual one is taken for a string's number."""
    pitch_class, octave = name
    guess = nearest_octave(pitch_class, near)
    if octave is not None:
        written = 12 * (octave + 1) + pitch_class
        if abs(written - near) <= 12:
            return written
    return guess


def _classes(tuning: Tuning) -> tuple[int, ...]:
    return tuple(midi % 12 for midi in tuning.strings)


def _named(strings: tuple[int, ...]) -> Tuning:
    name = next((name for name, tuning in NAMED.items() if tuning.strings == strings), None)
    return Tuning(strings, name)


@lru_cache(maxsize=256)
def parse_tuning(text: str) -> Tuning | None:
    """Return the tuning that a text names.

    Args:
        text: A name (``drop D``, ``half step down``, ``DADGAD``, ``open G``, ``ukulele``), or the open strings from
            the lowest up (``E A D G B E``, ``EADGBE``, ``D2 A2 D3 G3 B3 E4``).

    Returns:
        The tuning, or ``None`` where the text names none.
    """
    text = text.strip().strip(".!")
    if len(text) > _LONGEST_NAME:
        return None
    words = _words(text)
    after = text.rpartition(":")
    if after[1] and after[2].strip() and (named := parse_tuning(after[2])) is not None:
        return named
    return _by_name(words) or _lettered(words) or _stepped(words) or _listed(text)


def _words(text: str) -> str:
    """Return a text in small letters, its words joined by hyphens, signs for halves and flats written out."""
    text = text.lower().replace("1/2", " 1-half ").replace("½", " 1-half ").replace("♯", "#").replace("♭", "b")
    words = _SEPARATORS.sub("-", text).strip("-").split("-")
    for at in range(len(words) - 1, 0, -1):
        if words[at] in _SIGNS and len(words[at - 1]) == 1:  # e flat
            words[at - 1 : at + 1] = [words[at - 1] + _SIGNS[words[at]]]
    return "-".join(words)


def parse_capo(text: str) -> int | None:
    """Return the fret of a capo that a line speaks of: ``capo on the 2nd fret``, ``third fret capo``, ``Capo: IV``."""
    words = _SEPARATORS.sub(" ", text.lower()).split()
    if "capo" not in words or len(text) > _LONGEST_NAME:
        return None
    at = words.index("capo")
    behind = [word for word in words[at + 1 :] if word not in _CAPO_FILLERS]
    before = [word for word in words[:at] if word not in _CAPO_FILLERS]
    found = _fret(behind[0]) if behind else None
    return found if found is not None or not before else _fret(before[-1])


def _fret(word: str) -> int | None:
    """Return the number that ``2``, ``2nd``, ``second``, ``two`` or ``ii`` says."""
    digits = word.rstrip("ndsthr")
    if digits.isdecimal() and len(digits) <= 2:
        return int(digits)
    numbers = [line.split() for line in _NUMBER_WORDS]
    return next((words.index(word) + 1 for words in numbers if word in words), None)


def _by_name(words: str) -> Tuning | None:
    for name in (words, *_shortened(words)):
        name = _ALIASES.get(name, name)
        if name in NAMED:
            return NAMED[name]
    return None


def _lettered(words: str) -> Tuning | None:
    """Return the tuning of ``C# standard`` or ``drop A``: all strings moved alike until the lowest has that note."""
    kept = _shortened(words)[0].split("-")
    note = next((name for word in kept if word not in _KINDS and (name := parse_string_name(word))), None)
    if len(kept) != 2 or note is None or not _KINDS & set(kept):
        return None
    dropped = "standard" not in kept
    lowest = STANDARD.strings[-1] - (2 if dropped else 0)
    down = (lowest - note[0]) % 12
    return lowered(NAMED["drop-d"] if dropped else STANDARD, down if down <= _LOWEST_STANDARD else down - 12)


def lowered(tuning: Tuning, semitones: int) -> Tuning:
    """Return a tuning with all strings that many semitones lower, under its own name where it has one."""
    return _named(tuple(midi - semitones for midi in tuning.strings))


def _stepped(words: str) -> Tuning | None:
    """Return the tuning of ``one whole step down``, ``drop D, half step down``, ``up two semitones``."""
    kept = words.split("-")
    if not _STEPS & set(kept):
        return None
    rest = [w for w in kept if w not in _STEPS | _AMOUNTS.keys() | _DIRECTIONS | _FILLERS]
    base = STANDARD if not rest else _by_name("-".join(rest)) or _lettered("-".join(rest))
    semitones = _semitones(kept)
    if base is None or semitones > max(base.strings):
        return None
    return lowered(base, -semitones if _UP & set(kept) else semitones)


def _semitones(words: list[str]) -> int:
    """Return how far ``one and a half steps``, ``a half step``, ``2 1-half steps`` or ``3 semitones`` go."""
    counts = [_AMOUNTS[word] for word in words if _AMOUNTS.get(word)]
    if not _WHOLE_STEPS & set(words):
        return counts[0] if counts else 1
    if "half" not in words:
        return 2 * (counts[0] if counts else 1)
    at = words.index("half")
    sign = at > 0 and words[at - 1] == "1"  # 1/2, and not the word
    counts = counts[:-1] if sign else counts
    if counts and (sign or "and" in words):
        return 2 * counts[0] + 1
    return counts[0] if counts else 1


def _shortened(words: str) -> tuple[str, str]:
    """Return a name without the words that only surround it, steps also as one step."""
    kept = "-".join(word for word in words.split("-") if word not in _FILLERS)
    return kept, kept.replace("steps", "step")


def _listed(text: str) -> Tuning | None:
    """Return a tuning written as its open strings, lowest first."""
    if _NOTE_LIST.fullmatch(text) is None:
        found = _NOTE_LIST.search(text)
        if found is None or len(_NOTE.findall(found[0])) < 4:
            return None
        text = found[0]
    labels = [f"{m[1]}{m[2] or ''}{m[3] or ''}" for m in _NOTE.finditer(text.replace("-", " "))]
    upward, downward = from_labels(labels[::-1]), from_labels(labels)
    named = upward is not None and upward.name is not None
    return downward if not named and downward is not None and downward.name is not None else upward
