"""The released versions' figures, worked out by hand from what their scripts do."""

import pytest

from onote_compiler.errors import UnknownOptionError
from onote_compiler.scoring import score_line
from onote_compiler.scoring.compat import score_as_released


def piece(treble: str, bass: str = "") -> dict[str, object]:
    def notes(text: str) -> list[dict[str, str]]:
        return [dict(zip(("pitch", "duration"), token.rstrip(")").split("("), strict=True)) for token in text.split()]

    return {"bars": [{"staves": {"treble": notes(treble), "bass": notes(bass)}}]}


def ast(release: str, prediction: object, reference: object, **more: object) -> dict[str, object]:
    return score_as_released(release, "ast", {"prediction": prediction, "reference": reference, **more})


FOUR = piece("C4(1/4) D4(1/4) E4(1/4) F4(1/4)")


def test_r1_spelling_counts() -> None:
    found = ast("r1", "A#3(1/4) A3(1/4)", piece("Bb3(1/4) A3(1/4)"))
    assert found == {"full": 50.0, "pitch": 50.0, "duration": 100.0, "gt_count": 2, "pred_count": 2}


def test_r1_treble_stands_before_bass() -> None:
    found = ast("r1", "C3(1/2) C5(1/2)", piece("C5(1/2)", "C3(1/2)"))
    assert (found["pitch"], found["duration"]) == (0.0, 100.0)


@pytest.mark.parametrize(("length", "kept"), [(80, 80), (81, 60), (200, 60)])
def test_r1_cuts_long_answers(length: int, kept: int) -> None:
    answer = " ".join(f"C{i % 7 + 1}(1/4)" for i in range(length))
    assert ast("r1", answer, FOUR)["pred_count"] == kept


def test_r1_six_equal_tokens_end_the_answer() -> None:
    assert ast("r1", "D4(1/4) " + "C4(1/4) " * 6 + "E4(1/4)", FOUR)["pred_count"] == 2
    assert ast("r1", "D4(1/4) " + "C4(1/4) " * 5 + "E4(1/4)", FOUR)["pred_count"] == 7


def test_r1_two_empty_sides_are_alike() -> None:
    assert ast("r1", "", {})["full"] == 100.0


@pytest.mark.parametrize("prediction", [["C4(1/4)"], 7])
def test_r1_raises_on_what_is_no_text(prediction: object) -> None:
    assert ast("r1", prediction, FOUR) == {"error": "AttributeError"}


def cnc(release: str, prediction: object, reference: object, mode: str) -> dict[str, object]:
    return score_as_released(release, "cnc", {"prediction": prediction, "reference": reference, "mode": mode})


def test_r1_conversion_is_a_ratio() -> None:
    assert cnc("r1", ["C4(1/4)"] * 4, ["C4(1/4)"] * 2, "full")["total"] == pytest.approx(2 * 2 / 6)
    assert cnc("r1", ["sorry"], ["F##4(1/4)"], "full") == {"pitch": 1.0, "rhythm": 1.0, "total": 1.0}
    assert cnc("r1", [], ["C4"], "pitch_only") == {"pitch": 0.0, "total": 0.0}
    assert cnc("r1", ["C4"], ["C4"], "other") == {"error": "AttributeError"}


@pytest.mark.parametrize(
    ("answer", "letter"), [("I'd say C", "D"), ("Not A, but B", "A"), ("Because", "B"), ("none", "UNKNOWN"), ("b", "B")]
)
def test_r1_letter(answer: str, letter: str) -> None:
    found = score_as_released("r1", "vsu", {"prediction": answer, "reference": "b"})
    assert found == {"letter": letter, "correct": letter == "B"}


def test_r2_one_right_note_is_a_perfect_transcription() -> None:
    sixty = piece(" ".join(f"{n}{o}(1/4)" for o in range(1, 7) for n in "CDEFGABCDE"))
    assert ast("r2", "C1(1/4)", sixty)["full"] == 100.0


def test_r2_flats_become_sharps_without_their_octave() -> None:
    assert ast("r2", "B3(1/4)", piece("Cb4(1/4)"))["pitch"] == 0.0
    assert ast("r2", "A#3(1/4)", piece("Bb3(1/4)"))["pitch"] == 100.0


def test_r2_jianpu_drops_the_octave_of_pitches_and_counts_bars() -> None:
    found = ast("r2", "_1(1/4) |", {"treble": "<1>(1/4) |"}, notation="jianpu")
    assert found == {"full": 50.0, "pitch": 100.0, "duration": 100.0, "pred_count": 2}


def test_r2_tab() -> None:
    found = ast("r2", "S1_F0+S2_F1 S7_F1 x", ["E4", "C4"], notation="tab")
    assert found == {"pitch": 100.0, "matched": 2, "pred_count": 2}


def test_r2_conversion_of_the_object_its_prompt_asks_for_scores_nothing() -> None:
    """The list is never taken out of the object; its keys are compared instead."""
    assert cnc("r2", {"notes": ["C4(1/4)"]}, ["C4(1/4)"], "jianpu_to_staff")["pitch"] == 0.0
    assert cnc("r2", ["C4(1/4)"], ["C4(1/4)"], "jianpu_to_staff")["total"] == 1.0


def smg(text: object, notation: str, measures: int) -> dict[str, object]:
    found = score_as_released("r2", "smg", {"prediction": text, "notation": notation, "measures": measures})
    return {name.removeprefix("deterministic_"): value for name, value in found.items()}


HEAD = "X:1\nT:t\nM:4/4\nL:1/4\nK:C\n"
ROWS = ("e|----------------|", "B|--------1-------|", "G|----0-----------|")


def test_r2_abc() -> None:
    assert smg(HEAD + "CDEF|G4|", "abc", 2)["meter_valid"] is True
    assert smg(HEAD + "CDEF|[CE]4|", "abc", 2)["syntax_valid"] is False  # a chord
    assert smg(HEAD + "CDE|G4|", "abc", 2)["meter_valid"] is False
    assert smg("X:1\nK:C\nCDEF|", "abc", 1)["measure_count"] is None


def test_r2_jianpu() -> None:
    assert smg("1(1/4) 2(3/4) | 3(1/1) |", "jianpu", 2)["meter_valid"] is True
    assert smg("1 2 (3 4) 5 |", "jianpu", 1)["syntax_valid"] is False  # the critic's own pair is split


def test_r2_tab_takes_two_digits_for_two_frets() -> None:
    rows = [*ROWS, "D|12--------------|", "A|----------------|", "E|9---------------|"]
    found = smg("\n".join(rows), "tab", 1)
    assert (found["layout_valid"], found["max_fret_span"], found["fret_span_valid"]) == (True, 8, False)


def test_unknown_release_and_task() -> None:
    with pytest.raises(UnknownOptionError, match="r1"):
        score_as_released("r3", "ast", {})
    with pytest.raises(UnknownOptionError):
        score_as_released("r1", "smg", {})


def test_machine_form_names_what_a_script_raises() -> None:
    line = score_line("ast", {"id": 4, "prediction": ["x"], "reference": FOUR}, "r1")
    assert line == {
        "id": 4, "status": "invalid", "format_ok": False, "metrics": {}, "diagnostics": [], "error": "AttributeError",
    }  # fmt: skip
    assert score_line("smg", {"id": 1}, "r1")["error"].startswith("release r1")


@pytest.mark.parametrize(("length", "total"), [(199, 1 - 1 / 199), (200, 0.0)])
def test_r1_drops_common_notes_of_long_lists(length: int, total: float) -> None:
    """From 200 elements on a match cannot start at what is more than one in a hundred: here at anything."""
    common = ["C4(1/4)"] * (length - 1)
    assert cnc("r1", ["D4(1/8)", *common], [*common, "D4(1/8)"], "full")["total"] == pytest.approx(total, abs=0.01)


def test_r1_equal_lists_match_whatever_their_length() -> None:
    same = ["C4(1/4)"] * 300
    assert cnc("r1", same, same, "full")["total"] == 1.0
