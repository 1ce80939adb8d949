"""Jianpu, numbered notation, in its text dialects."""
