"""Answering a stream of JSONL requests in order, on one core or several, whatever the requests do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from math import isfinite
from typing import Any

from onote_compiler.errors import OnoteError
from onote_compiler.machine.answers import refused
from onote_compiler.parallel import map_ordered

Handler = Callable[[Any, Mapping[str, Any]], dict[str, Any]]
Refusal = Callable[[Any, str], dict[str, Any]]
_MOST_DIGITS = 4300  # as many as Python itself reads
Job = tuple[int, str]
"""Number of the line, from 1, and its text."""


def answer_lines(
    lines: Iterable[str],
    handler: Handler,
    defaults: Mapping[str, Any],
    workers: int = 1,
    refuse: Refusal = refused,
) -> Iterator[str]:
    """Return one encoded answer for each non-blank line, in order.

    Args:
        lines: Requests, one JSON object a line.
        handler: What answers a decoded request; must be importable by name when there are several workers.
        defaults: Options that hold where a request names none.
        workers: Processes to share the work.
        refuse: Makes the answer to a line that cannot be carried out, from its id and what is wrong with it.

    A line that is not JSON, or a request that cannot be carried out, is answered with an ``error``. When a worker
    dies, only the request that killed it is answered with an error.
    """
    jobs = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    answer = partial(_answer, handler=handler, defaults=defaults, refuse=refuse)
    return map_ordered(answer, jobs, workers, partial(_lost, refuse=refuse))


def _answer(job: Job, handler: Handler, defaults: Mapping[str, Any], refuse: Refusal) -> str:
    number, line = job
    identifier: Any = None
    try:
        request = json.loads(line.rstrip("\r\n"), parse_constant=_no_number, parse_float=_finite, parse_int=_whole)
        identifier = request.get("id") if isinstance(request, dict) else None
        answer = handler(request, defaults)
    except json.JSONDecodeError as error:
        answer = refuse(None, f"line {number}, column {error.pos + 1}: not JSON: {error.msg}")
    except RecursionError:
        answer = refuse(identifier, f"line {number}: JSON nested too deep")
    except MemoryError:
        answer = refuse(identifier, f"line {number}: not enough memory")
    except (OnoteError, ValueError) as error:  # ValueError: a number that no request may hold
        answer = refuse(identifier, f"line {number}: {error}")
    except Exception as error:  # a fault of ours in one request must not cost the others their answer
        answer = refuse(identifier, f"line {number}: internal error, {type(error).__name__}: {error}")
    return json.dumps(answer)


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text} is too large a number")
    return value


def _lost(job: Job, refuse: Refusal) -> str:
    return json.dumps(refuse(_identifier(job[1]), f"line {job[0]}: the worker died on this request"))


def _identifier(line: str) -> Any:
    try:
        request = json.loads(line, parse_constant=_no_number, parse_float=_finite, parse_int=_whole)
    except (ValueError, RecursionError):
        return None
    return request.get("id") if isinstance(request, dict) else None
