"""The four tasks of the benchmark."""
