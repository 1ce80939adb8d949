"""The played form: repeats and endings unrolled, playback transposition applied."""

from __future__ import annotations

from dataclasses import replace

from onote_compiler.ir.score import Measure, Part, Score, Voice


def unroll(score: Score) -> Score:
    """Return the score as it is played: each repeated measure as often as it sounds."""
    return replace(score, parts=tuple(_unroll_part(part) for part in score.parts))


def _unroll_part(part: Part) -> Part:
    order = playing_order(part.voices[0].measures) if part.voices else []
    voices = tuple(
        replace(voice, measures=tuple(voice.measures[i] for i in order if i < len(voice.measures)))
        for voice in part.voices
    )
    return replace(part, voices=voices)


def playing_order(measures: tuple[Measure, ...]) -> list[int]:
    """Return the indices of ``measures`` in the order in which they sound."""
    order: list[int] = []
    start = index = 0
    passes = 1
    while index < len(measures):
        measure = measures[index]
        order.append(index)
        right = measure.right
        if right is not None and right.repeat and passes <= right.repeat:
            passes += 1
            index = start
            continue
        index += 1
        if right is not None and right.repeat:
            start, passes = index, 1
    return order


__all__ = ["Voice", "playing_order", "unroll"]
