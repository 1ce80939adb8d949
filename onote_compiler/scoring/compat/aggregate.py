"""The aggregates that the released scripts print or leave to be taken over the rows they write.

What they leave out of the denominator is left out here too: an answer that is missing, and one whose script skips
it. Items on which a script raises, which would end its run, are counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

_FAILED_CALL = "[Error]"
_FIGURES: dict[str, tuple[str, ...]] = {
    "ast": ("full", "pitch", "duration"),
    "cnc": ("total", "pitch", "rhythm"),
    "vsu": ("correct",),
    "smg": tuple(
        f"deterministic_{name}"
        for name in ("syntax_valid", "measure_count_ok", "meter_valid", "layout_valid", "fret_span_valid")
    ),
}
# Aggregates that a script prints itself, by release and task; CNC of r2 depends on the direction.
_PRINTED = {
    ("r1", "ast"): ("full", "pitch", "duration"), ("r1", "cnc"): ("total",), ("r1", "vsu"): ("correct",),
    ("r2", "cnc"): ("total", "pitch", "rhythm"), ("r2", "vsu"): ("correct",),
}  # fmt: skip


@dataclass(frozen=True)
class ReleasedGroup:
    """The figures of one notation or direction, or of all (``None``).

    Attributes:
        name: Notation (AST, SMG) or mode (CNC).
        items: Number of items of the truth.
        scored: Number of items in the means.
        left_out: Number of items that the scripts leave out of their denominator.
        raised: Number of items on which the script raises.
        means: Percentages by figure.
    """

    name: str | None
    items: int
    scored: int
    left_out: int
    raised: int
    means: Mapping[str, float]


@dataclass(frozen=True)
class ReleasedSummary:
    """The aggregate of a run as a release gives it.

    Attributes:
        printed: Figures whose mean the script prints itself; those of the others are means over its rows.
    """

    release: str
    task: str
    groups: Sequence[ReleasedGroup]
    printed: Sequence[str]

    def record(self) -> dict[str, Any]:
        """Return the summary as plain values."""
        return asdict(self)


def aggregate_as_released(
    release: str, task: str, requests: Iterable[Mapping[str, Any]], answers: Iterable[Mapping[str, Any]]
) -> ReleasedSummary:
    """Return the means of a release over the items it counts.

    Args:
        release: ``r1`` or ``r2``.
        task: ``ast``, ``cnc``, ``vsu`` or ``smg``.
        requests: The items; one that nothing answers has no ``prediction``.
        answers: What :func:`~onote_compiler.scoring.run.score_line` says of each.
    """
    held = list(zip(requests, answers, strict=True))
    names: dict[str, None] = {}
    for request, _ in held:
        if (name := _group_name(task, request)) is not None:
            names[name] = None
    groups = [
        _group(release, task, name, [pair for pair in held if _group_name(task, pair[0]) == name])
        for name in sorted(names)
    ]
    whole = _group(release, task, None, held)
    return ReleasedSummary(release, task, [*groups, whole], _PRINTED.get((release, task), ()))


def left_out(release: str, task: str, request: Mapping[str, Any]) -> bool:
    """Whether a release's script leaves an item out of its denominator."""
    if "prediction" not in request:
        return True
    prediction = request["prediction"]
    if task == "vsu":
        failed = isinstance(prediction, str) and _FAILED_CALL in prediction
        return failed or (release == "r1" and not prediction)
    if task == "cnc":
        return not prediction and not isinstance(prediction, list)
    return release == "r1" and task == "ast" and not request.get("reference")


def _group_name(task: str, request: Mapping[str, Any]) -> str | None:
    name = request.get("mode" if task == "cnc" else "notation")
    return name if isinstance(name, str) else None


def _group(
    release: str, task: str, name: str | None, held: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]
) -> ReleasedGroup:
    counts: Counter[str] = Counter()
    columns: dict[str, list[float]] = {figure: [] for figure in _FIGURES[task]}
    for request, answer in held:
        kind = "left_out" if left_out(release, task, request) else "raised" if "error" in answer else "scored"
        counts[kind] += 1
        if kind == "scored":
            for figure, column in columns.items():
                value = answer["metrics"].get(figure)
                if isinstance(value, bool | int | float):
                    column.append(_percent(task, value))
    means = {figure: sum(column) / len(column) for figure, column in columns.items() if column}
    return ReleasedGroup(name, len(held), counts["scored"], counts["left_out"], counts["raised"], means)


def _percent(task: str, value: float) -> float:
    """Return a figure in percent; the transcription scripts round each row before they take the mean."""
    return round(value, 2) if task == "ast" else value * 100
