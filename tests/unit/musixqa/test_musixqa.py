"""MusiXQA samples: their shape, the notes they stand for, and what is refused."""

import json
from fractions import Fraction
from typing import Any

import pytest

from onote_compiler import convert, parse, project
from onote_compiler.notations.musixqa.sample import SampleError, score_of_sample


def sample(**changes: Any) -> dict[str, Any]:
    bars = [
        {"bar_number": 1, "chord": "C", "repeat": "start", "staves": {
            "treble": [{"pitch": "Cb5", "duration": "1/4", "tie": True}, {"pitch": "Cb5", "duration": "1/4"}],
            "bass": [{"pitch": ["C3", "G3"], "duration": "1/2"}]}},
        {"bar_number": 2, "chord": "G", "repeat": "end", "staves": {
            "treble": [{"pitch": "rest", "duration": "1/8"}, {"pitch": "B#4", "duration": "3/8"}],
            "bass": [{"pitch": "B2", "duration": "1/2"}]}},
    ]  # fmt: skip
    return {"tempo": 90, "key": "Gb Major", "time_signature": "2/4", "bars": bars, **changes}


def test_projection_by_hand() -> None:
    score = parse(json.dumps(sample()), "musixqa").score
    assert score is not None
    # Cb5 is MIDI 71 (B4); B#4 is 72 (C5): the octave belongs to the letter.
    assert project(score).pitches == [["C3", "G3", "B4"], "B2", "C5"]
    assert project(score, ties="split").pitches == [["C3", "G3", "B4"], "B4", "B2", "C5"]
    treble = [e for e in project(score).events if e.voice == "treble"]
    assert [(e.onset, e.duration, e.kind) for e in treble] == [
        (Fraction(0), Fraction(1, 2), "note"),
        (Fraction(1, 2), Fraction(1, 8), "rest"),
        (Fraction(5, 8), Fraction(3, 8), "note"),
    ]


def test_writing_gives_the_same_score() -> None:
    score = parse(json.dumps(sample()), "musixqa").score
    assert score is not None
    done = convert(score, target="musixqa")
    assert isinstance(done.output, str)
    assert not done.losses
    assert parse(done.output, "musixqa").score == score
    assert json.loads(done.output) == sample()


def test_a_staff_missing_in_one_bar_keeps_the_others_in_time() -> None:
    data = sample()
    del data["bars"][0]["staves"]["bass"]
    score = score_of_sample(data)
    assert [e.onset for e in project(score).events if "B2" in e.names] == [Fraction(1, 2)]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"key": "H Major"}, "$.key"),
        ({"key": 3}, "$.key"),
        ({"time_signature": "4/0"}, "$.time_signature"),
        ({"tempo": "fast"}, "$.tempo"),
        ({"bars": {}}, "$.bars"),
        ({"bars": [5]}, "$.bars[0]"),
        ({"bars": []}, "$.bars"),
        ({"bars": [{"staves": {"alto": []}}]}, "$.bars[0].staves.alto"),
        ({"bars": [{"staves": {"treble": [{"duration": "1/4"}]}}]}, "$.bars[0].staves.treble[0].pitch"),
        ({"bars": [{"staves": {"treble": [{"pitch": "H4", "duration": "1/4"}]}}]}, "$.bars[0].staves.treble[0].pitch"),
        (
            {"bars": [{"staves": {"treble": [{"pitch": ["C4", 4], "duration": "1/4"}]}}]},
            "$.bars[0].staves.treble[0].pitch[1]",
        ),
        (
            {"bars": [{"staves": {"treble": [{"pitch": "C4", "duration": "1/0"}]}}]},
            "$.bars[0].staves.treble[0].duration",
        ),
        (
            {"bars": [{"staves": {"treble": [{"pitch": "C4", "duration": 0.25}]}}]},
            "$.bars[0].staves.treble[0].duration",
        ),
        (
            {"bars": [{"staves": {"treble": [{"pitch": "C4", "duration": "1/4", "tie": "yes"}]}}]},
            "$.bars[0].staves.treble[0].tie",
        ),
    ],
)
def test_what_is_not_of_the_shape_is_named_by_its_path(change: dict[str, Any], path: str) -> None:
    with pytest.raises(SampleError) as caught:
        score_of_sample(sample(**change))
    assert caught.value.path == path
    result = parse(json.dumps(sample(**change)), "musixqa")
    assert result.verdict == "invalid"
    assert path in result.diagnostics[0].message


@pytest.mark.parametrize("text", ["{", "[]", "7", "null", "[" * 50_000, '{"tempo": ' + "9" * 5000 + "}"])
def test_bad_json_is_reported(text: str) -> None:
    result = parse(text, "musixqa")
    assert result.score is None
    assert [d.name for d in result.diagnostics] == ["no-score"]


def test_notes_without_duration_are_lost_notes() -> None:
    done = convert("C4 D4(1/4) R", "pitchdur", "musixqa")
    assert [loss.name for loss in done.losses] == ["lost-pitch", "lost-rest"]


def test_a_section_within_the_piece_is_lost() -> None:
    done = convert("X:1\nM:2/4\nL:1/4\nK:C\nCD||EF|]", "abc", "musixqa")
    assert [loss.name for loss in done.losses] == ["lost-structure"]


def test_what_the_shape_cannot_say_is_reported_and_nothing_is_made_up() -> None:
    done = convert("X:1\nT:Walk\nC:Trad.\nM:4/4\nL:1/4\nK:Dmix\nD E F G |]", "abc", "musixqa")
    assert isinstance(done.output, str)
    assert "tempo" not in json.loads(done.output)
    assert [(d.name, d.message) for d in done.losses] == [
        ("lost-metadata", "not written: title, composer, mode (G Major is written)")
    ]


def test_a_bar_that_is_repeated_alone() -> None:
    first = convert("X:1\nM:2/4\nL:1/4\nK:C\n|:CD:|EF|]", "abc", "musixqa")
    assert [bar.get("repeat") for bar in json.loads(str(first.output))["bars"]] == ["end", None]
    assert [loss.name for loss in first.losses] == []
    later = convert("X:1\nM:2/4\nL:1/4\nK:C\nCD|:EF:|", "abc", "musixqa")
    assert [bar.get("repeat") for bar in json.loads(str(later.output))["bars"]] == [None, "end"]
    assert [loss.name for loss in later.losses] == ["lost-structure"]


def test_changes_of_key_and_meter_are_lost_wherever_they_are_said() -> None:
    done = convert("1=C 2/4\n1 2 | 1=G 3/4 1 2 3 |", "jianpu", "musixqa")
    assert [loss.message for loss in done.losses] == ["not written: changes of key, changes of meter"]
