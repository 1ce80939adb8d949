"""Extraction runs on the fused loop and answers whatever the input is."""

import pytest

from onote_compiler.diagnostics import Report
from onote_compiler.extraction import extract
from onote_compiler.extraction.escapes import _Escapes, _Folds
from onote_compiler.extraction.lines import _Counter
from onote_compiler.extraction.markup import _Tags
from onote_compiler.extraction.structured import _Tokens
from onote_compiler.ir.source import Source
from onote_compiler.parsing.driver import FusedMachine, machine
from onote_compiler.profiles import load_profile

STARTS = [
    ("line", _Counter), ("tags", _Tags), ("json", _Tokens), ("escapes", _Escapes), ("folds", _Folds),
    ("abc_folds", _Folds),
]  # fmt: skip
UNITS = [
    "a", "1", "{", '{"', "[[", '["a",', '{"a":', '"', "<", "<think>", "</think>", "```\n", "```a\n\n", "\\n", "a\\n",
    "&gt;", "^", "[#b", "|-", "e|---\n", "X:1\n", "C4(1/4) ", "1(1/4) ", "C4(", "１", "\n", "1. X:1\n", "---", "·",
    '{"a":1}\n', '["a",\n', "</p>\n", "a\n", "1\n", "１\n", "K:C\nC|\n", "Capo 2\n", "`e|-|`\n", "&#124;\n", "--0--\n",
]  # fmt: skip


@pytest.mark.parametrize(("start", "handlers"), STARTS)
def test_runs_on_the_fused_loop(start: str, handlers: type) -> None:
    assert isinstance(machine("extraction", handlers, start), FusedMachine)


@pytest.mark.parametrize("unit", UNITS)
def test_hostile_texts_are_answered(unit: str) -> None:
    source = Source.whole(unit * (10_000 // len(unit)))
    for notation in ("abc", "jianpu", "tab", "pitchdur"):
        extract(source, notation, load_profile("lenient"), Report(source))


def test_many_values_are_opened_in_part() -> None:
    source = Source.whole('{"a": "C4(1/4) D4(1/4)"}\n' * 5000)
    report = Report(source)
    result = extract(source, "pitchdur", load_profile("lenient"), report)
    assert result is not None
    assert result.text == "C4(1/4) D4(1/4)"


def test_brackets_in_brackets_are_no_value() -> None:
    source = Source.whole('["a",' * 1000 + "\nC4(1/4) D4(1/4)")
    result = extract(source, "pitchdur", load_profile("lenient"), Report(source))
    assert result is not None
    assert result.text == "C4(1/4) D4(1/4)"
