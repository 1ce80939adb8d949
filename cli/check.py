"""``onote check``: what is wrong with notation, and where."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from onote_compiler.ir.source import Source

from . import options
from .console import run_jsonl, wants_color
from .inputs import Input, texts


@click.command("check")
@options.FILES
@options.reading()
@options.notation_options()
@options.profile()
@click.option("--expect-meter", metavar="METER", help="Meter that the task asked for.")
@click.option("--expect-key", metavar="KEY", help="Key that the task asked for.")
@click.option("--measures", type=click.IntRange(1), metavar="N", help="Number of measures that the task asked for.")
@click.option(
    "--limit", type=click.IntRange(1), default=50, show_default=True, metavar="N", help="Diagnostics to show a file."
)
@click.option("--output", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True,
              help="What to print: text, JSON, a SARIF 2.1.0 log, or annotations for GitHub Actions.")  # fmt: skip
@click.option("--fix", is_flag=True, help="Rewrite what has one safe meaning, and show the change as a diff.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@options.machine()
def command(files: tuple[str, ...], **settings: Any) -> None:
    """Say what is wrong with each FILE (- for standard input), and where.

    --meter and --key say what the task asked for as well, unless --expect-meter or --expect-key say otherwise.
    With --fix a file is rewritten in place; of standard input the fixed text is printed. Fixing never changes what is
    projected: what could be meant in two ways stays as it is.

    Exits with 1 where the profile finds an error, with 2 where a file cannot be read;
    with --jsonl with 0 once every line is answered, whatever the answers.
    """
    if settings.pop("jsonl"):
        from onote_compiler.machine import answer_check

        defaults = {**_defaults(settings), "options": options.given(settings)}
        run_jsonl(files, answer_check, defaults, settings["workers"])
        return
    from onote_compiler.diagnostics import Verdict

    status = 0
    verdicts: Counter[str] = Counter()
    severities: Counter[str] = Counter()
    logged: list[tuple[str | None, Sequence[Any]]] = []
    for path in files:
        for text in texts(path, settings["format"], split=not (settings["fix"] or settings["diff"])):
            if text is None:
                status = 2
                continue
            if settings["fix"] or settings["diff"]:
                text = _fix(path, text, settings)
            result = _check(text, settings)
            status = max(status, int(not result.format_ok))
            verdicts[result.verdict] += 1
            severities.update(diagnostic.severity for diagnostic in result.diagnostics)
            if settings["output"] == "sarif":
                logged.append((None if path == "-" else text.source.name, result.diagnostics))
    if settings["output"] == "text" and verdicts.total() > 1:
        found = ", ".join(f"{verdicts[name]} {name}" for name in Verdict if verdicts[name])
        click.echo(f"{verdicts.total()} texts: {found}; {_counts(severities)}", err=settings["fix"] and "-" in files)
    if settings["output"] == "sarif":
        from onote_compiler.diagnostics.sarif import to_sarif

        click.echo(json.dumps(to_sarif(logged), indent=2))
    sys.exit(status)


def _check(text: Input, settings: dict[str, Any]) -> Any:
    """Print what there is to say about one text, and return what came of it."""
    from onote_compiler.api import check

    asked = {**_defaults(settings), **options.given(settings), "format": text.format}
    result = check(text.source, **asked)
    quiet = text.name == "<stdin>" and settings["fix"]  # the fixed text is what is printed
    if settings["output"] == "json":
        from onote_compiler.machine.answers import check_fields

        click.echo(json.dumps(check_fields(text.name, result)))
    elif settings["output"] == "github":
        from onote_compiler.diagnostics.github import to_github

        for diagnostic in result.diagnostics:
            click.echo(to_github(diagnostic, text.source.name or text.name))
    elif settings["output"] == "text":
        from onote_compiler.diagnostics.render_text import render_text

        color = wants_color(sys.stderr if quiet else sys.stdout)
        shown = render_text(result.diagnostics, result.source, color=color, limit=settings["limit"])
        click.echo(shown, nl=False, err=quiet)
        counts = _counts(Counter(diagnostic.severity for diagnostic in result.diagnostics))
        click.echo(f"{text.name}: {_notation(result)}, {result.verdict}, {counts}", err=quiet)
    return result


def _fix(path: str, text: Input, settings: dict[str, Any]) -> Input:
    """Fix one text: show the change, write it unless only the change was asked for, and return what to check."""
    from onote_compiler.fixing import fix

    done = fix(text.text, **{**_defaults(settings), **options.given(settings), "format": text.format})
    human = settings["output"] == "text"
    if human:
        click.echo(done.diff(text.name), nl=False, err=path == "-" and settings["fix"])
    if settings["diff"]:
        return text
    if path == "-":
        if human:
            click.echo(done.text, nl=False)
    elif done.changed:
        Path(path).write_bytes(done.text.encode("utf-8"))
    return Input(text.name, Source.whole(done.text, text.source.name), text.format)


def _notation(result: Any) -> str:
    """Return the notation, with what it was told by where it was left open."""
    if result.format is None or result.guess is None:
        return result.format or "no notation"
    return f"{result.format} (told by {'; '.join(result.guess.reasons)}; confidence {result.guess.confidence:.2f})"


def _counts(severities: Counter[str]) -> str:
    errors, warnings = severities["error"], severities["warning"]
    return f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"


def _defaults(settings: dict[str, Any]) -> dict[str, Any]:
    from onote_compiler.api import expectation

    chosen = {name: settings[name] for name in ("format", "profile", "dialect", "key", "meter")}
    chosen["expect"] = expectation(
        settings["expect_meter"] or settings["meter"], settings["expect_key"] or settings["key"], settings["measures"]
    )
    return {name: value for name, value in chosen.items() if value is not None}
