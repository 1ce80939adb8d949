"""The strict grammars of tablature and the profile ``onote`` accept the same texts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from onote_compiler import parse
from onote_compiler.parsing.strict import first_refusal

# Beat rows that count other beats than quarter notes, by the columns of their measures.
OTHER_BEATS = {
    12: ("1.2.3.4.5.6.", "1.....2....."), 18: ("1.2.3.4.5.6.7.8.9.",), 24: ("1.2.3.4.5.6.7.8.9.101112",),
}  # fmt: skip
LABELS = ("e   |", "B   |", "G   |", "D   |", "A   |", "E   |")
# What the grammar cannot compare, or does not know: pitch range and two notes on one string.
# How many measures of a system the grammar counts, so that it sees when a row has fewer or more.
MOST_COUNTED = 16
OUTSIDE_GRAMMAR = {"string-conflict", "bad-pitch"}


@st.composite
def cell(draw: st.DrawFn, width: int) -> str:
    """Return one measure of one string."""
    text = ""
    for fret in draw(st.lists(st.integers(0, 24), max_size=4)):
        text += "-" * draw(st.integers(1 if text else 0, 5)) + str(fret)
    return text.ljust(width, "-") if len(text) <= width else "-" * width


@st.composite
def strict_text(draw: st.DrawFn) -> str:
    """Return a text of the benchmark's tablature."""
    width = 2 * draw(st.integers(2, 12))
    quarters = "".join(str(n).ljust(4, ".") for n in range(1, 8))[:width]
    beats = draw(st.sampled_from([quarters, *OTHER_BEATS.get(width, ())]))
    systems = []
    for _ in range(draw(st.integers(1, 2))):
        count = draw(st.one_of(st.integers(1, 3), st.integers(15, 20)))
        rows = ["Beat|" + f"{beats}|" * count]
        rows += [label + "".join(draw(cell(width)) + "|" for _ in range(count)) for label in LABELS]
        systems.append("\n".join(rows))
    return draw(st.sampled_from(["\n", "\n\n"])).join(systems) + draw(st.sampled_from(["", "\n", "\n\n", "\n\n\n"]))


@st.composite
def mutated(draw: st.DrawFn, texts: st.SearchStrategy[str], alphabet: str) -> str:
    """Return a text with up to three characters changed, dropped or added, or a line dropped or doubled."""
    text = draw(texts)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        kind = draw(st.sampled_from(["replace", "drop", "add", "drop-line", "double-line"]))
        if kind.endswith("line"):
            lines = text.split("\n")
            k = draw(st.integers(0, len(lines) - 1))
            text = "\n".join([*lines[:k], *([lines[k]] * (2 if kind == "double-line" else 0)), *lines[k + 1 :]])
        else:
            new = "" if kind == "drop" else draw(st.sampled_from(alphabet))
            text = text[:at] + new + text[at + (kind != "add") :]
    return text


def agrees(text: str, grammar: str, dialect: str) -> bool:
    result = parse(text, "tab", profile="onote", dialect=dialect)
    if any(d.name in OUTSIDE_GRAMMAR for d in result.diagnostics):
        return True
    if any(line.count("|") > MOST_COUNTED + 1 for line in text.split("\n")) and not result.format_ok:
        return True
    return (first_refusal(grammar, text) is None) == (result.score is not None and result.format_ok)


@settings(max_examples=60, deadline=None)
@given(strict_text())
def test_strict_text_is_accepted(text: str) -> None:
    assert first_refusal("tab_strict", text) is None
    assert parse(text, "tab", profile="onote").format_ok


@settings(max_examples=200, deadline=None)
@given(mutated(strict_text(), "-0129|. \n1234eBGDAEhx~—"))
def test_rows_agree(text: str) -> None:
    assert agrees(text, "tab_strict", "ascii")


POSITION = st.builds("S{}_F{}".format, st.integers(1, 6), st.integers(0, 24))
CHORDS = st.lists(st.lists(POSITION, min_size=1, max_size=4).map("+".join), min_size=1, max_size=8).map(" ".join)
LINEAR = st.builds("{}{}".format, CHORDS, st.sampled_from(["", "\n", "\n\n"]))


@settings(max_examples=200, deadline=None)
@given(mutated(LINEAR, "S_F0123456789+ \n,|x"))
def test_linear_agrees(text: str) -> None:
    assert agrees(text, "tab_linear_strict", "linear")
