"""From lines to systems: which rows belong together, and which string each of them is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from onote_compiler.ir.score import Tuning
from onote_compiler.notations.tab.rows import Row, RowKind
from onote_compiler.theory.tunings import BASS, STANDARD, default_tuning, from_labels, parse_string_name

_SIZES = range(4, 9)
_MAX_SIZE = 12
# Labels of a complete system that may be wrong for it still to be one.
_SLIPS = 2
# How far, in semitones, a string may be from its usual pitch before its label is taken for a slip.
_FARTHEST_RETUNING = 4


@dataclass(slots=True)
class System:
    """Rows that sound together.

    Attributes:
        rows: Its rows, in written order.
        strings: String of each row, from 1.
        tuning: The open strings.
        beat: Its beat row.
        rhythm: Its row of rhythm letters.
        above: Lines of text above it.
        below: Lines of text below it.
        reversed: Whether the lowest string stands on top.
        missing: Strings that have no row.
        doubled: Rows whose label names a string that has a row already.
    """

    rows: list[Row]
    strings: list[int] = field(default_factory=list)
    tuning: Tuning = STANDARD
    beat: Row | None = None
    rhythm: Row | None = None
    above: list[Row] = field(default_factory=list)
    below: list[Row] = field(default_factory=list)
    reversed: bool = False
    missing: list[int] = field(default_factory=list)
    doubled: list[Row] = field(default_factory=list)


def assemble(rows: Sequence[Row], tuning: Tuning | None, strict: bool) -> list[System]:
    """Return the systems of a text, from the top down.

    Args:
        rows: Every line.
        tuning: The tuning that text or caller names, if any.
        strict: Whether only a guitar in standard tuning is expected, so that fewer rows lack strings.

    Returns:
        Systems, with strings and the rows around them set; lines that turn out to be text become text.
    """
    systems = _attach(rows, list(_blocks(rows, tuning)))
    common = tuning or (STANDARD if strict else _common_tuning(systems))
    for system in systems:
        _name_strings(system, common, strict)
    return systems


# -- which rows belong together --------------------------------------------------------------------------------------
def _blocks(rows: Sequence[Row], tuning: Tuning | None) -> Iterable[list[Row]]:
    """Yield the rows of each system."""
    runs: list[list[Row]] = []
    previous = RowKind.BLANK
    for row in rows:
        if row.kind is RowKind.STRING:
            if previous is RowKind.STRING:
                runs[-1].append(row)
            else:
                runs.append([row])
        previous = row.kind
    for run in _joined(rows, runs):
        named = [row for row in run if row.label]
        if len(named) * 2 > len(run):  # a rule or a bracket above named rows is no string
            for row in run:
                if not row.label and not row.frets:
                    row.kind = RowKind.TEXT
            run = [row for row in run if row.kind is RowKind.STRING]
        for block in _cut(run, tuning):
            if len(block) == 1 and not _stands_alone(block[0]):
                block[0].kind = RowKind.TEXT
                continue
            yield block


def _stands_alone(row: Row) -> bool:
    return bool(row.label) and (row.opened or bool(row.bars)) and bool(row.frets or row.dashes)


def _joined(rows: Sequence[Row], runs: list[list[Row]]) -> list[list[Row]]:
    """Join rows that blank lines set apart from each other, where every row stands alone."""
    if len(runs) < 4 or any(len(run) > 1 for run in runs):
        return runs
    joined: list[list[Row]] = []
    for run in runs:
        before = joined[-1][-1] if joined else None
        if before is not None and all(row.kind is RowKind.BLANK for row in rows[before.line + 1 : run[0].line]):
            joined[-1].extend(run)
        else:
            joined.append(run)
    return joined


def _cut(run: list[Row], tuning: Tuning | None) -> list[list[Row]]:
    """Cut a run of rows where the order of the strings begins again."""
    size = _period([row.label for row in run], len(tuning.strings) if tuning else None)
    if size:
        return [run[at : at + size] for at in range(0, len(run), size)]
    if not any(row.label for row in run):
        size = len(tuning.strings) if tuning else 6
        return [run] if len(run) <= 8 else [run[at : at + size] for at in range(0, len(run), size)]
    labels = [_letter(row.label) for row in run]
    if _repeated(labels, tuning) is not None:
        return [run]
    if len(run) in _SIZES and (_spelled(labels) is not None or _mostly(labels, tuning or default_tuning(len(run)))):
        return [run]
    blocks: list[list[Row]] = []
    for row in run:
        if not blocks or _begins_again(blocks[-1], row, tuning):
            blocks.append([])
        blocks[-1].append(row)
    return blocks


def _mostly(labels: list[str], tuning: Tuning) -> bool:
    """Whether at most two labels of a complete system are slips."""
    classes = [midi % 12 for midi in tuning.strings]
    return len(labels) == len(classes) and any(
        sum(_class(label) != c for label, c in zip(labels, order, strict=True)) <= _SLIPS
        for order in (classes, classes[::-1])
    )


def _repeated(labels: list[str], tuning: Tuning | None) -> int | None:
    """Return the index of a row that repeats the label of the one above it in an otherwise complete system."""
    strings = (tuning or STANDARD).strings
    for at in range(1, len(labels)):
        if labels[at] and labels[at] == labels[at - 1] and len(labels) == len(strings) + 1:
            rest = [_class(label) for label in labels[:at] + labels[at + 1 :]]
            classes = [midi % 12 for midi in strings]
            if rest in (classes, classes[::-1]):
                return at
    return None


def _period(labels: list[str], expected: int | None) -> int | None:
    """Return after how many rows the labels repeat, or ``None`` where they do not."""
    low = [label.lower() for label in labels]
    if not any(low):
        size = expected or 6
        return size if len(low) > size and len(low) % size == 0 else None
    for size in _SIZES:
        if len(low) > size and len(low) % size == 0 and low[size:] == low[:-size]:
            return size
    return None


def _begins_again(block: list[Row], row: Row, tuning: Tuning | None) -> bool:
    """Whether a row cannot belong to the block above it, because its string is above that of the last row."""
    if len(block) >= _MAX_SIZE:
        return True
    labels = [r.label for r in block] + [row.label]
    if not row.label:
        return False
    for order in _orders(tuning):
        for direction in (order, order[::-1]):
            if _is_subsequence(labels, direction):
                return False
    return any(_is_subsequence(labels[:-1], d) for order in _orders(tuning) for d in (order, order[::-1])) or (
        len(block) >= 4 and row.label == block[0].label
    )


def _orders(tuning: Tuning | None) -> list[list[int]]:
    tunings = [tuning] if tuning else [STANDARD, default_tuning(8), default_tuning(5)]
    return [[midi % 12 for midi in t.strings] for t in tunings]


def _is_subsequence(labels: list[str], classes: list[int]) -> bool:
    at = iter(classes)
    return all(not label or any(_class(label) == c for c in at) for label in labels)


def _class(label: str) -> int | None:
    name = parse_string_name(_letter(label))
    return name[0] if name else None


def _letter(label: str) -> str:
    """Return the note name in a label: ``e`` of ``high e``, ``E (6th)``, ``e``."""
    low = label.lower()
    if low.startswith(("high", "low")):
        return "e" if low.startswith("high") else "E"
    return label.split("(")[0].strip()


# -- what stands around them -----------------------------------------------------------------------------------------
def _attach(rows: Sequence[Row], blocks: list[list[Row]]) -> list[System]:
    """Return the systems with the beat, rhythm and text rows next to them."""
    systems = [System(block) for block in blocks]
    first = {id(system.rows[0]): system for system in systems}
    inside = {id(row) for system in systems for row in system.rows}
    waiting: list[Row] = []
    last: System | None = None
    for row in rows:
        if id(row) in first:
            last = first[id(row)]
            for other in waiting:
                _take(last, other)
            waiting = []
        elif id(row) in inside:
            continue
        elif row.kind is RowKind.BLANK:
            if last is not None and waiting and all(r.kind is not RowKind.BEAT for r in waiting):
                last.below.extend(waiting)
                waiting = []
            last = None if not waiting else last
        elif row.kind in (RowKind.BEAT, RowKind.RHYTHM, RowKind.CHORDS, RowKind.TEXT, RowKind.STRING):
            waiting.append(row)
    if systems and waiting:
        systems[-1].below.extend(waiting)
    if systems and systems[-1].beat is None:  # the beats may be counted under the strings
        systems[-1].beat = next((row for row in waiting if row.kind is RowKind.BEAT), None)
    for system in systems:
        if system.rhythm is None:
            system.rhythm = next((row for row in system.below[:1] if row.kind is RowKind.RHYTHM), None)
        system.below = [row for row in system.below if row is not system.rhythm]
    return systems


def _take(system: System, row: Row) -> None:
    if row.kind is RowKind.BEAT and system.beat is None:
        system.beat = row
    elif row.kind is RowKind.RHYTHM:
        if system.rhythm is not None:
            system.above.append(system.rhythm)
        system.rhythm = row
    else:
        system.above.append(row)


# -- which string each row is ----------------------------------------------------------------------------------------
def _common_tuning(systems: list[System]) -> Tuning | None:
    """Return the tuning that the first complete system of a guitar shows: systems with fewer rows lack strings."""
    for system in systems:
        labels = [_letter(row.label) for row in system.rows]
        if len(labels) == 6:
            return _spelled(labels)
    return None


def _spelled(labels: list[str]) -> Tuning | None:
    """Return the tuning that a complete set of labels spells, from the top or, failing that, from the bottom."""
    for order in (labels, labels[::-1]):
        if not all(order):
            return None
        tuning = from_labels(order)
        if tuning is None or len(order) not in _SIZES:
            return None
        near = default_tuning(len(order)).strings
        usual = all(abs(a - b) <= _FARTHEST_RETUNING for a, b in zip(tuning.strings, near, strict=True))
        if usual or tuning.name is not None:
            return tuning
    return None


def _name_strings(system: System, tuning: Tuning | None, strict: bool) -> None:
    labels = [_letter(row.label) for row in system.rows]
    again = _repeated(labels, tuning)
    if again is not None:  # two rows for one string: what they strike together is a conflict
        system.doubled.append(system.rows.pop(again))
        _name_strings(system, tuning, strict)
        system.rows.insert(again, system.doubled[0])
        system.strings.insert(again, system.strings[again - 1])
        return
    if tuning is None:
        tuning = _guess(labels)
    elif not strict and len(labels) > len(tuning.strings):
        tuning = _spelled(labels) or default_tuning(len(labels))
    system.tuning = tuning
    found = _match(labels, tuning) or _by_number(labels, tuning)
    if found is None and len(labels) == len(tuning.strings):
        found = _match(labels, default_tuning(len(labels)))  # usual names on a guitar that is tuned otherwise
    if found is None:
        found = list(range(1, len(labels) + 1))
        _note_doubles(system, labels)
    if max(found) > len(tuning.strings):
        system.tuning = default_tuning(max(found))
    system.strings = found
    system.reversed = len(found) > 1 and found[0] > found[-1]
    system.missing = [s for s in range(1, len(system.tuning.strings) + 1) if s not in found]


def _note_doubles(system: System, labels: list[str]) -> None:
    seen: set[str] = set()
    for row, label in zip(system.rows, labels, strict=True):
        if label and label in seen and label.lower() != "e":
            system.doubled.append(row)
        seen.add(label)


def _guess(labels: list[str]) -> Tuning:
    """Return the tuning of a system whose tuning nothing names."""
    if all(labels):
        if len(labels) < 4:
            return STANDARD
        classes = [_class(label) for label in labels]
        if classes in ([m % 12 for m in BASS.strings], [m % 12 for m in BASS.strings[::-1]]):
            return BASS
        if len(labels) < 6 and _match(labels, STANDARD) is not None:
            return STANDARD
        return _spelled(labels) or default_tuning(max(6, len(labels)))
    return default_tuning(len(labels)) if len(labels) >= 4 else STANDARD


def _match(labels: list[str], tuning: Tuning) -> list[int] | None:
    """Return the string of each label, in the order of the tuning or against it; ``None`` if neither fits.

    Of several ways the one is taken that keeps ``e`` and ``E`` apart, leaves no gap, and runs down the page.
    """
    count = len(tuning.strings)
    if len(labels) > count or count > _MAX_SIZE or not any(labels):
        return None
    classes = [_class(label) if label else None for label in labels]
    best: tuple[tuple[int, int, int], list[int]] | None = None
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
                best = (score, [at + 1 for at in order])
    return best[1] if best else None


def _by_number(labels: list[str], tuning: Tuning) -> list[int] | None:
    """Return the strings of labels that are their numbers (``1``, ``6th``, ``string 3``)."""
    numbers = [int(digits) for label in labels if (digits := "".join(c for c in label if c.isdigit()))]
    if len(numbers) != len(labels) or len(set(numbers)) != len(numbers) or max(numbers) > len(tuning.strings):
        return None
    return numbers
