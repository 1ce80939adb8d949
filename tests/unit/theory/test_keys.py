"""Key names as people write them."""

import pytest

from onote_compiler.theory.keys import parse_key_name


@pytest.mark.parametrize(
    ("name", "tonic", "alter", "mode", "fifths"),
    [
        ("C", "C", 0, "major", 0),
        ("1=bB", "B", -1, "major", -2),
        ("1 = B♭", "B", -1, "major", -2),
        ("1=降B", "B", -1, "major", -2),
        ("1=升F", "F", 1, "major", 6),
        ("6=F#", "F", 1, "minor", 3),
        ("1=a", "A", 0, "major", 3),
        ("G大调", "G", 0, "major", 1),
        ("a小调", "A", 0, "minor", 0),
        ("降E大调", "E", -1, "major", -3),
        ("F# minor", "F", 1, "minor", 3),
        ("bb", "B", -1, "major", -2),
        ("E flat", "E", -1, "major", -3),
        ("E-flat major", "E", -1, "major", -3),
        ("F sharp minor", "F", 1, "minor", 3),
        ("Bflat", "B", -1, "major", -2),
        ("1=bE大调", "E", -1, "major", -3),
        ("1=G调", "G", 0, "major", 1),
    ],
)
def test_names(name: str, tonic: str, alter: int, mode: str, fifths: int) -> None:
    key = parse_key_name(name)
    assert key is not None
    assert (key.tonic, key.alter, key.mode, key.fifths) == (tonic, alter, mode, fifths)


@pytest.mark.parametrize(
    "name", ["H", "1=H", "", "G# major", "bBb", "Fb", "1=", "do", "7=C", "bE flat", "G sharp major"]
)
def test_no_such_key(name: str) -> None:
    assert parse_key_name(name) is None
