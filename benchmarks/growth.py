"""Time against size on hostile texts: whole parses of one short unit written over and over.

    python benchmarks/growth.py [--kilobytes 200] [--only PART]

For every notation and unit: CPU seconds a megabyte at the larger of two sizes, and how much more a character costs
there than at a quarter of it. Cost that grows in step with the text shows as a ratio near 1, a quadratic one as 4.
Exits with 1 where a ratio is above 2 (measured three times, the least taken).
"""

import argparse
import sys
from time import process_time

from onote_compiler import parse, project

HEADS = {"abc": "X:1\nT:t\nM:4/4\nL:1/8\nK:C\nC|", "jianpu": "", "pitchdur": "", "tab": ""}
ANYWHERE = (
    "a", "1", " ", "\n", "a\n", "\\n", "{", '{"', "[[", '["a",', '{"a":', '"', "'", "<", "<think>", "</think>",
    "```\n", "```a\n\n", "&gt;", "^", "(", ")", "|", "-", "·", "１", "1. X:1\n", "---", "é", "the cat sat. ",
)  # fmt: skip
UNITS = {
    "abc": ("[", "!", "+", "%", "&", "C", "C>", "(3", "[K:", "[V:1]", "\r", "%%begintext\n", '"a', "[C", "{C", "!a",
            "X:1\n", "K:C\nC", "w:a\n", "C\nw:a\n", "\n\nV:1\nC", "|1", "C-", "~", "9", "CDEF GABc | ", "CDEF |\n"),
    "jianpu": ("1(1/4) ", "1(1/4) | ", "1(", "3[", "[1 ", "1 2 3 4 | ", "q1 ", "1=C\n", "^", "_", "#4 ", "0 - - - |\n"),
    "pitchdur": ("C4(1/4) ", "C4(", "[C4 ", "C4 ", "qC4 ", '["C4", ', "(1/4)"),
    "tab": ("|-", "e|---\n", "e|-0-|\n", "S1_F0+", "S1_F0 ", "1 2 ", "q ", "Am ", "\t", "tuning ", "|-x4",
            "Beat|1...|\ne|0---|\nB|----|\nG|----|\nD|----|\nA|----|\nE|----|\n\n"),
}  # fmt: skip


def cost(notation: str, unit: str, size: int) -> float:
    """Return CPU seconds a megabyte of one whole parse and projection."""
    text = HEADS[notation] + unit * (size // len(unit))
    best = float("inf")
    for _ in range(3):
        start = process_time()
        result = parse(text, notation)
        if result.score is not None:
            project(result.score)
        best = min(best, process_time() - start)
    return best / len(text) * 1e6


def main() -> int:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--kilobytes", type=int, default=100)
    options.add_argument("--only", default="", help="only notations whose name holds this")
    asked = options.parse_args()
    size = asked.kilobytes * 1000
    bad = 0
    print(f"{'notation':9} {'unit':22} {'s/MB':>7} {'ratio':>6}")
    for notation, own in UNITS.items():
        if asked.only not in notation:
            continue
        for unit in (*ANYWHERE, *own):
            small, large = cost(notation, unit, size // 4), cost(notation, unit, size)
            ratio = large / small
            bad += ratio > 2
            print(f"{notation:9} {unit[:20]!r:22} {large:7.2f} {ratio:6.2f}" + ("  superlinear?" if ratio > 2 else ""))
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
