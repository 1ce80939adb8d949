"""Lyrics (``w:``) and symbol lines (``s:``): aligning syllables and symbols with notes (2.1 sections 5.1 and 4.15)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from onote_compiler.ir.events import Event, Mark
from onote_compiler.notations.abc.marks import string_mark
from onote_compiler.notations.abc.patch import marked
from onote_compiler.notations.abc.text import decode_text
from onote_compiler.notations.abc.times import GRAMMAR
from onote_compiler.notations.abc.voice import VoiceBuilder
from onote_compiler.parsing.driver import machine


class Step(NamedTuple):
    """One step of the alignment: put ``mark`` on the next note, pass it over, or go on to the next measure."""

    kind: str
    mark: Mark | None = None


class _LyricHandlers:
    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.syllable: str | None = None

    def SYLLABLE(self, text: str, start: int) -> None:
        self.flush()
        self.syllable = text

    def HYPHEN(self, text: str, start: int) -> None:
        if self.syllable is None:  # a hyphen of its own holds a note without a syllable
            self.steps.append(Step("note", Mark("lyric", "-")))
            return
        self.steps.append(Step("note", Mark("lyric", _plain(self.syllable) + "-")))
        self.syllable = None

    def HOLD(self, text: str, start: int) -> None:
        self.flush()
        self.steps.append(Step("note", Mark("lyric", "_")))

    def SKIP(self, text: str, start: int) -> None:
        self.flush()
        self.steps.append(Step("note"))

    def BAR(self, text: str, start: int) -> None:
        self.flush()
        self.steps.append(Step("bar"))

    def GAP(self, text: str, start: int) -> None:
        self.flush()

    def lyrics(self) -> None:
        self.flush()

    def flush(self) -> None:
        if self.syllable is not None:
            self.steps.append(Step("note", Mark("lyric", _plain(self.syllable))))
            self.syllable = None


def _plain(syllable: str) -> str:
    for sign in "-_*":
        syllable = syllable.replace("\\" + sign, sign)
    return decode_text(syllable.replace("~", " "))


@lru_cache(maxsize=1024)
def lyric_steps(value: str) -> tuple[Step, ...]:
    """Return the alignment a ``w:`` value asks for; each syllable keeps the hyphen behind it."""
    found = _LyricHandlers()
    machine(GRAMMAR, _LyricHandlers, "lyrics").run(value, found)
    return tuple(found.steps)


class _SymbolHandlers:
    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.junk: list[tuple[int, str]] = []

    def SYMBOL(self, text: str, start: int) -> None:
        self.steps.append(Step("note", Mark("decoration", text[1:-1])))

    def QUOTED(self, text: str, start: int) -> None:
        self.steps.append(Step("note", string_mark(text)))

    def SKIP(self, text: str, start: int) -> None:
        self.steps.append(Step("note"))

    def BAR(self, text: str, start: int) -> None:
        self.steps.append(Step("bar"))

    def JUNK(self, text: str, start: int) -> None:
        self.junk.append((start, text))


def symbol_steps(value: str) -> tuple[list[Step], list[tuple[int, str]]]:
    """Return the alignment an ``s:`` value asks for, and the characters in it that mean nothing."""
    found = _SymbolHandlers()
    machine(GRAMMAR, _SymbolHandlers, "symbols").run(value, found)
    return found.steps, found.junk


def align(voice: VoiceBuilder, steps: tuple[Step, ...] | list[Step], verse: int) -> int:
    """Put the marks of ``steps`` on the notes of the voice's last line of music.

    Returns:
        How many steps found no note.
    """
    row, at = voice.line_start
    for index, step in enumerate(steps):
        if step.kind == "bar":
            if at or row == voice.line_start[0]:
                row, at = row + 1, 0
            continue
        place = _next_note(voice, row, at)
        if place is None:
            return sum(1 for left in steps[index:] if left.mark is not None)
        row, at = place
        if step.mark is not None:
            mark = Mark(step.mark.kind, step.mark.text, verse) if step.mark.kind == "lyric" else step.mark
            events = voice.row_at(row).events
            events[at] = marked(events[at], mark)
        at += 1
    return 0


def _next_note(voice: VoiceBuilder, row: int, at: int) -> tuple[int, int] | None:
    """Return the place of the next event of the line that takes a syllable."""
    while (row, at) < voice.line_end:
        events = voice.row_at(row).events
        if at >= len(events):
            row, at = row + 1, 0
        elif _sings(events[at]):
            return row, at
        else:
            at += 1
    return None


def _sings(event: Event) -> bool:
    return bool(event.notes) and not event.grace
