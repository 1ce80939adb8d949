"""Writes docs/reference-discrepancies.md: where the released scripts depart from the paper, figure by figure.

    python benchmarks/reference_discrepancies.py [--check]

Every figure in the page is computed: the paper's by this package, the releases' by its compatibility modes. With
``--check`` nothing is written, and the exit status is 1 where the page is out of date.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from onote_compiler.errors import DataError
from onote_compiler.scoring import score_item
from onote_compiler.scoring.compat import score_as_released

PAGE = Path(__file__).parents[1] / "docs" / "reference-discrepancies.md"
HEAD = """# Where the released scripts depart from the paper

The scripts that were released with the ONOTE benchmark exist in two versions that score differently from the paper
(arXiv 2604.20719) and from each other:

- **r1**, commit `2753ee4`: truncated edit distance for AST, difflib's ratio for CNC, a judge for SMG whose answer is
  never parsed;
- **r2**, commit `6e18e68`: blocks matched by difflib over the length of the *answer* for AST, difflib's ratio for
  CNC, regular expressions for SMG.

`--compat r1` and `--compat r2` reproduce both. This page lists every departure we know of with a minimal input and
three figures: what the paper's definitions give (as this package computes them, see [Scoring](scoring.md)), what r1
gives, and what r2 gives. AST and CNC figures are shares of 1, whatever scale a script prints. "—" stands where a
version computes nothing, an exception's name where its script raises.

The page is written by `benchmarks/reference_discrepancies.py`; a test holds it to the code.
"""


@dataclass(frozen=True)
class Case:
    """One departure: the inputs, and the figure of each version that shows it."""

    what: str
    prediction: Any
    reference: Any = None
    figure: str = "full"
    released: str | None = None
    more: dict[str, Any] = field(default_factory=dict)
    r1: bool = True
    r2: bool = True


def piece(treble: str, bass: str = "", key: str = "C Major") -> dict[str, Any]:
    """Return a ground truth of one 4/4 measure from tokens; ``+`` joins a chord, ``~`` ties."""
    staves = {name: _staff(text) for name, text in (("treble", treble), ("bass", bass)) if text}
    bars = [{"bar_number": 1, "chord": "C", "staves": staves}]
    return {"tempo": 120, "key": key, "time_signature": "4/4", "bars": bars}


def _staff(text: str) -> list[dict[str, Any]]:
    notes = []
    for token in text.split():
        pitch, duration = token.rstrip("~)").split("(")
        names: Any = pitch.split("+") if "+" in pitch else pitch
        notes.append({"pitch": names, "duration": duration, **({"tie": True} if token.endswith("~") else {})})
    return notes


SCALE = [f"{name}(1/16)" for name in ("C4", "D4", "E4", "F4", "G4", "A4", "B4", "C5")]
FOUR = "C4(1/4) D4(1/4) E4(1/4) F4(1/4)"


def run(count: int) -> str:
    """Return so many notes up the scale of C, again and again."""
    return " ".join(SCALE[i % 8] for i in range(count))


AST = [
    Case("Spelling: the canonical pitch of B flat is A sharp", "A#3(1/4) A3(1/4) A#3(1/2)",
         piece("Bb3(1/4) A3(1/4) Bb3(1/2)", key="F Major"), "pitch"),
    Case("C flat 4 is B3; r2 turns it into B4", "B3(1)", piece("Cb4(1)", key="Gb Major"), "pitch"),
    Case("A double sharp is no note of theirs", "F##4(1)", piece("G4(1)"), "pitch"),
    Case("A right transcription of two staves, in time order",
         "C3(1/4) C5(1/2) D3(1/4) E3(1/4) E5(1/2) F3(1/4)",
         piece("C5(1/2) E5(1/2)", "C3(1/4) D3(1/4) E3(1/4) F3(1/4)")),
    Case("A right answer of 81 notes is cut to 60", run(81), piece(run(81))),
    Case("112 notes: the truth is cut to 100, the answer to 60", run(112), piece(run(112))),
    Case("Six equal notes in a row end a right answer", "G4(1/8) " * 6 + "C4(1/4)", piece("G4(1/8) " * 6 + "C4(1/4)")),
    Case("An endless loop is cut to its first note", "C4(1/4) " * 60, piece(FOUR)),
    Case("One right note of sixty", "C4(1/16)", piece(run(60))),
    Case("Ties: the sounding note is written", "C4(5/16) D4(3/16) E4(1/2)",
         piece("C4(1/4)~ C4(1/16) D4(3/16) E4(1/2)")),
    Case("A chord in the truth is compared as the text of a list", "C4(1/2) E4(1/2) G4(1/2)",
         piece("C4+E4(1/2) G4(1/2)")),
    Case("2/8 is 1/4", "C4(2/8) D4(2/8) E4(2/8) F4(2/8)", piece(FOUR), "duration"),
    Case("Small letters", FOUR.lower(), piece(FOUR), "pitch"),
    Case("Chatter counts as notes", "Sure! " + FOUR, piece(FOUR)),
    Case("Bar lines count as notes", "C4(1/4) D4(1/4) | E4(1/4) F4(1/4)", piece(FOUR)),
    Case("A rest of the truth is a note called rest", "C4(1/2)", piece("rest(1/2) C4(1/2)")),
    Case("An answer that is no text", ["C4(1/4)"], piece("C4(1/4)")),
    Case("Jianpu: the octave of a pitch is dropped", "_1(1/2) _2(1/2) |", {"treble": "<1>(1/2) <2>(1/2) |"}, "pitch",
         more={"notation": "jianpu"}, r1=False),
    Case("Jianpu: bar lines count as right notes", "5(1/2) 6(1/2) | 7(1/1) |", {"treble": "1(1/2) 2(1/2) | 3(1/1) |"},
         "pitch", more={"notation": "jianpu"}, r1=False),
    Case("Tab: one right note of four", "S1_F0", ["E4", "F4", "G4", "A4"], "pitch", more={"notation": "tab"}, r1=False),
]  # fmt: skip
CNC = [
    Case("Order: the ratio of difflib is not 1 − ED/max", ["C4(1/4)", "D4(1/4)"], ["D4(1/4)", "C4(1/4)", "E4(1/4)"],
         "pitch", more={"mode": "jianpu_to_staff"}),
    Case("Twice as many notes", ["C4(1/4)"] * 4, ["C4(1/4)"] * 2, "pitch", more={"mode": "jianpu_to_staff"}),
    Case("The ratio of difflib depends on which side comes first", ["C4(1/4)", "E4(1/4)", "D4(1/4)", "C4(1/4)"],
         ["D4(1/4)", "C4(1/4)", "E4(1/4)", "D4(1/4)"], "pitch", more={"mode": "jianpu_to_staff"}),
    Case("Spelling", ["A#3(1/4)"], ["Bb3(1/4)"], "pitch", more={"mode": "jianpu_to_staff"}),
    Case("Nothing that can be read on either side", ["sorry"], ["F##4(1/4)"], "score", "total",
         {"mode": "jianpu_to_staff"}),
    Case("An unreadable token is dropped without a word", ["C4(1/4)", "oops", "D4(1/4)"], ["C4(1/4)", "D4(1/4)"],
         "score", "total", {"mode": "jianpu_to_staff"}),
    Case("Both lists empty", [], [], "score", "total", {"mode": "jianpu_to_staff"}),
    Case("A decimal duration", ["C4(0.25)", "D4(1/4)"], ["C4(1/4)", "D4(1/4)"], "duration", "rhythm",
         {"mode": "jianpu_to_staff"}),
    Case("200 notes, the first one missing: difflib ignores what is popular", run(200).split()[1:], run(200).split(),
         "pitch", more={"mode": "jianpu_to_staff"}),
    Case("The object that the prompt asks for is compared by its keys", {"notes": ["C4(1/4)"]}, ["C4(1/4)"], "pitch",
         more={"mode": "jianpu_to_staff"}),
    Case("A pitch list: flats in capitals", ["BB3"], ["Bb3"], "pitch", "total", {"mode": "guitar_to_staff"}, r1=False),
    Case("The prompt's own high octave counts, ^ does not", {"treble": "^1(1/1) |"}, {"treble": "<1>(1/1) |"}, "pitch",
         "total", {"mode": "staff_to_jianpu"}, r1=False),
]  # fmt: skip
VSU = [
    Case("A letter inside a word", "I'd say C", "C"),
    Case("The article", "A quick look gives C", "C"),
    Case("A letter that is denied", "Not A, but B", "B"),
    Case("A letter in the reasoning", "<think>A or B?</think> C", "C"),
    Case("A letter in any word at all", "Because of the sharp", "B"),
    Case("Two answers", "B or C", "B"),
    Case("A full-width letter", "Ｂ", "B"),
    Case("An abstention", "I don't know", "D"),
]
ABC = "X:1\nT:t\nM:4/4\nL:1/4\nK:C\n"
SMG = [
    Case("A chord makes ABC invalid", ABC + "[CE]4 |]\n", more={"notation": "abc", "measures": 1},
         figure="rule_symbols", released="deterministic_syntax_valid"),
    Case("A triplet makes ABC invalid", ABC + "(3CDE F2 |]\n",
         more={"notation": "abc", "measures": 1}, figure="rule_symbols", released="deterministic_syntax_valid"),
    Case("The pair of the critic's own dialect is never read", "1 2 (3 4) 5 |",
         more={"notation": "jianpu", "dialect": "critic", "measures": 1}, figure="rule_symbols",
         released="deterministic_syntax_valid"),
    Case("Fret 12 is frets 1 and 2", "Beat|1...2...3...4...|\n" + "\n".join(
        f"{label}|{row}|" for label, row in zip("eBGDAE", ("12--------------", "----------------", "----------------",
        "----------------", "----------------", "3---------------"), strict=True)),
        more={"notation": "tab", "measures": 1}, figure="rule_span", released="deterministic_fret_span_valid"),
    Case("An open string counts in the span", "Beat|1...2...3...4...|\n" + "\n".join(
        f"{label}|{row}|" for label, row in zip("eBGDAE", ("9---------------", "----------------", "----------------",
        "----------------", "----------------", "0---------------"), strict=True)),
        more={"notation": "tab", "measures": 1}, figure="rule_span", released="deterministic_fret_span_valid"),
    Case("The wrong key", ABC + "E ^F ^G A |]\n", more={"notation": "abc", "measures": 1, "key": "C"},
         figure="rule_key", released="deterministic_syntax_valid"),
]  # fmt: skip


def figures(task: str, case: Case) -> tuple[str, str, str]:
    """Return the three figures of a case: the paper's, r1's, r2's."""
    more = dict(case.more)
    if task == "ast":
        more.setdefault("notation", "pitchdur")
    name = "correct" if task == "vsu" else case.figure
    try:
        ours = _shown(score_item(task, case.prediction, case.reference, **more).metrics[name])
    except DataError:
        ours = "refused"
    item = {"prediction": case.prediction, "reference": case.reference, **more}
    released = "correct" if task == "vsu" else case.released or case.figure
    first = _released("r1", task, {**item, "mode": "full"}, released) if case.r1 and task != "smg" else "—"
    return ours, first, _released("r2", task, item, released) if case.r2 else "—"


def _released(release: str, task: str, item: dict[str, Any], name: str) -> str:
    found = score_as_released(release, task, item)
    if "error" in found:
        return str(found["error"])
    value = found.get(name)
    if task == "ast" and isinstance(value, float):
        value /= 100
    return _shown(value)


def _shown(value: Any) -> str:
    if value is None:
        return "—"
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def page() -> str:
    """Return the whole page."""
    sections = [HEAD]
    titles = {
        "ast": ("Transcription (AST)", AST), "cnc": ("Conversion (CNC)", CNC), "vsu": ("Questions (VSU)", VSU),
        "smg": ("Generation (SMG)", SMG),
    }  # fmt: skip
    for task, (title, cases) in titles.items():
        sections += [f"## {title}\n", *_table(task, cases)]
    sections.append(TAIL)
    return "\n".join(sections)


def _table(task: str, cases: Iterable[Case]) -> list[str]:
    lines = ["| | what | answer | truth | figure | paper | r1 | r2 |", "|---|---|---|---|---|---|---|---|"]
    for number, case in enumerate(cases, 1):
        paper, first, second = figures(task, case)
        name = "correct" if task == "vsu" else case.figure.removeprefix("rule_")
        cells = [f"{task[0].upper()}{number}", case.what, _code(case.prediction), _truth(case.reference), name]
        lines.append(f"| {' | '.join([*cells, paper, first, second])} |")
    return [*lines, ""]


def _truth(reference: Any) -> str:
    if isinstance(reference, dict) and "bars" in reference:
        staves = reference["bars"][0]["staves"]
        tokens = [" ".join(_written(note) for note in staff) for staff in staves.values()]
        return _code(" / ".join(tokens))
    return "" if reference is None else _code(reference)


def _written(note: dict[str, Any]) -> str:
    pitch = "+".join(note["pitch"]) if isinstance(note["pitch"], list) else note["pitch"]
    return f"{pitch}({note['duration']}){'~' if note.get('tie') else ''}"


def _code(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text.strip().replace("\n", "⏎").replace("|", "¦")
    return f"`{text if len(text) <= 64 else text[:60] + ' …'}`"


TAIL = """## Over a whole run

- A question or a piece without an answer leaves the denominator in both releases: one right answer of ten items
  scores 100 %. Here it counts 0.
- r1's AST averages percentages rounded to two digits; `--compat` gives them unrounded.
- r2 transcribes the first ten seconds and has a language model read the truth of guitar pieces out of the JAMS file,
  cut to 10,000 characters: its guitar figures cannot be reproduced from the data. `--compat r2` takes the list of
  pitches as given.
- The prompt for tablature asks for measures of 16 characters and shows (in r1) one of 32.
- SMG has no computed figure in r1. In r2 the checks above stand beside a judge's score and do not enter it.
- The paper's figure 6 prints the prompts of tasks 2 and 3 under each other's name; the multiple-choice one is VSU's.
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare only")
    options = parser.parse_args()
    text = page()
    if options.check:
        if PAGE.read_text(encoding="utf-8") != text:
            print(f"{PAGE} is out of date: run {Path(__file__).name}", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
