"""Pitch names in scientific notation, as data files spell them: ``C4``, ``F##5``, ``Bb-1``."""

from __future__ import annotations

import re
from functools import lru_cache

from onote_compiler.ir.pitch import Pitch, pitch

_NAME = re.compile(r"([A-G])(#{1,2}|b{1,2}|)(-?\d{1,2})", re.ASCII)


@lru_cache(maxsize=4096)
def parse_pitch_name(name: str) -> Pitch | None:
    """Return the pitch of a name such as ``C#4``, or ``None`` where it is none or lies outside MIDI 0-127."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    step, sign, octave = match.groups()
    found = pitch(step, sign.count("#") - sign.count("b"), int(octave))
    return found if found.in_range else None
