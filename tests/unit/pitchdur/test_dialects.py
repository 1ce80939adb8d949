"""What the documentation of pitch-duration promises, by examples worked out by hand."""

from fractions import Fraction

import pytest

from onote_compiler import project
from onote_compiler.diagnostics import Report
from onote_compiler.ir import Chord, Event, Key, Measure, Meter, Note, Part, Rest, Score, Source, Voice, pitch
from onote_compiler.notations.base import ReadContext, WriteOptions
from onote_compiler.notations.pitchdur.reader import read
from onote_compiler.notations.pitchdur.writer import write


def heard(text: str, dialect: str | None = None) -> tuple[str, str, list[str]]:
    """Return pitches (chords joined by ``+``), durations in quarters, and what was reported."""
    source = Source.whole(text)
    report = Report(source)
    score = read(source, ReadContext(dialect=dialect), report)
    names = [d.name for d in report.diagnostics]
    if score is None:
        return "", "", names
    found = project(score)
    pitches = " ".join(p if isinstance(p, str) else "+".join(p) for p in found.pitches)
    return pitches, " ".join("?" if e.duration is None else str(e.duration * 4) for e in found.events), names


@pytest.mark.parametrize(
    ("text", "pitches", "quarters", "names"),
    [
        ("C4(1/4) Cb4(1/4) B#3(1/2)", "C4 B3 C4", "1 1 2", []),
        ("c4(1/4) bb3(1/4) eb4(1/4)", "C4 A#3 D#4", "1 1 1", []),
        ("C4 (1/4) D4( 1 / 4 ),E4(1/4)\nF4(1/4)", "C4 D4 E4 F4", "1 1 1 1", []),
        ("C𝄪4(1/4) Cx4(1/4) D♭4(1/4)", "D4 D4 C#4", "1 1 1", []),
        ("[C4 E4](1/4) <C4 G4>(1/2) C4+E4(1/4) C4/E4(1/8)", "C4+E4 C4+G4 C4+E4 C4+E4", "1 2 1 1/2", []),
        ("[C4(1/4) E4(1/8)] F4(1/4)", "C4+E4 F4", "? 1", ["bad-duration"]),
        ("[C4 E4 (G4)](1/4)", "C4 E4 G4", "? ? ?", ["unclosed-chord", *["missing-duration"] * 3, "bad-token"]),
        ("C4(1/4)~ C4(1/4) D4(1/4)", "C4 D4", "2 1", []),
        ("C4(1/4) R(1/2) z(1/8) rest(1/8)", "C4", "1 2 1/2 1/2", []),
        ("C10(1/4) G#9(1/4) G9(1/4)", "G9", "1 1 1", ["bad-pitch", "bad-pitch"]),
        ("C4(0/4) D4(1/0) E4(-1/4) F4(q) G4(1/4)", "C4 D4 E4 F4 G4", "? ? ? ? 1", ["bad-duration"] * 4),
        ("C4(1/4 D4(1/4) E4(1/4)", "C4 D4 E4", "1 1 1", ["unclosed-group"]),
        ("C4(1/4) D4(1/", "C4", "1", ["truncated"]),
        ("C4(1/4) D", "C4", "1", ["truncated"]),
        ("C4(1/4) D4", "C4 D4", "1 ?", ["missing-duration"]),
        ("C4(1/4) [D4 E4", "C4", "1", ["truncated"]),
        ("C4(1/4) | D4(1/4) | E4(1/4)", "C4 D4 E4", "1 1 1", ["bar-line"]),
        ("H4(1/4) C4(1/4) Fis4(1/4)", "C4", "1", ["bad-token", "bad-token"]),
        ("1. C4(1/4)\n2. D4(1/4)", "C4 D4", "1 1", ["prose-before"]),
        ("Measure 1: C4(1/4)\nMeasure 2: D4(1/4)", "C4 D4", "1 1", ["prose-before"]),
        ("C4(1/4) qD4 E4(1/4)", "C4 D4 E4", "1 1 1", ["mixed-dialect"]),
        ("Key: H\nC4(1/4)", "C4", "1", ["bad-key"]),
        ("C４（１／４）", "C4", "1", ["fullwidth"]),
        ("1(1/4) 2(1/4)", "", "", ["wrong-format"]),
        ("X:1\nK:C\nC4 D4", "", "", ["wrong-format"]),
        ("nothing here", "", "", ["no-score"]),
        ("E♮4(1/4) C♮5(3/4)", "E4 C5", "1 3", []),
        ("**C4(1/4)** *D4(1/4)* `E4(1/2)`", "C4 D4 E4", "1 1 2", ["markdown-fence"]),
        ("C4(1⁄4) D4(½) E4(⅖)", "C4 D4 E4", "1 2 8/5", ["bad-duration"] * 3),
        ("(1) C4(1/4)\n(2) D4(1/4)", "C4 D4", "1 1", ["prose-before"]),
        ("Measure 1 | C4(1/4)\nMeasure 2 | D4(1/4)", "C4 D4", "1 1", ["prose-before", "bar-line"]),
        ("Key: E flat major, Time: 3/4\nC4(1/4)", "C4", "1", []),
    ],
)
def test_format_c(text: str, pitches: str, quarters: str, names: list[str]) -> None:
    assert heard(text, "formatc") == (pitches, quarters, names)


@pytest.mark.parametrize(
    ("text", "dialect", "pitches", "quarters"),
    [
        ("C4 F#4 Bb3", None, "C4 F#4 A#3", "? ? ?"),
        ("sC#4 e.A2 qA2~ qA2 hR w.C4 tC4+E4", None, "C#4 A2 A2 C4 C4+E4", "1/4 3/4 2 2 6 1/8"),
        ('["C4(1/4)", ["E4(1/8)", "G4(1/8)"]]', "json", "C4 E4+G4", "1 1/2"),
        ('["C4", "D4"]', "json", "C4 D4", "? ?"),
        ('[["C4", "E4"], ["D4"]]', "json", "C4+E4 D4", "? ?"),
        ("[('C4', '1/4'), ('D4', '1/2')]", "json", "C4 D4", "1 2"),
        ('[{"pitch": "C4", "duration": "1/4"}, {"pitch": "D4", "duration": "1/2"}]', "json", "C4 D4", "1 2"),
        ('{"notes": ["C4", "D4"], "durations": ["1/4", "1/2"]}', "json", "C4 D4", "1 2"),
        ('["qC4", "hD4"]', "json", "C4 D4", "1 2"),
        ('{"a": [["C4", "E4"], [["D4"]]]}', "json", "C4+E4 D4", "? ?"),
    ],
)
def test_other_dialects(text: str, dialect: str | None, pitches: str, quarters: str) -> None:
    assert heard(text, dialect) == (pitches, quarters, [])


def test_a_list_is_a_wrapper_where_none_was_asked_for() -> None:
    assert heard('["C4(1/4)", "D4(1/4)"]') == ("C4 D4", "1 1", ["json-wrapper"])


@pytest.mark.parametrize(
    ("text", "dialect", "pitches", "quarters"),
    [
        ('["C4", "F#4", ["Bb3", "D4"]]', "pitches", "C4 F#4 A#3+D4", "? ? ?"),
        ('{"pitches": ["C4", "D4"]}', "pitches", "C4 D4", "? ?"),
        ("['C4', 'D4']", "pitches", "C4 D4", "? ?"),
        ("[“C4”, “D4”]", "pitches", "C4 D4", "? ?"),
        ('["qC4", "e.D4"]', "vsu", "C4 D4", "1 3/4"),
    ],
)
def test_lists_of_a_stated_dialect(text: str, dialect: str, pitches: str, quarters: str) -> None:
    assert heard(text, dialect) == (pitches, quarters, ["json-wrapper"])


def test_lists_in_lists_lose_no_note() -> None:
    pitches, _, names = heard('["C4", ' * 3000 + "]" * 2000, "json")
    assert len(pitches.replace("+", " ").split()) == 3000
    assert names.count("unclosed-group") == 1000


def score_of(*voices: tuple[object, ...]) -> Score:
    parts = tuple(Part((Voice((Measure(1, Key(), Meter(), events),)),)) for events in voices)  # type: ignore[arg-type]
    return Score(parts)


def tone(step: str, alter: int, octave: int, quarters: Fraction | int, tie: bool = False) -> Note:
    return Note(pitch(step, alter, octave), Fraction(quarters) / 4, "solid" if tie else None)


def written(score: Score, dialect: str, **options: object) -> tuple[str, list[str]]:
    report = Report(Source.whole(""))
    text = write(score, WriteOptions(dialect, options=options), report)
    return text, [d.name for d in report.diagnostics]


LINE = score_of(
    (tone("B", -1, 3, 1, tie=True), tone("B", -1, 3, 1), Rest(Fraction(1, 4)), tone("C", 0, 4, Fraction(5, 4)))
)


@pytest.mark.parametrize(
    ("dialect", "options", "text", "losses"),
    [
        ("formatc", {}, "Bb3(1/2) C4(5/16)", ["lost-rest"]),
        ("formatc", {"spelling": "sharps"}, "A#3(1/2) C4(5/16)", ["lost-rest"]),
        ("vsu", {}, "hBb3 qC4~ sC4", ["lost-rest"]),
        ("pitches", {}, "Bb3 C4", ["lost-rest", "lost-duration"]),
        ("json", {}, '["Bb3(1/2)", "C4(5/16)"]', ["lost-rest"]),
    ],
)
def test_writing(dialect: str, options: dict[str, str], text: str, losses: list[str]) -> None:
    found = written(LINE, dialect, **options)
    assert (found[0], sorted(found[1])) == (text, sorted(losses))


def test_chords_and_voices() -> None:
    chord = score_of((Chord((tone("C", 0, 4, 2), tone("E", 0, 4, 2)), Fraction(1, 2)), tone("G", 0, 4, 2)))
    assert written(chord, "formatc") == ("[C4 E4](1/2) G4(1/2)", [])
    together = score_of((tone("E", 0, 5, 4),), (tone("C", 0, 3, 4),))
    assert written(together, "formatc") == ("[C3 E5](1/1)", [])
    apart = score_of((tone("E", 0, 5, 4),), (tone("C", 0, 3, 2), tone("D", 0, 3, 2)))
    assert written(apart, "formatc") == ("E5(1/1)", ["lost-voice"])


def test_triple_accidentals_are_respelled() -> None:
    assert written(score_of((tone("F", 3, 4, 4),)), "formatc") == ("G#4(1/1)", ["lost-spelling"])


@pytest.mark.parametrize("dialect", ["formatc", "vsu", "json", "pitches"])
@pytest.mark.parametrize(
    ("first", "second", "lost"),
    [
        ((Rest(Fraction(1)),), (Rest(Fraction(1, 2)), tone("A", 0, 4, 2)), True),
        ((tone("A", 0, 4, 2), Rest(Fraction(1, 2))), (Rest(Fraction(1)),), True),
        ((tone("A", 0, 4, 1), Rest(Fraction(3, 4))), (Rest(Fraction(3, 4)), tone("C", 0, 4, 1)), True),
        ((tone("A", 0, 4, 2), Rest(Fraction(1, 2))), (Rest(Fraction(1, 2)), tone("C", 0, 4, 2)), False),
    ],
)
def test_silence_of_all_voices_is_lost(
    dialect: str, first: tuple[Event, ...], second: tuple[Event, ...], lost: bool
) -> None:
    assert ("lost-rest" in written(score_of(first, second), dialect)[1]) is lost
