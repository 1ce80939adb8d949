"""Throughput of numbered notation and pitch-duration beside ABC: text to canonical notes, one core, one run.

Usage: python benchmarks/jianpu_speed.py [PIECES]

Processor time. The same random tunes are written in each notation; the figure is notes a second from text to
projection, the best of five passes, with the extraction of the notation left out and with it.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from onote_compiler import parse, project
from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Source
from onote_compiler.notations.base import ReadContext
from onote_compiler.registry import notation

SEED = 4
MEASURES = 16
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


def best(run: Callable[[], int]) -> float:
    """Return notes a second of the best of five passes."""
    rates = []
    for _ in range(5):
        begin = time.process_time()
        notes = run()
        rates.append(notes / (time.process_time() - begin))
    return max(rates)


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
    print(f"{'notation':12}{'read':>12}{'with extraction and checks':>28}   notes a second")
    for name, dialect, texts in kinds:
        read = best(lambda name=name, texts=texts, dialect=dialect: read_all(name, texts, dialect))  # type: ignore[misc]
        whole = best(lambda name=name, texts=texts, dialect=dialect: parse_all(name, texts, dialect))  # type: ignore[misc]
        print(f"{name:12}{read:12,.0f}{whole:28,.0f}")


if __name__ == "__main__":
    main()
