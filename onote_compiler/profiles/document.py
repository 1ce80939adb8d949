"""The catalogue as a page: ``python -m onote_compiler.profiles.document > docs/diagnostics.md``."""

from __future__ import annotations

from onote_compiler.diagnostics.catalogue import Rule, catalogue
from onote_compiler.diagnostics.explain import GROUPS, examples
from onote_compiler.diagnostics.model import Severity
from onote_compiler.profiles import BUILT_IN, load_profile

_INTRODUCTION = """# Diagnostics

Everything that is said about a text has a code, which never changes, a name, and a place in the text. The profile
decides whether it is an error or a warning; `onote explain CODE` prints one of these entries. The examples are run as
tests: the first text of each has the diagnostic, the second has not.
"""


def catalogue_page() -> str:
    """Return the catalogue as Markdown: a table by groups of codes, then each diagnostic with its examples."""
    rules = list(catalogue().values())
    parts = [_INTRODUCTION]
    for digit, title in GROUPS.items():
        group = [rule for rule in rules if rule.code[2] == digit]
        parts.append(f"## {title}\n\n{_table(group)}\n")
        parts += [_entry(rule) for rule in group]
    return "\n".join(parts)


def _table(rules: list[Rule]) -> str:
    rows = [f"| Code | Name | {' | '.join(BUILT_IN)} |", f"| --- | --- |{' --- |' * len(BUILT_IN)}"]
    for rule in rules:
        grades = (load_profile(profile).severities.get(rule.name, rule.severity) for profile in BUILT_IN)
        rows.append(f"| {rule.code} | [{rule.name}](#{rule.code.lower()}) | {' | '.join(map(_grade, grades))} |")
    return "\n".join(rows)


def _grade(severity: Severity) -> str:
    return f"**{severity.value}**" if severity is Severity.ERROR else severity.value


def _entry(rule: Rule) -> str:
    parts = [f"### {rule.code} {rule.name} {{ #{rule.code.lower()} }}", rule.summary, rule.why.strip()]
    for title, text in examples(rule):
        parts += [f"{title}:", _fenced(text)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _fenced(text: str) -> str:
    shown = text.replace("\ufeff", "\\ufeff").rstrip("\n") or "(nothing)"
    if len(shown) > 400:
        shown = f"{shown[:200]} … and so on, {len(shown)} characters"
    return f"~~~~ text\n{shown}\n~~~~"


if __name__ == "__main__":
    print(catalogue_page(), end="")
