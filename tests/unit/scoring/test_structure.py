"""Key, meter, measures and repeats of conversions."""

from typing import Any

import pytest

from onote_compiler import parse
from onote_compiler.ir.score import Score
from onote_compiler.scoring import score_item
from onote_compiler.scoring.metrics import structure

HEAD = "X:1\nT:t\nM:{}\nL:1/4\nK:{}\n"


def abc(body: str, meter: str = "4/4", key: str = "C") -> Score:
    score = parse(HEAD.format(meter, key) + body, "abc").score
    assert score is not None
    return score


def test_repeats_and_endings() -> None:
    truth = abc("|: CDEF |1 G4 :|2 c4 |]")
    assert structure.signs(truth) == [("start", 1), ("ending", 2, (1,)), ("end", 2), ("ending", 3, (2,))]
    found = structure.evaluate(truth, abc("CDEF | G4 | c4 |]"))
    assert (found["structure"], found["measures_match"]) == (0.0, True)
    assert structure.evaluate(truth, truth)["structure"] == 1.0


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [("C", "C", True), ("C", "Am", False), ("F#", "Gb", True), ("D", "Dmix", False), ("Am", "Aaeo", True)],
)
def test_keys(first: str, second: str, same: bool) -> None:
    assert structure.key_match(abc("C4|]", key=first).key, abc("C4|]", key=second).key) is same


def test_meters() -> None:
    assert structure.meter_match(abc("C4|]").meter, abc("C4|]", "C").meter) is True
    assert structure.meter_match(abc("C3|]", "3/4").meter, abc("C3|]", "6/8").meter) is False


def test_evaluate_wants_scores() -> None:
    with pytest.raises(TypeError):
        structure.evaluate(abc("C4|]"), "C4|]")  # type: ignore[arg-type]


def test_conversion_from_abc_to_jianpu() -> None:
    source = HEAD.format("3/4", "G") + "G A B | d3 |]\n"
    found = score_item("cnc", "1(1/4) 2(1/4) 3(1/4) | 5(3/4) |", source, notation="jianpu")
    wanted: dict[str, Any] = {"phi": 1.0, "meter_match": True, "measures_match": True, "structure": None}
    assert {name: found.metrics[name] for name in wanted} == wanted
    assert found.format_ok


@pytest.mark.parametrize("dialect", [None, "linear"])
def test_linear_tab_has_no_durations_to_get_wrong(dialect: str | None) -> None:
    source = HEAD.format("2/4", "C") + "E G |]\n"
    found = score_item("ast", "S1_F0 S1_F3", source, notation="tab", dialect=dialect)
    assert (found.metrics["score"], found.metrics["duration"], found.format_ok) == (1.0, None, True)


def test_a_list_of_pitches_where_durations_are_asked_for_lacks_them() -> None:
    found = score_item("ast", "E4 G4", HEAD.format("2/4", "C") + "E G |]\n", notation="pitchdur")
    assert (found.metrics["pitch"], found.metrics["duration"], found.metrics["full"]) == (1.0, 0.0, 0.0)
    assert not found.format_ok
