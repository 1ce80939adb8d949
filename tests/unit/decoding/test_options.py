from fractions import Fraction
from typing import Any

import pytest

from onote_compiler.decoding import export_grammar
from onote_compiler.errors import OnoteError, UnknownFormatError, UnknownOptionError
from onote_compiler.ir.key import Key


@pytest.mark.parametrize(
    "options",
    [
        {"meter": "4/5"},
        {"meter": "none"},
        {"measures": 0},
        {"measures": 100_000},
        {"key": "H"},
        {"pitch_range": "C6-E3"},
        {"pitch_range": "C3"},
        {"pitch_range": (0, 128)},
        {"grid": Fraction(3, 16)},
        {"grid": Fraction(0)},
        {"grid": Fraction(1, 256)},
        {"max_span": -1},
        {"title": "two\nlines"},
        {"title": "100 %"},
        {"target": "ebnf"},
        {"grid": Fraction(5, 16), "meter": "5/8", "single_notes": True},
    ],
)
@pytest.mark.parametrize("notation", ["abc", "jianpu", "pitchdur", "tab"])
def test_options_that_mean_nothing_are_refused(notation: str, options: dict[str, Any]) -> None:
    with pytest.raises(UnknownOptionError):
        export_grammar(notation, **{"meter": "4/4", "measures": 2, **options})


def test_an_unknown_notation_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownFormatError, match="did you mean jianpu"):
        export_grammar("janpu", meter="4/4", measures=1)


def test_a_range_without_a_note_is_refused() -> None:
    with pytest.raises(OnoteError, match="no note"):
        export_grammar("jianpu", meter="4/4", measures=1, key="C", pitch_range="C#4-C#4")
    with pytest.raises(OnoteError, match="no string"):
        export_grammar("tab", meter="4/4", measures=1, pitch_range="C1-C2")


def test_abc_takes_only_units_that_it_can_write() -> None:
    with pytest.raises(OnoteError, match="unit note length"):
        export_grammar("abc", meter="4/4", measures=1, grid=Fraction(1, 12))


def test_a_regular_expression_too_large_is_refused_at_once() -> None:
    for notation in ("abc", "jianpu", "pitchdur", "tab"):
        with pytest.raises(OnoteError, match="regular expression"):
            export_grammar(notation, meter="12/8", measures=32, target="regex")


def test_ranges_may_have_negative_octaves_and_numbers() -> None:
    options: dict[str, Any] = {"meter": "4/4", "measures": 1}
    whole = export_grammar("pitchdur", **options)
    assert export_grammar("pitchdur", pitch_range="C-1-G9", **options) == whole
    assert export_grammar("pitchdur", pitch_range=(0, 127), **options) == whole


def test_a_key_is_written_as_abc_writes_it() -> None:
    options: dict[str, Any] = {"meter": "4/4", "measures": 1}
    for name, written in (("e minor", "Em"), ("B\nflat", None), ("1=Eb", "Eb"), ("D\ndorian", "Ddor"), ("6=F#", "F#m")):
        if written is None:
            with pytest.raises(UnknownOptionError):
                export_grammar("abc", key=name, **options)
        else:
            grammar = export_grammar("abc", key=name, **options)
            assert grammar.startswith(f"// ABC: 1 measure of 4/4 in {written}\nstart:")
            assert f"K:{written}\\n" in grammar
    with pytest.raises(UnknownOptionError):
        export_grammar("abc", key=Key("D", accidentals=(("F", 0),)), **options)
