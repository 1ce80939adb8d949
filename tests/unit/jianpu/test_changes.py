"""Keys and meters that change within a measure, and lengths that no single digit has."""

from fractions import Fraction

import pytest

from onote_compiler import convert, parse, project
from onote_compiler.notations.jianpu.rhythm import Sign, nearest_signs, signs

HEAD = "X:1\nM:4/4\nL:1/4\nK:G\n"
DIALECTS = ("formatb", "critic", "jianpu-ly", "unicode")


def length_of(found: tuple[Sign, ...]) -> Fraction:
    return sum((Fraction(1, 4) * (s.dashes + 1) / 2**s.lines * (2 - Fraction(1, 2**s.dots)) for s in found), Fraction())


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("G2 [K:D] D2|]", ["G4", "D4"]),
        ("G/2[K:D]D/2 C3|]", ["G4", "D4", "C#4"]),
        ("(3G/2[K:D]D/2C/2 C3|]", ["G4", "D4", "C#4", "C#4"]),
        ("G2 [K:D]{a}D2|]", ["G4", "D4"]),
        ("G2 [K:D]D [K:C]F|]", ["G4", "D4", "F4"]),
        ("G4-|[K:D]G4|C4|]", ["G4", "C#4"]),
        ("G4|[K:D]|C4|]", ["G4", "C#4"]),
    ],
)
def test_notes_keep_their_pitches_where_the_key_changes(dialect: str, body: str, names: list[str]) -> None:
    done = convert(HEAD + body, "abc", "jianpu", to_dialect=dialect)
    assert project(parse(str(done.output), "jianpu", dialect=dialect).score).flat == names


def test_where_the_change_is_written() -> None:
    done = convert(HEAD + "G2 [K:D]{a}D2|]", "abc", "jianpu", to_dialect="unicode")
    assert done.output == "1=G 4/4\n1 - 1=D 1 - |]"
    assert [loss.name for loss in done.losses] == ["lost-grace"]


@pytest.mark.parametrize(("dialect", "body"), [("critic", "G/2[K:D]D/2 C3|]"), ("unicode", "(3G[K:D]DC D2|]")])
def test_a_change_within_a_group_waits_for_its_end(dialect: str, body: str) -> None:
    done = convert(HEAD + body, "abc", "jianpu", to_dialect=dialect)
    assert [loss.name for loss in done.losses] == ["lost-metadata"]


@pytest.mark.parametrize("dialect", ["unicode", "jianpu-ly"])
@pytest.mark.parametrize("text", ["C4(1/128) C5(1/4)", "R(127/128) G4(1/4)", "C4(1/112) C5(1/4)"])
def test_lengths_that_no_digits_have_are_said_to_be_lost(dialect: str, text: str) -> None:
    assert "lost-duration" in [loss.name for loss in convert(text, "pitchdur", "jianpu", to_dialect=dialect).losses]


def test_the_nearest_length_is_written() -> None:
    done = convert("C4(1/128) C5(1/4)", "pitchdur", "jianpu", to_dialect="unicode")
    score = parse(str(done.output), "jianpu", dialect="unicode").score
    assert project(score).durations == [Fraction(1, 64), Fraction(1, 4)]
    assert length_of(nearest_signs(Fraction(33, 128) + Fraction(1, 1000))) == Fraction(33, 128)
    assert length_of(nearest_signs(Fraction(1, 1000))) == Fraction(1, 64)


@pytest.mark.parametrize("grains", [4, 6, 7, 8, 10, 11, *range(12, 300)])
def test_dots_behind_the_shortest_digit_make_every_finer_length(grains: int) -> None:
    found = signs(Fraction(grains, 256))
    assert found is not None
    assert length_of(found) == Fraction(grains, 256)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("C2 [M:3/4] X D6|]", "1=C 11/4\n1 - 0 - - 2 - - - - -\n"),
        ("C X|]", "1=C 5/4\n1 0 - - -\n"),
        ("X|Z2|[M:3/4]Z|]", "1=C 4/4\nR*1 R*2 3/4 R*1\n"),
    ],
)
def test_a_rest_is_a_whole_measure_only_where_it_is_one(body: str, text: str) -> None:
    done = convert("X:1\nM:4/4\nL:1/4\nK:C\n" + body, "abc", "jianpu", to_dialect="jianpu-ly")
    assert done.output == text
