"""Generated pieces with one planted fault each: which rule finds it, and what the released regular expressions say.

    python benchmarks/smg_faults.py [--pieces 60] [--seed 1]

Each clean piece must leave every rule silent; each fault must be found by the rule it belongs to. Exit status 1
where that does not hold.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from onote_compiler.scoring import score_item
from onote_compiler.scoring.compat import score_as_released

NOTATIONS = ("abc", "jianpu", "tab")
MEASURES = {"abc": 8, "jianpu": 8, "tab": 4}
RHYTHMS = ((4, 4, 4, 4), (8, 4, 4), (6, 2, 4, 4), (4, 2, 2, 8), (2, 2, 4, 8), (8, 8), (4, 4, 2, 2, 4), (12, 4))
MAJOR = (0, 2, 4, 5, 7, 9, 11)
ABC_NAMES = ("C", "^C", "D", "^D", "E", "F", "^F", "G", "^G", "A", "^A", "B")
OPEN = (64, 59, 55, 50, 45, 40)
SPAN = 7

Measure = list[tuple[int, int]]
"""(MIDI number, sixteenths) of each note."""


@dataclass(frozen=True)
class Planted:
    """A text, the fault in it and the rule that should find it; ``None`` for a clean one."""

    notation: str
    text: str
    fault: str | None
    rule: str | None


def melody(rng: random.Random, measures: int) -> list[Measure]:
    """Return measures of a tune in C major that ends on C."""
    degree, tune = 7, []
    for _ in range(measures):
        notes = []
        for length in rng.choice(RHYTHMS):
            degree = min(max(degree + rng.choice((-2, -1, -1, 1, 1, 2)), 2), 9)
            notes.append((60 + 12 * (degree // 7) + MAJOR[degree % 7], length))
        tune.append(notes)
    tune[-1][-1] = (72, tune[-1][-1][1])
    return tune


def off_by_a_sixteenth(rng: random.Random, tune: list[Measure]) -> list[Measure]:
    place = rng.randrange(len(tune))
    (midi, length), *rest = tune[place]
    return [*tune[:place], [(midi, length + 1), *rest], *tune[place + 1 :]]


def wrong_key(rng: random.Random, tune: list[Measure]) -> list[Measure]:
    shift = rng.choice((2, 3, 4, -3, -4))
    return [[(midi + shift, length) for midi, length in measure] for measure in tune]


def looped(rng: random.Random, tune: list[Measure]) -> list[Measure]:
    return [*tune[:2], *[tune[2]] * (len(tune) - 2)]


def one_missing(rng: random.Random, tune: list[Measure]) -> list[Measure]:
    place = rng.randrange(len(tune) - 1)
    return tune[:place] + tune[place + 1 :]


def write_abc(rng: random.Random, tune: list[Measure]) -> str:
    body = " | ".join(" ".join(_abc_note(*note, seen) for note in measure) for measure in tune for seen in [{}])
    return f"X:1\nT:Study\nM:4/4\nL:1/16\nK:C\n{body} |]\n"


def _abc_note(midi: int, length: int, seen: dict[str, str]) -> str:
    """Return a note; an accidental that holds in the measure is taken back where the plain letter follows."""
    name = ABC_NAMES[midi % 12]
    letter, sign = name[-1], name[:-1]
    if sign == seen.get(letter, ""):
        written = letter
    else:
        written = (sign or "=") + letter
        seen[letter] = sign
    octave = midi // 12 - 5
    body = written[:-1] + (letter.lower() if octave > 0 else letter)
    return body + ("'" * (octave - 1) if octave > 1 else "," * -octave) + (str(length) if length != 1 else "")


def write_jianpu(rng: random.Random, tune: list[Measure]) -> str:
    return " | ".join(" ".join(_jianpu_note(*note) for note in measure) for measure in tune) + " |"


def _jianpu_note(midi: int, length: int) -> str:
    octave, step = divmod(midi - 60, 12)
    mark = "^" * octave if octave > 0 else "_" * -octave
    whole = 16
    while length % 2 == 0 and whole > 1:
        length, whole = length // 2, whole // 2
    return f"{mark}{MAJOR.index(step) + 1}({length}/{whole})"


def tab_grid(rng: random.Random, tune: list[Measure]) -> list[list[list[str]]]:
    """Return the columns of each measure, by string: the tune above, a low C or G on the first beat."""
    grid = []
    for measure in tune:
        rows = [["-"] * 16 for _ in OPEN]
        at = 0
        for midi, length in measure:
            pitch = midi - 12  # guitar sounds an octave lower
            string = next(s for s, open_string in enumerate(OPEN) if 0 <= pitch - open_string <= 9)
            rows[string][at] = str(pitch - OPEN[string])
            at += length
        bass = rng.choice(((4, 3), (5, 3)))
        if rows[bass[0]][0] == "-":
            rows[bass[0]][0] = str(bass[1])
        grid.append(rows)
    return grid


def write_tab(rng: random.Random, tune: list[Measure], change: Callable[[list[list[list[str]]]], None] | None) -> str:
    grid = tab_grid(rng, tune)
    if change is not None:
        change(grid)
    beats = "Beat|" + "1...2...3...4...|" * len(grid)
    rows = [f"{label}   |" + "".join("".join(m[i]) + "|" for m in grid) for i, label in enumerate("eBGDAE")]
    return "\n".join([beats, *rows]) + "\n"


def span_nine(grid: list[list[list[str]]]) -> None:
    rows = grid[1]
    for row in rows:
        row[4:8] = "----"
    rows[0][4], rows[3][4:6] = "3", "12"


def first_measure_again(grid: list[list[list[str]]]) -> None:
    grid[1:] = [grid[0]] * (len(grid) - 1)


def row_of_seventeen(grid: list[list[list[str]]]) -> None:
    grid[2][3].append("-")


def planted(rng: random.Random, notation: str, fault: str | None) -> Planted:
    """Return one piece, clean or with the fault."""
    tune = melody(rng, MEASURES[notation])
    changes = {"sixteenth": off_by_a_sixteenth, "key": wrong_key, "loop": looped, "missing": one_missing}
    rules = {
        "sixteenth": "measure_sum", "key": "key", "loop": "loop", "missing": "measure_count", "span": "span",
        "seventeen": "layout",
    }  # fmt: skip
    if fault in changes:
        tune = changes[fault](rng, tune)
    if notation == "tab":
        changed = {"span": span_nine, "seventeen": row_of_seventeen, "loop": first_measure_again}
        change = changed.get(fault or "")
        text = write_tab(rng, tune, change)
    else:
        text = (write_abc if notation == "abc" else write_jianpu)(rng, tune)
    return Planted(notation, text, fault, rules[fault] if fault else None)


FAULTS = {
    "abc": (None, "sixteenth", "key", "loop", "missing"),
    "jianpu": (None, "sixteenth", "loop", "missing"),
    "tab": (None, "span", "seventeen", "key", "loop", "missing"),
}


def make_pieces(count: int, seed: int) -> list[Planted]:
    """Return pieces of all notations and faults in turn."""
    rng = random.Random(seed)
    kinds = [(notation, fault) for notation in NOTATIONS for fault in FAULTS[notation]]
    return [planted(rng, *kinds[i % len(kinds)]) for i in range(count)]


def fired(piece: Planted) -> set[str]:
    """Return the rules that fire on a piece of which C major, 4/4 and a number of measures were asked."""
    found = score_item(
        "smg", piece.text, notation=piece.notation, key="C major", meter="4/4", measures=MEASURES[piece.notation]
    )
    return set(str(found.metrics["fired"]).split())


def released_checks(piece: Planted) -> set[str]:
    """Return the checks of the second release that fail."""
    item = {"prediction": piece.text, "notation": piece.notation, "measures": MEASURES[piece.notation]}
    found = score_as_released("r2", "smg", item)
    return {name.removeprefix("deterministic_") for name, value in found.items() if value is False}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pieces", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tally: dict[tuple[str, str], Counter[str]] = {}
    bad = 0
    for piece in make_pieces(options.pieces, options.seed):
        ours, theirs = fired(piece), released_checks(piece)
        right = piece.rule in ours if piece.rule else not ours
        bad += not right
        row = tally.setdefault((piece.notation, piece.fault or "clean"), Counter())
        row["pieces"] += 1
        row["right"] += right
        row["released"] += bool(theirs) == bool(piece.fault)
        if not right:
            print(f"{piece.notation} {piece.fault}: {sorted(ours)} fired\n{piece.text}", file=sys.stderr)
    print(f"{'notation':9} {'fault':10} pieces  rules right  second release right")
    for (notation, fault), row in tally.items():
        print(f"{notation:9} {fault:10} {row['pieces']:6} {row['right']:12} {row['released']:21}")
    print(f"{options.pieces - bad} of {options.pieces} pieces judged right")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
