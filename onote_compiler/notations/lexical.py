"""What the readers of numbered notation and pitch-duration share: written durations, folding, header lines."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import lcm

from onote_compiler.diagnostics import Report
from onote_compiler.ir.meter import Tempo
from onote_compiler.ir.time import dotted
from onote_compiler.ir.time import duration as interned

# Characters that mean an ASCII one, folded one to one so that offsets stay what they are.
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_FULL_WIDTH |= {0x3000: ord(" "), 0xFF5C: ord("|"), 0x3002: ord("."), 0x3001: ord(",")}
_UNICODE_BARS = dict.fromkeys(map(ord, "│┃∣︱丨¦"), ord("|"))
_ALIKE = {"#": "♯", "b": "♭", "^": "ˆ", " ": "\u00a0\u2009\u202f\u200b\u200c\u200d\u2060\ufeff", "'": "‘’′ʼ", '"': "“”"}
_SIGNS = {ord(sign): ord(meant) for meant, signs in _ALIKE.items() for sign in signs}
_FOLDED = {**_FULL_WIDTH, **_UNICODE_BARS, **_SIGNS}

_MAX_DIGITS = 40
_MAX_GRID_BITS = 16384
# A grid of all denominators up to this one is small (its size grows with the largest, not with how many there are).
_SMALL_DENOMINATOR = 1024
_FRACTION = re.compile(r"(\d+)[ \t]*/[ \t]*(\d+)", re.ASCII)
_OTHER_SLASH = re.compile(r"(\d+)[ \t]*[⁄∕][ \t]*(\d+)", re.ASCII)
_DECIMAL = re.compile(r"\d+\.?\d*|\.\d+", re.ASCII)
_DOTTED = re.compile(r"(\d+)/(\d+)(\.{1,3})", re.ASCII)
_SUM = re.compile(r"\d+/\d+(?:\+\d+/\d+){1,7}", re.ASCII)
_VULGAR = {
    "½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8),
    "⅝": Fraction(5, 8), "⅞": Fraction(7, 8), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6), "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5),
    "⅐": Fraction(1, 7), "⅑": Fraction(1, 9), "⅒": Fraction(1, 10),
}  # fmt: skip
_TEMPO = re.compile(
    r"(?:(?P<beat>\d{1,3}(?:/\d{1,3})?|[♩♪\U0001D15E-\U0001D161]|\b(?:quarter|half|eighth|crotchet|minim|quaver)\b)?"
    r"(?P<dot>[.·]?)\s*[=≈]\s*)?(?:ca?\.?\s*)?(?P<speed>\d{1,4}(?:\.\d{1,3})?)\s*(?:bpm\b)?",
    re.ASCII | re.IGNORECASE,
)
_TEMPO_NAME = re.compile(r"\s*(?:tempo|bpm|速度)[\s*:=]*", re.IGNORECASE)
_BEATS = {
    "♩": 4, "♪": 8, "\U0001d15e": 2, "\U0001d15f": 4, "\U0001d160": 8, "\U0001d161": 16,
    "quarter": 4, "half": 2, "eighth": 8, "crotchet": 4, "minim": 2, "quaver": 8,
}  # fmt: skip


def fold(text: str, report: Report) -> str:
    """Return ``text`` with full-width forms, drawn bar lines and accidental signs as the ASCII characters they mean.

    Each character stands for one, so offsets stay. Full-width forms and drawn bar lines are reported, once each.
    """
    if text.isascii():
        return text
    for name, table, what in (
        ("fullwidth", _FULL_WIDTH, "full-width characters"),
        ("unicode-bar", _UNICODE_BARS, "bar lines drawn with other characters"),
    ):
        if name in report:
            continue
        place = next((at for at, sign in enumerate(text) if ord(sign) in table), None)
        if place is not None:
            report.add(name, (place, place + 1), f"{what} stand for ASCII ones", hint="use plain ASCII characters")
    return text.translate(_FOLDED)


@lru_cache(maxsize=4096)
def written_duration(text: str) -> tuple[Fraction | None, str | None]:
    """Return the duration that the text between the parentheses means, and what is wrong with how it is written.

    Args:
        text: For example ``1/4``; also ``0.25``, ``1/4.``, ``½``, ``1⁄4``, ``1/4+1/8``, which keep their value and are
            faulted.

    Returns:
        The duration in whole notes, or ``None`` where there is no telling; and the fault, or ``None``.
    """
    text = text.strip()
    if len(text) > 2 * _MAX_DIGITS + 1:
        return None, "a number far too long for a duration"
    whole = _FRACTION.fullmatch(text)
    if whole is not None:
        top, bottom = int(whole[1]), int(whole[2])
        if not top or not bottom:
            return None, "a duration of nothing" if bottom else "a division by zero"
        return interned(top, bottom), None
    return _odd_duration(text)


def _odd_duration(text: str) -> tuple[Fraction | None, str | None]:
    value: Fraction | None = None
    if (match := _OTHER_SLASH.fullmatch(text)) and int(match[2]):
        value = Fraction(int(match[1]), int(match[2]))
    elif text[-1:] in _VULGAR and (len(text) == 1 or (text[:-1].isascii() and text[:-1].isdigit())):
        value = int(text[:-1] or 0) + _VULGAR[text[-1]]
    elif _DECIMAL.fullmatch(text):
        value = Fraction(text if text[0] != "." else f"0{text}")
    elif (match := _DOTTED.fullmatch(text)) and int(match[2]):
        value = dotted(Fraction(int(match[1]), int(match[2])), len(match[3]))
    elif _SUM.fullmatch(text) and all(int(part.split("/")[1]) for part in text.split("+")):
        value = sum((Fraction(part) for part in text.split("+")), Fraction(0))
    elif text.startswith("-"):
        return None, "a negative duration"
    else:
        return None, "no duration"
    if not value:
        return None, "a duration of nothing"
    return value, "a duration that is not written as a fraction n/d"


def is_small(value: Fraction) -> bool:
    """Whether a duration fits every :class:`TimeGrid`."""
    return value.denominator <= _SMALL_DENOMINATOR


class TimeGrid:
    """Keeps the durations of one text on a common grid of bearable size, so that adding them up stays cheap."""

    def __init__(self) -> None:
        self._ticks = 1

    def takes(self, value: Fraction) -> bool:
        """Whether ``value`` fits; if so the grid is refined to hold it."""
        if is_small(value):
            return True
        refined = lcm(self._ticks, value.denominator)
        if refined.bit_length() > _MAX_GRID_BITS:
            return False
        self._ticks = refined
        return True


def parse_tempo(text: str) -> Tempo | None:
    """Return the tempo that ``120``, ``♩=96``, ``♪.=60``, ``4=85`` or ``Allegro (1/4=120)`` means, or ``None``.

    Args:
        text: What stands there; its own name (``Tempo:``) may stand before it.
    """
    text = _TEMPO_NAME.sub("", text, count=1)
    match = _TEMPO.search(text)
    words = (text if match is None else text[: match.start()] + text[match.end() :]).strip(" \t,;:()")
    name = words if any(sign.isalpha() for sign in words) else None
    if match is None:
        return Tempo(text=name) if name else None
    speed = Fraction(match["speed"])
    beat = _beat(match["beat"] or "♩")
    if not speed or beat is None:
        return None
    return Tempo(dotted(beat, len(match["dot"] or "")), speed, name)


def _beat(text: str) -> Fraction | None:
    """Return the note length that ``1/4``, ``4``, ``♩`` or ``quarter`` names."""
    top, slash, bottom = text.partition("/")
    if slash:
        return Fraction(int(top), int(bottom)) if int(top) and int(bottom) else None
    unit = _BEATS.get(text.lower()) or (int(text) if text.isascii() and text.isdigit() else 0)
    return Fraction(1, unit) if unit else None
