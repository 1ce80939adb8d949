"""The worst items of a run, each with its diagnostics and the part of its alignment that first goes wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rich.console import Console

from onote_compiler.diagnostics import Diagnostic, Severity
from onote_compiler.diagnostics.catalogue import rule
from onote_compiler.harness.tables import WIDTH
from onote_compiler.scoring.alignment import AlignedPair
from onote_compiler.scoring.items import Item, ItemResult, Status
from onote_compiler.scoring.parameters import Parameters
from onote_compiler.scoring.run import result_of
from onote_compiler.scoring.summary import Summary, Worst
from onote_compiler.scoring.tokens import Token

BEFORE = 2  # equal notes shown before the first difference
_DIAGNOSTICS = 4
_MARGIN = 10
_KINDS = (("replace", "other"), ("delete", "left out"), ("insert", "added"))


def with_alignments(summary: Summary, items: Mapping[str, Sequence[Item]], params: Parameters) -> Summary:
    """Return a summary whose worst items carry their alignment: they are scored once more.

    Args:
        summary: What was aggregated.
        items: What was scored, by task.
        params: Settings of the run.
    """
    found = {(task, item.id, item.model): item for task, held in items.items() for item in held}
    kept = params.changed(alignment=True)
    return replace(summary, worst=[_scored_again(worst, found, kept) for worst in summary.worst])


def _scored_again(worst: Worst, items: Mapping[tuple[str, str, str | None], Item], params: Parameters) -> Worst:
    result = worst.result
    if result.error is not None:  # nothing to align, and it may have taken a worker down
        return worst
    return replace(worst, result=result_of(result.task, items[result.task, result.id, result.model], params))


def print_explanations(console: Console, worst: Iterable[Worst]) -> None:
    """Print each item with its figure, its alignment around the first difference, and its diagnostics."""
    console.print("Lowest items, explained", style="bold")
    for entry in worst:
        for line in explain(entry):
            console.print(line if len(line) <= WIDTH else line[: WIDTH - 1] + "…", markup=False)
        console.print()


def explain(entry: Worst) -> list[str]:
    """Return the lines that explain one item."""
    result = entry.result
    lines = [
        f"{result.id}: {entry.score:.3f} ({result.task}, {result.notation or 'no notation'}, {result.status.value})"
    ]
    if result.alignment:
        lines += _alignment(result.alignment)
    lines += _findings(result)
    return lines


def counted(pairs: Sequence[AlignedPair]) -> str:
    """Return how many steps of an alignment agree, how many do not and how, and where the first of these is."""
    counts = Counter(pair.kind for pair in pairs)
    first = _first_difference(pairs)
    if first is None:
        return f"all {len(pairs)} tokens agree"
    wrong = ", ".join(f"{counts[kind]} {word}" for kind, word in _KINDS if counts[kind])
    place = next((pair.truth.measure for pair in reversed(pairs[: first + 1]) if pair.truth), 1)
    return f"{counts['equal']} of {len(pairs)} tokens agree, {wrong}; first in measure {place}"


def _first_difference(pairs: Sequence[AlignedPair]) -> int | None:
    return next((i for i, pair in enumerate(pairs) if pair.kind != "equal"), None)


def _alignment(pairs: Sequence[AlignedPair]) -> list[str]:
    first = _first_difference(pairs)
    if first is None:
        return [f"  {counted(pairs)}"]
    return [f"  {counted(pairs)}:", *_excerpt(pairs[max(0, first - BEFORE) :])]


def _excerpt(pairs: Sequence[AlignedPair]) -> list[str]:
    """Return truth and answer below each other, as far as a line goes, with what differs underlined."""
    rows = ["  truth   ", "  answer  ", " " * _MARGIN]
    for pair in pairs:
        cells = [spelled(pair.truth), spelled(pair.answer)]
        width = max(map(len, cells))
        if len(rows[0]) + width > WIDTH:
            break
        cells.append("" if pair.kind == "equal" else "^" * width)
        rows = [row + cell.ljust(width + 1) for row, cell in zip(rows, cells, strict=True)]
    return [row.rstrip() for row in rows]


def spelled(token: Token | None, nothing: str = "-") -> str:
    """Return a token as it was spelled, with its duration; ``nothing`` for none."""
    if token is None:
        return nothing
    length = token.duration
    return token.spelled if length is None else f"{token.spelled}({length.numerator}/{length.denominator})"


def _findings(result: ItemResult) -> list[str]:
    if result.error:
        return [f"  {result.error}"]
    if result.status is Status.MISSING:
        return ["  no answer"]
    found = gravest_first(result.diagnostics)
    counts = Counter(diagnostic.name for diagnostic in found)
    first = {diagnostic.name: diagnostic for diagnostic in reversed(found)}
    lines = []
    for name, count in list(counts.items())[:_DIAGNOSTICS]:
        said = first[name]
        often = f", {count} times" if count > 1 else ""
        lines.append(f"  {said.line}:{said.column} {said.severity} {said.code} {name}{often}: {said.message}")
    if len(counts) > _DIAGNOSTICS:
        lines.append(f"  and {len(counts) - _DIAGNOSTICS} more kinds of diagnostics")
    lines += [f"  {hint}" for hint in (remark(result),) if hint]
    findings = result.metrics.get("findings")
    if isinstance(findings, str) and findings:
        lines += [f"  {finding}" for finding in findings.split("; ")]
    return lines


def gravest_first(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics with errors first, then errors of form, then warnings, each in the order of the text."""
    return sorted(diagnostics, key=lambda d: (d.severity is not Severity.ERROR, not is_error(d)))


def is_error(diagnostic: Diagnostic) -> bool:
    """Whether it is an error by itself, and not a fault of form that a profile makes one of."""
    return diagnostic.severity is Severity.ERROR and rule(diagnostic.name).severity is Severity.ERROR


def remark(result: ItemResult) -> str:
    """Return which option was chosen, or by how much an answer's pitches are off as a whole, where they are."""
    letter = result.metrics.get("letter")
    if isinstance(letter, str):
        return f"chose {letter}"
    interval, fitted = result.metrics.get("transposition"), result.metrics.get("transposed_pitch")
    if isinstance(interval, int) and interval and isinstance(fitted, float):
        return f"moved by {interval:+d} semitones its pitch would be {fitted:.3f}"
    return ""
