"""The fixers: each returns edits that it holds to be safe; ``fix`` makes sure that they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from onote_compiler.api import ParseResult
from onote_compiler.extraction.escapes import free_text
from onote_compiler.extraction.pieces import Edit, edits_between


class Fixer(NamedTuple):
    """One way of fixing.

    Attributes:
        apply: Given a text that is read whole and what came of it, returns edits in its offsets.
        mends: Name of the diagnostic that has to be gone afterwards, where it mends one.
    """

    apply: Callable[[str, ParseResult], list[Edit]]
    mends: str | None = None


# What stands for an ASCII character of a notation and is read as it.
_COMMON = {"\u00a0": " ", "\u2009": " ", "\u202f": " "}
_BARS = dict.fromkeys("│┃∣︱¦║‖", "|")
_DASHES = dict.fromkeys("–—―─−‐‑", "-")
_ACCIDENTALS = {"♯": "#", "♭": "b", "𝄪": "##", "𝄫": "bb"}
_MEANT = {
    "abc": _COMMON | _BARS | {"‖": "||", "║": "||"},
    "jianpu": _COMMON | _BARS | _ACCIDENTALS | {"ˆ": "^"},
    "pitchdur": _COMMON | _ACCIDENTALS,
    "tab": _COMMON | _BARS | _DASHES,
}
_SPACED_OUT = re.compile(r"[ \t]*(?:\r\n|\n|\r)\s*|[ \t]{2,}")
_RUN_ON = re.compile(r"(?<=\))(?=[\w^<#])")
_COMMA = re.compile(r"(?<=\))[ \t]*,(?=[ \t])")
_CRAMPED_BAR = re.compile(r"(?<=[^\s|:\[])\|(?![|:\]\d])|(?<![|:\[])\|(?=[^\s|:\]])")
_FIELD = re.compile(r"([A-Za-z]):[^\r\n]*(?:\r\n|\n|\r)")
_NO_MUSIC = re.compile(r"[A-Za-z+]:(?![|:])|%")
_ONE_LINE = {"pitchdur": ("formatc", "vsu", "pitches", None), "jianpu": ("formatb", "critic", None), "tab": ("linear",)}


def unwrap(text: str, result: ParseResult) -> list[Edit]:
    """Take off everything around the notation, and put the characters that are meant in the place of others.

    Where the answer holds several scores nothing is taken off: which of them counts is the reader's choice only.
    """
    if result.source.text == text or any(d.name == "several-scores" for d in result.diagnostics):
        return []
    return edits_between(result.source)


def characters(text: str, result: ParseResult) -> list[Edit]:
    """Write the ASCII characters that other bars, dashes, blanks and accidentals stand for, but not in free text."""
    if text.isascii() or result.format not in _MEANT:
        return []
    table = _MEANT[result.format]
    free = free_text(text) if result.format == "abc" else []
    edits: list[Edit] = []
    for start, end in zip([0, *(span.end for span in free)], [*(span.start for span in free), len(text)], strict=True):
        edits += [Edit(at, at + 1, table[text[at]]) for at in range(start, end) if text[at] in table]
    return edits


def spacing(text: str, result: ParseResult) -> list[Edit]:
    """Separate tokens by one blank, in notations that are one line of tokens."""
    score = result.score
    if score is None or score.dialect not in _ONE_LINE.get(result.format or "", ()):
        return []
    if result.format == "jianpu" and ("=" in text or ":" in text or "{" in text):
        return []  # header lines end with their line
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    edits = [Edit(m.start(), m.end(), " ") for m in _SPACED_OUT.finditer(text, start, end)]
    edits += [Edit(m.start(), m.end()) for m in _COMMA.finditer(text, start, end)]
    edits += [Edit(m.start(), m.start(), " ") for m in _RUN_ON.finditer(text, start, end)]
    edits = [Edit(0, start), *edits, Edit(end, len(text))]
    return sorted(edit for edit in edits if edit.end > edit.start or edit.text)


def bar_spacing(text: str, result: ParseResult) -> list[Edit]:
    """Put a blank on either side of the bar lines of numbered notation."""
    if result.format != "jianpu" or "{" in text:
        return []
    edits = []
    for match in _CRAMPED_BAR.finditer(text):
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        left = " " if before and not before.isspace() else ""
        right = " " if after and not after.isspace() else ""
        edits.append(Edit(match.start(), match.end(), f"{left}|{right}"))
    return edits


def field_order(text: str, result: ParseResult) -> list[Edit]:
    """Put X: first and K: last in the header of an ABC tune; the other fields keep their order."""
    if result.format != "abc" or not any(d.name == "field-order" for d in result.diagnostics):
        return []
    lines = []
    at = 0
    while (match := _FIELD.match(text, at)) is not None:
        lines.append((match[1], match[0]))
        at = match.end()
    places = {"X": 0, "T": 1, "K": 3}
    ordered = sorted(lines, key=lambda line: places.get(line[0], 2))
    movable = all(letter in "XTCOARBDFGHNSZMLQRPIK" for letter, _ in lines)
    if ordered == lines or not movable or sum(letter == "K" for letter, _ in lines) != 1:
        return []
    return [Edit(0, at, "".join(line for _, line in ordered))]


def _end_of_music(text: str, place: int) -> int:
    """Return the end of the last line of ABC up to ``place`` that is neither a field nor a comment, before its end."""
    while True:
        start = max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1
        line = text[start:place]
        if start == 0 or (line.strip() and not _NO_MUSIC.match(line)):
            return place
        place = start - 1


def final_bar(text: str, result: ParseResult) -> list[Edit]:
    """End the piece with its final bar line, unless it breaks off."""
    names = {d.name: d for d in result.diagnostics}
    missing = names.get("missing-final-bar")
    if missing is None or "truncated" in names or result.format not in ("abc", "jianpu"):
        return []
    final = "|]" if result.format == "abc" else "|"
    place = missing.span.end if result.format == "jianpu" else _end_of_music(text, missing.span.end)
    behind = len(text) - len(text[place:].lstrip(" \t"))
    before = len(text[:place].rstrip(" \t"))
    if text[behind : behind + 1] == "|":
        return [Edit(behind, behind + 1, final)]
    if text[before - 1 : before] == "|" and text[before - 2 : before - 1] not in ("|", ":"):
        return [Edit(before - 1, before, final)]
    return [Edit(before, place, f" {final}")]


FIXERS = (
    Fixer(unwrap), Fixer(characters), Fixer(spacing), Fixer(bar_spacing), Fixer(field_order, "field-order"),
    Fixer(final_bar, "missing-final-bar"),
)  # fmt: skip
"""In the order in which they run."""
