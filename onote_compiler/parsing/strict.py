"""Strict grammars: the formats exactly as a task asks for them, run without handlers."""

from __future__ import annotations

from functools import lru_cache

from onote_compiler.diagnostics import Report
from onote_compiler.errors import GrammarError
from onote_compiler.ir.source import Source
from onote_compiler.parsing.driver import machine


def check_strict_grammar(source: Source, grammar: str, report: Report) -> None:
    """Report ``off-format`` where the format's strict grammar refuses a text that nothing else explains.

    Args:
        source: The notation as it was extracted.
        grammar: Name of the strict grammar, see :mod:`onote_compiler.registry`.
        report: Takes the diagnostic.
    """
    if report.has_errors:
        return
    place = first_refusal(grammar, source.text)
    if place is not None:
        here = source.text[place : place + 12].split("\n")[0]
        refused = f"the format does not allow {here!r} here" if here else "the format asks for more here"
        report.add(
            "off-format",
            (place, min(place + 1, len(source.text))),
            f"the text is readable, but {refused}",
            hint="write it exactly as the format says, which may have no chords, rests or header lines",
        )


@lru_cache(maxsize=2)  # a text is asked about when it is looked for and again when it is judged
def first_refusal(grammar: str, text: str) -> int | None:
    """Return the offset at which a strict grammar refuses ``text``, or ``None`` where it accepts it."""
    try:
        machine(grammar, object).run(text, None)
    except GrammarError as error:
        return error.offset
    return None
