"""Guitar tablature: cells of exactly their width, frets of a system within one window."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from onote_compiler.decoding import export_grammar
from onote_compiler.errors import UnknownOptionError

Accepts = Callable[[str], bool]
Language = Callable[..., Accepts]
SILENT = {2: "--------", 3: "------------", 4: "----------------"}


def system(beats: int, *cells: str, measures: int = 1) -> str:
    """Return a system in which row ``i`` holds ``cells[i]`` in every measure, the others nothing."""
    count = "1...2...3...4..."[: 4 * beats]
    filled = [*cells, *[SILENT[beats]] * (6 - len(cells))]
    lines = [f"Beat|{f'{count}|' * measures}"]
    lines += [f"{label.ljust(4)}|" + f"{cell}|" * measures for label, cell in zip("eBGDAE", filled, strict=True)]
    return "\n".join(lines)


def test_a_cell_is_as_wide_as_its_measure(tablature: Language) -> None:
    accepts = tablature(meter="2/4", measures=1)
    for good in ("--------", "0-------", "3-5-3--3", "12--10-9", "-----7-8", "------12"):
        assert accepts(system(2, good)), good
    for bad in (
        "-------",
        "---------",
        "12--10-",
        "-------12",
        "35------",
        "12-10101",
        "3h5-----",
        "25------",
        "x-------",
    ):
        assert not accepts(system(2, bad)), bad


def test_labels_beat_row_and_bars_are_fixed(tablature: Language) -> None:
    accepts = tablature(meter="3/4", measures=1)
    good = system(3, "0--1--3---0-")
    assert accepts(good)
    for old, new in (("e   ", "E   "), ("Beat|1", "Beat|2"), ("3...|", "3..|"), ("|\n", "\n"), ("B   |", "B|")):
        assert not accepts(good.replace(old, new, 1)), old
    assert not accepts(good + "\n")
    assert not accepts(good.rpartition("\n")[0])


def test_six_eight_has_twelve_columns(tablature: Language) -> None:
    accepts = tablature(meter="6/8", measures=1)
    assert accepts(system(3, "0-1-3-5-3-1-"))
    assert not accepts(system(4, "0-1-3-5-3-1-----"))


def test_measures_stand_four_to_a_system(tablature: Language) -> None:
    accepts = tablature(meter="2/4", measures=6)
    four, two = system(2, "0--3----", measures=4), system(2, "0--3----", measures=2)
    assert accepts(f"{four}\n\n{two}")
    assert not accepts(f"{two}\n\n{four}")
    assert not accepts(f"{four}\n{two}")
    assert not accepts(four)


def test_the_frets_of_a_system_lie_within_the_span(windows: Language) -> None:
    accepts = windows(meter="2/4", measures=1, max_span=4)
    for good in (("5--0--9-",), ("0-------", "8-------", "--4-----"), ("24------", "--20----"), ("1-------",)):
        assert accepts(system(2, *good)), good
    for bad in (("5--0--10",), ("8-------", "--3-----"), ("24------", "--19----"), ("1-------", "------6-")):
        assert not accepts(system(2, *bad)), bad


def test_each_system_has_a_window_of_its_own(windows: Language) -> None:
    accepts = windows(meter="2/4", measures=5, max_span=4)
    low, high = system(2, "1-------", measures=4), system(2, "12------")
    assert accepts(f"{low}\n\n{high}")
    assert not accepts(f"{system(2, '1-12----', measures=4)}\n\n{high}")


def test_for_lalr_the_first_fretted_note_lies_in_the_middle_of_the_window(tablature: Language) -> None:
    accepts = tablature(meter="2/4", measures=1, max_span=4)
    for good in (("0-7-5-9-",), ("--------", "7-------", "----9---", "----5---"), ("1---5---",), ("24---20-",)):
        assert accepts(system(2, *good)), good
    for bad in (("7-5-10--",), ("--------", "7-------", "----11--", "----5---"), ("1---6---",)):
        assert not accepts(system(2, *bad)), bad


def test_frets_are_held_to_the_pitch_range(tablature: Language) -> None:
    # E4 to A4: frets 0 to 5 of the e string, 5 to 10 of B, 9 to 14 of G …; no open string but e.
    accepts = tablature(meter="2/4", measures=1, pitch_range="E4-A4")
    for good in (("0---5---",), ("2-------", "5-------"), ("5-------", "--------", "9-------")):
        assert accepts(system(2, *good)), good
    for bad in (
        ("6-------",),
        ("--------", "0-------"),
        ("--------", "4-------"),
        ("--------", "--------", "8-------"),
    ):
        assert not accepts(system(2, *bad)), bad


def test_on_a_coarser_grid_notes_begin_on_its_steps(tablature: Language) -> None:
    accepts = tablature(meter="2/4", measures=1, grid=Fraction(1, 4))
    assert accepts(system(2, "7---10--"))
    assert not accepts(system(2, "3-5-----"))
    assert not accepts(system(2, "-3------"))


def test_columns_cannot_show_every_duration() -> None:
    for options in ({"grid": Fraction(1, 32)}, {"tuplets": True}, {"grid": Fraction(1, 12)}):
        with pytest.raises(UnknownOptionError):
            export_grammar("tab", meter="4/4", measures=1, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("meter", ["3/16", "7/16", "13/8", "1/8"])
def test_a_measure_that_the_format_has_no_cell_for_is_refused(meter: str) -> None:
    with pytest.raises(UnknownOptionError, match="columns"):
        export_grammar("tab", meter=meter, measures=1)
