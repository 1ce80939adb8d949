"""Answers in the shapes models give them, read under the profile that decides the format."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from onote_compiler.api import ParseResult, expectation, parse
from onote_compiler.diagnostics import Diagnostic, Report, Verdict
from onote_compiler.ir.score import Score
from onote_compiler.ir.source import Source
from onote_compiler.profiles import load_profile
from onote_compiler.scoring.items import Item
from onote_compiler.scoring.parameters import Parameters
from onote_compiler.scoring.truths import STAVES, TOKEN_LISTS

PITCH_MODES = frozenset({"pitch_only", "guitar_to_staff"})


class AnswerText(NamedTuple):
    """An answer as text, with the notation and dialect it is to be read in.

    ``bare`` where it was a list of tokens or an object of staves, so that nothing can stand around it.
    """

    text: str
    notation: str
    dialect: str | None
    bare: bool = False


def answer_text(prediction: Any, notation: str, dialect: str | None, *, json_asked: bool = False) -> AnswerText:
    """Return the text of an answer.

    A list is taken as the tokens it holds, an inner list as a chord; an object as the list under ``notes`` or
    ``pitches``, or as the two staves of a Jianpu piece. Anything else is read as the text it prints as.

    Args:
        prediction: The answer as it came.
        notation: Notation asked for.
        dialect: Dialect asked for.
        json_asked: Whether the task asks for such a list or object, as conversion does: then a text that is
            exactly one is the same answer.
    """
    if isinstance(prediction, str):
        decoded = _asked_json(prediction) if json_asked else None
        if decoded is None:
            return AnswerText(prediction, notation, dialect)
        prediction = decoded
    if isinstance(prediction, dict):
        listed = next((name for name in TOKEN_LISTS if name in prediction), None)
        if listed is None and any(staff in prediction for staff in STAVES):
            return AnswerText(_printed(prediction), notation, "data" if notation == "jianpu" else dialect, True)
        prediction = prediction[listed] if listed is not None else _printed(prediction)
    if isinstance(prediction, list):
        return AnswerText(" ".join(map(_token, prediction)), notation, dialect, notation != "auto")
    return AnswerText(prediction if isinstance(prediction, str) else _printed(prediction), notation, dialect)


def read_answer(
    item: Item,
    notation: str,
    dialect: str | None,
    params: Parameters,
    *,
    json_asked: bool = False,
    truth: Score | None = None,
) -> ParseResult:
    """Return what came of the item's answer under the profile of ``params``.

    Where neither the answer nor the item names key or meter, they are those of the truth: numbered notation and
    tablature leave them to the score that they stand for.
    """
    if isinstance(item.prediction, bool | int | float):
        return _no_text(item.prediction, notation, params)
    asked = answer_text(item.prediction, notation, dialect, json_asked=json_asked)
    return parse(
        asked.text,
        asked.notation,
        profile=params.profile,
        dialect=asked.dialect,
        key=item.key or (truth.key if truth else None),
        meter=item.meter or (truth.meter if truth else None),
        expect=expectation(item.meter, item.key, item.measures),
        bare=asked.bare,
    )


def notation_written(item: Item, notation: str, params: Parameters) -> str:
    """Return the notation that an item's answer is read in: the one it turns out to be where it is ``auto``."""
    if notation != "auto" or item.prediction is None:
        return notation
    return read_answer(item, notation, None, params).format or notation


def _no_text(prediction: float, notation: str, params: Parameters) -> ParseResult:
    """Return what comes of an answer that is a number: no notation, though its digits might read as one."""
    source = Source.whole(_printed(prediction))
    report = Report(source, load_profile(params.profile).severities)
    said = f"the answer is {_printed(prediction)}, not a text"
    report.add("no-score", (0, len(source.text)), said, "a list of tokens or an object of staves is taken too")
    return ParseResult(None, report.diagnostics, Verdict.INVALID, None if notation == "auto" else notation, source)


def with_finding(
    result: ParseResult, profile: str, name: str, message: str, hint: str | None = None, **data: Any
) -> list[Diagnostic]:
    """Return the answer's diagnostics and one more, about the answer as a whole."""
    report = Report(result.source, load_profile(profile).severities)
    report.add(name, (0, len(result.source.text)), message, hint, **data)
    return [*result.diagnostics, *report.diagnostics]


def _asked_json(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    known = isinstance(value, list) or any(name in value for name in (*TOKEN_LISTS, *STAVES))
    return value if known else None


def _token(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return "+".join(value)
    return _printed(value)


def _printed(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (RecursionError, ValueError, TypeError):
        return "?"
