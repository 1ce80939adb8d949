"""The played form: repeats, endings, parts and jumps unrolled, playback transposition applied."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from onote_compiler.ir.events import Chord, Event, Note
from onote_compiler.ir.pitch import Pitch, from_midi, pitch
from onote_compiler.ir.score import Measure, Part, Score, Voice
from onote_compiler.projection.navigation import Jump, find_jump

Measures = Sequence[Measure]
_MOST_PLAYED = 20_000
"""Measures after which an order of parts begins no further part: nested ones name more than any memory holds."""
_SECTION_ENDS = ("double", "final", "initial")


def unroll(score: Score) -> Score:
    """Return the score as it is played: each measure as often as it sounds, at sounding pitch.

    Signs that stand in one voice hold for every voice with as many measures; one that has another number follows
    its own.
    """
    leader = _leader(score)
    order = None if leader is None else _order(leader.measures, score.metadata.part_order)
    parts = []
    for part in score.parts:
        own = order
        if part.voices and (leader is None or len(part.voices[0].measures) != len(leader.measures)):
            own = _order(part.voices[0].measures, score.metadata.part_order)
        parts.append(_transposed(_reordered(part, own or []), part.transpose))
    return replace(score, parts=tuple(parts))


def playing_order(measures: Measures) -> list[int]:
    """Return the indices of ``measures`` in the order in which they sound: repeats, endings, jumps.

    A repeat that ends without a start goes back to the last end of a repeat, double bar, or the beginning. A repeat
    is played once more, or as often as its colons or its endings say. After a jump (D.C., D.S.) repeats are not
    taken again and the last ending is played.
    """
    order = list(_Player(measures, 0, len(measures)).run())
    jump = find_jump(measures)
    if jump is None:
        return order
    return _jumped(measures, order, jump)


def _order(measures: Measures, part_order: tuple[str, ...]) -> list[int]:
    sections = _sections(measures)
    if not part_order or not sections:
        return playing_order(measures)
    order = list(_Player(measures, 0, min(begin for begin, _ in sections.values())).run())
    for label in part_order:
        if label in sections and len(order) < max(_MOST_PLAYED, len(measures)):
            order.extend(_Player(measures, *sections[label]).run())
    return order


def _sections(measures: Measures) -> dict[str, tuple[int, int]]:
    """Return first and last-but-one measure of each labelled part; a label that comes again keeps its first place."""
    starts: list[tuple[str, int]] = []
    for index, measure in enumerate(measures):
        for direction in measure.directions:
            if direction.kind == "part":
                late = direction.at >= len(measure.events) > 0
                starts.append((direction.text.strip(), index + late))
    ends = [begin for _, begin in starts[1:]] + [len(measures)] * bool(starts)
    sections: dict[str, tuple[int, int]] = {}
    for (label, begin), end in zip(starts, ends, strict=True):
        sections.setdefault(label, (begin, end))
    return sections


def _leader(score: Score) -> Voice | None:
    """Return the first voice that says anything about the order, or the first of all."""
    voices = [part.voices[0] for part in score.parts if part.voices]
    return next((voice for voice in voices if any(_speaks(m) for m in voice.measures)), voices[0] if voices else None)


def _speaks(measure: Measure) -> bool:
    return bool(
        measure.ending
        or (measure.left is not None and measure.left.repeat)
        or (measure.right is not None and measure.right.repeat)
        or any(d.kind in ("part", "navigation") for d in measure.directions)
    )


@dataclass(frozen=True, slots=True)
class _Bracket:
    begin: int
    end: int
    numbers: tuple[int, ...]


class _Player:
    """Plays the measures from ``begin`` up to ``end``; with ``last_time`` each section once, with its last ending."""

    def __init__(self, measures: Measures, begin: int, end: int, *, last_time: bool = False) -> None:
        self.measures = measures
        self.begin = begin
        self.end = end
        self.last_time = last_time
        self._leave_brackets()

    def run(self) -> Iterator[int]:
        """Yield the indices in order."""
        index = start = self.begin
        explicit = False  # whether the section was opened with a sign of its own
        time = 1
        while index < self.end:
            measure = self.measures[index]
            if _opens(measure) and (index != start or not explicit):
                start, time, explicit = index, 1, True
                self._leave_brackets()
            if measure.ending and index not in self.places:
                self._enter_brackets(index)
            last = max(self.numbered, 1 + self._signs(start, index))
            wanted = last if self.last_time else time
            if measure.ending and wanted not in measure.ending:
                index = self._skip(index, wanted)
                continue
            yield index
            closing = measure.right is not None and measure.right.repeat > 0
            if closing and not self.last_time and time < last:
                time += 1
                index = start
                continue
            index += 1
            over = closing or (not explicit and measure.right is not None and measure.right.style in _SECTION_ENDS)
            if over and not self._continues(index, wanted):
                start, time, explicit = index, 1, False
                self._leave_brackets()

    def _signs(self, start: int, index: int) -> int:
        """Return how often the signs say that the section from ``start`` is repeated."""
        left, right = self.measures[start].left, self.measures[index].right
        return max(self.closing, left.repeat if left is not None else 0, right.repeat if right is not None else 0)

    def _continues(self, index: int, time: int) -> bool:
        """Whether an ending for this time starts at ``index``."""
        return index in self.places and time in self.brackets[self.places[index]].numbers

    def _skip(self, index: int, time: int) -> int:
        """Return where the ending for this time starts, or what follows the ending at ``index``."""
        place = self.places[index]
        candidates = self.numbers.get(time, [])
        later = bisect_right(candidates, place)
        return self.brackets[candidates[later]].begin if later < len(candidates) else self.brackets[place].end

    def _leave_brackets(self) -> None:
        self.brackets: list[_Bracket] = []
        self.places: dict[int, int] = {}
        self.numbers: dict[int, list[int]] = {}  # places of the brackets for each time
        self.numbered = self.closing = 0

    def _enter_brackets(self, index: int) -> None:
        """Find the brackets that follow one another from ``index`` on."""
        self._leave_brackets()
        while index < self.end and self.measures[index].ending:
            begin = index
            index = self._bracket_end(begin)
            self.places[begin] = len(self.brackets)
            for number in set(self.measures[begin].ending):
                self.numbers.setdefault(number, []).append(len(self.brackets))
            self.brackets.append(_Bracket(begin, index, self.measures[begin].ending))
            right = self.measures[index - 1].right
            self.closing = max(self.closing, right.repeat if right is not None else 0)
        self.numbered = max(max(bracket.numbers) for bracket in self.brackets)

    def _bracket_end(self, index: int) -> int:
        while True:
            right = self.measures[index].right
            index += 1
            if index >= self.end or self.measures[index].ending or _opens(self.measures[index]):
                return index
            if right is not None and (right.repeat or right.style in _SECTION_ENDS):
                return index


def _opens(measure: Measure) -> bool:
    return measure.left is not None and measure.left.repeat > 0


def _jumped(measures: Measures, order: list[int], jump: Jump) -> list[int]:
    """Return the order with the jump taken once, after the measure it stands in was played for the last time."""
    at = len(order) - 1 - order[::-1].index(jump.origin) if jump.origin in order else len(order) - 1
    head, stop = order[: at + 1], jump.fine if jump.fine is not None else len(measures) - 1
    if jump.leave is not None and jump.coda is not None:
        again = list(_Player(measures, jump.target, jump.leave + 1, last_time=True).run())
        return head + again + list(_Player(measures, jump.coda, len(measures)).run())
    if jump.fine is None:
        stop = jump.origin
    return head + list(_Player(measures, jump.target, stop + 1, last_time=True).run())


def _reordered(part: Part, order: list[int]) -> Part:
    voices = tuple(
        replace(voice, measures=tuple(voice.measures[i] for i in order if i < len(voice.measures)))
        for voice in part.voices
    )
    return replace(part, voices=voices)


def _transposed(part: Part, semitones: int) -> Part:
    if not semitones:
        return part
    voices = tuple(
        replace(v, measures=tuple(replace(m, events=tuple(_moved(e, semitones) for e in m.events)) for m in v.measures))
        for v in part.voices
    )
    return replace(part, voices=voices)


def _moved(event: Event, semitones: int) -> Event:
    if isinstance(event, Note):
        return event if event.pitch is None else replace(event, pitch=_moved_pitch(event.pitch, semitones))
    if isinstance(event, Chord):
        notes = tuple(n if n.pitch is None else replace(n, pitch=_moved_pitch(n.pitch, semitones)) for n in event.notes)
        return replace(event, notes=notes)
    return event


def _moved_pitch(old: Pitch, semitones: int) -> Pitch:
    """Return a pitch moved by semitones; its spelling is kept over whole octaves."""
    if semitones % 12 == 0:
        return pitch(old.step, old.alter, old.octave + semitones // 12)
    return from_midi(old.midi + semitones)
