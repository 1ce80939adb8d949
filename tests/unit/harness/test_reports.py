"""Tables for a terminal: what they say and how wide they are."""

import io
from collections.abc import Sequence

import pytest

from onote_compiler.harness.comparisons import compared_metrics, print_contrasts
from onote_compiler.harness.explanations import explain, with_alignments
from onote_compiler.harness.terminal import print_summary
from onote_compiler.scoring import Item, ItemResult, Summary, aggregate, contrast, score_batch
from onote_compiler.scoring.parameters import DEFAULTS

TRUTH = ["C4(1/4)", "D4(1/4)", "E4(1/4)", "F4(1/4)", "G4(1/1)"]
ITEMS = [
    Item("right", " ".join(TRUTH), TRUTH, "pitchdur"),
    Item("wrong", "C4(1/4) D#4(1/4) F4(1/4) G4(1/1) A4(1/4)", TRUTH, "pitchdur"),
    Item("absent", None, TRUTH, "pitchdur"),
    Item("frets", "S5_F3 S4_F0", ["C3", "D3"], "tab"),
]


def results(items: Sequence[Item] = ITEMS) -> list[ItemResult]:
    return list(score_batch("ast", items))


def printed(summary: Summary, **settings: bool) -> str:
    stream = io.StringIO()
    print_summary(summary, color=False, stream=stream, **settings)
    return stream.getvalue()


def test_the_table_says_what_its_means_are_over() -> None:
    said = printed(aggregate(results()))
    assert "duration and full: means over 3 of 4 items (all); the others have none" in said


def test_intervals_stand_beside_the_figure_of_an_item() -> None:
    said = printed(aggregate(results()))
    assert "score 95%" in said
    rows = {line.split()[0]: line.split()[-1] for line in said.splitlines() if line.startswith(("tab ", "pitchdur "))}
    low, high = map(float, rows["pitchdur"].split("–"))
    assert 0 <= low < high <= 1
    assert rows["tab"] == "-"  # one item has no interval
    assert "score 95%" not in printed(aggregate(results(), resamples=0))


def test_the_settings_name_what_is_not_usual() -> None:
    usual = printed(aggregate(results()))
    assert "settings: profile onote, weights pitch=0.4 duration=0.4 format=0.2, 1000 resamples from seed 0" in usual
    assert "seed 3" in printed(aggregate(results(), seed=3))
    params = DEFAULTS.changed(ties="split", max_notes=60)
    assert ", max_notes 60," in printed(aggregate(score_batch("ast", ITEMS, params=params))).replace("ties split", "")


def test_no_line_ends_in_blanks() -> None:
    said = printed(aggregate(results()), diagnostics=True, explain=True)
    assert not [line for line in said.splitlines() if line != line.rstrip()]


def test_no_line_is_wider_than_99_columns() -> None:
    long_names = [Item("x" * 200, "C4(1/4) " * 40, ["C4(1/4)"] * 41, "pitchdur"), *ITEMS]
    summary = with_alignments(aggregate(results(long_names)), {"ast": long_names}, DEFAULTS)
    for explained in (False, True):
        lines = printed(summary, explain=explained, diagnostics=True).splitlines()
        assert max(map(len, lines)) <= 99


def test_an_item_is_explained_by_its_alignment() -> None:
    summary = with_alignments(aggregate(results()), {"ast": ITEMS}, DEFAULTS)
    [wrong] = [worst for worst in summary.worst if worst.result.id == "wrong"]
    assert explain(wrong)[:5] == [
        "wrong: 0.400 (ast, pitchdur, ok)",
        "  3 of 6 tokens agree, 1 other, 1 left out, 1 added; first in measure 1:",
        "  truth   C4(1/4) D4(1/4)  E4(1/4) F4(1/4) G4(1/1) -",
        "  answer  C4(1/4) D#4(1/4) -       F4(1/4) G4(1/1) A4(1/4)",
        "                  ^^^^^^^^ ^^^^^^^                 ^^^^^^^",
    ]


def test_a_missing_answer_is_explained_as_that() -> None:
    summary = with_alignments(aggregate(results()), {"ast": ITEMS}, DEFAULTS)
    assert explain(summary.worst[0]) == ["absent: 0.000 (ast, pitchdur, missing)", "  no answer"]


def test_diagnostics_are_counted_by_name() -> None:
    items = [Item(str(i), f"```\n{' '.join(TRUTH)}\n```" if i else "prose", TRUTH, "pitchdur") for i in range(3)]
    said = printed(aggregate(results(items)), diagnostics=True)
    assert [line.split()[:2] for line in said.splitlines() if line.startswith("markdown-fence")] == [
        ["markdown-fence", "2"]
    ]
    assert "markdown-fence  " not in printed(aggregate(results(items)))


def test_two_systems_differ_by_their_means() -> None:
    better = [Item(item.id, " ".join(TRUTH), item.reference, "pitchdur") for item in ITEMS[:3]]
    found = contrast(results(better), results(ITEMS[:3]), compared_metrics("ast"))
    [score] = [c.found for c in found if (c.notation, c.metric) == (None, "score")]
    # 1, 1, 1 against 1, 2 / 5, 0.
    assert (score.first, score.second) == (1.0, pytest.approx(1.4 / 3))
    assert (score.difference.mean, score.difference.count) == (pytest.approx(1.6 / 3), 3)
    stream = io.StringIO()
    print_contrasts(found, ("a", "b"), color=False, stream=stream)
    [row] = [line.split() for line in stream.getvalue().splitlines() if line.startswith("all") and " score " in line]
    assert row[:6] == ["all", "score", "3", "1.000", "0.467", "+0.533"]


def reason(answer: str, profile: str = "onote") -> str:
    found = score_batch("ast", [Item("x", answer, TRUTH, "pitchdur")], profile=profile)
    return next(line for line in printed(aggregate(found)).splitlines() if line.startswith("x  "))


@pytest.mark.parametrize("profile", ["onote", "standard"])  # an error of form there, a warning here
def test_words_around_it_do_not_hide_that_an_answer_is_moved(profile: str) -> None:
    moved = "C5(1/4) D5(1/4) E5(1/4) F5(1/4) G5(1/1)"
    for answer in (moved, f"Here it is:\n{moved}"):
        assert "moved by -12 semitones its pitch would be 1.000" in reason(answer, profile)


def test_an_error_outranks_that_the_answer_is_moved_and_what_stands_before_it() -> None:
    answer = "Here it is:\nC5(1/4) D5(1/4) E5(1/0) F5(1/4) G5(1/1)"
    items = [Item("x", answer, TRUTH, "pitchdur")]
    [result] = results(items)
    assert result.diagnostics[0].name == "prose-before"
    assert " bad-duration: " in reason(answer)
    summary = with_alignments(aggregate([result]), {"ast": items}, DEFAULTS)
    assert [line.split()[3].rstrip(":") for line in explain(summary.worst[0]) if " ON" in line] == [
        "bad-duration",
        "prose-before",
    ]
