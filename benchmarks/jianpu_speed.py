"""Throughput of numbered notation and pitch-duration beside ABC: text to canonical notes, one core, one run.

Usage: python benchmarks/jianpu_speed.py [PIECES]

Processor time. The same random tunes are written in each notation; the figure is notes a second from text to
projection, with the extraction of the notation left out and with it. The notations take turns, so that what else the
machine does meets all of them; of each the best of nine turns counts.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial

from onote_compiler import parse, project
from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.registry import notation

SEED = 4
MEASURES = 16
TURNS = 9
LENGTHS = ((4,), (2, 2), (2, 1, 1), (1, 1, 2), (3, 1))  # in sixteenths, one beat each


def tune(rng: random.Random) -> list[list[tuple[int, int]]]:
    """Return measures of (degree above middle C, length in sixteenths)."""
    return [
        [(rng.randrange(0, 15), length) for _ in range(4) for length in rng.choice(LENGTHS)] for _ in range(MEASURES)
    ]


def abc(measures: list[list[tuple[int, int]]]) -> str:
    names = "CDEFGABcdefgab" + "c"
    body = []
    for measure in measures:
        body.append("".join(names[d] + ("'" if d == 14 else "") + (str(n) if n > 1 else "") for d, n in measure))
    return "X:1\nT:t\nM:4/4\nL:1/16\nK:C\n" + "|".join(body) + "|]\n"


def formatb(measures: list[list[tuple[int, int]]]) -> str:
    return " | ".join(" ".join("^" * (d // 7) + f"{d % 7 + 1}({n}/16)" for d, n in m) for m in measures) + " |"


def formatc(measures: list[list[tuple[int, int]]]) -> str:
    return " ".join(f"{'CDEFGAB'[d % 7]}{4 + d // 7}({n}/16)" for measure in measures for d, n in measure)


def rates(runs: list[Callable[[], int]]) -> list[float]:
    """Return notes a second of the best turn of each run, the runs taking turns."""
    found = [0.0] * len(runs)
    for _ in range(TURNS):
        for place, run in enumerate(runs):
            begin = time.process_time()
            notes = run()
            found[place] = max(found[place], notes / (time.process_time() - begin))
    return found


def read_all(name: str, texts: list[str], dialect: str | None) -> int:
    read = notation(name).read
    context = ReadContext(dialect=dialect)
    count = 0
    for text in texts:
        source = Source.whole(text)
        count += len(project(read(source, context, Report(source))).flat_notes)
    return count


def parse_all(name: str, texts: list[str], dialect: str | None) -> int:
    return sum(len(project(parse(text, name, dialect=dialect).score).flat_notes) for text in texts)  # type: ignore[arg-type]


def main() -> None:
    pieces = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = random.Random(SEED)
    tunes = [tune(rng) for _ in range(pieces)]
    kinds = (
        ("abc", None, [abc(t) for t in tunes]),
        ("jianpu", "formatb", [formatb(t) for t in tunes]),
        ("pitchdur", "formatc", [formatc(t) for t in tunes]),
    )
    read = rates([partial(read_all, name, texts, dialect) for name, dialect, texts in kinds])
    whole = rates([partial(parse_all, name, texts, dialect) for name, dialect, texts in kinds])
    print(f"{'notation':12}{'read':>12}{'to ABC':>8}{'with extraction and checks':>28}{'to ABC':>8}   notes a second")
    for (name, _, _), bare, full in zip(kinds, read, whole, strict=True):
        print(f"{name:12}{bare:12,.0f}{bare / read[0]:8.2f}{full:28,.0f}{full / whole[0]:8.2f}")


if __name__ == "__main__":
    main()
