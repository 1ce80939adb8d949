"""One diagnostic: what is wrong, where, how bad, and what was probably meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from onote_compiler.ir.source import Span


class Severity(StrEnum):
    """How a profile takes a diagnostic; ``IGNORED`` ones are dropped."""

    ERROR = "error"
    WARNING = "warning"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something to say about a text.

    Attributes:
        code: Stable code, ``ON`` and three digits.
        name: Its kebab-case name.
        severity: What the profile makes of it.
        span: Offsets in the text the user gave.
        line: Line of its start, from 1.
        column: Column of its start, from 1, in characters.
        end_line: Line of its end.
        end_column: Column just after its end.
        message: What is wrong, in one sentence.
        hint: What was probably meant.
        measure: Number of the measure, from 1, where that is known.
        voice: Name of the voice, where there are several.
        data: Figures behind the message (what was found, what was wanted).
    """

    code: str
    name: str
    severity: Severity
    span: Span
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    hint: str | None = None
    measure: int | None = None
    voice: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


class Verdict(StrEnum):
    """What came of a text: ``valid`` (no diagnostics), ``warned``, ``repaired`` (errors, but a score), ``invalid``."""

    VALID = "valid"
    WARNED = "warned"
    REPAIRED = "repaired"
    INVALID = "invalid"
