"""What is found in an answer, what is reported around it, and what is never taken for notes."""

import pytest

from onote_compiler import parse
from onote_compiler.diagnostics import Report
from onote_compiler.extraction import detect, extract
from onote_compiler.ir.source import Source
from onote_compiler.profiles import load_profile

NOTATIONS = ("abc", "jianpu", "tab", "pitchdur")
HEAD = "X:1\nT:Walk\nM:4/4\nL:1/4\nK:C\n"
SIX = "e|--0--|\nB|--1--|\nG|--0--|\nD|--2--|\nA|--3--|\nE|-----|"


def found(text: str, notation: str) -> tuple[str | None, list[tuple[str, int]]]:
    """Return the notation found and the names and lines of what is reported."""
    source = Source.whole(text)
    report = Report(source)
    result = extract(source, notation, load_profile("lenient"), report)
    return None if result is None else result.text, [(d.name, d.line) for d in report.diagnostics]


PROSE = [
    "I hear a B flat.",
    "Print the score on A4 paper, then play section B2 in Room C3.",
    "The first note is C4(1/4), I think.",
    "1. First, listen.\n2. Then write.\n3. Done.",
    "Key: G major\nTime: 4/4\nTempo: 120 bpm",
    "I'm sorry, but I cannot transcribe audio files.",
    "A bad egg fed a dead cab.",
    "| a | b |\n|---|---|\n| c | d |",
    "Technical Score: 5/5, Aesthetic Score: 4/5, Average Score: 4.5/5.",
    "Option A | Option B | Option C",
    "The chords are: Am | F | C | G",
    "Dear Abe, Ed fed a cafe facade.",
    "See section 3(1/2) of the manual.",
    "2024-05-01 12:30",
    "{}",
    '{"error": "cannot read the image"}',
    "```\n```",
    "<think>C4(1/4) D4(1/4) | 1(1/4) 2(1/4)</think>",
    "| | | |",
    "do re mi sol | mi do",
]


@pytest.mark.parametrize("text", PROSE)
def test_prose_is_never_notes(text: str) -> None:
    for notation in NOTATIONS:
        result, reported = found(text, notation)
        assert result is None
        assert [name for name, _ in reported] == ["no-score"]
    assert detect(text).notation is None


@pytest.mark.parametrize("text", ["", " \n\t\n", "\ufeff", "\ufeff\n"])
def test_empty(text: str) -> None:
    result, reported = found(text, "abc")
    assert result is None
    assert "empty" in [name for name, _ in reported]


def test_a_thought_that_never_ends() -> None:
    assert found("<think>C4(1/4) D4(1/4)", "pitchdur") == (None, [("no-score", 1), ("truncated", 1)])


FOREIGN = [
    ("abc", "pitchdur", "C4(1/4) D4(1/4)"),
    ("abc", "jianpu", "1 2 3 4 | 5 6 7 1 |"),
    ("abc", "tab", SIX),
    ("jianpu", "abc", f"{HEAD}CDEF|"),
    ("jianpu", "tab", SIX),
    ("jianpu", "pitchdur", "Here: C4(1/4) D4(1/4)"),
    ("pitchdur", "jianpu", "1(1/4) 2(1/4) 3(1/2) |"),
    ("pitchdur", "abc", f"{HEAD}C4 D4 E4 F4 |"),
    ("pitchdur", "tab", "S6_F0+S5_F2 S1_F3"),
    ("tab", "jianpu", "1(1/4) 2(1/4) |"),
    ("tab", "musixqa", '{"tempo": 90, "bars": [{"bar_number": 1, "staves": {"treble": []}}]}'),
]


@pytest.mark.parametrize(("asked", "is_in", "text"), FOREIGN)
def test_wrong_format_says_what_it_is(asked: str, is_in: str, text: str) -> None:
    source = Source.whole(text)
    report = Report(source)
    assert extract(source, asked, load_profile("lenient"), report) is None
    (only,) = report.diagnostics
    assert (only.name, only.data["found"]) == ("wrong-format", is_in)
    assert detect(text).notation == is_in
    assert detect(text).reasons


def test_midi_numbers_are_named() -> None:
    report = parse("60(1/4) 62(1/4) 64(1/2)", "pitchdur")
    assert [d.name for d in report.diagnostics] == ["wrong-format"]
    assert "MIDI" in report.diagnostics[0].message


DIALECTS = [
    ("C4(1/4) D4(1/4)", "pitchdur", "formatc"),
    ("sC#4 e.A2 qA2~", "pitchdur", "vsu"),
    ("C4 F#4 Bb3", "pitchdur", "pitches"),
    ("1(1/4) 2(1/4) |", "jianpu", "formatb"),
    ("S1_F3 S2_F1", "tab", "linear"),
    (SIX, "tab", "ascii"),
]


@pytest.mark.parametrize(("text", "notation", "dialect"), DIALECTS)
def test_dialect(text: str, notation: str, dialect: str) -> None:
    guess = detect(text)
    assert (guess.notation, guess.dialect) == (notation, dialect)
    assert 0.5 <= guess.confidence <= 1


# notation, answer, what is found in it, what is reported
ANSWERS = [
    (
        "jianpu",
        "Measure 1: 1(1/2) 2(1/2) |\nMeasure 2: 5(1/1) |",
        "1(1/2) 2(1/2) |\n5(1/1) |",
        [("prose-before", 1), ("prose-before", 2)],
    ),
    (
        "jianpu",
        "1. 1(1/2) 2(1/2) |\n2. 5(1/1) |",
        "1(1/2) 2(1/2) |\n5(1/1) |",
        [("prose-before", 1), ("prose-before", 2)],
    ),
    ("jianpu", "The answer is `1(1/2) 2(1/2) |`.", "1(1/2) 2(1/2) |", [("prose-before", 1), ("prose-after", 1)]),
    ("jianpu", "\\boxed{1(1/2) 2(1/2) |}", "1(1/2) 2(1/2) |", [("markdown-fence", 1), ("markdown-fence", 1)]),
    (
        "jianpu",
        "I count 4 beats, so:\n\n1 - 3 4 | 5 5 6 - |\n\nThis has 2 bars.",
        "1 - 3 4 | 5 5 6 - |",
        [("prose-before", 1), ("prose-after", 5)],
    ),
    ("jianpu", "1=C 4/4\n% 5 5 5 5\n1 2 3 4\nL: twin- kle 5 5", "1=C 4/4\n% 5 5 5 5\n1 2 3 4\nL: twin- kle 5 5", []),
    (
        "jianpu",
        '{"a": {"treble": "1(1/1) |", "bass": "_1(1/1) |"}}',
        '{"treble": "1(1/1) |", "bass": "_1(1/1) |"}',
        [("json-wrapper", 1)],
    ),
    ("jianpu", '{"measures": ["1(1/1) |", "5(1/1) |"]}', "1(1/1) | 5(1/1) |", [("json-wrapper", 1)]),
    ("pitchdur", "- C4(1/4)\n- D4(1/4)", "C4(1/4)\nD4(1/4)", [("prose-before", 1), ("prose-before", 2)]),
    ("pitchdur", "Notes: C4(1/4) D4(1/4)", "C4(1/4) D4(1/4)", [("prose-before", 1)]),
    ("pitchdur", '{"notes": ["C4(1/4)", "D4(1/4)"]}', '["C4(1/4)", "D4(1/4)"]', [("json-wrapper", 1)]),
    ("pitchdur", '{"answer": "C4(1/4) D4(1/', "C4(1/4) D4(1/", [("json-wrapper", 1), ("truncated", 1)]),
    ("pitchdur", '{"answer": "\\u0043\\u266f4(1/4) D4(1/4)"}', "C♯4(1/4) D4(1/4)", [("json-wrapper", 1)]),
    ("pitchdur", "C4(1/4)&nbsp;D4(1/4)", "C4(1/4) D4(1/4)", [("html-entity", 1)]),
    ("abc", f"{HEAD}CDEF|\n---\nEnjoy!", f"{HEAD}CDEF|\n", [("prose-after", 7)]),
    ("abc", f"{HEAD}CDEF|\nThis is it.\n", f"{HEAD}CDEF|\n", [("prose-after", 7)]),
    ("abc", "> X:1\n> K:C\n> CDEF|\n", "X:1\nK:C\nCDEF|\n", [("markdown-fence", 1)]),
    ("abc", "1. X:1\n2. K:C\n3. CDEF|\n", "X:1\nK:C\nCDEF|\n", [("prose-before", 1)]),
    ("abc", '{"lines": ["X:1", "K:C", "CDEF|"]}', "X:1\nK:C\nCDEF|", [("json-wrapper", 1)]),
    ("abc", "{'abc': 'X:1\\nK:C\\n\"Am\"CDEF|'}", 'X:1\nK:C\n"Am"CDEF|', [("json-wrapper", 1)]),
    ("abc", '{"abc": "X:1\nK:C\nCDEF|\n"}', "X:1\nK:C\nCDEF|\n", [("json-wrapper", 1)]),
    ("abc", "M:3/4\nL:1/4\n\nX:1\nK:C\nCDE|\n", "M:3/4\nL:1/4\n\nX:1\nK:C\nCDE|\n", []),
    ("abc", "M:3/4\n\nX:1\nK:C\nCDE|\n\nX:2\nK:G\nGAB|\n", "M:3/4\nX:2\nK:G\nGAB|\n", [("several-scores", 1)]),
    (
        "abc",
        "X:1\nT:Ｔ：１ &eacute;\nK:C\nC\uff24EF|\nw: ｌａ\n",
        "X:1\nT:Ｔ：１ &eacute;\nK:C\nCDEF|\nw: ｌａ\n",
        [("fullwidth", 4)],
    ),
    ("tab", f"Verse:\n{SIX}\n\nPlay it slowly, please.", SIX, [("prose-before", 1), ("prose-after", 9)]),
    ("tab", SIX.replace("\n", "\\n"), SIX, [("escaped-newlines", 1)]),
    (
        "pitchdur",
        "The notes are C4(1/4), D4(1/4), and then E4(1/2).",
        "C4(1/4), D4(1/4),  E4(1/2)",
        [("prose-before", 1), ("prose-before", 1), ("prose-after", 1)],
    ),
    (
        "jianpu",
        "The notes are 1(1/4), 2(1/4), and 3(1/2).",
        "1(1/4), 2(1/4),  3(1/2)",
        [("prose-before", 1), ("prose-before", 1), ("prose-after", 1)],
    ),
    (
        "pitchdur",
        '{"durations": ["1/4", "1/2"], "pitches": ["C4", "F#4"]}',
        "C4(1/4) F#4(1/2)",
        [("json-wrapper", 1)],
    ),
    ("pitchdur", '{"notes": ["C4", "D4"], "durations": [0.25, 0.5]}', "C4(0.25) D4(0.5)", [("json-wrapper", 1)]),
    (
        "pitchdur",
        '{"pitches": ["C4", "D4"], "durations": ["1/4"]}',
        '["C4", "D4"]',
        [("json-wrapper", 1)],
    ),
    ("pitchdur", "C4&#40;1/4&#41; D4&#40;1/4&#41;", "C4(1/4) D4(1/4)", [("html-entity", 1)]),
    ("pitchdur", "C4(½) D4(¼)", "C4(½) D4(¼)", []),
    ("jianpu", "5,\n1 2 3 4 | b7 - 5 - |", "5,\n1 2 3 4 | b7 - 5 - |", []),
    (
        "jianpu",
        "- **Key:** G\n\n1 2 3 4 |",
        "Key: G\n\n1 2 3 4 |",
        [("prose-before", 1), ("markdown-fence", 1), ("markdown-fence", 1)],
    ),
    (
        "jianpu",
        "Measure 1 | 1(1/2) 2(1/2) |\nMeasure 2 | 5(1/1) |",
        "1(1/2) 2(1/2) |\n5(1/1) |",
        [("prose-before", 1), ("prose-before", 2)],
    ),
    (
        "jianpu",
        "1 1 5 5 | 6 6 5 - |\nTwinkle twinkle little star\n4 4 3 3 | 2 2 1 - |",
        "1 1 5 5 | 6 6 5 - |\n4 4 3 3 | 2 2 1 - |",
        [("prose-before", 2)],
    ),
    ("jianpu", "Treble: 1(1/2) 5(1/2) |\nBass: _1(1/1) |", "Treble: 1(1/2) 5(1/2) |\nBass: _1(1/1) |", []),
    ("abc", f"Answer: {HEAD}CDEF|\n", f"{HEAD}CDEF|\n", [("prose-before", 1)]),
    (
        "abc",
        f"{HEAD}TC4 |\nuA4 |\nC4 | % slowly here, and then on to the end\n",
        f"{HEAD}TC4 |\nuA4 |\nC4 | % slowly here, and then on to the end\n",
        [],
    ),
    ("abc", f'```abc title="x"\n{HEAD}CDEF|\n```\n', f"{HEAD}CDEF|\n", [("markdown-fence", 1), ("markdown-fence", 8)]),
    ("abc", f"{HEAD}CDEF|\n```", f"{HEAD}CDEF|\n", [("markdown-fence", 7)]),
    ("abc", f"{HEAD}CDEF|\n<|im_end|>", f"{HEAD}CDEF|\n", [("prose-after", 7)]),
    ("pitchdur", "C4(1/4) D4(1/4)</s>", "C4(1/4) D4(1/4)", [("prose-after", 1)]),
    ("pitchdur", "◁think▷Maybe C4(1/4)?◁/think▷C4(1/4) D4(1/4)", "C4(1/4) D4(1/4)", [("prose-before", 1)]),
    (
        "pitchdur",
        "<|channel|>analysis<|message|>E4(1/4)?<|end|><|start|>assistant<|channel|>final<|message|>C4(1/4) D4(1/4)",
        "C4(1/4) D4(1/4)",
        [("prose-before", 1)],
    ),
    ("pitchdur", "[THINK]E4(1/4) E4(1/4)[/THINK]\nC4(1/4) D4(1/4)", "C4(1/4) D4(1/4)", [("prose-before", 1)]),
    (
        "abc",
        f'tune = """\n{HEAD}CDEF|\n"""\nprint(tune)',
        f"{HEAD}CDEF|\n",
        [("prose-before", 1), ("prose-after", 8)],
    ),
    ("abc", "**X:** 1\n**K:** C\nCDEF|\n", "X: 1\nK: C\nCDEF|\n", [("markdown-fence", 1)]),
    ("abc", "**X:1**\n**K:C**\n**CDEF|**\n", "X:1\nK:C\nCDEF|\n", [("markdown-fence", 1)]),
    ("abc", "`X:1`\n`K:C`\n`CDEF|`", "X:1\nK:C\nCDEF|", [("markdown-fence", 1)]),
    (
        "abc",
        f"{HEAD}Measure 1: CDEF |\nBars 2-3: GABc | c4 |]\n",
        f"{HEAD}CDEF |\nGABc | c4 |]\n",
        [("prose-before", 6), ("prose-before", 7)],
    ),
    ("abc", f"{HEAD}CDEF |\n\nPart B:\n\nGABc |]\n", f"{HEAD}CDEF |\n\n\nGABc |]\n", [("prose-before", 8)]),
    ("abc", f"{HEAD}(Verse)\nCDEF |]\n", f"{HEAD}CDEF |]\n", [("prose-before", 6)]),
    ("abc", f"{HEAD}CDEF |]\n\nThe theme:\n\nCDEF |\n", f"{HEAD}CDEF |]\n", [("prose-after", 8)]),
    (
        "jianpu",
        "```\n1=D 4/4\n```\n```\n1(1/2) 2(1/2) |\n```",
        "1=D 4/4\n1(1/2) 2(1/2) |",
        [("markdown-fence", 1), ("markdown-fence", 3), ("markdown-fence", 4), ("markdown-fence", 6)],
    ),
    (
        "jianpu",
        "Key: G\n\nHere it is, measure by measure:\n\n1(1/2) 2(1/2) |",
        "Key: G\n1(1/2) 2(1/2) |",
        [("prose-before", 3)],
    ),
    (
        "jianpu",
        '{"key": "G major", "time_signature": "3/4", "title": "A walk", "jianpu": "1(1/2) 2(1/4) |"}',
        "Key: G major\nTime: 3/4\n1(1/2) 2(1/4) |",
        [("json-wrapper", 1)],
    ),
    (
        "jianpu",
        '{"key": "D", "measures": [{"number": 1, "notes": "1(1/1) |"}, {"number": 2, "notes": "5(1/1) |"}]}',
        "Key: D\n1(1/1) | 5(1/1) |",
        [("json-wrapper", 1)],
    ),
    (
        "pitchdur",
        '{"measures": [{"bar": 1, "notes": ["C4(1/4)", "D4(1/4)"]}, {"bar": 2, "notes": ["E4(1/2)"]}]}',
        "C4(1/4) D4(1/4) E4(1/2)",
        [("json-wrapper", 1)],
    ),
    (
        "abc",
        f"The answer is $\\boxed{{{HEAD}CDEF|]}}$",
        f"{HEAD}CDEF|]\n",
        [("prose-before", 1), ("markdown-fence", 1), ("markdown-fence", 6)],
    ),
    ("pitchdur", "\\boxed{C4(1/4)\nD4(1/4)}", "C4(1/4)\nD4(1/4)", [("markdown-fence", 1), ("markdown-fence", 2)]),
    (
        "pitchdur",
        "````md\n```\nC4(1/4) D4(1/4)\n```\n````",
        "C4(1/4) D4(1/4)",
        [("markdown-fence", line) for line in (1, 2, 4, 5)],
    ),
    (
        "pitchdur",
        "```python\nnotes = '''\nC4(1/4) D4(1/4)\n'''\nplay(notes)\n```",
        "C4(1/4) D4(1/4)",
        [("markdown-fence", 1), ("prose-before", 2), ("prose-after", 4), ("markdown-fence", 6)],
    ),
    ("pitchdur", "````\nC4(1/4) D4(1/4)\n```", "C4(1/4) D4(1/4)", [("markdown-fence", 1), ("markdown-fence", 3)]),
    ("pitchdur", "The sequence is: C4(1/4) D4(1/4).", "C4(1/4) D4(1/4)", [("prose-before", 1), ("prose-after", 1)]),
]


@pytest.mark.parametrize(("notation", "answer", "inside", "reported"), ANSWERS)
def test_answer(notation: str, answer: str, inside: str, reported: list[tuple[str, int]]) -> None:
    assert found(answer, notation) == (inside, reported)


def test_the_last_whole_score_is_read() -> None:
    first, last = f"{HEAD}CDEF|\n", f"{HEAD.replace('X:1', 'X:2')}GABc|]\n"
    text = f"```\n{first}```\n\nThat was wrong:\n\n```\n{last}```\n"
    assert found(text, "abc")[0] == last
    assert found(f"```\n{last}```\nTranspose it with K:G if you like.", "abc")[0] == last
    assert found(f"```\n{last}```\n\n```\nX:3\nT:Only a header\n```", "abc")[0] == last


def test_places_are_those_of_the_answer() -> None:
    result = parse('{"x": 1,\n "answer": "C4(1/4) H9(1/4) E4(1/2)"}', "pitchdur")
    (token,) = [d for d in result.diagnostics if d.severity == "error"]
    assert (token.line, token.column) == (2, 21)


# What a caller who names notation and dialect may hand over, however short.
SHORT = [
    ("jianpu", "critic", "5"),
    ("jianpu", "critic", "1 2"),
    ("jianpu", None, "1 2 hello 3 4"),
    ("jianpu", None, "5 -"),
    ("jianpu", "jianpu-ly", "q1"),
    ("jianpu", "jianpu-ly", "R{ q1 q2 } A{ 3 | 4 }"),
    ("pitchdur", "pitches", "C4"),
    ("jianpu", "jianpu-ly", 'title=A Walk\ninstrument=Flute\n1=C 4/4\n1 \\mp 2 \\f 3 \\fermata 4 ^"text 5"'),
    ("jianpu", "jianpu-ly", "1=G 4/4\nLP:\n\\set Score.x = ##t\n:LP\n1 2 3 4 % comment here"),
    ("jianpu", "jianpu-ly", "1=C 4/4\nletterA slideUp 1 Fr=1 2 glis 3 4 DC"),
]


@pytest.mark.parametrize(("notation", "dialect", "text"), SHORT)
def test_short_texts_are_notation_where_the_caller_says_so(notation: str, dialect: str | None, text: str) -> None:
    source = Source.whole(text)
    report = Report(source)
    result = extract(source, notation, load_profile("lenient"), report, dialect)
    assert result is not None
    assert (result.text, list(report.diagnostics)) == (text, [])


def test_prose_is_no_jianpu_ly_either() -> None:
    for text in (text for text in PROSE if text != "do re mi sol | mi do"):
        source = Source.whole(text)
        assert extract(source, "jianpu", load_profile("lenient"), Report(source), "jianpu-ly") is None, text


def test_a_flood_of_full_width_lines_is_reported_in_part() -> None:
    source = Source.whole("１\n" * 5000)
    report = Report(source)
    result = extract(source, "jianpu", load_profile("lenient"), report)
    assert result is not None
    assert result.text == "1\n" * 5000
    assert len(report.diagnostics) == 100
    assert sum(d.data["count"] for d in report.diagnostics) == 5000


@pytest.mark.parametrize("text", ["CDEF GABc|]", "|: G2AB c2BA | G2FE D4 :|", "CDEF|"])
def test_lines_of_abc_without_any_field(text: str) -> None:
    result = parse(text, "abc")
    assert result.score is not None
    assert {d.name for d in result.diagnostics} <= {"missing-field", "missing-final-bar", "bar-sum"}


@pytest.mark.parametrize("text", ["The chords: C | G | Am | F | C", "| bad | cab |\n|---|---|\n| a | b |", "CDEF"])
def test_letters_that_are_no_music(text: str) -> None:
    assert parse(text, "abc").score is None


@pytest.mark.parametrize("note", ["b'''", "=b'''", "f'''", "c'''", "b''''", "[fb''']"])
def test_notes_three_octaves_up_open_no_quotation(note: str) -> None:
    tune = f"{HEAD}{note} | {note}2 d' |\nd' |\n{note} {note} |]\n"
    assert found(tune, "abc") == (tune, [])
