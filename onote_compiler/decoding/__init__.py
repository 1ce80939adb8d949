"""Grammars that leave a model no wrong answer: export for constrained decoding, and random texts drawn from them."""

from onote_compiler.decoding.export import TARGETS, export_grammar
from onote_compiler.decoding.sampling import Sampler

__all__ = ["TARGETS", "Sampler", "export_grammar"]
