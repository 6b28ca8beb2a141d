"""Sweeps: one diagram with many values of its parameters, one row of a table for each run, on one or many machines."""
