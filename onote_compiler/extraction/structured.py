"""Notation inside JSON, or inside what a model takes for JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import nlargest
from typing import NamedTuple

from onote_compiler.extraction.escapes import escape_edits
from onote_compiler.extraction.pieces import Edit, cut, rewrite
from onote_compiler.ir.source import Source
from onote_compiler.parsing.driver import machine
from onote_compiler.theory.keys import parse_key_name, parse_meter_name
from onote_compiler.theory.tunings import parse_tuning

# How JSON begins; no notation does, except that a chord of ABC may open with a quotation.
_BEGINNING = re.compile(r"""\{\s*(?:["']|\Z)|\[\s*(?:\{|[\[(]\s*["'\[({]|["'][^"'\r\n]*["']\s*[,\]:])""")
_MOST = 64
"""Strings of one value that are looked into, the longest first."""
_DEEPEST = 64
"""What opens more brackets at once is no JSON value that an answer is wrapped in."""
_WINDOW = 4096
"""Characters of a text that are looked at first for the end of a value; four times as many when it is not there."""
_PITCHES = ("pitches", "pitch", "notes", "note", "note_names")
_DURATIONS = ("durations", "duration", "rhythm", "rhythms", "lengths", "note_durations")
# What an object says of the notation beside it: the name that its reader knows it by, and what its value must be.
_KEYS = dict.fromkeys(("key", "key_signature", "key signature", "tonic"), ("Key", parse_key_name))
_METERS = dict.fromkeys(("meter", "time_signature", "time signature", "time"), ("Time", parse_meter_name))
_SETTINGS: dict[str, dict[str, tuple[str, Callable[[str], object]]]] = {
    "jianpu": {**_KEYS, **_METERS},
    "tab": {**_METERS, "tuning": ("Tuning", parse_tuning)},
}
_LONGEST_SETTING = 40
_LONGEST_NOTE = 24
_MEASURES = frozenset({"measures", "measure", "bars", "bar", "measure_number", "bar_number"})
_STAVES = frozenset(
    {"treble", "bass", "upper", "lower", "right", "left", "right_hand", "left_hand", "right hand", "left hand"}
)


@dataclass(slots=True)
class Text:
    """A string of a JSON value: the range between its quotation marks, and whether the text breaks off in it."""

    start: int
    end: int
    key: str
    cut_off: bool = False


@dataclass(slots=True)
class Container:
    """An object, list or tuple: its range, its key in the one around it, and what stands directly in it.

    Its atoms are its numbers and other words without quotation marks.
    """

    start: int
    key: str
    kind: str
    end: int = -1
    keys: set[str] = field(default_factory=set)
    texts: list[Text] = field(default_factory=list)
    inner: list[Container] = field(default_factory=list)
    atoms: list[Text] = field(default_factory=list)


@dataclass(slots=True)
class Value:
    """A JSON value found in a text."""

    start: int
    end: int
    containers: list[Container]
    closed: bool


class _Done(Exception):
    """The outermost container closes, or too many are open: the rest of the text says nothing more."""


class _Tokens:
    """Builds containers from tokens, up to where the outermost one closes."""

    def __init__(self, part: str, offset: int) -> None:
        self.part = part
        self.offset = offset
        self.stack: list[Container] = []
        self.containers: list[Container] = []
        self.end = self.too_deep = -1
        self.key = ""
        self.last: Text | None = None

    def STRING(self, text: str, start: int) -> None:
        self._string(text[1:-1], start, False)

    def ATOM(self, text: str, start: int) -> None:
        if self.stack:
            start += self.offset
            self.stack[-1].atoms.append(Text(start, start + len(text), self.key))

    def CUT_STRING(self, text: str, start: int) -> None:
        self._string(text[1:], start, True)

    def _string(self, content: str, start: int, cut_off: bool) -> None:
        if not self.stack:
            return
        start += self.offset + 1
        self.last = Text(start, start + len(content), self.key, cut_off)
        self.stack[-1].texts.append(self.last)

    def KEY_COLON(self, text: str, start: int) -> None:
        if self.last is None:
            return
        container = self.stack[-1]
        if container.texts and container.texts[-1] is self.last:
            container.texts.pop()
        self.key = self.part[self.last.start - self.offset : self.last.end - self.offset][:80].lower()
        container.keys.add(self.key)
        self.last = None

    def COMMA(self, text: str, start: int) -> None:
        self.last = None
        if self.stack and self.stack[-1].kind == "{":
            self.key = ""

    def OPEN(self, text: str, start: int) -> None:
        if len(self.stack) == _DEEPEST:
            self.too_deep = self.offset + start
            raise _Done
        container = Container(self.offset + start, self.key, text)
        if self.stack:
            self.stack[-1].inner.append(container)
        self.stack.append(container)
        self.containers.append(container)
        self.last = None

    def CLOSE(self, text: str, start: int) -> None:
        container = self.stack.pop()
        container.end = self.offset + start + 1
        self.key, self.last = container.key, None
        if not self.stack:
            self.end = container.end
            raise _Done


def begins_value(text: str, start: int) -> bool:
    """Whether a JSON value seems to begin at ``start``."""
    return text[start : start + 1] in ("{", "[") and _BEGINNING.match(text, start) is not None


def read_value(text: str, start: int, end: int) -> Value | int:
    """Return the JSON value that begins at ``start``; where it is never closed it ends at ``end``.

    What opens too many brackets is none: then the offset up to which it was read comes back.
    """
    width = _WINDOW
    while True:
        stop = min(start + width, end)
        tokens = _Tokens(text[start:stop], start)
        with suppress(_Done):
            machine("extraction", _Tokens, "json").run(tokens.part, tokens)
        if tokens.too_deep >= 0:
            return tokens.too_deep
        if tokens.end >= 0:
            return Value(start, tokens.end, tokens.containers, True)
        if stop == end:
            break
        width *= 4
    for container in tokens.stack:
        container.end = end
    return Value(start, end, tokens.containers, False)


class Inner(NamedTuple):
    """A text inside a JSON value that could be notation.

    Attributes:
        source: The text.
        text: The string it is, or ``None`` where it is a container or a list of strings joined.
        key: The key it stands under; empty where there is none.
        sample: For a container that the reader takes as it stands: its strings, one after the other.
    """

    source: Source
    text: Text | None = None
    key: str = ""
    sample: str | None = None


def candidates(source: Source, value: Value, notation: str, dialect: str | None = None) -> list[Inner]:
    """Return the texts inside a JSON value that could be notation, in their order.

    What a reader takes as it stands (staves of Jianpu data, lists of pitches, MusiXQA samples) is cut out whole;
    strings are unescaped, lists of strings joined, and a list of pitches and one of as many durations made one.
    """
    wants_pairs = notation == "pitchdur" and dialect in (None, "formatc")
    found: list[Inner] = []
    texts: list[Text] = []
    taken = -1  # end of the container taken last; what it holds is not looked at again
    above = _settings(source.text, value, notation)
    said: dict[int, str] = {}
    for container in value.containers:
        if container.start < taken:
            continue
        pair = _pair(container) if wants_pairs else None
        parts = _parts_of_one(container) if notation != "musixqa" else None
        if pair is not None:
            found.append(Inner(_paired(source, *pair)))
        elif parts is not None and (container.inner or notation != "pitchdur"):
            between = " " if notation in ("jianpu", "pitchdur") else "\n"
            found.append(Inner(_joined(source, parts, between, above.get(container.start, "")), key=container.key))
        elif _as_it_stands(container, notation):
            sample = " ".join(source.text[text.start : text.end] for text in _strings(container))
            alone = not (source.text[: container.start] + source.text[container.end :]).strip()
            found.append(
                Inner(
                    source if alone else cut(source, container.start, container.end), key=container.key, sample=sample
                )
            )
        else:
            texts += container.texts
            said |= dict.fromkeys(map(id, container.texts), above.get(container.start, ""))
            continue
        taken = container.end
    longest = nlargest(_MOST, texts, key=lambda text: text.end - text.start)
    found += [Inner(_unescaped(source, text, said[id(text)]), text, text.key) for text in longest]
    return sorted(found, key=lambda inner: inner.source.to_original(0))


def _parts_of_one(container: Container) -> list[Text] | None:
    """Return the strings of a list that are one text: its lines, or what its objects, one a measure, hold."""
    if container.kind == "{":
        return None
    if not container.inner:
        return container.texts if len(container.texts) > 1 else None
    objects = container.inner
    by_measure = container.key in _MEASURES or all(part.keys & _MEASURES for part in objects)
    if container.texts or not by_measure or any(part.kind != "{" for part in objects):
        return None
    lists = [part.inner[0].texts for part in objects if len(part.inner) == 1 and not part.inner[0].inner]
    if len(lists) == len(objects) and all(lists):
        return [text for texts in lists for text in texts]
    for key in (text.key for text in objects[0].texts):
        found = [text for part in objects for text in part.texts if text.key == key]
        if len(found) == len(objects) and key not in _MEASURES and not any(part.inner for part in objects):
            return found
    return None


def _settings(text: str, value: Value, notation: str) -> dict[int, str]:
    """Return the header lines that the objects of a value give for what stands in them, by where they begin.

    What an object says holds for the lists and objects inside it that do not say otherwise.
    """
    known = _SETTINGS.get(notation)
    if known is None:
        return {}
    above: dict[int, dict[str, str]] = {}
    for container in value.containers:
        lines = dict(above.get(container.start, {}))
        for part in (*container.texts, *container.atoms) if container.kind == "{" else ():
            name, means = known.get(part.key, ("", None))
            if means is not None and part.end - part.start <= _LONGEST_SETTING:
                said = text[part.start : part.end].strip()
                if means(said) is not None:
                    lines[name] = f"{name}: {said}\n"
        above[container.start] = lines
        above |= {inner.start: lines for inner in container.inner if lines}
    return {start: "".join(lines.values()) for start, lines in above.items()}


def _pair(container: Container) -> tuple[list[Text], list[Text]] | None:
    """Return pitches and durations where an object holds a list of each, equally long."""
    lists = {part.key: part.texts or part.atoms for part in container.inner if part.kind != "{" and not part.inner}
    pitches = next((lists[key] for key in _PITCHES if key in lists), [])
    durations = next((lists[key] for key in _DURATIONS if key in lists), [])
    if container.kind != "{" or not pitches or len(pitches) != len(durations):
        return None
    return (
        (pitches, durations) if pitches[-1].end < durations[0].start or durations[-1].end < pitches[0].start else None
    )


def _paired(source: Source, pitches: list[Text], durations: list[Text]) -> Source:
    """Return pitches with durations, ``C4(1/4) D4(1/4)``; the durations stand where their pitches do."""
    edits = [Edit(0, pitches[0].start)]
    for pitch, duration, after in zip(pitches, durations, [*pitches[1:], None], strict=True):
        length = f"({source.text[duration.start : duration.end].strip()})"
        edits.append(Edit(pitch.end, after.start, f"{length} ") if after else Edit(pitch.end, len(source.text), length))
    return rewrite(source, edits)


def _strings(container: Container) -> list[Text]:
    pending = [container]
    found: list[Text] = []
    while pending:
        part = pending.pop()
        found += part.texts
        pending += part.inner
    return sorted(found, key=lambda text: text.start)


def _as_it_stands(container: Container, notation: str) -> bool:
    """Whether the reader of ``notation`` takes the container itself."""
    if notation == "musixqa":
        return "bars" in container.keys
    if notation == "jianpu":
        return container.kind == "{" and len(container.keys & _STAVES) > 0 and bool(container.texts or container.inner)
    if notation == "pitchdur" and container.kind != "{":
        objects = any(part.kind == "{" for part in container.inner)  # one a note, and not answers of many
        longest = max((text.end - text.start for text in _strings(container)), default=0)
        return bool(container.inner or container.texts) and (longest <= _LONGEST_NOTE or not objects)
    return False


def _unescaped(source: Source, text: Text, settings: str) -> Source:
    edits = [Edit(0, text.start), Edit(text.start, text.start, settings)]
    edits += [*escape_edits(source.text, text.start, text.end), Edit(text.end, len(source.text))]
    return rewrite(source, edits)


def _joined(source: Source, texts: list[Text], between: str, settings: str) -> Source:
    edits = [Edit(0, texts[0].start), Edit(texts[0].start, texts[0].start, settings)]
    for text, after in zip(texts, [*texts[1:], None], strict=True):
        edits += escape_edits(source.text, text.start, text.end)
        edits.append(Edit(text.end, after.start, between) if after else Edit(text.end, len(source.text)))
    return rewrite(source, edits)
