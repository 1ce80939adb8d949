"""What stands between the numbers of a string: techniques, targets of bends, dead notes, brackets."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from onote_compiler.ir.events import Mark
from onote_compiler.notations.tab.rows import Item, Row

MAX_FRET = 24
# Signs between two numbers say how the second is reached; without a second number they belong to the first.
_TO_NEXT = {
    "h": "hammer-on", "H": "hammer-on", "p": "pull-off", "P": "pull-off", "/": "slide-up", "\\": "slide-down",
    "s": "slide", "S": "slide", "t": "tap", "T": "tap",
}  # fmt: skip
_ON_PREVIOUS = {"~": "vibrato", "v": "vibrato", "V": "vibrato", "b": "bend", "B": "bend", "^": "bend",
                "r": "release", "R": "release", "+": "tap-harmonic", "'": "staccato"}  # fmt: skip
_OPENING = {"(": "ghost", "<": "harmonic", "[": "harmonic"}
_WORDS = {
    "tr": "trill", "TR": "trill", "pm": "palm-mute", "PM": "palm-mute", "P.M.": "palm-mute", "full": "bend",
    "sl": "slide", "Sl": "slide", "ho": "hammer-on", "po": "pull-off", "tp": "tap", "let": "let-ring",
}  # fmt: skip
_DEAD = frozenset("xX")


@dataclass(slots=True)
class Strike:
    """A string struck once.

    Attributes:
        string: From 1.
        column: Column in its row, from the start of the line; made relative to the measure later.
        width: Columns its number takes.
        fret: Fret, or ``None`` for a dead note.
        offset: Offset of the number in the notation.
        marks: How it is played.
    """

    string: int
    column: int
    width: int
    fret: int | None
    offset: int
    marks: list[Mark] = field(default_factory=list)


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
    tokens = sorted(row.frets + row.signs, key=lambda item: item.column)
    found: list[Strike] = []
    faults: list[Fault] = []
    before: list[str] = []
    bent = False
    for at, token in enumerate(tokens):
        if token.text[0].isdigit():
            touching = at > 0 and tokens[at - 1].end == token.column
            if bent and touching and found:
                found[-1].marks.append(Mark("technique", "bend-target", int(token.text[:4])))
            else:
                found.extend(_numbers(token, string, before, faults))
            before, bent = [], False
            continue
        previous = found[-1] if found and at and tokens[at - 1].end == token.column else None
        follows = at + 1 < len(tokens) and tokens[at + 1].column == token.end
        before, bent = _apply(token, string, found, previous, follows, bent and previous is not None)
    for item in row.junk:
        place = (item.offset, item.offset + len(item.text))
        faults.append(Fault("bad-token", item.column, place, f"{item.text!r} means nothing on a string"))
    return found, faults


def _apply(
    token: Item, string: int, found: list[Strike], previous: Strike | None, follows: bool, bent: bool
) -> tuple[list[str], bool]:
    """Put the signs of a token on the notes beside it.

    Returns:
        Names for the next number, and whether that number is the target of a bend.
    """
    names: list[str] = []
    target = bent and token.text.strip("(r~") == ""
    for index, sign in enumerate(_split_signs(token.text)):
        if sign in _DEAD:
            column = token.column + token.text.index(sign) if index == 0 else token.column + index
            found.append(Strike(string, column, 1, None, token.offset + column - token.column))
            previous, names = found[-1], []
        elif sign in _TO_NEXT:
            if follows:
                names.append(_TO_NEXT[sign])
            elif previous is not None:
                previous.marks.append(
                    Mark("technique", _TO_NEXT[sign] + "-out" if "slide" in _TO_NEXT[sign] else _TO_NEXT[sign])
                )
        elif sign in _ON_PREVIOUS:
            if previous is not None:
                previous.marks.append(Mark("technique", _ON_PREVIOUS[sign]))
            target = target or (sign in "bB^rR" and previous is not None)
        elif sign in _OPENING:
            names.append(_OPENING[sign])
        elif sign in _WORDS:
            (names.append(_WORDS[sign]) if previous is None else previous.marks.append(Mark("technique", _WORDS[sign])))
    return names, target and follows


@lru_cache(maxsize=1024)
def _split_signs(text: str) -> tuple[str, ...]:
    """Return the signs of a token: known words whole, everything else character by character."""
    return (text,) if text in _WORDS else tuple(text)


def _numbers(token: Item, string: int, before: list[str], faults: list[Fault]) -> list[Strike]:
    """Return the frets of a run of digits: one number of up to two digits, several only where one reading exists."""
    marks = [Mark("technique", name) for name in before]
    text = token.text
    span = (token.offset, token.offset + len(text))
    if len(text) <= 2:
        fret = int(text)
        if fret > MAX_FRET:
            message = f"there is no fret {fret}; the highest is {MAX_FRET}"
            faults.append(Fault("fret-range", token.column, span, message, "put a dash between two notes"))
        return [Strike(string, token.column, len(text), fret, token.offset, marks)]
    readings = _readings(text)
    if len(readings) == 1:
        parts = readings[0]
    else:
        parts = tuple(text[at : at + 2] for at in range(0, len(text), 2)) if not readings else readings[0]
        message = f"{text} can be read as more than one row of frets" if readings else f"{text} is no row of frets"
        faults.append(Fault("ambiguous-digits", token.column, span, message, "put a dash between two notes"))
    found, column = [], token.column
    for part in parts:
        found.append(Strike(string, column, len(part), int(part), token.offset + column - token.column, marks))
        column, marks = column + len(part), []
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
