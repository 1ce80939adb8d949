"""A run's summary as tables for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, Any

from rich.console import Console
from rich.table import Table

from onote_compiler.harness.explanations import gravest_first, is_error, print_explanations, remark
from onote_compiler.harness.figures import TITLES, headings, notes, row, settings_line
from onote_compiler.harness.tables import WIDTH, open_console, open_table, print_titled, shortened
from onote_compiler.scoring.items import TASKS, ItemResult, Status
from onote_compiler.scoring.summary import Group, Summary, Worst

_BAR = 40
_LONGEST_ID = 40
_LEAST_ROOM = 20


def print_summary(
    summary: Summary, *, color: bool, stream: IO[str] | None = None, diagnostics: bool = False, explain: bool = False
) -> None:
    """Print the figures by task and notation, lenient and strict side by side, the worst items, and the settings.

    Args:
        summary: What was aggregated.
        color: Whether to use colour.
        stream: Where to print; standard output where not given.
        diagnostics: Whether to print in how many items each diagnostic stands.
        explain: Whether to print the alignment of the worst items.
    """
    console = open_console(color, stream)
    for model in dict.fromkeys(group.model for group in summary.groups):
        _print_model(console, summary, model)
    if diagnostics:
        _print_histograms(console, summary)
    if summary.worst and explain:
        print_explanations(console, summary.worst)
    elif summary.worst:
        print_titled(console, "Lowest items", _worst_table(summary.worst))
        console.print()
    console.print(settings_line(summary.params), style="dim" if color else "")


def _print_model(console: Console, summary: Summary, model: str | None) -> None:
    for task in TASKS:
        groups = [group for group in summary.groups if group.task == task and group.model == model]
        if groups:
            title = TITLES[task] + (f", {model}" if model else "") + " (lenient/strict)"
            print_titled(console, title, _task_table(task, groups, summary.params))
            for note in notes(task, groups):
                console.print(note)
            console.print()
    figures = summary.overall.get(model)
    if figures:
        lenient, strict = figures["lenient"], figures["strict"]
        console.print(f"C(θ), equation 2 over the tasks run: {lenient:.3f} lenient, {strict:.3f} strict\n")


def _task_table(task: str, groups: Sequence[Group], params: Mapping[str, Any]) -> Table:
    table = open_table(padding=1)
    for name in headings(task, params):
        table.add_column(name, justify="left" if name == "notation" else "right")
    for group in groups:
        table.add_row(*row(task, group, params), style="bold" if group.notation is None else "")
    return table


def _print_histograms(console: Console, summary: Summary) -> None:
    for group in summary.groups:
        if group.notation is not None or not group.diagnostics:
            continue
        model = f", {group.model}" if group.model else ""
        table = open_table()
        table.add_column("name")
        table.add_column("items", justify="right")
        table.add_column("")
        for name, count in group.diagnostics.items():
            table.add_row(name, str(count), "█" * max(1, round(_BAR * count / group.items)))
        print_titled(console, f"Diagnostics in {TITLES[group.task]}{model}, {group.items} items", table)
        console.print()


def _worst_table(worst: Sequence[Worst]) -> Table:
    table = open_table()
    rows = [_worst_row(entry) for entry in worst]
    names = ("item", "task", "notation", "score", "status")
    room = WIDTH
    for column, name in enumerate(names):
        table.add_column(name, justify="right" if name == "score" else "left", no_wrap=True)
        room -= 2 + max(len(name), *(len(cells[column]) for cells in rows))
    table.add_column("first diagnostic")
    for cells, entry in zip(rows, worst, strict=True):
        table.add_row(*cells, shortened(_reason(entry.result), max(room, _LEAST_ROOM)))
    return table


def _worst_row(entry: Worst) -> list[str]:
    result = entry.result
    name = shortened(result.id, _LONGEST_ID)
    return [name, result.task, result.notation or "", f"{entry.score:.3f}", result.status.value]


def _reason(result: ItemResult) -> str:
    """Return what explains the figure of an item best: an error, a transposition, a fault of form."""
    if result.error:
        return result.error
    if result.status is Status.MISSING:
        return "no answer"
    first = next(iter(gravest_first(result.diagnostics)), None)
    said = "" if first is None else f"{first.code} {first.name}: {first.message}"
    return said if first is not None and is_error(first) else remark(result) or said
