"""What a run assumes is said: notations nobody named, truths whose measures do not add up."""

from typing import Any

from onote_compiler.harness.cautions import cautions
from onote_compiler.scoring import Item


def piece(*durations: str) -> dict[str, Any]:
    bars = [{"bar_number": 1, "staves": {"treble": [{"pitch": "C4", "duration": d} for d in durations]}}]
    bars.append({"bar_number": 2, "staves": {"treble": [{"pitch": "C4", "duration": "1/1"}]}})
    return {"key": "C Major", "time_signature": "4/4", "bars": bars}


def test_nothing_to_say() -> None:
    assert cautions("ast", [Item("a", "C4(1/4)", piece("1/2", "1/2"), "pitchdur")]) == []


def test_an_assumed_notation_is_said_once() -> None:
    items = [Item(name, "C4(1/4)", piece("1/1")) for name in "ab"]
    assert cautions("ast", items) == ["2 items without a notation, read as pitchdur; --notation says otherwise"]


def test_a_truth_whose_measures_do_not_add_up() -> None:
    truth = piece("1/2", "5/8")
    items = [Item(name, None, truth, "abc") for name in "ab"]
    assert cautions("cnc", items) == ["the truth of a: staff: measure 1 lasts 9/8, the meter 4/4 asks for 1"]
