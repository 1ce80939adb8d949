from __future__ import annotations

import random
import sys
from itertools import product

import pytest

from onote_compiler.theory.fingering import (
    Costs,
    Fretboard,
    Onset,
    Position,
    Shape,
    assign,
    path_cost,
    playable,
    shapes,
    span,
)

STRINGS = (64, 59, 55, 50, 45, 40)
BOARD = Fretboard(STRINGS)


def positions(*pairs: tuple[int, int]) -> Shape:
    return tuple(Position(*pair) for pair in pairs)


def test_every_place_of_a_note() -> None:
    # E4 (64): open first string, then 5, 9, 14, 19 and 24 frets up the others
    assert [shape[0] for shape in shapes((64,), BOARD)] == list(
        positions((1, 0), (2, 5), (3, 9), (4, 14), (5, 19), (6, 24))
    )


def test_every_shape_of_two_notes() -> None:
    # C4 and E4 within four frets: 60 is 2/1 3/5 4/10 5/15 6/20, 64 is 1/0 2/5 3/9 4/14 5/19 6/24
    board = Fretboard(STRINGS, max_span=4)
    assert set(shapes((60, 64), board)) == {
        positions((2, 1), (1, 0)), positions((3, 5), (1, 0)), positions((4, 10), (1, 0)), positions((5, 15), (1, 0)),
        positions((6, 20), (1, 0)), positions((3, 5), (2, 5)), positions((4, 10), (3, 9)), positions((5, 15), (4, 14)),
        positions((6, 20), (5, 19)),
    }  # fmt: skip


def test_span_is_kept_where_it_can_be() -> None:
    for shape in shapes((40, 52, 64, 76), BOARD):
        assert span(shape) <= 7


def test_span_is_given_up_where_it_must_be() -> None:
    found = shapes((41, 76), Fretboard(STRINGS, max_span=3))
    assert found
    assert all(span(shape) > 3 for shape in found)


@pytest.mark.parametrize("notes", [(39,), (89,), (40, 41), (64,) * 7])
def test_what_cannot_be_played(notes: tuple[int, ...]) -> None:
    assert shapes(notes, BOARD) == ()
    if len(notes) == 1:
        assert playable(notes, BOARD) == ()


def test_the_largest_playable_part_keeps_the_outer_notes() -> None:
    assert playable((40, 41, 50, 55, 59, 64), BOARD) == (0, 2, 3, 4, 5)
    assert playable((40, 45, 50, 55, 59, 64, 69), BOARD)[0] == 0
    assert playable((40, 45, 50, 55, 59, 64, 69), BOARD)[-1] == 6


def test_capo_shortens_the_neck() -> None:
    board = Fretboard(STRINGS, capo=2)
    assert (board.lowest, board.highest) == (42, 90)
    assert shapes((42,), board) == (positions((6, 0)),)


def test_open_chord_of_e_minor() -> None:
    path = assign([Onset((40, 47, 52, 55, 59, 64))], BOARD)
    assert set(path.shapes[0]) == set(positions((6, 0), (5, 2), (4, 2), (3, 0), (2, 0), (1, 0)))


OPEN_CHORDS = {  # as chord charts have them, from the lowest string up; -1 is a string that is not played
    "C": (-1, 3, 2, 0, 1, 0), "A": (-1, 0, 2, 2, 2, 0), "G": (3, 2, 0, 0, 0, 3), "E": (0, 2, 2, 1, 0, 0),
    "D": (-1, -1, 0, 2, 3, 2), "Am": (-1, 0, 2, 2, 1, 0), "Dm": (-1, -1, 0, 2, 3, 1), "F": (1, 3, 3, 2, 1, 1),
    "Bm": (-1, 2, 4, 4, 3, 2), "B7": (-1, 2, 1, 2, 0, 2), "D7": (-1, -1, 0, 2, 1, 2), "Bb": (-1, 1, 3, 3, 3, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", OPEN_CHORDS)
def test_chords_as_in_chord_charts(name: str) -> None:
    wanted = {(6 - at, fret) for at, fret in enumerate(OPEN_CHORDS[name]) if fret >= 0}
    notes = tuple(sorted(STRINGS[string - 1] + fret for string, fret in wanted))
    assert set(assign([Onset(notes)], BOARD).shapes[0]) == wanted


def test_a_scale_begins_in_first_position() -> None:
    # C major from C3 to G4, as beginners learn it: A3 D0 D2 D3 G0 G2 B0 B1 B3 e0 e1 e3
    scale = [Onset((midi,)) for midi in (48, 50, 52, 53, 55, 57, 59, 60, 62, 64, 65, 67)]
    found = [(position.string, position.fret) for (position,) in assign(scale, BOARD).shapes]
    assert found == [(5, 3), (4, 0), (4, 2), (4, 3), (3, 0), (3, 2), (2, 0), (2, 1), (2, 3), (1, 0), (1, 1), (1, 3)]


def test_a_phrase_in_fifth_position_keeps_its_string() -> None:
    # A4 F4 E4 C4 E4: with the hand at the fifth fret, E4 is the fifth fret of the B string, not the open first
    path = assign([Onset((midi,)) for midi in (69, 65, 64, 60, 64, 65)], BOARD, position=5)
    assert all(position.fret for (position,) in path.shapes)


def test_position_asked_for() -> None:
    scale = [Onset((midi,)) for midi in (60, 62, 64, 65, 67, 69, 71, 72)]
    frets = [shape[0].fret for shape in assign(scale, BOARD, position=7).shapes]
    assert min(frets) >= 7
    assert max(frets) <= 10


def test_no_onsets() -> None:
    assert assign([], BOARD).shapes == ()


def test_unplayable_onset_is_a_fault_of_the_caller() -> None:
    with pytest.raises(ValueError, match="at once"):
        assign([Onset((30,))], BOARD)


def test_fixed_positions_stay() -> None:
    fixed = positions((6, 20))
    assert assign([Onset((), fixed), Onset((64,))], BOARD).shapes[0] == fixed


def test_numbers_do_not_touch() -> None:
    path = assign([Onset((65,)), Onset((67,), gap=1), Onset((69,), gap=1)], BOARD)
    strings = [shape[0].string for shape in path.shapes]
    assert strings[0] != strings[1] != strings[2]


def random_onset(rng: random.Random) -> Onset:
    while True:
        count = rng.choice((1, 1, 1, 2, 3))
        notes = tuple(sorted(rng.sample(range(40, 85), count)))
        if 0 < len(shapes(notes, BOARD)) <= 12:
            return Onset(notes, gap=rng.choice((None, None, 1, 2)), room=rng.choice((None, 1)))


def step(hand: int | None, before: Shape | None, shape: Shape, onset: Onset, costs: Costs) -> tuple[int, int | None]:
    """Return what a shape costs after another, written out from the description of the costs, and the hand's place."""
    pressed = [p.fret for p in shape if p.fret]
    cost = costs.open * (len(shape) - len(pressed))
    place = min(pressed) if pressed else hand
    if place is not None:
        cost += costs.apart * (len(shape) - len(pressed)) * max(0, place - 4)
    if pressed:
        width = max(pressed) - min(pressed)
        cost += costs.stretch * width + costs.strain * max(0, width - 3)
        cost += costs.height * min(pressed) + costs.high * max(0, min(pressed) - 7)
        if hand is not None:
            way = abs(min(pressed) - hand)
            cost += costs.shift * way + costs.leap * max(0, way - 4)
    if before is not None:
        middles = [round(2 * sum(p.string for p in s) / len(s)) for s in (before, shape)]
        cost += costs.crossing * abs(middles[0] - middles[1]) // 2
        taken = {p.string: len(str(p.fret)) for p in before}
        if onset.gap is not None and any(taken.get(p.string, 0) >= onset.gap for p in shape):
            cost += costs.crowded
    if onset.room is not None and any(len(str(p.fret)) > onset.room for p in shape):
        cost += costs.crowded
    return cost, place


def brute_force(onsets: list[Onset], costs: Costs) -> int:
    """Return the least cost of all paths; a path that costs as much already is not followed to its end."""
    best = sys.maxsize
    pending: list[tuple[int, int | None, Shape | None, int]] = [(0, None, None, 0)]
    while pending:
        at, hand, before, cost = pending.pop()
        if cost >= best:
            continue
        if at == len(onsets):
            best = cost
            continue
        for shape in shapes(onsets[at].notes, BOARD):
            added, place = step(hand, before, shape, onsets[at], costs)
            pending.append((at + 1, place, shape, cost + added))
    return best


@pytest.mark.parametrize("seed", range(10))
def test_cost_is_the_optimum(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        onsets = [random_onset(rng) for _ in range(rng.randint(1, 6))]
        path = assign(onsets, BOARD)
        assert path.cost == path_cost(path.shapes, onsets) == brute_force(onsets, Costs())
        for shape, onset in zip(path.shapes, onsets, strict=True):
            assert span(shape) <= 7 or all(span(other) > 7 for other in shapes(onset.notes, BOARD))


@pytest.mark.parametrize("seed", range(5))
def test_cost_is_the_optimum_in_a_position(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        onsets = [random_onset(rng) for _ in range(rng.randint(1, 3))]
        paths = product(*(shapes(onset.notes, BOARD) for onset in onsets))
        assert assign(onsets, BOARD, position=5).cost == min(path_cost(p, onsets, position=5) for p in paths)


def test_cost_by_hand() -> None:
    # F4 on 1/1, A4 on 1/5: height 1 and 5, a shift of four frets on one string
    costs = Costs(shift=100, leap=40, height=10, crossing=12)
    path = positions((1, 1)), positions((1, 5))
    assert path_cost(path, [Onset((65,)), Onset((69,))], costs) == 10 + 50 + 400
    # two strings down, five frets up: one fret beyond the reach of four, and the crossing of two strings
    path = positions((1, 1)), positions((3, 6))
    assert path_cost(path, [Onset((65,)), Onset((61,))], costs) == 10 + 60 + 500 + 40 + 24
    # the tenth fret is three above the seventh; an open string with the hand six above the first four frets
    path = positions((2, 10)), positions((1, 0))
    costs = Costs(height=10, high=7, open=3, apart=5, crossing=12)
    assert path_cost(path, [Onset((69,)), Onset((64,))], costs) == 100 + 3 * 7 + 3 + 6 * 5 + 12
    # frets 2 and 7 together: five frets, two more than lie under the fingers
    path = (positions((1, 2), (2, 7)),)
    assert path_cost(path, [Onset((66, 66))], Costs(stretch=40, strain=100, height=10)) == 200 + 200 + 20
    costs = Costs(shift=100, leap=40, height=10, crossing=12)
    # an open string between leaves the hand where it was
    path = positions((1, 1)), positions((1, 0)), positions((1, 3))
    cost = path_cost(path, [Onset((65,)), Onset((64,)), Onset((67,))], costs)
    assert cost == 10 + costs.open + 30 + 200
