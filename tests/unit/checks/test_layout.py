from __future__ import annotations

from dataclasses import replace

from onote_compiler.checks.layout import (
    LayoutMeasure,
    LayoutRow,
    LayoutSystem,
    check_measure,
    check_system,
    check_width,
    report_missing_beat_row,
)
from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Source


def report() -> Report:
    return Report(Source.whole("x" * 100))


def measure(*widths: int, want: int | None = 16, beat: int | None = 16, together: int = 1, closed: bool = True,
            open_rows: int = 0) -> LayoutMeasure:  # fmt: skip
    rows = [LayoutRow("eBGDAE"[k], width, k >= open_rows, (10 * k, 10 * k + 9)) for k, width in enumerate(widths)]
    return LayoutMeasure(3, max(set(widths), key=widths.count), want, beat, together, closed, rows, (0, 9))


def test_rows_of_one_length() -> None:
    found = report()
    check_measure(measure(16, 16, 16, 16, 16, 16), found)
    check_width(measure(16, 16, 16, 16, 16, 16), found)
    assert not found.diagnostics


def test_a_row_too_long() -> None:
    found = report()
    check_measure(measure(16, 16, 17, 16, 16, 16), found)
    (only,) = found.diagnostics
    assert (only.name, only.measure, only.span.start) == ("row-length", 3, 20)
    assert only.data == {"string": "G", "got": 17, "want": 16}
    assert only.hint == "1 column too many"


def test_bar_lines() -> None:
    found = report()
    check_measure(measure(*[16] * 6, open_rows=2), found)
    assert [(d.name, d.data.get("strings")) for d in found.diagnostics] == [("missing-barline", "e, B")]
    found = report()
    check_measure(measure(*[16] * 6, closed=False), found)
    assert [d.name for d in found.diagnostics] == ["missing-barline"]


def test_a_short_row_is_one_fault() -> None:
    found = report()
    check_measure(measure(9, 16, 16, 16, 16, 16, open_rows=1), found)
    assert [d.name for d in found.diagnostics] == ["row-length"]


def test_width() -> None:
    found = report()
    check_width(measure(*[32] * 6), found)
    check_width(measure(*[16] * 6, beat=15), found)
    check_width(measure(*[32] * 6, want=None, beat=None), found)
    assert [(d.name, d.data) for d in found.diagnostics] == [
        ("width", {"got": 32, "want": 16}), ("width", {"got": 16, "want": 15}),
    ]  # fmt: skip


def test_beat_row_that_ends_early() -> None:
    found = report()
    check_width(replace(measure(*[16] * 6, beat=None), uncounted=True), found)
    assert [(d.name, d.measure) for d in found.diagnostics] == [("missing-beat-row", 3)]


def test_rows_without_their_first_bar_line() -> None:
    found = report()
    check_system(LayoutSystem(2, (), (1, 2, 3, 4, 5, 6), False, None, (0, 5), (("B", (7, 9)), ("D", (20, 25)))), found)
    (only,) = found.diagnostics
    assert (only.name, only.measure, only.span, only.data) == ("missing-barline", 2, (7, 9), {"strings": "B, D"})


def test_two_measures_in_a_cell() -> None:
    found = report()
    check_width(measure(*[32] * 6, together=2), found)
    assert sorted(d.name for d in found.diagnostics) == ["missing-barline", "width"]


def system(*, missing: tuple[str, ...] = (), rows: tuple[int, ...] = (1, 2, 3, 4, 5, 6), last: bool = False,
           cut: tuple[int, int] | None = None) -> list[str]:  # fmt: skip
    found = report()
    check_system(LayoutSystem(1, missing, rows, last, cut, (0, 5)), found)
    return sorted(d.name for d in found.diagnostics)


def test_systems() -> None:
    assert system() == []
    assert system(rows=(6, 5, 4, 3, 2, 1)) == ["order-reversed"]
    assert system(rows=(1, 3, 2, 4, 5, 6)) == ["order-reversed"]
    assert system(rows=(1, 2, 3, 3, 4, 5, 6)) == []
    assert system(missing=("G",), rows=(1, 2, 4, 5, 6), last=True) == ["missing-string"]
    assert system(missing=("D", "A", "E"), rows=(1, 2, 3), last=True) == ["missing-string"] * 3 + ["truncated"]
    assert system(missing=("D", "A", "E"), rows=(1, 2, 3)) == ["missing-string"] * 3
    assert system(cut=(3, 5), last=True) == ["truncated"]


def test_beat_row() -> None:
    found = report()
    report_missing_beat_row((4, 9), 2, found)
    assert [(d.name, d.measure, d.span) for d in found.diagnostics] == [("missing-beat-row", 2, (4, 9))]
