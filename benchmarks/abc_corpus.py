"""Every ABC tune that music21 ships, read as `onote check` reads a file.

    python benchmarks/abc_corpus.py [--folder FOLDER] [--profile standard]

Prints how many of the tunes yield a score, each refusal with its reason, the verdicts, and in how many tunes each
diagnostic stands. ``--folder`` takes other collections.
"""

import argparse
from collections import Counter
from pathlib import Path

from onote_compiler import parse, project
from onote_compiler.ir.source import Source
from onote_compiler.notations.abc.tunebook import split_tunes


def music21_folder() -> Path:
    """Return where music21 keeps its corpus."""
    import music21

    return Path(music21.__file__).parent / "corpus"


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--folder", type=Path)
    options.add_argument("--profile", default="lenient")
    asked = options.parse_args()
    files = sorted((asked.folder or music21_folder()).rglob("*.abc"))
    verdicts: Counter[str] = Counter()
    found: Counter[str] = Counter()
    refused: list[str] = []
    notes = 0
    for path in files:
        text = path.read_bytes().decode("utf-8", errors="replace")
        for tune in split_tunes(text.splitlines(keepends=True)):
            source = Source.whole(tune.text, path.name, tune.header_lines, tune.line)
            result = parse(source, "abc", profile=asked.profile)
            verdicts[result.verdict.value] += 1
            found.update({d.name for d in result.diagnostics})
            if result.score is None:
                said = "; ".join(f"{d.name}: {d.message}" for d in result.diagnostics[:2])
                refused.append(f"{path.name}:{tune.line}: {said}")
            else:
                notes += len(project(result.score).flat)
    total = sum(verdicts.values())
    print(f"{len(files)} files, {total} tunes, {notes} notes; {total - len(refused)} tunes yield a score "
          f"({(total - len(refused)) / max(1, total):.4%})")  # fmt: skip
    print("verdicts:", ", ".join(f"{name} {count}" for name, count in verdicts.most_common()))
    for line in refused:
        print("refused:", line)
    for name, count in found.most_common():
        print(f"{count:6} {name}")


if __name__ == "__main__":
    main()
