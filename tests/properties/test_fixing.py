"""Fixing never changes what a text projects to: wrapped answers of every notation, mutated, under every profile.

``ONOTE_PROPERTY_EXAMPLES=10000`` tries that many of them.
"""

import importlib.util
import os
import random
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onote_compiler import parse, project
from onote_compiler.fixing import fix
from onote_compiler.profiles import BUILT_IN

_path = Path(__file__).parents[1] / "unit" / "extraction" / "wrapping.py"
_spec = importlib.util.spec_from_file_location("wrapping", _path)
assert _spec is not None
assert _spec.loader is not None
wrapping = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(wrapping)

SIGNS = [
    "", "|", " ", "\n", "♭", "│", "(", "1", "G", "```\n", ",", "-", "—", "&gt;", "１", "♯4", "\\n", '"', "X:2\n", "ˆ",
    "K:G\n", "or ", "  ", "\r\n", "\u00a0", "Bar 1: ", "{", "[", "V:2\n", "M:3/4\n", "：", "‖", ":|", "\t", "w:a\n",
]  # fmt: skip
TEXTS = [(notation, text) for notation, texts in wrapping.NOTATIONS.items() for text in texts]


def mutated(text: str, changes: list[tuple[int, int, str]]) -> str:
    for place, gone, put in changes:
        at = place % (len(text) + 1)
        text = text[:at] + put + text[at + gone :]
    return text


def events(text: str, notation: str, profile: str) -> list[object] | None:
    score = parse(text, notation, profile=profile).score
    return None if score is None else [(e.onset, e.duration, e.midi) for e in project(score).events]


@settings(
    max_examples=int(os.environ.get("ONOTE_PROPERTY_EXAMPLES", "150")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(
    st.sampled_from(TEXTS),
    st.sampled_from(sorted(wrapping.WRAPPINGS)),
    st.integers(0, 1000),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 3), st.sampled_from(SIGNS)), max_size=3),
    st.sampled_from(BUILT_IN),
    st.booleans(),
)
def test_fixing_keeps_what_is_projected(
    example: tuple[str, str], wrap: str, seed: int, changes: list[tuple[int, int, str]], profile: str, named: bool
) -> None:
    notation, text = example
    answer = mutated(wrapping.WRAPPINGS[wrap](text, random.Random(seed)), changes)
    asked = notation if named else "auto"
    done = fix(answer, asked, profile=profile)
    applied = answer
    for edit in reversed(done.edits):
        applied = applied[: edit.start] + edit.text + applied[edit.end :]
    assert applied == done.text
    if done.before.format is None:
        assert not done.changed
        return
    assert events(done.text, done.before.format, profile) == events(answer, done.before.format, profile)
    assert fix(done.text, asked, profile=profile).text == done.text
    assert len(done.after.diagnostics) <= len(done.before.diagnostics)
    assert bool(done.diff("answer")) == done.changed
