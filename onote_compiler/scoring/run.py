"""Scoring one item, in Python and in the machine form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from importlib import import_module
from typing import Any

from onote_compiler.errors import DataError, OnoteError, UnknownOptionError
from onote_compiler.scoring.items import TASKS, Item, ItemResult, Status
from onote_compiler.scoring.parameters import DEFAULTS, Parameters

_TEXT_FIELDS = ("notation", "dialect", "mode", "key", "meter", "model")


def score_item(
    task: str,
    prediction: Any,
    reference: Any = None,
    *,
    id: str = "",
    notation: str | None = None,
    dialect: str | None = None,
    mode: str | None = None,
    key: str | None = None,
    meter: str | None = None,
    measures: int | None = None,
    model: str | None = None,
    **params: Any,
) -> ItemResult:
    """Score one answer.

    Args:
        task: ``ast``, ``cnc``, ``vsu`` or ``smg``.
        prediction: The answer; ``None`` where there is none.
        reference: The truth, in any shape that :class:`~onote_compiler.scoring.items.Item` names.
        id: Name of the item.
        notation: Notation asked for; taken from the shape of the reference where it is not given.
        dialect: Its dialect.
        mode: Direction or form of the answer.
        key: Key that the task gave or asked for.
        meter: Meter that the task gave or asked for.
        measures: Number of measures that the task asked for.
        model: System that answered.
        params: Fields of :class:`~onote_compiler.scoring.parameters.Parameters`.

    Raises:
        DataError: the reference is malformed.
        UnknownFormatError: no such notation.
        UnknownOptionError: no such task, parameter, key, meter or dialect.
    """
    item = Item(id, prediction, reference, notation, dialect, mode, key, meter, measures, model)
    return score_one(task, item, DEFAULTS.changed(**params))


def score_one(task: str, item: Item, params: Parameters = DEFAULTS) -> ItemResult:
    """Score one item under ready parameters; raises as :func:`score_item` does."""
    scorer = _scorer(task)
    if item.reference is None and task != "smg":
        raise DataError('"reference" is missing')
    return scorer(item, params)


def result_of(task: str, item: Item, params: Parameters) -> ItemResult:
    """Score one item; what cannot be scored comes back as an ``invalid`` result with its ``error``."""
    truth_fault = False
    try:
        return score_one(task, item, params)
    except OnoteError as error:
        message = str(error)
        truth_fault = isinstance(error, DataError)
    except (RecursionError, MemoryError) as error:
        message = f"{type(error).__name__}: the item is too large"
    status = Status.MISSING if item.prediction is None else Status.INVALID
    return ItemResult(
        item.id, task, item.notation, status, False, {}, (), params.fields(), None, item.model, message, truth_fault
    )


def score_line(task: str, request: Any, compat: str | None = None, params: Parameters = DEFAULTS) -> dict[str, Any]:
    """Answer one decoded line of the machine interface; never raises, whatever the line holds.

    Args:
        task: ``ast``, ``cnc``, ``vsu`` or ``smg``.
        request: ``{"id", "prediction", "reference"?, "notation"?, "dialect"?, "mode"?, "key"?, "meter"?, …}``.
        compat: ``r1`` or ``r2`` for the figures of a released version.
        params: Settings of the run.

    Returns:
        ``{"id", "status", "format_ok", "metrics", "diagnostics"}``, with ``error`` where the item, and not the
        answer in it, is at fault, or where a released script raises.
    """
    if not isinstance(request, dict):
        return refused_item(None, "a request is an object")
    if compat is not None:
        return _score_line_as_released(task, request, compat)
    try:
        item = item_of(request)
        _scorer(task)
    except OnoteError as error:
        return refused_item(request.get("id"), str(error))
    return {**result_of(task, item, params).record(), "id": request.get("id")}


def item_of(request: Mapping[str, Any]) -> Item:
    """Return the item that a request describes; fields it does not know are left alone.

    Raises:
        DataError: a field is not of its type.
    """
    for name in _TEXT_FIELDS:
        if not isinstance(request.get(name), str | None):
            raise DataError(f'"{name}" must be a string')
    measures = request.get("measures")
    if isinstance(measures, bool) or not isinstance(measures, int | None):
        raise DataError('"measures" must be a whole number')
    known = {f.name for f in fields(Item)}
    values = {name: value for name, value in request.items() if name in known}
    return Item(**{**values, "id": str(request.get("id", ""))})


def _score_line_as_released(task: str, request: dict[str, Any], compat: str) -> dict[str, Any]:
    from onote_compiler.scoring.compat import score_as_released

    try:
        figures = score_as_released(compat, task, request)
    except OnoteError as error:
        return refused_item(request.get("id"), str(error))
    error_name = figures.pop("error", None)
    missing = request.get("prediction") is None
    status = Status.MISSING if missing else Status.INVALID if error_name else Status.OK
    answer: dict[str, Any] = {
        "id": request.get("id"),
        "status": status.value,
        "format_ok": not missing and error_name is None,
        "metrics": figures,
        "diagnostics": [],
    }
    return answer if error_name is None else {**answer, "error": error_name}


def refused_item(identifier: Any, message: str) -> dict[str, Any]:
    """Return the answer to a request that cannot be scored, in the shape of one that can."""
    return {
        "id": identifier, "status": Status.INVALID.value, "format_ok": False, "metrics": {}, "diagnostics": [],
        "error": message,
    }  # fmt: skip


def _scorer(task: str) -> Callable[[Item, Parameters], ItemResult]:
    if task not in TASKS:
        raise UnknownOptionError(f"no task {task!r}; known: {', '.join(TASKS)}")
    return import_module(f"onote_compiler.scoring.tasks.{task}").score  # type: ignore[no-any-return]
