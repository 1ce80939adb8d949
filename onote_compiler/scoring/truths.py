"""Ground truth in the shapes data sets have it, read once into a score."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from onote_compiler.api import parse
from onote_compiler.errors import DataError
from onote_compiler.ir.score import Score
from onote_compiler.notations.musixqa.sample import SampleError, score_of_sample
from onote_compiler.projection import project
from onote_compiler.scoring.metrics.notes import TimedNote
from onote_compiler.scoring.parameters import Parameters
from onote_compiler.scoring.recordings import is_recording, recorded_notes, score_of
from onote_compiler.scoring.tokens import Tokens, tokenise

TOKEN_LISTS = ("notes", "pitches")
STAVES = ("treble", "bass")


@dataclass(frozen=True)
class Truth:
    """A ground truth.

    Attributes:
        score: What it says.
        tokens: What the metrics compare.
        recorded: Its notes in seconds, where it is an annotated recording.
    """

    score: Score
    tokens: Tokens
    recorded: tuple[TimedNote, ...] | None = None


def read_truth(
    reference: Any,
    params: Parameters,
    *,
    notation: str | None = None,
    key: str | None = None,
    meter: str | None = None,
    path: str = "$",
) -> Truth:
    """Return the truth that a reference describes.

    Args:
        reference: A MusiXQA object (``bars``), a Jianpu object (``treble``, ``bass``), a JAMS object
            (``annotations``), a list of pitches or pitch-durations or an object holding one (``notes``,
            ``pitches``), or a text in any notation.
        params: ``ties`` and ``form`` of the projection.
        notation: Notation of a text whose own is not to be guessed.
        key: Key of a text that names none.
        meter: Meter of a text that names none.
        path: Place of the reference in its file, for messages.

    Raises:
        DataError: it is none of these, or malformed; the message names the JSON path.
    """
    if is_recording(reference):
        recorded = recorded_notes(reference, path)
        score = score_of(recorded)
        return Truth(score, tokenise(project(score)), tuple(recorded))
    score = _score(reference, notation, key, meter, path)
    return Truth(score, tokenise(project(score, form=params.form, ties=params.ties)))


def default_notation(task: str, reference: Any, mode: str | None) -> str:
    """Return the notation that an answer is asked for in, where the item does not say."""
    if task not in ("ast", "cnc"):
        return "auto"
    if mode == "staff_to_jianpu" or (isinstance(reference, dict) and any(staff in reference for staff in STAVES)):
        return "jianpu"
    if task == "ast" and (_is_bare_list(reference) or is_recording(reference)):
        return "tab"
    if mode or isinstance(reference, list | dict):
        return "pitchdur"
    return "auto"


def _is_bare_list(reference: Any) -> bool:
    """Whether a truth is a list of names without durations, as the benchmark has them for tablature."""
    return isinstance(reference, list) and not any(isinstance(token, str) and "(" in token for token in reference)


def _score(reference: Any, notation: str | None, key: str | None, meter: str | None, path: str) -> Score:
    if isinstance(reference, str) and reference.lstrip()[:1] in ("{", "["):
        reference = _decoded(reference, path)
    if isinstance(reference, dict):
        listed = next((name for name in TOKEN_LISTS if name in reference), None)
        if listed is not None:
            return _from_list(reference[listed], key, meter, f"{path}.{listed}")
        if any(staff in reference for staff in STAVES):
            return _from_staves(reference, key, meter, path)
        try:
            return score_of_sample(reference, path)
        except SampleError as error:
            raise DataError(str(error)) from error
    if isinstance(reference, list):
        return _from_list(reference, key, meter, path)
    if isinstance(reference, str):
        return _from_text(reference, notation or "auto", None, key, meter, path)
    raise DataError(f"{path}: a ground truth is an object, a list or a text, not {_kind(reference)}")


def _decoded(text: str, path: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(f"{path}: not JSON: {error.msg} at character {error.pos + 1}") from error
    except (RecursionError, ValueError) as error:
        raise DataError(f"{path}: not JSON that can be read") from error


def _from_list(tokens: Any, key: str | None, meter: str | None, path: str) -> Score:
    if not isinstance(tokens, list):
        raise DataError(f"{path}: must be a list of pitches or pitch-durations, not {_kind(tokens)}")
    for index, token in enumerate(tokens):
        if not isinstance(token, str) or not token.strip() or any(c.isspace() for c in token.strip()):
            raise DataError(f"{path}[{index}]: {token!r} is no pitch such as C#4 or C#4(1/4)")
    if not tokens:
        raise DataError(f"{path}: the list is empty")
    dialect = "formatc" if any("(" in token for token in tokens) else "pitches"
    try:
        return _from_text(" ".join(token.strip() for token in tokens), "pitchdur", dialect, key, meter, path, bare=True)
    except DataError:
        for index, token in enumerate(tokens):  # which one is it?
            _from_text(token.strip(), "pitchdur", dialect, key, meter, f"{path}[{index}]", bare=True)
        raise


def _from_staves(reference: dict[str, Any], key: str | None, meter: str | None, path: str) -> Score:
    for name, text in reference.items():
        if name not in STAVES:
            raise DataError(f"{path}.{name}: no such staff; known: treble, bass")
        if not isinstance(text, str):
            raise DataError(f"{path}.{name}: must be a text, not {_kind(text)}")
    return _from_text(json.dumps(reference), "jianpu", "data", key, meter, path, bare=True)


def _from_text(
    text: str,
    notation: str,
    dialect: str | None,
    key: str | None,
    meter: str | None,
    path: str,
    bare: bool = False,
) -> Score:
    result = parse(text, notation, dialect=dialect, key=key, meter=meter, bare=bare)
    if result.score is None:
        first = next(iter(result.diagnostics), None)
        raise DataError(f"{path}: no score: {first.message if first else 'nothing could be read'}")
    wrong = next((d for d in result.diagnostics if d.name in ("bad-token", "bad-pitch", "bad-octave")), None)
    if wrong is not None:
        raise DataError(f"{path}: {wrong.message} (line {wrong.line}, column {wrong.column})")
    return result.score


def _kind(value: Any) -> str:
    return {"NoneType": "null", "dict": "an object", "list": "a list"}.get(type(value).__name__, type(value).__name__)
