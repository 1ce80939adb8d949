"""``onote project``: the canonical pitches, onsets and durations."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from . import options
from .console import run_jsonl
from .inputs import texts, warn


@click.command("project")
@options.FILES
@options.reading()
@options.notation_options()
@options.profile()
@click.option("--form", type=click.Choice(["written", "played"]), default="written", show_default=True,
              help="Each note once as notated, or with repeats unrolled.")  # fmt: skip
@click.option("--ties", type=click.Choice(["merged", "split"]), default="merged", show_default=True,
              help="One note of tied ones, or each written note.")  # fmt: skip
@click.option("--grace", is_flag=True, help="Keep grace notes.")
@options.output()
@options.machine()
def command(files: tuple[str, ...], **settings: Any) -> None:
    """Print the canonical projection of each FILE (- for standard input).

    Exits with 1 where a text gives no score or the profile finds an error, with 2 where a file cannot be read.
    """
    from onote_compiler.machine.answers import answer_project, project_fields

    reading = {name: settings[name] for name in ("dialect", "key", "meter", "profile") if settings[name] is not None}
    form = {name: settings[name] for name in ("form", "ties", "grace")}
    own = options.given(settings)
    if settings["jsonl"]:
        defaults = {"format": settings["format"], **reading, **form, "options": own}
        run_jsonl(files, answer_project, defaults, settings["workers"])
        return
    from onote_compiler.api import parse

    status = 0
    for path in files:
        for text in texts(path, settings["format"]):
            if text is None:
                status = 2
                continue
            answer = project_fields(text.name, parse(text.source, text.format, **reading, **own), **form)
            status = max(status, int(not answer["format_ok"]))
            click.echo(json.dumps(answer) if settings["output"] == "json" else _table(answer))
            if settings["output"] == "text":
                for found in answer["diagnostics"]:
                    warn(f"{text.source.name}:{found['line']}:{found['column']}: {found['name']}: {found['message']}")
    sys.exit(status)


def _table(answer: dict[str, Any]) -> str:
    """Return the events as aligned columns: measure, voice, onset, duration, pitches."""
    rows = [("measure", "voice", "onset", "duration", "pitches")]
    for event in answer["events"]:
        pitches = " ".join(event["pitches"]) or ("rest" if event["kind"] == "rest" else "-")
        rows.append((str(event["measure"]), event["voice"], event["onset"] or "?", event["duration"] or "?", pitches))
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    count, notation = answer["measures"], answer["format"] or "no notation"
    lines = [f"{answer['id']}: {notation}, {answer['verdict']}, {count} measure{'s' * (count != 1)}"]
    lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, [*widths, 0], strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)
