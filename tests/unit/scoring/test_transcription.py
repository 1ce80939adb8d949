"""Items of AST and CNC: perfect, wrong, malformed, missing; figures by hand."""

from fractions import Fraction
from typing import Any

import pytest

from onote_compiler.errors import DataError, OnoteError
from onote_compiler.scoring import ItemResult, score_item, score_line
from onote_compiler.scoring.items import Status


def staff(text: str) -> list[dict[str, Any]]:
    notes = []
    for token in text.split():
        pitch, duration = token.rstrip("~)").split("(")
        names: Any = pitch.split("+") if "+" in pitch else pitch
        notes.append({"pitch": names, "duration": duration, **({"tie": True} if token.endswith("~") else {})})
    return notes


def piece(treble: str = "", bass: str = "", key: str = "C Major") -> dict[str, Any]:
    staves = {name: staff(text) for name, text in (("treble", treble), ("bass", bass)) if text}
    return {
        "tempo": 120,
        "key": key,
        "time_signature": "4/4",
        "bars": [{"bar_number": 1, "chord": "C", "staves": staves}],
    }


FOUR = piece("C4(1/4) D4(1/4) E4(1/4) F4(1/4)")
TWO_STAVES = piece("C5(1/2) E5(1/2)", "C3(1/4) D3(1/4) E3(1/4) F3(1/4)")


def ast(prediction: Any, reference: Any = FOUR, **more: Any) -> ItemResult:
    return score_item("ast", prediction, reference, notation="pitchdur", **more)


@pytest.mark.parametrize(
    ("prediction", "reference"),
    [
        ("C4(1/4) D4(1/4) E4(1/4) F4(1/4)", FOUR),
        ("C4(2/8) D4(4/16) E4(8/32) F4(1/4)", FOUR),
        ("A#3(1/4) A3(1/4) A#3(1/2)", piece("Bb3(1/4) A3(1/4) Bb3(1/2)", key="F Major")),
        ("B3(1/1)", piece("Cb4(1)", key="Gb Major")),
        ("G4(1/1)", piece("F##4(1)")),
        ("C3(1/4) C5(1/2) D3(1/4) E3(1/4) E5(1/2) F3(1/4)", TWO_STAVES),
        ("C4(5/16) D4(3/16) E4(1/2)", piece("C4(1/4)~ C4(1/16) D4(3/16) E4(1/2)")),
        ("C4(1/2) E4(1/2) G4(1/2)", piece("C4+E4(1/2) G4(1/2)")),
        ("C4(1/2)", piece("rest(1/2) C4(1/2)")),
    ],
)
def test_perfect_answers_are_exactly_one(prediction: str, reference: dict[str, Any]) -> None:
    found = ast(prediction, reference)
    wanted = {"pitch": 1.0, "duration": 1.0, "full": 1.0, "phi": 1.0, "strict_full": 1.0, "score": 1.0}
    assert {name: found.metrics[name] for name in wanted} == wanted
    assert found.format_ok
    assert found.status is Status.OK


def test_half_right_by_hand() -> None:
    found = ast("C4(1/4) D4(1/8) E4(1/8) G4(1/4)")
    assert (found.metrics["pitch"], found.metrics["duration"], found.metrics["full"]) == (0.75, 0.5, 0.25)
    assert found.metrics["phi"] == pytest.approx(0.4 * 0.75 + 0.4 * 0.5 + 0.2)
    assert found.metrics["temporal"] == 0.5
    assert found.metrics["note_f1"] == pytest.approx(2 / 8 * 2)
    assert found.metrics["measure_exact"] == 0.0


def test_two_staves_as_a_list_are_on_time() -> None:
    found = ast("C3(1/4) C5(1/2) D3(1/4) E3(1/4) E5(1/2) F3(1/4)", TWO_STAVES)
    assert found.metrics["temporal"] == 1.0
    assert found.metrics["seconds_onset_f1"] == 1.0


def test_loop_of_sixty_against_four_is_worthless() -> None:
    found = ast(" ".join(["C4(1/4)"] * 60))
    assert found.status is Status.INVALID
    assert found.metrics["full"] == 0.0
    assert "length-mismatch" in {d.name for d in found.diagnostics}


@pytest.mark.parametrize(("notes", "status"), [(1, "invalid"), (2, "ok"), (8, "ok"), (9, "invalid")])
def test_length_bounds(notes: int, status: str) -> None:
    assert ast(" ".join(["C4(1/4)"] * notes)).status == status


def test_length_bounds_are_a_parameter_that_is_printed() -> None:
    found = ast("C4(1/4) " * 60, length_high=100.0)
    assert found.metrics["pitch"] == pytest.approx(1 / 60)
    assert found.params["length_high"] == 100.0
    assert found.params["weights"] == {"pitch": 0.4, "duration": 0.4, "format": 0.2}


@pytest.mark.parametrize(
    "prediction", ["", "   ", "I am sorry, I cannot hear this recording.", 7, True, {}, [[]], "{}"]
)
def test_what_is_no_music_scores_nothing(prediction: Any) -> None:
    found = ast(prediction)
    assert found.status is Status.INVALID
    assert not found.format_ok
    scores = ("score", "pitch", "duration", "full", "phi", "temporal", "strict_phi", "note_f1")
    assert [found.metrics[name] for name in scores] == [0.0] * len(scores)


def test_missing_answer() -> None:
    found = ast(None)
    assert found.status is Status.MISSING
    assert found.metrics["score"] == 0.0
    assert found.metrics["phi"] == 0.0


def test_a_format_slip_costs_the_strict_figures_only() -> None:
    found = ast("c4(1/4) d4(1/4) | e4(1/4) f4(1/4)")
    assert found.metrics["full"] == 1.0
    assert not found.format_ok
    assert found.metrics["strict_full"] == found.metrics["strict_phi"] == 0.0
    assert found.metrics["phi"] == pytest.approx(0.8)


def test_octave_error_is_explained() -> None:
    found = ast("C5(1/4) D5(1/4) E5(1/4) F5(1/4)")
    assert found.metrics["pitch"] == 0.0
    assert found.metrics["transposition"] == -12
    assert found.metrics["transposed_pitch"] == found.metrics["octave_blind"] == 1.0


def test_alignment_names_note_and_measure() -> None:
    found = ast("C4(1/4) E4(1/4) F4(1/4)", alignment=True)
    assert found.alignment is not None
    missing = [pair for pair in found.alignment if pair.kind == "delete"]
    assert [pair.fields()["truth"]["pitch"] for pair in missing] == ["D4"]
    assert missing[0].truth is not None
    assert (missing[0].truth.onset, missing[0].truth.measure) == (Fraction(1, 4), 1)


def test_answer_over_the_limit_is_reported() -> None:
    found = ast("C4(1/4) D4(1/4) E4(1/4) F4(1/4)", max_notes=3)
    assert "too-many-notes" in {d.name for d in found.diagnostics}
    assert found.metrics["full"] == 1.0


def test_lists_of_pitches_have_no_durations() -> None:
    found = score_item("cnc", ["E2", "G#3", ["C4", "E4"]], ["E2", "Ab3", "C4", "E4"], mode="guitar_to_staff")
    assert found.metrics["pitch"] == found.metrics["phi"] == 1.0
    assert found.metrics["duration"] is None
    assert found.format_ok
    wrong = score_item("cnc", '{"pitches": ["E2", "G3"]}', ["E2", "Ab3"], mode="pitch_only")
    assert wrong.metrics["phi"] == pytest.approx((0.4 * 0.5 + 0.2) / 0.6)


def test_conversion_to_a_list() -> None:
    found = score_item("cnc", '{"notes": ["C4(1/4)", "D4(3/4)"]}', ["C4(1/4)", "D4(3/4)"], mode="jianpu_to_staff")
    assert (found.metrics["score"], found.format_ok) == (1.0, True)


@pytest.mark.parametrize(
    ("reference", "place"),
    [
        ({"bars": 3}, "$.bars"),
        ([], "$"),
        (["C4", 5], "$[1]"),
        (["C4", "H9"], "$[1]"),
        ({"notes": "C4"}, "$.notes"),
        ({"treble": 3}, "$.treble"),
        ('{"bars": [', "$"),
        (["H9"], "$"),
    ],
)
def test_malformed_truth_is_refused_with_its_place(reference: Any, place: str) -> None:
    with pytest.raises(DataError) as caught:
        ast("C4(1/4)", reference)
    assert str(caught.value).startswith(place)


def test_unknown_task_notation_and_parameter() -> None:
    for broken in (
        lambda: score_item("asr", "C4(1/4)", FOUR),
        lambda: score_item("ast", "C4(1/4)", FOUR, notation="pitchdurr"),
        lambda: ast("C4(1/4)", wieghts=(1, 1, 1)),
        lambda: ast("C4(1/4)", length_low=2.0),
    ):
        with pytest.raises(OnoteError):
            broken()


@pytest.mark.parametrize(
    "request_",
    [
        None,
        3,
        [],
        {},
        {"id": 1},
        {"id": 1, "prediction": "C4(1/4)", "reference": 5},
        {"id": 1, "prediction": "C4(1/4)", "reference": FOUR, "notation": 7},
        {"id": 1, "prediction": "C4(1/4)", "reference": FOUR, "measures": "x"},
        {"id": 1, "prediction": "C4(1/4)", "reference": FOUR, "notation": "nothing"},
    ],
)
def test_machine_form_answers_everything(request_: Any) -> None:
    for task in ("ast", "cnc"):
        line = score_line(task, request_)
        assert set(line) >= {"id", "status", "format_ok", "metrics", "diagnostics"}
        assert line["error"]


def test_machine_form() -> None:
    line = score_line("ast", {"id": 7, "prediction": "C4(1/4) D4(1/4) E4(1/4) F4(1/4)", "reference": FOUR})
    assert (line["id"], line["status"], line["format_ok"], line["metrics"]["full"]) == (7, "ok", True, 1.0)
    assert "error" not in line


def test_a_megabyte_of_one_note_is_quick_and_worthless() -> None:
    found = ast("C4(1/4) " * 130_000)
    assert found.status is Status.INVALID


@pytest.mark.parametrize("task", ["ast", "cnc", "vsu"])
def test_a_missing_truth_is_said_to_be_missing(task: str) -> None:
    with pytest.raises(DataError, match='"reference" is missing'):
        score_item(task, "C4(1/4)")


@pytest.mark.parametrize("prediction", [3, 3.5, True, 0])
def test_a_number_is_no_notation(prediction: Any) -> None:
    found = score_item("ast", prediction, ["C4(1/4)"], notation="jianpu")
    assert (found.status, found.metrics["score"]) == (Status.INVALID, 0.0)
    assert [d.name for d in found.diagnostics] == ["no-score"]
