"""Shipped example data: ``demo/``, a small benchmark with answers of every kind, and ``tunes/``."""
