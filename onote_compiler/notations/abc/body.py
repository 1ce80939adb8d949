"""Fields, directives and lines around the music: the part of the reader that is not about notes."""

from __future__ import annotations

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Mark
from onote_compiler.ir.source import Source
from onote_compiler.notations.abc.accidentals import propagation_of
from onote_compiler.notations.abc.blocks import TextBlocks
from onote_compiler.notations.abc.fields import key_value, parse_key, parse_voice
from onote_compiler.notations.abc.header import KNOWN, Field, Header, report_faults
from onote_compiler.notations.abc.lyrics import align, lyric_steps, symbol_steps
from onote_compiler.notations.abc.marks import default_symbols, user_symbol
from onote_compiler.notations.abc.properties import (
    Properties,
    clef_of,
    octave_shift,
    property_text,
    transposition,
    with_later,
)
from onote_compiler.notations.abc.text import without_comment
from onote_compiler.notations.abc.times import Fault, parse_meter, parse_tempo, parse_unit, tempo_text
from onote_compiler.notations.abc.voice import VoiceBuilder
from onote_compiler.notations.base import ReadContext

_MOST_VERSES = 64
_MOST_PROPERTIES = 64


class BodyFields(TextBlocks):
    """Handlers of everything but music, and the table of voices."""

    def __init__(self, source: Source, context: ReadContext, report: Report) -> None:
        super().__init__()
        self.source = source
        self.report = report
        self.header_fields = Header(report, context)
        self.in_body = False
        self.music_at = 0
        self.symbols: dict[str, Mark | None] = default_symbols()
        self.voices: dict[str, VoiceBuilder] = {}
        self.words: list[Field] = []
        self.propagation = ""
        self.bang_breaks = False  # whether a lone ! breaks the line (I:linebreak)

    # --- the header --------------------------------------------------------------------------------------------

    def BOM(self, text: str, start: int) -> None:
        self.report.add("bom", (start, start + 1), "a byte order mark", "save the file without it")

    def HEAD_EOL(self, text: str, start: int) -> None:
        if start == 0 or self.source.text[start - 1] in "\r\n":
            self.header_fields.blank(start)
        self.music_at = start + len(text)

    def PROSE(self, text: str, start: int) -> None:
        name = "bad-field" if self.header_fields.fields else "prose-before"
        what = "a line that is no field stands in the header" if name == "bad-field" else "text before the tune"
        self.report.add(name, (start, start + len(text)), what, "leave it out, or write it behind %")

    def WORDS(self, text: str, start: int) -> None:
        words = text.lstrip("\r\n")
        at = start + len(text) - len(words)
        if self.in_body:
            self.EOL(text, start)
        self.music_at = start + len(text)
        self.report.add(
            "bad-token", (at, at + len(words.rstrip())), "a line of words stands in the music",
            "leave it out, or write it behind %; a part is named by P:",
            measure=self.voice.number if self.in_body else None,
        )  # fmt: skip

    def header(self) -> None:
        """Make sense of the header; the first music follows."""
        head = self.header_fields
        head.close(self.music_at, bool(self.source.text[self.music_at :].strip()))
        for entry in head.fields:
            if entry.letter == "U":
                self._define_symbol(entry)
            elif entry.letter in ("I", "%%"):
                self._instruct(entry.value)
        self.in_body = True
        self._open_voices()

    def _open_voices(self) -> None:
        """Declare the header's voices; the first music belongs to the last one behind K:, or to the first of all."""
        head = self.header_fields
        key_at = next((i for i, f in enumerate(head.fields) if f.letter == "K"), len(head.fields))
        current: str | None = None
        for index, entry in enumerate(head.fields):
            if entry.letter == "V":
                name = self._declare(entry)
                current = name if index > key_at else current
        if current is None:
            current = next(iter(self.voices), "1")
        self.voice = self._voice(current)
        for entry in head.take_labels(key_at):
            self._part(entry)

    # --- fields ------------------------------------------------------------------------------------------------

    def FIELD(self, text: str, start: int) -> None:
        letter_at = len(text) - len(text.lstrip(" \t"))
        if letter_at:
            self.report.add(
                "bad-field", (start, start + letter_at + 2), "a field stands at the beginning of its line",
                "take the blanks away",
            )  # fmt: skip
        at = start + letter_at
        entry = Field(text[letter_at], text[letter_at + 2 :], at, at + 2, start + len(text))
        if self.in_body:
            self._body_field(entry, inline=False)
        else:
            self.header_fields.add(entry)

    KEY_FIELD = FIELD

    def HEAD_FIELD(self, text: str, start: int) -> None:
        line = text.rstrip("\r\n")
        self.music_at = start + len(text)
        if line[0] in " \t":
            self.FIELD(line, start)
        else:
            self.header_fields.add(Field(line[0], line[2:], start, start + 2, start + len(line)))

    def INLINE_FIELD(self, text: str, start: int) -> None:
        inner = text.rstrip(" \t`")
        letter_at = 2 if inner[1] in " \t" else 1
        value_at = start + letter_at + 2
        end = start + len(inner)
        self._body_field(Field(inner[letter_at], inner[letter_at + 2 : -1], start, value_at, end), inline=True)

    def OPEN_INLINE_FIELD(self, text: str, start: int) -> None:
        end = start + len(text)
        self.report.add(
            "unclosed-group", (start, end), "this field is opened and never closed", "close it with ]",
            measure=self.voice.number,
        )  # fmt: skip
        if end == len(self.source.text):
            self.report.add("truncated", (start, end), "the text breaks off here", measure=self.voice.number)
        if text[3:].strip(" \t`"):
            self._body_field(Field(text[1], text[3:], start, start + 3, end), inline=True)

    def _body_field(self, entry: Field, inline: bool) -> None:
        letter = entry.letter
        handler = _BODY.get(letter)
        if handler is not None:
            handler(self, entry)
            return
        if letter not in KNOWN and letter != "+":
            self.report.add(
                "unknown-field", (entry.start, entry.start + 2), f"ABC has no field {letter}:",
                "it is kept and has no effect", measure=self.voice.number,
            )  # fmt: skip
        if not inline and not self._begun():
            if letter == "+":  # the header it could continue is over
                self.report.add("bad-field", (entry.start, entry.end), "nothing stands before this continuation")
                entry = entry._replace(letter="%", value=f"+:{entry.value}")
            self.header_fields.add(entry)
            return
        kind = "inline-field" if inline else "field"
        self.voice.direct(kind, f"{letter}:{entry.value.strip()}", (entry.start, entry.end))

    def _key(self, entry: Field) -> None:
        voice = self.voice
        value = without_comment(entry.value)
        found = parse_key(value)
        self._faults(found.faults, entry.value_start)
        text = key_value(found) if found.faults else value.strip()
        voice.direct("key" if found.key else "clef", text, (entry.start, entry.end), found.key)
        if found.properties:
            self._settle_late(found.properties)
        if found.key is not None:
            voice.set_key(found.key)
            if not voice.row.events:
                voice.row.key = found.key

    def _meter(self, entry: Field) -> None:
        value = without_comment(entry.value)
        found = parse_meter(value)
        self._faults(found.faults, entry.value_start)
        if found.meter is None:
            return
        self.voice.direct("meter", str(found.meter), (entry.start, entry.end), found.meter)
        self.voice.meter = found.meter
        if not self.voice.row.events:
            self.voice.row.meter = found.meter

    def _unit(self, entry: Field) -> None:
        unit, faults = parse_unit(without_comment(entry.value))
        self._faults(faults, entry.value_start)
        if unit is not None:
            self.voice.direct("unit-length", str(unit), (entry.start, entry.end), unit)
            self.voice.set_unit(unit)

    def _tempo(self, entry: Field) -> None:
        value = without_comment(entry.value).strip()
        tempo, faults = parse_tempo(value, self.voice.unit)
        self._faults(faults, entry.value_start)
        if faults and tempo.bpm:
            value = tempo_text(tempo)
        self.voice.direct("tempo", value, (entry.start, entry.end), tempo)

    def _part(self, entry: Field) -> None:
        self.voice.direct("part", without_comment(entry.value).strip(), (entry.start, entry.end))

    def _words(self, entry: Field) -> None:
        self.words.append(entry)

    def _define_symbol(self, entry: Field) -> None:
        found = user_symbol(without_comment(entry.value))
        if found is None:
            self.report.add(
                "bad-field", (entry.start, entry.end), "a user symbol that cannot be read", "write U:T=!trill!"
            )
            return
        letter, mark = found
        self.symbols[letter] = mark

    def _body_symbol(self, entry: Field) -> None:
        self._define_symbol(entry)
        if not self._begun():
            self.header_fields.add(entry)
            return
        self.voice.direct("field", f"U:{entry.value.strip()}", (entry.start, entry.end))

    def _lyrics(self, entry: Field) -> None:
        voice = self.voice
        voice.end_line()
        if voice.line_end != voice.verse_line:
            voice.verse, voice.verse_line = 0, voice.line_end
        voice.verse += 1
        if voice.verse > _MOST_VERSES:
            self.report.add(
                "lyrics", (entry.start, entry.end), f"this is left out: more than {_MOST_VERSES} verses under one line",
                measure=voice.number,
            )  # fmt: skip
            return
        left = align(voice, lyric_steps(without_comment(entry.value)), voice.verse)
        if left:
            self.report.add(
                "lyrics", (entry.start, entry.end), f"{left} syllables find no note", "write one syllable a note",
                measure=voice.number,
            )  # fmt: skip

    def _symbol_line(self, entry: Field) -> None:
        self.voice.end_line()
        steps, junk = symbol_steps(without_comment(entry.value))
        for at, text in junk:
            place = entry.value_start + at
            self.report.add("bad-token", (place, place + len(text)), f"{text!r} is no symbol")
        align(self.voice, steps, 0)

    def _faults(self, faults: tuple[Fault, ...], offset: int) -> None:
        if faults:
            report_faults(self.report, faults, offset)

    # --- voices ------------------------------------------------------------------------------------------------

    def _switch(self, entry: Field) -> None:
        self.voice.end_line()
        left = entry.start
        while left and self.source.text[left - 1] in " \t\r\n[":
            left -= 1
        self.voice.left_at = left
        self.sounded = self._begun()
        self.voice = self.voices[self._declare(entry)]
        self.voice.begin_line(entry.end)

    def _settle_late(self, properties: Properties) -> None:
        """Put clef and octave in force from here on."""
        voice = self.voice
        voice.late = with_later(voice.late, properties)
        voice.clef = clef_of(properties) or voice.clef
        voice.set_shift(octave_shift(self.header_fields.key_field.properties, voice.properties, voice.late))

    def _declare(self, entry: Field) -> str:
        found = parse_voice(without_comment(entry.value))
        voice = self._voice(found.name)
        self._faults(found.faults, entry.value_start)
        if found.properties and voice.begun:
            text = "".join(f" {property_text(*p)}" for p in found.properties)
            self.voice = voice
            voice.direct("field", f"V:{found.name}{text}", (entry.start, entry.end))
            self._settle_late(found.properties)
        elif found.properties:
            names = {name for name, _ in found.properties}
            kept = tuple(p for p in voice.properties if p[0] not in names)
            if len(kept) + len(found.properties) > _MOST_PROPERTIES:
                self.report.add(
                    "bad-voice", (entry.start, entry.end), f"this is left out: more than {_MOST_PROPERTIES} properties"
                )
                return found.name
            voice.properties = kept + found.properties
            self._settle_properties(voice)
        return found.name

    def _voice(self, name: str) -> VoiceBuilder:
        """Return the voice of a name; a new one starts with what the header says."""
        if name not in self.voices:
            head = self.header_fields
            voice = VoiceBuilder(name, head.key, head.meter, head.unit, self.music_at, self.report)
            voice.accidentals.propagation = self.propagation
            self.voices[name] = voice
            self._settle_properties(voice)
        return self.voices[name]

    def _settle_properties(self, voice: VoiceBuilder) -> None:
        common = self.header_fields.key_field.properties
        if not (common or voice.properties):
            return
        voice.clef = clef_of(voice.late) or clef_of(voice.properties) or clef_of(common)
        voice.set_shift(octave_shift(common, voice.properties, voice.late))
        voice.transpose = transposition(voice.properties) or transposition(common)

    # --- directives, comments, lines ---------------------------------------------------------------------------

    def DIRECTIVE(self, text: str, start: int) -> None:
        entry = Field("%%", text[2:], start, start + 2, start + len(text))
        if not self.in_body:
            self.header_fields.add(entry)
            return
        self._instruct(entry.value)
        if self._begun():
            self.voice.direct("directive", text.rstrip(), (start, start + len(text)))
        else:
            self.header_fields.add(entry)

    def _instruction(self, entry: Field) -> None:
        self._instruct(entry.value)
        if not self._begun():
            self.header_fields.add(entry)
            return
        self.voice.direct("field", f"I:{entry.value.strip()}", (entry.start, entry.end))

    def _instruct(self, value: str) -> None:
        name, _, rest = value.strip().partition(" ")
        if name == "linebreak":
            self.bang_breaks = "!" in rest
        propagation = propagation_of(value)
        if propagation is None:
            return
        if self.in_body and self._begun():  # as for any field of the body, in this voice
            self.voice.accidentals.propagation = propagation
            return
        self.propagation = propagation
        for voice in self.voices.values():
            voice.accidentals.propagation = propagation

    def COMMENT(self, text: str, start: int) -> None:
        end = start + len(text)
        if self.in_body and self._begun():
            self.voice.direct("comment", text.rstrip(), (start, end))
        else:
            self.header_fields.add(Field("%", text[1:].rstrip(), start, start + 1, end))

    def EOL(self, text: str, start: int) -> None:
        self.voice.end_line()
        self.voice.begin_line(start + len(text))

    def CONTINUATION(self, text: str, start: int) -> None:
        self.voice.begin_line(start + len(text))

    def BLANK_LINE(self, text: str, start: int) -> None:
        self.EOL(text, start)
        self.report.add(
            "blank-line", (start, start + 1), "an empty line ends a tune; what follows is read all the same",
            "take the empty line out",
        )  # fmt: skip

    # --- what follows the tune, and no tune at all -------------------------------------------------------------

    def after(self, text: str, start: int) -> None:
        """Report what stands behind the tune."""
        if not text.strip():
            return
        begin = start + len(text) - len(text.lstrip())
        end = start + len(text.rstrip())
        if any(line.lstrip(" \t").startswith("X:") for line in text.splitlines()):
            self.report.add("several-scores", (begin, end), "another tune follows; the first one is read")
        else:
            self.report.add(
                "prose-after", (begin, end), "an empty line ends the tune; what follows is not read",
                "take the empty line out if this belongs to the tune",
            )  # fmt: skip

    def no_music(self, end: int) -> None:
        """Report a text without any music."""
        self.report.add("no-score", (0, end), "the text holds no music in ABC")


_BODY = {
    "K": BodyFields._key, "M": BodyFields._meter, "L": BodyFields._unit, "Q": BodyFields._tempo,
    "V": BodyFields._switch, "P": BodyFields._part, "w": BodyFields._lyrics, "s": BodyFields._symbol_line,
    "W": BodyFields._words, "U": BodyFields._body_symbol, "I": BodyFields._instruction,
}  # fmt: skip
