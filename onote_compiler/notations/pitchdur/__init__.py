"""Pitch-duration sequences."""
