"""Matching predictions with truths by id, in the layouts that data sets have.

AST: ``{key: piece}`` and ``{key: text}``; CNC: ``{id: …}`` on both sides, ids of digits zero-filled to seven; VSU:
``[{doc_id, question, options, answer}]`` and ``{doc_id: text}``; our JSONL; directories of text files. Ids are
matched without file endings, recording suffixes and leading zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onote_compiler.errors import DataError
from onote_compiler.harness.sources import Entry, read_entries
from onote_compiler.scoring.items import Item
from onote_compiler.scoring.parameters import DEFAULTS, Parameters
from onote_compiler.scoring.run import item_of

_ENDINGS = (".json", ".jams", ".png", ".jpg", ".jpeg", ".wav", ".mp3", ".txt", ".abc", ".tab", ".jianpu")
_SUFFIXES = ("_mic", "_1")
_ID_WIDTH = 7
_ITEM_FIELDS = ("notation", "dialect", "mode", "key", "meter", "measures", "model")
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An id that does not find its partner, or stands twice.

    Attributes:
        kind: ``duplicate``, ``unknown`` (a prediction without truth) or ``missing`` (a truth without prediction).
        id: The id as its file writes it.
        place: File and place in it.
    """

    kind: str
    id: str
    place: str


@dataclass(frozen=True)
class Run:
    """What is to be scored, and what did not match."""

    items: Sequence[Item]
    mismatches: Sequence[Mismatch]


def normal_id(text: str) -> str:
    """Return an id without file ending, recording suffix and missing leading zeros."""
    name = text.strip()
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    return name.zfill(_ID_WIDTH) if name.isdigit() else name


def load_run(
    task: str,
    predictions: Iterable[Path],
    truth: Path | None = None,
    *,
    defaults: dict[str, Any] | None = None,
    params: Parameters = DEFAULTS,
) -> Run:
    """Return the items of a run.

    Args:
        task: ``ast``, ``cnc``, ``vsu`` or ``smg``.
        predictions: Files or directories of answers.
        truth: File or directory of truths; without it each answer must carry its own ``reference`` (none for SMG).
        defaults: Fields that hold where an entry names none: ``notation dialect mode key meter measures model``.
        params: Settings of the run, under which the truths are checked.

    Returns:
        One item a truth, in its order, with no prediction where none matches; without a truth, one an answer. A
        repeated id keeps its first entry.

    Raises:
        DataError: a file cannot be read, or a truth is malformed; the message names file, id and JSON path.
    """
    held = defaults or {}
    mismatches: list[Mismatch] = []
    answers: dict[str, Entry] = {}
    for path in predictions:
        _add(answers, read_entries(path, answers=True), mismatches)
    if truth is None:
        items = [_item(task, entry, entry.fields.get("reference"), {}, held) for entry in answers.values()]
        return Run(items, mismatches)
    truths: dict[str, Entry] = {}
    _add(truths, read_entries(truth, answers=False), mismatches)
    _check(task, truths.values(), params)
    mismatches += [Mismatch("unknown", e.id, e.place) for name, e in answers.items() if name not in truths]
    mismatches += [Mismatch("missing", e.id, e.place) for name, e in truths.items() if name not in answers]
    items = []
    for name, entry in truths.items():
        answer = answers.get(name, Entry(entry.id, None, {}, ""))
        items.append(_item(task, answer._replace(id=entry.id), _reference(task, entry), entry.fields, held))
    return Run(items, mismatches)


def _add(into: dict[str, Entry], entries: Iterable[Entry], mismatches: list[Mismatch]) -> None:
    for entry in entries:
        name = normal_id(entry.id)
        if name in into:
            mismatches.append(Mismatch("duplicate", entry.id, entry.place))
        else:
            into[name] = entry


def _reference(task: str, entry: Entry) -> Any:
    """Return the truth of an entry: under ``reference`` or ``truth`` in our layout, else the entry itself."""
    if not isinstance(entry.value, dict):
        return entry.value
    named = next((entry.value[name] for name in ("reference", "truth") if name in entry.value), None)
    if task == "vsu" and "options" in entry.value and not isinstance(named, dict):
        return {"answer": entry.value.get("answer", named), "options": entry.value["options"]}
    return entry.value if named is None else named


def _item(task: str, answer: Entry, reference: Any, fields: dict[str, Any], defaults: dict[str, Any]) -> Item:
    """Return the item; what the answer says outranks the truth's entry, which outranks the defaults."""
    chosen = {
        name: next((source[name] for source in (answer.fields, fields, defaults) if source.get(name) is not None), None)
        for name in _ITEM_FIELDS
    }
    if isinstance(fields.get("bars"), list):
        chosen["key"] = defaults.get("key")  # a piece's own key is the truth, not what the task gave
    try:
        return item_of({**chosen, "id": answer.id, "prediction": answer.value, "reference": reference})
    except DataError as error:
        raise DataError(f"{answer.place}: {error}") from error


def _check(task: str, truths: Iterable[Entry], params: Parameters) -> None:
    """Refuse malformed truths, all of a file's at once."""
    faults = []
    for entry in truths:
        try:
            _check_one(task, entry, params)
        except DataError as error:
            faults.append(f"{entry.place}: {error}")
    if faults:
        more = f"\nand {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
        raise DataError("\n".join(faults[:_SHOWN]) + more)


def _check_one(task: str, entry: Entry, params: Parameters) -> None:
    from onote_compiler.scoring.tasks.vsu import read_question
    from onote_compiler.scoring.truths import read_truth

    if task == "vsu":
        read_question(_reference(task, entry))
    elif task != "smg":
        read_truth(_reference(task, entry), params)
