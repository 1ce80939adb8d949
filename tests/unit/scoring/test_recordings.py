"""JAMS as ground truth: pitches in order, chords together, times in seconds."""

from typing import Any

import pytest

from onote_compiler.errors import DataError
from onote_compiler.scoring import score_item


def jams(*strings: list[tuple[float, float, float]]) -> dict[str, Any]:
    def data(notes: list[tuple[float, float, float]]) -> list[dict[str, float | None]]:
        return [{"time": t, "duration": d, "value": v, "confidence": None} for t, d, v in notes]

    annotations: list[dict[str, Any]] = [{"namespace": "note_midi", "data": data(notes)} for notes in strings]
    return {"annotations": [{"namespace": "tempo", "data": []}, *annotations], "file_metadata": {}}


# Low E, then a strummed E minor third whose upper note is touched 20 ms before the lower, then G4.
STRUM = jams([(0.0, 0.4, 39.9), (0.52, 0.5, 40.1)], [(0.5, 0.5, 43.0)], [(1.0, 0.5, 67.2)])


def test_linear_tab_against_a_recording() -> None:
    found = score_item("ast", "S6_F0 S6_F0+S6_F3 S1_F3", STRUM)
    assert found.notation == "tab"
    assert found.metrics["pitch"] == 1.0
    assert found.metrics["duration"] is None
    assert found.metrics["seconds_onset_f1"] is None


def test_times_come_from_the_recording() -> None:
    abc = "X:1\nT:t\nM:4/4\nL:1/8\nQ:1/4=120\nK:C\nC,2 E2 G2 c2 |]\n"
    truth = jams([(0.0, 0.5, 48), (0.5, 0.5, 64)], [(1.0, 0.5, 67), (1.7, 0.5, 72)])
    found = score_item("ast", abc, truth, notation="abc", profile="lenient")
    assert found.metrics["pitch"] == 1.0
    assert found.metrics["seconds_onset_f1"] == 0.75
    assert found.metrics["note_f1"] is None


@pytest.mark.parametrize(
    ("reference", "place"),
    [
        ({"annotations": 3}, "$.annotations"),
        ({"annotations": [3]}, "$.annotations[0]"),
        ({"annotations": []}, "$.annotations"),
        ({"annotations": [{"namespace": "note_midi", "data": 3}]}, "$.annotations[0].data"),
        (jams([(0.0, 0.5, float("nan"))]), "$.annotations[1].data[0].value"),
        (jams([(0.0, 0.5, 300)]), "$.annotations[1].data[0].value"),
        (jams([(-1.0, 0.5, 60)]), "$.annotations[1].data[0]"),
    ],
)
def test_malformed_recordings(reference: dict[str, Any], place: str) -> None:
    with pytest.raises(DataError) as caught:
        score_item("ast", "S1_F0", reference)
    assert str(caught.value).startswith(place)
