"""A measure while it is read."""

from __future__ import annotations

from onote_compiler.ir.events import Event
from onote_compiler.ir.key import Key
from onote_compiler.ir.making import draft_of
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.score import Barline, Direction, Measure
from onote_compiler.ir.source import Span

_MeasureDraft = draft_of(Measure)


class Row:
    """A measure while it is read; :meth:`freeze` finishes it."""

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
