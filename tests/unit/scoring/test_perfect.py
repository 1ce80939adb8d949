"""A right answer scores exactly 1, however it is spelled and however long; prose and loops score nothing."""

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onote_compiler.scoring import ItemResult, score_item

SHARPS = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
FLATS = ("C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B")
PERFECT = ("pitch", "duration", "full", "phi", "strict_pitch", "strict_duration", "strict_full", "score", "temporal")
Note = tuple[Fraction, int, Fraction]


def make_piece(rng: random.Random, measures: int, staves: int) -> tuple[dict[str, Any], list[Note]]:
    """Return a piece of one or two staves with ties within its measures, and its notes in time, low before high."""
    bars: list[dict[str, Any]] = []
    sounding: list[Note] = []
    for number in range(1, measures + 1):
        held: dict[str, Any] = {}
        for staff, low in (("treble", 60), ("bass", 40))[:staves]:
            held[staff], at = [], 0
            while at < 16:
                midi, pieces = (
                    low + rng.randint(0, 19),
                    [rng.choice((1, 2, 3, 4, 6)) for _ in range(rng.choice((1, 1, 2)))],
                )
                start, total = at, 0
                for piece in pieces:
                    length = min(piece, 16 - at)
                    if length <= 0:
                        break
                    at, total = at + length, total + length
                    name = rng.choice((SHARPS, FLATS))[midi % 12] + str(midi // 12 - 1)
                    held[staff].append({"pitch": name, "duration": str(Fraction(length, 16)), "tie": True})
                del held[staff][-1]["tie"]
                sounding.append((number - 1 + Fraction(start, 16), midi, Fraction(total, 16)))
        bars.append({"bar_number": number, "chord": "C", "staves": held})
    piece = {"tempo": 100, "key": "C Major", "time_signature": "4/4", "bars": bars}
    return piece, sorted(sounding)


def write(notes: list[Note], names: tuple[str, ...], times: int = 1) -> str:
    return " ".join(
        f"{names[midi % 12]}{midi // 12 - 1}({length.numerator * times}/{length.denominator * times})"
        for _, midi, length in notes
    )


def ast(prediction: str, truth: dict[str, Any]) -> ItemResult:
    return score_item("ast", prediction, truth, notation="pitchdur")


@pytest.mark.parametrize("staves", [1, 2])
@pytest.mark.parametrize("measures", [1, 7, 40])
@pytest.mark.parametrize(("names", "times"), [(SHARPS, 1), (FLATS, 1), (SHARPS, 2), (FLATS, 3)])
def test_right_answers_are_exactly_one(measures: int, staves: int, names: tuple[str, ...], times: int) -> None:
    piece, notes = make_piece(random.Random(measures * 10 + staves), measures, staves)
    found = ast(write(notes, names, times), piece)
    assert {name: found.metrics[name] for name in PERFECT} == dict.fromkeys(PERFECT, 1.0)
    assert found.format_ok


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 6), st.integers(1, 2))
def test_figures_stay_within_bounds_and_a_right_answer_is_one(rng: random.Random, measures: int, staves: int) -> None:
    piece, notes = make_piece(rng, measures, staves)
    assert ast(write(notes, SHARPS), piece).metrics["full"] == 1.0
    spoilt = [note for note in notes if rng.random() < 0.8]
    found = ast(write(spoilt, FLATS), piece)
    for name in (*PERFECT, "octave_blind", "note_f1", "seconds_onset_f1", "seconds_offset_f1", "measure_exact"):
        value = found.metrics[name]
        assert value is None or 0 <= float(value) <= 1, name


def test_a_list_with_durations_is_no_tablature() -> None:
    assert score_item("ast", "C4(1/4)", ["C4(1/4)"]).metrics["full"] == 1.0
    assert score_item("ast", "S1_F0", ["E4"]).metrics["pitch"] == 1.0
