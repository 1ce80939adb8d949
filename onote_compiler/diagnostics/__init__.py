"""Diagnostics: what they are, the catalogue they come from, and how they are shown."""

from onote_compiler.diagnostics.catalogue import Rule, catalogue, find_rule, rule
from onote_compiler.diagnostics.model import Diagnostic, Severity, Verdict
from onote_compiler.diagnostics.report import Report

__all__ = ["Diagnostic", "Report", "Rule", "Severity", "Verdict", "catalogue", "find_rule", "rule"]
