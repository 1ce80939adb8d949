"""From JAMS text to its annotations: what GuitarSet annotates, nothing believed without a look.

Sources: the JAMS specification 0.3 (E. Humphrey et al., *JAMS: a JSON annotated music specification for reproducible
MIR research*, ISMIR 2014) and the GuitarSet description (Q. Xi et al., *GuitarSet: a dataset for guitar
transcription*, ISMIR 2018).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

STRINGS = 6


@dataclass(frozen=True, slots=True)
class Sounded:
    """A note: seconds, seconds, fractional MIDI number; ``index`` is its place in its annotation."""

    time: float
    length: float
    value: float
    index: int


@dataclass(frozen=True, slots=True)
class Beat:
    """A beat: seconds, its number in the measure, beats in a measure, and their unit (4 = quarter note)."""

    time: float
    position: int
    beats: int
    unit: int


@dataclass(slots=True)
class Annotations:
    """What a file says.

    Attributes:
        strings: Notes by string, 1 the highest.
        beats: Beats in order of time.
        chords: Time and name of each chord, in order of time; of several annotations the first, which is the one that
            the players had before them.
        tempo: Beats a minute.
        key: Key as written (``Eb:major``).
        title: Title of the recording.
        faults: Diagnostic name and message of what could not be read.
    """

    strings: dict[int, list[Sounded]] = field(default_factory=dict)
    beats: list[Beat] = field(default_factory=list)
    chords: list[tuple[float, str]] = field(default_factory=list)
    tempo: float | None = None
    key: str | None = None
    title: str | None = None
    faults: list[tuple[str, str]] = field(default_factory=list)


class NotJams(Exception):
    """The text is no JAMS file; the message says why, ``offset`` where, if that is known."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


def read_annotations(text: str) -> Annotations:
    """Return what a JAMS text annotates.

    Raises:
        NotJams: it is no JSON, or no JAMS.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotJams(f"this is no JSON: {error.msg}", error.pos) from error
    except RecursionError as error:
        raise NotJams("this JSON is nested too deeply") from error
    except ValueError as error:  # a number of more digits than Python takes
        raise NotJams("a number in this JSON has too many digits") from error
    if not isinstance(data, dict) or not isinstance(data.get("annotations"), list):
        raise NotJams("this JSON has no list of annotations")
    found = Annotations()
    meta = data.get("file_metadata")
    if isinstance(meta, dict) and isinstance(meta.get("title"), str):
        found.title = meta["title"] or None
    for at, annotation in enumerate(data["annotations"]):
        if isinstance(annotation, dict):
            _take(found, annotation, at)
        else:
            found.faults.append(("bad-token", f"annotation {at} is no object"))
    return found


def _take(found: Annotations, annotation: dict[str, Any], at: int) -> None:
    namespace = annotation.get("namespace")
    if namespace == "note_midi":
        _take_notes(found, annotation, at)
    elif namespace == "beat_position":
        found.beats = sorted(_beats(annotation), key=lambda beat: beat.time) or found.beats
    elif namespace == "tempo":
        tempo = next((_number(o.get("value")) for o in _observations(annotation)), None)
        found.tempo = tempo if tempo and tempo > 0 else found.tempo
    elif namespace in ("chord", "chord_harte"):
        found.chords = found.chords or _chords(found, annotation, at)
    elif namespace == "key_mode":
        key = next((o.get("value") for o in _observations(annotation)), None)
        found.key = key if isinstance(key, str) else found.key


def _observations(annotation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the observations, stored one by one or, as older files have it, in columns."""
    data = annotation.get("data")
    if isinstance(data, list):
        yield from (entry for entry in data if isinstance(entry, dict))
    elif isinstance(data, dict):
        columns = {name: values for name, values in data.items() if isinstance(values, list)}
        for at in range(max(map(len, columns.values()), default=0)):
            yield {name: values[at] for name, values in columns.items() if at < len(values)}


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) and abs(number) < 1e9 else None


def _take_notes(found: Annotations, annotation: dict[str, Any], at: int) -> None:
    meta = annotation.get("annotation_metadata")
    source = str(meta.get("data_source", "")) if isinstance(meta, dict) else ""
    if len(source) != 1 or source not in "012345":
        found.faults.append(("bad-field", f"annotation {at}: data_source {source[:20]!r} is no string from 0 to 5"))
        return
    string = STRINGS - int(source)
    notes = found.strings.setdefault(string, [])
    for index, entry in enumerate(_observations(annotation)):
        time, length, value = (_number(entry.get(name)) for name in ("time", "duration", "value"))
        if time is None or length is None or value is None or time < 0 or length < 0:
            found.faults.append(("bad-token", f"annotation {at}: note {index} lacks a time, duration or value"))
            continue
        notes.append(Sounded(time, length, value, index))
    notes.sort(key=lambda note: note.time)


def _chords(found: Annotations, annotation: dict[str, Any], at: int) -> list[tuple[float, str]]:
    chords = []
    for index, entry in enumerate(_observations(annotation)):
        time, value = _number(entry.get("time")), entry.get("value")
        if time is None or not isinstance(value, str) or not value:
            found.faults.append(("bad-token", f"annotation {at}: chord {index} lacks a time or name"))
        else:
            chords.append((max(0.0, time), value))
    return sorted(chords)


def _beats(annotation: dict[str, Any]) -> Iterator[Beat]:
    for entry in _observations(annotation):
        value, time = entry.get("value"), _number(entry.get("time"))
        if not isinstance(value, dict) or time is None:
            continue
        numbers = [value.get(name) for name in ("position", "num_beats", "beat_units")]
        position, beats, unit = (n if isinstance(n, int) and 0 < n <= 64 else None for n in numbers)
        if position is not None:
            yield Beat(time, position, beats or 4, unit if unit in (1, 2, 4, 8, 16, 32) else 4)
