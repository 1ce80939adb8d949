"""Second level: does it hold by the theory the task fixes? Measures, key, meter, legality of notes and rests."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm

from onote_compiler.ir.events import Rest
from onote_compiler.ir.key import MODE_SHIFTS, Key
from onote_compiler.scoring.metrics.structure import key_match, meter_match, tonic_class
from onote_compiler.scoring.smg.keys import KeyName, estimate, in_one_form, in_scale, lead_of_another, relation
from onote_compiler.scoring.smg.piece import Piece
from onote_compiler.scoring.smg.rules import NOT_APPLICABLE, RuleScore, share

# A key other than the one asked for is heard where another scale holds at least this share of notes more.
CLEARLY_BETTER = 0.05
FORM_CLEARLY_BETTER = 0.1
SHORTEST = 64
TUPLETS = (1, 3, 5, 7, 9, 11, 13, 15)
_MINOR = MODE_SHIFTS["minor"]


def measure_sum(piece: Piece) -> RuleScore:
    """The share of measures, of all voices, that last exactly as long as the meter; empty ones do not."""
    if not piece.score.measured:
        return NOT_APPLICABLE
    wrong = {d.measure for d in piece.parsed.diagnostics if d.name in ("width", "row-length")}
    good = 0
    fits: dict[tuple[int, ...], bool] = {}  # by the durations' identity, since measures share rhythms
    for measure in piece.all_measures:
        meter = piece.meter or measure.meter
        rhythm = (id(meter), *[id(event.duration) for event in measure.events if not event.grace])
        holds = fits.get(rhythm)
        if holds is None:
            holds = fits[rhythm] = meter.duration is None or measure.duration == meter.duration
        good += holds and bool(measure.events) and measure.number not in wrong
    return share(good, len(piece.all_measures), "measures do not add up to the meter")


def measure_count(piece: Piece) -> RuleScore:
    """Whether there are as many measures as asked for: 1 less the difference over the number asked for."""
    if piece.measures is None or not piece.score.measured:
        return NOT_APPLICABLE
    have, want = piece.measure_count, piece.measures
    if have == want:
        return RuleScore(1.0)
    return RuleScore(max(0.0, 1 - abs(have - want) / max(want, 1)), True, f"{have} measures, {want} asked for")


def meter_kept(piece: Piece) -> RuleScore:
    """Whether the text states the meter asked for; it applies to notations that state one."""
    if piece.meter is None or piece.notation not in ("abc", "jianpu"):
        return NOT_APPLICABLE
    matches = meter_match(piece.meter, piece.score.meter)
    if matches is None:
        return NOT_APPLICABLE
    return RuleScore(float(matches), not matches, "" if matches else f"{piece.score.meter}, {piece.meter} asked for")


def pitch_class_weights(piece: Piece) -> list[int]:
    """Return how long each pitch class sounds, in ticks; notes of unknown length count as a quarter each."""
    unit = lcm(piece.tokens.unit, 4)
    ticks = unit // piece.tokens.unit
    weights = [0] * 12
    for token, length in zip(piece.tokens.timeline, piece.tokens.durations, strict=True):
        if token.midi is not None:
            weights[token.midi % 12] += length * ticks if length else unit // 4
    return weights


def key_name(key: Key) -> KeyName | None:
    """Return a key as the estimators name it; modes other than minor count as the major key of their signature."""
    tonic = tonic_class(key)
    if tonic is None or key.mode not in MODE_SHIFTS:
        return None
    if MODE_SHIFTS[key.mode] == _MINOR:
        return KeyName(tonic, True)
    return KeyName(7 * key.fifths % 12, False)


def key_kept(piece: Piece) -> RuleScore:
    """Key consistency: the mean of the share of notes in the scale, the cadence, and the estimated key's nearness.

    It fires where the text states another key than the one asked for, or where another scale of the same mode holds
    clearly more of the notes. In minor, whose three forms together hold almost everything, it fires too where one
    form of another key does and the estimate is not the key asked for. A cadence or an estimate alone never makes it
    fire: short pieces mislead both.
    """
    asked = piece.key or (piece.score.key if piece.key_stated else None)
    name = key_name(asked) if asked else None
    if asked is None or name is None or not piece.tokens.notes:
        return NOT_APPLICABLE
    counts = [0.0] * 12
    for midi, count in Counter(token.midi for token in piece.tokens.notes).items():
        counts[(midi or 0) % 12] += count
    fit = in_scale(counts, name)
    estimated = estimate(pitch_class_weights(piece))
    nearness = relation(estimated, name) if estimated else 0.0
    stated = key_match(asked, piece.score.key) if piece.key_stated else None
    score = (fit + cadence(piece, name) + nearness) / 3
    if stated is False:
        return RuleScore(score / 2, True, "the text states another key than the one asked for")
    lead = lead_of_another(in_scale, counts, name)
    if lead >= CLEARLY_BETTER:
        return RuleScore(score, True, f"{fit:.0%} of the notes are in the key, another key holds {fit + lead:.0%}")
    held, narrow = in_one_form(counts, name), lead_of_another(in_one_form, counts, name)
    if name.minor and estimated != name and narrow >= FORM_CLEARLY_BETTER:
        said = f"{held:.0%} of the notes are in one form of the key, another key holds {held + narrow:.0%}"
        return RuleScore(score, True, said)
    return RuleScore(score, False, f"{fit:.0%} in the key")


def cadence(piece: Piece, key: KeyName) -> float:
    """Return how stable the last melody note is: 1 for the tonic, 0.5 for another note of its triad, else 0."""
    last = piece.melody[-1].midi
    assert last is not None
    degree = (last - key.tonic) % 12
    return 1.0 if degree == 0 else 0.5 if degree in (3 if key.minor else 4, 7) else 0.0


def legal_events(piece: Piece) -> RuleScore:
    """The share of notes and rests that can be written: a known length down to a 64th, a pitch MIDI can say, and no
    rest longer than its measure."""
    timed = piece.tokens.timed
    longest = {m.number: (piece.meter or m.meter).duration for m in piece.all_measures}
    legal: dict[int, bool] = {}  # by a duration's identity: few recur
    good = 0
    for number, event in piece.events:
        length = event.duration
        fits = legal.get(id(length))
        if fits is None:
            fits = legal[id(length)] = not timed if length is None else _can_be_written(length)
        if not fits or not all(note.pitch is None or note.pitch.in_range for note in event.notes):
            continue
        good += not (isinstance(event, Rest) and _outlasts(event, longest.get(number)))
    return share(good, len(piece.events), "notes or rests that cannot be written or played")


def _can_be_written(length: Fraction) -> bool:
    odd = length.denominator
    while odd % 2 == 0:
        odd //= 2
    return length > 0 and odd in TUPLETS and length.denominator // odd <= SHORTEST


def _outlasts(rest: Rest, measure: Fraction | None) -> bool:
    return not rest.measures and None not in (measure, rest.duration) and rest.duration > measure  # type: ignore[operator]
