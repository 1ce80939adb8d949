"""The catalogue of diagnostics: ``catalogue.toml``, one table for codes, names, severities and explanations."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from onote_compiler.diagnostics.model import Severity


@dataclass(frozen=True)
class Rule:
    """One entry of the catalogue.

    Attributes:
        code: Stable code, ``ON`` and three digits; the first is the group.
        name: Kebab-case name.
        severity: What profiles that do not mention it make of it.
        summary: What it reports, in one sentence.
        why: Why that matters.
        variants: Kinds of it that a profile may grade apart, as ``name:variant``.
        format: Notation of the two examples.
        bad: A text that has the fault.
        good: The same text without it.
        given: What the examples are read with: options of :func:`onote_compiler.parse`, what the task asked for
            (``expect_key``, ``expect_meter``, ``measures``), the notation they are converted ``to``, or the ``task``
            in which they are scored, with its ``reference``.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    why: str = ""
    variants: Sequence[str] = ()
    format: str = ""
    bad: str = ""
    good: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)


@cache
def catalogue() -> dict[str, Rule]:
    """Return every rule by name, in order of the codes."""
    text = (files("onote_compiler.diagnostics") / "catalogue.toml").read_text(encoding="utf-8")
    rules = [Rule(name=n, **{**e, "severity": Severity(e["severity"])}) for n, e in tomllib.loads(text).items()]
    return {r.name: r for r in sorted(rules, key=lambda r: r.code)}


def rule(name: str) -> Rule:
    """Return the rule of a name.

    Raises:
        KeyError: there is none.
    """
    return catalogue()[name]


def find_rule(code_or_name: str) -> Rule | None:
    """Return the rule of a code (``ON401``) or name, in any case, or ``None``."""
    wanted = code_or_name.strip().lower()
    return next((r for r in catalogue().values() if wanted in (r.name, r.code.lower())), None)
