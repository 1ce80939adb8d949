"""Reading rows: what stands in which column means what, by hand."""

from __future__ import annotations

import pytest

from onote_compiler import project
from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Note, TabPosition
from onote_compiler.ir.score import Score
from onote_compiler.ir.source import Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.tab.reader import read
from onote_compiler.theory.keys import parse_key_name, parse_meter_name


def parsed(text: str, **context: object) -> tuple[Score | None, Report]:
    source = Source.whole(text)
    report = Report(source)
    return read(source, ReadContext(**context), report), report  # type: ignore[arg-type]


def pitches(text: str, **context: object) -> list[object]:
    score, _ = parsed(text, **context)
    return [] if score is None else list(project(score).pitches)


def durations(text: str, **context: object) -> list[str | None] | None:
    score, _ = parsed(text, **context)
    assert score is not None
    found = project(score).durations
    return None if found is None else [None if d is None else str(d) for d in found]


def names(text: str, **context: object) -> list[str]:
    return [d.name for d in parsed(text, **context)[1].diagnostics]


def rows(*cells: str, labels: str = "eBGDAE", bar: str = "|") -> str:
    """Return rows; missing ones are dashes."""
    full = [*cells, *["-" * len(cells[0])] * (len(labels) - len(cells))]
    return "\n".join(f"{label}{bar}{cell}{bar}" for label, cell in zip(labels, full, strict=True))


def grid(beats: str, *cells: str) -> str:
    full = [*cells, *["".join("|" if c == "|" else "-" for c in cells[0])] * (6 - len(cells))]
    return f"Beat|{beats}|\n" + "\n".join(f"{n:<4}|{c}|" for n, c in zip("eBGDAE", full, strict=True))


CHORD = ("-0-", "-1-", "---", "---", "---", "-3-")
G_C_E = [["G2", "C4", "E4"]]
FOUR = "1...2...3...4..."


@pytest.mark.parametrize("labels", ["eBGDAE", "ebgdae", "EBGDAE", "eHGDAE", "123456"])
def test_labels(labels: str) -> None:
    assert pitches(rows(*CHORD, labels=labels)) == G_C_E


@pytest.mark.parametrize("bar", ["|", "||", ":|", "│", "¦", "║", "：|"[1:]])
def test_bars(bar: str) -> None:
    assert pitches(rows(*CHORD, bar=bar)) == G_C_E


@pytest.mark.parametrize("dash", "-–—─━═_=−")
def test_dashes(dash: str) -> None:
    text = rows(*CHORD).replace("-", dash)
    assert pitches(text) == G_C_E
    assert ("unicode-dash" in names(text)) == (dash != "-")


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("eBGDAD", ["D2", "A2", "D3", "G3", "B3", "E4"]),
        ("DAGDAD", ["D2", "A2", "D3", "G3", "A3", "D4"]),
        ("DBGDGD", ["D2", "G2", "D3", "G3", "B3", "D4"]),
        ("GDAE", ["E1", "A1", "D2", "G2"]),
        ("GDAEB", ["B0", "E1", "A1", "D2", "G2"]),
        ("eBGDAEB", ["B1", "E2", "A2", "D3", "G3", "B3", "E4"]),
        ("AECG", ["C4", "E4", "G4", "A4"]),
    ],
)
def test_tunings_by_labels(labels: str, expected: list[str]) -> None:
    assert pitches(rows(*["-0-"] * len(labels), labels=labels)) == [expected]


@pytest.mark.parametrize(
    ("header", "lowest"),
    [
        ("Tuning: drop D", "D2"),
        ("Tuning: Half step down", "D#2"),
        ("Tuning: D A D G A D", "D2"),
        ("Tuned down a whole step", "D2"),
        ("Drop C tuning", "C2"),
        ("Capo: 2", "F#2"),
        ("Half step down", "D#2"),
        ("Down a half step", "D#2"),
        ("1/2 step down", "D#2"),
        ("One step down", "D2"),
        ("Eb standard", "D#2"),
        ("Drop-D", "D2"),
        ("DROP C", "C2"),
        ("Standard tuning, capo 2", "F#2"),
        ("Drop D, capo on 2nd fret", "E2"),
        ("Tuning: drop D, capo 2", "E2"),
        ("Tuning: drop D (Capo II)", "E2"),
        ("Capo 2, drop D tuning", "E2"),
        ("Capo 2, chords: E A D G", "F#2"),
        ("Capo on 3rd fret", "G2"),
        ("(Capo IV)", "G#2"),
        ("Tuning: nonsense", "E2"),
    ],
)
def test_headers(header: str, lowest: str) -> None:
    assert pitches(f"{header}\n{rows('---', '---', '---', '---', '---', '-0-')}") == [lowest]
    assert ("bad-field" in names(f"{header}\n{rows('-0-')}")) == ("nonsense" in header)


def test_options_are_outranked_by_the_text() -> None:
    low = rows("---", "---", "---", "---", "---", "-0-")
    assert pitches(low, options={"tuning": "drop D", "capo": 1}) == ["D#2"]
    assert pitches(f"Tuning: standard\n{low}", options={"tuning": "drop D"}) == ["E2"]


# -- time ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("beats", "cell", "expected"),
    [
        (FOUR, "0---1---3-------", ["1/4", "1/4", "1/2"]),
        (FOUR, "--0---3---------", ["1/8", "1/4", "5/8"]),
        (FOUR, "----------------", ["1"]),
        ("1...2...3...", "0-----1-----", ["3/8", "3/8"]),
        ("1...2.", "0-1---", ["1/8", "1/4"]),
        ("1.......2.......3.......4.......", "0---1-----------3---------------", ["1/8", "3/8", "1/2"]),
        ("1..2..3..4..", "0-1-2-3-----", ["1/6", "1/6", "1/6", "1/2"]),
        ("1 . . . 2 . . . 3 . . . 4 . . . ", "0-------1-----------------------", ["1/4", "3/4"]),
        (FOUR, "0-------1-----------------------", ["1/4", "3/4"]),
        ("1.2.3.4.5.6.", "0-----1-----", ["3/8", "3/8"]),
        (f"{FOUR}|{FOUR}", "0-------1-------|3---------------", ["1/2", "1/2", "1"]),
        (FOUR + FOUR, "0-------1-------3---------------", ["1/2", "1/2", "1"]),
    ],
)
def test_beat_row(beats: str, cell: str, expected: list[str]) -> None:
    if beats == "1.2.3.4.5.6.":
        assert durations(grid(beats, cell), meter=parse_meter_name("6/8")) == expected
    else:
        assert durations(grid(beats, cell)) == expected


def test_sixteen_columns_without_a_beat_row() -> None:
    text = rows("0---1-----------")
    assert durations(text) == ["1/4", "3/4"]
    assert names(text) == ["missing-beat-row"]


def test_columns_of_the_meter_without_a_beat_row() -> None:
    assert durations(rows("0-----1-----"), meter=parse_meter_name("3/4")) == ["3/8", "3/8"]
    assert durations(rows("0-----1-----")) is None


def test_meter_in_the_text() -> None:
    assert durations("Time: 3/4\n" + rows("0-----1-----")) == ["3/8", "3/8"]


def test_other_columns_say_no_time() -> None:
    assert durations(rows("-0---1----")) is None


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("  q   q   h", ["1/4", "1/4", "1/2"]),
        ("  e.  s   w", ["3/16", "1/16", "1"]),
        ("  Q   e3  t", ["1/4", "1/12", "1/32"]),
        ("  E   E   E", ["1/8", "1/8", "1/8"]),
        ("  q       h", ["1/4", None, "1/2"]),
    ],
)
def test_rhythm_row(letters: str, expected: list[str | None]) -> None:
    text = f"{letters}\n{rows('0---1---3-----')}"
    assert durations(text) == expected
    assert ("rhythm-row-mismatch" in names(text)) == (None in expected)


def test_rhythm_row_below() -> None:
    assert durations(rows("0---1---3-----") + "\n  q   q   h") == ["1/4", "1/4", "1/2"]


def test_a_row_of_e_that_fits_no_notes_is_chords() -> None:
    score, report = parsed(f"  E       A\n{rows('0---1---3-----')}")
    assert score is not None
    assert project(score).durations is None
    first = next(score.voices).measures[0].events[0]
    assert [(m.kind, m.text) for m in first.marks] == [("chord-symbol", "E")]
    assert "rhythm-row-mismatch" not in report


# -- columns ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("upper", "lower"), [("-10-", "--8-"), ("-10-", "-8--"), ("-8--", "-10-")])
def test_numbers_that_share_a_column_are_one_onset(upper: str, lower: str) -> None:
    assert len(pitches(rows(upper, lower))) == 1


def test_on_a_grid_the_first_digit_is_the_column() -> None:
    assert pitches(grid(FOUR, "10--------------", "-8--------------")) == ["D5", "G4"]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("-5h7p5-", ["A4", "B4", "A4"]),
        ("-5/7\\5-", ["A4", "B4", "A4"]),
        ("-7b9---", ["B4"]),
        ("-7b9r7-", ["B4"]),
        ("-7b(9)-", ["B4"]),
        ("-7^9---", ["B4"]),
        ("-7br7--", ["B4"]),
        ("-7b--9-", ["B4", "C#5"]),
        ("-(3)---", ["G4"]),
        ("-<12>--", ["E5"]),
        ("-[7]---", ["B4"]),
        ("-7~~---", ["B4"]),
        ("-t12p5-", ["E5", "A4"]),
        ("-x-x---", []),
        ("-5s7---", ["A4", "B4"]),
        ("-7full-", ["B4"]),
    ],
)
def test_techniques(cell: str, expected: list[str]) -> None:
    assert pitches(rows(cell)) == expected


def test_techniques_are_kept() -> None:
    score, _ = parsed(rows("-5h7/9b11-(3)~-"))
    assert score is not None
    marks = [[(m.text, m.number) for m in e.marks] for e in next(score.voices).events if isinstance(e, Note)]
    assert marks == [
        [],
        [("hammer-on", 0)],
        [("slide-up", 0), ("bend", 0), ("bend-target", 11)],
        [("ghost", 0), ("vibrato", 0)],
    ]


def test_positions_are_kept() -> None:
    score, _ = parsed(rows("---", "-3-"))
    assert score is not None
    (event,) = next(score.voices).events
    assert isinstance(event, Note)
    assert event.written == TabPosition(2, 3)


def test_spelled_by_the_key() -> None:
    score, _ = parsed(rows("-2-", labels="eBGDAE"), key=parse_key_name("Gb"))
    assert score is not None
    assert [n.spelled for e in project(score).events for n in e.notes] == ["Gb4"]


# -- systems ---------------------------------------------------------------------------------------------------------
def test_low_string_on_top() -> None:
    text = rows("---", "---", "---", "---", "-1-", "-0-", labels="EADGBe")
    assert pitches(text) == [["C4", "E4"]]
    assert "order-reversed" in names(text)


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n\nThen the second part:\n\n", "\n(repeat)\n"])
def test_systems_follow_each_other(between: str) -> None:
    assert pitches(rows("-0-") + between + rows("-1-")) == ["E4", "F4"]


def test_rows_set_apart_by_empty_lines() -> None:
    assert pitches(rows(*CHORD).replace("\n", "\n\n")) == G_C_E


def test_two_hundred_systems() -> None:
    score, report = parsed("\n\n".join([grid(FOUR, "0---1---3-------")] * 200))
    assert score is not None
    projection = project(score)
    assert (projection.measures, len(projection.flat)) == (200, 600)
    assert not report.diagnostics


def test_unlabelled_systems_without_an_empty_line() -> None:
    text = "\n".join(["|-0-|"] + ["|---|"] * 5 + ["|-1-|"] + ["|---|"] * 5)
    assert pitches(text) == ["E4", "F4"]


def test_text_around_is_kept() -> None:
    score, _ = parsed(f"  Intro\n  Am    G\n{rows('-0-----3-')}\n  hold it")
    assert score is not None
    (measure,) = next(score.voices).measures
    assert [d.text for d in measure.directions] == ["Intro", "hold it"]
    assert [[m.text for m in e.marks] for e in measure.events] == [["Am"], ["G"]]


def test_repeats() -> None:
    signs = ["|--0--|", "|--1--|", "|*---*|", "|*---*|", "|-----|", "|-----|"]
    score, _ = parsed("\n".join(f"{n}|{c}|" for n, c in zip("eBGDAE", signs, strict=True)))
    assert score is not None
    (measure,) = next(score.voices).measures
    assert measure.left is not None
    assert measure.right is not None
    assert (measure.left.repeat, measure.right.repeat) == (1, 1)


def test_how_often_it_is_repeated() -> None:
    text = rows("0---", "1---", bar="|:").replace("|:\n", ":| x4\n")
    text = text[: text.rindex("|:")] + ":| x4"
    score, _ = parsed(text)
    assert score is not None
    (measure,) = next(score.voices).measures
    assert measure.right is not None
    assert measure.right.repeat == 3


# -- bad input ---------------------------------------------------------------------------------------------------------
def replaced(text: str, line: int, new: str) -> str:
    lines = text.split("\n")
    lines[line] = new
    return "\n".join(lines)


GOOD = grid(FOUR, "0---1-----------", "----------------")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (replaced(GOOD, 3, "G   |-----------------|"), ["row-length"]),
        (replaced(GOOD, 3, "G   |---------------|"), ["row-length"]),
        (replaced(GOOD, 3, "G   |----------------"), ["missing-barline"]),
        ("\n".join(GOOD.split("\n")[:3] + GOOD.split("\n")[4:]), ["missing-string"]),
        (replaced(GOOD, 3, "G   |25--------------|"), ["fret-range"]),
        (replaced(GOOD, 3, "G   |1210------------|"), ["ambiguous-digits"]),
        (replaced(GOOD, 3, "D   |----------------|"), ["string-conflict"]),
        (replaced(GOOD, 3, "G   |---€------------|"), ["bad-token"]),
        (GOOD.replace("|1...2", "|1....2"), ["width"]),
        ("\n".join(GOOD.split("\n")[1:]), ["missing-beat-row"]),
        ("\n".join(GOOD.split("\n")[:4]), ["truncated", "missing-string", "missing-string", "missing-string"]),
        (GOOD[:-8], ["truncated", "row-length"]),
        (f"{GOOD}\n\nS1_F3 S2_F3", ["mixed-dialect"]),
        (f"Capo: many\n{GOOD}", ["bad-field"]),
        (f"Time: 4/5\n{GOOD}", ["bad-meter"]),
        (f"Key: H\n{GOOD}", ["bad-key"]),
        (f"Tempo: fast\n{GOOD}", ["bad-tempo"]),
    ],
)
def test_faults_are_named(text: str, expected: list[str]) -> None:
    assert sorted(names(text)) == sorted(expected)
    assert pitches(text)[0] in ("E4", ["G3", "E4"], ["D4", "E4"], ["E4", "E5"], ["E4", "G4"], ["E4", "G#4"])


def test_places_are_those_of_the_fault() -> None:
    _, report = parsed(replaced(GOOD, 3, "G   |----30----------|"))
    (found,) = report.diagnostics
    assert (found.name, found.line, found.column, found.end_column, found.measure) == ("fret-range", 4, 10, 12, 1)


@pytest.mark.parametrize("text", ["", "C D E F G", "I cannot write tablature.", "---", "| a | b |\n|---|---|"])
def test_no_tab_is_no_score(text: str) -> None:
    score, report = parsed(text)
    assert score is None
    assert "no-score" in report


def test_four_strings_are_a_bass_or_a_guitar_that_lacks_two() -> None:
    text = rows("-0-", labels="GDAE")
    assert pitches(text) == ["G2"]
    assert pitches(text, strict=True) == ["G3"]
    assert names(text, strict=True).count("missing-string") == 2


def test_crlf() -> None:
    assert durations(GOOD.replace("\n", "\r\n")) == ["1/4", "3/4"]


def test_two_rows_for_one_string() -> None:
    text = "\n".join(f"{n}|{c}|" for n, c in zip("eeBGDAE", ["0---", "3---", *["----"] * 5], strict=True))
    assert pitches(text) == [["E4", "G4"]]
    assert "string-conflict" in names(text)


def test_one_wrong_label_leaves_the_position() -> None:
    assert pitches(rows(*CHORD, labels="eBGGAE")) == G_C_E


def test_beats_counted_under_the_strings() -> None:
    lines = GOOD.split("\n")
    assert durations("\n".join([*lines[1:], lines[0]])) == ["1/4", "3/4"]


def test_a_text_without_end_is_told_its_missing_strings_once() -> None:
    system = "\n".join(f"{name}|-0-|" for name in "eBGDA")
    _, report = parsed("\n\n".join([system] * 1200))
    told = [d for d in report.diagnostics if d.name == "missing-string"]
    assert len(told) == 1002
    assert told[-1].message == "the next 199 systems lack the same strings"
    assert told[-1].measure == 1001
