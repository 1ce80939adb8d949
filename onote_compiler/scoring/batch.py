"""Scoring many items in order, on one core or several, whatever the answers do to the workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from onote_compiler.errors import UnknownOptionError
from onote_compiler.parallel import map_ordered
from onote_compiler.scoring.items import TASKS, Item, ItemResult
from onote_compiler.scoring.parameters import DEFAULTS, Parameters
from onote_compiler.scoring.run import failed, result_of


def score_batch(
    task: str, items: Iterable[Item], workers: int = 1, *, params: Parameters | None = None, **settings: Any
) -> Iterator[ItemResult]:
    """Return the result of each item, in order; items are taken from the iterable as they are needed.

    An item that cannot be scored (a malformed reference, an unknown notation) is ``invalid`` with its ``error``.
    When a worker dies, only the item that killed it is lost: it comes back as ``invalid`` with an ``error``.

    Args:
        task: ``ast``, ``cnc``, ``vsu`` or ``smg``.
        items: What to score.
        workers: Processes to share the work.
        params: Ready parameters.
        settings: Fields of :class:`~onote_compiler.scoring.parameters.Parameters` to change.

    Raises:
        UnknownOptionError: no such task or parameter (at once, before the first item is taken).
    """
    if task not in TASKS:
        raise UnknownOptionError(f"no task {task!r}; known: {', '.join(TASKS)}")
    held = (params or DEFAULTS).changed(**settings)
    score = partial(result_of, task, params=held)
    return map_ordered(score, items, workers, partial(_lost, task, held))


def _lost(task: str, params: Parameters, item: Item) -> ItemResult:
    return failed(task, item, params, "the worker died on this item")
