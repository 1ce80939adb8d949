"""Ground truth from annotated recordings: the notes of a JAMS file, in seconds.

JAMS (Humphrey et al., JAMS: a JSON annotated music specification, 2014) keeps the notes of a guitar recording under
the namespace ``note_midi``, one annotation a string, values as MIDI numbers with cents in their fraction.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

from onote_compiler.errors import DataError
from onote_compiler.ir.events import Chord, Event, Note
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import FREE_METER
from onote_compiler.ir.pitch import from_midi
from onote_compiler.ir.score import Measure, Part, Score, Voice
from onote_compiler.scoring.metrics.notes import TimedNote

TOGETHER = 0.05
"""Seconds within which the notes of a strummed chord start together: the onset tolerance of the note metrics."""


def is_recording(reference: Any) -> bool:
    """Whether a decoded JSON value looks like a JAMS file."""
    return isinstance(reference, dict) and "annotations" in reference


def recorded_notes(jams: dict[str, Any], path: str) -> list[TimedNote]:
    """Return the notes of every ``note_midi`` annotation by onset, then pitch.

    Raises:
        DataError: the file is malformed or holds no notes; the message names the JSON path.
    """
    annotations = jams["annotations"]
    if not isinstance(annotations, list):
        raise DataError(f"{path}.annotations: must be a list")
    notes: list[TimedNote] = []
    for index, annotation in enumerate(annotations):
        place = f"{path}.annotations[{index}]"
        if not isinstance(annotation, dict):
            raise DataError(f"{place}: must be an object")
        if annotation.get("namespace") == "note_midi":
            rows = _rows(annotation.get("data"), f"{place}.data")
            notes.extend(_note(row, f"{place}.data[{i}]") for i, row in enumerate(rows))
    if not notes:
        raise DataError(f"{path}.annotations: no notes in any note_midi annotation")
    return sorted(notes, key=lambda note: (note.onset, note.midi))


def score_of(notes: list[TimedNote]) -> Score:
    """Return the notes as a score without durations, those that start together as chords."""
    groups: list[list[TimedNote]] = []
    for note in notes:
        if groups and note.onset - groups[-1][0].onset <= TOGETHER:
            groups[-1].append(note)
        else:
            groups.append([note])
    events = tuple(_event(group) for group in groups)
    measure = Measure(1, Key(), FREE_METER, events)
    return Score((Part((Voice((measure,)),)),), notation="jams", measured=False)


def _event(group: list[TimedNote]) -> Event:
    heads = tuple(Note(from_midi(note.midi), None) for note in sorted(group, key=lambda note: note.midi))
    return heads[0] if len(heads) == 1 else Chord(heads, None)


def _rows(data: Any, path: str) -> list[dict[str, Any]]:
    """Return observations, which older files keep as one object of columns."""
    if isinstance(data, dict) and all(isinstance(data.get(name), list) for name in ("time", "duration", "value")):
        columns = zip(data["time"], data["duration"], data["value"], strict=False)
        return [{"time": time, "duration": duration, "value": value} for time, duration, value in columns]
    if isinstance(data, list):
        return data
    raise DataError(f"{path}: must be a list of observations")


def _note(row: Any, path: str) -> TimedNote:
    if not isinstance(row, dict):
        raise DataError(f"{path}: must be an observation with time, duration and value")
    onset, length, value = (_number(row.get(name), f"{path}.{name}") for name in ("time", "duration", "value"))
    midi = round(value)
    if not 0 <= midi <= 127:
        raise DataError(f"{path}.value: {value} is no MIDI number")
    if onset < 0 or length < 0:
        raise DataError(f"{path}: a note from {onset} for {length} seconds")
    return TimedNote(midi, onset, onset + length)


def _number(value: Any, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise DataError(f"{path}: {value!r} is no number")
    return float(value)
