"""Hand movement of fingerings on the same melodies: ours, tabsynth's, greedy, and the least possible.

Movement is the sum of fret distances between consecutive fretted notes; open strings leave the hand where it is.

    pip install tabsynth        # optional: without it its row is left out
    python benchmarks/fingering.py [--melodies 60] [--seed 1]
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
from collections.abc import Callable
from itertools import pairwise

from onote_compiler.theory.fingering import Costs, Fretboard, Onset, Position, assign, shapes

STRINGS = (64, 59, 55, 50, 45, 40)
MAX_FRET = 15
BOARD = Fretboard(STRINGS, max_fret=MAX_FRET)
SCALE = (0, 2, 4, 5, 7, 9, 11)
LOWEST, HIGHEST = 40, 76
Fingering = list[Position]


def melody(rng: random.Random, length: int) -> list[int]:
    """Return a diatonic random walk: mostly steps, some thirds, now and then a leap of up to an octave."""
    tonic = rng.randrange(12)
    notes = [midi for midi in range(LOWEST, HIGHEST + 1) if (midi - tonic) % 12 in SCALE]
    at = rng.randrange(len(notes))
    found = []
    for _ in range(length):
        found.append(notes[at])
        step = rng.choices((1, 2, rng.randint(3, 7)), (6, 3, 1))[0] * rng.choice((-1, 1))
        at = at + step if 0 <= at + step < len(notes) else at - step
        at = min(max(at, 0), len(notes) - 1)
    return found


def movement(fingering: Fingering) -> int:
    """Return the sum of fret distances between consecutive fretted notes."""
    frets = [position.fret for position in fingering if position.fret]
    return sum(abs(b - a) for a, b in pairwise(frets))


def ours(notes: list[int]) -> Fingering:
    """Return the fingering of the package's default costs."""
    return [shape[0] for shape in assign([Onset((note,)) for note in notes], BOARD).shapes]


def greedy(notes: list[int]) -> Fingering:
    """Return the lowest fret of every note."""
    return [min((shape[0] for shape in shapes((note,), BOARD)), key=lambda p: p.fret) for note in notes]


def least(notes: list[int]) -> Fingering:
    """Return a fingering of the least movement there is, whatever else it costs."""
    only_movement = Costs(leap=0, crossing=0, height=0, high=0, open=0, apart=0)
    return [shape[0] for shape in assign([Onset((note,)) for note in notes], BOARD, only_movement).shapes]


def tabsynth(notes: list[int]) -> Fingering:
    """Return the fingering of the package tabsynth, with the same highest fret."""
    from tabsynth import NoteEvent, optimize_sequence

    events = [NoteEvent(440 * 2 ** ((note - 69) / 12), at * 0.5, 0.5) for at, note in enumerate(notes)]
    found = []
    for state, note in zip(optimize_sequence(events, max_fret=MAX_FRET), notes, strict=True):
        ((string, fret),) = state.frets_by_string.items()
        if STRINGS[string - 1] + fret != note:
            raise SystemExit(f"tabsynth plays string {string} fret {fret} for {note}")
        found.append(Position(string, fret))
    return found


def main() -> None:
    """Print one table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--melodies", type=int, default=60)
    options.add_argument("--length", type=int, default=48)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    rng = random.Random(given.seed)
    melodies = [melody(rng, given.length) for _ in range(given.melodies)]
    ways: dict[str, Callable[[list[int]], Fingering]] = {"least possible": least, "onote-compiler": ours}
    if importlib.util.find_spec("tabsynth") is not None:
        ways["tabsynth"] = tabsynth
    ways["greedy, lowest fret"] = greedy
    print(f"{given.melodies} melodies of {given.length} notes, seed {given.seed}")
    print(f"{'':22}{'movement':>10}{'highest fret':>14}{'open strings':>14}{'seconds':>9}")
    for name, way in ways.items():
        start = time.perf_counter()
        found = [way(notes) for notes in melodies]
        passed = time.perf_counter() - start
        frets = [position.fret for fingering in found for position in fingering]
        print(f"{name:22}{sum(map(movement, found)):>10}{max(frets):>14}{frets.count(0):>14}{passed:>9.2f}")
    notes = [rng.randint(LOWEST, HIGHEST) for _ in range(1000)]
    start = time.perf_counter()
    assign([Onset((note,)) for note in notes], BOARD)
    print(f"1000 random notes assigned in {time.perf_counter() - start:.3f} s")


if __name__ == "__main__":
    main()
