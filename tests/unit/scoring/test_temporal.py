from fractions import Fraction

import pytest

from onote_compiler.scoring import score_item
from onote_compiler.scoring.metrics import temporal

Q = Fraction(1, 4)


def test_late_notes_are_those_whose_onset_differs() -> None:
    truth = [Fraction(0), Q, 2 * Q, 3 * Q]
    late = [Fraction(0), Q, 3 * Q, 4 * Q]
    assert temporal.agreement([1, 2, 3, 4], truth, [1, 2, 3, 4], truth) == 1.0
    assert temporal.agreement([1, 2, 3, 4], truth, [1, 2, 3, 4], late) == 0.5


def test_a_wrong_pitch_at_the_right_time_agrees_and_a_missing_note_does_not() -> None:
    truth = [Fraction(0), Q, 2 * Q]
    assert temporal.agreement([1, 2, 3], truth, [1, 9, 3], truth) == 1.0
    assert temporal.agreement([1, 2, 3], truth, [1, 3], [Fraction(0), 2 * Q]) == pytest.approx(2 / 3)


def test_unknown_onsets_never_agree() -> None:
    assert temporal.agreement([1], [None], [1], [None]) == 0.0


def test_evaluate_refuses_unequal_lengths() -> None:
    with pytest.raises(ValueError, match="onsets"):
        temporal.evaluate([1], [], [1], [Q])


TUNE = "X:1\nM:4/4\nL:1/4\nQ:1/4=90\nK:C\n"
IN_TIME = ("temporal", "note_f1", "note_offset_f1", "seconds_onset_f1", "seconds_offset_f1")


@pytest.mark.parametrize(
    ("truth", "answer"),
    [
        ("C z D E | z2 F G |]", "C4(1/4) D4(1/4) E4(1/4) F4(1/4) G4(1/4)"),
        ("z4 | C D E z |]", "C4(1/4) D4(1/4) E4(1/4)"),
        ("[CE] z D z |]", "C4(1/4)+E4(1/4) D4(1/4)"),
    ],
)
def test_silence_that_a_list_of_notes_cannot_write_costs_nothing(truth: str, answer: str) -> None:
    found = score_item("ast", answer, TUNE + truth, notation="pitchdur").metrics
    assert {name: found[name] for name in ("full", *IN_TIME)} == dict.fromkeys(("full", *IN_TIME), 1.0)


def test_a_note_too_long_still_moves_what_follows_it() -> None:
    answer = "C4(1/4) D4(1/2) E4(1/4) F4(1/4) G4(1/4)"
    found = score_item("ast", answer, TUNE + "C z D E | z2 F G |]", notation="pitchdur").metrics
    # C and D start in time, E, F and G a quarter late; of the two D is held too long.
    assert (found["temporal"], found["note_f1"], found["note_offset_f1"]) == (0.4, 0.4, 0.2)


def test_silence_left_out_where_it_can_be_written_counts() -> None:
    found = score_item("ast", TUNE + "C D E F | G4 |]", TUNE + "C z D E | F G4 |]", notation="abc").metrics
    assert found["temporal"] == 0.2
