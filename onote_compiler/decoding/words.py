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
    """Return the inside of a bracket expression for sorted characters, runs of three or more as ranges."""
    parts: list[str] = []
    start = 0
    for index in range(1, len(characters) + 1):
        if index < len(characters) and ord(characters[index]) == ord(characters[index - 1]) + 1:
            continue
        run = characters[start:index]
        parts.append(f"{run[0]}-{run[-1]}" if len(run) > 2 else run)
        start = index
    # A caret in front would negate and a hyphen between would make a range.
    return "".join(sorted(parts, key=lambda part: (part == "-", part.startswith("^"))))
