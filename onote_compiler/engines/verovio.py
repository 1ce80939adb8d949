"""Verovio: engraves MusicXML as SVG, through its Python package.

It runs in a process of its own, since it can end the process it runs in, and is given nothing but MusicXML that was
written from a score: its reader of ABC is never reached.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path

from onote_compiler.engines.model import Complaint, Limits, Rendering
from onote_compiler.engines.sandbox import run_limited

_SAID = re.compile(r"\[(Error|Warning)\] (.*)")
_PROCESS = Path(__file__).with_name("verovio_process.py")
_REFUSED = 3


def version() -> str | None:
    """Return the installed version; nothing is imported."""
    try:
        return installed("verovio")
    except PackageNotFoundError:
        return None


def run(text: str, target: str, limits: Limits) -> Rendering:
    """Engrave MusicXML as ``svg``, or play it as ``midi``."""
    command = [sys.executable, "-I", str(_PROCESS), target]
    done = run_limited(command, {"in.musicxml": text.encode("utf-8", "replace")}, limits)
    said = dict.fromkeys(found.groups() for found in map(_SAID.match, done.stderr.splitlines()) if found)
    complaints = [Complaint(message, kind == "Error") for kind, message in said]
    if done.status == _REFUSED:
        complaints.append(Complaint("the MusicXML was refused"))
    elif done.status and done.failure is None:
        complaints.append(Complaint(f"it ended with status {done.status}"))
    pages = [data for name, data in sorted(done.files.items()) if name.startswith("page")]
    return Rendering(tuple(pages), tuple(complaints), done.failure)
