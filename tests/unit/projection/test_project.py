"""The canonical projection, on scores built by hand."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from onote_compiler.ir import (
    COMMON_TIME,
    Chord,
    Event,
    Key,
    Measure,
    Note,
    Part,
    Rest,
    Score,
    Voice,
    pitch,
)
from onote_compiler.projection import project

Q, H = Fraction(1, 4), Fraction(1, 2)


def note(name: str, length: Fraction | None = Q, tie: bool = False, grace: bool = False) -> Note:
    alter = name.count("#") - name[1:].count("b")
    return Note(
        pitch(name[0], alter, int(name[-1])),
        length,
        tie="solid" if tie else None,
        grace="appoggiatura" if grace else None,
    )


def chord(*notes: Note) -> Chord:
    return Chord(notes, notes[0].duration)


def voice(*measures: list[Event], name: str = "1") -> Voice:
    return Voice(tuple(Measure(i, Key(), COMMON_TIME, tuple(m)) for i, m in enumerate(measures, 1)), name)


def score(*parts: Part | Voice) -> Score:
    return Score(tuple(p if isinstance(p, Part) else Part((p,)) for p in parts))


def test_names_are_sharps_and_the_octave_belongs_to_the_letter() -> None:
    got = project(score(voice([note("Bb3"), note("Cb4"), note("B#3"), note("E#4")])))
    assert got.pitches == ["A#3", "B3", "C4", "F4"]
    assert [e.notes[0].spelled for e in got.events] == ["Bb3", "Cb4", "B#3", "E#4"]


def test_a_tie_joins_equal_pitches_over_the_bar_line() -> None:
    tune = score(voice([note("C4", H), note("D4", H, tie=True)], [note("D4"), note("E4")]))
    assert project(tune).pitches == ["C4", "D4", "E4"]
    assert project(tune).durations == [H, Fraction(3, 4), Q]
    assert project(tune, ties="split").durations == [H, H, Q, Q]


def test_a_chord_may_be_tied_in_part() -> None:
    tune = score(voice([chord(note("C4", tie=True), note("E4")), chord(note("C4"), note("F4"))]))
    got = project(tune)
    assert got.pitches == [["C4", "E4"], "F4"]
    assert [(n.spelled, n.duration) for n in got.flat_notes] == [("C4", H), ("E4", Q), ("F4", Q)]
    assert [(e.onset, e.duration) for e in got.events][1] == (Q, Q)


def test_a_tie_to_another_pitch_joins_nothing() -> None:
    assert project(score(voice([note("C4", tie=True), note("D4")]))).durations == [Q, Q]


def test_a_tie_does_not_reach_over_a_rest_but_over_a_grace_note() -> None:
    assert project(score(voice([note("C4", tie=True), Rest(Q), note("C4")]))).pitches == ["C4", "C4"]
    over = score(voice([note("C4", tie=True), note("D4", grace=True), note("C4")]))
    assert project(over).pitches == ["C4"]
    assert project(over, grace=True).pitches == ["C4", "D4"]


def test_notes_at_one_onset_are_sorted_over_voices_and_parts() -> None:
    got = project(score(voice([note("C5", H), note("E5", H)], name="a"), voice([note("E3"), note("G5")], name="b")))
    assert got.pitches == [["E3", "C5"], "G5", "E5"]
    assert got.flat == ["E3", "C5", "G5", "E5"]
    assert [e.voice for e in got.events] == ["a", "b", "b", "a"]


def test_equal_pitches_of_two_voices_are_both_kept() -> None:
    assert project(score(voice([note("C4")]), voice([note("C4")]))).pitches == [["C4", "C4"]]


def test_voices_of_one_part_start_each_measure_together() -> None:
    main, overlay = voice([note("C4", Fraction(1))], [note("D4")]), voice([note("E4", H)], [note("F4")], name="2")
    assert project(score(Part((main, overlay)))).pitches == [["C4", "E4"], ["D4", "F4"]]


def test_onsets_are_unknown_after_a_missing_duration_up_to_the_bar() -> None:
    got = project(score(voice([note("C4"), note("D4", None), note("E4")], [note("F4")])))
    assert got.onsets == [0, Q, None, Fraction(1)]
    assert got.durations == [Q, None, Q, Q]


def test_no_durations_at_all() -> None:
    got = project(score(voice([note("C4", None), chord(note("D4", None), note("F4", None))])))
    assert got.durations is None
    assert got.pitches == ["C4", ["D4", "F4"]]


LENGTHS = st.sampled_from([Q, H, Fraction(1, 12)])
ROWS = st.lists(st.lists(st.tuples(st.integers(0, 11), LENGTHS), max_size=8), max_size=4)
NAMES = ["C4", "C#4", "D4", "D#4", "E4", "F4", "F#4", "G4", "G#4", "A4", "A#4", "B4"]


@given(ROWS)
def test_flat_order_is_by_onset_then_pitch(rows: list[list[tuple[int, Fraction]]]) -> None:
    got = project(score(*(voice([note(NAMES[p], d) for p, d in row], name=str(i)) for i, row in enumerate(rows))))
    expected = sorted(
        (sum((length for _, length in row[:i]), Fraction(0)), 60 + degree)
        for row in rows
        for i, (degree, _) in enumerate(row)
    )
    assert got.midi == [midi for _, midi in expected]
    assert [e.onset for e in got.events] == [onset for onset, _ in expected]
