"""Features of a melody, by hand."""

from fractions import Fraction

import pytest

from onote_compiler.scoring.smg import features
from onote_compiler.scoring.tokens import Token

Q = Fraction(1, 4)


def line(*notes: int | tuple[int, Fraction]) -> list[Token]:
    found, now = [], Fraction(0)
    for note in notes:
        midi, length = note if isinstance(note, tuple) else (note, Q)
        found.append(Token(midi, length, now, 1, "", "1", (0, 0)))  # type: ignore[arg-type]
        now += length
    return found


def test_intervals_and_range() -> None:
    assert features.intervals(line(60, 64, 62)) == [4, -2]
    assert features.ambitus(line(60, 72, 55)) == 17
    assert features.ambitus([]) == 0


@pytest.mark.parametrize(
    ("pitches", "kind"),
    [
        ((60, 64, 60), "convex"),
        ((60, 57, 60), "concave"),
        ((60, 62, 64), "ascending"),
        ((64, 62, 60), "descending"),
        ((60, 60, 60), "horizontal"),
        ((60, 60, 67), "horizontal-ascending"),
        ((60, 67, 67), "ascending-horizontal"),
        ((60,), "horizontal"),
    ],
)
def test_contour(pitches: tuple[int, ...], kind: str) -> None:
    assert features.contour(line(*pitches)) == kind


def test_entropy() -> None:
    assert features.entropy([1, 1, 1]) == 0.0
    assert features.entropy([1, 2, 1, 2]) == 1.0
    assert features.entropy([1, 2, 3, 4]) == 2.0


def test_an_exact_return_of_four_notes_covers_them_both_times() -> None:
    found = features.motif_coverage(line(60, 62, 64, 65, 71, 60, 62, 64, 65))
    assert found["exact"] == pytest.approx(8 / 9)


def test_transposed_inverted_and_rhythmic_returns() -> None:
    transposed = features.motif_coverage(line(60, 62, 64, 65, 67, 69, 71, 72))
    assert (transposed["exact"], transposed["transposed"]) == (0.0, 1.0)
    inverted = features.motif_coverage(line(60, 62, 64, 65, 67, 65, 63, 62))
    assert inverted["inverted"] == 1.0
    short = Fraction(1, 8)
    rhythm = line((60, Q), (67, short), (61, short), (70, Q), (62, Q), (60, short), (71, short), (59, Q))
    assert features.motif_coverage(rhythm)["rhythmic"] == 1.0
    assert features.motif_coverage(rhythm)["transposed"] == 0.0


def test_overlapping_returns_do_not_count() -> None:
    assert features.motif_coverage(line(60, 60, 60, 60, 60))["exact"] == 0.0


def test_self_similarity() -> None:
    assert features.self_similarity(["a", "b", "a", "c"]) == pytest.approx(1 / 6)
    assert features.self_similarity(["a"]) == 0.0


@pytest.mark.parametrize(
    ("units", "period", "expected"),
    [
        ("abc", 1, (1, 0)),
        ("abbbc", 1, (3, 1)),
        ("xababab", 2, (3, 1)),
        ("abababa", 2, (3, 0)),
        ("aaaa", 2, (2, 0)),
    ],
)
def test_longest_run(units: str, period: int, expected: tuple[int, int]) -> None:
    assert features.longest_run(units, period) == expected
