"""Guitar tablature in ASCII and linear form."""
