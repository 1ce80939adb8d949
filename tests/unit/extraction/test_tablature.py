"""Tablature as people draw it is found whole: every dash and bar line, with settings above and words between."""

import pytest

from onote_compiler import parse, project
from onote_compiler.diagnostics import Report
from onote_compiler.extraction import extract
from onote_compiler.ir.source import Source
from onote_compiler.profiles import load_profile

FRETS = ("-------0---", "-----1-----", "---0-------", "-2---------", "-----------", "---------3-")
NOTES = ["E3", "G3", "C4", "E4", "G2"]  # D2 G0 B1 e0 E3 in standard tuning
LABELS = "eBGDAE"


def rows(left: str = "{label}|", right: str = "|", dash: str = "-") -> str:
    """Draw the six rows, each between what stands left and right of it."""
    lines = zip(LABELS, range(1, 7), FRETS, strict=True)
    return "\n".join(left.format(label=a, number=n) + row.replace("-", dash) + right for a, n, row in lines)


def found(text: str, dialect: str | None = None) -> tuple[str | None, list[tuple[str, int]]]:
    source = Source.whole(text)
    report = Report(source)
    result = extract(source, "tab", load_profile("lenient"), report, dialect)
    return None if result is None else result.text, [(d.name, d.line) for d in report.diagnostics]


def names(text: str) -> list[object]:
    score = parse(text, "tab").score
    assert score is not None
    return list(project(score).pitches)


STYLES = {
    "plain": {},
    "heavy": {"dash": "━", "left": "{label}┃", "right": "┃"},
    "double": {"dash": "═"},
    "underscores": {"dash": "_"},
    "equals": {"dash": "="},
    "minus": {"dash": "−"},
    "hyphens": {"dash": "‐"},
    "joints": {"left": "{label}├", "right": "┤", "dash": "─"},
    "blanks": {"dash": " "},
    "unlabelled": {"left": "|"},
    "no bar lines": {"left": "{label}", "right": ""},
    "rows alone": {"left": "", "right": ""},
    "numbers in parentheses": {"left": "{label} ({number})|"},
    "strings in words": {"left": "String {number} |"},
    "open": {"right": ""},
}


@pytest.mark.parametrize("style", STYLES)
def test_styles_of_rows(style: str) -> None:
    text = rows(**STYLES[style])
    assert found(text) == (text, [])
    assert names(text) == NOTES


@pytest.mark.parametrize("row", ["{}|0|", "{}|0h1p0|", "|-{}-|", "{}|-0-|"])
def test_short_and_dense_rows(row: str) -> None:
    filling = "0" if row.startswith("|") else "{}"
    text = "\n".join(row.format(filling.format(label)) for label in LABELS)
    assert found(text) == (text, [])


# A setting, and how far it moves the open low E string (MIDI 40).
SETTINGS = [
    ("Capo 2", 2),
    ("Capo: 2", 2),
    ("Capo on 3rd fret", 3),
    ("CAPO 4", 4),
    ("Drop C tuning", -4),
    ("Tuning: Drop D", -2),
    ("Tuned down a whole step", -2),
    ("Tuned down half a step.", -1),
    ("Tuning: Drop D\nCapo 2", 0),
]
LOWEST = "\n".join(f"|{'-' * 5}|" for _ in range(5)) + "\n|--0--|"


@pytest.mark.parametrize(("setting", "moved"), SETTINGS)
@pytest.mark.parametrize("between", ["\n", "\n\n", "\n\n```\n", "\n\nHere is the riff for you, as I hear it:\n\n"])
def test_settings_above_hold(setting: str, moved: int, between: str) -> None:
    score = parse(setting + between + LOWEST, "tab").score
    assert score is not None
    assert list(project(score).midi) == [40 + moved]


def test_a_sentence_right_above_that_is_a_setting_counts_and_is_reported() -> None:
    text = f"Capo on the 2nd fret if you want to sing along with the record:\n\n{LOWEST}"
    result = parse(text, "tab")
    assert result.score is not None
    assert list(project(result.score).midi) == [42]
    assert ("prose-before", 1) in [(d.name, d.line) for d in result.diagnostics]


BETWEEN = [
    "Now comes the second part of it.",
    "\nNow comes the second part of it:\n",
    "Well I woke up this morning with the sun",
    "\n[Verse 1]\nOh my dar-ling, oh my dar-ling, oh\n",
    "so--- long---- my love----",
    "\nRepeat it twice. Then go on.\n",
]


@pytest.mark.parametrize("words", BETWEEN)
def test_words_between_systems_end_no_tablature(words: str) -> None:
    text = f"{rows()}\n{words}\n{rows()}"
    result, reported = found(text)
    assert result is not None
    assert result.count("|-------0---|") == 2
    assert names(text) == NOTES * 2
    assert "several-scores" not in dict(reported)


def test_the_sentence_between_is_reported_and_taken_out() -> None:
    sentence = "Now comes the second part of it."
    result, reported = found(f"{rows()}\n\n{sentence}\n\n{rows()}")
    assert result == f"{rows()}\n\n\n{rows()}"
    assert reported == [("prose-before", 8)]


@pytest.mark.parametrize("mark", ["play 2 times", "(play 4 times)", "x2"])
def test_remarks_behind_a_row_stay(mark: str) -> None:
    text = rows().replace("|\n", f"| {mark}\n", 1)
    assert found(text) == (text, [])


def test_rhythm_letters_above_stay() -> None:
    text = f"  q   q q e\n{rows()}"
    assert found(text) == (text, [])


def test_rules_and_tables_are_no_rows() -> None:
    for text in ("----------\n----------", "| a | b |\n|---|---|\n| - | - |", "---\n\n===\n\n___\n\n---"):
        assert found(text)[0] is None


def test_a_rule_under_rows_is_no_row() -> None:
    assert found(f"{rows()}\n---\nEnjoy it!")[0] == rows()


@pytest.mark.parametrize("text", ["S1_F0", "s1_f0 s6_f3", "S1F0 S6F3", "S1_F100 S1_F1", "S6_X S1_F3"])
def test_positions_however_they_are_spelled(text: str) -> None:
    assert found(text, "linear") == (text, [])


def test_entities_for_bar_lines() -> None:
    result, reported = found(rows().replace("|", "&#124;"))
    assert (result, reported) == (rows(), [("html-entity", 1)])


def test_code_marks_on_every_line() -> None:
    text = "\n".join(f"`{line}`" for line in rows().splitlines())
    assert found(text) == (rows(), [("markdown-fence", 1)])


def test_a_closing_fence_without_an_opening_one() -> None:
    assert found(f"{rows()}\n```")[1] == [("markdown-fence", 7)]
