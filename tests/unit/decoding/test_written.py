"""Formats A, B and C: every text that fills the measures, and no other. Expected texts are put together here."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest

from onote_compiler.decoding import export_grammar

Accepts = Callable[[str], bool]
Language = Callable[..., Accepts]
TRIPLET_HEADER = "X:1\nT:Tune\nM:2/4\nL:1/8\nK:C\n"


def compositions(steps: int) -> Iterator[list[int]]:
    """Yield every way to write a number of steps as a sum of steps."""
    for cuts in product((False, True), repeat=steps - 1):
        parts = [1]
        for cut in cuts:
            if cut:
                parts.append(1)
            else:
                parts[-1] += 1
        yield parts


def text(parts: list[int], unit: Fraction, degrees: str = "5") -> str:
    lengths = [part * unit for part in parts]
    return " ".join(f"{degrees[i % len(degrees)]}({v.numerator}/{v.denominator})" for i, v in enumerate(lengths))


def test_a_measure_sums_to_its_meter_in_every_way_there_is(language: Language) -> None:
    accepts = language("jianpu", meter="3/8", measures=1)
    for steps in range(1, 9):
        for parts in compositions(steps):
            assert accepts(text(parts, Fraction(1, 16), "135") + " |") == (steps == 6), parts


def test_every_measure_of_several_sums_to_its_meter(language: Language) -> None:
    accepts = language("jianpu", meter="2/4", measures=3, grid=Fraction(1, 8))
    good = "1(1/4) 0(1/8) ^2(1/8) | 3(1/2) | _7(3/8) 5(1/8) |"
    assert accepts(good)
    for bad in (
        "1(1/4) 0(1/8) ^2(1/8) | 3(1/2) |",  # a measure is missing
        good + " 1(1/2) |",  # a measure too many
        "1(1/4) 0(1/8) | ^2(1/8) 3(1/2) | _7(3/8) 5(1/8) |",  # only the whole sum is right
        good.replace("3/8", "1/4"),
        good.replace(" |", "|"),
        good[:-2],
        good.replace("0(", "8("),
        good.replace("1/2", "2/4"),  # durations stand in lowest terms
    ):
        assert not accepts(bad), bad


def test_degrees_are_held_to_the_range_of_their_key(language: Language) -> None:
    # In B flat an unmarked 1 is Bb4, 5 is F5, _5 is F4 (movable do, 1 between C4 and B4).
    accepts = language("jianpu", meter="1/4", measures=1, key="Bb", pitch_range="F4-F5")
    inside, outside = ("_5", "_6", "_7", "1", "5", "0"), ("_4", "6", "^1", "__1", "^_1")
    assert all(accepts(f"{note}(1/4) |") for note in inside)
    assert not any(accepts(f"{note}(1/4) |") for note in outside)


def test_a_minor_key_counts_from_its_relative_major(language: Language) -> None:
    accepts = language("jianpu", meter="1/4", measures=1, key="A minor", pitch_range="C4-C4")
    assert accepts("1(1/4) |")
    assert not accepts("6(1/4) |")


def test_no_note_of_format_c_lasts_over_the_end_of_a_measure(language: Language) -> None:
    accepts = language("pitchdur", meter="2/4", measures=2, grid=Fraction(1, 8), pitch_range="C4-B4")
    assert accepts("C4(1/4) F#4(1/4) Bb4(1/8) E4(3/8)")
    assert accepts("B#3(1/2) Cb5(1/2)")  # C4 and B4 by another name
    for bad in (
        "C4(3/8) D4(1/4) E4(3/8)",  # sums to two measures, crosses the end of the first
        "C4(1/2) D4(1/4)",
        "C4(1/2) D4(1/2) E4(1/2)",
        "C4(1/2) | D4(1/2)",
        "C4(1/2) C5(1/2)",
        "C4(1/2) Cb4(1/2)",
    ):
        assert not accepts(bad), bad


def test_abc_has_its_header_and_whole_multiples_of_its_unit(language: Language) -> None:
    accepts = language(
        "abc", meter="3/4", measures=2, key="E minor", grid=Fraction(1, 8), title="Two (slow)", pitch_range="C3-C7"
    )
    header = "X:1\nT:Two (slow)\nM:3/4\nL:1/8\nK:Em\n"
    for body in ("E2 ^G2 z2 | B,c'4d |]", "E2^G2z2 |\nB6 |]", "EEEEEE | z6 |]"):
        assert accepts(header + body), body
    for body in ("E2 G2 z | B6 |]", "E2 G2 z2 |]", "E2 G2 z2 | B6 |", "E2  G2 z2 | B6 |]", "E2 G2 z2 | B7 |]", ""):
        assert not accepts(header + body), body
    assert not accepts(header.replace("K:Em", "K:E") + "E6 | B6 |]")


def test_a_note_at_the_end_of_the_range_says_its_accidental(language: Language) -> None:
    # C4 to C5: a bare C could be C# or Cb by an accidental before it, so only =C is sure to stay inside.
    accepts = language("abc", meter="1/16", measures=1, pitch_range="C4-C5")
    header = "X:1\nT:Tune\nM:1/16\nL:1/16\nK:C\n"
    inside = ("=C", "^C", "D", "_D", "B", "=B", "^B", "=c", "_c", "^B,")
    outside = ("C", "_C", "c", "^c", "B,", "d", "D'")
    assert all(accepts(f"{header}{note} |]") for note in inside)
    assert not any(accepts(f"{header}{note} |]") for note in outside)


def test_the_key_alters_a_bare_note_at_the_end_of_the_range(language: Language) -> None:
    accepts = language("abc", meter="1/16", measures=1, key="Gb", pitch_range="B3-G4")
    header = "X:1\nT:Tune\nM:1/16\nL:1/16\nK:Gb\n"
    assert accepts(f"{header}=C |]")
    assert accepts(f"{header}C |]")  # Cb4 by the key of G flat is B3, the lowest note
    assert not accepts(f"{header}_B, |]")


@pytest.mark.parametrize(
    ("notation", "good", "bad"),
    [
        ("jianpu", "1(1/12) 2(1/12) 3(1/12) 1(1/8) 2(1/8) |", "1(1/12) 2(1/12) 3(1/8) 1(1/8) 2(1/12) |"),
        ("jianpu", "1(1/6) 2(1/6) 0(1/6) |", "1(1/6) 2(1/3) |"),
        ("pitchdur", "C4(1/8) C4(1/12) D4(1/12) E4(1/12) C4(1/8)", "C4(1/12) D4(1/12) E4(1/12)"),
        ("abc", f"{TRIPLET_HEADER}(3CDE C2 |]", f"{TRIPLET_HEADER}(3CDE C |]"),
        ("abc", f"{TRIPLET_HEADER}(3z2D2E2 |]", f"{TRIPLET_HEADER}(3z2D2E |]"),
    ],
)
def test_triplets_are_three_in_the_time_of_two(language: Language, notation: str, good: str, bad: str) -> None:
    options = {"meter": "2/4", "measures": 1, "grid": Fraction(1, 8)}
    assert language(notation, tuplets=True, **options)(good)
    assert not language(notation, tuplets=True, **options)(bad)
    assert not language(notation, **options)(good)


def test_single_notes_have_at_most_two_dots(language: Language) -> None:
    accepts = language("jianpu", meter="4/4", measures=1, grid=Fraction(1, 8), single_notes=True)
    for eighths in range(1, 9):
        lengths = [eighths, *[1] * (8 - eighths)]
        assert accepts(text(lengths, Fraction(1, 8)) + " |") == (eighths != 5), eighths  # five eighths take a tie


def test_the_rules_are_shared_between_measures() -> None:
    few, many = (export_grammar("abc", meter="4/4", measures=n) for n in (2, 500))
    assert len(many) < len(few) + 10
