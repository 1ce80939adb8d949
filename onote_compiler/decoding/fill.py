"""Rules that fill a measure exactly: one rule for each remainder of its time.

``m16`` is whatever lasts sixteen grid steps: one element of them all, or a shorter element and then the rule for what
remains. The rules are right-linear, so a parser knows after every note how much time is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Several

from onote_compiler.decoding.model import Maybe, Name, Rules, Sequence, Text


def fill_measure(
    steps: int, elements: Mapping[int, Several[Sequence]], between: Text | Maybe
) -> tuple[Sequence, Rules]:
    """Return the symbol of a measure, and its rules.

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
