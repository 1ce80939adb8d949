"""Standard MIDI files."""
