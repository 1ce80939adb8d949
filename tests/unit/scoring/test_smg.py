"""Generated pieces: each rule on a piece that has its fault and on one that has not; the rubric."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from onote_compiler.scoring import ItemResult, score_item
from onote_compiler.scoring.items import Status

GOOD = "1(1/4) 2(1/8) 3(1/8) 5(1/2) | 6(1/4) 5(1/4) 3(1/2) | 2(1/4) 3(1/4) 2(1/2) | 3(1/4) 2(1/4) 1(1/2) |"


def smg(text: Any, notation: str = "jianpu", **more: Any) -> ItemResult:
    return score_item("smg", text, notation=notation, **{"key": "C major", "meter": "4/4", "measures": 4, **more})


def fired(found: ItemResult) -> list[str]:
    return str(found.metrics["fired"]).split()


def test_a_right_piece_fires_nothing() -> None:
    found = smg(GOOD)
    assert fired(found) == []
    assert found.metrics["technical"] == 5.0
    assert found.metrics["renderability"] == 1.0
    assert found.metrics["strict_score"] == found.metrics["score"]
    assert found.metrics["layout"] is None


def test_technical_is_the_share_of_right_measures() -> None:
    found = smg(GOOD.replace("5(1/2) |", "5(7/16) |", 1))
    assert fired(found) == ["measure_sum"]
    assert found.metrics["technical"] == 1 + 4 * 3 / 4
    assert "bar-sum" in {d.name for d in found.diagnostics}


def test_measure_count() -> None:
    found = smg(GOOD, measures=8)
    assert fired(found) == ["measure_count"]
    assert found.metrics["rule_measure_count"] == 0.5


def test_the_key_stated_counts() -> None:
    found = smg("1=G 4/4\n" + GOOD)
    assert "key" in fired(found)


def test_bad_symbols_and_format() -> None:
    found = smg(GOOD.replace("6(1/4)", "9(1/4)"))
    assert {"symbols", "format"} <= set(fired(found))
    assert found.metrics["strict_score"] == 0.0
    assert float(str(found.metrics["score"])) > 0.5


def test_a_rest_longer_than_its_measure_is_no_legal_event() -> None:
    assert "events" in fired(smg("0(3/2) | 1(1/1) | 2(1/1) | 1(1/1) |"))


TAB = """Beat|1...2...3...4...|
e   |--------0-------|
B   |----1-------1---|
G   |----------------|
D   |----------------|
A   |3---------------|
E   |----------------|
"""


def test_tab_rubric() -> None:
    found = smg(TAB, "tab", measures=1)
    assert [found.metrics[name] for name in ("technical", "layout", "fingering")] == [5.0, 5.0, 5.0]
    assert fired(found) == []


def test_an_open_string_does_not_widen_the_span() -> None:
    wide = TAB.replace("A   |3", "A   |0").replace("e   |--------0", "e   |9-------0")
    assert "span" not in fired(smg(wide, "tab", measures=1))
    # frets 12 and 3 at once: nine apart, and two digits are one fret
    found = smg(TAB.replace("e   |--------0", "e   |12------0"), "tab", measures=1)
    assert "span" in fired(found)
    assert found.metrics["fingering"] == pytest.approx(1 + 4 * 3 / 4)


@pytest.mark.parametrize("prediction", ["", "I would rather not.", None, 3])
def test_nothing_generated(prediction: Any) -> None:
    found = smg(prediction)
    assert found.status is (Status.MISSING if prediction is None else Status.INVALID)
    assert (found.metrics["score"], found.metrics["technical"]) == (0.0, 1.0)


def test_planted_faults_are_found_and_clean_pieces_left_alone() -> None:
    path = Path(__file__).parents[3] / "benchmarks" / "smg_faults.py"
    spec = importlib.util.spec_from_file_location("smg_faults", path)
    assert spec is not None
    assert spec.loader is not None
    faults = importlib.util.module_from_spec(spec)
    sys.modules["smg_faults"] = faults
    spec.loader.exec_module(faults)
    pieces = faults.make_pieces(60, 3)
    assert len(pieces) == 60
    wrong = [p.text for p in pieces if (p.rule not in faults.fired(p) if p.rule else faults.fired(p))]
    assert not wrong


def test_features_are_shown_with_their_value() -> None:
    """Eight measures, the first four twice; the half notes at the end of each four close the phrases."""
    shown = dict(part.split(": ", 1) for part in str(smg(f"{GOOD} {GOOD}", measures=8).metrics["findings"]).split("; "))
    assert shown["loop"] == "14% of the pairs of measures are alike"  # 4 of 28
    assert shown["phrases"] == "2 of 2 phrases close, 4 4 measures long"
    assert shown["motifs"].startswith("exact 1.00")
    assert shown["range"] == "9 semitones, convex"


def test_a_loop_in_a_sequence_without_bar_lines_fires() -> None:
    looped = score_item("smg", " ".join(["C5(1/4) D5(1/4)"] * 8), notation="pitchdur")
    assert looped.metrics["rule_loop"] == 1 / 8  # all rounds but the first are lost
