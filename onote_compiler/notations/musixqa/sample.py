"""One MusiXQA sample (decoded JSON) to a score; what is not of that shape is refused with its JSON path."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from onote_compiler.errors import DataError
from onote_compiler.ir.events import Chord, Event, Mark, Note, Rest
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter, Tempo
from onote_compiler.ir.score import Barline, Measure, Metadata, Part, Score, Voice
from onote_compiler.ir.source import Source
from onote_compiler.ir.time import duration
from onote_compiler.theory.keys import parse_key_name, parse_meter_name
from onote_compiler.theory.names import parse_pitch_name

STAVES = ("treble", "bass")
_KINDS: dict[type, str] = {dict: "an object", list: "a list", str: "a text"}
_DURATION = re.compile(r"(\d{1,9})(?:/(\d{1,9}))?", re.ASCII)


class SampleError(DataError):
    """A sample that is not of the MusiXQA shape.

    Attributes:
        path: JSON path of the value that is wrong, such as ``$.bars[2].staves.treble[0].pitch``.
    """

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path


def score_of_sample(sample: Any, path: str = "$", source: Source | None = None) -> Score:
    """Return the score that a MusiXQA sample describes.

    Args:
        sample: Decoded JSON: ``tempo``, ``key`` ("Root Major|Minor"), ``time_signature``, ``bars``; each bar has
            ``bar_number``, ``chord``, ``repeat`` and ``staves`` of notes with ``pitch`` (a name, a list of names or
            ``"rest"``), ``duration`` (a fraction of a whole note as text) and ``tie``.
        path: JSON path of the sample in its file, for messages.
        source: The text it was decoded from.

    Returns:
        One part a staff, treble first.

    Raises:
        SampleError: the value at the named path is missing or not what it should be.
    """
    _expect(sample, dict, path)
    bars = _expect(_get(sample, "bars", path), list, f"{path}.bars")
    key, meter = _key(sample, path), _meter(sample, path)
    rows = [_Row(bar, f"{path}.bars[{i}]") for i, bar in enumerate(bars)]
    staves = [s for s in STAVES if any(s in row.staves for row in rows)]
    if not staves:
        raise SampleError(f"{path}.bars", "no bar has a treble or bass staff")
    parts = tuple(
        Part(
            (Voice(tuple(_measure(row, n, staff, key, meter, staff == staves[0]) for n, row in enumerate(rows, 1)),
                   name=staff),),
            name=staff, clef=staff,
        )
        for staff in staves
    )  # fmt: skip
    return Score(parts, Metadata(tempo=_tempo(sample, path)), notation="musixqa", source=source)


class _Row:
    """One bar with its shape checked."""

    def __init__(self, bar: Any, path: str) -> None:
        self.path = path
        _expect(bar, dict, path)
        self.staves: dict[str, Any] = _expect(_get(bar, "staves", path), dict, f"{path}.staves")
        unknown = [name for name in self.staves if name not in STAVES]
        if unknown:
            raise SampleError(f"{path}.staves.{unknown[0]}", "no such staff; known: treble, bass")
        self.chord = bar.get("chord")
        if self.chord is not None and not isinstance(self.chord, str):
            raise SampleError(f"{path}.chord", "must be a chord symbol")
        self.repeat = bar.get("repeat")
        if self.repeat not in (None, "", "start", "end"):
            raise SampleError(f"{path}.repeat", 'must be "start" or "end"')


def _measure(row: _Row, number: int, staff: str, key: Key, meter: Meter, top: bool) -> Measure:
    notes = row.staves.get(staff)
    path = f"{row.path}.staves.{staff}"
    if notes is None:  # a staff that is silent in this bar still takes its time
        events: list[Event] = [Rest(meter.duration, visible=False)]
    else:
        listed = enumerate(_expect(notes, list, path))
        events = [_usual_event(note) or _event(note, f"{path}[{i}]") for i, note in listed]
    if row.chord and top and events:
        events[0] = (_usual_event(notes[0], row.chord) if notes else None) or _with_chord(events[0], row.chord)
    return Measure(
        number, key, meter, tuple(events),
        left=Barline("initial", 1) if row.repeat == "start" else None,
        right=Barline("final", 1) if row.repeat == "end" else Barline(),
    )  # fmt: skip


def _usual_event(note: Any, chord: str | None = None) -> Event | None:
    """Return a single note or a rest, shared with its like; ``None`` for what must be looked at more closely."""
    try:
        return _shared_event(note["pitch"], note["duration"], note.get("tie", False), chord)
    except (AttributeError, KeyError, TypeError):  # no object, a value missing, or a list of names
        return None


@lru_cache(maxsize=1 << 14, typed=True)
def _shared_event(pitch: Any, length: Any, tie: Any, chord: str | None) -> Event | None:
    try:
        event = _event({"pitch": pitch, "duration": length, "tie": tie}, "")
    except SampleError:
        return None
    return _with_chord(event, chord) if chord else event


def _event(note: Any, path: str) -> Event:
    _expect(note, dict, path)
    length = _duration(_get(note, "duration", path), f"{path}.duration")
    written = _get(note, "pitch", path)
    tie = note.get("tie", False)
    if not isinstance(tie, bool):
        raise SampleError(f"{path}.tie", "must be true or false")
    names = written if isinstance(written, list) else [written]
    if not names:
        raise SampleError(f"{path}.pitch", "an empty chord")
    if names == ["rest"]:
        return Rest(length)
    heads = []
    for i, name in enumerate(names):
        found = parse_pitch_name(name) if isinstance(name, str) else None
        if found is None:
            place = f"{path}.pitch[{i}]" if isinstance(written, list) else f"{path}.pitch"
            raise SampleError(place, f"{name!r} is no pitch name such as C#4")
        heads.append(Note(found, length, tie="solid" if tie else None))
    return heads[0] if len(heads) == 1 else Chord(tuple(heads), length)


def _with_chord(event: Event, chord: str) -> Event:
    return replace(event, marks=(*event.marks, Mark("chord-symbol", chord)))


def _duration(value: Any, path: str) -> Fraction:
    match = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if match is None or int(match[1]) == 0 or int(match[2] or 1) == 0:
        raise SampleError(path, f"{value!r} is no duration such as 3/16")
    return duration(int(match[1]), int(match[2] or 1))


def _key(sample: dict[str, Any], path: str) -> Key:
    text = _expect(_get(sample, "key", path), str, f"{path}.key")
    key = parse_key_name(text)
    if key is None:
        raise SampleError(f"{path}.key", f"{text!r} is no key such as 'Eb Major'")
    return key


def _meter(sample: dict[str, Any], path: str) -> Meter:
    text = _expect(_get(sample, "time_signature", path), str, f"{path}.time_signature")
    meter = parse_meter_name(text)
    if meter is None:
        raise SampleError(f"{path}.time_signature", f"{text!r} is no meter such as 3/4")
    return meter


def _tempo(sample: dict[str, Any], path: str) -> Tempo | None:
    value = sample.get("tempo")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
        raise SampleError(f"{path}.tempo", f"{value!r} is no number of quarter notes a minute")
    return Tempo(Fraction(1, 4), Fraction(value))


def _get(value: dict[str, Any], name: str, path: str) -> Any:
    if name not in value:
        raise SampleError(f"{path}.{name}", "is missing")
    return value[name]


def _expect(value: Any, kind: type, path: str) -> Any:
    if not isinstance(value, kind):
        wanted = _KINDS[kind]
        raise SampleError(path, f"must be {wanted}, not {type(value).__name__}")
    return value
