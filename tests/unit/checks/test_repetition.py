"""Runs found by the fast search equal those found by trying every place and period."""

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from onote_compiler import parse
from onote_compiler.checks.repetition import LEAST_LENGTH, LEAST_TIMES, Run, longest_run


def by_trying(items: list[int]) -> int:
    """Length of the longest run, by trying every period."""
    best = 0
    for period in range(1, len(items) // LEAST_TIMES + 1):
        length = 0
        for at in range(period, len(items) + 1):
            if at < len(items) and items[at] == items[at - period]:
                length += 1
                continue
            whole = length + period
            if whole >= LEAST_LENGTH and whole // period >= LEAST_TIMES:
                best = max(best, whole)
            length = 0
    return best


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.integers(0, 2), max_size=40),
    st.lists(st.integers(0, 2), min_size=1, max_size=20),
    st.integers(0, 30),
    st.lists(st.integers(0, 2), max_size=40),
)
def test_equals_trying_everything(head: list[int], unit: list[int], times: int, tail: list[int]) -> None:
    items = head + unit * times + tail
    run = longest_run(items)
    assert (run.end - run.start if run else 0) == by_trying(items)
    if run:
        assert all(items[at] == items[at + run.period] for at in range(run.start, run.end - run.period))


def test_period_and_count() -> None:
    assert longest_run([9, 9] + [1, 2, 3, 4, 5, 6] * 401) == Run(2, 2 + 6 * 401, 6)
    assert longest_run([1] * 63) is None
    assert longest_run([1, 2, 3, 4, 5, 6] * 11) is None
    assert longest_run([1] * 64) == Run(0, 64, 1)


def test_a_loop_is_reported_where_it_begins_to_repeat() -> None:
    unit = "1(1/4) 2(1/4) 3(1/4) 5(1/4) | "
    found = parse(unit * 50 + "1(1/1) |", "jianpu", key="C")
    (loop,) = [d for d in found.diagnostics if d.name == "runaway-repetition"]
    assert (loop.data["period"], loop.data["times"], loop.measure) == (4, 50, 2)
    assert (loop.line, loop.column) == (1, len(unit) + 1)


def test_grows_in_step_with_the_input() -> None:
    """Twice the input takes about twice the comparisons: counted, not timed."""

    class Counted(int):
        compared = 0

        def __eq__(self, other: object) -> bool:
            Counted.compared += 1
            return int(self) == other

        def __ne__(self, other: object) -> bool:
            Counted.compared += 1
            return int(self) != other

        __hash__ = int.__hash__

    counts = []
    rng = random.Random(3)
    for size in (10_000, 20_000, 40_000):
        Counted.compared = 0
        longest_run([Counted(rng.choice((0, 0, 0, 1))) for _ in range(size)])
        counts.append(Counted.compared)
    assert all(after < 2.2 * before for before, after in pairwise(counts))
