"""Choosing between several places of an answer that could all be the score."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from onote_compiler.extraction.blocks import Tier
from onote_compiler.extraction.find import Place

SUBSTANTIAL = 4
"""A candidate counts beside others when it holds at least this part (a quarter) of what the largest one holds."""


def choose(
    places: Sequence[Place], which: str, measure: Callable[[Place], int] | None = None
) -> tuple[Place | None, list[Place]]:
    """Return the place to read and the others that could have been meant as well.

    The surest are looked at first, those in a code fence before those outside, whole scores before parts, and of
    these the last (or the first, where ``which`` says so) that is not far smaller than the largest.

    Args:
        places: The places, in the order of the answer.
        which: ``last`` or ``first``.
        measure: How much a place holds; its evidence when not given.
    """
    if not places:
        return None, []
    measure = measure or evidence
    best = max(_rank(place) for place in places)
    pool = [place for place in places if _rank(place) == best]
    most = max(measure(place) for place in pool)
    pool = [place for place in pool if measure(place) * SUBSTANTIAL >= most]
    chosen = pool[0 if which == "first" else -1]
    return chosen, [place for place in pool if place is not chosen]


def _rank(place: Place) -> tuple[Tier, bool, bool]:
    assert place.block is not None
    return place.block.tier, place.block.complete, place.fenced


def evidence(place: Place) -> int:
    """Return how much speaks for a place, in notes or lines."""
    return place.block.evidence if place.block is not None else 0


_DRAWING = str.maketrans("", "", "-–—―─.|¦│┃║‖ \t\r\n")


def size(place: Place) -> int:
    """Return how many characters a place has that draw no lines: what different notations can be compared by."""
    return len(place.layer.source.text[place.start : place.end].translate(_DRAWING))


def extent(place: Place) -> tuple[int, int]:
    """Return where a place begins and ends in the answer itself."""
    source = place.layer.source
    return source.to_original(place.start), source.to_original(max(place.start, place.end - 1)) + 1
