"""Note precision, recall and F1 as mir_eval's transcription metrics define them, in score time and in seconds.

In seconds: a note of the answer meets a note of the truth where pitch is equal, the onsets lie at most
``onset_tolerance`` apart and, for the second figure, the offsets at most ``max(offset_ratio * duration of the
truth's note, onset_tolerance)``; the matching is a largest one (mir_eval.transcription.match_notes, with distances
rounded to 4 decimals as there). In score time the comparison is exact: onset and pitch, and duration.

Deviations from mir_eval: (1) pitches are MIDI numbers, so that its 50 cents are equality; (2) two empty lists
agree (precision, recall and F1 are 1), where mir_eval returns 0 with a warning; (3) the matching runs in pure
Python, pitch by pitch; tests hold it to mir_eval's own figures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

_DECIMALS = 4
_SLACK = 10.0**-_DECIMALS


class TimedNote(NamedTuple):
    """A note in seconds."""

    midi: int
    onset: float
    offset: float


class Agreement(NamedTuple):
    """Precision, recall and F1, each in [0, 1]."""

    precision: float
    recall: float
    f1: float


def validate(notes: Sequence[TimedNote]) -> None:
    """Raise ``ValueError`` for a note that starts before 0 or does not end after it starts."""
    for note in notes:
        if note.onset < 0 or note.offset <= note.onset:
            raise ValueError(f"a note from {note.onset} to {note.offset} seconds")


def agreement(hits: int, truth: int, answer: int) -> Agreement:
    """Return precision, recall and F1 of ``hits`` matched among so many notes of truth and answer."""
    if not truth and not answer:
        return Agreement(1.0, 1.0, 1.0)
    precision = hits / answer if answer else 0.0
    recall = hits / truth if truth else 0.0
    return Agreement(precision, recall, 2 * hits / (truth + answer))


def exact(reference: Sequence[Hashable], estimate: Sequence[Hashable]) -> Agreement:
    """Return the agreement of two collections of notes, each of which must be met exactly and once."""
    if reference == estimate:
        return agreement(len(reference), len(reference), len(reference))
    truth, answer = Counter(reference), Counter(estimate)
    hits = sum(min(count, answer[note]) for note, count in truth.items() if note in answer)
    return agreement(hits, truth.total(), answer.total())


def matched(
    reference: Sequence[TimedNote],
    estimate: Sequence[TimedNote],
    onset_tolerance: float = 0.05,
    offset_ratio: float = 0.2,
) -> tuple[int, int]:
    """Return the size of a largest matching by onset, and of one by onset and offset.

    Args:
        reference: Notes of the truth.
        estimate: Notes of the answer.
        onset_tolerance: In seconds; also the least tolerance of offsets.
        offset_ratio: Share of a truth note's duration by which its end may be off.
    """
    answer = _by_pitch(estimate)
    struck = held = 0
    for midi, notes in _by_pitch(reference).items():
        others = answer.get(midi)
        if others is None:
            continue
        met = _met_apart(notes, others, onset_tolerance, offset_ratio)
        if met is None:
            edges = _edges(notes, others, onset_tolerance, offset_ratio)
            met = _onsets_met(notes, others, onset_tolerance), _largest(edges)
        struck += met[0]
        held += met[1]
    return struck, held


def _met_apart(
    truth: list[TimedNote], answer: list[TimedNote], tolerance: float, ratio: float
) -> tuple[int, int] | None:
    """Return both sizes where no note has two partners to choose from; ``None`` where one has. One pitch, by onset."""
    near = tolerance + _SLACK
    for notes in (truth, answer):
        if len(notes) > 1 and any(b[1] - a[1] <= 2 * near for a, b in pairwise(notes)):
            return None
    struck = held = place = 0
    for note in truth:
        onset = note[1]
        while place < len(answer) and answer[place][1] < onset - near:
            place += 1
        if place == len(answer):
            break
        gap = abs(answer[place][1] - onset)
        if gap <= near and round(gap, _DECIMALS) <= tolerance:
            struck += 1
            held += _ends_alike(note, answer[place], tolerance, ratio)
    return struck, held


def _by_pitch(notes: Sequence[TimedNote]) -> dict[int, list[TimedNote]]:
    """Return the notes of each pitch by onset."""
    found: defaultdict[int, list[TimedNote]] = defaultdict(list)
    for note in sorted(notes, key=_onset):
        found[note[0]].append(note)
    return found


_onset = itemgetter(1)


def _onsets_met(truth: list[TimedNote], answer: list[TimedNote], tolerance: float) -> int:
    """Return the size of a largest matching by onset alone: with one tolerance for all, the earliest match is best."""
    size = place = 0
    for _, onset, _ in truth:
        while place < len(answer):
            gap = answer[place][1] - onset
            if abs(gap) <= tolerance + _SLACK and round(abs(gap), _DECIMALS) <= tolerance:
                size += 1
                place += 1
                break
            if gap > 0:
                break
            place += 1
    return size


def _edges(truth: list[TimedNote], answer: list[TimedNote], tolerance: float, ratio: float) -> list[list[int]]:
    """Return, for each note of the truth, the places of the answers it may meet; all are of one pitch, by onset."""
    edges = []
    start = 0
    for note in truth:
        earliest, latest = note.onset - tolerance - _SLACK, note.onset + tolerance + _SLACK
        while start < len(answer) and answer[start][1] < earliest:
            start += 1
        near = []
        for place in range(start, len(answer)):
            other = answer[place]
            if other[1] > latest:
                break
            if round(abs(other[1] - note.onset), _DECIMALS) <= tolerance and _ends_alike(note, other, tolerance, ratio):
                near.append(place)
        edges.append(near)
    return edges


def _ends_alike(truth: TimedNote, answer: TimedNote, tolerance: float, ratio: float) -> bool:
    _, onset, offset = truth
    gap = abs(answer[2] - offset)
    return gap == 0 or round(gap, _DECIMALS) <= max(ratio * (offset - onset), tolerance)


def _largest(edges: list[list[int]]) -> int:
    """Return the size of a largest matching, by augmenting paths without recursion."""
    owner: dict[int, int] = {}
    partner: dict[int, int] = {}
    for start, near in enumerate(edges):
        free = next((place for place in near if place not in owner), None)
        if free is not None:
            owner[free], partner[start] = start, free
        elif near:
            _augment(start, edges, owner, partner)
    return len(owner)


def _augment(start: int, edges: list[list[int]], owner: dict[int, int], partner: dict[int, int]) -> None:
    """Look for a path from an unmatched note to a free one, breadth first, and exchange the partners along it."""
    reached_from: dict[int, int] = {}
    queue = [start]
    for left in queue:
        for right in edges[left]:
            if right in reached_from:
                continue
            reached_from[right] = left
            if right in owner:
                queue.append(owner[right])
                continue
            free: int | None = right
            while free is not None:
                left = reached_from[free]
                owner[free], partner[left], free = left, free, partner.get(left)
            return


def evaluate(
    reference: Sequence[TimedNote],
    estimate: Sequence[TimedNote],
    onset_tolerance: float = 0.05,
    offset_ratio: float = 0.2,
) -> dict[str, float]:
    """Return precision, recall and F1 by onset, and by onset and offset, after validation."""
    validate(reference)
    validate(estimate)
    figures: dict[str, float] = {}
    for name, hits in zip(
        ("onset", "offset"), matched(reference, estimate, onset_tolerance, offset_ratio), strict=True
    ):
        found = agreement(hits, len(reference), len(estimate))
        figures |= {f"{name}_{part}": value for part, value in found._asdict().items()}
    return figures
