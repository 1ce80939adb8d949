"""The second release's structural checks of generated music, with what their patterns get wrong.

A chord, a tuplet, a tie or a repeat with digits leaves a residue that makes ABC invalid; fret 12 is frets 1 and 2;
an open string counts in the span; the pair ``(3 4)`` is split at its space and so never recognised.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from onote_compiler.errors import UnknownOptionError

MEASURES = {"abc": 8, "jianpu": 8, "tab": 4}
STRING_LABELS = ["E", "B", "G", "D", "A", "E"]

_ABC_BARS = (r"\|\]", r":\|", r"\|:", "::", r"\[\|", r"\|")
_ABC_BAR_TEXTS = {"|]", ":|", "|:", "::", "[|", "|"}
_ABC_HEAD = r"(?:\^\^|__|\^|_|=)?[A-Ga-gzZxX][,']*"
_ABC_TOKEN = re.compile(rf"(?:{'|'.join(_ABC_BARS)})|{_ABC_HEAD}(?P<times>\d+)?(?:/(?P<over>\d*))?")
_ABC_FIELD = re.compile(r"([A-Za-z]):\s*(.*)")
_FRACTION = re.compile(r"(\d+)/(\d+)")
_JIANPU_NOTE = re.compile(r"[_<>^]*[0-7]\((\d+)/(\d+)\)")
_JIANPU_BEAT = re.compile(r"[0-7]|-|\([0-7]\s+[0-7]\)")
_TAB_ROW = re.compile(r"^\s*(?P<label>[eBGDAE])\s*\|(?P<cells>.*)$", re.IGNORECASE)
_TAB_CELL = re.compile(r"[-0-9]+")


def score_smg(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``deterministic_…`` fields for a generated text; ``measures`` is the number asked for."""
    notation = item.get("notation") or "abc"
    checks = {"abc": _check_abc, "jianpu": _check_jianpu, "tab": _check_tab}
    if notation not in checks:
        raise UnknownOptionError(f"release r2 checks no notation {notation!r}")
    wanted = item.get("measures")
    fields = checks[notation](_unfence(item.get("prediction")), MEASURES[notation] if wanted is None else wanted)
    return {f"deterministic_{name}": value for name, value in fields.items()}


def _fields(
    syntax: bool, count: int | None, wanted: int, meter: bool, layout: bool | None = None,
    span_ok: bool | None = None, span: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    return {
        "syntax_valid": syntax,
        "measure_count": count,
        "measure_count_ok": count == wanted,
        "meter_valid": meter,
        "layout_valid": layout,
        "fret_span_valid": span_ok,
        "max_fret_span": span,
        "renderability_status": "not_assessed",
    }


def _unfence(text: Any) -> str:
    """Return the text without the fence around it; only a fence at the very beginning counts."""
    value: str = (text or "").strip()
    if not value.startswith("```"):
        return value
    lines = value.splitlines()
    return "\n".join(lines[1:-1] if lines[-1].strip() == "```" else lines[1:]).strip()


def _check_abc(text: str, wanted: int) -> dict[str, Any]:
    headers: dict[str, str] = {}
    body_lines = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("%"):
            continue
        field = _ABC_FIELD.fullmatch(line)
        if field:
            headers[field[1].upper()] = field[2].strip()
        else:
            body_lines.append(line)
    meter, unit = (_fraction(headers.get(name, "")) for name in "ML")
    if meter is None or unit is None:
        return _fields(False, None, -1, False)
    body = " ".join(body_lines)
    tokens = list(_ABC_TOKEN.finditer(body))
    syntax = bool({"X", "T", "M", "L", "K"} <= headers.keys() and tokens and not _ABC_TOKEN.sub("", body).strip())
    totals = _abc_totals(tokens, unit)
    count = len([measure for measure in _abc_measures(tokens) if measure]) if syntax else None
    return _fields(syntax, count, wanted, bool(totals) and all(total == meter for total in totals))


def _fraction(text: str) -> Fraction | None:
    match = _FRACTION.fullmatch(text)
    try:
        return Fraction(int(match[1]), int(match[2])) if match else None
    except (ValueError, ZeroDivisionError):  # Python refuses to read numbers of thousands of digits
        return None


def _abc_measures(tokens: list[re.Match[str]]) -> list[list[re.Match[str]]]:
    measures: list[list[re.Match[str]]] = [[]]
    for token in tokens:
        if token[0] in _ABC_BAR_TEXTS:
            measures.append([])
        else:
            measures[-1].append(token)
    return measures


def _abc_totals(tokens: list[re.Match[str]], unit: Fraction) -> list[Fraction]:
    """Return the length of each measure; none at all where one length divides by zero, and none of length zero."""
    try:
        totals = [sum((unit * _abc_length(t) for t in m), Fraction(0)) for m in _abc_measures(tokens)]
    except (ValueError, ZeroDivisionError):
        return []
    return [total for total in totals if total]


def _abc_length(token: re.Match[str]) -> Fraction:
    over = token["over"]
    return Fraction(int(token["times"] or 1), 1 if over is None else int(over or 2))


def _check_jianpu(text: str, wanted: int) -> dict[str, Any]:
    measures = [part.split() for part in text.split("|") if part.strip()]
    tokens = [token for measure in measures for token in measure]
    notes = [_JIANPU_NOTE.fullmatch(token) for token in tokens]
    syntax = "|" in text and bool(measures)
    meter = False
    if measures:
        if all(notes):
            syntax = syntax and all(map(_has_length, filter(None, notes)))
            meter = syntax and all(_jianpu_total(measure) == 1 for measure in measures)
        elif all(_JIANPU_BEAT.fullmatch(token) for token in tokens):
            meter = all(len(measure) == 4 for measure in measures)
        else:
            syntax = False
    return _fields(syntax, len(measures) if syntax else None, wanted, meter)


def _has_length(note: re.Match[str]) -> bool:
    try:
        return int(note[1]) > 0 and int(note[2]) > 0
    except ValueError:  # Python refuses to read numbers of thousands of digits
        return False


def _jianpu_total(measure: list[str]) -> Fraction:
    found = (_JIANPU_NOTE.fullmatch(token) for token in measure)
    return sum((Fraction(int(note[1]), int(note[2])) for note in found if note), Fraction(0))


def _check_tab(text: str, wanted: int) -> dict[str, Any]:
    rows = [match for match in map(_TAB_ROW.match, text.splitlines()) if match]
    cells = [[cell.strip() for cell in row["cells"].split("|") if cell.strip()] for row in rows]
    labelled = [row["label"].upper() for row in rows] == STRING_LABELS
    counts = {len(row) for row in cells}
    same_count = len(counts) == 1
    symbols = all(_TAB_CELL.fullmatch(cell) for row in cells for cell in row)
    widths = all(len(cell) == 16 for row in cells for cell in row)
    layout = labelled and same_count and symbols and widths
    span = max(_column_spans(cells), default=None) if layout else None
    return _fields(
        labelled and symbols,
        counts.pop() if same_count else None,
        wanted,
        widths and same_count,
        layout,
        span is None or span <= 7,
        span,
    )


def _column_spans(cells: list[list[str]]) -> list[int]:
    """Return the spread of the digits in each column that holds two or more; a digit is taken for a fret."""
    spans = []
    for measure in zip(*cells, strict=True):
        for column in zip(*measure, strict=True):
            frets = [int(sign) for sign in column if sign.isdigit()]
            if len(frets) > 1:
                spans.append(max(frets) - min(frets))
    return spans
