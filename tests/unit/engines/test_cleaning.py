"""Directives, comments and instructions are emptied, and nothing else changes place."""

import pytest

from onote_compiler.engines.cleaning import without_directives


@pytest.mark.parametrize(
    "line",
    ["%%beginps", "%%abc-include /etc/passwd", "% words", "I:abc-include x", "  %%format x", "\ufeff%%eps /etc/passwd",
     "\\%%beginsvg", "I:", "\t I:x"],
)  # fmt: skip
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_directive_lines_become_empty_comments(line: str, end: str) -> None:
    assert without_directives(f"K:C{end}{line}{end}CDE|") == f"K:C{end}%{end}CDE|"


@pytest.mark.parametrize("text", ["[I:MIDI=program 1]", "[[I:x]I:abc-include y]", "[I:[I:x]"])
def test_inline_instructions_become_remarks(text: str) -> None:
    cleaned = without_directives(f"K:C\nC {text} D\n")
    assert "[I:" not in cleaned
    assert len(cleaned) == len(f"K:C\nC {text} D\n")


@pytest.mark.parametrize("text", ["X:1\nT:100% mine\nK:C\nC%%D|\n", "K:C\n\nw:I: am\n", "C D\u2028%% E\n", ""])
def test_what_is_no_directive_stays(text: str) -> None:
    assert without_directives(text) == text


def test_null_characters_end_no_line_early() -> None:
    assert without_directives("K:C\0\n\0%%beginps\n") == "K:C \n%\n"
