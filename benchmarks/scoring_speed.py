"""Time per scored output: this package's figures, and its reproductions of the released scripts.

    python benchmarks/scoring_speed.py [--outputs 10000] [--workers 2] [--seed 1]

Outputs are answers in pitch-duration to pieces of 10 to 19 measures, a third of them right, the others with a tenth
or a third of their notes spoilt; each has a truth of its own. Wall time is that of `score_batch` from items to
results; processor time, which other work on the machine does not lengthen as much, is a process's own.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import time
from fractions import Fraction
from typing import Any

from onote_compiler.scoring import Item, score_batch
from onote_compiler.scoring.compat import score_as_released

NAMES = ("C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B")


def make_items(count: int, seed: int) -> list[Item]:
    """Return items of one or two staves with some 70 notes each."""
    rng = random.Random(seed)
    return [_item(rng, str(number)) for number in range(count)]


def _item(rng: random.Random, name: str) -> Item:
    bars: list[dict[str, Any]] = []
    notes: list[tuple[Fraction, int, str]] = []
    staves = (("treble", 62), ("bass", 42))[: rng.choice((1, 1, 2))]
    for number in range(1, rng.randint(10, 19) + 1):
        held: dict[str, Any] = {}
        for staff, low in staves:
            held[staff], at = [], 0
            while at < 16:
                length = min(rng.choice((2, 2, 3, 4, 4, 8)), 16 - at)
                midi = low + rng.randint(0, 18)
                pitch, duration = f"{NAMES[midi % 12]}{midi // 12 - 1}", str(Fraction(length, 16))
                held[staff].append({"pitch": pitch, "duration": duration})
                notes.append((number + Fraction(at, 16), midi, f"{pitch}({duration})"))
                at += length
        bars.append({"bar_number": number, "chord": "C", "staves": held})
    tokens = [token for _, _, token in sorted(notes)]
    rate = rng.choice((0.0, 0.1, 0.3))
    tokens = ["C4(1/4)" if rng.random() < rate else token for token in tokens if rng.random() >= rate / 3]
    truth = {"tempo": rng.randint(60, 140), "key": "C Major", "time_signature": "4/4", "bars": bars}
    return Item(name, " ".join(tokens), truth, "pitchdur")


def _processor_time() -> float:
    """Return the seconds that this process and its workers, which are waited for, have been busy."""
    for worker in multiprocessing.active_children():
        worker.join()
    return sum(os.times()[:4])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--outputs", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    items = make_items(options.outputs, options.seed)
    notes = sum(len(item.prediction.split()) for item in items) / len(items)
    print(f"{len(items)} outputs, {notes:.0f} notes each")
    sample = items[: max(1, len(items) // 20)]
    began = time.process_time()
    for _ in score_batch("ast", sample):
        pass
    print(f"one process: {(time.process_time() - began) / len(sample) * 1000:.2f} ms of processor time an output")
    began, busy = time.perf_counter(), _processor_time()
    for _ in score_batch("ast", items, options.workers):
        pass
    taken = time.perf_counter() - began
    busy = (_processor_time() - busy) / options.workers
    each = taken / len(items) * 1000
    print(f"{options.workers} workers: {taken:.1f} s, each busy for {busy:.1f} s, {each:.2f} ms an output")
    for release in ("r1", "r2"):
        began = time.process_time()
        for item in sample:
            score_as_released(release, "ast", {"prediction": item.prediction, "reference": item.reference})
        print(f"--compat {release}: {(time.process_time() - began) / len(sample) * 1000:.3f} ms an output")


if __name__ == "__main__":
    main()
