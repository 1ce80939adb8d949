"""One voice while it is read: its measures so far, and everything that is pending in it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Event, Mark, Rest, TieKind, Tuplet
from onote_compiler.ir.key import Key
from onote_compiler.ir.making import draft_of, maker
from onote_compiler.ir.meter import Meter, Tempo
from onote_compiler.ir.pitch import Pitch, pitch
from onote_compiler.ir.score import Barline, Direction, Measure, Voice
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import duration
from onote_compiler.notations.abc.accidentals import Accidentals
from onote_compiler.notations.abc.patch import marked, regrouped, stretched, tied
from onote_compiler.notations.abc.tokens import BarToken, NoteToken

NAVIGATION = frozenset(
    (
        "D.C.",
        "D.S.",
        "D.C.alcoda",
        "D.C.alfine",
        "D.S.alcoda",
        "D.S.alfine",
        "dacapo",
        "dacoda",
        "fine",
        "segno",
        "coda",
    )
)


_MeasureDraft, _barline = draft_of(Measure), maker(Barline)
_MOST_MARKS = 64
"""More marks on one event are no music, and copying them each time one is added would take quadratic time."""
_MARK_KINDS = frozenset(("navigation", "decoration", "chord-symbol", "annotation", "slur-start"))
Known = tuple[Pitch, Fraction, "TieKind | None", int]
"""Pitch, duration, tie and size of a note that stands by itself."""


class Row:
    """A measure while it is read."""

    __slots__ = ("directions", "end", "ending", "events", "key", "left", "meter", "right", "start")

    def __init__(self, key: Key, meter: Meter, start: int) -> None:
        self.key = key
        self.meter = meter
        self.start = self.end = start
        self.events: list[Event] = []
        self.directions: list[Direction] = []
        self.left: Barline | None = None
        self.right: Barline | None = None
        self.ending: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything stands in it."""
        return bool(self.events or self.directions)

    def freeze(self, number: int) -> Measure:
        """Return the finished measure."""
        made = _MeasureDraft(
            number, self.key, self.meter, tuple(self.events), tuple(self.directions), self.left, self.right,
            self.ending, Span(self.start, max(self.start, self.end)),
        )  # fmt: skip
        made.__class__ = Measure
        return made


class VoiceBuilder:
    """Builds one voice and the overlays in it.

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
        tables = _tables_for(self.key, self.unit, self.shift)
        self.known, self.lengths = tables.notes, tables.lengths

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
            accidentals.hold(step, octave, alter, token.tie is not None)
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
        product = multiple * self.unit
        return duration(product.numerator, product.denominator)

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
                length *= group.ratio
            self.tuplet_left -= 1
            if not self.tuplet_left:
                self.tuplet = None
        if self.next_ratio is not None:
            if length is not None:
                length *= self.next_ratio
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
        small = Fraction(1, 2 ** abs(broken))
        first, second = (2 - small, small) if broken > 0 else (small, 2 - small)
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
        if row is not self.row:
            self.accidentals.bar(row.events[-1].notes, self.shift)
        return True

    def close_slur(self, start: int, text: str = "") -> None:
        """End a slur on the last event."""
        home = (self.row, len(self.row.events) - 1) if self.row.events else self._home()
        crowded = home is not None and len(home[0].events[home[1]].marks) >= _MOST_MARKS
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

    # --- measures ----------------------------------------------------------------------------------------------

    def bar(self, token: BarToken, start: int, text: str) -> None:
        """Close the measure at a bar line."""
        row = self.row
        if self.special:
            self.settle_time()
        if self.marks and row.events:
            self._settle_marks(start)
        if self.overlay:
            self.leave_overlay()
            row = self.row
        end = start + token.size
        if row.events or (self.overlays and self._overlaid(len(self.rows))):
            if token.sign:
                row.right = _barline(token.style, token.closes, Span(start, end))
            self.accidentals.bar(row.events[-1].notes if row.events else (), self.shift)
            self._next(row, start, end)
        elif not self._merges(token, text[self.last_bar_end : start], start):
            row.right = _barline(token.style, token.closes, Span(start, end))
            self._next(row, start, end)
        else:
            self._merge(token, start, end)
        row = self.row
        if token.opens:
            row.left = Barline("initial", token.opens, Span(start, end))
        if token.ending:
            row.ending = token.ending
        self.last_bar_end = end

    def _next(self, row: Row, start: int, end: int) -> None:
        row.end = start
        self.rows.append(row)
        self.row = self.main = Row(self.key, self.meter, end)
        self.events = self.row.events

    def _merges(self, token: BarToken, between: str, start: int) -> bool:
        """Whether a bar line behind a bar line adds to that one, instead of closing an empty measure."""
        if not self.rows:
            return not (self.row.left is not None and token.sign and not token.opens)
        last = self.rows[-1].right
        if token.closes and not self.rows[-1]:
            return False
        if token.opens or token.closes or token.ending or last is None or "\n" in between or "\r" in between:
            return True
        plain = last.style == "single" or self.row.left is not None
        return not (plain and between)

    def _merge(self, token: BarToken, start: int, end: int) -> None:
        here = Span(start, end)
        if not self.rows:
            if token.style not in ("single", "initial") or (token.style == "initial" and not token.opens):
                self.row.left = Barline(token.style, 0, here)
            return
        last = self.rows[-1]
        if last.right is None and token.sign:
            last.right = Barline(token.style, token.closes, here)
        elif token.closes and not (last.right and last.right.repeat):
            last.right = _barline(token.style, token.closes, here)
        elif token.sign and not token.opens and last.right is not None and last.right.style == "single":
            last.right = Barline(token.style, last.right.repeat, here)

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

    def _settle_marks(self, at: int) -> None:
        """Keep marks that no note follows in the measure as directions."""
        for mark in self.marks:
            kind = "navigation" if mark.text in NAVIGATION else mark.kind
            self.row.directions.append(Direction(kind, mark.text, len(self.row.events), None, Span(at, at)))
        self.marks = []

    # --- overlays ----------------------------------------------------------------------------------------------

    def begin_overlay(self, measures_back: int, start: int) -> None:
        """Go back to the start of this measure, or of an earlier one, and read another voice from there."""
        if self.special:
            self.settle_time()
        self._settle_marks(start)
        self.overlay += 1
        while len(self.overlays) < self.overlay:
            self.overlays.append({})
        index = max(0, len(self.rows) - (measures_back - 1))
        layer = self.overlays[self.overlay - 1]
        if index not in layer:
            layer[index] = Row(self.key, self.meter, start)
        self.row = layer[index]
        self.events = self.row.events
        self.accidentals.bar(())

    @property
    def begun(self) -> bool:
        """Whether any music of the voice was read."""
        return bool(self.rows or self.main.events or self._overlaid(0))

    def _overlaid(self, index: int) -> bool:
        """Whether an overlay has anything in the measure of an index."""
        return any(index in layer and bool(layer[index]) for layer in self.overlays)

    def leave_overlay(self) -> None:
        """Return to the voice itself."""
        self.overlay = 0
        self.row = self.main
        self.events = self.row.events

    # --- lines and the end -------------------------------------------------------------------------------------

    def end_line(self) -> None:
        """Note where a line of music ends; lyrics align with the last one."""
        here = (len(self.rows), len(self.main.events))
        if here != self.line_end:
            self.line_start, self.line_end = self.line_end, here

    def begin_line(self, at: int) -> None:
        """Have a measure that nothing stands in yet begin on the line that starts at ``at``."""
        row = self.row
        if not row.events and row.start < at:
            row.start = row.end = at

    def row_at(self, index: int) -> Row:
        """Return the measure of an index, the current one included."""
        return self.rows[index] if index < len(self.rows) else self.main

    def finish(self, end: int) -> None:
        """Close the voice at the end of the text."""
        self.settle_time()
        self._settle_marks(end)
        if self.overlay:
            self.leave_overlay()
        for start in self.slurs:
            self._slur_alone(start, "opened", "closed")
        row = self.row
        row.end = max(row.end, end)
        if row.events or (not self.rows and (row.directions or row.left)) or self._overlaid(len(self.rows)):
            self.rows.append(row)
        elif self.rows:
            self._hand_back(row)

    def _hand_back(self, row: Row) -> None:
        """Give what stands behind the last bar line to the measure before it."""
        last = self.rows[-1]
        for d in row.directions:
            last.directions.append(Direction(d.kind, d.text, len(last.events), d.value, d.span))
        last.directions.sort(key=lambda d: (d.at, d.kind in _MARK_KINDS))  # as they stand within a measure
        if row.left is not None and row.left.repeat:
            self.report.add(
                "unmatched-repeat", row.left.span, "a repeat opens where the music ends", "end it with :|",
                measure=len(self.rows),
            )  # fmt: skip

    def voices(self) -> Iterator[Voice]:
        """Yield the voice, then its overlays with a measure for each of the voice's."""
        measures = tuple(row.freeze(number) for number, row in enumerate(self.rows, 1))
        yield Voice(measures, self.name, self.properties)
        for layer_number, layer in enumerate(filter(lambda layer: any(layer.values()), self.overlays), 1):
            rows = (
                layer[m.number - 1].freeze(m.number) if m.number - 1 in layer else Measure(m.number, m.key, m.meter, ())
                for m in measures
            )
            yield Voice(tuple(rows), f"{self.name}&{layer_number}")


class _Tables:
    """What notes mean with one key, unit length and octave shift, filled as they occur; kept from tune to tune.

    Keys and unit lengths are compared by identity, which is quicker than by value: those that texts name are shared.
    """

    def __init__(self, key: Key, unit: Fraction) -> None:
        self.key = key
        self.unit = unit
        self.notes: dict[str, Known] = {}
        self.lengths: dict[str, Fraction] = {}


_tables: dict[tuple[int, int, int], _Tables] = {}
_MOST_TABLES = 512
MOST_KNOWN = 4096


def _tables_for(key: Key, unit: Fraction, shift: int) -> _Tables:
    place = (id(key), id(unit), shift)
    found = _tables.get(place)
    if found is None:
        if len(_tables) >= _MOST_TABLES:
            _tables.clear()
        found = _tables[place] = _Tables(key, unit)
    return found
