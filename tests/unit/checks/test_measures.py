"""Measures, repeats, ties and voices, on scores built by hand."""

from fractions import Fraction

from onote_compiler.checks import Expectation, check_score
from onote_compiler.diagnostics import Report
from onote_compiler.ir import (
    Barline,
    Event,
    Key,
    Measure,
    Meter,
    Note,
    Part,
    Rest,
    Score,
    Source,
    Voice,
    pitch,
)

THREE_FOUR = Meter((3,), 4)


def note(quarters: Fraction | int, step: str = "C", tie: bool = False) -> Note:
    return Note(pitch(step, 0, 4), Fraction(quarters) / 4, tie="solid" if tie else None)


def found(
    *measures: list[Event],
    rights: dict[int, Barline] | None = None,
    lefts: dict[int, Barline] | None = None,
    pickup: bool = True,
    meter: Meter = THREE_FOUR,
    notation: str = "",
) -> list[tuple[str, int | None]]:
    rights, lefts = rights or {}, lefts or {}
    bars = tuple(
        Measure(i, Key(), meter, tuple(m), left=lefts.get(i), right=rights.get(i, Barline()))
        for i, m in enumerate(measures, 1)
    )
    return names(Score((Part((Voice(bars),)),), notation=notation), pickup)


def names(score: Score, pickup: bool = True) -> list[tuple[str, int | None]]:
    report = Report(Source.whole(""))
    check_score(score, report, Expectation(pickup=pickup))
    return [(d.name, d.measure) for d in report.diagnostics]


def test_full_measures_say_nothing() -> None:
    assert found([note(3)], [note(1), note(2)]) == []


def test_short_and_long_measures() -> None:
    assert found([note(3)], [note(2)], [note(3)]) == [("bar-sum", 2)]
    assert found([note(3)], [note(4)], [note(3)]) == [("bar-sum", 2)]


def test_a_long_pickup_is_no_pickup() -> None:
    assert found([note(4)], [note(3)]) == [("bar-sum", 1)]


def test_pickup_and_complement() -> None:
    assert found([note(1)], [note(3)], [note(2)]) == []
    assert found([note(1)], [note(3)], [note(2)], pickup=False) == [("bar-sum", 1), ("bar-sum", 3)]


def test_a_last_measure_without_a_pickup_is_full() -> None:
    assert found([note(3)], [note(3)], [note(2)]) == [("bar-sum", 3)]
    assert found([note(1)], [note(3)], [note(1)]) == [("bar-sum", 3)]


def test_endings_complement_the_pickup_of_their_section() -> None:
    first, second = [note(1)], [note(2)]
    rights = {3: Barline("final", 1), 4: Barline("final")}
    assert found(first, [note(3)], second, second, rights=rights) == []


def test_a_measure_split_by_a_repeat() -> None:
    repeat = {2: Barline("final", 1)}
    assert found([note(3)], [note(2)], [note(1)], [note(3)], rights=repeat) == []


def test_empty_measures() -> None:
    assert found([note(3)], [], [Rest(Fraction(3, 4))]) == [("empty-bar", 2)]


def test_unknown_durations_are_passed_over() -> None:
    unknown = Note(pitch("C", 0, 4), None)
    assert found([note(3)], [unknown], [note(3)]) == []


def test_an_opened_repeat_must_be_closed() -> None:
    opened = {1: Barline("initial", 1), 2: Barline("initial", 1)}
    closed = {2: Barline("final", 1)}
    assert found([note(3)], [note(3)], lefts=opened, rights=closed) == [("unmatched-repeat", 1)]
    assert found([note(3)], [note(3)], lefts={1: opened[1]}, rights=closed) == []


def test_final_bar() -> None:
    assert found([note(3)], notation="abc") == [("missing-final-bar", 1)]
    assert found([note(3)], notation="abc", rights={1: Barline("final")}) == []
    assert found([note(3)], notation="tab") == []


def test_ties() -> None:
    assert found([note(1, tie=True), note(2)]) == []
    assert found([note(1, tie=True), note(2, "D")]) == [("dangling-tie", 1)]
    assert found([note(3, tie=True)]) == [("dangling-tie", 1)]
    assert found([note(3, tie=True)], [note(3)]) == []


def test_voices_of_different_length() -> None:
    def part(name: str, count: int) -> Part:
        return Part((Voice(tuple(Measure(i, Key(), THREE_FOUR, (note(3),)) for i in range(1, count + 1)), name),))

    assert names(Score((part("a", 2), part("b", 3)))) == [("voice-length", 2)]
    assert names(Score((part("a", 3), part("b", 3)))) == []


def test_a_voice_without_measures_says_nothing_but_its_length() -> None:
    empty = Part((Voice((), "b"),))
    assert names(Score((Part((Voice((Measure(1, Key(), THREE_FOUR, (note(3),)),), "a"),)), empty))) == []


def test_a_short_measure_in_one_voice_is_said_once() -> None:
    def part(name: str, *lengths: int) -> Part:
        return Part((Voice(tuple(Measure(i, Key(), THREE_FOUR, (note(n),)) for i, n in enumerate(lengths, 1)), name),))

    assert names(Score((part("a", 3, 3, 3), part("b", 3, 2, 3)))) == [("bar-sum", 2)]


def test_endings_that_start_within_a_measure_complete_it() -> None:
    """``CDE | CD [1 E :| [2 CD ||``: the first ending fills the measure, the second one is a quarter too long."""
    bars = (
        Measure(1, Key(), THREE_FOUR, (note(3),), right=Barline()),
        Measure(2, Key(), THREE_FOUR, (note(2),)),
        Measure(3, Key(), THREE_FOUR, (note(1),), right=Barline("final", 1), ending=(1,)),
        Measure(4, Key(), THREE_FOUR, (note(2),), right=Barline("double"), ending=(2,)),
        Measure(5, Key(), THREE_FOUR, (note(3),), right=Barline("final")),
    )
    assert names(Score((Part((Voice(bars),)),))) == [("bar-sum", 4)]


def test_an_ending_behind_a_bar_line_stands_for_itself() -> None:
    bars = (
        Measure(1, Key(), THREE_FOUR, (note(2),)),
        Measure(2, Key(), THREE_FOUR, (note(1),), right=Barline("final", 1), ending=(1,)),
        Measure(3, Key(), THREE_FOUR, (note(1),), right=Barline("double"), ending=(2,)),
        Measure(4, Key(), THREE_FOUR, (note(3),), right=Barline()),
        Measure(5, Key(), THREE_FOUR, (note(3),), right=Barline("final", 1), ending=(1,)),
        Measure(6, Key(), THREE_FOUR, (note(2),), right=Barline("final"), ending=(2,)),
    )
    assert names(Score((Part((Voice(bars),)),))) == [("bar-sum", 6)]
