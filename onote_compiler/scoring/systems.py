"""Two systems on the same items, by paired bootstrap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from onote_compiler.errors import DataError
from onote_compiler.scoring.bootstrap import PairedDifference, paired_bootstrap
from onote_compiler.scoring.items import ItemResult
from onote_compiler.scoring.summary import value_of


@dataclass(frozen=True, slots=True)
class Contrast:
    """One figure of two systems, over the items that have it in both.

    Attributes:
        task: Task of the items.
        notation: Their notation, ``None`` for all.
        metric: Name of the figure.
        found: Both means, their difference with its interval, and the p-value.
    """

    task: str
    notation: str | None
    metric: str
    found: PairedDifference

    def record(self) -> dict[str, Any]:
        """Return the contrast as plain values."""
        return asdict(self)


def compare_systems(
    first: Iterable[ItemResult], second: Iterable[ItemResult], metric: str = "score", **settings: Any
) -> PairedDifference:
    """Compare two systems on the items they share, by paired bootstrap over one metric.

    Raises:
        DataError: no item has the metric in both.
    """
    ours = {(r.task, r.id): value_of(r, metric) for r in first}
    theirs = {(r.task, r.id): value_of(r, metric) for r in second}
    pairs = [
        (value, other) for key, value in ours.items() if value is not None and (other := theirs.get(key)) is not None
    ]
    if not pairs:
        raise DataError(f"no item has a figure {metric!r} in both systems")
    return paired_bootstrap([a for a, _ in pairs], [b for _, b in pairs], **settings)


def contrast(
    first: Iterable[ItemResult], second: Iterable[ItemResult], metrics: Sequence[str], **settings: Any
) -> list[Contrast]:
    """Compare two systems figure by figure, by task and notation and over all notations.

    Args:
        first: Results of one system.
        second: Results of the other one, on the same items.
        metrics: Names of the figures; one that no item of a group has in both systems is left out.
        settings: Of the bootstrap: ``resamples confidence seed``.

    Raises:
        DataError: no item has any of the figures in both systems.
    """
    ours = list(first)
    theirs = list(second)
    groups: dict[tuple[str, str | None], list[ItemResult]] = {}
    for result in ours:
        if result.notation is not None:
            groups.setdefault((result.task, result.notation), []).append(result)
        groups.setdefault((result.task, None), []).append(result)
    found = []
    for (task, notation), members in sorted(groups.items(), key=lambda entry: (entry[0][0], entry[0][1] or "~")):
        for metric in metrics:
            try:
                found.append(Contrast(task, notation, metric, compare_systems(members, theirs, metric, **settings)))
            except DataError:
                continue
    if not found:
        raise DataError("the two systems have no items in common")
    return found
