"""Scoring items as a released version does, and its figures as a table for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import IO, Any

from onote_compiler.harness.figures import TITLES
from onote_compiler.harness.tables import NONE, open_console, open_table, print_titled
from onote_compiler.parallel import map_ordered
from onote_compiler.scoring.compat import ReleasedSummary, released_scorer
from onote_compiler.scoring.run import score_line

_PREFIX = "deterministic_"


def score_released(
    release: str, task: str, requests: Sequence[Mapping[str, Any]], workers: int = 1
) -> Iterator[dict[str, Any]]:
    """Return what a release gives for each item, in order, as the machine interface spells it.

    Raises:
        UnknownOptionError: the release has no such task.
    """
    released_scorer(release, task)
    return map_ordered(partial(_score, task, release), requests, workers, _lost)


def _score(task: str, release: str, request: Mapping[str, Any]) -> dict[str, Any]:
    return score_line(task, request, release)


def _lost(request: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": request.get("id"), "status": "invalid", "metrics": {}, "error": "the worker died on this item"}


def print_released(summary: ReleasedSummary, *, color: bool, stream: IO[str] | None = None) -> None:
    """Print the means that a release gives, in percent, and what they leave out.

    Args:
        summary: What was aggregated.
        color: Whether to use colour.
        stream: Where to print; standard output where not given.
    """
    console = open_console(color, stream)
    figures = list(dict.fromkeys(name for group in summary.groups for name in group.means))
    kind = "mode" if summary.task == "cnc" else "notation"
    table = open_table()
    for heading in (kind, "items", "scored", "left out", "raised", *(name.removeprefix(_PREFIX) for name in figures)):
        table.add_column(heading, justify="left" if heading == kind else "right")
    for group in summary.groups:
        means = [f"{group.means[name]:.2f}" if name in group.means else NONE for name in figures]
        counts = map(str, (group.items, group.scored, group.left_out, group.raised))
        table.add_row(group.name or "all", *counts, *means, style="bold" if group.name is None else "")
    print_titled(console, f"{TITLES[summary.task]}, as release {summary.release} scores it (percent)", table)
    for note in _notes(summary, figures):
        console.print(note)


def _notes(summary: ReleasedSummary, figures: list[str]) -> list[str]:
    whole = summary.groups[-1]
    notes = []
    if whole.left_out:
        notes.append("Items left out (not answered, or skipped by the script) are not in its denominator.")
    if whole.raised:
        notes.append("On the items that raised, the script would have ended with an exception.")
    own = [name.removeprefix(_PREFIX) for name in figures if name not in summary.printed]
    if own:
        notes.append(f"The script prints no mean of {', '.join(own)}; these are means over the rows it writes.")
    return notes
