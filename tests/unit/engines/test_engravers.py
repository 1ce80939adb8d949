"""Engines that take MusicXML, where they are installed: LilyPond, Verovio, MuseScore."""

from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import mido
import pytest

from onote_compiler import Rendered, convert, parse, render
from onote_compiler.engines import ENGINES, EngineVerdict, Limits, render_text
from onote_compiler.engines.lilypond import without_texts
from onote_compiler.errors import UnknownOptionError

TUNE = 'X:1\nT:Walk\nM:4/4\nL:1/4\nK:G\n"G"!trill!(GA) B.c|[GB]2 (3ABc|1 d4:|2 e4|]\nw: one two\n'
TAKING_XML = [name for name, engine in ENGINES.items() if engine.takes == "musicxml"]
STARTS = {"svg": b"<svg", "midi": b"MThd", "pdf": b"%PDF", "png": b"\x89PNG"}


def needs(name: str) -> None:
    if ENGINES[name].version is None:
        pytest.skip(f"{name} is not installed")


def verdict_of(done: Rendered) -> EngineVerdict:
    assert done.verdict is not None
    return done.verdict


@pytest.mark.parametrize(("name", "target"), [
    (n, t) for n in TAKING_XML for t in ENGINES[n].gives if (n, t) != ("lilypond", "pdf")  # it takes seconds a run
])  # fmt: skip
def test_a_tune_is_rendered(name: str, target: str) -> None:
    needs(name)
    verdict = verdict_of(render(TUNE, "abc", engine=name, target=target))
    assert verdict.renderable is True
    assert all(STARTS[target] in page[:200] for page in verdict.pages)


def test_what_verovio_plays_is_what_the_text_says() -> None:
    needs("verovio")
    text = "X:1\nM:4/4\nL:1/4\nK:Eb\n[CE]2 ^F/=B/ d|(3e'fg A,3-|A,4|]\n"
    verdict = verdict_of(render(text, "abc", engine="verovio", target="midi"))
    notes = [m.note for track in mido.MidiFile(file=BytesIO(verdict.pages[0])).tracks
             for m in track if m.type == "note_on" and m.velocity]  # fmt: skip
    assert notes == [60, 63, 66, 71, 74, 88 - 1, 77, 79, 56]  # E flat 6 is 87


@pytest.mark.parametrize(("format", "text"), [
    ("jianpu", "1(1/4) 2(1/4) 3(1/2) |"), ("pitchdur", "C4(1/4) D4(1/4)"),
    ("tab", "Beat|1...2...3...4...|\n" + "".join(f"{s}   |0-------3-------|\n" for s in "eBGDAE")),
])  # fmt: skip
@pytest.mark.parametrize("name", ["abc2midi", "abcm2ps", "verovio"])
def test_other_notations_are_converted_first(format: str, text: str, name: str) -> None:
    needs(name)
    done = render(text, format, engine=name)
    assert verdict_of(done).renderable is True
    assert done.parsed.format == format


def test_the_text_itself_is_judged_where_the_engine_takes_it() -> None:
    needs("abc2midi")
    answer = "Here it is:\n\n```abc\nX:1\nT:t\nM:4/4\nL:1/4\nK:C\nC D E- F|]\n```\n"
    parsed = parse(answer)
    verdict = verdict_of(render(parsed, engine="abc2midi"))
    assert verdict.renderable is False
    assert {d.line for d in verdict.diagnostics} == {9}  # of the answer, not of the tune


def test_nothing_to_render() -> None:
    done = render("Sorry, I cannot write music.", engine="verovio")
    assert done.verdict is None
    assert done.parsed.score is None


def test_an_output_that_an_engine_does_not_make_is_refused() -> None:
    with pytest.raises(UnknownOptionError, match=r"Verovio makes svg, midi, not pdf"):
        render(TUNE, engine="verovio", target="pdf")


HOSTILE = (
    '"#(system \\"touch owned\\")',
    '\\include "/etc/passwd"', "<!ENTITY x SYSTEM 'file:///etc/passwd'>", "%{ #(exit 3) %}"
)  # fmt: skip


@pytest.mark.parametrize("word", HOSTILE)
def test_no_word_of_a_score_reaches_lilypond(word: str) -> None:
    head = f'X:1\nT:{word}\nC:{word}\nM:4/4\nL:1/4\nQ:"{word}"\nK:C\nV:1 name="{word}"\nP:{word}\n'
    output = convert(f'{head}CDEF|"^{word}"CDEF|\nw: {word}\n', "abc", "musicxml").output
    assert isinstance(output, str)
    bare = without_texts(output)
    assert not any(sign in bare for sign in ("#(", "\\", "system", "passwd", "exit"))
    assert len(ElementTree.fromstring(bare).findall(".//note")) >= 4


@pytest.mark.parametrize("name", TAKING_XML)
@pytest.mark.parametrize("text", ["", "<", "<a/>", "<score-partwise><part/></score-partwise>", "\0" * 100])
def test_what_is_no_score_is_no_crash(name: str, text: str, tmp_path: Path) -> None:
    needs(name)
    if name == "lilypond" and not text.startswith("<score"):
        return  # it is only given what the writer wrote
    verdict = render_text(text, name, limits=Limits(seconds=20))
    assert verdict.renderable in (True, False)


def test_a_long_piece_keeps_to_the_time() -> None:
    needs("verovio")
    text = "C4(1/16) " * 3000
    verdict = verdict_of(render(text, "pitchdur", engine="verovio", limits=Limits(seconds=0.2)))
    assert verdict.renderable is False
    assert [d.name for d in verdict.diagnostics] == ["engine-timeout"]
