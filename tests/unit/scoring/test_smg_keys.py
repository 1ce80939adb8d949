"""Key finding, held to music21's own estimate."""

import random

import pytest

from onote_compiler.scoring.smg.keys import KeyName, best_scale, estimate, in_scale, relation

C_MAJOR, A_MINOR = KeyName(0, False), KeyName(9, True)


def test_the_scale_of_c_holds_the_white_keys() -> None:
    weights = [0.0] * 12
    for midi in (60, 62, 64, 65, 67, 69, 71):
        weights[midi % 12] += 1
    assert in_scale(weights, C_MAJOR) == 1.0
    assert in_scale(weights, KeyName(7, False)) == pytest.approx(6 / 7)
    assert in_scale(weights, A_MINOR) == 1.0
    assert best_scale(weights, minor=False) == 1.0


def test_relations() -> None:
    assert relation(C_MAJOR, C_MAJOR) == 1.0
    assert relation(KeyName(7, False), C_MAJOR) == relation(KeyName(5, False), C_MAJOR) == 0.5
    assert relation(A_MINOR, C_MAJOR) == relation(C_MAJOR, A_MINOR) == 0.3
    assert relation(KeyName(0, True), C_MAJOR) == 0.2
    assert relation(KeyName(6, False), C_MAJOR) == 0.0


def test_nothing_and_everything_have_no_key() -> None:
    assert estimate([0.0] * 12) is None
    assert estimate([1.0] * 12) is None


def test_agrees_with_music21() -> None:
    note, stream = pytest.importorskip("music21.note"), pytest.importorskip("music21.stream")
    rng = random.Random(5)
    for _ in range(25):
        pitches = [rng.choice((60, 62, 64, 65, 67, 69, 71, 66, 70)) + rng.choice((0, 12)) for _ in range(24)]
        lengths = [rng.choice((0.5, 1.0, 2.0)) for _ in pitches]
        line = stream.Stream()
        weights = [0.0] * 12
        for pitch, length in zip(pitches, lengths, strict=True):
            line.append(note.Note(pitch, quarterLength=length))
            weights[pitch % 12] += length
        theirs = line.analyze("key.krumhansl")
        ours = estimate(weights)
        assert ours == KeyName(theirs.tonic.pitchClass, theirs.mode == "minor")
