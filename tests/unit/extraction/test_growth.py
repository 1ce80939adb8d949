"""Extraction runs on the fused loop and takes time in step with the input, whatever the input is."""

import time

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


def seconds(text: str) -> float:
    source = Source.whole(text)
    begin = time.process_time()
    extract(source, "abc", load_profile("lenient"), Report(source))
    return time.process_time() - begin


@pytest.mark.parametrize("unit", UNITS)
def test_time_grows_in_step(unit: str) -> None:
    """Eight times the input may take some sixteen times the time, for the clock is coarse; 64 would be quadratic."""
    small, large = (unit * (size // len(unit)) for size in (10_000, 80_000))
    assert seconds(large) < 24 * max(min(seconds(small) for _ in range(2)), 0.02)
