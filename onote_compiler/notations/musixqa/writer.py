"""A score to MusiXQA JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Event
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.score import Measure, Part, Score, Voice
from onote_compiler.notations.base import WriteOptions
from onote_compiler.notations.losses import report_metadata
from onote_compiler.theory.rebar import with_measures

_KEPT_MARKS = {"chord-symbol"}


def write(score: Score, options: WriteOptions, report: Report) -> str:
    """Return ``score`` as one MusiXQA sample (indented JSON).

    Reported as lost: parts after the second and further voices, grace notes, endings, double bar lines within the
    piece, changes of key or meter, marks other than chord symbols, titles, modes other than major and minor, notes
    without pitch or duration.
    """
    score = with_measures(score)
    key, meter = score.key or Key(), score.meter
    tempo = _tempo(score)
    sample: dict[str, Any] = {} if tempo is None else {"tempo": tempo}
    sample["key"] = _key_name(key)
    _report_metadata(score, key, tempo, report)
    sample["time_signature"] = str(meter) if meter and meter.beats and not meter.symbol else _plain_meter(score)
    voices = _staves(score, report)
    count = max((len(voice.measures) for voice in voices.values()), default=0)
    sample["bars"] = [_bar(voices, index, report) for index in range(count)]
    return json.dumps(sample, indent=1, ensure_ascii=False) + "\n"


def _staves(score: Score, report: Report) -> dict[str, Voice]:
    voices = {}
    for name, part in zip(_staff_names(score.parts), score.parts, strict=False):
        if part.voices:
            voices[name] = part.voices[0]
        for voice in part.voices[1:]:
            report.add("lost-voice", (0, 0), f"a MusiXQA staff has one voice; voice {voice.name} is left out")
    for part in score.parts[2:]:
        report.add("lost-voice", (0, 0), f"MusiXQA has two staves; part {part.name or '?'} is left out")
    return voices


def _staff_names(parts: tuple[Part, ...]) -> tuple[str, ...]:
    if len(parts) == 1:
        return ("bass",) if parts[0].clef == "bass" else ("treble",)
    return ("treble", "bass")


def _bar(voices: dict[str, Voice], index: int, report: Report) -> dict[str, Any]:
    bar: dict[str, Any] = {"bar_number": index + 1, "staves": {}}
    for name, voice in voices.items():
        if index >= len(voice.measures):
            continue
        measure = voice.measures[index]
        _note_structure(measure, report, last=index + 1 == len(voice.measures))
        notes = []
        for event in measure.events:
            notes.extend(_note(event, measure, report))
            symbol = next((mark.text for mark in event.marks if mark.kind == "chord-symbol"), None)
            if symbol and "chord" not in bar:
                bar["chord"] = symbol
        bar["staves"][name] = notes
    repeat = _repeat([v.measures[index] for v in voices.values() if index < len(v.measures)], index == 0, report)
    if repeat is not None:
        bar["repeat"] = repeat
    return bar


def _repeat(measures: list[Measure], first: bool, report: Report) -> str | None:
    """Return what a bar says of repeats: ``start`` or ``end``; of one that is repeated alone, ``end``.

    That goes back to the end of the repeat before, or to the beginning, where nothing is lost.
    """
    opens = any(measure.left is not None and measure.left.repeat for measure in measures)
    closing = [measure.right for measure in measures if measure.right is not None and measure.right.repeat]
    if opens and closing and not first:
        report.add("lost-structure", closing[0].span, "a bar can open or close a repeat, not both",
                   measure=measures[0].number)  # fmt: skip
    if any(bar.repeat > 1 for bar in closing):
        report.add("lost-structure", closing[0].span, "MusiXQA does not say how often a repeat is played",
                   measure=measures[0].number)  # fmt: skip
    return "end" if closing else "start" if opens else None


def _note_structure(measure: Measure, report: Report, *, last: bool) -> None:
    right = measure.right
    if right is not None and not right.repeat and right.style in ("double", "final") and not last:
        report.add("lost-structure", right.span, "MusiXQA has no double bar lines", measure=measure.number)
    if measure.ending:
        report.add("lost-structure", measure.span, "MusiXQA has no endings", measure=measure.number)
    for direction in measure.directions:
        if direction.kind in ("navigation", "part"):
            report.add("lost-structure", direction.span, f"MusiXQA has no {direction.text}", measure=measure.number)
        elif direction.kind == "text":
            report.add("lost-mark", direction.span, "MusiXQA has no words beside notes", measure=measure.number)


def _note(event: Event, measure: Measure, report: Report) -> list[dict[str, Any]]:
    if event.grace:
        report.add("lost-grace", event.span, "MusiXQA has no grace notes", measure=measure.number)
        return []
    if event.duration is None:
        name, what = ("lost-pitch", "a note") if event.notes else ("lost-rest", "a rest")
        report.add(name, event.span, f"{what} without a duration is left out", measure=measure.number,
                   hint="give it a duration: every MusiXQA note has one")  # fmt: skip
        return []
    for mark in event.marks:
        if mark.kind not in _KEPT_MARKS:
            report.add("lost-mark", event.span, f"MusiXQA has no {mark.kind} ({mark.text})", measure=measure.number)
    names = [note.pitch.spelled for note in event.notes if note.pitch is not None]
    if event.notes and not names:
        report.add("lost-pitch", event.span, "a note without a pitch is written as a rest", measure=measure.number)
    note: dict[str, Any] = {"pitch": names[0] if len(names) == 1 else names or "rest", "duration": str(event.duration)}
    tied = [bool(head.tie) for head in event.notes]
    if any(tied):
        note["tie"] = True
        if not all(tied):
            report.add("lost-tie", event.span, "MusiXQA ties the whole chord or nothing", measure=measure.number)
    return [note]


def _tempo(score: Score) -> int | None:
    """Return the quarter notes a minute, ``None`` where the score does not say: nothing is made up."""
    exact = _quarters(score)
    return None if exact is None else round(exact)


def _quarters(score: Score) -> Fraction | None:
    tempo = score.metadata.tempo
    if tempo is None or tempo.bpm is None:
        return None
    return tempo.bpm * (tempo.beat or Fraction(1, 4)) * 4


def _report_metadata(score: Score, key: Key, tempo: int | None, report: Report) -> None:
    """Report titles, modes and tempi that the shape has no place for."""
    lost = []
    if key.mode not in ("major", "ionian", "minor", "aeolian") or key.accidentals:
        lost.append(f"mode ({_key_name(key)} is written)")
    if tempo is not None and tempo != _quarters(score):
        lost.append(f"exact tempo ({tempo} is written)")
    measures = [m for voice in score.voices for m in voice.measures]
    changed = [d.value for m in measures for d in m.directions]
    if any(isinstance(value, Key) for value in changed) or any(m.key != score.key for m in measures):
        lost.append("changes of key")
    if any(isinstance(value, Meter) for value in changed) or any(m.meter != score.meter for m in measures):
        lost.append("changes of meter")
    report_metadata(score, report, written=("tempo",), more=lost)


def _key_name(key: Key) -> str:
    """Return the key as ``Root Major|Minor``; another mode is written as the major key of the same signature."""
    if key.mode in ("minor", "aeolian") and key.tonic:
        return f"{key.tonic}{_sign(key.alter)} Minor"
    tonic, alter = (key.tonic, key.alter) if key.mode in ("major", "ionian") and key.tonic else key.major_tonic
    return f"{tonic}{_sign(alter)} Major"


def _sign(alter: int) -> str:
    return "#" * alter if alter > 0 else "b" * -alter


def _plain_meter(score: Score) -> str:
    meter = score.meter
    return f"{sum(meter.beats)}/{meter.unit}" if meter and meter.beats else "4/4"
