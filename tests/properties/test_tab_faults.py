"""One fault in a tab of the benchmark's layout is reported once, by its name, in its row, column and measure."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from onote_compiler import parse

LABELS = "eBGDAE"
# Lines of a system: the beat row, six strings, an empty line.
SYSTEM = 8
Lines = list[str]


@st.composite
def tabs(draw: st.DrawFn) -> tuple[Lines, int, int, int]:
    """Return the lines of a tab with one-digit frets, its systems, measures a system, and columns a measure."""
    count, measures, beats = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(2, 4))
    width = 4 * beats
    lines: Lines = []
    for _ in range(count):
        frets = [[["-"] * width for _ in range(measures)] for _ in LABELS]
        for string, measure, column, fret in draw(
            st.lists(st.tuples(*map(st.integers, (0, 0, 0, 0), (5, measures - 1, width // 2 - 1, 9))), max_size=12)
        ):
            frets[string][measure][2 * column] = str(fret)
        counted = "".join(f"{n + 1}..." for n in range(beats))
        lines.append("Beat|" + f"{counted}|" * measures)
        lines += [f"{label}   |" + "".join("".join(c) + "|" for c in cells) for label, cells in zip(LABELS, frets)]  # noqa: B905
        lines.append("")
    return lines, count, measures, width


@st.composite
def faulty(draw: st.DrawFn) -> tuple[str, str, int, int, int]:
    """Return a tab with a fault, and the fault's name, line, column and measure."""
    lines, count, measures, width = draw(tabs())
    system, string, measure = (draw(st.integers(0, n)) for n in (count - 1, 5, measures - 1))
    first = SYSTEM * system
    at, start = first + 1 + string, 5 + measure * (width + 1)
    row, number = lines[at], system * measures + measure + 1
    cell = row[start : start + width]
    name = draw(st.sampled_from(sorted(KINDS)))
    line, column = at + 1, start + 1
    if name == "row-length":
        short = draw(st.booleans())  # its second column is always empty
        lines[at] = row[: start + 1] + ("" if short else "--") + row[start + 2 :]
        if short and cell[2:3] != "-":
            lines[at] = row[:start] + "-" * (width - 1) + row[start + width :]
    elif name == "fret-range":
        column += 2 * draw(st.integers(0, width // 2 - 2))
        lines[at] = put(row, column - 2 if column > start + 1 else column - 1, " 26 " if column > start + 1 else "26 ")
    elif name == "bad-token":
        column += draw(st.integers(0, width - 1))
        lines[at] = put(row, column - 1, "?")
    elif name == "missing-string":
        del lines[at]
        line, column, number = first + 2, 1, system * measures + 1
    elif name == "order-reversed":
        lines[first + 1 : first + 7] = lines[first + 1 : first + 7][::-1]
        line, column, number = first + 2, 1, system * measures + 1
    elif name == "missing-barline":
        lines[at] = row[:-1]
        column, number = len(row), (system + 1) * measures
    else:
        for k in range(7):
            lines[first + k] = put(lines[first + k], start + width - 1, lines[first + k][start + width - 1] + ".", 1)
        line = first + 2
    return "\n".join(lines), name, line, column, number


KINDS = {"row-length", "fret-range", "bad-token", "missing-string", "order-reversed", "missing-barline", "width"}


def put(row: str, at: int, text: str, over: int | None = None) -> str:
    """Return a row with ``text`` in place of as many characters (or ``over``) from ``at`` on; blanks are dashes."""
    return row[:at] + text.replace(" ", "-") + row[at + (len(text) if over is None else over) :]


@settings(max_examples=300, deadline=None)
@given(faulty())
def test_a_fault_is_reported_where_it_is(case: tuple[str, str, int, int, int]) -> None:
    text, name, line, column, measure = case
    result = parse(text, "tab", profile="onote")
    found = [
        (d.name, *result.source.position(d.span.start), d.measure) for d in result.diagnostics if d.severity == "error"
    ]
    assert found == [(name, line, column, measure)]
