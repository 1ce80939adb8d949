"""Losses that several writers report alike."""

from __future__ import annotations

from collections.abc import Sequence

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
    score: Score, report: Report, *, key: bool = False, bars: bool = True, repeats: bool = True, metadata: bool = True
) -> None:
    """Report what a bare sequence of notes has no place for.

    Args:
        score: What is written.
        report: Takes the losses.
        key: Whether key and meter are lost.
        bars: Whether plain bar lines are lost.
        repeats: Whether repeats and the double bar lines between sections are lost; endings, part labels and signs of
            navigation always are.
        metadata: Whether title and tempo are lost.
    """
    measures = [measure for voice in score.voices for measure in voice.measures]
    events = [event for measure in measures for event in measure.events]
    report_once(report, "lost-grace", [e.span for e in events if e.grace], "grace notes cannot be written here")
    marked = [e.span for e in events if e.marks or any(note.marks for note in e.notes)]
    report_once(report, "lost-mark", marked, "decorations, lyrics, slurs and chord symbols cannot be written here")
    structure = [m.span for m in measures if _has_structure(m) or (repeats and _repeats(m))]
    if repeats:
        structure += [span for voice in score.voices for span in section_ends(voice.measures)]
    report_once(report, "lost-structure", structure, "repeats, endings, sections or navigation cannot be written here")
    if bars and score.measured and not structure:
        report_once(
            report, "lost-structure", [m.span for m in measures if m.number > 1], "bar lines cannot be written here"
        )
    spans = [m.span for m in measures[:1]]
    if metadata and (score.metadata.title or score.metadata.composer or score.metadata.tempo):
        report_once(report, "lost-metadata", spans, "title, composer and tempo cannot be written here")
    elif key and any(m.key.fifths or m.meter != COMMON_TIME or m.key.mode != Key().mode for m in measures):
        report_once(report, "lost-metadata", spans, "key and meter cannot be written here")


def section_ends(measures: Sequence[Measure]) -> list[Span]:
    """Return the measures before the last that end with a double bar line and no repeat: where sections end."""
    ends = [(measure.span, measure.right) for measure in measures[:-1]]
    return [span for span, bar in ends if bar is not None and not bar.repeat and bar.style in ("double", "final")]


def _repeats(measure: Measure) -> bool:
    return any(bar is not None and bar.repeat for bar in (measure.left, measure.right))


def _has_structure(measure: Measure) -> bool:
    named = any(direction.kind in ("navigation", "part") for direction in measure.directions)
    return bool(measure.ending) or named
