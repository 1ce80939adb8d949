"""First level: can it be rendered at all? Grammar, symbols, format."""

from __future__ import annotations

from onote_compiler.scoring.smg.piece import Piece
from onote_compiler.scoring.smg.rules import RuleScore

BROKEN = frozenset({
    "unclosed-chord", "unclosed-group", "unclosed-grace", "tuplet-short", "truncated", "mixed-dialect",
    "missing-string", "row-length", "ambiguous-digits", "unmatched-repeat",
})  # fmt: skip
BAD_SYMBOLS = ("bad-token", "bad-pitch", "bad-octave", "bad-duration", "missing-duration", "conflicting-octave")


def grammar(piece: Piece) -> RuleScore:
    """Whether every group, chord, repeat and row is complete."""
    found = sorted(BROKEN & piece.names.keys())
    return RuleScore(float(not found), bool(found), ", ".join(found))


def symbols(piece: Piece) -> RuleScore:
    """The share of symbols that mean something in the notation: events over events and unreadable symbols."""
    bad = sum(piece.names.get(name, 0) for name in BAD_SYMBOLS)
    read = len(piece.events)
    if not bad:
        return RuleScore(1.0)
    return RuleScore(read / (read + bad), True, f"{bad} symbols that the notation does not know")


def format_kept(piece: Piece) -> RuleScore:
    """I_fmt: the benchmark's format for the notation is kept to."""
    errors = sorted({d.name for d in piece.parsed.diagnostics if d.severity == "error"})
    return RuleScore(float(piece.parsed.format_ok), not piece.parsed.format_ok, ", ".join(errors))
