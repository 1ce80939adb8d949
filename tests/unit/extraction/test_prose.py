"""What nobody named is no score where ordinary text says it: numbers, sizes, rooms, formulas, lists."""

import pytest

from onote_compiler import parse, project
from onote_compiler.extraction import detect

PROSE = [
    # English
    "Sizes: A3 A4 A5 A6",
    "Seats A4 B5 C6",
    "Call 1-2-3-4-5-6-7",
    "Temperature -5 to 5 - 3 - 2",
    "Version 1.2.3 | 4.5.6 | 7",
    "Chapter 1 2 3 4 5",
    "Apples: 1 2 3 4\nPears: 5 6 7 1",
    "See rooms A1(2/3), B2(1/3).",
    "See rooms A1(2/3), B2(1/3), C1(2/3), D3(1/3) and E1(2/3).",
    "Vitamin B6(1/2) and B1(1/4)",
    "Nature 5(2), 4(3), 6(1), 7(4)",
    "part(1/2) page(3/4)",
    "Add 1(1/2) cups of flour, 2(1/4) cups of sugar, 3(1/2) eggs",
    "The sizes are A3, A4 and A5.",
    "Blood types: A B AB O",
    "Lot S1F2, S2F3",
    "Answer the phone: 1 2 3 4 5",
    "Here is my number: 1-2-3-4-5-6-7",
    "See notes A1(2/3), B2(1/3).",
    # German
    "Papierformate: A3 A4 A5 A6",
    "Tel. 0 30 | 12 34 56 7",
    "Rufen Sie 1-2-3-4-5-6-7 an",
    "Lottozahlen: 3 5 7 1 2",
    "Siehe Raum A1(2/3) und B2(1/3).",
    "Zimmer A1, A2, B3",
    "Postleitzahl 1 2 3 4 5",
    # Chinese
    "纸张尺寸：A3 A4 A5 A6",
    "电话：0 1 3 5 | 1 2 3 4",
    "比分 3 - 2 | 1 - 0",
    "维生素 B6(1/2) 和 B1(1/4)",
    "版本 1.2.3 | 4.5.6 | 7",
    "身份证 1 2 3 4 5 6 7",
    "步骤 (1) (2) (3)",
    # formulas, lists, data
    "f(x) = a(b) c(d)",
    "y = f(g(a), b) + c(d)",
    "P(A|B) = P(B|A) P(A) / P(B)",
    "if (a | b) & (c | d)",
    "a + b = c",
    "1 + 1 = 2, 2 + 2 = 4",
    "(1) (2) (3)",
    "[1] [2] [3] [4]",
    "(a) (b) (c) (d)",
    "| A | B | C | D |",
    '{"a": ["A4", "B5"]}',
    '{"sizes": "A3 A4 A5"}',
    '{"phone": "1 2 3 4 5 6 7"}',
    '{"seats": {"row": ["A1", "A2"]}}',
    'Sizes: ["A3", "A4"]',
]


@pytest.mark.parametrize("text", PROSE)
def test_prose_is_read_as_nothing(text: str) -> None:
    assert detect(text).notation is None
    result = parse(text)
    assert result.score is None
    assert [d.name for d in result.diagnostics if d.severity == "error"] == ["no-score"]


@pytest.mark.parametrize(
    "text",
    ["Call 1-2-3-4-5-6-7", "Temperature -5 to 5 - 3 - 2", "Version 1.2.3 | 4.5.6 | 7", "Tel. 0 30 | 12 34 56 7"],
)
def test_words_before_numbers_are_no_melody_where_the_notation_is_named(text: str) -> None:
    assert parse(text, "jianpu").score is None


# What it is, and how many notes it has.
MEANT = [
    ("Notes: A4 B4 C5", "pitchdur", 3),
    ("Answer: A4 B4 C5", "pitchdur", 3),
    ("Antwort: C4 D4 E4", "pitchdur", 3),
    ("音符：C4 D4 E4", "pitchdur", 3),
    ("Melody: 1 2 3 4", "jianpu", 4),
    ("Melodie: 1 2 3 | 4 5 6", "jianpu", 6),
    ("音符：1 2 3 4", "jianpu", 4),
    ("主旋律：1 2 3 | 4 5", "jianpu", 5),
    ("Bar 1: 1 2 3 4", "jianpu", 4),
    ("1=C 4/4\n1 2 3 4 | 5 - - - |", "jianpu", 5),
    ("The melody is 1 2 3 4 | 5 5 6 5 |", "jianpu", 8),
    ("Die Melodie lautet: C4 D4 E4", "pitchdur", 3),
    ("Here are the notes: C4 D4 E4", "pitchdur", 3),
    ("1 2 3 4 | 5 6 7 1 | (end)", "jianpu", 8),
    ('{"note_sequence": ["C4", "D4"]}', "pitchdur", 2),
    ('{"measures": ["1 2 3 4", "5 6 7 1"]}', "jianpu", 8),
    ("Sure! C4(1/4) D4(1/4)", "pitchdur", 2),
    ("Here: C4(1/4) D4(1/4)", "pitchdur", 2),
    ("The notes are C4(1/4), D4(1/4).", "pitchdur", 2),
    ("Okay, C4(1/4) D4(1/4) E4(1/4) F4(1/4)", "pitchdur", 4),
    ("C D E F | G A B c |", "abc", 8),
    ("CDEF GABc |", "abc", 8),
    ('["C4", "D4"]', "pitchdur", 2),
    ('{"notes": ["C4", "D4"]}', "pitchdur", 2),
    ('{"answer": "C4 D4"}', "pitchdur", 2),
]


@pytest.mark.parametrize(("text", "notation", "notes"), MEANT)
def test_labels_that_speak_of_music_are_heard(text: str, notation: str, notes: int) -> None:
    assert detect(text).notation == notation
    result = parse(text)
    assert result.score is not None
    assert len(list(project(result.score).pitches)) == notes
