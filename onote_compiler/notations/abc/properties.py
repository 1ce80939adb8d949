"""Clefs and the properties of voices, as far as they move the music (2.1 sections 4.6 and 7)."""

from __future__ import annotations

Properties = tuple[tuple[str, str], ...]

_OCTAVES = {"8": 1, "15": 2}
_NUMBER_LIMIT = 127


def clef_of(properties: Properties) -> str | None:
    """Return the clef that ``properties`` set, if any."""
    return next((value for name, value in reversed(properties) if name == "clef"), None)


def octave_shift(*levels: Properties) -> int:
    """Return the octaves that clef and ``octave=`` add; each is taken from the last level that sets it.

    ``treble-8`` sounds an octave lower, ``treble+8`` higher; ``treble_8`` and ``treble^8`` only draw the figure.
    """
    clef: str | None = None
    octave = 0
    for level in levels:
        clef = clef_of(level) or clef
        octave = next((_whole(value, 9) for name, value in reversed(level) if name == "octave"), octave)
    return octave + _clef_octaves(clef or "")


def with_later(late: Properties, properties: Properties) -> Properties:
    """Return clef and octave as ``properties`` in the middle of a voice leave them, ``late`` being those so far."""
    found = tuple(p for p in properties if p[0] in ("clef", "octave"))
    names = {name for name, _ in found}
    return tuple(p for p in late if p[0] not in names) + found[-2:]


def transposition(properties: Properties) -> int:
    """Return the semitones that playback adds (``transpose=``)."""
    return next((_whole(v, _NUMBER_LIMIT) for n, v in reversed(properties) if n in ("transpose", "t")), 0)


def _clef_octaves(clef: str) -> int:
    for sign, direction in (("+", 1), ("-", -1)):
        _, found, figure = clef.partition(sign)
        if found:
            return direction * _OCTAVES.get(figure, 0)
    return 0


def _whole(text: str, limit: int) -> int:
    digits = text.lstrip("+-")
    if not digits.isdecimal() or len(digits) > 3:
        return 0
    number = int(digits) * (-1 if text.startswith("-") else 1)
    return max(-limit, min(limit, number))


def property_text(name: str, value: str) -> str:
    """Return ``name=value``, quoted where it must be; a bare word for an empty value."""
    if not value:
        return name
    return f'{name}="{value}"' if not value.isascii() or any(c in ' \t"' for c in value) else f"{name}={value}"
