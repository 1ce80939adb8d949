"""``onote explain``: what a diagnostic means."""

from __future__ import annotations

import sys

import click

from .inputs import warn


@click.command("explain")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain a diagnostic by its CODE or name, with a text that has the fault and one that does not.

    Without CODE, list all of them.
    """
    from onote_compiler.diagnostics import catalogue, find_rule

    if code is None:
        for rule in catalogue().values():
            click.echo(f"{rule.code}  {rule.name:22} {rule.summary}")
        return
    if find_rule(code) is None:
        from difflib import get_close_matches

        near = get_close_matches(code.upper(), [r.code for r in catalogue().values()], n=1)
        near = near or get_close_matches(code.lower(), catalogue(), n=1)
        warn(f"no diagnostic {code!r}" + (f"; did you mean {near[0]}?" if near else "; `onote explain` lists them all"))
        sys.exit(2)
    from onote_compiler.diagnostics.explain import explain

    click.echo(explain(code))
