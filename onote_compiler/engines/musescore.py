"""MuseScore: engraves and plays MusicXML from the command line."""

from __future__ import annotations

import re
import shutil

from onote_compiler.engines.model import Complaint, Limits, Rendering
from onote_compiler.engines.sandbox import run_limited

# Names under which distributions install it, the newest first.
_COMMANDS = ("mscore4portable", "MuseScore4", "mscore", "musescore", "musescore4", "musescore3", "mscore3")
_SUFFIXES = {"midi": "mid"}
_SLOW = Limits(seconds=20)


def version() -> str | None:
    """Return the installed version."""
    path = _path()
    if path is None:
        return None
    done = run_limited(_offscreen(path, "--version"), {}, _SLOW)
    found = re.search(r"\d+\.\d+(?:\.\d+)?", done.stdout + done.stderr)
    return found[0] if found else "unknown"


def run(text: str, target: str, limits: Limits) -> Rendering:
    """Engrave MusicXML as ``svg``, ``pdf`` or ``png``, or play it as ``midi``."""
    path = _path()
    assert path is not None
    out = f"out.{_SUFFIXES.get(target, target)}"
    given = {"in.musicxml": text.encode("utf-8", "replace")}
    done = run_limited(_offscreen(path, "-o", out, "in.musicxml"), given, limits)
    pages = tuple(data for name, data in sorted(done.files.items()) if name.startswith("out"))
    refused = () if pages or done.failure else (Complaint(f"it ended with status {done.status}"),)
    return Rendering(pages, refused, done.failure)


def _path() -> str | None:
    return next((path for name in _COMMANDS if (path := shutil.which(name)) is not None), None)


def _offscreen(path: str, *arguments: str) -> list[str]:
    return ["/usr/bin/env", "QT_QPA_PLATFORM=offscreen", path, *arguments]
