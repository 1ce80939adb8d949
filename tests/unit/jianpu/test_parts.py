"""Scores of several parts: where their measures start, and how many of them the benchmark's data hold."""

import json

import pytest

from onote_compiler import convert, parse, project

DRIFTING = '{"treble": "0(1/4) | 3(1/4) |", "bass": "5(1/2) | 0(1/4) |"}'
OVERLAY = "X:1\nM:4/4\nL:1/4\nK:C\nC4 & E2 | D4 | C4 & z2 E2|]\n"


def onsets(text: str, notation: str) -> list[tuple[str, str]]:
    score = parse(text, notation, key="C").score
    assert score is not None
    return sorted((str(e.onset), e.notes[0].spelled) for e in project(score).events if e.notes)


@pytest.mark.parametrize("dialect", ["formatb", "critic", "unicode"])
def test_parts_that_drift_apart_are_not_one_line(dialect: str) -> None:
    done = convert(DRIFTING, "jianpu", "jianpu", to_dialect=dialect, key="C")
    assert "lost-voice" in [loss.name for loss in done.losses]


def test_a_short_measure_lasts_as_long_as_the_one_beside_it() -> None:
    tune = "X:1\nM:4/4\nL:1/4\nK:C\nC2 & z4 | D4|]\n"
    done = convert(tune, "abc", "jianpu", to_dialect="formatb")
    assert done.output == "1(1/2) 0(1/2) | 2(1/1) |"


def test_parts_that_drift_apart_are_reported_in_tablature() -> None:
    names = [loss.name for loss in convert(DRIFTING, "jianpu", "tab", key="C").losses]
    assert "lost-time" in names
    even = '{"treble": "0(1/2) | 3(1/4) |", "bass": "5(1/2) | 0(1/2) |"}'
    assert "lost-time" not in [loss.name for loss in convert(even, "jianpu", "tab", key="C").losses]


@pytest.mark.parametrize("dialect", ["data", "jianpu-ly"])
def test_voices_of_one_part_keep_their_places(dialect: str) -> None:
    written = str(convert(OVERLAY, "abc", "jianpu", to_dialect=dialect).output)
    assert onsets(written, "jianpu") == onsets(OVERLAY, "abc")


def test_more_than_two_parts_are_read_as_they_are_written() -> None:
    tune = "X:1\nM:4/4\nL:1/4\nK:C\n" + "".join(f"V:{n}\n{note}4|]\n" for n, note in enumerate("CEGB", 1))
    written = str(convert(tune, "abc", "jianpu", to_dialect="data").output)
    result = parse(written, "jianpu", key="C", profile="lenient")
    assert not result.diagnostics
    assert onsets(written, "jianpu") == [("0", "B4"), ("0", "C4"), ("0", "E4"), ("0", "G4")]


@pytest.mark.parametrize("third", ["", " |", "0(1/1) |"])
def test_a_silent_part_has_no_note(third: str) -> None:
    text = json.dumps({"treble": "1(1/1) |", "bass": "3(1/1) |", "part 3": third})
    assert onsets(text, "jianpu") == [("0", "C4"), ("0", "E4")]


@pytest.mark.parametrize("quote", ['"', "'"])
def test_names_of_two_words(quote: str) -> None:
    text = '{"right hand": "1(1/1) |", "left hand": "3(1/1) |"}'.replace('"', quote)
    result = parse(text, "jianpu", key="C")
    assert result.score is not None
    assert [part.name for part in result.score.parts] == ["right hand", "left hand"]
    assert [d.name for d in result.diagnostics if d.severity == "error"] == []
