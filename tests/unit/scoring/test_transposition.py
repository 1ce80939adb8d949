import pytest

from onote_compiler.scoring.metrics import transposition


def test_an_octave_too_high_is_found() -> None:
    truth = [60, 62, 64, 65, 67]
    assert transposition.best_transposition(truth, [p + 12 for p in truth]) == (-12, 1.0)
    assert transposition.octave_blind(truth, [p + 12 for p in truth]) == 1.0


def test_a_right_answer_is_not_moved() -> None:
    assert transposition.best_transposition([60, 62], [60, 62]) == (0, 1.0)
    assert transposition.best_transposition([], []) == (0, 1.0)


def test_moved_although_a_note_is_missing() -> None:
    truth = [60, 62, 64, 65, 67, 69, 71, 72]
    answer = [p - 2 for p in truth if p != 64]
    assert transposition.best_transposition(truth, answer) == (2, pytest.approx(7 / 8))


def test_relative_to_each_key() -> None:
    assert transposition.key_relative([60, 64], 0, [62, 66], 2) == 1.0
    with pytest.raises(TypeError):
        transposition.evaluate([60.5], [60])  # type: ignore[list-item]
