"""Key finding: scales, relations, and the estimate against its definition."""

import random
import statistics

import pytest
from music21 import note, stream

from onote_compiler.scoring.smg.keys import KeyName, estimate, in_one_form, in_scale, lead_of_another, relation

C_MAJOR, A_MINOR = KeyName(0, False), KeyName(9, True)


def test_the_scale_of_c_holds_the_white_keys() -> None:
    weights = [0.0] * 12
    for midi in (60, 62, 64, 65, 67, 69, 71):
        weights[midi % 12] += 1
    assert in_scale(weights, C_MAJOR) == 1.0
    assert in_scale(weights, KeyName(7, False)) == pytest.approx(6 / 7)
    assert in_scale(weights, A_MINOR) == 1.0
    assert lead_of_another(in_scale, weights, C_MAJOR) == 0.0
    assert lead_of_another(in_scale, weights, KeyName(7, False)) == pytest.approx(1 / 7)


def test_minor_has_three_forms() -> None:
    # E minor without accidentals but the F sharp: A minor's melodic form has F and G sharp, its natural one neither.
    weights = [1.0 if pitch in (2, 4, 6, 7, 9, 11) else 0.0 for pitch in range(12)]
    assert in_scale(weights, A_MINOR) == 1.0  # all forms together
    assert in_one_form(weights, A_MINOR) == pytest.approx(5 / 6)
    assert in_one_form(weights, KeyName(4, True)) == 1.0
    assert lead_of_another(in_one_form, weights, A_MINOR) == pytest.approx(1 / 6)


def test_relations() -> None:
    assert relation(C_MAJOR, C_MAJOR) == 1.0
    assert relation(KeyName(7, False), C_MAJOR) == relation(KeyName(5, False), C_MAJOR) == 0.5
    assert relation(A_MINOR, C_MAJOR) == relation(C_MAJOR, A_MINOR) == 0.3
    assert relation(KeyName(0, True), C_MAJOR) == 0.2
    assert relation(KeyName(6, False), C_MAJOR) == 0.0


def test_nothing_and_everything_have_no_key() -> None:
    assert estimate([0] * 12) is None
    assert estimate([1] * 12) is None


# Probe-tone ratings of Krumhansl and Kessler, 1982, for C major and C minor.
MAJOR = (6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88)
MINOR = (6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17)


def by_definition(weights: list[int]) -> KeyName:
    """Return the key with the greatest Pearson correlation between profile and weights."""
    found = {
        KeyName(tonic, minor): statistics.correlation(
            [(MINOR if minor else MAJOR)[(pitch - tonic) % 12] for pitch in range(12)], weights
        )
        for tonic in range(12)
        for minor in (False, True)
    }
    return max(found, key=found.__getitem__)


def test_the_estimate_is_what_its_definition_says() -> None:
    rng = random.Random(4)
    for _ in range(50):
        weights = [rng.choice((0, 0, 1, 3, 8, 20)) for _ in range(11)] + [1]
        assert estimate(weights) == by_definition(weights)


def test_a_piece_has_the_key_of_its_pitch_classes() -> None:
    """One note a pitch class comes to the same as the whole line."""
    rng = random.Random(5)
    for _ in range(25):
        pitches = [rng.choice((60, 62, 64, 65, 67, 69, 71, 66, 70)) + rng.choice((0, 12)) for _ in range(24)]
        lengths = [rng.choice((1, 2, 4)) for _ in pitches]
        line = stream.Stream([note.Note(p, quarterLength=n / 2) for p, n in zip(pitches, lengths, strict=True)])
        weights = [0] * 12
        for pitch, length in zip(pitches, lengths, strict=True):
            weights[pitch % 12] += length
        theirs = line.analyze("key.krumhansl")
        assert estimate(weights) == KeyName(theirs.tonic.pitchClass, theirs.mode == "minor")
