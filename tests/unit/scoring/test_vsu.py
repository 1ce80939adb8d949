"""Multiple choice: letter, option text, option meaning; accuracy over all questions."""

from typing import Any

import pytest

from onote_compiler.errors import DataError
from onote_compiler.scoring import Item, ItemResult, aggregate, score_batch, score_item
from onote_compiler.scoring.items import Status

PITCHES = {"answer": "B", "options": ["C4 E4 G4", "Bb3 D4", "C4 E4", "G#2"]}
TABS = {"answer": "C", "options": ["S6_F3", "S5_F0+S4_F2", "S1_F0", "S2_F12"]}


def vsu(prediction: Any, reference: Any = "B", **more: Any) -> ItemResult:
    return score_item("vsu", prediction, reference, **more)


def test_letter() -> None:
    found = vsu("The answer is B.")
    assert (found.metrics["correct"], found.metrics["letter"], found.metrics["by_letter"]) == (1.0, "B", True)
    assert (found.format_ok, found.metrics["strict_score"]) == (False, 0.0)
    assert vsu("B").metrics["strict_score"] == 1.0


@pytest.mark.parametrize(
    ("prediction", "reference", "letter", "level"),
    [
        ("Bb3 D4", PITCHES, "B", "text"),
        ("The notes shown are bb3  d4.", PITCHES, "B", "text"),
        ("C4 E4 G4", PITCHES, "A", "text"),
        ("C4 E4", PITCHES, "C", "text"),
        ("A#3 D4", PITCHES, "B", "meaning"),
        ("The pitches are A#3 D4", PITCHES, "B", "meaning"),
        ("Ab2", PITCHES, "D", "meaning"),
        ("E4", TABS, "C", "meaning"),
        ("A minor", {"answer": "A", "options": ["A minor", "C major"]}, "A", "text"),
        ("3/4", {"answer": "B", "options": ["4/4", "3/4", "13/4"]}, "B", "text"),
        ("s e q", {"answer": "B", "options": ["s e e", "s e q"]}, "B", "text"),
        ("7", {"answer": "B", "options": ["17", "7"]}, "B", "text"),
        ("C4 E4", {"answer": "B", "options": ["A. C4 D4", "B. C4 E4"]}, "B", "text"),
        ("C4(1/4) D4(1/4)", {"answer": "B", "options": ["C4(1/4)", "C4(2/8) D4(1/4)"]}, "B", "meaning"),
        ("S5_F2+S6_F0", {"answer": "B", "options": ["S6_F0 S5_F2", "S6_F0+S5_F2"]}, "B", "meaning"),
        ("sDb4 qA2~", {"answer": "A", "options": ["sC#4 qA2~", "sC#4 qA2"]}, "A", "meaning"),
        ("<think>C4 D4?</think> C4 E4", {"answer": "B", "options": ["C4 D4", "C4 E4"]}, "B", "text"),
        ("s, e, q", {"answer": "B", "options": ["s e e", "s e q"]}, "B", "text"),
        ("E2 and B2", {"answer": "A", "options": ["E2 B2", "E2 A2"]}, "A", "meaning"),
        ("The note is B", {"answer": "D", "options": ["E", "F", "G", "B"]}, "D", "text"),
        ("qBb4~ qBb4", {"answer": "B", "options": ["qA4 qA4", "qA#4~ qA#4"]}, "B", "meaning"),
    ],
)
def test_content(prediction: str, reference: dict[str, Any], letter: str, level: str) -> None:
    found = vsu(prediction, reference)
    assert (found.metrics["letter"], found.metrics[f"by_{level}"]) == (letter, True)


@pytest.mark.parametrize(
    ("prediction", "name"),
    [
        ("B or C", "several-choices"),
        ("I don't know", "no-choice"),
        ("", "empty"),
        ("hm", "no-choice"),
        (3, "no-choice"),
    ],
)
def test_answers_that_choose_nothing_are_wrong_and_say_why(prediction: Any, name: str) -> None:
    found = vsu(prediction)
    assert (found.status, found.metrics["correct"]) == (Status.INVALID, 0.0)
    assert [d.name for d in found.diagnostics] == [name]


def test_an_answer_that_fits_two_options_fits_none() -> None:
    twins = {"answer": "A", "options": ["Bb3", "A#3"]}
    assert vsu("58", twins).metrics["letter"] is None
    assert vsu("A##3 or Bb3 or A#3", twins).metrics["letter"] is None


@pytest.mark.parametrize(
    "reference", [None, "E", 3, {}, {"answer": "C", "options": ["x", "y"]}, {"answer": "A", "options": 4}]
)
def test_malformed_questions(reference: Any) -> None:
    with pytest.raises(DataError):
        vsu("A", reference)


def test_options_by_letter_and_answer_by_text() -> None:
    assert vsu("B", {"answer": "y", "options": {"A": "x", "B": "y"}}).metrics["correct"] == 1.0


def test_accuracy_is_over_all_questions() -> None:
    answers = ["B", "A", None, "hm", "B"]
    summary = aggregate(score_batch("vsu", [Item(str(i), a, "B", "tab") for i, a in enumerate(answers)]))
    assert summary.groups[0].metrics["correct"].mean == pytest.approx(2 / 5)
