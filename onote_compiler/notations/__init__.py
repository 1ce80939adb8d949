"""One folder a notation: its reader (text to score) and its writer (score to text)."""
