"""Splitting a file of many tunes (2.1 section 2.2), one tune in memory at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tune:
    """One tune of a file.

    Attributes:
        text: The tune, behind the file header where there is one.
        line: Line of the file, from 1, on which the tune itself starts.
        header_lines: Lines of ``text`` that are the file header and do not stand there in the file.
    """

    text: str
    line: int
    header_lines: int = 0

    def file_line(self, line: int) -> int:
        """Return the line of the file for a line of ``text``; the file header starts on line 1."""
        return line if line <= self.header_lines else self.line + line - self.header_lines - 1


def split_tunes(lines: Iterable[str]) -> Iterator[Tune]:
    """Yield the tunes of a file, each with the file header applied.

    A tune reaches from its ``X:`` to the next one; what stands behind an empty line in it is for the reader to judge.
    The file header is the first block of the file, if an empty line ends it before the first ``X:``. A file without
    any ``X:`` is one tune.

    Args:
        lines: The file's lines with their ends, as iterating over a file opened with ``newline=""`` gives them.
    """
    header: list[str] = []
    current: list[str] = []
    started = written = fields = False  # whether a tune began, and whether `current` holds anything, or a field
    start = 1
    for number, line in enumerate(lines, 1):
        if line.removeprefix("\ufeff").startswith("X:"):
            if started:
                yield _tune(header, current, start)
                current, start = [], number
            elif not written:
                current, start = [], number
            started = True
        elif fields and not started and not header and not line.strip():
            header, current, start, written = [*current, line], [], number + 1, False
            continue
        current.append(line)
        written = written or not line.isspace()
        fields = fields or _is_field(line)
    if started or written or header:
        yield _tune(header, current, start)


def _tune(header: list[str], lines: list[str], start: int) -> Tune:
    return Tune("".join(header) + "".join(lines), start, len(header))


def _is_field(line: str) -> bool:
    text = line.removeprefix("\ufeff")
    return text.startswith("%%") or (text[:1].isalpha() and text[1:2] == ":")
