"""What a line is to the notations that stand in lines of tokens: Jianpu, pitch-duration and linear tablature."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import IntEnum

from onote_compiler.extraction.lines import COMMENT, FIELD, TEXT, Content, Line
from onote_compiler.parsing.driver import machine


class Role(IntEnum):
    """What a line is to a block of one notation."""

    BLANK = 0
    PROSE = 1
    """Ends a block."""
    LABEL = 2
    """A short heading between notes; taken out, ends nothing."""
    HEADER = 3
    """Belongs to the notes that follow it."""
    TAIL = 4
    """Belongs to the notes before it."""
    WEAK = 5
    INLINE = 6
    STRONG = 7


RoleOf = Callable[[Content], Role]


def roles_of(lines: Sequence[Line], role_of: RoleOf) -> list[Role]:
    """Return the role of each line."""
    known: dict[int, Role] = {}  # by identity: equal lines share their content
    roles: list[Role] = []
    for line in lines:
        content = line.content
        role = known.get(id(content))
        if role is None:
            role = known[id(content)] = role_of(content)
        roles.append(role)
    return roles


def evidence(content: Content) -> int:
    """Return how many notes a line seems to hold."""
    return (
        content.pitch_durations + content.degree_durations + content.frets + content.letter_pitches
        + content.name_durations + content.durations
    ) or content.pitches + content.degrees + content.dashes  # fmt: skip


def _certain(content: Content, notes: int) -> Role:
    """Return the role of a line that holds ``notes`` notes with their lengths."""
    inner = content.inner_words + (content.words_before if content.words_before < 2 else 0)
    if 2 * inner <= notes and content.words_before < 2 and content.words_after < 2:
        return Role.STRONG
    return Role.INLINE if content.inner_words < notes and notes >= 2 else Role.PROSE


def _other(content: Content) -> Role:
    """Return the role of a line without notes: a short heading, or prose."""
    if content.kind != TEXT or content.words + content.label_words + content.chord_names > 2 or content.alternative:
        return Role.PROSE
    if content.bars and content.notes:
        return Role.PROSE  # a line of ABC
    heading = content.label_words or not content.ends_sentence
    return Role.LABEL if heading and not content.fractions else Role.PROSE


def jianpu_role(content: Content) -> Role:
    """Return what a line is to numbered notation."""
    if content.first_mark < 0:
        return Role.BLANK
    if content.kind == COMMENT or (content.kind == FIELD and content.text[0] in "LHwW"):
        return Role.TAIL
    if content.kind == FIELD:
        return Role.HEADER if content.text[0] in "KMTCQ" else Role.PROSE
    if content.kind != TEXT:
        return Role.PROSE
    with_length = content.degree_durations or (content.durations and content.degrees)
    if with_length and content.degree_durations >= content.pitch_durations:
        return _certain(content, content.degree_durations + content.durations)
    if _is_digits(content):
        return Role.WEAK
    if content.headers or content.staff or (content.fractions and not content.words and not content.label_words):
        return Role.HEADER
    return Role.TAIL if content.keywords else _other(content)


def _is_digits(content: Content) -> bool:
    """Whether a line is degrees without lengths, and next to nothing else."""
    letters = content.notes + content.pitches + content.chord_names
    alone = content.degrees == 1 and not (content.bars or content.dashes or content.headers)
    if alone and (content.others or content.ends_sentence or content.words):
        return False
    if not content.degrees or (letters and letters >= content.degrees - content.letter_degrees):
        return False
    if (
        content.label_words
        and not content.staff
        and not (content.degrees >= 3 and (content.of_music or content.measure_label))
        and not (content.label_words <= 3 and content.bars and content.degrees >= 3)
    ):
        return False
    if content.leading and not (content.of_music or "\\" in content.whole):
        return False  # words that say what the numbers are
    return 2 * content.words <= content.degrees if content.bars or not content.ends_sentence else not content.words


# LilyPond code, which may go on over lines, and what goes on up to a blank line: lyrics and chords.
_INSERTED = re.compile(r"\b(LP):(?!.*:\1)")
_TO_BLANK_LINE = re.compile(r"\s*(?:[LH]:|chords=)\s*\Z")


def jianpu_ly_lines(lines: Sequence[Line]) -> tuple[list[Line], list[Role]]:
    """Return lines as jianpu-ly's language sees them, which is made of words, with their roles.

    Some tokens hold several lines.
    """
    known: dict[int, tuple[Content, Role]] = {}
    seen: list[Line] = []
    roles: list[Role] = []
    ending = ""
    verses = began = False
    for line in lines:
        found = known.get(id(line.content))
        if found is None:
            found = known[id(line.content)] = _in_jianpu_ly(line.content)
        content, role = found
        seen.append(Line(line.start, line.end, line.stop, content))
        whole = content.whole
        verses = not line.blank and (verses or _TO_BLANK_LINE.match(whole) is not None)
        if ending:
            role = Role.HEADER
            ending = "" if ending in whole else ending
        elif verses:
            role = Role.TAIL
        elif ":" in whole and (begun := _INSERTED.search(whole)) is not None:
            ending = f":{begun.group(1)}"
        if role is Role.HEADER and began:
            role = Role.TAIL  # lyrics, another part: what notes may or may not follow
        began = role is Role.WEAK or (began and role is not Role.PROSE)
        roles.append(role)
    return seen, roles


def _in_jianpu_ly(content: Content) -> tuple[Content, Role]:
    """Return a line with its notes counted as words of jianpu-ly's language, and its role."""
    if content.first_mark < 0:
        return content, Role.BLANK
    if content.kind not in (TEXT, FIELD, COMMENT):
        return content, Role.PROSE
    found = _Words()
    machine("jianpu", _Words, "ly").run(content.whole, found)
    if 2 * found.foreign > found.notes + found.others:
        return content, Role.PROSE
    if not found.notes:
        return content, Role.HEADER if found.others else _other(content)
    counted = Content(content.whole)
    counted.first_mark, counted.degrees = content.first_mark, found.notes
    return counted, Role.WEAK


class _Words:
    """Counts the words of jianpu-ly's language in a line: notes, others, and what is none of them."""

    def __init__(self) -> None:
        self.notes = self.others = self.foreign = 0

    def LY_NOTE(self, text: str, start: int) -> None:
        self.notes += 1

    GRACE = AFTER_GRACE = LONG_REST = LY_NOTE

    def LY_KEY(self, text: str, start: int) -> None:
        self.others += 1

    LY_TEMPO = LY_METER = PART = HEADER = LYRICS = COMMENT = SKIPPED = NAVIGATION = LETTER = MARK = LY_KEY
    SWITCH = BLOCK_OPEN = BLOCK_CLOSE = TUPLET_OPEN = TUPLET_CLOSE = LY_BAR = LY_TIE = SLUR = LY_DASH = LY_KEY

    def LY_JUNK(self, text: str, start: int) -> None:
        self.foreign += 1

    JUNK = LY_JUNK


def pitchdur_role(content: Content) -> Role:
    """Return what a line is to a pitch-duration sequence."""
    if content.first_mark < 0:
        return Role.BLANK
    if content.kind != TEXT:
        return Role.PROSE
    notes = content.pitch_durations + content.letter_pitches
    notes += content.name_durations if content.name_durations > 1 else 0
    notes = notes or (content.durations if content.pitches else 0)
    if notes and notes >= content.degree_durations:
        more = content.durations + content.name_durations + content.degree_durations + content.pitches
        return _certain(content, notes + more)
    named = content.label_words <= 3 or content.of_music
    if content.pitches and named and not (content.words or content.notes or content.degree_durations):
        return Role.WEAK
    return _other(content)


def spelled_role(content: Content) -> Role:
    """Return what a line is to a sequence known to be of pitch names, some of them perhaps misspelled."""
    role = pitchdur_role(content)
    if role in (Role.PROSE, Role.LABEL) and content.kind == TEXT and not content.ends_sentence:
        others = content.words + content.notes + content.chord_names + content.degree_durations
        return Role.WEAK if 2 * content.letter_pitches + content.pitches > others else role
    return role


def linear_role(content: Content) -> Role:
    """Return what a line is to linear tablature."""
    if content.first_mark < 0:
        return Role.BLANK
    if content.kind != TEXT:
        return Role.PROSE
    return _certain(content, content.frets) if content.frets else Role.HEADER if content.headers else _other(content)
