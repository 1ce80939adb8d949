"""``onote check``: what is wrong with notation, and where."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from . import options
from .console import run_jsonl, wants_color
from .inputs import Input, texts


@click.command("check")
@options.FILES
@options.reading()
@options.profile()
@click.option("--expect-meter", metavar="METER", help="Meter that the task asked for.")
@click.option("--expect-key", metavar="KEY", help="Key that the task asked for.")
@click.option("--measures", type=click.IntRange(1), metavar="N", help="Number of measures that the task asked for.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, metavar="N",
              help="Diagnostics to show a file.")  # fmt: skip
@options.output()
@options.machine()
def command(files: tuple[str, ...], **settings: Any) -> None:
    """Say what is wrong with each FILE (- for standard input), and where.

    Exits with 1 where the profile finds an error, with 2 where a file cannot be read.
    """
    if settings.pop("jsonl"):
        from onote_compiler.machine import answer_check

        run_jsonl(files, answer_check, _defaults(settings), settings["workers"])
        return
    status = 0
    for path in files:
        for text in texts(path, settings["format"]):
            status = max(status, 2 if text is None else _check(text, settings))
    sys.exit(status)


def _check(text: Input, settings: dict[str, Any]) -> int:
    """Print what there is to say about one text; return the exit status it asks for."""
    from onote_compiler.api import check

    asked = {**_defaults(settings), "format": text.format}
    result = check(text.text, name=text.name, **asked)
    if settings["output"] == "json":
        from onote_compiler.machine.answers import check_fields

        click.echo(json.dumps(check_fields(text.name, result)))
    else:
        from onote_compiler.diagnostics.render_text import render_text

        shown = render_text(result.diagnostics, result.source, color=wants_color(sys.stdout), limit=settings["limit"])
        click.echo(shown, nl=False)
        click.echo(f"{text.name}: {result.verdict}, {_counts(result.diagnostics)}")
    return int(not result.format_ok)


def _counts(diagnostics: Any) -> str:
    errors = sum(d.severity == "error" for d in diagnostics)
    warnings = len(diagnostics) - errors
    return f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"


def _defaults(settings: dict[str, Any]) -> dict[str, Any]:
    from onote_compiler.api import expectation

    chosen = {name: settings[name] for name in ("format", "profile", "dialect", "key", "meter")}
    chosen["expect"] = expectation(settings["expect_meter"], settings["expect_key"], settings["measures"])
    return {name: value for name, value in chosen.items() if value is not None}
