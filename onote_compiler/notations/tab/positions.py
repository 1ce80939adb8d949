"""From merged measures to positions on the fretboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Note, TabPosition
from onote_compiler.ir.score import Tuning
from onote_compiler.notations.tab.merge import Bar, Group
from onote_compiler.notations.tab.options import TabOptions
from onote_compiler.theory.fingering import MAX_FRET, Fretboard, Onset, Position, Shape, assign, playable, span


@dataclass(slots=True)
class Placed:
    """A group with its positions; ``dead`` are the strings struck without a pitch.

    Attributes:
        bar: Its measure.
        column: Its column there, -1 in a layout whose columns are no time.
        room: Columns from it to the end of the measure.
    """

    bar: Bar
    column: int
    room: int | None = None
    shape: Shape = ()
    dead: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Wanted:
    placed: Placed
    notes: tuple[int, ...]
    fixed: Shape | None


def place(bars: Sequence[tuple[Bar, Sequence[tuple[int, Group]], int | None]], options: TabOptions,
          own: Tuning | None, report: Report) -> list[Placed]:  # fmt: skip
    """Return the positions of everything that is struck, the cheapest for the hand over the whole piece.

    Args:
        bars: Each measure with its groups, each with its column, and the measure's columns (``None`` in a layout
            whose columns are no time).
        options: The instrument and what to mind.
        own: Tuning the score was read in: positions written for the same strings are kept.
        report: Takes notes outside the instrument and chords that no hand can play.

    Returns:
        One entry for each group that has something to write, in order.
    """
    keep = own is not None and not options.refinger and own.strings == options.tuning.strings and (
        own.capo == options.tuning.capo
    )  # fmt: skip
    wanted: list[_Wanted] = []
    for bar, groups, width in bars:
        for column, group in groups:
            room = None if width is None else width - column
            found = _wanted(Placed(bar, column, room), group, options, keep, report)
            if found.notes or found.placed.dead or found.fixed:
                wanted.append(found)
    path = assign([_onset(wanted, at) for at in range(len(wanted))], options.board, position=options.position)
    for one, shape in zip(wanted, path.shapes, strict=True):
        one.placed.shape = shape
        if span(shape) > options.max_span and one.fixed is None:
            report.add("span", one.placed.bar.span, f"this chord spans {span(shape)} frets however it is played",
                       measure=one.placed.bar.number)  # fmt: skip
    return [one.placed for one in wanted]


def _onset(wanted: list[_Wanted], at: int) -> Onset:
    """Return what the fingering needs to know: also how near the number before stands on the page."""
    one = wanted[at]
    before = wanted[at - 1] if at else None
    gap = None
    if before is not None and before.placed.bar is one.placed.bar and one.placed.room is not None:
        between = one.placed.column - before.placed.column
        gap = between if between <= 2 else None
    room = one.placed.room if one.placed.room == 1 else None
    return Onset(one.notes, one.fixed if one.fixed is not None or one.notes else (), gap, room)


def _wanted(placed: Placed, group: Group, options: TabOptions, keep: bool, report: Report) -> _Wanted:
    """Return what of a group can be played, the rest reported."""
    written = [struck.note.written for struck in group.struck]
    if keep and all(isinstance(w, TabPosition) for w in written):
        tabbed = [w for w in written if isinstance(w, TabPosition)]
        if len({w.string for w in tabbed}) == len(tabbed):
            placed.dead = [w.string for w in tabbed if w.fret is None]
            off = [struck.note for struck, w in zip(group.struck, tabbed, strict=True) if _off_neck(w)]
            for note in off:
                report.add("lost-pitch", note.span, "there is no such fret", measure=placed.bar.number)
            fixed = tuple(Position(w.string, w.fret) for w in tabbed if w.fret is not None and not _off_neck(w))
            return _Wanted(placed, (), fixed)
    notes = [fitted for struck in group.struck if (fitted := _fitted(struck.note, options, report)) is not None]
    midis = tuple(sorted(midi for midi, _ in notes))
    part = playable(midis, options.board) if midis else ()
    if len(part) < len(midis):
        left = sorted(set(range(len(midis))) - set(part))
        for at in left:
            note = next(note for midi, note in notes if midi == midis[at])
            report.add("lost-pitch", note.span, "this note cannot be played together with the others of its chord",
                       measure=placed.bar.number)  # fmt: skip
    return _Wanted(placed, tuple(midis[at] for at in part), None)


def _off_neck(position: TabPosition) -> bool:
    return position.fret is not None and not 0 <= position.fret <= MAX_FRET


def _fitted(note: Note, options: TabOptions, report: Report) -> tuple[int, Note] | None:
    """Return the MIDI number to play for a note; ``None`` where the instrument does not have it."""
    if note.pitch is None:
        report.add("lost-pitch", note.span, "a note without a pitch has no place on the fretboard")
        return None
    midi, board = note.pitch.midi, options.board
    if board.lowest <= midi <= board.highest and _somewhere(midi, board):
        return midi, note
    moved = _moved_by_octaves(midi, board)
    if options.fit_octave and moved is not None:
        way = f"{abs(moved - midi) // 12} octave(s) {'higher' if moved > midi else 'lower'}"
        report.add("lost-pitch", note.span, f"{note.pitch.spelled} is outside the instrument; it is written {way}")
        return moved, note
    report.add("lost-pitch", note.span, f"{note.pitch.spelled} is outside the instrument",
               hint="the option fit_octave moves it by octaves until it fits")  # fmt: skip
    return None


def _somewhere(midi: int, board: Fretboard) -> bool:
    return any(0 <= midi - string - board.capo <= board.max_fret for string in board.strings)


def _moved_by_octaves(midi: int, board: Fretboard) -> int | None:
    """Return the nearest octave of a note that the instrument has."""
    candidates = [m for m in range(midi % 12, 128, 12) if _somewhere(m, board)]
    return min(candidates, key=lambda m: abs(m - midi)) if candidates else None
