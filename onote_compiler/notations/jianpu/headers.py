"""Handlers of what stands above numbered notation, or between its notes: key, meter, tempo, title."""

from __future__ import annotations

from typing import Any

from onote_compiler.notations.jianpu.draft import Builder, header_value
from onote_compiler.notations.lexical import parse_tempo
from onote_compiler.theory.keys import parse_key_name, parse_meter_name


class HeaderHandlers(Builder):
    """Headers, in signs and in words."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.header_end = 0
        """Where the last key or meter in signs ends."""

    def KEY(self, text: str, start: int) -> None:
        """Key, such as ``1=bB``."""
        self.header_end = start + len(text)
        self.set_key(text, start)

    def METER(self, text: str, start: int) -> None:
        """Meter, such as ``3/4``."""
        self.header_end = start + len(text)
        self.set_meter(text, start)

    def ABC_FIELD(self, text: str, start: int) -> None:
        """A field of ABC; those that say key, meter, tempo and title say so above numbers too."""
        value = text[2:].strip()
        if text[0] == "K" and parse_key_name(value) is not None:
            self.set_key(value, start + 2)
        elif text[0] == "M" and parse_meter_name(value) is not None:
            self.set_meter(value, start + 2)
        elif text[0] == "T":
            self.title = self.title or value
        elif text[0] == "Q" and parse_tempo(value) is not None:
            self.set_tempo(value, start + 2)
        else:
            super().ABC_FIELD(text, start)

    def TEMPO(self, text: str, start: int) -> None:
        """Tempo, such as ``4=120``."""
        self.set_tempo(text, start)

    def KEY_LINE(self, text: str, start: int) -> None:
        """Key in words."""
        self.set_key(header_value(text), start + len(text) - len(header_value(text)))

    def METER_LINE(self, text: str, start: int) -> None:
        """Meter in words."""
        self.set_meter(header_value(text), start)

    def TEMPO_LINE(self, text: str, start: int) -> None:
        """Tempo in words."""
        self.set_tempo(text, start)

    def TEMPO_WORD(self, text: str, start: int) -> None:
        """Tempo in a word, such as ``Andante`` or ``中速``."""
        self.set_tempo_word(text, start)

    def TITLE_LINE(self, text: str, start: int) -> None:
        """Title or composer."""
        if text.lstrip().lower().startswith(("composer", "作曲")):
            self.composer = header_value(text)
        else:
            self.title = header_value(text)
