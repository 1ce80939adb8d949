"""What stands beside the notes, as music21 objects: signatures, clefs, tempi, bar lines, words and signs."""

from __future__ import annotations

import copy
from functools import lru_cache
from typing import Any

from onote_compiler.ir.events import Mark
from onote_compiler.ir.key import MODE_SHIFTS, Key
from onote_compiler.ir.meter import Meter, Tempo
from onote_compiler.ir.score import Barline

# Clefs by the names that notations give them, as music21 names them, and the octaves of what may follow the name.
_CLEFS = {
    "treble": "G2", "bass": "F4", "alto": "C3", "tenor": "C4", "soprano": "C1", "mezzosoprano": "C2", "baritone": "F3",
    "perc": "percussion", "none": "none", "treble1": "G1", "treble2": "G2", "alto1": "C1", "alto2": "C2",
    "bass3": "F3",
}  # fmt: skip
_OCTAVES = {"-8": -1, "+8": 1, "-15": -2, "+15": 2}
_STYLES = {
    "double": "double", "final": "final", "initial": "heavy-light", "heavy": "heavy", "dotted": "dotted",
    "invisible": "none",
}  # fmt: skip
# Decorations by name: the class of music21's articulations or expressions.
_DECORATIONS = {
    "staccato": "Staccato", ">": "Accent", "accent": "Accent", "emphasis": "Accent", "tenuto": "Tenuto",
    "wedge": "Staccatissimo", "^": "StrongAccent", "marcato": "StrongAccent", "breath": "BreathMark",
    "trill": "Trill", "mordent": "Mordent", "lowermordent": "Mordent", "uppermordent": "InvertedMordent",
    "pralltriller": "InvertedMordent", "turn": "Turn", "invertedturn": "InvertedTurn", "upbow": "UpBow",
    "downbow": "DownBow", "open": "OpenString", "thumb": "StringThumbPosition", "snap": "SnapPizzicato",
    "plus": "Stopped", "+": "Stopped", "harmonic": "StringHarmonic", "fermata": "Fermata",
    "invertedfermata": "Fermata", "arpeggio": "ArpeggioMark",
}  # fmt: skip
_DYNAMICS = frozenset({"pppp", "ppp", "pp", "p", "mp", "mf", "f", "ff", "fff", "ffff", "sfz"})
_PLACES = {"^": "above", "_": "below"}
_LONGEST_SYMBOL = 24
# music21 takes minutes over meters of hundreds of beats, and knows no denominators beyond this.
_MOST_BEATS, _LEAST_UNIT = 32, 128


def m21() -> Any:
    """Return music21, which takes a second to import and so is imported where it is first needed."""
    import music21

    return music21


def key_signature(key: Key) -> Any:
    """Return a key signature; accidentals beside those of the mode are not in it."""
    made = m21().key.KeySignature(key.fifths)
    made.mode = key.mode if key.mode in MODE_SHIFTS else None
    return made


@lru_cache(maxsize=256)
def time_signature(meter: Meter) -> Any:
    """Return a time signature to copy, one without a meter where there is none or music21 cannot make it."""
    if not can_write(meter):
        return m21().meter.SenzaMisuraTimeSignature()
    signs = {"C": "common", "C|": "cut"}
    return m21().meter.TimeSignature(signs.get(meter.symbol or "", f"{'+'.join(map(str, meter.beats))}/{meter.unit}"))


def can_write(meter: Meter) -> bool:
    """Whether :func:`time_signature` makes a meter of it."""
    power = 0 < meter.unit <= _LEAST_UNIT and meter.unit & (meter.unit - 1) == 0
    return power and 0 < sum(meter.beats) <= _MOST_BEATS and all(meter.beats)


def clef(name: str) -> Any | None:
    """Return a clef of the names ``treble``, ``bass-8`` …; ``None`` where it is none of them."""
    suffix = next((suffix for suffix in _OCTAVES if name.endswith(suffix)), "")
    sign = _CLEFS.get(name.removesuffix(suffix))
    if sign is None:
        return None
    made = copy.copy(m21().clef.clefFromString(sign))
    made.octaveChange = _OCTAVES.get(suffix, 0)
    return made


def tempo_marks(tempo: Tempo) -> list[Any]:
    """Return the words of a tempo and its metronome mark, where it has them."""
    made: list[Any] = [m21().tempo.TempoText(tempo.text)] if tempo.text else []
    if tempo.bpm is None or not 0 < tempo.bpm < 10**6:
        return made
    unit = m21().duration.Duration((tempo.beat or 0) * 4 or 1.0)
    number, beats = tempo.bpm, len(unit.components)
    if beats != 1 or unit.tuplets or unit.type in ("inexpressible", "2048th", "duplex-maxima"):
        number, unit = number * (tempo.beat or 0) * 4, m21().duration.Duration(1.0)
    return [*made, m21().tempo.MetronomeMark(number=round(float(number), 6), referent=unit)]


def barline(bar: Barline | None, side: str) -> Any | None:
    """Return a bar line, ``start`` or ``end`` of a measure; ``None`` for a plain one."""
    if bar is None:
        return None
    if bar.repeat:
        return m21().bar.Repeat(side, times=bar.repeat + 1 if side == "end" and bar.repeat > 1 else None)
    return m21().bar.Barline(_STYLES[bar.style]) if side == "end" and bar.style in _STYLES else None


def words(text: str, place: str = "above") -> Any:
    """Return a segno or coda where the text names one, and what it says otherwise."""
    bare = "".join(character for character in text.lower() if character.isalpha())
    if bare in ("segno", "coda"):
        return m21().repeat.Segno() if bare == "segno" else m21().repeat.Coda()
    made = m21().expressions.TextExpression(text)
    made.placement = place
    return made


def before_note(mark: Mark) -> Any | None:
    """Return what a mark becomes before its note; ``None`` where it belongs to the note itself."""
    if mark.kind == "chord-symbol":
        found = _symbol(mark.text)
        return copy.deepcopy(found) if found is not None else words(mark.text)
    if mark.kind == "annotation":
        return words(mark.text[1:] if mark.text[:1] in "^_<>@" else mark.text, _PLACES.get(mark.text[:1], "above"))
    if mark.kind == "decoration" and mark.text in _DYNAMICS:
        return m21().dynamics.Dynamic(mark.text)
    navigates = mark.kind == "navigation" or (mark.kind == "decoration" and mark.text.lower() in _NAVIGATION)
    return words(mark.text) if navigates else None


_NAVIGATION = frozenset({
    "segno", "coda", "fine", "dacoda", "tocoda", "dacapo", "d.c.", "d.c.alfine", "d.c.alcoda", "dalsegno", "d.s.",
    "d.s.alfine", "d.s.alcoda",
})  # fmt: skip


@lru_cache(maxsize=1024)
def _symbol(text: str) -> Any | None:
    """Return a chord symbol; ``None`` where music21 knows no such chord."""
    if not text or len(text) > _LONGEST_SYMBOL:
        return None
    try:
        made = m21().harmony.ChordSymbol(m21().common.cleanedFlatNotation(text.replace("♯", "#").replace("♭", "b")))
        return made if made.chordKind and made.root() is not None else None
    except (m21().exceptions21.Music21Exception, ValueError, KeyError, IndexError, AttributeError, TypeError):
        return None  # it reads chord symbols with regular expressions and stumbles over what they let through


def on_note(mark: Mark, note: Any) -> bool:
    """Write a mark on its note; return whether there is a way to."""
    articulations, expressions = m21().articulations, m21().expressions
    if mark.text and (mark.kind == "fingering" or (mark.kind == "decoration" and mark.text in "012345")):
        note.articulations.append(articulations.Fingering(mark.text))
        return True
    name = _DECORATIONS.get(mark.text)
    if mark.kind not in ("decoration", "technique") or name is None:
        return False
    if hasattr(expressions, name):
        note.expressions.append(getattr(expressions, name)())
    else:
        note.articulations.append(getattr(articulations, name)())
    if mark.text == "invertedfermata":
        note.expressions[-1].type = "inverted"
    return True
