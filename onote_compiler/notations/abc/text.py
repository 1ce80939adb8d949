"""Characters that ABC text strings write in other ways: ``\\'e``, ``&eacute;``, ``\\u00e9`` (2.1 section 8.2)."""

from __future__ import annotations

import unicodedata
from html import unescape

_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", '"': "\u0308", "~": "\u0303", "c": "\u0327", "v": "\u030c",
    "u": "\u0306", "H": "\u030b", ".": "\u0307", "=": "\u0304", ";": "\u0328",
}  # fmt: skip
_LETTERS = {
    "/O": "Ø", "/o": "ø", "/D": "Đ", "/d": "đ", "/L": "Ł", "/l": "ł", "AA": "Å", "aa": "å", "AE": "Æ", "ae": "æ",
    "cC": "Ç", "cc": "ç", "OE": "Œ", "oe": "œ", "ss": "ß", "DH": "Ð", "dh": "ð", "TH": "Þ", "th": "þ",
}  # fmt: skip


def decode_text(text: str) -> str:
    """Return a text string with its mnemonics, entities and escapes resolved; unknown ones stay as they are."""
    if "\\" in text:
        text = _mnemonics(text)
    return unescape(text) if "&" in text and ";" in text else text


def _mnemonics(text: str) -> str:
    out: list[str] = []
    at = 0
    while at < len(text):
        if text[at] != "\\" or at + 1 == len(text):
            out.append(text[at])
            at += 1
            continue
        found, size = _mnemonic(text[at + 1 : at + 10])
        out.append(found)
        at += 1 + size
    return "".join(out)


def _mnemonic(rest: str) -> tuple[str, int]:
    """Return the character that ``\\rest`` means, and how many characters behind the backslash it takes."""
    if rest[0] in "\\%&":
        return rest[0], 1
    for marker, digits in (("u", 4), ("U", 8)):
        code = rest[1 : 1 + digits]
        if rest[0] == marker and len(code) == digits and all(c in "0123456789abcdefABCDEF" for c in code):
            value = int(code, 16)
            if value < 0x110000 and not 0xD800 <= value < 0xE000:
                return chr(value), 1 + digits
    pair = rest[:2]
    if pair in _LETTERS:
        return _LETTERS[pair], 2
    if len(pair) == 2 and pair[0] in _ACCENTS and pair[1].isalpha():
        joined = unicodedata.normalize("NFC", pair[1] + _ACCENTS[pair[0]])
        if len(joined) == 1:
            return joined, 2
    return "\\", 0


def without_comment(value: str) -> str:
    """Return a field's value without the comment behind it; ``\\%`` is no comment."""
    at = value.find("%")
    while at > 0 and value[at - 1] == "\\":
        at = value.find("%", at + 1)
    return (value if at < 0 else value[:at]).rstrip(" \t")
