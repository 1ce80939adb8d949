"""Diagnostics as text, GitHub annotations and SARIF."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onote_compiler.diagnostics import Diagnostic, Report
from onote_compiler.diagnostics.github import to_github
from onote_compiler.diagnostics.render_text import render_text
from onote_compiler.diagnostics.sarif import to_sarif
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


# The part of the SARIF 2.1.0 schema that the log uses: for each object its properties with their types, those that
# must be there marked with "!", sets of values in braces. Nothing else may stand in it, as in the schema itself.
_SARIF: dict[str, dict[str, Any]] = {
    "log": {"$schema": str, "version!": {"2.1.0"}, "runs!": ["run"]},
    "run": {
        "tool!": "tool", "columnKind": {"utf16CodeUnits", "unicodeCodePoints"}, "artifacts": ["artifact"],
        "results": ["result"],
    },
    "tool": {"driver!": "driver"},
    "driver": {"name!": str, "semanticVersion": str, "rules": ["rule"]},
    "rule": {
        "id!": str, "name": str, "shortDescription": "message", "fullDescription": "message",
        "defaultConfiguration": "configuration",
    },
    "configuration": {"level": {"none", "note", "warning", "error"}},
    "message": {"text!": str},
    "artifact": {"location": "artifactLocation"},
    "artifactLocation": {"uri": str, "index": int},
    "result": {
        "ruleId": str, "ruleIndex": int, "level": {"none", "note", "warning", "error"}, "message!": "message",
        "locations": ["location"], "properties": dict,
    },
    "location": {"physicalLocation": "physicalLocation"},
    "physicalLocation": {"artifactLocation": "artifactLocation", "region": "region"},
    "region": {
        "startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1, "charOffset": 0, "charLength": 0,
    },
}  # fmt: skip


def conform(value: Any, expected: Any, where: str) -> None:
    """Hold a value against the part of the schema above."""
    if isinstance(expected, str):
        fields = {name.rstrip("!"): kind for name, kind in _SARIF[expected].items()}
        assert set(value) <= set(fields), where
        assert {name[:-1] for name in _SARIF[expected] if name.endswith("!")} <= set(value), where
        for name, inner in value.items():
            conform(inner, fields[name], f"{where}.{name}")
    elif isinstance(expected, list):
        for at, inner in enumerate(value):
            conform(inner, expected[0], f"{where}[{at}]")
    elif isinstance(expected, set):
        assert value in expected, where
    elif isinstance(expected, int):
        assert isinstance(value, int), where
        assert value >= expected, where
    else:
        assert isinstance(value, expected), where


def test_sarif_has_the_shape_of_its_schema() -> None:
    first = report("X:1\nK:C\nCD # E|\n", (11, 12), (0, 3))
    other: list[Diagnostic] = []
    log = json.loads(json.dumps(to_sarif([("a b/tune.abc", first.diagnostics), (None, other)])))
    conform(log, "log", "log")
    (run,) = log["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["ON301", "ON301"]
    region = run["results"][1]["locations"][0]["physicalLocation"]["region"]
    assert region == {
        "startLine": 3, "startColumn": 4, "endLine": 3, "endColumn": 5, "charOffset": 11, "charLength": 1,
    }  # fmt: skip
    assert run["artifacts"][0]["location"]["uri"] == "a%20b/tune.abc"
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["ON301", "ON301"]


def test_sarif_of_nothing() -> None:
    conform(to_sarif([]), "log", "log")
