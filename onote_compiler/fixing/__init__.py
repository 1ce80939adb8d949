"""Rewriting what has one safe meaning, without changing what the text projects to."""

from onote_compiler.fixing.fix import Fix, fix

__all__ = ["Fix", "fix"]
