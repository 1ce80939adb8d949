"""Note metrics: by hand in score time, against mir_eval in seconds."""

import random
from fractions import Fraction

import pytest

from onote_compiler.scoring.metrics import notes
from onote_compiler.scoring.metrics.notes import TimedNote


def test_exact_counts_each_note_once() -> None:
    quarter = Fraction(1, 4)
    truth = [(Fraction(0), 60), (quarter, 62), (quarter, 62)]
    answer = [(Fraction(0), 60), (quarter, 62), (2 * quarter, 62), (2 * quarter, 64)]
    found = notes.exact(truth, answer)
    assert found == (2 / 4, 2 / 3, 4 / 7)


def test_empty_sides() -> None:
    assert notes.exact([], []) == (1.0, 1.0, 1.0)
    assert notes.exact([(0, 60)], []) == (0.0, 0.0, 0.0)


def test_onset_tolerance_is_inclusive_and_each_note_matches_once() -> None:
    truth = [TimedNote(60, 1.0, 1.5)]
    assert notes.matched(truth, [TimedNote(60, 1.05, 1.5), TimedNote(60, 0.95, 1.5)])[0] == 1
    assert notes.matched(truth, [TimedNote(60, 1.0502, 1.5)])[0] == 0
    assert notes.matched(truth, [TimedNote(61, 1.0, 1.5)])[0] == 0


def test_offset_may_be_off_by_a_fifth_of_the_note() -> None:
    truth = [TimedNote(60, 0.0, 1.0)]
    assert notes.matched(truth, [TimedNote(60, 0.0, 1.2)], offset_ratio=0.2)[1] == 1
    assert notes.matched(truth, [TimedNote(60, 0.0, 1.21)], offset_ratio=0.2)[1] == 0


def test_the_matching_is_a_largest_one() -> None:
    """Greedy by onset would give the first answer to the first truth and leave the second truth alone."""
    truth = [TimedNote(60, 0.00, 1.0), TimedNote(60, 0.04, 3.0)]
    answer = [TimedNote(60, 0.04, 1.1), TimedNote(60, 0.08, 3.0), TimedNote(60, 0.0, 3.0)]
    assert notes.matched(truth, answer, offset_ratio=0.2)[1] == 2


def test_agrees_with_mir_eval() -> None:
    mir_eval = pytest.importorskip("mir_eval.transcription")
    np = pytest.importorskip("numpy")
    rng = random.Random(11)
    for _ in range(120):
        truth, answer = (_random_notes(rng) for _ in range(2))
        if not truth or not answer:
            continue
        arrays = [
            (
                np.array([[n.onset, n.offset] for n in side]),
                np.array([440.0 * 2 ** ((n.midi - 69) / 12) for n in side]),
            )
            for side in (truth, answer)
        ]
        figures = notes.evaluate(truth, answer)
        for name, ratio in (("onset", None), ("offset", 0.2)):
            theirs = mir_eval.precision_recall_f1_overlap(*arrays[0], *arrays[1], offset_ratio=ratio)
            ours = [figures[f"{name}_{part}"] for part in ("precision", "recall", "f1")]
            assert ours == pytest.approx(list(theirs[:3]), abs=1e-12)


def _random_notes(rng: random.Random) -> list[TimedNote]:
    found = []
    for _ in range(rng.randint(0, 30)):
        onset = round(rng.uniform(0, 0.6), 2)
        found.append(TimedNote(rng.randint(60, 62), onset, onset + rng.choice((0.05, 0.1, 0.2, 0.5))))
    return found


def test_evaluate_refuses_notes_that_end_before_they_start() -> None:
    with pytest.raises(ValueError, match="seconds"):
        notes.evaluate([TimedNote(60, 1.0, 1.0)], [])
