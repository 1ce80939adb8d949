"""What a diagnostic means, for ``onote explain`` and the documentation."""

from __future__ import annotations

from onote_compiler.diagnostics.catalogue import Rule, find_rule

GROUPS = {
    "1": "Extraction", "2": "Fields", "3": "Tokens", "4": "Time", "5": "Structure", "6": "Tablature layout",
    "7": "Playability", "8": "Lost in conversion", "9": "Engines",
}  # fmt: skip
"""Title of each group of codes by the digit after ``ON``."""


def explain(code_or_name: str) -> str:
    """Return what a diagnostic means, with an example that has the fault and one that does not.

    Args:
        code_or_name: Code (``ON401``) or name (``bar-sum``), in any case.

    Raises:
        KeyError: the catalogue has no such diagnostic.
    """
    rule = find_rule(code_or_name)
    if rule is None:
        raise KeyError(code_or_name)
    parts = [
        f"{rule.code} {rule.name} ({GROUPS[rule.code[2]].lower()}; {rule.severity.value} by default)",
        rule.summary,
    ]
    if rule.why:
        parts.append(rule.why.strip())
    parts += [f"{title}:\n{_quoted(text)}" for title, text in examples(rule)]
    return "\n\n".join(parts)


def examples(rule: Rule) -> list[tuple[str, str]]:
    """Return the titles and texts of a rule's examples: one that has the fault, one that does not."""
    if not rule.format:
        return []
    given = "".join(f", {name.replace('_', ' ')} {value}" for name, value in rule.given.items())
    return [(f"Has it ({rule.format}{given})", rule.bad), (f"Mended ({rule.format}{given})", rule.good)]


def _quoted(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in (text.splitlines() or ["(nothing)"]))
