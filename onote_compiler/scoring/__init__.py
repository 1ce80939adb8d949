"""Metrics, the four tasks, the released versions' figures, aggregation."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from onote_compiler.scoring.batch import score_batch
    from onote_compiler.scoring.items import Item, ItemResult, Status
    from onote_compiler.scoring.parameters import Parameters
    from onote_compiler.scoring.run import score_item, score_line
    from onote_compiler.scoring.summary import Summary, aggregate, breakdown
    from onote_compiler.scoring.systems import Contrast, compare_systems, contrast

_HOMES = {
    "Contrast": "systems", "Item": "items", "ItemResult": "items", "Parameters": "parameters", "Status": "items",
    "Summary": "summary", "aggregate": "summary", "breakdown": "summary", "compare_systems": "systems",
    "contrast": "systems", "score_batch": "batch", "score_item": "run", "score_line": "run",
}  # fmt: skip

__all__ = [
    "Contrast", "Item", "ItemResult", "Parameters", "Status", "Summary", "aggregate", "breakdown", "compare_systems",
    "contrast", "score_batch", "score_item", "score_line",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
