"""What the tables of a report share."""

from __future__ import annotations

import re
import sys
from typing import IO

from rich.console import Console
from rich.table import Table

WIDTH = 99
_TRAILING = re.compile(r" +((?:\x1b\[[0-9;]*m)*)$")
NONE = "-"  # the figure applies to no item of the group


def open_console(color: bool, stream: IO[str] | None = None) -> Console:
    """Return a console of fixed width, so that a report reads the same in a terminal, a log and a file."""
    return Console(
        file=stream or sys.stdout, width=WIDTH, highlight=False, no_color=not color, force_terminal=color or None
    )


def open_table(padding: int = 2) -> Table:
    """Return an empty table without rules, so that it can be read in a log and cut out by columns."""
    return Table(box=None, pad_edge=False, padding=(0, padding, 0, 0))


def print_titled(console: Console, title: str, table: Table) -> None:
    """Print a table under its title, which may be wider."""
    console.print(title, style="bold")
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        console.file.write(_TRAILING.sub(r"\1", line) + "\n")


def shortened(text: str, room: int) -> str:
    """Return a text in one line of at most ``room`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= room else line[: room - 1] + "…"
