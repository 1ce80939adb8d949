"""The fused loop and stock Lark must call the same handlers in the same order."""

import gc

import lark
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onote_compiler.errors import GrammarError
from onote_compiler.parsing.driver import FusedMachine, TreeMachine, machine
from onote_compiler.parsing.grammar import load_grammar
from onote_compiler.parsing.tables import Tables
from onote_compiler.registry import NOTATIONS

GRAMMAR = r"""
start: item*
item: NOTE | chord | broken | BAR | CLOSE | NUMBER | JUNK
chord: OPEN notes CLOSE tail?
tail: NUMBER
broken: OPEN notes BAR
notes: notes NOTE | NOTE
NOTE: /[a-g]'*/
OPEN: "["
CLOSE: "]"
NUMBER: /[0-9]+/
BAR: "|"
JUNK.-1: /[\s\S]/
"""


class Recorder:
    def __init__(self) -> None:
        self.log: list[object] = []

    def NOTE(self, text: str, start: int) -> None:
        self.log.append(("NOTE", text, start))

    def OPEN(self, text: str, start: int) -> None:
        self.log.append(("OPEN", text, start))

    def JUNK(self, text: str, start: int) -> None:
        self.log.append(("JUNK", text, start))

    def tail(self) -> None:
        self.log.append("tail")

    def chord(self) -> None:
        self.log.append("chord")

    def broken(self) -> None:
        self.log.append("broken")


PARSER = lark.Lark(GRAMMAR, parser="lalr", keep_all_tokens=True, maybe_placeholders=False)
FUSED = FusedMachine(Tables.of(PARSER, Recorder, "start"))
TREE = TreeMachine(PARSER)


def events(machine: FusedMachine | TreeMachine, text: str) -> list[object] | None:
    recorder = Recorder()
    try:
        machine.run(text, recorder)
    except GrammarError:
        return None
    return recorder.log


@given(st.text(alphabet="abc'[]|12 x", max_size=30))
def test_fused_equals_tree(text: str) -> None:
    assert events(FUSED, text) == events(TREE, text)


def test_order_of_handlers() -> None:
    assert events(FUSED, "a[bc]2x") == [
        ("NOTE", "a", 0), ("OPEN", "[", 1), ("NOTE", "b", 2), ("NOTE", "c", 3), "tail", "chord", ("JUNK", "x", 6),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "a", "[a|", "[ab]"])
def test_accepts(text: str) -> None:
    assert events(FUSED, text) is not None


@pytest.mark.parametrize("text", ["a" * 60_000, "a" * 60_000 + "[[", "a"])
def test_the_garbage_collector_is_left_as_it_was(text: str) -> None:
    assert gc.isenabled()
    events(FUSED, text)
    assert gc.isenabled()
    gc.disable()
    try:
        events(FUSED, text)
        assert not gc.isenabled()
    finally:
        gc.enable()


STRICT = sorted({grammar for entry in NOTATIONS.values() for _, grammar in entry.strict})


@pytest.mark.parametrize("grammar", STRICT)
def test_strict_grammars_run_fused(grammar: str) -> None:
    """A strict grammar looks at every answer that is scored: stock Lark would take more time than all the rest."""
    assert isinstance(machine(grammar, object), FusedMachine)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("C4(1/4)", True),
        ("C4(1/4) D4(1/4)\n", True),
        ("C4(1/4)\n\n", True),
        ("C4(1/4)\n D4(1/4)", False),
        ("C4(1/4) ", False),
        ("", False),
    ],
)
def test_a_line_end_that_nothing_may_follow(text: str, right: bool) -> None:
    parser = load_grammar("pitchdur_strict", "start")
    accepted = []
    for reader in (FusedMachine(Tables.of(parser, object, "start")), TreeMachine(parser)):
        try:
            reader.run(text, None)
            accepted.append(True)
        except GrammarError:
            accepted.append(False)
    assert accepted == [right] * 2
