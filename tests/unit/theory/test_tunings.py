from __future__ import annotations

import pytest

from onote_compiler.ir.pitch import canonical_name
from onote_compiler.theory.tunings import NAMED, default_tuning, from_labels, nearest_octave, parse_capo, parse_tuning

E_STANDARD = "E4 B3 G3 D3 A2 E2"
HALF_DOWN = "D#4 A#3 F#3 C#3 G#2 D#2"
WHOLE_DOWN = "D4 A3 F3 C3 G2 D2"


def names(strings: tuple[int, ...]) -> str:
    return " ".join(canonical_name(midi) for midi in strings)


@pytest.mark.parametrize(
    ("text", "strings"),
    [
        ("standard", E_STANDARD),
        ("Standard tuning (EADGBE)", E_STANDARD),
        ("E A D G B E", E_STANDARD),
        ("EADGBe", E_STANDARD),
        ("drop D", "E4 B3 G3 D3 A2 D2"),
        ("Dropped D", "E4 B3 G3 D3 A2 D2"),
        ("D A D G B E", "E4 B3 G3 D3 A2 D2"),
        ("drop C", "D4 A3 F3 C3 G2 C2"),
        ("half step down", HALF_DOWN),
        ("Eb standard", HALF_DOWN),
        ("tuned down 1/2 step", HALF_DOWN),
        ("Eb Ab Db Gb Bb Eb", HALF_DOWN),
        ("down a whole step", WHOLE_DOWN),
        ("D standard", WHOLE_DOWN),
        ("one whole step down", WHOLE_DOWN),
        ("all strings down by a full tone", WHOLE_DOWN),
        ("two half steps down", WHOLE_DOWN),
        ("down 1 1/2 steps", "C#4 G#3 E3 B2 F#2 C#2"),
        ("one and a half steps lower", "C#4 G#3 E3 B2 F#2 C#2"),
        ("3 semitones down", "C#4 G#3 E3 B2 F#2 C#2"),
        ("C# standard", "C#4 G#3 E3 B2 F#2 C#2"),
        ("up a half step", "F4 C4 G#3 D#3 A#2 F2"),
        ("B standard", "B3 F#3 D3 A2 E2 B1"),
        ("drop A", "B3 F#3 D3 A2 E2 A1"),
        ("drop D, half step down", "D#4 A#3 F#3 C#3 G#2 C#2"),
        ("Open G: D G D G B D", "D4 B3 G3 D3 G2 D2"),
        ("e B G D A E", E_STANDARD),
        ("E flat", HALF_DOWN),
        ("detuned half a step", HALF_DOWN),
        ("Guitar 1 tuning: drop D", "E4 B3 G3 D3 A2 D2"),
        ("DADGAD", "D4 A3 G3 D3 A2 D2"),
        ("open G", "D4 B3 G3 D3 G2 D2"),
        ("open D", "D4 A3 F#3 D3 A2 D2"),
        ("open E", "E4 B3 G#3 E3 B2 E2"),
        ("open A", "E4 C#4 A3 E3 A2 E2"),
        ("D2 A2 D3 G3 B3 E4", "E4 B3 G3 D3 A2 D2"),
        ("bass", "G2 D2 A1 E1"),
        ("E A D G", "G2 D2 A1 E1"),
        ("5-string bass", "G2 D2 A1 E1 B0"),
        ("7-string", "E4 B3 G3 D3 A2 E2 B1"),
        ("8 string", "E4 B3 G3 D3 A2 E2 B1 F#1"),
        ("ukulele", "A4 E4 C4 G4"),
        ("G C E A", "A4 E4 C4 G4"),
    ],
)
def test_names(text: str, strings: str) -> None:
    tuning = parse_tuning(text)
    assert tuning is not None
    assert names(tuning.strings) == strings


@pytest.mark.parametrize(
    "text", ["", "weird", "my own", "drop", "one step closer", "99 steps down", "12345", "x" * 100_000, "a-" * 50_000]
)
def test_unknown_names(text: str) -> None:
    assert parse_tuning(text) is None


@pytest.mark.parametrize("name", NAMED)
def test_labels_of_a_tuning_give_it_back(name: str) -> None:
    tuning = NAMED[name]
    labels = [canonical_name(midi)[:-1] for midi in tuning.strings]
    found = from_labels(labels)
    assert found is not None
    if name != "mandolin":  # its strings are called as those of a bass, the other way round
        assert [m % 12 for m in found.strings] == [m % 12 for m in tuning.strings]
        assert found.strings == tuning.strings


def test_octave_in_a_label() -> None:
    tuning = from_labels(["E4", "B3", "G3", "D3", "A2", "B1"])
    assert tuning is not None
    assert names(tuning.strings) == "E4 B3 G3 D3 A2 B1"


def test_labels_that_are_no_notes() -> None:
    assert from_labels(["e", "x", "G"]) is None
    assert from_labels([]) is None


@pytest.mark.parametrize(("near", "expected"), [(40, 38), (38, 38), (44, 38), (45, 50), (50, 50)])
def test_nearest_octave_of_d(near: int, expected: int) -> None:
    assert nearest_octave(2, near) == expected


def test_more_strings_than_any_instrument_here() -> None:
    assert default_tuning(10).strings == (64, 59, 55, 50, 45, 40, 35, 30, 25, 20)


@pytest.mark.parametrize(
    ("text", "fret"),
    [
        ("Capo: 2", 2), ("capo on the 2nd fret", 2), ("Capo at the second fret", 2), ("2nd fret capo", 2),
        ("put your capo on fret 11", 11), ("capo VII", 7), ("third fret capo", 3), ("no capo", None),
        ("capo", None), ("capo for the chorus", None), ("fret 3", None), ("capo 123", None), ("", None),
    ],
)  # fmt: skip
def test_capo_in_words(text: str, fret: int | None) -> None:
    assert parse_capo(text) == fret
