"""Spelling, keys, scales, tunings, fingering."""
