"""What each line of an answer is: the counts of what stands in it, and the ranges that could be cut off."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onote_compiler.ir.source import Span
from onote_compiler.parsing.driver import machine

# Full-width forms, one for one, so that offsets stay what they are.
FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}

FENCE, RULE, TAB_ROW, BEAT_ROW, FIELD, COMMENT, TEXT = "fence", "rule", "row", "beat", "field", "comment", "text"

# A line with its end, any number of blank lines as one, and a last line without an end.
_PIECES = re.compile(r"(?:[ \t]*(?:\r\n|[\r\n]))+|[^\r\n]+(?:\r\n|[\r\n]|\Z)")
# Letters that stand for notes, rests and decorations in ABC.
_NOTE_LETTERS = frozenset("abcdefgxyzuvABCDEFGHIJKLMNOPQRSTUVWXYZ")
_HEADING_WORDS = 6
"""Words of the longest line that says what follows it."""
_MOST_FORKS = 8
"""Words like *or* in the longest line that holds alternatives."""
_LONGEST = 50_000
"""What a line is shows in this many of its first characters; what a longer one holds behind them is not counted."""


_NOTE_LENGTH = re.compile(r"\([^()]*(?:/[ \t]?(?:1|2|4|8|16|32|64|128|6|12|24|48)(?![0-9])|[.½¼¾⅛⅜⅝⅞]|[a-z])")


def _odd_lengths(notes: str) -> int:
    """Return how many of the lengths in a run of notes are such as notes rarely have."""
    return notes.count("(") - len(_NOTE_LENGTH.findall(notes))


class Content:
    """What was counted in a line; equal lines share one.

    What is not counted stays at the class's zero: most lines hold little. Offsets are those from the line's beginning.

    Attributes:
        whole: The line, its end left out.
        kind: ``fence``, ``rule``, ``row``, ``beat``, ``field``, ``comment`` or ``text``.
        text: The line from its first mark on, for the kinds that are told by their beginning (fence, field, row).
        first_mark: Offset of the first character that is not blank; -1 for a blank line.
        label: End of a label, of list numbering or of a bullet; 0 where there is none.
        numbered: Whether the label is a list number or a bullet.
        measure_label: Whether the label names a measure (``Bar 1:``).
        label_words: Words of a label (``Answer:``, ``Measure 1:``) at the beginning.
        staff: Whether the label names a staff (``Treble:``).
        words: Words of a language, those of a label left out.
        links: Those of them that join notes to a list, behind the first note.
        spelled: Words, those of a label too, that cannot be notes of ABC with their decorations.
        first: Offset of the first note written with its length, or tab position; -1 where there is none.
        last: End of the last one.
        decorated: Those of the words that are ABC notes with a decoration as well (``Tc``).
        words_before: Words before the first.
        exclaimed: Whether a sentence ends there (``Sure!``).
        inner_words: Words between the two, those left out that join notes to a list (``and then``).
        inner: Where they stand, with those behind the last.
        letter_degrees: Those of the degrees that are ABC notes as well (``c4``).
        alternative: Whether it says that what follows stands in the place of what was before (``Version 2:``).
        forks: Offsets of such words between notes with their lengths (``…, or …``).
        of_music: Those of its words that speak of music or of an answer (``The notes are:``).
        odd_lengths: Lengths that notes rarely have, thirds and whole numbers among them (``A1(2/3)``, ``4(2)``), and
            those behind names that have no octave (``page(1/2)``).
        singles: Groups of note letters that are one letter and nothing else.
        enclosed: Those of the degrees that stand in brackets by themselves (``(1)``).
        leading: Words before the first bare degree.
        operators: Signs of arithmetic by themselves.
        ends_sentence: Whether it ends with a full stop, a colon or the like.
        brackets: Whether it, or what stands behind its label, begins with a bracket as JSON does.
    """

    kind = TEXT
    text = ""
    first_mark = -1
    label = 0
    numbered = staff = measure_label = False
    label_words = words = links = spelled = words_before = inner_words = 0
    decorated = 0
    first = last = -1
    pitch_durations = degree_durations = number_durations = name_durations = durations = 0
    frets = letter_pitches = pitches = notes = degrees = letter_degrees = fractions = 0
    bars = dashes = headers = keywords = chord_names = others = 0
    odd_lengths = singles = enclosed = operators = leading = of_music = 0
    ends_sentence = exclaimed = brackets = alternative = False

    def __init__(self, whole: str) -> None:
        self.whole = whole
        self.inner: list[Span] = []
        self.forks: list[int] = []

    @property
    def words_after(self) -> int:
        """Words behind the last note that has its length."""
        return self.words - self.words_before - self.inner_words - self.links


class Line:
    """One line: where it stands, and what stands in it.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character, the line end left out.
        stop: Offset of the next line.
        content: What stands in it.
        blank: Whether nothing does.
    """

    __slots__ = ("blank", "content", "end", "start", "stop")

    def __init__(self, start: int, end: int, stop: int, content: Content) -> None:
        self.start, self.end, self.stop = start, end, stop
        self.content = content
        self.blank = content.first_mark < 0

    @property
    def kind(self) -> str:
        """What the line is."""
        return self.content.kind

    @property
    def first_mark(self) -> int:
        """Offset of the first character that is not blank; -1 for a blank line."""
        return -1 if self.blank else self.start + self.content.first_mark

    @property
    def label(self) -> int:
        """End of its label, list numbering or bullet; ``start`` where there is none."""
        return self.start + self.content.label


class _Counter:
    """Counts what the terminals of ``line`` say."""

    def __init__(self) -> None:
        self.content = Content("")

    def _whole(self, kind: str, text: str, start: int) -> None:
        content, shown = self.content, text.lstrip()
        content.kind, content.text, content.first_mark = kind, shown, start + len(text) - len(shown)

    def FENCE(self, text: str, start: int) -> None:
        self._whole(FENCE, text, start)

    def RULE(self, text: str, start: int) -> None:
        self._whole(RULE, text, start)

    def TAB_ROW(self, text: str, start: int) -> None:
        self._whole(TAB_ROW, text, start)

    def BEAT_ROW(self, text: str, start: int) -> None:
        self._whole(BEAT_ROW, text, start)

    def FIELD(self, text: str, start: int) -> None:
        self._whole(FIELD, text, start)

    def COMMENT(self, text: str, start: int) -> None:
        self._whole(COMMENT, text, start)

    def _mark(self, start: int) -> Content:
        content = self.content
        if content.first_mark < 0:
            content.first_mark = start
        content.ends_sentence = False
        return content

    def NUMBERED(self, text: str, start: int) -> None:
        content = self._mark(start)
        content.label, content.numbered = start + len(text), True

    BULLET = CELL_NUMBER = NUMBERED

    def MEASURE_LABEL(self, text: str, start: int) -> None:
        content = self._mark(start)
        content.label, content.label_words, content.measure_label = start + len(text), 1, True
        content.spelled += 1

    def STAFF_LABEL(self, text: str, start: int) -> None:
        content = self._mark(start)
        content.label, content.label_words, content.staff = start + len(text), 1, True

    def HEADER(self, text: str, start: int) -> None:
        self._mark(start).headers += 1

    KEY_HEADER = TEMPO_HEADER = HEADER

    def _strong(self, text: str, start: int) -> Content:
        content = self._mark(start)
        if content.first < 0:
            content.first = start
            content.words_before = content.words
        content.inner_words = content.words - content.words_before - content.links
        content.last = start + len(text)
        return content

    def PITCH_DURATIONS(self, text: str, start: int) -> None:
        content = self._strong(text.rstrip(" "), start)
        content.pitch_durations += text.count("(")
        content.odd_lengths += _odd_lengths(text)

    PITCH_DURATION = PITCH_DURATIONS

    def DEGREE_DURATIONS(self, text: str, start: int) -> None:
        content = self._strong(text.rstrip(" |"), start)
        content.degree_durations += text.count("(")
        content.odd_lengths += _odd_lengths(text)
        content.bars += text.count("|")

    DEGREE_DURATION = DEGREE_DURATIONS

    def NUMBER_DURATION(self, text: str, start: int) -> None:
        self._mark(start).number_durations += 1

    def NAME_DURATION(self, text: str, start: int) -> None:
        content = self._strong(text, start)
        content.name_durations += 1
        content.odd_lengths += not text[: text.index("(")].strip("{}$")[-1:].isdigit()

    def DURATION(self, text: str, start: int) -> None:
        content = self._mark(start)
        content.durations += 1
        if content.last >= 0 or content.pitches or content.degrees:
            self._strong(text, start)

    def FRETS(self, text: str, start: int) -> None:
        self._strong(text, start).frets += text.count("F")

    def FRET(self, text: str, start: int) -> None:
        self._strong(text, start).frets += 1

    def LETTER_PITCH(self, text: str, start: int) -> None:
        self._strong(text, start).letter_pitches += 1

    def PITCH(self, text: str, start: int) -> None:
        self._mark(start).pitches += 1

    def NOTES(self, text: str, start: int) -> None:
        content = self._mark(start)
        content.notes += 1
        content.singles += len(text.rstrip(",")) == 1

    def CHORD_NAME(self, text: str, start: int) -> None:
        self._mark(start).chord_names += 1

    def _other(self, text: str, start: int) -> None:
        self._mark(start).others += 1

    QUOTED = DECORATION = SIGNS = JUNK = NUMBER = ENTITY = REMARK = _other

    def KEYWORD(self, text: str, start: int) -> None:
        self._mark(start).keywords += 1

    def _degrees(self, start: int, number: int = 1) -> Content:
        content = self._mark(start)
        if not content.degrees:
            content.leading = content.words
        content.degrees += number
        return content

    def DEGREE(self, text: str, start: int) -> None:
        self._degrees(start)

    def PLAIN_BEATS(self, text: str, start: int) -> None:
        dashes, bars = text.count("-"), text.count("|")
        content = self._degrees(start, len(text) // 2 - dashes - bars)
        content.dashes += dashes
        content.bars += bars

    def SHORT_DEGREE(self, text: str, start: int) -> None:
        content = self._degrees(start)
        content.letter_degrees += text[0] in "bcdg" and text[1:].isdigit()

    def MARKED_DEGREE(self, text: str, start: int) -> None:
        content = self._degrees(start)
        content.letter_degrees += "b" in text

    def ENCLOSED(self, text: str, start: int) -> None:
        content = self._degrees(start)
        content.enclosed += 1
        content.others += 2

    def OPERATOR(self, text: str, start: int) -> None:
        self._other(text, start)
        self.content.operators += 1

    def FRACTION(self, text: str, start: int) -> None:
        self._mark(start).fractions += 1

    def BAR(self, text: str, start: int) -> None:
        self._mark(start).bars += 1

    def DASH(self, text: str, start: int) -> None:
        self._mark(start).dashes += 1

    def WORD(self, text: str, start: int) -> None:
        content = self._mark(start)
        content.words += 1
        content.spelled += not _NOTE_LETTERS.issuperset(text)
        if content.first >= 0:
            content.inner.append(Span(start, start + len(text)))

    def DECORATED(self, text: str, start: int) -> None:
        self.WORD(text, start)
        self.content.decorated += 1

    def LINK(self, text: str, start: int) -> None:
        self.WORD(text, start)
        self.content.links += self.content.first >= 0

    def OF_MUSIC(self, text: str, start: int) -> None:
        self.WORD(text, start)
        more = len(text.split())
        self.content.of_music += more
        self.content.words += more - 1

    def ALTERNATIVE(self, text: str, start: int) -> None:
        self.content.alternative = True
        self.WORD(text, start)

    def FORK(self, text: str, start: int) -> None:
        content = self.content
        content.alternative |= not (content.words or content.label_words or content.first >= 0)
        if content.first >= 0:
            content.forks.append(start)
        self.WORD(text, start)

    def COLON(self, text: str, start: int) -> None:
        """Take what stands before as a label, where it is words and nothing that could be a note with its length."""
        content = self._mark(start)
        if content.words and content.first < 0 and not content.label_words:
            content.label = start + len(text)
            content.label_words, content.words = content.words, 0
            content.notes = content.pitches = content.degrees = content.fractions = 0
            content.others = content.chord_names = content.leading = content.enclosed = content.singles = 0
        content.ends_sentence = True

    def STOP(self, text: str, start: int) -> None:
        content = self._mark(start)
        content.ends_sentence = True
        content.exclaimed |= bool(content.words) and content.first < 0


class Seen:
    """The lines of a text that were looked at, by what stands in them."""

    def __init__(self) -> None:
        self.known: dict[str, Content] = {}
        self._counter = _Counter()

    def look_at(self, piece: str) -> Content:
        """Look at a line, given with its end, and remember it."""
        whole = piece.rstrip("\r\n")
        content = self.known[piece] = Content("" if whole.isspace() else whole)
        if content.whole:
            self._count(content)
        return content

    def _count(self, content: Content) -> None:
        whole = content.whole
        self._counter.content = content
        machine("extraction", _Counter, "line").run(whole[:_LONGEST], self._counter)
        if len(whole) > _LONGEST and content.last >= 0:
            content.last = len(whole)
        content.alternative &= content.words + content.label_words <= _HEADING_WORDS or content.first >= 0
        content.brackets = whole.lstrip()[0] in "{[" or whole[content.label :].lstrip()[:1] in ("{", "[")


def split_lines(text: str, start: int, end: int, seen: Seen | None = None) -> list[Line]:
    """Return the lines of ``text[start:end]`` with what stands in each; offsets are those of ``text``."""
    part = text[start:end]
    seen = Seen() if seen is None else seen
    known = seen.known
    lines: list[Line] = []
    at = start
    for piece in _PIECES.findall(part if part.isascii() else part.translate(FULL_WIDTH)):
        content = known.get(piece)
        if content is None:
            content = seen.look_at(piece)
        stop = at + len(piece)
        lines.append(Line(at, at + len(content.whole), stop, content))
        at = stop
    return lines


def forked(lines: Sequence[Line]) -> Sequence[Line]:
    """Return lines with those cut in two or more that hold notes, a word like *or*, and notes again."""
    if not any(line.content.forks for line in lines):
        return lines
    cut: list[Line] = []
    seen = Seen()
    for line in lines:
        content = line.content
        places = [at for at in content.forks if at < content.last] if len(content.forks) <= _MOST_FORKS else []
        for start, end in zip([0, *places], [*places, len(content.whole)], strict=True):
            part = seen.look_at(content.whole[start:end]) if places else content
            stop = line.stop if end == len(content.whole) else line.start + end
            cut.append(Line(line.start + start, line.start + end, stop, part))
    return cut
