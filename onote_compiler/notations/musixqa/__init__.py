"""Ground truth in the shape of MusiXQA."""
