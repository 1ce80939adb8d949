"""How the metrics move when a perfect answer is spoilt little by little, beside the released scripts' figures.

    python benchmarks/metric_validity.py [--pieces 20] [--seed 1] [--notation pitchdur] ...

A perturbation is applied to 1, 2, 5, 10, 20, 35 and 50 percent of the notes, the same ones and more each time. A
metric must fall (never rise by more than chance: the means are over pieces) where the perturbation touches what it
measures, and stay exactly where it is where it does not. The last table says of each such demand whether it holds,
for these metrics and, in pitch-duration, for the two releases' figures of the same name. Exit status 1 where one of
these metrics does not hold.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from onote_compiler.scoring import score_item
from onote_compiler.scoring.compat import score_as_released

RATES = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5)
SHARPS = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
FLATS = ("C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B")
LENGTHS = (Fraction(1, 4), Fraction(1, 8), Fraction(1, 16), Fraction(3, 16), Fraction(1, 2))
SLACK = 1e-9
THIRD = 4
ELSEWHERE = (40, 51)  # pitches that no tune has
OPEN = (64, 59, 55, 50, 45, 40)

Note = tuple[int, Fraction]


@dataclass(frozen=True)
class Sample:
    """A truth as MusiXQA object, its notes, and a fixed random number for each: which are spoilt first."""

    truth: dict[str, Any]
    notes: list[Note]
    order: list[float]
    rng_seed: int

    def chosen(self, rate: float) -> set[int]:
        """Return the places of the share ``rate`` of notes, at least one for a rate over 0."""
        count = max(1, int(rate * len(self.notes))) if rate else 0
        return set(sorted(range(len(self.notes)), key=self.order.__getitem__)[:count])

    def rng(self, place: int) -> random.Random:
        """Return a generator for one note, the same at every rate."""
        return random.Random(f"{self.rng_seed}:{place}")


def make_sample(rng: random.Random, seed: int, chords: bool = False, naturals: bool = False) -> Sample:
    """Return a tune of 12 to 16 measures in 4/4.

    Args:
        rng: Where its notes come from.
        seed: Of what is done to it.
        chords: Whether each note has a third above it.
        naturals: Whether it has no accidentals.
    """
    notes: list[Note] = []
    bars = []
    midi = 67
    for number in range(1, rng.randint(12, 16) + 1):
        left, staff = 16, []
        while left:
            length = rng.choice([x for x in (1, 2, 3, 4, 8) if x <= left])
            left -= length
            midi = min(max(midi + rng.choice((-5, -4, -2, -1, 1, 2, 3, 5)), 55), 81)
            midi -= naturals and midi % 12 in (1, 3, 6, 8, 10)
            notes.append((midi, Fraction(length, 16)))
            names = [f"{SHARPS[m % 12]}{m // 12 - 1}" for m in ((midi, midi + THIRD) if chords else (midi,))]
            staff.append({"pitch": names if chords else names[0], "duration": str(Fraction(length, 16))})
        bars.append({"bar_number": number, "chord": "C", "staves": {"treble": staff}})
    truth = {"tempo": 96, "key": "C Major", "time_signature": "4/4", "bars": bars}
    return Sample(truth, notes, [rng.random() for _ in notes], seed)


Write = Callable[..., str]
"""Writes notes in a notation; ``flats`` are the places that are spelled with flats, where it can say that."""


def write_pitchdur(notes: list[Note], flats: Collection[int] = ()) -> str:
    """Return notes in format C."""
    words = []
    for place, (midi, length) in enumerate(notes):
        names = FLATS if place in flats else SHARPS
        words.append(f"{names[midi % 12]}{midi // 12 - 1}({length.numerator}/{length.denominator})")
    return " ".join(words)


def write_abc(notes: list[Note], flats: Collection[int] = ()) -> str:
    """Return notes as ABC without bar lines, each with its own accidental."""
    words = []
    for place, (midi, length) in enumerate(notes):
        name = (FLATS if place in flats else SHARPS)[midi % 12]
        accidental = {"": "=", "#": "^", "b": "_"}[name[1:]]
        octave = midi // 12 - 1
        letter = name[0].lower() + "'" * (octave - 5) if octave > 4 else name[0] + "," * (4 - octave)
        words.append(f"{accidental}{letter}{length * 64}")
    return f"X:1\nT:Study\nM:4/4\nL:1/64\nK:C\n{' '.join(words)} |]\n"


def write_jianpu(notes: list[Note], flats: Collection[int] = ()) -> str:
    """Return notes in format B with accidentals, as one measure in C."""
    words = []
    for place, (midi, length) in enumerate(notes):
        name = (FLATS if place in flats else SHARPS)[midi % 12]
        octave = midi // 12 - 5
        marks = "^" * octave + "_" * -octave
        words.append(f"{marks}{name[1:]}{'CDEFGAB'.index(name[0]) + 1}({length.numerator}/{length.denominator})")
    return " ".join(words) + " |"


def write_tab(notes: list[Note], flats: Collection[int] = ()) -> str:
    """Return the pitches of notes as linear tablature."""
    words = []
    for midi, _ in notes:
        string = next(s for s, pitch in enumerate(OPEN, 1) if midi - pitch >= 0)
        words.append(f"S{string}_F{midi - OPEN[string - 1]}")
    return " ".join(words)


WRITERS: dict[str, Write] = {
    "pitchdur": write_pitchdur, "abc": write_abc, "jianpu": write_jianpu, "tab": write_tab,
}  # fmt: skip


def drop(sample: Sample, chosen: set[int], write: Write) -> str:
    return write([note for i, note in enumerate(sample.notes) if i not in chosen])


def insert(sample: Sample, chosen: set[int], write: Write) -> str:
    notes = []
    for i, note in enumerate(sample.notes):
        notes.append(note)
        if i in chosen:
            notes.append((sample.rng(i).randint(*ELSEWHERE), sample.rng(i).choice(LENGTHS)))
    return write(notes)


def substitute(sample: Sample, chosen: set[int], write: Write) -> str:
    return write([
        (sample.rng(i).randint(*ELSEWHERE), Fraction(5, 16)) if i in chosen else note
        for i, note in enumerate(sample.notes)
    ])  # fmt: skip


def transpose(sample: Sample, chosen: set[int], write: Write) -> str:
    return write(
        [(midi + 24, length) if i in chosen else (midi, length) for i, (midi, length) in enumerate(sample.notes)]
    )


def retime(sample: Sample, chosen: set[int], write: Write) -> str:
    return write(
        [(midi, Fraction(5, 16)) if i in chosen else (midi, length) for i, (midi, length) in enumerate(sample.notes)]
    )


def shift(sample: Sample, chosen: set[int], write: Write) -> str:
    """Make the first note longer, the more the higher the rate, so that everything after it is late."""
    (midi, length), *rest = sample.notes
    return write([(midi, length + Fraction(len(chosen), 64)), *rest])


def respell(sample: Sample, chosen: set[int], write: Write) -> str:
    return write(sample.notes, chosen)


def unreduce(sample: Sample, chosen: set[int], write: Write) -> str:
    words = write(sample.notes).split()
    for i in chosen:
        midi, length = sample.notes[i]
        words[i] = f"{SHARPS[midi % 12]}{midi // 12 - 1}({2 * length.numerator}/{2 * length.denominator})"
    return " ".join(words)


def split_ties(sample: Sample, chosen: set[int], write: Write) -> str:
    """Write a note as two of half its length, as one who does not see the tie."""
    notes = []
    for i, (midi, length) in enumerate(sample.notes):
        notes.extend([(midi, length / 2)] * 2 if i in chosen else [(midi, length)])
    return write(notes)


def reorder(sample: Sample, chosen: set[int], write: Write) -> str:
    """Exchange each chosen note with the next one."""
    notes = list(sample.notes)
    for i in sorted(chosen):
        if i + 1 < len(notes) and i + 1 not in chosen:
            notes[i], notes[i + 1] = notes[i + 1], notes[i]
    return write(notes)


def reorder_chords(sample: Sample, chosen: set[int], write: Write) -> str:
    """Write each note with its third as a chord, the chosen ones from high to low."""
    words = []
    for i, (midi, length) in enumerate(sample.notes):
        names = [f"{SHARPS[m % 12]}{m // 12 - 1}" for m in (midi, midi + THIRD)]
        words.append(f"[{' '.join(names[::-1] if i in chosen else names)}]({length.numerator}/{length.denominator})")
    return " ".join(words)


def prose(sample: Sample, chosen: set[int], write: Write) -> str:
    """Put the right answer into a sentence, the longer the higher the rate."""
    if not chosen:
        return write(sample.notes)
    before = "Here is my transcription of the recording, as well as I can hear it.\n" * len(chosen)
    return f"{before}\n{write(sample.notes)}\n"


FALL, STAY = "fall", "stay"
MUSIC = {"pitch": FALL, "duration": FALL, "full": FALL}
Perturb = Callable[[Sample, set[int], Write], str]
PERTURBATIONS: dict[str, tuple[Perturb, dict[str, str]]] = {
    "drop": (drop, MUSIC),
    "insert": (insert, MUSIC),
    "substitute": (substitute, MUSIC),
    "transpose": (transpose, {"pitch": FALL, "duration": STAY, "full": FALL, "temporal": STAY}),
    "retime": (retime, {"pitch": STAY, "duration": FALL, "full": FALL}),
    "shift": (shift, {"pitch": STAY, "temporal": FALL}),
    "split ties": (split_ties, MUSIC),
    "reorder": (reorder, {"pitch": FALL, "full": FALL}),
    "reorder chords": (reorder_chords, {"pitch": STAY, "duration": STAY, "full": STAY, "temporal": STAY}),
    "respell": (respell, {"pitch": STAY, "duration": STAY, "full": STAY, "phi": STAY, "strict_phi": STAY}),
    "unreduce": (unreduce, {"pitch": STAY, "duration": STAY, "full": STAY, "phi": STAY, "strict_phi": STAY}),
    "prose": (prose, {"pitch": STAY, "duration": STAY, "full": STAY, "format": FALL}),
}
# What a notation cannot say, or says in another way.
NOT_IN: dict[str, set[str]] = {
    "pitchdur": set(),
    "abc": {"reorder chords", "unreduce"},
    "jianpu": {"reorder chords", "unreduce", "respell"},
    "tab": {"reorder chords", "unreduce", "respell", "retime", "shift", "transpose"},
}
SHOWN = ("pitch", "duration", "full", "temporal", "phi", "strict_phi")
RELEASED = ("pitch", "duration", "full")


def curve(perturb: Perturb, samples: list[Sample], notation: str = "pitchdur") -> list[dict[str, float]]:
    """Return the mean figures at each rate; in pitch-duration the releases', too, as shares of 1."""
    points = []
    for rate in RATES:
        totals: Counter[str] = Counter()
        for sample in samples:
            answer = perturb(sample, sample.chosen(rate), WRITERS[notation])
            asked = {"notation": notation, "dialect": "linear" if notation == "tab" else None}
            found = score_item("ast", answer, sample.truth, **asked).metrics
            totals.update({name: float(found[name]) for name in (*SHOWN, "format") if found[name] is not None})
            if notation == "pitchdur":
                for release in ("r1", "r2"):
                    item = {"prediction": answer, "reference": sample.truth, "notation": notation}
                    figures = score_as_released(release, "ast", item)
                    totals.update({f"{release} {name}": figures[name] / 100 for name in RELEASED})
        points.append({name: total / len(samples) for name, total in totals.items()})
    return points


def fault(values: list[float], how: str) -> str | None:
    """Return what a figure does that it should not, ``None`` where it behaves."""
    if not any(values):
        return "is 0 throughout"
    if how == STAY:
        moves = max(values) - min(values) > SLACK
        return f"moves from {min(values):.4f} to {max(values):.4f}" if moves else None
    if any(b > a + SLACK for a, b in pairwise(values)):
        return "rises"
    return None if values[-1] < values[0] - 0.05 else "hardly falls"


def faults(points: list[dict[str, float]], wanted: dict[str, str]) -> list[str]:
    """Return what does not behave as wanted."""
    found = {name: fault([point[name] for point in points], how) for name, how in wanted.items() if name in points[0]}
    return [f"{name} should {wanted[name]} and {said}" for name, said in found.items() if said]


def verdicts(name: str, points: list[dict[str, float]], wanted: dict[str, str]) -> list[tuple[str, ...]]:
    """Return a row for each demand: perturbation, metric, what it should do, and what the three figures do."""
    rows = []
    for metric, how in wanted.items():
        if metric in points[0]:
            columns = (metric, f"r1 {metric}", f"r2 {metric}")
            said = [fault([p[c] for p in points], how) or "yes" if c in points[0] else "-" for c in columns]
            rows.append((name, metric, f"{how}s", *said))
    return rows


def report(notation: str, tunes: list[Sample], chords: list[Sample]) -> int:
    """Print the curves of a notation and the verdicts; return how many metrics do not behave."""
    rows: list[tuple[str, ...]] = []
    for name, (perturb, wanted) in PERTURBATIONS.items():
        if name in NOT_IN[notation]:
            continue
        points = curve(perturb, chords if perturb is reorder_chords else tunes, notation)
        columns = [c for c in (*SHOWN, "r1 full", "r2 full") if c in points[0]]
        print(f"\n{notation}, {name}: {', '.join(f'{metric} {how}s' for metric, how in wanted.items())}")
        print(f"{'rate':>6} " + " ".join(f"{metric:>10}" for metric in columns))
        for rate, point in zip(RATES, points, strict=True):
            print(f"{rate:6.0%} " + " ".join(f"{point[c]:10.4f}" for c in columns))
        rows += verdicts(name, points, wanted)
    print(f"\n{notation}: does the figure do what it should?")
    heads = ("perturbation", "metric", "should", "ours", "r1", "r2")
    widths = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]
    for row in (heads, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return sum(row[3] != "yes" for row in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pieces", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--notation", action="append", choices=sorted(WRITERS))
    options = parser.parse_args()
    seeds = range(options.seed * 1000, options.seed * 1000 + options.pieces)
    bad = 0
    for notation in options.notation or WRITERS:
        rng = random.Random(options.seed)
        tunes = [make_sample(rng, seed, naturals=notation == "jianpu") for seed in seeds]
        chords = [make_sample(rng, seed, chords=True) for seed in seeds]
        bad += report(notation, tunes, chords)
    print(f"\n{bad} metrics that do not behave")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
