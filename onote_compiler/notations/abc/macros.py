"""Macros (``m:`` fields, 2.1 section 9): their targets are replaced in the text before it is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Anchor, Source
from onote_compiler.notations.abc.text import without_comment

_MACRO_LINE = re.compile(r"^m:([^\r\n]*)$", re.MULTILINE)
_LETTERS = "CDEFGABcdefgab"
_NOTE = r"[A-Ga-g][',]{0,6}"
_MAX_GROWTH = 20
"""How many times as long as it was written macros may make a tune; hostile ones would fill the memory."""
_MOST_MACROS = 100


@dataclass(frozen=True, slots=True)
class _Macro:
    pattern: str
    expand: Callable[[str], str]


def expand_macros(source: Source, report: Report) -> tuple[Source, Report]:
    """Return the source with its macros expanded, and a report on that; both unchanged where there are none.

    Offsets of the new source map to the original through its anchors: an expansion stands where its target stood.
    """
    if "\nm:" not in source.text and not source.text.startswith("m:"):
        return source, report
    macros: list[_Macro] = []
    for line in _MACRO_LINE.finditer(source.text):
        macro = _macro(line[1])
        if len(macros) == _MOST_MACROS:
            report.add("bad-field", line.span(), f"macros from here on are not expanded: more than {_MOST_MACROS}")
            break
        if macro is not None:
            macros.append(macro)
        else:
            report.add("bad-field", line.span(), "a macro that cannot be read", "write m:~G2 = {A}G{F}G")
    if not macros:
        return source, report
    finder = re.compile("|".join(f"({macro.pattern})" for macro in macros))
    expanded = _expand(source, finder, macros, report)
    return expanded, report.at(expanded)


def _macro(value: str) -> _Macro | None:
    target, equals, replacement = without_comment(value).partition("=")
    target, replacement = target.strip(), replacement.strip()
    if not equals or not target:
        return None
    if "n" not in target:
        return _Macro(re.escape(target), lambda found: replacement)
    head, _, tail = target.partition("n")
    pattern = f"{re.escape(head)}{_NOTE}{re.escape(tail)}"
    if tail == "" or not tail[-1].isdigit():
        pattern += r"(?![0-9/])"
    return _Macro(pattern, lambda found: _transposed(replacement, found[len(head) : len(found) - len(tail)]))


def _transposed(replacement: str, note: str) -> str:
    """Return the replacement with ``h`` to ``z`` standing for notes at their distance from ``n`` (``n`` itself)."""
    base = _LETTERS.index(note[0]) + 7 * (note.count("'") - note.count(","))
    return "".join(_note_at(base + ord(c) - ord("n")) if "h" <= c <= "z" else c for c in replacement)


def _note_at(place: int) -> str:
    octaves, degree = divmod(place, 7)
    letter = "CDEFGAB"[degree]
    if octaves >= 1:
        return letter.lower() + "'" * (octaves - 1)
    return letter + "," * -octaves


def _expand(source: Source, finder: re.Pattern[str], macros: list[_Macro], report: Report) -> Source:
    pieces: list[str] = []
    anchors = list(source.anchors[:1])
    size = 0
    limit = _MAX_GROWTH * len(source.text) + 1000
    at = 0
    full = False
    for line in source.text.splitlines(keepends=True):
        is_music = not (line[1:2] == ":" and line[:1].isalpha()) and not line.startswith("%")
        done = 0
        for match in finder.finditer(line) if is_music and not full else ():
            full = size >= limit
            if full:
                report.add(
                    "bad-field", (at + match.start(), at + match.end()),
                    f"macros from here on are not expanded: they make the tune more than {_MAX_GROWTH} times as long",
                )  # fmt: skip
                break
            macro = macros[(match.lastindex or 1) - 1]
            expansion = macro.expand(match[0])
            pieces += [line[done : match.start()], expansion]
            size += match.start() - done
            anchors.append(Anchor(size, source.to_original(at + match.start())))
            size += len(expansion)
            anchors.append(Anchor(size, source.to_original(at + match.end())))
            done = match.end()
        pieces.append(line[done:])
        size += len(line) - done
        at += len(line)
    return source.derived("".join(pieces), tuple(anchors))
