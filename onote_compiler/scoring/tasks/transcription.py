"""What AST and CNC share: an answer in some notation, held against a ground truth."""

from __future__ import annotations

from dataclasses import replace

from onote_compiler.api import ParseResult
from onote_compiler.diagnostics import Diagnostic
from onote_compiler.projection import project
from onote_compiler.registry import notation as notation_named
from onote_compiler.scoring.answers import PITCH_MODES, notation_written, read_answer, with_finding
from onote_compiler.scoring.comparison import NOTE_FIGURES, SCORES, SECONDS_FIGURES, Comparison
from onote_compiler.scoring.items import Item, ItemResult, Metric, Status
from onote_compiler.scoring.metrics import phi
from onote_compiler.scoring.parameters import Parameters
from onote_compiler.scoring.tokens import tokenise
from onote_compiler.scoring.truths import Truth, default_notation, read_truth

# Dialects that cannot say how long a note lasts: who is asked for them is scored on pitch alone.
WITHOUT_DURATIONS = frozenset({("tab", "linear"), ("pitchdur", "pitches")})
STRICT = ("score", "pitch", "duration", "full", "phi")
EXPLAINING = (
    "transposition", "transposed_pitch", "octave_blind", "key_relative", "spelled", "measure_exact",
    "key_match", "meter_match", "measures_match", "structure",
)  # fmt: skip


def score_transcription(task: str, item: Item, params: Parameters) -> ItemResult:
    """Return the result of one AST or CNC item.

    Raises:
        DataError: the ground truth is malformed.
        UnknownFormatError: the item names a notation that does not exist.
        UnknownOptionError: the item names a key, meter or dialect that does not exist.
    """
    truth, notation, dialect = _asked(task, item, params)
    if item.prediction is None:
        return _worthless(task, item, notation, params, truth, Status.MISSING, [])
    json_asked = item.mode is not None or dialect in ("pitches", "json", "data")
    answer = read_answer(item, notation, dialect, params, json_asked=json_asked, truth=truth.score)
    notation = answer.format or notation
    if answer.score is None:
        return _worthless(task, item, notation, params, truth, Status.INVALID, list(answer.diagnostics))
    if item.dialect is None and (notation, answer.score.dialect) == ("tab", "linear"):
        truth = replace(truth, tokens=replace(truth.tokens, timed=False))
    return _compared(task, item, notation, params, truth, answer)


def worthless_transcription(task: str, item: Item, params: Parameters, status: Status, *, read: bool) -> ItemResult:
    """Return the result of an item that cannot be scored: 0 by every figure that applies.

    Args:
        task: ``ast`` or ``cnc``.
        item: The item, without what is wrong with it.
        params: Settings of the run.
        status: ``missing`` or ``invalid``.
        read: Whether truth and answer are read to tell which figures apply and the notation of the answer.

    Raises:
        OnoteError: as :func:`score_transcription`, only where they are read.
    """
    if not read:
        notation = item.notation or default_notation(task, item.reference, item.mode)
        return _worthless(task, item, notation, params, None, status, [])
    truth, notation, _ = _asked(task, item, params)
    return _worthless(task, item, notation_written(item, notation, params), params, truth, status, [])


def _asked(task: str, item: Item, params: Parameters) -> tuple[Truth, str, str | None]:
    """Return the truth, with durations only where they are asked for, and the notation and dialect asked for."""
    truth = read_truth(item.reference, params, key=item.key, meter=item.meter)
    notation = item.notation or default_notation(task, item.reference, item.mode)
    pitches_only = notation == "pitchdur" and (item.mode in PITCH_MODES or not truth.tokens.timed)
    dialect = item.dialect or ("pitches" if pitches_only else None)
    if (notation, dialect) in WITHOUT_DURATIONS:
        truth = replace(truth, tokens=replace(truth.tokens, timed=False))
    return truth, notation, dialect


def _compared(
    task: str, item: Item, notation: str, params: Parameters, truth: Truth, answer: ParseResult
) -> ItemResult:
    assert answer.score is not None
    tokens = tokenise(project(answer.score, form=params.form, ties=params.ties))
    diagnostics = _counted(answer, params, truth.tokens.note_count, tokens.note_count)
    if not params.length_fits(truth.tokens.note_count, tokens.note_count):
        return _worthless(task, item, notation, params, truth, Status.INVALID, diagnostics, answer.format_ok)
    comparison = Comparison(truth, answer.score, tokens, notation_named(notation).rests)
    figures = comparison.accuracies()
    figures["phi"] = phi.composite(
        _number(figures["pitch"]), _number(figures["duration"]), answer.format_ok, params.weights
    )
    figures["score"] = _score(task, figures)
    figures |= {f"strict_{name}": _strict(figures[name], answer.format_ok) for name in STRICT}
    figures["format"] = float(answer.format_ok)
    figures |= comparison.timing(params)
    figures |= comparison.explanations(truth.score.notation != "jianpu" or item.key is not None)
    pairs = tuple(comparison.alignment()) if params.alignment else None
    return ItemResult(
        item.id, task, notation, Status.OK, answer.format_ok, figures, tuple(diagnostics), params.fields(),
        pairs, item.model,
    )  # fmt: skip


def _worthless(
    task: str, item: Item, notation: str, params: Parameters, truth: Truth | None, status: Status,
    diagnostics: list[Diagnostic], format_ok: bool = False,
) -> ItemResult:  # fmt: skip
    """Return the result of an answer that is missing, unreadable or of the wrong length: every score is 0.

    Where nothing is known of the truth all figures apply.
    """
    timed = truth is None or truth.tokens.timed
    figures: dict[str, Metric] = {name: 0.0 if timed or name == "pitch" else None for name in SCORES}
    figures |= {"score": 0.0, "phi": 0.0, "format": float(format_ok)}
    figures |= {f"strict_{name}": figures[name] for name in STRICT}
    figures |= dict.fromkeys((*NOTE_FIGURES, *SECONDS_FIGURES), 0.0 if timed else None)
    if truth is not None and truth.score.metadata.tempo is None:
        figures |= dict.fromkeys(SECONDS_FIGURES)
    figures |= dict.fromkeys(EXPLAINING)
    return ItemResult(
        item.id, task, notation, status, format_ok, figures, tuple(diagnostics), params.fields(), None, item.model
    )


def _counted(answer: ParseResult, params: Parameters, truth: int, found: int) -> list[Diagnostic]:
    diagnostics = list(answer.diagnostics)
    if params.max_notes is not None and found > params.max_notes:
        diagnostics = with_finding(
            answer, params.profile, "too-many-notes", f"{found} notes, the task allows {params.max_notes}", have=found
        )
    if not params.length_fits(truth, found):
        diagnostics += with_finding(
            answer, params.profile, "length-mismatch",
            f"{found} notes against {truth} in the truth",
            f"an answer counts with {params.length_low:g} to {params.length_high:g} times as many",
            have=found, want=truth,
        )[len(answer.diagnostics):]  # fmt: skip
    return diagnostics


def _score(task: str, figures: dict[str, Metric]) -> Metric:
    """Return the figure that stands for the item in its task: Φ for conversions, the table's Ac for transcriptions."""
    if task == "cnc":
        return figures["phi"]
    return figures["pitch"] if figures["full"] is None else figures["full"]


def _number(value: Metric) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _strict(value: Metric, format_ok: bool) -> Metric:
    return value if format_ok or value is None else 0.0
