"""Printing: colour only on a terminal, progress on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import IO, Any, TypeVar

import click

from onote_compiler.errors import DataError
from onote_compiler.machine.answers import refused
from onote_compiler.machine.stream import Handler, Refusal

from .inputs import open_lines, warn

T = TypeVar("T")


def wants_color(stream: IO[str]) -> bool:
    """Whether to colour what goes to ``stream``: on a terminal, unless ``NO_COLOR`` is set (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def progress(items: Iterable[T], total: int | None, label: str) -> Iterator[T]:
    """Yield ``items``, showing a bar on standard error where that is a terminal and there are many."""
    if not sys.stderr.isatty() or (total is not None and total < 50):
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, description=label, total=total, console=Console(stderr=True), transient=True)


def run_jsonl(
    files: tuple[str, ...], handler: Handler, defaults: Mapping[str, Any], workers: int, refuse: Refusal = refused
) -> None:
    """Answer every request of ``files`` on standard output, in order, as they come.

    A file that cannot be read is named on standard error; the others are answered, and the exit status is 2.
    """
    from onote_compiler.machine.stream import answer_lines

    unreadable: list[str] = []
    with suppress(BrokenPipeError):
        for answer in progress(
            answer_lines(_requests(files, unreadable), handler, defaults, workers, refuse), None, "answering"
        ):
            click.echo(answer)
    for message in unreadable:
        warn(message)
    if unreadable:
        sys.exit(2)


def _requests(files: tuple[str, ...], unreadable: list[str]) -> Iterator[str]:
    for path in files:
        try:
            yield from open_lines(path)
        except DataError as error:
            unreadable.append(str(error))
