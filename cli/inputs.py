"""Reading what the command line names: files, standard input, lines of JSON."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import click

from onote_compiler.errors import DataError
from onote_compiler.ir.source import Source
from onote_compiler.registry import NOTATIONS


@dataclass(frozen=True)
class Input:
    """One text to work on: its name for messages, where it stands in its file, and the notation to read it in."""

    name: str
    source: Source
    format: str = "auto"

    @property
    def text(self) -> str:
        """The text itself."""
        return self.source.original


def standard_input() -> BinaryIO:
    """Return standard input.

    Raises:
        DataError: it is closed.
    """
    if sys.stdin is None:
        raise DataError("standard input is closed")
    return sys.stdin.buffer


def open_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file or, for ``-``, of standard input; bytes that are not UTF-8 are replaced.

    Raises:
        DataError: the file cannot be opened.
    """
    if path == "-":
        yield from io.TextIOWrapper(standard_input(), encoding="utf-8", errors="replace")
        return
    try:
        with Path(path).open(encoding="utf-8", errors="replace") as stream:
            yield from stream
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror or error}") from error


def texts(path: str, asked: str, *, split: bool = True) -> Iterator[Input | None]:
    """Yield what ``path`` holds to work on; ``None`` where it cannot be read, which is said on standard error.

    Args:
        path: A file, or ``-`` for standard input.
        asked: Notation to read it in, or ``auto``.
        split: Whether a file of ABC tunes is worked on tune by tune, with one tune in memory at a time.
    """
    format = format_of(path, asked)
    if Path(path).suffix in (".jsonl", ".ndjson"):
        warn(f"{path} is read as one text; --jsonl reads one request a line")
    try:
        if format == "abc" and path != "-" and split:
            yield from _tunes(path)
        else:
            name = "<stdin>" if path == "-" else path
            yield Input(name, Source.whole("".join(_text_lines(path)), name), format)
    except DataError as error:
        warn(str(error))
        yield None


def _tunes(path: str) -> Iterator[Input]:
    from onote_compiler.notations.abc.tunebook import split_tunes

    waiting = None
    several = False
    for tune in split_tunes(_text_lines(path)):
        if waiting is not None:
            several = True
            yield waiting
        source = Source.whole(tune.text, path, tune.header_lines, tune.line)
        waiting = Input(f"{path}:{tune.line}", source, "abc")
    if waiting is None:
        waiting = Input(path, Source.whole("", path), "abc")
    yield waiting if several else Input(path, waiting.source, "abc")


def _text_lines(path: str) -> Iterator[str]:
    """Yield lines with their ends; each is tried as UTF-8 first, then as Latin-1, which old collections are in.

    Raises:
        DataError: the file cannot be opened or is not text.
    """
    name = "<stdin>" if path == "-" else path
    try:
        with Path(path).open("rb") if path != "-" else nullcontext(standard_input()) as stream:
            for data in stream:
                if b"\0" in data:
                    raise DataError(f"{name} is not text (it holds null bytes)")
                try:
                    yield data.decode("utf-8")
                except UnicodeDecodeError:
                    yield data.decode("latin-1")
    except OSError as error:
        raise DataError(f"cannot read {name}: {error.strerror or error}") from error


def format_of(path: str, asked: str) -> str:
    """Return the notation to read ``path`` in: the one asked for, else the one its file ending names, else ``auto``."""
    if asked != "auto":
        return asked
    suffix = Path(path).suffix.lower()
    return next((n.name for n in NOTATIONS.values() if suffix and suffix in n.suffixes), "auto")


def warn(message: str) -> None:
    """Print a line on standard error."""
    click.echo(f"onote: {message}", err=True)
