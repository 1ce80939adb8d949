"""Draw the grammars as railroad diagrams, from the Lark files themselves.

Usage: python docs/draw_grammars.py [--check]

Writes docs/notations/grammar-*.svg; with --check it only says which are out of date, and exits with 1 if any is.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import lark
import railroad
from lark.load_grammar import GrammarBuilder

HERE = Path(__file__).parent
GRAMMARS = HERE.parent / "grammars"
# Picture: grammar file, then the rules and terminals shown, top to bottom.
PICTURES: dict[str, tuple[str, tuple[str, ...]]] = {
    "format-b-strict": ("jianpu_strict", ("start", "measure", "NOTE")),
    "critic-strict": ("jianpu_critic_strict", ("start", "first", "measure", "item", "PAIR")),
    "format-c-strict": ("pitchdur_strict", ("start", "NOTE")),
    "jianpu-text": ("jianpu", ("text", "_token", "_inner", "group", "chord", "members", "_header")),
    "jianpu-note": ("jianpu", ("PLAIN", "NOTE", "BAR")),
    "jianpu-ly": ("jianpu", ("ly", "items", "_word", "block", "tuplet", "LY_NOTE", "GRACE", "LY_METER")),
    "pitchdur-text": ("pitchdur", ("text", "_token", "chord", "members", "NOTE", "LETTERED", "REST")),
    "pitchdur-json": ("pitchdur", ("json", "values", "_value", "list")),
}
STYLE = """
svg { background-color: #fff; }
path { stroke-width: 2; stroke: #333; fill: none; }
text { font: 13px monospace; text-anchor: middle; fill: #111; white-space: pre; }
text.title { font-weight: bold; text-anchor: start; }
text.comment { font: italic 11px monospace; }
rect { stroke-width: 1.5; stroke: #333; fill: #dbeafe; }
g.non-terminal rect { fill: #fff; }
"""
_CLASSES = {"CATEGORY_DIGIT": "digit", "CATEGORY_SPACE": "blank", "CATEGORY_NOT_SPACE": "no blank",
            "CATEGORY_WORD": "letter or digit"}  # fmt: skip
_COMBINING = range(0x300, 0x370)


def rules_of(name: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the rules of a grammar as Lark's own trees, and its terminals as regular expressions."""
    builder = GrammarBuilder()
    builder.load_grammar((GRAMMARS / f"{name}.lark").read_text(encoding="utf-8"), str(GRAMMARS / f"{name}.lark"))
    rules = {rule: definition.tree for rule, definition in builder._definitions.items() if not definition.is_term}
    parser = lark.Lark((GRAMMARS / f"{name}.lark").read_text(encoding="utf-8"), parser="lalr",
                       source_path=str(GRAMMARS / f"{name}.lark"), start=_starts(rules))  # fmt: skip
    return rules, {terminal.name: terminal.pattern.value for terminal in parser.terminals}


def _starts(rules: Iterable[str]) -> list[str]:
    return [name for name in ("start", "text", "ly", "json") if name in rules]


def rule_diagram(name: str, tree: Any) -> Any:
    """Return the track of one rule; a rule that only repeats itself is a loop."""
    alternatives = [_alternative(child) for child in tree.children]
    loops = [parts[1:] for parts in alternatives if parts and _name(parts[0]) == name]
    others = [parts for parts in alternatives if not parts or _name(parts[0]) != name]
    if not loops:
        return _choice([_sequence(parts) for parts in others])
    loop = railroad.ZeroOrMore(_choice([_sequence(parts) for parts in loops]))
    first = [_sequence(parts) for parts in others if parts]
    return railroad.Sequence(_choice(first), loop) if first else loop


def _alternative(tree: Any) -> list[Any]:
    while tree.data == "alias":
        tree = tree.children[0]
    return list(tree.children) if tree.data == "expansion" else [tree]


def _name(node: Any) -> str | None:
    while isinstance(node, lark.Tree) and node.data == "value" and len(node.children) == 1:
        node = node.children[0]
    return str(node.name) if hasattr(node, "name") else None


def _sequence(parts: list[Any]) -> Any:
    return railroad.Sequence(*(_node(part) for part in parts)) if parts else railroad.Skip()


def _node(node: Any) -> Any:
    name = _name(node)
    if name is not None:
        return railroad.NonTerminal(name)
    if isinstance(node, lark.Token):
        return railroad.Terminal(str(node).strip('"').replace(" ", "␣"))
    if node.data == "expr":
        inner, sign = _node(node.children[0]), str(node.children[1])
        return {"?": railroad.Optional, "*": railroad.ZeroOrMore, "+": railroad.OneOrMore}[sign](inner)
    if node.data == "expansions":
        return _choice([_sequence(_alternative(child)) for child in node.children])
    if node.data == "expansion":
        return _sequence(list(node.children))
    return _node(node.children[0])


def _choice(tracks: list[Any]) -> Any:
    return tracks[0] if len(tracks) == 1 else railroad.Choice(0, *tracks)


def terminal_diagram(pattern: str) -> Any:
    """Return the track of a regular expression; what only looks around is left out."""
    return _regex(re._parser.parse(pattern))  # type: ignore[attr-defined]


def _regex(parsed: Any) -> Any:
    items: list[Any] = []
    text = ""
    for code, value in parsed:
        kind = str(code)
        if kind == "LITERAL":
            text += _show(value)
            continue
        if text:
            items.append(railroad.Terminal(text))
            text = ""
        track = _regex_item(kind, value)
        if track is not None:
            items.append(track)
    if text:
        items.append(railroad.Terminal(text))
    return railroad.Sequence(*items) if items else railroad.Skip()


def _regex_item(kind: str, value: Any) -> Any:
    if kind == "IN":
        return railroad.Terminal(_class(value))
    if kind == "ANY":
        return railroad.Terminal("any character")
    if kind == "BRANCH":
        return _choice([_regex(branch) for branch in value[1]])
    if kind == "SUBPATTERN":
        return _regex(value[-1])
    if kind in ("MAX_REPEAT", "MIN_REPEAT"):
        least, most, inner = value
        track = _regex(inner)
        if str(most) == "1":
            return railroad.Optional(track) if not least else track
        label = "" if str(most) == "MAXREPEAT" else f"at most {most}"
        repeat = railroad.Comment(label) if label else None
        return railroad.OneOrMore(track, repeat) if least else railroad.ZeroOrMore(track, repeat)
    return None


def _class(items: Any) -> str:
    shown = []
    negated = False
    for code, value in items:
        kind = str(code)
        if kind == "NEGATE":
            negated = True
        elif kind == "LITERAL":
            shown.append(_show(value))
        elif kind == "RANGE":
            shown.append(f"{_show(value[0])}–{_show(value[1])}")
        else:
            shown.append(_CLASSES.get(str(value), str(value).lower()))
    return ("none of " if negated else "") + " ".join(shown)


def _show(code: int) -> str:
    sign = chr(code)
    if code in _COMBINING:
        return f"◌{sign}"
    return {" ": "␣", "\n": "line end", "\t": "tab"}.get(sign, sign)


def draw(name: str) -> str:
    """Return a picture as SVG: one track a rule, one under the other."""
    grammar, parts = PICTURES[name]
    rules, terminals = rules_of(grammar)
    tracks, width, height = [], 0.0, 0.0
    for part in parts:
        track = rule_diagram(part, rules[part]) if part in rules else terminal_diagram(terminals[part])
        diagram = railroad.Diagram(track)
        diagram.format()
        out = io.StringIO()
        diagram.writeSvg(out.write)
        tracks.append(f'<text class="title" x="20" y="{height + 18:g}">{part}</text>')
        tracks.append(f'<g transform="translate(0 {height + 14:g})">{out.getvalue()}</g>')
        width = max(width, float(diagram.attrs["width"]))
        height += float(diagram.attrs["height"]) + 14
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}">\n<style>{STYLE}</style>\n' + "\n".join(tracks) + "\n</svg>\n"
    )


def main() -> int:
    """Write the pictures, or check them."""
    stale = []
    for name in PICTURES:
        path = HERE / "notations" / f"grammar-{name}.svg"
        svg = draw(name)
        if not path.exists() or path.read_text(encoding="utf-8") != svg:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(svg, encoding="utf-8")
    print("\n".join(stale) or "every picture is up to date")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
