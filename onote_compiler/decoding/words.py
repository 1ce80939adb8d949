"""Finite sets of words as one expression: shared beginnings and shared endings are written once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Branch:
    """What may follow at one place of a word.

    Attributes:
        ends: Whether a word may end here.
        ways: Characters that continue alike, and what follows them; no character stands in two of them.
    """

    ends: bool
    ways: tuple[tuple[str, Branch], ...]


def branch(words: Iterable[str]) -> Branch:
    """Return the expression that matches exactly ``words``.

    The next character always decides the way, so a reader that prefers the longest match finds it.
    """
    by_first: dict[str, set[str]] = {}
    ends = False
    for word in words:
        if word:
            by_first.setdefault(word[0], set()).add(word[1:])
        else:
            ends = True
    alike: dict[Branch, str] = {}
    for first in sorted(by_first):
        rest = branch(by_first[first])
        alike[rest] = alike.get(rest, "") + first
    return Branch(ends, tuple((characters, rest) for rest, characters in alike.items()))


def character_class(characters: str) -> str:
    """Return the inside of a bracket expression for two or more sorted characters, longer runs as ranges.

    It needs no escape for hyphen and caret, which not every syntax has: a hyphen stands first, a caret last.
    """
    parts: list[str] = []
    for character in characters:
        if parts and character != "^" and parts[-1][0] not in "-^" and ord(character) == ord(parts[-1][-1]) + 1:
            parts[-1] += character
        else:
            parts.append(character)
    ranges = [f"{part[0]}-{part[-1]}" if len(part) > 2 else part for part in parts]
    return "".join(sorted(ranges, key=lambda part: (part != "-", part == "^")))
