"""Losses that several writers report alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from onote_compiler.diagnostics import Report
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import COMMON_TIME
from onote_compiler.ir.score import Measure, Score
from onote_compiler.ir.source import Span


def report_once(report: Report, name: str, spans: Sequence[Span], message: str) -> None:
    """Report one kind of loss where it first occurs, with how often it does; nothing where it does not occur."""
    if spans:
        report.add(name, spans[0], message, count=len(spans))


def report_common_losses(
    score: Score,
    report: Report,
    *,
    key: bool = False,
    bars: bool = True,
    repeats: bool = True,
    written: Collection[str] = (),
) -> None:
    """Report what a bare sequence of notes has no place for, each kind by its name.

    Args:
        score: What is written.
        report: Takes the losses.
        key: Whether key and meter are lost.
        bars: Whether plain bar lines are lost.
        repeats: Whether repeats and the double bar lines between sections are lost; endings, part labels and signs of
            navigation always are.
        written: Which of ``title composer tempo`` are written.
    """
    measures = [measure for voice in score.voices for measure in voice.measures]
    events = [event for measure in measures for event in measure.events]
    report_once(report, "lost-grace", [e.span for e in events if e.grace], "grace notes cannot be written here")
    marked = [e.span for e in events if e.marks or any(note.marks for note in e.notes)]
    report_once(report, "lost-mark", marked, "decorations, lyrics, slurs and chord symbols cannot be written here")
    _report_structure(score, report, measures, bars=bars, repeats=repeats)
    names = [n for n in _METADATA if getattr(score.metadata, n) is not None and n not in written]
    if key and any(m.key.fifths or m.key.mode != Key().mode for m in measures):
        names.append("key")
    if key and any(m.meter != COMMON_TIME for m in measures):
        names.append("meter")
    names += instrument_names(score)
    if names:
        report_once(report, "lost-metadata", [m.span for m in measures[:1]], f"not written: {', '.join(names)}")


def instrument_names(score: Score) -> list[str]:
    """Return what a score says of how its instruments are played, which only tablature can write."""
    tunings = [part.tuning for part in score.parts if part.tuning is not None]
    names = ["strings and frets"] if tunings else []
    names += [f"tuning {tuning.name}" for tuning in tunings if tuning.name not in (None, "standard")][:1]
    return names + [f"capo {tuning.capo}" for tuning in tunings if tuning.capo][:1]


def report_instruments(score: Score, report: Report) -> None:
    """Report what :func:`instrument_names` finds, for writers that keep all other metadata."""
    if names := instrument_names(score):
        start = next((m.span for voice in score.voices for m in voice.measures), Span(0, 0))
        report.add("lost-metadata", start, f"not written: {', '.join(names)}")


_METADATA = ("title", "composer", "tempo")


def _report_structure(score: Score, report: Report, measures: list[Measure], *, bars: bool, repeats: bool) -> None:
    kinds = {
        "endings": [m.span for m in measures if m.ending],
        "part labels and signs of navigation": [m.span for m in measures if _is_labelled(m)],
    }
    if repeats:
        kinds["repeat signs"] = [m.span for m in measures if _repeats(m)]
        kinds["ends of sections"] = [span for voice in score.voices for span in section_ends(voice.measures)]
    if bars and score.measured:
        kinds["bar lines"] = [m.span for m in measures if m.number > 1]
    for kind, spans in kinds.items():
        report_once(report, "lost-structure", spans, f"{kind} cannot be written here")


def section_ends(measures: Sequence[Measure]) -> list[Span]:
    """Return the measures before the last that end with a double bar line and no repeat: where sections end."""
    ends = [(measure.span, measure.right) for measure in measures[:-1]]
    return [span for span, bar in ends if bar is not None and not bar.repeat and bar.style in ("double", "final")]


def _repeats(measure: Measure) -> bool:
    return any(bar is not None and bar.repeat for bar in (measure.left, measure.right))


def _is_labelled(measure: Measure) -> bool:
    return any(direction.kind in ("navigation", "part") for direction in measure.directions)
