"""Key, meter and number of measures against what a task asked for."""

import pytest

from onote_compiler import parse
from onote_compiler.api import expectation

TUNE = "X:1\nT:T\nM:3/4\nL:1/4\nK:{key}\n{body} |]\n"


def found(text: str, notation: str, profile: str = "lenient", **asked: object) -> dict[str, dict[str, object]]:
    result = parse(text, notation, profile=profile, expect=expectation(**asked))  # type: ignore[arg-type]
    names = ("measure-count", "key-mismatch", "meter-mismatch")
    return {d.name: dict(d.data) for d in result.diagnostics if d.name in names}


def tune(key: str = "G", body: str = "G A B | c2 d") -> str:
    return TUNE.format(key=key, body=body)


def test_what_was_asked_for_is_silent() -> None:
    assert found(tune(), "abc", measures=2, key="G", meter="3/4") == {}
    assert found(tune("Gmajor"), "abc", key="G major") == {}
    assert found(tune("Eaeolian"), "abc", key="E minor") == {}


def test_measure_count() -> None:
    assert found(tune(), "abc", measures=4) == {"measure-count": {"have": 2, "want": 4}}


def test_a_pickup_is_not_counted_where_it_is_allowed() -> None:
    body = "D | G A B | c2"
    assert found(tune(body=body), "abc", measures=2) == {}
    assert "measure-count" in found(tune(body=body), "abc", "smg", measures=2)


@pytest.mark.parametrize(("written", "asked"), [("Em", "G"), ("D", "G"), ("Gm", "G"), ("none", "C")])
def test_key_mismatch(written: str, asked: str) -> None:
    assert "key-mismatch" in found(tune(written), "abc", key=asked)


def test_meter_mismatch_at_the_measure_that_changes() -> None:
    text = tune(body="G A B |[M:2/4] c d")
    result = parse(text, "abc", expect=expectation(meter="3/4"))
    (other,) = [d for d in result.diagnostics if d.name == "meter-mismatch"]
    assert (other.measure, other.data["have"]) == (2, "2/4")


def test_common_time_is_four_four() -> None:
    text = "X:1\nT:T\nM:C\nL:1/4\nK:G\nG A B c |]\n"
    assert found(text, "abc", meter="4/4") == {}
    assert found(text, "abc", meter="2/2") != {}


def test_a_sequence_without_bar_lines_is_measured_by_its_duration() -> None:
    text = "C4(1/4) D4(1/4) E4(1/2)"
    assert found(text, "pitchdur", measures=1, meter="4/4", key="G") == {}
    assert found(text, "pitchdur", measures=2, meter="3/4") == {"measure-count": {"have": "4/3", "want": 2}}


def test_jianpu_takes_what_the_task_says_where_it_says_nothing() -> None:
    text = "1(1/4) 2(1/4) 3(1/4) | 1(3/4) |"
    assert found(text, "jianpu", measures=2, meter="3/4", key="G") == {}
    assert "key-mismatch" in found(f"1=D 3/4\n{text}", "jianpu", key="G")
    assert "meter-mismatch" in found(f"1=D 3/4\n{text}", "jianpu", meter="4/4")


def test_severity_is_the_profile_s() -> None:
    result = parse(tune(), "abc", profile="smg", expect=expectation(measures=4))
    assert [d.severity for d in result.diagnostics if d.name == "measure-count"] == ["error"]
