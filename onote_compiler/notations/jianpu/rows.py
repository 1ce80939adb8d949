"""What stands in a measure before it is read, and the notes of a scale by their text."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from onote_compiler.ir.events import Note, ScaleDegree
from onote_compiler.ir.pitch import Pitch
from onote_compiler.ir.source import Span
from onote_compiler.notations.jianpu.readings import Heads, Item
from onote_compiler.notations.jianpu.tokens import QUARTER, Head, Token
from onote_compiler.theory.movable_do import Scale


class Known(NamedTuple):
    """Notes of a scale by their text, so that each text is worked out once.

    Attributes:
        timed: Pitch, duration, degree and length of text of a plain note.
        beats: Token, digits and length of text of a note without faults, as a beat.
        words: Token and digits of a word of jianpu-ly without faults.
    """

    timed: dict[str, tuple[Pitch, Fraction, ScaleDegree, int]]
    beats: dict[str, tuple[Token, Heads, int]]
    words: dict[str, tuple[Token, Heads]]


_MOST_KNOWN = 8192


@lru_cache(maxsize=64)
def _table(scale: Scale) -> Known:
    return Known({}, {}, {})


def notes_in(scale: Scale) -> Known:
    """Return the notes of a scale, which last from text to text and are forgotten when there are too many."""
    table = _table(scale)
    for known in table:
        if len(known) > _MOST_KNOWN:
            known.clear()
    return table


class MeasureStyle(NamedTuple):
    """How one measure was written: durations in parentheses, or beats."""

    timed: bool
    span: Span
    number: int


def style_of(text: str) -> str:
    """Return the style of a bar line."""
    if "]" in text or "‖" in text.strip(":"):
        return "final" if "]" in text else "double"
    return "double" if "||" in text and ":" not in text else "single"


def start_of(row: Note | Item) -> int:
    """Return where a row begins."""
    return row.span.start if isinstance(row, Note) else row.start


def is_timed(row: Note | Item) -> bool:
    """Whether a row has a duration of its own."""
    return isinstance(row, Note) or row.token.timed


def is_beat(row: Item) -> bool:
    """Whether a row is a digit or chord that lasts by beats."""
    return row.kind in ("note", "chord") and not row.token.timed


def duration_of(row: Note | Item) -> Fraction | None:
    """Return the duration that is written with a row."""
    return row.duration if isinstance(row, Note) else row.token.duration


def heads_of(row: Note | Item) -> Heads:
    """Return the digits of a row with their pitches."""
    if isinstance(row, Note):
        assert isinstance(row.written, ScaleDegree)
        return [(row.pitch, Head(row.written.degree, row.written))]
    return row.heads


def shortest(members: list[Note | Item]) -> Fraction:
    """Return the shortest beat of the members of a chord."""
    return min((row.token.length for row in members if isinstance(row, Item) and row.kind == "note"), default=QUARTER)
