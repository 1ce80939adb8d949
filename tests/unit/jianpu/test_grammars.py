"""The grammars cover every text, run in the fast loop, and the loop does what stock Lark does."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onote_compiler.diagnostics import Report
from onote_compiler.ir import Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.jianpu.ly import LyHandlers
from onote_compiler.notations.jianpu.reader import read as read_jianpu
from onote_compiler.notations.jianpu.text import TextHandlers
from onote_compiler.notations.pitchdur.handlers import ListHandlers
from onote_compiler.notations.pitchdur.handlers import TextHandlers as PitchHandlers
from onote_compiler.notations.pitchdur.reader import read as read_pitchdur
from onote_compiler.parsing.driver import FusedMachine, TreeMachine, machine
from onote_compiler.parsing.grammar import load_grammar

MACHINES = [
    ("jianpu", TextHandlers, "text"),
    ("jianpu", LyHandlers, "ly"),
    ("pitchdur", PitchHandlers, "text"),
    ("pitchdur", ListHandlers, "json"),
]
PIECES = [
    "1", "^1", "_5", "0", "8", "#4", "b7", "(1/4)", "(1/8)", "(", ")", "[", "]", "(3 4)", "-", "~", " ", "  ", "|",
    "|:",
    ":|", "||", "\n", "1=G", "3/4", "<5>", "q1", "s0", "3[", "R{", "A{", "}", "1'", "5,", "g[#45]", "L: la", "NextPart",
    "KeepLength", "1̇", "2̲", "·", "１", "，", "C4(1/4)", "Bb3", "C4", "sC#4", "e.A2~", '"', "{", '{"treble": "', '"}',
    "'", ",", ":", "X:1\n", "Key: D major\n", "Measure 1:", "1. ", "*", "`", "%", "x", "é", "³(", "+", "/", ".", "(1/",
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=2), max_size=25).map("".join)


def recorder(handlers: type) -> type:
    """Return a class with handlers of the same names, which write down what they are called with."""

    def of(name: str) -> Callable[..., None]:
        return lambda self, text="", start=0: self.calls.append((name, text, start))

    def begin(self: Any) -> None:
        self.calls = []

    names = [name for name in dir(handlers) if not name.startswith("_") and callable(getattr(handlers, name))]
    return type("Recorder", (), {"__init__": begin, **{name: of(name) for name in names}})


@pytest.mark.parametrize(("grammar", "handlers", "start"), MACHINES)
def test_machines_are_fast_ones(grammar: str, handlers: type, start: str) -> None:
    assert isinstance(machine(grammar, handlers, start), FusedMachine)


@pytest.mark.parametrize(("grammar", "handlers", "start"), MACHINES)
def test_fused_equals_stock(grammar: str, handlers: type, start: str) -> None:
    record = recorder(handlers)
    fused, tree = machine(grammar, record, start), TreeMachine(load_grammar(grammar, start))
    assert isinstance(fused, FusedMachine)

    @settings(max_examples=150, deadline=None)
    @given(texts)
    def run(text: str) -> None:
        one, other = record(), record()
        fused.run(text, one)
        tree.run(text, other)
        assert one.calls == other.calls

    run()


@settings(max_examples=200, deadline=None)
@given(texts, st.sampled_from(["formatb", "critic", "unicode", "jianpu-ly", "data", None]))
def test_any_text_is_jianpu_or_reported(text: str, dialect: str | None) -> None:
    source = Source.whole(text)
    report = Report(source)
    score = read_jianpu(source, ReadContext(dialect=dialect), report)
    assert score is not None or report.diagnostics
    for found in report.diagnostics:
        assert 0 <= found.span.start <= found.span.end <= len(text)


@settings(max_examples=200, deadline=None)
@given(texts, st.sampled_from(["formatc", "vsu", "pitches", "json", None]))
def test_any_text_is_pitchdur_or_reported(text: str, dialect: str | None) -> None:
    source = Source.whole(text)
    report = Report(source)
    score = read_pitchdur(source, ReadContext(dialect=dialect), report)
    assert score is not None or report.diagnostics
    for found in report.diagnostics:
        assert 0 <= found.span.start <= found.span.end <= len(text)
