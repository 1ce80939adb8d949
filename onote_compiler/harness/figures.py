"""The figures of a run's tables, whatever they are printed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from onote_compiler.harness.tables import NONE
from onote_compiler.scoring.bootstrap import CONFIDENCE, RESAMPLES, SEED
from onote_compiler.scoring.items import TASKS, Status
from onote_compiler.scoring.parameters import DEFAULTS
from onote_compiler.scoring.summary import Group

TITLES = {"ast": "AST, transcription", "cnc": "CNC, conversion", "vsu": "VSU, questions", "smg": "SMG, generation"}
# Heading, and the names of its lenient and strict figure; the last one stands for the item and has an interval.
COLUMNS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "ast": (
        ("pitch", "pitch", "strict_pitch"),
        ("duration", "duration", "strict_duration"),
        ("full", "full", "strict_full"),
        ("score", "score", "strict_score"),
    ),
    "cnc": (
        ("pitch", "pitch", "strict_pitch"),
        ("duration", "duration", "strict_duration"),
        ("full", "full", "strict_full"),
        ("Φ", "phi", "strict_phi"),
    ),
    "vsu": (("accuracy", "score", "strict_score"),),
    "smg": (
        ("technical", "technical", "technical"),
        ("layout", "layout", "layout"),
        ("fingering", "fingering", "fingering"),
        ("score", "score", "strict_score"),
    ),
}


def headings(task: str, params: Mapping[str, Any]) -> list[str]:
    """Return what stands over the columns of a task's table; the interval is the last one, where there is one."""
    names = ["notation", "items", "missing", "invalid", "format", *(heading for heading, _, _ in COLUMNS[task])]
    if params.get("resamples"):
        names.append(f"{COLUMNS[task][-1][0]} {params['confidence']:.0%}")
    return names


def row(task: str, group: Group, params: Mapping[str, Any]) -> list[str]:
    """Return the cells of a group, one a heading; a single item has no interval."""
    cells = [group.notation or "all", str(group.items)]
    cells += [str(group.status.get(status.value, 0)) for status in (Status.MISSING, Status.INVALID)]
    cells.append(_mean(group, "format"))
    for _, lenient, strict in COLUMNS[task]:
        pair = (_mean(group, lenient), _mean(group, strict))
        cells.append(pair[0] if lenient == strict or pair == (NONE, NONE) else "/".join(pair))
    if params.get("resamples"):
        main = group.metrics.get(COLUMNS[task][-1][1])
        cells.append(NONE if main is None or main.count < 2 else f"{main.low:.3f}–{main.high:.3f}")
    return cells


def _mean(group: Group, metric: str) -> str:
    estimate = group.metrics.get(metric)
    return NONE if estimate is None else f"{estimate.mean:.3f}"


def notes(task: str, groups: Sequence[Group]) -> list[str]:
    """Return what the figures of a table are over, where that is not each item, and what the last one is."""
    narrower: dict[str, list[str]] = {}
    for heading, metric, _ in COLUMNS[task]:
        counted = [(group, group.metrics[metric].count) for group in groups if metric in group.metrics]
        parts = [f"{count} of {g.items} items ({g.notation or 'all'})" for g, count in counted if count < g.items]
        if parts:
            narrower.setdefault(", ".join(parts), []).append(heading)
    said = [f"{' and '.join(names)}: means over {where}; the others have none" for where, names in narrower.items()]
    if task == "ast":
        said.append("score: full, or pitch where the notation asked for has no durations")
    return said


def settings_line(params: Mapping[str, Any]) -> str:
    """Return profile and weights, and what differs from the defaults."""
    usual = {**DEFAULTS.fields(), "confidence": CONFIDENCE, "resamples": RESAMPLES, "seed": SEED}
    usual["task_weights"] = dict.fromkeys(TASKS, 1.0)
    shown = ["profile", "weights", *(name for name, value in params.items() if usual.get(name, value) != value)]
    parts = [f"{name} {plain(params[name])}" for name in dict.fromkeys(shown) if name in params]
    if params.get("resamples"):
        parts.append(f"{params['resamples']} resamples from seed {params['seed']}")
    return "settings: " + ", ".join(parts)


def plain(value: object) -> str:
    """Return a setting as people read it."""
    if isinstance(value, dict):
        return " ".join(f"{name}={part}" for name, part in value.items())
    return str(value)
