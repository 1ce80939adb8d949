"""Writing beats: the critic's dialect (digits, dashes, parentheses) and the printed one (dots and underlines)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from onote_compiler.ir.events import Event, Rest
from onote_compiler.ir.score import Measure
from onote_compiler.ir.time import ZERO
from onote_compiler.notations.jianpu.degrees import Degree
from onote_compiler.notations.jianpu.lines import Line
from onote_compiler.notations.jianpu.rhythm import MAX_SLOTS, QUARTER, Sign, runs, slots
from onote_compiler.notations.jianpu.writing import Writing, accidental, lasting
from onote_compiler.theory.ties import join_ties

_LINE_MARKS = ("", "\u0332", "\u0333", "\u0333\u0332", "\u0333\u0333")
_SUPERSCRIPTS = str.maketrans("23456789", "²³⁴⁵⁶⁷⁸⁹")
_TIE = "‿"


# ---- The critic's dialect.


@dataclass
class _Sound:
    """What begins at a beat or part of one: a digit or chord, or a header. Where nothing begins, the last goes on."""

    onset: Fraction
    text: str
    header: bool = False


def write_critic(line: Line, writing: Writing) -> str:
    """Return the critic's dialect: a digit a beat, ``-`` holds on, what stands in a parenthesis shares a beat."""
    head = writing.header(line)
    events = [event for measure in line.measures for event in measure.events]
    joined = join_ties(events)
    broken = [events[i].span for i in joined.broken]
    writing.once("lost-tie", broken, "this tie cannot be written: the note is struck again")
    measures = []
    index = 0
    for measure in line.measures:
        sounds: list[_Sound] = []
        now = ZERO
        for step in writing.steps(measure, _beat_starts(measure)):
            if isinstance(step, str):
                sounds.append(_Sound(now, step, True))
                continue
            if not step.grace:
                if index not in joined.gone:
                    sounds.append(_Sound(now, _digits(step, writing)))
                now += _known_length(step, writing) * 4
            index += 1
        measures.append(" ".join(_beats(sounds, now, measure, writing)))
    return head + " | ".join(measures) + " |" if measures else head


def _beat_starts(measure: Measure) -> set[int]:
    """Return the indices of the events that begin on a beat."""
    now = ZERO
    found = set()
    for at, event in enumerate(measure.events):
        if now.denominator == 1:
            found.add(at)
        if not event.grace:
            now += (QUARTER if event.duration is None else event.duration) * 4
    return found


def _known_length(event: Event, writing: Writing) -> Fraction:
    if event.duration is None:
        writing.report.add("lost-time", event.span, "an event without duration is written as one beat")
        return QUARTER
    return event.duration


def _digits(event: Event, writing: Writing) -> str:
    digits = [_caret(degree) for degree in writing.finder.of(event, writing.key)]
    if not digits:
        return "0"
    return digits[0] if len(digits) == 1 else f"[{' '.join(digits)}]"


def _caret(degree: Degree) -> str:
    marks = "^" * degree.octave if degree.octave > 0 else "_" * -degree.octave
    return f"{marks}{accidental(degree.alter)}{degree.degree}"


def _beats(sounds: list[_Sound], size: Fraction, measure: Measure, writing: Writing) -> list[str]:
    """Return the items of a measure, beat by beat; ``size`` and onsets are in quarters."""
    items: list[str] = []
    place = 0
    beat = ZERO
    while beat < size:
        end = min(beat + 1, size)
        within: list[_Sound] = []
        while place < len(sounds) and sounds[place].onset < end:
            if sounds[place].header:
                items.append(sounds[place].text)
            else:
                within.append(sounds[place])
            place += 1
        items.append(_one_beat(within, beat, end, measure, writing))
        beat = end
    return items + [sound.text for sound in sounds[place:] if sound.header]


def _one_beat(within: list[_Sound], beat: Fraction, end: Fraction, measure: Measure, writing: Writing) -> str:
    length = end - beat
    if length == 1 and (not within or (len(within) == 1 and within[0].onset == beat)):
        return within[0].text if within else "-"
    parts = slots([sound.onset - beat for sound in within]) if length == 1 else None
    if length == Fraction(1, 2) and len(within) <= 1 and all(sound.onset == beat for sound in within):
        parts = 1
    if parts is None:
        writing.report.add(
            "lost-duration", measure.span, "lengths that no equal parts of a beat make", measure=measure.number
        )
        parts = MAX_SLOTS
    filled = ["-"] * parts
    at = -1
    for sound in within:
        at = max(at + 1, int((sound.onset - beat) * parts))
        if at < parts:
            filled[at] = sound.text
    return f"({' '.join(filled)})"


# ---- The printed dialect.


def write_unicode(line: Line, writing: Writing) -> str:
    """Return printed style: dots above and below, underlines, ``·``, dashes, with a header line."""
    head = writing.header(line, always=True)
    counted = [m.right.span for m in line.measures if m.right is not None and m.right.repeat > 1]
    writing.once("lost-structure", counted, "how often a repeat is played cannot be written here")
    return head + " ".join(_printed_measure(measure, writing) for measure in line.measures)


def _printed_measure(measure: Measure, writing: Writing) -> str:
    left = "|: " if measure.left is not None and measure.left.repeat else ""
    timed = [at for at, event in enumerate(measure.events) if not event.grace]
    found = runs([measure.events[at].duration for at in timed])
    spans = iter(found)
    items: list[str] = []
    run, place = None, 0
    group: list[str] = []
    for step in writing.steps(measure, {timed[run.start] for run in found}):
        if isinstance(step, str):
            items.append(step)
            continue
        if step.grace:
            continue
        if run is None or place >= run.end:
            run = next(spans)
            group = []
        ratio = Fraction(run.actual, run.normal) if run.actual else Fraction(1)
        group.append(_printed(step, ratio, writing))
        place += 1
        if place == run.end:
            text = " ".join(group)
            mark = str(run.actual).translate(_SUPERSCRIPTS)
            items.append(f"{mark}({text})" if run.actual > 1 else text)
    return left + " ".join([*items, _bar(measure)])


def _bar(measure: Measure) -> str:
    right = measure.right
    if right is None:
        return "|"
    if right.repeat:
        return ":|"
    return {"final": "|]", "double": "||"}.get(right.style, "|")


def _printed(event: Event, ratio: Fraction, writing: Writing) -> str:
    """Return one event: a digit or chord for each sign its length takes, tied together."""
    degrees = writing.finder.of(event, writing.key)
    found = lasting(event, ratio, writing)
    rest = isinstance(event, Rest) or not degrees
    pieces = [_sign_text(degrees, sign) for sign in found]
    text = " ".join(pieces) if rest else f" {_TIE} ".join(pieces)
    tied = not rest and writing.is_tied(event)
    return f"{text} {_TIE}" if tied else text


def _sign_text(degrees: list[Degree], sign: Sign) -> str:
    mark = _LINE_MARKS[sign.lines]
    digits = [_printed_digit(degree, mark, sign.dots) for degree in degrees] or [f"0{mark}{'·' * sign.dots}"]
    text = digits[0] if len(digits) == 1 else f"[{' '.join(digits)}]"
    return text + " -" * sign.dashes


def _printed_digit(degree: Degree, lines: str, dots: int) -> str:
    octave = "\u0307" * degree.octave if degree.octave > 0 else "\u0323" * -degree.octave
    return f"{accidental(degree.alter)}{degree.degree}{octave}{lines}{'·' * dots}"
