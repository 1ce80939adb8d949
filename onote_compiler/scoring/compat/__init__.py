"""The scores of the benchmark's two released versions, reproduced with their faults."""

from onote_compiler.scoring.compat.run import RELEASES, score_as_released

__all__ = ["RELEASES", "score_as_released"]
