"""What stands at the sides of a measure: keys, meters, clefs, tempi, bar lines."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from xml.etree.ElementTree import Element

from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter, Tempo
from onote_compiler.ir.score import Barline, Measure
from onote_compiler.notations.musicxml.elements import child, element
from onote_compiler.notations.musicxml.values import note_values

# Clefs by the names that notations give them: sign and line.
_CLEFS = {
    "treble": ("G", 2), "bass": ("F", 4), "alto": ("C", 3), "tenor": ("C", 4), "soprano": ("C", 1),
    "mezzosoprano": ("C", 2), "baritone": ("F", 3), "perc": ("percussion", 2), "none": ("none", 2),
    "treble1": ("G", 1), "treble2": ("G", 2), "alto1": ("C", 1), "alto2": ("C", 2), "bass3": ("F", 3),
}  # fmt: skip
_OCTAVES = {"-8": -1, "+8": 1, "-15": -2, "+15": 2}
_MODES = frozenset({
    "major", "minor", "ionian", "dorian", "phrygian", "lydian", "mixolydian", "aeolian", "locrian",
})  # fmt: skip
_STYLES = {
    "double": "light-light", "final": "light-heavy", "initial": "heavy-light", "heavy": "heavy", "dotted": "dotted",
    "invisible": "none",
}  # fmt: skip
_SECTION_ENDS = ("double", "final", "initial")


def key_element(key: Key) -> Element:
    """Return a key signature; accidentals beside those of the mode are not in it."""
    made = element("key")
    child(made, "fifths", key.fifths)
    if key.mode in _MODES:
        child(made, "mode", key.mode)
    return made


def time_element(meter: Meter) -> Element:
    """Return a time signature."""
    made = element("time")
    if not meter.beats:
        child(made, "senza-misura")
        return made
    if meter.symbol in ("C", "C|"):
        made.set("symbol", "common" if meter.symbol == "C" else "cut")
    child(made, "beats", "+".join(map(str, meter.beats)))
    child(made, "beat-type", meter.unit)
    return made


def clef_element(name: str) -> Element | None:
    """Return a clef of the names ``treble``, ``bass-8`` …; ``None`` where it is none of them."""
    suffix = next((suffix for suffix in _OCTAVES if name.endswith(suffix)), "")
    octaves, name = _OCTAVES.get(suffix, 0), name.removesuffix(suffix)
    if name not in _CLEFS:
        return None
    sign, line = _CLEFS[name]
    made = element("clef")
    child(made, "sign", sign)
    child(made, "line", line)
    if octaves:
        child(made, "clef-octave-change", octaves)
    return made


def tempo_element(tempo: Tempo) -> Element:
    """Return a direction with the tempo's words, and its metronome mark where it has one."""
    made = element("direction", placement="above")
    if tempo.text:
        child(child(made, "direction-type"), "words", tempo.text)
    if tempo.bpm is not None:
        beat = tempo.beat or Fraction(1, 4)
        values = note_values(beat, None)
        if values is not None and len(values) == 1 and values[0].actual == 1:
            metronome = child(child(made, "direction-type"), "metronome")
            child(metronome, "beat-unit", values[0].name)
            for _ in range(values[0].dots):
                child(metronome, "beat-unit-dot")
            child(metronome, "per-minute", decimal(tempo.bpm))
    if made.find("direction-type") is None:
        child(child(made, "direction-type"), "words")
    if tempo.bpm is not None:
        child(made, "sound", tempo=decimal(tempo.bpm * (tempo.beat or Fraction(1, 4)) * 4))
    return made


def decimal(number: Fraction) -> str:
    """Return a number as a decimal of at most six places."""
    return f"{float(number):.6f}".rstrip("0").rstrip(".")


def left_barline(measure: Measure) -> Element | None:
    """Return the bar line a measure opens with, where it says anything."""
    repeats = measure.left.repeat if measure.left is not None else 0
    if not repeats and not measure.ending:
        return None
    made = element("barline", location="left")
    if repeats:
        child(made, "bar-style", "heavy-light")
    if measure.ending:
        child(made, "ending", number=_numbers(measure.ending), type="start")
    if repeats:
        child(made, "repeat", direction="forward")
    return made


def right_barline(measure: Measure, ending: tuple[int, ...], after: Measure | None) -> Element | None:
    """Return the bar line a measure ends with, where it is more than a plain one.

    Args:
        measure: The measure.
        ending: Numbers of the ending that stops with it; empty for none.
        after: The next measure; where a repeat opens it, the bar line between them is written there.
    """
    bar = measure.right or Barline()
    if bar.style == "initial" and after is not None and after.left is not None and after.left.repeat:
        bar = Barline()
    if not ending and not bar.repeat and bar.style not in _STYLES:
        return None
    made = element("barline", location="right")
    if bar.repeat or bar.style in _STYLES:
        child(made, "bar-style", "light-heavy" if bar.repeat else _STYLES[bar.style])
    if ending:
        closed = bar.repeat or bar.style in _SECTION_ENDS
        child(made, "ending", number=_numbers(ending), type="stop" if closed else "discontinue")
    if bar.repeat:
        times = {"times": bar.repeat + 1} if bar.repeat > 1 else {}
        child(made, "repeat", direction="backward", **times)
    return made


def ending_stops(measures: Sequence[Measure]) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the endings by the index of the measure that each stops with."""
    stops: dict[int, tuple[int, ...]] = {}
    running: tuple[int, ...] = ()
    for index, measure in enumerate(measures):
        running = measure.ending or running
        after = measures[index + 1] if index + 1 < len(measures) else None
        bar = measure.right
        over = after is None or after.ending or (after.left is not None and after.left.repeat)
        if running and (over or (bar is not None and (bar.repeat or bar.style in _SECTION_ENDS))):
            stops[index], running = running, ()
    return stops


def _numbers(ending: tuple[int, ...]) -> str:
    return ",".join(map(str, ending))
