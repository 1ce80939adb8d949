"""GuitarSet's JAMS, in small files made here in its shape."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from onote_compiler import ParseResult, convert, parse, project
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.events import Note, TabPosition
from onote_compiler.notations.jams.chords import chord_name

Sounding = tuple[float, float, float]


def notes(source: int | str, *sounding: Sounding, columns: bool = False) -> dict[str, Any]:
    """Return the annotation of one string: 0 is the low E; notes are time, duration, MIDI value."""
    rows = [{"time": t, "duration": d, "value": v, "confidence": None} for t, d, v in sounding]
    data: Any = rows
    if columns:
        data = {name: [row[name] for row in rows] for name in ("time", "duration", "value", "confidence")}
    return {"namespace": "note_midi", "annotation_metadata": {"data_source": str(source)}, "data": data, "sandbox": {}}


def beats(*times: float, first: int = 1, count: int = 4, unit: int = 4) -> dict[str, Any]:
    data = [
        {
            "time": time,
            "duration": 0.0,
            "value": {"position": (first - 1 + at) % count + 1, "measure": 1, "num_beats": count, "beat_units": unit},
            "confidence": None,
        }
        for at, time in enumerate(times)
    ]
    return {"namespace": "beat_position", "data": data}


def single(namespace: str, value: object) -> dict[str, Any]:
    return {"namespace": namespace, "data": [{"time": 0.0, "duration": 4.0, "value": value, "confidence": 1.0}]}


def jams(*annotations: dict[str, Any], title: str = "00_example") -> str:
    return json.dumps({"annotations": list(annotations), "file_metadata": {"title": title, "duration": 4.0}})


EVERY_HALF_SECOND = tuple(0.5 * k for k in range(9))


def sounding(result: ParseResult) -> list[tuple[str, tuple[str, ...], str]]:
    assert result.score is not None
    return [(str(e.onset), e.names, str(e.duration)) for e in project(result.score).events if e.notes]


@pytest.mark.parametrize(("source", "midi"), [(0, 40), (1, 45), (2, 50), (3, 55), (4, 59), (5, 64)])
def test_strings(source: int, midi: int) -> None:
    result = parse(jams(notes(source, (0.0, 0.5, midi + 3)), beats(*EVERY_HALF_SECOND)), "jams")
    assert result.score is not None
    event = next(e for voice in result.score.voices for e in voice.events if isinstance(e, Note))
    assert event.written == TabPosition(6 - source, 3)
    assert event.pitch is not None
    assert event.pitch.midi == midi + 3


def test_quantised_to_the_beats() -> None:
    text = jams(
        notes(5, (0.02, 0.49, 64.0), (0.52, 0.24, 66.9)), notes(0, (1.01, 1.0, 40.0)), beats(*EVERY_HALF_SECOND)
    )
    assert sounding(parse(text, "jams")) == [
        ("0", ("E4",), "1/4"), ("1/4", ("G4",), "1/8"), ("1/2", ("E2",), "1/2"),
    ]  # fmt: skip


def test_beats_that_hurry() -> None:
    text = jams(notes(5, (1.0, 0.3, 64), (1.45, 0.35, 65)), beats(0.0, 1.0, 1.6, 2.0, 2.3))
    # the second beat lasts 0.6 s: 1.45 is three quarters of it; 1.8 is the middle of the third
    assert sounding(parse(text, "jams")) == [("1/4", ("E4",), "1/8"), ("7/16", ("F4",), "3/16")]


def test_first_beat_is_not_the_first_of_a_measure() -> None:
    text = jams(notes(5, (0.0, 0.5, 64)), beats(*EVERY_HALF_SECOND, first=3))
    assert sounding(parse(text, "jams")) == [("1/2", ("E4",), "1/4")]


def test_meter_and_grid() -> None:
    text = jams(notes(5, (0.5 / 3, 0.5 / 3, 64)), beats(*EVERY_HALF_SECOND, count=3))
    result = parse(text, "jams", grid=3)
    assert sounding(result) == [("1/12", ("E4",), "1/12")]
    assert result.score is not None
    assert str(result.score.meter) == "3/4"


def test_notes_over_the_bar_line_are_tied() -> None:
    text = jams(notes(5, (1.5, 1.0, 64)), beats(*EVERY_HALF_SECOND))
    assert sounding(parse(text, "jams")) == [("3/4", ("E4",), "1/2")]
    assert not parse(text, "jams").diagnostics


def test_a_string_sounds_one_note_at_a_time() -> None:
    text = jams(notes(5, (0.0, 1.0, 64), (0.5, 0.5, 65)), beats(*EVERY_HALF_SECOND))
    assert sounding(parse(text, "jams")) == [("0", ("E4",), "1/4"), ("1/4", ("F4",), "1/4")]


def test_tempo_in_place_of_beats() -> None:
    text = jams(notes(5, (1.0, 0.5, 64)), single("tempo", 60))
    result = parse(text, "jams")
    assert sounding(result) == [("1/4", ("E4",), "1/8")]
    assert result.score is not None
    assert result.score.metadata.tempo is not None
    assert result.score.metadata.tempo.bpm == Fraction(60)


def test_without_beats_and_tempo_there_are_no_durations() -> None:
    text = jams(notes(5, (0.0, 0.5, 64), (1.0, 0.5, 65)), notes(0, (0.03, 0.5, 40)))
    result = parse(text, "jams")
    assert result.score is not None
    projection = project(result.score)
    assert (projection.pitches, projection.durations) == ([["E2", "E4"], "F4"], None)


def test_cents_are_kept() -> None:
    result = parse(jams(notes(5, (0.0, 0.5, 65.12)), beats(*EVERY_HALF_SECOND)), "jams")
    assert result.score is not None
    event = next(e for e in next(result.score.voices).events if isinstance(e, Note))
    assert [(m.kind, m.text) for m in event.marks] == [("cents", "+12")]


def test_key_spells() -> None:
    result = parse(jams(notes(5, (0.0, 0.5, 66)), beats(*EVERY_HALF_SECOND), single("key_mode", "Gb:major")), "jams")
    assert result.score is not None
    assert [n.spelled for e in project(result.score).events for n in e.notes] == ["Gb4"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A:min", "Am"), ("E:maj", "E"), ("G", "G"), ("Bb:7", "Bb7"), ("C#:hdim7", "C#m7b5"), ("N", "N.C."),
        ("F:maj7/3", "Fmaj7/A"), ("A:min7/b3", "Am7/C"), ("D:maj/1", "D"), ("Eb:maj/3", "Eb/G"), ("F#:maj/3", "F#/A#"),
        ("G:7/b7", "G7/F"), ("E:(1,b3)", "E:(1,b3)"), ("Q:min", "Q:min"), ("G:odd", "G:odd"), ("G/19", "G/19"),
        ("/3", "/3"), ("C:maj(*3)", "C:maj(*3)"),
    ],
)  # fmt: skip
def test_names_of_chords(text: str, name: str) -> None:
    assert chord_name(text) == name


def chord_annotation(*named: tuple[float, object]) -> dict[str, Any]:
    data = [{"time": time, "duration": 1.0, "value": value, "confidence": None} for time, value in named]
    return {"namespace": "chord", "data": data}


def symbols(result: ParseResult) -> list[tuple[str, str]]:
    """Return name of the voice and chord, in order of voices."""
    assert result.score is not None
    return [
        (str(voice.name), mark.text)
        for voice in result.score.voices
        for event in voice.events
        for mark in event.marks
        if mark.kind == "chord-symbol"
    ]


def test_chords_belong_to_what_they_begin_with() -> None:
    # the second chord begins with the note on the low string, the third in silence in both
    text = jams(
        notes(5, (0.0, 0.5, 64)), notes(0, (1.0, 0.5, 40)), beats(*EVERY_HALF_SECOND),
        chord_annotation((1.0, "C:maj/3"), (0.0, "A:min"), (3.25, "N")), chord_annotation((0.0, "G:7")),
    )  # fmt: skip
    result = parse(text, "jams")
    assert symbols(result) == [("1", "Am"), ("1", "N.C."), ("6", "C/E")]
    assert not result.diagnostics


def test_chords_without_beats() -> None:
    text = jams(
        notes(5, (0.0, 0.5, 64), (1.0, 0.5, 65)), chord_annotation((0.0, "A:min"), (0.97, "F:maj"), (9.0, "G:7"))
    )
    assert [name for _, name in symbols(parse(text, "jams"))] == ["Am", "F", "G7"]


@pytest.mark.parametrize(("value", "source"), [(101.0, 0), (39.0, 0), (89.4, 5)])
def test_frets_that_do_not_exist(value: float, source: int) -> None:
    result = parse(jams(notes(source, (0.0, 0.5, value)), beats(*EVERY_HALF_SECOND)), "jams")
    assert [d.name for d in result.diagnostics] == ["fret-range"]
    assert sounding(result) == []


def test_columns_of_older_files() -> None:
    rows, columns = (jams(notes(5, (0.0, 0.5, 64), columns=c), beats(*EVERY_HALF_SECOND)) for c in (False, True))
    assert sounding(parse(rows, "jams")) == sounding(parse(columns, "jams"))


def test_to_tablature() -> None:
    text = jams(notes(4, (0.0, 1.0, 64)), notes(0, (0.0, 2.0, 40)), beats(*EVERY_HALF_SECOND))
    output = str(convert(text, "jams", "tab").output).split("\n")
    assert (output[0], output[2], output[6]) == (
        "Beat|1...2...3...4...|",
        "B   |5---------------|",
        "E   |0---------------|",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "empty"),
        ("{", "no-score"),
        ("[]", "no-score"),
        ("[" * 100_000, "no-score"),
        ("9" * 10_000, "no-score"),
        ('{"annotations": 3}', "no-score"),
        ('{"annotations": []}', "no-score"),
        ('{"annotations": [3]}', "bad-token"),
        (jams(notes("7", (0, 1, 60))), "bad-field"),
        (jams(notes(0, (0, 1, 60), (-1, 1, 60))), "bad-token"),
        (jams(notes(0, (0, 1, 60))).replace("60", "1e999"), "bad-token"),
        (jams(notes(0, (0, 1, 60))).replace("60", '"x"'), "bad-token"),
        (jams(notes(0, (0, 1, 45)), single("key_mode", "H:loud")), "bad-key"),
        (jams(notes(0, (0, 1, 45)), single("chord", 7)), "bad-token"),
        (jams(notes(0, (0, 1, 45)), {"namespace": "chord", "data": 3}), None),
        (jams(notes(0, (0, 1, 45)), {"namespace": 3}, {"namespace": "pitch_contour", "data": [1]}), None),
        (jams({"namespace": "note_midi", "data": [{"time": 0, "duration": 1, "value": 45}]}), "bad-field"),
        (jams(notes(0, (0, 1, 45))).replace("45", "true"), "bad-token"),
        (jams(notes(0, (0, 1, 45)))[:-40], "no-score"),
        (jams(notes(0, (0, 1, 45), (999_999, 1, 45)), single("tempo", 6000)), "bad-token"),
        (jams(notes(0, (0, 1, 45)), beats(0.0, 1e-300), single("tempo", 1e300)), None),
    ],
)
def test_bad_files(text: str, expected: str | None) -> None:
    names = [d.name for d in parse(text, "jams").diagnostics]
    assert expected in names if expected else names == []


def test_option() -> None:
    with pytest.raises(UnknownOptionError):
        parse(jams(notes(0, (0, 1, 45))), "jams", grid=0)
