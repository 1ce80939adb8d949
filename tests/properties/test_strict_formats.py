"""The strict grammar of a format accepts exactly what the ``onote`` profile accepts, pitch range aside.

``ONOTE_PROPERTY_EXAMPLES=1700`` makes it ten thousand texts.
"""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onote_compiler import registry
from onote_compiler.checks import Expectation, check_score
from onote_compiler.diagnostics import Report
from onote_compiler.ir import Key, Meter, Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.parsing.strict import check_strict_grammar, first_refusal
from onote_compiler.profiles import load_profile

numbers = st.integers(1, 9999).map(str) | st.sampled_from(["1", "2", "3", "4", "8", "16"])
durations = st.tuples(numbers, numbers).map(lambda pair: f"({pair[0]}/{pair[1]})")
pitches = st.tuples(
    st.sampled_from("ABCDEFG"), st.sampled_from(["", "", "#", "b", "##", "bb"]), st.integers(-1, 9).map(str)
).map("".join)
format_c = st.lists(st.tuples(pitches, durations).map("".join), min_size=1, max_size=12).map(" ".join)

octaves = st.sampled_from(["", "", "", "^", "_", "^^", "__"])
degrees = st.tuples(octaves, st.sampled_from("1234567")).map("".join) | st.just("0")
b_measure = st.lists(st.tuples(degrees, durations).map("".join), min_size=1, max_size=6).map(" ".join)
format_b = st.tuples(st.lists(b_measure, min_size=1, max_size=4).map(" | ".join), st.sampled_from([" |", ""])).map(
    "".join
)

digits = st.sampled_from("01234567")
sounding = digits | st.tuples(digits, digits).map(lambda pair: f"({pair[0]} {pair[1]})")
c_measure = st.lists(sounding | st.just("-"), min_size=1, max_size=6).map(" ".join)
critic = st.tuples(
    sounding, st.lists(c_measure, min_size=1, max_size=4).map(" | ".join), st.sampled_from([" |", ""])
).map(lambda parts: f"{parts[0]} {parts[1]}{parts[2]}")

FORMATS = [
    pytest.param("pitchdur", "formatc", "pitchdur_strict", format_c, id="format C"),
    pytest.param("jianpu", "formatb", "jianpu_strict", format_b, id="format B"),
    pytest.param("jianpu", "critic", "jianpu_critic_strict", critic, id="critic"),
]
SIGNS = (
    list(" |()/#b^_-<>[]{}.,~'\"*:=\n\t\u0307\u0332·１（４")
    + list("0123456789ABCDEFGRZzq")
    + ["1/4", "(1/4)", "1=G", "3/4"]
)
LENGTHY = settings(
    max_examples=int(os.environ.get("ONOTE_PROPERTY_EXAMPLES", "150")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)

Strategy = st.SearchStrategy[str]


def accepted(text: str, notation: str, dialect: str) -> bool | None:
    """Whether the profile accepts a text; ``None`` where all it faults is a pitch out of range."""
    profile = load_profile("onote")
    source = Source.whole(text)
    report = Report(source, profile.severities)
    entry = registry.notation(notation)
    score = entry.read(source, ReadContext(Key(), Meter(), dialect), report)
    if score is not None:
        check_score(score, report, Expectation(pickup=profile.pickup))
        check_strict_grammar(source, entry.strict_grammar(score.dialect, dialect), report)
    errors = {d.name for d in report.diagnostics if d.severity == "error"}
    return None if errors == {"bad-pitch"} else score is not None and not errors


@pytest.mark.parametrize(("notation", "dialect", "grammar", "texts"), FORMATS)
def test_what_the_grammar_makes_the_profile_accepts(notation: str, dialect: str, grammar: str, texts: Strategy) -> None:
    @LENGTHY
    @given(texts)
    def run(text: str) -> None:
        assert first_refusal(grammar, text) is None
        assert accepted(text, notation, dialect) is not False

    run()


@pytest.mark.parametrize(("notation", "dialect", "grammar", "texts"), FORMATS)
def test_mutated_text_is_judged_alike(notation: str, dialect: str, grammar: str, texts: Strategy) -> None:
    edits = st.lists(
        st.tuples(st.integers(0, 10**6), st.integers(0, 2), st.sampled_from(SIGNS)), min_size=1, max_size=3
    )

    @LENGTHY
    @given(texts, edits)
    def run(text: str, changes: list[tuple[int, int, str]]) -> None:
        mutated = mutate(text, changes)
        verdict = accepted(mutated, notation, dialect)
        if verdict is not None:
            assert verdict == (first_refusal(grammar, mutated) is None), mutated

    run()


def mutate(text: str, changes: list[tuple[int, int, str]]) -> str:
    """Insert, delete or replace at places of the text."""
    for place, kind, sign in changes:
        at = place % (len(text) + 1)
        edits: tuple[Callable[[], str], ...] = (
            lambda at=at, sign=sign, text=text: text[:at] + sign + text[at:],  # type: ignore[misc]
            lambda at=at, text=text: text[:at] + text[at + 1 :],  # type: ignore[misc]
            lambda at=at, sign=sign, text=text: text[:at] + sign + text[at + 1 :],  # type: ignore[misc]
        )
        text = edits[kind]()
    return text
