"""Run the tests against the installed package, never against the checkout that happens to be the working directory.

Property tests draw the same examples every time, so that a run says something about the change and not about luck;
``ONOTE_PROPERTY_EXAMPLES=N`` draws others, and as many as it says where a test asks.
"""

import os
import sys
from pathlib import Path

from hypothesis import settings

_ROOT = Path(__file__).resolve().parent
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != _ROOT]

settings.register_profile("repeatable", derandomize="ONOTE_PROPERTY_EXAMPLES" not in os.environ, deadline=None)
settings.load_profile("repeatable")
