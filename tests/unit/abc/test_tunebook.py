"""Splitting files of many tunes."""

from collections.abc import Iterator

from onote_compiler import parse, project
from onote_compiler.notations.abc.tunebook import Tune, split_tunes

BOOK = """%abc-2.1
M:3/4
L:1/4

X:1
T:One
K:G
GAB|

free text between the tunes

X:2
T:Two
M:2/4
K:C
CD|
"""


def test_each_tune_has_the_file_header_and_its_place() -> None:
    one, two = split_tunes(BOOK.splitlines(keepends=True))
    assert one.text.startswith("%abc-2.1\nM:3/4\nL:1/4\n\nX:1\n")
    assert "X:2" not in one.text
    assert "T:One" not in two.text
    assert (one.line, two.line, two.header_lines) == (5, 12, 4)


def test_lines_of_a_tune_map_to_lines_of_the_file() -> None:
    _, two = split_tunes(BOOK.splitlines(keepends=True))
    lines = two.text.splitlines()
    file_lines = BOOK.splitlines()
    assert all(file_lines[two.file_line(n) - 1] == text for n, text in enumerate(lines, 1))


def test_the_header_holds_for_every_tune() -> None:
    results = [parse(tune.text, "abc") for tune in split_tunes(BOOK.splitlines(keepends=True))]
    durations = [project(r.score).durations for r in results if r.score is not None]
    assert [str(d[0]) for d in durations if d is not None] == ["1/4", "1/4"]


def test_a_file_without_a_tune_number_is_one_tune() -> None:
    text = "T:No number\nK:C\nCDE|\n"
    assert list(split_tunes(text.splitlines(keepends=True))) == [Tune(text, 1)]


def test_fields_right_before_the_first_number_belong_to_it() -> None:
    (tune,) = split_tunes(["T:early\n", "X:1\n", "K:C\n", "C|\n"])
    assert tune == Tune("T:early\nX:1\nK:C\nC|\n", 1)


def test_an_empty_file_has_no_tunes() -> None:
    assert list(split_tunes(["\n", " \n"])) == []


def test_tunes_come_out_before_the_file_is_read() -> None:
    seen: list[int] = []

    def endless() -> Iterator[str]:
        number = 0
        while True:
            number += 1
            seen.append(number)
            yield from (f"X:{number}\n", "K:C\n", "C|\n", "\n")

    tunes = split_tunes(endless())
    assert [next(tunes).line for _ in range(3)] == [1, 5, 9]
    assert len(seen) <= 4
