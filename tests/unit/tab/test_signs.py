"""What stands between the numbers of a string, by hand."""

from __future__ import annotations

import pytest

from onote_compiler import parse, project
from onote_compiler.ir.events import Note
from onote_compiler.notations.tab.techniques import split_signs


def read(cell: str) -> tuple[list[object], list[list[tuple[str, int]]], list[str]]:
    """Return pitches, technique marks of each note, and the errors of a cell on the high e string."""
    text = "\n".join(f"{name}|{cell if name == 'e' else '-' * len(cell)}|" for name in "eBGDAE")
    result = parse(text, "tab", bare=True)
    assert result.score is not None
    events = [event for voice in result.score.voices for event in voice.events if isinstance(event, Note)]
    marks = [[(mark.text, mark.number) for mark in event.marks] for event in events]
    return list(project(result.score).pitches), marks, [d.name for d in result.diagnostics if d.severity == "error"]


@pytest.mark.parametrize("sign", ["Q", "z", "C", "e", "k", "qu", "#", "&", '"', ",", "%", "!", "€", "o", ":"])
def test_what_means_nothing_is_reported(sign: str) -> None:
    found, _, errors = read(f"-5-{sign}-7-")
    assert found == ["A4", "B4"]
    assert errors == ["bad-token"]


@pytest.mark.parametrize("sign", ["Q", "z", "zz"])
def test_beside_a_number_too(sign: str) -> None:
    assert read(f"-7{sign}--")[2] == ["bad-token"]


def test_the_place_of_a_sign_that_means_nothing() -> None:
    result = parse("e|-5h7zq-|\n" + "\n".join(f"{n}|-------|" for n in "BGDAE"), "tab", bare=True)
    (found,) = [d for d in result.diagnostics if d.name == "bad-token"]
    assert (found.line, found.column, found.end_column, found.measure) == (1, 7, 9, 1)


@pytest.mark.parametrize(
    "cell", ["|:-5-7-:|"[1:-1], "*-5-7-*", "o-5-7-o", "O-5-7-O", "-5..-7-", "-<5>-7-", "-[5]7-", "-5~*-7-"]
)
def test_signs_that_are_known(cell: str) -> None:
    found, _, errors = read(cell)
    assert found == ["A4", "B4"]
    assert errors == []


@pytest.mark.parametrize(
    ("cell", "steps"),
    [("-7b1/2-5-", 2), ("-7b(1/2)-5-", 2), ("-7b1/4-5-", 1), ("-7b3/4-5-", 3), ("-7b11/2-5-", 6), ("-7b½-5-", 2),
     ("-7^1/2-5-", 2)],
)  # fmt: skip
def test_bends_by_a_fraction_of_a_step(cell: str, steps: int) -> None:
    found, marks, errors = read(cell)
    assert found == ["B4", "A4"]
    assert marks == [[("bend", 0), ("bend-steps", steps)], []]
    assert errors == []


def test_a_bend_by_a_fraction_and_its_release() -> None:
    assert read("-7b1/2r7-5-")[:2] == (
        ["B4", "A4"],
        [[("bend", 0), ("bend-steps", 2), ("release", 0), ("bend-target", 7)], []],
    )


def test_a_slide_is_no_fraction() -> None:
    assert read("-1/2-")[0] == ["F4", "F#4"]
    assert read("-7b9/11-")[0] == ["B4", "D#5"]


@pytest.mark.parametrize(
    ("cell", "marks"),
    [
        ("-5-h-7-", [[], [("hammer-on", 0)]]),
        ("-/5---", [[("slide-up", 0)]]),
        ("-5--~~-", [[("vibrato", 0), ("vibrato", 0)]]),
        ("-~5----", [[("vibrato", 0)]]),
        ("-PM-5--", [[("palm-mute", 0)]]),
        ("-7~~~w/bar--", [[("vibrato", 0)] * 3 + [("whammy-bar", 0)]]),
        ("-5-/---", [[("slide-up", 0)]]),
    ],
)
def test_signs_set_apart_from_their_number(cell: str, marks: list[list[tuple[str, int]]]) -> None:
    assert read(cell)[1:] == (marks, [])


def test_a_sign_without_any_number() -> None:
    assert read("--h--")[2] == ["bad-token"]


def test_words_are_signs() -> None:
    assert [(s.at, s.text, s.known) for s in split_signs("~w/barzzh")] == [
        (0, "~", True), (1, "w/bar", True), (6, "zz", False), (8, "h", True),
    ]  # fmt: skip
