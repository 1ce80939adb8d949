"""JAMS annotations of guitar recordings, in the shape of GuitarSet."""
