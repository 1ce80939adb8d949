"""Diagnostics as plain values, the way every machine-readable output spells them."""

from __future__ import annotations

from typing import Any

from onote_compiler.diagnostics.model import Diagnostic


def diagnostic_fields(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as the machine interface spells it."""
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": diagnostic.severity.value,
        "line": diagnostic.line,
        "column": diagnostic.column,
        "end_line": diagnostic.end_line,
        "end_column": diagnostic.end_column,
        "measure": diagnostic.measure,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
    }
