"""What each line of an answer is: the counts of what stands in it, and the ranges that could be cut off."""

from __future__ import annotations

from onote_compiler.parsing.driver import machine

# Full-width forms, one for one, so that offsets stay what they are.
FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}

FENCE, RULE, TAB_ROW, BEAT_ROW, FIELD, COMMENT, TEXT = "fence", "rule", "row", "beat", "field", "comment", "text"


class Line:
    """One line and what was counted in it. What is not counted stays at the class's zero: most lines hold little.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character, the line end left out.
        stop: Offset of the next line.
        kind: ``fence``, ``rule``, ``row``, ``beat``, ``field``, ``comment`` or ``text``.
        text: The line from its first mark on, for the kinds that are told by their beginning (fence, field, row).
        first_mark: Offset of the first character that is not blank; -1 for a blank line.
        label: End of a label, of list numbering or of a bullet; ``start`` where there is none.
        numbered: Whether the label is a list number or a bullet.
        label_words: Words of a label (``Answer:``, ``Measure 1:``) at the beginning.
        words: Words of a language, those of a label left out.
        first: Offset of the first note written with its length, or tab position; -1 where there is none.
        last: End of the last one.
        words_before: Words before the first.
        inner_words: Words between the two.
        letter_degrees: Those of the degrees that are ABC notes as well (``c4``).
        ends_sentence: Whether it ends with a full stop, a colon or the like.
    """

    kind = TEXT
    text = ""
    first_mark = -1
    numbered = False
    label_words = words = words_before = inner_words = 0
    first = last = -1
    pitch_durations = degree_durations = number_durations = name_durations = durations = 0
    frets = letter_pitches = pitches = notes = degrees = letter_degrees = fractions = 0
    bars = dashes = headers = keywords = chord_names = others = 0
    ends_sentence = False

    def __init__(self, start: int) -> None:
        self.start = self.label = self.end = self.stop = start

    @property
    def blank(self) -> bool:
        """Whether nothing stands in it."""
        return self.first_mark < 0

    @property
    def words_after(self) -> int:
        """Words behind the last note that has its length."""
        return self.words - self.words_before - self.inner_words


class _Handlers:
    """Counts what the terminals of ``lines`` say, line by line."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.lines: list[Line] = []
        self.line = Line(offset)

    def finish(self, end: int) -> None:
        line = self.line
        line.end = line.stop = end
        if line.stop > line.start:
            self.lines.append(line)

    def NEWLINE(self, text: str, start: int) -> None:
        line = self.line
        line.end = self.offset + start
        line.stop = line.end + len(text)
        self.lines.append(line)
        self.line = Line(line.stop)

    def BLANK_LINES(self, text: str, start: int) -> None:
        """Take any number of blank lines as one."""
        self.NEWLINE(text, start)

    def _whole(self, kind: str, text: str, start: int) -> None:
        line, shown = self.line, text.lstrip()
        line.kind, line.text, line.first_mark = kind, shown, self.offset + start + len(text) - len(shown)

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

    def _mark(self, start: int) -> Line:
        line = self.line
        if line.first_mark < 0:
            line.first_mark = self.offset + start
        line.ends_sentence = False
        return line

    def NUMBERED(self, text: str, start: int) -> None:
        line = self._mark(start)
        line.label, line.numbered = self.offset + start + len(text), True

    BULLET = CELL_NUMBER = NUMBERED

    def HEADER(self, text: str, start: int) -> None:
        self._mark(start).headers += 1

    KEY_HEADER = HEADER

    def _strong(self, text: str, start: int) -> Line:
        line = self._mark(start)
        if line.first < 0:
            line.first = self.offset + start
            line.words_before = line.words
        line.inner_words = line.words - line.words_before
        line.last = self.offset + start + len(text)
        return line

    def PITCH_DURATION(self, text: str, start: int) -> None:
        self._strong(text, start).pitch_durations += 1

    def DEGREE_DURATION(self, text: str, start: int) -> None:
        self._strong(text, start).degree_durations += 1

    def NUMBER_DURATION(self, text: str, start: int) -> None:
        self._mark(start).number_durations += 1

    def NAME_DURATION(self, text: str, start: int) -> None:
        self._strong(text, start).name_durations += 1

    def DURATION(self, text: str, start: int) -> None:
        line = self._mark(start)
        line.durations += 1
        if line.last >= 0 or line.pitches or line.degrees:
            self._strong(text, start)

    def FRET(self, text: str, start: int) -> None:
        self._strong(text, start).frets += 1

    def LETTER_PITCH(self, text: str, start: int) -> None:
        self._strong(text, start).letter_pitches += 1

    def PITCH(self, text: str, start: int) -> None:
        self._mark(start).pitches += 1

    def NOTES(self, text: str, start: int) -> None:
        self._mark(start).notes += 1

    def CHORD_NAME(self, text: str, start: int) -> None:
        self._mark(start).chord_names += 1

    def _other(self, text: str, start: int) -> None:
        self._mark(start).others += 1

    QUOTED = DECORATION = SIGNS = JUNK = NUMBER = ENTITY = _other

    def KEYWORD(self, text: str, start: int) -> None:
        self._mark(start).keywords += 1

    def DEGREE(self, text: str, start: int) -> None:
        self._mark(start).degrees += 1

    def SHORT_DEGREE(self, text: str, start: int) -> None:
        line = self._mark(start)
        line.degrees += 1
        line.letter_degrees += text[0] in "cdg" and text[1:].isdigit()

    def FRACTION(self, text: str, start: int) -> None:
        self._mark(start).fractions += 1

    def BAR(self, text: str, start: int) -> None:
        self._mark(start).bars += 1

    def DASH(self, text: str, start: int) -> None:
        self._mark(start).dashes += 1

    def WORD(self, text: str, start: int) -> None:
        self._mark(start).words += 1

    def COLON(self, text: str, start: int) -> None:
        """Take what stands before as a label, where it is words and nothing that could be a note with its length."""
        line = self._mark(start)
        if line.words and line.first < 0 and not line.label_words:
            line.label = self.offset + start + len(text)
            line.label_words, line.words = line.words, 0
            line.notes = line.pitches = line.degrees = line.fractions = line.others = line.chord_names = 0
        line.ends_sentence = True

    def STOP(self, text: str, start: int) -> None:
        self._mark(start).ends_sentence = True


def split_lines(text: str, start: int, end: int) -> list[Line]:
    """Return the lines of ``text[start:end]`` with what stands in each; offsets are those of ``text``."""
    part = text[start:end]
    handlers = _Handlers(start)
    machine("extraction", _Handlers, "lines").run(part if part.isascii() else part.translate(FULL_WIDTH), handlers)
    handlers.finish(end)
    return handlers.lines
