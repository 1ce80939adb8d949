"""Scoring many items in order, on one core or several, whatever the answers do to the workers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from onote_compiler.errors import UnknownOptionError
from onote_compiler.scoring.items import TASKS, Item, ItemResult, Status
from onote_compiler.scoring.parameters import DEFAULTS, Parameters
from onote_compiler.scoring.run import result_of

CHUNK = 64
_QUEUED = 3  # chunks that wait for each worker: enough to keep it busy, few enough to stay a stream


def score_batch(
    task: str, items: Iterable[Item], workers: int = 1, *, params: Parameters | None = None, **settings: Any
) -> Iterator[ItemResult]:
    """Yield the result of each item, in order; items are taken from the iterable as they are needed.

    An item that cannot be scored (a malformed reference, an unknown notation) is ``invalid`` with its ``error``.
    When a worker dies, the items it held are scored again one by one, and only the one that kills it is lost: it
    comes back as ``invalid`` with an ``error``.

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
    if workers <= 1:
        return (result_of(task, item, held) for item in items)
    return _in_parallel(task, iter(items), held, workers)


def _chunk_results(task: str, items: list[Item], params: Parameters) -> list[ItemResult]:
    return [result_of(task, item, params) for item in items]


def _in_parallel(task: str, items: Iterator[Item], params: Parameters, workers: int) -> Iterator[ItemResult]:
    waiting: deque[tuple[list[Item], Future[list[ItemResult]]]] = deque()
    pool = ProcessPoolExecutor(workers)
    try:
        while True:
            while len(waiting) < workers * _QUEUED and (chunk := list(islice(items, CHUNK))):
                waiting.append((chunk, _submit(pool, task, chunk, params)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            try:
                yield from future.result()
            except BrokenProcessPool:
                pool.shutdown(wait=False, cancel_futures=True)
                yield from _one_by_one(task, chunk, params)
                pool = ProcessPoolExecutor(workers)
                waiting = deque((held, _submit(pool, task, held, params)) for held, _ in waiting)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, task: str, chunk: list[Item], params: Parameters) -> Future[list[ItemResult]]:
    try:
        return pool.submit(_chunk_results, task, chunk, params)
    except BrokenProcessPool as error:  # it broke between two chunks
        broken: Future[list[ItemResult]] = Future()
        broken.set_exception(error)
        return broken


def _one_by_one(task: str, items: list[Item], params: Parameters) -> Iterator[ItemResult]:
    """Score each item with a worker to itself; a pool is replaced only after an item has killed it."""
    pool = ProcessPoolExecutor(1)
    for item in items:
        try:
            yield pool.submit(result_of, task, item, params).result()
        except BrokenProcessPool:
            pool.shutdown(wait=False)
            pool = ProcessPoolExecutor(1)
            yield ItemResult(
                item.id, task, item.notation, Status.INVALID, False, {}, (), params.fields(), None, item.model,
                error="the worker died on this item",
            )  # fmt: skip
    pool.shutdown(wait=False)
