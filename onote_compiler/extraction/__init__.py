"""Finding the notation inside a model's answer, and guessing which one it is."""

from onote_compiler.extraction.detect import Guess, detect
from onote_compiler.extraction.extract import extract, report_unknown

__all__ = ["Guess", "detect", "extract", "report_unknown"]
