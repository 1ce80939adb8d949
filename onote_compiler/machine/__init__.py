"""The machine interface: one JSON request a line in, one JSON answer a line out."""

from onote_compiler.machine.answers import answer_check, answer_convert, answer_project
from onote_compiler.machine.stream import answer_lines

__all__ = ["answer_check", "answer_convert", "answer_lines", "answer_project"]
