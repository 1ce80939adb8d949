"""Third level: does it hang together? Features of the melody on a scale of 0 to 1, and one fault: the loop.

Only a loop is a fault. The others are shown with their value and never fire: what they measure can be small in good
music. ``docs/coherence.md`` defines each.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from onote_compiler.scoring.smg import features
from onote_compiler.scoring.smg.piece import Piece, median
from onote_compiler.scoring.smg.rules import NOT_APPLICABLE, RuleScore

PHRASE = 4  # measures
SHOWN_PHRASES = 8
SAME_MEASURE_LOOP = 4  # times in a row
LONGEST_SECTION = 4  # measures
MOST_OF_IT = 0.75
SAME_UNIT_LOOP = 8
LONGEST_UNIT = 8  # events
MIN_AMBITUS, MAX_AMBITUS = 5, 24
BASS_BELOW, MELODY_FROM = 52, 64  # E3 and E4
LAYERS = ("bass", "middle", "melody")


def loop(piece: Piece) -> RuleScore:
    """Repetition that does not end: up to four measures four times in a row (three times where that is most of the
    piece), or a unit of up to 8 events eight times.

    The score is the share of the piece that lies outside such runs, their first round aside.
    """
    measures = len(piece.contents)
    if not piece.events:
        return NOT_APPLICABLE
    for period in range(1, min(LONGEST_SECTION, measures // 2) + 1):
        run, where = features.longest_run(piece.contents, period)
        if run >= SAME_MEASURE_LOOP or (run >= 3 and period * run >= MOST_OF_IT * measures):
            kept = 1 - period * (run - 1) / measures
            return RuleScore(kept, True, f"{period} measures from {where + 1} on stand {run} times in a row")
    timed = piece.struck
    for period in range(1, min(LONGEST_UNIT, len(timed) // SAME_UNIT_LOOP) + 1):
        run, where = features.longest_run(timed, period)
        if run >= SAME_UNIT_LOOP:
            kept = 1 - period * (run - 1) / len(timed)
            return RuleScore(kept, True, f"{period} events from event {where + 1} on stand {run} times in a row")
    if measures < 2:
        return NOT_APPLICABLE
    alike = features.self_similarity(piece.contents)
    return RuleScore(1.0, False, f"{alike:.0%} of the pairs of measures are alike")


def phrases(piece: Piece) -> RuleScore:
    """The share of four-measure phrases that close: on a note at least as long as the piece's median, or a rest.

    Shown with it is how long the phrases are that do close, in measures.
    """
    if not piece.score.measured or piece.measure_count < PHRASE or not piece.tokens.timed:
        return NOT_APPLICABLE
    lengths = [token.duration for token in piece.melody if token.duration is not None]
    if not lengths:
        return NOT_APPLICABLE
    usual = median(lengths)
    ending = {token.measure: token for token in piece.tokens.timeline}
    last = {number: token.duration if token.midi is not None else usual for number, token in ending.items()}
    ends = range(PHRASE, piece.measure_count + 1, PHRASE)
    closed = [end for end in ends if (length := last.get(end)) is not None and length >= usual]
    lengths_shown = " ".join(str(end - start) for start, end in pairwise([0, *closed][: SHOWN_PHRASES + 1]))
    shown = f", {lengths_shown} measures long" if closed else ""
    return RuleScore(len(closed) / len(ends), False, f"{len(closed)} of {len(ends)} phrases close{shown}")


def motifs(piece: Piece) -> RuleScore:
    """The share of melody notes in a motif that returns, exactly, transposed, inverted or in rhythm."""
    if len(piece.melody) < 2 * features.MOTIF:
        return NOT_APPLICABLE
    found = features.motif_coverage(piece.melody)
    return RuleScore(max(found.values()), False, " ".join(f"{name} {value:.2f}" for name, value in found.items()))


def ambitus(piece: Piece) -> RuleScore:
    """The melody's range: 1 from a fourth to two octaves, falling to 0 at a unison and at four octaves."""
    if len(piece.melody) < 2:
        return NOT_APPLICABLE
    width = features.ambitus(piece.melody)
    below, above = width / MIN_AMBITUS, 2 - width / MAX_AMBITUS
    return RuleScore(max(0.0, min(1.0, below, above)), False, f"{width} semitones, {features.contour(piece.melody)}")


def leaps(piece: Piece) -> RuleScore:
    """The share of melodic intervals of an octave or less."""
    steps = features.intervals(piece.melody)
    if not steps:
        return NOT_APPLICABLE
    small = sum(1 for step in steps if abs(step) <= features.LEAP)
    return RuleScore(small / len(steps), False, f"{len(steps) - small} leaps over an octave")


def rhythm(piece: Piece) -> RuleScore:
    """Rhythmic variety: entropy of the melody's durations, over that of four equally common ones, at most 1."""
    timed = [token for token in piece.melody if token.duration is not None]
    if len(timed) < 2:
        return NOT_APPLICABLE
    lengths = features.length_codes(timed)
    bits = features.entropy(lengths)
    kinds = len(set(lengths))
    return RuleScore(min(1.0, bits / 2), False, f"{kinds} duration{'s' * (kinds != 1)}, {abs(bits):.2f} bits")


def layers(piece: Piece) -> RuleScore:
    """Tablature: the share of measures that sound in at least two of bass (below E3), middle, and melody (E4 on)."""
    heard: dict[int, set[int]] = {}
    for token in piece.tokens.notes:
        if token.midi is not None:
            layer = 0 if token.midi < BASS_BELOW else 2 if token.midi >= MELODY_FROM else 1
            heard.setdefault(token.measure, set()).add(layer)
    if not heard:
        return NOT_APPLICABLE
    rich = sum(1 for layers_ in heard.values() if len(layers_) > 1)
    counts = Counter(layer for layers_ in heard.values() for layer in layers_)
    each = ", ".join(f"{name} in {counts[layer]}" for layer, name in enumerate(LAYERS))
    return RuleScore(rich / max(piece.measure_count, 1), False, f"{each} of {piece.measure_count} measures")
