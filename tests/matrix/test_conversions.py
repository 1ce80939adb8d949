"""Every small text of ``conversions.toml`` in every other notation: the output, and what is reported lost."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from onote_compiler import convert
from onote_compiler.registry import NOTATIONS

TEXTS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("conversions.toml").read_text("utf-8"))["text"]


def conversions() -> Iterator[object]:
    for text in TEXTS:
        for target in text["to"]:
            yield pytest.param(text, target, id=f"{text['name']}-{target}")


def test_every_dialect_of_the_four_notations_is_written() -> None:
    written = {target for text in TEXTS for target in text["to"]}
    dialects = {f"{name}:{dialect}" for name in ("jianpu", "tab") for dialect in NOTATIONS[name].dialects}
    assert (dialects - {"tab:ascii"}) | {"abc", "pitchdur", "tab"} <= written


@pytest.mark.parametrize(("text", "target"), list(conversions()))
def test_conversion(text: dict[str, Any], target: str) -> None:
    source, _, dialect = text["from"].partition(":")
    goal, _, to_dialect = target.partition(":")
    expected = text["to"][target]
    done = convert(text["text"], source, goal, dialect=dialect or None, to_dialect=to_dialect or None)
    if goal == "musixqa":
        assert json.loads(done.output) == json.loads(expected["output"])
    else:
        assert done.output == expected["output"]
    assert sorted({loss.name for loss in done.losses}) == expected["lost"]
