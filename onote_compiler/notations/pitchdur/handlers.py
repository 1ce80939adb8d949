"""Handlers of the pitch-duration grammar: tokens to events."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Chord, Event, Note, Rest
from onote_compiler.ir.key import Key
from onote_compiler.ir.making import draft_of
from onote_compiler.ir.meter import Meter, Tempo
from onote_compiler.ir.pitch import Pitch
from onote_compiler.ir.source import Span
from onote_compiler.notations.lexical import TimeGrid, parse_tempo, written_duration
from onote_compiler.notations.pitchdur.tokens import (
    Token,
    decode_close,
    decode_lettered,
    decode_note,
    decode_rest,
    plain_note,
)
from onote_compiler.theory.keys import parse_key_name, parse_meter_name

_new = tuple.__new__
_NoteDraft = draft_of(Note)

Tokens = list[tuple[Token, int, int]]
"""Tokens of a chord with their start and end."""
_MOST_NOTES = 64
"""Most notes that a list within the list is read as a chord of."""


class Handlers:
    """What the readers of running text and of lists share."""

    def __init__(self, text: str, report: Report) -> None:
        self.text = text
        self.report = report
        self.events: list[Event] = []
        self.key: Key | None = None
        self.meter: Meter | None = None
        self.tempo: Tempo | None = None
        self.title: str | None = None
        self.bare: list[Span] = []
        self.timed: list[Span] = []
        self.lettered: list[Span] = []
        self.words: list[Span] = []
        self.foreign: dict[str, list[Span]] = {}
        self.bars: list[Span] = []
        self._grid = TimeGrid()
        self._labelled = False
        self._emphasised = False

    # Lines that say something about the piece.

    def KEY_LINE(self, text: str, start: int) -> None:
        """Key in words."""
        self.key = parse_key_name(_value(text))
        if self.key is None:
            self.report.add("bad-key", (start, start + len(text)), f"no such key: {_value(text)}", hint="Key: Bb major")

    def METER_LINE(self, text: str, start: int) -> None:
        """Meter in words."""
        self.meter = parse_meter_name(_value(text))
        if self.meter is None:
            self.report.add("bad-meter", (start, start + len(text)), f"no such meter: {_value(text)}")

    def TEMPO_LINE(self, text: str, start: int) -> None:
        """Tempo in words."""
        self.tempo = parse_tempo(text)
        if self.tempo is None:
            self.report.add("bad-tempo", (start, start + len(text)), f"no tempo: {text.strip()}", hint="Tempo: 120")

    def TITLE_LINE(self, text: str, start: int) -> None:
        """Title."""
        self.title = _value(text)

    def LABEL(self, text: str, start: int) -> None:
        """A list label or measure label: reported once."""
        if not self._labelled:
            self._labelled = True
            span = (start, start + len(text))
            self.report.add("prose-before", span, "a label stands before the notes", hint="write the notes alone")

    LIST_LABEL = LABEL

    # Characters that are no note.

    def WORD(self, text: str, start: int) -> None:
        """Characters that are no token."""
        self.words.append(Span(start, start + len(text)))

    BAD_NOTE = JUNK = WORD

    def EMPHASIS(self, text: str, start: int) -> None:
        """Asterisks or backticks around something: reported once."""
        if not self._emphasised:
            self._emphasised = True
            span = (start, start + len(text))
            hint = "write the notes alone"
            self.report.add("markdown-fence", span, "the text is set off with Markdown signs", hint=hint)

    def BAR(self, text: str, start: int) -> None:
        """A bar line, which this notation does not have."""
        self.bars.append(Span(start, start + len(text)))

    def ABC_FIELD(self, text: str, start: int) -> None:
        """A field of ABC."""
        self.foreign.setdefault("abc", []).append(Span(start, start + len(text)))

    def TAB_ROW(self, text: str, start: int) -> None:
        """A row of tablature."""
        self.foreign.setdefault("tab", []).append(Span(start, start + len(text)))

    TAB_NOTE = TAB_ROW

    def JIANPU_NOTE(self, text: str, start: int) -> None:
        """A note of numbered notation."""
        self.foreign.setdefault("jianpu", []).append(Span(start, start + len(text)))

    # Building events.

    def cut(self, start: int, end: int) -> None:
        """Report a note that the text breaks off in."""
        hint = "the answer was probably cut at a length limit"
        self.report.add("truncated", (start, end), "the text breaks off in this note", hint=hint)

    def length(self, token: Token, span: Span) -> Fraction | None:
        """Return a token's duration, reporting what is wrong with it."""
        if token.unclosed:
            hint = "close the duration with )"
            self.report.add("unclosed-group", span, "the parenthesis of the duration is not closed", hint=hint)
            return token.duration
        if token.fault:
            self.report.add("bad-duration", span, token.fault, hint="write it as a fraction, such as (1/4)")
        if token.duration is not None and not self._grid.takes(token.duration):
            self.report.add("bad-duration", span, "a duration that fits no common time grid with the others")
            return None
        return token.duration

    def checked(self, pitch: Pitch, span: Span) -> Pitch:
        """Return ``pitch``, reporting one that MIDI cannot say."""
        if not pitch.in_range:
            self.report.add("bad-pitch", span, f"{pitch.spelled} is outside MIDI 0-127 (C-1 to G9)")
        return pitch

    def put(self, token: Token, start: int, end: int) -> None:
        """Append the event of one token."""
        span = Span(start, end)
        duration = self.length(token, span)
        if not token.pitches:
            self.events.append(Rest(duration, span=span))
            return
        (self.timed if token.written else self.bare).append(span)
        self.events.append(self._event(token.pitches, duration, span, token.tie))

    def put_chord(self, tokens: Tokens, close: Token, span: Span) -> None:
        """Append a chord; its duration is the one behind it, or the one its notes agree on."""
        pitches = tuple(pitch for token, _, _ in tokens for pitch in token.pitches)
        own = {token.duration for token, _, _ in tokens if token.written}
        if close.written:
            duration = self.length(close, span)
        elif len(own) == 1:
            duration = self.length(next(token for token, _, _ in tokens if token.written), span)
        elif own:
            self.report.add("bad-duration", span, "the notes of this chord have different durations",
                            hint="give one duration behind the chord")  # fmt: skip
            duration = None
        else:
            duration = None
        if not pitches:
            self.events.append(Rest(duration, span=span))
            return
        (self.timed if own or close.written else self.bare).append(span)
        self.events.append(self._event(pitches, duration, span, close.tie))

    def _event(self, pitches: tuple[Pitch, ...], duration: Fraction | None, span: Span, tied: bool) -> Event:
        notes = tuple(
            Note(self.checked(pitch, span), duration, tie="solid" if tied else None, span=span) for pitch in pitches
        )
        return notes[0] if len(notes) == 1 else Chord(notes, duration, span=span)


class TextHandlers(Handlers):
    """Running text."""

    def __init__(self, text: str, report: Report) -> None:
        super().__init__(text, report)
        self._members: Tokens | None = None
        self._opened = 0
        self._close = (decode_close(")"), 0)

    def PLAINS(self, text: str, start: int) -> None:
        """Notes exactly as format C writes them, a blank behind each."""
        for word in text.split(" ")[:-1]:
            self.PLAIN(word, start)
            start += len(word) + 1

    def PLAIN(self, text: str, start: int) -> None:
        """A note exactly as format C writes it; its meaning is looked up by its text."""
        known = plain_note(text)
        if known is None or self._members is not None:
            self.NOTE(text.rstrip(), start)
            return
        pitch, duration, length = known
        span = _new(Span, (start, start + length))
        self.timed.append(span)
        note = _NoteDraft(pitch, duration, None, None, None, (), None, span)
        note.__class__ = Note
        self.events.append(note)

    def NOTE(self, text: str, start: int) -> None:
        """A note in any form."""
        self._take(decode_note(text), text, start)

    def LETTERED(self, text: str, start: int) -> None:
        """A note with a duration letter."""
        self.lettered.append(Span(start, start + len(text)))
        self._take(decode_lettered(text), text, start)

    def REST(self, text: str, start: int) -> None:
        """A rest."""
        self._take(decode_rest(text), text, start)

    def CUT(self, text: str, start: int) -> None:
        """A note that the text breaks off in."""
        self.cut(start, start + len(text))

    def OPEN(self, text: str, start: int) -> None:
        """Beginning of a chord."""
        self._members, self._opened = [], start

    def CLOSE(self, text: str, start: int) -> None:
        """End of a chord, or a bracket that closes nothing."""
        self._close = (decode_close(text), start + len(text))
        if self._members is None:
            self.words.append(Span(start, start + len(text)))

    def chord(self) -> None:
        """A chord that is closed."""
        members, self._members = self._members or [], None
        close, end = self._close
        span = Span(self._opened, end)
        if members:
            self.put_chord(members, close, span)
            return
        while self.words and self.words[-1].start >= span.start:
            self.words.pop()  # what stands in it is reported with it
        self.words.append(span)

    def open_chord(self) -> None:
        """A chord that is not closed: its notes count one by one, unless the text breaks off in it."""
        members, self._members = self._members or [], None
        if not members:
            self.words.append(Span(self._opened, self._opened + 1))
            return
        end = members[-1][2]
        timed = any(token.written for token, _, _ in members)
        if not timed and not self.text[end:].strip():
            self.report.add("truncated", (self._opened, end), "the text breaks off in this chord")
            return
        self.report.add("unclosed-chord", (self._opened, end), "this chord is not closed", hint="close it with ]")
        for member in members:
            self.put(*member)

    def _take(self, token: Token, text: str, start: int) -> None:
        end = start + len(text)
        if self._members is not None:
            self._members.append((token, start, end))
            return
        self.put(token, start, end)


class ListHandlers(Handlers):
    """JSON and Python lists: a list of tokens is a sequence, a list within it a chord or a note with its duration."""

    def __init__(self, text: str, report: Report) -> None:
        super().__init__(text, report)
        self._tokens: Tokens = []
        self._durations: list[str] = []
        self._frames = [_Frame(0, True, 0, 0)]
        self._named = False
        self._open: Span | None = None

    def NOTE(self, text: str, start: int) -> None:
        """A note; one that the text breaks off in is dropped."""
        token, end = decode_note(text), start + len(text)
        if token.unclosed and not self.text[end:].strip():
            self.cut(start, end)
        else:
            self._tokens.append((token, start, end))
        self._named = False

    def LETTERED(self, text: str, start: int) -> None:
        """A note with a duration letter."""
        self.lettered.append(Span(start, start + len(text)))
        self._tokens.append((decode_lettered(text), start, start + len(text)))

    def REST(self, text: str, start: int) -> None:
        """A rest."""
        self._tokens.append((decode_rest(text), start, start + len(text)))

    def FRACTION(self, text: str, start: int) -> None:
        """A duration apart from its pitch."""
        self._durations.append(text)
        self._named = False

    def NAME(self, text: str, start: int) -> None:
        """The name of a value in an object."""
        self._named = True

    def LIST_OPEN(self, text: str, start: int) -> None:
        """Beginning of a list, tuple or object."""
        outer = len(self._frames) == 1 and not self._tokens
        sequence = (outer or self._named) and text != "("
        self._frames.append(_Frame(start, sequence, len(self._tokens), len(self._durations)))
        self._named = False

    def LIST_CLOSE(self, text: str, start: int) -> None:
        """End of a list, or a bracket that closes nothing."""
        if len(self._frames) == 1:
            self.words.append(Span(start, start + len(text)))

    def list(self) -> None:
        """A list that is closed: what it holds is one token, unless it is the sequence itself."""
        frame = self._frames.pop()
        tokens = self._tokens[frame.token :] if not frame.sequence else []
        if not tokens or sum(len(token.pitches) for token, _, _ in tokens) > _MOST_NOTES:
            return
        joined = _joined([token for token, _, _ in tokens], self._durations[frame.duration :])
        self._tokens[frame.token :] = [(joined, frame.start, tokens[-1][2])]
        del self._durations[frame.duration :]

    def open_list(self) -> None:
        """A list that is not closed; those that open together are reported together."""
        start = self._frames.pop().start
        if self._open is not None and start + 1 == self._open.start:
            self._open = Span(start, self._open.end)
            return
        self._report_open()
        self._open = Span(start, start + 1)

    def _report_open(self) -> None:
        if self._open is not None:
            self.report.add("unclosed-group", self._open, "this list is not closed", hint="close it with ]")

    def finish(self) -> None:
        """Make the events, pairing pitches with durations that stand in a list of their own."""
        self._report_open()
        tokens = self._tokens
        if len(tokens) == len(self._durations) and not any(token.written for token, _, _ in tokens):
            values = [written_duration(text) for text in self._durations]
            tokens = [
                (token._replace(duration=value, fault=fault, written=True), start, end)
                for (token, start, end), (value, fault) in zip(tokens, values, strict=True)
            ]
        for token, start, end in tokens:
            self.put(token, start, end)


class _Frame(NamedTuple):
    """A list that is open: where it begins, in the text and among the tokens and durations that were read."""

    start: int
    sequence: bool
    token: int
    duration: int


def _joined(tokens: list[Token], durations: list[str]) -> Token:
    """Return the one token that a list within the list makes."""
    pitches = tuple(pitch for token in tokens for pitch in token.pitches)
    if len(durations) == 1:
        duration, fault = written_duration(durations[0])
        return Token(pitches, duration, True, fault)
    timed = [token for token in tokens if token.written]
    if not timed:
        return Token(pitches, None, False)
    agreed = len({token.duration for token in timed}) == 1
    fault = timed[0].fault if agreed else "the notes of this chord have different durations"
    return Token(pitches, timed[0].duration if agreed else None, True, fault)


def _value(text: str) -> str:
    """Return what stands behind the colon or equals sign of a header line."""
    at = min((text.find(sign) for sign in ":=" if sign in text), default=-1)
    return text[at + 1 :].strip(" \t*")
