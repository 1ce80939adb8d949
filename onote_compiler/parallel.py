"""Ordered work on one core or several that outlives whatever a job does to its worker."""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Generic, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

_CHUNK = 32
_QUEUED = 4  # chunks waiting for each worker: enough to keep it busy, few enough to stay a stream


def map_ordered(
    function: Callable[[Job], Result], jobs: Iterable[Job], workers: int, lost: Callable[[Job], Result]
) -> Iterator[Result]:
    """Yield ``function(job)`` for each job, in order; jobs are taken as they are needed.

    Args:
        function: What works on a job; can be pickled when there are several workers.
        jobs: The work; each can be pickled.
        workers: Processes to share it; with 1 all is done here.
        lost: What to yield for a job that kills its worker.

    When a worker dies, the jobs it held are tried again one by one, so that only the one that kills it is lost.
    """
    if workers <= 1:
        return (_undisturbed(function, [job])[0] for job in jobs)
    return _Pool(function, workers, lost).run(iter(jobs))


class _Pool(Generic[Job, Result]):
    def __init__(self, function: Callable[[Job], Result], workers: int, lost: Callable[[Job], Result]) -> None:
        self._function = function
        self._workers = workers
        self._lost = lost
        self._pool = _new_pool(workers)

    def run(self, jobs: Iterator[Job]) -> Iterator[Result]:
        waiting: deque[tuple[list[Job], Future[list[Result]]]] = deque()
        try:
            while True:
                while len(waiting) < self._workers * _QUEUED and (chunk := list(islice(jobs, _CHUNK))):
                    waiting.append((chunk, self._submit(chunk)))
                if not waiting:
                    return
                chunk, future = waiting.popleft()
                try:
                    yield from future.result()
                except BrokenProcessPool:
                    self._pool.shutdown(wait=False, cancel_futures=True)
                    yield from self._one_by_one(chunk)
                    self._pool = _new_pool(self._workers)
                    waiting = deque((held, self._submit(held)) for held, _ in waiting)
        finally:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, chunk: list[Job]) -> Future[list[Result]]:
        try:
            return self._pool.submit(_undisturbed, self._function, chunk)
        except BrokenProcessPool as error:  # it broke between two chunks
            broken: Future[list[Result]] = Future()
            broken.set_exception(error)
            return broken

    def _one_by_one(self, chunk: list[Job]) -> Iterator[Result]:
        pool = _new_pool(1)
        for job in chunk:
            try:
                yield pool.submit(_undisturbed, self._function, [job]).result()[0]
            except BrokenProcessPool:
                pool.shutdown(wait=False)
                pool = _new_pool(1)
                yield self._lost(job)
        pool.shutdown(wait=False)


def _new_pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, initializer=_begin)


def _begin() -> None:
    """Let this worker end when the process that started it is gone, also where that one was killed.

    What it was born with is never looked at for cycles: that would copy all of it.
    """
    gc.freeze()
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _undisturbed(function: Callable[[Job], Result], jobs: list[Job]) -> list[Result]:
    """Work on a few jobs with the garbage collector at rest.

    A job makes thousands of small objects and hardly a cycle among them: looking for cycles again and again, as the
    collector does, costs a fifth of the time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return [function(job) for job in jobs]
    finally:
        if collecting:
            gc.enable()
