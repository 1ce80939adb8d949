"""Voices of one score that do not last equally long (``voice-length``)."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.checks.rules import Expectation
from onote_compiler.diagnostics import Report
from onote_compiler.ir.score import Score, Voice
from onote_compiler.ir.time import ZERO


def check_voice_lengths(score: Score, report: Report, expect: Expectation) -> None:
    """Report each part's main voice that ends before the longest one does.

    Unknown durations are passed over, and so are voices of as many measures as the others in meters that fix their
    length: there ``bar-sum`` or ``empty-bar`` names the measure that is off.
    """
    if len(score.parts) < 2:
        return
    lengths = [(voice, _length(voice)) for part in score.parts for voice in part.voices[:1]]
    known = [length for _, length in lengths if length is not None]
    longest = max(known, default=ZERO)
    count = max((len(voice.measures) for voice, _ in lengths), default=0)
    for voice, length in lengths:
        if length is None or length == longest or not voice.measures:
            continue
        if len(voice.measures) == count and all(measure.meter.beats for measure in voice.measures):
            continue
        last = voice.measures[-1]
        report.add(
            "voice-length",
            (last.span.end, last.span.end),
            f"voice {voice.name} lasts {length}, the longest {longest}, in whole notes",
            hint="give every voice the same measures; write rests where one is silent",
            measure=last.number,
            voice=voice.name,
        )


def _length(voice: Voice) -> Fraction | None:
    total = ZERO
    for measure in voice.measures:
        length = measure.duration
        if length is None:
            return None
        total += length
    return total
