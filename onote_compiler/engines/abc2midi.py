"""abc2midi, of the abcMIDI package: plays ABC.

It always exits with 0 and says on standard output what it found. ``Error`` lines are errors; ``Warning`` lines are not,
measures that do not add up among them: it plays on.
"""

from __future__ import annotations

import re
import shutil

from onote_compiler.engines.model import Complaint, Limits, Rendering
from onote_compiler.engines.sandbox import run_limited

_SAID = re.compile(r"(Error|Warning) +(?:in line-char (\d+)-(\d+) )?: (.*)")
_QUICK = Limits(seconds=5)


def version() -> str | None:
    """Return the installed version."""
    path = shutil.which("abc2midi")
    if path is None:
        return None
    return run_limited([path, "-ver"], {}, _QUICK).stdout.strip().removesuffix(" abc2midi") or "unknown"


def run(text: str, target: str, limits: Limits) -> Rendering:
    """Play a text to a MIDI file."""
    path = shutil.which("abc2midi")
    assert path is not None
    done = run_limited([path, "in.abc", "-o", "out.mid"], {"in.abc": text.encode("utf-8", "replace")}, limits)
    complaints = tuple(_complaint(found) for found in map(_SAID.match, done.stdout.splitlines()) if found)
    made = done.files.get("out.mid", b"")
    return Rendering((made,) if made else (), complaints, done.failure)


def _complaint(found: re.Match[str]) -> Complaint:
    severity, line, column, message = found.groups()
    place = (None, None) if line is None else (int(line), int(column) + 1)
    return Complaint(message.strip(), severity == "Error", *place)
