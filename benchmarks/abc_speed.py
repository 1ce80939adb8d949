"""Speed of ABC readers, text to canonical notes, in milliseconds a tune.

Usage: python benchmarks/abc_speed.py [TUNES] [--more DIRECTORY] [--abcjs DIRECTORY]

The same tunes, drawn as in ``abc_agreement.py``, go through every reader that is installed: ours (reading and
projecting, everything kept), lytk, pyabc2, symusic, abcjs (``node`` and the directory that holds ``node_modules``;
its parse alone) and music21. Processor time; passes alternate between the readers, and the best one of each counts.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent))
from abc_agreement import SEED, tunes

from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Source
from onote_compiler.notations.abc.reader import read
from onote_compiler.notations.base import ReadContext
from onote_compiler.projection import project

PASSES = 5
ABCJS = """
const abcjs = require("abcjs");
const texts = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
let best = Infinity;
for (let pass = 0; pass < 5; pass++) {
  const start = process.cpuUsage();
  for (const text of texts) abcjs.parseOnly(text);
  const used = process.cpuUsage(start);
  best = Math.min(best, (used.user + used.system) / 1000);
}
console.log(best);
"""
Reader = Callable[[str], object]


def ours(text: str) -> object:
    source = Source.whole(text)
    score = read(source, ReadContext(), Report(source))
    return project(score).midi if score is not None else None


def peers() -> dict[str, Reader]:
    """Return the readers that are installed in this environment."""
    found: dict[str, Reader] = {"onote": ours}
    try:
        import lytk

        found["lytk"] = lambda text: lytk.from_abc_string(text).notes()
    except ImportError:
        pass
    try:
        from pyabc2 import Tune

        found["pyabc2"] = Tune
    except ImportError:
        pass
    try:
        import symusic

        found["symusic"] = symusic.Score.from_abc
    except (ImportError, AttributeError):
        pass
    return found


def cost(reader: Reader, texts: list[str]) -> tuple[float, int]:
    """Return processor seconds for all texts, and how many the reader refuses."""
    refused = 0
    start = process_time()
    for text in texts:
        try:
            reader(text)
        except Exception:
            refused += 1
    return process_time() - start, refused


def abcjs_cost(folder: Path, texts: list[str]) -> float:
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(texts, file)
        file.flush()
        run = subprocess.run(["node", "-e", ABCJS, file.name], cwd=folder, capture_output=True, text=True, check=True)
    return float(run.stdout) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tunes", nargs="?", type=int, default=500)
    parser.add_argument("--more", type=Path)
    parser.add_argument("--abcjs", type=Path)
    arguments = parser.parse_args()
    every = [text for _, text in tunes(arguments.more)]
    texts = random.Random(SEED).sample(every, min(arguments.tunes, len(every)))
    readers = peers()
    best: dict[str, tuple[float, int]] = {}
    for _ in range(PASSES):
        for name, reader in readers.items():
            found = cost(reader, texts)
            best[name] = min(best.get(name, found), found)
        if arguments.abcjs:
            found = (abcjs_cost(arguments.abcjs, texts), 0)
            best["abcjs"] = min(best.get("abcjs", found), found)
    from music21 import converter

    some = texts[:50]
    seconds, refused = cost(lambda text: converter.parse(text, format="abc", forceSource=True), some)
    best["music21"] = (seconds * len(texts) / len(some), refused)
    own = best["onote"][0]
    for name, (seconds, refused) in sorted(best.items(), key=lambda item: item[1][0]):
        print(f"{name:8} {1000 * seconds / len(texts):8.3f} ms a tune  {seconds / own:6.2f} of ours  refused {refused}")


if __name__ == "__main__":
    main()
