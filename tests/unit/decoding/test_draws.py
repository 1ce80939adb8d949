"""Random texts from every notation and target, each measure counted by the benchmark's own counters."""

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from onote_compiler.decoding import Sampler, export_grammar
from onote_compiler.errors import OnoteError

pytest.importorskip("llguidance")
SCRIPT = Path(__file__).parents[3] / "benchmarks" / "decoding_draws.py"


@pytest.fixture(scope="module")
def bench() -> Any:
    spec = importlib.util.spec_from_file_location("decoding_draws", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("notation", ["abc", "jianpu", "pitchdur", "tab"])
def test_drawn_texts_are_exact(bench: Any, notation: str) -> None:
    drawn = list(bench.draws(72, seed=7, notations=(notation,)))
    assert len(drawn) == 72
    for draw in drawn:
        assert list(bench.FAULTS[notation](draw)) == [], draw


@pytest.mark.parametrize("notation", ["abc", "jianpu", "pitchdur", "tab"])
def test_drawn_texts_hold_what_generated_music_is_held_to(bench: Any, notation: str) -> None:
    for draw in bench.draws(36, seed=9, notations=(notation,)):
        assert bench.complaints(draw) == [], draw


@pytest.mark.parametrize("notation", ["abc", "jianpu", "pitchdur", "tab"])
def test_options_at_their_limits_hold_too(bench: Any, notation: str) -> None:
    drawn = list(bench.draws(56, seed=10, notations=(notation,), choices=bench.ODD))
    assert {draw.meter for draw in drawn} == set(bench.ODD.meters)
    for draw in drawn:
        assert [*bench.FAULTS[notation](draw), *bench.complaints(draw)] == [], draw


@pytest.mark.parametrize("notation", ["abc", "jianpu", "pitchdur", "tab"])
def test_the_counters_notice_what_is_wrong(bench: Any, notation: str) -> None:
    drawn = list(bench.draws(24, seed=8, notations=(notation,)))
    for change in ({"meter": "5/4"}, {"measures": 10}):
        assert all(list(bench.FAULTS[notation](replace(draw, **change))) for draw in drawn), change
    outside = [list(bench.FAULTS[notation](replace(draw, lowest=1, highest=1))) for draw in drawn]
    assert sum(map(bool, outside)) > 12  # a text of nothing but rests is in every range


def test_the_same_seed_draws_the_same_text() -> None:
    sampler = Sampler(export_grammar("abc", meter="4/4", measures=4), "lark")
    texts = [sampler.draw(Random(3)), sampler.draw(Random(3)), sampler.draw(Random(4))]
    assert texts[0] == texts[1] != texts[2]


def test_a_grammar_that_is_none_is_refused() -> None:
    with pytest.raises(OnoteError, match="refuses"):
        Sampler("start: nothing", "lark")
