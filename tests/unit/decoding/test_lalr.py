"""Lark settles a shift/reduce conflict in silence, and then refuses texts of the language: there may be none."""

import logging
from fractions import Fraction
from typing import Any

import lark
import pytest

from onote_compiler.decoding import export_grammar


@pytest.mark.parametrize(
    ("notation", "options"),
    [
        ("abc", {"tuplets": True}),
        ("abc", {"measures": 1}),
        ("jianpu", {"tuplets": True}),
        ("pitchdur", {"tuplets": True, "grid": Fraction(1, 8)}),
        ("tab", {}),
        ("tab", {"pitch_range": "C3-C5", "max_span": 4, "measures": 5}),
        ("tab", {"grid": Fraction(1, 8), "pitch_range": "C5-E6"}),
    ],
)
def test_the_lark_target_has_no_conflicts(
    notation: str, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    grammar = export_grammar(notation, **{"meter": "2/4", "measures": 3, **options})
    with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
        lark.Lark(grammar, parser="lalr", debug=True)
    assert [record.getMessage() for record in caplog.records if "onflict" in record.getMessage()] == []
