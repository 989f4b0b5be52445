"""Estimates from a log: the value of lists that were not shown."""
