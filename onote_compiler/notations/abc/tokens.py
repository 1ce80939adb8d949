"""What the tokens of a tune mean, decoded once for each distinct text: a collection holds a few hundred of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from onote_compiler.ir.events import TieKind, WrittenAccidental
from onote_compiler.ir.pitch import Pitch

BLANKS = " \t`"
_SIGNS = {"^": 1, "_": -1, "=": 0}
_CACHE = 1 << 15


@dataclass(frozen=True, slots=True)
class NoteToken:
    """A note as it is written.

    Attributes:
        step: Letter ``A`` to ``G``.
        octave: Octave in scientific pitch notation.
        accidental: The accidental before it.
        length: Multiple of the unit length; ``None`` where that is impossible (``C0``, ``C/0``).
        length_text: The same as it is written.
        tie: Tie sign behind it.
        broken: Number of ``>`` (positive) or ``<`` (negative) behind it.
        loose: Whether blanks stand before the broken rhythm sign.
        conflict: Whether octave marks contradict each other.
        decimal: Where a decimal fraction begins in the text, 0 for none.
        odd: Whether it is loose, in conflict or decimal.
        size: Characters it takes, blanks and signs behind it left out.
        blank: Whether blanks stand behind it.
        pitches: Its pitches by alteration, filled as they occur.
    """

    step: str
    octave: int
    accidental: WrittenAccidental | None
    length: Fraction | None
    length_text: str
    tie: TieKind | None
    broken: int
    loose: bool
    conflict: bool
    decimal: int
    odd: bool
    size: int
    blank: bool
    pitches: dict[int | Fraction, Pitch] = field(default_factory=dict, compare=False)


@lru_cache(maxsize=_CACHE)
def note_token(text: str) -> NoteToken:
    """Return the meaning of a note terminal's text."""
    body, tail = _split(text)
    at = 0
    while body[at] not in "ABCDEFGabcdefg":
        at += 1
    letter = body[at]
    end = at + 1
    while end < len(body) and body[end] in "',":
        end += 1
    marks = body[at + 1 : end]
    octave = (4 if letter.isupper() else 5) + marks.count("'") - marks.count(",")
    loose, conflict, decimal = _loose(tail), "'" in marks and "," in marks, max(0, body.find("."))
    return NoteToken(
        letter.upper(), octave, _accidental(body[:at]), length_of(body[end:]), body[end:], _tie(tail), _broken(tail),
        loose, conflict, decimal, loose or conflict or decimal > 0, len(body) + _tie_size(tail),
        any(c in BLANKS for c in tail),
    )  # fmt: skip


@lru_cache(maxsize=_CACHE)
def note_group(text: str) -> tuple[tuple[str, int], ...]:
    """Return the notes of a group, each as it is written, with where it begins; blanks stand behind the last."""
    starts = [at for at, sign in enumerate(text) if sign in "ABCDEFGabcdefg"]
    return tuple((text[at:end], at) for at, end in zip(starts, [*starts[1:], len(text)], strict=True))


@dataclass(frozen=True, slots=True)
class LengthToken:
    """A rest, a chord's end, a spacer: a length with what stands behind it; attributes as for :class:`NoteToken`."""

    letter: str
    length: Fraction | None
    tie: TieKind | None
    broken: int
    loose: bool
    size: int


@lru_cache(maxsize=_CACHE)
def length_token(text: str) -> LengthToken:
    """Return the meaning of the text of a terminal that is one character and a length."""
    body, tail = _split(text)
    return LengthToken(
        body[0], length_of(body[1:]), _tie(tail), _broken(tail), _loose(tail), len(body) + _tie_size(tail)
    )


@dataclass(frozen=True, slots=True)
class BarToken:
    """A bar line.

    Attributes:
        style: As in :class:`~onote_compiler.ir.score.Barline`.
        closes: How often a repeat that ends here is played again.
        opens: The same for a repeat that starts here.
        ending: Numbers of the ending that starts here.
        sign: Whether there is a bar line at all (``[1`` alone has none).
        odd: Whether the standard does not know this bar line.
        size: Characters it takes, blanks behind it left out.
    """

    style: str
    closes: int
    opens: int
    ending: tuple[int, ...]
    sign: bool
    odd: bool
    size: int


_STYLES = {
    "|": "single", "||": "double", "|]": "final", "[|": "initial", "[|]": "invisible", ".|": "dotted",
}  # fmt: skip


@lru_cache(maxsize=_CACHE)
def bar_token(text: str) -> BarToken:
    """Return the meaning of a bar line terminal's text."""
    stripped = text.rstrip(BLANKS)
    at = len(stripped)
    while at and stripped[at - 1] in "0123456789,-":
        at -= 1
    ending = ending_numbers(stripped[at:])
    sign = stripped[:at].rstrip(BLANKS)
    if ending and sign.endswith("["):
        sign = sign[:-1].rstrip(BLANKS)
    if not sign:
        return BarToken("single", 0, 0, ending, False, False, len(stripped))
    closes = len(sign) - len(sign.lstrip(":"))
    opens = len(sign) - len(sign.rstrip(":"))
    core = sign.strip(":")
    if not core:  # colons alone: the end of one repeat and the start of the next
        closes = opens = max(1, len(sign) // 2)
    style = "final" if closes else "initial" if opens else _STYLES.get(core, "final" if "]" in core else "double")
    return BarToken(style, closes, opens, ending, True, not _usual(sign, core, closes, opens), len(stripped))


def _usual(sign: str, core: str, closes: int, opens: int) -> bool:
    """Whether the standard knows a bar line."""
    if not core:
        return len(sign) % 2 == 0
    if closes and opens:
        return core == "||" and closes == opens
    if closes or opens:
        return core in ("|", "|]" if closes else "[|")
    return core in _STYLES


@lru_cache(maxsize=1024)
def ending_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers that ``1``, ``1,3`` or ``1-3,5`` lists; a range of more than 99 is cut there."""
    numbers: list[int] = []
    for item in text.split(","):
        first, _, last = item.partition("-")
        if first.isdigit():
            low = int(first)
            high = int(last) if last.isdigit() else low
            numbers.extend(range(low, min(high, low + 98) + 1))
    return tuple(numbers)


@dataclass(frozen=True, slots=True)
class TupletToken:
    """``(p:q:r``; ``None`` for what is left to the defaults."""

    actual: int
    normal: int | None
    count: int | None
    size: int


@lru_cache(maxsize=1024)
def tuplet_token(text: str) -> TupletToken:
    """Return the meaning of a tuplet terminal's text."""
    stripped = text.rstrip(BLANKS)
    actual, _, rest = stripped[1:].partition(":")
    normal, _, count = rest.partition(":")
    return TupletToken(int(actual), int(normal) if normal else None, int(count) if count else None, len(stripped))


def default_normal(actual: int, compound: bool) -> int:
    """Return q of a tuplet of ``p`` notes without one (2.1 section 4.13)."""
    return {2: 3, 3: 2, 4: 3, 6: 2, 8: 3}.get(actual, 3 if compound else 2)


def length_of(text: str) -> Fraction | None:
    """Return the multiple that ``3``, ``/``, ``//``, ``3/2``, ``1.5`` or nothing means; ``None`` for zero."""
    if "." in text:
        return Fraction(f"0{text}") or None
    whole, slash, below = text.partition("/")
    above = int(whole) if whole else 1
    if not slash:
        return Fraction(above) if above else None
    halvings = 1 + len(below) - len(below.lstrip("/"))
    under = int(below) if below.strip("/") else 2**halvings
    return Fraction(above, under) if above and under else None


def _split(text: str) -> tuple[str, str]:
    """Return the token without, and then with only, its tie, broken rhythm sign and blanks."""
    at = len(text)
    while at and text[at - 1] in "-<> \t`.":
        at -= 1
    return text[:at], text[at:]


def _tie(tail: str) -> TieKind | None:
    if "-" not in tail:
        return None
    return "dotted" if ".-" in tail else "solid"


def _tie_size(tail: str) -> int:
    """Return how many characters of the tail belong to a tie sign right behind the note."""
    return 1 if tail.startswith("-") else 2 if tail.startswith(".-") else 0


def _broken(tail: str) -> int:
    return tail.count(">") - tail.count("<")


def _loose(tail: str) -> bool:
    """Whether blanks stand before the broken rhythm sign, or behind it."""
    signs = [i for i, c in enumerate(tail) if c in "<>"]
    if not signs:
        return False
    around = tail[: signs[0]] + tail[signs[-1] + 1 :]
    return any(c in BLANKS for c in around)


@lru_cache(maxsize=1024)
def _accidental(text: str) -> WrittenAccidental | None:
    if not text:
        return None
    sign = text[0]
    double = len(text) > 1 and text[1] == sign
    fraction = text[2 if double else 1 :]
    alter: int | Fraction = _SIGNS[sign] * (2 if double else 1)
    if fraction:
        alter = _SIGNS[sign] * (length_of(fraction) or Fraction(1))
        if alter.denominator == 1:
            alter = int(alter)
    return WrittenAccidental(alter)
