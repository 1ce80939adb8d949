"""The two readings of a measure: durations in parentheses, or beats (a digit is one, a dash one more)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from onote_compiler.ir.events import Chord, Event, Mark, Note, ScaleDegree, Tuplet
from onote_compiler.ir.pitch import Pitch
from onote_compiler.ir.source import Span
from onote_compiler.ir.time import duration as interned
from onote_compiler.notations.jianpu.draft import event_of
from onote_compiler.notations.jianpu.rhythm import MAX_SLOTS
from onote_compiler.notations.jianpu.tokens import QUARTER, Head, Token

if TYPE_CHECKING:
    from onote_compiler.notations.jianpu.text import TextHandlers

Heads = list[tuple["Pitch | None", Head]]


class Item(NamedTuple):
    """A token in a measure that waits to be read.

    Attributes:
        kind: ``note``, ``chord``, ``dash``, ``open``, ``close``, or ``void`` for one that turned out to be nothing.
        size: Number of the tuplet that a parenthesis opens; 0 for none.
    """

    kind: str
    token: Token
    heads: Heads
    start: int
    end: int
    size: int = 0


@dataclass(slots=True)
class _Pending:
    """An event that a dash may still lengthen; ``dashes`` are quarters to add to its duration."""

    heads: Heads
    duration: Fraction | None
    start: int
    end: int
    tied: bool = False
    tuplet: Tuplet | None = None
    marks: tuple[Mark, ...] = ()
    dashes: int = 0

    def event(self) -> Event:
        duration = self.duration
        if self.dashes and duration is not None:
            duration = interned(1 + self.dashes, 4) if duration is QUARTER else duration + self.dashes * QUARTER
        return event_of(self.heads, duration, Span(self.start, self.end), self.tied, self.tuplet, self.marks)


def tie_last(handlers: TextHandlers) -> Event | None:
    """Tie the last event of the measure before, and return it; ``None`` where there is none to tie."""
    measures = handlers.parts[-1].measures
    if not measures or not measures[-1].events:
        return None
    last = measures[-1].events[-1]
    measures[-1].events[-1] = tied = tied_event(last)
    return tied


def tied_event(event: Event) -> Event:
    """Return ``event`` tied to what follows; a rest as it is."""
    if isinstance(event, Note):
        return replace(event, tie="solid") if event.pitch else event
    if isinstance(event, Chord):
        return replace(event, notes=tuple(replace(note, tie="solid") if note.pitch else note for note in event.notes))
    return event


def read_timed(handlers: TextHandlers, rows: list[Note | Item]) -> list[Event]:
    """Read a measure whose notes have durations in parentheses; parentheses around notes are slurs."""
    done: list[_Pending] = []
    slur = False
    for row in rows:
        if isinstance(row, Note):
            done.append(_from_note(row))
        elif row.kind == "dash":
            handlers.mixed.append((Span(row.start, row.end), handlers.number))
            _extend(handlers, done, row, row.token.duration or QUARTER)
        elif row.kind in ("open", "void"):
            slur = slur or row.kind == "open"
            continue
        elif row.kind == "close":
            if done and not slur:
                done[-1].marks += (Mark("slur-end"),)
            continue
        else:
            if not row.token.timed:
                hint = "write the duration after the digit, as 5(1/4)"
                handlers.fault("missing-duration", row.start, row.end, "this note has no duration", hint)
            done.append(_Pending(row.heads, row.token.duration, row.start, row.end, row.token.tie))
        if slur:
            done[-1].marks += (Mark("slur-start"),)
            slur = False
    return [pending.event() for pending in done]


def _from_note(note: Note) -> _Pending:
    written = note.written
    assert isinstance(written, ScaleDegree)
    return _Pending([(note.pitch, Head(written.degree, written))], note.duration, *note.span, note.tie is not None)


def read_beats(handlers: TextHandlers, rows: list[Note | Item]) -> list[Event]:
    """Read a measure in beats: a digit is a quarter, a dash adds one, what stands in a parenthesis shares one."""
    done: list[_Pending] = []
    group: list[Item] | None = None
    tuplet = 0
    for row in rows:
        if isinstance(row, Note):
            row = _as_item(handlers, row)
        elif row.kind == "void":
            continue
        if row.kind == "open":
            group, tuplet = [], row.size
        elif row.kind == "close":
            _read_group(handlers, done, group or [], tuplet)
            group = None
        elif group is not None:
            group.append(row)
        elif row.kind == "dash":
            _extend(handlers, done, row, QUARTER)
        else:
            done.append(_Pending(row.heads, _beat(row, QUARTER), row.start, row.end, row.token.tie))
    if group:
        _read_group(handlers, done, group, tuplet)
    return [pending.event() for pending in done]


def _read_group(handlers: TextHandlers, done: list[_Pending], group: list[Item], tuplet: int) -> None:
    """Read what stands in one parenthesis: a tuplet behind a number, a slur in the printed style, else a beat."""
    size = len(group)
    if tuplet:
        normal = _power_of_two(tuplet)
        _put_group(handlers, done, group, QUARTER * normal / tuplet, Tuplet(tuplet, normal, size))
    elif handlers.slurs or any(row.token.printed for row in group):
        first = len(done)
        _put_group(handlers, done, group, QUARTER, None)
        if first < len(done):
            done[first].marks += (Mark("slur-start"),)
            done[-1].marks += (Mark("slur-end"),)
    elif size:
        if size > MAX_SLOTS:
            start, end = group[0].start, group[-1].end
            handlers.fault("bad-duration", start, end, f"{size} notes in one beat", "a parenthesis holds one beat")
        normal = _power_of_two(size)
        share = interned(1, 4 * max(size, 2))  # one alone takes half a beat
        _put_group(handlers, done, group, share, Tuplet(size, normal, size) if size != normal else None)


def _put_group(
    handlers: TextHandlers, done: list[_Pending], group: list[Item], unit: Fraction, tuplet: Tuplet | None
) -> None:
    for row in group:
        if row.kind == "dash":
            _extend(handlers, done, row, unit)
        else:
            done.append(_Pending(row.heads, _beat(row, unit), row.start, row.end, row.token.tie, tuplet))


def _beat(row: Item, unit: Fraction) -> Fraction | None:
    """Return how long a digit lasts where a beat is ``unit``; one with a duration of its own lasts that."""
    token = row.token
    if token.timed:
        return token.duration
    return unit if token.length is QUARTER else unit * token.length * 4


def _as_item(handlers: TextHandlers, note: Note) -> Item:
    """Return a note that has its duration in parentheses as an item among beats, which is reported."""
    assert isinstance(note.written, ScaleDegree)
    handlers.mixed.append((note.span, handlers.number))
    token = Token((), note.duration, True, tie=note.tie is not None)
    return Item("note", token, [(note.pitch, Head(note.written.degree, note.written))], *note.span)


def _power_of_two(size: int) -> int:
    """Return the largest power of two that is not above ``size``."""
    return 1 << (size.bit_length() - 1) if size else 1


def _extend(handlers: TextHandlers, done: list[_Pending], dash: Item, amount: Fraction) -> None:
    """Lengthen the note before a dash; one before the bar line is tied over it."""
    if done:
        last = done[-1]
        last.end = dash.end
        last.tied = last.tied or dash.token.tie
        if amount is QUARTER:
            last.dashes += 1
        else:
            last.duration = None if last.duration is None else last.duration + amount
        return
    held = tie_last(handlers)
    if held is None:
        hint = "a dash holds the note before it; silence is written 0"
        handlers.fault("bad-token", dash.start, dash.end, "a dash with nothing to hold", hint)
    heads = [(note.pitch, _head_of(note)) for note in held.notes] if held is not None else []
    done.append(_Pending(heads, amount, dash.start, dash.end, dash.token.tie))


def _head_of(note: Note) -> Head:
    written = note.written if isinstance(note.written, ScaleDegree) else None
    return Head(written.degree if written else None, written)
