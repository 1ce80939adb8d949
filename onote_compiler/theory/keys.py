"""Key and meter names as people write them outside any notation: ``Bb``, ``F# minor``, ``G Major``, ``3/4``."""

from __future__ import annotations

import re

from onote_compiler.ir.key import MODE_SHIFTS, Key
from onote_compiler.ir.meter import Meter

_KEY_NAME = re.compile(
    r"\s*(?:(?P<degree>[16])\s*=\s*)?(?P<before>[#b♯♭升降]?)\s?(?P<tonic>[A-Ga-g])"
    r"(?P<after>[ _-]?(?i:flat|sharp)|[#b♯♭]?)[\s_-]*(?P<mode>[A-Za-z]*|[大小]?调)\s*",
    re.ASCII,
)
_METER_NAME = re.compile(r"\s*(\d{1,3}(?:\s*\+\s*\d{1,3})*)\s*/\s*(\d{1,3})\s*", re.ASCII)
_ALTER = {"": 0, "#": 1, "b": -1, "♯": 1, "♭": -1, "升": 1, "降": -1, "sharp": 1, "flat": -1}
_CHINESE_MODES = {"大调": "major", "小调": "minor", "调": "major"}


def mode_name(text: str) -> str | None:
    """Return the full name of a mode abbreviated to three letters or more, or ``m``; ``None`` if there is none."""
    low = text.lower()
    if low in ("", "maj", "major"):
        return "major"
    if low in ("m", "min", "minor"):
        return "minor"
    return next((mode for mode in MODE_SHIFTS if len(low) >= 3 and mode.startswith(low[:3])), None)


def parse_key_name(text: str) -> Key | None:
    """Return the key that ``Bb``, ``F#m``, ``E flat major``, ``1=Eb``, ``6=F#`` or ``降B大调`` means, or ``None``.

    ``6=`` names la, the tonic of a minor key. A key of more than seven accidentals does not exist and gives ``None``.
    """
    match = _KEY_NAME.fullmatch(text)
    if match is None or (match["before"] and match["after"]):
        return None
    mode = _CHINESE_MODES.get(match["mode"]) or mode_name(match["mode"])
    if match["degree"] == "6" and not match["mode"]:
        mode = "minor"
    if mode is None:
        return None
    key = Key(
        match["tonic"].upper(),
        _ALTER[match["before"] or match["after"].strip(" \t_-").lower()],
        mode,
        name=text.strip(),
    )
    return key if abs(key.fifths) <= 7 else None


def parse_meter_name(text: str) -> Meter | None:
    """Return the meter that ``3/4``, ``2+3/8``, ``C`` or ``C|`` means, or ``None`` where there is no such meter."""
    if text.strip() in ("C", "C|"):
        return Meter((4,), 4, "C") if text.strip() == "C" else Meter((2,), 2, "C|")
    match = _METER_NAME.fullmatch(text)
    if match is None:
        return None
    beats = tuple(int(part) for part in match[1].split("+"))
    unit = int(match[2])
    if unit not in (1, 2, 4, 8, 16, 32, 64, 128) or any(not 0 < beat < 1000 for beat in beats):
        return None
    return Meter(beats, unit)
