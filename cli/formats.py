"""``onote formats``: notations, dialects and profiles."""

from __future__ import annotations

import json

import click

from . import options


@click.command("formats")
@options.output()
def command(output: str) -> None:
    """List the notations with what can be done with them, their dialects, and the profiles."""
    from onote_compiler.profiles import BUILT_IN, load_profile
    from onote_compiler.registry import NOTATIONS

    if output == "json":
        listed = [
            {"name": n.name, "title": n.title, "reads": n.reads, "writes": n.writes, "dialects": list(n.dialects),
             "suffixes": list(n.suffixes)}
            for n in NOTATIONS.values()
        ]  # fmt: skip
        click.echo(json.dumps({"formats": listed, "profiles": list(BUILT_IN)}))
        return
    for n in NOTATIONS.values():
        can = " and ".join(verb for verb, has in (("read", n.reads), ("written", n.writes)) if has)
        click.echo(f"{n.name:9} {n.title}; {can}" + (f"; files {', '.join(n.suffixes)}" if n.suffixes else ""))
        if n.dialects:
            click.echo(f"{'':9} dialects: {', '.join(n.dialects)}")
    click.echo("\nprofiles")
    for name in BUILT_IN:
        click.echo(f"{name:9} {load_profile(name).description}")
