"""From matched entries to what is scored, in the layouts that data sets have.

AST: ``{key: piece}`` and ``{key: text}``; CNC: ``{id: …}`` on both sides, ids of digits zero-filled to seven; VSU:
``[{doc_id, question, options, answer}]`` and ``{doc_id: text}``; our JSONL; directories of text files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onote_compiler.errors import DataError
from onote_compiler.harness.cautions import swapped_files
from onote_compiler.harness.matching import Matched, Pair, match
from onote_compiler.harness.sources import Entry
from onote_compiler.registry import NOTATIONS, check_dialect
from onote_compiler.scoring.answers import PITCH_MODES
from onote_compiler.scoring.items import Item, ItemResult
from onote_compiler.scoring.run import item_of
from onote_compiler.scoring.truths import default_notation

_ITEM_FIELDS = ("notation", "dialect", "mode", "key", "meter", "measures", "model")
_SHOWN = 5


@dataclass(frozen=True)
class Run:
    """What is to be scored, and how it was matched."""

    items: Sequence[Item]
    matched: Matched


def load_run(
    task: str,
    predictions: Iterable[Path],
    truth: Path | None = None,
    *,
    items: Path | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> Run:
    """Return the items of a run, those that nothing answers included.

    Args:
        task: ``ast``, ``cnc``, ``vsu`` or ``smg``.
        predictions: Files or directories of answers.
        truth: File or directory of truths; without it each answer must carry its own ``reference`` (none for SMG).
        items: File that lists what was asked for.
        defaults: Fields that hold where an entry names none: ``notation dialect mode key meter measures model``.

    Raises:
        DataError: a file cannot be read, or a field is not of its type; the message names file and place.
        UnknownOptionError: all items are of one notation, and it has no dialect of the default's name.
    """
    matched = match(task, predictions, truth, items)
    found = [_item(task, pair, defaults or {}) for pair in matched.pairs]
    if task != "smg" and truth is None and found and all(item.reference is None for item in found):
        raise DataError('nothing to compare with: name the ground truth by --truth, or a "reference" in each answer')
    _check_default_dialect(task, found, (defaults or {}).get("dialect"))
    return Run(found, matched)


def released_requests(task: str, matched: Matched, defaults: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return matched items as the released scripts take them; one that nothing answers has no ``prediction``."""
    return [_request(task, pair, defaults) for pair in matched.pairs]


def _item(task: str, pair: Pair, defaults: Mapping[str, Any]) -> Item:
    chosen = _chosen(pair, defaults)
    if pair.truth is not None and isinstance(pair.truth.fields.get("bars"), list):
        chosen["key"] = defaults.get("key")  # a piece's own key is the truth, not what the task gave
    value = None if pair.answer is None else pair.answer.value
    try:
        return item_of({**chosen, "id": pair.id, "prediction": value, "reference": _reference_of(task, pair)})
    except DataError as error:
        raise DataError(f"{pair.answer.place if pair.answer else pair.id}: {error}") from error


def _check_default_dialect(task: str, items: Sequence[Item], dialect: str | None) -> None:
    if dialect is None or task == "vsu":
        return
    notations = {item.notation or default_notation(task, item.reference, item.mode) for item in items}
    if len(notations) == 1 and notations <= {"auto", *NOTATIONS}:
        check_dialect(dialect, notations.pop())


def _request(task: str, pair: Pair, defaults: Mapping[str, Any]) -> dict[str, Any]:
    chosen = {name: value for name, value in _chosen(pair, defaults).items() if value is not None}
    reference = _reference_of(task, pair)
    if task == "vsu" and isinstance(reference, dict):
        reference = reference.get("answer")
    request = {**chosen, "id": pair.id, "reference": reference}
    if pair.answer is not None:
        request["prediction"] = pair.answer.value
    if task == "cnc":
        request.update(_conversion(request))
    return request


def _conversion(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return both sides of a conversion as the scripts take them out of an object of JSON; ``None`` for no object."""
    mode = request.get("mode")
    listed = None if mode == "staff_to_jianpu" else "pitches" if mode in PITCH_MODES else "notes"
    sides = {name: request[name] for name in ("prediction", "reference") if name in request}
    if "prediction" in sides:
        sides["prediction"] = _object_in(sides["prediction"])
    if listed is None:
        return sides
    return {name: side.get(listed, []) if isinstance(side, dict) and side else side for name, side in sides.items()}


def _object_in(answer: Any) -> Any:
    """Return the object that the scripts find in an answer: from its first brace to its last."""
    if not isinstance(answer, str):
        return answer if isinstance(answer, dict | list) else None
    try:
        found = json.loads(answer[answer.find("{") : answer.rfind("}") + 1])
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _chosen(pair: Pair, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is said of an item: by the answer, else by the list of items, else by the truth, else by default."""
    answer = pair.answer.fields if pair.answer else {}
    sources = (answer, pair.fields, pair.truth.fields if pair.truth else {}, defaults)
    return {name: next((s[name] for s in sources if s.get(name) is not None), None) for name in _ITEM_FIELDS}


def _reference_of(task: str, pair: Pair) -> Any:
    if pair.truth is not None:
        return _reference(task, pair.truth)
    return pair.answer.fields.get("reference") if pair.answer else None


def _reference(task: str, entry: Entry) -> Any:
    """Return the truth of an entry: under ``reference`` or ``truth`` in our layout, else the entry itself."""
    if not isinstance(entry.value, dict):
        return entry.value
    named = next((entry.value[name] for name in ("reference", "truth") if name in entry.value), None)
    if task == "vsu" and "options" in entry.value and not isinstance(named, dict):
        return {"answer": entry.value.get("answer", named), "options": entry.value["options"]}
    return entry.value if named is None else named


def refuse_malformed_truths(run: Run, results: Iterable[ItemResult]) -> None:
    """Refuse a run whose truths are malformed, all of them at once.

    Args:
        run: What was scored.
        results: One an item, in order.

    Raises:
        DataError: a truth is malformed or missing; the message names file, id and JSON path.
    """
    pairs = zip(run.matched.pairs, results, strict=True)
    faults = list(dict.fromkeys(f"{_place(pair)}: {result.error}" for pair, result in pairs if result.truth_fault))
    if faults:
        more = [f"and {len(faults) - _SHOWN} more"] if len(faults) > _SHOWN else []
        raise DataError("\n".join([*faults[:_SHOWN], *more, *swapped_files(run.items)]))


def _place(pair: Pair) -> str:
    entry = pair.truth or pair.answer
    return pair.id if entry is None else entry.place
