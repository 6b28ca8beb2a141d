"""Experiments of a project: a file that lists them, runs in parallel processes, measures, and one page about all."""
