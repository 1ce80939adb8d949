"""From merged measures to positions on the fretboard."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Mark, Note, TabPosition
from onote_compiler.ir.score import Tuning
from onote_compiler.notations.tab.merge import Bar, Group
from onote_compiler.notations.tab.options import TabOptions
from onote_compiler.theory.fingering import MAX_FRET, Fretboard, Onset, Position, Shape, assign, playable, span

# Columns from which on two numbers of at most two digits cannot touch.
_FAR = 3


@dataclass(slots=True)
class Placed:
    """A group with its positions; ``dead`` are the strings struck without a pitch.

    Attributes:
        bar: Its measure.
        column: Its column there, -1 in a layout whose columns are no time.
        room: Columns from it to the end of the measure.
        marks: How each string is played, by its number.
        over: Marks of the chord as a whole.
        index: Which group of its measure it is.
        time: When it is struck, from the beginning of the piece; ``None`` where nothing says when.
        source: One of its notes in the score.
    """

    bar: Bar
    column: int
    room: int | None = None
    shape: Shape = ()
    dead: list[int] = field(default_factory=list)
    marks: dict[int, tuple[Mark, ...]] = field(default_factory=dict)
    over: Sequence[Mark] = ()
    index: int = 0
    time: Fraction | None = None
    source: Note | None = None


@dataclass(slots=True)
class _Wanted:
    """A group with the notes that can be played, or their positions, what each is in the score, and dead strings."""

    placed: Placed
    notes: tuple[int, ...]
    fixed: Shape | None
    sources: Sequence[Note] = ()
    dead: Mapping[int, tuple[Mark, ...]] = field(default_factory=dict)


class Fingering:
    """Everything that is struck, with its positions.

    Args:
        bars: Each measure with its groups, each with its column, and the measure's columns (``None`` in a layout
            whose columns are no time).
        options: The instrument and what to mind.
        own: Tuning the score was read in: positions written for the same strings are kept.
        report: Takes notes outside the instrument and chords that no hand can play.
    """

    def __init__(
        self,
        bars: Sequence[tuple[Bar, Sequence[tuple[int, Group]], int | None]],
        options: TabOptions,
        own: Tuning | None,
        report: Report,
    ) -> None:
        self._options = options
        same = own is not None and (own.strings, own.capo) == (options.tuning.strings, options.tuning.capo)
        keep = same and not options.refinger
        self._wanted: list[_Wanted] = []
        for bar, groups, width in bars:
            for index, (column, group) in enumerate(groups):
                placed = Placed(
                    bar, column, None if width is None else width - column, over=group.marks, index=index,
                    time=group.time, source=group.struck[0].note if group.struck else None,
                )  # fmt: skip
                found = _wanted(placed, group, options, keep, report)
                if found.notes or found.placed.dead or found.fixed:
                    self._wanted.append(found)
        self._report = report

    def find(self, loose: Collection[int] = ()) -> list[Placed]:
        """Return one entry for each group that has something to write, its positions the cheapest for the hand.

        Args:
            loose: Numbers of the measures in which numbers on one string have room however they fall.
        """
        onsets = [self._onset(at, loose) for at in range(len(self._wanted))]
        path = assign(onsets, self._options.board, position=self._options.position)
        for one, shape in zip(self._wanted, path.shapes, strict=True):
            one.placed.shape = shape
            marks = {position.string: note.marks for position, note in zip(shape, one.sources, strict=True)}
            one.placed.marks = {**one.dead, **marks}
        return [one.placed for one in self._wanted]

    def report_spans(self) -> None:
        """Report chords that are wider than the hand however they are played."""
        for one in self._wanted:
            wide = span(one.placed.shape)
            if wide > self._options.max_span and one.fixed is None:
                self._report.add(
                    "span", one.placed.bar.span, f"a chord spans {wide} frets however it is played",
                    measure=one.placed.bar.number, got=wide, want=self._options.max_span,
                )  # fmt: skip

    def _onset(self, at: int, loose: Collection[int]) -> Onset:
        """Return what the fingering needs to know: also how near the number before stands on the page."""
        one = self._wanted[at]
        fixed = one.fixed if one.fixed is not None or one.notes else ()
        placed = one.placed
        if placed.room is None or placed.bar.number in loose:
            return Onset(one.notes, fixed)
        before = self._wanted[at - 1].placed if at else None
        gap = placed.column - before.column if before is not None and before.bar is placed.bar else _FAR
        return Onset(one.notes, fixed, gap if gap < _FAR else None, placed.room if placed.room < 2 else None)


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
            dead = {w.string: s.note.marks for s, w in zip(group.struck, tabbed, strict=True) if w.fret is None}
            kept = [(s.note, Position(w.string, w.fret)) for s, w in zip(group.struck, tabbed, strict=True)
                    if w.fret is not None and not _off_neck(w)]  # fmt: skip
            return _Wanted(placed, (), tuple(position for _, position in kept), [note for note, _ in kept], dead)
    notes = [fitted for struck in group.struck if (fitted := _fitted(struck.note, options, report)) is not None]
    notes.sort(key=itemgetter(0))
    midis = tuple([midi for midi, _ in notes])
    part = playable(midis, options.board) if midis else ()
    if len(part) < len(midis):
        left = sorted(set(range(len(midis))) - set(part))
        for at in left:
            message = "this note cannot be played together with the others of its chord"
            report.add("lost-pitch", notes[at][1].span, message, measure=placed.bar.number)
    return _Wanted(placed, tuple(midis[at] for at in part), None, [notes[at][1] for at in part])


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
        octaves = abs(moved - midi) // 12
        way = f"{octaves} octave{'s' * (octaves != 1)} {'higher' if moved > midi else 'lower'}"
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
