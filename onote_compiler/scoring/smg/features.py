"""Measurable features of a melody line; each function names its source. None of them is a measure of beauty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import log2

from onote_compiler.scoring.tokens import Token

MOTIF = 4  # notes: three intervals, the shortest pattern heard as a motif (Dowling, Scale and contour, 1978)
LEAP = 12
_WHOLE_MOTIF = b"\1" * MOTIF


def intervals(line: Sequence[Token]) -> list[int]:
    """Return the semitones from each note to the next."""
    pitches = [token.midi for token in line if token.midi is not None]
    return [b - a for a, b in pairwise(pitches)]


def ambitus(line: Sequence[Token]) -> int:
    """Return the semitones between the lowest and the highest note (Eerola and Toiviainen, MIDI Toolbox, 2004)."""
    pitches = [token.midi for token in line if token.midi is not None]
    return max(pitches) - min(pitches) if pitches else 0


def contour(line: Sequence[Token]) -> str:
    """Return Huron's contour type: first note, mean of the inner ones, last note (The melodic arch, 1996)."""
    pitches = [token.midi for token in line if token.midi is not None]
    if len(pitches) < 3:
        return "horizontal"
    inner = pitches[1:-1]
    first, middle, last = pitches[0], Fraction(sum(inner), len(inner)), pitches[-1]
    rises = (middle > first) - (middle < first), (last > middle) - (last < middle)
    return {
        (1, 1): "ascending", (-1, -1): "descending", (1, -1): "convex", (-1, 1): "concave", (0, 0): "horizontal",
        (0, 1): "horizontal-ascending", (0, -1): "horizontal-descending", (1, 0): "ascending-horizontal",
        (-1, 0): "descending-horizontal",
    }[rises]  # fmt: skip


def entropy(values: Sequence[Hashable]) -> float:
    """Return the Shannon entropy of the distribution of values, in bits."""
    counts = Counter(values)
    total = len(values)
    return -sum(n / total * log2(n / total) for n in counts.values()) if total else 0.0


def motif_coverage(line: Sequence[Token]) -> dict[str, float]:
    """Return the share of notes that stand in a four-note pattern occurring at least twice without overlap.

    ``exact``: pitches and durations; ``transposed``: intervals and durations; ``inverted``: a pattern meets its
    inversion; ``rhythmic``: durations alone, of patterns with at least two different ones (after Meredith, Lemström
    and Wiggins, Algorithms for discovering repeated patterns, 2002, kept to adjacent notes).
    """
    notes = [token for token in line if token.midi is not None]
    held = length_codes(notes)
    pitches = [token.midi for token in notes]
    steps = intervals(notes)
    mirrored = [-step for step in steps]
    lengths = _windows(held, MOTIF)
    transposed = list(zip(lengths, _windows(steps, MOTIF - 1), strict=True))
    inverted = list(zip(lengths, _windows(mirrored, MOTIF - 1), strict=True))
    return {
        "exact": _covered(list(zip(lengths, _windows(pitches, MOTIF), strict=True))),
        "transposed": _covered(transposed),
        "rhythmic": _covered(lengths, skipped=[len(set(window)) == 1 for window in lengths]),
        "inverted": _covered(transposed, inverted, [a == b for a, b in zip(transposed, inverted, strict=True)]),
    }


def length_codes(line: Sequence[Token]) -> list[int]:
    """Return a number for each token's duration, equal where they are; objects that recur are looked up by identity."""
    by_value: dict[Fraction | None, int] = {}
    by_identity: dict[int, int] = {}
    codes = []
    for token in line:
        length = token.duration
        code = by_identity.get(id(length))
        if code is None:
            code = by_identity[id(length)] = by_value.setdefault(length, len(by_value))
        codes.append(code)
    return codes


def _windows(values: Sequence[Hashable], size: int) -> list[tuple[Hashable, ...]]:
    """Return every run of ``size`` adjacent values."""
    return list(zip(*(values[start:] for start in range(size)), strict=False))


def _covered(
    patterns: Sequence[Hashable], partners: Sequence[Hashable] | None = None, skipped: Sequence[bool] | None = None
) -> float:
    """Return the share of notes in windows whose partner pattern stands elsewhere, without overlap.

    Args:
        patterns: What each window holds.
        partners: What stands for its partner, window by window: the windows themselves where not given.
        skipped: Windows that do not count.
    """
    if not patterns:
        return 0.0
    places = patterns if partners is None else partners
    last = {pattern: start for start, pattern in enumerate(places)}
    first = {pattern: start for start, pattern in zip(range(len(places) - 1, -1, -1), reversed(places), strict=True)}
    covered = bytearray(len(patterns) + MOTIF - 1)
    for start, pattern in enumerate(patterns):
        if skipped is not None and skipped[start]:
            continue
        if first.get(pattern, start) <= start - MOTIF or last.get(pattern, start) >= start + MOTIF:
            covered[start : start + MOTIF] = _WHOLE_MOTIF
    return sum(covered) / len(covered)


def self_similarity(measures: Sequence[Hashable]) -> float:
    """Return the share of pairs of measures that are equal (Foote, Visualizing music using self-similarity, 1999)."""
    pairs = len(measures) * (len(measures) - 1) // 2
    return sum(n * (n - 1) // 2 for n in Counter(measures).values()) / pairs if pairs else 0.0


def longest_run(units: Sequence[Hashable], period: int) -> tuple[int, int]:
    """Return how often a unit of ``period`` elements follows itself at most, and where that run starts."""
    best, where, same = 1, 0, 0
    for place in range(period, len(units)):
        same = same + 1 if units[place] == units[place - period] else 0
        if same // period + 1 > best:
            best, where = same // period + 1, place - same - period + 1
    return best, where
