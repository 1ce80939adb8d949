"""abcm2ps: engraves ABC as PostScript or SVG.

It says on standard error what it found, ``FILE:LINE:COLUMN: error: …`` or ``warning: …``. Remarks on how full a line is
are about the page, not about the text, and are left out.
"""

from __future__ import annotations

import re
import shutil

from onote_compiler.engines.model import Complaint, Limits, Rendering
from onote_compiler.engines.sandbox import run_limited

_SAID = re.compile(r"in\.abc:(\d+):(\d+): (error|warning): (.*)")
_ON_WIDTH = re.compile(r"Line (?:under|over)full|Line too much shrunk")
_QUICK = Limits(seconds=5)


def version() -> str | None:
    """Return the installed version."""
    path = shutil.which("abcm2ps")
    if path is None:
        return None
    found = re.search(r"abcm2ps-(\S+)", run_limited([path, "-V"], {}, _QUICK).stdout)
    return found[1] if found else "unknown"


def run(text: str, target: str, limits: Limits) -> Rendering:
    """Engrave a text, with ``-S``: secure mode."""
    path = shutil.which("abcm2ps")
    assert path is not None
    form = ["-g", "-O", "out"] if target == "svg" else ["-O", "out.ps"]
    done = run_limited([path, "in.abc", "-S", *form], {"in.abc": text.encode("utf-8", "replace")}, limits)
    said = dict.fromkeys(found.groups() for found in map(_SAID.match, done.stderr.splitlines()) if found)
    complaints = tuple(
        Complaint(message, severity == "error", int(line), int(column) + 1)
        for line, column, severity, message in said
        if not _ON_WIDTH.match(message)
    )
    pages = tuple(data for name, data in sorted(done.files.items()) if name.startswith("out"))
    return Rendering(pages, complaints, done.failure)
