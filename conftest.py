"""Run the tests against the installed package, never against the checkout that happens to be the working directory."""

import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != _ROOT]
