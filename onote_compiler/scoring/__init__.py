"""Metrics, the tasks, aggregation."""
