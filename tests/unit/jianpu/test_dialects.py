"""What each dialect's documentation promises, by examples worked out by hand."""

from fractions import Fraction

import pytest

from onote_compiler import parse, project
from onote_compiler.diagnostics import Report
from onote_compiler.ir import Key, Meter, Note, Score, Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.jianpu.reader import read
from onote_compiler.theory.keys import parse_key_name


def reading(
    text: str, dialect: str | None = None, key: str | None = "C", **options: str
) -> tuple[Score | None, list[str]]:
    source = Source.whole(text)
    report = Report(source)
    held = parse_key_name(key) if key else None
    score = read(source, ReadContext(held, Meter(), dialect, options), report)
    return score, [d.name for d in report.diagnostics]


def heard(text: str, dialect: str | None = None, key: str | None = "C", **options: str) -> tuple[str, str, list[str]]:
    """Return pitches (chords joined by ``+``), durations in quarters, and what was reported."""
    score, names = reading(text, dialect, key, **options)
    if score is None:
        return "", "", names
    found = project(score)
    pitches = " ".join(p if isinstance(p, str) else "+".join(p) for p in found.pitches)
    lengths = " ".join("?" if e.duration is None else str(e.duration * 4) for e in found.events)
    return pitches, lengths, names


@pytest.mark.parametrize(
    ("text", "pitches", "quarters", "names"),
    [
        ("=4(1/4) n7(1/4) |", "F4 B4", "1 1", []),
        ("##4(1/4) bb7(1/4) |", "G4 A4", "1 1", []),
        ("#b4(1/2) |", "F4", "2", ["conflicting-accidental"]),
        ("^_5(1/1) |", "G4", "4", ["conflicting-octave"]),
        ("<5(1/1) |", "G5", "4", ["bad-octave"]),
        ("^0(1/1) |", "", "4", ["bad-octave"]),
        ("8(1/4) 9(1/4) 1(1/4) |", "C4", "1", ["bad-token", "bad-token"]),
        ("1(½) 2(1/8.) 3(5/16) |", "C4 D4 E4", "2 3/4 5/4", ["bad-duration", "bad-duration"]),
        ("1(1/4) 2 3(1/4) |", "C4 D4 E4", "1 ? 1", ["missing-duration"]),
        ("1(1/4 2(3/4) |", "C4 D4", "1 3", ["unclosed-group"]),
        ("[1(1/4) 3(1/4)] [1 3(1/4) 5(1/8)] |", "C4+E4 C4+E4+G4", "1 ?", ["bad-duration"]),
        ("[1 3 5(1/4) 2(1/4) |", "C4 E4 G4 D4", "? ? 1 1", ["unclosed-chord", "missing-duration", "missing-duration"]),
        ("1(1/2) 2(1/2) | 3 4 5 - |", "C4 D4 E4 F4 G4", "2 2 1 1 2", ["mixed-dialect"]),
        ("1(1/2) q2 q3 4(1/4) |", "C4 D4 E4 F4", "2 1/2 1/2 1", ["mixed-dialect"]),
        ("1(1/2)~ 1(1/4) (2(1/8) 3(1/8)) |", "C4 D4 E4", "3 1/2 1/2", []),
        ("1=G 1(1/2) 1=D 1(1/2) |", "G4 D4", "2 2", []),
        ("1=X 1(1/1) |", "C4", "4", ["bad-key"]),
        ("5/0 1(1/1) |", "C4", "4", ["bad-meter"]),
        ("1（1/4） 2（3/4）｜", "C4 D4", "1 3", ["fullwidth"]),
        ("1(1/1) │", "C4", "4", ["unicode-bar"]),
        ("", "", "", ["no-score"]),
        ("C4(1/4) D4(1/4) E4(1/2)", "", "", ["wrong-format"]),
        ("X:1\nM:4/4\nK:C\nC2 D2|", "", "", ["wrong-format"]),
        ("1(1/4)\n2(1/4)\r\n3(1/2) |\n", "C4 D4 E4", "1 1 2", []),
        ("| 1(1/1) |\n| 2(1/1) |", "C4 D4", "4 4", []),
        ("1(1/4) ^^^^^^1(1/4) |", "C4", "1 1", ["bad-pitch"]),
        ("1(123456789012345678901234567890/4) |", "C4", "123456789012345678901234567890", []),
        ("[1,3,5](1/2) (1, 3, 5)(1/2) |", "C4+E4+G4 C4+E4+G4", "2 2", []),
        ("[^1, #3,_5](1/1) |", "G3+F4+C5", "4", []),
        ("[1(1/4), 3(1/4)] 5(3/4) |", "C4+E4 G4", "1 3", []),
        ("1(1/4),2(1/4)，3(1/4)、4(1/4) |", "C4 D4 E4 F4", "1 1 1 1", ["fullwidth"]),
        ("♮4(1/4) 4♮(1/4) 𝄪1(1/4) 𝄫7(1/4) |", "F4 F4 D4 A4", "1 1 1 1", []),
        ("1(½) 2(¼) 3(⅕) 4(1½) |", "C4 D4 E4 F4", "2 1 4/5 6", ["bad-duration"] * 4),
        ("1(1⁄4) 2(3∕4) |", "C4 D4", "1 3", ["bad-duration"] * 2),
        ("5_(1/4) 5^(1/4) 5__(1/2) |", "G3 G5 G2", "1 1 2", []),
        ("1(1/1) ¦ 2(1/1) ¦", "C4 D4", "4 4", ["unicode-bar"]),
        ("1(1/2) 2(1/2) | <5", "C4 D4", "2 2", ["truncated"]),
        ("1(1/2) 2(1/2) | <<5>", "C4 D4", "2 2", ["truncated"]),
        ("Measure 1 | 1(1/1) |\nMeasure 2 | 2(1/1) |", "C4 D4", "4 4", ["prose-before"]),
        ("(1) 1(1/1) |\n (2) 2(1/1) |", "C4 D4", "4 4", ["prose-before"]),
        ("**1(1/1)** |", "C4", "4", ["markdown-fence"]),
    ],
)
def test_format_b(text: str, pitches: str, quarters: str, names: list[str]) -> None:
    assert heard(text, "formatb") == (pitches, quarters, names)


@pytest.mark.parametrize(
    ("text", "pitches", "quarters", "names"),
    [
        ("6 (- 5) 3 - |", "A4 G4 E4", "3/2 1/2 2", []),
        ("6. (5) 3 - |", "A4 G4 E4", "3/2 1/2 2", []),
        ("(1 2 3 4 5) 1 - - |", "C4 D4 E4 F4 G4 C4", "1/5 1/5 1/5 1/5 1/5 3", []),
        ("1 2 3 - | - 5 - - |", "C4 D4 E4 G4", "1 1 3 3", []),
        ("- 1 2 3 |", "C4 D4 E4", "1 1 1 1", ["bad-token"]),
        ("[1 3 5] - [1 4] 0 |", "C4+E4+G4 C4+F4", "2 1 1", []),
        ("([1 3] 5) 1 1 1 |", "C4+E4 G4 C4 C4 C4", "1/2 1/2 1 1 1", []),
        ("1 2 3 4 | 1(1/4) 2(3/4) |", "C4 D4 E4 F4 C4 D4", "1 1 1 1 1 3", ["mixed-dialect"]),
        ("5' _5 ^5 5, |", "G5 G3 G5 G3", "1 1 1 1", []),
        ("1 - - - | 2 – – — |", "C4 D4", "4 4", []),
        ("1' ,5 '3 1,, |", "C5 G3 E5 C2", "1 1 1 1", []),
        ("[1,3,5] 1, 2 3 |", "C4+E4+G4 C3 D4 E4", "1 1 1 1", []),
        ("Answer:\n5", "", "", ["no-score"]),
        ("There are\n5 items", "", "", ["no-score"]),
    ],
)
def test_critic(text: str, pitches: str, quarters: str, names: list[str]) -> None:
    assert heard(text, "critic") == (pitches, quarters, names)


@pytest.mark.parametrize(
    ("text", "pitches", "quarters", "names"),
    [
        ("1=C 2/4\n1̇ 1̣ | 1̇̇ 1̣̣ |", "C5 C3 C6 C2", "1 1 1 1", []),
        ("1̲ 2̳ 3̲̲ 4̲· 5· |", "C4 D4 E4 F4 G4", "1/2 1/4 1/4 3/4 3/2", []),
        ("1̲̇· 1̲·̇ 1̲̇ |", "C5 C5 C5", "3/4 3/4 1/2", []),
        ("1 = bB\n1 - - - |", "A#4", "4", []),
        ("1=♭B 3/4\n1 — — |", "A#4", "3", []),
        ("1=降B\n1 - |", "A#4", "2", []),
        ("调号：1=G 拍号：3/4 速度：96\n1 2 3 |", "G4 A4 B4", "1 1 1", ["fullwidth"]),
        ("１ ２ ３ ４ ｜", "C4 D4 E4 F4", "1 1 1 1", ["fullwidth"]),
        ("(1 2) 3 ‿ 3 |", "C4 D4 E4", "1 1 2", []),
        ("³(1 2 3) 4 5 |", "C4 D4 E4 F4 G4", "2/3 2/3 2/3 1 1", []),
        ("♯4 ♭7 =4 4 |", "F#4 A#4 F4 F4", "1 1 1 1", []),
        ("𝄪4 𝄫7 ♮7 ♭7 |", "G4 A4 B4 A#4", "1 1 1 1", []),
        ("3̲5̲ 1̲6̲ 5 - |", "E4 G4 C4 A4 G4", "1/2 1/2 1/2 1/2 2", []),
        ("3̲·5̳ 1̲̇2̲3̲4̲ - |", "E4 G4 C5 D4 E4 F4", "3/4 1/4 1/2 1/2 1/2 3/2", []),
        ("1 ― 3 ─ |", "C4 E4", "2 2", []),
        ("|: 1 2 3 4 :| 5 - - - ‖", "C4 D4 E4 F4 G4", "1 1 1 1 4", []),
    ],
)
def test_printed(text: str, pitches: str, quarters: str, names: list[str]) -> None:
    assert heard(text, "unicode") == (pitches, quarters, names)


@pytest.mark.parametrize(
    ("text", "pitches", "quarters", "names"),
    [
        ("4/4 q1 1 c1 s1. d1 h1 h1 q1 s1", " ".join(["C4"] * 9), "1/2 1 1 3/8 1/8 1/16 1/16 1/2 1/4", []),
        ("KeepLength s1 2 3 4 c1 2 3", "C4 D4 E4 F4 C4 D4 E4", "1/4 1/4 1/4 1/4 1 1 1", []),
        ("1 < 1 > > 1 >1", "C4 C3 C5 C6", "1 1 1 1", []),
        ("4/4 1 2 3 - - 5 - -", "C4 D4 E4 G4", "1 1 3 3", []),
        ("1 ~ 1 2 ( 3 )", "C4 D4 E4", "2 1 1", []),
        ("1~ 1 2( 3)", "C4 D4 E4", "2 1 1", []),
        ("5[ q1 q2 q3 q4 q5 ] 1 1", "C4 D4 E4 F4 G4 C4 C4", "2/5 2/5 2/5 2/5 2/5 1 1", []),
        ("3[ q1 q2 1 2 3", "C4 D4 C4 D4 E4", "1/3 1/3 2/3 2/3 2/3", ["unclosed-group"]),
        ("3[ q1 q2 ] 1 2 3", "C4 D4 C4 D4 E4", "1/3 1/3 1 1 1", ["tuplet-short"]),
        ("g[#45] 1 2 3 ['1]g 4", "C4 D4 E4 F4", "1 1 1 1", []),
        ("'135 1b35 18 1", "E4+G4+C5 C4+D#4+G4 C4+C5 C4", "1 1 1 1", []),
        ("OctavesAfter 1'35 1 1 1", "E4+G4+C5 C4 C4 C4", "1 1 1 1", []),
        ("R*2 1 2 3 4", "C4 D4 E4 F4", "8 1 1 1 1", []),
        ("1 x 1/// 0", "C4 C4", "1 1 1 1", []),
        ("4=85 1=D 1 2 3 4 1=C 1 2 3 4", "D4 E4 F#4 G4 C4 D4 E4 F4", "1 1 1 1 1 1 1 1", []),
        ("3/4,4. q1 1 1 2 3", "C4 C4 C4 D4 E4", "1/2 1 1 1 1", []),
        ("LP:\n\\override 1 2 3\n:LP\n1 2 3 4", "C4 D4 E4 F4", "1 1 1 1", ["not-kept"]),
        ("1 2 3 4\nNextPart\n1, 1, 1, 1,", "C3+C4 C3+D4 C3+E4 C3+F4", "1 1 1 1 1 1 1 1", []),
        ("1 2 3 4\nNextScore\n5 6 7 8", "C4 D4 E4 F4 G4 A4 B4 C5", "1 1 1 1 1 1 1 1", ["several-scores"]),
        ("1 2 } 3 4", "C4 D4 E4 F4", "1 1 1 1", ["bad-token"]),
        ("title=1 2 3\ninstrument=Flute\n1 2 3 4 % 5 5\nH: 1 2 3", "C4 D4 E4 F4", "1 1 1 1", []),
        ("1 2 hello 3 4", "C4 D4 E4 F4", "1 1 1 1", ["bad-token"]),
        ("1 [( 2 3 )] 4", "C4 D4 E4 F4", "1 1 1 1", []),
        ("3[ q1 ( q2 q3 )] 4 5", "C4 D4 E4 F4 G4", "1/3 1/3 1/3 1 1", []),
        ("1=G 4/4\nLP:\n\\set x = 1:2\n:LP\n1 2 3 4", "G4 A4 B4 C5", "1 1 1 1", ["not-kept"]),
        ("1’ 2’’ 3 4", "C5 D6 E4 F4", "1 1 1 1", []),
        ("Harm: 5 5 :Harm 1 2", "G4 G4 C4 D4", "1 1 1 1", []),
    ],
)  # fmt: skip
def test_jianpu_ly(text: str, pitches: str, quarters: str, names: list[str]) -> None:
    assert heard(text, "jianpu-ly") == (pitches, quarters, names)


@pytest.mark.parametrize(
    ("text", "pitches", "names"),
    [
        ("1=bE大调 4/4\n1 2 3 4 |", "D#4 F4 G4 G#4", []),
        ("1=降E大调\n1 - - - |", "D#4", []),
        ("1=G调\n1 - - - |", "G4", []),
        ("**Key: G major**\n1 - - - |", "G4", ["markdown-fence"]),
        ("**Key:** G major\n**Time:** 3/4\n1(3/4) |", "G4", ["markdown-fence"]),
        ("- Key: G major\n- Time: 3/4\n1(3/4) |", "G4", ["prose-before"]),
        ("1=G, 4/4\n1 - - - |", "G4", []),
        ("1=G,4/4\n1 - - - |", "G4", []),
        ("Key: G, Time: 3/4, Tempo: 90\n1(3/4) |", "G4", []),
        ("调号：G大调，拍号：3/4\n1(3/4) |", "G4", ["fullwidth"]),
        ("Key: E flat\n1(1/1) |", "D#4", []),
        ("Key: E-flat major\n1(1/1) |", "D#4", []),
        ("Key: F sharp minor\n1(1/1) |", "A4", []),
    ],
)
def test_headers(text: str, pitches: str, names: list[str]) -> None:
    found, _, said = heard(text, key=None)
    assert (found, said) == (pitches, names)


@pytest.mark.parametrize("word", ["中速", "稍快", "Andante"])
def test_tempo_words(word: str) -> None:
    score, names = reading(f"1=D 2/4 {word}\n5 3 | 1 - |", key=None)
    assert score is not None
    assert names == []
    assert score.metadata.tempo is not None
    assert score.metadata.tempo.text == word


def test_lines_of_words_are_no_notes_and_no_errors() -> None:
    text = "Twinkle\n1=D 4/4\n1 1 5 5 | 6 6 5 - |\nTwinkle twinkle little star\n4 4 3 3 | 2 2 1 - |\nHow I wonder"
    pitches, quarters, names = heard(text, key=None)
    assert pitches == "D4 D4 A4 A4 B4 B4 A4 G4 G4 F#4 F#4 E4 E4 D4"
    assert quarters == "1 1 1 1 1 1 2 1 1 1 1 1 1 2"
    assert names == ["prose-before", "not-kept", "prose-after"]


@pytest.mark.parametrize(
    "text",
    [
        "{'treble': '1(1/1) | 2(1/1) |', 'bass': '_1(1/1) | _2(1/1) |'}",
        '{"right_hand": "1(1/1) | 2(1/1) |", "left_hand": "_1(1/1) | _2(1/1) |"}',
        "Treble: 1(1/1) | 2(1/1) |\nBass: _1(1/1) | _2(1/1) |",
        "**Treble:** 1(1/1) | 2(1/1) |\n**Bass:** _1(1/1) | _2(1/1) |",
        '{"treble": ["1(1/1)", "2(1/1)"], "bass": ["_1(1/1)", "_2(1/1)"]}',
        '{"treble": ["1(1/1) |", "2(1/1) |"], "bass": ["_1(1/1) |", "_2(1/1) |"]}',
        "{'treble': ['1(1/1)', '2(1/1)'],\n 'bass': ['_1(1/1)', '_2(1/1)']}",
        "{“treble”: “1(1/1) | 2(1/1) |”, “bass”: “_1(1/1) | _2(1/1) |”}",
    ],
)
def test_staves(text: str) -> None:
    assert heard(text, "data") == ("C3+C4 D3+D4", "4 4 4 4", [])


@pytest.mark.parametrize(
    ("text", "style"),
    [("1(1/1) | 2(1/1) |", "final"), ("1(1/1) | 2(1/1)", None), ("1 - - - | 2 - - - ||", "double"),
     ("1 - - - :|", "single"), ('{"treble": "1(1/1) |"}', "final"), ("1(1/1) |\n\nThe end.", "final")],
)  # fmt: skip
def test_the_last_bar_line_is_final(text: str, style: str | None) -> None:
    score, _ = reading(text)
    assert score is not None
    (voice,) = score.voices
    last = voice.measures[-1].right
    assert (last.style if last else None) == style


def test_a_key_that_is_named_twice_changes_nothing() -> None:
    score, _ = reading("Key: D major\n1=D 1(1/2) 1=D 1(1/2) | 1=D 2(1/1) |")
    assert score is not None
    assert [measure.directions for voice in score.voices for measure in voice.measures] == [(), ()]


def test_harmonics_are_marked() -> None:
    score, _ = reading("1 Harm: 5 :Harm 1", "jianpu-ly")
    assert score is not None
    events = [event for voice in score.voices for event in voice.events]
    assert [[mark.text for mark in event.marks] for event in events] == [[], ["harmonic"], []]


def test_jianpu_ly_repeats_and_endings() -> None:
    score, names = reading("1=C 2/4 R{ 1 2 } A{ 3 4 | 5 6 } 7 7", "jianpu-ly")
    assert score is not None
    assert names == []
    assert project(score, form="played").pitches == ["C4", "D4", "E4", "F4", "C4", "D4", "G4", "A4", "B4", "B4"]
    percent, _ = reading("1=C 2/4 R3{ 1 2 } 5 -", "jianpu-ly")
    assert percent is not None
    assert project(percent, form="played").pitches == ["C4", "D4", "C4", "D4", "C4", "D4", "G4"]


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("1(1/4) 2(3/4) |", "formatb"),
        ("1 2 3 - |", "critic"),
        ("1̇ 2̲ 3̲ - |", "unicode"),
        ("1=C 4/4 1 2 3 4", "jianpu-ly"),
        ("q1 q2 1 2 3", "jianpu-ly"),
        ("NextPart 1 2 3 4", "jianpu-ly"),
        ('{"treble": "1(1/1) |", "bass": "_1(1/1) |"}', "data"),
    ],
)
def test_detection(text: str, dialect: str) -> None:
    score, _ = reading(text)
    assert score is not None
    assert score.dialect == dialect


def test_spelling_follows_the_key() -> None:
    score, _ = reading("1=Ab\n#4(1/4) b7(1/4) ##1(1/4) 7(1/4) |", "formatb")
    assert score is not None
    notes = [event for voice in score.voices for event in voice.events]
    assert [note.pitch.spelled for note in notes if isinstance(note, Note) and note.pitch] == ["D5", "Gb5", "A#4", "G5"]


def test_key_changes_are_kept() -> None:
    score, _ = reading("1=C 1(1/1) | 1=G 1(1/1) |", "formatb")
    assert score is not None
    assert [measure.key.tonic for voice in score.voices for measure in voice.measures] == ["C", "G"]


def test_assumed_key_is_said() -> None:
    assert reading("1(1/1) |", "formatb", key=None)[1] == ["assumed-key"]


@pytest.mark.parametrize(
    ("key", "options", "pitch"),
    [
        ("A minor", {}, "A4"),
        ("A minor", {"minor": "do"}, "F5"),
        ("G", {}, "E5"),
        ("G", {"octave_base": "jianpu-ly"}, "E4"),
        ("Cb", {"octave_base": "jianpu-ly"}, "G#4"),
    ],
)
def test_options(key: str, options: dict[str, str], pitch: str) -> None:
    assert heard("6(1/1) |", "formatb", key, **options)[0] == pitch


def test_places_are_those_of_the_text() -> None:
    source = Source.whole("1(1/4) 2(1/4) |\n3(1/4) 9(1/4) |")
    report = Report(source)
    read(source, ReadContext(Key(), Meter(), "formatb"), report)
    (found,) = [d for d in report.diagnostics if d.name == "bad-token"]
    assert (found.line, found.column, found.end_column, found.measure) == (2, 8, 14, 2)
    assert found.hint


def test_two_staves_sound_together() -> None:
    score, _ = reading('{"treble": "1(1/2) 3(1/2) |", "bass": "_1(1/1) |"}', "data")
    assert score is not None
    assert project(score).pitches == [["C3", "C4"], "E4"]
    assert [part.name for part in score.parts] == ["treble", "bass"]
    assert project(score).onsets == [0, 0, Fraction(1, 2)]


@pytest.mark.parametrize("text", ["1=C 4/4\n1155|665-|", "1=C 4/4\n1155 | 66 5 - |", "1=C\n1 1 5 5 6 6 5-"])
def test_digits_and_dashes_that_touch(text: str) -> None:
    result = parse(text, "jianpu")
    assert result.score is not None
    assert not any(d.severity == "error" for d in result.diagnostics)
    assert project(result.score).pitches == ["C4", "C4", "G4", "G4", "A4", "A4", "G4"]
    assert [str(d) for d in project(result.score).durations or ()] == ["1/4"] * 6 + ["1/2"]


def test_digits_that_touch_are_a_chord_in_jianpu_ly() -> None:
    assert project(parse("1=C 4/4\n135 1 1 1", "jianpu").score).pitches == [["C4", "E4", "G4"], "C4", "C4", "C4"]
