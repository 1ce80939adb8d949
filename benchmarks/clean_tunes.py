"""Whether clean tunes pass: real tunes in which abc2midi and abcm2ps find no error, held to the profile ``standard``.

    python benchmarks/clean_tunes.py [--tunes 500] [--seed 1] [--folder FOLDER] [--list]

Tunes are drawn over the collections that music21 ships. A tune is clean where neither program finds an error; what they
merely remark on (abc2midi on measures that do not add up) leaves it clean. An error of ours is shared where one of them
says anything, remarks included, on the lines of the measure it stands in or at the bar line that ends it.

abc2midi adds up every measure but the first and the last of a tune. So where an error is not shared, it is asked again
about the tune between two measures of rest, which makes it look at those two as well. Each tune with an error that is
still not shared is printed. Needs both programs; exits with 1 where these are more than one tune in a hundred.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from abc_agreement import tunes_below

from onote_compiler import parse
from onote_compiler.diagnostics import Diagnostic
from onote_compiler.engines import engine, render_text
from onote_compiler.ir.source import Source

JUDGES = ("abc2midi", "abcm2ps")
MOST = 0.01


@dataclass
class Tune:
    """One tune: where it stands, what the programs say (by line), and what we say."""

    name: str
    text: str
    said: dict[str, list[Diagnostic]] = field(default_factory=dict)
    errors: list[Diagnostic] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not any(d.severity == "error" for found in self.said.values() for d in found)

    def alone(self, said: Iterable[Diagnostic], errors: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return those of our errors near which the programs say nothing."""
        places = {d.line for d in said}
        lines = self.text.splitlines()
        return [d for d in errors if not places & set(range(d.line, _bar_line(lines, d.end_line) + 1))]


def _bar_line(lines: list[str], last: int) -> int:
    """Return the line on which the bar line after line ``last`` stands: the next line of music."""
    for number in range(last + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.strip() and not line.startswith("%") and line[1:2] != ":":
            return number
    return len(lines) + 1


def drawn(folder: Path, seed: int) -> Iterator[Tune]:
    """Yield every tune below a folder in random order."""
    tunes = [Tune(name, text) for name, text in tunes_below(folder)]
    random.Random(seed).shuffle(tunes)
    yield from tunes


def judge(tune: Tune) -> None:
    """Ask the programs, then ourselves."""
    source = Source.whole(tune.text)
    for name in JUDGES:
        tune.said[name] = list(render_text(tune.text, name, source=source).diagnostics)
    result = parse(tune.text, "abc", profile="standard", bare=True)
    tune.errors = [d for d in result.diagnostics if d.severity == "error"]


def unshared(tune: Tune) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return our errors that the programs do not share: at first, and with the tune between measures of rest."""
    first = tune.alone([d for found in tune.said.values() for d in found], tune.errors)
    if not first:
        return [], []
    lines = tune.text.rstrip().splitlines()
    key = next(number for number, line in enumerate(lines) if line.startswith("K:"))
    closed = lines[-1].rstrip().endswith(("|", "]"))
    padded = "\n".join([*lines[: key + 1], "Z|", *lines[key + 1 :], "Z|" if closed else "|Z|"]) + "\n"
    again = render_text(padded, "abc2midi", source=Source.whole(padded)).diagnostics
    moved = [replace(d, line=d.line - 1) for d in again if d.line > key + 2]
    return first, tune.alone(moved, first)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tunes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--list", action="store_true", help="list those that are shared the second time, too")
    options = parser.parse_args()
    if any(engine(name).version is None for name in JUDGES):
        print(f"needs {' and '.join(JUDGES)}", file=sys.stderr)
        return 2
    if options.folder is None:
        import music21

        options.folder = Path(music21.__file__).parent / "corpus"
    seen, clean = 0, []
    for tune in drawn(options.folder, options.seed):
        seen += 1
        judge(tune)
        if tune.clean:
            clean.append(tune)
        if len(clean) == options.tunes:
            break
    return report(seen, clean, options.list)


def report(seen: int, clean: list[Tune], with_padded: bool) -> int:
    """Print the figures; return the exit status."""
    names = Counter(name for tune in clean for name in {d.name for d in tune.errors})
    faulty = sum(1 for tune in clean if tune.errors)
    first = second = 0
    for tune in clean:
        once, still = unshared(tune)
        first += bool(once)
        second += bool(still)
        for found in once if with_padded else still:
            shared = "" if found in still else " (abc2midi agrees between rests)"
            print(f"{tune.name}: line {found.line}: {found.name}: {found.message}{shared}")
    print(f"{len(clean)} clean tunes of {seen} drawn; {faulty} have an error in the profile standard: "
          f"{', '.join(f'{name} {count}' for name, count in names.most_common()) or 'none'}")  # fmt: skip
    print(f"not shared by {' or '.join(JUDGES)}: {first} ({first / max(1, len(clean)):.2%}); "
          f"with the tune between rests: {second} ({second / max(1, len(clean)):.2%})")  # fmt: skip
    return int(second > MOST * len(clean))


if __name__ == "__main__":
    sys.exit(main())
