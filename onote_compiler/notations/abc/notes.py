"""Handlers of notes, rests and marks; see ``grammars/abc.lark`` for what each is called with."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import GraceKind, Mark, Note, Rest, Tuplet
from onote_compiler.ir.making import draft_of, maker
from onote_compiler.ir.source import Source, Span
from onote_compiler.notations.abc.body import BodyFields
from onote_compiler.notations.abc.junk import Junk
from onote_compiler.notations.abc.marks import decoration_mark, string_mark
from onote_compiler.notations.abc.meanings import MOST_KNOWN
from onote_compiler.notations.abc.tokens import (
    NoteToken,
    default_normal,
    length_token,
    note_group,
    note_token,
    tuplet_token,
)
from onote_compiler.notations.base import ReadContext

_new = tuple.__new__
_note, _rest = maker(Note), maker(Rest)
_NoteDraft = draft_of(Note)


class Head:
    """A note of a chord or grace group while that is open."""

    __slots__ = ("marks", "start", "token")

    def __init__(self, token: NoteToken, start: int, marks: tuple[Mark, ...]) -> None:
        self.token = token
        self.start = start
        self.marks = marks


class NoteHandlers(BodyFields):
    """Handlers of everything that stands by itself in the music; those of groups build on it."""

    def __init__(self, source: Source, context: ReadContext, report: Report) -> None:
        super().__init__(source, context, report)
        self.junk = Junk(source.text, report)
        self.heads: list[Head] = []
        self.in_grace: GraceKind | None = None

    # --- notes and rests ---------------------------------------------------------------------------------------

    def NOTES(self, text: str, start: int) -> None:
        voice = self.voice
        accidentals = voice.accidentals
        if not (voice.special or voice.marks or accidentals.held or accidentals.carried):
            group = voice.groups.get(text)
            if group is not None:
                append = voice.events.append
                for pitch, length, at, to in group:
                    note = _NoteDraft(pitch, length, None, None, None, (), None, _new(Span, (start + at, start + to)))
                    note.__class__ = Note
                    append(note)
                return
        notes = note_group(text)
        for written, at in notes:
            self.NOTE(written, start + at)
        known, groups = voice.known, voice.groups
        if len(groups) < MOST_KNOWN and all(written in known for written, _ in notes):
            found = [(known[written], at) for written, at in notes]
            groups[text] = tuple((pitch, length, at, at + size) for (pitch, length, _, size), at in found)

    def NOTE(self, text: str, start: int) -> None:
        voice = self.voice
        accidentals = voice.accidentals
        known = voice.known.get(text)
        if (
            known is None
            or accidentals.carried
            or (accidentals.held and (known[0].step in accidentals.held or accidentals.propagation))
        ):
            self._new_note(text, start)
            return
        pitch, tie, size = known[0], known[2], known[3]
        length: Fraction | None = known[1]
        marks: tuple[Mark, ...] = ()
        if voice.marks:
            marks = tuple(voice.marks)
            voice.marks = []
        tuplet: Tuplet | None = None
        if voice.special:
            length, tuplet = voice.specially(length)
        note = _NoteDraft(pitch, length, tie, None, tuplet, marks, None, _new(Span, (start, start + size)))
        note.__class__ = Note
        voice.events.append(note)

    def _new_note(self, text: str, start: int) -> None:
        """Read a note that needs a closer look; one that is the same wherever it stands need not be looked at again."""
        token = note_token(text)
        voice = self.voice
        end = start + token.size
        accidentals = voice.accidentals
        plain = not (token.accidental or token.broken or token.odd or accidentals.held or accidentals.carried)
        pitch = voice.pitch_of(token, start)
        length = voice.lengths.get(token.length_text)
        if length is None:
            length = voice.note_length(token, start)
        if plain and pitch.in_range and length and isinstance(pitch.alter, int) and len(voice.known) < MOST_KNOWN:
            voice.known[text] = (pitch, length, token.tie, token.size)
        tuplet: Tuplet | None = None
        if voice.special:
            length, tuplet = voice.specially(length)
        marks = tuple(voice.marks)
        voice.marks = []
        note = _note(pitch, length, token.tie, None, tuplet, marks, token.accidental, Span(start, end))
        voice.events.append(note)
        if accidentals.carried or accidentals.propagation:
            accidentals.behind(note.notes, voice.shift)
        if token.broken:
            voice.break_rhythm(token.broken, (end, start + len(text.rstrip(" \t`"))), token.loose)
        if token.odd:
            self._odd_note(token, text, start)

    def _odd_note(self, token: NoteToken, text: str, start: int) -> None:
        if token.conflict:
            self.report.add(
                "conflicting-octave", (start, start + token.size), "octave marks up and down on one note add up",
                "use ' or , but not both", measure=self.voice.number, variant="mixed-marks",
            )  # fmt: skip
        if token.decimal:
            self.report.add(
                "bad-token", (start + token.decimal, start + token.size), "ABC has no decimal lengths",
                "write a fraction: 1.5 is 3/2, 0.5 is /2", measure=self.voice.number,
            )  # fmt: skip

    def REST(self, text: str, start: int) -> None:
        token = length_token(text)
        voice = self.voice
        span = (start, start + token.size)
        voice.accidentals.behind(())
        marks = tuple(voice.marks)
        voice.marks = []
        if token.letter in "ZX":
            voice.settle_time()
            measures = token.length
            whole = voice.meter.duration or Fraction(1)
            count = int(measures) if measures is not None and measures.denominator == 1 else 0
            if not count:
                voice.length_of(None, span)
            length = whole * count if count else None
            voice.events.append(_rest(length, token.letter == "Z", count, None, marks, Span(*span)))
            if token.broken:
                voice.break_rhythm(token.broken, span)
            return
        length = voice.length_of(token.length, span)
        tuplet = None
        if voice.special:
            length, tuplet = voice.specially(length)
        voice.events.append(_rest(length, token.letter == "z", 0, tuplet, marks, Span(*span)))
        if token.broken:
            voice.break_rhythm(token.broken, span, token.loose)
        if token.tie:
            self.report.add(
                "dangling-tie", (start + token.size - 1, start + token.size), "a rest cannot be tied",
                "leave the tie out", measure=voice.number,
            )  # fmt: skip

    def SPACER(self, text: str, start: int) -> None:
        sign = text.rstrip(" \t`")
        self.voice.direct("spacer", sign, (start, start + len(sign)))

    def TIE(self, text: str, start: int) -> None:
        if self.heads:
            self.junk.add(text.rstrip(" \t`"), start, self.voice.number)
        elif self.voice.tie_last("dotted" if text[0] == "." else "solid"):
            span = (start, start + len(text.rstrip(" \t`")))
            if self.source.text[start - 1] == "-":
                self.report.add(
                    "dangling-tie", span, "this note is tied already", "leave one of the ties out",
                    measure=self.voice.number,
                )  # fmt: skip
            else:
                self.voice.loose(span, "tie")
        else:
            self._stray_tie(start)

    def _stray_tie(self, start: int) -> None:
        self.report.add(
            "dangling-tie", (start, start + 1), "this tie has no note before it", "write it directly behind a note",
            measure=self.voice.number,
        )  # fmt: skip

    def BROKEN(self, text: str, start: int) -> None:
        sign = text.rstrip(" \t`")
        if self.in_grace:
            self.junk.add(sign, start, self.voice.number)
            return
        self.voice.break_rhythm(sign.count(">") - sign.count("<"), (start, start + len(sign)))

    def TUPLET(self, text: str, start: int) -> None:
        token = tuplet_token(text)
        voice = self.voice
        actual = token.actual
        if self.in_grace:
            return
        if not 2 <= actual <= 9 and not (actual > 9 and token.normal):
            self.report.add(
                "bad-token", (start, start + token.size), f"a tuplet of {actual}: p of a tuplet is 2 to 9",
                "a slur is written ( without a number", measure=voice.number,
            )  # fmt: skip
            return
        if token.normal == 0 or token.count == 0:
            self.report.add(
                "bad-token", (start, start + token.size), "a tuplet of nothing: the 0 is read as if it were left out",
                "write (3 or (3:2:3", measure=voice.number,
            )  # fmt: skip
        normal = token.normal or default_normal(actual, voice.meter.compound)
        voice.start_tuplet(Tuplet(actual, normal, token.count or actual), start)

    # --- marks -------------------------------------------------------------------------------------------------

    def SLUR_OPEN(self, text: str, start: int) -> None:
        self.voice.uncrowd(start)
        self.voice.slurs.append(start)
        self.voice.marks.append(Mark("slur-start", "." if text[0] == "." else ""))

    def SLUR_CLOSE(self, text: str, start: int) -> None:
        if self.heads:
            if self.voice.slurs:
                self.voice.slurs.pop()
            head = self.heads[-1]
            head.marks = (*head.marks, Mark("slur-end"))
            return
        opened = [i for i, mark in enumerate(self.voice.marks) if mark.kind == "slur-start"] if self.voice.marks else []
        if opened:
            del self.voice.marks[opened[-1]]
            self.report.add(
                "unmatched-slur", (self.voice.slurs.pop(), start + 1), "a slur without notes", "leave it out",
                measure=self.voice.number,
            )  # fmt: skip
            return
        self.voice.close_slur(start)

    def STRING(self, text: str, start: int) -> None:
        self.voice.marks.append(string_mark(text))

    def OPEN_STRING(self, text: str, start: int) -> None:
        self._unclosed("unclosed-group", start, text, 'this string has no second "', 'close it with "')

    def _unclosed(self, name: str, start: int, text: str, message: str, hint: str) -> None:
        end = start + len(text.rstrip())
        self.report.add(name, (start, end), message, hint, measure=self.voice.number)
        if start + len(text) == len(self.source.text):
            self.truncated(start, end)

    def truncated(self, start: int, end: int) -> None:
        """Report that the text ends inside a group."""
        self.report.add("truncated", (start, end), "the text breaks off here", measure=self.voice.number)

    def DECORATION(self, text: str, start: int) -> None:
        self.voice.marks.append(decoration_mark(text))

    def OPEN_DECORATION(self, text: str, start: int) -> None:
        self._unclosed("bad-token", start, text, "this decoration has no second !", "decorations are written !name!")
        if start + len(text) < len(self.source.text):
            self.voice.marks.append(decoration_mark(f"{text}!"))

    def SYMBOL(self, text: str, start: int) -> None:
        sign = text[0]
        if sign in self.symbols:
            mark = self.symbols[sign]
            if mark is not None:
                self.voice.marks.append(mark)
        else:
            self.junk.add(sign, start, self.voice.number)

    def JUNK(self, text: str, start: int) -> None:
        self.junk.add(text, start, self.voice.number)

    def SCORE_BREAK(self, text: str, start: int) -> None:
        if text[0] == "!" and not self.bang_breaks:
            self.report.add(
                "bad-token", (start, start + 1), "a lone ! has no meaning", "decorations are written !name!",
                measure=self.voice.number, variant="line-break",
            )  # fmt: skip
        self.voice.direct("line-break", "$", (start, start + 1))
