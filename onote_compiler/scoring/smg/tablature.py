"""Second level for tablature: the grid, and what a left hand can reach."""

from __future__ import annotations

from onote_compiler.ir.events import TabPosition
from onote_compiler.scoring.smg.piece import Piece
from onote_compiler.scoring.smg.rules import RuleScore, share

MAX_SPAN = 7
LAST_FRET = 24
OF_MEASURES = ("width", "row-length", "rhythm-row-mismatch", "ambiguous-digits")
OF_THE_WHOLE = ("missing-beat-row", "missing-barline", "order-reversed", "missing-string")


def layout(piece: Piece) -> RuleScore:
    """The share of measures whose six rows have the grid's width; a fault of the whole sheet (no beat row, rows
    missing, reversed or without bar lines) counts like one more measure that is wrong."""
    if piece.score.dialect == "linear":
        return RuleScore(0.0, True, "linear tablature where rows are asked for")
    wrong = {d.measure for d in piece.parsed.diagnostics if d.name in OF_MEASURES}
    whole = sorted(name for name in OF_THE_WHOLE if name in piece.names)
    measures = max(piece.measure_count, 1)
    bad = min(len(wrong), measures)
    if not bad and not whole:
        return RuleScore(1.0)
    finding = "; ".join([*([f"{bad} of {measures} measures off the grid"] if bad else []), *whole])
    return RuleScore((measures - bad) / (measures + len(whole)), True, finding)


def on_neck(place: TabPosition) -> bool:
    """Whether the neck has the fret; a dead string is struck anywhere."""
    return place.fret is None or 0 <= place.fret <= LAST_FRET


def fret_range(piece: Piece) -> RuleScore:
    """The share of struck frets that the neck has (0 to 24)."""
    frets = [place for _, places in piece.columns for place in places]
    return share(sum(map(on_neck, frets)), len(frets), "frets off the neck")


def span_of(places: list[TabPosition]) -> int:
    """Return how many frets lie between the lowest and the highest fretted note; open and dead strings do not count."""
    frets = [place.fret for place in places if place.fret]
    return max(frets) - min(frets) if frets else 0


def span(piece: Piece) -> RuleScore:
    """The share of onsets whose fretted notes lie within 7 frets."""
    good = sum(1 for _, places in piece.columns if span_of(places) <= MAX_SPAN)
    return share(good, len(piece.columns), f"onsets that span more than {MAX_SPAN} frets")


def on_own_strings(places: list[TabPosition]) -> bool:
    """Whether each string is asked for one note only."""
    return len({place.string for place in places}) == len(places)


def strings(piece: Piece) -> RuleScore:
    """The share of onsets that ask each string for one note only."""
    good = sum(1 for _, places in piece.columns if on_own_strings(places))
    return share(good, len(piece.columns), "onsets with two notes on one string")


def fingering(piece: Piece) -> float | None:
    """Return the share of onsets that a left hand can hold: within 7 frets, on the neck, one note a string."""
    if not piece.columns:
        return None
    good = sum(
        1
        for _, places in piece.columns
        if span_of(places) <= MAX_SPAN and all(map(on_neck, places)) and on_own_strings(places)
    )
    return good / len(piece.columns)
