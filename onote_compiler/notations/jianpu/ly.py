"""Handlers of the `ly` grammar: jianpu-ly's input language, in which bar lines follow from the meter."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from onote_compiler.ir.events import Chord, Event, GraceKind, Mark, Note, Rest, Tuplet
from onote_compiler.ir.score import Barline
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import ZERO
from onote_compiler.ir.time import duration as interned
from onote_compiler.notations.jianpu.draft import event_of
from onote_compiler.notations.jianpu.lybase import TICKS, Block, LyBuilder
from onote_compiler.notations.jianpu.readings import tied_event
from onote_compiler.notations.jianpu.tokens import QUARTER, decode_dash, decode_grace, decode_ly

_MOST_MARKS = 32
_SLUR = {"(": "slur-start", ")": "slur-end"}


class LyHandlers(LyBuilder):
    """Words of jianpu-ly."""

    # Notes.

    def LY_NOTE(self, text: str, start: int) -> None:
        """A note, chord, rest or beat without pitch; one that means what it does alone is looked up by its text."""
        end = start + len(text)
        known = self._words.get(text) if self._words is not None else None
        if known is not None:
            heads, length, ticks = known
            measure = self.measure
            measure.events.append(event_of(heads, length, Span(start, end)))
            measure.end = end
            self.notes += 1
            self._ticks += ticks
            if self._ticks >= self._room:
                self._wrap()
            return
        token = decode_ly(text, self._octaves_after)
        self.report_faults(token, start, end)
        if token.shift:
            self._shift += token.shift
            self.restate()
        if any(fault.name == "bad-token" for fault in token.faults):
            return
        length = token.length
        if self._keep_length:
            if self._kept is not None and not token.timed:
                length = length * self._kept
            else:
                self._kept = _undotted(length * 4)
        heads = [(self.pitch_of(head, start, end, self._shift), head) for head in token.heads]
        faultless = not token.faults and all(pitch is None or pitch.in_range for pitch, _ in heads)
        if self._words is not None and faultless and not token.tremolo:
            self._words[text] = (heads, length, int(length * TICKS))
        marks: tuple[Mark, ...] = (Mark("decoration", "tremolo"),) if token.tremolo else ()
        if self._harmonics and any(pitch is not None for pitch, _ in heads):
            marks += (Mark("technique", "harmonic"),)
        self._put(event_of(heads, self._scaled(length), Span(start, end), tuplet=self._group(), marks=marks))

    def _group(self) -> Tuplet | None:
        if self._tuplet is None:
            return None
        return Tuplet(self._tuplet[0], self._tuplet[1], 0)

    def _scaled(self, duration: Fraction) -> Fraction:
        if self._tuplet is None:
            return duration
        return duration * Fraction(self._tuplet[1], self._tuplet[0])

    def _put(self, event: Event) -> None:
        """Append an event; where it fills the measure, the next one begins."""
        self.measure.events.append(event)
        self.measure.end = event.span.end
        self.notes += 1
        if not event.grace:
            self._fill(event.duration or ZERO)
        self._wrap()

    def _fill(self, duration: Fraction) -> None:
        ticks = duration * TICKS
        if ticks.denominator == 1:
            self._ticks += ticks.numerator
        else:
            self._filled += duration

    def LY_DASH(self, text: str, start: int) -> None:
        """A dash: one beat more for the note before it, or what its letter says, tied over a bar line between."""
        end = start + len(text)
        token = decode_dash(text)
        length = token.length
        if self._keep_length and self._kept is not None and not token.timed:
            length = length * self._kept
        added = self._scaled(length)
        if self.measure.events:
            last = self.measure.events[-1]
            self.measure.events[-1] = _lengthened(last, added, end)
            self.measure.end = end
            self._fill(added)
            self._wrap()
            return
        held = self._tie_last()
        if held is None:
            hint = "a dash holds the note before it; silence is written 0"
            self.fault("bad-token", start, end, "a dash with nothing to hold", hint)
            held = Rest(QUARTER)
        self._put(_held(held, added, Span(start, end)))

    def _tie_last(self) -> Event | None:
        """Tie the last event and return it as it was."""
        measures = self.parts[self._part].measures
        events = self.measure.events or (measures[-1].events if measures else [])
        if not events:
            return None
        last = events[-1]
        events[-1] = tied_event(last)
        return last

    def LY_TIE(self, text: str, start: int) -> None:
        """A tie from the note before."""
        if self._tie_last() is None:
            self.fault("dangling-tie", start, start + 1, "a tie with no note before it", "a tie follows its note")

    def SLUR(self, text: str, start: int) -> None:
        """A slur, which begins after its first note."""
        self._mark_last(Mark(_SLUR[text]), start, text)

    def MARK(self, text: str, start: int) -> None:
        """A LilyPond command, text or playing technique on the note before."""
        if '"' in text:
            mark = Mark("annotation", text)
        elif "\\" in text:
            mark = Mark("decoration", text.lstrip("^_\\"))
        else:
            mark = Mark("technique", text.removeprefix("Fr="))
        self._mark_last(mark, start, text)

    def _mark_last(self, mark: Mark, start: int, text: str) -> None:
        measures = self.parts[self._part].measures
        events = self.measure.events or (measures[-1].events if measures else [])
        end = start + len(text)
        if not events:
            self.fault("not-kept", start, end, f"{text} has no note before it", "it follows the note it belongs to")
        elif len(events[-1].marks) >= _MOST_MARKS:
            self.fault("not-kept", start, end, f"more than {_MOST_MARKS} marks on one note")
        else:
            events[-1] = _marked(events[-1], (mark,))

    def GRACE(self, text: str, start: int) -> None:
        """Grace notes before the next note."""
        self._put_grace(text, start, "acciaccatura")

    def AFTER_GRACE(self, text: str, start: int) -> None:
        """Grace notes after the note before."""
        measures = self.parts[self._part].measures
        if not self.measure.events and measures:
            self.measure, held = measures.pop(), self.measure
            self._put_grace(text, start, "appoggiatura")
            measures.append(self.measure)
            self.measure = held
        else:
            self._put_grace(text, start, "appoggiatura")

    def _put_grace(self, text: str, start: int, kind: GraceKind) -> None:
        span = Span(start, start + len(text))
        for token in decode_grace(text, self._octaves_after):
            self.report_faults(token, *span)
            found = [(self.pitch_of(head, *span, self._shift), head.written) for head in token.heads]
            notes = tuple(
                Note(pitch, token.length, None, kind, None, (), written, span)
                for pitch, written in found
                if pitch is not None
            )
            if notes:
                self.measure.events.append(notes[0] if len(notes) == 1 else Chord(notes, token.length, kind, span=span))

    def LONG_REST(self, text: str, start: int) -> None:
        """Measures of rest."""
        span = Span(start, start + len(text))
        size = self.meter.duration or Fraction(1)
        if self.measure.events:
            self._end_measure()
        count = int(text[2:])
        self.measure.events.append(Rest(size * count, measures=count, span=span))
        self.measure.end = span.end
        self.notes += 1
        self._end_measure()
        self._filled = ZERO

    # Groups.

    def TUPLET_OPEN(self, text: str, start: int) -> None:
        """Beginning of a tuplet."""
        actual = int(text[:-1])
        normal = 2
        while normal < actual:
            normal *= 2
        normal = actual * 3 // 2 if normal == actual else normal // 2
        self._tuplet = (actual, normal)
        self.restate()
        self._tuplet_first = len(self.measure.events)
        self._tuplet_start = start

    def TUPLET_CLOSE(self, text: str, start: int) -> None:
        """End of a tuplet, or a bracket that closes nothing."""
        if self._tuplet is None:
            self.words.append(Span(start, start + 1))

    def tuplet(self) -> None:
        """A tuplet that is closed."""
        if self._tuplet is None:
            return
        actual, normal = self._tuplet
        members = self.measure.events[self._tuplet_first :]
        count = len(members)
        total = sum((event.duration or ZERO for event in members), ZERO)
        unit = min((event.duration for event in members if event.duration), default=ZERO)
        if unit and total < actual * unit:
            hint = f"write {actual} notes, or as long"
            message = f"{count} notes stand in a tuplet of {actual}"
            self.fault("tuplet-short", self._tuplet_start, self.measure.end, message, hint)
        self.measure.events[self._tuplet_first :] = [
            _in_tuplet(event, Tuplet(actual, normal, count)) for event in members
        ]
        self._tuplet = None
        self.restate()
        self._wrap()

    def open_tuplet(self) -> None:
        """A tuplet that is not closed."""
        if self._tuplet is None:
            return
        self.fault(
            "unclosed-group", self._tuplet_start, self.measure.end, "this tuplet is not closed", "close it with ]"
        )
        self.tuplet()

    def BREAK(self, text: str, start: int) -> None:
        """Beginning or end of an instrumental break; in a tuplet, the end of a slur and of the tuplet."""
        if text == ")]" and self._tuplet is not None:
            self.SLUR(")", start)
            self.tuplet()
        else:
            self._direct("directive", text, start, text)

    def BLOCK_OPEN(self, text: str, start: int) -> None:
        """Beginning of a repeat or of its endings."""
        self._split(start)
        if text.startswith("A"):
            measures = self.parts[self._part].measures
            if measures and measures[-1].right and measures[-1].right.repeat:
                measures[-1].right = replace(measures[-1].right, repeat=0)
            self.measure.ending = (1,)
            self._blocks.append(Block(start, 0, self._filled))
            return
        times = int(text[1:-1] or 2)
        self.measure.left = Barline("single", max(times - 1, 1), Span(start, start + len(text)))
        self._blocks.append(Block(start, times, self._filled, counted=len(text) > 2))

    def BLOCK_CLOSE(self, text: str, start: int) -> None:
        """End of a repeat or of its last ending, or a brace that closes nothing."""
        if not self._blocks:
            self.words.append(Span(start, start + 1))
            return
        self.measure.end = max(self.measure.end, start + 1) if self.measure.events else self.measure.end

    def block(self) -> None:
        """A repeat that is closed."""
        self._close_block(self._blocks.pop())

    def open_block(self) -> None:
        """A repeat that is not closed."""
        opened = self._blocks.pop()
        self.fault("unclosed-group", opened.start, self.measure.end, "this repeat is not closed", "close it with }")
        self._close_block(opened)

    def _close_block(self, closed: Block) -> None:
        self._split(self.measure.end)
        measures = self.parts[self._part].measures
        if closed.times and measures:
            end = Span(measures[-1].end, measures[-1].end)
            measures[-1].right = Barline("single", max(closed.times - 1, 1), end)
            if closed.counted:
                self._filled = self._filled_behind(closed)

    def _filled_behind(self, block: Block) -> Fraction:
        """Return how full the measure is once a repeat, which may be shorter than a measure, was played."""
        size = self.meter.duration
        if not size:
            return ZERO
        played = (self._filled - block.filled) % size * (block.times - 1)
        return (self._filled + played) % size

    def LY_BAR(self, text: str, start: int) -> None:
        """A bar line: the next ending, or a check that the measure ends here."""
        block = self._blocks[-1] if self._blocks else None
        if block is not None and not block.times:
            self._split(start)
            measures = self.parts[self._part].measures
            if measures:
                measures[-1].right = Barline("single", 1, Span(start, start + len(text)))
            block.endings += 1
            self.measure.ending = (block.endings,)
            self._filled = block.filled
            return
        if self.measure.events:
            self.measure.end = start + len(text)
            self._end_measure()
        self._filled = ZERO


def _marked(event: Event, marks: tuple[Mark, ...]) -> Event:
    return replace(event, marks=event.marks + marks)


def _lengthened(event: Event, amount: Fraction, end: int) -> Event:
    span = Span(event.span.start, end)
    duration = None if event.duration is None else _sum(event.duration, amount)
    if isinstance(event, Note):
        return Note(event.pitch, duration, event.tie, event.grace, event.tuplet, event.marks, event.written, span)
    if isinstance(event, Chord):
        notes = tuple(replace(note, duration=duration, span=span) for note in event.notes)
        return replace(event, notes=notes, duration=duration, span=span)
    return replace(event, duration=duration, span=span)


def _sum(one: Fraction, other: Fraction) -> Fraction:
    total = one + other
    return interned(total.numerator, total.denominator)


def _held(event: Event, duration: Fraction, span: Span) -> Event:
    """Return an event like this one, as it goes on after a bar line."""
    if isinstance(event, Chord):
        notes = tuple(replace(n, duration=duration, span=span, tie=None, marks=(), tuplet=None) for n in event.notes)
        return replace(event, notes=notes, duration=duration, span=span, marks=(), tuplet=None)
    if isinstance(event, Note):
        return replace(event, duration=duration, span=span, tie=None, marks=(), tuplet=None)
    return replace(event, duration=duration, span=span, marks=(), tuplet=None)


def _in_tuplet(event: Event, tuplet: Tuplet) -> Event:
    if isinstance(event, Chord):
        return replace(event, notes=tuple(replace(note, tuplet=tuplet) for note in event.notes), tuplet=tuplet)
    if isinstance(event, Note) and event.grace:
        return event
    return replace(event, tuplet=tuplet)


def _undotted(beats: Fraction) -> Fraction:
    """Return a note length without its dots: the largest power of two that is not longer."""
    value = Fraction(1)
    while value > beats:
        value /= 2
    return value
