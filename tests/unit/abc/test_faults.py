"""One fault, one diagnostic: its name, line and column, what its hint names, and the music that is still read."""

from typing import NamedTuple

import pytest

from onote_compiler import convert, parse, project
from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Source
from onote_compiler.notations.abc.reader import read
from onote_compiler.notations.base import ReadContext

HEAD = "X:1\nT:t\nM:4/4\nL:1/8\nK:C\n"


class Fault(NamedTuple):
    body: str
    name: str
    column: int
    hint: str
    notes: str
    line: int = 6
    head: str = HEAD


FAULTS = [
    Fault("CDEF [CEG |]", "unclosed-chord", 6, "]", "C D E F CEG"),
    Fault("[CE G2 A2 | c8 |]", "unclosed-chord", 1, "]", "CE G A c"),
    Fault("CDEF {ga GABc |]", "unclosed-grace", 6, "}", "C D E F G A B c"),
    Fault('CDEF "Am GABc |]', "unclosed-group", 6, '"', "C D E F G A B c"),
    Fault("^F4 [K: F4 |]", "unclosed-group", 5, "]", "F# F#"),
    Fault("C4 [V: D4 |]", "unclosed-group", 4, "]", "C D"),
    Fault("CDEF [K:G GABF |]", "unclosed-group", 6, "]", "C D E F G A B F#"),
    Fault("C2 ^ D2 E4 |]", "bad-token", 4, "^F", "C D E"),
    Fault("C2 _ D2 E4 |]", "bad-token", 4, "_B", "C D E"),
    Fault("C2 = D2 E4 |]", "bad-token", 4, "=F", "C D E"),
    Fault("C2 D2 E2 F#2 |]", "bad-token", 11, "^F", "C D E F"),
    Fault("C2 D2 E2 B♭2 |]", "bad-token", 11, "_B", "C D E B"),
    Fault("C2 D2 (1E2 F2 |]", "bad-token", 7, "slur", "C D E F"),
    Fault("C4 E4 (3GA | c8 |]", "tuplet-short", 7, "bar", "C E G A c"),
    Fault("C8 |]", "bad-unit-length", 3, "L:1/8", "C", 4, "X:1\nT:t\nM:4/4\nL:1/3\nK:C\n"),
    Fault("C8 |]", "bad-meter", 3, "3/4", "C", 3, "X:1\nT:t\nM:4/0\nL:1/8\nK:C\n"),
    Fault("C8 |]", "bad-tempo", 3, "1/4=120", "C", 4, "X:1\nT:t\nM:4/4\nQ:quick\nL:1/8\nK:C\n"),
    Fault("C8 |]", "bad-key", 3, "B", "C#", 5, "X:1\nT:t\nM:4/4\nL:1/8\nK:H\n"),
    Fault("F8 |]", "bad-key", 3, "capital", "F#", 5, "X:1\nT:t\nM:4/4\nL:1/8\nK:g\n"),
    Fault("C8 |]", "missing-field", 1, "K:C", "C", 5, "X:1\nT:t\nM:4/4\nL:1/8\n"),
    Fault("C8 |]", "missing-field", 1, "X:1", "C", 1, "T:t\nM:4/4\nL:1/8\nK:C\n"),
    Fault("C8 |]", "missing-field", 1, "T:", "C", 1, "X:1\nM:4/4\nL:1/8\nK:C\n"),
    Fault("C8 |]", "field-order", 1, "K:", "C", 2, "X:1\nK:C\nM:4/4\nL:1/8\nT:t\n"),
    Fault("C8 |]", "field-order", 1, "top", "C", 2, "T:t\nX:1\nM:4/4\nL:1/8\nK:C\n"),
    Fault("C8 |]", "unknown-field", 1, "kept", "C", 3, "X:1\nT:t\nY:odd\nM:4/4\nL:1/8\nK:C\n"),
    Fault("C0 D4 E4 |]", "bad-duration", 1, "number", "C D E"),
    Fault("C1.5 D/ E2 F4 |]", "bad-token", 3, "3/2", "C D E F"),
    Fault("C,'4 D4 |]", "conflicting-octave", 1, "both", "C D"),
    Fault("C4 > D2 D2 |]", "loose-sign", 3, "behind", "C D D"),
    Fault("C4 D4> | E8 |]", "broken-rhythm", 6, "A>B", "C D E"),
    Fault("C4 D4 :|: E8 |]", "bar-line", 7, "|:", "C D E"),
    Fault("C,,,,,,,8 |]", "bad-pitch", 1, "octave", ""),
    Fault("C4 D4) | E8 |]", "unmatched-slur", 6, "", "C D E"),
    Fault("C4 (D4 | E8 |]", "unmatched-slur", 4, "", "C D E"),
    Fault("C4 D4 | C4 hD4 |]", "bad-token", 12, "quotes", "C D C D"),
    Fault("z8- | C8 |]", "dangling-tie", 3, "leave", "C"),
    Fault("C8- | D8 |]", "dangling-tie", 1, "slur", "C D"),
    Fault("^F2 f2 z4 |]", "ambiguous-accidental", 5, "propagate", "F# f#"),
    Fault("C4 Eb G4 D2 |]", "suspected-flat-letter", 4, "_E", "C E b G D"),
    Fault("^/C8 |]", "microtone", 1, "semitone", "C"),
    Fault("C8 |\n\nV:1\nD8 |]", "blank-line", 1, "empty line", "C D", 7),
    Fault("C8 |\n\nD8 |]", "prose-after", 1, "empty line", "C", 8),
    Fault("C8 |]\n\nX:2\nT:u\nK:C\nD8 |]", "several-scores", 1, "", "C", 8),
    Fault("[] C8 |]", "bad-token", 1, "notes", "C"),
    Fault("{} C8 |]", "bad-token", 1, "", "C"),
    Fault("+CEG+8 |]", "bad-token", 1, "brackets", "CEG"),
    Fault("C4 D4 ! | E8 |]", "bad-token", 7, "!name!", "C D E"),
    Fault("#C4 D4 | E8 |]", "bad-token", 1, "^F", "C D E"),
    Fault("* C8 |]", "bad-token", 1, "%", "C"),
    Fault(">C4 D4 |]", "broken-rhythm", 1, "A>B", "C D"),
    Fault("C8 |\n# Part B\nD8 |]", "bad-token", 1, "P:", "C D", 7),
    Fault("C8 |\n## B\nD8 |]", "bad-token", 1, "P:", "C D", 7),
    Fault("C8 |\n**Part A:**\nD8 |]", "bad-token", 1, "P:", "C D", 7),
    Fault("C8 |\nSecond part, a bit slower:\nD8 |]", "bad-token", 1, "%", "C D", 7),
    Fault("Here comes the melody of a dance\nC8 |]", "bad-token", 1, "%", "C"),
    Fault("```abc\nC8 |]", "bad-token", 1, "%", "C"),
    Fault("V:\nC8 |]", "bad-voice", 3, "V:1", "C"),
    Fault("V: clef=treble\nC8 |]", "bad-voice", 3, "V:1", "C"),
    Fault('V:1 name="One\nC8 |]', "bad-voice", 5, '"', "C"),
    Fault("C8 |]", "bad-key", 3, "Bb", "C", 5, "X:1\nT:t\nM:4/4\nL:1/8\nK:B♭\n"),
    Fault("F8 |]", "bad-key", 3, "F#", "F#", 5, "X:1\nT:t\nM:4/4\nL:1/8\nK:F♯m\n"),
    Fault("B8 |]", "bad-key", 3, "F#", "B", 5, "X:1\nT:t\nM:4/4\nL:1/8\nK:F sharp minor\n"),
    Fault("C8 |]", "bad-unit-length", 3, "L:1/8", "C", 4, "X:1\nT:t\nM:4/4\nL:8\nK:C\n"),
    Fault("C4 |]", "bad-unit-length", 3, "L:1/4", "C", 4, "X:1\nT:t\nM:4/4\nL:4\nK:C\n"),
    Fault("C8 |]", "bad-tempo", 3, "Q:1/4=120", "C", 4, "X:1\nT:t\nM:4/4\nQ:120 bpm\nL:1/8\nK:C\n"),
    Fault("C8 |]", "bad-tempo", 3, "Q:3/8=90", "C", 4, "X:1\nT:t\nM:4/4\nQ:3/8=90bpm\nL:1/8\nK:C\n"),
    Fault("\nC8 |]", "blank-line", 1, "empty line", "C"),
    Fault("\n\n\nC8 |]", "blank-line", 1, "empty line", "C"),
    Fault("C8 |]", "blank-line", 1, "empty line", "C", 3, "X:1\nT:t\n\nM:4/4\nL:1/8\nK:C\n"),
    Fault("C8 |]", "field-order", 1, "K:", "C", 1, "K:C\nX:1\nT:t\nM:4/4\nL:1/8\n"),
    Fault("C8 |\n%%begintext\nD8 |]", "unclosed-group", 1, "%%endtext", "C D", 7),
    Fault("C8 |]", "bad-key", 5, "K:Gm:", "C", 5, "X:1\nT:t\nM:4/4\nL:1/8\nK:G moll\n"),
    Fault("F8 |]", "bad-key", 3, "K:Bm:", "F#", 5, "X:1\nT:t\nM:4/4\nL:1/8\nK:h-moll\n"),
    Fault("F8 |]", "bad-key", 3, "F#", "F#", 5, "X:1\nT:t\nM:4/4\nL:1/8\nK:Fis\n"),
    Fault("F8 |]", "bad-key", 11, "K:D", "F#", 5, "X:1\nT:t\nM:4/4\nL:1/8\nK:G major minor\n"),
    Fault("C8 |]", "bad-tempo", 3, "Q:1/4=120", "C", 4, 'X:1\nT:t\nM:4/4\nQ:"Slow 1/4=50\nL:1/8\nK:C\n'),
    Fault("C8 |]", "bad-field", 1, "P:AABB", "C", 4, "X:1\nT:t\nM:4/4\nP:A(B\nL:1/8\nK:C\n"),
    Fault("P:A\nC8 |\nP:B\nD8 |]", "bad-field", 1, "P:", "C D", 4, "X:1\nT:t\nM:4/4\nP:AXB\nL:1/8\nK:C\n"),
    Fault("C8 |]", "bad-field", 1, "m:~G2", "C", 4, "X:1\nT:t\nM:4/4\nm:~g2\nL:1/8\nK:C\n"),
    Fault("C8 |]", "bad-field", 1, "X:1", "C", 1, "X:one\nT:t\nM:4/4\nL:1/8\nK:C\n"),
    Fault("w:too early\nC8 |]", "lyrics", 1, "below", "C"),
    Fault('C4 "G D4 | "C"E8 |]', "unclosed-group", 4, '"', "C D E"),
    Fault('"Am C4 "G"D4 | E8 |]', "unclosed-group", 1, '"', "C D E"),
    Fault("!trill C4 D4 |]", "bad-token", 1, "!name!", "C D"),
    Fault("(3:0:3CDE F4 C2 |]", "bad-token", 1, "(3", "C D E F C"),
    Fault("C4--C4 |]", "dangling-tie", 4, "leave", "C"),
    Fault("C4 () D4 |]", "unmatched-slur", 4, "leave", "C D"),
    Fault("C8 |\n%%beginps\nD8 |]", "unclosed-group", 1, "%%endps", "C", 7),
]  # fmt: skip
LETTERS = {"C": 60, "D": 62, "E": 64, "F": 65, "G": 67, "A": 69, "B": 71}


def group(word: str) -> list[int]:
    found: list[int] = []
    for sign in word:
        if sign == "#":
            found[-1] += 1
        else:
            found.append(LETTERS[sign.upper()] + (12 if sign.islower() else 0))
    return sorted(found)


@pytest.mark.parametrize("fault", FAULTS, ids=[f"{f.name}-{f.head != HEAD}-{f.body}" for f in FAULTS])
def test_fault(fault: Fault) -> None:
    source = Source.whole(fault.head + fault.body + "\n")
    report = Report(source)
    score = read(source, ReadContext(), report)
    assert score is not None
    found = list(report.diagnostics)
    if fault.name == "dangling-tie" and not found:  # that one is a check of the whole score
        found = [d for d in parse(source.text, "abc").diagnostics if d.name == fault.name]
    assert [d.name for d in found] == [fault.name]
    (only,) = found
    assert (only.line, only.column) == (fault.line, fault.column)
    assert fault.hint in (only.hint or "")
    heard = [list(event.midi) for event in project(score).events if event.notes]
    assert heard == [group(word) for word in fault.notes.split()]


def test_octave_digits_are_suspected_where_every_measure_overflows() -> None:
    text = HEAD + "C4 D4 E4 F4 | G4 A4 B4 C5 |]\n"
    found = [d for d in parse(text, "abc").diagnostics if d.name == "suspected-octave-digit"]
    assert [(d.line, d.column) for d in found] == [(6, 1)]


@pytest.mark.parametrize(
    ("body", "columns"),
    [
        ("c5 d5 e5 f5 | g5 a5 b5 c6 |]", [1]),
        ("C2 D2 E2 F2 | c5 d5 e5 f5 | G2 A2 B2 c2 | c8 |]", [15]),
        ("C8 | C2 D2 E2 c5 | c8 |]", [15]),
        ("C8 | C2 D2 E2 c7 | c8 |]", []),
        ("C4 D4 E4 | C8 | D8 |]", []),
        ("C2D2E2F2G2A2B2c2 | C8 |]", []),
    ],
)
def test_octave_digits_are_suspected_where_they_break_a_measure(body: str, columns: list[int]) -> None:
    found = [d for d in parse(HEAD + body + "\n", "abc").diagnostics if d.name == "suspected-octave-digit"]
    assert [d.column for d in found] == columns


def test_lengths_that_fit_the_meter_are_not_suspected() -> None:
    assert not parse(HEAD + "C4 D4 | E4 F4 | G2 A2 G2 A2 |]\n", "abc").diagnostics


@pytest.mark.parametrize(
    ("end", "name"),
    [
        ("[CE", "unclosed-chord"), ("{ga", "unclosed-grace"), ('"Am', "unclosed-group"), ("[K:", "unclosed-group"),
        ("[V:1", "unclosed-group"), ("!tri", "bad-token"), ("^", "bad-token"), ("_", "bad-token"),
        ("(3CD", "tuplet-short"), ("(3", "tuplet-short"), ("E2>", "broken-rhythm"),
    ],
)  # fmt: skip
def test_a_text_that_breaks_off_in_a_group_says_both(end: str, name: str) -> None:
    def names(tail: str) -> set[str]:
        return {d.name for d in parse(f"{HEAD}C8 | D4 {end}{tail}", "abc", bare=True).diagnostics}

    assert {name, "truncated"} <= names("")
    assert "truncated" not in names(" | E8 |]\n")


def test_a_text_that_ends_with_a_note_does_not_break_off() -> None:
    for body in ("C4 D4", "C8 |!", "C4 (3CDE D2", "C4 D2>E2", "C8-", "^C8 | z8"):
        assert "truncated" not in {d.name for d in parse(HEAD + body, "abc", bare=True).diagnostics}


def test_adjacent_characters_without_meaning_are_one_diagnostic() -> None:
    found = [d for d in parse(HEAD + "C4 ;;;?? D4 |]\n", "abc").diagnostics if d.name == "bad-token"]
    assert [(d.column, d.end_column) for d in found] == [(4, 9)]


def test_reading_goes_on_after_every_fault() -> None:
    body = "".join(
        f"{fault.body.split('|')[0]} | " for fault in FAULTS if fault.head == HEAD and "\n" not in fault.body
    )
    source = Source.whole(HEAD + body + "c8 |]\n")
    score = read(source, ReadContext(), Report(source))
    assert score is not None
    assert project(score).events[-1].midi == (72,)


@pytest.mark.parametrize(
    ("body", "notes"),
    [
        ("CDEF \\ % the second half\nGABc |]", "C D E F G A B c"),
        ("CDEF % slow part here\nGABc |]", "C D E F G A B c"),
        ("C4 % Part one: begin\nD4 |]", "C D"),
        ("+trill+C4\nE4 |]", "C E"),
        ("uA4\nvB4 |]", "A B"),
        ("C4 D4 |\n%%begintext\nA slow air from the book\nC D E F |]\n| : [G\n%%endtext\nE8 |]", "C D E"),
        ("%%begintext\nBy an old fiddler, 1900\nX marks the place\n%%endtext\nE8 |]", "E"),
        ("C4 D4 |\n%%begintext\n%%endtext\nE8 |]", "C D E"),
    ],
)
def test_comments_old_decorations_and_typeset_text_are_no_faults(body: str, notes: str) -> None:
    source = Source.whole(HEAD + body + "\n")
    report = Report(source)
    score = read(source, ReadContext(), report)
    assert score is not None
    assert not report.diagnostics
    assert [list(event.midi) for event in project(score).events] == [group(word) for word in notes.split()]


def test_typeset_text_in_the_header_is_text() -> None:
    head = "X:1\nT:t\n%%begintext\nA slow air from the book\nC D E F |]\nK: no key\n%%endtext\nM:4/4\nL:1/8\nK:D\n"
    result = parse(head + "F8 |]\n", "abc", bare=True)
    assert result.score is not None
    assert not result.diagnostics
    assert [event.midi for event in project(result.score).events] == [(66,)]


def test_a_measure_begins_on_the_line_of_its_notes() -> None:
    text = HEAD + "C8 | D8 |\nE8 | % here\n% there\nF8 |\\\nG8\nV:2\nC8 |\nD8\n\n"
    result = parse(text, "abc", bare=True)
    assert result.score is not None
    spans = [[text[m.span.start : m.span.end].strip() for m in voice.measures] for voice in result.score.voices]
    assert spans == [["C8", "D8", "E8", "F8", "G8"], ["C8", "D8"]]


def test_what_a_field_means_is_kept_and_not_how_it_was_written() -> None:
    text = "X:1\nT:t\nM:4/4\nL:8\nQ:120 bpm\nK:B♭ clef=bass\nC8 | [K:F♯m] D8 | [Q:90 bpm] E8 | [L:4] F4 |]\n"
    wanted = "X:1\nT:t\nM:4/4\nL:1/8\nQ:1/4=120\nK:Bb clef=bass\nC8 | [K:F#m] D8 | [Q:1/4=90] E8 | [L:1/4] F4 |]\n"
    assert convert(text, "abc", "abc").output == wanted
    assert convert(wanted, "abc", "abc").output == wanted


def test_macros_do_not_grow_without_bound() -> None:
    text = "X:1\nT:t\nM:none\nL:1/8\nm:~n2 = " + "n/" * 400 + "\nK:C\n" + "~C2" * 300 + "|\n"
    result = parse(text, "abc", bare=True)
    assert result.score is not None
    assert [(d.name, d.line) for d in result.diagnostics if "expanded" in d.message] == [("bad-field", 7)]
    assert len(project(result.score).events) < 20 * len(text)


def test_macros_beyond_the_hundredth_are_said_to_be_left_out() -> None:
    macros = "".join(f"m:~{number}n = n\n" for number in range(101))
    found = parse(f"X:1\nT:t\nM:4/4\nL:1/8\n{macros}K:C\n~0C z7 |]\n", "abc", bare=True).diagnostics
    assert [(d.name, d.line) for d in found] == [("bad-field", 105)]


def test_an_order_of_parts_ends_somewhere() -> None:
    order = "(A" * 12 + ")99" * 12
    result = parse(f"X:1\nT:t\nP:{order}\nM:4/4\nL:1/8\nK:C\nP:A\n" + "C8 |" * 50 + "]\n", "abc", bare=True)
    assert result.score is not None
    assert 50 < len(project(result.score, form="played").events) < 50_000


def test_marks_that_no_note_can_carry_stand_by_themselves() -> None:
    result = parse(HEAD + '"^x"{' * 200 + "C8 |]\n", "abc", bare=True)
    assert result.score is not None
    (measure,) = result.score.parts[0].voices[0].measures
    marks = sum(len(event.marks) for event in measure.events)
    assert marks + sum(d.kind == "annotation" for d in measure.directions) == 200
    assert marks <= 130
