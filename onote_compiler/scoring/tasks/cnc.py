"""Cross-notation conversion: a score in one notation written in another (paper, section 3 and equation 8).

The figure of an item is ``phi``. Directions of the benchmark: staff to Jianpu (two staves in one object), Jianpu
to staff (pitch-duration list), tablature to staff (pitch list); any other pair is scored alike.
"""

from __future__ import annotations

from onote_compiler.scoring.items import Item, ItemResult, Status
from onote_compiler.scoring.parameters import Parameters
from onote_compiler.scoring.tasks.transcription import score_transcription, worthless_transcription


def score(item: Item, params: Parameters) -> ItemResult:
    """Return the result of one conversion."""
    return score_transcription("cnc", item, params)


def worthless(item: Item, params: Parameters, status: Status, *, read: bool) -> ItemResult:
    """Return the result of one that cannot be scored, as :func:`worthless_transcription` does."""
    return worthless_transcription("cnc", item, params, status, read=read)
