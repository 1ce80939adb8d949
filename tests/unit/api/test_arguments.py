"""Arguments of the wrong type are refused with a TypeError, never with whatever they would lead to."""

from collections.abc import Callable
from typing import Any

import pytest

from onote_compiler import convert, parse, project

WRONG: dict[str, Callable[[Any], object]] = {
    "text": parse,
    "profile": lambda wrong: parse("C4(1/4)", "pitchdur", profile=wrong),
    "key": lambda wrong: parse("1(1/4) |", "jianpu", key=wrong),
    "meter": lambda wrong: parse("X:1\nK:C\nC|", "abc", meter=wrong),
    "expect": lambda wrong: parse("C4(1/4)", "pitchdur", expect=wrong),
    "key to write in": lambda wrong: convert("C4(1/4)", "pitchdur", "jianpu", to_key=wrong),
    "score": project,
}


@pytest.mark.parametrize("name", WRONG)
def test_a_number_is_refused(name: str) -> None:
    with pytest.raises(TypeError):
        WRONG[name](5)


def test_nothing_to_project() -> None:
    """What comes of ``project(parse(text).score)`` where the text holds nothing."""
    with pytest.raises(TypeError, match="NoneType"):
        project(parse("no music here", "pitchdur").score)  # type: ignore[arg-type]
