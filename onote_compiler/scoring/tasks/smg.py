"""Symbolic music generation: rules at three levels, and the benchmark's rubric.

The figure of a piece is the mean of its rules' scores (rules that do not apply are left out); ``strict_score`` is 0
outside the format. ``technical``, ``layout`` and ``fingering`` follow the rubric of the paper's judge, made linear:
1 + 4 times the share of what is right. No figure here is aesthetic; a judge's votes are kept apart from all of them
(:mod:`onote_compiler.harness.judge`).
"""

from __future__ import annotations

from onote_compiler.api import ParseResult, expectation
from onote_compiler.checks import Expectation
from onote_compiler.diagnostics import Diagnostic
from onote_compiler.projection import project
from onote_compiler.scoring.answers import notation_written, read_answer, with_finding
from onote_compiler.scoring.items import Item, ItemResult, Metric, Status
from onote_compiler.scoring.parameters import Parameters
from onote_compiler.scoring.smg.engines import renderable
from onote_compiler.scoring.smg.piece import Piece
from onote_compiler.scoring.smg.rules import LEVELS, Rule, RuleScore, all_rules
from onote_compiler.scoring.smg.tablature import fingering
from onote_compiler.scoring.tokens import tokenise

RUBRIC = ("technical", "layout", "fingering")


def score(item: Item, params: Parameters) -> ItemResult:
    """Return the result of one generated piece.

    Raises:
        UnknownFormatError: the item names a notation that does not exist.
        UnknownOptionError: the item names a key, meter or dialect that does not exist.
    """
    notation = item.notation or "auto"
    asked = expectation(item.meter, item.key, item.measures) or Expectation()
    if item.prediction is None:
        return _worthless(item, notation, params, Status.MISSING, None)
    answer = read_answer(item, notation, item.dialect, params)
    notation = answer.format or notation
    if answer.score is None:
        return _worthless(item, notation, params, Status.INVALID, answer)
    piece = _piece(answer, notation, asked)
    if not piece.events:
        return _worthless(item, notation, params, Status.INVALID, answer)
    found = [(rule, rule.check(piece)) for rule in all_rules() if rule.applies(notation)]
    figures = _figures(found, answer.format_ok)
    figures |= _rubric({rule.name: result for rule, result in found}, piece)
    figures["findings"] = "; ".join(f"{rule.name}: {r.finding}" for rule, r in found if r.finding)
    judged, said = renderable(answer, params.engines)
    figures |= judged
    diagnostics = [*_diagnostics(found, answer, params), *said]
    return ItemResult(
        item.id, "smg", notation, Status.OK, answer.format_ok, figures, tuple(diagnostics), params.fields(), None,
        item.model,
    )  # fmt: skip


def worthless(item: Item, params: Parameters, status: Status, *, read: bool) -> ItemResult:
    """Return the result of a piece that cannot be scored; its notation is told from the answer where that is read."""
    notation = item.notation or "auto"
    return _worthless(item, notation_written(item, notation, params) if read else notation, params, status, None)


def _piece(answer: ParseResult, notation: str, asked: Expectation) -> Piece:
    assert answer.score is not None
    # Where the text names no key its score has the one asked for, so that nothing is held against it.
    stated = notation in ("abc", "jianpu") and not any(d.name == "bad-key" for d in answer.diagnostics)
    return Piece(
        answer, answer.score, tokenise(project(answer.score)), notation, asked.key, asked.meter, asked.measures, stated
    )


def _figures(found: list[tuple[Rule, RuleScore]], format_ok: bool) -> dict[str, Metric]:
    scores = [result.score for _, result in found if result.score is not None]
    mean = sum(scores) / len(scores) if scores else 0.0
    figures: dict[str, Metric] = {
        "score": mean,
        "strict_score": mean if format_ok else 0.0,
        "format": float(format_ok),
    }
    for level in LEVELS:
        values = [result.score for rule, result in found if rule.level == level and result.score is not None]
        figures[level] = sum(values) / len(values) if values else None
    figures |= {f"rule_{rule.name}": result.score for rule, result in found}
    figures["fired"] = " ".join(rule.name for rule, result in found if result.fired)
    return figures


def _rubric(found: dict[str, RuleScore], piece: Piece) -> dict[str, Metric]:
    shares = {
        "technical": found["measure_sum"].score,
        "layout": found["layout"].score if "layout" in found else None,
        "fingering": fingering(piece) if piece.notation == "tab" else None,
    }
    return {name: None if value is None else 1 + 4 * value for name, value in shares.items()}


def _diagnostics(found: list[tuple[Rule, RuleScore]], answer: ParseResult, params: Parameters) -> list[Diagnostic]:
    """Return the answer's diagnostics and one for each rule that fired and is not among them."""
    diagnostics = list(answer.diagnostics)
    names = {d.name for d in diagnostics}
    for rule, result in found:
        if result.fired and rule.diagnostic is not None and rule.diagnostic not in names:
            added = with_finding(answer, params.profile, rule.diagnostic, result.finding)
            diagnostics += added[len(answer.diagnostics) :]
    return diagnostics


def _worthless(item: Item, notation: str, params: Parameters, status: Status, answer: ParseResult | None) -> ItemResult:
    """Return the result of a piece that is missing or cannot be read: 0, and 1 on the rubric's scale of 1 to 5."""
    rules = [rule for rule in all_rules() if rule.applies(notation)]
    figures: dict[str, Metric] = dict.fromkeys(("score", "strict_score", "format", *LEVELS), 0.0)
    figures |= {f"rule_{rule.name}": 0.0 for rule in rules}
    figures |= {"fired": " ".join(rule.name for rule in rules)}
    figures |= {name: 1.0 if name == "technical" or notation == "tab" else None for name in RUBRIC}
    unread = "not scored" if answer is None else "no music that can be read"
    figures["findings"] = "no answer" if status is Status.MISSING else unread
    judged, said = renderable(answer, params.engines)
    figures |= judged
    diagnostics = [*(answer.diagnostics if answer is not None else ()), *said]
    return ItemResult(
        item.id, "smg", notation, status, False, figures, tuple(diagnostics), params.fields(), None, item.model
    )
