"""ABC to score to ABC: the same score, and a formatter that leaves its own output alone."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onote_compiler import convert, parse
from onote_compiler.diagnostics import Report
from onote_compiler.ir import Key, Measure, Meter, Note, Part, Score, Voice, pitch
from onote_compiler.ir.source import Source
from onote_compiler.notations.abc.reader import read
from onote_compiler.notations.abc.writer import write
from onote_compiler.notations.base import ReadContext, WriteOptions

RELAXED = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


def score_of(text: str) -> Score | None:
    source = Source.whole(text)
    return read(source, ReadContext(), Report(source))


def formatted(score: Score) -> str:
    return write(score, WriteOptions(), Report(score.source or Source.whole("")))


@RELAXED
@given(data=st.data())
def test_the_written_score_is_the_read_one(data: st.DataObject, tune_texts: st.SearchStrategy[str]) -> None:
    score = score_of(data.draw(tune_texts))
    if score is None:
        return
    text = formatted(score)
    again = score_of(text)
    assert again == score, text
    assert formatted(again) == text


@RELAXED
@given(data=st.data())
def test_no_text_raises_and_what_is_read_can_be_written(
    data: st.DataObject, broken_texts: st.SearchStrategy[str]
) -> None:
    score = score_of(data.draw(broken_texts))
    if score is not None:
        again = score_of(formatted(score))
        assert again is not None


@RELAXED
@given(st.text(max_size=80))
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    source = Source.whole(text)
    report = Report(source)
    assert read(source, ReadContext(), report) is not None or report.diagnostics


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("CDEFGABc|cBAGFEDC|", "CD EF GA Bc | cB AG FE DC |"),
        ("C>DE<F G4|]", "C3/D/ E/F3/ G4 |]"),
        ("|:C8:|D8:|", "|: C8 :| D8 :|"),
        ("C8|1D8:|2E8|]", "C8 |1 D8 :|2 E8 |]"),
        ("C4(3DEF G2 |", "C4 (3DEF G2 |"),
        ('"Am"!trill!C8|', '"Am"TC8 |'),
        ("[C2E2G2]4|", "[CEG]8 |"),
        ("{gf}C8|", "{gf}C8 |"),
        ("C8|D8|E8|F8|G8|]", "C8 | D8 | E8 | F8 |\nG8 |]"),
    ],
)
def test_layout(body: str, wanted: str) -> None:
    head = "X:1\nT:t\nM:4/4\nL:1/8\nK:C\n"
    score = score_of(f"{head}{body}\n")
    assert score is not None
    assert formatted(score) == f"{head}{wanted}\n"


@pytest.mark.parametrize(
    "text",
    [
        "C2 |\n%%propagate-accidentals octave\n^F2 f2 |\nV:2\n^F2 f2 |",
        "C2 |\n%%propagate-accidentals not\n[^FA]2-[FA]2 F2 ^c-c c2 |",
        "C2 |\nV:1 clef=treble-8\nC2 |\n[K:octave=1] C2 | [K:G] C2 |",
        "U:T=!turn!\n!trill!C2 TC2 |",
        "m:~n2 = n/n/\n~ d2 ~d2 |",
        "V:1\nV:2 clef=bass\n\\ % first of all\nC2 |\nV:1\n% and then\nE2 |",
        "|\n%%begintext\nC D |]\n%%endtext\nA2 |",
        "V:1\nR:before any music\nV:2\nC2 |\nV:1\nN:still none\n",
        "+:nothing before\nC2 |",
        "^F2- | {g[ac']}F2 {__A}-F2 |",
        "[I:setbarnb 3]C2 | !p! | C,'2 |",
    ],
)
def test_what_stands_in_the_body_is_written_where_it_holds(text: str) -> None:
    score = score_of(f"X:1\nT:t\nM:2/4\nL:1/8\nK:D\n{text}\n")
    assert score is not None
    written = formatted(score)
    assert score_of(written) == score, written
    assert formatted(score_of(written) or score) == written


def test_a_score_of_another_notation_gets_the_fields_it_needs_and_no_more() -> None:
    assert convert("C4(1/4) D4(1/4)", "pitchdur", "abc").output == "X:1\nT:\nM:4/4\nL:1/4\nK:C\nC D |]\n"
    written = str(convert("Key: G\n1(1/2) 5(1/2) |", "jianpu", "abc").output)
    assert written.rstrip("|]\n") == "X:1\nT:\nM:4/4\nL:1/4\nK:G\nG2 d2 "


def test_format_a_accepts_a_tune_without_title_as_it_is_written() -> None:
    written = convert("Key: G\n1(1/2) 5(1/2) |", "jianpu", "abc").output
    result = parse(str(written), "abc", profile="onote")
    assert result.format_ok
    assert result.score is not None
    assert result.score.metadata.title is None


@pytest.mark.parametrize("bar", ["", " |", " ||", " |]", " :|"])
def test_the_last_bar_line_stays_as_it_is(bar: str) -> None:
    text = f"X:1\nT:t\nM:4/4\nL:1/8\nK:C\n|: C8{bar}\n"
    assert convert(text, "abc", "abc").output == text


@pytest.mark.parametrize(
    ("rows", "music"),
    [
        (("x", "3", "-"), "D2"),
        (("x", "3", "2"), "[A,D]2"),
        (("x", "x", "-"), "x2"),
    ],
)
def test_a_muted_string_is_left_out_of_its_chord(rows: tuple[str, ...], music: str) -> None:
    tab = "".join(f"{name}|--{sign}---|\n" for name, sign in zip("eBGDAE", (*rows, "-", "-", "-"), strict=True))
    done = convert(tab, "tab", "abc")
    assert str(done.output).splitlines()[-1].split()[0] == music
    assert [loss.name for loss in done.losses].count("lost-pitch") == rows.count("x")
    assert [d.name for d in parse(str(done.output), "abc").diagnostics if d.severity == "error"] == []


def test_a_soundless_grace_note_is_left_out_and_nothing_soundless_is_tied() -> None:
    quarter = Fraction(1, 4)
    silent = Note(None, quarter, tie="solid")
    events = (Note(None, Fraction(1, 8), grace="appoggiatura"), silent, Note(pitch("C", 0, 4), quarter))
    score = Score((Part((Voice((Measure(1, Key(), Meter(), events),)),)),))
    assert formatted(score).splitlines()[-1] == "x2 C2"
