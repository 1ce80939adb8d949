"""Scoring one item, in Python and in the machine form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from importlib import import_module
from types import ModuleType
from typing import Any

from onote_compiler.errors import DataError, OnoteError, UnknownOptionError
from onote_compiler.registry import NOTATIONS
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
    try:
        return score_one(task, item, params)
    except DataError as error:
        return replace(failed(task, item, params, str(error)), truth_fault=True)
    except OnoteError as error:
        return failed(task, item, params, str(error), readable=True)
    except (RecursionError, MemoryError) as error:
        return failed(task, item, params, f"{type(error).__name__}: the item is too large")


def failed(task: str, item: Item, params: Parameters, message: str, *, readable: bool = False) -> ItemResult:
    """Return the result of an item that cannot be scored: every figure is 0, in the row of its notation.

    Args:
        task: ``ast``, ``cnc``, ``vsu`` or ``smg``.
        item: What was to be scored.
        params: Settings of the run.
        message: Why it could not be.
        readable: Whether answer and truth may be read to tell the notation, and which figures apply; else the
            notation is the one that is asked for, and all figures do.
    """
    from onote_compiler.scoring.truths import default_notation  # commands that score nothing go without

    status = Status.MISSING if item.prediction is None else Status.INVALID
    known = item.notation == "auto" or any(n.reads and n.name == item.notation for n in NOTATIONS.values())
    notation = item.notation if known or task == "vsu" else default_notation(task, item.reference, item.mode)
    # What is wrong with it is one of the fields that its truth can be read without.
    bare = replace(item, notation=notation, dialect=item.dialect if known else None, key=None, meter=None)
    worthless = _module(task).worthless
    result: ItemResult | None = None
    if readable:
        with suppress(OnoteError, RecursionError, MemoryError):
            result = worthless(bare, params, status, read=True)
    if result is None:
        result = worthless(bare, params, status, read=False)
    return replace(result, error=message)


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
        return refused_item(None, "a request is an object", None if compat else task, params)
    if compat is not None:
        return _score_line_as_released(task, request, compat)
    try:
        _scorer(task)
    except OnoteError as error:
        return refused_item(request.get("id"), str(error))
    wrong = _wrong_fields(request)
    item = item_of({name: value for name, value in request.items() if name not in wrong})
    found = failed(task, item, params, _said(wrong), readable=True) if wrong else result_of(task, item, params)
    return {**found.record(), "id": request.get("id")}


def item_of(request: Mapping[str, Any]) -> Item:
    """Return the item that a request describes; fields it does not know are left alone.

    Raises:
        DataError: a field is not of its type.
    """
    wrong = _wrong_fields(request)
    if wrong:
        raise DataError(_said(wrong))
    known = {f.name for f in fields(Item)}
    values = {name: value for name, value in request.items() if name in known}
    return Item(**{**values, "id": str(request.get("id", ""))})


def _wrong_fields(request: Mapping[str, Any]) -> dict[str, str]:
    """Return what the fields must be that are not of their type."""
    wrong = {name: "a string" for name in _TEXT_FIELDS if not isinstance(request.get(name), str | None)}
    measures = request.get("measures")
    if isinstance(measures, bool) or not isinstance(measures, int | None):
        wrong["measures"] = "a whole number"
    return wrong


def _said(wrong: Mapping[str, str]) -> str:
    return "; ".join(f'"{name}" must be {kind}' for name, kind in wrong.items())


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


def refused_item(
    identifier: Any, message: str, task: str | None = None, params: Parameters = DEFAULTS
) -> dict[str, Any]:
    """Return the answer to a request that cannot be scored, in the shape of one that can.

    Args:
        identifier: The request's ``id``.
        message: What is wrong with it.
        task: Whose figures the answer carries, as 0; ``None`` for none.
        params: Settings of the run.
    """
    metrics = {} if task is None else failed(task, Item("", prediction=""), params, message).metrics
    return {
        "id": identifier, "status": Status.INVALID.value, "format_ok": False, "metrics": dict(metrics),
        "diagnostics": [], "error": message,
    }  # fmt: skip


def _scorer(task: str) -> Callable[[Item, Parameters], ItemResult]:
    if task not in TASKS:
        raise UnknownOptionError(f"no task {task!r}; known: {', '.join(TASKS)}")
    return _module(task).score  # type: ignore[no-any-return]


def _module(task: str) -> ModuleType:
    return import_module(f"onote_compiler.scoring.tasks.{task}")
