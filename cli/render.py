"""``onote render``: notation through an external engine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from . import options
from .console import wants_color
from .inputs import Input, texts, warn


def _list_engines(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from onote_compiler.engines import ENGINES

    for engine in ENGINES.values():
        state = engine.version or "not installed"
        click.echo(f"{engine.name:9} {engine.title}, takes {engine.takes}, makes {', '.join(engine.gives)}: {state}")
    ctx.exit()


@click.command("render")
@options.FILES
@options.reading()
@options.notation_options()
@options.profile()
@click.option("-e", "--engine", required=True, metavar="ENGINE", help="Program to use; see --list.")
@click.option("-t", "--to", "target", metavar="TARGET", help="What to make, such as svg or midi.")
@click.option("-o", "--out", type=click.Path(dir_okay=False), metavar="FILE",
              help="File to write; of several pages the second is FILE-2, and so on.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(min=0.1), default=30, show_default=True, metavar="N",
              help="Time the engine may take.")  # fmt: skip
@click.option("--quiet", is_flag=True, help="Print the verdict alone.")
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_list_engines,
              help="List the engines and which are installed.")  # fmt: skip
def command(files: tuple[str, ...], **settings: Any) -> None:
    """Give each FILE (- for standard input) to an engine that engraves or plays it, and say what it makes of it.

    An engine that takes the notation of the file judges the text itself; any other is given the score, converted.
    Without --out nothing is written. An engine that is not installed is reported, and is no fault of the file.

    Exits with 1 where a text cannot be rendered, with 2 where a file cannot be read.
    """
    from onote_compiler.engines import engine

    asked = engine(settings["engine"])
    status, written = 0, 0
    for path in files:
        for text in texts(path, settings["format"]):
            if text is None:
                status = 2
                continue
            pages, failed = _render(text, settings)
            status = max(status, int(failed))
            for page in pages if settings["out"] is not None else ():
                written += 1
                _page_path(settings["out"], written).write_bytes(page)
    if settings["out"] is not None and not written and asked.version is not None:
        warn(f"{settings['out']}: nothing to write")
    sys.exit(status)


def _render(text: Input, settings: dict[str, Any]) -> tuple[tuple[bytes, ...], bool]:
    """Print what an engine makes of one text; return its pages, and whether it could not render it."""
    from onote_compiler.api import render
    from onote_compiler.diagnostics.render_text import render_text
    from onote_compiler.engines import Limits

    chosen = {name: settings[name] for name in ("profile", "dialect", "key", "meter") if settings[name] is not None}
    done = render(
        text.source, text.format, engine=settings["engine"], target=settings["target"],
        limits=Limits(seconds=settings["seconds"]), **chosen, **options.given(settings),
    )  # fmt: skip
    if done.verdict is None:
        warn(f"{text.name}: no score could be read")
        return (), True
    if not settings["quiet"]:
        found = [*done.losses, *done.verdict.diagnostics]
        click.echo(render_text(found, done.parsed.source, color=wants_color(sys.stdout), limit=50), nl=False)
    said = {True: "renderable", False: "not renderable", None: "not installed"}[done.verdict.renderable]
    version = f" {done.verdict.version}" if done.verdict.available else ""
    pages = len(done.verdict.pages)
    count = f", {pages} page{'s' * (pages != 1)}" if done.verdict.available else ""
    click.echo(f"{text.name}: {done.verdict.engine}{version}: {said}{count}")
    return done.verdict.pages, done.verdict.renderable is False


def _page_path(out: str, number: int) -> Path:
    path = Path(out)
    return path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
