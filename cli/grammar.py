"""``onote grammar``: grammars for constrained decoding."""

from __future__ import annotations

from fractions import Fraction
from typing import IO, Any

import click


def _duration(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise click.BadParameter(f"{text!r} is no duration; write it as 1/16") from None


@click.command("grammar")
@click.option("-n", "--notation", required=True, metavar="NOTATION", help="abc, jianpu, pitchdur or tab.")
@click.option("--meter", required=True, metavar="METER", help="Meter that every measure sums to, such as 3/4.")
@click.option("--measures", required=True, type=int, metavar="N", help="Number of measures.")
@click.option("--key", metavar="KEY", help="Key, such as Bb or 'E minor'; C when not given.")
@click.option("--range", "pitch_range", metavar="LOW-HIGH", help="Lowest and highest pitch, such as E3-C6.")
@click.option("--grid", type=_duration, default="1/16", show_default=True, metavar="DURATION",
              help="Duration of which every duration is a multiple.")  # fmt: skip
@click.option("--tuplets", is_flag=True, help="Allow triplets.")
@click.option("--single-notes", is_flag=True, help="Allow only durations that one note can show.")
@click.option("--max-span", type=int, default=7, show_default=True, metavar="FRETS",
              help="Frets between the lowest and the highest fretted note of a tab's system.")  # fmt: skip
@click.option("--title", default="Tune", show_default=True, help="Title of an ABC tune.")
@click.option("--target", default="lark", show_default=True, metavar="TARGET",
              help="lark, llguidance, gbnf or regex.")  # fmt: skip
@click.option("-o", "--out", type=click.File("w", encoding="utf-8", lazy=True), default="-",
              help="File to write; standard output when not given.")  # fmt: skip
def command(out: IO[str], **settings: Any) -> None:
    """Print a grammar of exactly the texts that fill N measures, for constrained decoding.

    A model held to it cannot write a measure that does not sum to the meter, a wrong header, a pitch out of range, or
    a tab whose cells have the wrong width or whose frets lie too far apart.
    """
    from onote_compiler.decoding import export_grammar

    click.echo(export_grammar(**settings), file=out, nl=settings["target"] == "regex")
