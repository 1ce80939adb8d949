"""One voice while it is read: its measures so far, overlays and lines."""

from __future__ import annotations

from collections.abc import Iterator

from onote_compiler.ir.events import Note
from onote_compiler.ir.making import draft_of
from onote_compiler.ir.score import Barline, Direction, Measure, Voice
from onote_compiler.ir.source import Span
from onote_compiler.notations.abc.rows import Row
from onote_compiler.notations.abc.state import MOST_MARKS, VoiceState
from onote_compiler.notations.abc.tokens import BarToken

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
_BarlineDraft = draft_of(Barline)
_new = tuple.__new__
_MARK_KINDS = frozenset(("navigation", "decoration", "chord-symbol", "annotation", "slur-start"))


class VoiceBuilder(VoiceState):
    """Builds one voice and the overlays in it; see :class:`VoiceState` for the arguments."""

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
                right = _BarlineDraft(token.style, token.closes, _new(Span, (start, end)))
                right.__class__ = Barline
                row.right = right
            last = row.events[-1] if row.events else None
            accidentals = self.accidentals
            if type(last) is not Note or last.tie or accidentals.held or accidentals.carried:
                accidentals.bar(last.notes if last is not None else (), self.shift)
            self._next(row, start, end)
        elif not self._merges(token, text[self.last_bar_end : start], start):
            row.right = Barline(token.style, token.closes, Span(start, end))
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
        if (last.right is None and token.sign) or (token.closes and not (last.right and last.right.repeat)):
            last.right = Barline(token.style, token.closes, here)
        elif token.sign and not token.opens and last.right is not None and last.right.style == "single":
            last.right = Barline(token.style, last.right.repeat, here)

    def uncrowd(self, at: int) -> None:
        """Keep marks as directions where so many wait for a note that they cannot all belong to it."""
        if len(self.marks) >= MOST_MARKS:
            self._settle_marks(at)

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
