"""The scores of the benchmark's two released versions, reproduced with their faults."""

from onote_compiler.scoring.compat.aggregate import ReleasedGroup, ReleasedSummary, aggregate_as_released
from onote_compiler.scoring.compat.run import RELEASES, released_scorer, score_as_released

__all__ = [
    "RELEASES", "ReleasedGroup", "ReleasedSummary", "aggregate_as_released", "released_scorer", "score_as_released",
]  # fmt: skip
