"""Writing Standard MIDI files through pretty_midi."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from math import lcm
from typing import Any

from onote_compiler.diagnostics import Report
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.pitch import SEMITONES
from onote_compiler.ir.score import Part, Score
from onote_compiler.ir.source import Span
from onote_compiler.notations.base import WriteOptions
from onote_compiler.notations.losses import report_common_losses, report_once
from onote_compiler.projection.model import ProjectedEvent
from onote_compiler.projection.played import unroll
from onote_compiler.projection.project import measure_onsets, project

_VELOCITY = 80
_DEFAULT_QUARTERS = Fraction(120)  # a minute, as the Standard MIDI File has it where no tempo is set
_RESOLUTION = 480  # ticks a quarter note, unless a score needs others
_MOST_TICKS = 0x7FFF  # what the file's header can say
_LAST_TICK = 0x0FFFFFFF  # what a delta time can say


def write(score: Score, options: WriteOptions, report: Report) -> bytes:
    """Write a score as it is played: one track a voice, repeats unrolled, ties joined.

    A quarter note has as many ticks as make every onset and duration a whole number of them.

    Args:
        score: What to write.
        options: Option ``form``: ``played`` (default), or ``written`` for each note once, as notated.
        report: Takes the losses: marks, grace notes, signs of repetition, spelling, changes of tempo, and notes without
            a place in time.
    """
    import pretty_midi

    _report_losses(score, report)
    played = unroll(score) if options.options.get("form", "played") == "played" else score
    tempo = _quarters(score)
    voices = [events for part in played.parts for events in _events(part)]
    names = [voice.name for voice in played.voices]
    clock = _Clock(voices, tempo, report)
    file: Any = pretty_midi.PrettyMIDI(resolution=clock.resolution, initial_tempo=float(tempo))
    for name, events in zip(names, voices, strict=True):
        track = pretty_midi.Instrument(program=0, name=name.encode("latin-1", "replace").decode("latin-1"))
        for (start, midi), end in _struck(events, clock, report).items():
            track.notes.append(pretty_midi.Note(_VELOCITY, midi, clock.seconds(start), clock.seconds(end)))
        file.instruments.append(track)
    _write_signatures(file, played, clock, options.key)
    stream = BytesIO()
    file.write(stream)
    return stream.getvalue()


class _Clock:
    """Turns whole notes into seconds that fall on ticks."""

    def __init__(self, voices: list[list[ProjectedEvent]], tempo: Fraction, report: Report) -> None:
        wanted = 1
        for event in (event for events in voices for event in events):
            for time in (event.onset, *(note.duration for note in event.notes)):
                wanted = min(lcm(wanted, (time * 4).denominator if time else 1), _MOST_TICKS + 1)
        fine = wanted <= _MOST_TICKS
        usual = lcm(_RESOLUTION, wanted) if fine else _RESOLUTION
        self.resolution = usual if usual <= _MOST_TICKS else wanted
        self._tick = 60 / (float(tempo) * self.resolution)
        if not fine:
            spans = [event.span for events in voices for event in events][:1]
            report_once(report, "lost-duration", spans, f"times are rounded to 1/{4 * self.resolution}")

    def ticks(self, time: Fraction) -> int:
        """Return whole notes from the beginning as ticks."""
        return round(time * 4 * self.resolution)

    def seconds(self, ticks: int) -> float:
        """Return ticks as seconds."""
        return ticks * self._tick


def _struck(events: list[ProjectedEvent], clock: _Clock, report: Report) -> dict[tuple[int, int], int]:
    """Return where each note ends, by the tick it starts at and its number.

    A key that is struck twice at once is one note, as long as the longer; none is shorter than a tick.
    """
    ends: dict[tuple[int, int], int] = {}
    late: list[Span] = []
    for event in events:
        onset = event.onset or Fraction(0)
        start = clock.ticks(onset)
        for note in event.notes:
            end = max(start + 1, clock.ticks(onset + (note.duration or Fraction(0))))
            if end > _LAST_TICK:
                late.append(event.span)
                continue
            ends[start, note.midi] = max(end, ends.get((start, note.midi), 0))
    report_once(report, "lost-time", late, "notes later than a MIDI file can say are left out")
    return ends


def _events(part: Part) -> list[list[ProjectedEvent]]:
    """Return the notes of each voice that have a place in time."""
    numbered = replace(part, voices=tuple(replace(v, name=str(index)) for index, v in enumerate(part.voices)))
    found: list[list[ProjectedEvent]] = [[] for _ in part.voices]
    for event in project(Score((numbered,))).events:
        if event.notes and event.onset is not None and event.duration is not None:
            found[int(event.voice)].append(event)
    return found


def _report_losses(score: Score, report: Report) -> None:
    report_common_losses(score, report, bars=False, written=("tempo",))
    events = project(score).events
    timeless = [e.span for e in events if e.notes and (e.onset is None or e.duration is None)]
    report_once(report, "lost-time", timeless, "notes without a place in time are left out")
    respelled = [e.span for e in events if any(n.spelled != name for n, name in zip(e.notes, e.names, strict=True))]
    report_once(report, "lost-spelling", respelled, "MIDI numbers have no spelling: flats come back as sharps")
    every = [event for voice in score.voices for event in voice.events]
    outside = [e.span for e in every if any(n.pitch is None or not n.pitch.in_range for n in e.notes)]
    report_once(report, "lost-pitch", outside, "notes that have no MIDI number are left out")
    doubled = [
        e.span for e in every if len({n.pitch.midi for n in e.notes if n.pitch}) < sum(1 for n in e.notes if n.pitch)
    ]
    report_once(report, "lost-voice", doubled, "two notes of one pitch at once are one MIDI note")
    changes = [d.span for v in score.voices for m in v.measures for d in m.directions if d.kind == "tempo"]
    report_once(report, "lost-metadata", changes, "changes of tempo are not written")
    tempo = score.metadata.tempo
    if tempo is not None and tempo.text:
        report_once(report, "lost-metadata", [m.span for v in score.voices for m in v.measures][:1],
                    f"not written: the tempo in words ({tempo.text})")  # fmt: skip


def _quarters(score: Score) -> Fraction:
    """Return the tempo in quarter notes a minute, within what a MIDI file can say."""
    tempo = score.metadata.tempo
    if tempo is None or tempo.bpm is None or tempo.bpm <= 0:
        return _DEFAULT_QUARTERS
    return min(max(tempo.bpm * (tempo.beat or Fraction(1, 4)) * 4, Fraction(4)), Fraction(6000))


def _write_signatures(file: Any, score: Score, clock: _Clock, key: Key | None) -> None:
    """Write key and meter of the first voice, and their changes."""
    import pretty_midi

    part = next((part for part in score.parts if part.voices), None)
    if part is None:
        return
    last_key: Key | None = None
    last_meter: Meter | None = None
    for onset, measure in zip(measure_onsets(part), part.voices[0].measures, strict=False):
        held = key or measure.key
        if held != last_key and abs(held.fifths) <= 7:
            file.key_signature_changes.append(
                pretty_midi.KeySignature(_key_number(held), clock.seconds(clock.ticks(onset)))
            )
        if measure.meter != last_meter and measure.meter.beats and sum(measure.meter.beats) < 256:
            beats = sum(measure.meter.beats)
            file.time_signature_changes.append(
                pretty_midi.TimeSignature(beats, measure.meter.unit, clock.seconds(clock.ticks(onset)))
            )
        last_key, last_meter = held, measure.meter


def _key_number(key: Key) -> int:
    """Return the number pretty_midi has for a key: 0 to 11 for major, 12 to 23 for minor keys."""
    if key.mode in ("minor", "aeolian") and key.tonic:
        return 12 + (SEMITONES[key.tonic] + key.alter) % 12
    step, alter = key.major_tonic
    return (SEMITONES[step] + alter) % 12
