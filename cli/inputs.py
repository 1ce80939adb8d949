"""Reading what the command line names: files, standard input, lines of JSON."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from onote_compiler.errors import DataError
from onote_compiler.registry import NOTATIONS


@dataclass(frozen=True)
class Input:
    """One text to work on: its name for messages, its content, and the notation to read it in."""

    name: str
    text: str
    format: str = "auto"


def open_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file or, for ``-``, of standard input; bytes that are not UTF-8 are replaced.

    Raises:
        DataError: the file cannot be opened.
    """
    if path == "-":
        yield from io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
        return
    try:
        with Path(path).open(encoding="utf-8", errors="replace") as stream:
            yield from stream
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror or error}") from error


def read_input(path: str) -> Input:
    """Return the text of a file or, for ``-``, of standard input.

    UTF-8 is tried first, then Latin-1, which old collections are in.

    Raises:
        DataError: the file cannot be opened or is not text.
    """
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror or error}") from error
    name = "<stdin>" if path == "-" else path
    if b"\0" in data:
        raise DataError(f"{name} is not text (it holds null bytes)")
    try:
        return Input(name, data.decode("utf-8"))
    except UnicodeDecodeError:
        return Input(name, data.decode("latin-1"))


def texts(path: str, asked: str) -> Iterator[Input | None]:
    """Yield what ``path`` holds to work on; ``None`` where it cannot be read, which is said on standard error."""
    try:
        found = read_input(path)
    except DataError as error:
        warn(str(error))
        yield None
        return
    yield Input(found.name, found.text, format_of(path, asked))


def format_of(path: str, asked: str) -> str:
    """Return the notation to read ``path`` in: the one asked for, else the one its file ending names, else ``auto``."""
    if asked != "auto":
        return asked
    suffix = Path(path).suffix.lower()
    return next((n.name for n in NOTATIONS.values() if suffix and suffix in n.suffixes), "auto")


def warn(message: str) -> None:
    """Print a line on standard error."""
    click.echo(f"onote: {message}", err=True)
