"""Draw random texts from exported grammars, and count every measure of them by other means.

The counting here follows the formats' definitions and shares no code with the package. Each text is also held to the
profile ``smg`` with the meter and the number of measures asked for, as ``onote check --profile smg --meter METER
--measures N -`` does: nothing says in which notation it is.

    python benchmarks/decoding_draws.py --draws 1000
    python benchmarks/decoding_draws.py --draws 1000 --odd     # meters, keys, grids and ranges at their limits
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from onote_compiler.decoding import Sampler, export_grammar
from onote_compiler.errors import UnknownOptionError

NOTATIONS = ("abc", "jianpu", "pitchdur", "tab")
METERS = ("2/4", "3/4", "4/4", "6/8")
TARGETS = ("lark", "llguidance", "gbnf", "regex")
TRIES = 20  # options that contradict each other are drawn again so often
SLOWEST: dict[str, tuple[float, int]] = {}
LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
STRINGS = (("e", 64), ("B", 59), ("G", 55), ("D", 50), ("A", 45), ("E", 40))
# Sharps of each key, and the note that is its do.
KEYS = {
    "C": (0, "C"), "Bb": (-2, "Bb"), "F#m": (3, "A"), "Eb": (-3, "Eb"), "A": (3, "A"), "Gb": (-6, "Gb"),
    "C#": (7, "C#"), "Cb": (-7, "Cb"), "A#m": (7, "C#"), "Abm": (-7, "Cb"), "Ddor": (0, "C"), "Bphr": (1, "G"),
}  # fmt: skip


@dataclass(frozen=True)
class Choices:
    """What the options of a grammar are drawn from."""

    meters: tuple[str, ...] = METERS
    measures: tuple[int, ...] = tuple(range(1, 10))
    keys: tuple[str, ...] = ("C", "Bb", "F#m", "Eb", "A", "Gb")
    ranges: tuple[str | None, ...] = (None, "E3-C6", "C4-C5", "A2-E6")
    spans: tuple[int, ...] = (3, 4, 7)
    grids: tuple[str, ...] = ("1/8", "1/16")


USUAL = Choices()
ODD = Choices(
    meters=("5/4", "7/8", "12/8", "3/8", "1/4", "2/2", "5/8"),
    measures=(1, 2, 32),
    keys=("C#", "Cb", "A#m", "Abm", "Ddor", "Bphr"),
    ranges=(None, "C4-C4", "A4-A4", "E2-E2", "F3-G3", "C-1-G9"),
    spans=(0, 1, 7),
    grids=("1/8", "1/16", "1/32", "1/12", "1/4"),
)


@dataclass(frozen=True)
class Draw:
    """One drawn text and what was asked for."""

    notation: str
    target: str
    meter: str
    measures: int
    key: str
    span: int
    lowest: int
    highest: int
    text: str

    @property
    def length(self) -> Fraction:
        beats, unit = self.meter.split("/")
        return Fraction(int(beats), int(unit))


def draws(count: int, seed: int, notations: tuple[str, ...] = NOTATIONS, choices: Choices = USUAL) -> Iterator[Draw]:
    """Yield draws that run through notations, meters and targets, with other options at random."""
    random = Random(seed)
    combinations = [(n, m, t) for n in notations for m in choices.meters for t in TARGETS]
    for index, (notation, meter, target) in enumerate(combinations):
        wanted = count // len(combinations) + (index < count % len(combinations))
        for block in range(0, wanted, 7):
            for _ in range(TRIES):
                drawn = _some(random, notation, meter, target, choices, min(7, wanted - block))
                if drawn:
                    break
            yield from drawn


def _some(random: Random, notation: str, meter: str, target: str, choices: Choices, count: int) -> list[Draw]:
    """Return draws from one grammar; none where its options contradict each other, or it is too large."""
    measures, key, span = random.choice(choices.measures), random.choice(choices.keys), random.choice(choices.spans)
    ends = random.choice(choices.ranges)
    try:
        grammar = export_grammar(
            notation, meter=meter, measures=measures, key=key, pitch_range=ends, max_span=span, target=target,
            grid=Fraction(random.choice(choices.grids)), tuplets=notation != "tab" and random.random() < 0.5,
            single_notes=random.random() < 0.5,
        )  # fmt: skip
    except UnknownOptionError:
        return []
    begin = time.perf_counter()
    sampler = Sampler(grammar, target)
    SLOWEST[target] = max(SLOWEST.get(target, (0.0, 0)), (time.perf_counter() - begin, len(grammar)))
    low, high = (0, 127)
    if ends is not None:
        found = re.fullmatch(r"([A-G]#?-?\d)-([A-G]#?-?\d)", ends)
        assert found is not None
        low, high = midi(found[1]), midi(found[2])
    return [Draw(notation, target, meter, measures, key, span, low, high, sampler.draw(random)) for _ in range(count)]


def midi(name: str) -> int:
    """Return the MIDI number of a name such as ``C#4``."""
    found = re.fullmatch(r"([A-G])(#*|b*)(-?\d)", name)
    assert found is not None, name
    return 12 * (int(found[3]) + 1) + LETTERS[found[1]] + found[2].count("#") - found[2].count("b")


# -- one count for each format -----------------------------------------------------------------------------------------
def faults_abc(draw: Draw) -> Iterator[str]:
    *header, body = draw.text.split("\n", 5)
    wanted = ["X:1", "T:Tune", f"M:{draw.meter}", None, f"K:{draw.key}"]
    if any(want is not None and line != want for line, want in zip(header, wanted, strict=True)):
        yield f"header {header}"
    unit = Fraction(header[3].removeprefix("L:"))
    if not body.endswith(" |]"):
        yield "no final bar line"
    cells = [cell.strip(" \n") for cell in body.removesuffix("]").removesuffix("|").split("|")]
    if len(cells) != draw.measures:
        yield f"{len(cells)} measures"
    for cell in cells:
        tokens = re.findall(r"\(3|[_^=]?[A-Ga-g][,']*\d*|z\d*| |.", cell)
        length, tuplet, held = Fraction(0), 0, {}
        for token in tokens:
            if token == "(3":
                tuplet = 3
            elif token != " ":
                found = re.fullmatch(r"([_^=]?)(?:([A-Ga-g])([,']*)|z)(\d*)", token)
                if found is None:
                    yield f"token {token!r}"
                    continue
                length += unit * int(found[4] or 1) * (Fraction(2, 3) if tuplet else 1)
                tuplet = max(0, tuplet - 1)
                if found[2]:
                    yield from _out_of_range(draw, _abc_midi(draw.key, found, held), token)
        if length != draw.length:
            yield f"a measure lasts {length}"


def _abc_midi(key: str, note: re.Match[str], held: dict[str, int]) -> int:
    letter = note[2].upper()
    sharps = KEYS[key][0]
    signed = "FCGDAEB"[:sharps] if sharps > 0 else "BEADGCF"[:-sharps]
    if note[1]:
        held[letter] = {"^": 1, "_": -1, "=": 0}[note[1]]
    alter = held.get(letter, (1 if sharps > 0 else -1) if letter in signed else 0)
    octave = 5 if note[2].islower() else 4
    return 12 * (octave + 1 + note[3].count("'") - note[3].count(",")) + LETTERS[letter] + alter


def faults_jianpu(draw: Draw) -> Iterator[str]:
    cells = draw.text.removesuffix(" |").split(" | ")
    if len(cells) != draw.measures or not draw.text.endswith(" |"):
        yield f"{len(cells)} measures"
    do = 60 + midi(KEYS[draw.key][1] + "4") % 12
    for cell in cells:
        length = Fraction(0)
        for token in cell.split(" "):
            found = re.fullmatch(r"(\^*|_*)([0-7])\((\d+)/(\d+)\)", token)
            if found is None:
                yield f"token {token!r}"
                continue
            length += Fraction(int(found[3]), int(found[4]))
            if found[2] != "0":
                up = 12 * (found[1].count("^") - found[1].count("_"))
                yield from _out_of_range(draw, do + (0, 2, 4, 5, 7, 9, 11)[int(found[2]) - 1] + up, token)
        if length != draw.length:
            yield f"a measure lasts {length}"


def faults_pitchdur(draw: Draw) -> Iterator[str]:
    onset, starts = Fraction(0), {Fraction(0)}
    for token in draw.text.split(" "):
        found = re.fullmatch(r"([A-G](?:##?|bb?)?(?:-1|\d))\((\d+)/(\d+)\)", token)
        if found is None:
            yield f"token {token!r}"
            continue
        onset += Fraction(int(found[2]), int(found[3]))
        starts.add(onset)
        yield from _out_of_range(draw, midi(found[1]), token)
    if onset != draw.measures * draw.length:
        yield f"{onset} in all"
    if any(number * draw.length not in starts for number in range(draw.measures)):
        yield "a note lasts over a measure's end"


def faults_tab(draw: Draw) -> Iterator[str]:
    width, found = int(draw.length * 16), 0
    for system in draw.text.split("\n\n"):
        beat, *rows = system.split("\n")
        cells = beat.removeprefix("Beat|").removesuffix("|").split("|")
        if any(cell != "1...2...3...4...5...6..."[:width] for cell in cells) or len(rows) != 6:
            yield f"beat row {beat!r}, {len(rows)} rows"
        found += len(cells)
        frets: set[int] = set()
        for row, (label, tuning) in zip(rows, STRINGS, strict=False):
            parts = row.split("|")
            if parts[0] != label.ljust(4) or parts[-1] or [len(p) for p in parts[1:-1]] != [width] * len(cells):
                yield f"row {row!r}"
            for number in re.findall(r"\d+", row):
                frets.add(int(number))
                if int(number) > 24:
                    yield f"fret {number}"
                yield from _out_of_range(draw, tuning + int(number), f"{label}{number}")
        pressed = frets - {0}
        if pressed and max(pressed) - min(pressed) > draw.span:
            yield f"frets {sorted(pressed)}"
    if found != draw.measures:
        yield f"{found} measures"


def _out_of_range(draw: Draw, pitch: int, token: str) -> Iterator[str]:
    if not draw.lowest <= pitch <= draw.highest:
        yield f"{token} is out of range"


FAULTS: dict[str, Callable[[Draw], Iterator[str]]] = {
    "abc": faults_abc,
    "jianpu": faults_jianpu,
    "pitchdur": faults_pitchdur,
    "tab": faults_tab,
}


def complaints(draw: Draw) -> list[str]:
    """Return the errors that the profile ``smg`` finds, with what the task asked for."""
    from onote_compiler.api import expectation, parse

    result = parse(
        draw.text, profile="smg", meter=draw.meter, expect=expectation(meter=draw.meter, measures=draw.measures)
    )
    errors = [f"{d.name}: {d.message}" for d in result.diagnostics if d.severity == "error"]
    return errors if result.format == draw.notation else [*errors, f"taken for {result.format}"]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-parse", action="store_true", help="leave the profile smg out")
    parser.add_argument("--notation", action="append", choices=NOTATIONS, help="all when not given")
    parser.add_argument("--odd", action="store_true", help="meters, keys, grids and ranges at their limits")
    options = parser.parse_args()
    notations = tuple(options.notation or NOTATIONS)
    drawn, wrong, refused = Counter[str](), Counter[str](), Counter[str]()
    begin = time.perf_counter()
    for draw in draws(options.draws, options.seed, notations, ODD if options.odd else USUAL):
        drawn[draw.notation] += 1
        problems = list(FAULTS[draw.notation](draw))
        errors = [] if options.no_parse else complaints(draw)
        wrong[draw.notation] += bool(problems)
        refused[draw.notation] += bool(errors)
        if (problems or errors) and wrong[draw.notation] + refused[draw.notation] <= 5:
            print(f"{draw}\n  {problems[:3]} {errors[:3]}", file=sys.stderr)
    for name in notations:
        print(f"{name:9} {drawn[name]:5} drawn  {wrong[name]:4} inexact  {refused[name]:4} refused by smg")
    for target, (seconds, size) in SLOWEST.items():
        print(f"{target:10} slowest grammar: {seconds:.2f} s to compile, {size:,} characters")
    print(f"{time.perf_counter() - begin:.1f} s")
    return int(any(wrong.values()) or any(refused.values()))


if __name__ == "__main__":
    sys.exit(main())
