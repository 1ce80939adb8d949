"""Writing durations in parentheses: format B and the benchmark's data."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

from onote_compiler.ir.events import Event
from onote_compiler.ir.source import Span
from onote_compiler.notations.jianpu.degrees import Degree
from onote_compiler.notations.jianpu.lines import Line
from onote_compiler.notations.jianpu.writing import Writing, accidental
from onote_compiler.theory.ties import join_ties

_STAVES = ("treble", "bass")
_Spell = Callable[[Degree], str]


def write_formatb(line: Line, writing: Writing) -> str:
    """Return format B: ``^1(1/4) _5(1/8) | 0(1/2) |``; an accidental stands before its digit."""
    head = writing.header(line)
    return head + _body(line, writing, _caret)


def write_data(lines: list[Line], writing: Writing) -> str:
    """Return the benchmark's data: a JSON object of staves, high octaves as ``<5>``."""
    staves = {}
    for index, line in enumerate(lines):
        name = _STAVES[index] if index < len(_STAVES) else f"part {index + 1}"
        staves[name] = writing.header(line).replace("\n", " ") + _body(line, writing, _angle)
    return json.dumps(staves)


def _body(line: Line, writing: Writing, spell: _Spell) -> str:
    events = [event for measure in line.measures for event in measure.events]
    joined = join_ties(events)
    writing.once(
        "lost-tie", [events[i].span for i in joined.broken], "this tie cannot be joined: the note is struck again"
    )
    untimed = [event.span for event in events if event.duration is None and not event.grace]
    writing.once("lost-time", untimed, "this dialect cannot write a note without its duration")
    crossing: list[Span] = []
    emptied: list[Span] = []
    measures: list[str] = []
    index = 0
    own = ""  # headers that wait for a note: where a measure writes none, they stand before the next one's
    for measure in line.measures:
        tokens: list[str] = []
        if measure.events and index in joined.gone:
            crossing.append(measure.events[0].span)
        for step in writing.steps(measure):
            if isinstance(step, str):
                own += step + " "
                continue
            if index not in joined.gone and not step.grace:
                tokens.append(own + _token(step, joined.durations[index], writing, spell))
                own = ""
            index += 1
        if tokens or not measure.events:
            measures.append(" ".join(tokens))
        else:
            emptied.append(measure.span)
    writing.once("lost-tie", crossing, "a note is held over the bar line: its whole length stands in the first measure")
    writing.once("lost-structure", emptied, "a measure that only holds notes over is left out")
    return " | ".join(measures) + " |" if measures else ""


def _token(event: Event, duration: Fraction | None, writing: Writing, spell: _Spell) -> str:
    degrees = writing.finder.of(event, writing.key)
    time = f"({duration.numerator}/{duration.denominator})" if duration is not None else ""
    if not degrees:
        return f"0{time}"
    digits = [spell(degree) for degree in degrees]
    return (digits[0] if len(digits) == 1 else f"[{' '.join(digits)}]") + time


def _caret(degree: Degree) -> str:
    marks = "^" * degree.octave if degree.octave > 0 else "_" * -degree.octave
    return f"{marks}{accidental(degree.alter)}{degree.degree}"


def _angle(degree: Degree) -> str:
    high = max(degree.octave, 0)
    low = "_" * -min(degree.octave, 0)
    return f"{low}{accidental(degree.alter)}{'<' * high}{degree.degree}{'>' * high}"
