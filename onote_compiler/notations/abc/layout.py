"""The lines of a tune being written: music, the lyrics under it, and lines that stand between music lines."""

from __future__ import annotations

from onote_compiler.ir.events import Mark


class Lines:
    """Collects the text of one voice line by line."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self._music: list[str] = []
        self._lyrics: list[dict[int, str]] = []

    @property
    def at_start(self) -> bool:
        """Whether no music stands on the current line."""
        return not any(piece.strip() for piece in self._music)

    def add(self, text: str) -> None:
        """Add music to the current line."""
        if text.startswith(" ") and self._music[-1:] and self._music[-1].endswith(" "):
            text = text[1:]
        if text:
            self._music.append(text)

    def note(self, marks: tuple[Mark, ...]) -> None:
        """Count a note that takes a syllable, with its marks."""
        self._lyrics.append({mark.number or 1: mark.text for mark in marks if mark.kind == "lyric"})

    def line(self, text: str) -> None:
        """Put a line of its own after what is on the current one."""
        self.end()
        self.done.append(text)

    def end(self) -> None:
        """Finish the current line of music and write its lyrics."""
        text = "".join(self._music).rstrip()
        if text:
            self.done.append(text)
        for verse in range(1, max((max(notes, default=0) for notes in self._lyrics), default=0) + 1):
            syllables = [_syllable(notes[verse]) if verse in notes else "*" for notes in self._lyrics]
            while len(syllables) > 1 and syllables[-1] == "*":
                syllables.pop()
            self.done.append(f"w: {' '.join(syllables)}")
        self._music, self._lyrics = [], []


def _syllable(text: str) -> str:
    if text in ("_", "-"):
        return text
    tail = "-" if text.endswith("-") else ""
    inner = text[: len(text) - len(tail)]
    for sign in "-_*":
        inner = inner.replace(sign, "\\" + sign)
    return inner.replace("%", "\\%").replace(" ", "~").replace("|", "\\u007c") + tail
