"""Audio-to-symbolic transcription: a recording written down in one of the notations (paper, sections 3 and C.3).

The figure of an item is ``full``, equation 7 over (pitch, duration) tokens; ``pitch`` where the answer is linear
tablature, which has no durations. ``strict_…`` figures are 0 for an answer outside the format asked for.
"""

from __future__ import annotations

from onote_compiler.scoring.items import Item, ItemResult, Status
from onote_compiler.scoring.parameters import Parameters
from onote_compiler.scoring.tasks.transcription import score_transcription, worthless_transcription


def score(item: Item, params: Parameters) -> ItemResult:
    """Return the result of one transcription."""
    return score_transcription("ast", item, params)


def worthless(item: Item, params: Parameters, status: Status, *, read: bool) -> ItemResult:
    """Return the result of one that cannot be scored, as :func:`worthless_transcription` does."""
    return worthless_transcription("ast", item, params, status, read=read)
