"""LilyPond: engraves MusicXML through its own ``musicxml2ly``.

A LilyPond file is a program, so no text of the score may reach it: titles, names, words, lyrics and chord symbols are
left out before. What is engraved is notes and signs.
"""

from __future__ import annotations

import re
import shutil
from xml.etree import ElementTree

from onote_compiler.engines.model import Complaint, Limits, Rendering
from onote_compiler.engines.sandbox import run_limited

_SAID = re.compile(r"(?:in\.ly:\d+:\d+: |fatal )?(error|warning): (.*)")
_TEXTS = frozenset({"work", "movement-title", "identification", "direction", "harmony", "lyric", "defaults", "credit"})
_FORMS = {"svg": ["--svg"], "pdf": ["--pdf"], "png": ["--png"]}
_QUICK = Limits(seconds=10)
# What it says about every file: beams and bars as they come are no fault of the text.
_REMARKS = re.compile(r"barcheck|bar check|no viable configuration|compressing over-full page", re.IGNORECASE)


def version() -> str | None:
    """Return the installed version."""
    path = shutil.which("lilypond")
    if path is None or shutil.which("musicxml2ly") is None:
        return None
    found = re.search(r"LilyPond (\S+)", run_limited([path, "--version"], {}, _QUICK).stdout)
    return found[1] if found else "unknown"


def run(text: str, target: str, limits: Limits) -> Rendering:
    """Engrave MusicXML as ``svg``, ``pdf`` or ``png``."""
    reader, path = shutil.which("musicxml2ly"), shutil.which("lilypond")
    assert reader is not None
    assert path is not None
    given = {"in.musicxml": without_texts(text).encode("utf-8", "replace")}
    first = run_limited([reader, "-o", "in.ly", "in.musicxml"], given, limits)
    source = first.files.get("in.ly")
    if source is None:
        return Rendering((), (), first.failure) if first.failure else Rendering(
            (), (Complaint(f"musicxml2ly made nothing of the MusicXML (status {first.status})"),)
        )  # fmt: skip
    done = run_limited([path, *_FORMS[target], "-o", "out", "in.ly"], {"in.ly": source}, limits)
    said = dict.fromkeys(found.groups() for found in map(_SAID.match, done.stderr.splitlines()) if found)
    complaints = [Complaint(m, kind == "error") for kind, m in said if not _REMARKS.search(m)]
    if done.status and done.failure is None and not any(complaint.error for complaint in complaints):
        complaints.append(Complaint(f"it ended with status {done.status}"))
    pages = [data for name, data in sorted(done.files.items()) if name.startswith("out") and name.endswith(target)]
    return Rendering(tuple(pages), tuple(complaints), done.failure)


def without_texts(text: str) -> str:
    """Return MusicXML without any element that holds words."""
    root = ElementTree.fromstring(text)
    for name in root.iter("part-name"):
        name.text = None
    for parent in list(root.iter()):
        parent[:] = [child for child in parent if child.tag not in _TEXTS]
    return ElementTree.tostring(root, encoding="unicode")
