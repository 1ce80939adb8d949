"""The metrics fall where they should and stay where they should, on a few pieces."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_metrics_behave() -> None:
    script = ROOT / "benchmarks" / "metric_validity.py"
    command = [sys.executable, str(script), "--pieces", "4", "--seed", "9"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
