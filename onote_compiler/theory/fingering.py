"""Assigning strings and frets to notes: the cheapest path of the left hand through a whole piece.

The hand is modelled as a place on the neck: the lowest fret it presses. A path is the sequence of *shapes* (a string
and fret for each note of an onset), and its cost is the sum of what each shape costs (stretch, height, open strings)
and what it costs to reach it from the one before (shift along the neck, change of strings). Open strings leave the
hand where it was. The cheapest path is found by dynamic programming (Viterbi) over shapes and hand places, so it is
the optimum and not a greedy guess, and the work grows with the number of onsets, not with its square.

The model is that of the optimum path paradigm (S. Sayegh, *Fingering for string instruments with the optimum path
paradigm*, Computer Music Journal 13(3), 1989), with the cost terms of later models: distance along and across the
fretboard (D. Radicioni and V. Lombardo, *A constraint-based approach for annotating music scores with gestural
information*, Constraints 12, 2007), span of chords and preference for low positions (D. Tuohy and W. Potter, *A
genetic algorithm for the automatic generation of playable guitar tablature*, ICMC 2005).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

MAX_FRET = 24
MAX_SPAN = 7
# Beyond this many notes at once only the lowest and the highest of them are looked at.
_MAX_NOTES = 12


class Position(NamedTuple):
    """A place on the fretboard: string from 1 (the highest), fret from 0 (open), counted from the capo."""

    string: int
    fret: int


Shape = tuple[Position, ...]
"""A position for each note of an onset, in the order of the notes."""


@dataclass(frozen=True)
class Costs:
    """What is hard for the left hand, in hundredths of moving it by one fret; whole numbers, so that sums are exact.

    Attributes:
        shift: Moving the hand by one fret.
        leap: Added for each fret of a shift beyond the four that the fingers cover without moving the hand.
        stretch: Each fret between the lowest and the highest that are pressed together.
        strain: Added for each fret of a stretch beyond those that lie under the four fingers.
        crossing: Going from one string to the next one.
        height: Each fret up the neck.
        high: Added for each fret above the seventh, from where on the frets are hard to reach and the tone thins.
        open: Each open string.
        apart: Each open string for each fret that the hand is above the first four: it rings on, and sounds otherwise.
        away: Each fret outside the position asked for, and each open string where a position above the first is.
        crowded: A number that touches its neighbour on the page.
    """

    shift: int = 100
    leap: int = 40
    stretch: int = 40
    strain: int = 100
    crossing: int = 4
    height: int = 8
    high: int = 20
    open: int = 4
    apart: int = 30
    away: int = 400
    crowded: int = 100_000


DEFAULT_COSTS = Costs()
# Frets that lie under the four fingers; frets that count as low.
_BOX = 4
_LOW = 7


@dataclass(frozen=True)
class Fretboard:
    """An instrument as far as fingering goes.

    Attributes:
        strings: Open strings as MIDI numbers from string 1 on, the capo not counted.
        capo: Fret of the capo; frets are counted from it.
        max_fret: Highest fret to use.
        max_span: Most frets between the lowest and highest pressed together; kept wherever it can be.
    """

    strings: tuple[int, ...]
    capo: int = 0
    max_fret: int = MAX_FRET
    max_span: int = MAX_SPAN

    @property
    def lowest(self) -> int:
        """Lowest MIDI number it can play."""
        return min(self.strings) + self.capo

    @property
    def highest(self) -> int:
        """Highest MIDI number it can play."""
        return max(self.strings) + self.capo + self.max_fret


@dataclass(frozen=True)
class Onset:
    """Notes struck together.

    Attributes:
        notes: Their MIDI numbers.
        fixed: Their positions where these are given.
        gap: Columns from the onset before on the page, where they are so few that numbers could touch.
        room: Columns to the end of the measure, where they are so few that a number could not fit.
    """

    notes: tuple[int, ...]
    fixed: Shape | None = None
    gap: int | None = None
    room: int | None = None


@dataclass(frozen=True)
class Path:
    """A fingering: a shape for each onset, and its cost by :func:`path_cost`."""

    shapes: tuple[Shape, ...]
    cost: int


def span(shape: Shape) -> int:
    """Return the frets between the lowest and the highest pressed one; open strings do not count."""
    pressed = [position.fret for position in shape if position.fret]
    return max(pressed) - min(pressed) if pressed else 0


@lru_cache(maxsize=8192)
def shapes(notes: tuple[int, ...], board: Fretboard) -> tuple[Shape, ...]:
    """Return every way to play notes at once: distinct strings, and within the span if that can be.

    Args:
        notes: MIDI numbers.
        board: The instrument.

    Returns:
        The shapes, in order of strings; wider than ``max_span`` only where none within it exists; none at all where
        the notes cannot be played together.
    """
    return _shapes(notes, board, board.max_span) or _shapes(notes, board, board.max_fret)


def _shapes(notes: tuple[int, ...], board: Fretboard, limit: int) -> tuple[Shape, ...]:
    found: list[Shape] = [()]
    for note in notes:
        choices = _positions(note, board)
        found = [
            (*shape, position)
            for shape in found
            for position in choices
            if all(position.string != other.string for other in shape)
            and (not position.fret or all(not o.fret or abs(o.fret - position.fret) <= limit for o in shape))
        ]
    return tuple(found) if notes else ()


def _positions(note: int, board: Fretboard) -> list[Position]:
    frets = ((at + 1, note - midi - board.capo) for at, midi in enumerate(board.strings))
    return [Position(string, fret) for string, fret in frets if 0 <= fret <= board.max_fret]


@lru_cache(maxsize=4096)
def playable(notes: tuple[int, ...], board: Fretboard) -> tuple[int, ...]:
    """Return the largest part of a chord that can be played at once, as indices of ``notes``.

    Of several parts as large the one with the outer notes is taken, and then the one with the higher notes.
    """
    inside = [at for at, note in enumerate(notes) if _positions(note, board)]
    inside.sort(key=lambda at: notes[at])
    if len(inside) > _MAX_NOTES:
        inside = [inside[0], *inside[1 - _MAX_NOTES :]]
    for size in range(min(len(inside), len(board.strings)), 0, -1):
        parts = sorted(
            combinations(range(len(inside)), size),
            key=lambda part: (part[-1] != len(inside) - 1, part[0] != 0, [-at for at in part]),
        )
        for part in parts:
            if shapes(tuple(notes[inside[at]] for at in part), board):
                return tuple(sorted(inside[at] for at in part))
    return ()


# -- costs -----------------------------------------------------------------------------------------------------------
class _Outline(NamedTuple):
    """What the costs need to know of a shape: its own cost, the hand's place, open strings, middle string, digits."""

    own: int
    hand: int | None
    opens: int
    middle: int
    widths: tuple[tuple[int, int], ...]


@lru_cache(maxsize=65536)
def _outline(shape: Shape, costs: Costs, position: int | None) -> _Outline:
    pressed = [p.fret for p in shape if p.fret]
    hand = min(pressed) if pressed else None
    opens = len(shape) - len(pressed)
    own = costs.open * opens
    if position is not None and position > 1:
        own += costs.away * opens
    if hand is not None:
        width = max(pressed) - hand
        own += costs.stretch * width + costs.strain * max(0, width - _BOX + 1)
        own += costs.height * hand + costs.high * max(0, hand - _LOW)
        if position is not None:
            own += costs.away * (max(0, position - hand) + max(0, max(pressed) - position - _BOX + 1))
    # Twice the mean string, so that the middle of two neighbours is a whole number; rounded for larger chords.
    middle = round(2 * sum(p.string for p in shape) / len(shape)) if shape else 0
    return _Outline(own, hand, opens, middle, tuple((p.string, len(str(p.fret))) for p in shape))


def _moved(costs: Costs, before: int | None, after: int | None) -> int:
    """Return what it costs to move the hand from one fret to another."""
    if before is None or after is None:
        return 0
    way = abs(after - before)
    return costs.shift * way + costs.leap * max(0, way - _BOX)


def _apart(costs: Costs, hand: int | None, opens: int) -> int:
    """Return what open strings cost with the hand up the neck."""
    return costs.apart * opens * max(0, hand - _BOX) if hand is not None else 0


def _crossed(costs: Costs, before: int | None, after: int) -> int:
    return 0 if before is None else costs.crossing * abs(after - before) // 2


def _touching(before: tuple[tuple[int, int], ...], after: tuple[tuple[int, int], ...], gap: int) -> bool:
    """Whether a number runs into the next one on its string."""
    taken = dict(before)
    return any(string in taken and gap <= taken[string] for string, _ in after)


def _page(costs: Costs, before: _Outline | None, after: _Outline, onset: Onset) -> int:
    """Return what it costs that numbers do not fit on the page."""
    cost = 0
    if onset.room is not None and any(width > onset.room for _, width in after.widths):
        cost += costs.crowded
    if onset.gap is not None and before is not None and _touching(before.widths, after.widths, onset.gap):
        cost += costs.crowded
    return cost


def path_cost(
    path: Sequence[Shape], onsets: Sequence[Onset], costs: Costs = DEFAULT_COSTS, position: int | None = None
) -> int:
    """Return the cost of a fingering, from its definition; :func:`assign` finds the least.

    Args:
        path: A shape for each onset.
        onsets: What is played.
        costs: What is hard.
        position: Fret at which the hand should stay, if any.
    """
    total = 0
    hand, before = position, None
    for shape, onset in zip(path, onsets, strict=True):
        now = _outline(shape, costs, position)
        total += now.own + _moved(costs, hand, now.hand) + _page(costs, before, now, onset)
        total += _crossed(costs, before.middle if before else None, now.middle)
        hand = now.hand if now.hand is not None else hand
        total += _apart(costs, hand, now.opens)
        before = now
    return total


# -- the cheapest path -------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class _State:
    """The cheapest way to have played everything so far and to end with this shape and this place of the hand."""

    cost: int
    hand: int | None
    outline: _Outline | None
    shape: Shape
    before: _State | None = field(repr=False)


def assign(
    onsets: Sequence[Onset], board: Fretboard, costs: Costs = DEFAULT_COSTS, position: int | None = None
) -> Path:
    """Return the cheapest fingering of a piece.

    Args:
        onsets: What is struck, in order of time. Every onset must be playable (see :func:`playable`) or ``fixed``.
        board: The instrument.
        costs: What is hard.
        position: Fret at which the hand should stay, if any.

    Returns:
        A path of least cost.

    Raises:
        ValueError: the notes of an onset cannot be played at once.
    """
    states = [_State(0, position, None, (), None)]
    for onset in onsets:
        choices = (onset.fixed,) if onset.fixed is not None else shapes(onset.notes, board)
        if not choices:
            raise ValueError(f"the notes {onset.notes} cannot be played at once")
        states = _step(states, onset, choices, costs, position)
    best: _State | None = min(states, key=lambda state: state.cost)
    cost = best.cost if best is not None else 0
    found: list[Shape] = []
    while best is not None and best.before is not None:
        found.append(best.shape)
        best = best.before
    return Path(tuple(reversed(found)), cost)


def _step(
    states: list[_State], onset: Onset, choices: tuple[Shape, ...], costs: Costs, position: int | None
) -> list[_State]:
    """Return the states after one more onset: the cheapest of each shape and place of the hand."""
    if onset.gap is None:
        states = _merged(states)
    after: list[_State] = []
    for shape in choices:
        outline = _outline(shape, costs, position)
        cheapest: dict[int | None, tuple[int, _State]] = {}
        for state in states:
            hand = outline.hand if outline.hand is not None else state.hand
            cost = state.cost + _moved(costs, state.hand, outline.hand)
            if outline.opens:
                cost += _apart(costs, hand, outline.opens)
            if state.outline is not None:
                cost += costs.crossing * abs(outline.middle - state.outline.middle) // 2
            if onset.gap is not None or onset.room is not None:
                cost += _page(costs, state.outline, outline, onset)
            if hand not in cheapest or cost < cheapest[hand][0]:
                cheapest[hand] = (cost, state)
        after.extend(
            _State(cost + outline.own, hand, outline, shape, before) for hand, (cost, before) in cheapest.items()
        )
    return after


def _merged(states: list[_State]) -> list[_State]:
    """Return the cheapest state of each place of the hand and middle string: no other can lead to a cheaper path."""
    cheapest: dict[tuple[int | None, int | None], _State] = {}
    for state in states:
        key = (state.hand, state.outline.middle if state.outline is not None else None)
        if key not in cheapest or state.cost < cheapest[key].cost:
            cheapest[key] = state
    return list(cheapest.values())
