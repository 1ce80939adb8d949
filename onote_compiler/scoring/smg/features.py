"""Measurable features of a melody line; each function names its source. None of them is a measure of beauty."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import log2

from onote_compiler.scoring.tokens import Token

MOTIF = 4  # notes: three intervals, the shortest pattern heard as a motif (Dowling, Scale and contour, 1978)
LEAP = 12


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
    codes: dict[Hashable, int] = {}
    held = [codes.setdefault(token.duration, len(codes)) for token in notes]
    pitches = [token.midi for token in notes]
    steps = intervals(notes)
    forms: dict[str, list[Hashable]] = {"exact": [], "transposed": [], "rhythmic": []}
    inverted: list[Hashable] = []
    for start in range(len(notes) - MOTIF + 1):
        lengths = tuple(held[start : start + MOTIF])
        moves = tuple(steps[start : start + MOTIF - 1])
        forms["exact"].append((*pitches[start : start + MOTIF], *lengths))
        forms["transposed"].append((moves, lengths))
        forms["rhythmic"].append(lengths if len(set(lengths)) > 1 else ("even", start))
        inverted.append((tuple(-move for move in moves), lengths))
    coverage = {name: _covered(patterns, patterns, len(notes)) for name, patterns in forms.items()}
    mirrored = [
        p if p != q else ("same", i) for i, (p, q) in enumerate(zip(forms["transposed"], inverted, strict=True))
    ]
    coverage["inverted"] = _covered(mirrored, inverted, len(notes))
    return coverage


def _covered(patterns: Sequence[Hashable], partners: Sequence[Hashable], notes: int) -> float:
    """Return the share of notes in windows whose partner pattern stands elsewhere, without overlap."""
    places: defaultdict[Hashable, list[int]] = defaultdict(list)
    for start, pattern in enumerate(partners):
        places[pattern].append(start)
    covered: set[int] = set()
    for start, pattern in enumerate(patterns):
        found = places.get(pattern)
        if found and (found[0] <= start - MOTIF or found[-1] >= start + MOTIF):
            covered.update(range(start, start + MOTIF))
    return len(covered) / notes if notes else 0.0


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
