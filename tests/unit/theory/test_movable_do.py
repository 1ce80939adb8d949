"""Scale degrees to pitches: values from the formula 60 + K + interval + 12 octaves, worked by hand."""

import pytest

from onote_compiler.ir import Key, pitch
from onote_compiler.theory.movable_do import scale_of

KEYS = [Key("FCGDAEB"[(f + 1) % 7], (f + 1) // 7) for f in range(-7, 8)]


@pytest.mark.parametrize(
    ("key", "degree", "alter", "octave", "midi", "name"),
    [
        (Key("C"), 1, 0, 0, 60, "C4"),
        (Key("G"), 1, 0, 0, 67, "G4"),
        (Key("G"), 7, 0, -1, 66, "F#4"),
        (Key("B"), 7, 0, -1, 70, "A#4"),
        (Key("C", -1), 1, 0, 0, 71, "Cb5"),
        (Key("A", -1), 4, 1, 0, 74, "D5"),
        (Key("E", -1), 7, -1, 0, 73, "Db5"),
        (Key("F", 1), 7, 0, -1, 65, "E#4"),
        (Key("C", 1), 7, 0, 0, 72, "B#4"),
        (Key("A", 0, "minor"), 6, 0, 0, 69, "A4"),
        (Key("C", 0, "minor"), 6, 0, 0, 72, "C5"),
    ],
)
def test_pitch(key: Key, degree: int, alter: int, octave: int, midi: int, name: str) -> None:
    found = scale_of(key).pitch(degree, alter, octave)
    assert (found.midi, found.spelled) == (midi, name)


@pytest.mark.parametrize("key", KEYS)
def test_degree_undoes_pitch(key: Key) -> None:
    scale = scale_of(key)
    for degree in range(1, 8):
        for alter in (-2, -1, 0, 1, 2):
            for octave in range(-3, 4):
                assert scale.degree(scale.pitch(degree, alter, octave)) == (degree, alter, octave)


def test_octave_base_of_jianpu_ly() -> None:
    lowered = {
        key.tonic + "b" * -min(key.alter, 0) + "#" * max(key.alter, 0)
        for key in KEYS
        if key.tonic and scale_of(key, "jianpu-ly").base != scale_of(key).base
    }
    assert lowered == {"G", "A", "B", "Gb", "Ab", "Bb", "Cb"}


def test_minor_counted_from_its_own_tonic() -> None:
    scale = scale_of(Key("A", 0, "minor"), minor="do")
    assert [scale.pitch(d).spelled for d in (1, 2, 3, 6, 7)] == ["A4", "B4", "C5", "F5", "G5"]


def test_far_spellings_come_back() -> None:
    assert scale_of(Key("C")).degree(pitch("C", -1, 4)) == (1, -1, 0)
    assert scale_of(Key("C")).degree(pitch("B", 1, 3)) == (7, 1, -1)
