"""Characters that begin no token of ABC: one diagnostic for each run of them, with what was probably meant."""

from __future__ import annotations

from dataclasses import dataclass

from onote_compiler.diagnostics import Report


@dataclass(slots=True)
class _Run:
    start: int
    end: int
    measure: int


_MEANINGS = {
    "#": "ABC writes ^F for F sharp, before the letter", "♯": "ABC writes ^F for F sharp, before the letter",
    "♭": "ABC writes _B for B flat, before the letter", "♮": "ABC writes =F for F natural, before the letter",
    "𝄪": "ABC writes ^^F for F double sharp", "𝄫": "ABC writes __B for B double flat",
    "│": "ABC draws a bar line with |", "┃": "ABC draws a bar line with |", "¦": "ABC draws a bar line with |",
    "｜": "ABC draws a bar line with |", "‖": "ABC draws a double bar line with ||",
    "“": 'chord symbols stand in straight quotes: "G"', "”": 'chord symbols stand in straight quotes: "G"',
    "„": 'chord symbols stand in straight quotes: "G"', "«": 'chord symbols stand in straight quotes: "G"',
    "‘": "an octave mark is a straight apostrophe '", "’": "an octave mark is a straight apostrophe '",
    "^": "an accidental stands before a note letter: ^F", "_": "an accidental stands before a note letter: _B",
    "=": "an accidental stands before a note letter: =F", "+": "decorations are written !name!",
    "–": "a tie is a hyphen -", "—": "a tie is a hyphen -", "−": "a tie is a hyphen -",
    "}": "a grace group is opened with {", "]": "a chord is opened with [", "[": "a chord has notes in it: [CEG]",
    ",": "an octave mark stands directly behind a note letter",
    "'": "an octave mark stands directly behind a note letter",
    "/": "a length stands directly behind a note letter", ":": "a repeat is written |: or :|",
    "*": "comments start with %", ";": "comments start with %", "\\": "a line is continued with \\ at its very end",
}  # fmt: skip


class Junk:
    """Collects characters without meaning while a text is read."""

    def __init__(self, text: str, report: Report) -> None:
        self._text = text
        self._report = report
        self._runs: list[_Run] = []

    def add(self, text: str, start: int, measure: int) -> None:
        """Take one token without meaning."""
        end = start + len(text)
        if self._runs and self._runs[-1].end == start:
            self._runs[-1].end = end
        else:
            self._runs.append(_Run(start, end, measure))

    def last_accidental(self) -> int | None:
        """Return where an accidental stands that ends the text, if one does."""
        last = self._runs[-1] if self._runs else None
        ends = last is not None and last.end == len(self._text) and self._text[-1] in "^_="
        return last.start if last is not None and ends else None

    def report_all(self) -> None:
        """Report each run of them."""
        for run in self._runs:
            text = self._text[run.start : run.end]
            shown = text if len(text) <= 20 else text[:20] + "…"
            self._report.add(
                "bad-token", (run.start, run.end), f"{shown!r} has no meaning here", self._hint(run, text),
                measure=run.measure, variant="stray-natural" if text == "=" else None,
            )  # fmt: skip

    def _hint(self, run: _Run, text: str) -> str | None:
        sign = text[0]
        before = self._text[run.start - 1 : run.start]
        if sign in "#♯" and before and before in "ABCDEFGabcdefg":
            return f"ABC writes ^{before}, the accidental before the letter"
        if sign == "♭" and before and before in "ABCDEFGabcdefg":
            return f"ABC writes _{before}, the accidental before the letter"
        if sign == "m" and before and before in "ABCDEFG":
            return f'a chord symbol stands in quotes: "{before}m"'
        if sign.isdigit():
            return "a length stands directly behind a note letter"
        if sign.isalpha():
            return "text stands in quotes, behind % or in a field; decorations are written !name!"
        return _MEANINGS.get(sign)
