"""Writing the measures of one voice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Chord, Event, GraceKind, Mark, Note, Rest, Tuplet
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.score import Direction, Measure, Voice
from onote_compiler.notations.abc.accidentals import Accidentals, propagation_of
from onote_compiler.notations.abc.fields import accidental_text, key_text, parse_key, parse_voice
from onote_compiler.notations.abc.layout import Lines
from onote_compiler.notations.abc.marks import SHORT_DECORATIONS
from onote_compiler.notations.abc.properties import Properties, with_later
from onote_compiler.notations.abc.signs import (
    beam_time,
    ending_text,
    field_line,
    first_in_time,
    joined,
    quoted,
    tie_sign,
    without_soundless,
)
from onote_compiler.notations.abc.tokens import default_normal

MEASURES_A_LINE = 4
_SIGNS = {
    "single": "|",
    "double": "||",
    "final": "|]",
    "initial": "[|",
    "dotted": ".|",
    "invisible": "[|]",
    "heavy": "|]",
}
_INLINE = {"meter": "M", "unit-length": "L", "tempo": "Q", "part": "P", "clef": "K"}
OWN_LINE = frozenset(("directive", "comment", "text", "field"))
_SHORT = {name: sign for sign, name in SHORT_DECORATIONS.items()}
_QUARTER = Fraction(1, 4)


Shift = Callable[[Properties], int]


class VoiceWriter:
    """Writes one voice, overlays included.

    Args:
        voice: The voice; its measures decide where lines break.
        overlays: Further voices of the same part, measure by measure under it.
        key: Key in force before its first measure.
        meter: Meter in force before its first measure.
        unit: Unit note length.
        shift: Gives the octaves that clef and properties add to what is written, with those of a ``K:`` on the way.
        propagation: How far accidentals reach, as :class:`Accidentals` has it.
        report: Takes what ABC cannot carry.
        native: Whether the score was read from ABC, so that marks and directions are ABC's own.
        taken: Signs that stand for something of the tune's own, and not for the decoration they usually are.
    """

    def __init__(
        self, voice: Voice, overlays: Sequence[Voice], key: Key, meter: Meter, unit: Fraction, shift: Shift,
        propagation: str, report: Report, native: bool, taken: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self.voice = voice
        self.overlays = overlays
        self.key = key
        self.meter = meter
        self.unit = unit
        self.reshift = shift
        self.late: Properties = ()
        self.shift = shift(())
        self.report = report
        self.native = native
        self.shorts = {name: sign for name, sign in _SHORT.items() if sign not in taken} if taken else _SHORT
        self.accidentals = Accidentals(key, propagation)
        self.lines = Lines()
        self.tuplet: Tuplet | None = None
        self.tuplet_left = 0
        self.beamed = False  # whether the next note may join the one before
        self.glued = False  # whether it must, behind a grace group
        self.on_line = 0
        self.singing = True  # whether notes take syllables; those of overlays do not

    def write(self) -> list[str]:
        """Return the lines of the voice."""
        measures = self.voice.measures
        for index, measure in enumerate(measures):
            following = measures[index + 1] if index + 1 < len(measures) else None
            if self.on_line >= MEASURES_A_LINE and measure.events:
                self.lines.end()
                self.on_line = 0
            self._open(measure, index)
            self._events(measure)
            self._close(measure, following, self._overlays(index))
            self.glued = False
            self.on_line += 1
        self.lines.end()
        return self.lines.done

    # --- bar lines ---------------------------------------------------------------------------------------------

    def _open(self, measure: Measure, index: int) -> None:
        before = self.voice.measures[index - 1] if index else None
        left = measure.left
        opens = left.repeat if left is not None else 0
        if opens and not (before is not None and joined(before.right, opens)):
            self.lines.add(("" if self.lines.at_start else " ") + "|" + ":" * opens)
        elif left is not None and not opens and before is None:
            self.lines.add(_SIGNS[left.style])
        if measure.ending:
            # behind a bar line on this line the bracket may be left out
            bare = before is not None and before.right is not None and before.events and not self.lines.at_start
            self.lines.add(("" if bare else "[") + ending_text(measure.ending))
        if not self.lines.at_start:
            self.lines.add(" ")
        self.beamed = False

    def _close(self, measure: Measure, following: Measure | None, overlaid: bool) -> None:
        if measure.events or overlaid:
            self.accidentals.bar(measure.events[-1].notes if measure.events else (), self.shift)
        self.tuplet_left = 0
        right = measure.right
        if right is None:
            self.lines.add(" " if measure.events else "")
            return
        opens = following.left.repeat if following is not None and following.left is not None else 0
        if opens and joined(right, opens):
            sign = "::" if right.repeat else "|" + ":" * opens
        else:
            sign = (":" * right.repeat + "|") if right.repeat else _SIGNS[right.style]
        self.lines.add(f" {sign}")

    # --- events ------------------------------------------------------------------------------------------------

    def _events(self, measure: Measure) -> None:
        directions = list(measure.directions)
        time = Fraction(0)
        at = 0
        while at <= len(measure.events):
            while directions and directions[0].at <= at:
                self._direction(directions.pop(0), at, measure)
            if at == 0:
                self._restate(measure)
            if at == len(measure.events):
                break
            event = measure.events[at]
            if event.grace:
                stop = at
                held = {d.at for d in directions}
                while stop < len(measure.events) and measure.events[stop].grace == event.grace and (
                    stop == at or stop not in held
                ):  # fmt: skip
                    stop += 1
                self._space(time, measure.meter)
                self._grace(measure.events[at:stop], event.grace)
                at = stop
                continue
            self._space(time, measure.meter)
            self._event(event, measure.events, at)
            time += event.duration or 0
            at += 1

    def _restate(self, measure: Measure) -> None:
        """Write key and meter where the measure has others than are in force, and no direction said so."""
        if not self._in_force(measure.key):
            self._set_key(measure.key, measure.key.name if self.native and measure.key.name else key_text(measure.key))
        if measure.meter != self.meter:
            self.meter = measure.meter
            self._word(f"[M:{measure.meter}]")

    def _in_force(self, key: Key) -> bool:
        """Whether a key is in force; how it is called counts in ABC only."""
        return key == self.key or (not self.native and replace(key, name=self.key.name) == self.key)

    def _set_key(self, key: Key, text: str) -> None:
        self.key = key
        self.accidentals.set_key(key)
        self._word(f"[K:{text}]")

    def _word(self, text: str) -> None:
        """Add something that stands between notes and breaks beams."""
        self.lines.add(text if self.lines.at_start else f" {text}")
        self.lines.add(" ")
        self.beamed = False

    def _direction(self, direction: Direction, at: int, measure: Measure) -> None:
        kind, text = direction.kind, direction.text
        if kind in ("key", "clef") and self.native:
            self._resettle(parse_key(text).properties)
        if kind == "key" and isinstance(direction.value, Key):
            if self.native:
                self._set_key(direction.value, text)
            elif not self._in_force(direction.value):
                self._set_key(direction.value, key_text(direction.value))
        elif kind in _INLINE:
            if kind == "meter" and isinstance(direction.value, Meter):
                self.meter = direction.value
            if kind == "unit-length" and isinstance(direction.value, Fraction):
                self.unit = direction.value
            if kind == "part" and at == 0 and self.lines.at_start:
                self.lines.line(f"P:{text}")
                return
            self._word(f"[{_INLINE[kind]}:{text}]")
        elif kind in OWN_LINE:
            self._instruct(text)
            self.lines.line(field_line(text[0], text[2:]) if kind == "field" else text.rstrip("\r\n"))
            self.beamed = False
        elif kind == "inline-field":
            self._word(f"[{text}]")
        elif kind == "spacer":
            self._word(text)
        elif kind == "line-break":
            self._word("$")
        elif kind in ("navigation", "decoration"):
            self._word(f"!{text}!")
        elif kind in ("chord-symbol", "annotation"):
            self._word(quoted(text))
        elif kind in ("slur-start", "slur-end"):
            self._word((".(" if text == "." else "(") if kind == "slur-start" else ")")
        else:
            self._lost("lost-metadata", direction.span, f"ABC cannot say {kind} {text!r} here", measure.number)

    def _instruct(self, line: str) -> None:
        """Follow a line that says how far accidentals reach, or what clef the voice goes on in."""
        if not self.native:
            return
        if line[:2] in ("%%", "I:") and (propagation := propagation_of(line[2:])):
            self.accidentals.propagation = propagation
        elif line[:2] == "V:":
            self._resettle(parse_voice(line[2:]).properties)

    def _resettle(self, properties: Properties) -> None:
        """Go on with the octaves that clef and ``octave=`` ask for from here on."""
        if properties:
            self.late = with_later(self.late, properties)
            self.shift = self.reshift(self.late)

    def _space(self, time: Fraction, meter: Meter) -> None:
        """Put a blank before the next event, unless it belongs to the beam of the one before."""
        if self.glued:
            self.glued = False
            return
        if not self.beamed:
            if not self.lines.at_start:
                self.lines.add(" ")
            return
        beat = beam_time(meter)
        if time % beat == 0 and not self.tuplet_left:
            self.lines.add(" ")

    def _event(self, event: Event, events: Sequence[Event], at: int) -> None:
        self.lines.add(self._tuplet_sign(event, events, at))
        event = self._writable(event)
        if self.singing and event.notes:
            self.lines.note(event.marks)
        if isinstance(event, Rest):
            self.lines.add(self._rest(event))
        elif isinstance(event, Chord):
            self.lines.add(self._chord(event))
        else:
            marks, ends = self._marks(event.marks, event)
            self.lines.add(f"{marks}{self._note(event)}{ends}")
        self.accidentals.behind(event.notes, self.shift)
        self.beamed = event.duration is not None and event.duration < _QUARTER and not isinstance(event, Rest)

    def _tuplet_sign(self, event: Event, events: Sequence[Event], at: int) -> str:
        tuplet = event.tuplet
        if tuplet is None or ((tuplet is self.tuplet or tuplet == self.tuplet) and self.tuplet_left):
            self.tuplet_left = max(0, self.tuplet_left - 1)
            return ""
        count = 0
        for other in events[at:]:
            if other.grace:
                continue
            if other.tuplet != tuplet or count == tuplet.count:
                break
            count += 1
        self.tuplet, self.tuplet_left = tuplet, count - 1
        if tuplet.normal == default_normal(tuplet.actual, self.meter.compound) and count == tuplet.actual < 10:
            return f"({tuplet.actual}"
        return f"({tuplet.actual}:{tuplet.normal}:{count}"

    def _grace(self, events: Sequence[Event], kind: GraceKind | None) -> None:
        text = []
        for event in map(self._writable, events):
            if isinstance(event, Chord):
                text.append(self._chord(event))
            elif isinstance(event, Note) and event.pitch is None:
                self._lost("lost-pitch", event.span, "a grace note without pitch is left out", None)
            elif isinstance(event, Note):
                marks, ends = self._marks(event.marks, event)
                text.append(f"{marks}{self._note(event)}{ends}")
        if text:
            self.lines.add("{" + ("/" if kind == "acciaccatura" else "") + "".join(text) + "}")
        self.glued = True

    def _writable(self, event: Event) -> Event:
        event, gone = without_soundless(event)
        for note in gone:
            self._lost("lost-pitch", note.span, "a note without pitch is left out of its chord", None)
        return event

    def _note(self, note: Note, *, tie: bool = True, length: bool = True) -> str:
        sign = tie_sign(note.tie) if tie and note.pitch is not None else ""
        return self._pitch(note) + (self._length(note) if length else "") + sign

    def _pitch(self, note: Note) -> str:
        if note.pitch is None:
            self._lost("lost-pitch", note.span, "a note without pitch; an invisible rest is written", None)
            return "x"
        step, alter, octave = note.pitch.step, note.pitch.alter, note.pitch.octave - self.shift
        written = note.written is not None and type(note.written).__name__ == "WrittenAccidental"
        sign = ""
        if written or self.accidentals.expected(step, octave) != alter:
            sign = accidental_text(alter)
            self.accidentals.hold(step, octave, alter)
        if octave >= 5:
            return f"{sign}{step.lower()}" + "'" * (octave - 5)
        return f"{sign}{step}" + "," * (4 - octave)

    def _chord(self, chord: Chord) -> str:
        notes = first_in_time(chord)
        marks, ends = self._marks(chord.marks, chord)
        same = len({n.duration for n in notes}) == 1
        ties = {n.tie for n in notes}
        inner = []
        for note in notes:
            own, own_ends = self._marks(note.marks, note)
            inner.append(own + self._note(note, tie=len(ties) > 1, length=not same) + own_ends)
        tail = self._length(notes[0]) if same else ""
        tie = tie_sign(notes[0].tie) if len(ties) == 1 else ""
        return f"{marks}[{''.join(inner)}]{tail}{tie}{ends}"

    def _rest(self, rest: Rest) -> str:
        marks, ends = self._marks(rest.marks, rest)
        whole = self.meter.duration or Fraction(1)
        if rest.measures and rest.duration == whole * rest.measures:
            letter = "Z" if rest.visible else "X"
            return f"{marks}{letter}{rest.measures if rest.measures > 1 else ''}{ends}"
        return f"{marks}{'z' if rest.visible else 'x'}{self._length(rest)}{ends}"

    def _length(self, event: Event) -> str:
        value = event.duration
        if value is None and self.native:
            return "0"  # an impossible length stays one
        if value is None:
            self._lost("lost-duration", event.span, "the duration is not known; a quarter note is written", None)
            value = _QUARTER
        if event.tuplet is not None:
            value /= event.tuplet.ratio
        return self._multiple(value / self.unit, event)

    def _multiple(self, value: Fraction, event: Event) -> str:
        above, below = value.numerator, value.denominator
        if above > 9999 or below > 9999 or above <= 0:
            self._lost("lost-duration", event.span, f"ABC has no length {value} of the unit", None)
            return ""
        if below == 1:
            return "" if above == 1 else str(above)
        return f"{'' if above == 1 else above}/{'' if below == 2 else below}"

    def _marks(self, marks: tuple[Mark, ...], event: Event) -> tuple[str, str]:
        """Return what stands before the event and what behind it."""
        before, behind = [], []
        for mark, following in zip_longest(marks, marks[1:]):
            if mark.kind == "slur-start":
                before.append(".(" if mark.text == "." else "(")
            elif mark.kind == "slur-end":
                behind.append(")")
            elif mark.kind == "decoration":
                slurred = following is not None and following.kind == "slur-start"  # a dot would make it dotted
                before.append((None if slurred else self.shorts.get(mark.text)) or f"!{mark.text}!")
            elif mark.kind in ("chord-symbol", "annotation"):
                before.append(quoted(mark.text))
            elif mark.kind == "fingering":
                before.append(f"!{mark.text}!")
            elif mark.kind != "lyric":
                self._lost("lost-mark", event.span, f"ABC has no {mark.kind} {mark.text!r}", None)
        return "".join(before), "".join(behind)

    def _overlays(self, index: int) -> bool:
        """Write what stands over a measure; returns whether anything does."""
        layers = [v.measures[index] if index < len(v.measures) else None for v in self.overlays]
        while layers and (layers[-1] is None or not (layers[-1].events or layers[-1].directions)):
            layers.pop()
        for layer in layers:
            self.accidentals.bar(())
            self.lines.add(" & ")
            self.beamed = False
            self.tuplet_left = 0
            if layer is not None:
                self.singing = False
                self._events(layer)
                self.singing = True
        return bool(layers)

    def _lost(self, name: str, span: tuple[int, int], message: str, measure: int | None) -> None:
        self.report.add(name, span, message, measure=measure)
