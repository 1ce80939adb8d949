"""From one decoded request to one answer that can be encoded. Bad requests are answered, never raised."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any

from onote_compiler.api import ParseResult, convert, expectation, parse
from onote_compiler.checks import Expectation
from onote_compiler.diagnostics.fields import diagnostic_fields
from onote_compiler.errors import OnoteError
from onote_compiler.profiles import BUILT_IN
from onote_compiler.projection import Projection, project
from onote_compiler.scoring.run import score_line

Answer = dict[str, Any]
_TEXT_FIELDS = ("format", "key", "meter", "profile", "dialect", "to", "to_dialect", "to_key")
_NOT_OPTIONS = frozenset(
    {"text", "format", "profile", "key", "meter", "dialect", "expect", "name", "bare", "source", "target", "write"}
    | {"to_dialect", "to_key"}
)
_CHOICES = {"form": ("written", "played"), "ties": ("merged", "split")}


class RequestError(OnoteError):
    """A request that is not of the documented shape."""


def answer_project(request: Any, defaults: Mapping[str, Any]) -> Answer:
    """Return the projection of one request ``{"id", "text", "format", …}``.

    Args:
        request: The decoded line.
        defaults: Options that hold where the request names none (``format``, ``profile``, ``form`` …).
    """
    asked = _checked(request, defaults)
    settings = {name: asked[name] for name in ("form", "ties", "grace") if name in asked}
    return project_fields(asked.get("id"), _parse(asked), **settings)


def project_fields(identifier: Any, result: ParseResult, **settings: Any) -> Answer:
    """Return what ``onote project`` says of a text; ``settings`` are those of the projection."""
    score = result.score
    arrays = _arrays(Projection((), 0) if score is None else project(score, **settings))
    return {
        **_head(identifier, result),
        **arrays,
        "diagnostics": [diagnostic_fields(d) for d in result.diagnostics],
    }


def answer_check(request: Any, defaults: Mapping[str, Any]) -> Answer:
    """Return verdict and diagnostics of one request, without the arrays."""
    asked = _checked(request, defaults)
    return check_fields(asked.get("id"), _parse(asked))


def check_fields(identifier: Any, result: ParseResult) -> Answer:
    """Return what ``onote check`` says of a text."""
    return {**_head(identifier, result), "diagnostics": [diagnostic_fields(d) for d in result.diagnostics]}


def answer_convert(request: Any, defaults: Mapping[str, Any]) -> Answer:
    """Return one request's text in the notation ``defaults["to"]``: ``output`` (base64 where binary) and ``losses``."""
    asked = _checked(request, defaults)
    done = convert(
        asked["text"],
        asked.get("format", "auto"),
        asked["to"],
        to_dialect=asked.get("to_dialect"),
        to_key=asked.get("to_key"),
        write=asked.get("write"),
        **_reading_options(asked),
    )
    answer = _head(asked.get("id"), done.parsed)
    answer["diagnostics"] = [diagnostic_fields(d) for d in done.parsed.diagnostics]
    answer["output"] = done.output
    if isinstance(done.output, bytes):
        answer["output"] = base64.b64encode(done.output).decode("ascii")
        answer["encoding"] = "base64"
    answer["losses"] = [diagnostic_fields(d) for d in done.losses]
    return answer


def answer_score(request: Any, defaults: Mapping[str, Any]) -> Answer:
    """Return the score of one item.

    Args:
        request: ``{"id", "prediction", "reference"?, "notation"?, …}``.
        defaults: ``task``, ``compat``, ``params`` of the run, and ``fields`` that hold where an item names none.
    """
    if isinstance(request, dict):
        request = {**defaults["fields"], **request}
    return score_line(defaults["task"], request, defaults["compat"], defaults["params"])


def refused(identifier: Any, message: str) -> Answer:
    """Return the answer to a request that cannot be carried out."""
    return {"id": identifier, "verdict": "invalid", "format_ok": False, "error": message, "diagnostics": []}


def _checked(request: Any, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return the request over the defaults.

    Raises:
        RequestError: a field is missing or not of its type.
    """
    if not isinstance(request, dict):
        raise RequestError(f"a request is an object, not {_kind(request)}")
    if not isinstance(request.get("text"), str):
        raise RequestError(
            f'"text" must be a string, not {_kind(request["text"])}' if "text" in request else '"text" is missing'
        )
    asked = {**defaults, **{name: value for name, value in request.items() if value is not None}}
    for name in _TEXT_FIELDS:
        if name in asked and not isinstance(asked[name], str):
            raise RequestError(f'"{name}" must be a string, not {_kind(asked[name])}')
    for name, known in _CHOICES.items():
        if name in asked and asked[name] not in known:
            raise RequestError(f'"{name}" must be {" or ".join(known)}')
    if not isinstance(asked.get("grace", False), bool):
        raise RequestError('"grace" must be true or false')
    if "profile" in asked:
        asked["profile"] = _profile(asked["profile"], defaults.get("profile"))
    if "expect" in request:
        asked["expect"] = _expectation(request["expect"])
    if not isinstance(asked.get("options", {}), dict) or not isinstance(asked.get("write", {}), dict):
        raise RequestError('"options" and "write" must be objects')
    taken = [name for name in asked.get("options", {}) if name in _NOT_OPTIONS]
    if taken:
        raise RequestError(f'"{taken[0]}" is a field of the request, not one of its "options"')
    return asked


def _profile(asked: str, given: str | None) -> str:
    """Return the profile that a request names: a built-in one, or the one that the run was given, by path or by name.

    Requests may come from anyone, so they name no other file of the machine.
    """
    own = [] if given is None or given in BUILT_IN else [given]
    if asked in BUILT_IN or asked in own:
        return asked
    if own and asked == Path(own[0]).stem:
        return own[0]
    near = get_close_matches(asked, [*BUILT_IN, *own], n=1)
    hint = f"did you mean {near[0]}?" if near else f"a request may name {', '.join([*BUILT_IN, *own])}"
    raise RequestError(f"no profile {asked!r} in this run; {hint}")


def _expectation(asked: Any) -> Expectation | None:
    """Return ``{"meter", "key", "measures"}`` as what the checks take."""
    if not isinstance(asked, dict) or not set(asked) <= {"meter", "key", "measures"}:
        raise RequestError('"expect" must be an object of "meter", "key" and "measures"')
    measures = asked.get("measures")
    if measures is not None and (isinstance(measures, bool) or not isinstance(measures, int) or measures < 1):
        raise RequestError('"measures" must be a whole number from 1 on')
    if not all(isinstance(asked.get(name, ""), str) for name in ("meter", "key")):
        raise RequestError('"meter" and "key" must be strings')
    return expectation(asked.get("meter"), asked.get("key"), measures)


def _kind(value: Any) -> str:
    return {"NoneType": "null", "dict": "an object", "list": "a list"}.get(type(value).__name__, type(value).__name__)


def _parse(asked: dict[str, Any]) -> ParseResult:
    return parse(asked["text"], asked.get("format", "auto"), **_reading_options(asked))


def _reading_options(asked: dict[str, Any]) -> dict[str, Any]:
    chosen = {name: asked.get(name) for name in ("key", "meter", "dialect", "expect")}
    return {"profile": asked.get("profile", "lenient"), **chosen, **asked.get("options", {})}


def _head(identifier: Any, result: ParseResult) -> Answer:
    head = {
        "id": identifier,
        "format": result.format,
        "verdict": result.verdict.value,
        "format_ok": result.format_ok,
    }
    if result.guess is not None:
        guess = result.guess
        head["detected"] = {
            "dialect": guess.dialect, "confidence": round(guess.confidence, 2), "reasons": list(guess.reasons)
        }  # fmt: skip
    return head


def _arrays(projection: Projection) -> Answer:
    durations = projection.durations
    return {
        "pitches": projection.pitches,
        "flat": projection.flat,
        "midi": projection.midi,
        "onsets": [_fraction(value) for value in projection.onsets],
        "durations": None if durations is None else [_fraction(value) for value in durations],
        "events": [
            {
                "onset": _fraction(event.onset),
                "duration": _fraction(event.duration),
                "pitches": list(event.names),
                "spelled": [note.spelled for note in event.notes],
                "kind": event.kind,
                "measure": event.measure,
                "voice": event.voice,
            }
            for event in projection.events
        ],
        "measures": projection.measures,
    }


def _fraction(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
