"""Writing numbered notation: every key, every dialect, and what is lost."""

from fractions import Fraction

import pytest

from onote_compiler import convert, parse, project
from onote_compiler.diagnostics import Report
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir import Barline, Chord, Key, Measure, Meter, Note, Part, Rest, Score, Source, Voice, pitch
from onote_compiler.notations.base import ReadContext, WriteOptions
from onote_compiler.notations.jianpu.reader import read
from onote_compiler.notations.jianpu.writer import write
from onote_compiler.theory.spelling import spell

DIALECTS = ("formatb", "critic", "jianpu-ly", "unicode", "data")
TONICS = [("FCGDAEB"[(f + 1) % 7], (f + 1) // 7, "major") for f in range(-7, 8)]
TONICS += [("FCGDAEB"[(f + 4) % 7], (f + 4) // 7, "minor") for f in range(-7, 8)]
KEYS = [Key(*tonic) for tonic in TONICS]
QUARTER = Fraction(1, 4)
C_MAJOR, COMMON = Key(), Meter()


def score_of(*measures: tuple[object, ...], key: Key = C_MAJOR, meter: Meter = COMMON, **more: object) -> Score:
    kept = tuple(
        Measure(number, key, meter, events, right=Barline("final" if number == len(measures) else "single"))
        for number, events in enumerate(measures, 1)
    )  # fmt: skip
    return Score((Part((Voice(kept),)),), **more)  # type: ignore[arg-type]


def written(score: Score, dialect: str, **options: object) -> tuple[str, list[str]]:
    report = Report(Source.whole(""))
    text = write(score, WriteOptions(dialect, options=options), report)
    return text, [d.name for d in report.diagnostics]


def reread(text: str, dialect: str, key: Key | None = None, meter: Meter | None = None) -> tuple[Score, list[str]]:
    source = Source.whole(text)
    report = Report(source)
    score = read(source, ReadContext(key, meter, dialect), report)
    assert score is not None
    return score, [d.name for d in report.diagnostics]


def chromatic(key: Key) -> Score:
    notes = [Note(spell(midi, key), QUARTER) for midi in range(36, 97)]
    return score_of(
        *(tuple(notes[at : at + 4]) for at in range(0, 60, 4)), (*notes[60:], Rest(Fraction(3, 4))), key=key
    )


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.tonic}{key.alter}{key.mode}")
def test_every_pitch_comes_back_in_every_key(key: Key, dialect: str) -> None:
    text, losses = written(chromatic(key), dialect)
    assert set(losses) <= ({"lost-metadata"} if dialect == "data" else set())
    score, found = reread(text, dialect, key)
    assert found == []
    assert project(score).midi == list(range(36, 97))
    assert [event.notes[0].spelled for event in project(score).events[:61]] == [
        spell(midi, key).spelled for midi in range(36, 97)
    ]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.tonic}{key.alter}{key.mode}")
def test_degrees_agree_with_music21(key: Key) -> None:
    music21 = pytest.importorskip("music21")
    tonic, alter = key.major_tonic
    other = music21.key.Key(tonic + "#" * alter + "-" * -alter)
    text, _ = written(chromatic(key), "formatb", header=False)
    tokens = [token for token in text.split() if token != "|" and token[0] != "0"]
    assert len(tokens) == 61
    for midi, token in zip(range(36, 97), tokens, strict=True):
        note = music21.pitch.Pitch(spell(midi, key).spelled.replace("b", "-"))
        assert note.midi == midi
        degree, accidental = other.getScaleDegreeAndAccidentalFromPitch(note)
        shift = 0 if accidental is None else int(accidental.alter)
        base = 60 + music21.pitch.Pitch(other.tonic.name).pitchClass
        first = other.pitchFromDegree(degree)
        interval = (first.pitchClass - music21.pitch.Pitch(other.tonic.name).pitchClass) % 12
        octave = (midi - shift - base - interval) // 12
        marks = "^" * octave if octave > 0 else "_" * -octave
        assert token == f"{marks}{'#' * shift}{'b' * -shift}{degree}(1/4)"


C4, D4, E4, G4 = pitch("C", 0, 4), pitch("D", 0, 4), pitch("E", 0, 4), pitch("G", 0, 4)


def note(of: object, length: Fraction, tie: bool = False) -> Note:
    return Note(of, length, "solid" if tie else None)  # type: ignore[arg-type]


HELD = score_of(
    (note(C4, Fraction(3, 4)), note(G4, QUARTER, tie=True)),
    (note(G4, QUARTER), note(E4, Fraction(3, 8)), note(D4, Fraction(1, 8)), Rest(QUARTER)),
)
TRIPLET = score_of(
    (*(note(p, Fraction(1, 12)) for p in (C4, D4, E4)), note(G4, Fraction(1, 2)), Rest(QUARTER)),
)
CHORD = score_of(
    (Chord((note(C4, Fraction(1, 2)), note(E4, Fraction(1, 2))), Fraction(1, 2)), note(G4, Fraction(1, 2)))
)


@pytest.mark.parametrize(
    ("score", "dialect", "text", "losses"),
    [
        (HELD, "formatb", "1(3/4) 5(1/2) | 3(3/8) 2(1/8) 0(1/4) |", ["lost-tie"]),
        (HELD, "critic", "1 - - 5 | - 3 (- 2) 0 |", []),
        (HELD, "jianpu-ly", "1=C 4/4\n1 - - 5 ~ 5 3. q2 0\n", []),
        (HELD, "unicode", "1=C 4/4\n1 - - 5 ‿ | 5 3· 2\u0332 0 |]", []),
        (HELD, "data", '{"treble": "1(3/4) 5(1/2) | 3(3/8) 2(1/8) 0(1/4) |"}', ["lost-tie"]),
        (TRIPLET, "formatb", "1(1/12) 2(1/12) 3(1/12) 5(1/2) 0(1/4) |", []),
        (TRIPLET, "critic", "(1 2 3) 5 - 0 |", []),
        (TRIPLET, "jianpu-ly", "1=C 4/4\n3[ q1 q2 q3 ] 5 - 0\n", []),
        (TRIPLET, "unicode", "1=C 4/4\n³(1\u0332 2\u0332 3\u0332) 5 - 0 |]", []),
        (CHORD, "formatb", "[1 3](1/2) 5(1/2) |", []),
        (CHORD, "critic", "[1 3] - 5 - |", []),
        (CHORD, "jianpu-ly", "1=C 4/4\n13 - 5 -\n", []),
        (CHORD, "unicode", "1=C 4/4\n[1 3] - 5 - |]", []),
    ],
)
def test_forms(score: Score, dialect: str, text: str, losses: list[str]) -> None:
    assert written(score, dialect) == (text, losses)
    again, found = reread(text, dialect, Key())
    assert found == []
    want, have = project(score), project(again)
    assert (have.pitches, have.durations) == (want.pitches, want.durations)


def test_header_stands_where_it_is_needed() -> None:
    waltz = score_of((note(G4, Fraction(3, 4)),), key=Key("G"), meter=Meter((3,), 4))
    assert written(waltz, "formatb") == ("1=G 3/4\n1(3/4) |", [])
    assert written(waltz, "formatb", header=False) == ("1(3/4) |", ["lost-metadata"])
    assert written(score_of((note(pitch("A", 0, 4), Fraction(1)),), key=Key("A", 0, "minor")), "critic") == (
        "6=A 4/4\n6 - - - |", [],
    )  # fmt: skip


def test_spelling_is_kept_up_to_two_accidentals_and_given_up_where_there_is_one() -> None:
    score = score_of((note(pitch("F", 2, 4), Fraction(1, 2)), note(pitch("E", 1, 4), Fraction(1, 2))))
    assert written(score, "formatb") == ("##4(1/2) #3(1/2) |", [])
    assert written(score, "jianpu-ly") == ("1=C 4/4\n5 - #3 -\n", ["lost-spelling"])
    assert written(score, "formatb", respell=True) == ("5(1/2) 4(1/2) |", [])


def test_notes_without_spelling_of_their_own_are_spelled_by_the_key() -> None:
    score = score_of((note(pitch("A", 1, 4), Fraction(1)),), key=Key("F"), notation="tab")
    assert written(score, "formatb", header=False)[0] == "4(1/1) |"


def test_two_staves() -> None:
    both = convert(
        '{"treble": "<1>(1/2) 5(1/2) |", "bass": "_1(1/1) |"}', "jianpu", "jianpu", to_dialect="data", key="C"
    )
    assert both.output == '{"treble": "<1>(1/2) 5(1/2) |", "bass": "_1(1/1) |"}'
    one = convert(both.output, "jianpu", "jianpu", to_dialect="formatb", key="C")
    assert (one.output, [d.name for d in one.losses]) == ("^1(1/2) 5(1/2) |", ["lost-voice"])


def test_voices_that_take_turns_are_one_line() -> None:
    turns = '{"treble": "1(1/2) 0(1/2) |", "bass": "0(1/2) _5(1/2) |"}'
    assert convert(turns, "jianpu", "jianpu", to_dialect="formatb", key="C").output == "1(1/2) _5(1/2) |"


@pytest.mark.parametrize(
    ("dialect", "lost"),
    [("formatb", True), ("critic", True), ("data", True), ("jianpu-ly", True), ("unicode", False)],
)
def test_double_bar_lines_within_the_piece_are_said_to_be_lost(dialect: str, lost: bool) -> None:
    done = convert("X:1\nM:2/4\nL:1/4\nK:C\nCD||EF|]", "abc", "jianpu", to_dialect=dialect)
    assert ("lost-structure" in [loss.name for loss in done.losses]) is lost


def test_the_last_bar_line_is_final_in_abc() -> None:
    assert str(convert("1(1/4) 2(3/4) |", "jianpu", "abc", key="C").output).endswith("C D3 |]\n")


def test_octaves_as_jianpu_ly_sounds_them() -> None:
    low = score_of((note(pitch("G", 0, 3), Fraction(1)),), key=Key("G"))
    assert written(low, "jianpu-ly")[0] == "1=G 4/4\n1, - - -\n"
    assert written(low, "jianpu-ly", octave_base="jianpu-ly")[0] == "1=G 4/4\n1 - - -\n"


def test_a_do_based_minor_key_is_named_so_that_it_reads_back() -> None:
    tune = "X:1\nL:1/4\nM:4/4\nK:F#m\nCEF2|\n"  # C#4 E4 F#4: degrees 5 7 1 of natural minor
    text = convert(tune, "abc", "jianpu", write={"minor": "do"}).output
    assert text == "Key: F# minor 4/4\n_5(1/4) _7(1/4) 1(1/2) |"
    assert project(parse(str(text), "jianpu", minor="do").score).flat == ["C#4", "E4", "F#4"]


def test_a_header_that_says_la_outranks_the_option() -> None:
    assert project(parse("6=A\n6 1 2 3 |", "jianpu", minor="do").score).flat == ["A4", "C4", "D4", "E4"]


def test_jianpu_ly_has_no_do_based_minor() -> None:
    with pytest.raises(UnknownOptionError, match="la-based"):
        convert("X:1\nK:Am\nA|", "abc", "jianpu", to_dialect="jianpu-ly", write={"minor": "do"})
