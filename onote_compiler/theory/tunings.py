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
    "half-step-down": "eb d# eb-standard d#-standard half-step 1-2-step-down down-half-step down-a-half-step "
    "down-1-2-step half-a-step-down down-half-a-step a-half-step-down one-half-step-down down-1-2 semitone-down",
    "whole-step-down": "d-standard whole-step full-step-down 1-step-down down-1-step one-step-down down-one-step "
    "down-a-whole-step a-whole-step-down down-whole-step one-whole-step-down down-a-full-step tone-down",
    "two-steps-down": "c-standard two-whole-steps-down 2-steps-down down-2-steps",
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
    ("tuning", "tune", "tuned", "guitar", "guitars", "in", "to", "is", "the", "all", "strings", "your")
)
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
    words = _SEPARATORS.sub("-", text.lower().replace("♯", "#").replace("♭", "b")).strip("-")
    for name in (words, *_shortened(words)):
        name = _ALIASES.get(name, name)
        if name in NAMED:
            return NAMED[name]
    return _listed(text)


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
    return from_labels(labels[::-1])
