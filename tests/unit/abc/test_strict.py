"""The strict grammar of format A and the ``onote`` profile accept the same texts, pitch range aside."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onote_compiler import parse
from onote_compiler.checks import Expectation, check_score
from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Source
from onote_compiler.notations.abc.reader import read
from onote_compiler.notations.base import ReadContext
from onote_compiler.parsing.strict import check_strict_grammar, first_refusal
from onote_compiler.profiles import load_profile

LENGTHY = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
HEAD = "X:1\nT:t\nM:4/4\nL:1/8\nK:C\n"

lengths = st.sampled_from(["", "", "", "2", "3", "4", "/", "//", "/2", "3/2"])
notes = st.tuples(
    st.sampled_from(["", "", "", "^", "_", "=", "^^"]), st.sampled_from("CDEFGABcdefgab"),
    st.sampled_from(["", "", "'", ",", ",,"]), lengths, st.sampled_from(["", "", "", "-"]),
).map("".join)  # fmt: skip
events = st.one_of(
    notes, notes, notes, st.tuples(st.sampled_from("zx"), lengths).map("".join),
    st.tuples(st.lists(notes, min_size=1, max_size=3).map("".join), lengths).map(lambda p: f"[{p[0]}]{p[1]}"),
)  # fmt: skip
tuplets = st.integers(2, 9).flatmap(
    lambda p: st.tuples(
        st.sampled_from([f"({p}", f"({p}:", f"({p}:2:", f"({p}:3:{p}"]), st.lists(events, min_size=p, max_size=p)
    )
).map(lambda parts: parts[0] + "".join(parts[1]))  # fmt: skip
broken = st.tuples(events, st.sampled_from([">", "<", ">>", "<<<"]), events).map("".join)
others = st.sampled_from(
    ['"Am"', '"^slow"', "!trill!", ".", "~", "T", "(", ")", "{g}", "{/ga}", "y", "[K:D]", "[M:3/4]", "[L:1/16]",
     "[P:A]", "[V:2]", "[r:said]", "&", "Z", "Z4"]
)  # fmt: skip
bars = st.sampled_from(
    [" | ", "|", " |: ", " :| ", "||", " |1 ", " :|2 ", " :: ", " |]", " [| ", " | [1 ", "\n", " |\n", "\nw: la la\n"]
)
pieces = st.lists(
    st.one_of(events, events, events, tuplets, broken, others, bars, st.just(" ")), min_size=1, max_size=20
)
heads = st.sampled_from(
    [HEAD, HEAD, "X:1\nT:t\nM:C|\nQ:1/4=120\nK:F#m\n", "X:7\nT:t\nC:me\nL:1/4\nM:6/8\nR:jig\nK:Edor\n",
     'X:1\nT:é\nM:2+3/8\nV:1 clef=bass\nV:2\n%%score 1 2\nK:Bb\n']
)  # fmt: skip
texts = st.tuples(heads, pieces.map("".join), st.sampled_from(["", "\n", "\n\n"])).map("".join)
signs = st.sampled_from(
    [*list("|:[]{}()<>\"!+.,'-_=^/&%*# \n\t0123459ABCGKLMQTVXZabczxyhw~$é♯"), "\r\n", "\n\n", "K:G", "M:3/4"]
)


@st.composite
def changed(draw: st.DrawFn) -> str:
    text = draw(texts)
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.one_of(signs, st.just(""))) + text[at + draw(st.integers(0, 2)) :]
    return text


def agree(text: str) -> bool:
    """Whether what the grammar accepts is free of errors, and what it refuses is not."""
    source = Source.whole(text)
    report = Report(source, load_profile("onote").severities)
    score = read(source, ReadContext(), report)
    if score is not None:
        check_score(score, report, Expectation(pickup=False))
    errors = {d.name for d in report.diagnostics if d.severity == "error"} - {"bad-pitch"}
    accepted = first_refusal("abc_strict", text) is None
    check_strict_grammar(source, "abc_strict", report)
    return not (accepted and errors) and accepted | report.has_errors


@LENGTHY
@given(texts)
def test_they_agree_on_written_texts(text: str) -> None:
    assert agree(text)


@LENGTHY
@given(changed())
def test_they_agree_on_changed_texts(text: str) -> None:
    assert agree(text)


@pytest.mark.parametrize(
    "body",
    ["CDEF GABc | c8 |]", "|: C8 |1 D8 :|2 E8 |]", "(3CDE F2 A>B c2 | [CEG]8 |]", '"Am"A4 {g}f4 | (ab) c6 |', "C8\nD8"],
)
def test_format_a_accepts(body: str) -> None:
    assert first_refusal("abc_strict", HEAD + body + "\n") is None


@pytest.mark.parametrize(
    "text",
    [
        "X:1\nT:t\nM:4/4\nK:C\n", "T:t\nX:1\nM:4/4\nK:C\nC8|\n", "X:1\nT:t\nK:C\nC8|\n", "X:1\nT:t\nK:C\nM:4/4\nC8|\n",
        HEAD + "F#8 |\n", HEAD + "[CEG |\n", HEAD + "(3CD | E8 |\n", HEAD + "C8> | D8 |\n", HEAD + "C8 |\n\nD8 |\n",
        HEAD + "C8 :|: D8 |\n", HEAD + "♯F8 |\n", HEAD + "C1.5 |\n", "X:1\nT:t\nM:4/4\nL:1/8\nK:H\nC8 |\n",
        "X:1\nT:t\nM:4/5\nL:1/8\nK:C\nC8 |\n", "Here it is:\n" + HEAD + "C8 |\n",
        "X:1\nT:t\nC:|me\nM:4/4\nL:1/8\nK:C\nC8 |\n", HEAD + "V:\nC8 |\n", HEAD + "# Part B\nC8 |\n", HEAD + "\nC8 |\n",
        "X:1\nT:t\nM:4/4\nL:8\nK:C\nC8 |\n", "X:1\nT:t\nM:4/4\nL:1/8\nQ:120 bpm\nK:C\nC8 |\n",
    ],
)  # fmt: skip
def test_format_a_refuses(text: str) -> None:
    assert first_refusal("abc_strict", text) is not None
    assert not parse(text, "abc", profile="onote").format_ok
