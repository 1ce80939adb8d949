"""Matching answers with truths by id.

Ids are matched without file endings, recording suffixes and leading zeros. An answer may name its truth by
``"truth": id``, so that several answers share one; a list of items, where there is one, says what was asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onote_compiler.harness.sources import Entry, read_entries

_ENDINGS = (".json", ".jams", ".png", ".jpg", ".jpeg", ".wav", ".mp3", ".txt", ".abc", ".tab", ".jianpu")
_SUFFIXES = ("_mic", "_1")
_ID_WIDTH = 7
_SHOWN = 5
_MEANINGS = {
    "duplicate": "the first one counts",
    "unknown": "no truth or item goes with it",
    "missing": "scored as 0",
    "unused": "several answers share a truth and none names this one; --items says what was asked for",
}


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An id that does not find its partner, or stands twice.

    Attributes:
        kind: ``duplicate``, ``unknown`` (an answer that nothing asks for, or a truth named that does not exist),
            ``missing`` (asked for and not answered) or ``unused`` (a truth that no answer names).
        id: The id as its file writes it.
        file: The file that holds it.
    """

    kind: str
    id: str
    file: str


@dataclass(frozen=True, slots=True)
class Pair:
    """One item: its answer and its truth, ``None`` where there is none.

    Attributes:
        id: Its name in results.
        answer: What was answered.
        truth: What is right.
        fields: What the list of items says of it.
    """

    id: str
    answer: Entry | None
    truth: Entry | None
    fields: Mapping[str, object]


@dataclass(frozen=True)
class Matched:
    """What is to be scored, and what did not match.

    Attributes:
        pairs: One an item.
        mismatches: What did not match.
        other_tasks: How many answers belong to each other task.
    """

    pairs: Sequence[Pair]
    mismatches: Sequence[Mismatch]
    other_tasks: Mapping[str, int]


def normal_id(text: str) -> str:
    """Return an id without file ending, recording suffix and missing leading zeros."""
    name = text.strip()
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    return name.zfill(_ID_WIDTH) if name.isdigit() else name


def match(task: str, predictions: Iterable[Path], truth: Path | None = None, items: Path | None = None) -> Matched:
    """Return the items of a task.

    Without a truth there is one item an answer. With one, there is one item an entry of ``items``; where that is not
    given, one a truth, or, where several answers name the same truth, one an answer. Entries whose ``task`` is
    another one are left out.

    Args:
        task: ``ast``, ``cnc``, ``vsu`` or ``smg``.
        predictions: Files or directories of answers.
        truth: File or directory of truths.
        items: File that lists what was asked for: ``{"id", "truth"?, "task"?, "notation"?, …}``.

    Raises:
        DataError: a file cannot be read.
    """
    reading = _Reading(task)
    answers: dict[str, Entry] = {}
    for path in predictions:
        reading.add(answers, path, answers=True)
    truths = {} if truth is None else reading.add({}, truth, answers=False)
    if items is not None:
        asked = reading.add({}, items, answers=False)
        pairs = _asked(asked, answers, truths, str(truth), str(items), reading.mismatches)
    elif truth is None:
        pairs = [Pair(entry.id, entry, None, {}) for entry in answers.values()]
    else:
        pairs = _by_truth(answers, truths, reading.named_elsewhere, str(truth), reading.mismatches)
    return Matched(pairs, reading.mismatches, reading.other_tasks)


def summarise(matched: Matched, missing: str = _MEANINGS["missing"]) -> Iterator[str]:
    """Yield one line a kind of mismatch and file, with a count and at most five examples.

    Args:
        matched: What was matched.
        missing: What becomes of items that nothing answers.
    """
    meanings = {**_MEANINGS, "missing": missing}
    if matched.other_tasks:
        counts = ", ".join(f"{name} {count}" for name, count in sorted(matched.other_tasks.items()))
        yield f"answers of other tasks left out: {counts}"
    groups: dict[tuple[str, str], list[str]] = {}
    for mismatch in matched.mismatches:
        groups.setdefault((mismatch.file, mismatch.kind), []).append(mismatch.id)
    for (file, kind), names in groups.items():
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        plural = "id" if len(names) == 1 else "ids"
        what = f"{plural} without an answer" if kind == "missing" else f"{kind} {plural}"
        yield f"{file}: {len(names)} {what} ({meanings[kind]}): {', '.join(names[:_SHOWN])}{more}"


class _Reading:
    """Reads files of entries, keeping count of what is left out."""

    def __init__(self, task: str) -> None:
        self.task = task
        self.mismatches: list[Mismatch] = []
        self.other_tasks: Counter[str] = Counter()
        self.named_elsewhere: set[str] = set()

    def add(self, into: dict[str, Entry], path: Path, *, answers: bool) -> dict[str, Entry]:
        """Add the entries of a file by normal id and return them all."""
        for entry in read_entries(path, answers=answers):
            name = normal_id(entry.id)
            if self._of_another_task(entry, answers):
                continue
            if name in into:
                self.mismatches.append(Mismatch("duplicate", entry.id, str(path)))
            else:
                into[name] = entry
        return into

    def _of_another_task(self, entry: Entry, counted: bool) -> bool:
        task = entry.fields.get("task")
        if not isinstance(task, str) or task.lower() == self.task:
            return False
        if counted:
            self.other_tasks[task.lower()] += 1
        self.named_elsewhere.add(truth_name(entry))
        return True


def truth_name(entry: Entry) -> str:
    """Return the normal id of an entry's truth: the one it names, else its own."""
    named = entry.fields.get("truth")
    return normal_id(named if isinstance(named, str) else entry.id)


def _by_truth(
    answers: dict[str, Entry], truths: dict[str, Entry], elsewhere: set[str], file: str, mismatches: list[Mismatch]
) -> list[Pair]:
    """Return the items where nothing but truths and answers says what was asked for."""
    by_truth: dict[str, list[Entry]] = {}
    for entry in answers.values():
        if (name := truth_name(entry)) in truths:
            by_truth.setdefault(name, []).append(entry)
        else:
            mismatches.append(Mismatch("unknown", entry.id, entry.file))
    shared = any(len(entries) > 1 for entries in by_truth.values())
    unanswered = {name: entry for name, entry in truths.items() if name not in by_truth and name not in elsewhere}
    kind = "unused" if shared else "missing"
    mismatches += [Mismatch(kind, entry.id, file) for entry in unanswered.values()]
    if shared:
        known = (entry for entry in answers.values() if truth_name(entry) in truths)
        return [Pair(entry.id, entry, truths[truth_name(entry)], {}) for entry in known]
    pairs = []
    for name, truth in truths.items():
        if name in by_truth:
            answer = by_truth[name][0]
            named = isinstance(answer.fields.get("truth"), str)
            pairs.append(Pair(answer.id if named else truth.id, answer, truth, {}))
        elif name in unanswered:
            pairs.append(Pair(truth.id, None, truth, {}))
    return pairs


def _asked(
    asked: dict[str, Entry], answers: dict[str, Entry], truths: dict[str, Entry], truth_file: str, file: str,
    mismatches: list[Mismatch],
) -> list[Pair]:  # fmt: skip
    """Return one item an entry of a list of items."""
    mismatches += [Mismatch("unknown", e.id, e.file) for name, e in answers.items() if name not in asked]
    pairs = []
    for name, item in asked.items():
        answer = answers.get(name)
        if answer is None:
            mismatches.append(Mismatch("missing", item.id, file))
        truth = truths.get(truth_name(item))
        if truths and truth is None:
            mismatches.append(Mismatch("unknown", str(item.fields.get("truth", item.id)), truth_file))
        pairs.append(Pair(item.id, answer, truth, item.fields))
    return pairs
