"""A grammar before it is written in the syntax of some target.

No rule reaches itself, so every grammar here describes a finite set of texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """These characters."""

    text: str


@dataclass(frozen=True)
class Maybe:
    """These characters or nothing."""

    text: str


@dataclass(frozen=True)
class Name:
    """What the rule or the terminal of that name stands for."""

    name: str


@dataclass(frozen=True)
class Times:
    """The same symbols ``count`` times (at least once) in a row."""

    symbols: tuple[Symbol, ...]
    count: int


Symbol = Text | Maybe | Name | Times
Sequence = tuple[Symbol, ...]
Rules = dict[str, tuple[Sequence, ...]]


@dataclass(frozen=True)
class Grammar:
    """A finite language.

    Attributes:
        comment: What it describes, in one line.
        rules: Alternatives by name, from the start rule ``start`` down; names are small letters and digits.
        terminals: Sets of words by name; names are capital letters and digits.
    """

    comment: str
    rules: Mapping[str, tuple[Sequence, ...]]
    terminals: Mapping[str, frozenset[str]]


def times(symbols: Sequence, count: int) -> Sequence:
    """Return the symbols repeated ``count`` times, nothing for 0."""
    return (Times(symbols, count),) if count > 1 else symbols * count
