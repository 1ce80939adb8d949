"""What is scored, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from onote_compiler.diagnostics import Diagnostic
from onote_compiler.diagnostics.fields import diagnostic_fields
from onote_compiler.scoring.alignment import AlignedPair

TASKS = ("ast", "cnc", "vsu", "smg")
Metric = float | int | bool | str | None


class Status(StrEnum):
    """``ok``, ``invalid`` (nothing could be scored; figures are 0) or ``missing`` (no answer; figures are 0)."""

    OK = "ok"
    INVALID = "invalid"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Item:
    """One answer to be scored.

    Attributes:
        id: Name of the item.
        prediction: The answer as it came: text, a list or object of decoded JSON, ``None`` where there is none.
        reference: The truth: a text in any notation, a MusiXQA or Jianpu object, a list of pitches or
            pitch-durations; for VSU the letter or ``{"answer", "options"}``; nothing for SMG.
        notation: Notation asked for.
        dialect: Its dialect.
        mode: Direction or form of the answer (``full``, ``pitch_only``, ``guitar_to_staff`` …).
        key: Key the task gave or asked for.
        meter: Meter the task gave or asked for.
        measures: Number of measures the task asked for.
        model: System that answered.
    """

    id: str
    prediction: Any = None
    reference: Any = None
    notation: str | None = None
    dialect: str | None = None
    mode: str | None = None
    key: str | None = None
    meter: str | None = None
    measures: int | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class ItemResult:
    """What came of one answer.

    Attributes:
        status: ``ok``, ``invalid`` or ``missing``.
        format_ok: I_fmt: the profile found no error.
        metrics: Figures by name, on 0 to 1 unless docs/scoring.md says otherwise; ``strict_…`` ones are 0 where
            the format is not valid, ``None`` where a figure does not apply.
        diagnostics: What the answer's text and its comparison gave rise to.
        params: The settings that the figures depend on.
        alignment: Which note of the truth met which of the answer, where that was asked for.
        error: Why the item could not be scored, where the fault is not the answer's.
        truth_fault: Whether that is a malformed or missing truth.
    """

    id: str
    task: str
    notation: str | None
    status: Status
    format_ok: bool
    metrics: Mapping[str, Metric]
    diagnostics: Sequence[Diagnostic] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    alignment: Sequence[AlignedPair] | None = None
    model: str | None = None
    error: str | None = None
    truth_fault: bool = False

    def record(self) -> dict[str, Any]:
        """Return the result as the machine interface spells it."""
        fields: dict[str, Any] = {
            "id": self.id,
            "status": self.status.value,
            "format_ok": self.format_ok,
            "metrics": dict(self.metrics),
            "diagnostics": [diagnostic_fields(d) for d in self.diagnostics],
        }
        if self.alignment is not None:
            fields["alignment"] = [pair.fields() for pair in self.alignment]
        if self.error is not None:
            fields["error"] = self.error
        return fields
