"""What every reader and writer is given.

A reader is ``read(source, context, report) -> Score | None`` and never raises for bad text: it reports and goes on.
A writer is ``write(score, options, report) -> str`` (``bytes`` for binary notations) and reports, under a ``lost-…``
name at the span of the event concerned, whatever it cannot carry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter


@dataclass(frozen=True)
class ReadContext:
    """What is known before a text is read; what the text itself says outranks it.

    Attributes:
        key: Key to assume, or ``None``.
        meter: Meter to assume, or ``None``.
        dialect: Dialect to read, or ``None`` to detect it.
        options: Further options of the notation (``octave_base``, ``minor``, ``tuning`` …).
        strict: Whether the profile holds the text to the strict grammar of the format. A reader may ask only where
            the same text is two different things (four strings: a bass, or a guitar that lacks two).
    """

    key: Key | None = None
    meter: Meter | None = None
    dialect: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    strict: bool = False


@dataclass(frozen=True)
class WriteOptions:
    """How a score is to be written.

    Attributes:
        dialect: Dialect to write, or ``None`` for the notation's first.
        key: Key to write in where the notation has one, or ``None`` for the score's own.
        options: Further options of the notation (``tuning``, ``width`` …).
    """

    dialect: str | None = None
    key: Key | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
