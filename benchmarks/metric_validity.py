"""How the metrics move when a perfect answer is spoilt little by little, beside the released scripts' figures.

    python benchmarks/metric_validity.py [--pieces 20] [--seed 1]

A perturbation is applied to 1, 2, 5, 10, 20, 35 and 50 percent of the notes, the same ones and more each time. A
metric must fall (never rise by more than chance: the means are over pieces) where the perturbation touches what it
measures, and stay exactly where it is where it does not. Exit status 1 where one does not.
"""

from __future__ import annotations

import argparse
import random
import sys
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


def make_sample(rng: random.Random, seed: int, chords: bool = False) -> Sample:
    """Return a tune of 12 to 16 measures in 4/4, each note with a third above it where ``chords`` is set."""
    notes: list[Note] = []
    bars = []
    midi = 67
    for number in range(1, rng.randint(12, 16) + 1):
        left, staff = 16, []
        while left:
            length = rng.choice([x for x in (1, 2, 3, 4, 8) if x <= left])
            left -= length
            midi = min(max(midi + rng.choice((-5, -4, -2, -1, 1, 2, 3, 5)), 55), 81)
            notes.append((midi, Fraction(length, 16)))
            names = [f"{SHARPS[m % 12]}{m // 12 - 1}" for m in ((midi, midi + THIRD) if chords else (midi,))]
            staff.append({"pitch": names if chords else names[0], "duration": str(Fraction(length, 16))})
        bars.append({"bar_number": number, "chord": "C", "staves": {"treble": staff}})
    truth = {"tempo": 96, "key": "C Major", "time_signature": "4/4", "bars": bars}
    return Sample(truth, notes, [rng.random() for _ in notes], seed)


def write(notes: list[Note], flats: Collection[int] = ()) -> str:
    """Return notes in format C, those at ``flats`` spelled with flats."""
    words = []
    for place, (midi, length) in enumerate(notes):
        names = FLATS if place in flats else SHARPS
        words.append(f"{names[midi % 12]}{midi // 12 - 1}({length.numerator}/{length.denominator})")
    return " ".join(words)


def drop(sample: Sample, chosen: set[int]) -> str:
    return write([note for i, note in enumerate(sample.notes) if i not in chosen])


def insert(sample: Sample, chosen: set[int]) -> str:
    notes = []
    for i, note in enumerate(sample.notes):
        notes.append(note)
        if i in chosen:
            notes.append((sample.rng(i).randint(84, 96), sample.rng(i).choice(LENGTHS)))
    return write(notes)


def substitute(sample: Sample, chosen: set[int]) -> str:
    return write([
        (84 + sample.rng(i).randint(0, 11), Fraction(5, 16)) if i in chosen else note
        for i, note in enumerate(sample.notes)
    ])  # fmt: skip


def transpose(sample: Sample, chosen: set[int]) -> str:
    return write(
        [(midi + 24, length) if i in chosen else (midi, length) for i, (midi, length) in enumerate(sample.notes)]
    )


def retime(sample: Sample, chosen: set[int]) -> str:
    return write(
        [(midi, Fraction(5, 16)) if i in chosen else (midi, length) for i, (midi, length) in enumerate(sample.notes)]
    )


def shift(sample: Sample, chosen: set[int]) -> str:
    """Make the first note longer, the more the higher the rate, so that everything after it is late."""
    (midi, length), *rest = sample.notes
    return write([(midi, length + Fraction(len(chosen), 64)), *rest])


def respell(sample: Sample, chosen: set[int]) -> str:
    return write(sample.notes, chosen)


def unreduce(sample: Sample, chosen: set[int]) -> str:
    words = write(sample.notes).split()
    for i in chosen:
        midi, length = sample.notes[i]
        words[i] = f"{SHARPS[midi % 12]}{midi // 12 - 1}({2 * length.numerator}/{2 * length.denominator})"
    return " ".join(words)


def split_ties(sample: Sample, chosen: set[int]) -> str:
    """Write a note as two of half its length, as one who does not see the tie."""
    notes = []
    for i, (midi, length) in enumerate(sample.notes):
        notes.extend([(midi, length / 2)] * 2 if i in chosen else [(midi, length)])
    return write(notes)


def reorder(sample: Sample, chosen: set[int]) -> str:
    """Exchange each chosen note with the next one."""
    notes = list(sample.notes)
    for i in sorted(chosen):
        if i + 1 < len(notes) and i + 1 not in chosen:
            notes[i], notes[i + 1] = notes[i + 1], notes[i]
    return write(notes)


def reorder_chords(sample: Sample, chosen: set[int]) -> str:
    """Write each note with its third as a chord, the chosen ones from high to low."""
    words = []
    for i, (midi, length) in enumerate(sample.notes):
        names = [f"{SHARPS[m % 12]}{m // 12 - 1}" for m in (midi, midi + THIRD)]
        words.append(f"[{' '.join(names[::-1] if i in chosen else names)}]({length.numerator}/{length.denominator})")
    return " ".join(words)


def prose(sample: Sample, chosen: set[int]) -> str:
    """Put the right answer into a sentence, the longer the higher the rate."""
    if not chosen:
        return write(sample.notes)
    before = "Here is my transcription of the recording, as well as I can hear it.\n" * len(chosen)
    return f"{before}\n{write(sample.notes)}\n"


FALL, STAY = "fall", "stay"
MUSIC = {"pitch": FALL, "duration": FALL, "full": FALL}
PERTURBATIONS: dict[str, tuple[Callable[[Sample, set[int]], str], dict[str, str]]] = {
    "drop": (drop, MUSIC),
    "insert": (insert, MUSIC),
    "substitute": (substitute, MUSIC),
    "transpose": (transpose, {"pitch": FALL, "duration": STAY, "full": FALL, "temporal": STAY}),
    "retime": (retime, {"pitch": STAY, "duration": FALL, "full": FALL}),
    "shift": (shift, {"pitch": STAY}),
    "split ties": (split_ties, MUSIC),
    "reorder": (reorder, {"pitch": FALL, "full": FALL}),
    "reorder chords": (reorder_chords, {"pitch": STAY, "duration": STAY, "full": STAY, "temporal": STAY}),
    "respell": (respell, {"pitch": STAY, "duration": STAY, "full": STAY, "phi": STAY, "strict_phi": STAY}),
    "unreduce": (unreduce, {"pitch": STAY, "duration": STAY, "full": STAY, "phi": STAY, "strict_phi": STAY}),
    "prose": (prose, {"pitch": STAY, "duration": STAY, "full": STAY}),
}
SHOWN = ("pitch", "duration", "full", "temporal", "phi", "strict_phi")


def curve(perturb: Callable[[Sample, set[int]], str], samples: list[Sample]) -> list[dict[str, float]]:
    """Return the mean figures at each rate, the releases' ``full`` with them as shares of 1."""
    points = []
    for rate in RATES:
        totals: dict[str, float] = dict.fromkeys((*SHOWN, "r1", "r2"), 0.0)
        for sample in samples:
            answer = perturb(sample, sample.chosen(rate))
            found = score_item("ast", answer, sample.truth, notation="pitchdur").metrics
            for name in SHOWN:
                totals[name] += float(found[name] or 0.0)
            for release in ("r1", "r2"):
                item = {"prediction": answer, "reference": sample.truth, "notation": "pitchdur"}
                totals[release] += score_as_released(release, "ast", item)["full"] / 100
        points.append({name: total / len(samples) for name, total in totals.items()})
    return points


def faults(points: list[dict[str, float]], wanted: dict[str, str]) -> list[str]:
    """Return what does not behave as wanted."""
    found = []
    for name, how in wanted.items():
        values = [point[name] for point in points]
        if how == STAY and max(values) - min(values) > SLACK:
            found.append(f"{name} should stay and moves from {min(values):.4f} to {max(values):.4f}")
        if how == FALL and any(b > a + SLACK for a, b in pairwise(values)):
            found.append(f"{name} should fall and rises")
        if how == FALL and not values[-1] < values[0] - 0.05:
            found.append(f"{name} should fall and hardly does")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pieces", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    seeds = range(options.seed * 1000, options.seed * 1000 + options.pieces)
    tunes = [make_sample(rng, seed) for seed in seeds]
    chords = [make_sample(rng, seed, chords=True) for seed in seeds]
    bad = 0
    for name, (perturb, wanted) in PERTURBATIONS.items():
        points = curve(perturb, chords if perturb is reorder_chords else tunes)
        print(f"\n{name}: {', '.join(f'{metric} {how}s' for metric, how in wanted.items())}")
        print(f"{'rate':>6} " + " ".join(f"{metric:>10}" for metric in (*SHOWN, "r1 full", "r2 full")))
        for rate, point in zip(RATES, points, strict=True):
            print(f"{rate:6.0%} " + " ".join(f"{value:10.4f}" for value in point.values()))
        for fault in faults(points, wanted):
            print(f"  WRONG: {fault}")
            bad += 1
    print(f"\n{len(PERTURBATIONS)} perturbations, {bad} metrics that do not behave")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
