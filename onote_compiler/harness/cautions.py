"""What a run takes for granted, said before its figures are believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from onote_compiler.checks import Expectation
from onote_compiler.checks.measures import check_measures
from onote_compiler.diagnostics import Report
from onote_compiler.errors import DataError
from onote_compiler.ir.source import Source
from onote_compiler.notations.musixqa.sample import score_of_sample
from onote_compiler.scoring.items import Item
from onote_compiler.scoring.truths import default_notation

_SHOWN = 3
_WHOLE = 2**10 * 3**2 * 5 * 7  # ticks


def cautions(task: str, items: Iterable[Item]) -> list[str]:
    """Return one line for each thing a run assumes: notations nobody named, truths whose measures do not add up."""
    held = list(items)
    return [*swapped_files(held), *_assumed_notations(task, held), *_uneven_truths(held)]


def swapped_files(items: Iterable[Item]) -> list[str]:
    """Return a line where answers are pieces in the shape of a truth."""
    pieces = sum(isinstance(item.prediction, dict) and "bars" in item.prediction for item in items)
    return [f"{pieces} of the answers are pieces in the shape of a truth: were the files swapped?"] if pieces else []


def _assumed_notations(task: str, items: list[Item]) -> Iterator[str]:
    if task not in ("ast", "cnc"):
        return
    unnamed = (item for item in items if item.notation is None)
    counts = Counter(default_notation(task, item.reference, item.mode) for item in unnamed)
    for notation, count in counts.items():
        yield f"{count} item{'s' * (count != 1)} without a notation, read as {notation}; --notation says otherwise"


def _uneven_truths(items: list[Item]) -> Iterator[str]:
    seen: set[int] = set()
    for item in items:
        truth = item.reference
        if not isinstance(truth, dict) or "bars" not in truth or id(truth) in seen:
            continue
        seen.add(id(truth))
        said = _uneven(truth)
        if said:
            more = f", and {len(said) - _SHOWN} more" if len(said) > _SHOWN else ""
            yield f"the truth of {item.id}: {'; '.join(said[:_SHOWN])}{more}"


def _uneven(sample: dict[str, Any]) -> list[str]:
    """Return what is off in the measures of a sample; a malformed one is reported where it is scored."""
    if _adds_up(sample):
        return []
    try:
        score = score_of_sample(sample)
    except DataError:
        return []
    report = Report(Source.whole(""))
    check_measures(score, report, Expectation())
    return [f"{d.voice or 'staff'}: {d.message}" for d in report.diagnostics]


def _adds_up(sample: dict[str, Any]) -> bool:
    """Whether every staff of every bar plainly lasts as long as the meter: so it is in nearly all, and soon told."""
    try:
        whole = _ticks(sample["time_signature"])
        staves = [staff for bar in sample["bars"] for staff in bar["staves"].values()]
        return all(sum([_ticks(note["duration"]) for note in staff]) == whole for staff in staves)
    except (AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError):
        return False


@lru_cache(maxsize=1024)
def _ticks(length: str) -> int:
    ticks = Fraction(length) * _WHOLE
    if ticks.denominator != 1:
        raise ValueError(length)
    return ticks.numerator
