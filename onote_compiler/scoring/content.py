"""The option whose content an answer writes out: letter by letter, or in other words for the same notes."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from functools import lru_cache

from onote_compiler.api import parse
from onote_compiler.projection import project

_READINGS = (("pitchdur", None), ("tab", "linear"), ("jianpu", "formatb"))
_SPACES = re.compile(r"[\s,;，；]+")
_MAX_MEANING = 4000  # characters of an answer that are worth compiling piece by piece
_MARKS = ".):：、．）"  # behind the letter of an option
_STOPS = ".,;:!?，。；：！？"


def without_labels(options: Sequence[str]) -> tuple[str, ...]:
    """Return options without the letters before them, where each carries its own: "A. C4", "B. D4"."""
    bare = [option.strip().removeprefix("(").removeprefix("（") for option in options]
    labels = zip("ABCDEFGH", bare, strict=False)
    if options and all(text[:1].upper() == letter and text[1:2] in tuple(_MARKS) for letter, text in labels):
        return tuple(text[2:].strip() for text in bare)
    return tuple(options)


def written_out(answer: str, options: Sequence[str]) -> int | None:
    """Return the place of the one option that stands in the answer; one inside another option gives way to it."""
    plain = f" {_plain(answer)} "
    texts = [_plain(option) for option in options]
    present = [i for i, text in enumerate(texts) if text and _stands_in(text, plain)]
    widest = [i for i in present if not any(i != j and texts[i] in texts[j] and texts[i] != texts[j] for j in present)]
    return widest[0] if len(widest) == 1 else None


def meant(answer: str, options: Sequence[str]) -> int | None:
    """Return the place of the one option that sounds the same as some piece of the answer."""
    meanings = [_meaning(option) for option in options]
    if all(meaning is None for meaning in meanings):
        return None
    for piece in _pieces(answer[-_MAX_MEANING:]):
        meaning = _meaning(piece)
        alike = [i for i, other in enumerate(meanings) if meaning is not None and other == meaning]
        if len(alike) == 1:
            return alike[0]
    return None


def _plain(text: str) -> str:
    return _SPACES.sub(" ", text).strip().casefold()


def _stands_in(text: str, answer: str) -> bool:
    """Whether ``text`` stands in ``answer``, not within a longer word or number, and not within a longer melody."""
    melody = _meaning(text) is not None
    start = answer.find(text)
    while start >= 0:
        end = start + len(text)
        whole = not _continues(answer[start - 1 : start]) and not _continues(answer[end : end + 1])
        if whole and not (melody and _among_notes(answer, start, end)):
            return True
        start = answer.find(text, start + 1)
    return False


def _continues(sign: str) -> bool:
    return sign.isalnum() or sign in ("#", "_", "(", "/", "~", "+")


def _among_notes(answer: str, start: int, end: int) -> bool:
    """Whether the word right before or right behind a place is a note."""
    before = answer[max(0, start - 40) : start].rstrip(" ,|")
    behind = answer[end : end + 40].lstrip(" ,|")
    words = before.rpartition(" ")[2], behind.partition(" ")[0].rstrip(_STOPS)
    return any(word and _meaning(word) is not None for word in words)


def _pieces(answer: str) -> list[str]:
    """Return the texts in an answer that may be an option's content, the likeliest first."""
    quoted = re.findall(r"[`\"“]([^`\"“”\n]{1,400})[`\"”]", answer)
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    tails = [line.rpartition(sign)[2].strip() for line in lines for sign in (": ", " is ", " are ") if sign in line]
    pieces = [answer.strip(), *quoted[-4:], *tails[-4:], *lines[-4:]]
    return pieces + [piece.replace(" and ", " ") for piece in pieces if " and " in piece]


@lru_cache(maxsize=4096)
def _meaning(text: str) -> Hashable:
    """Return what a text sounds like in whichever notation reads all of it, ``None`` where none does.

    Each event is its pitches and its duration where the text gives one; a tie that leads out of the text counts too.
    """
    for notation, dialect in _READINGS:
        result = parse(text, notation, dialect=dialect, bare=True)
        if result.score is None or any(
            d.severity == "error" for d in result.diagnostics if d.name != "missing-duration"
        ):
            continue
        events = project(result.score).events
        if any(event.notes for event in events):
            sounds = tuple((tuple(note.midi for note in event.notes), event.duration) for event in events)
            return sounds, any(d.name == "dangling-tie" for d in result.diagnostics)
    return None
