"""Checks of a score against its meter, its structure, its instrument and the task."""

from onote_compiler.checks.rules import Check, Expectation, check_score, rules

__all__ = ["Check", "Expectation", "check_score", "rules"]
