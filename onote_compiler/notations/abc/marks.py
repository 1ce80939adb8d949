"""Decorations, user symbols, chord symbols and annotations (2.1 sections 4.14 to 4.19)."""

from __future__ import annotations

from functools import lru_cache

from onote_compiler.ir.events import Mark
from onote_compiler.notations.abc.text import decode_text
from onote_compiler.notations.abc.tokens import BLANKS

SHORT_DECORATIONS = {
    ".": "staccato", "~": "roll", "H": "fermata", "L": "accent", "M": "lowermordent", "O": "coda",
    "P": "uppermordent", "S": "segno", "T": "trill", "u": "upbow", "v": "downbow",
}  # fmt: skip
PLACEMENTS = "^_<>@"


_DEFAULT_SYMBOLS: dict[str, Mark | None] = {sign: Mark("decoration", name) for sign, name in SHORT_DECORATIONS.items()}


@lru_cache(maxsize=4096)
def string_mark(text: str) -> Mark:
    """Return the mark of a string: an annotation where it says its place (``"^text"``), a chord symbol otherwise."""
    inner = decode_text(text.strip(BLANKS).strip('"'))
    return Mark("annotation" if inner[:1] and inner[0] in PLACEMENTS else "chord-symbol", inner)


@lru_cache(maxsize=1024)
def decoration_mark(text: str) -> Mark:
    """Return the mark of ``!name!`` or ``+name+``."""
    return Mark("decoration", text.strip(BLANKS)[1:-1])


def default_symbols() -> dict[str, Mark | None]:
    """Return the marks of the one-character decorations, before any ``U:`` field."""
    return dict(_DEFAULT_SYMBOLS)


def user_symbol(value: str) -> tuple[str, Mark | None] | None:
    """Return letter and mark of a ``U:`` value; no mark for ``!nil!``, ``None`` where the value cannot be read."""
    letter, equals, meaning = (part.strip() for part in value.partition("="))
    if not equals or len(letter) != 1 or not (letter == "~" or "H" <= letter <= "W" or "h" <= letter <= "w"):
        return None
    meaning = meaning.strip()
    if meaning in ("!nil!", "!none!", "+nil+", "+none+"):
        return letter, None
    if meaning[:1] == '"':
        return letter, string_mark(meaning)
    if len(meaning) > 2 and meaning[0] == meaning[-1] and meaning[0] in "!+":
        return letter, decoration_mark(meaning)
    return (letter, Mark("decoration", meaning)) if meaning.isalnum() else None
