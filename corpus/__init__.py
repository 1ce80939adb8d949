"""Shipped example data."""
