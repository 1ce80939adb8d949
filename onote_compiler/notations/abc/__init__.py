"""ABC notation (standard 2.1)."""
