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
]  # fmt: skip


@pytest.mark.parametrize(("start", "handlers"), STARTS)
def test_runs_on_the_fused_loop(start: str, handlers: type) -> None:
    assert isinstance(machine("extraction", handlers, start), FusedMachine)


@pytest.mark.parametrize("unit", UNITS)
def test_hostile_texts_are_answered(unit: str) -> None:
    source = Source.whole(unit * (10_000 // len(unit)))
    extract(source, "abc", load_profile("lenient"), Report(source))
