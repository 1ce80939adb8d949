"""What a rule gives, and the tables of rules by notation. One rule, one function; adding one adds a line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from onote_compiler.scoring.smg.piece import Piece

LEVELS = ("renderability", "theory", "coherence")


@dataclass(frozen=True, slots=True)
class RuleScore:
    """What a rule says of a piece.

    Attributes:
        score: From 0 to 1; ``None`` where the rule does not apply.
        fired: Whether it found a fault.
        finding: The fault in words, or the figure behind the score.
    """

    score: float | None
    fired: bool = False
    finding: str = ""


NOT_APPLICABLE = RuleScore(None)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, its level, and the diagnostic it stands for where it fires."""

    name: str
    level: str
    check: Callable[[Piece], RuleScore]
    diagnostic: str | None = None
    notations: tuple[str, ...] = ()

    def applies(self, notation: str) -> bool:
        """Whether the rule is asked of a notation."""
        return not self.notations or notation in self.notations


def share(good: int, all_: int, what: str) -> RuleScore:
    """Return the share of what is right; it fires where anything is wrong and does not apply to nothing."""
    if not all_:
        return NOT_APPLICABLE
    wrong = all_ - good
    return RuleScore(good / all_, wrong > 0, f"{wrong} of {all_} {what}" if wrong else "")


def all_rules() -> tuple[Rule, ...]:
    """Return every rule, level by level."""
    from onote_compiler.scoring.smg import coherence, renderability, tablature, theory

    tab = ("tab",)
    return (
        Rule("grammar", "renderability", renderability.grammar),
        Rule("symbols", "renderability", renderability.symbols),
        Rule("format", "renderability", renderability.format_kept),
        Rule("measure_sum", "theory", theory.measure_sum, "bar-sum"),
        Rule("measure_count", "theory", theory.measure_count, "measure-count"),
        Rule("meter", "theory", theory.meter_kept, "meter-mismatch"),
        Rule("key", "theory", theory.key_kept, "key-mismatch"),
        Rule("events", "theory", theory.legal_events),
        Rule("layout", "theory", tablature.layout, notations=tab),
        Rule("fret_range", "theory", tablature.fret_range, "fret-range", tab),
        Rule("span", "theory", tablature.span, "span", tab),
        Rule("strings", "theory", tablature.strings, "string-conflict", tab),
        Rule("loop", "coherence", coherence.loop, "runaway-repetition"),
        Rule("phrases", "coherence", coherence.phrases),
        Rule("motifs", "coherence", coherence.motifs),
        Rule("range", "coherence", coherence.ambitus),
        Rule("leaps", "coherence", coherence.leaps),
        Rule("rhythm", "coherence", coherence.rhythm),
        Rule("layers", "coherence", coherence.layers, notations=tab),
    )
