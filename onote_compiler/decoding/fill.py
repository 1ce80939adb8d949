"""Rules that fill a measure exactly: one rule for each stretch of its time.

``m16`` is whatever lasts sixteen grid steps. There are two ways to say that. Right-linear: one element of them all, or
a shorter element and then the rule for what remains; a parser knows after every note how much time is left. Balanced:
two halves, or an element over the middle and what stands before and after it; that is for regular expressions, which
write each rule out where it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Several

from onote_compiler.decoding.model import Maybe, Name, Rules, Sequence, Text

Elements = Mapping[int, Several[Sequence]]
Fill = Callable[[int, Elements, Text | Maybe], tuple[Sequence, Rules]]


def fill_in_order(steps: int, elements: Elements, between: Text | Maybe) -> tuple[Sequence, Rules]:
    """Return the symbol of a measure, and right-linear rules for it.

    Args:
        steps: Grid steps in a measure.
        elements: What may stand in a measure, by the steps it takes. It holds something of one step, so that no
            remainder is a dead end.
        between: What separates two elements.
    """
    rules: Rules = {}
    for left in range(steps, 0, -1):
        rules[f"m{left}"] = tuple(
            (*element, *(_rest(left - size, between) if size < left else ()))
            for size in sorted(elements)
            if size <= left
            for element in elements[size]
        )
        if isinstance(between, Maybe) and left < steps:
            # A rule of its own: written out in each alternative it would double their number.
            rules[f"s{left}"] = ((between, Name(f"m{left}")),)
    return (Name(f"m{steps}"),), rules


def _rest(left: int, between: Text | Maybe) -> Sequence:
    return (Name(f"s{left}"),) if isinstance(between, Maybe) else (between, Name(f"m{left}"))


def fill_balanced(steps: int, elements: Elements, between: Text | Maybe) -> tuple[Sequence, Rules]:
    """Return the symbol of a measure, and balanced rules for it; parameters as for :func:`fill_in_order`."""
    rules: Rules = {}
    for length in range(steps, 0, -1):
        middle = length // 2
        ways: list[Sequence] = [(Name(f"m{middle}"), between, Name(f"m{length - middle}"))] if middle else []
        for start in range(max(middle, 1)):
            before: Sequence = (Name(f"m{start}"), between) if start else ()
            for end in range(middle + 1, length + 1):
                after: Sequence = (between, Name(f"m{length - end}")) if end < length else ()
                ways.extend((*before, *element, *after) for element in elements.get(end - start, ()))
        rules[f"m{length}"] = tuple(ways)
    return (Name(f"m{steps}"),), rules
