"""``onote convert``: write notation in another notation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from . import options
from .console import run_jsonl, wants_color
from .inputs import texts, warn


@click.command("convert")
@options.FILES
@options.reading()
@click.option("-t", "--to", required=True, metavar="FORMAT", callback=options.known_format,
              help="Notation to write; see `onote formats`.")  # fmt: skip
@click.option("--to-dialect", metavar="NAME", help="Dialect to write; the notation's first when not given.")
@click.option("--to-key", metavar="KEY", help="Key to write in, where the notation has one.")
@click.option("-o", "--out", type=click.Path(dir_okay=False), help="File to write; standard output when not given.")
@click.option("--quiet", is_flag=True, help="Do not print what was found in the input and what was lost.")
@options.profile()
@options.machine()
def command(files: tuple[str, ...], **settings: Any) -> None:
    """Write each FILE (- for standard input) in another notation.

    What the target cannot carry is listed on standard error. Exits with 1 where the input has errors or gives no
    score, with 2 where a file cannot be read.
    """
    if settings["jsonl"]:
        from onote_compiler.machine.answers import answer_convert

        names = ("format", "profile", "dialect", "key", "meter", "to", "to_dialect", "to_key")
        defaults = {name: settings[name] for name in names if settings[name] is not None}
        run_jsonl(files, answer_convert, defaults, settings["workers"])
        return
    status, outputs = 0, []
    for path in files:
        for text in texts(path, settings["format"]):
            if text is None:
                status = 2
                continue
            output, failed = _convert(text.name, text.text, text.format, settings)
            status = max(status, int(failed))
            if output is not None:
                outputs.append(output)
    _write(outputs, settings["out"])
    sys.exit(status)


def _convert(name: str, text: str, format: str, settings: dict[str, Any]) -> tuple[bytes | None, bool]:
    """Return the converted text, and whether the input had errors."""
    from onote_compiler.api import convert
    from onote_compiler.diagnostics.render_text import render_text

    done = convert(
        text, format, settings["to"], to_dialect=settings["to_dialect"], to_key=settings["to_key"],
        profile=settings["profile"], dialect=settings["dialect"], key=settings["key"], meter=settings["meter"],
        name=name,
    )  # fmt: skip
    if not settings["quiet"]:
        found = [*done.parsed.diagnostics, *done.losses]
        click.echo(render_text(found, done.parsed.source, color=wants_color(sys.stderr), limit=50), err=True, nl=False)
    if done.output is None:
        warn(f"{name}: no score could be read")
        return None, True
    return done.output.encode() if isinstance(done.output, str) else done.output, not done.parsed.format_ok


def _write(outputs: list[bytes], target: str | None) -> None:
    data = b"".join(output if output.endswith(b"\n") else output + b"\n" for output in outputs)
    if target is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    elif outputs:
        Path(target).write_bytes(data)
