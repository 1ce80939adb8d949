"""What is fixed, and that fixing never changes what a text projects to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onote_compiler import parse, project
from onote_compiler.fixing import Fix, fix

HEAD = "X:1\nT:Walk\nM:4/4\nL:1/4\nK:C\n"
ROWS = "Beat|1...2...3...4...|\ne   |----------------|\nB   |------------1---|\nG   |--------0-------|\n" \
       "D   |----2-----------|\nA   |3---------------|\nE   |----------------|"  # fmt: skip

# notation, before, after
FIXABLE = [
    ("abc", f"Sure!\n```abc\n{HEAD}C D E F |\n```\n", f"{HEAD}C D E F |]\n"),
    ("abc", "X:1\nK:C\nM:4/4\nT:Walk\nL:1/4\nC D E F |]\n", "X:1\nT:Walk\nM:4/4\nL:1/4\nK:C\nC D E F |]\n"),
    ("abc", f"{HEAD}C D E F\n", f"{HEAD}C D E F |]\n"),
    ("abc", f"{HEAD}C&gt;D E F |]\n", f"{HEAD}C>D E F |]\n"),
    ("abc", (HEAD + "C D E F |]\n").replace("\n", "\\n"), f"{HEAD}C D E F |]\n"),
    ("abc", f"{HEAD}C D E F\nw: la la la la\n", f"{HEAD}C D E F |]\nw: la la la la\n"),
    (
        "abc",
        'X:1\nT:up│down\nM:4/4\nL:1/4\nK:C\n"a│b"C D\u00a0E F |]\n',
        'X:1\nT:up│down\nM:4/4\nL:1/4\nK:C\n"a│b"C D E F |]\n',
    ),
    ("jianpu", "1=C\n１（1/2） 5(1/2)", "1=C\n1(1/2) 5(1/2) |"),
    ("jianpu", "1(1/2)5(1/2)|1(1/1) |", "1(1/2) 5(1/2) | 1(1/1) |"),
    ("jianpu", "ˆ1(1/2) ♯4(1/2) |", "^1(1/2) #4(1/2) |"),
    ("pitchdur", "C4(1/4),  B♭3(1/4)\nD4(1/2) ", "C4(1/4) Bb3(1/4) D4(1/2)"),
    ("pitchdur", '{"answer": "C4(1/4) D4(1/4)"}', "C4(1/4) D4(1/4)"),
    ("tab", ROWS.replace("|", "│").replace("-", "—"), ROWS),
    ("tab", "S6_F0+S5_F2  S1_F3\n", "S6_F0+S5_F2 S1_F3"),
]

# Has faults, and none that could be mended without guessing.
LEFT_ALONE = [
    ("abc", f"{HEAD}C D E F# |]\n"),
    ("abc", f"{HEAD}C ♯F E F |]\n"),
    ("abc", f"{HEAD}C D E |\nC D E F |]\n"),
    ("abc", f"{HEAD}C D E F |]\n\nX:2\nT:B\nM:4/4\nL:1/4\nK:C\nG A B c |]\n"),
    ("jianpu", "1=C\n1(1/4) 2(1/"),
    ("pitchdur", "C4 D4(1/4)"),
    ("pitchdur", "no music here"),
    ("jianpu", "1(1/2) 2(1/2) |\n\nor\n\n1(1/1)  | 2(1/1)"),
    ("abc", ""),
]


def events(text: str, notation: str) -> list[object]:
    score = parse(text, notation).score
    return [] if score is None else [(e.onset, e.duration, e.midi) for e in project(score).events]


def applied(done: Fix) -> str:
    """The original with the edits made, from the last to the first so that offsets stay."""
    text = done.original
    for edit in reversed(done.edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@pytest.mark.parametrize(("notation", "before", "after"), FIXABLE)
def test_fixed(notation: str, before: str, after: str) -> None:
    done = fix(before, notation)
    assert done.text == after
    assert applied(done) == after
    assert events(after, notation) == events(before, notation)
    assert fix(after, notation).text == after
    assert done.diff("answer.txt").startswith("--- answer.txt\n+++ answer.txt (fixed)\n@@")


@pytest.mark.parametrize(("notation", "text"), LEFT_ALONE)
def test_left_alone(notation: str, text: str) -> None:
    done = fix(text, notation)
    assert done.text == text
    assert not done.edits
    assert done.diff() == ""


def test_says_what_is_gone() -> None:
    assert fix(f"Here:\n\n{HEAD}C D E F |\n", "abc").fixed == ("missing-final-bar", "prose-before")


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(FIXABLE),
    st.integers(0, 400),
    st.integers(0, 3),
    st.sampled_from(["", "|", " ", "\n", "♭", "│", "(", "1", "G", "```\n", ","]),
)
def test_never_changes_what_is_projected(example: tuple[str, str, str], at: int, gone: int, put: str) -> None:
    notation, before, _ = example
    text = before[:at] + put + before[at + gone :]
    done = fix(text, notation)
    assert events(done.text, notation) == events(text, notation)
    assert applied(done) == done.text
    assert len(done.after.diagnostics) <= len(done.before.diagnostics)
