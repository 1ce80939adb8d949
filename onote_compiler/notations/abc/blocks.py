"""Typeset text in a tune: ``%%begintext`` to ``%%endtext``, and drawings."""

from __future__ import annotations

from onote_compiler.diagnostics import Report
from onote_compiler.notations.abc.header import Field, Header
from onote_compiler.notations.abc.voice import VoiceBuilder


class TextBlocks:
    """Handlers of typeset text."""

    report: Report
    header_fields: Header
    in_body: bool
    voice: VoiceBuilder

    def __init__(self) -> None:
        self.sounded = False  # whether music was read in a voice that was left since
        self.block_start = 0
        self.block_lines: list[str] = []

    def BLOCK_BEGIN(self, text: str, start: int) -> None:
        self.block_start = start
        self.block_lines = [text]

    def BLOCK_LINE(self, text: str, start: int) -> None:
        self.block_lines.append(text)

    def BLOCK_END(self, text: str, start: int) -> None:
        self.block_lines.append(text)

    def block(self) -> None:
        """Keep typeset text as it stands."""
        text = "".join(self.block_lines)
        end = self.block_start + len(text)
        if self.in_body and self._begun():
            self.voice.direct("text", text, (self.block_start, end))
        else:
            self.header_fields.add(Field("%%", text[2:], self.block_start, self.block_start + 2, end))

    def _begun(self) -> bool:
        """Whether any music was read; what comes earlier belongs to the header, whatever stands between."""
        return self.sounded or self.voice.begun

    def open_block(self) -> None:
        """Keep a drawing that never ends, and say so."""
        self._report_open_block("all that follows belongs to it")
        self.block()

    def _report_open_block(self, result: str) -> None:
        first = self.block_lines[0]
        self.report.add(
            "unclosed-group", (self.block_start, self.block_start + len(first)),
            f"this block is never closed; {result}", f"close it with {first.split()[0].replace('begin', 'end', 1)}",
        )  # fmt: skip

    def OPEN_BLOCK(self, text: str, start: int) -> None:
        self.block_start, self.block_lines = start, [text]
        self._report_open_block("it is left out, and what follows is read")
