"""What stands between the numbers of a string: techniques, targets of bends, dead notes, brackets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter

from onote_compiler.ir.events import Mark
from onote_compiler.notations.tab.rows import Item, Row
from onote_compiler.notations.tab.techniques import (
    DEAD,
    FRACTIONS,
    ON_PREVIOUS,
    OPENING,
    REPEAT_SIGNS,
    TO_NEXT,
    WORDS,
    split_signs,
)

MAX_FRET = 24
_COLUMN = attrgetter("column")


@dataclass(slots=True)
class Strike:
    """A string struck once.

    Attributes:
        string: From 1.
        column: Column in its row, from the start of the line; made relative to the measure later.
        width: Columns its number takes.
        fret: Fret, or ``None`` for a dead note.
        offset: Offset of the number in the notation.
        marks: How it is played; ``None`` for nothing special.
    """

    string: int
    column: int
    width: int
    fret: int | None
    offset: int
    marks: list[Mark] | None = None

    def mark(self, name: str, number: int = 0) -> None:
        """Add a technique."""
        if self.marks is None:
            self.marks = []
        self.marks.append(Mark("technique", name, number))


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong on a string, reported once its measure is known: diagnostic, column, place, words for it."""

    name: str
    column: int
    place: tuple[int, int]
    message: str
    hint: str | None = None


def strikes(row: Row, string: int) -> tuple[list[Strike], list[Fault]]:
    """Return what is struck on one string, from left to right.

    Args:
        row: The string's row.
        string: Its number.

    Returns:
        One strike a number or ``x`` (the target of a bend and its release are marks of the struck note), and what is
        wrong: digits that can be read in two ways, frets that do not exist, characters that mean nothing.
    """
    reading = _StringReading(row, string)
    if row.signs:
        reading.read()
    else:
        for token in row.frets:
            reading.found.extend(_numbers(token, string, (), reading.faults))
    for item in row.junk:
        reading.fault(item, item.text)
    return reading.found, reading.faults


class _StringReading:
    """One string on the way from its numbers and signs to what is struck.

    Attributes:
        found: What is struck.
        faults: What is wrong.
    """

    def __init__(self, row: Row, string: int) -> None:
        self.found: list[Strike] = []
        self.faults: list[Fault] = []
        self._row = row
        self._string = string
        self._tokens = sorted([*row.frets, *row.signs], key=_COLUMN) if row.signs else row.frets
        # Names for the next number, with the sign they come from; whether that number is the target of a bend.
        self._before: list[tuple[str, Item]] = []
        self._bent = False
        self._edges: tuple[set[int], set[int]] | None = None

    def read(self) -> None:
        """Go through the row from left to right."""
        at = 0
        while at < len(self._tokens):
            token = self._tokens[at]
            touches = at > 0 and self._tokens[at - 1].end == token.column
            if token.text[0].isdigit():
                at += self._number(at, token, touches)
            else:
                follows = at + 1 < len(self._tokens) and self._tokens[at + 1].column == token.end
                self._signs(token, self.found[-1] if touches and self.found else None, follows)
                at += 1
        self._end()

    def fault(self, item: Item, text: str, hint: str | None = None) -> None:
        """Note a character that means nothing."""
        place = (item.offset, item.offset + len(text))
        self.faults.append(Fault("bad-token", item.column, place, f"{text[:40]!r} means nothing on a string", hint))

    def _number(self, at: int, token: Item, touches: bool) -> int:
        """Take a number, or the target of a bend; return how many tokens it takes."""
        before, bent = tuple(name for name, _ in self._before), self._bent
        self._before, self._bent = [], False
        if not (bent and touches and self.found):
            self.found.extend(_numbers(token, self._string, before, self.faults))
            return 1
        steps = self._fraction(at)
        if steps is not None:
            self.found[-1].mark("bend-steps", steps)
            return 3
        self.found[-1].mark("bend-target", int(token.text[:4]))
        return 1

    def _fraction(self, at: int) -> int | None:
        """Return, in quarter tones, how far a bend goes that is written as a fraction of a whole step."""
        tokens = self._tokens[at : at + 3]
        if len(tokens) < 3 or any(one.end != other.column for one, other in pairwise(tokens)):
            return None
        return FRACTIONS.get("".join(token.text for token in tokens))

    def _signs(self, token: Item, previous: Strike | None, follows: bool) -> None:
        """Put the signs of a token on the notes beside it.

        Args:
            token: The signs.
            previous: The note that they touch on their left.
            follows: Whether a number touches them on their right.
        """
        target = self._bent and previous is not None and token.text.strip("(r~") == ""
        self._bent = False
        for at, sign, known in split_signs(token.text):
            item = Item(token.column + at, sign, token.offset + at)
            if not known or (sign in REPEAT_SIGNS and sign not in ON_PREVIOUS and not self._at_a_bar(item)):
                self.fault(item, sign, "write an open string as 0" if sign in "oO" else None)
            elif sign in DEAD:
                previous = Strike(self._string, item.column, 1, None, item.offset)
                self.found.append(previous)
            elif sign in TO_NEXT:
                self._reach(item, previous, follows)
            elif sign in OPENING:
                self._before.append((OPENING[sign], item))
            elif sign in FRACTIONS and self.found:
                self.found[-1].mark("bend-steps", FRACTIONS[sign])
            elif sign in ON_PREVIOUS or sign in WORDS:
                self._behind(item, previous, follows)
                target = target or (sign in "bB^rR" and previous is not None)
        self._bent = target and follows

    def _reach(self, item: Item, previous: Strike | None, follows: bool) -> None:
        """Take a sign of how the next number is reached; where none follows, it belongs to the number before it."""
        name = TO_NEXT[item.text]
        if follows or previous is None:
            self._before.append((name, item))
        else:
            previous.mark(f"{name}-out" if "slide" in name else name)

    def _behind(self, item: Item, previous: Strike | None, follows: bool) -> None:
        """Take a sign that stands behind a number; before the first number, it belongs to that."""
        name = ON_PREVIOUS.get(item.text) or WORDS[item.text]
        if item.text in REPEAT_SIGNS and self._at_a_bar(item):
            return
        if previous is not None:
            previous.mark(name)
        elif self.found and not follows and item.text in ON_PREVIOUS:
            self.found[-1].mark(name)
        else:
            self._before.append((name, item))

    def _end(self) -> None:
        """Give what no number follows to the last note; where there is none, note it once."""
        if self.found:
            for name, _ in self._before:
                self.found[-1].mark(name)
        elif self._before:
            item = self._before[0][1]
            self.fault(item, item.text, "write it beside the number of a fret")

    def _at_a_bar(self, item: Item) -> bool:
        """Whether a sign touches a bar line, where it may be one of the dots of a repeat."""
        if self._edges is None:
            row = self._row
            after, before = {row.origin, *(bar.end for bar in row.bars)}, {row.width, *(b.column for b in row.bars)}
            self._edges = after, before
        return item.column in self._edges[0] or item.end in self._edges[1]


def _numbers(token: Item, string: int, before: Sequence[str], faults: list[Fault]) -> list[Strike]:
    """Return the frets of a run of digits: one number of up to two digits, several only where one reading exists."""
    column, text, offset = token
    marks = [Mark("technique", name) for name in before] if before else None
    if len(text) <= 2:
        fret = int(text)
        if fret > MAX_FRET:
            message = f"there is no fret {fret}; the highest is {MAX_FRET}"
            span = (offset, offset + len(text))
            faults.append(Fault("fret-range", column, span, message, "put a dash between two notes"))
        return [Strike(string, column, len(text), fret, offset, marks)]
    readings = _readings(text)
    if len(readings) == 1:
        parts = readings[0]
    else:
        parts = tuple(text[at : at + 2] for at in range(0, len(text), 2)) if not readings else readings[0]
        message = f"{text} can be read as more than one row of frets" if readings else f"{text} is no row of frets"
        span = (offset, offset + len(text))
        faults.append(Fault("ambiguous-digits", column, span, message, "put a dash between two notes"))
    found = []
    for part in parts:
        found.append(Strike(string, column, len(part), int(part), token.offset + column - token.column, marks))
        column, marks = column + len(part), None
    return found


@lru_cache(maxsize=1024)
def _readings(text: str) -> tuple[tuple[str, ...], ...]:
    """Return up to two ways to cut a run of digits into frets; two-digit frets first."""
    last = len(text)
    # ways[i] holds up to two cuts of text[i:], worked out from the end so that nothing recurses over the length.
    ways: list[list[tuple[str, ...]]] = [[] for _ in range(last + 1)]
    ways[last] = [()]
    for at in range(last - 1, -1, -1):
        for size in (2, 1):
            part = text[at : at + size]
            if len(part) < size or (size == 2 and (part[0] == "0" or int(part) > MAX_FRET)):
                continue
            ways[at].extend((part, *rest) for rest in ways[at + size])
        del ways[at][2:]
    return tuple(ways[0])
