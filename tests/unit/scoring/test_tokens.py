"""Silence as tokens: joined, placed, and only where it is."""

from fractions import Fraction as F

from onote_compiler.projection import ProjectedEvent, Projection, SoundingNote
from onote_compiler.scoring.tokens import tokenise


def event(onset: F | None, duration: F | None, *midi: int, measure: int = 1, voice: str = "1") -> ProjectedEvent:
    notes = tuple(SoundingNote(m, f"#{m}", duration) for m in midi)
    return ProjectedEvent(onset, duration, "note" if midi else "rest", notes, measure, voice, (0, 0))  # type: ignore[arg-type]


def timeline(*events: ProjectedEvent) -> list[tuple[int | None, F | None]]:
    return [(t.midi, t.duration) for t in tokenise(Projection(events, 1)).timeline]


Q = F(1, 4)


def test_adjacent_rests_are_one_silence() -> None:
    found = timeline(event(F(0), Q, 60), event(Q, Q), event(2 * Q, Q), event(3 * Q, Q, 62))
    assert found == [(60, Q), (None, 2 * Q), (62, Q)]


def test_silence_at_both_ends() -> None:
    assert timeline(event(F(0), Q), event(Q, Q, 60), event(2 * Q, Q)) == [(None, Q), (60, Q), (None, Q)]


def test_a_rest_under_a_sounding_note_is_no_silence() -> None:
    found = timeline(event(F(0), 2 * Q, 72, voice="t"), event(F(0), Q, voice="b"), event(Q, Q, 48, voice="b"))
    assert found == [(72, 2 * Q), (48, Q)]


def test_notes_that_start_together_run_from_low_to_high_across_voices() -> None:
    found = timeline(event(F(0), Q, 72, voice="t"), event(F(0), Q, 48, 76, voice="b"))
    assert [midi for midi, _ in found] == [48, 72, 76]


def test_rests_without_a_place_count_where_they_are_written() -> None:
    found = timeline(event(F(0), None, 60), event(None, Q), event(None, Q), event(None, Q, 62), event(F(1), Q, 64))
    assert found == [(60, None), (None, 2 * Q), (62, Q), (64, Q)]


def test_only_rests() -> None:
    assert timeline(event(F(0), F(1))) == [(None, F(1))]
    assert timeline() == []
