"""Errors that programs can catch. Bad notation never raises: it is reported as diagnostics."""

from __future__ import annotations


class OnoteError(Exception):
    """Base of everything this package raises on purpose; the command line ends with exit status 2 on it."""


class UnknownFormatError(OnoteError):
    """No notation of that name; the message offers the nearest ones."""


class UnknownOptionError(OnoteError):
    """An option, dialect or profile that the notation does not have."""


class DataError(OnoteError):
    """A file of data (ground truth, predictions, JSONL) that cannot be read as what it should be."""


class GrammarError(OnoteError):
    """A grammar that does not cover its input.

    Attributes:
        offset: Where in the text it stops.
    """

    def __init__(self, offset: int) -> None:
        super().__init__(f"the grammar stops at offset {offset}")
        self.offset = offset
