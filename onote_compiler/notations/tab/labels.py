"""What the labels of rows say: which string each names, and which tuning all of them spell."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from onote_compiler.ir.pitch import SEMITONES
from onote_compiler.ir.score import Tuning
from onote_compiler.theory.tunings import NAMED, STANDARD, default_tuning, from_labels, parse_string_name

Labels = tuple[str, ...]
"""Labels of rows from the top down, as :func:`letter` returns them; empty for a row without one."""

SIZES = range(4, 9)
"""How many strings a complete system may have."""

MAX_SIZE = 12
"""How many rows a system may have."""

# Labels of a complete system that may be wrong for it still to be one.
_SLIPS = 2
# How far, in semitones, a string may be from its usual pitch before its label is taken for a slip.
_FARTHEST_RETUNING = 4


# Names of notes where the alphabet is not used for them; ``La`` as a capital is the string, not the note B flat.
_SYLLABLES = {"do": "C", "re": "D", "ré": "D", "mi": "E", "fa": "F", "sol": "G", "la": "A", "si": "B"}


@lru_cache(maxsize=1024)
def letter(label: str) -> str:
    """Return the note name in a label, or its number: ``e`` of ``high e``, ``e (1st)``, ``1 e``, ``e string``."""
    low = label.lower()
    if low.startswith(("high", "low")):
        return "e" if low.startswith("high") else "E"
    name = label.split("(")[0].strip()
    if low.startswith("string"):
        name = name[len("string") :].strip()
    elif low.endswith("string"):
        name = name[: -len("string")].strip(" -")
    if len(name) > 1 and name[0].isdigit() and name.lstrip("12345678 ")[:1].upper() in SEMITONES:
        name = name.lstrip("12345678 ")
    return _SYLLABLES.get(name.lower(), name)


@lru_cache(maxsize=1024)
def pitch_class(label: str) -> int | None:
    """Return the pitch class, 0-11, that a label names; ``None`` where it is no note name."""
    name = parse_string_name(letter(label))
    return name[0] if name else None


@lru_cache(maxsize=1024)
def spelled(labels: Labels) -> Tuning | None:
    """Return the tuning that a complete set of labels spells; ``None`` where they spell none.

    A tuning that has a name comes first, read from the top, from the bottom, or in any other order of the rows; then
    one whose strings all lie near the usual ones, from the top or, failing that, from the bottom.
    """
    if not all(labels) or len(labels) not in SIZES:
        return None
    ways = [tuning for order in (labels, labels[::-1]) if (tuning := from_labels(order)) is not None]
    named = next((tuning for tuning in ways if tuning.name is not None), None) or _known_set(labels)
    if named is not None:
        return named
    near = default_tuning(len(labels)).strings
    for tuning in ways:
        if all(abs(a - b) <= _FARTHEST_RETUNING for a, b in zip(tuning.strings, near, strict=True)):
            return tuning
    return None


def complete(labels: Labels) -> bool:
    """Whether labels are all those of an instrument: a tuning with a name, or as many as a guitar has."""
    return len(labels) >= len(STANDARD.strings) or _has_name(labels)


def _has_name(labels: Labels) -> bool:
    tuning = spelled(labels)
    return tuning is not None and tuning.name is not None


def _known_set(labels: Labels) -> Tuning | None:
    """Return the tuning with a name of which every string is named once, whatever the order of the rows.

    Strings of a guitar in their order are no other instrument out of order.
    """
    if in_order(labels, STANDARD) is not None:
        return STANDARD if len(labels) == len(STANDARD.strings) else None
    for tuning in (default_tuning(len(labels)), *NAMED.values()):
        if len(tuning.strings) == len(labels) and out_of_order(labels, tuning) is not None:
            return tuning
    return None


@lru_cache(maxsize=1024)
def in_order(labels: Labels, tuning: Tuning) -> tuple[int, ...] | None:
    """Return the string of each label, in the order of the tuning or against it; ``None`` if neither fits.

    Of several ways the one is taken that keeps ``e`` and ``E`` apart, leaves no gap, and runs down the page.
    """
    count = len(tuning.strings)
    if len(labels) > count or count > MAX_SIZE or not any(labels):
        return None
    classes = [pitch_class(label) if label else None for label in labels]
    best: tuple[tuple[int, int, int], tuple[int, ...]] | None = None
    for chosen in combinations(range(count), len(labels)):
        for direction, order in enumerate((chosen, chosen[::-1])):
            if any(label and c != tuning.strings[at] % 12 for label, c, at in zip(labels, classes, order, strict=True)):
                continue
            slips = sum(
                (label == "e" and at == count - 1) or (label == "E" and at == 0)
                for label, at in zip(labels, order, strict=True)
            )
            score = (slips, chosen[-1] - chosen[0], direction)
            if best is None or score < best[0]:
                best = (score, tuple(at + 1 for at in order))
    return best[1] if best else None


@lru_cache(maxsize=1024)
def out_of_order(labels: Labels, tuning: Tuning) -> tuple[int, ...] | None:
    """Return the string of each label where every label names a string of its own; ``None`` where one does not.

    Of several strings of one name, small letters, higher octaves and upper rows take the higher.
    """
    rows: dict[int, list[int]] = {}
    for at, label in enumerate(labels):
        named = pitch_class(label) if label else None
        if named is None:
            return None
        rows.setdefault(named, []).append(at)
    found = [0] * len(labels)
    for named, places in rows.items():
        strings = [number for number, midi in enumerate(tuning.strings, 1) if midi % 12 == named]
        if len(places) > len(strings):
            return None
        low = all(labels[at] == "E" for at in places)  # alone it is the lower one
        taken = strings[-len(places) :] if low else strings[: len(places)]
        for at, number in zip(sorted(places, key=lambda at: _height(labels[at])), taken, strict=True):
            found[at] = number
    return tuple(found)


def _height(label: str) -> tuple[int, bool]:
    """Return what sorts labels of one name from the highest string to the lowest."""
    name = parse_string_name(letter(label))
    octave = name[1] if name is not None else None
    return (-octave if octave is not None else 0, not label[0].islower())


def numbered(labels: Labels, tuning: Tuning) -> tuple[int, ...] | None:
    """Return the strings of labels that are their numbers (``1``, ``6th``, ``string 3``)."""
    numbers = [int(digits) for label in labels if (digits := "".join(c for c in label if c.isdigit()))]
    if len(numbers) != len(labels) or len(set(numbers)) != len(numbers) or max(numbers) > len(tuning.strings):
        return None
    return tuple(numbers)


def mostly(labels: Labels, tuning: Tuning) -> bool:
    """Whether at most two labels of a complete system are slips."""
    classes = [midi % 12 for midi in tuning.strings]
    return len(labels) == len(classes) and any(
        sum(pitch_class(label) != c for label, c in zip(labels, order, strict=True)) <= _SLIPS
        for order in (classes, classes[::-1])
    )


def repeated(labels: Labels, tuning: Tuning | None) -> int | None:
    """Return the index of a row that repeats the label of the one above it in an otherwise complete system."""
    strings = (tuning or STANDARD).strings
    if len(labels) != len(strings) + 1:
        return None
    classes = [midi % 12 for midi in strings]
    for at in range(1, len(labels)):
        if labels[at] and labels[at] == labels[at - 1]:
            rest = [pitch_class(label) for label in labels[:at] + labels[at + 1 :]]
            if rest in (classes, classes[::-1]):
                return at
    return None


def continues(upper: Labels, lower: Labels, tuning: Tuning | None) -> bool:
    """Whether rows that stand apart from those above them go on where those end: ``e B G`` and then ``D A E``.

    Args:
        upper: Labels of the rows above.
        lower: Labels of the rows below.
        tuning: The tuning that is known, if any.
    """
    together = upper + lower
    if not all(together):
        return False
    if len(together) == len((tuning or STANDARD).strings) and _has_name(together):
        return True
    if complete(upper) or complete(lower):
        return False
    for known in orders(tuning):
        strings = in_order(together, known)
        if strings is not None and abs(strings[len(upper)] - strings[len(upper) - 1]) == 1:
            return True
    return False


def orders(tuning: Tuning | None) -> tuple[Tuning, ...]:
    """Return the tunings whose order rows may follow."""
    return (tuning,) if tuning else (STANDARD, default_tuning(8), default_tuning(5))


@lru_cache(maxsize=1024)
def follows_order(labels: Labels, tuning: Tuning | None) -> bool:
    """Whether labels stand in the order of a tuning, down or up, strings left out or not."""
    for known in orders(tuning):
        classes = [midi % 12 for midi in known.strings]
        if _is_subsequence(labels, classes) or _is_subsequence(labels, classes[::-1]):
            return True
    return False


def _is_subsequence(labels: Labels, classes: list[int]) -> bool:
    at = iter(classes)
    return all(not label or any(pitch_class(label) == c for c in at) for label in labels)
