"""Chords of a JAMS file: from their syntax to the names that stand over music, and to the events they belong to.

The syntax is that of C. Harte et al., *Symbolic representation of musical chords: a proposed syntax for text
annotations*, ISMIR 2005, as the JAMS namespace ``chord`` extends it: ``A:min7/b3``, ``N`` for no chord.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from onote_compiler.ir.events import Event, Mark
from onote_compiler.ir.score import Measure, Voice

# What a quality is called behind the root; "" is a major triad.
_QUALITIES = {
    "": "", "maj": "", "min": "m", "dim": "dim", "aug": "aug", "1": "1", "5": "5", "sus2": "sus2", "sus4": "sus4",
    "7": "7", "maj7": "maj7", "min7": "m7", "dim7": "dim7", "hdim7": "m7b5", "minmaj7": "m(maj7)", "aug7": "aug7",
    "maj6": "6", "min6": "m6", "9": "9", "maj9": "maj9", "min9": "m9", "11": "11", "maj11": "maj11", "min11": "m11",
    "13": "13", "maj13": "maj13", "min13": "m13",
}  # fmt: skip
# The bass of an inversion, in steps of the line of fifths above the root.
_DEGREES = {"1": 0, "2": 2, "3": 4, "4": -1, "5": 1, "6": 3, "7": 5, "9": 2, "11": -1, "13": 3}
_FIFTHS = "FCGDAEB"

Sounding = tuple[Fraction, str]
"""Where a chord begins, from the beginning of its measure or of all, and its name."""


def chord_name(text: str) -> str:
    """Return the usual name of a chord: ``Am7/C`` for ``A:min7/b3``; as written where it has none.

    A chord that is spelled by its degrees alone (``E:(1,b3)``) or lacks some of them has none.
    """
    if text == "N":
        return "N.C."
    body, _, degree = text.partition("/")
    root, _, quality = body.partition(":")
    bass = _bass(root, degree)
    if root[:1] not in tuple(_FIFTHS) or root[1:].strip("#b") or quality not in _QUALITIES or bass is None:
        return text
    return root + _QUALITIES[quality] + bass


def _bass(root: str, degree: str) -> str | None:
    """Return ``/C`` for the third of A minor, nothing for the root; ``None`` where there is no such degree."""
    if not degree:
        return ""
    number = degree.lstrip("#b")
    if number not in _DEGREES or root[:1] not in tuple(_FIFTHS):
        return None
    alter = root.count("#") - root.count("b") + degree.count("#") - degree.count("b")
    alter, place = divmod(_FIFTHS.index(root[0]) + _DEGREES[number] + 7 * alter, 7)
    return f"/{_FIFTHS[place]}{'#' * alter}{'b' * -alter}" if number != "1" or degree != number else ""


def with_chords(voices: tuple[Voice, ...], chords: Sequence[Sounding], length: Fraction) -> tuple[Voice, ...]:
    """Return voices in which each chord is a mark of the event it begins with.

    That is an event at its time in any voice, one with notes before a rest; failing that the event of the first voice
    in which it begins.

    Args:
        voices: Voices with as many measures each, all of the same length.
        chords: Chords with their time from the beginning, in order.
        length: Length of a measure.
    """
    inside: dict[int, list[Sounding]] = {}
    last = max((len(voice.measures) for voice in voices), default=0) - 1
    for time, name in chords:
        at = min(int(time / length), last)
        inside.setdefault(at, []).append((time - at * length, name))
    measures = [list(voice.measures) for voice in voices]
    for at, named in inside.items():
        across = _marked([line[at] for line in measures], named)
        for line, measure in zip(measures, across, strict=True):
            line[at] = measure
    return tuple(replace(voice, measures=tuple(line)) for voice, line in zip(voices, measures, strict=True))


def _marked(across: list[Measure], chords: Sequence[Sounding]) -> list[Measure]:
    """Return the measures of all voices at one time with the chords that begin in them."""
    starts: dict[Fraction, tuple[int, int]] = {}
    first: list[Fraction] = []
    events = [list(measure.events) for measure in across]
    for voice, line in enumerate(events):
        now = Fraction(0)
        for at, event in enumerate(line):
            known = starts.get(now)
            if known is None or (event.notes and not events[known[0]][known[1]].notes):
                starts[now] = (voice, at)
            if voice == 0:
                first.append(now)
            now += event.duration or 0
    for time, name in chords:
        voice, at = starts.get(time) or (0, max(0, sum(start <= time for start in first) - 1))
        events[voice][at] = _with_mark(events[voice][at], name)
    return [replace(measure, events=tuple(line)) for measure, line in zip(across, events, strict=True)]


def _with_mark(event: Event, name: str) -> Event:
    return replace(event, marks=(*event.marks, Mark("chord-symbol", name)))
