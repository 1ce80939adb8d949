"""Running the grammars."""
