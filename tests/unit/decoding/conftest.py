"""Each target's grammar is judged by a reader of that target: Lark's LALR parser, llguidance, or Python's ``re``."""

import re
from collections.abc import Callable
from typing import Any

import lark
import pytest

from onote_compiler.decoding import Sampler, export_grammar

Accepts = Callable[[str], bool]


@pytest.fixture(params=["lark", "llguidance", "gbnf", "regex"])
def language(request: pytest.FixtureRequest) -> Callable[..., Accepts]:
    """Return a function that exports a grammar to one target and returns what tells its texts from others."""
    return lambda notation, **options: reader(notation, request.param, options)


@pytest.fixture(params=["lark", "llguidance", "gbnf"])
def tablature(request: pytest.FixtureRequest) -> Callable[..., Accepts]:
    """Return the same for tablature, which is too large for a regular expression."""
    return lambda **options: reader("tab", request.param, options)


@pytest.fixture(params=["llguidance", "gbnf"])
def windows(request: pytest.FixtureRequest) -> Callable[..., Accepts]:
    """Return the same for the targets whose windows do not depend on the first note."""
    return lambda **options: reader("tab", request.param, options)


def reader(notation: str, target: str, options: dict[str, Any]) -> Accepts:
    grammar = export_grammar(notation, target=target, **options)
    if target == "lark":
        return lalr(grammar)
    if target == "regex":
        return lambda text: re.fullmatch(grammar, text) is not None
    pytest.importorskip("llguidance")
    return Sampler(grammar, target).accepts


def lalr(grammar: str) -> Accepts:
    parser = lark.Lark(grammar, parser="lalr")

    def accepts(text: str) -> bool:
        try:
            parser.parse(text)
        except lark.exceptions.UnexpectedInput:
            return False
        return True

    return accepts
