"""Several scores in one answer: drafts, alternatives, notations; which is read, and that all are reported."""

import pytest

from onote_compiler import parse
from onote_compiler.diagnostics import Report
from onote_compiler.extraction import detect, extract
from onote_compiler.ir.source import Source
from onote_compiler.profiles import Profile

HEAD = "X:1\nT:Walk\nM:4/4\nL:1/4\nK:C\n"
TUNE = f"{HEAD}C D E F |]\n"
SIX = "\n".join(f"{label}|--0--|" for label in "eBGDAE")
OTHER = SIX.replace("0", "3")


def read(text: str, notation: str, candidate: str = "last") -> tuple[str | None, int]:
    """Return what is read and how many scores are reported, 1 where nothing is."""
    source = Source.whole(text)
    report = Report(source)
    result = extract(source, notation, Profile("any", candidate=candidate), report)
    counts = [d.data["count"] for d in report.diagnostics if d.name == "several-scores"]
    return None if result is None else result.text.strip(), *(counts or [1])


# notation, first draft, second draft
DRAFTS = [
    ("jianpu", "1(1/4) 2(1/4) 3(1/2) |", "5(1/2) 3(1/4) 1(1/4) |"),
    ("jianpu", "1 2 3 - | 5 - - - |", "1 3 2 - | 5 5 5 - |"),
    ("pitchdur", "C4(1/4) D4(1/4) E4(1/2)", "G4(1/2) F#4(1/2)"),
    ("tab", SIX, OTHER),
    ("tab", "S1_F0 S2_F1 S3_F0", "S1_F3 S2_F3 S3_F4"),
]
# What stands before the two drafts of an answer.
SAID = [
    ("", "or"),
    ("", "Alternatively:"),
    ("Version 1:", "Version 2:"),
    ("Option A", "Option B"),
    ("First draft:", "Corrected version:"),
    ("初稿：", "修正后："),
    ("", "\nor, alternatively,\n"),
]


@pytest.mark.parametrize(("notation", "first", "last"), DRAFTS)
@pytest.mark.parametrize(("before", "between"), SAID)
def test_drafts_stay_apart(notation: str, first: str, last: str, before: str, between: str) -> None:
    answer = f"{before}\n{first}\n{between}\n{last}".lstrip()
    assert read(answer, notation) == (last, 2)
    assert read(answer, notation, "first") == (first, 2)


@pytest.mark.parametrize(("notation", "first", "last"), [draft for draft in DRAFTS if draft[0] != "tab"])
@pytest.mark.parametrize("label", ["Measure 2", "Final measure", "Chorus", "Line 2", "Alternate ending", "B"])
def test_parts_of_one_score_stay_together(notation: str, first: str, last: str, label: str) -> None:
    found, count = read(f"{first}\n{label}:\n{last}", notation)
    assert found is not None
    assert found.split() == [*first.split(), *last.split()]
    assert count == 1


@pytest.mark.parametrize("word", ["or", "or alternatively", "Alternatively"])
def test_alternatives_in_one_line(word: str) -> None:
    assert read(f"C4(1/4) D4(1/4) E4(1/2) {word} C4(1/2) D4(1/2)", "pitchdur") == ("C4(1/2) D4(1/2)", 2)
    assert read(f"1(1/4) 2(1/4) 3(1/2) | {word} 1(1/2) 2(1/2) |", "jianpu") == ("1(1/2) 2(1/2) |", 2)


def test_one_note_or_another_is_no_score() -> None:
    assert read("It begins with C4(1/4) or D4(1/4).", "pitchdur") == (None, 1)


BOTH = [
    (f"As ABC:\n```abc\n{TUNE}```\nAs a sequence:\n```\nC4(1/4) D4(1/4)\n```\n", "abc", "pitchdur"),
    (f"ABC:\n{TUNE}\nJianpu:\n1(1/4) 2(1/4) 3(1/4) 4(1/4) |", "abc", "jianpu"),
    (f"Notes: G4(1/4) A#4(1/8) C5(1/8)\n\nTab:\n{SIX}", "pitchdur", "tab"),
    ("Jianpu: 1(1/4) 2(1/4) 3(1/2) |\nPitches: C4(1/4) D4(1/4) E4(1/2)", "jianpu", "pitchdur"),
    ('{"abc": "X:1\\nK:C\\nCDEF|", "tab": "S1_F0 S1_F1 S1_F3"}', "abc", "tab"),
]


@pytest.mark.parametrize(("answer", "one", "other"), BOTH)
def test_scores_in_two_notations(answer: str, one: str, other: str) -> None:
    for notation in (one, other):
        result = parse(answer, notation)
        assert result.score is not None
        (several,) = [d for d in result.diagnostics if d.name == "several-scores"]
        assert several.data["count"] == 2
        assert ("a later one is read" in several.message) == (notation == other)
    assert detect(answer).notation == other
    assert detect(answer, "first").notation == one
    assert parse(answer, profile=Profile("any", candidate="first")).format == one


def test_one_score_is_one_in_every_notation() -> None:
    for answer in (
        TUNE,
        f"{TUNE}\nIt rises from C4(1/4) to F4(1/4).",
        f"Key: C\n\n{SIX}\n\nThe first string is open.",
        "1=C 4/4\n1(1/4) 2(1/4) 3(1/2) |\n\nIn pitches that is C4 D4 E4.",
    ):
        guess = detect(answer)
        assert guess.notation is not None
        assert "several-scores" not in [d.name for d in parse(answer).diagnostics]
