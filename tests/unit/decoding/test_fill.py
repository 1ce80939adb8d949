"""Both ways to fill a measure say the same, each text in one way only."""

from collections import Counter
from collections.abc import Iterator

import pytest

from onote_compiler.decoding.fill import Fill, fill_balanced, fill_in_order
from onote_compiler.decoding.model import Maybe, Name, Rules, Sequence, Text


def texts(symbols: Sequence, rules: Rules) -> Iterator[str]:
    """Yield a text for each way to derive it."""
    if not symbols:
        yield ""
        return
    first, *rest = symbols
    match first:
        case Text(text):
            heads = [text]
        case Maybe(text):
            heads = ["", text]
        case Name(name):
            heads = [head for way in rules[name] for head in texts(way, rules)]
    for tail in list(texts(tuple(rest), rules)):
        yield from (head + tail for head in heads)


@pytest.mark.parametrize("fill", [fill_in_order, fill_balanced])
def test_every_composition_is_derived_once(fill: Fill) -> None:
    # A number is a sum of ones, twos and threes, in order, in 1, 2, 4, 7, 13, 24, 44 ways (tribonacci numbers).
    elements = {size: [(Text(str(size)),)] for size in (1, 2, 3)}
    for steps, ways in enumerate((1, 2, 4, 7, 13, 24, 44), 1):
        measure, rules = fill(steps, elements, Text("+"))
        found = Counter(texts(measure, rules))
        assert len(found) == ways
        assert set(found.values()) == {1}
        assert all(sum(map(int, text.split("+"))) == steps for text in found)


def test_both_ways_write_the_same_texts_where_blanks_are_free() -> None:
    elements = {1: [(Text("a"),)], 2: [(Text("b"),), (Text("("), Text("c"))], 4: [(Text("d"),)]}
    for steps in range(1, 8):
        sets = [
            set(texts(measure, rules))
            for measure, rules in (fill(steps, elements, Maybe(" ")) for fill in (fill_in_order, fill_balanced))
        ]
        assert sets[0] == sets[1]
        assert len(sets[0]) > 1 or steps == 1
