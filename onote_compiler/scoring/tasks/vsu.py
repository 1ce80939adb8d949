"""Visual score understanding: multiple-choice questions about a picture of a score.

An answer is read at three levels, and the first that finds exactly one option decides: the letter it names
(:mod:`onote_compiler.scoring.choice`); the text of an option it writes out; an option that means the same once both
are compiled (``Bb3`` is ``A#3``, ``S1_F0`` is ``E4``). The figure is ``correct``, over all questions: an answer that
names no option, or two, is wrong.

Deviations from the released scripts: letters inside words do not count, and no question leaves the denominator.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from onote_compiler.diagnostics import Diagnostic, Report
from onote_compiler.errors import DataError
from onote_compiler.ir.source import Source
from onote_compiler.profiles import load_profile
from onote_compiler.scoring.choice import Choice, read_choice
from onote_compiler.scoring.content import meant, without_labels, written_out
from onote_compiler.scoring.items import Item, ItemResult, Metric, Status
from onote_compiler.scoring.parameters import Parameters


class Question(NamedTuple):
    """What is right, and what could be chosen."""

    answer: str
    options: tuple[str, ...]

    @property
    def letters(self) -> str:
        """The letters that options have; A to D where the options are not known."""
        return "ABCDEFGH"[: len(self.options) or 4]


def read_question(reference: Any) -> Question:
    """Return the question that a reference describes.

    Args:
        reference: The letter, or ``{"answer", "options"}`` with options as a list or by letter; the answer may also
            be the text of an option.

    Raises:
        DataError: it is neither, or the answer is none of the options.
    """
    if isinstance(reference, Mapping):
        answer, given = reference.get("answer"), reference.get("options", [])
        options = [given[k] for k in sorted(given)] if isinstance(given, Mapping) else given
        if not isinstance(options, list) or not all(isinstance(o, str | int | float) for o in options):
            raise DataError("$.options: must be a list of texts")
        question = Question("", without_labels([str(option) for option in options]))
        if len(options) > 8:
            raise DataError(f"$.options: {len(options)} options; 8 letters are known")
    else:
        answer, question = reference, Question("", ())
    if isinstance(answer, str):
        if isinstance(reference, Mapping) and answer in map(str, options):
            return question._replace(answer=question.letters[list(map(str, options)).index(answer)])
        if answer in question.options:
            return question._replace(answer=question.letters[question.options.index(answer)])
        letter = answer.strip().upper()
        if len(letter) == 1 and letter in question.letters:
            return question._replace(answer=letter)
    place = "$.answer" if isinstance(reference, Mapping) else "$"
    raise DataError(f"{place}: {answer!r} is no letter of an option ({question.letters})")


def score(item: Item, params: Parameters) -> ItemResult:
    """Return the result of one question.

    Raises:
        DataError: the question is malformed.
    """
    question = read_question(item.reference)
    if item.prediction is None:
        return _result(item, params, question, Choice(None), None, False, Status.MISSING, ())
    answer = item.prediction if isinstance(item.prediction, str) else json.dumps(item.prediction, ensure_ascii=False)
    choice = read_choice(answer, question.letters)
    level = "letter"
    if choice.letter is None and not choice.double and question.options:
        choice, level = _by_content(choice, question)
    strict = answer.strip() in question.letters and len(answer.strip()) == 1
    status = Status.OK if choice.letter is not None else Status.INVALID
    diagnostics = () if choice.letter is not None else _report(answer, choice, params)
    return _result(
        item, params, question, choice, level if choice.letter is not None else None, strict, status, diagnostics
    )


def worthless(item: Item, params: Parameters, status: Status, *, read: bool) -> ItemResult:
    """Return the result of a question that cannot be scored: it is wrong, whatever was answered."""
    return _result(item, params, Question("", ()), Choice(None), None, False, status, ())


def _result(
    item: Item, params: Parameters, question: Question, choice: Choice, level: str | None, strict: bool,
    status: Status, diagnostics: Sequence[Diagnostic],
) -> ItemResult:  # fmt: skip
    correct = float(choice.letter == question.answer)
    figures: dict[str, Metric] = {
        "score": correct,
        "strict_score": correct if strict else 0.0,
        "correct": correct,
        "letter": choice.letter,
        "format": float(strict),
        "abstained": choice.abstained,
        "double": bool(choice.double),
        **{f"by_{name}": level == name for name in ("letter", "text", "meaning")},
    }
    return ItemResult(
        item.id, "vsu", item.notation, status, strict, figures, tuple(diagnostics), params.fields(), None, item.model
    )


def _report(answer: str, choice: Choice, params: Parameters) -> Sequence[Diagnostic]:
    report = Report(Source.whole(answer), load_profile(params.profile).severities)
    whole = (0, len(answer))
    if not answer.strip():
        report.add("empty", (0, 0), "the answer is empty")
    elif choice.double:
        report.add("several-choices", whole, f"the answer chooses {' and '.join(choice.double)}", "choose one option")
    elif choice.abstained:
        report.add("no-choice", whole, "the answer says that it does not know")
    else:
        report.add("no-choice", whole, "the answer names no option", "answer with the letter alone")
    return report.diagnostics


def _by_content(none: Choice, question: Question) -> tuple[Choice, str]:
    """Return the option whose text, or else whose meaning, the answer writes out; ``none`` where there is not one."""
    for level, find in (("text", written_out), ("meaning", meant)):
        found = find(none.said, question.options)
        if found is not None:
            return Choice(question.letters[found]), level
    return none, "letter"
