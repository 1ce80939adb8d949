"""What a voice is in the middle of: key, unit length, accidentals, tuplet, broken rhythm, slurs."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Mark, Rest, TieKind, Tuplet
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter, Tempo
from onote_compiler.ir.pitch import Pitch, pitch
from onote_compiler.ir.score import Direction
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import times
from onote_compiler.notations.abc.accidentals import Accidentals
from onote_compiler.notations.abc.meanings import MOST_KNOWN, tables_for
from onote_compiler.notations.abc.patch import marked, regrouped, stretched, tied
from onote_compiler.notations.abc.properties import Properties
from onote_compiler.notations.abc.rows import Row
from onote_compiler.notations.abc.tokens import NoteToken

_BROKEN = {
    1: (Fraction(3, 2), Fraction(1, 2)), 2: (Fraction(7, 4), Fraction(1, 4)), 3: (Fraction(15, 8), Fraction(1, 8)),
    -1: (Fraction(1, 2), Fraction(3, 2)), -2: (Fraction(1, 4), Fraction(7, 4)), -3: (Fraction(1, 8), Fraction(15, 8)),
}  # fmt: skip
"""What ``>`` to ``>>>`` and ``<`` to ``<<<`` make of the notes on both sides."""
MOST_MARKS = 64
"""More marks on one event are no music, and copying them each time one is added would take quadratic time."""


class VoiceState:
    """The part of a voice under construction that is about single notes.

    Args:
        name: Its identifier.
        key: Key at its start.
        meter: Meter at its start.
        unit: Unit note length, in whole notes.
        start: Where its music starts in the text.
        report: Takes what is wrong.
    """

    def __init__(self, name: str, key: Key, meter: Meter, unit: Fraction, start: int, report: Report) -> None:
        self.name = name
        self.report = report
        self.properties: tuple[tuple[str, str], ...] = ()
        self.late: Properties = ()  # clef and octave as fields in the music set them
        self.shift = 0  # octaves that clef and octave= add
        self.transpose = 0  # semitones that playback adds
        self.clef: str | None = None
        self.accidentals = Accidentals(key)
        self.meter = meter
        self.rows: list[Row] = []
        self.overlays: list[dict[int, Row]] = []
        self.key = key
        self.unit = unit
        self._forget()
        self.row = self.main = Row(key, meter, start)
        self.events = self.row.events
        self.overlay = 0  # number of the overlay being read, 0 for the voice itself
        self.marks: list[Mark] = []
        self.tuplet: Tuplet | None = None
        self.tuplet_left = 0
        self.tuplet_start = 0
        self.next_ratio: Fraction | None = None
        self.broken_at = (0, 0)
        self.broken_loose = False  # whether blanks stand around it
        self.special = False  # a tuplet or a broken rhythm decides the next duration
        self.last_bar_end = self.left_at = start
        self.slurs: list[int] = []
        self.line_start = self.line_end = (0, 0)
        self.verse = 0
        self.verse_line = (-1, -1)

    # --- settings ----------------------------------------------------------------------------------------------

    def set_key(self, key: Key) -> None:
        """Put ``key`` in force from here on."""
        self.key = key
        self.accidentals.set_key(key)
        self._forget()

    def set_unit(self, unit: Fraction) -> None:
        """Make ``unit`` the note length that lengths multiply."""
        self.unit = unit
        self._forget()

    def _forget(self) -> None:
        """Choose the table of notes that holds with this key, unit length and octave shift."""
        tables = tables_for(self.key, self.unit, self.shift)
        self.known, self.groups, self.lengths = tables.notes, tables.groups, tables.lengths

    def set_shift(self, octaves: int) -> None:
        """Add ``octaves`` to what is written from here on."""
        if octaves != self.shift:
            self.shift = octaves
            self._forget()

    def direct(
        self, kind: str, text: str, span: tuple[int, int], value: Key | Meter | Tempo | Fraction | None = None
    ) -> None:
        """Add a direction before the next event."""
        self.row.directions.append(Direction(kind, text, len(self.row.events), value, Span(*span)))

    @property
    def number(self) -> int:
        """Number of the measure that is being read."""
        return len(self.rows) + 1

    # --- pitch -------------------------------------------------------------------------------------------------

    def pitch_of(self, token: NoteToken, start: int) -> Pitch:
        """Return the pitch of a note, with the accidentals in force."""
        step, octave, accidentals = token.step, token.octave, self.accidentals
        if token.accidental is not None:
            alter = token.accidental.alter
            accidentals.hold(step, octave, alter)
        else:
            alter = accidentals.expected(step, octave)
            if accidentals.held and accidentals.ambiguous(step, octave):
                self.report.add(
                    "ambiguous-accidental", (start, start + token.size),
                    "an accidental in another octave of this measure is taken to hold here too (ABC 2.1 section 11.3)",
                    "write the accidental, or choose with %%propagate-accidentals", measure=self.number,
                )  # fmt: skip
        if not self.shift:
            known = token.pitches.get(alter)
            if known is not None:
                return known
        found = pitch(step, alter, token.octave + self.shift)
        if not found.in_range:
            self.report.add(
                "bad-pitch", (start, start + token.size), f"{found.spelled} lies outside MIDI 0-127",
                "check the octave marks", measure=self.number,
            )  # fmt: skip
        elif not self.shift:
            token.pitches[alter] = found
        if not isinstance(alter, int):
            self.report.add(
                "microtone", (start, start + token.size), f"{step} is altered by {alter} of a semitone",
                "the projection rounds it to the nearest semitone", measure=self.number,
            )  # fmt: skip
        return found

    # --- time --------------------------------------------------------------------------------------------------

    def length_of(self, multiple: Fraction | None, span: tuple[int, int]) -> Fraction | None:
        """Return the written length in whole notes, reporting an impossible one."""
        if multiple is None:
            self.report.add(
                "bad-duration", span, "a length of zero", "leave the number out, or divide by more than zero",
                measure=self.number,
            )  # fmt: skip
            return None
        return times(multiple, self.unit)

    def note_length(self, token: NoteToken, start: int) -> Fraction | None:
        """Return the length of a note in whole notes, and remember it for the way it is written."""
        length = self.length_of(token.length, (start, start + token.size))
        if length is not None and len(self.lengths) < MOST_KNOWN:
            self.lengths[token.length_text] = length
        return length

    def start_tuplet(self, tuplet: Tuplet, start: int) -> None:
        """Begin a tuplet."""
        self.end_tuplet()
        self.tuplet, self.tuplet_left, self.tuplet_start = tuplet, tuplet.count, start
        self.special = True

    def specially(self, length: Fraction | None) -> tuple[Fraction | None, Tuplet | None]:
        """Return a length as tuplet and broken rhythm make it, and the tuplet; counts the event."""
        group = self.tuplet
        if group is not None:
            if length is not None:
                length = times(length, group.ratio)
            self.tuplet_left -= 1
            if not self.tuplet_left:
                self.tuplet = None
        if self.next_ratio is not None:
            if length is not None:
                length = times(length, self.next_ratio)
            self.next_ratio = None
            if self.broken_loose:
                self.loose(self.broken_at, "broken rhythm sign")
        self.special = self.tuplet is not None
        return length, group

    def break_rhythm(self, broken: int, span: tuple[int, int], loose: bool = False) -> None:
        """Apply a broken rhythm sign to the last event, and have the next one complement it."""
        at = self._stretchable()
        if at is None or self.next_ratio is not None:
            self._broken_alone(span)
            return
        if not 0 < abs(broken) <= 3:
            self.report.add("broken-rhythm", span, "a broken rhythm takes one to three signs", measure=self.number)
            return
        first, second = _BROKEN[broken]
        self.row.events[at] = stretched(self.row.events[at], first)
        self.next_ratio, self.broken_at, self.special = second, span, True
        self.broken_loose = loose

    def loose(self, span: tuple[int, int], what: str) -> None:
        """Report blanks around a sign that belongs to a note."""
        self.report.add(
            "loose-sign", span, f"blanks around this {what}", "write it directly behind the note", measure=self.number
        )  # fmt: skip

    def _broken_alone(self, span: tuple[int, int]) -> None:
        self.report.add(
            "broken-rhythm", span, "a broken rhythm sign needs a note on both sides", "A>B lengthens A and shortens B",
            measure=self.number,
        )  # fmt: skip

    def end_tuplet(self) -> None:
        """Report a tuplet that is still short of notes, and make it one of the notes it has."""
        group, missing = self.tuplet, self.tuplet_left
        if group is None:
            return
        self.tuplet = None
        self.special = self.next_ratio is not None
        found = group.count - missing
        self.report.add(
            "tuplet-short", (self.tuplet_start, self.tuplet_start + 2),
            f"the tuplet announces {group.count} notes, {found} follow", "a tuplet ends before the bar line",
            measure=self.number,
        )  # fmt: skip
        mended = Tuplet(group.actual, group.normal, found)
        events = self.row.events
        at = len(events)
        while found and at:
            at -= 1
            if events[at].tuplet is group:
                events[at] = regrouped(events[at], mended)
                found -= 1

    def settle_time(self) -> None:
        """Report a tuplet and a broken rhythm that what follows does not complete."""
        if self.next_ratio is not None:
            self._broken_alone(self.broken_at)
            last = self.last_event()
            if last is not None:
                self.row.events[last] = stretched(self.row.events[last], 1 / (2 - self.next_ratio))
            self.next_ratio = None
        self.end_tuplet()
        self.special = False

    # --- the last event ----------------------------------------------------------------------------------------

    def last_event(self) -> int | None:
        """Return the index of the measure's last event that is no grace note."""
        events = self.row.events
        at = len(events) - 1
        while at >= 0 and events[at].grace:
            at -= 1
        return at if at >= 0 else None

    def _stretchable(self) -> int | None:
        """Return the index of the last event if a broken rhythm can lengthen it."""
        at = self.last_event()
        last = None if at is None else self.events[at]
        return None if isinstance(last, Rest) and last.measures else at

    def _home(self) -> tuple[Row, int] | None:
        """Return the measure and the index of the last event, across bar lines."""
        at = self.last_event()
        if at is not None:
            return self.row, at
        if self.rows and not self.overlay and self.rows[-1].events:
            return self.rows[-1], len(self.rows[-1].events) - 1
        return None

    def tie_last(self, kind: TieKind) -> bool:
        """Tie the last event; returns whether there was one."""
        home = self._home()
        if home is None:
            return False
        row, at = home
        row.events[at] = tied(row.events[at], kind)
        if row is not self.row or self.accidentals.propagation == "not":
            self.accidentals.carry(row.events[-1].notes, self.shift)
        return True

    def close_slur(self, start: int, text: str = "") -> None:
        """End a slur on the last event."""
        home = (self.row, len(self.row.events) - 1) if self.row.events else self._home()
        crowded = home is not None and len(home[0].events[home[1]].marks) >= MOST_MARKS
        if not self.slurs or crowded:
            self._slur_alone(start, "ended", "opened")
            return
        self.slurs.pop()
        if home is not None:
            row, at = home
            row.events[at] = marked(row.events[at], Mark("slur-end", text))

    def _slur_alone(self, start: int, this: str, other: str) -> None:
        self.report.add(
            "unmatched-slur", (start, start + 1), f"this slur is {this} and never {other}", measure=self.number
        )
