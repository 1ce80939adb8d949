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
    "```a\nx\n", "~~~\n```\n", "\\boxed{", "}\n", '"""\n', "'''\n", "<|end|>", "[THINK]", "or\n", "C4(1/4) or ",
    " ", "$", "**X:** 1\n", "Version 2:\n", "Key: G\n", "Key: G\nhello there you all.\n1(1/4) 2(1/4)\n", "第一小节：",
    "X:1\nK:C\nPart B:\nC|\n", "Bar 1: C|\n", '{"key":"G","n":"1(1/4) 2(1/4)"}\n', '{"a":[',
    '[{"bar":1,"n":"1(1/4) 2(1/4)"},', "```\n1=C\n```\n1(1/4)\n",
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
