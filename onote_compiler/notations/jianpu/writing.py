"""What all writers of numbered notation share: the key in force, headers, losses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Event
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import COMMON_TIME, Meter, Tempo
from onote_compiler.ir.score import Measure, Score
from onote_compiler.ir.source import Span
from onote_compiler.notations.jianpu.degrees import DegreeFinder
from onote_compiler.notations.jianpu.lines import Line
from onote_compiler.notations.jianpu.rhythm import QUARTER, Sign, nearest_signs, signs
from onote_compiler.notations.losses import report_once
from onote_compiler.theory.movable_do import MinorDo

_MODES = ("major", "ionian", "minor", "aeolian")


def accidental(alter: int) -> str:
    """Return the signs of an accidental."""
    return "#" * alter if alter > 0 else "b" * -alter


def key_name(key: Key, minor: MinorDo = "la") -> str:
    """Return the header of a key: ``1=Bb``, or ``6=F#`` for a minor one, whose tonic is la.

    Where the minor tonic is do, neither would be true, and the key is named: ``Key: F# minor``.
    """
    if key.mode in ("minor", "aeolian") and key.tonic is not None:
        tonic = f"{key.tonic}{accidental(key.alter)}"
        return f"6={tonic}" if minor == "la" else f"Key: {tonic} minor"
    step, alter = key.major_tonic
    return f"1={step}{accidental(alter)}"


def meter_name(meter: Meter) -> str:
    """Return a meter as two numbers; 4/4 where it is free."""
    length = meter.beats or (4,)
    return f"{sum(length)}/{meter.unit}"


def tempo_sign(tempo: Tempo, signs: Mapping[Fraction, str]) -> tuple[str | None, Fraction | None]:
    """Return the sign of the beat of a tempo and how many of it there are a minute; ``None`` for one without number.

    Args:
        tempo: The tempo.
        signs: The signs there are, by what they last; a beat without one is counted in quarters.
    """
    if tempo.bpm is None:
        return None, None
    beat = tempo.beat or QUARTER
    if beat in signs:
        return signs[beat], tempo.bpm
    return signs[QUARTER], tempo.bpm * beat / QUARTER


def lost_names(score: Score) -> list[str]:
    """Return what a header such as ``1=D 3/4`` does not say of the keys and meters of a score."""
    measures = [measure for voice in score.voices for measure in voice.measures]
    modes = {m.key.mode for m in measures if m.key.mode not in _MODES}
    names = [f"mode ({', '.join(sorted(modes))})"] if modes else []
    names += ["accidentals of the key"] if any(m.key.accidentals for m in measures) else []
    return names + (["free meter"] if any(not m.meter.beats for m in measures) else [])


def lasting(event: Event, ratio: Fraction, writing: Writing) -> tuple[Sign, ...]:
    """Return the digits that an event takes, the nearest ones (reported) where none last as long.

    Args:
        event: What to write.
        ratio: What the tuplet around it multiplies written lengths by; 1 for none.
        writing: Takes the losses.
    """
    if event.duration is None:
        writing.report.add("lost-time", event.span, "an event without duration is written as one beat")
        return (Sign(),)
    found = signs(event.duration * ratio)
    if found is None:
        writing.report.add("lost-duration", event.span, f"no digits last {event.duration} of a whole note")
        found = nearest_signs(event.duration * ratio)
    return found


class Writing:
    """The state of writing one score.

    Args:
        finder: Finds the degrees.
        report: Takes the losses.
        key: Key to write all of it in, or ``None`` for the score's own keys.
        header: Whether key and meter may be written.
    """

    def __init__(self, finder: DegreeFinder, report: Report, key: Key | None, header: bool) -> None:
        self.finder = finder
        self.report = report
        self.may_head = header
        self._fixed = key
        self.key = key or Key()
        self.meter = COMMON_TIME
        self._lost_header = False
        self._begun = False

    def once(self, name: str, spans: Sequence[Span], message: str) -> None:
        """Report a loss where it first occurs, with how often it does."""
        report_once(self.report, name, spans, message)

    def is_tied(self, event: Event) -> bool:
        """Whether an event is tied to the next one; a chord that is tied in part is not (reported)."""
        tied = [bool(note.tie) for note in event.notes]
        if any(tied) and not all(tied):
            self.report.add("lost-tie", event.span, "a chord is tied as a whole or not at all")
        return bool(tied) and all(tied)

    def begin(self, line: Line) -> None:
        """Take key and meter of the first measure; where they cannot be written, one key holds for all lines."""
        if line.measures and (self.may_head or not self._begun):
            self._begun = True
            self.key = self._fixed or line.measures[0].key
            self.meter = line.measures[0].meter

    def header(self, line: Line, *, always: bool = False) -> str:
        """Return the header line of a piece, or nothing where it is in C major and 4/4 or may not have one."""
        self.begin(line)
        named = meter_name(self.meter)
        if not always and key_name(self.key) == key_name(Key()) and named == "4/4":
            return ""
        if not self.may_head:
            self._lose(line.measures[0].span if line.measures else Span(0, 0))
            return ""
        return f"{key_name(self.key, self.finder.minor)} {named}\n"

    def steps(self, measure: Measure, turns: Collection[int] | None = None) -> Iterator[Event | str]:
        """Yield the events of a measure, and before them the changes of key and meter as they are written.

        The key in force goes on with the steps: an event must be written before the next one is asked for.

        Args:
            measure: What to walk through.
            turns: Indices of the events before which a change of key can be written, ``None`` for all. Elsewhere it
                waits (reported), and the notes up to there are counted in the key before.
        """
        yield from self._turn(self._fixed or measure.key, measure.meter, measure)
        place = 0
        waiting: Key | None = None
        late: list[Span] = []
        for at, event in enumerate(measure.events):
            while place < len(measure.directions) and measure.directions[place].at <= at:
                direction = measure.directions[place]
                if isinstance(direction.value, Key):
                    waiting = self._fixed or direction.value
                    late.append(direction.span)
                place += 1
            if waiting is not None and (turns is None or at in turns):
                yield from self._turn(waiting, self.meter, measure)
                waiting = None
                late.clear()
            elif late and not event.grace:
                if self.may_head and waiting is not None and key_name(waiting) != key_name(self.key):
                    message = "a change of key within a beat or tuplet is written behind it"
                    self.report.add("lost-metadata", late[0], message, measure=measure.number)
                late.clear()
            yield event

    def _turn(self, key: Key, meter: Meter, measure: Measure) -> Iterator[str]:
        changed = key_name(key) != key_name(self.key), meter_name(meter) != meter_name(self.meter)
        if any(changed) and not self.may_head:
            self._lose(measure.span)
            self.meter = meter
            return
        self.key, self.meter = key, meter
        if changed[0]:
            yield key_name(key, self.finder.minor)
        if changed[1]:
            yield meter_name(meter)

    def _lose(self, span: Span) -> None:
        if not self._lost_header:
            self._lost_header = True
            self.report.add(
                "lost-metadata", span, "key and meter cannot be written here", hint="give them beside the text"
            )
