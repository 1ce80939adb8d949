"""A run as one page of HTML that needs nothing else: tables, histograms, the lowest items explained, all settings.

Everything that comes from answers, truths and names is escaped by the template engine; there are no scripts in it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from onote_compiler.diagnostics.render_text import render_text
from onote_compiler.harness.comparisons import contrast_rows, how_compared
from onote_compiler.harness.explanations import counted, remark, spelled
from onote_compiler.harness.figures import TITLES, headings, notes, plain, row
from onote_compiler.ir.source import Source
from onote_compiler.scoring.alignment import AlignedPair
from onote_compiler.scoring.answers import answer_text
from onote_compiler.scoring.items import TASKS, Item, ItemResult, Status
from onote_compiler.scoring.summary import Summary, Worst
from onote_compiler.scoring.systems import Contrast

if TYPE_CHECKING:
    from jinja2 import Template

_BAR = 24  # rem
_MOST_PAIRS = 400
_MOST_TEXT = 4000  # characters
_MOST_DIAGNOSTICS = 8
_LEVELS = ("renderability", "theory", "coherence")
_RULE = "rule_"


def render_page(
    summary: Summary,
    items: Mapping[str, Sequence[Item]],
    *,
    title: str = "Scores",
    contrasts: Sequence[Contrast] = (),
    names: tuple[str, str] = ("first", "second"),
) -> str:
    """Return the page of a run.

    Args:
        summary: What was aggregated; its worst items with their alignment, where that is to be shown.
        items: What was scored, by task: the texts of the worst items are taken from them.
        title: Heading of the page.
        contrasts: Figures of two systems, where two were compared.
        names: What to call these.
    """
    found = {(task, item.id, item.model): item for task, held in items.items() for item in held}
    return _template().render(
        title=title,
        overall=[(m, f"{f['lenient']:.3f}", f"{f['strict']:.3f}") for m, f in summary.overall.items()],
        tables=_tables(summary),
        contrast=_contrast(contrasts, names),
        histograms=_histograms(summary),
        worst=[_explained(w, found.get((w.result.task, w.result.id, w.result.model))) for w in summary.worst],
        settings=[(name, plain(value)) for name, value in summary.params.items()],
    )


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("onote_compiler.harness", ""), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template("report.html.jinja")


def _tables(summary: Summary) -> list[dict[str, Any]]:
    tables = []
    for model in dict.fromkeys(group.model for group in summary.groups):
        for task in TASKS:
            groups = [group for group in summary.groups if (group.task, group.model) == (task, model)]
            if not groups:
                continue
            name = f", {model}" if model else ""
            tables.append({
                "title": f"{TITLES[task]}{name} (lenient/strict)",
                "headings": headings(task, summary.params),
                "rows": [row(task, group, summary.params) for group in groups],
                "notes": notes(task, groups),
            })  # fmt: skip
            if task == "smg":
                tables.append(_rules(summary, model))
    return tables


def _rules(summary: Summary, model: str | None) -> dict[str, Any]:
    """Return the means of the rules' scores, level by level, notation by notation."""
    groups = [group for group in summary.groups if (group.task, group.model) == ("smg", model)]
    rules = dict.fromkeys(name for group in groups for name in group.metrics if name.startswith(_RULE))
    rows = [
        [name.removeprefix(_RULE), *(f"{g.metrics[name].mean:.3f}" if name in g.metrics else "-" for g in groups)]
        for name in (*_LEVELS, *rules)
    ]
    return {
        "title": f"SMG, levels and rules{f', {model}' if model else ''}",
        "headings": ["rule", *(group.notation or "all" for group in groups)],
        "rows": rows,
        "notes": ["means over the pieces that a rule applies to"],
    }


def _contrast(contrasts: Sequence[Contrast], names: tuple[str, str]) -> dict[str, Any] | None:
    if not contrasts:
        return None
    columns, rows = contrast_rows(contrasts)
    title = f"{TITLES[contrasts[0].task]}: {names[0]} (first) against {names[1]} (second)"
    return {"title": title, "headings": columns, "rows": rows, "notes": [how_compared()]}


def _histograms(summary: Summary) -> list[dict[str, Any]]:
    return [
        {
            "title": f"Diagnostics in {TITLES[g.task]}{f', {g.model}' if g.model else ''}, {g.items} items",
            "rows": [(name, count, round(_BAR * count / g.items, 2)) for name, count in g.diagnostics.items()],
        }
        for g in summary.groups
        if g.notation is None and g.diagnostics
    ]


def _explained(entry: Worst, item: Item | None) -> dict[str, Any]:
    result = entry.result
    pairs = result.alignment or ()
    said = [result.error] if result.error else ["no answer"] if result.status is Status.MISSING else []
    findings = result.metrics.get("findings")
    said += [remark(result)] if remark(result) else []
    said += findings.split("; ") if isinstance(findings, str) and findings else []
    return {
        "id": result.id,
        "score": f"{entry.score:.3f}",
        "about": ", ".join(filter(None, (result.task, result.notation, result.model, result.status.value))),
        "said": list(dict.fromkeys(said)),
        "diagnostics": _diagnostics(result, item),
        "counts": counted(pairs) if pairs else "",
        "pairs": _pairs(pairs[:_MOST_PAIRS]),
        "more": f"{len(pairs) - _MOST_PAIRS} more" if len(pairs) > _MOST_PAIRS else "",
        "texts": [] if item is None else _texts(item),
    }


def _diagnostics(result: ItemResult, item: Item | None) -> str:
    """Return the diagnostics with the lines of the answer that they stand in."""
    if item is None or not result.diagnostics:
        return ""
    text = answer_text(item.prediction, result.notation or "auto", None, json_asked=item.mode is not None).text
    return render_text(result.diagnostics, Source.whole(text, "answer"), limit=_MOST_DIAGNOSTICS).strip()


def _pairs(pairs: Sequence[AlignedPair]) -> list[tuple[int | None, str, str, str]]:
    """Return measure (where one begins), kind, and both sides of each step."""
    rows: list[tuple[int | None, str, str, str]] = []
    measure = None
    for pair in pairs:
        begins = pair.truth.measure if pair.truth is not None and pair.truth.measure != measure else None
        measure = begins or measure
        rows.append((begins, pair.kind, spelled(pair.truth, "–"), spelled(pair.answer, "–")))
    return rows


def _texts(item: Item) -> list[tuple[str, str]]:
    held = [("answer", item.prediction), ("truth", item.reference)]
    return [(name, _cut(value)) for name, value in held if value is not None]


def _cut(value: Any) -> str:
    text = value if isinstance(value, str) else _printed(value)
    rest = len(text) - _MOST_TEXT
    return text if rest <= 0 else f"{text[:_MOST_TEXT]}\n… and {rest} more characters"


def _printed(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, indent=1)
    except (RecursionError, ValueError, TypeError):
        return "?"
