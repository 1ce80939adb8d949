"""Diagnostics as annotations of GitHub Actions (workflow commands on standard output)."""

from __future__ import annotations

from onote_compiler.diagnostics.model import Diagnostic, Severity


def to_github(diagnostic: Diagnostic, file: str | None) -> str:
    """Return the workflow command that shows a diagnostic beside the line it is about.

    Source: GitHub's documentation, "Workflow commands for GitHub Actions", sections on error and warning messages.

    Args:
        diagnostic: What to show.
        file: Path in the repository, or ``None`` where the text has none.
    """
    command = "error" if diagnostic.severity is Severity.ERROR else "warning"
    fields = {
        "file": file,
        "line": diagnostic.line,
        "endLine": diagnostic.end_line,
        "col": diagnostic.column,
        "endColumn": max(diagnostic.column, diagnostic.end_column - 1) if _one_line(diagnostic) else None,
        "title": f"{diagnostic.code} {diagnostic.name}",
    }
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in fields.items() if value is not None)
    message = diagnostic.message + (f"\n{diagnostic.hint}" if diagnostic.hint else "")
    return f"::{command} {listed}::{_data(message)}"


def _one_line(diagnostic: Diagnostic) -> bool:
    return diagnostic.line == diagnostic.end_line


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
