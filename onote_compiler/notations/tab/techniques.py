"""The signs of tablature for how a note is played, and the names of what they mean."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

REPEAT_SIGNS = frozenset("*•:oO")
"""Signs that, next to a bar line, are the dots of a repeat."""

SILENT = frozenset(")>].")
"""Brackets that close, and the point that some write for a dash."""

DEAD = frozenset("xX")
"""A string struck without a pitch."""

TO_NEXT = {
    "h": "hammer-on", "H": "hammer-on", "p": "pull-off", "P": "pull-off", "/": "slide-up", "\\": "slide-down",
    "s": "slide", "S": "slide", "t": "tap", "T": "tap",
}  # fmt: skip
"""Signs between two numbers that say how the second is reached; without a second they belong to the first."""

ON_PREVIOUS = {
    "~": "vibrato", "v": "vibrato", "V": "vibrato", "b": "bend", "B": "bend", "^": "bend", "r": "release",
    "R": "release", "+": "tap-harmonic", "'": "staccato", "´": "staccato", "`": "staccato", "’": "staccato",
    "*": "asterisk", "°": "harmonic", "º": "harmonic",
}  # fmt: skip
"""Signs behind a number."""

OPENING = {"(": "ghost", "<": "harmonic", "[": "harmonic"}
"""Brackets around a number."""

WORDS = {
    "tr": "trill", "TR": "trill", "pm": "palm-mute", "PM": "palm-mute", "P.M.": "palm-mute", "full": "bend",
    "sl.": "slide", "sl": "slide", "Sl": "slide", "gliss": "slide", "ho": "hammer-on", "po": "pull-off", "tp": "tap",
    "let": "let-ring", "ring": "let-ring", "mute": "mute", "rake": "rake", "trem": "tremolo", "vib": "vibrato",
    "w/bar": "whammy-bar", "bar": "whammy-bar", "dip": "whammy-bar", "dive": "whammy-bar",
    "slap": "slap", "pop": "pop", "hold": "hold",
    "harm.": "harmonic", "harm": "harmonic", "Harm": "harmonic", "N.H.": "harmonic", "NH": "harmonic",
    "A.H.": "artificial-harmonic", "AH": "artificial-harmonic", "P.H.": "pinch-harmonic", "PH": "pinch-harmonic",
}  # fmt: skip
"""Words behind a number, or before one that touches them."""

FRACTIONS = {"1/4": 1, "1/2": 2, "3/4": 3, "11/2": 6, "3/2": 6, "¼": 1, "½": 2, "¾": 3}
"""How far a bend goes, in quarter tones, where it is written in whole steps (``11/2`` is one and a half)."""

BEFORE = {"hammer-on": "h", "pull-off": "p", "slide-up": "/", "slide-down": "\\", "slide": "s", "tap": "t"}
"""How the writer spells what stands before a number."""

AROUND = {"ghost": "()", "harmonic": "<>"}
"""How it spells what stands around one."""

BEHIND = {
    "slide-up-out": "/", "slide-down-out": "\\", "slide-out": "s", "vibrato": "~", "bend": "b", "release": "r",
    "tap-harmonic": "+", "staccato": "'", "asterisk": "*", "trill": "tr", "palm-mute": "PM", "let-ring": "let",
    "mute": "mute", "rake": "rake", "tremolo": "trem", "whammy-bar": "w/bar", "slap": "slap", "pop": "pop",
    "hold": "hold", "artificial-harmonic": "A.H.", "pinch-harmonic": "P.H.",
}  # fmt: skip
"""How it spells what stands behind one."""

BEND_STEPS = {1: "1/4", 2: "1/2", 3: "3/4", 6: "3/2"}
"""How it spells quarter tones that a bend goes."""

_BY_LENGTH = sorted(WORDS, key=len, reverse=True)


class Sign(NamedTuple):
    """A sign of a token: its place there and its text; ``known`` is false where it means nothing."""

    at: int
    text: str
    known: bool


@lru_cache(maxsize=2048)
def split_signs(text: str) -> tuple[Sign, ...]:
    """Return the signs of a token: known words whole, everything else character by character.

    Neighbours that mean nothing are one sign.
    """
    found: list[Sign] = []
    at = 0
    while at < len(text):
        word = next((word for word in _BY_LENGTH if text.startswith(word, at)), text[at])
        if _known(word):
            found.append(Sign(at, word, True))
        elif found and not found[-1].known:
            found[-1] = Sign(found[-1].at, found[-1].text + word, False)
        else:
            found.append(Sign(at, word, False))
        at += len(word)
    return tuple(found)


def _known(sign: str) -> bool:
    return (
        sign in TO_NEXT or sign in ON_PREVIOUS or sign in OPENING or sign in SILENT or sign in DEAD or sign in WORDS
        or sign in REPEAT_SIGNS or sign in FRACTIONS
    )  # fmt: skip
