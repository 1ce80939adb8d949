"""Answering a stream of JSONL requests in order, on one core or several, whatever the requests do."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from onote_compiler.errors import OnoteError
from onote_compiler.machine.answers import refused

Handler = Callable[[Any, Mapping[str, Any]], dict[str, Any]]
Job = tuple[int, str]
"""Number of the line, from 1, and its text."""

_CHUNK = 32
_QUEUED = 4  # chunks waiting for each worker: enough to keep it busy, few enough to stay a stream


def answer_lines(
    lines: Iterable[str], handler: Handler, defaults: Mapping[str, Any], workers: int = 1
) -> Iterator[str]:
    """Yield one encoded answer for each non-blank line, in order.

    Args:
        lines: Requests, one JSON object a line.
        handler: What answers a decoded request; must be importable by name when there are several workers.
        defaults: Options that hold where a request names none.
        workers: Processes to share the work.

    A line that is not JSON, or a request that cannot be carried out, is answered with an ``error``. When a worker
    dies, the requests it held are tried again one by one, and only the one that kills it is answered with an error.
    """
    jobs = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    if workers <= 1:
        for job in jobs:
            yield _answer(job, handler, defaults)
        return
    yield from _answer_in_parallel(jobs, handler, defaults, workers)


def _answer(job: Job, handler: Handler, defaults: Mapping[str, Any]) -> str:
    number, line = job
    identifier: Any = None
    try:
        request = json.loads(line)
        identifier = request.get("id") if isinstance(request, dict) else None
        answer = handler(request, defaults)
    except json.JSONDecodeError as error:
        answer = refused(None, f"line {number}, column {error.pos + 1}: not JSON: {error.msg}")
    except OnoteError as error:
        answer = refused(identifier, f"line {number}: {error}")
    except RecursionError:
        answer = refused(identifier, f"line {number}: JSON nested too deep")
    except MemoryError:
        answer = refused(identifier, f"line {number}: not enough memory")
    except ValueError as error:  # numbers of too many digits
        answer = refused(identifier, f"line {number}: {error}")
    return json.dumps(answer)


def _answer_chunk(jobs: list[Job], handler: Handler, defaults: Mapping[str, Any]) -> list[str]:
    return [_answer(job, handler, defaults) for job in jobs]


def _answer_in_parallel(
    jobs: Iterator[Job], handler: Handler, defaults: Mapping[str, Any], workers: int
) -> Iterator[str]:
    waiting: deque[tuple[list[Job], Future[list[str]]]] = deque()
    pool = ProcessPoolExecutor(workers)
    try:
        while True:
            while len(waiting) < workers * _QUEUED and (chunk := list(islice(jobs, _CHUNK))):
                waiting.append((chunk, _submit(pool, chunk, handler, defaults)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            try:
                yield from future.result()
            except BrokenProcessPool:
                pool.shutdown(wait=False, cancel_futures=True)
                yield from _answer_one_by_one(chunk, handler, defaults)
                pool = ProcessPoolExecutor(workers)
                waiting = deque((c, _submit(pool, c, handler, defaults)) for c, _ in waiting)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _submit(
    pool: ProcessPoolExecutor, chunk: list[Job], handler: Handler, defaults: Mapping[str, Any]
) -> Future[list[str]]:
    try:
        return pool.submit(_answer_chunk, chunk, handler, defaults)
    except BrokenProcessPool as error:
        broken: Future[list[str]] = Future()
        broken.set_exception(error)
        return broken


def _answer_one_by_one(jobs: list[Job], handler: Handler, defaults: Mapping[str, Any]) -> Iterator[str]:
    for job in jobs:
        with ProcessPoolExecutor(1) as pool:
            try:
                yield pool.submit(_answer, job, handler, defaults).result()
            except BrokenProcessPool:
                yield json.dumps(refused(_identifier(job[1]), f"line {job[0]}: the worker died on this request"))


def _identifier(line: str) -> Any:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return request.get("id") if isinstance(request, dict) else None
