"""Diagnostics as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from urllib.parse import quote

from onote_compiler.diagnostics.catalogue import Rule, catalogue
from onote_compiler.diagnostics.model import Diagnostic, Severity

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_DRIVE = re.compile("[A-Za-z]:/")
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.IGNORED: "none"}


def to_sarif(results: Iterable[tuple[str | None, Sequence[Diagnostic]]]) -> dict[str, Any]:
    """Return a SARIF log of one run.

    Args:
        results: For each text its file name (``None`` for standard input) and its diagnostics; several texts may be
            pieces of one file.

    Returns:
        The log as plain values, ready for ``json.dumps``. Rules are listed once, in order of their codes, and only
        those that occur. Columns count characters, as everywhere (``columnKind`` ``unicodeCodePoints``).
    """
    texts = [(name or "<stdin>", found) for name, found in results]
    artifacts = {name: at for at, name in enumerate(dict.fromkeys(name for name, _ in texts))}
    names = {d.name for _, found in texts for d in found}
    rules = [rule for rule in catalogue().values() if rule.name in names]
    index = {rule.name: at for at, rule in enumerate(rules)}
    run = {
        "tool": {"driver": {"name": "onote", "semanticVersion": _version(), "rules": [_rule(rule) for rule in rules]}},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": _uri(name)}} for name in artifacts],
        "results": [_result(d, name, artifacts[name], index) for name, found in texts for d in found],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> dict[str, Any]:
    described: dict[str, Any] = {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }
    if rule.why:
        described["fullDescription"] = {"text": rule.why.strip()}
    return described


def _result(diagnostic: Diagnostic, name: str, artifact: int, index: dict[str, int]) -> dict[str, Any]:
    message = diagnostic.message + (f" ({diagnostic.hint})" if diagnostic.hint else "")
    properties = {"measure": diagnostic.measure, "voice": diagnostic.voice, **diagnostic.data}
    return {
        "ruleId": diagnostic.code,
        "ruleIndex": index[diagnostic.name],
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(name), "index": artifact},
                    "region": {
                        "startLine": diagnostic.line,
                        "startColumn": diagnostic.column,
                        "endLine": diagnostic.end_line,
                        "endColumn": diagnostic.end_column,
                    },
                }
            }
        ],
        "properties": {key: _plain(value) for key, value in properties.items() if value is not None},
    }


def _plain(value: Any) -> Any:
    return value if isinstance(value, (str, int, float, bool)) else str(value)


def _uri(name: str) -> str:
    path = name.replace("\\", "/")
    root = "file:///" if _DRIVE.match(path) else ""
    return root + quote(path, safe="/-._~!$&'()*+,;=:@")


def _version() -> str:
    try:
        return version("onote-compiler")
    except PackageNotFoundError:
        return "0.0.0"
