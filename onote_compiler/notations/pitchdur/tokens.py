"""What one token of a pitch-duration text means; decoded once a text of it."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from onote_compiler.ir.pitch import Pitch, pitch
from onote_compiler.ir.time import dotted
from onote_compiler.notations.lexical import is_small, written_duration

ALTERATIONS = {"": 0, "♮": 0, "#": 1, "##": 2, "x": 2, "𝄪": 2, "b": -1, "bb": -2, "𝄫": -2}
LETTER_DURATIONS = {
    "w": Fraction(1), "h": Fraction(1, 2), "q": Fraction(1, 4),
    "e": Fraction(1, 8), "s": Fraction(1, 16), "t": Fraction(1, 32),
}  # fmt: skip
_PITCH = re.compile(r"([A-Ga-g])(##?|bb?|x|♮|𝄪|𝄫)?[ \t]?(-?\d{1,2})", re.ASCII)
_DURATION = re.compile(r"[(:\[-]\s*([^()\[\]]*)([)\]]?)")


class Token(NamedTuple):
    """A note, a chord of one token, or a rest (no pitches).

    Attributes:
        pitches: Its pitches, in written order.
        duration: In whole notes, or ``None``.
        written: Whether a duration is written, even one that means none.
        fault: What is wrong with how the duration is written.
        unclosed: Whether the parenthesis of the duration is not closed.
        tie: Whether a tie sign follows.
    """

    pitches: tuple[Pitch, ...]
    duration: Fraction | None
    written: bool
    fault: str | None = None
    unclosed: bool = False
    tie: bool = False


@lru_cache(maxsize=16384)
def decode_note(text: str) -> Token:
    """Return what a note such as ``Bb3(1/4)``, ``C4+E4(1/4)`` or ``G4(3/8)~`` means."""
    tie = text.endswith(("~", "_"))
    pitches = []
    duration: Fraction | None = None
    written, fault, unclosed = False, None, False
    at = 0
    while match := _PITCH.match(text, at):
        pitches.append(pitch(match[1].upper(), ALTERATIONS[match[2] or ""], int(match[3])))
        at = match.end()
        time = _DURATION.match(text.rstrip("~_ \t"), len(text[:at]) + _blanks(text, at))
        if time is not None:
            duration, fault = written_duration(time[1])
            written, unclosed = True, not time[2] and text[time.start()] in "(["
            at = time.end()
        if at < len(text) and text[at] in "+/&":
            at += 1
    return Token(tuple(pitches), duration, written, fault, unclosed, tie)


@lru_cache(maxsize=16384)
def plain_note(text: str) -> tuple[Pitch, Fraction, int] | None:
    """Return pitch, duration and length (without the blank behind it) of a note of format C.

    ``None`` for one whose pitch MIDI cannot say, or whose duration may not fit the time grid.
    """
    token = decode_note(text.rstrip())
    if token.duration is None or not token.pitches[0].in_range or not is_small(token.duration):
        return None
    return token.pitches[0], token.duration, len(text.rstrip())


@lru_cache(maxsize=4096)
def decode_lettered(text: str) -> Token:
    """Return what ``e.A2``, ``qC4+E4~`` or ``hR`` means: duration letter, dots, pitch."""
    body = text.rstrip("~")
    dots = len(body) - len(body[1:].lstrip(".")) - 1
    value = dotted(LETTER_DURATIONS[body[0]], dots)
    pitches = tuple(
        pitch(letter, ALTERATIONS[sign], int(octave)) for letter, sign, octave in _PITCH.findall(body[1 + dots :])
    )
    return Token(pitches, value, True, tie=text != body)


@lru_cache(maxsize=4096)
def decode_rest(text: str) -> Token:
    """Return what ``R(1/4)``, ``z`` or ``0(1/8)`` means."""
    return _timed(text)


@lru_cache(maxsize=4096)
def decode_close(text: str) -> Token:
    """Return the duration that stands behind a chord's closing bracket, as a token without pitches."""
    token = _timed(text[1:].rstrip("~"))
    return token._replace(tie=text.endswith("~"))


def _timed(text: str) -> Token:
    opening = text.find("(")
    if opening < 0:
        return Token((), None, False)
    duration, fault = written_duration(text[opening + 1 :].rstrip(")"))
    return Token((), duration, True, fault)


def _blanks(text: str, at: int) -> int:
    return len(text) - at - len(text[at:].lstrip(" \t"))
