"""Handlers of the `text` grammar: format B, the critic's dialect, the printed one, the benchmark's data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from onote_compiler.ir.events import Event, Note
from onote_compiler.ir.key import Key
from onote_compiler.ir.making import draft_of
from onote_compiler.ir.score import Barline, Direction
from onote_compiler.ir.source import Span
from onote_compiler.notations.jianpu.draft import PartDraft
from onote_compiler.notations.jianpu.headers import HeaderHandlers
from onote_compiler.notations.jianpu.readings import Item, read_beats, read_timed, tie_last
from onote_compiler.notations.jianpu.rows import (
    MeasureStyle,
    duration_of,
    heads_of,
    is_beat,
    is_timed,
    notes_in,
    shortest,
    start_of,
    style_of,
)
from onote_compiler.notations.jianpu.tokens import (
    NO_TOKEN,
    Token,
    decode_close,
    decode_joined,
    decode_ly,
    decode_note,
)
from onote_compiler.notations.lexical import is_small

_new = tuple.__new__
_NoteDraft = draft_of(Note)
_SIZES = {sign: size for size, sign in enumerate("²³⁴⁵⁶⁷⁸⁹", 2)}


_DRAWN_BARS = {"𝄀": "|", "𝄁": "||", "𝄂": "|]", "𝄆": "|:", "𝄇": ":|", "∥": "||", "║": "||"}
_SIGNS = {
    "DC": "D.C.", "D.C": "D.C.", "DS": "D.S.", "D.S": "D.S.", "Segno": "segno", "𝄋": "segno", "Coda": "coda",
    "𝄌": "coda", "ToCoda": "To Coda", "D.C.alFine": "D.C. al Fine", "D.S.alFine": "D.S. al Fine",
    "D.C.alCoda": "D.C. al Coda", "D.S.alCoda": "D.S. al Coda",
}  # fmt: skip


class TextHandlers(HeaderHandlers):
    """Digits with octave marks, and a duration in parentheses or by beats."""

    slurs = False
    """Whether a parenthesis is a slur even where its notes have no duration (the printed style)."""
    beats = False
    """Whether a digit without duration is a beat even in a measure that has durations."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.rows: list[Note | Item] = []
        self.styles: list[MeasureStyle] = []
        self.mixed: list[tuple[Span, int]] = []
        self.printed: list[tuple[Span, int]] = []
        self.ly_words: list[tuple[Span, int]] = []
        self.timed = 0
        self.bracketed = False
        self.grouped = False
        self.touching = False  # whether dashes stand right behind digits
        self.staves = 0
        self._worded = False
        self._emphasised = False
        self._drawn = False
        self._labelled = False
        self._plain = True
        self._timed_item = False
        self._known = notes_in(self.scale)
        self._opened: list[int] = []
        self._line_start = 0
        self._line: tuple[int, object, int, int] = (0, self.measure, 0, 0)
        self._counted = (0, 0)
        self._close: tuple[Token, int] = (decode_close(")"), 0)

    def place(self) -> int:
        """Return how many events the measure has so far."""
        done, count = self._counted
        count += sum(1 for row in self.rows[done:] if isinstance(row, Note) or row.kind in ("note", "chord"))
        self._counted = (len(self.rows), count)
        return count

    def use_key(self, key: Key) -> None:
        """Count degrees in ``key`` from here on, and look notes up in its table."""
        super().use_key(key)
        self._known = notes_in(self.scale)

    # Notes.

    def PLAINS(self, text: str, start: int) -> None:
        """Notes exactly as format B writes them, a blank behind each."""
        known, append = self._known.timed, self.rows.append
        for word in text.split(" ")[:-1]:
            found = known.get(word)
            if found is None:
                self.NOTE(word, start)
            else:
                pitch, duration, written, length = found
                note = _NoteDraft(pitch, duration, None, None, None, (), written, _new(Span, (start, start + length)))
                note.__class__ = Note
                append(note)
            start += len(word) + 1

    def PLAIN(self, text: str, start: int) -> None:
        """A note exactly as format B writes it; its meaning is looked up by its text."""
        known = self._known.timed.get(text)
        if known is None:
            self.NOTE(text.rstrip(), start)
            return
        pitch, duration, written, length = known
        note = _NoteDraft(pitch, duration, None, None, None, (), written, _new(Span, (start, start + length)))
        note.__class__ = Note
        self.rows.append(note)

    def NOTE(self, text: str, start: int) -> None:
        """A note in any form; that of a beat is looked up by its text."""
        known = self._known.beats.get(text)
        if known is None:
            self._take(decode_note(text.rstrip()), text.rstrip(), start)
            return
        token, heads, length = known
        if token.printed:
            self.printed.append((Span(start, start + length), self.number))
        self.rows.append(Item("note", token, heads, start, start + length, 0))
        self._plain = False

    BEAT = NOTE

    def JOINED(self, text: str, start: int) -> None:
        """A chord written as one token."""
        self._take(decode_joined(text), text, start)

    def _take(self, token: Token, text: str, start: int) -> None:
        end = start + len(text)
        self.report_faults(token, start, end)
        if token.printed:
            self.printed.append((Span(start, end), self.number))
        if any(fault.name == "bad-token" for fault in token.faults):
            return
        duration = self.fitting(token.duration, start, end)
        if duration is not token.duration:
            token = token._replace(duration=duration)
        heads = [(self.pitch_of(head, start, end), head) for head in token.heads]
        pitch, head = heads[0]
        plain = not token.faults and not token.tie and not token.unclosed and len(heads) == 1 and not token.printed
        if plain and pitch is not None and pitch.in_range and head.written is not None and duration is not None:
            if is_small(duration):
                self._known.timed[text] = self._known.timed[text + " "] = (pitch, duration, head.written, len(text))
            self.rows.append(Note(pitch, duration, None, None, None, (), head.written, Span(start, end)))
            return
        if not token.timed and not token.faults and len(heads) == 1 and (pitch is None or pitch.in_range):
            self._known.beats[text] = self._known.beats[text + " "] = (token, heads, len(text))
        self._append(Item("note", token, heads, start, end))

    def _append(self, item: Item) -> None:
        self.rows.append(item)
        self._plain = False
        self._timed_item = self._timed_item or item.token.timed

    def DASH(self, text: str, start: int) -> None:
        """An extension of the note before."""
        text = text.rstrip()
        self.touching = self.touching or self.text[start - 1 : start].isdigit()
        self._append(Item("dash", decode_close(text), [], start, start + len(text)))

    HOLD = DASH

    def TIE(self, text: str, start: int) -> None:
        """A tie sign apart from its note."""
        if not self.rows:
            tie_last(self)
            return
        last = self.rows[-1]
        if isinstance(last, Note):
            self.rows[-1] = replace(last, tie="solid")
        else:
            self.rows[-1] = last._replace(token=last.token._replace(tie=True))

    def CUT(self, text: str, start: int) -> None:
        """A note that the text breaks off in."""
        hint = "the answer was probably cut at a length limit"
        self.fault("truncated", start, start + len(text), "the text breaks off in this note", hint)

    def LISTED(self, text: str, start: int) -> None:
        """A chord with commas between its notes."""
        self._take(decode_joined(text), text, start)

    BEAMED = NOTE

    def BEATS(self, text: str, start: int) -> None:
        """Bare digits, a blank behind each."""
        for at in range(0, len(text), 2):
            self.NOTE(text[at : at + 2], start + at)

    def RUN(self, text: str, start: int) -> None:
        """Digits that touch."""
        for at, digit in enumerate(text):
            self.NOTE(digit, start + at)

    def DIGITS(self, text: str, start: int) -> None:
        """Digits with commas between them."""
        for at in range(0, len(text), 2):
            self.NOTE(text[at], start + at)

    def LY_WORD(self, text: str, start: int) -> None:
        """A word of jianpu-ly's language; its notes are read."""
        end = start + len(text)
        self.ly_words.append((Span(start, end), self.number))
        known = self._known.words.get(text)
        if known is None:
            if text[-1] in "{[]" or ":" in text or not any(sign.isdigit() for sign in text):
                return
            token = decode_ly(text)
            self.report_faults(token, start, end)
            heads = [(self.pitch_of(head, start, end), head) for head in token.heads]
            known = (token._replace(duration=token.length, timed=True), heads)
            if not token.faults and all(pitch is None or pitch.in_range for pitch, _ in heads):
                self._known.words[text] = known
        self._append(Item("note", *known, start, end))

    # Groups.

    def GROUP_OPEN(self, text: str, start: int) -> None:
        """Beginning of a group of notes that share a beat, or of a slur."""
        self.grouped = True
        self._opened.append(len(self.rows))
        self._append(Item("open", NO_TOKEN, [], start, start + len(text), _SIZES.get(text[0], 0)))

    CHORD_OPEN = BEAT_OPEN = GROUP_OPEN

    def GROUP_CLOSE(self, text: str, start: int) -> None:
        """End of a group, or a parenthesis that closes nothing."""
        self._close = (decode_close(text), start + len(text))
        if not self._opened:
            self.words.append(Span(start, start + len(text)))

    CHORD_CLOSE = GROUP_CLOSE

    def group(self) -> None:
        """A group that is closed; with a duration behind it, it is a chord."""
        if self._close[0].timed:
            self.chord()
            return
        token, end = self._close
        opened = self._opened.pop()
        if opened + 1 == len(self.rows):
            self.rows.pop()  # nothing stands between the two, a tempo perhaps
        else:
            self._append(Item("close", token, [], end - 1, end))

    def open_group(self) -> None:
        """A group that is not closed ends where the next measure or group begins."""
        opened = self._opened.pop()
        start, end = start_of(self.rows[opened]), self._end_of_rows()
        self.fault("unclosed-group", start, end, "this parenthesis is not closed", "close it with )")
        self._append(Item("close", NO_TOKEN, [], end, end))

    def chord(self) -> None:
        """A chord that is closed."""
        opened = self._opened.pop()
        close, end = self._close
        members = self.rows[opened + 1 :]
        start = start_of(self.rows[opened])
        del self.rows[opened:]
        self._counted = (0, 0) if self._counted[0] > opened else self._counted
        heads = [head for row in members for head in heads_of(row)]
        if not heads:
            if self.header_end <= start:
                self.words.append(Span(start, end))
            return
        self.report_faults(close, start, end)
        own = {duration_of(row) for row in members if is_timed(row)}
        token = close
        if not close.timed and len(own) == 1:
            token = close._replace(duration=own.pop(), timed=True)
        elif not close.timed and own:
            self.fault("bad-duration", start, end, "the notes of this chord have different durations",
                       "give one duration behind the chord")  # fmt: skip
            token = close._replace(timed=True)
        self._append(Item("chord", token._replace(length=shortest(members)), heads, start, end))

    def open_chord(self) -> None:
        """A chord that is not closed: its notes count one by one."""
        opened = self._opened.pop()
        start, end = start_of(self.rows[opened]), self._end_of_rows()
        self.fault("unclosed-chord", start, end, "this chord is not closed", "close it with ]")
        self.rows[opened] = Item("void", NO_TOKEN, [], start, start)

    def _end_of_rows(self) -> int:
        last = self.rows[-1]
        return last.span.end if isinstance(last, Note) else last.end

    # Bar lines and staves.

    def BAR(self, text: str, start: int) -> None:
        """A bar line."""
        text = text.rstrip()
        end = start + len(text)
        span = Span(start, end)
        part = self.parts[-1]
        if self.rows:
            self._close_measure(end)
            self._set_right(text, span)
            self.keep_measure()
        elif part.measures and text.startswith(":"):
            part.measures[-1].right = Barline(style_of(text), 1, span)
        elif part.measures and not text.endswith(":") and start != self._line_start:
            self.measure.end = end
            self._set_right(text, span)
            self.keep_measure()
        self.new_measure(end)
        if text.endswith(":"):
            self.measure.left = Barline("initial" if "||" in text else "single", 1, span)

    def DRAWN_BAR(self, text: str, start: int) -> None:
        """A bar line that is one character of musical notation."""
        if not self._drawn:
            self._drawn = True
            message, hint = "bar lines drawn with other characters stand for ASCII ones", "use plain ASCII characters"
            self.fault("unicode-bar", start, start + 1, message, hint)
        self.BAR(_DRAWN_BARS[text], start)

    def SIGN(self, text: str, start: int) -> None:
        """A sign of navigation; one that sends back stands at the end of its measure."""
        name = _SIGNS.get(text.replace(" ", ""), text)
        measures = self.parts[-1].measures
        span = Span(start, start + len(text))
        if not self.rows and measures and name not in ("segno", "coda"):
            measures[-1].directions.append(Direction("navigation", name, len(measures[-1].events), None, span))
        else:
            self.measure.directions.append(Direction("navigation", name, self.place(), None, span))

    def _set_right(self, text: str, span: Span) -> None:
        self.measure.right = Barline(style_of(text), 1 if text.startswith(":") else 0, span)

    def NEXT_VALUE(self, text: str, start: int) -> None:
        """From one measure to the next in a staff that is a list of texts."""
        if self.rows:
            self._close_measure(start)
            self.measure.right = Barline("single", 0, Span(start, start))
            self.keep_measure()
            self.new_measure(start + len(text))

    # Lines and words.

    def WORD(self, text: str, start: int) -> None:
        """A word that is no token."""
        self._worded = self._worded or text.isalpha()
        self.JUNK(text, start)

    def LINE_END(self, text: str, start: int) -> None:
        """End of a line; one of words alone is a title, lyrics or prose."""
        self._line_start = start + len(text)
        self._end_line()

    def INDENT(self, text: str, start: int) -> None:
        """Blanks at the beginning of a line."""
        self._line_start = start + len(text)

    def _end_line(self) -> None:
        if self._worded:
            self._worded = False
            rows, measure, faults, first = self._line
            music = len(self.rows) != rows or self.measure is not measure or len(self._faults) != faults
            if not music and len(self.words) > first:
                self.lines_of_words.append(Span(self.words[first].start, self.words[-1].end))
                self.words_in_lines += len(self.words) - first
                del self.words[first:]
        self._line = (len(self.rows), self.measure, len(self._faults), len(self.words))

    def EMPHASIS(self, text: str, start: int) -> None:
        """Asterisks or backticks around something: reported once."""
        if not self._emphasised:
            self._emphasised = True
            hint = "write the notes alone"
            self.fault("markdown-fence", start, start + len(text), "the text is set off with Markdown signs", hint)

    def _close_measure(self, end: int) -> None:
        """Turn the rows into the events of the measure."""
        rows, self.rows, self._counted, self._opened = self.rows, [], (0, 0), []
        measure = self.measure
        measure.start = start_of(rows[0])
        measure.end = end
        plain, self._plain = self._plain, True
        bracketed = plain or Note in set(map(type, rows))
        timed = bracketed or self._timed_item
        if self.beats and timed and not plain and any(isinstance(row, Item) and is_beat(row) for row in rows):
            timed = False
        self._timed_item = False
        self.bracketed = self.bracketed or bracketed
        self.styles.append(MeasureStyle(timed, Span(measure.start, end), self.number))
        if plain:
            measure.events = rows  # type: ignore[assignment]
        else:
            reading: Callable[[TextHandlers, list[Note | Item]], list[Event]] = read_timed if timed else read_beats
            measure.events = reading(self, rows)
        if timed:
            self.timed += 1
        self.notes += len(measure.events)

    def finish(self, end: int) -> None:
        """End the measure that is being read, where there is one."""
        self._end_line()
        measures = self.parts[-1].measures
        if self.rows:
            self._close_measure(self._end_of_rows())
            self.keep_measure()
        elif measures and (last := measures[-1].right) is not None and not last.repeat and last.style == "single":
            measures[-1].right = replace(last, style="final")
        self.new_measure(end)

    def STAFF(self, text: str, start: int) -> None:
        """Beginning of a staff."""
        self.finish(start)
        name = text.strip(" \t\r\n{[\"':,*").lower()
        self.staves += '"' in text
        if self.parts[-1].measures or self.parts[-1].name:
            self.parts.append(PartDraft())
        self.parts[-1].name = name
        self.new_measure(start + len(text))

    def STAFF_END(self, text: str, start: int) -> None:
        """End of a staff."""
        self.finish(start)

    # Headers and labels.

    def ENCLOSED(self, text: str, start: int) -> None:
        """A meter in parentheses; where notes stand before it, a duration that belongs to none."""
        if self.rows:
            self.JUNK(text, start)
        else:
            self.set_meter(text[1:-1], start + 1)

    def LABEL(self, text: str, start: int) -> None:
        """A list label or measure label: reported once."""
        self._line_start = start + len(text)
        if not self._labelled:
            self._labelled = True
            hint = "write the notes alone"
            self.fault("prose-before", start, start + len(text), "a label stands before the notes", hint)

    LIST_LABEL = LABEL
