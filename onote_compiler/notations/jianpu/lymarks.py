"""Marks and lyrics as words of jianpu-ly."""

from __future__ import annotations

from onote_compiler.ir.events import Event, Mark

# Decorations that LilyPond has a command of the same meaning for.
_COMMANDS = {
    "fermata": "fermata", "trill": "trill", "turn": "turn", "mordent": "mordent", "lowermordent": "mordent",
    "uppermordent": "prall", "pralltriller": "prall", "accent": "accent", ">": "accent", "emphasis": "accent",
    "tenuto": "tenuto", "marcato": "marcato", "upbow": "upbow", "downbow": "downbow", "staccato": "staccato",
    "ppp": "ppp", "pp": "pp", "p": "p", "mp": "mp", "mf": "mf", "f": "f", "ff": "ff", "fff": "fff", "sfz": "sfz",
}  # fmt: skip
_TECHNIQUES = ("souyin", "harmonic", "up", "down", "bend", "tilde", "0", "1", "2", "3", "4")
_SLURS = {"slur-start": "(", "slur-end": ")"}
_BLANK = "_"


def mark_words(event: Event) -> tuple[list[str], bool]:
    """Return the words for the marks on an event, and whether some have none."""
    words: list[str] = []
    lost = False
    for mark in event.marks:
        word = _word(mark)
        if word is None:
            lost = True
        elif word:
            words.append(word)
    return words, lost or any(note.marks for note in event.notes if note is not event)


def _word(mark: Mark) -> str | None:
    """Return the word of one mark, nothing for a lyric (which is written apart), ``None`` where there is none."""
    if mark.kind in _SLURS:
        return _SLURS[mark.kind]
    if mark.kind == "lyric":
        return ""
    if mark.kind == "decoration" and mark.text in _COMMANDS:
        return "\\" + _COMMANDS[mark.text]
    if mark.kind == "technique" and mark.text in _TECHNIQUES:
        return f"Fr={mark.text}"
    if mark.kind == "annotation":
        text = mark.text.strip("^_<>@").strip('"').replace('"', "'")
        return f'{"_" if mark.text.startswith("_") else "^"}"{text}"' if text.strip() else ""
    return None


class Verses:
    """The lyrics of a part, syllable by syllable; notes that only go on (slurred, tied) take none."""

    def __init__(self) -> None:
        self._verses: dict[int, list[str]] = {}
        self._notes = 0
        self._slurs = 0
        self._tied = False
        self.lost: list[Event] = []
        """Events with a syllable of their own that no word can be sung to, since they only go on."""

    def take(self, event: Event) -> None:
        """Take the syllables of the next event."""
        if not event.notes:
            return
        goes_on = self._slurs > 0 or self._tied
        self._slurs += sum((mark.kind == "slur-start") - (mark.kind == "slur-end") for mark in event.marks)
        self._tied = all(note.tie for note in event.notes)
        if goes_on:
            if any(mark.kind == "lyric" and _syllable(mark.text) != _BLANK for mark in event.marks):
                self.lost.append(event)
            return
        for mark in event.marks:
            if mark.kind == "lyric":
                verse = self._verses.setdefault(mark.number, [])
                verse += [_BLANK] * (self._notes - len(verse))
                verse.append(_syllable(mark.text))
        self._notes += 1

    def lines(self) -> list[str]:
        """Return a line a verse."""
        return ["L: " + " ".join(verse) for _, verse in sorted(self._verses.items())]


def _syllable(text: str) -> str:
    joined = "_".join(text.split())
    return joined if joined.strip("-_") else _BLANK
