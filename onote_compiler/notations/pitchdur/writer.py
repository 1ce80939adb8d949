"""Writing pitch-duration sequences."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.ir.pitch import canonical_name
from onote_compiler.ir.score import Score
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import ZERO
from onote_compiler.notations.base import WriteOptions
from onote_compiler.notations.losses import report_common_losses, report_once
from onote_compiler.notations.pitchdur.tokens import LETTER_DURATIONS
from onote_compiler.projection.model import ProjectedEvent, SoundingNote
from onote_compiler.projection.project import project

_MAX_ALTER = 2
_LETTERED = sorted(
    ((value * (2 - Fraction(1, 2**dots)), letter + "." * dots) for letter, value in LETTER_DURATIONS.items()
     for dots in (0, 1)),
    reverse=True,
)  # fmt: skip


def write(score: Score, options: WriteOptions, report: Report) -> str:
    """Write a score as one sequence of pitches with their durations, ties joined.

    Args:
        score: What to write. Of voices that overlap in time the first is written.
        options: Dialect (``formatc``, ``vsu``, ``pitches``, ``json``); option ``spelling``: ``written`` (default) or
            ``sharps`` for canonical names.
        report: Takes the losses: rests, bar lines, key and meter, which this notation does not have.
    """
    dialect = options.dialect or "formatc"
    names = _Names(options.options.get("spelling") == "sharps", report)
    report_common_losses(score, report, key=True)
    events, silent_at = _one_line(score, report)
    report_once(report, "lost-rest", silent_at, "rests cannot be written here")
    silent = [n.span for voice in score.voices for e in voice.events for n in e.notes if n.pitch is None]
    report_once(report, "lost-pitch", silent, "notes without a pitch cannot be written here")
    sounding = [event for event in events if event.notes]
    if dialect == "json":
        return json.dumps([_listed(event, names) for event in sounding])
    spell: Callable[[ProjectedEvent], str] = {
        "formatc": lambda event: _timed(event, names),
        "vsu": lambda event: _lettered(event, names, report),
        "pitches": lambda event: _bare(event, names),
    }[dialect]
    if dialect == "pitches":
        report_once(
            report, "lost-duration", [e.span for e in sounding if e.duration], "durations cannot be written here"
        )
    return " ".join(spell(event) for event in sounding)


class _Names:
    """Names of notes, as written or in sharps."""

    def __init__(self, sharps: bool, report: Report) -> None:
        self._sharps = sharps
        self._report = report

    def of(self, event: ProjectedEvent) -> list[str]:
        """Return the names of an event's notes."""
        return [self._name(note, event) for note in event.notes]

    def _name(self, note: SoundingNote, event: ProjectedEvent) -> str:
        if self._sharps:
            return canonical_name(note.midi)
        if note.spelled.count("#") > _MAX_ALTER or note.spelled.count("b") > _MAX_ALTER:
            self._report.add("lost-spelling", event.span, f"{note.spelled} is written {canonical_name(note.midi)}")
            return canonical_name(note.midi)
        return note.spelled


def _one_line(score: Score, report: Report) -> tuple[list[ProjectedEvent], list[Span]]:
    """Return the events of all voices where no two overlap, else those of the first voice, and where silence stands."""
    events = list(project(score).events)
    voices = list(score.voices)
    if len(voices) == 1:
        return events, _rests(events)
    merged = _merged(events)
    if merged is not None:
        return merged, _silences(events)
    lost = next(iter(voices[1].events), None)
    report.add(
        "lost-voice", lost.span if lost is not None else (0, 0), "voices overlap in time: only the first is written",
        hint="convert the voices one by one", voices=len(voices),
    )  # fmt: skip
    first = replace(score.parts[0], voices=score.parts[0].voices[:1])
    events = list(project(replace(score, parts=(first,))).events)
    return events, _rests(events)


def _rests(events: list[ProjectedEvent]) -> list[Span]:
    return [event.span for event in events if event.kind == "rest"]


def _silences(events: list[ProjectedEvent]) -> list[Span]:
    """Return where the times in which no voice sounds begin: at a rest that reaches into them, or the next note."""
    found: list[Span] = []
    waiting: ProjectedEvent | None = None  # of the rests since the last note, the one that lasts longest
    sounded = ZERO
    for event in events:
        if event.onset is None or event.duration is None:  # a rest: of notes, _merged has asked
            found.append(event.span)
            continue
        end = event.onset + event.duration
        if not event.notes:
            if waiting is None or end > _end(waiting):
                waiting = event
            continue
        if event.onset > sounded:
            found.append(event.span if waiting is None else waiting.span)
        sounded = max(sounded, end)
        waiting = None if waiting is None or _end(waiting) <= sounded else waiting
    if waiting is not None and _end(waiting) > sounded:
        found.append(waiting.span)
    return found


def _end(event: ProjectedEvent) -> Fraction:
    return (event.onset or ZERO) + (event.duration or ZERO)


def _merged(events: list[ProjectedEvent]) -> list[ProjectedEvent] | None:
    """Return the sounding events as one line, notes struck and released together joined; ``None`` if any overlap."""
    line: list[list[ProjectedEvent]] = []
    end = Fraction(0)
    for event in (event for event in events if event.notes):
        if event.onset is None or event.duration is None:
            return None
        last = line[-1][0] if line else None
        if last is not None and last.onset == event.onset and last.duration == event.duration:
            line[-1].append(event)
            continue
        if event.onset < end:
            return None
        line.append([event])
        end = event.onset + event.duration
    return [_joined(together) for together in line]


def _joined(together: list[ProjectedEvent]) -> ProjectedEvent:
    notes = sorted((note for event in together for note in event.notes), key=lambda note: note.midi)
    return together[0]._replace(notes=tuple(notes))


def _duration(event: ProjectedEvent) -> str:
    if event.duration is None:
        return ""
    return f"({event.duration.numerator}/{event.duration.denominator})"


def _timed(event: ProjectedEvent, names: _Names) -> str:
    found = names.of(event)
    return (found[0] if len(found) == 1 else f"[{' '.join(found)}]") + _duration(event)


def _bare(event: ProjectedEvent, names: _Names) -> str:
    found = names.of(event)
    return found[0] if len(found) == 1 else f"[{' '.join(found)}]"


def _listed(event: ProjectedEvent, names: _Names) -> str | list[str]:
    timed = [name + _duration(event) for name in names.of(event)]
    return timed[0] if len(timed) == 1 else timed


def _lettered(event: ProjectedEvent, names: _Names, report: Report) -> str:
    """Return the event with duration letters; a length that no letter has is tied together from several."""
    name = "+".join(names.of(event))
    left = event.duration
    if left is None:
        return name
    pieces = []
    for value, letter in _LETTERED:
        while left >= value:
            pieces.append(letter)
            left -= value
    if left or not pieces:
        report.add("lost-duration", event.span, f"no duration letters make {event.duration} of a whole note")
        return name
    return "~ ".join(letter + name for letter in pieces)
