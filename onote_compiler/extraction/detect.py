"""Guessing the notation of a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from onote_compiler.extraction.blocks import Tier
from onote_compiler.extraction.choice import SUBSTANTIAL, choose, extent, size
from onote_compiler.extraction.find import KNOWN, Place, Reading, Wanted, find
from onote_compiler.extraction.lines import FIELD, TAB_ROW, Line, split_lines
from onote_compiler.extraction.plausible import is_plausible
from onote_compiler.ir.source import Source
from onote_compiler.registry import NOTATIONS


@dataclass(frozen=True)
class Guess:
    """A guess at the notation of a text.

    Attributes:
        notation: Name in the registry, or ``None`` for no notation at all (or none that can be read).
        dialect: Its dialect, where that can be told.
        confidence: From 0 to 1.
        reasons: What spoke for it.
        title: What people call it.
    """

    notation: str | None
    dialect: str | None = None
    confidence: float = 0.0
    reasons: tuple[str, ...] = ()
    title: str = ""


NOTHING = Guess(None)
_CONFIDENCE = {Tier.WEAK: 0.6, Tier.INLINE: 0.75, Tier.STRONG: 0.95}

# Formats that are recognised at least by name: title and what they hold.
_FOREIGN = (
    ("MusicXML", ("<score-partwise", "<score-timewise")), ("MEI", ("<mei ", "<mei>")),
    ("LilyPond", ("\\relative", "\\score", "\\new Staff")),
)  # fmt: skip


def detect(text: str, candidate: str = "last") -> Guess:
    """Return the most likely notation of a text, with how sure that is and why.

    Args:
        text: An answer, with whatever stands around the notation.
        candidate: Which of several scores counts where they are in different notations: ``last`` or ``first``.
    """
    return guess(Source.whole(text.removeprefix("\ufeff")), candidate=candidate) or NOTHING


class _Found(NamedTuple):
    """A place that could be the notation ``name``, and how much speaks for that."""

    rank: tuple[int, int, int]
    name: str
    place: Place


def guess(
    source: Source,
    besides: str | None = None,
    at_least: Tier = Tier.WEAK,
    reading: Reading | None = None,
    candidate: str = "last",
) -> Guess | None:
    """Return the most likely notation, one notation left out, or ``None`` where none is likely enough.

    Where several notations stand in the answer one beside another, each as surely as the others, the last whole one
    counts (or the first, as ``candidate`` says), as it does for scores in one notation.

    Args:
        source: An answer.
        besides: Notation that is not to be considered.
        at_least: How sure a guess has to be.
        reading: What was found out about the same answer before.
        candidate: Which of several counts: ``last`` or ``first``.
    """
    for title, marks in _FOREIGN:
        if any(mark in source.text for mark in marks):
            entry = NOTATIONS.get(title.lower())
            name = entry.name if entry is not None and entry.reads else None
            return Guess(name, None, 0.9, (f"it holds {marks[0]}",), title)
    reading = Reading() if reading is None else reading
    found = _all_found(source, [name for name in ("musixqa", *KNOWN) if name != besides], at_least, reading)
    if not found:
        return _midi_numbers(reading)
    surest = max(one.rank[0] for one in found)
    apart = _apart([one for one in found if one.rank[0] == surest])
    chosen, _ = choose([one.place for one in apart], candidate, size)
    name, place = next((one.name, one.place) for one in apart if one.place is chosen)
    return _describe(name, place)


def beside(source: Source, notation: str, chosen: Place, reading: Reading) -> list[tuple[str, Place]]:
    """Return the whole scores in other notations that stand beside the one that is read.

    Args:
        source: The answer.
        notation: Notation that is read.
        chosen: Where it stands.
        reading: What was found out about the answer before.
    """
    if not _has_more(chosen):
        return []
    start, end = extent(chosen)
    found = _all_found(source, [name for name in KNOWN if name != notation], Tier.STRONG, reading)
    whole = [one for one in _apart(found) if one.place.block is not None and one.place.block.complete]
    least = size(chosen)
    return [
        (one.name, one.place)
        for one in whole
        if not (extent(one.place)[0] < end and start < extent(one.place)[1]) and size(one.place) * SUBSTANTIAL >= least
    ]


def _has_more(chosen: Place) -> bool:
    """Whether anything around a place could be notation too, so that looking for it is worth the time."""
    place: Place | None = chosen
    while place is not None:
        for segment in place.layer.layout.segments:
            if any(_is_sign(line) for line in segment.lines if not place.start <= line.start < place.end):
                return True
        place = place.layer.outer
    return chosen.layer.outer is not None


def _is_sign(line: Line) -> bool:
    return line.kind in (FIELD, TAB_ROW) or line.content.first >= 0


def _all_found(source: Source, names: Sequence[str], at_least: Tier, reading: Reading) -> list[_Found]:
    """Return what could be one of the notations named, at least so surely."""
    found = []
    for order, name in enumerate(names):
        for place in find(source, Wanted(name), reading)[1]:
            block = place.block
            assert block is not None
            if block.tier >= at_least and is_plausible(name, place):
                found.append(_Found((block.tier * 2 + block.complete, block.evidence, -order), name, place))
    return found


def _apart(found: Sequence[_Found]) -> list[_Found]:
    """Return places that do not overlap, in the order of the answer: of those that do, the most likely."""
    apart: list[_Found] = []
    reached = -1
    for one in sorted(found, key=lambda one: extent(one.place)):
        start, end = extent(one.place)
        if start >= reached:
            apart.append(one)
        elif one.rank > apart[-1].rank:
            apart[-1] = one
        reached = max(reached, end)
    return apart


def _midi_numbers(reading: Reading) -> Guess | None:
    """Return a guess that names MIDI numbers with durations, which no reader takes."""
    lists = [part for _, parts in reading.texts.values() for _, part in parts if isinstance(part, list)]
    numbers = sum(line.content.number_durations for lines in lists for line in lines)
    reasons = (f"{numbers} numbers with durations",)
    return Guess(None, None, 0.6, reasons, "MIDI note numbers") if numbers > 1 else None


def _describe(name: str, place: Place) -> Guess:
    block = place.block
    assert block is not None
    lines = split_lines(place.layer.source.text, block.start, block.end)
    dialect, reasons = _DESCRIBERS[name](lines)
    confidence = _CONFIDENCE[block.tier] - (0.0 if block.complete else 0.15)
    return Guess(name, dialect, confidence, reasons, NOTATIONS[name].title)


def _count(lines: Sequence[Line], attribute: str) -> int:
    return sum(getattr(line.content, attribute) for line in lines)


def _so_many(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _musixqa(lines: Sequence[Line]) -> tuple[str | None, tuple[str, ...]]:
    return None, ("a JSON object with bars",)


def _abc(lines: Sequence[Line]) -> tuple[str | None, tuple[str, ...]]:
    fields = "".join(line.content.text[0] for line in lines if line.kind == FIELD)
    if fields:
        return None, (f"fields {' '.join(f'{letter}:' for letter in dict.fromkeys(fields))}",)
    return None, (
        f"{_so_many(_count(lines, 'notes'), 'group')} of letters, {_so_many(_count(lines, 'bars'), 'bar line')}",
    )


def _jianpu(lines: Sequence[Line]) -> tuple[str | None, tuple[str, ...]]:
    lengths = _count(lines, "degree_durations")
    if lengths:
        return "formatb", (f"{_so_many(lengths, 'degree')} with durations",)
    return None, (
        f"{_so_many(_count(lines, 'degrees'), 'bare degree')}, {_so_many(_count(lines, 'bars'), 'bar line')}",
    )


def _pitchdur(lines: Sequence[Line]) -> tuple[str | None, tuple[str, ...]]:
    for attribute, dialect, what in (
        ("pitch_durations", "formatc", "with durations"),
        ("letter_pitches", "vsu", "with duration letters"),
    ):
        if found := _count(lines, attribute):
            return dialect, (f"{_so_many(found, 'pitch', 'pitches')} {what}",)
    return "pitches", (_so_many(_count(lines, "pitches"), "pitch name"),)


def _tab(lines: Sequence[Line]) -> tuple[str | None, tuple[str, ...]]:
    frets = _count(lines, "frets")
    rows = sum(line.kind == TAB_ROW for line in lines) or sum(not line.blank for line in lines)
    if not frets:
        return "ascii", (f"{_so_many(rows, 'row')} of strings",)
    return "linear", (_so_many(frets, "string-fret position"),)


_DESCRIBERS = {"musixqa": _musixqa, "abc": _abc, "jianpu": _jianpu, "pitchdur": _pitchdur, "tab": _tab}
