"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def apply(*decorators: Decorator) -> Decorator:
    """Return one decorator that applies several, the first one outermost."""

    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return wrap


def known_format(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse a notation that does not exist before any file is read."""
    from onote_compiler.registry import notation

    if value not in (None, "auto"):
        notation(str(value))
    return value


def readable_format(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse a notation that does not exist or can only be written, before any file is read."""
    from onote_compiler.registry import readable

    if value not in (None, "auto"):
        readable(str(value))
    return value


def known_key(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse what is no key before any file is read."""
    from onote_compiler.api import expectation

    expectation(key=value)
    return value


def known_meter(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse what is no meter before any file is read."""
    from onote_compiler.api import expectation

    expectation(meter=value)
    return value


def known_profile(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Refuse a profile that does not exist or has a mistake before any file is read."""
    from onote_compiler.api import expectation
    from onote_compiler.profiles import load_profile

    held = load_profile(value)
    expectation(held.meter, held.key, held.measures)
    return value


def reading() -> Decorator:
    """How the input is to be read."""
    return apply(
        click.option("-f", "--from", "format", default="auto", metavar="FORMAT", callback=readable_format,
                     help="Notation of the input; see `onote formats`. By default told from the file ending or text."),
        click.option("--dialect", metavar="NAME", help="Dialect of the notation; detected when not given."),
        click.option("--key", metavar="KEY", callback=known_key,
                     help="Key to assume where the text names none, such as Bb or 'E minor'."),
        click.option("--meter", metavar="METER", callback=known_meter,
                     help="Meter to assume where the text names none, such as 3/4."),
    )  # fmt: skip


def notation_options() -> Decorator:
    """Options that only some notations have; they go to the readers and writers that know them."""
    return apply(
        click.option(
            "--octave-base",
            type=click.Choice(["standard", "jianpu-ly"]),
            help="Jianpu: jianpu-ly lowers do in G, A, B.",
        ),
        click.option("--minor", type=click.Choice(["la", "do"]), help="Jianpu: what degree the minor tonic is."),
        click.option("--tuning", metavar="NAME", help="Tab: a tuning such as dadgad, or its open strings."),
        click.option("--capo", type=click.IntRange(0, 24), metavar="N", help="Tab: fret of the capo."),
        click.option("--grid", type=click.IntRange(1, 64), metavar="N", help="JAMS: slots a beat is cut into."),
    )


NOTATION_OPTIONS = ("octave_base", "minor", "tuning", "capo", "grid")


def given(settings: dict[str, Any]) -> dict[str, Any]:
    """Return those of the notation options that were given."""
    return {name: settings[name] for name in NOTATION_OPTIONS if settings[name] is not None}


def profile(default: str = "lenient") -> Decorator:
    """What the input is held to."""
    return click.option(
        "-p",
        "--profile",
        default=default,
        show_default=True,
        metavar="PROFILE",
        callback=known_profile,
        help="lenient, standard, onote, smg, or the path of a TOML file.",
    )


def output() -> Decorator:
    """Text for people or JSON for programs."""
    return click.option("--output", type=click.Choice(["text", "json"]), default="text", show_default=True,
                        help="What to print.")  # fmt: skip


def machine() -> Decorator:
    """The machine interface."""
    return apply(
        click.option("--jsonl", is_flag=True, help="Read one JSON request a line, print one JSON answer a line."),
        click.option("-j", "--workers", type=click.IntRange(1, 256), default=1, show_default=True, metavar="N",
                     help="Processes to share the requests of --jsonl."),
    )  # fmt: skip


FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")
