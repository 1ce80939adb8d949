from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onote_compiler.notations.tab.rows import RowKind, RowReader, read_rows
from onote_compiler.parsing.driver import FusedMachine, TreeMachine, machine
from onote_compiler.parsing.grammar import load_grammar

ALPHABET = "eBGDAE|-0123 \t\n\r.:hpb/~x()<>*SF_+qwh&—│Tuning:Capo♯é"


def kinds(text: str) -> list[str]:
    return [row.kind.value for row in read_rows(text).rows]


def test_fast_machine() -> None:
    assert isinstance(machine("tab", RowReader), FusedMachine)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=ALPHABET, max_size=60))
def test_every_text_is_read_alike_by_both_machines(text: str) -> None:
    fast, tree = read_rows(text), RowReader()
    TreeMachine(load_grammar("tab")).run(text, tree)
    assert fast.rows == tree.finish(len(text))


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("e|--0--|", "string"),
        ("E |--0--|", "string"),
        ("  Bb|-0-|", "string"),
        ("e:--0--", "string"),
        ("e -----0---", "string"),
        ("e: -----0---", "string"),
        ("|e|--0--|", "string"),
        ("| E |--0--|", "string"),
        ("e-|--0--|", "string"),
        ("--0--|--1--|", "string"),
        ("-----|", "string"),
        ("e-0-1-", "string"),
        ("|--0--|", "string"),
        ("--0--2--", "string"),
        ("F#|-0-|", "string"),
        ("High e|--0--|", "string"),
        ("6|---0---|", "string"),
        ("e│──0──│", "string"),
        ("> e|--0--|", "string"),
        ("Beat|1...2...3...4...|", "beat"),
        ("   1 . . . 2 . . . 3", "beat"),
        ("  1 & 2 & 3 & 4 &", "beat"),
        ("   q   q   h", "rhythm"),
        ("  Q. E  E3 W", "rhythm"),
        ("  |q  q  h |", "rhythm"),
        ("| q q | h |", "rhythm"),
        ("    Am   G/B  F#m7", "chords"),
        ("S6_F0+S5_F2 S1_F3", "linear"),
        ("Answer: S6_F0 S1_F3", "linear"),
        ("Tuning: drop D", "setting"),
        ("Drop D tuning", "setting"),
        ("Drop-D", "setting"),
        ("Half step down", "setting"),
        ("Down a whole step", "setting"),
        ("(1/2 step down)", "setting"),
        ("Eb standard", "setting"),
        ("OPEN G", "setting"),
        ("DADGAD, capo 2", "setting"),
        ("Standard tuning, capo 2", "setting"),
        ("Capo 2", "setting"),
        ("Time: 3/4", "setting"),
        ("   P.M.------|", "text"),
        ("A - B - C", "text"),
        ("- an item of a list", "text"),
        ("e.g. like this", "text"),
        ("A: the first chord", "text"),
        ("Drop Dead", "text"),
        ("One step closer to the edge", "text"),
        ("Open Gate", "text"),
        ("|A|B|C|", "text"),
        ("|E|A|D|", "text"),
        ("D.S. al Coda", "text"),
        ("E minor, then A minor", "text"),
        ("2024-01-01", "text"),
        ("| a | b | c |", "text"),
        ("", "blank"),
        ("   ", "blank"),
    ],
)
def test_kind_of_a_line(line: str, kind: str) -> None:
    assert kinds(line) == [kind]


def test_columns_and_offsets() -> None:
    (_, row) = read_rows("x\nB   |--12h14-| x4").rows
    assert (row.label, row.origin, row.opened, row.closed) == ("B", 5, True, True)
    assert [(f.column, f.text, f.offset) for f in row.frets] == [(7, "12", 9), (10, "14", 12)]
    assert [(s.column, s.text) for s in row.signs] == [(9, "h")]
    assert row.trail is not None
    assert row.trail.text == " x4"


def test_tab_characters_reach_the_next_stop() -> None:
    (row,) = read_rows("e\t|-0-|").rows
    assert (row.origin, row.frets[0].column) == (9, 10)


def test_row_kinds_cover_the_enum() -> None:
    assert {kind.value for kind in RowKind} >= {"string", "beat", "rhythm", "chords", "linear", "setting", "text"}


@pytest.mark.parametrize("unit", [" ", "\t", "|", "-", "e|-0-|\n", "1 2 ", "q ", "Am ", "S1_F0+", "tuning ", "(", "0"])
def test_one_unit_over_and_over_is_read(unit: str) -> None:
    assert read_rows((unit * 10_000)[:10_000]).rows
