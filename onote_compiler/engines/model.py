"""What engines are given and what they give back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from onote_compiler.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run of an engine may use.

    Attributes:
        seconds: Time on the clock, and of the processor.
        memory: Bytes of address space.
        output: Bytes of any file that is written, of what is printed, and of all pages together.
    """

    seconds: float = 30.0
    memory: int = 2 << 30
    output: int = 32 << 20


DEFAULT_LIMITS = Limits()


class Failure(StrEnum):
    """Why an engine came to no end of its own."""

    TIMEOUT = "timeout"
    LIMIT = "limit"
    CRASH = "crash"


@dataclass(frozen=True, slots=True)
class Complaint:
    """What an engine said about a text.

    Attributes:
        message: Its words.
        error: Whether it counts as an error; else the engine went on as if nothing were wrong.
        line: Line of the text it was given, from 1, or ``None``.
        column: Column, from 1, or ``None``.
    """

    message: str
    error: bool = True
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Rendering:
    """What came of one run of an engine: its pages, what it said, and why it failed, where it did."""

    pages: tuple[bytes, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    failure: Failure | None = None


@dataclass(frozen=True)
class EngineVerdict:
    """What an engine makes of a text.

    Attributes:
        engine: Its name.
        version: Its version, or ``None`` where it is not installed.
        renderable: Whether it made an output and found no error; ``None`` where it is not installed.
        diagnostics: What it said, as ``engine-…`` diagnostics at the places it named.
        target: What was asked for: ``svg``, ``midi`` …
        pages: The output, one item a page; it may be there although the engine found errors.
    """

    engine: str
    version: str | None
    renderable: bool | None
    diagnostics: Sequence[Diagnostic] = ()
    target: str = ""
    pages: tuple[bytes, ...] = ()

    @property
    def available(self) -> bool:
        """Whether the engine is installed."""
        return self.version is not None
