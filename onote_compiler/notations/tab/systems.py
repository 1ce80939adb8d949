"""From lines to systems: which rows belong together, and which string each of them is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from onote_compiler.ir.score import Tuning
from onote_compiler.notations.tab.labels import (
    MAX_SIZE,
    SIZES,
    Labels,
    continues,
    follows_order,
    in_order,
    letter,
    mostly,
    numbered,
    out_of_order,
    pitch_class,
    repeated,
    spelled,
)
from onote_compiler.notations.tab.rows import Row, RowKind
from onote_compiler.notations.tab.techniques import split_signs
from onote_compiler.theory.tunings import BASS, STANDARD, default_tuning

# Letters that stand before the rows of printed tablature, where music has a clef.
_CLEF = "TAB"


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
    for run in _joined(rows, runs, tuning):
        _drop_clef(run)
        named = [row for row in run if row.label]
        if len(named) * 2 > len(run):  # a rule or a bracket above named rows is no string
            for row in run:
                if not row.label and (not row.frets or _has_words(row)):
                    row.kind = RowKind.TEXT
            run = [row for row in run if row.kind is RowKind.STRING]
        for block in _cut(run, tuning):
            if len(block) == 1 and not _stands_alone(block[0]):
                block[0].kind = RowKind.TEXT
                continue
            yield block


def _drop_clef(run: list[Row]) -> None:
    """Take the word TAB, one letter before each of three rows without a name, for the clef it is."""
    letters = [row.label for row in run if row.label]
    if letters and letters == list(_CLEF) * (len(letters) // len(_CLEF)) and len(letters) < len(run):
        for row in run:
            row.label = ""


def _has_words(row: Row) -> bool:
    """Whether letters that mean nothing on a string stand in a row."""
    return any(sign.text.isalpha() and not sign.known for item in row.signs for sign in split_signs(item.text))


def _stands_alone(row: Row) -> bool:
    return bool(row.label) and (row.opened or bool(row.bars)) and bool(row.frets or row.dashes)


def _labels(rows: Sequence[Row]) -> Labels:
    return tuple([letter(row.label) for row in rows])


def _joined(rows: Sequence[Row], runs: list[list[Row]], tuning: Tuning | None) -> list[list[Row]]:
    """Join rows that only blank lines set apart: where every row stands alone, or one run goes on with the other."""
    alone = len(runs) >= 4 and all(len(run) == 1 for run in runs)
    joined: list[list[Row]] = []
    for run in runs:
        before = joined[-1] if joined else None
        if (
            before is not None
            and all(row.kind is RowKind.BLANK for row in rows[before[-1].line + 1 : run[0].line])
            and (alone or _goes_on(before, run, tuning))
        ):
            before.extend(run)
        else:
            joined.append(run)
    return joined


def _goes_on(upper: list[Row], lower: list[Row], tuning: Tuning | None) -> bool:
    """Whether two runs of rows are one system with a blank line inside."""
    size = len(tuning.strings) if tuning else len(STANDARD.strings)
    if len(upper) + len(lower) > max(size, SIZES[-1]):
        return False
    alike = len(upper[-1].bars) == len(lower[0].bars)
    if any(row.label for row in (*upper, *lower)):
        return alike and continues(_labels(upper), _labels(lower), tuning)
    even = abs(upper[-1].width - lower[0].width) <= 1
    return alike and even and min(len(upper), len(lower)) > 1 and len(upper) + len(lower) <= size


def _cut(run: list[Row], tuning: Tuning | None) -> list[list[Row]]:
    """Cut a run of rows where the order of the strings begins again."""
    size = _period([row.label for row in run], len(tuning.strings) if tuning else None)
    if size:
        return _chunks(run, size)
    size = len(tuning.strings) if tuning else len(STANDARD.strings)
    if not any(row.label for row in run):
        return [run] if len(run) <= 8 else _chunks(run, size)
    labels = _labels(run)
    if repeated(labels, tuning) is not None:
        return [run]
    if len(run) in SIZES and (spelled(labels) is not None or mostly(labels, tuning or default_tuning(len(run)))):
        return [run]
    if len(run) % size == 0 and all(spelled(_labels(chunk)) is not None for chunk in _chunks(run, size)):
        return _chunks(run, size)
    if len(run) < size and out_of_order(labels, tuning or STANDARD) is not None:
        return [run]
    blocks: list[list[Row]] = []
    for row in run:
        if not blocks or _begins_again(blocks[-1], row, tuning):
            blocks.append([])
        blocks[-1].append(row)
    return blocks


def _chunks(run: list[Row], size: int) -> list[list[Row]]:
    return [run[at : at + size] for at in range(0, len(run), size)]


def _period(labels: list[str], expected: int | None) -> int | None:
    """Return after how many rows the labels repeat, or ``None`` where they do not."""
    low = [label.lower() for label in labels]
    if not any(low):
        size = expected or 6
        return size if len(low) > size and len(low) % size == 0 else None
    for size in SIZES:
        several = len(set(low[:size])) >= size - 2  # two strings may have one name, not all
        if several and len(low) > size and len(low) % size == 0 and low[size:] == low[:-size]:
            return size
    return None


def _begins_again(block: list[Row], row: Row, tuning: Tuning | None) -> bool:
    """Whether a row cannot belong to the block above it, because its string is above that of the last row."""
    if len(block) >= MAX_SIZE:
        return True
    if not row.label:
        return False
    above = _labels(block)
    if follows_order((*above, letter(row.label)), tuning):
        return False
    return follows_order(above, tuning) or (len(block) >= 4 and row.label == block[0].label)


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
        spare, system.rhythm = system.rhythm, row
        if spare is not None and _only_e(row) and not _only_e(spare):
            spare, system.rhythm = row, spare
        if spare is not None:
            spare.kind = RowKind.CHORDS if _only_e(spare) else RowKind.TEXT
            system.above.append(spare)
    else:
        system.above.append(row)


def _only_e(row: Row) -> bool:
    """Whether a row of rhythm letters may as well be one of chord names."""
    return all(item.text == "E" for item in row.frets)


# -- which string each row is ----------------------------------------------------------------------------------------
def _common_tuning(systems: list[System]) -> Tuning | None:
    """Return the tuning that the first complete system of a guitar shows: systems with fewer rows lack strings."""
    for system in systems:
        if len(system.rows) == len(STANDARD.strings):
            return spelled(_labels(system.rows))
    return None


def _name_strings(system: System, tuning: Tuning | None, strict: bool) -> None:
    labels = _labels(system.rows)
    again = repeated(labels, tuning)
    if again is not None:  # two rows for one string: what they strike together is a conflict
        system.doubled.append(system.rows.pop(again))
        _name_strings(system, tuning, strict)
        system.rows.insert(again, system.doubled[0])
        system.strings.insert(again, system.strings[again - 1])
        return
    if tuning is None:
        tuning = _guess(labels)
    elif not strict and len(labels) > len(tuning.strings):
        tuning = spelled(labels) or default_tuning(len(labels))
    system.tuning = tuning
    found = _strings(labels, tuning)
    if found is None:
        found = tuple(range(1, len(labels) + 1))
        _note_doubles(system, labels)
    if max(found) > len(tuning.strings):
        system.tuning = default_tuning(max(found))
    system.strings = list(found)
    system.missing = [s for s in range(1, len(system.tuning.strings) + 1) if s not in found]


def _strings(labels: Labels, tuning: Tuning) -> tuple[int, ...] | None:
    """Return the strings that labels name; ``None`` where their position has to say."""
    known = [tuning]
    if len(labels) == len(tuning.strings):  # usual names on a guitar that is tuned otherwise
        known.append(default_tuning(len(labels)))
    for find in (in_order, out_of_order, numbered):
        for strings in known:
            found = find(labels, strings)
            if found is not None:
                return found
    return None


def _note_doubles(system: System, labels: Labels) -> None:
    seen: set[str] = set()
    for row, label in zip(system.rows, labels, strict=True):
        if label and label in seen and label.lower() != "e":
            system.doubled.append(row)
        seen.add(label)


def _unnamed(tuning: Tuning | None) -> bool:
    return tuning is None or tuning.name is None


def _guess(labels: Labels) -> Tuning:
    """Return the tuning of a system whose tuning nothing names."""
    if all(labels):
        if len(labels) < 4:
            return STANDARD
        classes = [pitch_class(label) for label in labels]
        if classes in ([m % 12 for m in BASS.strings], [m % 12 for m in BASS.strings[::-1]]):
            return BASS
        named = spelled(labels)
        if len(labels) < 6 and (in_order(labels, STANDARD) or (_unnamed(named) and out_of_order(labels, STANDARD))):
            return STANDARD
        return named or default_tuning(max(6, len(labels)))
    return default_tuning(len(labels)) if len(labels) >= 4 else STANDARD
