"""Two systems side by side, as a table for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO

from onote_compiler.harness.figures import COLUMNS, TITLES
from onote_compiler.harness.tables import NONE, open_console, open_table, print_titled
from onote_compiler.scoring.bootstrap import CONFIDENCE, RESAMPLES, SEED
from onote_compiler.scoring.systems import Contrast

_SHARES = ("score", "strict_score")


def compared_metrics(task: str) -> list[str]:
    """Return the figures that two systems are compared by: those of the task's table."""
    shown = [name for _, *names in COLUMNS[task] for name in names]
    return list(dict.fromkeys([*_SHARES, *shown]))


def print_contrasts(
    contrasts: Sequence[Contrast], names: tuple[str, str], *, color: bool, stream: IO[str] | None = None
) -> None:
    """Print what two systems differ by.

    Args:
        contrasts: Figure by figure.
        names: What to call the systems.
        color: Whether to use colour.
        stream: Where to print; standard output where not given.
    """
    console = open_console(color, stream)
    table = open_table()
    columns, rows = contrast_rows(contrasts)
    for heading in columns:
        table.add_column(heading, justify="left" if heading in ("notation", "figure") else "right")
    for cells in rows:
        table.add_row(*cells, style="bold" if cells[0] == "all" else "")
    print_titled(console, f"{TITLES[contrasts[0].task]}: {names[0]} (first) against {names[1]} (second)", table)
    console.print(how_compared())


def contrast_rows(contrasts: Sequence[Contrast]) -> tuple[list[str], list[list[str]]]:
    """Return the headings of a table of contrasts, and its cells: all figures over all notations, one for each."""
    rows = []
    for contrast in contrasts:
        if contrast.notation is not None and contrast.metric not in _SHARES:
            continue
        found = contrast.found
        gap = found.difference
        rows.append([
            contrast.notation or "all", contrast.metric, str(gap.count), f"{found.first:.3f}", f"{found.second:.3f}",
            f"{gap.mean:+.3f}", f"{gap.low:+.3f} to {gap.high:+.3f}" if gap.count > 1 else NONE,
            _p_value(found.p_value) if gap.count > 1 else NONE,
        ])  # fmt: skip
    return ["notation", "figure", "items", "first", "second", "difference", "interval", "p"], rows


def how_compared() -> str:
    """Return how the differences and their intervals come about."""
    how = f"{CONFIDENCE:.0%}, {RESAMPLES} resamples, seed {SEED}"
    return f"differences over the items that both have, by paired bootstrap ({how})"


def _p_value(value: float) -> str:
    return "<0.001" if value < 0.001 else f"{value:.3f}"
