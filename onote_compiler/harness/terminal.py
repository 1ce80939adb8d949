"""A run's summary as tables for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, Any

from rich.console import Console
from rich.table import Table

from onote_compiler.harness.explanations import print_explanations, transposed
from onote_compiler.harness.tables import NONE, WIDTH, open_console, open_table, print_titled, shortened
from onote_compiler.scoring.bootstrap import CONFIDENCE, RESAMPLES, SEED
from onote_compiler.scoring.items import TASKS, ItemResult, Status
from onote_compiler.scoring.parameters import DEFAULTS
from onote_compiler.scoring.summary import Group, Summary, Worst

TITLES = {"ast": "AST, transcription", "cnc": "CNC, conversion", "vsu": "VSU, questions", "smg": "SMG, generation"}
# Heading, and the names of its lenient and strict figure; the last one stands for the item and has an interval.
COLUMNS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "ast": (
        ("pitch", "pitch", "strict_pitch"),
        ("duration", "duration", "strict_duration"),
        ("full", "full", "strict_full"),
        ("score", "score", "strict_score"),
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
    console.print(_settings(summary.params), style="dim" if color else "")


def _print_model(console: Console, summary: Summary, model: str | None) -> None:
    for task in TASKS:
        groups = [group for group in summary.groups if group.task == task and group.model == model]
        if groups:
            title = TITLES[task] + (f", {model}" if model else "") + " (lenient/strict)"
            print_titled(console, title, _task_table(task, groups, summary.params))
            for note in _notes(task, groups):
                console.print(note)
            console.print()
    figures = summary.overall.get(model)
    if figures:
        lenient, strict = figures["lenient"], figures["strict"]
        console.print(f"C(θ), equation 2 over the tasks run: {lenient:.3f} lenient, {strict:.3f} strict\n")


def _task_table(task: str, groups: Sequence[Group], params: Mapping[str, Any]) -> Table:
    table = open_table(padding=1)
    for name in ("notation", "items", "missing", "invalid", "format", *(heading for heading, _, _ in COLUMNS[task])):
        table.add_column(name, justify="left" if name == "notation" else "right")
    if params.get("resamples"):
        table.add_column(f"{COLUMNS[task][-1][0]} {params['confidence']:.0%}", justify="right")
    for group in groups:
        table.add_row(*_row(task, group), style="bold" if group.notation is None else "")
    return table


def _row(task: str, group: Group) -> list[str]:
    cells = [group.notation or "all", str(group.items)]
    cells += [str(group.status.get(status.value, 0)) for status in (Status.MISSING, Status.INVALID)]
    cells.append(_mean(group, "format"))
    for _, lenient, strict in COLUMNS[task]:
        pair = (_mean(group, lenient), _mean(group, strict))
        cells.append(pair[0] if lenient == strict or pair == (NONE, NONE) else "/".join(pair))
    main = group.metrics.get(COLUMNS[task][-1][1])
    return cells if main is None else [*cells, f"{main.low:.3f}–{main.high:.3f}"]


def _mean(group: Group, metric: str) -> str:
    estimate = group.metrics.get(metric)
    return NONE if estimate is None else f"{estimate.mean:.3f}"


def _notes(task: str, groups: Sequence[Group]) -> list[str]:
    """Return what the figures of a table are over, where that is not each item, and what the last one is."""
    narrower: dict[str, list[str]] = {}
    for heading, metric, _ in COLUMNS[task]:
        counted = [(group, group.metrics[metric].count) for group in groups if metric in group.metrics]
        parts = [f"{count} of {g.items} items ({g.notation or 'all'})" for g, count in counted if count < g.items]
        if parts:
            narrower.setdefault(", ".join(parts), []).append(heading)
    notes = [f"{' and '.join(names)}: means over {where}; the others have none" for where, names in narrower.items()]
    if task == "ast":
        notes.append("score: full, or pitch where the notation asked for has no durations")
    return notes


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
        room -= 2 + max(len(name), *(len(row[column]) for row in rows))
    table.add_column("first diagnostic")
    for row, entry in zip(rows, worst, strict=True):
        table.add_row(*row, shortened(_reason(entry.result), max(room, _LEAST_ROOM)))
    return table


def _worst_row(entry: Worst) -> list[str]:
    result = entry.result
    name = shortened(result.id, _LONGEST_ID)
    return [name, result.task, result.notation or "", f"{entry.score:.3f}", result.status.value]


def _reason(result: ItemResult) -> str:
    """Return the first diagnostic of an item or, where there is none, what else explains its figure."""
    if result.error:
        return result.error
    if result.diagnostics:
        first = result.diagnostics[0]
        return f"{first.code} {first.name}: {first.message}"
    if result.status is Status.MISSING:
        return "no answer"
    return transposed(result)


def _settings(params: Mapping[str, Any]) -> str:
    """Return profile and weights, and what differs from the defaults."""
    usual = {**DEFAULTS.fields(), "confidence": CONFIDENCE, "resamples": RESAMPLES, "seed": SEED}
    usual["task_weights"] = dict.fromkeys(TASKS, 1.0)
    shown = ["profile", "weights", *(name for name, value in params.items() if usual.get(name, value) != value)]
    parts = [f"{name} {_plain(params[name])}" for name in dict.fromkeys(shown) if name in params]
    if params.get("resamples"):
        parts.append(f"{params['resamples']} resamples from seed {params['seed']}")
    return "settings: " + ", ".join(parts)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={part}" for name, part in value.items())
    return str(value)
