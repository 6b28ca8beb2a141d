"""From a diagram to trajectories: one compiler pass per file, then initialization, integration and results."""
