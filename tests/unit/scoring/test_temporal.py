from fractions import Fraction

import pytest

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
