"""jianpu-ly accepts what its writer writes, and LilyPond engraves it where it is installed."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from onote_compiler import convert

TUNES = {
    "repeats, tuplet, chord": "X:1\nT:Test\nM:3/4\nL:1/8\nK:Bb\nF2|:B2 d2 f2|(3efg a2 [Bdf]2|1 B4 F2:|2 B6|]\n",
    "grace notes, ties, double sharp": "X:1\nM:4/4\nL:1/4\nK:F#\n{fg}f2-f !trill!g|E3/2 ^^C/ (A B)|z2 [F,A,c']2|]\n",
    "compound meter, minor": "X:1\nM:6/8\nL:1/8\nK:Am\nABc dcB|^G3 e2-e|A6|]\n",
    "measures of odd length": "X:1\nM:4/4\nL:1/4\nK:C\nCDE|FGABc|C4|C D|]\n",
    "pickup made up for": "X:1\nM:4/4\nL:1/4\nK:G\nD|GABc|d4|G3|]\n",
    "meter and key change": "X:1\nM:4/4\nL:1/4\nK:G\nGABc|[M:3/4][K:D]def|d3|]\n",
    "two voices": "X:1\nM:4/4\nL:1/4\nK:C\nV:1\nceg2|]\nV:2\nC2E2|]\n",
    "meter changes within a repeat with endings": ("X:1\nM:2/4\nL:1/4\nK:C\n|:CD|[M:3/4]EFG|1 C3:|2 [M:6/8]D3|]\n"),
    "three endings, unison, tempo": "X:1\nQ:3/8=60\nM:6/8\nL:1/8\nK:Eb\n|:[GG]3 B3|1 e6:|2 d6:|3 G6|]\n",
    "lyrics": "X:1\nM:4/4\nL:1/4\nK:C\nCDEF|G4|]\nw:one two three four five\n",
}

pytestmark = pytest.mark.skipif(importlib.util.find_spec("jianpu_ly") is None, reason="jianpu-ly is not installed")


@pytest.mark.parametrize("name", TUNES)
def test_accepted(name: str, tmp_path: Path) -> None:
    text = convert(TUNES[name], "abc", "jianpu", to_dialect="jianpu-ly").output
    assert isinstance(text, str)
    source = tmp_path / "tune.txt"
    source.write_text(text, encoding="utf-8")
    judged = subprocess.run(
        [sys.executable, "-m", "jianpu_ly", str(source)], check=False, capture_output=True, text=True, timeout=60
    )
    assert judged.returncode == 0, judged.stderr[-400:] + text
    if shutil.which("lilypond") is None:
        return
    engraving = tmp_path / "tune.ly"
    engraving.write_text(judged.stdout, encoding="utf-8")
    done = subprocess.run(
        ["lilypond", "-o", str(tmp_path / "tune"), str(engraving)],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-400:]
    assert "error" not in done.stderr.lower()
