"""The page of discrepancies says what the code says."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_page_is_up_to_date() -> None:
    script = ROOT / "benchmarks" / "reference_discrepancies.py"
    run = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
