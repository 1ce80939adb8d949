"""Reading ABC 2.1: handlers for the tokens and rules of ``grammars/abc.lark``."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Chord, Event, Mark, Note, Tuplet
from onote_compiler.ir.making import maker
from onote_compiler.ir.score import Part, Score
from onote_compiler.ir.source import Source, Span
from onote_compiler.ir.time import times
from onote_compiler.notations.abc.macros import expand_macros
from onote_compiler.notations.abc.notes import Head, NoteHandlers
from onote_compiler.notations.abc.suspicions import suspect
from onote_compiler.notations.abc.tokens import LengthToken, bar_token, length_token, note_token
from onote_compiler.notations.base import ReadContext
from onote_compiler.parsing.driver import machine

_note, _chord = maker(Note), maker(Chord)


def read(source: Source, context: ReadContext, report: Report) -> Score | None:
    """Return the score of the first tune in a text, or ``None`` where there is none.

    Args:
        source: The text; a tune may have a file header before it. Further tunes are reported, not read.
        context: Key and meter to assume where the text names none.
        report: Takes every oddity.
    """
    source, report = expand_macros(source, report)
    reader = Reader(source, context, report)
    machine("abc", Reader).run(source.text, reader)
    return reader.finish()


class Reader(NoteHandlers):
    """Turns the tokens of one tune into voices. See the grammar for what each handler is called with."""

    def __init__(self, source: Source, context: ReadContext, report: Report) -> None:
        super().__init__(source, context, report)
        self.chord_start = 0
        self.chord_marks: list[Mark] = []
        self.chord_end: LengthToken | None = None
        self.group_end = 0
        self.grace_start = 0
        self.grace_marks: list[Mark] = []
        self.grace_from = 0
        self.grace_held: dict[str | tuple[str, int], tuple[int | Fraction, set[int]]] = {}
        self.tune_end: int | None = None

    # --- bar lines and overlays --------------------------------------------------------------------------------

    def BARLINE(self, text: str, start: int) -> None:
        token = bar_token(text)
        if token.odd:
            self.report.add(
                "bar-line", (start, start + token.size), f"{text.strip()!r} is no bar line of the standard",
                "use | || |] |: :| ::", measure=self.voice.number,
            )  # fmt: skip
        self.voice.bar(token, start, self.source.text)

    def OVERLAY(self, text: str, start: int) -> None:
        self.voice.begin_overlay(len(text.rstrip(" \t`")), start)

    # --- chords ------------------------------------------------------------------------------------------------

    def CHORD_OPEN(self, text: str, start: int) -> None:
        self.chord_start = start
        self.voice.uncrowd(start)
        self.chord_marks = self.voice.marks
        self.voice.marks = []
        self.heads = []

    PLUS_OPEN = CHORD_OPEN

    def CHORD_NOTE(self, text: str, start: int) -> None:
        self.heads.append(Head(note_token(text), start, tuple(self.voice.marks)))
        if self.voice.marks:
            self.voice.marks = []
        self.group_end = start + len(text)

    def CHORD_REST(self, text: str, start: int) -> None:
        self.junk.add(text.rstrip(" \t`"), start, self.voice.number)

    def CHORD_CLOSE(self, text: str, start: int) -> None:
        self.chord_end = length_token(text)
        self.group_end = start + self.chord_end.size

    def PLUS_CLOSE(self, text: str, start: int) -> None:
        self.CHORD_CLOSE(text, start)
        self.report.add(
            "bad-token", (self.chord_start, self.group_end), "a chord in plus signs, as ABC 1.6 wrote it",
            "write it in brackets: [CEG]", measure=self.voice.number, variant="plus-chord",
        )  # fmt: skip

    def chord(self) -> None:
        heads, end = self.heads, self.chord_end
        self.heads, self.chord_end = [], None
        if not heads:
            self.junk.add(self.source.text[self.chord_start : self.group_end], self.chord_start, self.voice.number)
            self.voice.marks = self.chord_marks + self.voice.marks
            return
        self._add_chord(heads, end)

    def open_chord(self) -> None:
        heads = self.heads
        self.heads = []
        end = self.group_end if heads else self.chord_start + 1
        self.report.add(
            "unclosed-chord", (self.chord_start, end), "this chord is opened and never closed", "close it with ]",
            measure=self.voice.number,
        )  # fmt: skip
        if end == len(self.source.text):
            self.truncated(self.chord_start, end)
        inside = next((i + 1 for i, h in enumerate(heads) if h.token.blank), len(heads))
        if inside:
            self._add_chord(heads[:inside], None)
        self._add_notes(heads[inside:])

    def _add_notes(self, heads: list[Head]) -> None:
        """Add notes that stood in a group which was never closed as notes of their own."""
        text = self.source.text
        for head in heads:
            self.voice.marks = [*self.voice.marks, *head.marks]
            self.NOTE(text[head.start : head.start + head.token.size], head.start)

    def _add_chord(self, heads: list[Head], end: LengthToken | None) -> None:
        voice = self.voice
        outer = end.length if end is not None else Fraction(1)
        tie = end.tie if end is not None else None
        stop = self.group_end if end is not None else heads[-1].start + heads[-1].token.size
        span = (self.chord_start, stop)
        pitches = [voice.pitch_of(head.token, head.start) for head in heads]
        lengths = [self._chord_length(head, outer, span) for head in heads]
        tuplet: Tuplet | None = None
        if voice.special and not self.in_grace:
            before = lengths[0]
            after, tuplet = voice.specially(before)
            ratio = after / before if before and after is not None else Fraction(1)
            lengths = [None if length is None else times(length, ratio) for length in lengths]
        notes = tuple(
            _note(pitch, length, head.token.tie or tie, self.in_grace, tuplet, head.marks, head.token.accidental,
                 Span(head.start, head.start + head.token.size))
            for head, pitch, length in zip(heads, pitches, lengths, strict=True)
        )  # fmt: skip
        marks = tuple(self.chord_marks)
        event: Event = _chord(notes, lengths[0], self.in_grace, tuplet, marks, Span(*span))
        voice.events.append(event)
        if not self.in_grace:
            voice.accidentals.behind(notes, voice.shift)
        if end is not None and end.broken and not self.in_grace:
            voice.break_rhythm(end.broken, (stop, stop + 1), end.loose)

    def _chord_length(self, head: Head, outer: Fraction | None, span: tuple[int, int]) -> Fraction | None:
        inner = head.token.length
        return self.voice.length_of(None if inner is None or outer is None else times(inner, outer), span)

    # --- grace notes -------------------------------------------------------------------------------------------

    def GRACE_OPEN(self, text: str, start: int) -> None:
        self.in_grace = "acciaccatura" if "/" in text else "appoggiatura"
        self.grace_start = start
        self.grace_from = len(self.voice.row.events)
        self.grace_held = dict(self.voice.accidentals.held)
        self.voice.uncrowd(start)
        marks = self.voice.marks
        self.voice.marks = [m for m in marks if m.kind == "slur-start"]
        self.grace_marks = [m for m in marks if m.kind != "slur-start"]
        self.group_end = start + len(text)

    def GRACE_NOTE(self, text: str, start: int) -> None:
        token = note_token(text)
        voice = self.voice
        pitch = voice.pitch_of(token, start)
        length = voice.length_of(token.length, (start, start + token.size))
        marks = tuple(voice.marks)
        voice.marks = []
        span = Span(start, start + token.size)
        voice.events.append(_note(pitch, length, token.tie, self.in_grace, None, marks, token.accidental, span))
        self.group_end = start + len(text)

    def GRACE_REST(self, text: str, start: int) -> None:
        self.junk.add(text.rstrip(" \t`"), start, self.voice.number)

    def grace(self) -> None:
        if len(self.voice.row.events) == self.grace_from:
            self.report.add(
                "bad-token", (self.grace_start, self.grace_start + 1), "a grace group without notes",
                measure=self.voice.number,
            )  # fmt: skip
        self._leave_grace()

    def _leave_grace(self) -> None:
        self.in_grace = None
        self.voice.marks = self.grace_marks + self.voice.marks

    def open_grace(self) -> None:
        self.report.add(
            "unclosed-grace", (self.grace_start, self.group_end), "this grace group is opened and never closed",
            "close it with }", measure=self.voice.number,
        )  # fmt: skip
        if self.group_end == len(self.source.text):
            self.truncated(self.grace_start, self.group_end)
        events = self.voice.row.events
        text = self.source.text
        inside = next(
            (
                i
                for i in range(self.grace_from, len(events))
                if text[events[i].span.end : events[i].span.end + 1] == " "
            ),
            len(events),
        )
        outside = events[inside + 1 :]
        del events[inside + 1 :]
        self._leave_grace()
        self.voice.accidentals.held = self.grace_held  # what is read again below is not to count twice
        for event in outside:
            if isinstance(event, Note):
                self.NOTE(text[event.span.start : event.span.end], event.span.start)

    # --- the end -----------------------------------------------------------------------------------------------

    def AFTER(self, text: str, start: int) -> None:
        self.tune_end = len(self.source.text[:start].rstrip())
        self.after(text, start)

    def _break_off(self) -> None:
        """Report a text that ends with an accidental, or in a tuplet or a broken rhythm."""
        text = self.source.text
        if not self.in_body or text.endswith(("\n", "\r")):
            return
        start = self.junk.last_accidental()
        if start is None and self.voice.special:
            start = self.voice.tuplet_start if self.voice.tuplet is not None else self.voice.broken_at[0]
        if start is not None:
            self.truncated(start, len(text))

    def finish(self) -> Score | None:
        """Return the score, once the whole text is read."""
        end = len(self.source.text.rstrip()) if self.tune_end is None else self.tune_end
        self._break_off()
        self.junk.report_all()
        if not any(voice.begun for voice in self.voices.values()):
            self.no_music(end)
            return None
        parts = []
        for voice in self.voices.values():
            voice.finish(end if voice is self.voice else voice.left_at)
            voices = tuple(voice.voices())
            settings = dict(voice.properties)
            name = settings.get("name", settings.get("nm"))
            parts.append(Part(voices, name, voice.clef, transpose=voice.transpose))
        score = Score(tuple(parts), self.header_fields.metadata(self.words), "abc", source=self.source)
        if score.metadata.part_order:
            self._check_parts(score)
        suspect(score, self.report)
        return score

    def _check_parts(self, score: Score) -> None:
        """Report an order of parts that names some which begin nowhere."""
        begun = {
            direction.text.strip()
            for voice in score.voices for measure in voice.measures for direction in measure.directions
            if direction.kind == "part"
        }  # fmt: skip
        missing = sorted(set(score.metadata.part_order) - begun)
        if begun and missing:
            entry = next(f for f in reversed(self.header_fields.fields) if f.letter == "P")
            self.report.add(
                "bad-field", (entry.start, entry.end), f"no part {', '.join(missing)} begins anywhere in the tune",
                "write P: and the letter where each part begins",
            )  # fmt: skip
