"""Generated pieces judged by external programs, on request."""

import pytest

from onote_compiler.engines import ENGINES
from onote_compiler.errors import UnknownOptionError
from onote_compiler.scoring import ItemResult, score_item
from onote_compiler.scoring.parameters import DEFAULTS

GOOD = "X:1\nT:t\nM:4/4\nL:1/4\nK:C\nCDEF|GABc|]\n"
BAD = "X:1\nT:t\nM:4/4\nL:1/4\nK:C\nCDE-F|GABc|]\n"


def judged(prediction: str | None, *engines: str, notation: str = "abc") -> ItemResult:
    return score_item("smg", prediction, notation=notation, engines=engines)


def test_engines_are_not_asked_unless_named() -> None:
    assert not any(name.startswith("renderable_") for name in judged(GOOD).metrics)


@pytest.mark.skipif(ENGINES["abc2midi"].version is None, reason="abc2midi needed")
def test_renderable_by_an_engine() -> None:
    without = judged(BAD)
    assert judged(GOOD, "abc2midi").metrics["renderable_abc2midi"] == 1.0
    found = judged(BAD, "abc2midi")
    assert found.metrics["renderable_abc2midi"] == 0.0
    assert ("engine-failed", 6) in [(d.name, d.line) for d in found.diagnostics]
    assert found.metrics["score"] == without.metrics["score"]
    assert judged(None, "abc2midi").metrics["renderable_abc2midi"] == 0.0
    assert judged("no music", "abc2midi").metrics["renderable_abc2midi"] == 0.0
    assert judged("1(1/4) 2(1/4) 3(1/2) |", "abc2midi", notation="jianpu").metrics["renderable_abc2midi"] == 1.0


def test_an_engine_that_is_missing_judges_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onote_compiler.engines.table._version", lambda name: None)
    assert judged(GOOD, "musescore").metrics["renderable_musescore"] is None


def test_unknown_engines_are_refused_at_once() -> None:
    with pytest.raises(UnknownOptionError, match="did you mean verovio"):
        DEFAULTS.changed(engines=("verovi",))
