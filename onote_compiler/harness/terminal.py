"""A run's summary as tables for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import IO

from rich.console import Console
from rich.table import Table

from onote_compiler.scoring.items import ItemResult, Status
from onote_compiler.scoring.summary import Group, Summary, Worst

# Heading, and the names of its lenient and strict figure.
_COLUMNS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "ast": (
        ("pitch", "pitch", "strict_pitch"),
        ("duration", "duration", "strict_duration"),
        ("full", "full", "strict_full"),
    ),
    "cnc": (
        ("pitch", "pitch", "strict_pitch"),
        ("duration", "duration", "strict_duration"),
        ("full", "full", "strict_full"),
        ("Φ", "phi", "strict_phi"),
    ),
    "vsu": (("accuracy", "score", "strict_score"),),
    "smg": (
        ("technical", "technical", "technical"),
        ("layout", "layout", "layout"),
        ("fingering", "fingering", "fingering"),
        ("score", "score", "strict_score"),
    ),
}
_TITLES = {"ast": "AST, transcription", "cnc": "CNC, conversion", "vsu": "VSU, questions", "smg": "SMG, generation"}
WIDTH = 118
NONE = "-"  # the figure applies to no item of the group


def print_summary(summary: Summary, *, color: bool, stream: IO[str] | None = None) -> None:
    """Print the figures by task and notation, lenient and strict side by side, the worst items, and the settings.

    Args:
        summary: What was aggregated.
        color: Whether to use colour.
        stream: Where to print; standard output where not given.
    """
    console = Console(
        file=stream or sys.stdout, width=WIDTH, highlight=False, no_color=not color, force_terminal=color or None
    )
    models = list(dict.fromkeys(group.model for group in summary.groups))
    for model in models:
        for task in _TITLES:
            groups = [g for g in summary.groups if g.task == task and g.model == model]
            if groups:
                console.print(_task_table(task, model, groups), "")
        figures = summary.overall.get(model)
        if figures:
            lenient, strict = figures["lenient"], figures["strict"]
            console.print(f"C(θ), equation 2 over the tasks run: {lenient:.3f} lenient, {strict:.3f} strict\n")
    if summary.worst:
        console.print(_worst_table(summary.worst), "")
    console.print(_settings(summary), style="dim" if color else "")


def _task_table(task: str, model: str | None, groups: Sequence[Group]) -> Table:
    title = _TITLES[task] + (f", {model}" if model else "") + " (lenient / strict)"
    table = _table(title)
    for name in ("notation", "items", "missing", "invalid"):
        table.add_column(name, justify="left" if name == "notation" else "right")
    table.add_column("format", justify="right")
    for heading, _, _ in _COLUMNS[task]:
        table.add_column(heading, justify="right")
    for group in groups:
        table.add_row(*_row(task, group), style="bold" if group.notation is None else "")
    return table


def _row(task: str, group: Group) -> list[str]:
    cells = [group.notation or "all", str(group.items)]
    cells += [str(group.status.get(status.value, 0)) for status in (Status.MISSING, Status.INVALID)]
    cells.append(_mean(group, "format"))
    for _, lenient, strict in _COLUMNS[task]:
        pair = (_mean(group, lenient), _mean(group, strict))
        cells.append(pair[0] if lenient == strict or pair == (NONE, NONE) else " / ".join(pair))
    return cells


def _mean(group: Group, metric: str) -> str:
    estimate = group.metrics.get(metric)
    return NONE if estimate is None else f"{estimate.mean:.3f}"


def _worst_table(worst: Sequence[Worst]) -> Table:
    table = _table("Lowest items")
    for name in ("item", "task", "notation", "score", "status"):
        table.add_column(name, justify="right" if name == "score" else "left")
    table.add_column("first diagnostic")
    for entry in worst:
        result = entry.result
        said = _reason(result)
        figures = (result.id, result.task, result.notation or "", f"{entry.score:.3f}", result.status.value)
        room = WIDTH - 58
        table.add_row(*figures, said if len(said) <= room else said[: room - 1] + "…")
    return table


def _reason(result: ItemResult) -> str:
    """Return the first diagnostic of an item or, where there is none, what else explains its figure."""
    if result.error:
        return result.error
    if result.diagnostics:
        first = result.diagnostics[0]
        return f"{first.code} {first.name}: {first.message}"
    if result.status is Status.MISSING:
        return "no answer"
    interval, fitted = result.metrics.get("transposition"), result.metrics.get("transposed_pitch")
    if isinstance(interval, int) and interval and isinstance(fitted, float):
        return f"moved by {interval:+d} semitones its pitch would be {fitted:.3f}"
    return ""


def _table(title: str) -> Table:
    """Return an empty table without rules, so that it can be read in a log and cut out by columns."""
    return Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0))


def _settings(summary: Summary) -> str:
    shown = {name: value for name, value in summary.params.items() if value is not None}
    return "settings: " + ", ".join(f"{name} {_plain(value)}" for name, value in shown.items())


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={part}" for name, part in value.items())
    return str(value)
