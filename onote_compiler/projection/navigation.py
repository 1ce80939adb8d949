"""Jumps in the played form: D.C., D.S., Fine, segno and coda, as decorations or as words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from onote_compiler.ir.score import Measure

# What each sign says; words are compared without dots, blanks and capitals.
_SIGNS = {
    "dc": "da-capo", "dacapo": "da-capo", "dcalfine": "da-capo", "dacapoalfine": "da-capo",
    "dcalcoda": "da-capo-coda", "dacapoalcoda": "da-capo-coda",
    "ds": "dal-segno", "dalsegno": "dal-segno", "dsalfine": "dal-segno", "dalsegnoalfine": "dal-segno",
    "dsalcoda": "dal-segno-coda", "dalsegnoalcoda": "dal-segno-coda",
    "fine": "fine", "segno": "segno", "coda": "coda", "dacoda": "to-coda", "tocoda": "to-coda",
}  # fmt: skip
_KINDS = ("decoration", "annotation", "chord-symbol", "navigation")


@dataclass(frozen=True, slots=True)
class Jump:
    """One jump, in measure indices.

    Attributes:
        origin: Measure after which it is taken.
        target: Measure it goes to.
        fine: Measure that ends the piece after it, if there is one.
        leave: Measure after which the coda is gone to, if there is one.
        coda: Measure where the coda starts.
    """

    origin: int
    target: int
    fine: int | None = None
    leave: int | None = None
    coda: int | None = None


def find_jump(measures: Sequence[Measure]) -> Jump | None:
    """Return the first jump of a voice, or ``None`` where it has none."""
    places: dict[str, list[int]] = {}
    for index, measure in enumerate(measures):
        for sign in _signs(measure):
            places.setdefault(sign, []).append(index)
    found = [(places[sign][0], sign) for sign in places if sign.startswith("da")]
    if not found:
        return None
    origin, sign = min(found)
    target = 0
    if sign.startswith("dal"):
        target = next(iter(places.get("segno", [])), 0)
    fine = next((i for i in places.get("fine", []) if i >= target), None)
    codas = places.get("coda", [])
    leaves = places.get("to-coda", []) or codas[:1]
    if codas and leaves and codas[-1] > leaves[0] and (sign.endswith("coda") or fine is None):
        return Jump(origin, target, None, leaves[0], codas[-1])
    return Jump(origin, target, fine)


def _signs(measure: Measure) -> set[str]:
    texts = [d.text for d in measure.directions if d.kind in _KINDS]
    texts += [mark.text for event in measure.events for mark in event.marks if mark.kind in _KINDS]
    return {_SIGNS[word] for text in texts if (word := _word(text)) in _SIGNS}


def _word(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalpha())
