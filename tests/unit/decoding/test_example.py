import runpy
from pathlib import Path

import pytest

pytest.importorskip("llguidance")
EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "constrained_decoding.py"


def test_the_example_writes_eight_measures_that_hold(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    music, verdict = capsys.readouterr().out.splitlines()
    assert music.count("|") == 8
    assert verdict == "verdict: valid"
