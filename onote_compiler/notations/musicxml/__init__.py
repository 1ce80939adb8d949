"""MusicXML, the interchange format of engravers."""
