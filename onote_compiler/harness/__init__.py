"""Data sets in, reports out."""
