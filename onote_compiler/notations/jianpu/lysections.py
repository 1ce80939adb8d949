"""Where jianpu-ly's repeats, endings and meters stand, worked out from a row of measures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from onote_compiler.ir.events import Rest
from onote_compiler.ir.score import Barline, Measure
from onote_compiler.ir.time import ZERO
from onote_compiler.notations.jianpu.writing import meter_name

_MAX_UNIT = 64


class Repeated(NamedTuple):
    """A repeat with its endings: where each of them begins, and the index behind the last."""

    starts: tuple[int, ...]
    end: int


@dataclass
class Sections:
    """Words before and after measures, by index.

    ``lost`` are measures whose ending or repeat cannot be written. ``back`` says of each further ending where the first
    one begins: there the measure is as full as it was then. ``blocks`` are the repeats with their endings.
    """

    before: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    after: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    lost: list[int] = field(default_factory=list)
    back: dict[int, int] = field(default_factory=dict)
    blocks: list[Repeated] = field(default_factory=list)


def sections(measures: Sequence[Measure]) -> Sections:
    """Return where repeats and their endings open and close.

    A repeat without a beginning goes back to the end of the one before, or to the start.
    """
    plan = Sections()
    start = index = 0
    opened: int | None = None
    while index < len(measures):
        measure = measures[index]
        if _repeats(measure.left):
            if opened is not None:
                plan.lost.append(opened)
            start = opened = index
        if measure.ending:
            index = _put_endings(plan, measures, start, index)
            start, opened = index, None
            continue
        times = _repeats(measure.right)
        if times:
            plan.before[start].append("R{" if times == 1 else f"R{times + 1}{{")
            plan.after[index].append("}")
            plan.blocks.append(Repeated((start,), index + 1))
            start, opened = index + 1, None
        index += 1
    if opened is not None:
        plan.lost.append(opened)
    return plan


def _put_endings(plan: Sections, measures: Sequence[Measure], start: int, first: int) -> int:
    """Write the endings that begin at ``first``; return the index behind the last."""
    bounds = [first]
    index = first
    numbers = list(measures[first].ending)
    while True:
        index = _ending_end(measures, index)
        if index < len(measures) and measures[index].ending and measures[index].ending[0] > numbers[-1]:
            bounds.append(index)
            numbers.extend(measures[index].ending)
            continue
        break
    if first == start or len(bounds) < 2 or len(numbers) != len(bounds):
        plan.lost.append(first)
        return index
    plan.before[start].append("R{" if len(bounds) == 2 else f"R{len(bounds)}{{")
    plan.after[first - 1].append("}")
    plan.before[first].append("A{")
    for bound in bounds[1:]:
        plan.before[bound].append("|")
        plan.back[bound] = first
    plan.after[index - 1].append("}")
    plan.blocks.append(Repeated((start, *bounds), index))
    return index


def _ending_end(measures: Sequence[Measure], start: int) -> int:
    """Return the index behind the ending that begins at ``start``."""
    for index in range(start, len(measures)):
        right = measures[index].right
        closes = right is not None and (right.repeat or right.style in ("double", "final"))
        after = index + 1
        if closes or after == len(measures) or measures[after].ending or _repeats(measures[after].left):
            return after
    return len(measures)


def _repeats(bar: Barline | None) -> int:
    return bar.repeat if bar is not None else 0


def meter_words(measures: Sequence[Measure], plan: Sections) -> tuple[list[str], list[int]]:
    """Return the meter to write before each measure (empty where none is needed), so that every bar comes out full.

    A short first measure is a pickup where the last one makes up for it. A measure that neither fills its meter nor
    is completed by the next gets a meter of its own. Where the meter changes within a repeat, it is said again where
    the repeat and each of its endings begin, since what is played before them differs.

    Returns:
        The words, and the indices of the measures that no meter fits.
    """
    if not measures:
        return [], []
    pickup = _pickup(measures[0])
    if pickup is not None:
        size = _size(measures[0])
        filling = _fill(measures, plan.back, size - _length(measures[0]))
        words = filling.changes()
        if not filling.unfit and filling.end == size - _length(measures[0]) and not any(words[1:]):
            words[0] = f"{meter_name(measures[0].meter)},{pickup}"
            return words, []
    filling = _fill(measures, plan.back, ZERO)
    words = filling.changes()
    for block in plan.blocks:
        if any(words[block.starts[0] + 1 : block.end]):
            for start in block.starts:
                words[start] = filling.meters[start]
    return words, filling.unfit


class _Filling(NamedTuple):
    """The meter of each measure, the indices of those that none fits, and how full the last measure is."""

    meters: list[str]
    unfit: list[int]
    end: Fraction

    def changes(self) -> list[str]:
        """Return the meters where they change, nothing elsewhere."""
        return ["" if word == before else word for before, word in zip(["", *self.meters], self.meters, strict=False)]


def _fill(measures: Sequence[Measure], back: Mapping[int, int], filled: Fraction) -> _Filling:
    meters: list[str] = []
    unfit: list[int] = []
    pickup = filled
    fillings: list[Fraction] = []
    for index, measure in enumerate(measures):
        if index in back:
            filled = fillings[back[index]]
        fillings.append(filled)
        size, length = _size(measure), _length(measure)
        word = meter_name(measure.meter)
        total = filled + length
        last = index + 1 == len(measures)
        after = None if last or index + 1 in back else measures[index + 1]
        completed = after is not None and after.meter == measure.meter and total + _length(after) == size
        if not (total == size or (total < size and (completed or (last and total == pickup)))):
            word = _own_meter(length)
            if not word or filled:
                unfit.append(index)
            total = size = length
        meters.append(word or (meters[-1] if meters else ""))
        filled = total % size if size else ZERO
    return _Filling(meters, unfit, filled)


def _size(measure: Measure) -> Fraction:
    return measure.meter.duration or Fraction(1)


def _length(measure: Measure) -> Fraction:
    if whole_rest(measure) is not None:
        return _size(measure)
    length = measure.duration
    return _size(measure) if length is None else length


def whole_rest(measure: Measure) -> Rest | None:
    """Return the rest that is all of a measure, or of several; ``None`` where there is more, or it lasts otherwise.

    A whole-measure rest behind a change of meter within the measure, say, is only as long as a measure would be.
    """
    timed = [event for event in measure.events if not event.grace]
    rest = timed[0] if len(timed) == 1 else None
    if isinstance(rest, Rest) and rest.measures and rest.duration == _size(measure) * rest.measures:
        return rest
    return None


def _own_meter(length: Fraction) -> str:
    unit = max(length.denominator, 4)
    if not length or unit > _MAX_UNIT or unit & (unit - 1):
        return ""
    return f"{length.numerator * (unit // length.denominator)}/{unit}"


def _pickup(measure: Measure) -> str | None:
    """Return the length of a short first measure as jianpu-ly writes it, ``8`` or ``4.``."""
    length = _length(measure)
    if not ZERO < length < _size(measure) or length.denominator > _MAX_UNIT:
        return None
    if length.numerator == 1:
        return str(length.denominator)
    return f"{length.denominator // 2}." if length.numerator == 3 and length.denominator > 1 else None
