"""MusicXML as music21 reads it back: every pitch, onset and duration; and what is lost on the way."""

import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from onote_compiler import convert, parse, project
from onote_compiler.ir import Tuplet
from onote_compiler.notations.musicxml.notes import note_values

FORMATS = {".abc": "abc", ".jianpu": "jianpu", ".tab": "tab", ".pd": "pitchdur"}
TUNES = sorted(
    path
    for path in (Path(__file__).parents[3] / "corpus" / "tunes").iterdir()
    if path.suffix in FORMATS and "linear" not in path.name  # linear tablature gives no time
)
HEAD = "X:1\nT:Walk\nM:4/4\nL:1/4\nK:Eb\n"
TEXTS = {
    "chords": ("abc", HEAD + "[CEG]2 [DF][EG]|[CE]-[CE] z2|]\n"),
    "ties over bar lines": ("abc", HEAD + "C2D2-|D4-|D2 z E-|E4|]\n"),
    "tuplets": ("abc", HEAD + "(3CDE (3F/G/A/ (5c/d/e/f/g/ c/4 z/4|(7:4:7C/D/E/F/G/A/B/ z2|]\n"),
    "dots and odd lengths": ("abc", HEAD + "C3/2D/ E7/4F/4|C5/4D3/4 z9/8E7/8|]\n"),
    "voices": ("abc", HEAD + "V:1\nC2E2|G4|\nV:2 clef=bass\nC,4|z2 G,,2|]\n"),
    "overlays": ("abc", HEAD + "CDEF & G,4|GABc & C2 z2|]\n"),
    "pickup and repeat": ("abc", HEAD + "C|:DEFG|1 A3B:|2 c3 z|]\n"),
    "accidentals": ("abc", HEAD + "^C=C_C^^D|__D=E^E_F|B^B=BB|]\n"),
    "keys and meters": ("abc", HEAD + "CDEF|[K:F#][M:3/8]C/D/E/|[M:2+3/8]C/D/E/F/G/|[M:C|]C4|]\n"),
    "jianpu": ("jianpu", "1(1/4) 2(1/8) #4(1/8) ^1(1/2) | _5(1/4) 0(1/4) 1(1/2) |"),
    "format C over bar lines": ("pitchdur", "C4(3/4) D#4(1/2) Eb5(3/4)"),
    "triplets without a bracket": ("pitchdur", "C4(1/12) D4(1/12) E4(1/12) F4(1/4) G4(1/6) A4(1/12) B4(1/4)"),
    "tab": ("tab", "Beat|1...2...3...4...|\ne   |0---3---5---12--|\nB   |1---------------|\nG   |0-------7-------|\n"
                   "D   |2---------------|\nA   |3---------------|\nE   |----------------|"),
}  # fmt: skip
Heard = list[tuple[Fraction, int, Fraction]]


def heard(text: str, tmp_path: Path) -> Heard:
    """Return onset, MIDI number and duration of every note, as music21 reads them, in whole notes."""
    music21: Any = pytest.importorskip("music21")
    path = tmp_path / "score.musicxml"
    path.write_text(text, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = music21.converter.parse(path, forceSource=True)
        found: Heard = []
        for part in score.parts:
            # An even voice at a time: music21 joins ties within voices only after they are made parts.
            for line in part.voicesToParts().parts if part.hasVoices() else [part]:
                for note in line.stripTies().flatten().notes:
                    if note.duration.isGrace or "Harmony" in note.classes:
                        continue
                    length, onset = exact(note.duration.quarterLength), exact(note.offset)
                    found.extend((onset, pitch.midi, length) for pitch in note.pitches)
    return sorted(found)


def exact(quarters: Any) -> Fraction:
    return Fraction(quarters).limit_denominator(10000) / 4


def said(text: str, format: str) -> Heard:
    score = parse(text, format).score
    assert score is not None
    return sorted(
        (event.onset, note.midi, note.duration)
        for event in project(score).events
        for note in event.notes
        if event.onset is not None and note.duration is not None
    )


@pytest.mark.parametrize(("format", "text"), TEXTS.values(), ids=TEXTS)
def test_every_note_comes_back(format: str, text: str, tmp_path: Path) -> None:
    output = convert(text, format, "musicxml").output
    assert isinstance(output, str)
    assert heard(output, tmp_path) == said(text, format)


@pytest.mark.parametrize("path", TUNES, ids=lambda path: path.name)
def test_the_tunes_of_the_corpus_come_back(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    format = FORMATS[path.suffix]
    output = convert(text, format, "musicxml").output
    assert isinstance(output, str)
    assert heard(output, tmp_path) == said(text, format)
    assert said(text, format)


def xml(body: str) -> ElementTree.Element:
    output = convert(HEAD + body, "abc", "musicxml").output
    assert isinstance(output, str)
    return ElementTree.fromstring(output)


def test_what_stands_on_notes() -> None:
    root = xml('"Gm7/D"!trill!(C .D) !fermata!E "^hi"F|\nw: la-la * three\n')
    notes = root.findall(".//note")
    assert notes[0].find("notations/ornaments/trill-mark") is not None
    assert notes[1].find("notations/articulations/staccato") is not None
    assert [slur.get("type") for slur in root.findall(".//slur")] == ["start", "stop"]
    assert notes[2].find("notations/fermata") is not None
    assert root.findtext(".//harmony/root/root-step") == "G"
    assert root.findtext(".//harmony/kind") == "minor-seventh"
    assert root.findtext(".//harmony/bass/bass-step") == "D"
    assert root.findtext(".//direction/direction-type/words") == "hi"
    syllables = [(lyric.findtext("syllabic"), lyric.findtext("text")) for lyric in root.findall(".//lyric")]
    assert syllables == [("begin", "la"), ("end", "la"), ("single", "three")]


def test_repeats_and_endings() -> None:
    root = xml("|:CDEF|1 CDEF:|2 G4||CDEF|]\n")
    bars = [(bar.get("location"), bar.findtext("bar-style")) for bar in root.findall(".//barline")]
    assert bars == [("left", None), ("left", None), ("right", None), ("left", None),
                    ("right", "light-light"), ("right", "light-heavy")]  # fmt: skip
    endings = [(ending.get("number"), ending.get("type")) for ending in root.findall(".//ending")]
    assert endings == [("1", "start"), ("1", "stop"), ("2", "start"), ("2", "stop")]
    assert [repeat.get("direction") for repeat in root.findall(".//repeat")] == ["forward", "backward"]


def test_signatures_clef_and_tempo() -> None:
    output = convert("X:1\nM:C|\nL:1/4\nQ:3/8=60\nK:Ddor clef=bass-8\nD,4|]\n", "abc", "musicxml").output
    assert isinstance(output, str)
    root = ElementTree.fromstring(output)
    assert (root.findtext(".//fifths"), root.findtext(".//mode")) == ("0", "dorian")
    time = root.find(".//time")
    assert time is not None
    assert (time.get("symbol"), time.findtext("beats"), time.findtext("beat-type")) == ("cut", "2", "2")
    clef = [root.findtext(f".//clef/{name}") for name in ("sign", "line", "clef-octave-change")]
    assert clef == ["F", "4", "-1"]
    assert [unit.text for unit in root.findall(".//beat-unit")] == ["quarter"]
    assert root.find(".//beat-unit-dot") is not None
    sound = root.find(".//sound")
    assert sound is not None
    assert sound.get("tempo") == "90"  # three eighths a second are ninety quarters a minute


def test_accidentals_are_shown_where_the_key_and_the_measure_do_not_say_them() -> None:
    notes = xml("E=E_EE|B^FF=F|").findall(".//note")
    assert [note.findtext("accidental") for note in notes] == [
        None,
        "natural",
        "flat",
        None,
        None,
        "sharp",
        None,
        "natural",
    ]


def test_string_and_fret_of_tablature() -> None:
    done = convert(TEXTS["tab"][1], "tab", "musicxml")
    assert isinstance(done.output, str)
    notes = ElementTree.fromstring(done.output).findall(".//note")
    places = [
        (note.findtext(".//string"), note.findtext(".//fret")) for note in notes if note.find(".//fret") is not None
    ]
    assert places == [("1", "3"), ("1", "12")]
    assert [loss.name for loss in done.losses] == ["lost-mark"]  # music21 writes none in chords


@pytest.mark.parametrize(("format", "text", "names"), [
    ("abc", HEAD + "CDE!nosuchsign!F|]\n", ["lost-mark"]),
    ("pitchdur", "C4 D4(1/4)", ["lost-time"]),
    ("abc", HEAD + "C D E/2047 F|]\n", ["lost-duration"]),
    ("tab", TEXTS["tab"][1].replace("|0---3---5", "|x---3---5"), ["lost-mark", "lost-pitch"]),
    ("abc", HEAD + "[M:400/4]C400|\n", ["lost-metadata"]),
    ("abc", HEAD + "C _ D\nw: la _ la\n", ["lost-mark"]),
    ("abc", HEAD + "CDEF|\n%%setbarnb 4\nCDEF|]\n", ["lost-metadata"]),
    ("abc", HEAD + "CDEF|GABc|]\n", []),
])  # fmt: skip
def test_what_is_lost_is_said(format: str, text: str, names: list[str]) -> None:
    assert [loss.name for loss in convert(text, format, "musicxml").losses] == names


@pytest.mark.parametrize("title", ['<x> & "y" ]]>', "\x0b\x00\x1f bad", "]]><!ENTITY x SYSTEM 'file:///etc/passwd'>"])
def test_hostile_text_stays_text(title: str) -> None:
    output = convert(f'X:1\nT:{title}\nM:4/4\nL:1/4\nK:C\n"^{title}"CDEF|\nw: {title}\n', "abc", "musicxml").output
    assert isinstance(output, str)
    root = ElementTree.fromstring(output)
    assert "passwd" in (root.findtext("work/work-title") or "") or "passwd" not in title


@pytest.mark.parametrize(
    "length", ["1/4", "5/16", "7/8", "15/16", "1/12", "3/28", "9/8", "1/1024", "31/2", "5/12", "20"]
)
def test_note_values_add_up(length: str) -> None:
    values = note_values(Fraction(length), None)
    assert values is not None
    assert sum(Fraction(value.quarterLength) for value in values) == 4 * Fraction(length)


def test_note_values_of_a_tuplet() -> None:
    values = note_values(Fraction(1, 8), Tuplet(3, 2, 3))  # a dotted eighth, three in the time of two
    assert values is not None
    assert [(v.type, v.dots, v.tuplets[0].numberNotesActual, v.tuplets[0].numberNotesNormal) for v in values] == [
        ("eighth", 1, 3, 2)
    ]


@pytest.mark.parametrize("length", ["0", "1/2048", "1/4093", "100000"])
def test_lengths_no_note_can_show(length: str) -> None:
    assert note_values(Fraction(length), None) is None


@pytest.mark.parametrize("length", ["99999/1", "999999999/1"])
def test_a_note_out_of_all_reason_makes_no_flood_of_measures(length: str) -> None:
    done = convert(f"C4(1/4) D4({length}) E4(1/4)", "pitchdur", "musicxml")
    assert isinstance(done.output, str)
    assert len(ElementTree.fromstring(done.output).findall(".//measure")) < 10
    assert [loss.name for loss in done.losses] == ["lost-duration"]


def beams(meter: str, body: str) -> list[list[str]]:
    output = convert(f"X:1\nM:{meter}\nL:1/8\nK:C\n{body}\n", "abc", "musicxml").output
    assert isinstance(output, str)
    notes = ElementTree.fromstring(output).findall(".//note")
    return [[f"{beam.get('number')} {beam.text}" for beam in note.findall("beam")] for note in notes]


def test_short_notes_of_a_beat_are_joined() -> None:
    pair = [["1 begin"], ["1 end"]]
    assert beams("4/4", "CDEF G2AB|") == [*pair, *pair, [], *pair]
    assert beams("6/8", "CDE FGA|") == [["1 begin"], ["1 continue"], ["1 end"]] * 2
    assert beams("3/8", "CDE|") == [["1 begin"], ["1 continue"], ["1 end"]]
    assert beams("2/4", "CzD2|") == [[], [], []]


def test_secondary_beams_and_hooks() -> None:
    assert beams("2/4", "C3/2D/ E/F/G|") == [
        ["1 begin"], ["1 end", "2 backward hook"],
        ["1 begin", "2 begin"], ["1 continue", "2 end"], ["1 end"],
    ]  # fmt: skip


@pytest.mark.parametrize(("format", "text"), TEXTS.values(), ids=TEXTS)
def test_the_same_text_gives_the_same_document(format: str, text: str) -> None:
    first, second = (convert(text, format, "musicxml").output for _ in range(2))
    assert first == second
    assert isinstance(first, str)
    assert "encoding-date" not in first
    assert "Music21" not in first  # the title and the author that music21 makes up


def test_a_pickup_is_measure_0() -> None:
    measures = xml("C|DEFG|A3|]\n").findall(".//measure")
    assert [(m.get("number"), m.get("implicit")) for m in measures] == [("0", "yes"), ("1", "no"), ("2", "no")]
    assert [m.get("number") for m in xml("CDEF|GABc|]\n").findall(".//measure")] == ["1", "2"]


@pytest.mark.parametrize("body", [
    "(11:8:11C/D/E/F/G/A/B/c/d/e/f/|", "(13:8:13C/D/E/F/G/A/B/c/d/e/f/g/a/|", "C/64 D/64 E/32 F3|",
    "(9:8:9C/4D/4E/4F/4G/4A/4B/4c/4d/4 e2|",
])  # fmt: skip
def test_a_quarter_note_has_the_divisions_it_needs(body: str) -> None:
    text = HEAD + body
    root = xml(body)
    divisions = int(root.findtext(".//divisions") or 0)
    written = [Fraction(int(note.findtext("duration") or 0), 4 * divisions) for note in root.findall(".//note")]
    assert written == [length for _, _, length in said(text, "abc")]


@pytest.mark.parametrize("text", [
    "M:none\nK:C\nCDEF GABc|", "M:4/4\nK:C\nz|  |C|\n", "M:999/128\nK:C\nCDEF|", "M:4/4\nK:C\n[Q:1/7=1e9]C|",
    "M:4/4\nK:C\n" + "{d}C" * 500, "M:4/4\nK:C\n" + "(" * 300 + "C" + ")" * 300, "M:4/4\nK:C\n^3/2C ^1/3D _7/5E|",
    "M:4/4\nK:C\n" + '"C#m7b5/G#""N.C.""Hm""C13#11""%s"C|' % ("E" * 300), "M:3/5\nK:C\nCDE|", "M:4/4\nK:A#major\nC|",
    "M:4/4\nK:C\nZ40|", "M:4/4\nK:C\n[1,3-5 C:|[99999 D|", "M:4/4\nK:HP\n!1!!^!!ffff!C,,,,,,,,c''''''''|",
    "M:4/4\nK:C clef=none\n[K:clef=perc]C[K:clef=nosuch]D|", "M:4/4\nK:C\n(3(3CDE(2C/5D/7 C-C-[CE]-E-|",
])  # fmt: skip
def test_nothing_odd_is_a_crash(text: str) -> None:
    output = convert(f"X:1\nT:t\nL:1/4\n{text}\n", "abc", "musicxml").output
    assert isinstance(output, str)
    assert ElementTree.fromstring(output).find(".//measure") is not None


@pytest.mark.parametrize("body", ["(CD)" * 400, "{d}C" * 400, "C5/4" * 400, "|:C4|1C4:|2C4|" * 100])
def test_time_grows_with_the_notes_alone(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spanner: Any = pytest.importorskip("music21.spanner")
    asked = []
    contains = spanner.Spanner.__contains__
    monkeypatch.setattr(spanner.Spanner, "__contains__", lambda self, other: asked.append(1) or contains(self, other))
    assert convert(HEAD + body, "abc", "musicxml").output
    assert len(asked) < 20 * 800  # looking through all slurs for every note asks 320,000 times
