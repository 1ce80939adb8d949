"""Generated music: rules of renderability, theory and coherence, and the benchmark's rubric."""
