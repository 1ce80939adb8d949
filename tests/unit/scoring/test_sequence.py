"""Equation 7 by hand, and against a textbook edit distance."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onote_compiler.scoring.metrics import sequence

TOKENS = st.lists(st.integers(0, 5), max_size=12)


def textbook_distance(a: list[int], b: list[int]) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


@pytest.mark.parametrize(
    ("truth", "answer", "expected"),
    [
        ([60, 62, 64, 65], [60, 62, 64, 65], 1.0),
        ([60, 62, 64, 65], [60, 62, 64], 0.75),
        ([60, 62, 64, 65], [60, 61, 64, 65], 0.75),
        ([60, 62, 64, 65], [60] * 60, 1 - 59 / 60),
        ([60, 62], [], 0.0),
        ([], [], 1.0),
        ([1, 2, 3, 4], [4, 3, 2, 1], 0.0),
    ],
)
def test_accuracy_by_hand(truth: list[int], answer: list[int], expected: float) -> None:
    assert sequence.accuracy(truth, answer) == pytest.approx(expected, abs=1e-12)


@given(TOKENS, TOKENS)
def test_distance_is_levenshtein(truth: list[int], answer: list[int]) -> None:
    assert sequence.edit_distance(truth, answer) == textbook_distance(truth, answer)


@given(TOKENS, TOKENS)
def test_opcodes_cost_the_distance_and_cover_both(truth: list[int], answer: list[int]) -> None:
    steps = sequence.opcodes(truth, answer)
    cost = sum(max(b - a, d - c) for kind, a, b, c, d in steps if kind != "equal")
    assert cost == textbook_distance(truth, answer)
    assert sum(b - a for _, a, b, _, _ in steps) == len(truth)
    assert sum(d - c for _, _, _, c, d in steps) == len(answer)
    assert all(truth[a:b] == answer[c:d] for kind, a, b, c, d in steps if kind == "equal")


def test_tokens_of_one_hash_are_not_one_token() -> None:
    assert sequence.accuracy([-1], [-2]) == 0.0
    assert sequence.accuracy([(60, Fraction(2, 8))], [(60, Fraction(1, 4))]) == 1.0


def test_evaluate_refuses_what_is_no_sequence() -> None:
    with pytest.raises(TypeError, match="reference"):
        sequence.evaluate("C4", ["C4"])
    with pytest.raises(TypeError):
        sequence.evaluate([[1]], [1])
    assert sequence.evaluate([1, 2], [1])["accuracy"] == 0.5
