"""``onote convert``: write notation in another notation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from . import options
from .console import run_jsonl, wants_color
from .inputs import Input, texts, warn

WRITER_OPTIONS = ("max_fret", "max_span", "position", "fit_octave", "layout", "width", "spelling", "header", "form")


@click.command("convert")
@options.FILES
@options.reading()
@click.option("-t", "--to", required=True, metavar="FORMAT", callback=options.known_format,
              help="Notation to write; see `onote formats`.")  # fmt: skip
@click.option("--to-dialect", metavar="NAME", help="Dialect to write; the notation's first when not given.")
@click.option("--to-key", metavar="KEY", help="Jianpu: key to count degrees in; the music stays where it is.")
@options.notation_options()
@click.option("--max-fret", type=click.IntRange(0, 24), metavar="N", help="Tab: highest fret to use.")
@click.option("--max-span", type=click.IntRange(0, 24), metavar="N", help="Tab: frets that a hand may span.")
@click.option("--position", type=click.IntRange(0, 24), metavar="N", help="Tab: fret to keep the hand near.")
@click.option("--fit-octave", is_flag=True, default=None, help="Tab: move what lies outside the instrument by octaves.")
@click.option("--layout", type=click.Choice(["grid", "free"]), help="Tab: benchmark grid, or free for long pieces.")
@click.option("--width", type=click.IntRange(20), metavar="N", help="Tab: columns of a line.")
@click.option("--header/--no-header", default=None, help="Jianpu: whether to write key and meter above the music.")
@click.option("--form", type=click.Choice(["played", "written"]), help="MIDI: repeats unrolled, or as notated.")
@click.option("--spelling", type=click.Choice(["written", "sharps"]), help="Pitch-duration: as spelled, or in sharps.")
@click.option("-o", "--out", type=click.Path(dir_okay=False), help="File to write; standard output when not given.")
@click.option("--quiet", is_flag=True, help="Do not print what was found in the input and what was lost.")
@options.profile()
@options.machine()
def command(files: tuple[str, ...], **settings: Any) -> None:
    """Write each FILE (- for standard input) in another notation.

    What the target cannot carry is listed on standard error. Exits with 1 where the input has errors or gives no
    score, or where notes are lost, with 2 where a file cannot be read.
    """
    if settings["jsonl"]:
        from onote_compiler.machine.answers import answer_convert

        names = ("format", "profile", "dialect", "key", "meter", "to", "to_dialect", "to_key")
        defaults = {name: settings[name] for name in names if settings[name] is not None}
        defaults |= {"options": _reading(settings, settings["format"]), "write": _writing(settings)}
        run_jsonl(files, answer_convert, defaults, settings["workers"])
        return
    status, outputs = 0, []
    for path in files:
        for text in texts(path, settings["format"]):
            if text is None:
                status = 2
                continue
            output, failed = _convert(text, settings)
            status = max(status, int(failed))
            if output is not None:
                outputs.append(output)
    _write(outputs, settings)
    sys.exit(status)


def _convert(text: Input, settings: dict[str, Any]) -> tuple[bytes | None, bool]:
    """Return the converted text, and whether the input had errors or music was lost."""
    from onote_compiler.api import convert
    from onote_compiler.diagnostics.render_text import render_text

    done = convert(
        text.source, text.format, settings["to"], to_dialect=settings["to_dialect"], to_key=settings["to_key"],
        profile=settings["profile"], dialect=settings["dialect"], key=settings["key"], meter=settings["meter"],
        write=_writing(settings), **_reading(settings, text.format),
    )  # fmt: skip
    if not settings["quiet"]:
        found = [*done.parsed.diagnostics, *done.losses]
        click.echo(render_text(found, done.parsed.source, color=wants_color(sys.stderr), limit=50), err=True, nl=False)
    if done.output is None:
        warn(f"{text.name}: no score could be read")
        return None, True
    failed = not done.parsed.format_ok or any(loss.severity == "error" for loss in done.losses)
    return done.output.encode() if isinstance(done.output, str) else done.output, failed


def _reading(settings: dict[str, Any], format: str) -> dict[str, Any]:
    """Return the options for the reader; one that only the writer has is left to it."""
    from onote_compiler.registry import notation

    given = options.given(settings)
    if format == "auto":
        return given
    known, writer = notation(format).read_options, notation(settings["to"]).write_options
    return {name: value for name, value in given.items() if name in known or name not in writer}


def _writing(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the options for the writer; one that may concern the reader alone is left to it."""
    from onote_compiler.registry import notation

    known = notation(settings["to"]).write_options
    own = {name: settings[name] for name in WRITER_OPTIONS if settings[name] is not None}
    return own | {name: value for name, value in options.given(settings).items() if name in known}


def _write(outputs: list[bytes], settings: dict[str, Any]) -> None:
    from onote_compiler.errors import DataError
    from onote_compiler.registry import notation

    entry = notation(settings["to"])
    if entry.single and len(outputs) > 1:
        raise DataError(f"{len(outputs)} scores do not fit into one file of {entry.title}: convert them one by one")
    if entry.binary:
        data = b"".join(outputs)
    else:
        data = b"".join(output if output.endswith(b"\n") else output + b"\n" for output in outputs)
    if settings["out"] is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    elif outputs:
        Path(settings["out"]).write_bytes(data)
