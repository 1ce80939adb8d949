"""The demo benchmark that ships with the package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from onote_compiler.scoring.items import Item

DEMO_TASKS = ("ast", "cnc")


def demo_items(task: str) -> Iterator[Item]:
    """Yield the items of a task of the demo benchmark, those that nothing answers included."""
    folder = files("onote_compiler.corpus") / "demo"
    truths: dict[str, Any] = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    answers = {line["id"]: line for line in _lines((folder / "predictions.jsonl").read_text(encoding="utf-8"))}
    for listed in _lines((folder / "items.jsonl").read_text(encoding="utf-8")):
        if listed["task"] != task:
            continue
        given = answers.get(listed["id"], {})
        yield Item(
            id=listed["id"],
            prediction=given.get("prediction"),
            reference=truths[listed["truth"]],
            notation=listed["notation"],
            dialect=listed.get("dialect"),
            key=given.get("key"),
            meter=given.get("meter"),
        )


def _lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]
