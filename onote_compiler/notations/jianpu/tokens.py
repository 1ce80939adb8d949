"""What one token of numbered notation means; decoded once a text of it."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from onote_compiler.ir.events import ScaleDegree
from onote_compiler.ir.time import dotted
from onote_compiler.ir.time import duration as interned
from onote_compiler.notations.lexical import written_duration

QUARTER = interned(1, 4)
_UP = {"^": 1, "'": 1, "\u0307": 1, "\u0308": 2, "˙": 1, "<": 1}
_DOWN = {"_": 1, ",": 1, "\u0323": 1, "\u0324": 2}
_LINES = {"\u0331": 1, "\u0332": 1, "\u0333": 2}
_DOTS = ".·・•‧"
_PRINTED = frozenset([*"\u0307\u0308\u0323\u0324˙·・•‧", *_LINES])
_ACCIDENTALS = {"#": 1, "b": -1, "𝄪": 2, "𝄫": -2}
_NATURALS = "=n♮"
_LETTERS = {"c": 0, "q": 1, "s": 2, "d": 3, "h": 4, "\\": 1}
_WITHOUT_LENGTHS = str.maketrans("", "", "cqsdh.\\\\<>")
_OCTAVES = frozenset("',")
_DIGIT = re.compile("([0-9xX])")
_NOTE = re.compile(r"([^(]*?[0-9][^(~]*?)[ \t]*(?:\(([^()]*)(\)?))?(~?)")


class Fault(NamedTuple):
    """Something wrong with how a token is written."""

    name: str
    message: str
    hint: str


class Head(NamedTuple):
    """A digit with its marks.

    Attributes:
        degree: 1 to 7, 0 for a rest, ``None`` for a digit that is neither or a beat without pitch.
        written: Degree, accidental and octave marks as the score keeps them; ``None`` for a rest.
    """

    degree: int | None
    written: ScaleDegree | None


class Token(NamedTuple):
    """A note, a chord of one token, or a rest.

    Attributes:
        heads: Its digits.
        duration: The duration in parentheses, or the one that a letter names; ``None`` where there is none.
        timed: Whether a duration is written, even one that means none.
        length: What underlines and dots make of a beat, in whole notes.
        printed: Whether it has marks of the printed style (combining dots, underlines).
        unclosed: Whether the parenthesis of the duration is not closed.
        tie: Whether a tie sign follows.
        tremolo: Whether it is a tremolo.
        shift: Octaves by which the base octave changes from here on.
        faults: What is wrong with it.
    """

    heads: tuple[Head, ...]
    duration: Fraction | None = None
    timed: bool = False
    length: Fraction = QUARTER
    printed: bool = False
    unclosed: bool = False
    tie: bool = False
    tremolo: bool = False
    shift: int = 0
    faults: tuple[Fault, ...] = ()


NO_TOKEN = Token(())
"""The token of a sign that says nothing of its own."""


@lru_cache(maxsize=16384)
def decode_note(text: str) -> Token:
    """Return what ``^5(1/4)``, ``#4``, ``<<1>>(3/16)``, ``5·`` or ``6̲`` means."""
    match = _NOTE.fullmatch(text)
    assert match is not None, text
    marks, time, close, tie = match.groups()
    faults: list[Fault] = []
    head = _head(marks, faults)
    lines = sum(_LINES.get(sign, 0) for sign in marks)
    dots = len(marks) - len(marks.translate({ord(sign): None for sign in _DOTS}))
    length = _beat_of(lines, dots)
    duration = None
    if time is not None:
        duration, fault = written_duration(time)
        if fault and close:
            faults.append(Fault("bad-duration", fault, "write it as a fraction, such as (1/4)"))
        if duration is not None and dots:
            if not _is_dotted(duration, dots):  # 5.(3/8) says the same twice, 5.(1/4) is three eighths
                duration = dotted(duration, dots)
            hint = f"write the length as ({duration.numerator}/{duration.denominator})"
            faults.append(Fault("bad-duration", "a dot beside a duration in parentheses", hint))
    return Token(
        (head,), duration, time is not None, length, not _PRINTED.isdisjoint(marks),
        time is not None and not close, bool(tie), faults=tuple(faults),
    )  # fmt: skip


def _is_dotted(duration: Fraction, dots: int) -> bool:
    """Whether a duration is that of a plain note with this number of dots: 3/8 with one, 7/16 with two."""
    plain = duration / dotted(Fraction(1), dots)
    return plain.numerator == 1 and plain.denominator & (plain.denominator - 1) == 0


@lru_cache(maxsize=4096)
def decode_joined(text: str) -> Token:
    """Return what a chord such as ``5+3+1(1/4)``, ``[1, 3, 5](1/2)`` or ``[1,3,5]`` means."""
    body, _, time = text.rstrip("~").rpartition("(")
    faults: list[Fault] = []
    heads = tuple(_head(part.strip(" \t"), faults) for part in re.split(r"[+&/,]", (body or time).strip(" \t()[]")))
    if not body:
        return Token(heads, tie=text.endswith("~"), faults=tuple(faults))
    duration, fault = written_duration(time.rstrip(")"))
    if fault:
        faults.append(Fault("bad-duration", fault, "write it as a fraction, such as (1/4)"))
    return Token(heads, duration, True, tie=text.endswith("~"), faults=tuple(faults))


@lru_cache(maxsize=1024)
def decode_close(text: str) -> Token:
    """Return the duration behind a closing bracket, or of a dash, as a token without digits."""
    _, opening, time = text.rstrip("~").partition("(")
    if not opening:
        return Token((), tie=text.endswith("~"))
    duration, fault = written_duration(time.rstrip(")"))
    faults = (Fault("bad-duration", fault, "write it as a fraction, such as (1/4)"),) if fault else ()
    return Token((), duration, True, tie=text.endswith("~"), faults=faults)


@lru_cache(maxsize=16384)
def decode_ly(text: str, octaves_after: bool | None = None) -> Token:
    r"""Return what a word of jianpu-ly means: ``q1.``, ``#4'``, ``,135``, ``8``, ``1\\``, ``x``, ``1///``, ``1///5``.

    Args:
        text: The word.
        octaves_after: Whether octave marks within a chord stand after their digit; ``None`` to tell from the chord.
    """
    body = text.replace("///", "", 1)
    shift = body.count(">") - body.count("<")
    faults: list[Fault] = []
    lines = sum(_LETTERS.get(sign, 0) for sign in body)
    timed = any(sign in _LETTERS for sign in body)
    letters = sum(sign in "cqsdh" for sign in body) + ("\\" in body)
    if lines > max(_LETTERS.values()) or letters > 1:
        faults.append(Fault("bad-duration", "no such note length", "s1 is a sixteenth, d1 a 32nd, h1 a 64th"))
        lines = min(lines, max(_LETTERS.values()))
    pitched = body.translate(_WITHOUT_LENGTHS)
    heads = tuple(_ly_head(part, faults) for part in _chord_parts(pitched, octaves_after, faults))
    length = _beat_of(lines, min(body.count("."), 3))
    return Token(heads, None, timed, length, tremolo=len(body) < len(text), shift=shift, faults=tuple(faults))


@lru_cache(maxsize=256)
def decode_dash(text: str) -> Token:
    """Return what a dash of jianpu-ly adds: a beat, or what ``q-``, ``s-`` or ``-\\`` says."""
    lines = sum(_LETTERS.get(sign, 0) for sign in text)
    timed = any(sign in _LETTERS for sign in text)
    return Token((), None, timed, _beat_of(lines, text.count(".") if len(text) > 1 else 0))


@lru_cache(maxsize=1024)
def decode_grace(text: str, octaves_after: bool | None = None) -> tuple[Token, ...]:
    """Return the notes of ``g[#45]``, ``['1]g``, ``g[1&3&5]`` or ``g[d4d5s6]``; without a letter one is a sixteenth."""
    tokens: list[Token] = []
    faults: list[Fault] = []
    parts = _chord_parts(text[text.index("[") + 1 : text.index("]")], octaves_after, faults)
    for place, part in enumerate(parts):
        if place:
            faults = []
        head = _ly_head(part, faults)
        if "&" in part and tokens:
            chord = tokens[-1]
            tokens[-1] = chord._replace(heads=(*chord.heads, head), faults=(*chord.faults, *faults))
            continue
        lines = next((_LETTERS[sign] for sign in part if sign in _LETTERS), _LETTERS["s"])
        tokens.append(Token((head,), None, True, _beat_of(lines, 0), faults=tuple(faults)))
    return tuple(tokens)


def _ly_head(marks: str, faults: list[Fault]) -> Head:
    """Return a digit of jianpu-ly's language, where 8 and 9 are 1 and 2 an octave up."""
    return _head(marks.replace("8", "'1").replace("9", "'2"), faults)


def _beat_of(lines: int, dots: int) -> Fraction:
    """Return the interned length of a beat with ``lines`` under it and ``dots`` behind it."""
    length = dotted(QUARTER / 2**lines, dots)
    return interned(length.numerator, length.denominator)


def _chord_parts(body: str, octaves_after: bool | None, faults: list[Fault]) -> list[str]:
    """Cut a chord into digits with their marks, as jianpu-ly does.

    Marks behind the last digit are its own, and so on to the left as long as each digit has marks behind it; then, from
    the left, octave marks before a digit are its own. Octave marks in what is left over could belong to either side:
    they stand before their digit unless ``octaves_after``; where that is not said, they are a fault.
    """
    pieces = _DIGIT.split(body)
    digits, before = pieces[1::2], pieces[::2]
    after = [""] * len(digits)
    last = len(digits)
    while last and before[last]:
        after[last - 1], before[last] = before[last], ""
        last -= 1
    first = 0
    while first < last and not _OCTAVES.isdisjoint(before[first]):
        first += 1
    for index in range(first + 1, last):
        if _OCTAVES.isdisjoint(before[index]):
            continue
        if octaves_after:
            after[index - 1] += "".join(sign for sign in before[index] if sign in _OCTAVES)
            before[index] = "".join(sign for sign in before[index] if sign not in _OCTAVES)
        elif octaves_after is None:
            hint = "write OctavesBefore or OctavesAfter above the notes, or the marks before the first digit"
            faults.append(Fault("bad-octave", "an octave mark between two digits could belong to either", hint))
    return [front + digit + behind for front, digit, behind in zip(before, digits, after, strict=False)]


def _head(marks: str, faults: list[Fault]) -> Head:
    digit = next((sign for sign in marks if sign.isdigit() or sign == "x"), "x")
    up = sum(_UP.get(sign, 0) for sign in marks)
    down = sum(_DOWN.get(sign, 0) for sign in marks)
    if up and down:
        hint = "write octave marks of one direction"
        faults.append(Fault("conflicting-octave", "octave marks that contradict each other", hint))
    if marks.count("<") != marks.count(">"):
        faults.append(Fault("bad-octave", "angle brackets that do not pair", "an octave up is <5>, two are <<5>>"))
    if digit == "x":
        return Head(None, None)
    if digit in "89":
        faults.append(Fault("bad-token", f"{digit} is no degree", "degrees are 1 to 7; 8 is written ^1"))
        return Head(None, None)
    alter = _alter(marks, faults)
    if digit == "0":
        if up or down or alter is not None:
            faults.append(Fault("bad-octave", "a rest has no octave and no accidental", "write 0 alone"))
        return Head(0, None)
    return Head(int(digit), ScaleDegree(int(digit), alter, up - down))


def _alter(marks: str, faults: list[Fault]) -> int | None:
    signs = [_ACCIDENTALS[sign] for sign in marks if sign in _ACCIDENTALS]
    natural = any(sign in _NATURALS for sign in marks)
    if signs and (natural or min(signs) < 0 < max(signs)):
        faults.append(Fault("conflicting-accidental", "accidentals that contradict each other", "keep one of them"))
    if abs(sum(signs)) > 2:
        faults.append(Fault("conflicting-accidental", "more than two accidentals", "keep one or two of them"))
    return sum(signs) if signs else 0 if natural else None
