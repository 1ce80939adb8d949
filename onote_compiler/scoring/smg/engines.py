"""Whether external programs render a piece. Each is asked only where a run names it; none is part of a score."""

from __future__ import annotations

from collections.abc import Sequence

from onote_compiler.api import ParseResult, render
from onote_compiler.diagnostics import Diagnostic
from onote_compiler.engines import engine
from onote_compiler.scoring.items import Metric


def renderable(answer: ParseResult | None, engines: Sequence[str]) -> tuple[dict[str, Metric], list[Diagnostic]]:
    """Return ``renderable_ENGINE`` for each engine, and what those that refuse the piece say of it.

    Args:
        answer: What came of the answer; ``None`` where there is none.
        engines: Names of engines.

    Returns:
        1 where the engine renders the piece without finding an error, 0 where it does not or there is nothing to
        render, ``None`` where the engine is not installed.
    """
    figures: dict[str, Metric] = {}
    said: list[Diagnostic] = []
    for name in engines:
        if engine(name).version is None:
            figures[f"renderable_{name}"] = None
            continue
        verdict = None if answer is None else render(answer, engine=name).verdict
        figures[f"renderable_{name}"] = float(verdict is not None and verdict.renderable is True)
        if verdict is not None and not verdict.renderable:
            said.extend(d for d in verdict.diagnostics if d.severity == "error")
    return figures, said
