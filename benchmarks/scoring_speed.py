"""Time per scored output: this package's figures, its reproductions of the released scripts, and the scripts.

    python benchmarks/scoring_speed.py [--outputs 10000] [--workers 2] [--seed 1] [--scripts GIT_DIRECTORY]

Outputs are answers in pitch-duration to pieces of 10 to 19 measures, a third of them right, the others with a tenth
or a third of their notes spoilt; each has a truth of its own. Conversions are lists of the same notes, questions are
answers of a sentence, generated pieces are ABC. Figures are processor time, which other work on the machine does not
lengthen as much as the clock's; all columns of a table are taken in turn, over and over, and the least counts.

``--scripts`` names the git directory of a clone of the benchmark's repository: then the functions of its first
release (commit 2753ee4) are run from there, on the same items.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import time
import types
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from smg_faults import make_pieces

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


SENTENCES = (
    "{}", "The answer is {}.", "**{}**", "Not A, but {}", "Looking at the first measure, the notes are C4 E4 G4, so {}",
)  # fmt: skip
ROUNDS = 5
FIRST_RELEASE = "2753ee4"
Scorer = Callable[[Item], object]


def task_items(count: int, seed: int) -> dict[str, list[Item]]:
    """Return items of each task."""
    rng = random.Random(seed)
    ast = make_items(count, seed)
    cnc = [
        Item(item.id, str(item.prediction).split(), truth.split(), "pitchdur", mode="full")
        for item, truth in zip(ast, (_notes(item.reference) for item in ast), strict=True)
    ]
    vsu = [Item(str(i), rng.choice(SENTENCES).format(rng.choice("ABCD")), "B") for i in range(count)]
    pieces = [piece for piece in make_pieces(3 * count, seed) if piece.notation == "abc"][:count]
    smg = [Item(str(i), piece.text, None, "abc", measures=8) for i, piece in enumerate(pieces)]
    return {"ast": ast, "cnc": cnc, "vsu": vsu, "smg": smg}


def _notes(sample: dict[str, Any]) -> str:
    staves = [note for bar in sample["bars"] for staff in bar["staves"].values() for note in staff]
    return " ".join(f"{note['pitch']}({note['duration']})" for note in staves)


def released(release: str, task: str) -> Scorer:
    """Return what scores an item as a release does."""
    names = ("prediction", "reference", "notation", "mode", "measures")

    def score(item: Item) -> object:
        fields = {name: value for name in names if (value := getattr(item, name)) is not None}
        if (release, task) == ("r2", "cnc"):
            fields["mode"] = "jianpu_to_staff"
        return score_as_released(release, task, fields)

    return score


def scripts_of(directory: str) -> dict[str, Scorer]:
    """Return what the first release's own functions do with an item, by task."""
    ast, cnc, vsu = (_module(directory, name) for name in ("ast", "cnc", "vsu"))

    def score_ast(item: Item) -> object:
        truth = ast.extract_staff_from_json(item.reference)[:100]
        answer = ast.sanitize_ai_output(item.prediction).strip().split()
        columns = [(truth, answer)]
        columns += [([ast.parse_token(t)[i] for t in truth], [ast.parse_token(t)[i] for t in answer]) for i in (0, 1)]
        return [ast.calculate_metric(*column) for column in columns]

    return {
        "ast": score_ast,
        "cnc": lambda item: cnc.calculate_accuracy(item.prediction, item.reference, "full"),
        "vsu": lambda item: vsu.extract_answer_letter(item.prediction) == item.reference,
    }


class _StandIn(types.ModuleType):
    """What a script imports and its scoring does not use."""

    def __getattr__(self, name: str) -> Any:
        return type(name, (Exception,), {})


def _module(directory: str, name: str) -> types.ModuleType:
    from rapidfuzz.distance import Levenshtein

    sys.modules.setdefault("Levenshtein", Levenshtein)
    for absent in ("pandas", "httpx", "openai", "tqdm"):
        sys.modules.setdefault(absent, _StandIn(absent))
    place = f"{FIRST_RELEASE}:metrics/evaluate_{name}.py"
    command = ["git", "-C", directory, "show", place]
    source = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    module = types.ModuleType(name)
    exec(compile(source, place, "exec"), module.__dict__)
    return module


def per_item(task: str, items: list[Item], scripts: dict[str, Scorer]) -> dict[str, float]:
    """Return milliseconds of processor time an item by column, the columns taken in turn."""
    columns: dict[str, Callable[[], object]] = {"native": lambda: list(score_batch(task, items))}
    for release in ("r1", "r2"):
        if (release, task) != ("r1", "smg"):
            scorer = released(release, task)
            columns[f"--compat {release}"] = lambda scorer=scorer: [scorer(item) for item in items]
    if task in scripts:
        columns["r1 script"] = lambda: [scripts[task](item) for item in items]
    best = dict.fromkeys(columns, float("inf"))
    for _ in range(ROUNDS):
        for name, run in columns.items():
            began = time.process_time()
            run()
            best[name] = min(best[name], (time.process_time() - began) / len(items) * 1000)
    return best


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
    parser.add_argument("--scripts", help="git directory of a clone of the benchmark's repository")
    options = parser.parse_args()
    scripts = scripts_of(options.scripts) if options.scripts else {}
    names = ("native", "--compat r1", "--compat r2", *(["r1 script"] if scripts else []))
    print("milliseconds of processor time an item, one process")
    print(f"{'task':5}" + "".join(f"{name:>13}" for name in names))
    for task, items in task_items(max(20, options.outputs // 50), options.seed).items():
        taken = per_item(task, items, scripts)
        print(f"{task:5}" + "".join(f"{taken[name]:13.3f}" if name in taken else f"{'-':>13}" for name in names))
    items = make_items(options.outputs, options.seed)
    notes = sum(len(item.prediction.split()) for item in items) / len(items)
    began, busy = time.perf_counter(), _processor_time()
    for _ in score_batch("ast", items, options.workers):
        pass
    taken_whole = time.perf_counter() - began
    busy = (_processor_time() - busy) / options.workers
    print(f"{len(items)} transcriptions of {notes:.0f} notes, {options.workers} workers: {taken_whole:.1f} s,", end=" ")
    print(f"each worker busy for {busy:.1f} s, {taken_whole / len(items) * 1000:.2f} ms an output")


if __name__ == "__main__":
    main()
