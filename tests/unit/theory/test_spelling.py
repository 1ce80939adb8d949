"""Nearest spellings, from the circle of fifths."""

import pytest

from onote_compiler.ir import Key
from onote_compiler.theory.spelling import spell

C_MAJOR = ["C4", "C#4", "D4", "Eb4", "E4", "F4", "F#4", "G4", "G#4", "A4", "Bb4", "B4"]


def test_c_major_chromatic_scale() -> None:
    assert [spell(60 + step).spelled for step in range(12)] == C_MAJOR


@pytest.mark.parametrize(
    ("midi", "key", "name"),
    [
        (59, Key("C", -1), "Cb4"),  # the octave number belongs to the letter
        (60, Key("C", 1), "B#3"),
        (62, Key("A", -1), "D4"),  # sharp 4 in A flat is D natural
        (66, Key("E", -1), "Gb4"),  # flat 3
        (70, Key("F"), "Bb4"),
        (68, Key("A", 0, "minor"), "G#4"),  # leading note of A minor
        (0, Key(), "C-1"),
        (127, Key(), "G9"),
    ],
)
def test_spell(midi: int, key: Key, name: str) -> None:
    assert spell(midi, key).spelled == name


@pytest.mark.parametrize("fifths", range(-7, 8))
def test_every_key_keeps_the_pitch_and_its_own_scale(fifths: int) -> None:
    alter, place = divmod(fifths + 1, 7)
    key = Key("FCGDAEB"[place], alter)
    assert key.fifths == fifths
    for midi in range(128):
        note = spell(midi, key)
        assert note.midi == midi
        assert abs(note.alter) <= 2
    scale = {note.spelled[:-1] for note in (spell(midi, key) for midi in range(60, 72))}
    signature = {
        f"{step}{'#' * a if a > 0 else 'b' * -a}" for step in "CDEFGAB" for a in [int(key.alterations.get(step, 0))]
    }
    assert signature <= scale
