"""Diagnostics as text and as GitHub annotations."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onote_compiler.diagnostics import Report
from onote_compiler.diagnostics.github import to_github
from onote_compiler.diagnostics.render_text import render_text
from onote_compiler.ir.source import Source


def report(text: str, *spans: tuple[int, int], name: str | None = "tune.abc", message: str = "no token") -> Report:
    made = Report(Source.whole(text, name))
    for span in spans:
        made.add("bad-token", span, message, hint="write ^C", measure=2)
    return made


def shown(text: str, span: tuple[int, int], **options: Any) -> list[str]:
    made = report(text, span)
    return render_text(made.diagnostics, made.source, **options).splitlines()


def test_looks_like_this() -> None:
    made = report("X:1\nK:C\nCD # E|\n", (11, 12))
    assert render_text(made.diagnostics, made.source) == (
        "error[ON301] bad-token: no token\n --> tune.abc:3:4\n  |\n3 | CD # E|\n  |    ^\n  = help: write ^C\n\n"
    )


@pytest.mark.parametrize(
    ("line", "span", "row", "caret"),
    [
        ("\tab", (2, 3), "    ab", "     ^"),
        ("a\tb", (1, 2), "a   b", " ^^^"),
        ("音符x", (2, 3), "音符x", "    ^"),
        ("音符", (0, 2), "音符", "^^^^"),
        ("１２", (1, 2), "１２", "  ^^"),
        ("1\u0307 5", (3, 4), "1\u0307 5", "  ^"),
        ("ab", (2, 2), "ab", "  ^"),
        ("a\x1b[31mb", (6, 7), "a�[31mb", "      ^"),
    ],
)
def test_the_caret_stands_right(line: str, span: tuple[int, int], row: str, caret: str) -> None:
    text = shown(line, span)
    assert text[3] == f"1 | {row}"
    assert text[4] == f"  | {caret}"


def test_a_span_over_lines_is_marked_to_the_end_of_the_first() -> None:
    assert shown("abc\ndef", (1, 6))[4] == "  |  ^^"


def test_long_lines_are_cut_around_the_place() -> None:
    line = "a" * 5000 + "#" + "b" * 5000
    text = shown(line, (5000, 5001))
    assert len(text[3]) < 200
    assert text[3][text[4].index("^")] == "#"


def test_limit_counts_the_rest() -> None:
    made = report("abcdef", *[(at, at + 1) for at in range(5)])
    text = render_text(made.diagnostics, made.source, limit=2)
    assert text.count("-->") == 2
    assert text.endswith("… and 3 more diagnostics\n")


def test_colour_only_when_asked() -> None:
    made = report("ab", (0, 1))
    plain = render_text(made.diagnostics, made.source)
    coloured = render_text(made.diagnostics, made.source, color=True)
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


@settings(deadline=None)
@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_any_text_can_be_shown(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    rows = "\n".join(shown(text, (start, end)))
    assert "\x1b" not in rows
    assert "^" in rows


def test_github_annotation_escapes_what_it_must() -> None:
    made = report("ab%", (1, 2), message="100%, at: b\nand more")
    assert to_github(made.diagnostics[0], "a,b:c.abc") == (
        "::error file=a%2Cb%3Ac.abc,line=1,endLine=1,col=2,endColumn=2,title=ON301 bad-token"
        "::100%25, at: b%0Aand more%0Awrite ^C"
    )
    assert "file=" not in to_github(made.diagnostics[0], None)
